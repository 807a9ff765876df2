"""The rule for verdicts, judged by a simulation of bots that err and improve, whose truth is known."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from mazarbul.analysis import verdicts
from mazarbul.analysis.estimates import Z
from mazarbul.analysis.verdicts import ERRS, EXPERT, QUICK, SEARCH, Step

BAND = (0.45, 0.55)
SCENARIOS = 20_000
GAMES = 10_000  # of the bots that do not search
SHARED = 0.35  # correlation of the results of two bots in one deal
#: Ladders: the bots, and the games of those that search.
LADDERS = {
    "quick": ((QUICK,), ()),
    "expert": ((EXPERT,), ()),
    "quick, expert": ((QUICK, EXPERT), ()),
    "quick, 200 of search": ((QUICK, SEARCH), (200,)),
    "quick, 2,000 of search": ((QUICK, SEARCH), (2_000,)),
    "expert, 200 of search": ((EXPERT, SEARCH), (200,)),
    "expert, 2,000 of search": ((EXPERT, SEARCH), (2_000,)),
    "expert, 2,000 of search, 1,000 of a deeper one": ((EXPERT, SEARCH, "deep"), (2_000, 1_000)),
}


def played(rng, count=SCENARIOS, balanced=0.25):
    """Return the true rates of scenarios, and those of bots: each has lost a part of the error of the last.

    balanced: share of the scenarios that are close to even; what all bots are blind to stays in all of them.
    """
    even = rng.random(count) < balanced
    truth = np.where(even, rng.normal(0.5, 0.01, count), rng.normal(0.5, 0.13, count).clip(0.03, 0.97))
    blind, error, rates = rng.normal(0, 0.015, count), rng.normal(0, 0.09, count), {}
    parts = {QUICK: (1, 1, 0), EXPERT: (0.1, 0.7, 0.015), SEARCH: (0.2, 0.8, 0.01), "deep": (0.4, 0.9, 0.007)}
    for kind, (least, most, new) in parts.items():
        error = error * rng.uniform(least, most, count) + rng.normal(0, new, count)
        rates[kind] = (truth + blind + error).clip(0.01, 0.99)
    return truth, rates


def estimated(rng, rates, bots, games):
    """Return the estimates and errors of a ladder that was played once in each scenario."""
    quick = [bot for bot in bots if bot in (QUICK, EXPERT)]
    seen = rates[quick[-1]] + _noise(rng, rates[quick[-1]], GAMES)
    variance = seen * (1 - seen) / GAMES
    steps, last = [], None
    sizes = [*([GAMES] * (len(quick) - 1)), *games]
    for (below, above), n in zip(pairwise(bots), sizes, strict=True):
        p, q = rates[below], rates[above]
        both = SHARED * np.sqrt(p * (1 - p) * q * (1 - q))
        error = np.sqrt((p * (1 - p) + q * (1 - q) - 2 * both) / n)
        last = Step(q - p + error * rng.normal(size=len(p)), error, verdicts.SPREAD[below])
        steps += [last] if above not in quick else []
    top = SEARCH if games else bots[-1]
    return verdicts.estimate(seen, variance, steps, top, last)


def _noise(rng, rate, n):
    return np.sqrt(rate * (1 - rate) / n) * rng.normal(size=len(rate))


def outcome(truth, rate, error):
    """Return which scenarios have a verdict and a probable one, and which of all are misjudged."""
    chances = np.array(verdicts.places(rate, error, BAND))
    likely, said = chances.max(0), chances.argmax(0)
    is_wrong = said != (truth >= BAND[0]) * 1 + (truth > BAND[1])
    return likely >= verdicts.SURE, (likely >= verdicts.LIKELY) & (likely < verdicts.SURE), is_wrong


def measured(name, balanced=0.25):
    """Return the shares in percent: verdicts, wrong ones of these, probable ones, wrong ones of these."""
    rng = np.random.default_rng(7)
    truth, rates = played(rng, balanced=balanced)
    sure, likely, is_wrong = outcome(truth, *estimated(rng, rates, *LADDERS[name]))
    shares = sure.mean(), is_wrong[sure].mean(), likely.mean(), is_wrong[likely].mean()
    return [round(100 * float(share), 1) for share in shares]


@pytest.mark.parametrize("name", LADDERS)
def test_verdicts_are_seldom_wrong(name):
    _, wrong, _, doubtful = measured(name)
    assert wrong <= 100 * (1 - verdicts.SURE)
    assert doubtful <= 100 * (1 - verdicts.LIKELY) * 1.35


def test_more_play_decides_more():
    few, many = (measured(name) for name in ("expert, 200 of search", "expert, 2,000 of search"))
    assert many[0] > few[0] + 8
    assert many[0] + many[2] > 65
    assert many[1] < 3
    alone = measured("quick")
    assert alone[0] + alone[2] < few[0] + few[2] < many[0] + many[2]


def test_even_games_with_bots_that_agree_get_their_verdict():
    """A balanced game whose bots all agree was undecided in four audits of ten."""
    rng = np.random.default_rng(3)
    even = np.full(4_000, 0.5)
    rates = dict.fromkeys((QUICK, EXPERT, SEARCH), even)
    sure, likely, is_wrong = outcome(even, *estimated(rng, rates, *LADDERS["expert, 2,000 of search"]))
    assert (sure | likely).mean() > 0.95
    assert not is_wrong[sure | likely].any()


def test_a_clear_step_counts_whole_and_noise_counts_little():
    change, left = verdicts.moved(Step(0.12, 0.01, verdicts.SPREAD[QUICK]))
    assert 0.117 < change < 0.12
    assert left < 0.01**2
    change, left = verdicts.moved(Step(0.04, 0.1, verdicts.SPREAD[SEARCH]))
    assert abs(change) < 0.01
    assert np.sqrt(left) > 0.03, "what was not seen stays in the error"
    assert verdicts.ahead(Step(0.04, 0.1, 0.1)) == 0
    assert verdicts.ahead(Step(0.1, 0.0, 0.1)) == pytest.approx(0.05)


def rung(kind, win, games=10_000, *, step=None, error=0.02, rollouts=0, **facts):
    """Return a row of a ladder."""
    ends = {} if step is None else {"step": step, "step_low": step - Z * error, "step_high": step + Z * error}
    return {"kind": kind, "win": win, "games": games, "rollouts": rollouts, "is_usual": False} | ends | facts


def test_who_errs_on_purpose_has_no_vote():
    able = [rung(QUICK, 0.7, is_usual=True), rung(SEARCH, 0.8, 200, step=0.1, rollouts=50)]
    blunderer = rung(ERRS, 0.2)
    assert verdicts.voters([blunderer, *able]) == able
    assert verdicts.voters([blunderer]) == [blunderer]
    assert verdicts.of_ladder([rung(ERRS, 0.97)], BAND).is_open
    verdict = verdicts.of_ladder(able, BAND)
    assert (verdict.code, verdict.place) == ("above", "above")
    assert verdict.rate == pytest.approx(0.8, abs=0.01)


def test_the_ladder_is_climbed_from_the_best_bot_that_does_not_search():
    rows = [
        rung(SEARCH, 0.58, 2_000, step=0.02, rollouts=50), rung(EXPERT, 0.56, step=-0.14, is_usual=True),
        rung(QUICK, 0.7),
    ]  # fmt: skip
    order = verdicts.voters(rows)
    assert [row["kind"] for row in order] == [QUICK, EXPERT, SEARCH]
    assert verdicts.foot(order) == 1
    assert 0.56 < verdicts.of_ladder(order, BAND).rate < 0.58
    alone = verdicts.of_ladder(order[:2], BAND)
    assert alone.rate == pytest.approx(0.56)
    assert alone.error > 0.07, "half of the step to the expert may still lie ahead"


@pytest.mark.parametrize(
    ("rate", "error", "code"),
    [
        (0.7, 0.03, "above"), (0.3, 0.03, "below"), (0.5, 0.02, "inside"), (0.58, 0.03, "probably_above"),
        (0.5, 0.03, "probably_inside"), (0.55, 0.03, "open"),
    ],
)  # fmt: skip
def test_words_by_probability(rate, error, code):
    verdict = verdicts.judged(rate, error, BAND)
    assert verdict.code == code
    assert verdict.below + verdict.inside + verdict.above == pytest.approx(1)
    assert verdict.is_open == (code == "open")


@pytest.mark.parametrize(
    ("bots", "kind", "errs"),
    [
        (["heuristic", "heuristic"], QUICK, 0), (["expert"], EXPERT, 0), (["search:50"], SEARCH, 0),
        (["search:50", "heuristic"], ERRS, 0), (["heuristic blunder=0.1"], ERRS, 0.1),
        (["expert avoid=card:gimli"], ERRS, 0), (["expert", "random"], ERRS, 1), ([], QUICK, 0),
    ],
)  # fmt: skip
def test_kinds_of_bots(bots, kind, errs):
    assert verdicts.kind_of(bots) == kind
    assert verdicts.blunders(bots) == errs


def test_a_changed_game_is_judged_by_its_change_and_may_differ_with_better_bots():
    before = verdicts.judged(0.6, 0.02, BAND)
    change = {"change": -0.08, "change_low": -0.09, "change_high": -0.07}
    after = verdicts.shifted(before, change, BAND)
    assert after.rate == pytest.approx(0.52)
    assert after.error == pytest.approx(np.sqrt(0.02**2 + (0.01 / Z) ** 2 + 0.02**2))
