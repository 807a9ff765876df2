"""Changes that are being written: checked as overlays are, and kept as files that the command line reads."""

from __future__ import annotations

import json
import re
import tempfile
import threading
import tomllib
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, StringConstraints

from mazarbul.formats.plain import toml
from mazarbul.sim.data.book import DECK_SUFFIXES
from mazarbul.sim.data.setup import Setup
from mazarbul.sim.runner.experiment import Experiment, changes, prepare
from mazarbul.sim.runner.store import write_whole
from mazarbul.sim.toml import DataError, DataWarning, Document, KeyPath, ends_in, read_text
from mazarbul.workbench.asked import TOML, Named, Word, inside
from mazarbul.workbench.setting import Setting

FILE = "draft.toml"
PLACE = re.compile(rf"^.*{re.escape(FILE)}:(\d+):(\d+): ")  # before a note
MOST_LETTERS = 50_000
NAMING = ("deck", "encounter_deck")  # keys whose value may be a file
MOST_DEEP = 12  # tables in each other
_WARNING = threading.Lock()  # what becomes of warnings is one setting for all threads

Text = Annotated[str, StringConstraints(max_length=MOST_LETTERS)]


class Draft(Setting):
    """A change to be checked: as a text, or as the tables that a form makes."""

    text: Text | None = None
    tables: Annotated[dict[Word, Any], Field(max_length=1_000)] | None = None

    def written(self) -> str:
        """Return it as TOML. Raises DataError for tables that cannot be written."""
        if self.text is not None:
            return self.text
        try:
            return toml(_shallow(self.tables or {}))
        except (TypeError, RecursionError):
            raise DataError("a value here cannot be written as TOML") from None


class Kept(Named):
    """A change to be saved in the folder of the workbench. over: whether it may replace a file."""

    text: Text
    over: bool = False


@dataclass
class Checked:
    """What is known of a draft. tables: what it says, None if that cannot be read, or not be in a form.

    mistakes: with line and column in it, where they are known, and the path of the value there; at: the place
    in that value, from 1, if it is a text in a line. changes: what it does, in words. notes: what
    it says in vain.
    """

    text: str
    tables: Mapping[str, Any] | None = None
    mistakes: list[dict[str, Any]] = field(default_factory=list)
    changes: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def checked(draft: Draft, folder: Path, allowed: tuple[str, ...]) -> Checked:
    """Return what is known of a draft. Raises DataError for what may not be asked.

    folder: of the workbench. allowed: bots from the command line.
    """
    found = Checked(draft.written())
    experiment = draft.experiment(folder, allowed)
    found.tables = tables_of(found.text)
    with _WARNING, warnings.catch_warnings(record=True) as noted:
        warnings.simplefilter("always", DataWarning)
        try:
            found.changes = laid(experiment, found.text)
        except DataError as error:
            known = _places(found.text)
            found.mistakes = [_mistake(each, known) for each in (error.alone(), *error.others)]
    found.notes = [_own(str(note.message)) for note in noted if issubclass(note.category, DataWarning)]
    return found


def tables_of(text: str) -> dict[str, Any] | None:
    """Return what a draft says; None if that cannot be read, or not be in a form."""
    try:
        found = tomllib.loads(text.replace("\r\n", "\n"))
        json.dumps(found, allow_nan=False)  # a page knows no dates and no infinity
    except (ValueError, TypeError, RecursionError):
        return None
    return found


def laid(experiment: Experiment, text: str, against: str = "") -> list[str]:
    """Return what a draft changes in an experiment, in words. Raises DataError with all its mistakes.

    against: another draft, with which the game is compared; the game as it is if "".
    """
    try:
        own = _prepared(experiment, against)[1] if against else prepare(experiment)[1]
    except DataError as error:
        raise DataError(f"the draft that it is compared with: {error.message}") from None
    found, setup = _prepared(experiment, text)
    if own.seats != setup.seats:
        raise DataError("a change of the seats cannot be compared game by game")
    if own.tables_hash == setup.tables_hash:
        raise DataError("both drafts do the same" if against else "this changes nothing in the scenario yet")
    return found


def _prepared(experiment: Experiment, text: str) -> tuple[list[str], Setup]:
    """Return what a draft makes of an experiment: all that is not as printed, in words, and the set-up."""
    _check_files(Document.parse(text, FILE))
    with tempfile.TemporaryDirectory(prefix="mazarbul-draft-") as home:
        file = Path(home) / FILE
        file.write_text(text, encoding="utf-8", newline="")
        changed = experiment.model_copy(update={"overlay": (*experiment.overlay, file)})
        game, setup, _ = prepare(changed)
        return [str(change) for change in changes(changed, game, setup) or ()], setup


def _check_files(document: Document) -> None:
    """Raise DataError for a draft that names a file: a page may not choose what is read."""
    for path, value in _values(document.data):
        if isinstance(value, str) and path[-1] in NAMING and ends_in(value, *DECK_SUFFIXES):
            raise document.error(path, "a draft names no files, only ids; files are for the command line")


def _values(value: object, path: KeyPath = ()) -> Iterator[tuple[KeyPath, object]]:
    """Yield all that a draft says, each value with its path, what is outside before what is in it."""
    yield path, value
    if isinstance(value, Mapping | list):
        for key, part in value.items() if isinstance(value, Mapping) else enumerate(value):
            yield from _values(part, (*path, key))


def _places(text: str) -> list[tuple[tuple[int, int], tuple[int, int], KeyPath]]:
    """Return where the key and the value of all that a draft says are, in order; [] if it is no TOML."""
    try:
        document = Document.parse(text, FILE)
    except DataError:
        return []
    paths = [path for path, _ in _values(document.data)]
    found = [(document.locate_key(path), document.locate(path), path) for path in paths]
    return sorted(found, key=lambda place: place[0])


def _mistake(
    error: DataError, known: Sequence[tuple[tuple[int, int], tuple[int, int], KeyPath]]
) -> dict[str, Any]:
    """Return a mistake as a page shows it. known: the places of all values."""
    hint = f"; did you mean '{error.suggestion}'?" if error.suggestion else ""
    is_own = error.file is not None and Path(error.file).name == FILE
    said = f"{error.message}{hint}" if is_own or error.file is None else str(error)
    line, column = (error.line, error.column) if is_own else (None, None)
    found: dict[str, Any] = {"said": said, "line": line, "column": column, "path": [], "at": None}
    before = [place for place in known if line is not None and place[0] <= (line, column or 1)]
    if before:
        _, value, found["path"] = before[-1]
        found["at"] = column - value[1] + 1 if column and value[0] == line and column >= value[1] else None
    return found


def _own(text: str) -> str:
    """Return a note with its place in the draft, without the folder that the draft lay in for a moment."""
    return PLACE.sub(lambda place: f"line {place[1]}, column {place[2]}: ", text)


def _shallow(tables: Mapping[str, Any], depth: int = 0) -> dict[str, Any]:
    """Return tables of a page. Raises TypeError for what no TOML has."""
    if depth > MOST_DEEP:
        raise TypeError("too deep")
    return {
        str(key): _shallow(part, depth + 1) if isinstance(part, Mapping) else part
        for key, part in tables.items()
    }


def keep(kept: Kept, folder: Path) -> Path:
    """Write a draft to a file of the folder and return the file. Raises DataError if there is one."""
    path = folder / f"{kept.checked()}{TOML}"
    if path.is_dir():
        raise DataError(f"{path.name} is a folder: choose another name")
    if path.exists() and not kept.over:
        raise DataError(f"there is a file {path.name} already")
    Document.parse(kept.text, path.name)
    write_whole(path, kept.text.encode())
    return path


def load(name: str, folder: Path) -> str:
    """Return the text of an overlay in the folder. Raises DataError."""
    text = read_text(inside(folder, name, TOML))
    if len(text) > MOST_LETTERS:
        raise DataError(f"{name} is too long for a form: change it in an editor")
    return text
