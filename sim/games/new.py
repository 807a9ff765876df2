"""A new game, as a package to install and to change: a copy of `examples/my_game` under another name."""

from __future__ import annotations

import importlib.util
import keyword
import re
from pathlib import Path

from mazarbul.sim import games
from mazarbul.sim.toml import DataError

#: The package that is copied, in a checkout as in an installed wheel.
TEMPLATE = Path(__file__).resolve().parents[2] / "examples" / "my_game"
#: Name, class and title of the game that is copied.
NAME, CLASS, TITLE = "my_game", "MyGame", "My Game"
#: Files of its own that stay behind: what Python and pip leave in a package.
LEFT = re.compile(r"__pycache__|.*\.egg-info|\.(?!gitignore$).*")

_NAME = re.compile(r"[a-z][a-z0-9_]*")


def check_name(name: str) -> None:
    """Raise DataError if a new game cannot have this name: its package and its entry point have it, too."""
    if not _NAME.fullmatch(name) or keyword.iskeyword(name):
        what = "it must be small letters, digits and underscores, and no word of Python"
        raise DataError(f"a game cannot be called {name!r}: {what}, such as 'my_game'")
    if name in games.names():
        raise DataError(f"there is already a game {name!r}; choose another name")
    found = importlib.util.find_spec(name)
    if found is not None and found.origin is not None:  # a folder alone has none
        raise DataError(f"there is already a Python package {name!r}; choose another name")


def write(name: str, folder: Path) -> list[Path]:
    """Write the package of a new game to a folder and return its files. Raises DataError.

    name: of the game and its package. folder: a new or an empty one.
    """
    check_name(name)
    if folder.exists() and not folder.is_dir():
        raise DataError(f"{folder} is not a folder; choose a new or an empty one with --to")
    if folder.is_dir() and any(folder.iterdir()):
        raise DataError(f"the folder {folder} is not empty; choose a new or an empty one with --to")
    written = []
    for file in sorted(TEMPLATE.rglob("*")):
        inside = file.relative_to(TEMPLATE)
        if file.is_dir() or any(LEFT.fullmatch(part) for part in inside.parts):
            continue
        path = folder / renamed(inside.as_posix(), name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(renamed(file.read_text(encoding="utf-8"), name), encoding="utf-8", newline="\n")
        written.append(path)
    return written


def renamed(text: str, name: str) -> str:
    """Return a text of the package with the words of the new name."""
    words = name.split("_")
    title = " ".join(word.capitalize() for word in words if word)
    return text.replace(NAME, name).replace(CLASS, title.replace(" ", "")).replace(TITLE, title)
