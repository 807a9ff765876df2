"""The tables of a run, made from the kernels' records of finished games."""

from __future__ import annotations

import numpy as np

from mazarbul.sim.data.setup import Setup
from mazarbul.sim.games.base import wide
from mazarbul.sim.games.contract import Families, Labelled
from mazarbul.sim.games.kit import Recorder
from tests.courier.ids import CARDS, END_REASONS, FACES, REGIONS, ROUNDS, SIDES
from tests.courier.kernel import keep

#: One row for each game, filled by `kernel.keep`.
RECORD = np.dtype(
    [
        ("winner", "i8"),
        ("end_reason", "i8"),
        ("rounds", "i8"),
        ("decisions", "i8"),
        ("turns", "i8"),
        ("cards", "u4", (CARDS,)),
        ("regions", "u4", (REGIONS,)),
        ("faces", "u4", (FACES,)),
        ("distance", "i2", (ROUNDS,)),
        ("gap", "i2", (ROUNDS,)),
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
        return families(self.setup, first, self.rows)


def families(setup: Setup, first: int, rows: np.recarray) -> Families:
    """Return family -> column -> a value for each game."""
    index = np.arange(first, first + len(rows), dtype=np.int64)
    games: dict[str, np.ndarray | Labelled] = {
        "game": index,
        "winner": Labelled(rows.winner.astype(np.int8), SIDES),
        "end_reason": Labelled(rows.end_reason.astype(np.int8), END_REASONS),
        "rounds": rows.rounds.astype(np.int8),
        "decisions": rows.decisions.astype(np.int16),
    }
    for name in ("distance", "gap"):
        for i in range(int(setup.tables.last)):
            steps = rows[name][:, i].astype(np.int8)
            games[f"{name}_round_{i + 1}"] = np.ma.MaskedArray(steps, rows.rounds <= i + 1)
    for face in range(FACES):
        games[f"face_{face + 1}"] = rows.faces[:, face].astype(np.int16)
    cards, regions = setup.catalogue["cards"], setup.catalogue["regions"]
    return {
        "games": games,
        "cards": {"game": index} | wide(cards, rows.cards[:, : len(cards)]),
        "regions": {"game": index} | wide(regions, rows.regions[:, : len(regions)]),
    }
