"""My Game: rules as scripts, what must hold in every game, and what seats may not see."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from mazarbul.sim.engine.bits import members
from mazarbul.sim.games import get
from mazarbul.sim.games.match import Match
from mazarbul.sim.games.proofs import positions_read_back, things_lie_in_one_place
from mazarbul.sim.games.scripts import run_script
from mazarbul.sim.games.tables import Window
from my_game.game import GAME

SETUP = GAME.setup("duel")
BOTS = [GAME.bot("heuristic", SETUP)] * 2


@pytest.mark.parametrize("script", sorted((Path(__file__).parent / "scripts").glob("*.txt")))
def test_script(script):
    assert run_script(script)[-1].endswith("expectations hold")


def test_games_end_as_the_rules_say():
    """R3: each side wins some games, and the points decide."""
    table = GAME.play(SETUP, BOTS, 1, 0, 1000)["games"]
    winner, lead = table["winner"].codes, np.sign(table["score_north"] - table["score_south"])
    assert min((winner == 0).sum(), (winner == 1).sum()) > 100
    assert (lead == np.choose(winner + 1, (0, 1, -1))).all()
    assert (table["rounds"] == 5).all()


def test_what_holds_in_every_game():
    assert get("my_game") is GAME
    positions_read_back(Match(GAME, GAME.kit(SETUP), seed=3))
    things_lie_in_one_place(GAME, SETUP, BOTS)


def test_a_seat_is_not_shown_the_hand_of_the_other():
    """R4: what a seat or an agent on it sees stays the same whatever the other holds."""
    played = Match(GAME, GAME.kit(SETUP), seed=5)
    window, tables = Window(played.kit.sight), played.kit.tables
    seen, looked = played.view("north"), window.look(played.state, tables, 0)["observation"]
    hand = members(played.state.hand[1])
    out = next(card for card in members(tables.deck[1]) if card not in hand)
    played.state.hand[1] += (1 << out) - (1 << hand[0])
    assert played.view("north") == seen
    assert (window.look(played.state, tables, 0)["observation"] == looked).all()
    assert (window.look(played.state, tables, 1)["observation"] != looked).any()
