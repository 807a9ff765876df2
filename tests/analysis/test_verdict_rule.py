"""The rule for verdicts, judged by a simulation of bots that err and improve, whose truth is known."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from mazarbul.analysis import verdicts
from mazarbul.analysis.estimates import Z
from mazarbul.analysis.verdicts import ERRS, EXPERT, QUICK, SEARCH, Belief, Step

BAND = (0.45, 0.55)
SCENARIOS = 20_000
GAMES = 10_000  # of the bots that do not search
SHARED = 0.35  # correlation of the results of two bots in one deal
#: Ladders: the bots, and the games of those that search.
LADDERS = {
    "quick": ((QUICK,), ()),
    "expert": ((EXPERT,), ()),
    "quick, 200 of search": ((QUICK, SEARCH), (200,)),
    "quick, 2,000 of search": ((QUICK, SEARCH), (2_000,)),
    "expert, 100 of search": ((EXPERT, SEARCH), (100,)),
    "expert, 2,000 of search": ((EXPERT, SEARCH), (2_000,)),
    "expert, 2,000 of search, 1,000 of a deeper one": ((EXPERT, SEARCH, "deep"), (2_000, 1_000)),
}
#: Bot -> the least and the most of the last one's error that it keeps, and what it errs by itself. So steps
#: are as large as those of the bots that ship: 0.2 from a quick one to an expert, 0.1 from there to a search.
PARTS = {QUICK: (0, 0, 0.18), EXPERT: (0, 0.4, 0.11), SEARCH: (0, 0.5, 0.01), "deep": (0.4, 0.9, 0.007)}


def played(rng, count=SCENARIOS, *, is_cooperative=False):
    """Return the true rates of scenarios, and those of bots: each has lost a part of the error of the last.

    Where sides meet, a quarter of the scenarios is close to even. Players together win less often than with
    the best play, never more often, and err by twice as much. What all bots are blind to stays in all.
    """
    even = rng.random(count) < 0.25
    truth = np.where(even, rng.normal(0.5, 0.01, count), rng.normal(0.5, 0.15, count).clip(0.03, 0.97))
    truth = rng.uniform(0.02, 0.98, count) if is_cooperative else truth

    def drawn(spread):
        found = rng.normal(0, spread, count)
        return -abs(verdicts.TOGETHER * found) if is_cooperative else found

    blind, error, rates = drawn(0.015), np.zeros(count), {}
    for kind, (least, most, new) in PARTS.items():
        error = error * rng.uniform(least, most, count) + drawn(new)
        rates[kind] = verdicts.rate_at((verdicts.scaled(truth) + blind + error).clip(0.02, np.pi / 2 - 0.02))
    return truth, rates


def believed(rng, rates, bots, games, *, is_cooperative=False):
    """Return what is believed of a ladder that was played once in each scenario."""
    base, steps = rates[bots[0]], []
    seen = base + np.sqrt(base * (1 - base) / GAMES) * rng.normal(size=base.size)
    for (below, above), n in zip(pairwise(bots), games, strict=True):
        p, q = rates[below], rates[above]
        both = SHARED * np.sqrt(p * (1 - p) * q * (1 - q))
        slope = 1 / (2 * np.sqrt((p + q) / 2 * (1 - (p + q) / 2)))
        error = np.sqrt((p * (1 - p) + q * (1 - q) - 2 * both) / n) * slope
        spread = verdicts.SPREAD.get(below, verdicts.SPREAD[SEARCH])
        change = verdicts.scaled(q) - verdicts.scaled(p) + error * rng.normal(size=p.size)
        steps.append(Step(change, error, spread * (verdicts.TOGETHER if is_cooperative else 1)))
    top = SEARCH if games else bots[-1]
    return verdicts.estimate(seen, GAMES, steps, top, is_cooperative=is_cooperative)


def outcome(truth, belief, band=BAND):
    """Return which scenarios have a verdict and a probable one, and which of all are misjudged."""
    chances = np.array(verdicts.places(belief, band))
    likely, said = chances.max(0), chances.argmax(0)
    is_wrong = said != (truth >= band[0]) * 1 + (truth > band[1])
    return likely >= verdicts.SURE, (likely >= verdicts.LIKELY) & (likely < verdicts.SURE), is_wrong


def measured(name, *, is_cooperative=False):
    """Return the shares in percent: verdicts, wrong ones of these, probable ones, wrong ones of these."""
    rng = np.random.default_rng(7)
    truth, rates = played(rng, is_cooperative=is_cooperative)
    belief = believed(rng, rates, *LADDERS[name], is_cooperative=is_cooperative)
    sure, likely, is_wrong = outcome(truth, belief, (0.4, 0.6) if is_cooperative else BAND)
    shares = sure.mean(), is_wrong[sure].mean() if sure.any() else 0, likely.mean(), is_wrong[likely].mean()
    return [round(100 * float(share), 1) for share in shares]


@pytest.mark.parametrize("is_cooperative", [False, True], ids=["sides", "together"])
@pytest.mark.parametrize("name", LADDERS)
def test_verdicts_are_seldom_wrong(name, is_cooperative):
    _, wrong, _, doubtful = measured(name, is_cooperative=is_cooperative)
    assert wrong <= 100 * (1 - verdicts.SURE)
    assert doubtful <= 100 * (1 - verdicts.LIKELY) * 1.35


def test_more_play_decides_more():
    few, many = (measured(name) for name in ("expert, 100 of search", "expert, 2,000 of search"))
    assert many[0] > few[0] + 8
    assert many[0] + many[2] > 53
    assert many[1] < 3
    alone = measured("expert")
    assert alone[0] + alone[2] + 10 < few[0] + few[2] < many[0] + many[2] - 10


def test_even_games_with_bots_that_agree_get_their_verdict():
    """A balanced game whose bots all agree was undecided in four audits of ten."""
    rng = np.random.default_rng(3)
    even = np.full(4_000, 0.5)
    rates = dict.fromkeys((QUICK, EXPERT, SEARCH), even)
    sure, likely, is_wrong = outcome(even, believed(rng, rates, *LADDERS["expert, 2,000 of search"]))
    assert (sure | likely).mean() > 0.9
    assert not is_wrong[sure | likely].any()


def test_a_clear_step_counts_whole_and_noise_counts_little():
    change, left = verdicts.moved(Step(0.12, 0.01, verdicts.SPREAD[QUICK]))
    assert 0.117 < change < 0.12
    assert left < 0.01**2
    change, left = verdicts.moved(Step(0.04, 0.1, verdicts.SPREAD[SEARCH]))
    assert abs(change) < 0.01
    assert np.sqrt(left) > 0.03, "what was not seen stays in the error"
    assert verdicts.ahead(Step(0.0, 0.1, 0.1)) > 0.02, "and may lie ahead once more"
    assert verdicts.ahead(Step(0.1, 0.0, 0.1)) == pytest.approx(0.04)


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
    assert alone == verdicts.of_rate(EXPERT, 0.56, 10_000, BAND), "a step between other kinds tells nothing"
    assert alone.rate == pytest.approx(0.56)
    assert alone.belief.error > 0.12, "what a search would change may still lie ahead"


def test_both_sides_have_one_verdict():
    steps = {"step": 0.1, "step_low": 0.02, "step_high": 0.18}
    mine = [rung(EXPERT, 0.6), rung(SEARCH, 0.7, 100, rollouts=50) | steps]
    theirs = [
        rung(EXPERT, 0.4),
        rung(SEARCH, 0.3, 100, rollouts=50) | {"step": -0.1, "step_low": -0.18, "step_high": -0.02},
    ]
    one, other = (verdicts.of_ladder(rungs, BAND) for rungs in (mine, theirs))
    assert (one.rate, one.above, one.below) == pytest.approx((1 - other.rate, other.below, other.above))
    assert one.columns["estimate_low"] == pytest.approx(1 - other.columns["estimate_high"], abs=1e-3)


@pytest.mark.parametrize("win", [0.0, 0.02, 0.6, 0.97, 1.0])
def test_players_together_only_win_more_by_better_play(win):
    found = verdicts.of_rate(EXPERT, win, 4_000, (0.2, 0.4), is_cooperative=True)
    columns = found.columns
    assert found.rate == pytest.approx(win)
    assert win - 0.02 <= columns["estimate_low"] <= win + 0.01
    assert win <= columns["estimate_high"] <= 1
    assert found.above > 0.99 or win < 0.5
    assert found.below > 0.6 or win > 0.1


@pytest.mark.parametrize(
    ("rate", "error", "code"),
    [
        (0.7, 0.03, "above"), (0.3, 0.03, "below"), (0.5, 0.02, "inside"), (0.58, 0.03, "probably_above"),
        (0.5, 0.03, "probably_inside"), (0.55, 0.03, "open"),
    ],
)  # fmt: skip
def test_words_by_probability(rate, error, code):
    verdict = verdicts.judged(Belief(verdicts.scaled(rate), error, 0.0), BAND)
    assert verdict.code == code
    assert verdict.below + verdict.inside + verdict.above == pytest.approx(1)
    assert (verdict.is_open, verdict.is_sure) == (code == "open", code in verdicts.PLACES)
    assert not replace(verdict, barred="it is not finished").is_sure


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
    before = verdicts.judged(Belief(verdicts.scaled(0.6), 0.02, 0.0), BAND)
    change = {"change": -0.08, "change_low": -0.09, "change_high": -0.07}
    after = verdicts.shifted(before, change, BAND)
    assert after.rate == pytest.approx(0.52)
    assert after.belief.error == pytest.approx(np.sqrt(0.02**2 + (0.01 / Z) ** 2 + 0.02**2), rel=0.02)
