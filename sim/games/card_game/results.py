"""The tables of a run, made from what the kernels record of finished games."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from mazarbul.sim.data.setup import Setup
from mazarbul.sim.engine.declared import spelled
from mazarbul.sim.games.card_game import ids
from mazarbul.sim.games.card_game.batch import RESULT, outcome, write_records
from mazarbul.sim.games.kit import Recorder
from mazarbul.sim.games.records import Families, Labelled, by_round, wide


class Records(Recorder):
    """The records of n games: a row of each array for each game (see `batch.play_batch`)."""

    def __init__(self, setup: Setup, n: int) -> None:
        self.setup = setup
        self.rows = np.zeros(n, dtype=RESULT).view(np.recarray)
        self.cards = np.zeros((n, len(setup.catalogue["cards"])), np.uint32)
        self.places = np.zeros((n, ids.PLACES), np.uint32)
        self.factions = np.zeros((n, ids.MOST_FACTIONS, len(ids.LOCATION_KIND), 2), np.int16)

    @property
    def arrays(self) -> tuple[np.ndarray, ...]:
        """The arrays that `play_batch` fills."""
        return self.rows, self.cards, self.places, self.factions

    def end(self, i: int, s: np.record) -> None:
        """Note the result of game `i`."""
        outcome(s, self.setup.tables, self.rows[i])
        write_records(s, self.setup.tables, self.cards[i], self.places[i], self.factions[i])

    def families(self, first: int) -> Families:
        """Return the records of all games."""
        setup, index = self.setup, np.arange(first, first + self.rows.size, dtype=np.int64)
        places = self.places[:, _place_indices(setup)]
        return {
            "games": game_columns(setup, index, self.rows),
            "cards": {"game": index} | wide(setup.catalogue["cards"], self.cards),
            "places": {"game": index} | wide(setup.catalogue["places"], places),
            "factions": {"game": index} | _faction_columns(self.factions),
        }


def game_columns(setup: Setup, index: np.ndarray, rows: np.recarray) -> dict[str, np.ndarray | Labelled]:
    """Return the columns of the games table for finished games."""
    places = {
        place["id"]: i for place, i in zip(setup.catalogue["places"], _place_indices(setup), strict=True)
    }
    paths = _labels(places, ids.BATTLEGROUNDS, ids.PATHS)
    battlegrounds = _labels(places, 0, ids.BATTLEGROUNDS)
    last = int(setup.tables.last_number)
    columns: dict[str, np.ndarray | Labelled] = {
        "game": index,
        "winner": Labelled(rows.winner.astype(np.int8), ids.SIDES),
        "end_reason": Labelled(rows.end_reason.astype(np.int8), ids.END_REASONS),
        "rounds": rows.rounds.astype(np.int8),
        "score_free_peoples": rows.score[:, ids.SIDE.FREE_PEOPLES].astype(np.int16),
        "score_shadow": rows.score[:, ids.SIDE.SHADOW].astype(np.int16),
        "corruption": rows.corruption.astype(np.int16),
        "turns": rows.turns.astype(np.int16),
        "decisions": rows.decisions.astype(np.int16),
        "lead_changes": rows.lead_changes.astype(np.int8),
        "start": Labelled(rows.start.astype(np.int8), setup.seats),
    }
    columns |= by_round("lead", rows.lead[:, :last], rows.rounds)
    for i in range(last):
        columns[f"path_round_{i + 1}"] = Labelled(rows.path[:, i].astype(np.int8), paths)
    for i in range(last):
        columns[f"battleground_round_{i + 1}"] = Labelled(
            rows.battleground[:, i].astype(np.int8), battlegrounds
        )
    for seat, name in enumerate(setup.seats):
        used = rows.ring[:, seat].astype(np.int8)
        columns[f"ring_round_{name}"] = np.ma.MaskedArray(used, used == 0)
    return columns


def _labels(places: Mapping[str, int], first: int, n: int) -> tuple[str, ...]:
    """Return the location ids of the place indices `first` .. as labels; unused ones are empty."""
    names = {i: name for name, i in places.items()}
    found = [names.get(first + i, "") for i in range(n)]
    while found and not found[-1]:
        found.pop()
    return tuple(found)


def _place_indices(setup: Setup) -> list[int]:
    """Return the place index of each location of the catalogue."""
    return [place["index"] for place in setup.catalogue["places"]]


def _faction_columns(points: np.ndarray) -> dict[str, np.ndarray]:
    """Return the columns `<faction>/<kind>/<won|lost>`."""
    return {
        f"{faction}/{kind}/{result}": np.ascontiguousarray(points[:, f, k, r])
        for f, faction in enumerate(ids.FACTIONS)
        for k, kind in enumerate(spelled(ids.LOCATION_KIND))
        for r, result in enumerate(("lost", "won"))
    }
