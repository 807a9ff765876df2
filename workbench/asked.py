"""What the browser asks for: checked word by word before anything is done with it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

from mazarbul.sim import games
from mazarbul.sim.bots.bot import split_text
from mazarbul.sim.data.book import DECK_SUFFIXES
from mazarbul.sim.games.contract import Game, HasDecks
from mazarbul.sim.toml import DataError, ends_in

MOST_ROLLOUTS = 2_000  # of a bot that searches, so that it answers in a minute or so
MOST_ENTRIES = 100  # of a table that the browser sends
TOML = ".toml"
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 _-]{0,59}")

Word = Annotated[str, StringConstraints(min_length=1, max_length=200)]
Words = Annotated[dict[Word, Word], Field(max_length=MOST_ENTRIES)]
Rest = Literal["", "same", "least", "most"]
Person = Annotated[str, StringConstraints(max_length=40, pattern=r"^[^\x00-\x1f\x7f-\x9f<>]*$")]


class Ask(BaseModel):
    """Something that the browser sends: fields that are not known are refused."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Start(Ask):
    """A game to begin.

    people: seat -> the name of the person who plays it, "" for none. bots, decks: of the seats that have
    others than usual. switches: as on the command line. overlay: a file in the folder of the workbench.
    """

    game: Word
    scenario: Word
    seed: Annotated[int, Field(ge=0, lt=2**53)] = 1
    people: Annotated[dict[Word, Person], Field(min_length=1, max_length=MOST_ENTRIES)]
    bots: Words = {}
    decks: Words = {}
    switches: Annotated[dict[Word, bool | int | Word], Field(max_length=MOST_ENTRIES)] = {}
    overlay: Annotated[str, StringConstraints(max_length=400)] = ""


class Seen(Ask):
    """Something about a game as a page shows it. version: how many decisions the page has seen."""

    version: Annotated[int, Field(ge=0)]


class Act(Seen):
    """An option to take, and what to do when the same is asked again: see `mazarbul.workbench.play.Play.act`.

    option: its number, from 0.
    """

    option: Annotated[int, Field(ge=0)]
    rest: Rest = ""
    is_watched: bool = False


class Undo(Seen):
    """A decision of a person to go back to, numbered from 0."""

    to: Annotated[int, Field(ge=0)]


class Hint(Seen):
    """A bot to be asked what it would do."""

    bot: Word


class Why(Ask):
    """What may not be legal, and why not: an action, as scripts write it, or all that is about a thing."""

    action: Word = ""
    thing: Word = ""

    @model_validator(mode="after")
    def _one(self) -> Why:
        if bool(self.action) == bool(self.thing):
            raise ValueError("either an action or a thing must be given")
        return self


class Named(Ask):
    """A file of the workbench, by its name alone."""

    name: Word

    def checked(self) -> str:
        """Return the name. Raises DataError if it could be anything but a name."""
        if not NAME.fullmatch(self.name):
            raise DataError(
                "a name has letters, digits, spaces, - and _, and begins with one of the first two"
            )
        return self.name


class Opened(Ask):
    """The seat of the person who looks at the screen now."""

    seat: Word


def inside(folder: Path, name: str, *suffixes: str) -> Path:
    """Return a file in a folder. Raises DataError if it is elsewhere, or has another ending."""
    if not ends_in(name, *suffixes):
        raise DataError(f"{name!r} is no file with the ending {' or '.join(suffixes)}")
    try:
        path = (folder / name).resolve()
        is_there = path.is_relative_to(folder.resolve()) and path.is_file()
    except (OSError, ValueError, RuntimeError):
        is_there = False
    if not is_there:
        raise DataError(f"there is no file {name!r} in the folder of the workbench")
    return path


def checked_bot(text: str, game: Game, folder: Path, allowed: tuple[str, ...]) -> str:
    """Return a bot's text for a game. Raises DataError for one that the browser may not name.

    allowed: texts from the command line, which may be of bots in Python.
    """
    if text in allowed:
        return text
    name, words = split_text(text)
    if ends_in(name, TOML):
        return " ".join((str(inside(folder, name, TOML)), *words))
    base, _, number = name.partition(":")
    if base not in game.bots() or (number and not number.isascii()) or (number and not number.isdecimal()):
        known = ", ".join([*game.bots(), *allowed])
        raise DataError(f"the workbench knows no bot {name!r}; it knows {known}; --bot adds others")
    if number and int(number[:9]) > MOST_ROLLOUTS:
        raise DataError(f"{name}: at most {MOST_ROLLOUTS:,} simulated games a decision are played here")
    return text


def located(start: Start, folder: Path, allowed: tuple[str, ...]) -> Start:
    """Return what to begin, its files as absolute paths. Raises DataError for what may not be named."""
    game = games.get(start.game)
    if start.scenario not in game.scenarios():
        raise DataError(f"{game.title} has no scenario {start.scenario!r}")
    seated = {seat: text for seat, text in start.bots.items() if seat not in start.people}
    bots = {seat: checked_bot(text, game, folder, allowed) for seat, text in seated.items()}
    known = game.decks() if isinstance(game, HasDecks) else {}
    decks = {
        seat: deck if deck in known else str(inside(folder, deck, *DECK_SUFFIXES))
        for seat, deck in start.decks.items()
    }
    overlay = str(inside(folder, start.overlay, TOML)) if start.overlay else ""
    return start.model_copy(update={"bots": bots, "decks": decks, "overlay": overlay})
