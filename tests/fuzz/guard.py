"""What an input must not cause: writing elsewhere, starting processes, evaluating texts, hanging."""

from __future__ import annotations

import collections
import dataclasses
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numba

from mazarbul import checks
from mazarbul.sim.compile import once

#: Where other texts than the user's are evaluated: imports, annotations, classes of field names, kernels.
_TRUSTED = (
    "<frozen importlib",
    str(Path(numba.__file__).parent),
    str(Path(collections.__file__)),
    str(Path(dataclasses.__file__)),
    str(Path(checks.__file__)),
    str(Path(once.__file__)),
)
#: Events of the interpreter (see "Audit events table" of Python's documentation) that no input may cause.
FORBIDDEN = (
    "os.system", "os.exec", "os.fork", "os.forkpty", "os.posix_spawn", "os.spawn", "subprocess.Popen",
    "pty.spawn", "socket.connect", "socket.bind", "urllib.Request", "pickle.find_class", "ctypes.dlopen",
    "os.chmod", "os.chown", "os.truncate", "os.kill", "webbrowser.open",
)  # fmt: skip
#: Events that name the file they change -> which of their arguments do.
CHANGES = {
    "os.mkdir": 1, "os.remove": 1, "os.rmdir": 1, "os.rename": 2, "os.link": 2, "os.symlink": 2,
    "shutil.rmtree": 1, "shutil.move": 2, "tempfile.mkstemp": 1, "tempfile.mkdtemp": 1,
}  # fmt: skip


PATIENCE = 5.0  # times as long as an input may work, it may wait: others may use the machine


class Tripped(BaseException):
    """Something forbidden happened; no `except Exception` can hide it."""


class TooSlow(BaseException):
    """An input took too long."""


class _Tripwire:
    """Watches the interpreter while `folder` is set: files may only be written there.

    work: process time, in seconds, at which the input has worked too long. wait: clock time at which it has
    waited too long.
    """

    folder: str | None = None
    is_hooked = False
    thread = 0
    work = wait = 0.0

    def __call__(self, event: str, arguments: tuple) -> None:
        if self.folder is None or threading.get_ident() != self.thread:
            return
        if event in FORBIDDEN and not _is_trusted():
            raise Tripped(f"{event} {arguments!r}")
        if event == "open":
            path, mode, flags = arguments
            if isinstance(path, str | bytes | os.PathLike) and _is_writing(mode, flags):
                self.check(event, path)
        elif event == "exec":
            if getattr(arguments[0], "co_filename", "") in ("<string>", "<unknown>") and not _is_trusted():
                raise Tripped(f"{event} {arguments[0]!r}")
        elif event in CHANGES:
            for path in arguments[: CHANGES[event]]:
                self.check(event, path)

    def check(self, event: str, path: str | bytes | os.PathLike) -> None:
        """Raise Tripped if a path is outside the folder and not a kernel being cached."""
        name = os.path.realpath(os.fsdecode(path))
        is_inside = (name + os.sep).startswith(self.folder + os.sep)
        if not is_inside and name != os.devnull and not _is_trusted():
            raise Tripped(f"{event} {name}")


def _is_trusted() -> bool:
    """Return whether the text being evaluated is not one of the user's."""
    frame = sys._getframe()
    while frame is not None:
        if frame.f_code.co_filename.startswith(_TRUSTED):
            return True
        frame = frame.f_back
    return False


def _is_writing(mode: str | None, flags: int) -> bool:
    if mode is not None:
        return any(letter in mode for letter in "wax+")
    return bool(flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT))


_tripwire = _Tripwire()


@contextmanager
def watched(folder: Path, seconds: float) -> Iterator[None]:
    """Raise Tripped or TooSlow if the code inside does something that no input may cause.

    folder: where files may be written. seconds: how long it may work.
    """
    if not _tripwire.is_hooked:
        sys.addaudithook(_tripwire)
        _Tripwire.is_hooked = True
    before = signal.signal(signal.SIGALRM, _too_slow)
    signal.setitimer(signal.ITIMER_REAL, seconds, seconds)
    _tripwire.thread, _tripwire.folder = threading.get_ident(), os.path.realpath(folder)
    _tripwire.work = time.process_time() + seconds
    _tripwire.wait = time.monotonic() + PATIENCE * seconds
    try:
        yield
    finally:
        _tripwire.folder = None
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _too_slow(_number: int, _frame: object) -> None:
    is_early = time.process_time() < _tripwire.work and time.monotonic() < _tripwire.wait
    if not is_early and not _is_trusted():  # the first use of a kernel may take any time
        raise TooSlow("this input takes too long")
