"""Variants of cards, Characters, tiles and other things: that all of them load, and what they change."""

from collections import Counter

import pytest

from mazarbul.sim.games.board_game.content.loading import load_data
from mazarbul.sim.games.board_game.content.tables import make_tables
from mazarbul.sim.games.board_game.game import GAME

SUBJECTS = ("card", "tactic", "figure", "tile", "die", "nation", "region")


def variants():
    return GAME.variants("two_player")


def test_every_kind_of_thing_has_variants_with_ids_of_their_own():
    found = variants()
    assert len({each.id for each in found}) == len(found)
    assert tuple(dict.fromkeys(each.subject_kind for each in found)) == SUBJECTS
    blanks = Counter(each.subject_kind for each in found if each.kind == "blank")
    assert (blanks["card"], blanks["tactic"]) == (96, 38)
    declared = {subject["id"] for subject in GAME.setup("two_player").catalogue["declared"]["subjects"]}
    assert set(SUBJECTS) <= declared


def test_a_number_is_changed():
    (found,) = (each for each in variants() if each.id == "gimli.level.minus")
    assert (found.was, found.now, found.label) == (2, 1, "Level 2 -> 1")
    assert make_tables(load_data("two_player", overlay=found.overlay)).record.level[4] == 1


def test_the_guide_keeps_the_highest_level():
    """BG-15.6: nobody in the Fellowship gets above him, and he does not fall below others."""
    names = {each.id for each in variants()}
    assert "gandalf_grey.level.plus" in names
    assert not {"gandalf_grey.level.minus", "strider.level.plus"} & names


@pytest.mark.slow
def test_variants_load():
    """Every third one, and of these the texts of every second: a table takes longer than all its data."""
    loaded = [(each, load_data("two_player", overlay=each.overlay)) for each in variants()[::3]]
    texts = [data for each, data in loaded if each.kind == "blank" or each.field.startswith("effects")]
    for data in texts[::2]:
        make_tables(data)
