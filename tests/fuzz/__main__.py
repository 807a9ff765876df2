"""The long campaign: damaged inputs of all kinds, as many as there is time for.

python -m tests.fuzz --seconds 600 --failures /tmp/failures
python -m tests.fuzz --total 1e6
"""

from __future__ import annotations

import argparse
import resource
import sys
import tempfile
import time
import traceback
import warnings
from pathlib import Path
from random import Random

from mazarbul.sim.toml import DataWarning
from tests.fuzz import (
    bots,
    command_line,
    data_files,
    deck_lists,
    experiments,
    kept_kernels,
    learnt,
    numbers,
    plays,
    python_calls,
    run_folders,
    scripts,
    sealed_folders,
)
from tests.fuzz.kind import InputKind

MODULES = (
    experiments, data_files, bots, deck_lists, command_line, numbers, python_calls, kept_kernels, learnt,
    run_folders, sealed_folders, scripts, plays,
)  # fmt: skip
ALL_KINDS: tuple[InputKind, ...] = tuple(kind for module in MODULES for kind in module.KINDS)
SAID_EVERY = 10_000  # inputs
MEMORY = 6 * 2**30  # bytes; a process that needs more was fooled by a large number


def main() -> int:
    """Try inputs until the time or the number is reached; return 1 if any did something forbidden, else 0."""
    asked = _asked()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    warnings.simplefilter("ignore", DataWarning)
    kinds = [kind for kind in ALL_KINDS if asked.only in kind.name]
    failed = tried = 0
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="mazarbul-fuzz-") as name:
        folder = Path(name)
        scripts.lay_out(folder)
        next_of = dict.fromkeys(range(len(kinds)), asked.first)
        spent = dict.fromkeys(next_of, 0.0)
        while time.monotonic() - start < asked.seconds and next_of and tried < asked.total:
            i = min(next_of, key=spent.get)  # every kind gets the same share of the time
            begun = time.monotonic()
            failed += _try(kinds[i], next_of[i], folder, asked.failures)
            spent[i] += time.monotonic() - begun
            next_of[i] += 1
            tried += 1
            if not tried % SAID_EVERY:
                print(f"{tried:,} tried in {begun - start:,.0f} s, {failed} failed", flush=True)  # noqa: T201
            if asked.count is not None and next_of[i] == asked.first + asked.count:
                del next_of[i]
    for kind in kinds:
        of_kind = sum(kind.counts.values())
        parts = ", ".join(f"{kind.counts[what]:,} {what}" for what in ("accepted", "refused", "failed"))
        print(f"{kind.name:45} {of_kind:>9,} tried: {parts}")  # noqa: T201
    print(f"{tried:,} tried in {time.monotonic() - start:,.0f} s, {failed} failed")  # noqa: T201
    return min(failed, 1)


def _try(kind: InputKind, number: int, folder: Path, failures: Path) -> int:
    """Try input `number` of a kind; if it did something forbidden, keep it and return 1."""
    raw = kind.input(Random(f"{kind.name} {number}"))
    try:
        kind.try_one(raw, folder)
    except KeyboardInterrupt:
        raise
    except BaseException:  # noqa: BLE001  (this is what is looked for)
        kind.counts["failed"] += 1
        failures.mkdir(parents=True, exist_ok=True)
        stem = f"{kind.name.replace(' ', '_').replace(',', '')}_{number}"
        (failures / f"{stem}.input").write_bytes(raw)
        report = traceback.format_exc()
        (failures / f"{stem}.txt").write_text(report[-20_000:], "utf-8", "backslashreplace")
        print(f"{stem}: {report.strip().splitlines()[-1][:200]}", file=sys.stderr)  # noqa: T201
        return 1
    return 0


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tests.fuzz", description="Try damaged inputs of every kind."
    )
    parser.add_argument("--seconds", type=float, default=float("inf"), help="how long")
    parser.add_argument(
        "--total", type=float, default=float("inf"), help="how many inputs of all kinds together"
    )
    parser.add_argument("--count", type=int, help="how many inputs of each kind")
    parser.add_argument(
        "--first", type=int, default=0, help="number of the first input; the same number, the same input"
    )
    parser.add_argument("--only", default="", help="only kinds with this in their name")
    parser.add_argument("--failures", type=Path, default=Path("fuzz-failures"), help="folder for what failed")
    asked = parser.parse_args()
    if asked.count is None and float("inf") == asked.seconds == asked.total:
        parser.error("say --seconds, --total or --count")
    return asked


if __name__ == "__main__":
    raise SystemExit(main())
