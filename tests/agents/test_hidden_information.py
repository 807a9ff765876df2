"""What an agent observes is the same in every world that fits what its seat knows."""

from __future__ import annotations

import random

import numpy as np
import pytest

from mazarbul.sim.engine.actions import NONE
from mazarbul.sim.games.tables import Window
from tests.every_game.hidden import VEILS
from tests.every_game.worlds import (
    ESCAPE,
    PASSAGE,
    board_game,
    bot_play,
    card_game,
    courier,
    game_of,
    kit_of,
    quest,
    quick_worlds,
)
from tests.marks import slow_but

WORLDS = (
    card_game("duel"),
    card_game("trilogy"),
    card_game("duel3"),
    card_game("fellowship"),
    card_game("trilogy", "one person runs a side", team_info=True),
    quest(PASSAGE, "leadership", "lore"),
    quest(ESCAPE, "lore", "leadership", "tactics"),
    courier("chase"),
    courier("pack"),
    board_game("two_player"),
    board_game("four_player"),
)


def seen_from(s: np.record, seat: int) -> np.record:
    """Return a state as if this seat decided: what its decider may be shown of options is not its own."""
    other = s.copy()
    if int(s.actor) != seat:
        other.actor, other.option_n = seat, 0
    return other


@pytest.mark.parametrize("world", slow_but(quick_worlds(WORLDS), WORLDS), ids=str)
@pytest.mark.parametrize("seed", [71, pytest.param(72, marks=pytest.mark.slow)])
def test_no_seat_observes_what_is_hidden_from_it(world, seed):
    """CG-2.6, CG-2.7, LCG-30.4, BG-19.3, CO-9: observations and options, of all seats at every decision."""
    kit, luck, found = kit_of(world), random.Random(seed), set()
    window, seats = Window(kit.sight), range(len(kit.setup.seats))
    bot = "heuristic" if "heuristic" in game_of(world).bots() else "random"
    for match in bot_play(world, bot, seed=seed):
        for seat in seats if not match.is_over else ():
            s, t = seen_from(match.state, seat), match.kit.tables
            other, _ = VEILS[world.game](s, t, luck)
            here, there = window.look(s, t, seat), window.look(other, t, seat)
            if (other_columns := here.observation != there.observation).any():
                found |= {field.name for field in kit.sight.fields if other_columns[field.columns].any()}
            if sorted(here.options.tolist()) != sorted(there.options.tolist()):
                found.add(f"options of {match.decision}")
            elif (here.options != there.options).any():
                found.add(f"order of the options of {match.decision}")
    assert found == set()


def test_the_check_finds_what_is_shown():
    """What the veil of one seat changes, another one sees: its own hand or the courier's place."""
    kit = kit_of(courier("chase"))
    s, t = next(bot_play(courier("chase"), "random", seed=73)).state, kit.tables
    while s.round_number < 3:
        kit.apply(s, int(s.options[0]))
    seat = int(s.actor)
    other, _ = VEILS["courier"](s, t, random.Random(73))
    window, looks = Window(kit.sight), []
    for state in (s, other):
        looks.append(window.look(state, t, 1 - seat).observation)
    assert (looks[0] != looks[1]).any()


@pytest.mark.parametrize("world", slow_but(quick_worlds(WORLDS), WORLDS), ids=str)
def test_open_information_is_observed(world):
    """Every field says something in some position, and the whole of it is not the same everywhere."""
    kit, shown = kit_of(world), None
    window = Window(kit.sight)
    for index in range(3):
        for match in bot_play(world, "random", index):
            if match.actor is not None:
                found = window.look(match.state, match.kit.tables, int(match.state.actor)).observation
                shown = found != 0 if shown is None else shown | (found != 0)
    silent = [field.name for field in kit.sight.fields if not shown[field.columns].any()]
    assert len(silent) < len(kit.sight.fields) / 2
    assert int(match.state.actor) == NONE
