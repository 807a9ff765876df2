"""What code plays: a hash of the sources that decide a table, and the versions of the libraries."""

from __future__ import annotations

import functools
import hashlib
import platform
from importlib.metadata import version
from pathlib import Path

import llvmlite.binding

from sim.engine.hashing import hash_of
from sim.runner.summary import Counting

PACKAGE = Path(__file__).resolve().parent.parent

#: Sources below `sim/` that decide what a game's row holds. Data files are not among them: they
#: are covered by the hash of the tables made from them.
DECISIVE = ("effects", "engine", "games", "bots", "runner/play.py", "runner/collecting.py", "runner/store.py")
#: Libraries that make the kernels of the sources.
COMPILER = ("numba", "llvmlite")
LIBRARIES = ("numpy", "numba", "llvmlite", "pyarrow", "joblib")


def code_version(counting: Counting | None = None) -> str:
    """Return the hexadecimal SHA-256 of the decisive sources, their names included.

    counting: what counts the games, if they are counted; its sources decide as well.
    """
    played = _source_hash(PACKAGE, DECISIVE)
    if counting is None:
        return played
    counted = _source_hash(counting.package, counting.decisive)
    return hashlib.sha256(f"{played}\0{counted}".encode()).hexdigest()


@functools.cache
def _source_hash(package: Path, places: tuple[str, ...]) -> str:
    """Return the hash of source files: those that `places` name in a package, and all in its folders."""
    files: list[Path] = []
    for path in (package / place for place in places):
        files += sorted(path.rglob("*.py")) if path.is_dir() else [path]
    return hash_of(files, package)


def libraries() -> dict[str, str]:
    """Return the versions of Python and of the libraries that play and write."""
    return {"python": platform.python_version()} | {name: _version(name) for name in LIBRARIES}


def player(counting: Counting | None = None) -> str:
    """Return what plays here, in words: two workers of one player play, and count, the same games."""
    made_by = ", ".join(f"{name} {_version(name)}" for name in COMPILER)
    return f"code {code_version(counting)[:12]}, {made_by}"


def cpu() -> str:
    """Return the processor that kernels are made for here.

    It decides how fast a table is there, not what it holds: kernels compute with whole numbers and with
    the operations that IEEE 754 rounds in one way everywhere.
    """
    return llvmlite.binding.get_host_cpu_name()


#: Reading what a library says of itself takes milliseconds, and families of runs ask many times.
_version = functools.cache(version)
