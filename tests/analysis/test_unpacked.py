"""Long tables of records: the same values as in the packed columns, one row for each game and thing."""

from __future__ import annotations

import pandas as pd
import pytest

import mazarbul
from mazarbul.analysis import load_run
from tests.analysis.synthetic import Plan, write_run

GAMES = 60


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("long") / "run"
    write_run(path, GAMES, 40, seed=3, plan=Plan(cards=2))
    return path


@pytest.mark.parametrize("name", ["cards", "places"])
def test_every_field_is_unpacked(folder, name):
    run, saved = load_run(folder), mazarbul.load_run(folder)
    family = next(each for each in run.declared.families if each.id == name)
    packed = pd.concat([pd.read_parquet(part) for part in run.files[name]]).set_index("game")
    long = getattr(saved, name)()
    things = run.items(family.items)
    assert len(long) == GAMES * len(things)
    column = things["column"].iloc[0]
    rows = long[long["column"] == column].set_index("game").loc[packed.index]
    for field in family.fields:
        wanted = field.of(packed[column].to_numpy()).tolist()
        if field.labels:
            wanted = [field.labels[number] if number < len(field.labels) else None for number in wanted]
        assert rows[field.name].tolist() == wanted, field.name


def test_long_tables_are_views_of_queries(folder):
    found = mazarbul.load_run(folder).sql("select count(*) n, count(distinct game) games from cards_long")
    assert found["games"].tolist() == [GAMES]
    assert found["n"].iloc[0] == len(mazarbul.load_run(folder).cards())


def test_a_family_without_records_is_refused(folder):
    with pytest.raises(KeyError, match="has no records of 'games'; it has "):
        mazarbul.load_run(folder).long("games")


def test_a_run_says_briefly_what_it_is(folder):
    run = mazarbul.load_run(folder)
    assert repr(run).startswith("<SavedRun card_game/")
    assert f"{GAMES} games" in repr(run)
    assert len(repr(load_run(folder))) < 200
    page = run._repr_html_()
    assert f"{GAMES} games" in page
    assert "<table" in page
    assert "%" in page
