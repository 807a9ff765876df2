"""Bots in Python that installed packages add, each by an entry point with the bot's name.

    [project.entry-points."mazarbul.bots"]
    my_bot = "my_package.bots:my_bot"

It leads to a function or a class, as `register_bot` takes (see `mazarbul.sim.bots.python`), which is imported
when the bot is asked for. If that has an attribute `games`, names of games, the bot plays only these.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from mazarbul.sim.toml import DataError

#: Group of the entry points through which installed packages add bots.
GROUP = "mazarbul.bots"
GAMES = "games"


@dataclass(frozen=True)
class Package:
    """The installed package that a bot comes from."""

    name: str
    version: str

    def __str__(self) -> str:
        return f"{self.name} {self.version}"


def names() -> Collection[str]:
    """Return the names of the bots of installed packages."""
    return _entries().keys()


def available() -> dict[str, str]:
    """Return the bots of installed packages, not imported: name -> one line of help."""
    return {
        name: f"written in Python, from {' and '.join(map(str, map(package_of, entries)))}"
        for name, entries in _entries().items()
    }


def package_of(entry: EntryPoint) -> Package:
    """Return the package that an entry point belongs to."""
    if entry.dist is None:  # it was made by hand, not found among those installed
        raise LookupError(f"no package has the entry point {entry.name!r}")
    return Package(entry.dist.name, entry.dist.version)


def check_name(name: str, known: Collection[str], title: str) -> None:
    """Raise DataError if an installed bot has the name of one that comes with a game.

    name: of the installed one. known: the names of the game's own. title: of the game.
    """
    if name in known:
        package = package_of(_entries()[name][0])
        what = f"{title} has a bot {name!r}, and the package {package} adds another one with this name"
        raise DataError(f"{what}: rename that one, or uninstall the package")


def load(name: str) -> tuple[Callable, Package] | None:
    """Import the installed bot with this name, None if there is none.

    Raises DataError, naming the package, if that fails or if several packages add a bot with this name.
    """
    if name not in _entries():
        return None
    entry, *others = _entries()[name]
    package = package_of(entry)
    if others:
        both = f"the packages {package} and {package_of(others[0])} both add a bot {name!r}"
        raise DataError(f"{both}: uninstall one of them")
    what = f"the bot {name!r} of the package {package}"
    try:
        made_of = entry.load()
    except Exception as error:
        reason = " ".join(f"{type(error).__name__}: {error}".split())
        raise DataError(f"cannot import {what} from {entry.value}: {reason}") from error
    if not callable(made_of):
        raise DataError(f"{what} must be a function or a class: {entry.value} is neither")
    return made_of, package


def check_game(name: str, made_of: Callable, game: str) -> None:
    """Raise DataError if a bot says for which games it is and this one is not among them."""
    own = getattr(made_of, GAMES, None)
    if own is not None and game not in own:
        raise DataError(f"the bot {name!r} does not play {game}; it plays {', '.join(own)}")


@cache
def _entries() -> dict[str, list[EntryPoint]]:
    """Return the entry points of all installed bots by their names."""
    found: dict[str, list[EntryPoint]] = {}
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: package_of(entry).name):
        found.setdefault(entry.name, []).append(entry)
    return found
