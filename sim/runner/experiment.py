"""What to play (`Experiment`) and how to carry it out (`Execution`), from a TOML file or options.

An experiment determines the table; its execution determines only how soon the table is finished.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    ValidationInfo,
    field_validator,
)
from pydantic_core import PydanticCustomError

from mazarbul.formats.changes import Change
from mazarbul.formats.forms import MOST_GAMES, is_text
from mazarbul.formats.manifest import Keep
from mazarbul.sim import games
from mazarbul.sim.bots.bot import split_text
from mazarbul.sim.bots.python import file_of
from mazarbul.sim.data.book import DECK_SUFFIXES
from mazarbul.sim.data.nodes import keys_at
from mazarbul.sim.data.overlays import name_of
from mazarbul.sim.games.contract import Bot, Game, Given, HasChanges, HasDecks, HasValues, Setup, able
from mazarbul.sim.games.seating import bot_of, default_bot
from mazarbul.sim.runner.errors import unknown
from mazarbul.sim.toml import DataError, Document, Mistakes, ends_in, nearest, together, user_path

#: The key of `bots` for every seat that is not named.
EVERY_SEAT = "all"
FILE_SUFFIX = ".toml"

#: An experiment made ready: its game, the scenario set up, and the bots in seat order.
Ready = tuple[Game, Setup, tuple[Bot, ...]]

Share = Annotated[float, Field(ge=0, le=1)]

MOST_JOBS = 4096

PROJECT = Path(__file__).resolve().parents[2]
#: Kinds of files that come with mazarbul and have names: their folders in `configs`.
STUDIES, KNOBS = "studies", "knobs"


def _to_write(path: Path) -> Path:
    """Refuse a name whose tables could not be read; `~` means the home folder."""
    if not is_text(path):
        raise ValueError("this name is not UTF-8, and its tables could not be read")
    return user_path(path)


#: A folder that is written to.
Folder = Annotated[Path, Field(strict=False), AfterValidator(_to_write)]


class Execution(BaseModel):
    """How a run is carried out; none of it changes the tables.

    out: the run's folder, None for a new one below `runs/`. keep: which families of records are
    written; "games" writes only the games table, for small runs that are only compared; "aggregates"
    keeps only the counts that a report needs, for very many games.
    jobs: workers, None for one per core. chunk: games per part, None for a size that suits the run.
    scheduler: address of a Dask cluster, for the backend `dask`.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    out: Folder | None = None
    jobs: Annotated[int, Field(ge=1, le=MOST_JOBS)] | None = None
    chunk: Annotated[int, Field(ge=1)] | None = None
    keep: Keep = "all"
    backend: Literal["threading", "loky", "dask"] = "threading"
    scheduler: str | None = None

    @field_validator("scheduler")
    @classmethod
    def _of_a_cluster(cls, scheduler: str | None, info: ValidationInfo) -> str | None:
        if scheduler is not None and info.data.get("backend") != "dask":
            raise PydanticCustomError("scheduler", "only the backend dask has a scheduler: choose it too")
        return scheduler


def _overlays(value: object) -> tuple[Path | dict, ...]:
    """Return one overlay, a list of them or None as a tuple; raises an error for anything else."""
    given = value if isinstance(value, list | tuple) else () if value is None else (value,)
    for overlay in given:
        if not isinstance(overlay, str | Path | dict):
            raise PydanticCustomError(
                "overlay", "a file, a table of changes, or a list of files and tables is expected"
            )
    return tuple(overlay if isinstance(overlay, dict) else Path(overlay) for overlay in given)


#: Overlays laid over the data in order, given as one, a list of them, or None.
Laid = Annotated[tuple[Path | dict[str, Any], ...], BeforeValidator(_overlays)]


class Experiment(BaseModel):
    """What is played; together with the code and the data it determines every row.

    scenario: an id of the game, or a TOML file. bots: seat -> name or TOML file, with the words added to
    it (see `mazarbul.sim.bots.bot`); the seat `all` stands for those not named. switches: only those that
    differ from the defaults of the printed rules. overlay: changes laid over the data in order, where
    later ones win; each a TOML file or an inline table (given alone or in a list).
    decks: seat -> deck id or deck file; in a game of players against a quest they also set the number of
    players. band: target range of the win rate, low and high; reports use it, play does not.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    game: str
    scenario: str
    games: Annotated[int, Field(ge=1, le=MOST_GAMES)] = 10_000
    seed: Annotated[int, Field(ge=0, lt=2**63)] = 1
    bots: dict[str, str] = {}
    switches: dict[str, bool | int | str] = {}
    overlay: Laid = ()
    decks: dict[str, str] = {}
    band: Annotated[tuple[Share, Share], Field(strict=False)] | None = None

    @field_validator("band")
    @classmethod
    def _ordered(cls, band: tuple[float, float] | None) -> tuple[float, float] | None:
        if band is not None and not band[0] < band[1]:
            raise ValueError("a band is two shares, the smaller one first")
        return band

    def located(self, folder: Path) -> Experiment:
        """Return it with absolute paths for all its files; relative ones start at `folder`."""
        return self.model_copy(
            update={
                "scenario": _located(self.scenario, folder),
                "bots": {seat: located_bot(bot, folder) for seat, bot in self.bots.items()},
                "overlay": tuple(
                    overlay if isinstance(overlay, dict) else _absolute(overlay, folder)
                    for overlay in self.overlay
                ),
                "decks": {seat: located_deck(deck, folder) for seat, deck in self.decks.items()},
            }
        )

    def with_files(self, others: Mapping[Path, Path]) -> Experiment:
        """Return it with other files instead of some of its own, both as absolute paths."""

        def other(text: str) -> str:
            for path, new in others.items():
                if text == str(path) or text.startswith((f"{path} ", f"{path}:")):
                    return str(new) + text[len(str(path)) :]
            return text

        return self.model_copy(
            update={
                "scenario": other(self.scenario),
                "bots": {seat: other(bot) for seat, bot in self.bots.items()},
                "overlay": tuple(
                    each if isinstance(each, dict) else others.get(each, each) for each in self.overlay
                ),
                "decks": {seat: other(deck) for seat, deck in self.decks.items()},
            }
        )

    def made_with(self) -> Given:
        """Return what a game is given besides its scenario, in the form that its methods take."""
        given: Given = {}
        if self.switches:
            given["switches"] = self.switches
        if self.overlay:
            given["overlay"] = self.overlay
        if self.decks:
            given["decks"] = self.decks
        return given

    def files(self) -> dict[str, Path]:
        """Return the files it is made of: name by purpose (`overlay`, `deck-frodo` ...) -> path.

        Several overlays are numbered in order: `overlay-1`, `overlay-2` ...
        """
        named = {"scenario": self.scenario}
        named |= {f"bot-{seat}": split_text(bot)[0] for seat, bot in self.bots.items()}
        files = {role: Path(name) for role, name in named.items() if ends_in(name, FILE_SUFFIX)}
        python = {f"bot-{seat}": file_of(bot) for seat, bot in self.bots.items()}
        files |= {role: file for role, file in python.items() if file is not None}
        decks = {f"deck-{seat}": deck for seat, deck in self.decks.items()}
        files |= {role: Path(name) for role, name in decks.items() if ends_in(name, *DECK_SUFFIXES)}
        for number, overlay in enumerate(self.overlay, 1):
            if not isinstance(overlay, dict):
                files[name_of(number, len(self.overlay))] = overlay
        return files


def _absolute(name: str | Path, folder: Path) -> Path:
    """Return a file as an absolute path; an impossible name is left to the code that reads it."""
    try:
        return (folder / user_path(name)).resolve()
    except (OSError, RuntimeError, ValueError):  # RuntimeError: circular links
        return folder / name


def _located(name: str, folder: Path) -> str:
    """Return a file as an absolute path: from the folder, else among those that come with mazarbul."""
    if not ends_in(name, FILE_SUFFIX):
        return name
    path, found = _absolute(name, folder), find(Path(name))
    return str(found if found.is_absolute() and not os.path.lexists(path) else path)


def located_deck(name: str, folder: Path) -> str:
    """Return a deck's id, or its file as an absolute path; a relative one starts at `folder`."""
    return str(_absolute(name, folder)) if ends_in(name, *DECK_SUFFIXES) else name


def located_bot(text: str, folder: Path) -> str:
    """Return a bot's text, with its file, if any, as an absolute path."""
    name, words = split_text(text)
    if (file := file_of(text)) is not None:
        located = f"{_absolute(file, folder)}:{name.rpartition(':')[2]}"
    else:
        located = _located(name, folder)
    return " ".join((located, *words))


def located_bots(bots: Sequence[str]) -> list[str]:
    """Return the texts of bots as `located_bot` does, for files that are named from the working folder."""
    return [located_bot(text, Path.cwd()) for text in bots]


def prepare(experiment: Experiment) -> Ready:
    """Return the game, its setup and the bots in seat order.

    Raises DataError for any unknown name, and for anything that the game does not accept.
    """
    game = games.get(experiment.game)
    for given, capability in ((experiment.overlay, HasValues), (experiment.decks, HasDecks)):
        if given:
            able(game, capability)
    setup = game.setup(experiment.scenario, **experiment.made_with())
    for seat in experiment.bots:
        if seat != EVERY_SEAT and seat not in setup.seats:
            raise unknown(f"seat of {setup.game}/{setup.scenario} for a bot,", seat, setup.seats)
    texts = bot_texts(experiment.bots, game, setup)
    return game, setup, tuple(bot_of(game, text, setup) for text in texts.values())


def bot_texts(bots: Mapping[str, str], game: Game, setup: Setup) -> dict[str, str]:
    """Return seat -> text of its bot, in seat order. bots: as in `Experiment`."""
    everyone = bots.get(EVERY_SEAT) or default_bot(game)
    return {seat: bots.get(seat, everyone) for seat in setup.seats}


def changes(experiment: Experiment, game: Game, setup: Setup) -> list[Change] | None:
    """Return what is not as printed in the set-up of an experiment; None if the game cannot say it."""
    if isinstance(game, HasChanges):
        return game.changes(experiment.scenario, setup, **experiment.made_with())
    return None if experiment.made_with() else []


def load(path: Path) -> tuple[Experiment, Execution]:
    """Read an experiment file. Raises DataError with all its mistakes and their positions.

    The file has the keys of Experiment, with files relative to its own folder, and may have a table
    `[run]` with the keys of Execution.
    """
    document = Document.load(path)
    data = dict(document.data)
    run = data.pop("run", {})
    if not isinstance(run, dict):
        raise document.error(("run",), "'run' must be a table: write [run]")
    mistakes = Mistakes()
    with mistakes.going_on():
        execution = validated(Execution, run, document, ("run",))
    with mistakes.going_on():
        experiment = validated(Experiment, data, document, ())
    mistakes.check()
    return experiment.located(path.resolve().parent), execution


def find(path: Path, kind: str | None = None) -> Path:
    """Return the file that a path means: from here, else among those that come with mazarbul.

    kind: STUDIES or KNOBS; then one that comes with mazarbul may be named without folder and ending. Raises
    DataError for such a name that none of them has.
    """
    path, own = user_path(path), PROJECT / path
    try:
        if kind is not None and path.stem == str(path) and not path.is_file():
            return _named(kind, path.stem)
        return path if path.exists() or not own.exists() else own
    except OSError:  # what the system refuses is left to the code that reads it
        return path


def shipped(kind: str) -> dict[str, Path]:
    """Return the files of a kind, STUDIES or KNOBS, that come with mazarbul: name without ending -> file."""
    return {file.stem: file for file in sorted((PROJECT / "configs" / kind).glob(f"*{FILE_SUFFIX}"))}


def _named(kind: str, name: str) -> Path:
    """Return the file with this name, without its ending, that comes with mazarbul."""
    known = shipped(kind)
    if name not in known:
        raise unknown(f"file of {kind},", name, known)
    return known[name]


def from_options(model: type[BaseModel], values: Mapping[str, object]) -> Any:
    """Return a model from command-line options. Raises DataError naming the option that is wrong."""
    return validated(model, dict(values), None, ())


def validated(model: type[BaseModel], data: dict, document: Document | None, above: tuple) -> Any:
    """Validate data; raises a DataError with all mistakes, at their positions in the document."""
    try:
        return model.model_validate(data)
    except ValidationError as error:
        faults = error.errors(include_url=False)
    found: dict[tuple, DataError] = {}
    for fault in faults:  # a value is complained of once for every type that it may have
        lacks = fault["loc"][-1] if fault["type"] == "missing" else None
        place = _place(data, fault["loc"])
        found.setdefault((place, lacks), _mistake(model, fault, place, document, above))
    raise together(found.values())


def _place(data: object, loc: Sequence[int | str]) -> tuple[int | str, ...]:
    """Return the part of a place that is one of the data: without names of types, and of what is missing."""
    place: tuple[int | str, ...] = ()
    for step in loc:
        is_there = (
            step in data
            if isinstance(data, dict)
            else isinstance(data, list) and isinstance(step, int) and step < len(data)
        )
        if not is_there:
            break
        data, place = data[step], (*place, step)  # type: ignore[index]
    return place


def _mistake(
    model: type[BaseModel], fault: Any, place: tuple[int | str, ...], document: Document | None, above: tuple
) -> DataError:
    """Return a complaint of pydantic about a place as a DataError."""
    name = ".".join(str(part) for part in place)
    suggestion, is_key = None, False
    if fault["type"] == "extra_forbidden":
        valid = [*keys_at(model, place[:-1]), *(["run"] if model is Experiment else [])]
        message = f"unknown key {name!r}; valid: {', '.join(valid)}"
        suggestion, is_key = nearest(str(place[-1]), valid), True
    elif fault["type"] == "missing":
        last = fault["loc"][-1]
        message = f"the key {'.'.join((*filter(None, [name]), str(last)))!r} is missing"
        if isinstance(last, int):
            message = f"{name}: at least {last + 1} values are expected (got {fault['input']!r})"
    else:
        said = _lower(fault["msg"].removeprefix("Value error, "))
        message = f"{name}: {said} (got {fault['input']!r})" if name else said
    if document is None:
        return DataError(f"--{message}", suggestion=suggestion)
    return document.error(above + place, message, suggestion, key=is_key)


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]
