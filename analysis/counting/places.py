"""What is counted of every location: when it was drawn, how often it was fought over, who won it."""

from __future__ import annotations

import numpy as np
import pandas as pd

from analysis.counting.statistic import Arrays, Batch, by_cell
from analysis.layout import Field, Layout

NEEDED = ("times", "first_round", "winner")


class Places(Arrays):
    """Counts of places, first axis = places in the catalogue's order.

    times: (p, t) games by number of activations. winner: (p, w, 2) by the `winner` field and contested.
    attack, defense: (p, v) icons when it was last resolved. drawn: (p, r, 2, sides + 1) games in which it
    first became active in round r, by whether the location step picked it, and by the game's winner.
    """

    name = "places"

    def __init__(self, layout: Layout, places: pd.DataFrame):
        self.layout, self.names = layout, list(places["column"])
        self.columns = {"games": ["winner"], "places": self.names}
        fields, n = layout.place_fields, len(places)
        sizes = {name: fields[name].size if name in fields else 1 for name in ("attack", "defense")}
        self.shapes = {
            "times": (n, fields["times"].size),
            "winner": (n, fields["winner"].size, 2),
            "attack": (n, sizes["attack"]),
            "defense": (n, sizes["defense"]),
            "drawn": (n, fields["first_round"].size, 2, len(layout.sides) + 1),
        }

    @classmethod
    def of(cls, layout: Layout) -> Places | None:
        """Return it, or None unless the run records places."""
        places = layout.items("places")
        if places.empty or "places" not in layout.families or not set(NEEDED) <= set(layout.place_fields):
            return None
        return cls(layout, places)

    def count(self, batch: Batch) -> dict[str, np.ndarray]:
        """Return the total of some games."""
        fields, total = self.layout.place_fields, self.zeros()
        outcomes = len(self.layout.sides) + 1
        won = self.layout.winner_codes(batch["games"]) % outcomes
        for i, column in enumerate(self.names):
            packed = batch["places"].column(column).to_numpy()
            active = fields["times"].of(packed)
            result = fields["winner"].of(packed).astype(np.int64)
            picked = _bit(fields, "picked", packed, active > 0)
            total["times"][i] = by_cell(active, total["times"][i].shape)
            contested = _bit(fields, "contested", packed, active > 0)
            total["winner"][i] = by_cell(result * 2 + contested, total["winner"][i].shape)
            for name in ("attack", "defense"):
                if name in fields:
                    icons = fields[name].of(packed[result > 0])
                    total[name][i] = by_cell(icons, total[name][i].shape)
            key = (fields["first_round"].of(packed).astype(np.int64) * 2 + picked) * outcomes + won
            total["drawn"][i] = by_cell(key[active > 0], total["drawn"][i].shape)
        return total


def _bit(fields: dict[str, Field], name: str, packed: np.ndarray, default: np.ndarray) -> np.ndarray:
    """Return a one-bit field as int64, or a default for runs that do not record it."""
    return (fields[name].of(packed) if name in fields else default).astype(np.int64)
