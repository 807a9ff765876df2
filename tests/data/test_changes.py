"""What is not as printed is found value by value, and named as a person says it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mazarbul.formats.changes import Change
from mazarbul.sim import games

DATA = Path(games.__file__).parent
PATH = """
[[path]]
id = "lonely_road"
name = "Lonely Road"
number = 1
defense = 1
vp = 1
source = "own"
"""
CARDS, QUESTS, BOARD = "card_game/trilogy", "lotr_lcg/passage_through_mirkwood", "board_game/two_player"


def changes(target: str, **given) -> list[Change]:
    name, _, scenario = target.partition("/")
    game = games.get(name)
    return game.changes(scenario, game.setup(scenario, **given), **given)


def said(target: str, **given) -> list[tuple]:
    return [(each.what, each.old, each.new) for each in changes(target, **given)]


@pytest.mark.parametrize("target", [CARDS, QUESTS, BOARD])
def test_the_printed_game_has_no_changes(target):
    assert changes(target) == []
    assert changes(target, overlay={"scenario": {}}) == []


@pytest.mark.parametrize(
    ("target", "overlay", "wanted"),
    [
        (CARDS, {"card": {"gimli": {"icons": {"path": 2}}}}, ("Gimli, path icons", 1, 2)),
        (CARDS, {"scenario": {"winning_lead": 8}}, ("winning lead", 10, 8)),
        (CARDS, {"scenario": {"seat": {"frodo": {"draw": 4}}}}, ("Frodo, draw", 3, 4)),
        (QUESTS, {"card": {"faramir": {"defense": 3}}}, ("Faramir, defense", 2, 3)),
        (
            QUESTS,
            {"scenario": {"encounter_cards": {"old_forest_road": 5}}},
            ("encounter cards, Old Forest Road", 2, 5),
        ),
        (QUESTS, {"deck": {"leadership": {"cards": {"faramir": 3}}}}, ("deck Leadership, Faramir", 2, 3)),
        (BOARD, {"figure": {"legolas": {"leadership": 2}}}, ("Legolas, Leadership", 1, 2)),
    ],
)
def test_a_value_is_named_in_words(target, overlay, wanted):
    assert said(target, overlay=overlay) == [wanted]


def test_a_path_is_the_one_that_an_overlay_writes():
    (change,) = changes(CARDS, overlay={"card": {"gimli": {"icons": {"path": 2}}}})
    assert (change.kind, change.path) == ("overlay", "card.gimli.icons.path")


def test_a_text_of_an_effect_is_a_value():
    effects = [{"on": "play", "may": "you", "do": "take(you, cycle, name(elven_cloak))"}]
    (change,) = changes(CARDS, overlay={"card": {"gimli": {"effects": effects}}})
    assert (change.what, change.old, change.new) == (
        "Gimli, effect 1, do",
        "take(you, cycle, name(dwarven_axe))",
        "take(you, cycle, name(elven_cloak))",
    )


def test_a_new_card_is_one_change():
    card = {"new": True, "name": "Halbarad of Arnor", "side": "free_peoples", "faction": "dunedain",
            "type": "character", "icons": {"path": 2}, "source": "own"}  # fmt: skip
    (change,) = changes(CARDS, overlay={"card": {"halbarad_of_arnor": card}})
    assert (change.what, change.is_new, change.old) == ("new card Halbarad of Arnor", True, None)
    assert "icons path 2" in change.new
    assert "own" not in change.new, "where it was published changes nothing"


def test_a_switch_does_not_show_the_data_that_it_stands_for():
    found = changes(CARDS, switches={"joint": "enemy"})
    assert [(each.kind, each.what, each.old, each.new) for each in found] == [
        ("switches", "joint", "captain", "enemy")
    ]
    assert changes(CARDS, switches={"joint": "captain"}) == []


def test_decks_are_named_and_a_further_player_has_none_as_printed():
    found = changes(QUESTS, decks={"player1": "spirit", "player2": "tactics"})
    assert [(each.kind, each.what, each.old, each.new) for each in found] == [
        ("decks", "deck of Player 1", "Leadership", "Spirit"),
        ("decks", "deck of Player 2", None, "Tactics"),
    ]


def test_the_cards_of_an_own_deck_are_compared_with_the_printed_one(tmp_path):
    printed = (DATA / "lotr_lcg/data/decks/leadership.toml").read_text(encoding="utf-8")
    own = re.sub(r'^id( *)= "leadership"', r'id\1= "mine"', printed, count=1, flags=re.MULTILINE)
    own = re.sub(r'^name( *)= ".*"', r'name\1= "Mine"', own, count=1, flags=re.MULTILINE)
    file = tmp_path / "mine.toml"
    file.write_text(
        re.sub(r"^faramir( *)= 2", r"faramir\1= 3", own, count=1, flags=re.MULTILINE), encoding="utf-8"
    )
    found = changes(QUESTS, decks={"player1": str(file)})
    assert [(each.kind, each.what, each.old, each.new, each.is_new) for each in found] == [
        ("decks", "deck of Player 1", "Leadership", "Mine", True),
        ("decks", "deck of Player 1, Faramir", 2, 3, False),
    ]


def test_a_scenario_of_ones_own_is_compared_with_the_printed_things(tmp_path):
    printed = (DATA / "card_game/data/scenarios/trilogy.toml").read_text(encoding="utf-8")
    file = tmp_path / "own.toml"
    file.write_text(printed.replace("[[seat]]", PATH + "\n[[seat]]", 1), encoding="utf-8")
    game = games.get("card_game")
    found = game.changes(str(file), game.setup(str(file)))
    assert [(each.path, each.what) for each in found] == [("path.lonely_road", "new path Lonely Road")]


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (Change(kind="switches", path="promos", what="promos", old=False, new=True), "promos: off \u2192 on"),
        (
            Change(kind="decks", path="d", what="deck of Player 1", old="tactics", new="mine", is_new=True),
            "deck of Player 1: tactics \u2192 mine, not a printed one",
        ),
        (
            Change(kind="overlay", path="c", what="new card Halbarad", new="an ally", is_new=True),
            "new card Halbarad",
        ),
    ],
)
def test_a_change_reads_as_in_reports(change, text):
    assert str(change) == text
