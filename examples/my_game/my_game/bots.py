"""The bots of My Game: what they weigh, and what they choose."""

from __future__ import annotations

import numpy as np

from mazarbul.sim.bots.choosing import choosing, nothing_to_prepare
from mazarbul.sim.bots.mind import mind_fields, seating
from mazarbul.sim.bots.weights import Weights
from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.actions import a_of
from mazarbul.sim.engine.playing import batch, to_its_end
from my_game.ids import HAND, PHASE, SEATS, SIDES, STREAM_BLUNDER, STREAM_BOT
from my_game.rules import MOVING, PLAYING

WEIGHTS = Weights(
    "a point of a card's strength that is kept",
    ("lead", 1.5, "worth of a point of strength in a card to lead with"),
    ("take", 8.0, "worth of taking a round as the seat that follows"),
)
W = WEIGHTS.index
MIND = np.dtype(mind_fields(SEATS, len(WEIGHTS), HAND), align=True)
seated = seating(MIND, SIDES)


@kernel
def score(s, t, m, seat):
    """Fill the worth of each card that a seat can play, by what it may know."""
    for i in range(s.option_n):
        card = a_of(s.options[i])
        if s.phase == PHASE.LEAD:
            m.score[i] = (m.weights[seat, W.LEAD] - 1.0) * t.strength[card]
        else:
            takes = t.strength[card] > t.strength[s.led]
            m.score[i] = (m.weights[seat, W.TAKE] if takes else 0.0) - t.strength[card]


choose = choosing(score, STREAM_BOT, STREAM_BLUNDER, __name__)
play = to_its_end(MOVING, PLAYING, choose)
play_batch = batch(play, nothing_to_prepare, __name__)
