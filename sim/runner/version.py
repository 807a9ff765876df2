"""The version of the code that plays: a hash of the sources that determine a table, and the libraries."""

from __future__ import annotations

import functools
import hashlib
import platform
import sys
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path

import llvmlite.binding

from mazarbul.formats.manifest import COMPILER
from mazarbul.sim.bots.bot import Bot
from mazarbul.sim.bots.python import PythonBot
from mazarbul.sim.compile.hashing import hash_of
from mazarbul.sim.compile.sources import imports_hash
from mazarbul.sim.games.contract import Game
from mazarbul.sim.runner.summary import Counting

PACKAGE = Path(__file__).resolve().parent.parent

#: Sources below `sim/` that determine the contents of a game's row. Data files are not among them: the
#: hash of the tables made from them covers them.
DECISIVE = (
    "compile",
    "effects",
    "engine",
    "games",
    "bots",
    "runner/task.py",
    "runner/collecting.py",
    "runner/store.py",
)
LIBRARIES = ("numpy", "numba", "llvmlite", "pyarrow", "joblib")


def code_version(counting: Counting | None = None, *, game: Game | None = None) -> str:
    """Return the hexadecimal SHA-256 of the decisive sources, with their names.

    counting: counts the games, if they are counted; its sources are decisive too. game: what is played; if it
    comes from another package, so are the sources there that it is made of.
    """
    hashes = [_source_hash(PACKAGE, DECISIVE)]
    if counting is not None:
        hashes.append(_source_hash(counting.package, counting.decisive))
    if game is not None and (file := _file_outside(game)) is not None:
        hashes.append(imports_hash(file, type(game).__module__))
    return hashes[0] if len(hashes) == 1 else hashlib.sha256("\0".join(hashes).encode()).hexdigest()


def _file_outside(game: Game) -> Path | None:
    """Return the source file of a game that does not come with mazarbul; None for others."""
    file = getattr(sys.modules.get(type(game).__module__), "__file__", None)
    path = None if file is None else Path(file).resolve()
    return None if path is None or path.is_relative_to(PACKAGE) else path


@functools.cache
def _source_hash(package: Path, places: tuple[str, ...]) -> str:
    """Return the hash of the source files and folders of a package that `places` name."""
    files: list[Path] = []
    for path in (package / place for place in places):
        files += sorted(path.rglob("*.py")) if path.is_dir() else [path]
    return hash_of(files, package)


def libraries(bots: Iterable[Bot] = ()) -> dict[str, str]:
    """Return the versions of Python and of the libraries that play and write, and of packages with bots.

    bots: those that play.
    """
    own = {"python": platform.python_version()} | {name: _version(name) for name in LIBRARIES}
    packages = (bot.package for bot in bots if isinstance(bot, PythonBot))
    return own | {package.name: package.version for package in packages if package is not None}


def player(counting: Counting | None = None, *, game: Game | None = None) -> str:
    """Return the version that plays here, in words; workers with equal versions play the same games.

    counting, game: as for `code_version`.
    """
    made_by = ", ".join(f"{name} {_version(name)}" for name in COMPILER)
    return f"code {code_version(counting, game=game)[:12]}, {made_by}"


def cpu() -> str:
    """Return the processor that kernels are compiled for here.

    It affects how fast a table is made, not what it holds: kernels compute with whole numbers and with
    operations that IEEE 754 rounds the same way everywhere.
    """
    return llvmlite.binding.get_host_cpu_name()


#: Reading a library's metadata takes milliseconds, and families of runs need it many times.
_version = functools.cache(version)
