"""A change while it is played: the pairs of games so far, counted part by part as they are finished."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
from pydantic import ValidationError

from mazarbul.analysis.layout import Layout
from mazarbul.analysis.paired import Pairs, paired_variance
from mazarbul.formats.folders import CatalogueFile
from mazarbul.formats.manifest import CATALOGUE, MANIFEST, Chunk, RunFile
from mazarbul.studies.collection import BASE
from mazarbul.studies.precision import Aim, Look

CHANGED, GAMES = "changed", "games"  # the run of the change, and the family of records that is read
PERCENT = 100.0
MOST_POINTS = 300


class Watched:
    """The pairs of a what-if. folder: of its collection. precision: percentage points that were asked for."""

    def __init__(self, folder: Path, precision: float | None) -> None:
        self.base, self.other = folder / BASE, folder / CHANGED
        self.goal = precision
        self.aim = Aim(None if precision is None else precision / PERCENT)
        self.sides: dict[str, str] = {}  # id -> name
        self._counts: dict[str, Pairs] = {}
        self._seen: set[int] = set()
        self._trace: list[tuple[int, float, float]] = []

    def look(self) -> dict[str, Any] | None:
        """Return what is known so far, None if nothing is.

        n: pairs of games. goal: percentage points that were asked for. sides: what is known of each. trace:
        (pairs, change, half width of its interval) of the first side, as the games have come.
        """
        parts = [_parts(run) for run in (self.base, self.other)]
        if not self.sides and not self._begin():
            return None
        for index in sorted((parts[0].keys() & parts[1].keys()) - self._seen):
            before, after = parts[0][index], parts[1][index]
            if before.games == after.games:  # a last one is played again when more games are asked for
                self._count(before, after)
                self._note()
        if not self._seen:
            return None
        sides = [self._side(side) for side in self.sides]
        return {"n": sides[0]["n"], "sides": sides, "goal": self.goal, "trace": self._trace}

    def _note(self) -> None:
        """Add a point to the trace; one that has become long loses every second point."""
        if self._seen:
            first = self._side(next(iter(self.sides)))
            self._trace.append((first["n"], first["change"], first["half"]))
        if len(self._trace) > MOST_POINTS:
            self._trace = self._trace[1::2]

    def _begin(self) -> bool:
        """Read which sides there are."""
        try:
            catalogue = CatalogueFile.model_validate_json((self.base / CATALOGUE).read_bytes())
        except (OSError, ValidationError):
            return False
        layout = Layout(catalogue.model_dump(), {})
        self.sides = {side: layout.side_name(side) for side in layout.sides}
        self._counts = dict.fromkeys(self.sides, Pairs(0, 0, 0, 0))
        return bool(self.sides)

    def _count(self, before: Chunk, after: Chunk) -> None:
        try:
            winners = [
                pq.read_table(run / chunk.files[GAMES].file, columns=["winner"])["winner"].to_pylist()
                for run, chunk in ((self.base, before), (self.other, after))
            ]
        except (OSError, KeyError, ValueError):
            return
        self._seen.add(before.index)
        for side, pairs in self._counts.items():
            won = [(a == side, b == side) for a, b in zip(*winners, strict=True)]
            cells = [won.count(each) for each in ((True, True), (True, False), (False, True), (False, False))]
            self._counts[side] = Pairs(*(n + more for n, more in zip(pairs, cells, strict=True)))

    def _side(self, side: str) -> dict[str, Any]:
        """Return the win rates of a side, in percent, and their change with its interval."""
        pairs = self._counts[side]
        look = Look((pairs.other - pairs.base) / pairs.n, paired_variance(pairs), pairs.n)
        half = self.aim.half_width(look)
        return {
            "id": side,
            "name": self.sides[side],
            "n": pairs.n,
            "before": PERCENT * (pairs.both + pairs.base) / pairs.n,
            "after": PERCENT * (pairs.both + pairs.other) / pairs.n,
            "change": PERCENT * look.value,
            "half": PERCENT * half,
        }


def _parts(run: Path) -> Mapping[int, Chunk]:
    """Return the finished parts of a run by their numbers."""
    try:
        found = RunFile.model_validate_json((run / MANIFEST).read_bytes())
    except (OSError, ValidationError):
        return {}
    return {chunk.index: chunk for chunk in found.chunks}
