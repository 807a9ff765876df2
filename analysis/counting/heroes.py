"""What is counted of cards that begin the game in play."""

from __future__ import annotations

import numpy as np
import pandas as pd

from analysis.counting.packed import HERO
from analysis.counting.statistic import Arrays, Batch, by_cell
from analysis.layout import Layout


class Heroes(Arrays):
    """games: (heroes, kept and lost, lost and won): games by whether a hero left play and its side won."""

    name = "heroes"

    def __init__(self, layout: Layout, heroes: pd.DataFrame):
        self.layout, self.heroes = layout, heroes
        self.columns = {"games": ["winner"], "cards": list(heroes["column"])}
        self.shapes = {"games": (len(heroes), 2, 2)}

    @classmethod
    def of(cls, layout: Layout) -> Heroes | None:
        """Return it, or None if the run has no heroes or does not record how cards leave play."""
        cards = layout.items("cards")
        if "left" not in layout.card_fields or "cards" not in layout.families or "type" not in cards:
            return None
        heroes = cards[(cards["type"] == HERO) & cards["side"].isin(layout.sides)].reset_index(drop=True)
        return None if heroes.empty else cls(layout, heroes)

    def count(self, batch: Batch) -> dict[str, np.ndarray]:
        """Return the total of some games."""
        field, total = self.layout.card_fields["left"], self.zeros()
        winner = self.layout.winner_codes(batch["games"])
        for i, (column, side) in enumerate(zip(self.heroes["column"], self.heroes["side"], strict=True)):
            is_lost = field.of(batch["cards"].column(column).to_numpy()) > 0
            has_won = winner == self.layout.sides.index(side)
            total["games"][i] = by_cell(is_lost * 2 + has_won, (2, 2))
        return total
