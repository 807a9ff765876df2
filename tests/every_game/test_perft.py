"""How many ways there are to go on from a position, as chess programs count them (perft).

A legal action too many, or one that is missing, shows here even if no bot would take it. The luck of a game
is that of its seed, whatever was decided before.
"""

from __future__ import annotations

import numpy as np
import pytest

from mazarbul.sim.games.kit import Kit
from tests.every_game.worlds import ESCAPE, QUICK, World, board_game, card_game, courier, match_of, quest
from tests.marks import slow_but
from tests.playing import options, random_choice

#: World -> decisions taken at random first -> ways to go on for 1, 2, ... decisions.
WAYS: dict[World, dict[int, tuple[int, ...]]] = {
    card_game("duel"): {0: (2, 18, 197, 1_874), 60: (5, 14, 70, 869), 120: (5, 20, 60, 720)},
    card_game("trilogy"): {0: (7, 42, 210, 882), 60: (2, 26, 188, 1_698), 200: (12, 70, 378)},
    quest(ESCAPE, "lore", "leadership"): {
        0: (2, 4, 12, 24, 120, 408),
        25: (2, 4, 8, 16, 32, 78),
        60: (2, 4, 8, 16, 32, 56),
    },
    board_game("two_player"): {0: (2, 4, 32, 1_416), 120: (4, 44, 585), 200: (9, 63, 441, 882)},
    courier("chase"): {0: (2, 4, 20, 88, 896), 60: (8, 61, 228, 844), 120: (3, 13, 65, 276)},
}
CASES = [(world, after) for world, counted in WAYS.items() for after in counted]
QUICK_CASES = [case for case in CASES if case[0].game in QUICK]


def ways_on(kit: Kit, s: np.record, depth: int) -> int:
    """Return how many sequences of so many decisions there are, or of fewer that end the game."""
    if depth == 0 or kit.is_over(s):
        return 1
    total = 0
    for code in options(s):
        after = s.copy()
        kit.apply(after, code)
        total += ways_on(kit, after, depth - 1)
    return total


@pytest.mark.parametrize(("world", "after"), slow_but(QUICK_CASES, CASES), ids=str)
def test_as_many_ways_as_counted(world, after):
    match, choose = match_of(world), random_choice(f"{world}")
    for _ in range(after):
        match.advance(choose(match))
    ways = WAYS[world][after]
    assert tuple(ways_on(match.kit, match.state, depth) for depth in range(1, len(ways) + 1)) == ways
