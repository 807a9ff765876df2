"""The scenarios that the tests of agents play, and how they play them."""

from __future__ import annotations

import numpy as np
import pytest

from mazarbul.sim import games
from tests.courier.game import GAME as COURIER
from tests.marks import compiles

games.register(COURIER)

#: One scenario of each game; those of games that take minutes to compile have a mark.
TARGETS = (
    "courier/chase",
    "card_game/duel",
    pytest.param("lotr_lcg/passage_through_mirkwood", marks=compiles),
    pytest.param("board_game/two_player", marks=compiles),
)
QUICK = TARGETS[:2]


def options_of(masks: np.ndarray, luck: np.random.Generator) -> np.ndarray:
    """Return an option of each mask, at random; 0 where there is none."""
    n = masks.sum(axis=-1)
    return (luck.random(n.shape) * np.maximum(n, 1)).astype(np.int64)
