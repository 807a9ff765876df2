"""The arguments that many functions take, each declared once: what is played, and how it is carried out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any, TypedDict, cast

if TYPE_CHECKING:
    from mazarbul.sim.runner.progress import Display

Bots = str | Mapping[str, str]
"""One bot for all seats, or seat -> bot; the seat `all` stands for those not named."""
Overlay = str | PathLike[str] | Mapping[str, Any] | Sequence[str | PathLike[str] | Mapping[str, Any]]
"""Changes to the data: a TOML file, its contents as nested tables, or several of them."""


class Setting(TypedDict, total=False):
    """What is played, besides a scenario.

    switches: rule switch -> value, those that are not as printed. overlay: changes to the data. decks: seat
    -> deck, by its id or its file.
    """

    switches: Mapping[str, bool | int | str] | None
    overlay: Overlay | None
    decks: Mapping[str, str] | None


class Given(Setting, total=False):
    """What is played and who plays it. bots: of each seat, by name or file."""

    bots: Bots | None


class How(TypedDict, total=False):
    """How much is played, and how.

    games, seed: how many games and their luck. out: the folder or file that is written, a new one below
    `runs/` if not given. jobs: workers, one for each core if not given. chunk: games of a part. backend:
    "threading", "loky" or "dask". scheduler: address of a Dask cluster. resume: go on with what is in `out`.
    quiet: show no progress.
    """

    games: int | None
    seed: int | None
    out: str | PathLike[str] | None
    jobs: int | None
    chunk: int | None
    backend: str | None
    scheduler: str | None
    resume: bool
    quiet: bool


#: Arguments of these that are not None if they are not given.
DEFAULTS = {"resume": False, "quiet": True}


class Whole(Given, How, total=False):
    """What is played, by whom, how much, and how."""


def carried(how: How) -> dict[str, Any]:
    """Return how play is carried out, as options of an execution."""
    return {name: how.get(name) for name in ("out", "jobs", "chunk", "backend", "scheduler")}


def is_resumed(how: How) -> bool:
    """Return whether to go on with what is in `out`."""
    return how.get("resume", DEFAULTS["resume"])


def display_of(how: How) -> Display:
    """Return where progress is shown."""
    from mazarbul.sim.runner.progress import display  # only here: `mazarbul` imports this module at its start

    return display(quiet=how.get("quiet", DEFAULTS["quiet"]))


def parted(options: Mapping[str, Any]) -> tuple[Given, How]:
    """Return what is played and how, out of arguments that say both."""
    names = (kind.__annotations__ for kind in (Given, How))
    parts = ({name: options[name] for name in known if name in options} for known in names)
    return cast("tuple[Given, How]", tuple(parts))
