"""Traces: the printed game is the game that a run plays, and its text agrees with the state."""

from __future__ import annotations

import re

import pytest

from mazarbul.sim.games.card_game.game import GAME

pytestmark = pytest.mark.filterwarnings("ignore:overflow encountered")


def trace(scenario: str, bot: str, seed: int, index: int) -> tuple[list[str], dict]:
    """Return the lines of a trace, and the row of the games table of the same game."""
    setup = GAME.setup(scenario)
    bots = [GAME.bot(bot)] * len(setup.seats)
    games = GAME.play(setup, bots, seed, index, 1)["games"]
    return list(GAME.trace(setup, bots, seed, index)), games


@pytest.mark.parametrize("scenario", ["trilogy", "duel", "duel3", "fellowship"])
@pytest.mark.parametrize("bot", ["random", "heuristic"])
def test_the_game_traced_is_the_game_played(scenario, bot):
    lines, games = trace(scenario, bot, 7, 2)
    rounds, turns, decisions = (int(n) for n in re.findall(r"\d+", lines[-1]))
    assert rounds == games["rounds"][0]
    assert turns == games["turns"][0]
    assert decisions == games["decisions"][0]
    assert lines[-3].startswith(f"Free Peoples: {games['score_free_peoples'][0]} points; ")
    assert lines[-2].startswith(f"Shadow: {games['score_shadow'][0]} points; ")
    assert lines[-2].endswith(f"; corruption {games['corruption'][0]}")
    winner = ("Free Peoples", "Shadow")[games["winner"].codes[0]]
    assert lines[-4].endswith(f"the {winner} side wins")


def test_every_step_is_traced():
    lines, games = trace("trilogy", "heuristic", 7, 0)
    text = "\n".join(lines)
    assert lines[0] == "Trilogy (card_game/trilogy), game 0 of seed 7"
    for number in range(1, int(games["rounds"][0]) + 1):
        assert f"\nRound {number}; the starting player is " in text
    assert re.search(r"\n  Frodo, hand \d+ \(limit 2\): ", text)
    assert re.search(r" is drawn: path 1, defense \d, 1 VP\. ", text)
    combats = len(re.findall(r"\nCombat at ", text))
    assert combats == len(re.findall(r" goes to (?:the .* side|nobody): attack ", text))


def test_what_a_location_brings_about_is_nobodys_choice():
    """Lórien makes Dol Guldur active, whatever its player wants. Nenya's player picks a battleground."""
    drawn = chosen = False
    for index in range(40):
        lines = [line.strip() for line in trace("trilogy", "heuristic", 3, index)[0]]
        chosen |= "Aragorn chooses Minas Tirith" in lines
        for i, line in enumerate(lines):
            if line.startswith("Lórien is drawn"):
                drawn = True
                assert lines[i + 1].startswith("Dol Guldur is activated")
        if drawn and chosen:
            return
    pytest.fail("these things never happened")


def test_the_arithmetic_of_every_combat_adds_up():
    lines, _ = trace("duel", "heuristic", 3, 1)
    seen = 0
    for line in lines:
        found = re.fullmatch(r" +(attack|defense) (\d+): (.*)", line)
        if found and found[3] != "nobody":
            parts = re.sub(r" \(supported by [^)]*\)", "", found[3]).split("; ")
            assert sum(int(part.rpartition(" ")[2]) for part in parts) == int(found[2])
            seen += 1
    assert seen > 10
