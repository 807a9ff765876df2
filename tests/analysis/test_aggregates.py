"""Counts instead of rows give the same tables for any chunks; anything that needs rows says so."""

from __future__ import annotations

import pickle

import numpy as np
import pyarrow as pa
import pytest

from mazarbul.analysis import (
    RunError,
    held,
    lead,
    load_run,
    paired,
    pairs,
    picked,
    regression,
    scenarios,
    shared,
)
from mazarbul.analysis.aggregates import Summary
from mazarbul.analysis.counting import parts
from mazarbul.analysis.counting.games import Measures, Results
from mazarbul.analysis.counting.plan import statistics
from mazarbul.analysis.counting.statistic import smallest
from mazarbul.analysis.estimates import frequency_quantiles
from tests import sealing
from tests.analysis.counted import check_reports, check_totals, counted, same
from tests.analysis.synthetic import Plan, write_run

pytestmark = pytest.mark.slow

SHUFFLED = Plan(
    cards=6, capped=0.02, shuffled=True, pace_effect=0.05, start_effects={"frodo": 0.1},
    opening_effects={"frodo/card_3": 0.1},
)  # fmt: skip
GAMES = 3_000


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return write_run(tmp_path_factory.mktemp("runs") / "rows", GAMES, 1_100, seed=8, plan=SHUFFLED)


@pytest.fixture(scope="module")
def counts(folder, tmp_path_factory):
    return counted(folder, tmp_path_factory.mktemp("runs") / "counts", 700)


@pytest.mark.parametrize("chunk", [1, 97, 2_000, GAMES])
def test_totals_do_not_depend_on_the_chunks(folder, tmp_path, chunk):
    rows = load_run(folder)
    if chunk == 1:  # a part of one game
        folder = write_run(tmp_path / "few", 40, 40, plan=SHUFFLED)
        rows = load_run(folder)
    check_totals(rows, counted(folder, tmp_path / "counts", chunk))


def test_every_table_of_the_report_is_the_same(folder, counts):
    check_reports(load_run(folder), counts)


def test_a_run_of_games_alone_is_counted_as_well(tmp_path):
    folder = write_run(tmp_path / "rows", 500, 200, plan=Plan(cards=2))
    sealing.change(folder, families=["games"])
    counts = counted(folder, tmp_path / "counts", 150)
    assert counts.families == ("games",)
    assert counts.pilot.early_round == {"cards": None}
    check_reports(load_run(folder), counts)


def test_counts_say_what_rows_say(folder, counts):
    rows = load_run(folder)
    made = [
        (scenarios.win_rates(run), lead.swings(run), shared.spread(run), picked.contests(run),
         held.fates(held.tally(run)[1]), regression.adjusted(run, "early"), pairs.together(run))
        for run in (rows, counts)
    ]  # fmt: skip
    assert all(one.equals(other) and len(one) for one, other in zip(*made, strict=True))
    assert paired.unpaired(rows, counts).equals(paired.unpaired(counts, rows))


def test_parts_are_equal_to_the_byte_and_without_objects(folder, counts, tmp_path):
    again = counted(folder, tmp_path / "again", 700)
    for one, other in zip(counts.files["aggregates"], again.files["aggregates"], strict=True):
        assert one.read_bytes() == other.read_bytes()
        with np.load(one, allow_pickle=False) as arrays:
            assert all(arrays[name].dtype.kind in "biufU" for name in arrays.files)


def test_a_summary_travels(counts):
    summary = Summary.described(counts.catalogue, counts.manifest["aggregates"])
    summary.description()
    assert pickle.loads(pickle.dumps(summary)).description() == summary.description()


@pytest.mark.parametrize(
    ("ask", "what"),
    [
        (lambda run, _: run.sql("select 1"), "an SQL query needs them one by one"),
        (lambda run, _: list(run.batches({"games": ["winner"]})), "this analysis needs them"),
        (lambda run, rows: paired.compare(rows, run), "a comparison game by game needs them"),
        (lambda run, rows: paired.compare(run, rows), "a comparison game by game needs them"),
    ],
)
def test_what_needs_rows_says_so(folder, counts, ask, what):
    message = f"keeps counts of its games, and {what}.*play it again with --keep games"
    with pytest.raises(RunError, match=message):
        ask(counts, load_run(folder))


def test_what_is_not_counted_is_refused(counts):
    with pytest.raises(RunError, match=r"but not 'pairs_early_cards'; play it again with --keep all"):
        pairs.together(counts, "early")


def test_counts_of_another_kind_are_refused(counts, tmp_path):
    made = load_run(counts.path)
    made.manifest["aggregates"]["statistics"]["results"] = {"winner": "string"}
    with pytest.raises(RunError, match="counts 'results' in another way than this version"):
        scenarios.win_rates(made)


@pytest.mark.parametrize("damage", [lambda data: data[: len(data) // 2], lambda data: b"x" * len(data)])
def test_a_damaged_part_is_named(folder, tmp_path, damage):
    run = counted(folder, tmp_path / "counts", 1_500)
    part = run.files["aggregates"][1]
    part.write_bytes(damage(part.read_bytes()))
    with pytest.raises(RunError, match=r"part-00001\.npz: cannot be read"):
        scenarios.win_rates(run)
    with pytest.raises(RunError, match=r"part-00001\.npz"):
        load_run(run.path)


def test_a_manifest_that_does_not_say_what_was_counted(folder, tmp_path):
    path = counted(folder, tmp_path / "counts", GAMES).path
    sealing.change(path, aggregates=None)
    with pytest.raises(RunError, match=r"manifest\.json: lacks 'aggregates'"):
        load_run(path)


def test_a_part_without_a_statistic_is_named(folder, tmp_path):
    run = counted(folder, tmp_path / "counts", GAMES)
    (part,) = run.files["aggregates"]
    results = Results(run)
    part.write_bytes(parts.encoded([results], {"results": run.total(results)}))
    assert scenarios.undecided(load_run(folder)) == scenarios.undecided(run)
    with pytest.raises(RunError, match=r"part-00000\.npz: cannot be read"):
        run.total(Measures(run))


@pytest.mark.parametrize("name", ["results", "measures", "lead", "held_cards", "pairs_opening_cards"])
def test_packing_round_trips(folder, name):
    run = load_run(folder)
    statistic = next(each for each in statistics(run, run.pilot) if each.name == name)
    total = run.total(statistic)
    assert same(statistic.unpacked(statistic.packed(total)), total)


def test_missing_values_and_names_are_kept():
    statistic = Results.__new__(Results)
    statistic.keys = {"winner": pa.string(), "rounds": pa.int64()}
    values = {"winner": pa.array(["é", None, "", None]), "rounds": pa.array([3, None, -200, None])}
    total = statistic.counted(values)
    assert total.column("games").to_pylist() == [1, 1, 2]
    assert statistic.unpacked(statistic.packed(total)).equals(total)
    twice = statistic.added(total, total)
    assert twice.column("games").to_pylist() == [2, 2, 4]


@pytest.mark.parametrize(
    ("values", "dtype"),
    [
        ([0, 255], "u1"),
        ([-1, 127], "i1"),
        ([-1, 128], "i2"),
        ([2**33], "u8"),
        ([0.5, 1], "f8"),
        ([2.0**80], "f8"),
        ([], "f8"),
    ],
)
def test_numbers_take_as_little_room_as_they_can(values, dtype):
    made = smallest(np.array(values))
    assert made.dtype == np.dtype(dtype)
    assert made.tolist() == values


def test_quantiles_of_frequencies_are_those_of_the_values():
    rng, shares = np.random.default_rng(4), (0, 0.05, 0.37, 0.5, 0.95, 1)
    for n in (1, 2, 3, 50, 1_001):
        values, games = np.unique(rng.poisson(6, n) / 4, return_counts=True)
        made = frequency_quantiles(values, games, shares)
        assert np.allclose(made, np.quantile(np.repeat(values, games), shares), rtol=1e-12)
