"""Tries mazarbul with the lowest version of every package that it says it works with.

    python benchmarks/lowest.py                  makes an environment, plays, reports and asks a what-if
    python benchmarks/lowest.py --uncompiled     the same without compiling, which takes most of the time

The versions are those of pyproject.toml. Fails where they cannot be installed together, or at the first
command that fails.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import tomllib
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BOUND = re.compile(r"([\w-]+)>=([\d.]+)")
#: What is tried, with OUT for a folder.
SMOKE = (
    "list",
    "run card_game/duel --bot random --games 4 --jobs 1 --out OUT/run",
    "report OUT/run",
    "whatif card_game/duel --bot random --games 4 --jobs 1 --overlay OUT/change.toml --out OUT/whatif",
)
CHANGE = "[card.gimli.icons]\npath = 4\n"


def lowest(project: dict) -> list[str]:
    """Return the lowest versions of all packages that are needed, as requirements."""
    found = [BOUND.match(each) for each in project["dependencies"]]
    return [f"{name[1]}=={name[2]}" for name in found if name]


def main() -> None:
    """Make the environment and try the commands."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--uncompiled", action="store_true", help="play without compiling")
    is_compiled = not parser.parse_args().uncompiled
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    with tempfile.TemporaryDirectory() as made:
        out = Path(made)
        venv.create(out / "venv", with_pip=True)
        python = out / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python"
        install = ["-m", "pip", "install", "--quiet", "--only-binary", ":all:", *lowest(project)]
        subprocess.run([python, *install], check=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", "--no-deps", ROOT], check=True)
        (out / "change.toml").write_text(CHANGE, encoding="utf-8")
        env = os.environ | {"XDG_CACHE_HOME": str(out / "cache"), "NUMBA_DISABLE_JIT": str(1 - is_compiled)}
        for line in SMOKE:
            print(f"mazarbul {line}", flush=True)
            words = [word.replace("OUT", str(out)) for word in line.split()]
            subprocess.run([python, "-m", "mazarbul", *words], check=True, env=env, cwd=out)
    print(f"works with {', '.join(lowest(project))}, Python {sys.version.split()[0]}")


if __name__ == "__main__":
    main()
