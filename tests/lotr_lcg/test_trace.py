"""The log of a game: it describes the game that a run plays, step by step."""

import re

import pytest

from mazarbul.sim.games.lotr_lcg import ids
from mazarbul.sim.games.lotr_lcg.game import GAME
from tests.marks import compiles

pytestmark = compiles

DECKS = {"player1": "spirit", "player2": "tactics"}


def lines(scenario, bot="random", seed=7, index=1, decks=DECKS):
    setup = GAME.setup(scenario, decks=decks)
    return list(GAME.trace(setup, [GAME.bot(bot)] * len(decks), seed, index))


@pytest.fixture(scope="module")
def passage():
    return lines("passage_through_mirkwood", "heuristic")


def test_it_begins_and_ends_with_what_is_played_and_how_it_ended(passage):
    assert passage[0] == "Passage Through Mirkwood (lotr_lcg/passage_through_mirkwood), game 1 of seed 7"
    assert passage[1] == "  Player 1 (Players): heuristic"
    assert any(re.fullmatch(r"The game ends \(.+\): the players (win|lose)", line) for line in passage)
    assert re.fullmatch(r"\d+ rounds, \d+ decisions", passage[-1])


def test_it_tells_rounds_reveals_shadow_cards_attacks_and_payments(passage):
    text = "\n".join(passage)
    for phase in ids.ROUND_PHASES:
        assert f"Round 1: {phase} phase" in text
    for pattern in (
        r"is revealed: enemy, engagement cost \d+, threat \d, attack \d, defense \d, \d hit points",
        r"is dealt a shadow card face down \(.+\)",
        r"shadow card of .+: ",
        r"Quest: willpower \d+ against threat \d+",
        r"attack \d+ against defense \d+: \d+ damage to ",
        r"Player \d pays 1 from ",
        r"Player \d's threat rises by \d+ to \d+",
        r"Player 1, threat \d+, Éowyn \d, Dunhere \d, Eleanor \d; hand \d+: ",
    ):
        assert re.search(pattern, text), pattern


def test_it_is_the_same_each_time_and_another_for_another_game(passage):
    assert lines("passage_through_mirkwood", "heuristic") == passage
    assert lines("passage_through_mirkwood", "heuristic", index=2) != passage


@pytest.mark.parametrize("scenario", ["journey_down_the_anduin", "escape_from_dol_guldur"])
def test_every_event_of_a_game_has_words(scenario):
    for line in lines(scenario, decks=DECKS | {"player3": "lore"}):
        assert line == line.rstrip()
        assert "{" not in line


def test_a_campaign_is_traced_quest_by_quest():
    short = {"stage": {"flies_and_spiders": {"quest_points": 1}, "a_fork_in_the_road": {"quest_points": 1}}}
    short["stage"]["beorns_path"] = {"quest_points": 1}
    setup = GAME.setup("nightmare_campaign", overlay=short, decks={"player1": "spirit"})
    bots = [GAME.bot("heuristic")]
    for index in range(12):
        lines = list(GAME.trace(setup, bots, 7, index))
        if "Quest 2: Journey Down the Anduin" in lines:
            break
    else:
        pytest.fail("no game of these wins its first quest")
    at = lines.index("Quest 2: Journey Down the Anduin")
    assert any("the players win" in line for line in lines[:at])
    assert any("To the River" in line for line in lines[at:])
    assert sum("The game ends" in line for line in lines) >= 2
