"""One game told so that a player of the tabletop game can follow and check every step."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence

import numpy as np

from sim.data.setup import Setup
from sim.notation.story import HEADING, Story

INDENT = "  "


class Tracer(ABC):
    """Plays one game and tells it; a game says how its kernels are called.

    story: tells its events. bots: what the bot of each seat is called. s: a state record of the game. cap:
    decisions after which the game is stopped.
    """

    def __init__(self, setup: Setup, bots: Sequence[str], story: Story, s: np.record, cap: int) -> None:
        self.setup = setup
        self.t = setup.tables
        self.bots = bots
        self.story = story
        self.s = s
        self.cap = cap

    @abstractmethod
    def begin(self, seed: int, index: int) -> None:
        """Set up a game and go on to its first decision."""

    @abstractmethod
    def choose(self) -> int:
        """Return the action that the bot of the seat to decide takes."""

    @abstractmethod
    def apply(self, code: int) -> None:
        """Apply an action and go on to the next decision."""

    @abstractmethod
    def is_over(self) -> bool:
        """Tell whether the game has ended."""

    @abstractmethod
    def before(self, seat: int) -> Iterator[str]:
        """Yield the lines that stand before the action of a seat, such as what it holds."""

    @abstractmethod
    def result(self) -> Iterator[str]:
        """Yield the lines that end the log."""

    def lines(self, seed: int, index: int) -> Iterator[str]:
        """Yield the lines of game `index` of the run with `seed`: the game that the run plays."""
        with np.errstate(over="ignore"):
            yield f"{self.setup.title} ({self.setup.game}/{self.setup.scenario}), game {index} of seed {seed}"
            for seat, bot in enumerate(self.bots):
                yield f"{INDENT}{self.story.seats[seat]} ({self._side(seat)}): {bot}"
            yield ""
            self.s.is_logged = 1
            self.begin(seed, index)
            yield from self._events(None)
            while not self.is_over():
                if self.s.decisions >= self.cap:
                    yield f"stopped after {self.cap} decisions"
                    return
                yield from self._decision()
            yield from self.result()

    def _decision(self) -> Iterator[str]:
        """Yield the pending decision, its answer and what comes of it."""
        seat = int(self.s.actor)
        yield from self.before(seat)
        code = int(self.choose())
        yield f"{INDENT * 2}{self.story.act(seat, code)}"
        self.apply(code)
        yield from self._events(code)

    def _events(self, code: int | None) -> Iterator[str]:
        """Yield what has happened since the last decision."""
        for depth, text in self.story.tell(self.s, code):
            if depth == HEADING:
                yield ""
                yield text
            else:
                yield f"{INDENT * (depth + 1)}{text}"

    def _side(self, seat: int) -> str:
        sides = self.setup.catalogue["sides"]
        return next(side["name"] for side in sides if side["id"] == self.setup.seat_sides[seat])
