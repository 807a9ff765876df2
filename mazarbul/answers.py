"""Questions asked from Python, and their answers: runs that belong together, in a folder."""

from __future__ import annotations

from collections.abc import Collection as Several
from collections.abc import Mapping, Sequence
from functools import cached_property
from html import escape
from os import PathLike
from pathlib import Path
from typing import Any

import pandas as pd

from mazarbul.analysis import paired
from mazarbul.analysis.collection import load_collection
from mazarbul.analysis.fitting import fitting
from mazarbul.checks import folder_of
from mazarbul.reports.build import build_collection_report
from mazarbul.runs import SavedRun
from mazarbul.sim.runner.options import choose, choose_tables
from mazarbul.sim.runner.progress import display
from mazarbul.sim.toml import DataError
from mazarbul.studies import ablation, precision, review, training
from mazarbul.studies import whatif as whatifs
from mazarbul.studies.aim import aim
from mazarbul.studies.review import Review
from mazarbul.studies.trained import Trained


class Answer:
    """What a question found, in a folder. path: the folder. kind: of the question, such as `whatif`."""

    def __init__(self, path: str | PathLike[str]) -> None:
        self.path = folder_of(path)
        self._found = load_collection(self.path)

    def __repr__(self) -> str:
        return f"<Answer {self._line()}, {self.path}>"

    def _repr_html_(self) -> str:
        """Return what notebooks show: the strongest changes, in points."""
        columns = ["label", "side", "change", "change_low", "change_high", "change_p"]
        table = self.changes
        shown = table[[name for name in columns if name in table]].head(10)
        points = dict.fromkeys(("change", "change_low", "change_high"), "{:+.1%}".format)
        return f"<p>{escape(self._line())}</p>{shown.to_html(index=False, formatters=points)}"

    def _line(self) -> str:
        return f"{self.kind}: {self._found.title}, {len(self._found.members):,} compared"

    @property
    def kind(self) -> str:
        """The kind of question."""
        return self._found.kind

    @property
    def base(self) -> SavedRun | None:
        """The unchanged games; None if nothing is compared with any."""
        return SavedRun(self._found.base.path) if self._found.base else None

    @cached_property
    def changes(self) -> pd.DataFrame:
        """What each change does, strongest first: game by game, on the same luck.

        Columns: what was changed; `side`; `base` and `other`, its win rates; `change` with `_low`, `_high`,
        `_n` and `_p`, and `change_bh`, the p-value corrected for all rows (see docs/reference/methods.md).
        """
        with fitting(self.path):
            return paired.changes(self._found)

    def report(self, to: str | PathLike[str] | None = None, *, markdown: bool = False) -> Path:
        """Write the report and return its page. to: its folder; `report` in the answer's own if not given."""
        folder = self.path / "report" if to is None else folder_of(to)
        return build_collection_report(self.path, folder, markdown=markdown)


def whatif(
    target: str,
    change: Mapping[str, Any],
    what: Mapping[str, object],
    how: Mapping[str, object],
    wanted: float | None,
    *,
    resume: bool,
    quiet: bool,
) -> Answer:
    """Play a game as it is and changed, with the same luck (see `mazarbul.whatif`)."""
    if wanted is not None and not 0 < wanted < 1:
        raise DataError(f"precision: a share above 0 and below 1 is expected, such as 0.005 (got {wanted!r})")
    reached = precision.Aim(wanted) if wanted else None
    most = precision.MOST_GAMES if reached else whatifs.GAMES
    experiment, execution = choose(target, dict(what), dict(how), default_games=most)
    changed = whatifs.Change("changed", whatifs.label(change), whatifs.changed_by(experiment, change))
    return Answer(
        whatifs.whatif(experiment, [changed], execution, display(quiet=quiet), aim=reached, resume=resume)
    )


def ablate(
    target: str,
    what: Mapping[str, object],
    how: Mapping[str, object],
    only: Several[str],
    kinds: Sequence[str],
    *,
    resume: bool,
    quiet: bool,
) -> Answer:
    """Play the game without each thing (see `mazarbul.ablate`)."""
    experiment, execution = choose(target, dict(what), dict(how), default_games=ablation.GAMES)
    return Answer(
        ablation.ablate(experiment, execution, display(quiet=quiet), only=only, kinds=kinds, resume=resume)
    )


def train(
    targets: Sequence[str],
    side: str | None,
    against: Sequence[str],
    minutes: float | None,
    generations: int | None,
    what: Mapping[str, object],
    how: Mapping[str, object],
    *,
    resume: bool,
    quiet: bool,
) -> Trained:
    """Search better weights for a bot (see `mazarbul.train`)."""
    if minutes is not None and generations is not None:
        raise DataError("minutes and generations both say how long to search: give one of them")
    effort = training.Effort(training.MINUTES if minutes is None else minutes, generations)
    experiments, execution = choose_tables(targets, dict(what), dict(how), default_games=training.GAMES)
    goal = aim(experiments, side, against=against)
    return training.train(goal, effort, execution, display(quiet=quiet), resume=resume)


def reviewed(
    target: str,
    what: Mapping[str, object],
    how: Mapping[str, object],
    rollouts: int,
    worlds: int,
    *,
    quiet: bool,
) -> Review:
    """Find the moves of bots that lose games (see `mazarbul.review`)."""
    experiment, execution = choose(target, dict(what), dict(how), default_games=review.GAMES)
    return review.review(experiment, execution, display(quiet=quiet), rollouts=rollouts, worlds=worlds)
