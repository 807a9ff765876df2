"""Answers to questions asked from Python: runs that belong together, in a folder."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from html import escape
from os import PathLike
from pathlib import Path

import pandas as pd

from mazarbul import pages
from mazarbul.analysis import audit, matrix, paired, skill
from mazarbul.analysis.collection import Collection, load_collection
from mazarbul.analysis.fitting import fitting
from mazarbul.checks import checked, folder_of
from mazarbul.given import How, carried, display_of, is_resumed
from mazarbul.reports.study import load_study
from mazarbul.runs import SavedRun
from mazarbul.sim.runner import options
from mazarbul.sim.runner.experiment import STUDIES, find
from mazarbul.studies import study as studies

#: Kinds whose members are not compared with a base one by one -> their tables by name.
TABLES: Mapping[str, Mapping[str, Callable[[Collection], pd.DataFrame]]] = {
    "audit": {"ladder": audit.ladder, "gains": audit.gains, "values": audit.values},
    "curve": {"curve": skill.curve},
    "ladder": {"balance": skill.balance, "matrix": skill.matrix, "ratings": skill.ratings},
    "matrix": {"cells": matrix.cells},
}
SHOWN = 10  # rows in a notebook


class Answer:
    """What a question found, in a folder.

    path: the folder. kind: of the question, such as `whatif`. opened: as `mazarbul.analysis` reads it.
    """

    def __init__(self, path: str | PathLike[str]) -> None:
        self.path = folder_of(path)
        self.opened = load_collection(self.path)

    def __repr__(self) -> str:
        return f"<Answer {self._line()}, {self.path}>"

    def _repr_html_(self) -> str:
        """Return what notebooks show: the first table, or the strongest changes in points."""
        columns = ["label", "side", "change", "change_low", "change_high", "change_p"]
        table = next(iter(self.tables.values()), pd.DataFrame())
        shown = table[[name for name in columns if name in table]] if "change" in table else table
        points = dict.fromkeys(("change", "change_low", "change_high"), "{:+.1%}".format)
        drawn = shown.head(SHOWN).to_html(index=False, formatters=points)
        return f"<p>{escape(self._line())}</p>{drawn}"

    def _line(self) -> str:
        return f"{self.kind}: {self.opened.title}, {len(self.opened.members):,} compared"

    @property
    def kind(self) -> str:
        """The kind of question."""
        return self.opened.kind

    @property
    def base(self) -> SavedRun | None:
        """The unchanged games; None if nothing is compared with any."""
        return SavedRun(self.opened.base.path) if self.opened.base else None

    @cached_property
    def changes(self) -> pd.DataFrame:
        """What each change does, strongest first: game by game, on the same luck.

        Columns: what was changed; `side`; `base` and `other`, its win rates; `change` with `_low`, `_high`,
        `_n` and `_p`, and `change_bh`, the p-value corrected for all rows (see docs/reference/methods.md).
        """
        with fitting(self.path):
            return paired.changes(self.opened)

    @cached_property
    def tables(self) -> dict[str, pd.DataFrame]:
        """All that was found, by name: `changes`, or those of its kind, and what a search kept."""
        kind = "curve" if self.kind == "ladder" and skill.is_curve(self.opened) else self.kind
        with fitting(self.path):
            found = {name: make(self.opened) for name, make in TABLES.get(kind, {}).items()}
            kept = {name: self.opened.table(name) for name in self.opened.info.get("tables", {})}
        return (found or {"changes": self.changes}) | kept

    @checked
    def report(self, to: str | PathLike[str] | None = None, *, markdown: bool = False) -> Path:
        """Write the report and return its page. to: its folder; `report` in the answer's own if not given."""
        return pages.write(self.path, to, markdown=markdown)


class Studied:
    """What a study played, in a folder. path: the folder.

    runs: scenario -> its run. answers: scenario -> kind of question -> answer.
    """

    def __init__(self, path: str | PathLike[str]) -> None:
        self.path = folder_of(path)
        found = load_study(self.path)
        self.title: str = found.info["title"]
        self.runs: dict[str, SavedRun] = {
            facts["id"]: SavedRun(topic.run.path) for facts, topic, _ in found.scenarios
        }
        self.answers: dict[str, dict[str, Answer]] = {
            facts["id"]: {kind: Answer(part.path) for kind, part in parts.items()}
            for facts, _, parts in found.scenarios
        }

    def __repr__(self) -> str:
        return f"<Studied {self.title}: {', '.join(self.runs)}, {self.path}>"

    @checked
    def report(self, to: str | PathLike[str] | None = None, *, markdown: bool = False) -> Path:
        """Write the report and return its first page. to: its folder; `report` in the study's own if None."""
        return pages.write(self.path, to, markdown=markdown)


def study(file: str | PathLike[str], how: How) -> Studied:
    """Play a study (see `mazarbul.study`)."""
    wanted, folder = studies.load_study(find(Path(file), STUDIES))
    execution = options.execution(carried(how))
    played = studies.play(
        wanted, folder, execution, display_of(how), games=how.get("games"), resume=is_resumed(how)
    )
    return Studied(played)
