"""Makes the machine code that a wheel brings along (`mazarbul.sim.compile.shipped`).

    python release/kernels.py FOLDER

It plays every printed game in each way that has kernels of its own, with an empty cache, for each level of
processors that this one has, and copies the cache into FOLDER. For all levels it needs one with AVX-512.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))


def fill(folder: Path) -> None:
    """Make the machine code in a folder."""
    from mazarbul.sim.compile.shipped import SHIPPED, levels_here

    with tempfile.TemporaryDirectory() as work:
        for level in levels_here():
            settings = {
                "NUMBA_CACHE_DIR": work,
                "NUMBA_CPU_NAME": level.name,
                "NUMBA_CPU_FEATURES": "",  # beyond those of the level
                "MAZARBUL_JIT": "linked",
            }
            subprocess.run([sys.executable, __file__], env=os.environ | settings, check=True)
        (made,) = Path(work).glob("linked-*/")
        shutil.copytree(made, folder / SHIPPED.name, ignore=shutil.ignore_patterns(".*"))


def play_all() -> None:
    """Play a scenario of each game in each way that has kernels of its own."""
    from mazarbul.sim import games

    for game in games.playable()[0]:
        if type(game).__module__.startswith("mazarbul."):
            with tempfile.TemporaryDirectory() as work:
                play(f"{game.name}/{next(iter(game.scenarios()))}", Path(work))


def play(target: str, work: Path) -> None:
    """Play a scenario in each way. work: an empty folder."""
    import mazarbul

    table = mazarbul.table(target)
    table.run(games=2, jobs=1, out=work / "quick").report(work / "report")
    mazarbul.run(target, bots="search:2", games=1, jobs=1, out=work / "search")
    match = table.match()
    match.apply(match.choose())
    table.vector_env(1).reset(seed=1)
    table.review(games=1, jobs=1, rollouts=2, worlds=2)
    table.practise(games=200, jobs=1, confirm=1, out=work / "network.npz")


if __name__ == "__main__":
    fill(Path(sys.argv[1])) if sys.argv[1:] else play_all()
