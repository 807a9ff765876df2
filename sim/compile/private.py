"""Folders for code that is kept: this user's own, where nobody else can put anything.

Whoever can write to a folder of compiled kernels can have any code run. In the system's temporary directory
everyone can make a folder, also one with the name that we would take.
"""

from __future__ import annotations

import atexit
import os
import shutil
import stat
import tempfile
from contextlib import suppress
from pathlib import Path

HAS_OWNERS = hasattr(os, "getuid")  # on Windows, each user has an own temporary directory
VARIABLE = "NUMBA_CACHE_DIR"


def is_own(path: Path, others: int = stat.S_IWOTH) -> bool:
    """Return whether a folder or a file is this user's, no link, and without these rights of others."""
    if not HAS_OWNERS:
        return True
    found = path.lstat()
    is_plain = stat.S_ISDIR(found.st_mode) or stat.S_ISREG(found.st_mode)
    return is_plain and found.st_uid == os.getuid() and not found.st_mode & others


def temporary() -> Path:
    """Return a folder of this user alone in the system's temporary directory.

    It is the one of earlier processes if it still is this user's alone. Otherwise it is a new one, which is
    removed at the end and which processes that are started here use, too.
    """
    home = Path(tempfile.gettempdir())
    if not HAS_OWNERS:
        folder = home / "mazarbul-user"
        folder.mkdir(exist_ok=True)
        return folder
    folder = home / f"mazarbul-{os.getuid()}"
    with suppress(OSError):
        folder.mkdir(mode=0o700, exist_ok=True)
        if folder.is_dir() and is_own(folder, stat.S_IWGRP | stat.S_IWOTH):
            folder.chmod(0o700)
            return folder
    fresh = tempfile.mkdtemp(prefix="mazarbul-")
    atexit.register(shutil.rmtree, fresh, ignore_errors=True)
    os.environ[VARIABLE] = fresh
    return Path(fresh)
