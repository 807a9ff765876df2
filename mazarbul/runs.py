"""Runs: games played and kept, and their contents as tables."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from html import escape
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd

from mazarbul import pages
from mazarbul.analysis import paired as pairing
from mazarbul.analysis.aggregates import Summary
from mazarbul.analysis.cards import Card, Cards, UnknownCard, cards, find
from mazarbul.analysis.cards import table as card_table
from mazarbul.analysis.collection import load_collection
from mazarbul.analysis.fitting import fitting
from mazarbul.analysis.played import changes
from mazarbul.analysis.run import Run, load_run
from mazarbul.analysis.unpacked import SUFFIX, has_long
from mazarbul.checks import checked, folder_of
from mazarbul.formats.changes import Change
from mazarbul.sim.runner.experiment import Execution, Experiment
from mazarbul.sim.runner.progress import Display
from mazarbul.sim.runner.run import run as play
from mazarbul.sim.toml import DataError

if TYPE_CHECKING:
    from mazarbul.charts import Plots


class NoTable(DataError, KeyError):
    """A run has no table, or no records, of that name."""


class SavedRun:
    """A run in a folder. path: the folder. opened: the run as `mazarbul.analysis` reads it."""

    def __init__(self, path: str | PathLike[str]) -> None:
        self.path = folder_of(path)
        self.opened: Run = load_run(self.path)

    def __repr__(self) -> str:
        return f"<SavedRun {self._line()}, {self.path}>"

    def _repr_html_(self) -> str:
        """Return what notebooks show: what was played, and how often each side won."""
        from mazarbul.analysis import scenarios

        rates = scenarios.win_rates(self.opened)[["side", "games", "win", "win_low", "win_high"]]
        shares = dict.fromkeys(("win", "win_low", "win_high"), "{:.1%}".format)
        return f"<p>{escape(self._line())}</p>{rates.to_html(index=False, formatters=shares)}"

    def _line(self) -> str:
        played, bots = self.manifest, ", ".join(dict.fromkeys(self.manifest["bots"].values()))
        return (
            f"{played['game']}/{played['scenario']}: {self.opened.games:,} games, seed {played['seed']},"
            f" bots {bots}"
        )

    @property
    def manifest(self) -> dict[str, Any]:
        """How it was played: seed, bots, switches, versions."""
        return self.opened.manifest

    @property
    def catalogue(self) -> dict[str, Any]:
        """What was played: sides, seats, cards and places, and what their records mean."""
        return self.opened.catalogue

    @property
    def changes(self) -> tuple[Change, ...] | None:
        """What is not as printed: switches, decks, overlays, files; None if the run does not record it."""
        return changes(self.opened)

    @property
    def families(self) -> tuple[str, ...]:
        """The names of its tables."""
        return tuple(self.opened.files)

    @cached_property
    def games(self) -> pd.DataFrame:
        """The table of games, one row each: seed, winner, why it ended, rounds, scores and more."""
        return self.table("games")

    @cached_property
    def _cards(self) -> Cards:
        return cards(self.opened)

    @checked
    def card(self, name: str, seat: str | None = None) -> Card:
        """Return a card by its name or id; print it for all that is known of it.

        seat: whose, if several have it. Raises DataError for a card that the run does not have.
        """
        return _found(self._cards, name, seat)

    @checked
    def all_cards(self, *collections: str | PathLike[str]) -> Cards:
        """Return all cards, places, characters ... of the run, each with everything that was measured of it.

        collections: folders of ablations and audits, for what these show of the cards.
        """
        if not collections:
            return self._cards
        shown = map(load_collection, map(folder_of, collections))
        with fitting(self.path):
            return cards(self.opened, shown)

    @checked
    def card_table(self, *collections: str | PathLike[str]) -> pd.DataFrame:
        """Return a row for each card, place, character ... in the order of the catalogue.

        Columns: what it is; worth (what having it adds to its side's win rate, with _low and _high) and
        worth_by, which measure that is; drawn and played, of games; never_played, whether the bots held it
        and hardly ever played it; blanked (what blanking it changes, with _low and _high), which a run alone
        does not show: it needs the folder of an ablation in `collections`. The rest needs nothing else.
        """
        return card_table(self.all_cards(*collections))

    @cached_property
    def plot(self) -> Plots:
        """The charts of the report for notebooks: `plot.win_rate()`, `plot.cards()`."""
        from mazarbul.charts import Plots

        return Plots(self.opened)

    @checked
    def table(self, family: str) -> pd.DataFrame:
        """Return a table of the run.

        Raises NoTable for one that it does not have, RunError if the run keeps counts instead of rows.
        """
        self.opened.check_rows(f"the table {family!r}")
        if family not in self.families:
            raise NoTable(f"{self.path} has no table {family!r}; it has {', '.join(self.families)}")
        with fitting(self.path):
            parts = [pd.read_parquet(part) for part in self.opened.files[family]]
            return pd.concat(parts, ignore_index=True)

    @checked
    def long(self, family: str, columns: Sequence[str] = ()) -> pd.DataFrame:
        """Return a table of records unpacked: a row for each game and thing, a column for each field.

        Columns: game, what the thing is (id, name, seat, side ...), its fields; see docs/python.md. columns:
        only these; a large run is read several times as fast without the others. Raises NoTable for a family
        or a column that the run does not have.
        """
        declared = self.opened.declared.families
        known = [each.id for each in declared if has_long(self.opened, each)]
        if family not in known:
            raise NoTable(f"{self.path} has no records of {family!r}; it has {', '.join(known) or 'none'}")
        if columns:
            has = list(self.sql(f'select * from "{family}{SUFFIX}" limit 0'))
            if unknown := [name for name in columns if name not in has]:
                raise NoTable(f"{family!r} has no column {unknown[0]!r}; it has {', '.join(has)}")
        chosen = ", ".join(f'"{name}"' for name in columns) or "*"
        with fitting(self.path):
            query = f'select {chosen} from "{family}{SUFFIX}" order by game, id, "column"'
            return self.opened.sql(query, is_plain=True)

    def cards(self, columns: Sequence[str] = ()) -> pd.DataFrame:
        """Return what happened to every card in every game, see `long`."""
        return self.long("cards", columns)

    def places(self, columns: Sequence[str] = ()) -> pd.DataFrame:
        """Return what happened at every location or region in every game, see `long`."""
        declared = self.opened.declared.places
        if declared is None:
            raise NoTable(f"{self.path} has no records of places")
        return self.long(declared.id, columns)

    @checked
    def report(self, to: str | PathLike[str] | None = None, *, markdown: bool = False) -> Path:
        """Write the report and return its page. to: its folder; `report` in the run's own if not given."""
        return pages.write(self.path, to, markdown=markdown)

    @checked
    def sql(self, query: str) -> pd.DataFrame:
        """Run a DuckDB query. Tables are those of `families`, and `<family>_long` for those with records."""
        with fitting(self.path):
            return self.opened.sql(query)


def _found(known: Cards, name: str, seat: str | None) -> Card:
    """Return a card of a run. Raises DataError if there is none, or if there are several."""
    try:
        return find(known, name, seat)
    except UnknownCard as error:
        raise DataError(str(error)) from None


def run(experiment: Experiment, execution: Execution, shown: Display, *, resume: bool) -> SavedRun:
    """Play games, keep their records and return them (see `Table.run`)."""
    return SavedRun(play(experiment, execution, shown, resume=resume, summarize=lambda: Summary))


@checked
def compare(
    base: SavedRun | str | PathLike[str], other: SavedRun | str | PathLike[str], *, paired: bool
) -> pd.DataFrame:
    """Compare two runs (see `mazarbul.compare`)."""
    one, two = (each if isinstance(each, SavedRun) else SavedRun(each) for each in (base, other))
    with fitting(two.path):
        return (pairing.compare if paired else pairing.unpaired)(one.opened, two.opened)
