"""Paths as users write them, in options, files and Python."""

from __future__ import annotations

import re
from os import PathLike
from pathlib import Path

from mazarbul.sim.toml.errors import DataError

#: What may stand before the path in a word of a command line: an option, a seat.
_WORD = re.compile(r"((?:--[\w-]+=|-\w)?(?:\w+=)?)(~.*)", re.DOTALL)
#: Bytes of a name of a file or folder, and of a path, at most: so it is on nearly all systems.
_LONGEST_NAME, _LONGEST_PATH = 255, 4095


def user_path(path: str | PathLike[str]) -> Path:
    """Return a path in which `~` at the beginning means the home folder, as in a shell.

    A user that the system does not know leaves it as it is. Raises DataError for what no file can be called.
    """
    found = Path(path)
    if "\0" in str(found):
        raise DataError("a file name cannot contain a NUL character")
    if long := [part for part in found.parts if _bytes(part) > _LONGEST_NAME]:
        raise DataError(f"a file name cannot have {len(long[0]):,} characters")
    if _bytes(str(found)) > _LONGEST_PATH:
        raise DataError(f"a path cannot have {len(str(found)):,} characters")
    try:
        return found.expanduser()
    except RuntimeError:
        return found


def _bytes(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))


def user_word(word: str) -> str:
    """Return a word of a command line in which `~` means the home folder where the shell leaves it alone.

    That is after an option or a seat, as in `--out=~/run` and `player1=~/deck.txt`, and in quotes.
    """
    found = _WORD.fullmatch(word)
    if found is None:
        return word
    home, slash, rest = found[2].partition("/")
    return f"{found[1]}{user_path(home)}{slash}{rest}"


def ends_in(name: object, *suffixes: str) -> bool:
    """Return whether a file's name has one of some endings, written small here, in capitals or not."""
    return str(name).lower().endswith(suffixes)
