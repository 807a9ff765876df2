"""Printed values by their overlay paths, and overlays made of paths."""

import pytest

from mazarbul.sim.data.overlays import each_overlay, overlay_at
from mazarbul.sim.games.card_game.game import GAME
from mazarbul.sim.toml import DataError


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("card.gandalf_the_grey.icons.path", 3),
        ("card.gandalf_the_grey.icons.lead_attack", 0),
        ("card.gandalf_the_grey.name", "Gandalf the Grey"),
        ("card.gandalf_the_grey.promo", False),
        ("card.mordor_orcs.copies", 5),
        ("path.bag_end.vp", 1),
        ("battleground.rivendell.defense", 2),
        ("deck.frodo.cards.gimli", 1),
        ("deck.aragorn.cards.gimli", 0),
        ("deck.gandalf_duel.cards.gimli", 1),
        ("deck.frodo.size", 30),
        ("scenario.seat.saruman.draw", 4),
        ("scenario.seat.saruman.doubles_each", False),
        ("scenario.last_path", 9),
        ("scenario.carryover", 2),
        ("scenario.winning_lead", 10),
        ("switches.trim", True),
        ("switches.joint", "captain"),
    ],
)
def test_a_value_is_what_is_printed_and_can_be_set_by_the_same_path(path, value):
    found = GAME.value(path, "trilogy")
    assert (found, type(found)) == (value, type(value))
    same = GAME.setup("trilogy", overlay=overlay_at(path, value))
    assert same.tables_hash == GAME.setup("trilogy").tables_hash


def test_values_are_those_of_the_overlays_and_switches():
    overlay = [overlay_at("card.gimli.icons.path", 5), overlay_at("scenario.seat.frodo.draw", 6)]
    assert GAME.value("card.gimli.icons.path", "trilogy", overlay=overlay) == 5
    assert GAME.value("scenario.seat.frodo.draw", "trilogy", overlay=overlay) == 6
    assert GAME.value("switches.trim", "duel", switches={"trim": False}) is False
    assert GAME.value("scenario.step_end", "duel3", switches={"duel3_end": "all_slots"}) == "all_slots"


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("card.gimly.icons.path", "unknown part 'gimly' in 'card'; did you mean 'gimli'?"),
        ("card.gimli.icon.path", "unknown part 'icon' in 'card.gimli'; did you mean 'icons'?"),
        ("cards.gimli", "unknown part 'cards'; did you mean 'card'?"),
        ("scenario.seat.gimli.draw", "unknown part 'gimli' in 'scenario.seat'; known: frodo, witch_king"),
        ("deck.frodo.cards.olog_hai", "unknown part 'olog_hai' in 'deck.frodo.cards'"),
        ("switches.trimm", "did you mean 'trim'?"),
        ("card.gimli.icons", "this is a table; continue the path with one of path, bg_attack"),
        ("card.gimli.paths", "this is a list, a single value is expected"),
        ("card.gimli.wielders", "this is not given"),
        ("card.gimli.icons.path.x", "'card.gimli.icons.path' has no parts"),
        ("card.gimli.id", "unknown part 'id'"),
    ],
)  # fmt: skip
def test_an_unknown_path_is_reported_with_the_nearest(path, message):
    with pytest.raises(DataError) as caught:
        GAME.value(path, "trilogy")
    assert str(caught.value).startswith(f"{path}: ")
    assert message in str(caught.value)


def test_overlays_of_paths():
    assert overlay_at("card.gimli.icons.path", 3) == {"card": {"gimli": {"icons": {"path": 3}}}}
    assert overlay_at("trim", True) == {"trim": True}
    for path in ("", "card.", "card..x"):
        with pytest.raises(DataError, match="is not a path"):
            overlay_at(path, 1)


def test_overlays_one_by_one(tmp_path):
    table = {"a": 1}
    assert each_overlay(None) == each_overlay([]) == ()
    assert each_overlay(table) == (table,)
    assert each_overlay(tmp_path) == (tmp_path,)
    assert each_overlay([table, tmp_path, "x.toml"]) == (table, tmp_path, "x.toml")
