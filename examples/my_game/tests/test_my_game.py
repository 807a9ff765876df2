"""My Game: rules as scripts, what must hold in every game, and what seats may not see."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import mazarbul
from mazarbul.sim import games
from mazarbul.sim.engine.bits import members
from mazarbul.sim.games.match import Match
from mazarbul.sim.games.replay import replay
from mazarbul.sim.games.scripts import run_script
from mazarbul.sim.games.tables import Window
from my_game.game import GAME

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
    """R4: what a seat or an agent on it sees stays the same whatever the other holds."""
    played = match(seed=5)
    window, tables = Window(played.kit.sight), played.kit.tables
    seen, looked = played.view("north"), window.look(played.state, tables, 0)["observation"]
    assert seen["hands"] == {"north": 5, "south": 5}
    hand = members(played.state.hand[1])
    out = next(card for card in members(tables.deck[1]) if card not in hand)
    played.state.hand[1] += (1 << out) - (1 << hand[0])
    assert played.view("north") == seen
    assert (window.look(played.state, tables, 0)["observation"] == looked).all()
    assert (window.look(played.state, tables, 1)["observation"] != looked).any()


def test_every_card_is_shown_in_one_place():
    """A replay shows each card once at every step, in an area that the table has."""
    setup = GAME.setup("duel")
    (part,) = replay(GAME, setup, [GAME.bot("heuristic", setup)] * 2, seed=1, index=0).parts
    known = [area.id for top in part.areas for area in (top, *top.parts)]
    zones = {}
    for step in part.steps:
        zones |= step.zones
        shown = [piece.thing for zone in zones.values() for piece in zone.pieces]
        assert sorted(shown) == sorted(thing.id for thing in part.things)
        assert set(zones) <= set(known)
        if step.decision and len(step.decision.options) > 1:
            assert step.decision.scores[step.decision.chosen] == max(step.decision.scores)


def test_agents_play_all_seats():
    pytest.importorskip("pettingzoo")
    env = mazarbul.env("my_game/duel")
    env.reset(seed=7)
    rewards = {}
    for agent in env.agent_iter():
        observation, rewards[agent], is_over, is_given_up, _ = env.last()
        env.step(None if is_over or is_given_up else np.flatnonzero(observation["action_mask"])[0])
    assert set(rewards) == {"north", "south"}
    assert sum(rewards.values()) == 0
