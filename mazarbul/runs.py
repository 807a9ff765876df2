"""Runs: games played and kept, and their contents as tables."""

from __future__ import annotations

from functools import cached_property
from html import escape
from os import PathLike
from pathlib import Path
from typing import Any

import pandas as pd

from mazarbul.analysis import paired as pairing
from mazarbul.analysis.aggregates import Summary
from mazarbul.analysis.cards import Card, Cards, UnknownCard, cards, find
from mazarbul.analysis.collection import load_collection
from mazarbul.analysis.fitting import fitting
from mazarbul.analysis.played import changes
from mazarbul.analysis.run import Run, load_run
from mazarbul.analysis.unpacked import SUFFIX, has_long
from mazarbul.checks import check, checked, folder_of
from mazarbul.formats.changes import Change
from mazarbul.sim.runner.experiment import Execution, Experiment
from mazarbul.sim.runner.progress import Display
from mazarbul.sim.runner.run import run as play
from mazarbul.sim.toml import DataError


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

    def card(self, name: str, seat: str | None = None) -> Card:
        """Return a card by its name or id; print it for all that is known of it.

        seat: whose, if several have it. Raises DataError for a card that the run does not have.
        """
        return _found(self._cards, name, seat)

    def all_cards(self, *collections: str | PathLike[str]) -> Cards:
        """Return all cards, places, characters ... of the run, each with everything that was measured of it.

        collections: folders of ablations and audits, for what these show of the cards.
        """
        if not collections:
            return self._cards
        shown = map(load_collection, map(folder_of, collections))
        with fitting(self.path):
            return cards(self.opened, shown)

    def table(self, family: str) -> pd.DataFrame:
        """Return a table of the run.

        Raises NoTable for one that it does not have, RunError if the run keeps counts instead of rows.
        """
        self.opened.check_rows(f"the table {family!r}")
        if not isinstance(family, str) or family not in self.families:
            raise NoTable(f"{self.path} has no table {family!r}; it has {', '.join(self.families)}")
        with fitting(self.path):
            parts = [pd.read_parquet(part) for part in self.opened.files[family]]
            return pd.concat(parts, ignore_index=True)

    def long(self, family: str) -> pd.DataFrame:
        """Return a table of records unpacked: a row for each game and thing, a column for each field.

        Columns: game, what the thing is (id, name, seat, side ...), its fields; see docs/python.md. Raises
        NoTable for a family that the run does not have.
        """
        declared = self.opened.declared.families
        known = [each.id for each in declared if has_long(self.opened, each)]
        if family not in known:
            raise NoTable(f"{self.path} has no records of {family!r}; it has {', '.join(known) or 'none'}")
        return self.sql(f'select * from "{family}{SUFFIX}" order by game, id')

    def cards(self) -> pd.DataFrame:
        """Return what happened to every card in every game, see `long`."""
        return self.long("cards")

    def places(self) -> pd.DataFrame:
        """Return what happened at every location or region in every game, see `long`."""
        return self.long("regions" if "regions" in self.families else "places")

    def report(self, to: str | PathLike[str] | None = None, *, markdown: bool = False) -> Path:
        """Write the report and return its page. to: its folder; `report` in the run's own if not given."""
        from mazarbul.reports.build import build_report

        folder = self.path / "report" if to is None else folder_of(to)
        return build_report(self.path, folder, markdown=markdown)

    def sql(self, query: str) -> pd.DataFrame:
        """Run a DuckDB query. Tables are those of `families`, and `<family>_long` for those with records."""
        check(query, str, "a query")
        with fitting(self.path):
            return self.opened.sql(query)


def _found(known: Cards, name: str, seat: str | None) -> Card:
    """Return a card of a run. Raises DataError if there is none, or if there are several."""
    try:
        return find(known, check(name, str, "a card's name"), check(seat, (str, type(None)), "a seat"))
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
