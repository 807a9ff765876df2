"""What a user sees while games are played. Everything goes to stderr, so stdout is free for results."""

from __future__ import annotations

import sys
import threading
import time
from typing import TYPE_CHECKING, Protocol, TextIO

from mazarbul.formats.signs import shown

if TYPE_CHECKING:
    from rich.progress import Progress

LINE_SECONDS = 10.0


class Display(Protocol):
    """Where a run reports its progress. `beat` may be called from any thread."""

    def say(self, text: str) -> None:
        """Report progress, in a line."""

    def warn(self, text: str) -> None:
        """Report what the user must know, whatever else is shown."""

    def begin(self, done: int, planned: int) -> None:
        """Play begins, with `done` of `planned` games already played."""

    def beat(self, games: int) -> None:
        """Add to the number of games played."""

    def end(self) -> None:
        """Play has ended, for whatever reason."""


class Quiet:
    """Shows only what the user must know."""

    def say(self, text: str) -> None:
        """Drop the line."""

    def warn(self, text: str) -> None:
        """Write the line."""
        sys.stderr.write(f"{shown(text)}\n")

    def begin(self, done: int, planned: int) -> None:
        """Show nothing."""

    def beat(self, games: int) -> None:
        """Count nothing."""

    def end(self) -> None:
        """Show nothing."""


class Lines:
    """For logs and pipes: a plain line every ten seconds and one at the end.

    stream: a text file; None is stderr.
    """

    def __init__(self, stream: TextIO | None = None, every: float = LINE_SECONDS) -> None:
        self._stream = stream or sys.stderr
        self._every = every
        self._lock = threading.Lock()
        self._planned = self._done = self._fresh = 0
        self._started = self._last_shown = 0.0

    def say(self, text: str) -> None:
        """Write one line."""
        print(shown(text), file=self._stream, flush=True)

    warn = say

    def begin(self, done: int, planned: int) -> None:
        """Start the clock."""
        self._done, self._planned, self._fresh = done, planned, 0
        self._started = self._last_shown = time.monotonic()

    def beat(self, games: int) -> None:
        """Count, and write a line if the last one was long ago."""
        with self._lock:
            self._done += games
            self._fresh += games
            if time.monotonic() - self._last_shown >= self._every:
                self._last_shown = time.monotonic()
                self.say(self._line())

    def end(self) -> None:
        """Write the last line."""
        if self._fresh:
            self.say(self._line())

    def _line(self) -> str:
        speed = self._fresh / max(time.monotonic() - self._started, 1e-9)
        left = duration(max(self._planned - self._done, 0) / max(speed, 1e-9))
        return f"{self._done:,} of {self._planned:,} games, {speed:,.0f} games/s, {left} left"


class Live:
    """For a terminal: a bar with games, games/s and the time left, kept up to date."""

    def __init__(self) -> None:
        from rich.console import Console

        self._console = Console(stderr=True)
        self._progress: Progress | None = None

    def say(self, text: str) -> None:
        """Write one line, above the bar if it is shown."""
        self._console.print(shown(text), markup=False, highlight=False)

    warn = say

    def begin(self, done: int, planned: int) -> None:
        """Show the bar."""
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

        self._progress = progress = Progress(
            BarColumn(),
            TextColumn("{task.completed:,.0f} of {task.total:,.0f} games,{task.fields[speed]}"),
            TimeRemainingColumn(),
            TextColumn("left,"),
            TimeElapsedColumn(),
            TextColumn("gone"),
            console=self._console,
        )
        self._task = progress.add_task("games", total=planned, completed=done, speed="")
        progress.start()

    def beat(self, games: int) -> None:
        """Move the bar on."""
        assert self._progress is not None, "the bar has not begun"
        self._progress.advance(self._task, games)
        speed = self._progress.tasks[0].speed
        if speed:
            self._progress.update(self._task, speed=f" {speed:,.0f} games/s,")

    def end(self) -> None:
        """Leave the bar as it is."""
        if self._progress is not None:
            self._progress.stop()


def display(*, quiet: bool) -> Display:
    """Return the display that suits stderr: a terminal, a log, or nothing."""
    if quiet:
        return Quiet()
    return Live() if sys.stderr.isatty() else Lines()


def duration(seconds: float) -> str:
    """Return a time as h:mm:ss; "?" beyond a hundred days."""
    if seconds > 100 * 86_400:
        return "?"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}"
