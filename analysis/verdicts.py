"""How a scenario stands against a band, from the bots that play to win: a rate, its error, and a verdict.

The ladder of bots that play to win leads from quick ones (a heuristic) over experts to searches. The rate of
the best bot that does not search, at large n, is moved by what each step above it changes in the same deals.
A step counts as far as it is larger than its noise (`moved`): a clear one whole; an unclear one in part, so
that its games are pooled with those below. The error is made of chance, of LEFT of the last step beyond its
noise, as so much may still lie ahead, and of UNSEEN for what no ladder shows. Without any step, LONE stands
for the steps that were not played.

A normal distribution with that rate and error gives the probabilities that the rate lies below, inside and
above the band: from SURE on it is a verdict, from LIKELY on a probable one. Bots that err on purpose have no
vote: they say for whom a scenario is balanced. `tests/analysis/test_verdict_rule.py` simulates how often the
rule decides, and how often it is wrong.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from scipy.special import ndtr

from mazarbul.analysis.estimates import Z, rate_variance

ERRS, QUICK, EXPERT, SEARCH = "errs", "quick", "expert", "search"
KINDS = (ERRS, QUICK, EXPERT, SEARCH)  # weakest first
SURE, LIKELY = 0.95, 0.8
#: Kind of the bot at the top of a ladder -> error for what the ladder does not show.
UNSEEN = {ERRS: 0.1, QUICK: 0.06, EXPERT: 0.04, SEARCH: 0.02}
LEFT = 0.5  # of the last step: how much may still lie ahead
#: Kind of the bot below a step -> standard deviation of what such steps change.
SPREAD = {ERRS: 0.2, QUICK: 0.1, EXPERT: 0.05, SEARCH: 0.04}
#: Kind of the only bot of a ladder -> error for the steps above it that were not played.
LONE = {ERRS: 1.0, QUICK: 0.1, EXPERT: 0.03, SEARCH: 0.02}
FOREIGN = 0.25  # of a change that usual bots measured: how much it may differ with better ones
PLACES = ("below", "inside", "above")
RANDOM = "random"


class Step(NamedTuple):
    """What a step of a ladder changes in a rate. error: its standard error. spread: of SPREAD."""

    change: Any
    error: Any
    spread: float


@dataclass(frozen=True)
class Verdict:
    """Where a rate lies. rate, error: of the estimate. below, inside, above: probabilities; sum 1.

    barred: why there can be no verdict, whatever the probabilities; "" if nothing bars it.
    """

    rate: float
    error: float
    below: float
    inside: float
    above: float
    barred: str = ""

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
        return self.place if self.chance >= SURE else f"probably_{self.place}"

    @property
    def is_open(self) -> bool:
        """Whether there is neither a verdict nor a probable one."""
        return bool(self.barred) or self.chance < LIKELY

    @property
    def is_probable(self) -> bool:
        """Whether there is a probable verdict, not a sure one."""
        return not self.is_open and self.chance < SURE

    @property
    def columns(self) -> dict[str, float]:
        """The columns of the estimate in a table: estimate (+_low _high), chance_below, _inside, _above."""
        half = Z * self.error
        span = {"estimate_low": max(self.rate - half, 0.0), "estimate_high": min(self.rate + half, 1.0)}
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
    """Return the error for what may lie above the last step: LEFT of it, beyond its own noise."""
    beyond = np.maximum(np.asarray(step.change, float) ** 2 - np.asarray(step.error, float) ** 2, 0)
    return LEFT * np.sqrt(beyond)


def estimate(
    rate: Any, variance: Any, steps: Sequence[Step], top: str, last: Step | None = None
) -> tuple[Any, Any]:
    """Return the rate at the top of a ladder and its error; every argument broadcasts.

    rate, variance: of the bot that the steps lead up from. top: kind of the bot at the top. last: the step
    that led to it, if that is none of `steps`.
    """
    last = steps[-1] if steps else last
    variance = variance + UNSEEN[top] ** 2 + (LONE[top] if last is None else ahead(last)) ** 2
    for step in steps:
        change, unknown = moved(step)
        rate, variance = rate + change, variance + unknown
    return np.clip(rate, 0, 1), np.sqrt(variance)


def places(rate: Any, error: Any, band: Sequence[float]) -> tuple[Any, Any, Any]:
    """Return the probabilities that a rate lies below, inside and above a band."""
    below, above = ndtr((band[0] - rate) / error), ndtr((rate - band[1]) / error)
    return below, 1 - below - above, above


def judged(rate: float, error: float, band: Sequence[float]) -> Verdict:
    """Return the verdict on a rate with an error."""
    below, inside, above = (float(each) for each in places(rate, error, band))
    return Verdict(float(rate), float(error), below, inside, above)


def of_rate(kind: str, rate: float, games: int, band: Sequence[float]) -> Verdict:
    """Return the verdict from one kind of bots alone. rate: over that many games."""
    return judged(*estimate(rate, rate_variance(rate * games, games), (), kind), band)


def of_ladder(rungs: Sequence[Mapping[str, Any]], band: Sequence[float]) -> Verdict:
    """Return the verdict from a ladder. rungs: of one side, as `voters` returns them."""
    first, top = foot(rungs), rungs[-1]["kind"]
    base, steps = rungs[first], [_step(row, under) for under, row in pairwise(rungs)]
    variance = rate_variance(base["win"] * base["games"], base["games"])
    last = steps[-1] if steps else None
    return judged(*estimate(base["win"], variance, steps[first:], top, last), band)


def shifted(verdict: Verdict, change: Mapping[str, Any], band: Sequence[float]) -> Verdict:
    """Return the verdict on a changed game. change: of the rate, with change (+_low _high), paired."""
    noise = (change["change_high"] - change["change_low"]) / (2 * Z)
    error = math.sqrt(verdict.error**2 + noise**2 + (FOREIGN * change["change"]) ** 2)
    return judged(min(max(verdict.rate + change["change"], 0.0), 1.0), error, band)


def step_of(rungs: Sequence[Mapping[str, Any]]) -> Step:
    """Return the last step of a ladder of two bots or more."""
    return _step(rungs[-1], rungs[-2])


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


def _step(row: Mapping[str, Any], under: Mapping[str, Any]) -> Step:
    return Step(row["step"], (row["step_high"] - row["step_low"]) / (2 * Z), SPREAD[under["kind"]])
