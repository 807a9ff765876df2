"""The weights of a game's bots: each is declared once, with its name, its default and its purpose.

    WEIGHTS = Weights(
        "one point",
        ("card", 0.6, "worth of drawing a card"),
        ("ring", 1.15, "worth of an unspent Ring token"),
    )
    W = WEIGHTS.index

Kernels read `m.w[W.RING]`, a bot's file has `ring = 1.2`, and docs/reference/weights.md has a table
of all weights.
"""

from __future__ import annotations

from typing import NamedTuple

from mazarbul.sim.engine.declared import numbered


class Weight(NamedTuple):
    """A number that a policy reads. name: in bot files. help: its purpose, in one line."""

    name: str
    default: float
    help: str


class Weights:
    """All weights of a game's bots, in the order of the vectors that kernels read.

    unit: the worth of a weight of 1. rows: name, default and help of each, see `Weight`; ValueError if
    two have the same name. index: named tuple of the indices in a vector, with names in capitals.
    defaults: weight name -> default.
    """

    def __init__(self, unit: str, *rows: tuple[str, float, str]):
        self.unit = unit
        self.rows = tuple(Weight(*row) for row in rows)
        self.index = numbered("W", (row.name.upper() for row in self.rows))
        self.defaults = {row.name: row.default for row in self.rows}

    def __len__(self) -> int:
        return len(self.rows)
