"""How long play will take: games of every kind, and the speed of their players, measured for a moment."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from mazarbul.sim.games import whole
from mazarbul.sim.runner.experiment import Experiment, prepare
from mazarbul.sim.runner.progress import Display, duration
from mazarbul.sim.runner.warming import warm_up

NEWS_SECONDS = 60.0  # between two lines about a whole study


@dataclass(frozen=True)
class Load:
    """Games of one kind. experiment: who plays what; its own number of games does not count.

    cost: of a game, in games of the experiment, for players that need not be measured as well.
    """

    games: int
    experiment: Experiment
    cost: float = 1.0


class Speeds:
    """How long games take on one core, measured once for every kind of players."""

    def __init__(self, display: Display) -> None:
        self._display = display
        self._known: dict[tuple[object, ...], float] = {}

    def seconds(self, loads: Iterable[Load]) -> float:
        """Return how long these games take on one core. Raises DataError if they cannot be played."""
        return sum(load.games * load.cost * self._of_game(load.experiment) for load in loads)

    def _of_game(self, experiment: Experiment) -> float:
        game, setup, bots = prepare(experiment)
        players = (setup.tables_hash, *(bot.name for bot in bots))
        if players not in self._known:
            warm_up(game, setup, bots, self._display)
            self._known[players] = whole.seconds_of_game(game, setup, bots)
        return self._known[players]


@dataclass(frozen=True)
class Planned:
    """A part of what will be played. seconds: that it takes besides, whatever the number of workers."""

    name: str
    loads: Sequence[Load]
    seconds: float = 0.0

    @property
    def games(self) -> int:
        """About how many games are played."""
        return sum(load.games for load in self.loads)


@dataclass(frozen=True)
class Part:
    """A part of the whole. seconds: that it is expected to take."""

    name: str
    games: int
    seconds: float


def expected(planned: Iterable[Planned], jobs: int, display: Display) -> list[Part]:
    """Return parts with about how long each will take here, if nothing is played yet.

    The speed of the players is measured, for a moment each; kernels are compiled for it if need be.
    """
    speeds = Speeds(display)
    return [Part(each.name, each.games, speeds.seconds(each.loads) / jobs + each.seconds) for each in planned]


def memory() -> int:
    """Return the most memory that this process has used so far, in MB; 0 where the system does not say."""
    try:
        import resource
    except ImportError:  # not on Windows
        return 0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most // (1_000_000 if sys.platform == "darwin" else 1_000)


def lines(parts: Sequence[Part], jobs: int) -> Iterator[str]:
    """Yield the parts with their games and times, and the whole."""
    everything = Part("all", sum(part.games for part in parts), sum(part.seconds for part in parts))
    width = max(len(part.name) for part in parts)
    for part in (*parts, everything) if len(parts) > 1 else parts:
        yield f"{part.name:<{width}}  about {part.games:>11,} games  {duration(part.seconds):>9}"
    used = f", about {memory():,} MB of memory" if memory() else ""
    who = "worker" if jobs == 1 else "workers"
    yield f"measured with {jobs} {who} on this machine{used}; nothing was played"


@dataclass
class Overall:
    """The display of a whole that is played part by part: says how long all the rest will take.

    It corrects the expected times by how fast the games really come.
    """

    shown: Display
    parts: list[Part]
    clock: Callable[[], float] = time.monotonic
    _place: int = field(default=-1, init=False)
    _counted: float = field(default=0.0, init=False)  # games of this part, with those of an earlier process
    _expected: float = field(default=0.0, init=False)  # seconds, for all games that this process played
    _taken: float = field(default=0.0, init=False)  # seconds, for these games
    _since: float = field(default=0.0, init=False)  # when the games that come now began
    _told: float = field(default=0.0, init=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False)

    def start(self, place: int) -> None:
        """Begin a part, and say so."""
        self._place, self._counted = place, 0.0
        self._told = self._since = self.clock()
        part = self.parts[place]
        self.shown.say(f"{part.name}: part {place + 1} of {len(self.parts)}, {self.left()}")

    def left(self) -> str:
        """Return the time that all parts will still take, in words."""
        part = self.parts[self._place]
        undone = part.seconds * (1 - min(self._counted / part.games, 1.0)) if part.games else part.seconds
        rest = undone + sum(each.seconds for each in self.parts[self._place + 1 :])
        slower = self._taken / self._expected if self._expected else 1.0
        return f"about {duration(rest * slower)} left of the whole"

    def say(self, text: str) -> None:
        """Report progress, in a line."""
        self.shown.say(text)

    def warn(self, text: str) -> None:
        """Report what the user must know."""
        self.shown.warn(text)

    def begin(self, done: int, planned: int) -> None:
        """Play begins; what was played before took none of this time."""
        self._counted += done
        self._since = self.clock()
        self.shown.begin(done, planned)

    def beat(self, games: int) -> None:
        """Count, and say now and then how long the whole will take."""
        self.shown.beat(games)
        part, now = self.parts[self._place], self.clock()
        with self._lock:
            self._counted += games
            self._expected += part.seconds * games / max(part.games, 1)
            self._taken += now - self._since
            self._since = now
            is_news = now - self._told >= NEWS_SECONDS
            if is_news:
                self._told = now
        if is_news:
            self.shown.say(self.left())

    def end(self) -> None:
        """Play has ended."""
        self.shown.end()
