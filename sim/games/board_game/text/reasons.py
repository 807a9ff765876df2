"""Why an action is not legal, in words, with the rule that forbids it."""

from __future__ import annotations

from sim.games.board_game import actions
from sim.games.board_game.text.moves import PARTS
from sim.games.board_game.text.names import Names
from sim.notation.moves import Moves


def _busy(names: Names, s) -> str | None:  # noqa: ARG001  (the contract of notations)
    """Return what the seat on turn must do; None for the usual words at other decisions."""
    return "is on turn and must choose an action" if s.decision == actions.TURN else None


#: The notation of this game's actions.
MOVES = Moves(kinds=actions.KINDS, parts=PARTS, reasons={}, busy=_busy)
