"""How two runs differ, as their manifests say it."""

from __future__ import annotations

import shutil

import pytest

from mazarbul.analysis import load_run
from mazarbul.analysis.played import Difference, causes, changes, differences, program, unread, why_idle
from mazarbul.formats.changes import Change
from tests import sealing
from tests.analysis.synthetic import Plan, write_run

GIMLI = {"kind": "overlay", "path": "card.gimli.icons.path", "what": "Gimli, path icons", "old": 1, "new": 2}
HALBARAD = {
    "kind": "overlay", "path": "card.halbarad", "what": "new card Halbarad", "new": "icons path 2",
    "is_new": True,
}  # fmt: skip
JOINT = {"kind": "switches", "path": "switches.joint", "what": "joint", "old": "captain", "new": "enemy"}
OTHER_TABLES = "cd" * 32


@pytest.fixture(scope="module")
def printed(tmp_path_factory):
    folder = write_run(tmp_path_factory.mktemp("played") / "printed", 50, 50, plan=Plan(cards=2))
    sealing.change(folder, changes=[], version="0.1.0", commit="e87b0f49cd24")
    return folder


@pytest.fixture
def changed(printed, tmp_path):
    """Return the run with other fields of its manifest."""

    def make(**fields):
        folder = shutil.copytree(printed, tmp_path / f"run{len(list(tmp_path.iterdir()))}")
        sealing.change(folder, **fields)
        return load_run(folder)

    return make


def test_equal_runs_differ_in_nothing(printed, changed):
    assert differences(load_run(printed), changed()) == []


def test_a_changed_value_is_named_once(printed, changed):
    base, other = load_run(printed), changed(changes=[GIMLI], tables_hash=OTHER_TABLES)
    assert differences(base, other) == [Difference("overlay", "Gimli, path icons", 1, 2)]
    assert differences(other, base) == [Difference("overlay", "Gimli, path icons", 2, 1)]
    assert changes(base) == ()


def test_what_both_runs_change_alike_is_no_difference(changed):
    one, two = changed(changes=[GIMLI, JOINT]), changed(changes=[GIMLI | {"new": 3}, JOINT])
    assert differences(one, two) == [Difference("overlay", "Gimli, path icons", 2, 3)]


def test_a_new_thing_in_one_run(printed, changed):
    (found,) = differences(load_run(printed), changed(changes=[HALBARAD]))
    assert (found.what, found.base, found.is_new) == ("new card Halbarad", None, True)


def test_several_kinds_are_told_apart(printed, changed):
    bots = dict.fromkeys(("frodo", "witch_king", "aragorn", "saruman"), "heuristic") | {"frodo": "random"}
    other = changed(changes=[JOINT, GIMLI], bots=bots, seed=2)
    found = differences(load_run(printed), other)
    assert found[0] == Difference("bots", "bot of Frodo", "heuristic", "random")
    assert causes(found) == ["bots", "switches", "overlay"], "a seed is luck, not a cause"
    assert found[-1] == Difference("seed", "seed", 1, 2)


def test_bots_of_one_name_with_other_weights(changed):
    one, two = (changed(bot_hashes={"frodo": digest * 64}) for digest in "ab")
    (found,) = differences(one, two)
    assert found.kind == "bots"
    assert "other weights" in found.what


def test_other_code_and_other_data_are_differences(printed, changed):
    found = differences(load_run(printed), changed(code_version="ff" * 32, commit="123456789abc"))
    assert found == [Difference("program", "code that plays", "0.1.0 (e87b0f49cd24)", "0.1.0 (123456789abc)")]
    found = differences(load_run(printed), changed(tables_hash=OTHER_TABLES))
    assert [each.kind for each in found] == ["data"], "tables differ for no recorded reason"


def test_runs_that_do_not_record_changes_say_what_they_requested(printed, changed):
    experiment = {"overlay": ["my_change.toml"], "decks": {"frodo": "mine.toml"}}
    older = changed(changes=None, experiment=experiment, version=None, commit=None, code_version="0.0.9")
    assert changes(older) is None
    assert program(older) == "code 0.0.9"
    found = differences(load_run(printed), older)
    assert [(each.kind, each.what, each.other) for each in found] == [
        ("decks", "frodo", "mine.toml"),
        ("overlay", "overlays", ["my_change.toml"]),
        ("program", "code that plays", "code 0.0.9"),
    ]


def test_a_change_of_a_card_in_no_deck_changes_nothing(changed):
    """Both play with the same tables, so the change cannot do anything."""
    base, other = (
        changed(changes=[]),
        changed(changes=[GIMLI | {"path": "card.halbarad.vp", "what": "Halbarad, vp"}]),
    )
    assert why_idle(base, other) == "Halbarad is in no deck of this scenario and nowhere else in play"
    known = base.names | {"halbarad": "Halbarad"}
    text = Change(kind="overlay", path="card.halbarad.text", what="Halbarad, text", old="a", new="b")
    assert unread([], [text], known) == "the rules do not read what it alters (Halbarad, text)"
    assert why_idle(base, changed(changes=[])) == "all values are what they were"
    assert not why_idle(base, changed(changes=[HALBARAD], tables_hash=OTHER_TABLES)), "it is in play"
    assert not why_idle(base, changed(changes=[HALBARAD], bots={"frodo": "random"})), "the bots differ"
    assert not why_idle(base, changed(changes=None)), "what was changed is not known"
