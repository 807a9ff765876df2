"""Commands killed at random moments, resumed until they are finished, and compared with undisturbed ones.

    python -m tests.studies.kills --kills 300 --place /tmp/kills

Plays a run, its report, a what-if, an ablation, a training and a study of `card_game/duel`, each again and
again: SIGKILL, to the process or to its whole group, then the same command with --resume; in the end every
table, count and learnt bot must be that of the undisturbed command, byte for byte.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import pyarrow.parquet as pq

TARGET = "card_game/duel"
ROOT = Path(__file__).resolve().parents[2]
PATIENCE_SECONDS = 1800
MOST_KILLS = 3  # of one folder, before it may end
TABLES = (".parquet", ".npz", ".csv", ".png")
TIME = "Played"  # in the row of a run's particulars that says when it was
STUDY = """\
title     = "A small study"
game      = "card_game"
scenarios = ["duel"]
games     = 200

[bots]
all = "random"

[restrictions]
games = 60
kinds = ["bot"]

[[whatif]]
id       = "trimless"
title    = "nobody trims"
switches = { trim = false }
"""


@dataclass(frozen=True)
class Kind:
    """A command. words(place, out): of the command line, which writes to the folder `out`."""

    name: str
    words: Callable[[Path, Path], list[str]]


def _command(name: str, *words: str, resume: bool = True) -> Kind:
    def line(_: Path, out: Path) -> list[str]:
        return [*words, "--jobs", "1", "--quiet", "--out", str(out), *(["--resume"] if resume else [])]

    return Kind(name, line)


#: Bots at random play fastest: what is tested is what is kept, not how it was played.
PLAYED = (TARGET, "--bot", "random", "--seed", "3")
KINDS = (
    _command("run", "run", *PLAYED, "--games", "2000", "--chunk", "100"),
    Kind("report", lambda place, out: ["report", str(place / "reported"), "--to", str(out), "--quiet"]),
    _command("whatif", "whatif", *PLAYED, "--games", "800", "--switch", "trim=false"),
    _command("ablate", "ablate", *PLAYED, "--games", "120", "--change", "blank", "--cards", "gimli,saruman"),
    _command(
        "train", "train", TARGET, "--side", "shadow", "--seed", "3", "--games", "60", "--generations", "2",
        "--confirm", "120",
    ),
    Kind(
        "study",
        lambda place, out: [
            "study", str(place / "study.toml"), "--jobs", "1", "--quiet", "--out", str(out), "--resume"
        ],
    ),
)  # fmt: skip


@dataclass
class Done:
    """What was done with a kind of command."""

    kills: int = 0
    folders: int = 0
    wrong: int = 0


def tables(folder: Path) -> Mapping[str, bytes]:
    """Return the tables, counts and pictures in a folder, and its bots; no times, no comments."""
    found = {}
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        name = str(path.relative_to(folder))
        if path.suffix in TABLES:
            found[name] = _timeless(path, folder)
        elif path.suffix == ".toml" and "inputs" not in path.parts:
            lines = path.read_bytes().splitlines()
            found[name] = b"\n".join(line for line in lines if not line.startswith(b"#"))
    return found


def _timeless(path: Path, folder: Path) -> bytes:
    """Return a file; of a table of results its rows, but those that say when a run was played, or where."""
    if path.parent.name != "tables":
        return path.read_bytes()
    rows = path.read_text().splitlines() if path.suffix == ".csv" else pq.read_table(path).to_pylist()
    return "\n".join(line for row in rows if TIME not in (line := str(row))).replace(str(folder), "").encode()


def begun(words: list[str], log: Path) -> subprocess.Popen:
    """Start a command in a process group of its own."""
    with log.open("a") as stream:
        return subprocess.Popen(
            [sys.executable, "-m", "mazarbul", *words],
            cwd=ROOT,
            stdout=stream,
            stderr=stream,
            start_new_session=True,
        )


def finished(words: list[str], log: Path) -> float:
    """Let a command end by itself; return its seconds. Raises AssertionError if it fails."""
    started = time.monotonic()
    process = begun(words, log)
    try:
        code = process.wait(PATIENCE_SECONDS)
    finally:
        process.kill()
    text = log.read_text(errors="replace")
    assert code == 0, text[-3000:]
    assert "Traceback" not in text, text[-3000:]
    return time.monotonic() - started


def disturbed(kind: Kind, place: Path, seconds: float, kills: int, rng: random.Random) -> tuple[int, Path]:
    """Kill a command at random moments, then let it end; return how often it was killed, and its folder."""
    number = len(list(place.glob(f"{kind.name}-*")))
    out, log = place / f"{kind.name}-{number}", place / f"{kind.name}.log"
    words, done = kind.words(place, out), 0
    if kind.name == "report":
        finished(words, log)  # what is killed is a report over an earlier one
    for _ in range(kills):
        process = begun(words, log)
        time.sleep(rng.uniform(0.0, seconds))
        if process.poll() is not None:
            break
        os.killpg(process.pid, signal.SIGKILL) if rng.random() < 0.5 else process.kill()
        process.wait(PATIENCE_SECONDS)
        done += 1
    finished(words, log)
    return done, out


def prepared(place: Path) -> None:
    """Write the study, and play the run that is reported."""
    place.mkdir(parents=True, exist_ok=True)
    (place / "study.toml").write_text(STUDY)
    words = ["run", *PLAYED, "--games", "2000", "--jobs", "1", "--quiet", "--out", str(place / "reported")]
    finished([*words, "--resume"], place / "reported.log")


def tried(kind: Kind, place: Path, kills: int, rng: random.Random) -> Done:
    """Kill a kind of command this often at least, and compare every result with an undisturbed one."""
    done, calm = Done(), place / f"calm-{kind.name}"
    seconds = finished(kind.words(place, calm), place / f"{kind.name}.log")
    expected = tables(calm)
    assert expected, f"{kind.name} wrote no tables"
    while done.kills < kills:
        many = min(rng.randint(1, MOST_KILLS), kills - done.kills)
        killed, out = disturbed(kind, place, seconds, many, rng)
        done.kills, done.folders = done.kills + killed, done.folders + 1
        found = tables(out)
        if found != expected:
            names = sorted(name for name in found.keys() | expected if found.get(name) != expected.get(name))
            sys.stdout.write(f"{out}: not equal: {', '.join(names)}\n")
        done.wrong += found != expected
    return done


def main() -> int:
    """Print for each kind how often it was killed, and whether all results were equal; 1 if any was not."""
    parser = argparse.ArgumentParser(prog="python -m tests.studies.kills", description=__doc__.split("\n")[0])
    parser.add_argument("--kills", type=int, default=30, help="of all kinds together")
    parser.add_argument("--place", type=Path, required=True, help="folder to work in, kept")
    parser.add_argument("--only", default="", help="only kinds with this in their name")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    place, kinds = asked.place.resolve(), [kind for kind in KINDS if asked.only in kind.name]
    prepared(place)
    wrong = 0
    for i, kind in enumerate(kinds):
        share = asked.kills // len(kinds) + (i < asked.kills % len(kinds))
        done = tried(kind, place, share, random.Random(f"{asked.seed} {kind.name}"))
        wrong += done.wrong
        equal = "all equal" if not done.wrong else f"{done.wrong} NOT EQUAL"
        sys.stdout.write(f"{kind.name:8} {done.kills:5} kills, {done.folders:4} folders, {equal}\n")
        sys.stdout.flush()
    return min(wrong, 1)


if __name__ == "__main__":
    raise SystemExit(main())
