"""Counting games where they are played, for runs that keep counts instead of rows.

`mazarbul.sim.runner` gets the class `Summary` and uses only the interface in `mazarbul.sim.runner.summary`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

from mazarbul.analysis.counting import parts
from mazarbul.analysis.counting.exposures import PILOT_GAMES, pilot
from mazarbul.analysis.counting.plan import statistics
from mazarbul.analysis.counting.statistic import Batch, Statistic
from mazarbul.analysis.layout import Layout, Pilot, types_of


@dataclass(frozen=True)
class Summary:
    """What is counted in a run. pilot: the decisions from its first games, `pilot_games` at most."""

    pilot_games: ClassVar[int] = PILOT_GAMES
    package: ClassVar[Path] = Path(__file__).resolve().parents[1]
    decisive: ClassVar[tuple[str, ...]] = (
        "analysis/aggregates.py", "formats/declared.py", "analysis/layout.py", "analysis/counting",
    )  # fmt: skip

    layout: Layout
    pilot: Pilot

    @classmethod
    def planned(cls, catalogue: dict, first: Batch) -> Summary:
        """Return what to count in a run. first: the rows of its first games."""
        layout = Layout(catalogue, {family: types_of(table.schema) for family, table in first.items()})
        return cls(layout, pilot(layout, first))

    @classmethod
    def described(cls, catalogue: dict, description: Mapping[str, Any]) -> Summary:
        """Return what is counted in a run that has started."""
        return cls(Layout(catalogue, description["columns"]), Pilot(**description["pilot"]))

    def description(self) -> dict[str, Any]:
        """Return, as a JSON value, what is needed to continue counting and to read the counts."""
        return {
            "columns": dict(self.layout.types),
            "pilot": asdict(self.pilot),
            "statistics": {each.name: each.form for each in self._statistics},
        }

    @cached_property
    def _statistics(self) -> list[Statistic]:
        return statistics(self.layout, self.pilot)

    def count(self, batch: Batch) -> dict[str, Any]:
        """Return the totals of some games."""
        return {each.name: each.count(batch) for each in self._statistics}

    def added(self, totals: dict[str, Any], more: dict[str, Any]) -> dict[str, Any]:
        """Return the totals of both; `totals` may be changed in place."""
        return {each.name: each.added(totals[each.name], more[each.name]) for each in self._statistics}

    def encoded(self, totals: Mapping[str, Any]) -> bytes:
        """Return totals as the bytes of a part of a run."""
        return parts.encoded(self._statistics, totals)
