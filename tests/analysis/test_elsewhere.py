"""A folder is read as it lies there: no path is a pattern, and no name leads out of it."""

from __future__ import annotations

import csv
import json
import os
import shutil

import pandas as pd
import pytest

from mazarbul.analysis import load_run, paired
from mazarbul.analysis.collection import load_collection
from mazarbul.analysis.sealed import RunError
from mazarbul.analysis.views import quoted, text
from mazarbul.formats.cells import cell
from mazarbul.formats.places import inside
from mazarbul.reports.blocks import Column, Section, Table
from mazarbul.reports.page import Page
from mazarbul.reports.study import load_study
from mazarbul.reports.write import ReportError, write
from tests import sealing
from tests.analysis.synthetic import write_run
from tests.reports import folders

GAMES = 40
#: Names of folders that DuckDB takes for patterns, columns, homes or places in the network.
NAMES = ("r[1]", "r*", "r?", "**", "{r1,r2}", "[!r]1", "game=7", "~", "s3:", "it's")


@pytest.fixture
def place(tmp_path, monkeypatch):
    """The current folder, with two runs that no pattern may find."""
    monkeypatch.chdir(tmp_path)
    for name in ("r1", "r2"):
        write_run(tmp_path / name, GAMES, GAMES, seed=2)
    return tmp_path


def test_a_query_reads_the_run_and_no_other(place):
    for name in NAMES:
        folder = write_run(place / name / "run", GAMES, GAMES, seed=3)
        own = pd.read_parquet(next((folder / "games").glob("*.parquet")))
        for given in (folder, folder.relative_to(place)):
            found = load_run(given).sql("select * from games order by game")
            assert list(found.columns) == list(own.columns), name
            assert found["rounds"].tolist() == own["rounds"].tolist(), name


def test_a_comparison_reads_the_run_and_no_other(place):
    one = load_run(write_run(place / "r[1]", GAMES, GAMES, seed=3))
    same = load_run(shutil.copytree(place / "r[1]", place / "r*"))
    for pairs in paired.count_pairs(one, same).values():
        assert pairs.n == GAMES
        assert pairs[1:3] == (0, 0)


def test_a_name_in_a_query_is_a_name(place):
    (place / "secret.csv").write_text("a")
    catalogue = sealing.read(place / "r1" / sealing.CATALOGUE)
    evil = "x' or (select true from read_csv('secret.csv')) or '"
    catalogue = json.loads(json.dumps(catalogue).replace("free_peoples", evil))
    sealing.seal(place / "r1", sealing.read(place / "r1" / sealing.MANIFEST), catalogue)
    one = load_run(place / "r1")
    assert evil in one.sides
    assert paired.count_pairs(one, one)[evil][:3] == (0, 0, 0)  # nobody of that name has won
    assert (text("it's"), quoted('a"b')) == ("'it''s'", '"a""b"')


@pytest.mark.skipif(os.sep != "/", reason="a backslash separates folders here")
def test_what_cannot_be_told_from_a_pattern_is_refused(place):
    folder = write_run(place / "a\\[1]", GAMES, GAMES, seed=3)
    with pytest.raises(RunError, match=r"a path with a backslash .* rename the folder"):
        load_run(folder).sql("select * from games")


@pytest.mark.parametrize(
    "name",
    ["../outside.parquet", "/etc/passwd", "games/../../outside.parquet", "games\\..\\x", "C:x", "", "a\0"],
)
def test_a_part_outside_of_the_folder_is_not_read(place, name):
    folder = place / "r1"
    shutil.copy(next((folder / "games").glob("*.parquet")), place / "outside.parquet")
    manifest = sealing.read(folder / sealing.MANIFEST)
    for chunk in manifest["chunks"]:
        chunk["files"]["games"]["file"] = name
    sealing.write(folder / sealing.MANIFEST, {key: value for key, value in manifest.items() if key != "sum"})
    with pytest.raises(RunError, match=r"is damaged at .chunks\.0\.files\.games\.file."):
        load_run(folder)


def changed(file, change):
    data = {key: value for key, value in sealing.read(file).items() if key != "sum"}
    change(data)
    sealing.write(file, data)


def test_a_member_outside_of_a_collection_is_not_read(tmp_path):
    folder = folders.whatif(tmp_path / "whatif")
    load_collection(folder)
    changed(folder / "collection.json", lambda data: data["members"][0].update(run="../../whatif/base"))
    with pytest.raises(RunError, match="leads out of its folder"):
        load_collection(folder)


@pytest.mark.parametrize("key", ["run", "ablation"])
def test_a_part_outside_of_a_study_is_not_read(tmp_path, key):
    write_run(tmp_path / "study/one/run", GAMES, GAMES, seed=2)
    scenario = {"id": "one", "title": "One", "run": "one/run"} | {key: "../study/one/run"}
    info = {"format": 3, "title": "Study", "game": "card_game", "scenarios": [scenario]}
    sealing.write(tmp_path / "study" / "study.json", info)
    with pytest.raises(RunError, match="leads out of its folder"):
        load_study(tmp_path / "study")


def test_names_in_a_folder(tmp_path):
    assert inside(tmp_path, "variants/blade.blank") == tmp_path / "variants" / "blade.blank"
    assert inside(tmp_path, "trials/-1-2") == tmp_path / "trials" / "-1-2"
    assert inside(tmp_path, None) is None


def page_of(name, frame):
    columns = [Column(key, key.title()) for key in frame]
    return Page("P", "game", [], [Section("method", "M", blocks=[Table(name, "T", frame, columns)])])


def test_no_file_of_a_report_lies_elsewhere(tmp_path):
    (tmp_path / "report").mkdir()
    for name in ("../evil", "/tmp/evil", "a/b"):
        with pytest.raises(ReportError, match="cannot have a file named"):
            write(page_of(name, pd.DataFrame({"name": ["x"]})), tmp_path / "report")
    assert list(tmp_path.rglob("*evil*")) == []
    assert list((tmp_path / "report").iterdir()) == []


def test_no_cell_is_a_formula(tmp_path):
    texts = ["=1+1", "+cmd", "-2+3", "@SUM(1)", "\t=1", "plain", "-3", "+4.5", "-", "a=b", "\u22123"]
    write(page_of("names", pd.DataFrame({"name": texts, "n": [-1.5] * len(texts)})), tmp_path)
    with (tmp_path / "tables" / "names.csv").open(encoding="utf-8-sig", newline="") as file:
        _, *rows = csv.reader(file)
    shown = ["'=1+1", "'+cmd", "'-2+3", "'@SUM(1)", "'\t=1", "plain", "-3", "+4.5", "'-", "a=b", "\u22123"]
    assert [row[0] for row in rows] == shown == [cell(text) for text in texts]
    assert {row[1] for row in rows} == {"-1.5"}
    assert pd.read_parquet(tmp_path / "tables" / "names.parquet")["name"].tolist() == texts
