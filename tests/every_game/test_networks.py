"""Networks of bots: they know what their seat knows, and change nothing before they have learnt."""

from __future__ import annotations

import json
import random
import subprocess
import sys

import numpy as np
import pytest

from tests.every_game.hidden import VEILS
from tests.every_game.networks import Reader, with_networks
from tests.every_game.worlds import (
    ESCAPE,
    GAMES,
    PASSAGE,
    board_game,
    bot_play,
    card_game,
    game_of,
    kit_of,
    quest,
)
from tests.marks import slow_but

WORLDS = (
    card_game("duel"),
    card_game("trilogy"),
    card_game("fellowship"),
    quest(PASSAGE, "leadership", "lore"),
    quest(ESCAPE, "lore", "leadership", "tactics"),
    board_game("two_player"),
    board_game("four_player"),
)
QUICK = [world for world in WORLDS if world.name == "duel"]
SELDOM = 5

every_world = pytest.mark.parametrize("world", slow_but(QUICK, WORLDS), ids=str)


@pytest.mark.parametrize("game", ["card_game", "lotr_lcg", "board_game"])
def test_inputs_are_the_same_whatever_is_imported_first(game):
    """A row that depends on what else is loaded would be another input in another program."""
    code = (
        f"from mazarbul.sim.games.{game}.bots.inputs import INPUTS\n"
        "import json\n"
        "print(json.dumps([{**each.blocks} for each in (INPUTS.state, INPUTS.options)]))"
    )
    alone = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    inputs = next(kit_of(world) for world in WORLDS if world.game == game).practice.inputs
    found = [{**each.blocks} for each in (inputs.state, inputs.options)]
    assert json.loads(alone.stdout) == json.loads(json.dumps(found))


def test_every_game_with_networks_is_here():
    kits = [kit_of(world) for world in WORLDS]
    with_practice = {kit.setup.game for kit in kits if kit.practice is not None}
    assert with_practice == {world.game for world in WORLDS} == {game for game in GAMES if game != "courier"}


@every_world
def test_networks_read_the_same_in_every_world_that_fits(world):
    """CG-2.6, CG-2.7, LCG-30.4, BG-19.3: nothing hidden, and nothing of earlier decisions.

    One mind decides all the time, the other one now and then, where all that is hidden is different.
    """
    kit, luck = kit_of(world), random.Random(81)
    bots = with_networks(game_of(world), kit, is_fresh=False)
    here, there, looked = Reader(kit, bots), Reader(kit, bots), 0
    for match in bot_play(world, "heuristic", seed=81):
        if match.is_over:
            break
        s = match.state
        mine = here.read(s)
        assert 0 < len(mine.state) < here.mind.state_row.size, "there is room"
        looked += 1
        if looked % SELDOM == 0:
            other, renamed = VEILS[world.game](s, kit.tables, luck)
            names = {renamed(int(action)): int(action) for action in s.options[: s.option_n]}
            theirs = there.read(other, names)
            assert mine == theirs, f"decision {match.decisions}: {match.decision}"
    assert looked > SELDOM


@every_world
def test_a_fresh_network_changes_nothing(world):
    kit, game = kit_of(world), game_of(world)
    plain = kit.seat([game.bot("heuristic", kit.setup)] * len(kit.setup.seats))
    with_fresh = Reader(kit, with_networks(game, kit, is_fresh=True))
    with_any = Reader(kit, with_networks(game, kit, is_fresh=False))
    others = 0
    for match in bot_play(world, "heuristic", seed=83):
        if match.is_over:
            break
        choice = plain(match.state)
        assert with_fresh.choose(match.state) == choice, f"decision {match.decisions}: {match.decision}"
        others += with_any.choose(match.state) != choice
    assert others > 0, "other networks choose otherwise"


@every_world
def test_fields_that_kernels_read_are_fields_without_compiling_too(world):
    """Without JIT a field with the name of an attribute of numpy's records is that attribute."""
    kit = kit_of(world)
    mind = kit.mind([game_of(world).bot("random", kit.setup)] * len(kit.setup.seats))
    for record in (kit.state, kit.tables.dtype, mind.dtype, kit.practice.record):
        assert not set(record.names) & set(dir(np.void))
