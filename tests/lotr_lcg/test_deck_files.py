"""Deck lists in files, as the decks of a game."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mazarbul.sim.games.lotr_lcg.content.loading import load_data
from mazarbul.sim.toml import DataError
from tests.lotr_lcg.test_deck_lists import EXPORTED, WANTED, with_heroes

PASSAGE = "passage_through_mirkwood"


def test_a_byte_order_mark_and_other_line_ends(write, tmp_path):
    path = tmp_path / "riders.txt"
    path.write_bytes(b"\xef\xbb\xbf" + EXPORTED.replace("\n", "\r\n").encode())
    deck = load_data(PASSAGE, decks={"player1": path}).decks["player1"]
    assert (deck.id, deck.name, deck.cards) == ("riders", "Galadhrim Riders", WANTED)


@pytest.mark.slow
@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(raw=st.binary(max_size=60))
def test_odd_files_never_crash(tmp_path, raw):
    path = tmp_path / "mine.txt"
    path.write_bytes(raw)
    with pytest.raises(DataError) as caught:
        load_data(PASSAGE, decks={"player1": path})
    assert caught.value.file == str(path)


def test_lists_as_decks_of_a_game(write):
    decks = {
        "player1": write(EXPORTED, "riders.txt"),
        "player2": "lore",
        "player3": write("Heroes\nGimli\n\n3x Feint\n", "One Dwarf.txt"),
    }
    data = load_data(PASSAGE, decks=decks)
    assert [deck.id for deck in data.decks.values()] == ["riders", "lore", "one_dwarf"]
    assert data.decks["player1"].cards == WANTED
    assert data.deck_models["one_dwarf"].heroes == ("gimli",)


def test_overlays_reach_a_list_and_bring_its_cards(write):
    path = write("Heroes\nGimli\n\n3x Feint\n2x Rider of Rohan\n", "riders.txt")
    rider = {
        "new": True, "name": "Rider of Rohan", "type": "ally", "sphere": "spirit", "cost": 3, "hit_points": 2,
        "source": "made up",
    }  # fmt: skip
    overlay = {"card": {"rider_of_rohan": rider}, "deck": {"riders": {"cards": {"feint": 2, "gandalf": 1}}}}
    data = load_data(PASSAGE, overlay=overlay, decks={"player1": path})
    assert data.decks["player1"].cards == {"feint": 2, "rider_of_rohan": 2, "gandalf": 1}


def test_an_overlay_may_change_a_card_that_another_deck_file_brings(write):
    path = write("Heroes\nGimli\n\n3x Feint\n", "one.txt")
    scouts = 'name = "Scouts"\ntype = "ally"\nsphere = "lore"\ncost = 2\nhit_points = 1\nsource = "made up"\n'
    other = write(
        f'id = "two"\nname = "Two"\nheroes = ["eowyn"]\ncards = {{ scouts = 1 }}\n'
        f'[[card]]\nid = "scouts"\n{scouts}'
    )
    overlay = {"card": {"scouts": {"cost": 1}}}
    data = load_data(PASSAGE, overlay=overlay, decks={"player1": path, "player2": other})
    assert data.cards["scouts"].cost == 1


def test_a_scenario_names_a_list_beside_it(write):
    write(EXPORTED, "riders.txt")
    overlay = write("[scenario.seat.player1]\ndeck = 'riders.txt'\n")
    assert load_data(PASSAGE, overlay=overlay).decks["player1"].cards == WANTED


@pytest.mark.parametrize(
    ("text", "name", "wanted"),
    [
        (EXPORTED.replace("Éowyn", "Aragron"), "mine.txt", ":6:1: unknown card 'Aragron (Core Set)'; did"),
        (with_heroes("4x Feint"), "mine.txt", ":6:1: deck 'mine' has 4 copies of feint; at most 3 of a"),
        (with_heroes("1x Feint\n").replace("Aragorn", "Aragorn\nAragorn"), "mine.txt",
         ":5:1: deck 'mine' has the hero aragorn twice"),
        ("Heroes\nAragorn\nGimli\nLegolas\nThalin", "mine.txt",
         ":2:1: 'heroes' of deck 'mine' has 4 entries, at most 3 fit"),
    ],
)  # fmt: skip
def test_lists_that_cannot_be_played(write, text, name, wanted):
    path = write(text, name)
    with pytest.raises(DataError) as caught:
        load_data(PASSAGE, decks={"player1": path})
    assert str(caught.value).startswith(f"{path}{wanted}")


def test_a_list_that_is_not_there(tmp_path):
    with pytest.raises(DataError, match="cannot read this file"):
        load_data(PASSAGE, decks={"player1": tmp_path / "none.txt"})


def test_two_players_with_the_same_list(write):
    path = write(EXPORTED, "riders.txt")
    with pytest.raises(DataError, match=r"'player1' and 'player2' both use the hero eowyn"):
        load_data(PASSAGE, decks={"player1": path, "player2": path})
