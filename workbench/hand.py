"""Carries out one work: a process of its own, so that it goes on when the page, or the server, is gone.

    python -m mazarbul.workbench.hand WORKS/NAME COMMAND ...

It runs a command of mazarbul, holds the work's lock meanwhile, and writes how it ended. A work that was
interrupted by nobody's wish has no end: whoever finds it starts it again, and it goes on.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

from filelock import FileLock

from mazarbul.sim.runner.store import write_whole

WORK, ENDED, STOP, HAND = "work.json", "ended.json", "stop", "hand.json"
LOG, SAID, LOCK = "log.txt", "said.txt", ".lock"
PREFIX = "mazarbul: "  # of what a command reports
INTERRUPTED = 130
PATIENCE_SECONDS = 5  # somebody who looks whether the lock is held has it for a moment


def command(words: list[str]) -> list[str]:
    """Return the command line of mazarbul with these words; nothing in the current folder is imported."""
    return [sys.executable, "-P", "-m", "mazarbul", *words]


def carry_out(folder: Path, words: list[str]) -> None:
    """Run a work to its end. words: its command; a folder may come from anybody, so it is not read there."""
    folder = folder.resolve()
    with FileLock(folder / LOCK, timeout=PATIENCE_SECONDS):
        signal.signal(signal.SIGINT, lambda *_: None)  # the command gets it, too, and ends in order
        write_whole(folder / HAND, json.dumps({"pid": os.getpid()}).encode())
        with (folder / LOG).open("wb") as log, (folder / SAID).open("wb") as said:
            code = subprocess.run(
                command(words),
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=log,
                cwd=folder.parents[1],
                check=False,
            ).returncode
        if code != INTERRUPTED or (folder / STOP).exists():
            write_whole(folder / ENDED, json.dumps({"code": code}).encode())


if __name__ == "__main__":
    carry_out(Path(sys.argv[1]), sys.argv[2:])
