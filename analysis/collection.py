"""A collection: a folder of runs that belong together, most of them compared with one base run.

    <collection>/collection.json     what it is, and its members
    <collection>/base/               the run the others are compared with (or elsewhere, or none)
    <collection>/<member's run>/     run folders

Kinds: `ablation` (things blanked or changed by one), `whatif` (a change to the game), `restrictions` (bots
that never use something), `ladder` (bots against each other, or together), `tuning` (trials of a
search), `swaps` (one card of a deck exchanged), `matrix` (decks and numbers of players, all on one side),
`audit` (the same scenario with bots of several kinds).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pandas as pd
from pandas.api.types import is_numeric_dtype, is_string_dtype

from mazarbul.analysis.run import Run, load_run
from mazarbul.analysis.sealed import RunError, check_form, file_sum, outside, read_json
from mazarbul.formats.folders import COLLECTION, COLLECTION_FORMAT, RESULTS, CollectionFile
from mazarbul.formats.places import beside

KINDS = ("ablation", "whatif", "restrictions", "ladder", "tuning", "swaps", "matrix", "audit")
KEYS = ("kind", "title", "game", "scenario", "members")
WORDS: Mapping[type, str] = {float: "numbers", str: "texts"}


@dataclass(frozen=True, eq=False)
class Collection:
    """Runs that belong together. It keeps no records in memory.

    path: its folder. info: collection.json. base: the run that members are compared with, if any.
    members: one row per member: id, run (folder, relative to `path`), and the facts of its kind.
    """

    path: Path
    info: dict
    base: Run | None
    members: pd.DataFrame = field(repr=False)

    @property
    def kind(self) -> str:
        """One of KINDS."""
        return self.info["kind"]

    @property
    def compared_with(self) -> Run:
        """The base. Raises RunError if there is none."""
        if self.base is None:
            raise RunError(self.path, f"is a {self.kind} with no base", "give one that has a base")
        return self.base

    @property
    def is_finished(self) -> bool:
        """Whether everything in it was played."""
        return bool(self.info.get("finished", True))

    @property
    def title(self) -> str:
        """Its title for readers."""
        return self.info["title"]

    @property
    def parameters(self) -> dict:
        """How it was made, as recorded by the command that made it."""
        return self.info.get("parameters") or {}

    def run(self, identifier: str) -> Run:
        """Return the run of one member. Raises RunError if it cannot be read."""
        row = self.members.set_index("id").loc[identifier]
        return load_run(self.path / row["run"])

    def table(self, name: str) -> pd.DataFrame:
        """Return a table of results. Raises RunError if it is missing or damaged."""
        path = self.path / "tables" / f"{name}.parquet"
        known = self.info.get("tables", {}).get(name)
        if known is None or not path.is_file():
            raise RunError(path, "is missing", f"let the {self.kind} finish, or run it again")
        if file_sum(path) != known:
            raise RunError(path, "is damaged: its checksum differs", f"run the {self.kind} again")
        return _of_form(path, pd.read_parquet(path), RESULTS.get(name, {}))

    def runs(self) -> Iterator[tuple[dict, Run]]:
        """Yield the members: (facts, run)."""
        for row in self.members.to_dict("records"):
            yield row, load_run(self.path / row["run"])


def _of_form(path: Path, found: pd.DataFrame, form: Mapping[str, type]) -> pd.DataFrame:
    """Return a table of results with all columns that are read. Raises RunError if one has another type."""
    if found.empty:
        return found.reindex(columns=list(dict.fromkeys((*form, *found))))
    for name, kind in form.items():
        is_right = {float: is_numeric_dtype, str: is_string_dtype}[kind]
        if name not in found or not is_right(found[name]):
            raise RunError(path, f"has no column {name!r} of {WORDS[kind]}", "run it again")
    return found


def is_collection(path: Path | str) -> bool:
    """Return whether a folder is a collection, by its own file."""
    return (Path(path) / COLLECTION).is_file()


def load_collection(path: Path | str) -> Collection:
    """Open a collection's folder; members are read when they are used.

    Raises RunError if it is missing, damaged, of another format or kind, or if its base cannot be read.
    """
    path = Path(path)
    info = read_json(path / COLLECTION, COLLECTION_FORMAT, KEYS)
    if info["kind"] not in KINDS:
        raise RunError(path / COLLECTION, f"is a {info['kind']!r}", f"this version reads {', '.join(KINDS)}")
    members = info["members"]
    if not isinstance(members, list) or not all(
        isinstance(row, dict) and isinstance(row.get("id"), str) and isinstance(row.get("run"), str)
        for row in members
    ):
        raise RunError(path / COLLECTION, "has a member without 'id' or 'run'", "make the collection again")
    for row in members:
        if beside(path, row["run"]) is None:  # in a study it may be a run of the same scenario
            raise outside(path / COLLECTION, row["run"])
    check_form(path / COLLECTION, CollectionFile, info)
    base = load_run(path / info["base"]) if info.get("base") else None
    return Collection(path, info, base, pd.DataFrame(members))
