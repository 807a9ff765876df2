"""The tables of a run, made of what kernels write down of finished games."""

from __future__ import annotations

import numpy as np

from sim.data.setup import Setup
from sim.games.base import wide
from sim.games.contract import Labelled
from tests.courier.ids import CARDS, END_REASONS, FACES, REGIONS, ROUNDS, SIDES

#: One row a game, filled by `kernel.keep`.
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


def families(setup: Setup, first: int, rows: np.recarray) -> dict[str, dict[str, np.ndarray | Labelled]]:
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
