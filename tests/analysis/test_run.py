"""Opening run folders: what is refused, and that scanning does not depend on how parts are cut."""

from __future__ import annotations

import shutil

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from mazarbul.analysis import RunError, load_run, scenarios
from mazarbul.formats.declared import Field
from tests.analysis.synthetic import rechunk, write_run
from tests.sealing import change, read


@pytest.fixture
def folder(tmp_path):
    return write_run(tmp_path / "run", 300, 100)


def test_no_folder(tmp_path):
    with pytest.raises(RunError, match="there is no such folder; give the folder of a run"):
        load_run(tmp_path / "nowhere")


def test_foreign_folder(tmp_path):
    (tmp_path / "notes.txt").write_text("hello")
    with pytest.raises(RunError, match=r"manifest\.json: is missing; a run folder holds"):
        load_run(tmp_path)


@pytest.mark.parametrize("text", ["{", "[]", '{"name": "x"}'])
def test_foreign_manifest(folder, text):
    (folder / "manifest.json").write_text(text)
    with pytest.raises(RunError, match=r"manifest\.json"):
        load_run(folder)


def test_other_format(folder):
    change(folder, format=1)
    with pytest.raises(RunError, match="has format 1; this version reads format 3"):
        load_run(folder)


def test_empty_run(folder):
    change(folder, chunks=[])
    with pytest.raises(RunError, match="holds no finished games"):
        load_run(folder)


def test_missing_part(folder):
    (folder / "cards" / "part-00001.parquet").unlink()
    with pytest.raises(RunError, match=r"part-00001\.parquet: is missing"):
        load_run(folder)


def test_cut_part(folder):
    part = folder / "games" / "part-00002.parquet"
    part.write_bytes(part.read_bytes()[:-40])
    with pytest.raises(RunError, match="the manifest says"):
        load_run(folder)


def test_changed_part_is_found_by_its_checksum(folder):
    part = folder / "games" / "part-00000.parquet"
    data = bytearray(part.read_bytes())
    data[len(data) // 2] ^= 255
    part.write_bytes(data)
    with pytest.raises(RunError, match=r"part-00000\.parquet: is damaged: its checksum differs"):
        load_run(folder)


def test_unreadable_part(folder):
    part = folder / "games" / "part-00000.parquet"
    part.write_bytes(b"x" * part.stat().st_size)
    change(folder)
    run = load_run(folder)
    with pytest.raises(RunError, match="cannot be read"):
        scenarios.win_rates(run)
    with pytest.raises(RunError, match=r"part-00000\.parquet: cannot be read"):
        list(run.batches({"games": ["winner"]}))


def test_families_of_different_games(folder):
    part = folder / "cards" / "part-00000.parquet"
    table = pq.read_table(part)
    shutil.copy(folder / "cards" / "part-00001.parquet", part)
    change(folder)
    with pytest.raises(RunError, match="hold different games"):
        list(load_run(folder).batches({"games": ["winner"], "cards": [table.column_names[1]]}))


def test_column_of_another_run(folder):
    with pytest.raises(RunError, match="has no column 'frodo/nothing'"):
        list(load_run(folder).batches({"cards": ["frodo/nothing"]}))


@pytest.mark.parametrize("name", ["game", "winner"])
def test_games_without_a_column_that_all_have(folder, name):
    for part in (folder / "games").glob("*.parquet"):
        pq.write_table(pq.read_table(part).drop_columns([name]), part)
    change(folder)
    with pytest.raises(RunError, match=f"part-00000.parquet: has no column '{name}'"):
        scenarios.win_rates(load_run(folder))


def test_wrong_number_of_games(folder):
    manifest = read(folder / "manifest.json")
    manifest["chunks"][0]["games"] = 90
    change(folder, chunks=manifest["chunks"])
    with pytest.raises(RunError, match="holds 100 games, the manifest says 90"):
        list(load_run(folder).batches({"games": ["winner"]}))


def test_unfinished_run_counts_its_chunks(folder):
    manifest = read(folder / "manifest.json")
    change(folder, chunks=manifest["chunks"][:2], finished=None)
    assert load_run(folder).games == 200


@pytest.mark.parametrize("rows", [1, 64, 100, 1000])
def test_batches_hold_every_game_once(folder, rows):
    run = load_run(rechunk(folder, folder.parent / "again", 130))
    columns = {"games": ["winner"], "cards": ["frodo/card_3"]}
    batches = list(run.batches(columns, rows=rows))
    assert max(batch["games"].num_rows for batch in batches) <= rows
    games = pa.concat_tables([batch["games"] for batch in batches])
    assert games.column("game").to_pylist() == list(range(300))


def test_sides_follow_the_scores(run):
    assert run.sides == ("free_peoples", "shadow")


def test_field():
    field = Field(name="place", shift=12, bits=3, labels=("none", "reserve"))
    assert field.of(np.array([5 << 12 | 4095], np.uint32)).tolist() == [5]
    assert field.code("reserve") == 1
    assert field.code("moon") is None
