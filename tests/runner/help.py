"""What the runner's tests share: playing a run, reading its table, starting the real command."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from mazarbul.analysis.aggregates import Summary
from mazarbul.formats.manifest import MANIFEST
from mazarbul.sim.runner.experiment import Execution, Experiment
from mazarbul.sim.runner.folder import LOCK
from mazarbul.sim.runner.manifest import load
from mazarbul.sim.runner.progress import Quiet
from mazarbul.sim.runner.run import run
from tests.runner import dice

ROOT = Path(__file__).resolve().parents[2]
GAME = dice.Dice.name


def play(out: Path, *, resume: bool = False, execution: dict | None = None, **fields) -> Path:
    """Play the test game into a folder: 1,000 games of scenario `pair` by default."""
    experiment = Experiment(**{"game": GAME, "scenario": "pair", "games": 1000, "seed": 7} | fields)
    how = Execution(out=out, **(execution or {"jobs": 1}))
    return run(experiment, how, Quiet(), resume=resume, summarize=lambda: Summary)


def table(folder: Path, family: str = "games") -> pa.Table:
    """Return a family's rows in the order of the chunks; dictionaries as plain text."""
    files = [folder / chunk.files[family].file for chunk in load(folder).chunks]
    whole = pa.concat_tables([pq.read_table(file) for file in files])
    plain = [
        pa.field(field.name, field.type.value_type) if pa.types.is_dictionary(field.type) else field
        for field in whole.schema
    ]
    return whole.cast(pa.schema(plain))


def files(folder: Path) -> dict[str, bytes]:
    """Return the contents of a run's folder, except the manifest, which has times."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.startswith(MANIFEST) and path.name != LOCK
    }


def spoil(path: Path, damage: Callable[[bytes], bytes | None]) -> None:
    """Damage a file: write the result of `damage` on its bytes, or remove it if that is None."""
    data = damage(path.read_bytes())
    if data is None:
        path.unlink()
    else:
        path.write_bytes(data)


def heed_interrupts() -> None:
    """Let Ctrl-C work in a process that begins: a job of a shell script would ignore it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def start(*arguments: object, **options) -> subprocess.Popen:
    """Start the real command in a process group of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "tests.runner.command", *map(str, arguments)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        **{"preexec_fn": heed_interrupts} | options,
    )


def start_to_stop(*arguments: object) -> subprocess.Popen:
    """Start the real command so slowly that it can be stopped before its end."""
    return start(*arguments, env=os.environ | {dice.SECONDS_VARIABLE: "0.005"})


def command(*arguments: object, **options) -> subprocess.CompletedProcess:
    """Run the real command to its end."""
    process = start(*arguments, **options)
    out, err = process.communicate(timeout=120)
    return subprocess.CompletedProcess(process.args, process.returncode, out, err)


def wait_for_parts(folder: Path, count: int, seconds: float = 60) -> None:
    """Wait until a run in another process has recorded this many chunks."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if (folder / "manifest.json").exists() and len(load(folder).chunks) >= count:
            return
        time.sleep(0.02)
    raise AssertionError(f"{folder} has no {count} chunks after {seconds} s")


def stop(process: subprocess.Popen, number: signal.Signals) -> tuple[str, str]:
    """Send a signal to the whole group, as a terminal does; return what the command printed."""
    os.killpg(process.pid, number)
    return process.communicate(timeout=60)
