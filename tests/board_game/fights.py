"""Battles with dice that tests script."""

from __future__ import annotations

import pytest

from mazarbul.sim.games.board_game import ids
from mazarbul.sim.games.board_game.rules import combat
from tests.board_game.board import FREE, Board

ALL = ids.WHOLE.ALL
#: (round, role, which roll) -> results; the other dice show 1. Which roll: FIRST_ROLL, AGAIN, EARLY, LATE.
ROLLS: dict = {}


def scripted(_seed, _purpose, number, die, _sides) -> int:
    """Return the result that a test wants of a Combat die, 1 if it wants none."""
    role, die = divmod(int(die), combat.FIRST_ROLE)
    roll, die = divmod(die, combat.FIRST_DIE)
    results = ROLLS.get((int(number) & 255, role, roll), ())
    return results[die] if die < len(results) else 1


@pytest.fixture
def _dice(monkeypatch):
    """Let Combat dice show what the tests want."""
    monkeypatch.setattr(combat, "roll_die", scripted)
    ROLLS.clear()


def fight(board: Board, side: int, origin: str, at: str, rolls: dict | None = None) -> Board:
    """Let an Army attack with all it can."""
    ROLLS.update(rolls or {})
    face = ids.FACE.WILL if side == FREE else ids.FACE.ARMY
    board.acting(side, face, face)
    board.choose("attack", 0, face)
    if board.decision == "strike":
        board.pick("strike", origin, at)
    if board.decision == "send":
        board.choose("send", ALL)
    return board
