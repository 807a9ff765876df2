"""Getting kernels ready before play, and telling the user if that takes long."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from mazarbul.sim.compile import once
from mazarbul.sim.games import whole
from mazarbul.sim.games.contract import Bot, Game, Setup
from mazarbul.sim.games.seating import any_python
from mazarbul.sim.runner.progress import Display

#: What happens meanwhile -> what the user reads.
MESSAGES = {
    once.COMPILING: (
        "compiling the game; this is needed once after a change to the program and may take a minute or two"
    ),
    once.WAITING: "waiting for another process to compile the game",
}
#: A kernel that is compiled, or a lock that is waited for, for less time than this is not worth a message:
#: another process that merely loads its kernels holds the lock for a moment, too.
PATIENCE_SECONDS = 1.5


@contextmanager
def announced(display: Display) -> Iterator[None]:
    """Say once what the block is doing, if it compiles kernels or waits for them, and takes long."""
    timers: list[threading.Timer] = []

    def begun(what: str) -> None:
        timer = threading.Timer(PATIENCE_SECONDS, display.say, (MESSAGES[what],))
        timer.daemon = True
        timers.append(timer)
        timer.start()

    try:
        with once.watched(begun):
            yield
    finally:
        for timer in timers:
            timer.cancel()


def warm_up(game: Game, setup: Setup, bots: tuple[Bot, ...], display: Display) -> None:
    """Get the kernels ready before workers start; say so if any has to be compiled."""
    with announced(display):
        whole.warm_up(game, setup, bots)
    if any_python(bots):
        slower = whole.times_slower(game, setup, bots)
        display.say(f"a bot in Python decides one move at a time: about {slower:,.0f} times slower here")
