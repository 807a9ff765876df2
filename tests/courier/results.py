"""The tables of a run, made from the states in which games end."""

from __future__ import annotations

import numpy as np

from mazarbul.sim.games.ends import EndStates
from mazarbul.sim.games.records import Labelled, by_round
from tests.courier.ids import END_REASONS, FACES, SIDES
from tests.courier.state import STATE


class Records(EndStates):
    """The records of n games."""

    state, sides, ends = STATE, SIDES, END_REASONS
    packed = {"cards": "card_record", "regions": "region_record"}  # noqa: RUF012

    def columns(self) -> dict[str, np.ndarray | Labelled]:
        """Return how far the courier was after each round, and how often each face was rolled."""
        s, found = self.states, {}
        for name in ("distance", "gap"):
            found |= by_round(name, s[name][:, : self.setup.tables.last], s.round_number - 1)
        for face in range(FACES):
            found[f"face_{face + 1}"] = s.face_record[:, face].astype(np.int16)
        return found
