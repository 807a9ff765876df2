"""Effects of cards dealt by the shuffle: against a library, planted effects, coverage, false alarms."""

from __future__ import annotations

import numpy as np
import pytest
import statsmodels.api as sm

from mazarbul.analysis import held, load_run, regression
from mazarbul.analysis import run as runs
from mazarbul.analysis.counting import exposures
from mazarbul.analysis.counting.products import Products, products
from mazarbul.analysis.estimates import Z, benjamini_hochberg, two_sided
from tests.analysis.synthetic import SEATS, Plan, rechunk, write_run
from tests.marks import slow_but

OPENING = {"frodo/card_3": 0.1, "aragorn/card_5": -0.06, "saruman/card_4": -0.08}
EARLY = {"frodo/card_3": 0.1, "witch_king/card_6": -0.1}


@pytest.fixture(scope="module")
def dealt(tmp_path_factory):
    plan = Plan(shuffled=True, opening_effects=OPENING, length_effect=0.04, capped=0.01)
    return load_run(write_run(tmp_path_factory.mktemp("runs") / "dealt", 20_000, 6_000, seed=4, plan=plan))


@pytest.fixture(scope="module")
def drawn(tmp_path_factory):
    plan = Plan(shuffled=True, early_effects=EARLY, length_effect=0.03, pace_effect=0.08)
    return load_run(write_run(tmp_path_factory.mktemp("runs") / "drawn", 20_000, 6_000, seed=6, plan=plan))


def truths(effects, kept=1.0):
    """Effect of one copy of each card on its own side, against the mean card of its deck."""
    made = {}
    for seat, _, side, _ in SEATS:
        sign = kept if side == "free_peoples" else -kept
        planted = [effects.get(f"{seat}/card_{i}", 0.0) for i in range(8)]
        made |= {(seat, f"card_{i}"): sign * (planted[i] - np.mean(planted)) for i in range(8) if i != 1}
    return made


def errors(row, name, truth):
    """The error of an estimate in standard errors."""
    return (row[name] - truth) / ((row[f"{name}_high"] - row[f"{name}_low"]) / 2 / Z)


@pytest.mark.parametrize("exposure", slow_but(["opening"], exposures.EXPOSURES))
def test_equals_the_library(dealt, exposure):
    """The library with effects that sum to zero: each seat's last card is minus the sum of the rest."""
    plan = exposures.exposures(dealt, dealt.declared.asked("held")[0], exposure, dealt.pilot)
    made = regression.adjusted(dealt, exposure).set_index(["seat", "id"])
    whole = plan.deal(next(dealt.batches(plan.columns, dealt.games)))
    facts, had = plan.units.kinds, whole.had.T.astype(float)
    copies, seats = facts["copies"].to_numpy(), facts["seat"].to_numpy()
    columns, free = [np.ones(len(had))], []
    for seat in dict.fromkeys(seats):
        *mine, last = np.flatnonzero(seats == seat)
        columns += [had[:, i] - copies[i] / copies[last] * had[:, last] for i in mine]
        free += mine
    if exposure == "early":  # the seats of a side have drawn equally many
        columns += [had[:, seats == seat].sum(1) for seat in ("frodo", "witch_king")]
    for side, won in zip(dealt.sides, whole.won, strict=True):
        model = sm.OLS(won.astype(float), np.column_stack(columns))
        fitted, robust = model.fit(), model.fit(cov_type="HC1")
        for place, unit in enumerate(free, 1):
            if facts["side"][unit] == side:
                row = made.loc[(seats[unit], facts["id"][unit])]
                assert row["effect"] == pytest.approx(fitted.params[place], abs=1e-9)
                assert row["effect_high"] - row["effect"] == pytest.approx(Z * fitted.bse[place], rel=1e-6)
                assert fitted.bse[place] == pytest.approx(robust.bse[place], rel=0.05)


def test_batches_give_the_same(dealt):
    """All sums are whole numbers: equal to the last digit, however the games are cut."""
    whole = regression.adjusted(dealt)
    again = load_run(dealt.path)
    statistic = Products(exposures.exposures(again, again.declared.asked("held")[0], "opening", again.pilot))
    parts = again.scan(statistic.columns, statistic.count, rows=3_000)
    total = next(parts)
    for part in parts:
        total = statistic.added(total, part)
    for name, array in dealt.total(statistic).items():
        assert (total[name] == array).all()
    assert regression.adjusted(again).equals(whole)


def test_effects_of_a_deck_sum_to_zero(dealt):
    table = regression.adjusted(dealt)
    assert (table["effect"] * table["copies"]).groupby(table["seat"]).sum().abs().max() < 1e-12
    assert table["effect"].is_monotonic_decreasing


def test_planted_effects_of_the_opening_hand(dealt):
    table = regression.adjusted(dealt).set_index(["seat", "id"])
    truth = truths(OPENING, 0.99)
    off = [errors(table.loc[name], "effect", truth[name]) for name in table.index]
    assert np.abs(off).max() < 4
    assert np.std(off) < 1.6
    strong = {("frodo", "card_3"), ("aragorn", "card_5"), ("saruman", "card_4")}
    assert strong <= set(table.index[table["effect_bh"] < 0.05])


def test_drawing_is_mixed_up_with_length_and_pace_but_the_adjusted_effect_is_not(drawn):
    """The side that draws much wins fast and long games: all cards look good, but not within their deck."""
    naive = held.results(held.tally(drawn)[0]).set_index(["seat", "id"])
    table = regression.adjusted(drawn, "early").set_index(["seat", "id"])
    assert set(table["round"]) == {1}
    truth = truths(EARLY)
    still = [name for name, value in truth.items() if name[0] == "aragorn" and value == 0]
    assert all(errors(naive.loc[name], "improvement", 0) > 4 for name in still)
    off = [errors(table.loc[name], "effect", truth[name]) for name in table.index]
    assert np.abs(off).max() < 4
    assert np.std(off) < 1.6


def test_what_cannot_be_estimated_is_not_reported(tmp_path):
    tiny = load_run(write_run(tmp_path / "tiny", 12, 12, plan=Plan(shuffled=True)))
    assert regression.adjusted(tiny)["effect"].isna().all()
    with pytest.raises(ValueError, match="unknown exposure 'late': one of opening, early"):
        regression.adjusted(tiny, "late")


def test_the_round_of_early_cards_is_that_of_the_first_games(tmp_path, drawn, monkeypatch):
    """For any cut of the run into parts and batches, and any number of further games."""
    assert drawn.pilot.early_round == {"cards": 1}
    first = drawn.pilot.usual
    for chunk in (999, 20_000):
        again = load_run(rechunk(drawn.path, tmp_path / str(chunk), chunk))
        assert (again.pilot.early_round, again.pilot.usual) == ({"cards": 1}, first)
    monkeypatch.setattr(runs, "PILOT_GAMES", 5)
    assert load_run(drawn.path).pilot.usual != first


def test_card_that_is_always_dealt():
    batch = deal(np.random.default_rng(1), 500)
    batch.had[3] = 1
    effect, _ = regression.fit(products(batch), np.repeat("a", 10), np.ones(10))
    assert np.isnan(effect[0, 3])
    assert np.isfinite(np.delete(effect[0], 3)).all()


def deal(rng, n, effects=0.0, hand=4, cards=10):
    """Games with `hand` of `cards` dealt; the effects are on the chance of winning."""
    had = (np.argsort(rng.random((n, cards)), axis=1) < hand).T.astype(np.float32)
    won = rng.random(n) < 0.5 + np.broadcast_to(effects, cards) @ (had - hand / cards)
    return exposures.Deal(had, np.stack([won, ~won]).astype(np.float32))


def test_intervals_cover_and_false_alarms_are_few():
    """300 samples of 1,200 games; tolerance 4 standard errors of the simulation, a deal counts as one."""
    rng, effects = np.random.default_rng(12), np.array([0.15, -0.15, *[0.0] * 8])
    inside, false, found = [], [], []
    for _ in range(300):
        values, error = regression.fit(products(deal(rng, 1_200, effects)), np.repeat("a", 10), np.ones(10))
        inside.append((np.abs(values[0] - effects) < Z * error[0]).mean())
        alarm = benjamini_hochberg(two_sided(values[0] / error[0])) < 0.05
        false.append(alarm[2:].sum() / max(alarm.sum(), 1))
        found.append(alarm[:2].mean())
    assert abs(np.mean(inside) - 0.95) < 4 * np.std(inside) / np.sqrt(300) + 0.003
    assert np.mean(false) < 0.05 + 4 * np.std(false) / np.sqrt(300)
    assert np.mean(found) > 0.9
