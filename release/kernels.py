"""Makes the database of kernels that a wheel brings along (`mazarbul.sim.compile.kept_code`).

    python release/kernels.py FOLDER

It plays every printed game in each way that has kernels of its own, with an empty cache, and writes the code
that was lowered, under the name by which this numba and this Python look for it, into FOLDER.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def fill(folder: Path) -> None:
    """Make the database in a folder."""
    with tempfile.TemporaryDirectory() as work:
        os.environ |= {
            "NUMBA_CACHE_DIR": work,
            "NUMBA_CPU_NAME": "generic",  # the code is for all processors of this kind
            "MAZARBUL_JIT": "linked",
        }
        sys.path.insert(0, str(ROOT))
        from mazarbul.sim import games
        from mazarbul.sim.compile.kept_code import FILE

        for game in games.playable()[0]:
            if type(game).__module__.startswith("mazarbul."):
                play(f"{game.name}/{next(iter(game.scenarios()))}", Path(tempfile.mkdtemp(dir=work)))
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copy(Path(work, FILE), folder)


def play(target: str, work: Path) -> None:
    """Play a scenario in each way that has kernels of its own. work: an empty folder."""
    import mazarbul

    table = mazarbul.table(target)
    table.run(games=2, jobs=1, out=work / "quick")
    mazarbul.run(target, bots="search:2", games=1, jobs=1, out=work / "search")
    match = table.match()
    match.apply(match.choose())
    table.vector_env(1).reset(seed=1)
    table.review(games=1, jobs=1, rollouts=2, worlds=2)
    table.practise(games=200, jobs=1, confirm=1, out=work / "network.npz")


if __name__ == "__main__":
    fill(Path(sys.argv[1]))
