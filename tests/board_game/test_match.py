"""The board game through the Python interface: a match with its views, events, copies and positions."""

import json

import pytest

import mazarbul
from mazarbul.sim.games.match import IllegalAction
from mazarbul.sim.toml import DataError
from tests.board_game.board import PLAIN

pytestmark = [PLAIN, pytest.mark.filterwarnings("ignore:overflow encountered")]


@pytest.fixture
def match():
    return mazarbul.match("board_game/two_player", seed=7)


def test_a_match_begins_with_the_fellowship(match):
    assert (match.actor, match.decision) == ("free_peoples", "declare")
    assert match.legal() == ["none", "declare rivendell"]
    assert "Gandalf the Grey is with the Fellowship" in match.events()
    assert [bot.name for bot in match.bots] == ["expert", "expert"]


def test_why_an_action_is_not_legal(match):
    assert match.why_not("none") is None
    assert match.why_not("declare moria") == "Moria is 3 regions away, and the Progress is 0 (BG-15.3)"
    with pytest.raises(IllegalAction, match=r"free_peoples may not 'declare moria': .*BG-15.3"):
        match.apply("declare moria")


def test_a_view_hides_other_hands(match):
    mine, other = match.view("free_peoples"), match.view("shadow")
    assert json.loads(json.dumps(mine)) == mine
    assert len(mine["hands"]["free_peoples"]) == 2
    assert mine["hands"]["shadow"] == {"character": 1, "strategy": 1}
    assert other["hands"]["free_peoples"] == {"character": 1, "strategy": 1}


def test_a_copy_goes_its_own_way(match):
    twin = match.copy()
    twin.apply("none")
    assert match.decision == "declare"
    match.apply("none")
    assert match.events() == twin.events()
    assert match.legal() == twin.legal()


@pytest.mark.slow
def test_a_position_is_read_again(match):
    while match.decision != "turn":
        match.apply(match.choose())
    again = mazarbul.position(match.position())
    assert (again.actor, again.decision, again.legal()) == (match.actor, match.decision, match.legal())
    assert again.position() == match.position()


def test_an_overlay_and_switches_change_the_game():
    overlay = {"tile": {"std_eye": {"copies": 5}}, "scenario": {"victory": {"corruption": 3}}}
    game = mazarbul.match("board_game/two_player", overlay=overlay, switches={"turn_cap": 1})
    assert game.setup.tables.most_corruption == 3
    assert game.view()["hunt"]["pool"]["std_eye"] == 5
    with pytest.raises(DataError, match="unknown scenario"):
        mazarbul.match("board_game/five_player")


@pytest.mark.slow
def test_a_short_game_ends_with_its_row():
    game = mazarbul.match("board_game/four_player", seed=3, switches={"turn_cap": 1})
    outcome = game.play_out()
    assert (outcome.winner, outcome.end_reason, outcome.rounds) == (None, "capped", 1)
    assert outcome.scores == {}
    assert outcome.record["winning_seat"] is None
    assert outcome.record["decisions"] == game.decisions
