"""Two cards together: against a naive count, a planted synergy, coverage, false alarms."""

from __future__ import annotations

import numpy as np
import pyarrow.parquet as pq
import pytest

from mazarbul.analysis import load_run, pairs
from mazarbul.analysis.counting import exposures
from mazarbul.analysis.counting.pairs import sums
from mazarbul.analysis.estimates import benjamini_hochberg
from tests.analysis.synthetic import Plan, write_run
from tests.analysis.test_regression import deal, errors

PLAN = Plan(
    cards=20,
    shuffled=True,
    opening_effects={"frodo/card_3": 0.08, "witch_king/card_2": 0.06},
    synergies={("frodo/card_4", "aragorn/card_6"): 0.2, ("saruman/card_2", "saruman/card_5"): 0.2},
    length_effect=0.03,
)
PLANTED = {frozenset([("frodo", "card_4"), ("aragorn", "card_6")]): 0.2,
           frozenset([("saruman", "card_2"), ("saruman", "card_5")]): -0.2}  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return write_run(tmp_path_factory.mktemp("runs") / "pairs", 24_000, 7_000, seed=3, plan=PLAN)


@pytest.fixture(scope="module")
def table(folder):
    return pairs.together(load_run(folder))


def names(row):
    return frozenset([(row["seat"], row["id"]), (row["other_seat"], row["other_id"])])


def test_every_pair_of_a_side_once(table):
    cards = 19 * 2
    assert len(table) == 2 * cards * (cards - 1) / 2
    assert len({names(row) for row in table.to_dict("records")}) == len(table)
    assert table["interaction"].is_monotonic_decreasing


def test_against_a_naive_count(folder, table):
    packed = pq.read_table(folder / "cards").to_pandas()
    won = (pq.read_table(folder / "games").to_pandas()["winner"] == "free_peoples").to_numpy()
    dealt = (packed["frodo/card_0"] & 3) + (packed["frodo/card_0#2"] & 3) > 0
    other = packed["aragorn/card_6"] & 3 > 0
    row = next(
        row for row in table.to_dict("records") if names(row) == {("frodo", "card_0"), ("aragorn", "card_6")}
    )
    cells = {
        "both": dealt & other,
        "first": dealt & ~other,
        "second": ~dealt & other,
        "neither": ~dealt & ~other,
    }
    if row["id"] != "card_0":
        cells["first"], cells["second"] = cells["second"], cells["first"]
    for name, games in cells.items():
        assert row[f"{name}_n"] == games.sum()
        assert row[name] == pytest.approx(won[games].mean())
    value = row["both"] - row["first"] - row["second"] + row["neither"]
    assert row["interaction"] == pytest.approx(value, abs=1e-6)
    assert row["interaction_n"] == cells["both"].sum()
    variance = sum(won[games].var() / games.sum() for games in cells.values())
    assert row["interaction_high"] - value == pytest.approx(1.96 * np.sqrt(variance), rel=0.01)


def test_planted_synergies_are_found_and_nothing_else(table):
    rows = table.to_dict("records")
    assert {names(row) for row in rows if row["interaction_bh"] < 0.05} == set(PLANTED)
    off = [errors(row, "interaction", PLANTED.get(names(row), 0.0)) for row in rows]
    assert np.abs(off).max() < 4
    assert 0.8 < np.std(off) < 1.2


def sampled(batch):
    """Value, low, high, p of all pairs of one batch."""
    found = pairs.compared(sums(batch.had, batch.won[0], np.zeros(len(batch.had)), {}))
    one, other = np.triu_indices(len(batch.had), 1)
    games, wins, rest = (found[name][:, one, other] for name in ("games", "wins", "rest"))
    return pairs.interaction(games, wins, rest, found["share"])


def test_intervals_cover_and_false_alarms_are_few():
    """Single cards matter, pairs do not; tolerance 4 standard errors of the simulation."""
    rng, inside, alarm = np.random.default_rng(5), [], []
    for _ in range(300):
        _, low, high, p = sampled(deal(rng, 3_000, np.linspace(-0.1, 0.1, 10)))
        inside.append(((low <= 0) & (high >= 0)).mean())
        alarm.append((benjamini_hochberg(p) < 0.05).any())
    assert abs(np.mean(inside) - 0.95) < 4 * np.std(inside) / np.sqrt(300) + 0.005
    assert np.mean(alarm) < 0.05 + 4 * np.sqrt(0.05 * 0.95 / 300)


@pytest.mark.parametrize("few", [10, 16, 40])
def test_a_pair_that_few_games_have_is_not_clear_by_chance(few):
    """No interaction, both cards in few games: p below 0.001 in at most that share; tolerance 4 errors."""
    rng, times = np.random.default_rng(few), 100_000
    games = np.tile(np.array([few, 310, 310, 4_370], float)[:, None], times)
    wins = rng.binomial(games.astype(int), 0.4).astype(float)
    _, low, high, p = pairs.interaction(games, wins, wins)
    assert (p < 0.001).mean() < 0.001 + 4 * np.sqrt(0.001 / times)
    assert 0.94 < ((low <= 0) & (high >= 0)).mean() < 0.975


def test_number_of_cards_is_not_taken_for_a_synergy():
    """A side that has drawn many cards wins more than in proportion, but no pair is the cause."""
    rng = np.random.default_rng(9)
    n, cards = 60_000, 8
    number = rng.integers(1, 8, n)
    had = (np.argsort(np.argsort(rng.random((n, cards)), axis=1), axis=1) < number[:, None]).T
    won = (rng.random(n) < 0.2 + 0.6 * (number / 7) ** 2).astype(np.float32)
    found = pairs.compared(sums(had.astype(np.float32), won, np.repeat("a", cards), {"a": 4}))
    one, other = np.triu_indices(cards, 1)
    games, wins, rest = (found[name][:, one, other] for name in ("games", "wins", "rest"))
    value, low, high, p = pairs.interaction(games, wins, rest, found["share"])
    plain = pairs.interaction(games, wins, wins)
    assert (benjamini_hochberg(plain[3]) < 0.05).all()
    assert np.abs(value / ((high - low) / 2 / 1.96)).max() < 4
    assert not (benjamini_hochberg(p) < 0.05).any()


def test_known_numbers_against_every_game(tmp_path):
    """Early cards, which a side's seats do not draw in fixed numbers: the win minus its regression on them.

    The variance in a cell is that of the win there, minus the part that the numbers explain over all games.
    The variance of the regression's own residuals in the cell is nearly the same, but needs every game.
    """
    plan = Plan(cards=8, copies=1, shuffled=True, pace_effect=0.1, length_effect=0.03)
    run = load_run(write_run(tmp_path / "run", 20_000, 6_000, seed=7, plan=plan))
    table = pairs.together(run, "early")
    read = exposures.exposures(run, run.declared.asked("held")[0], "early", run.pilot)
    whole = read.deal(next(run.batches(read.columns, run.games)))
    facts = read.units.kinds
    for side, won in zip(run.sides, whole.won.astype(float), strict=True):
        mine = facts[facts["side"] == side]
        numbers = [whole.had[rows.index].sum(0, dtype=float) for _, rows in mine.groupby("seat")]
        one, other = numbers
        assert np.ptp(one) > 1
        known = np.column_stack([np.ones(len(won)), one, other, one**2, one * other, other**2])
        rest = won - known @ np.linalg.lstsq(known, won)[0]
        has = {(row.seat, row.id): whole.had[row.Index] > 0 for row in mine.itertuples()}
        for row in table[table["side"] == side].to_dict("records"):
            a, b = has[(row["seat"], row["id"])], has[(row["other_seat"], row["other_id"])]
            cells = a & b, a & ~b, ~a & b, ~a & ~b
            value = np.array([1, -1, -1, 1]) @ [rest[games].mean() for games in cells]
            assert row["interaction"] == pytest.approx(value, abs=1e-10)
            spread = sum(won[games].var() / games.sum() for games in cells) * rest.var() / won.var()
            assert row["interaction_high"] - value == pytest.approx(1.96 * np.sqrt(spread), rel=2e-3)
            own = sum(rest[games].var() / games.sum() for games in cells)
            assert spread == pytest.approx(own, rel=0.03)


def test_an_empty_cell_tells_nothing():
    """Two cards that are always drawn together, in games with different numbers of cards."""
    rng = np.random.default_rng(2)
    had = rng.random((4, 500)) < 0.5
    had[1] = had[0]
    won = (rng.random(500) < 0.5).astype(np.float32)
    found = pairs.compared(sums(had.astype(np.float32), won, np.repeat("a", 4), {}))
    games, wins, rest = (found[name][:, [0, 0], [1, 2]] for name in ("games", "wins", "rest"))
    value, *_, p = pairs.interaction(games, wins, rest, found["share"])
    assert np.isnan(value).tolist() == np.isnan(p).tolist() == [True, False]


def test_run_without_cards(folder, tmp_path):
    run = load_run(folder)
    run.catalogue.pop("cards")
    assert pairs.together(run).empty
