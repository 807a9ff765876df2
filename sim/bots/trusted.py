"""The bots' files that this user has run: what a run's folder may have executed.

A folder of a run may come from anyone, and it names the files of its bots. One in Python is executed for a
folder only if the user has named this very file before, with the same content, or says that its code is to
be trusted. The list is a text in the user's data folder, in the form of the command sha256sum.
"""

from __future__ import annotations

import hashlib
import os
from contextlib import suppress
from pathlib import Path

import platformdirs

LIST = "bots-run.sha256"


def list_file() -> Path:
    """Return the file with the list, which need not be there."""
    return Path(platformdirs.user_data_dir("mazarbul", appauthor=False)) / LIST


def is_known(path: Path, text: bytes) -> bool:
    """Return whether the user has run this file, at this place, with this content."""
    try:
        return _line(path, text) in list_file().read_bytes().splitlines()
    except OSError:  # there is no list yet
        return False


def note(path: Path, text: bytes) -> None:
    """Add a file that the user runs. Where there can be no list, folders' bots are asked about each time."""
    if is_known(path, text):
        return
    file = list_file()
    with suppress(OSError):
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with file.open("ab") as stream:
            stream.write(_line(path, text) + b"\n")


def _line(path: Path, text: bytes) -> bytes:
    """Return the line of a file. Its place counts too: a bot may read what lies beside it."""
    place = os.fsencode(path.resolve()).replace(b"\\", b"\\\\")
    for sign, written in ((b"\n", b"\\n"), (b"\r", b"\\r")):
        place = place.replace(sign, written)
    return hashlib.sha256(text).hexdigest().encode() + b"  " + place
