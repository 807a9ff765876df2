"""Folders that were altered and sealed anew are refused in words; one test for each kind of alteration."""

from __future__ import annotations

import io
import zipfile

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from mazarbul.analysis import RunError, load_run
from mazarbul.analysis.collection import Collection
from mazarbul.analysis.counting import parts
from mazarbul.analysis.fitting import of_folder
from mazarbul.analysis.sealed import file_sum
from mazarbul.formats.folders import CollectionFile
from mazarbul.formats.forms import check_values, fault
from mazarbul.reports.figures import figures
from mazarbul.reports.summary import lines
from mazarbul.sim.runner.errors import RunFailure
from mazarbul.sim.runner.manifest import load
from tests import sealing
from tests.analysis.synthetic import Plan, write_run
from tests.runner.help import play


@pytest.fixture
def run(tmp_path):
    write_run(tmp_path / "run", 60, 20, seed=1, plan=Plan(cards=2))
    return tmp_path / "run"


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"seed": "x"}, "at 'seed'"),
        ({"seed": -1}, "at 'seed'"),
        ({"bots": []}, "at 'bots'"),
        ({"bots": {"frodo": 3}}, "at 'bots.frodo'"),
        ({"families": "games"}, "at 'families'"),
        ({"games_planned": 10**11}, "at 'games_planned'"),
        ({"switches": {"x": {}}}, "at 'switches"),
        ({"changes": [{"kind": "x"}]}, "at 'changes.0"),
        ({"experiment": {"band": [0.6]}}, "at 'experiment.band.1'"),
        ({"experiment": {"band": [0.6, float("nan")]}}, "the number nan"),
        ({"title": 2**64}, "more than 64 bits"),
        ({"aggregates": {"columns": 3}}, "at 'aggregates"),
    ],
    ids=str,
)
def test_a_manifest_is_checked(run, changes, words):
    sealing.change(run, **changes)
    with pytest.raises(RunError, match=words):
        load_run(run)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"title": None}, "at 'title'"),
        ({"seats": {}}, "at 'seats'"),
        ({"seats": [{"id": "frodo"}]}, "at 'seats.0.side'"),
        ({"band": [0.6]}, "at 'band.1'"),
        ({"cards": [{"name": "no id"}]}, "at 'things.0.id'"),
        ({"cards": 3}, "at 'things'"),
        ({"declared": {"families": [{"id": 3}]}}, "at 'families.0"),
        ({"declared": {"courses": {"measures": [{"id": "x"}]}}}, "at 'courses"),
        ({"declared": {"famlies": []}}, "at 'famlies'"),
        ({"declared": 3}, "is damaged"),
    ],
    ids=str,
)
def test_a_catalogue_is_checked(run, changes, words):
    catalogue = sealing.read(run / sealing.CATALOGUE) | changes
    sealing.seal(run, sealing.read(run / sealing.MANIFEST), catalogue)
    with pytest.raises(RunError, match=words):
        load_run(run)


def test_a_manifest_of_two_kilobytes_does_not_fill_the_memory(tmp_path):
    folder = play(tmp_path / "run", games=40)
    sealing.change(folder, games_planned=10**10, chunk_games=1)
    with pytest.raises(RunFailure, match="more than 1,000,000 parts"):
        load(folder)


@pytest.mark.parametrize(
    ("column", "words"),
    [
        (pa.array([[1]] * 20), "of the type list"),
        (pa.array([b"x"] * 20), "of the type binary"),
        (pa.array(["x"] * 20), "the first part one of"),
    ],
    ids=["list", "binary", "text"],
)
def test_columns_of_another_type_are_refused(run, column, words):
    for path in sorted((run / "games").iterdir())[0 if "first" not in words else 1 :]:
        table = pq.read_table(path)
        i = table.column_names.index("round_n") if "round_n" in table.column_names else 2
        pq.write_table(table.set_column(i, table.column_names[i], column), path)
    sealing.change(run)
    found = load_run(run)
    with pytest.raises(RunError, match=words):
        list(found.batches({"games": found.columns("games")}))


def test_counts_whose_header_claims_any_number_are_refused(tmp_path):
    header = io.BytesIO()
    claimed = {"descr": "<i8", "fortran_order": False, "shape": (10**15,)}
    np.lib.format.write_array_header_1_0(header, claimed)
    with zipfile.ZipFile(tmp_path / "part.npz", "w") as file:
        file.writestr("x/y.npy", header.getvalue())

    class Every:
        name = "x"
        unpacked = staticmethod(dict)

    with pytest.raises(ValueError, match=r"10|memory|allocate|array"):
        parts.read(tmp_path / "part.npz", [Every()])


@pytest.mark.parametrize("value", [2**63, -(2**63) - 1, float("inf"), float("nan")])
def test_numbers_have_limits(value):
    check_values({"a": [1, 2.5, 2**63 - 1]})
    with pytest.raises(ValueError, match=r"64 bits|the number"):
        check_values({"a": [{"b": value}]})


def test_what_arrow_cannot_read_is_said_and_a_fault_of_ours_is_not_hidden():
    @of_folder
    def lines(error):
        yield "one"
        raise error

    with pytest.raises(RunError, match=r"cannot be analysed, .* \(ArrowInvalid: x\)"):
        list(lines(pa.ArrowInvalid("x")))
    for error in (KeyError, TypeError, ValueError, IndexError, AssertionError, MemoryError):
        with pytest.raises(error):
            list(lines(error("x")))


MEMBER = {"id": "x", "run": "x"}


@pytest.mark.parametrize(
    ("kind", "member", "words"),
    [
        ("ladder", {}, "of the member 'x' at 'first_bot'"),
        ("ladder", {"first_bot": "random", "first_level": -1}, "at 'first_level'"),
        ("matrix", {"players": 1, "decks": "ab", "names": []}, "at 'decks'"),
        ("audit", {"part": "ladder", "level": 0, "label": "x", "rollouts": 0}, "at 'is_usual'"),
        ("ablation", {"kind": "blank", "label": "x"}, "at 'name'"),
        ("swaps", {"label": "x", "side": "x", "seat": 3}, "at 'seat'"),
        ("whatif", {"label": 3}, "at 'label'"),
    ],
)
def test_members_of_a_collection_are_checked(kind, member, words):
    data = {"kind": kind, "title": "x", "game": "x", "scenario": "x", "members": [MEMBER | member]}
    assert words in fault(CollectionFile, data)


def test_tables_of_results_are_checked(tmp_path):
    right = pd.DataFrame(
        {"game": [1], "gain": [0.5], "side": ["a"], "kind": ["b"], "own": ["c"], "other": ["d"]}
    )
    (tmp_path / "tables").mkdir()

    def read(frame):
        path = tmp_path / "tables" / "moves.parquet"
        frame.to_parquet(path)
        info = {"kind": "audit", "tables": {"moves": file_sum(path)}}
        return Collection(tmp_path, info, None, pd.DataFrame()).table("moves")

    pd.testing.assert_frame_equal(read(right), right)
    assert {*right} <= {*read(pd.DataFrame({"game": []}))}  # of none, all columns are there
    for wrong in (right.drop(columns="own"), right.assign(gain="x"), right.assign(side=3)):
        with pytest.raises(RunError, match=r"moves.parquet.*has no column"):
            read(wrong)


def test_columns_of_things_are_numbers(run):
    for path in sorted((run / "cards").iterdir()):
        table = pq.read_table(path)
        texts = pa.array(["x"] * len(table))
        pq.write_table(table.set_column(1, table.column_names[1], texts), path)
    sealing.change(run)
    found = load_run(run)
    with pytest.raises(RunError, match="of the type string"):
        list(found.batches({"cards": found.columns("cards")}))


def test_a_manifest_need_not_say_what_older_ones_do_not(run):
    manifest = sealing.read(run / sealing.MANIFEST)
    for name in ("switches", "changes", "experiment", "libraries", "bot_hashes"):
        manifest.pop(name, None)
    sealing.seal(run, manifest, sealing.read(run / sealing.CATALOGUE))
    assert figures(run)["switches"] is None
    assert list(lines(run))
