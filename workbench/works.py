"""Long work of the workbench: one queue, one work at a time, all of it in files.

    works/NAME/work.json    what is done, and with which command
    works/NAME/*.toml       what it was asked with, as it was then
    works/NAME/log.txt      what the command reports
    works/NAME/stop         somebody stopped it
    works/NAME/ended.json   how it ended
    works/NAME/.lock        held while it is carried out (`mazarbul.workbench.hand`)

The state of a work follows from its files, so a server that was killed finds everything again: work that
went on without it, and work that has to go on.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from typing import Annotated, Any, Literal

from filelock import FileLock, Timeout
from pydantic import AfterValidator, BaseModel, ConfigDict, ValidationError

from mazarbul.sim.runner.store import write_whole
from mazarbul.sim.toml import DataError
from mazarbul.workbench.asked import NAME
from mazarbul.workbench.hand import ENDED, HAND, INTERRUPTED, LOCK, LOG, PREFIX, SAID, STOP, WORK

WORKS = "works"
BEAT_SECONDS = 0.2
GRACE_SECONDS = 30  # for a work that is stopped to write what it has
AGAIN_SECONDS = 5  # after which it is asked once more: it may only just have begun
KILL = getattr(signal, "SIGKILL", signal.SIGTERM)
TAIL_BYTES = 4_000
PROGRESS = re.compile(r"([\d,]+) of ([\d,]+) games")
REFUSED = 2  # exit code of a mistake


def _inner(path: str) -> str:
    """Refuse a path that leads out of the folder."""
    found = PurePosixPath(path)
    if found.is_absolute() or ".." in found.parts:
        raise ValueError("it leads out of the folder")
    return path


State = Literal["waiting", "running", "done", "failed", "stopped"]


class Work(BaseModel):
    """A work as its file has it. out: folder that it writes to. number: its place in the queue.

    asked: what the page sent. command: words behind `mazarbul`, to be shown. It is made anew from what was
    asked when the work begins, since anybody may have written the file.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    kind: str
    title: str
    command: list[str]
    out: Annotated[str, AfterValidator(_inner)]
    asked: dict[str, Any]
    created: str
    number: int


@dataclass(frozen=True)
class Progress:
    """What the log of a work says last. done, planned: games, None if it does not say."""

    said: str
    done: int | None
    planned: int | None


class Works:
    """The works in a folder. `open` starts the queue.

    begun: called with the name of a work that begins, and the work; returns the words of its command. It may
    raise DataError for a work that must not be done.
    """

    def __init__(self, folder: Path, begun: Callable[[str, Work], Sequence[str]]) -> None:
        self.folder, self._begun = folder.resolve() / WORKS, begun
        self._hand: tuple[str, subprocess.Popen[bytes], int] | None = None  # name, process, its number
        self._closing = threading.Event()
        self._thread: threading.Thread | None = None

    # What there is ---------------------------------------------------------------------------------

    def all(self) -> dict[str, Work]:
        """Return the works, the first of the queue first."""
        found = {path.parent.name: self._read(path) for path in self.folder.glob(f"*/{WORK}")}
        known = {name: work for name, work in found.items() if work is not None and NAME.fullmatch(name)}
        return dict(sorted(known.items(), key=lambda item: item[1].number))

    def work(self, name: str) -> Work:
        """Return a work. Raises DataError if there is none with this name."""
        found = self._read(self.folder / name / WORK) if NAME.fullmatch(name) else None
        if found is None:
            raise DataError(f"there is no work {name!r}")
        return found

    def _read(self, path: Path) -> Work | None:
        """Return the work in a file, None if it is none."""
        try:
            return Work.model_validate_json(path.read_bytes())
        except (OSError, ValidationError):
            return None

    def state(self, name: str) -> State:
        """Return how a work is."""
        folder = self.folder / name
        if (code := self._code(name)) is not None:
            return "done" if code == 0 else "stopped" if (folder / STOP).exists() else "failed"
        if self._is_ours(name) or is_held(folder / LOCK):
            return "running"
        return "stopped" if (folder / STOP).exists() else "waiting"

    def _code(self, name: str) -> int | None:
        try:
            code = json.loads((self.folder / name / ENDED).read_bytes())["code"]
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            return None
        return code if isinstance(code, int) else None

    def _is_ours(self, name: str) -> bool:
        return self._hand is not None and self._hand[0] == name and self._hand[1].poll() is None

    def progress(self, name: str) -> Progress:
        """Return what a work reports last."""
        lines = [line.removeprefix(PREFIX) for line in _tail(self.folder / name / LOG)]
        counted = [found for found in map(PROGRESS.search, lines) if found]
        done, planned = (int(n.replace(",", "")) for n in counted[-1].groups()) if counted else (None, None)
        return Progress(lines[-1] if lines else "", done, planned)

    def said(self, name: str) -> list[str]:
        """Return what a work found, in lines."""
        return _tail(self.folder / name / SAID)

    # What is done with them ------------------------------------------------------------------------

    def add(self, name: str, work: Work) -> None:
        """Put a work at the end of the queue."""
        write_whole(self.folder / name / WORK, work.model_dump_json(indent=1).encode())

    def stop(self, name: str) -> None:
        """Stop a work, or take it from the queue; what it has is kept. Raises DataError if it has ended."""
        if self.state(name) not in ("waiting", "running"):
            raise DataError("this work has ended")
        (self.folder / name / STOP).touch()
        threading.Thread(target=self._end, args=(name,), daemon=True).start()

    def _end(self, name: str) -> None:
        """Interrupt a work until it ends; one that does not end by itself is killed."""
        until = time.monotonic() + GRACE_SECONDS
        while self.state(name) == "running":
            is_late = time.monotonic() > until
            self._signal(name, KILL if is_late else signal.SIGINT)
            if is_late:
                return
            for _ in range(round(AGAIN_SECONDS / BEAT_SECONDS)):
                if self.state(name) != "running":
                    return
                time.sleep(BEAT_SECONDS)

    def again(self, name: str) -> None:
        """Put a work that was stopped, or failed, at the end of the queue: it goes on with what it has."""
        work = self.work(name)
        if self.state(name) not in ("stopped", "failed", "done"):
            raise DataError("this work has not ended")
        changed = work.model_copy(update={"number": time.time_ns()})
        write_whole(self.folder / name / WORK, changed.model_dump_json(indent=1).encode())
        for file in (STOP, ENDED):
            (self.folder / name / file).unlink(missing_ok=True)

    def drop(self, name: str) -> None:
        """Forget a work that has ended; its folder of runs stays. Raises DataError while it goes on."""
        self.work(name)
        if self.state(name) == "running":
            raise DataError("stop this work first")
        shutil.rmtree(self.folder / name)

    def _signal(self, name: str, number: int) -> None:
        """Send a signal to the process of a work and to all that it has started, if it runs."""
        folder = self.folder / name
        with suppress(OSError, ValueError, KeyError, TypeError, RecursionError, OverflowError):
            if self._hand is not None and self._is_ours(name):
                pid = self._hand[1].pid
            elif is_held(folder / LOCK):  # only then is the number that of its process
                pid = int(json.loads((folder / HAND).read_bytes())["pid"])
            else:
                return
            os.killpg(pid, number) if hasattr(os, "killpg") else os.kill(pid, number)

    # The queue -------------------------------------------------------------------------------------

    def open(self) -> None:
        """Begin to carry out what waits, one work after another."""
        self._closing.clear()
        self._thread = threading.Thread(target=self._go_on, daemon=True, name="works")
        self._thread.start()

    def close(self) -> None:
        """Interrupt what is carried out; it goes on when a server is started again."""
        self._closing.set()
        if self._thread is not None:
            self._thread.join(GRACE_SECONDS)
        if self._hand is not None:
            self._end(self._hand[0])

    def _go_on(self) -> None:
        """Carry out works until the server ends. Of several servers of a folder only one does it."""
        self.folder.mkdir(parents=True, exist_ok=True)
        lock = FileLock(self.folder / ".queue.lock")
        while not self._closing.wait(BEAT_SECONDS):
            try:
                with lock.acquire(timeout=0):
                    while not self._closing.wait(BEAT_SECONDS):
                        self._beat()
            except Timeout:
                continue

    def _beat(self) -> None:
        """Start the next work if none is carried out."""
        if self._hand is not None and self._hand[1].poll() is not None:
            name, process, number = self._hand
            is_over = self._code(name) is not None or (self.folder / name / STOP).exists()
            found = self._read(self.folder / name / WORK)
            if not is_over and found and found.number == number:  # it was killed, and not asked for again
                code = process.returncode if process.returncode not in (0, INTERRUPTED) else 1
                write_whole(self.folder / name / ENDED, json.dumps({"code": code}).encode())
            self._hand = None
        states = {name: self.state(name) for name in self.all()}
        if "running" not in states.values():
            waiting = next((name for name, state in states.items() if state == "waiting"), None)
            if waiting is not None:
                self._start(waiting)

    def _start(self, name: str) -> None:
        """Start a work in a process of its own; one that must not be done fails."""
        folder = self.folder / name
        try:
            work = self.work(name)
            command = self._begun(name, work)
        except DataError as error:
            write_whole(folder / LOG, f"{PREFIX}{error}\n".encode())
            write_whole(folder / ENDED, json.dumps({"code": REFUSED}).encode())
            return
        words = [sys.executable, "-P", "-m", "mazarbul.workbench.hand", str(folder), *command]
        quiet = subprocess.DEVNULL
        process = subprocess.Popen(words, stdin=quiet, stdout=quiet, stderr=quiet, start_new_session=True)
        self._hand = name, process, work.number


def new(kind: str, title: str, command: list[str], out: str, asked: Mapping[str, Any]) -> Work:
    """Return a work that is asked for now."""
    now = datetime.now(UTC).isoformat(timespec="seconds")
    return Work(
        kind=kind,
        title=title,
        command=command,
        out=out,
        asked=dict(asked),
        created=now,
        number=time.time_ns(),
    )


def is_held(lock: Path) -> bool:
    """Return whether a process holds a lock."""
    if not lock.exists():
        return False
    probe = FileLock(lock)
    try:
        probe.acquire(timeout=0)
    except Timeout:
        return True
    except OSError:
        return False
    probe.release()
    return False


def _tail(path: Path) -> list[str]:
    """Return the last lines of a file, without those that are empty."""
    try:
        with path.open("rb") as stream:
            stream.seek(max(0, path.stat().st_size - TAIL_BYTES))
            text = stream.read().decode(errors="replace")
    except OSError:
        return []
    return [line.rstrip() for line in text.splitlines() if line.strip()]
