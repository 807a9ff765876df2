"""A bot decides from what its seat may know: hidden changes do not affect its view or choice."""

from __future__ import annotations

import pytest

from tests.every_game.hidden import VEILS, leaks
from tests.every_game.worlds import (
    ESCAPE,
    GAMES,
    JOURNEY,
    PASSAGE,
    bot_play,
    card_game,
    courier,
    game_of,
    kit_of,
    quest,
    quick_worlds,
)
from tests.marks import slow_but

OTHER_SWITCHES = {
    "promos": True, "replaced_counts": False, "optional_forsake": True, "empty_actions": True,
    "joint": "enemy", "dig_order": "play_effects_first", "path_choice": "after_combat",
}  # fmt: skip
WORLDS = (
    card_game("duel"),
    card_game("trilogy"),
    card_game("duel3"),
    card_game("fellowship"),
    card_game("trilogy", "one person runs a side", team_info=True),
    card_game("trilogy", "other switches", **OTHER_SWITCHES),
    quest(PASSAGE, "spirit"),
    quest(PASSAGE, "leadership", "lore"),
    quest(JOURNEY, "tactics", "spirit"),
    quest(ESCAPE, "lore", "leadership", "tactics"),
    courier("chase"),
    courier("pack"),
)


def test_every_game_is_here():
    assert {world.game for world in WORLDS} == set(GAMES) == set(VEILS)


@pytest.mark.parametrize("world", slow_but(quick_worlds(WORLDS), WORLDS), ids=str)
@pytest.mark.parametrize("bot", [pytest.param("random", marks=pytest.mark.slow), "heuristic"])
def test_what_is_hidden_changes_neither_view_nor_choice(world, bot):
    """CG-2.6, CG-2.7, LCG-30.4, CO-9: of the heuristic bot, in positions that either bot's play leads to."""
    kit = kit_of(world)
    choose = kit.seat([game_of(world).bot("heuristic", kit.setup)] * len(kit.setup.seats))
    assert not leaks(bot_play(world, bot, seed=61), choose, seed=0)
