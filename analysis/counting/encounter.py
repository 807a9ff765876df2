"""What is counted of the cards of a quest (see `analysis.encounter`)."""

from __future__ import annotations

import numpy as np

from analysis.counting.exposures import Deal
from analysis.counting.packed import Units, grouped
from analysis.counting.products import products, shapes
from analysis.counting.statistic import Arrays, Batch
from analysis.layout import Layout

WAYS = ("revealed", "shadow")
HARMS = ("damage", "kills", "threat")


class Encounter(Arrays):
    """Sums over games, first axis = cards with all their copies.

    ways: of WAYS, those recorded. harms: of HARMS, those recorded.
    games, won: (cards, ways) games in which a card came up so, and those of them that were won. times:
    (cards, ways) how often. harm: (cards, harms, 3) sums of harm, of its square, and of harm times how often
    the card came up. squares: (cards,) of how often it came up. gram, cross, wins, had: products for the
    regression, variables = ways by cards.
    """

    name = "encounter"

    def __init__(self, layout: Layout, known: Units):
        self.layout, self.units = layout, known
        self.ways = tuple(name for name in WAYS if name in layout.harm_fields)
        self.harms = tuple(name for name in HARMS if name in layout.harm_fields)
        self.columns = {"games": ["winner"], "harms": known.columns}
        k, ways = len(known.cards), len(self.ways)
        self.shapes = {
            "games": (k, ways),
            "won": (k, ways),
            "times": (k, ways),
            "harm": (k, len(self.harms), 3),
            "squares": (k,),
            **shapes(k * ways, 1),
        }

    @classmethod
    def of(cls, layout: Layout) -> Encounter | None:
        """Return it, or None unless players together against a quest meet cards that the run records."""
        copies = layout.items("cards")
        if not layout.is_cooperative or copies.empty or not set(WAYS) & set(layout.harm_fields):
            return None
        known = copies["side"].isin(layout.opponents) & copies["column"].isin(layout.columns("harms"))
        copies = copies[known].reset_index(drop=True).assign(copies=1)
        return cls(layout, grouped(copies)) if len(copies) else None

    def count(self, batch: Batch) -> dict[str, np.ndarray]:
        """Return the total of some games."""
        total, fields = self.zeros(), self.layout.harm_fields
        won = (self.layout.winner_codes(batch["games"]) == 0).astype(np.float32)
        came = np.zeros((len(self.ways), len(self.units.cards), len(won)), np.float32)
        for unit, rows in enumerate(self.units.rows):
            packed = [batch["harms"].column(self.units.columns[row]).to_numpy() for row in rows]

            def summed(name: str, packed: list[np.ndarray] = packed) -> np.ndarray:
                return np.sum([fields[name].of(each) for each in packed], 0).astype(float)

            for way, name in enumerate(self.ways):
                came[way, unit] = count = summed(name)
                total["games"][unit, way], total["won"][unit, way] = (count > 0).sum(), won[count > 0].sum()
                total["times"][unit, way] = count.sum()
            up = came[:, unit].sum(0, dtype=float)
            total["squares"][unit] = up @ up
            for i, name in enumerate(self.harms):
                done = summed(name)
                total["harm"][unit, i] = done.sum(), done @ done, done @ up
        return total | products(Deal(came.reshape(-1, len(won)), won[None]))
