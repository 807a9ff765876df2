"""The output of tests/digest.py with kernels as in the tests, and in other modes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
AS_HERE = "as in the tests"
#: Other mode -> its environment variables. Each takes minutes to compile, or to run uncompiled.
MODES = {
    "bounds checks, on a plain processor": {"NUMBA_BOUNDSCHECK": "1", "NUMBA_CPU_NAME": "generic"},
    "no JIT": {"NUMBA_DISABLE_JIT": "1"},
    "nothing but numba's own compiler": {"MAZARBUL_JIT": "plain"},
}
#: Mode -> its games, if not all. Compiling the LCG with checks takes minutes, and anything with numba alone
#: takes several times as long. Without the JIT numpy checks the indices of all games.
ONLY = {
    "bounds checks, on a plain processor": ("card_game", "courier"),
    "nothing but numba's own compiler": ("courier",),
}
ENVIRONMENT = dict(os.environ)  # before any test changes it
PATIENCE = 1800  # seconds; enough to compile everything on a slow machine


@dataclass
class Process:
    """A running process and the folder of its output, and of its kernels unless the tests share them."""

    process: subprocess.Popen
    folder: tempfile.TemporaryDirectory


_running: dict[str, Process] = {}
_beginning = threading.Lock()
_is_over = threading.Event()


def begin_all() -> None:
    """Compute all digests one by one, in parallel with the tests; the first leaves them its kernels."""

    def work() -> None:
        for mode in (AS_HERE, *MODES):
            begin(mode)
            if mode in _running:
                _running[mode].process.wait()

    threading.Thread(target=work, daemon=True).start()


def begin(mode: str) -> None:
    """Start computing the digest (see tests/digest.py) in a mode, unless it has started."""
    with _beginning:
        if mode not in _running and not _is_over.is_set():
            _running[mode] = _begun(mode)


def _begun(mode: str) -> Process:
    folder = tempfile.TemporaryDirectory(prefix="mazarbul-modes-")
    env = ENVIRONMENT | {"PYTHONPATH": str(ROOT)}
    if mode in MODES:
        unset = {name for settings in MODES.values() for name in settings}
        env = {name: value for name, value in env.items() if name not in unset}
        env |= MODES[mode] | {"NUMBA_CACHE_DIR": folder.name}
    with Path(folder.name, "out").open("w") as out, Path(folder.name, "err").open("w") as err:
        command = [sys.executable, "-m", "tests.digest", *ONLY.get(mode, ())]
        process = subprocess.Popen(command, cwd=ROOT, env=env, stdout=out, stderr=err)
    return Process(process, folder)


def result(mode: str) -> dict[str, object]:
    """Wait for the digest of a mode and return it."""
    begin(mode)
    running = _running[mode]
    code = running.process.wait(PATIENCE)
    folder = Path(running.folder.name)
    assert code == 0, f"{mode}: the process ended with {code}\n{(folder / 'err').read_text()[-3000:]}"
    return json.loads((folder / "out").read_text())


def end() -> None:
    """Stop the processes that are still running and remove their folders."""
    with _beginning:
        _is_over.set()
    for running in _running.values():
        running.process.kill()
        running.process.wait()
        running.folder.cleanup()
    _running.clear()
