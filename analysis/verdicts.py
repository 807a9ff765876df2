"""How a scenario stands against a band, from the bots that play to win: a rate, its error, and a verdict.

The ladder of bots that play to win leads from quick ones (a heuristic) over experts to searches. The rate of
the best bot that does not search, at large n, is moved by what each search above it changes in the same
deals. A step counts as far as it is larger than its noise (`moved`): a clear one whole; an unclear one in
part, so that its games are pooled with those below. What lies above the top is an error: LEFT of the last
step, or without any LONE, as steps of that kind differ (from a quick bot to an expert says nothing of them:
one has learnt nothing, the other until it gained no more). UNSEEN stands for what no ladder shows.

All this is on the scale of asin(sqrt(rate)), where chance is the same at all rates (Anscombe 1948) and small
rates grow by factors. Where sides meet, better play moves a rate either way. Players together against a game
only win more often by better play: their error points upwards.

With what is known of games (where sides meet, few are far from even) that gives the probabilities that the
rate lies below, inside and above the band: from SURE on it is a verdict, from LIKELY on a probable one. Bots
that err on purpose have no vote: they say for whom a scenario is balanced.
`tests/analysis/test_verdict_rule.py` simulates how often the rule decides, and how often it is wrong.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from scipy.special import ndtr, owens_t

from mazarbul.analysis.estimates import Z

ERRS, QUICK, EXPERT, SEARCH = "errs", "quick", "expert", "search"
KINDS = (ERRS, QUICK, EXPERT, SEARCH)  # weakest first
SURE, LIKELY = 0.95, 0.8
UNSEEN = 0.025  # error for what no ladder shows
LEFT = 0.4  # of the last step: how much may still lie ahead
#: Kind of the bot below a step -> standard deviation of what such steps change.
SPREAD = {ERRS: 0.3, QUICK: 0.2, EXPERT: 0.15, SEARCH: 0.05}
#: Kind of the only bot of a ladder -> error for the steps above it that were not played.
LONE = {ERRS: 1.0, QUICK: 0.22, EXPERT: 0.12, SEARCH: 0.06}
TOGETHER = 2.0  # times as much for players together: nobody answers what they learn
EVEN, NEAR = np.pi / 4, 0.17  # an even game, and how far from it others are (standard deviation)
FINE = 2_001  # points of the scale at which the ends of an interval are looked up
FOREIGN = 0.25  # of a change that usual bots measured: how much it may differ with better ones
PLACES = ("below", "inside", "above")
RANDOM = "random"


class Step(NamedTuple):
    """What a step of a ladder changes, on the scale. error: its standard error. spread: of such steps."""

    change: Any
    error: Any
    spread: float


class Belief(NamedTuple):
    """What is known of a rate, on the scale: middle + error x + ahead |y|, x and y standard normal."""

    middle: Any
    error: Any
    ahead: Any


@dataclass(frozen=True)
class Verdict:
    """Where a rate lies. below, inside, above: probabilities; sum 1.

    barred: why there can be no verdict, whatever the probabilities; "" if nothing bars it.
    """

    belief: Belief
    below: float
    inside: float
    above: float
    barred: str = ""

    @property
    def rate(self) -> float:
        """The estimate; with players together, of the best bots that played, not of better ones."""
        return float(rate_at(self.belief.middle))

    @property
    def place(self) -> str:
        """Where it most probably lies: below, inside or above."""
        return max(PLACES, key=lambda place: getattr(self, place))

    @property
    def chance(self) -> float:
        """How probable it is that it lies there."""
        return getattr(self, self.place)

    @property
    def code(self) -> str:
        """A place, a place after `probably_`, or open."""
        if self.is_open:
            return "open"
        return self.place if self.is_sure else f"probably_{self.place}"

    @property
    def told(self) -> str:
        """The code; of what is open, but surely not below or not above, `not_below` or `not_above`."""
        if self.is_open and not self.barred:
            for place in ("below", "above"):
                if getattr(self, place) <= 1 - SURE:
                    return f"not_{place}"
        return self.code

    @property
    def is_open(self) -> bool:
        """Whether there is neither a verdict nor a probable one."""
        return bool(self.barred) or self.chance < LIKELY

    @property
    def is_probable(self) -> bool:
        """Whether there is a probable verdict, not a sure one."""
        return not self.is_open and self.chance < SURE

    @property
    def is_sure(self) -> bool:
        """Whether there is a verdict that is not only probable."""
        return not self.is_open and self.chance >= SURE

    @property
    def columns(self) -> dict[str, float]:
        """The columns of the estimate in a table: estimate (+_low _high), chance_below, _inside, _above."""
        span = dict(zip(("estimate_low", "estimate_high"), _ends(self.belief), strict=True))
        found = {f"chance_{place}": getattr(self, place) for place in PLACES}
        return {"estimate": self.rate, **span, **found}


def kind_of(bots: Iterable[str]) -> str:
    """Return the kind of bots at one table. bots: their canonical texts.

    ERRS if they differ in kind: then one side plays worse on purpose.
    """
    kinds = set(map(_kind, bots)) or {QUICK}
    return kinds.pop() if len(kinds) == 1 else ERRS


def _kind(bot: str) -> str:
    name, *words = bot.split() or [""]
    if name == RANDOM or words:  # what it avoids, or how often it blunders
        return ERRS
    first = name.partition(":")[0]
    return first if first in (EXPERT, SEARCH) else QUICK


def blunders(bots: Iterable[str]) -> float:
    """Return the largest share of decisions that some bots make at random on purpose."""
    return max(map(_blunder, bots), default=0.0)


def _blunder(bot: str) -> float:
    name, *words = bot.split() or [""]
    shares = [word.removeprefix("blunder=") for word in words if word.startswith("blunder=")]
    with suppress(ValueError):  # it is no share in a manifest that was altered
        return 1.0 if name == RANDOM else max(map(float, shares), default=0.0)
    return 0.0


def moved(step: Step) -> tuple[Any, Any]:
    """Return how far a step moves a rate, and the variance of that.

    Steps of a kind are taken for normal with the spread of their kind around 0: a step is shrunk by its own
    noise, and what is not known of it stays in the variance.
    """
    noise, spread = np.asarray(step.error, float) ** 2, step.spread**2
    return step.change * spread / (spread + noise), noise * spread / (spread + noise)


def ahead(step: Step) -> Any:
    """Return the error for what may lie above the last step: LEFT of what it probably is."""
    change, unknown = moved(step)
    return LEFT * np.sqrt(change**2 + unknown)


def scaled(rate: Any) -> Any:
    """Return a rate on the scale, 0 to pi/2."""
    return np.arcsin(np.sqrt(np.clip(rate, 0, 1)))


def rate_at(place: Any) -> Any:
    """Return the rate at a place of the scale."""
    return np.sin(np.clip(place, 0, np.pi / 2)) ** 2


def _chance(games: int) -> float:
    """Return the variance of a rate over some games, on the scale."""
    return 1 / (4 * max(games, 1))


def _wide(is_cooperative: bool) -> float:
    """Return how many times as much steps change, and leave open, as where sides meet."""
    return TOGETHER if is_cooperative else 1.0


def _slope(rate: float, games: int) -> float:
    """Return how far a small change of a rate goes on the scale. games: its number bounds it."""
    least = 1 / (4 * max(games, 1))
    return float(1 / (2 * np.sqrt(max(rate * (1 - rate), least))))


def estimate(rate: Any, games: int, steps: Sequence[Step], top: str, *, is_cooperative: bool) -> Belief:
    """Return what is believed of the rate at the top of a ladder; `rate` and the steps broadcast.

    rate, games: of the bot that the steps lead up from. top: kind of the bot at the top.
    """
    wide = _wide(is_cooperative)
    middle, variance = scaled(rate), _chance(games)
    for step in steps:
        change, unknown = moved(step)
        middle, variance = middle + change, variance + unknown
    more = _unplayed(steps[-1], wide) if steps else (LONE[top] ** 2 + UNSEEN**2) * wide**2
    middle = np.clip(middle, 0, np.pi / 2)
    if is_cooperative:
        return Belief(middle, np.sqrt(variance), np.sqrt(more))
    return Belief(middle, np.sqrt(variance + more), 0.0)


def is_chance_left(step: Step, *, is_cooperative: bool) -> bool:
    """Return whether more games of the top of a ladder would say more than a stronger bot."""
    return moved(step)[1] >= _unplayed(step, _wide(is_cooperative))


def _unplayed(step: Step, wide: float) -> Any:
    """Return the variance for what may lie above the last step, and for what no ladder shows."""
    return ahead(step) ** 2 + (wide * UNSEEN) ** 2


def places(belief: Belief, band: Sequence[float]) -> tuple[Any, Any, Any]:
    """Return the probabilities that a rate lies below, inside and above a band.

    Where sides meet, what is far from even is more often an error of the bots than what is near.
    """
    if not np.any(belief.ahead):
        share = NEAR**2 / (NEAR**2 + np.square(belief.error))
        belief = Belief(EVEN + share * (belief.middle - EVEN), np.sqrt(share) * belief.error, 0.0)
    below, upto = (_below(belief, scaled(edge)) for edge in band)
    return below, np.maximum(upto - below, 0), 1 - upto


def _below(belief: Belief, place: Any) -> Any:
    """Return the probability below a place of the scale: of a skew normal distribution (Azzalini 1985)."""
    z = (place - belief.middle) / np.hypot(belief.error, belief.ahead)
    return np.clip(ndtr(z) - 2 * owens_t(z, belief.ahead / belief.error), 0, 1)


def _ends(belief: Belief) -> tuple[float, float]:
    """Return the ends of the interval of a rate that holds it in 95 of 100 cases, and the estimate."""
    scale = np.linspace(0, np.pi / 2, FINE)
    high = np.interp(ndtr(Z), _below(belief, scale), scale)
    return float(rate_at(belief.middle - Z * belief.error)), float(rate_at(high))


def judged(belief: Belief, band: Sequence[float]) -> Verdict:
    """Return the verdict from what is believed of one rate."""
    below, inside, above = (float(each) for each in places(belief, band))
    return Verdict(belief, below, inside, above)


def of_rate(
    kind: str, rate: float, games: int, band: Sequence[float], *, is_cooperative: bool = False
) -> Verdict:
    """Return the verdict from one kind of bots alone. rate: over that many games."""
    return judged(estimate(rate, games, (), kind, is_cooperative=is_cooperative), band)


def of_searched(
    kind: str, rate: float, games: int, searched: int, band: Sequence[float], *, is_cooperative: bool = False
) -> Verdict:
    """Return the verdict that there would be, had a search played, too, with the same result.

    kind, rate, games: as for `of_rate`. searched: the games of that search.
    """
    error = math.sqrt(_chance(games) + _chance(searched))
    step = Step(0.0, error, SPREAD[kind] * _wide(is_cooperative))
    return judged(estimate(rate, games, [step], SEARCH, is_cooperative=is_cooperative), band)


def of_ladder(
    rungs: Sequence[Mapping[str, Any]], band: Sequence[float], *, is_cooperative: bool = False
) -> Verdict:
    """Return the verdict from a ladder. rungs: of one side, as `voters` returns them."""
    first, top = foot(rungs), rungs[-1]["kind"]
    steps = [_step(row, under, is_cooperative) for under, row in pairwise(rungs[first:])]
    base = rungs[first]
    return judged(estimate(base["win"], base["games"], steps, top, is_cooperative=is_cooperative), band)


def shifted(verdict: Verdict, change: Mapping[str, Any], band: Sequence[float]) -> Verdict:
    """Return the verdict on a changed game. change: of the rate, with change (+_low _high), paired."""
    belief = verdict.belief
    rates = [min(max(verdict.rate + change[f"change{tail}"], 0.0), 1.0) for tail in ("", "_low", "_high")]
    middle, low, high = map(scaled, rates)
    noise, by = (high - low) / (2 * Z), FOREIGN * (middle - belief.middle)
    return judged(Belief(middle, math.sqrt(belief.error**2 + noise**2 + by**2), belief.ahead), band)


def step_of(rungs: Sequence[Mapping[str, Any]], *, is_cooperative: bool = False) -> Step:
    """Return the last step of a ladder of two bots or more."""
    return _step(rungs[-1], rungs[-2], is_cooperative)


def foot(rungs: Sequence[Mapping[str, Any]]) -> int:
    """Return the place of the voter whose rate is moved: the last that does not search, else the first."""
    return max((i for i, row in enumerate(rungs) if row["kind"] != SEARCH), default=0)


def voters(rungs: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the rows of a ladder whose bots have a vote, weakest first; all, if every bot errs on purpose.

    rungs: rows of `mazarbul.analysis.audit.ladder` of one side. The usual bot is the last of its kind: how
    strong a further one is, nobody knows.
    """
    rows = list(rungs)
    able = [row for row in rows if row["kind"] != ERRS] or rows
    return sorted(able, key=lambda row: (KINDS.index(row["kind"]), row["rollouts"], row["is_usual"]))


def _step(row: Mapping[str, Any], under: Mapping[str, Any], is_cooperative: bool) -> Step:
    change = scaled(row["win"]) - scaled(row["win"] - row["step"])
    slope = _slope(row["win"] - row["step"] / 2, row["games"])
    error = (row["step_high"] - row["step_low"]) / (2 * Z) * slope
    return Step(change, error, SPREAD[under["kind"]] * _wide(is_cooperative))
