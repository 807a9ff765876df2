"""The tables of a run, made from what the kernels record of finished games."""

from __future__ import annotations

import numpy as np

from mazarbul.sim.data.setup import Setup
from mazarbul.sim.games.board_game import ids
from mazarbul.sim.games.board_game.batch import RESULT, outcome
from mazarbul.sim.games.kit import Recorder
from mazarbul.sim.games.records import Families, Labelled, by_round, wide


class Records(Recorder):
    """The records of n games: a row for each (see `batch.play_batch`)."""

    def __init__(self, setup: Setup, n: int) -> None:
        self.setup = setup
        self.rows = np.zeros(n, dtype=RESULT).view(np.recarray)

    @property
    def arrays(self) -> tuple[np.ndarray, ...]:
        """The arrays that `play_batch` fills."""
        return (self.rows,)

    def end(self, i: int, s: np.record) -> None:
        """Note the result of game `i`."""
        outcome(s, self.setup.tables, self.rows[i])

    def families(self, first: int) -> Families:
        """Return the records of all games."""
        rows, index = self.rows, np.arange(first, first + self.rows.size, dtype=np.int64)
        catalogue = self.setup.catalogue
        faces = rows.faces.reshape(rows.size, -1)[:, [face["index"] for face in catalogue["faces"]]]
        found: Families = {"games": game_columns(self.setup, index, rows)}
        for family in ("cards", "regions", "figures", "nations", "tiles"):
            values = rows[family][:, : len(catalogue[family])]
            found[family] = {"game": index, **wide(catalogue[family], values)}
        return found | {"faces": {"game": index} | wide(catalogue["faces"], faces)}


def game_columns(setup: Setup, index: np.ndarray, rows: np.recarray) -> dict[str, np.ndarray | Labelled]:
    """Return the columns of the games table for finished games. A round is a turn."""
    mordor = np.ma.MaskedArray(rows.mordor.astype(np.int8), rows.mordor == ids.NONE)
    columns: dict[str, np.ndarray | Labelled] = {
        "game": index,
        "winner": Labelled(rows.winner.astype(np.int8), ids.SIDES),
        "end_reason": Labelled(rows.end_reason.astype(np.int8), ids.END_REASONS),
        "rounds": rows.turns.astype(np.int8),
        "decisions": rows.decisions.astype(np.int32),
        "corruption": rows.corruption.astype(np.int8),
        "mordor": mordor,
    }
    for side, name in enumerate(ids.SIDES):
        columns[f"points_{name}"] = rows.points[:, side].astype(np.int8)
    if len(setup.seats) > ids.SIDE_N and setup.switches["mp_partner_winner"] == "column":
        sides = np.maximum(rows.winner, 0)
        best = np.where(rows.winner == ids.NONE, ids.NONE, rows.best[np.arange(rows.size), sides])
        columns["winning_seat"] = Labelled(best.astype(np.int8), setup.seats)
    for i, name in enumerate(ids.TALLIES):
        columns[name] = np.ascontiguousarray(rows.tally[:, i]).astype(np.int16)
    for m, name in enumerate(ids.MEASURES):
        last = min(ids.COURSE_TURNS, int(setup.tables.turn_cap))
        columns |= by_round(name, rows.course[:, :last, m], rows.turns - 1)  # the last turn has no end
    return columns
