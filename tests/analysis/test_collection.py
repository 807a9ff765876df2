"""Collections on disk: the tables of a good one, the errors for a bad one."""

from __future__ import annotations

import shutil

import pytest

from mazarbul.analysis import RunError, paired
from mazarbul.analysis.collection import is_collection, load_collection
from tests import sealing
from tests.analysis.collections import write_collection
from tests.analysis.synthetic import Plan

CARDS = [("strong", "free_peoples", 0.44), ("weak", "shadow", 0.53), ("idle", "free_peoples", 0.5)]
SEAT = {"first_bot": "random", "first_level": 0}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    members = [
        (
            {"card": card, "name": card.title(), "label": card, "side": side, "kind": "blank"},
            Plan(base=base, cards=3, copies=1),
        )
        for card, side, base in CARDS
    ]
    path = tmp_path_factory.mktemp("collection") / "ablation"
    return write_collection(path, "ablation", members, games=4_000, base=Plan(base=0.5, cards=3, copies=1))


def test_changes_are_seen_from_the_side_of_the_card(folder):
    table = paired.changes(load_collection(folder)).set_index("card")
    assert list(table.index) == ["strong", "weak", "idle"], "the strongest change comes first"
    assert table.loc["strong", "change"] == pytest.approx(-0.06, abs=0.015)
    assert table.loc["weak", "change"] == pytest.approx(-0.03, abs=0.012)
    assert table.loc["idle", "change"] == 0
    assert table.loc["strong", "change_bh"] < 0.05
    assert table.loc["idle", "change_bh"] == 1
    assert (table["change_bh"] >= table["change_p"]).all()


def test_members_are_read_when_asked_for(folder):
    collection = load_collection(folder)
    assert collection.run("m1").games == 4_000
    assert [facts["card"] for facts, _ in collection.runs()] == [card for card, *_ in CARDS]
    assert collection.parameters["games"] == 4_000
    assert is_collection(folder)
    assert not is_collection(folder / "base")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda info: info.pop("members"), "lacks 'members'"),
        (lambda info: info.update(format=9), "has format 9"),
        (lambda info: info.update(kind="poem"), "'poem'"),
        (lambda info: info["members"][0].pop("run"), "without 'id' or 'run'"),
        (lambda info: info.update(base="nowhere"), "no such folder"),
    ],
)
def test_a_damaged_collection_is_refused(folder, tmp_path, change, words):
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    info = sealing.read(copy / "collection.json")
    change(info)
    sealing.write(copy / "collection.json", info)
    with pytest.raises(RunError, match=words):
        load_collection(copy)


def test_a_collection_without_a_base_has_no_changes(folder, tmp_path):
    path = write_collection(tmp_path / "ladder", "ladder", [(SEAT, Plan(cards=3, copies=1))], games=500)
    with pytest.raises(RunError, match="without a base"):
        paired.changes(load_collection(path))
