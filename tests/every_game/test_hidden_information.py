"""A bot decides from what its seat may know: hidden changes do not affect its view or choice."""

from __future__ import annotations

import pytest

from mazarbul.sim.bots.bot import RANDOM_BOT
from mazarbul.sim.games.seating import default_bot
from tests.every_game.hidden import VEILS, leaks
from tests.every_game.worlds import (
    ESCAPE,
    GAMES,
    JOURNEY,
    PASSAGE,
    board_game,
    bot_play,
    card_game,
    courier,
    first_worlds,
    game_of,
    kit_of,
    quest,
    quick_worlds,
    usual_bots,
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
    board_game("two_player"),
    board_game("three_player"),
    board_game("four_player"),
)


def test_every_game_is_here():
    assert {world.game for world in WORLDS} == set(GAMES) == set(VEILS)


QUICK_PLAY = [(world, default_bot(game_of(world))) for world in quick_worlds(WORLDS)]
#: Games of random choices, but for one of each game: those of the usual bot say as much of the same set-ups.
AT_RANDOM = [(world, RANDOM_BOT) for world in WORLDS if default_bot(game_of(world)) != RANDOM_BOT]
MORE_PLAY = [(world, bot) for world, bot in AT_RANDOM if world not in first_worlds(WORLDS)]


@pytest.mark.parametrize(
    ("world", "bot"), slow_but(QUICK_PLAY, usual_bots(WORLDS), thorough=MORE_PLAY), ids=str
)
def test_what_is_hidden_changes_neither_view_nor_choice(world, bot):
    """CG-2.6, CG-2.7, LCG-30.4, BG-19.3, CO-9: of the heuristic bot, in positions that any bot leads to.

    Random choices depend on luck alone, so without a heuristic bot only the view is checked.
    """
    kit, game = kit_of(world), game_of(world)
    is_random = default_bot(game) == RANDOM_BOT
    bots = [game.bot(default_bot(game), kit.setup)] * len(kit.setup.seats)
    choose = (lambda s: int(s.options[0])) if is_random else kit.seat(bots)
    assert not leaks(bot_play(world, bot, seed=61), choose, seed=0)
