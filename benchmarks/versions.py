"""Tries mazarbul with other versions of the packages that it needs than those that are installed here.

    python benchmarks/versions.py lowest                the lowest of each package that pyproject.toml allows
    python benchmarks/versions.py lowest --uncompiled   the same without compiling, which takes longest
    python benchmarks/versions.py numba                 the newest numba, releases to come included
    python benchmarks/versions.py numba 0.69.0 courier  this one, with the games of tests/digest.py named here

Each makes an environment of its own. The first plays, reports and asks a what-if, and fails at the first
command that does. The second plays games and scripts with numba's own compiler, and with mazarbul's shortcut
through numba's internals, as if that knew this version. It fails unless both give what they give here. The
upper end of numba in pyproject.toml and `LINKED_WITH` in sim/compile/modes.py move by that.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BOUND = re.compile(r"([\w-]+)>=([\d.]+)")
KNOWN = re.compile(r"LINKED_WITH = \(.*\)")
#: What is tried with the lowest versions, with OUT for a folder.
SMOKE = (
    "list",
    "run card_game/duel --bot random --games 4 --jobs 1 --out OUT/run",
    "report OUT/run",
    "whatif card_game/duel --bot random --games 4 --jobs 1 --overlay OUT/change.toml --out OUT/whatif",
)
CHANGE = "[card.gimli.icons]\npath = 4\n"


def needed() -> list[str]:
    """Return all packages that are needed, as pyproject.toml says it."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]


def lowest() -> list[str]:
    """Return the lowest versions of all packages that are needed, as requirements."""
    found = map(BOUND.match, needed())
    return [f"{name[1]}=={name[2]}" for name in found if name]


def environment(folder: Path, *packages: str) -> Path:
    """Make an environment with such packages in a folder; return its Python."""
    venv.create(folder, with_pip=True)
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    install = ["-m", "pip", "install", "--quiet", "--only-binary", ":all:", *packages]
    subprocess.run([python, *install], check=True)
    return python


def try_lowest(out: Path, *, is_compiled: bool) -> None:
    """Try some commands with the lowest versions. out: an empty folder."""
    python = environment(out / "venv", *lowest())
    subprocess.run([python, "-m", "pip", "install", "--quiet", "--no-deps", ROOT], check=True)
    (out / "change.toml").write_text(CHANGE, encoding="utf-8")
    env = os.environ | {"XDG_CACHE_HOME": str(out / "cache"), "NUMBA_DISABLE_JIT": str(1 - is_compiled)}
    for line in SMOKE:
        print(f"mazarbul {line}", flush=True)
        words = [word.replace("OUT", str(out)) for word in line.split()]
        subprocess.run([python, "-m", "mazarbul", *words], check=True, env=env, cwd=out)
    print(f"works with {', '.join(lowest())}, Python {sys.version.split()[0]}")


def try_numba(out: Path, version: str | None, games: list[str]) -> bool:
    """Return whether games and scripts come out with another numba as here. version: None for the newest."""
    others = [each for each in needed() if not each.startswith("numba")]
    python = environment(out / "venv", "--pre", f"numba=={version}" if version else "numba", *others)
    asked = [python, "-c", "import numba; print(numba.__version__)"]
    found = subprocess.run(asked, check=True, capture_output=True, text=True).stdout.strip()
    copied = copy_that_knows(found, out / "checkout")
    expected = digest(Path(sys.executable), ROOT, games, {})
    is_equal = True
    for mode in ("plain", "linked"):
        print(f"numba {found}, {mode}: ", end="", flush=True)
        settings = {"MAZARBUL_JIT": mode, "NUMBA_CACHE_DIR": str(out / "cache")}
        got = digest(python, copied, games, settings)
        other = [name for name, value in expected.items() if got.get(name) != value]
        print(f"{len(expected) - len(other)} of {len(expected)} results as here", *other, sep="\n  ")
        is_equal &= not other
    return is_equal


def copy_that_knows(version: str, folder: Path) -> Path:
    """Return a copy of the checkout whose shortcut takes a numba for one that it knows."""
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True)
    for name in filter(None, names.stdout.split("\0")):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name, follow_symlinks=False)
    modes = folder / "sim" / "compile" / "modes.py"
    known = f'LINKED_WITH = ("{version.rpartition(".")[0]}",)'
    text, n = KNOWN.subn(known, modes.read_text(encoding="utf-8"))
    assert n == 1, f"{modes} does not say which numbas it knows"  # or both modes would be the plain one
    modes.write_text(text, encoding="utf-8")
    return folder


def digest(python: Path, checkout: Path, games: list[str], settings: dict[str, str]) -> dict[str, object]:
    """Return the results of games and scripts by their names; none if they cannot be played."""
    command = [python, "-m", "tests.digest", *games]
    env = os.environ | {"PYTHONPATH": str(checkout)} | settings
    done = subprocess.run(command, cwd=checkout, env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        print(done.stderr[-3000:])
    return json.loads(done.stdout) if done.returncode == 0 else {}


def main() -> bool:
    """Try what is asked for; return whether all is well."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    what = parser.add_subparsers(dest="what", required=True)
    what.add_parser("lowest").add_argument("--uncompiled", action="store_true", help="play without compiling")
    numba = what.add_parser("numba")
    numba.add_argument("version", nargs="?", help="the newest if not given")
    numba.add_argument("games", nargs="*", help="all if not given")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        if asked.what == "numba":
            return try_numba(Path(made), asked.version, asked.games)
        try_lowest(Path(made), is_compiled=not asked.uncompiled)
    return True


if __name__ == "__main__":
    sys.exit(0 if main() else 1)
