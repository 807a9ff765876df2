"""The tables of a run, made from the kernels' records of finished games."""

from __future__ import annotations

import numpy as np

from mazarbul.sim.data.setup import Setup
from mazarbul.sim.games.base import wide
from mazarbul.sim.games.contract import Families, Labelled
from mazarbul.sim.games.kit import Recorder
from my_game.ids import CARDS, END_REASONS, HAND, SEATS, SIDES
from my_game.kernel import keep

#: One row for each game, filled by `kernel.keep`.
RECORD = np.dtype(
    [
        ("winner", "i8"),
        ("end_reason", "i8"),
        ("rounds", "i8"),
        ("decisions", "i8"),
        ("score", "i2", (SEATS,)),
        ("lead", "i2", (HAND,)),
        ("cards", "u4", (CARDS,)),
    ],
    align=True,
)


class Records(Recorder):
    """The records of n games."""

    def __init__(self, setup: Setup, n: int) -> None:
        self.setup = setup
        self.rows = np.zeros(n, RECORD).view(np.recarray)

    @property
    def arrays(self) -> tuple[np.ndarray, ...]:
        """The arrays that `play_batch` fills."""
        return (self.rows,)

    def end(self, i: int, s: np.record) -> None:
        """Record the result of game `i`."""
        keep(s, self.rows[i])

    def families(self, first: int) -> Families:
        """Return the records of all games."""
        rows, cards = self.rows, self.setup.catalogue["cards"]
        index = np.arange(first, first + len(rows), dtype=np.int64)
        games: dict[str, np.ndarray | Labelled] = {
            "game": index,
            "winner": Labelled(rows.winner.astype(np.int8), SIDES),
            "end_reason": Labelled(rows.end_reason.astype(np.int8), END_REASONS),
            "rounds": rows.rounds.astype(np.int8),
            "decisions": rows.decisions.astype(np.int16),
        }
        for seat, side in enumerate(SIDES):
            games[f"score_{side}"] = rows.score[:, seat].astype(np.int16)
        for i in range(int(self.setup.tables.hand)):
            lead = rows.lead[:, i].astype(np.int8)
            games[f"lead_round_{i + 1}"] = np.ma.MaskedArray(lead, rows.rounds <= i)
        return {"games": games, "cards": {"game": index} | wide(cards, rows.cards[:, : len(cards)])}
