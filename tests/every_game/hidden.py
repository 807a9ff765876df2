"""Checks that a seat's view and choices do not depend on anything hidden from it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

import numpy as np

from mazarbul.sim.games.match import Match
from tests.board_game import veil as board_game
from tests.card_game import veil as card_game
from tests.courier import veil as courier
from tests.lotr_lcg import veil as lotr_lcg

#: Game -> function of state, tables and luck. It returns a state in which everything hidden from the
#: deciding seat is different, and a function that changes an action to fit.
VEILS = {
    "board_game": board_game.veiled,
    "card_game": card_game.veiled,
    "lotr_lcg": lotr_lcg.veiled,
    "courier": courier.veiled,
}


def leaks(matches: Iterable[Match], choose: Callable[[np.record], int], seed: int) -> list[str]:
    """Return the decisions at which hidden parts show in the seat's view or change its choice."""
    luck, found = random.Random(seed), []
    for match in matches:
        if match.is_over:
            continue
        kit, s = match.kit, match.state
        other, exchanged = VEILS[match.game.name](s, kit.tables, luck)
        what = f"decision {match.decisions} of {match.actor}, {match.decision}"
        if kit.view(other, int(s.actor)) != kit.view(s, int(s.actor)):
            found.append(f"{what}: another view")
        elif choose(other) != exchanged(choose(s)):
            found.append(f"{what}: another choice")
    return found
