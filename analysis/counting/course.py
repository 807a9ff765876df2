"""What is counted of threat and progress after each round of a game against a quest."""

from __future__ import annotations

import numpy as np

from analysis.counting.statistic import Arrays, Batch, by_cell, known_numbers
from analysis.layout import Layout

MEASURES = ("progress", "threat")
SIZES = {"progress": 101, "threat": 101}  # values 0 .. 100; larger ones count as 100


class Course(Arrays):
    """Games still going after each round, by what was reached then and whether they were won.

    games: (2, rounds, progress, threat, lost and won), first by parity of the game's number; a measure that
    is not recorded is 0. recorded: which measures are. rounds: their numbers.
    """

    name = "course"

    def __init__(self, layout: Layout):
        columns = {name: dict(layout.numbered("games", f"{name}_round_")) for name in MEASURES}
        self.layout = layout
        self.recorded = {name: bool(columns[name]) for name in MEASURES}
        known = [columns[name].keys() for name in MEASURES if self.recorded[name]]
        self.rounds = sorted(set.intersection(*map(set, known))) if known else []
        self.names = [
            {name: columns[name][number] for name in MEASURES if self.recorded[name]}
            for number in self.rounds
        ]
        lasting = ["rounds"] if "rounds" in layout.columns("games") else []
        names = [name for each in self.names for name in each.values()]
        self.columns = {"games": ["winner", *lasting, *names]}
        self.shapes = {"games": (2, len(self.rounds), *SIZES.values(), 2)}

    @classmethod
    def of(cls, layout: Layout) -> Course | None:
        """Return it, or None unless players together against a quest have a recorded course."""
        made = cls(layout) if layout.is_cooperative else None
        return made if made and made.rounds else None

    def count(self, batch: Batch) -> dict[str, np.ndarray]:
        """Return the total of some games."""
        table, total = batch["games"], self.zeros()
        games = total["games"]
        won = (self.layout.winner_codes(table) == 0).astype(np.int64)
        parity = table.column("game").to_numpy() % 2
        rounds = table.column("rounds").to_numpy() if "rounds" in self.columns["games"] else None
        for i, number in enumerate(self.rounds):
            key = parity
            reached = np.ones(len(won), bool) if rounds is None else rounds > number
            if not reached.any():
                continue
            for name in MEASURES:
                value = np.zeros(len(won), np.int64)
                if self.recorded[name]:
                    value, known = known_numbers(table, self.names[i][name])
                    reached = reached & known
                key = key * SIZES[name] + np.clip(value, 0, SIZES[name] - 1)
            games[:, i] = by_cell((key * 2 + won)[reached], games[:, i].shape)
        return total
