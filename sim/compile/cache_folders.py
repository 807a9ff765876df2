"""The folders in which compiled kernels are kept.

The kernels of a module have a folder that is named after a hash of what they are made from. So a stale kernel
is never loaded, and after a change to one game those of the others still are. All folders lie in one for
numba's version, the CPU and the mode. What nobody has used for a while is removed when a new folder is made.
"""

import functools
import os
import shutil
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import llvmlite.binding
import numba
import platformdirs

from mazarbul.sim.compile.modes import MODE
from mazarbul.sim.compile.private import is_own, temporary
from mazarbul.sim.compile.sources import module_hash

IDLE_SECONDS = 60 * 24 * 3600  # after which a folder is removed
HASH_DIGITS = 16  # of the sources, in a folder's name


@functools.cache
def cache_folder() -> Path:
    """Return the folder for this numba, CPU and mode, with or without checks of bounds, made if need be.

    `NUMBA_CACHE_DIR`, if set, replaces the user's cache folder as the parent. If neither can be written, a
    folder in the system's temporary directory is used (see `mazarbul.sim.compile.private`). What is kept is
    code: a folder of another user is not used.
    """
    name = f"{MODE}-numba{numba.__version__}-{llvmlite.binding.get_host_cpu_name()}"
    if numba.config.BOUNDSCHECK:
        name += "-bounds"
    parents = [os.environ.get("NUMBA_CACHE_DIR"), platformdirs.user_cache_dir("mazarbul")]
    for parent in filter(None, parents):
        folder = Path(parent) / name
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                if is_own(folder):
                    return folder
        except OSError:
            continue
    folder = temporary() / name
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder


@functools.cache
def folder_of(file: str, module: str) -> Path:
    """Return the folder for the kernels of a module, made if need be.

    file: its source, whose imports the folder's name depends on, too.
    """
    folder = cache_folder() / module_hash(file, module)[:HASH_DIGITS]
    if not folder.exists():
        folder.mkdir(mode=0o700, exist_ok=True)
        _remove_idle(cache_folder(), "?" * HASH_DIGITS)
        _remove_idle(cache_folder().parent, f"*{MODE}-numba[0-9]*")
    for used in (folder, cache_folder()):
        os.utime(used)
    return folder


def _remove_idle(parent: Path, names: str) -> None:
    """Remove the folders and databases with such names that no process has used for a while."""
    for path in parent.glob(names):
        with suppress(OSError):
            if time.time() - path.stat().st_mtime > IDLE_SECONDS:
                shutil.rmtree(path) if path.is_dir() else path.unlink()
