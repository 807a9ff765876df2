"""Real runs killed at random moments, again and again, until they are finished.

    python -m tests.runner.kills --seconds 600

plays runs of the test game on every backend; kills workers, clients or all of them; sometimes cuts the
newest files short, as a power cut may; resumes with --resume; and compares the final files with those of an
undisturbed run, byte for byte.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from mazarbul.sim.runner.manifest import load
from tests.runner.help import GAME, ROOT, files, play

CHUNK, SEED = 100, 7
#: Backend -> the longest time before a kill, in seconds; covers both its start and its play.
BACKENDS = {"threading": 3.0, "loky": 4.0, "dask": 7.0}
WORKERS = (b"popen_loky", b"spawn_main")  # in the command lines of worker processes
#: A cut may take the last manifest and what was written just before it, not the manifest before that.
MOST_CUT = 3
PATIENCE_SECONDS = 120


def undisturbed(folder: Path, games: int) -> dict[str, bytes]:
    """Play the run undisturbed and return its files."""
    return files(play(folder, games=games, seed=SEED, execution={"jobs": 2, "chunk": CHUNK}))


def survived(
    folder: Path, expected: dict[str, bytes], rng: random.Random, backend: str, kills: int
) -> Counter:
    """Kill a run this many times, or until it ends, and then let it finish; return what was done.

    folder: of the run, not there yet. expected: its files if undisturbed. Raises AssertionError if a
    process fails without being killed, or if the final files differ from those.
    """
    games = CHUNK * sum(name.startswith("games/") for name in expected)
    done: Counter = Counter()
    log = folder.with_name(f"{folder.name}.log")
    for _ in range(kills):
        process = _begun(folder, games, backend, log)
        if backend != "threading" and rng.random() < 0.3 and _is_alive_after(process, BACKENDS[backend], rng):
            done["workers killed"] += _kill_worker(process, rng)
        if not _is_alive_after(process, BACKENDS[backend], rng):
            break
        is_group = rng.random() < 0.5
        os.killpg(process.pid, signal.SIGKILL) if is_group else process.kill()
        process.wait(PATIENCE_SECONDS)
        done["runs killed with their workers" if is_group else "runs killed, workers left alone"] += 1
        if rng.random() < 0.3:
            done["newest files cut"] += _cut_newest(folder, rng)
    else:
        process = _begun(folder, games, backend, log)
    code = process.wait(PATIENCE_SECONDS)
    assert code == 0, log.read_text()
    assert files(folder) == expected, log.read_text()
    assert load(folder).games_done == games
    assert "Traceback" not in log.read_text()
    return done + Counter({"runs finished": 1})


def _begun(folder: Path, games: int, backend: str, log: Path) -> subprocess.Popen:
    """Start or resume the run in its own process group."""
    size = ["--games", games, "--chunk", CHUNK, "--jobs", 2, "--seed", SEED, "--backend", backend]
    what = ["run", f"{GAME}/pair", *size, "--resume", "--out", folder]
    with log.open("a") as stream:
        return subprocess.Popen(
            [sys.executable, "-m", "tests.runner.command", *map(str, what)],
            cwd=ROOT,
            stdout=stream,
            stderr=stream,
            start_new_session=True,
        )


def _is_alive_after(process: subprocess.Popen, longest: float, rng: random.Random) -> bool:
    time.sleep(rng.uniform(0.0, longest))
    return process.poll() is None


def _kill_worker(process: subprocess.Popen, rng: random.Random) -> bool:
    """Kill one worker process of a run; return whether there was one."""
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    lines = {child: Path(f"/proc/{child}/cmdline").read_bytes() for child in children}
    workers = [int(child) for child, line in lines.items() if any(word in line for word in WORKERS)]
    if workers:
        os.kill(rng.choice(workers), signal.SIGKILL)
    return bool(workers)


def _cut_newest(folder: Path, rng: random.Random) -> int:
    """Cut short up to MOST_CUT of the newest files of a run; return their number."""
    found = [path for path in folder.rglob("*") if path.is_file() and path.stat().st_size]
    if len(found) <= 2 * MOST_CUT:
        return 0
    newest = sorted(found, key=lambda path: path.stat().st_mtime_ns)[-rng.randint(1, MOST_CUT) :]
    for path in newest:
        os.truncate(path, rng.randrange(path.stat().st_size))
    return len(newest)


def main() -> None:
    """Kill runs for this many seconds, print what was done, and stop at the first wrong result."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--games", type=int, default=100_000, help="of a run")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    rng, done, started = random.Random(arguments.seed), Counter(), time.monotonic()
    with tempfile.TemporaryDirectory(prefix="mazarbul-kills-") as place:
        expected = undisturbed(Path(place, "undisturbed"), arguments.games)
        while time.monotonic() - started < arguments.seconds:
            number = done["runs finished"]
            backend = [*BACKENDS][number % len(BACKENDS)]
            done += survived(Path(place, f"run-{number}"), expected, rng, backend, kills=10)
            sys.stdout.write(f"{time.monotonic() - started:6.0f} s: {dict(sorted(done.items()))}\n")


if __name__ == "__main__":
    main()
