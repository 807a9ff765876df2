"""Plays one long run and records its memory, speed and open files over time. Linux only.

    python benchmarks/soak.py card_game/trilogy --minutes 30 --out runs/soak
    python benchmarks/soak.py card_game/trilogy --games 20000000 --out runs/soak -- --backend loky

Writes OUT.csv during the run and OUT.png at the end, and prints a summary. Options after -- are passed to
`mazarbul run`.
"""

from __future__ import annotations

import argparse
import csv
import json
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import matplotlib as mpl

mpl.use("agg")
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

PROJECT = Path(__file__).resolve().parents[1]
COMMAND = "import sys; sys.argv[0] = 'mazarbul'; from mazarbul.sim.cli import main; main()"
EVERY_SECONDS = 10
CHUNK = 10_000
ENDLESS = 1_000_000_000
WARM = 0.1  # share of the time that counts as warm-up


def family(pid: int) -> list[int]:
    """Return a process and all its descendants."""
    found = [pid]
    for parent in found:
        for children in Path(f"/proc/{parent}/task").glob("*/children"):
            with suppress(OSError):  # the thread or the process has ended
                found += map(int, children.read_text().split())
    return found


def measured(pids: list[int]) -> dict[str, float]:
    """Return the total memory (MB), open files and threads of some processes."""
    total = {"memory_mb": 0.0, "files": 0, "threads": 0}
    for pid in pids:
        try:
            status = dict(line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines())
            total["files"] += len(list(Path(f"/proc/{pid}/fd").iterdir()))
        except OSError:
            continue
        total["memory_mb"] += int(status.get("VmRSS", "0 kB").split()[0]) / 1024
        total["threads"] += int(status["Threads"])
    return total


def games_done(run: Path) -> int:
    """Return the number of games in a run's manifest; 0 if there is none yet."""
    path = run / "manifest.json"
    return json.loads(path.read_bytes())["games_done"] if path.exists() else 0


def soak(arguments: argparse.Namespace) -> pd.DataFrame:
    """Play for the given time or number of games; return the measurements, one row every ten seconds."""
    games = arguments.games or ENDLESS
    what = ["run", arguments.target, "--games", str(games), "--chunk", str(CHUNK), "--quiet"]
    what += ["--out", str(arguments.out), *arguments.rest]
    signal.signal(signal.SIGINT, signal.default_int_handler)  # background jobs ignore it by default
    process = subprocess.Popen([sys.executable, "-c", COMMAND, *what], cwd=PROJECT)
    started, rows = time.monotonic(), []
    with arguments.out.with_suffix(".csv").open("w", newline="") as stream:
        writer = csv.DictWriter(stream, ["seconds", "games", "memory_mb", "files", "threads"])
        writer.writeheader()
        while process.poll() is None:
            seconds = time.monotonic() - started
            rows.append({"seconds": round(seconds, 1), "games": games_done(arguments.out)})
            rows[-1] |= measured(family(process.pid))
            writer.writerow(rows[-1])
            stream.flush()
            if arguments.minutes and seconds > 60 * arguments.minutes:
                process.send_signal(signal.SIGINT)
                process.wait()
            else:
                time.sleep(EVERY_SECONDS)
    return pd.DataFrame(rows)


def draw(rows: pd.DataFrame, title: str, path: Path) -> None:
    """Draw speed, memory and open files over time."""
    under_way = rows[rows["games"] > 0]
    minutes = under_way["seconds"] / 60
    speed = under_way["games"].diff().rolling(6).sum() / under_way["seconds"].diff().rolling(6).sum()
    figure, axes = plt.subplots(3, 1, figsize=(8, 6), sharex=True, layout="constrained")
    drawn = {"games a second": speed, "memory, MB": under_way["memory_mb"], "open files": under_way["files"]}
    for axis, (label, values) in zip(axes, drawn.items(), strict=True):
        axis.plot(minutes, values, color="#33608c")
        axis.set_ylabel(label)
        axis.set_ylim(0, 1.15 * values.max())
        axis.grid(alpha=0.3)
    axes[0].set_title(title)
    axes[-1].set_xlabel("minutes")
    figure.savefig(path, dpi=120)


def main() -> None:
    """Play, draw, and print a summary."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("target")
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--games", type=int)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("rest", nargs="*", help="more options of mazarbul run, after --")
    arguments = parser.parse_intermixed_args()
    arguments.out = arguments.out.resolve()
    arguments.out.parent.mkdir(parents=True, exist_ok=True)
    rows = soak(arguments)
    last = rows.iloc[-1]
    later = rows[(rows["seconds"] > WARM * last["seconds"]) & (rows["games"] > 0)]
    million = np.ptp(later["games"]) / 1e6
    thirds = [part for _, part in later.groupby(pd.cut(later["seconds"], 3), observed=True)]
    speeds = [np.ptp(part["games"]) / np.ptp(part["seconds"]) for part in thirds]
    growth = later["memory_mb"].iloc[-20:].mean() - later["memory_mb"].iloc[:20].mean()
    title = f"{arguments.target}: {last['games']:,.0f} games in {last['seconds'] / 60:.0f} minutes"
    draw(rows, title, arguments.out.with_suffix(".png"))
    print(title)
    print("games a second, by thirds of the time: " + ", ".join(f"{speed:,.0f}" for speed in speeds))
    print(f"memory: {later['memory_mb'].mean():,.0f} MB, {growth:+.1f} MB over {million:,.1f} million games")
    print(f"open files: {later['files'].min():.0f} to {later['files'].max():.0f}")


if __name__ == "__main__":
    main()
