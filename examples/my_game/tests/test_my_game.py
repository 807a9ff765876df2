"""My Game: rules as scripts, what must hold in every game, and what seats may not see."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from my_game.game import GAME
from sim import games
from sim.engine.bits import members
from sim.games.match import Match
from sim.games.scripts import run_script

SCRIPTS = sorted((Path(__file__).parent / "scripts").glob("*.txt"))


def match(seed: int) -> Match:
    """Return a game of the Duel at its first decision, with the usual bots."""
    return Match(GAME, GAME.kit(GAME.setup("duel")), seed=seed)


def test_the_installed_game_is_found():
    assert games.get("my_game") is GAME


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_script(script):
    assert run_script(script)[-1].endswith("expectations hold")


def test_games_end_as_the_rules_say():
    """R3: each side wins some games, and the points decide."""
    setup = GAME.setup("duel")
    table = GAME.play(setup, [GAME.bot("heuristic", setup)] * 2, 1, 0, 1000)["games"]
    winners = Counter(table["winner"].codes.tolist())
    assert min(winners[0], winners[1]) > 100
    difference = table["score_north"] - table["score_south"]
    assert ((difference > 0) == (table["winner"].codes == 0)).all()
    assert ((difference < 0) == (table["winner"].codes == 1)).all()
    assert (table["rounds"] == 5).all()


def test_every_position_reads_back():
    played = match(seed=3)
    while not played.is_over:
        text = played.kit.position_text(played.state)
        _, state = played.kit.read_position(text)
        assert played.kit.position_text(state) == text
        played.apply(played.choose())


def test_a_seat_is_not_shown_the_hand_of_the_other():
    """R4: what a seat sees stays the same whatever the other holds."""
    played = match(seed=5)
    seen = played.view("north")
    assert seen["hands"] == {"north": 5, "south": 5}
    hand = members(played.state.hand[1])
    out = next(card for card in members(played.kit.tables.deck[1]) if card not in hand)
    played.state.hand[1] += (1 << out) - (1 << hand[0])
    assert played.view("north") == seen
