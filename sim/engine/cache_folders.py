"""The folders in which compiled kernels are kept.

Each is named after a hash of their sources, numba's version, the CPU and the mode. So a stale kernel is never
loaded; old folders stay behind.
"""

import functools
import os
import tempfile
from pathlib import Path

import llvmlite.binding
import numba
import platformdirs

from mazarbul.sim.engine.modes import MODE
from mazarbul.sim.engine.private import is_own, temporary
from mazarbul.sim.engine.sources import PACKAGE, imports_hash, source_hash


@functools.cache
def cache_folder(outside: str = "") -> Path:
    """Return the folder that holds this version's compiled kernels, made if need be.

    outside: hash of the sources of kernels outside this package; they have a folder of their own.
    `NUMBA_CACHE_DIR`, if set, replaces the user's cache folder as the parent. If neither can be written, a
    folder in the system's temporary directory is used (see `mazarbul.sim.engine.private`). What is kept is
    code: a folder of another user is not used.
    """
    cpu = llvmlite.binding.get_host_cpu_name()
    own = f"-{outside[:16]}" if outside else ""
    name = f"{source_hash()[:16]}{own}-{MODE}-numba{numba.__version__}-{cpu}"
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
    """Return the cache folder for the kernels of a module: that of this package, or one of their own."""
    path = Path(file).resolve()
    is_outside = path.is_file() and not path.is_relative_to(PACKAGE)
    return cache_folder(imports_hash(path, module)) if is_outside else cache_folder()
