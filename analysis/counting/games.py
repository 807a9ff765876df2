"""Counts from the games table: results, margins, how far games came, who left them, every number."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pyarrow as pa
import pyarrow.compute as pc

from mazarbul.analysis.counting.statistic import GAMES, NUMBER, TEXT, WHOLE, Batch, Frequencies
from mazarbul.analysis.layout import Layout

_NUMERIC = re.compile(r"^(u?int\d+|halffloat|float|double)$")
_COUNTERS = re.compile(r"^(game|seed)$|_\d+$")


class Results(Frequencies):
    """How games were won and ended, by the columns that the run has."""

    name = "results"

    def __init__(self, layout: Layout) -> None:
        known = layout.columns("games")
        kinds = {"scenario": TEXT, "winner": TEXT, "end_reason": TEXT, "start": TEXT, "rounds": WHOLE}
        self.keys = {name: kind for name, kind in kinds.items() if name in known}
        self.columns = {"games": list(self.keys)}

    def count(self, batch: Batch) -> pa.Table:
        """Return the total of some games."""
        return self.counted({name: batch["games"].column(name) for name in self.keys})


class Margins(Frequencies):
    """Final margins: first side's score minus the second's, by winner; games without one are left out."""

    name = "margins"
    keys: Mapping[str, pa.DataType] = {"margin": WHOLE, "winner": TEXT}

    def __init__(self, scores: list[str]) -> None:
        self.scores = scores
        self.columns = {"games": ["winner", *scores]}

    @classmethod
    def of(cls, layout: Layout) -> Margins | None:
        """Return it, or None unless the run has two sides with a score each."""
        scores = [f"score_{side}" for side in layout.sides]
        return cls(scores) if len(scores) == 2 and set(scores) <= set(layout.columns("games")) else None

    def count(self, batch: Batch) -> pa.Table:
        """Return the total of some games."""
        first, second = (batch["games"].column(name).cast(WHOLE) for name in self.scores)
        margin = pc.subtract(first, second)
        known = margin.is_valid()
        return self.counted(
            {"margin": margin.filter(known), "winner": batch["games"].column("winner").filter(known)}
        )


class Measures(Frequencies):
    """Values of every counted quantity of a game (scores, rounds, turns, decisions, ...), where known."""

    name = "measures"
    keys: Mapping[str, pa.DataType] = {"measure": TEXT, "value": NUMBER}

    def __init__(self, layout: Layout) -> None:
        kinds = layout.types["games"].items()
        self.measures = [name for name, kind in kinds if _NUMERIC.match(kind) and not _COUNTERS.search(name)]
        self.columns = {"games": self.measures}

    def count(self, batch: Batch) -> pa.Table:
        """Return the total of some games."""
        parts = [pa.table({name: pa.array([], kind) for name, kind in {**self.keys, GAMES: WHOLE}.items()})]
        for name in self.measures:
            found = pc.value_counts(batch["games"].column(name).combine_chunks().drop_null())
            measure, values = pa.array([name] * len(found), TEXT), found.field("values").cast(NUMBER)
            parts.append(pa.table({"measure": measure, "value": values, GAMES: found.field("counts")}))
        return self.summed(pa.concat_tables(parts))


class Far(Frequencies):
    """How far games came, by winner; games for which it is not known are left out."""

    name = "reached"

    def __init__(self, column: str) -> None:
        self.keys = {column: WHOLE, "winner": TEXT}
        self.columns = {"games": [column, "winner"]}

    @classmethod
    def of(cls, layout: Layout) -> Far | None:
        """Return it, or None unless the game says what is reached, and the run records it."""
        reached = layout.declared.outcome.reached
        return cls(reached.column) if reached and reached.column in layout.columns("games") else None

    def count(self, batch: Batch) -> pa.Table:
        """Return the total of some games."""
        column, _ = self.keys
        known = batch["games"].filter(batch["games"].column(column).is_valid())
        return self.counted({name: known.column(name) for name in self.keys})


class Left(Frequencies):
    """How every seat left the game, by winner; a missing way means that it stayed."""

    name = "exits"
    keys: Mapping[str, pa.DataType] = {"seat": TEXT, "way": TEXT, "winner": TEXT}

    def __init__(self, prefix: str, seats: list[str]) -> None:
        self.prefix, self.seats = prefix, seats
        self.columns = {"games": ["winner", *(prefix + seat for seat in seats)]}

    @classmethod
    def of(cls, layout: Layout) -> Left | None:
        """Return it, or None unless seats can leave the game, and the run records how."""
        exits, known = layout.declared.outcome.exits, layout.columns("games")
        if exits is None:
            return None
        seats = [seat["id"] for seat in layout.catalogue["seats"] if exits.prefix + seat["id"] in known]
        return cls(exits.prefix, seats) if seats else None

    def count(self, batch: Batch) -> pa.Table:
        """Return the total of some games."""
        games = batch["games"]
        parts = [
            self.counted(
                {
                    "seat": pa.array([seat] * games.num_rows, TEXT),
                    "way": games.column(self.prefix + seat),
                    "winner": games.column("winner"),
                }
            )
            for seat in self.seats
        ]
        return self.summed(pa.concat_tables(parts))
