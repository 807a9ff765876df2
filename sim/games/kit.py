"""What playing a set-up step by step takes: the one object over which games are held, told and written down.

A game says it in a subclass of `Kit`; `sim.games.match` holds a game by it, and so do traces, scripts, bots
in Python, benchmarks and tests. A state is a record with the fields `actor`, `decision`, `options`,
`option_n`, `decisions`, `is_logged`, `events` and `event_n` (see `sim.engine.actions`, `sim.engine.log`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any

import numpy as np

from sim.bots.bot import Bot
from sim.data.setup import Setup
from sim.engine.records import empty_record
from sim.games.contract import Families
from sim.notation.moves import Moves
from sim.notation.names import Names
from sim.notation.story import Story

Choose = Callable[[np.record], int]
"""What bots take in a state: the code of a legal action."""


@dataclass(frozen=True)
class Steps:
    """The kernels that play a game, for those who compile them into kernels of their own.

    new_game(s, t, seed, index), decide(s, t, action), advance(s, t), is_over(s); of the bots prepare(t, mind)
    and choose(s, t, mind).
    """

    new_game: Callable[..., None]
    decide: Callable[..., None]
    advance: Callable[..., None]
    is_over: Callable[..., bool]
    prepare: Callable[..., None]
    choose: Callable[..., int]


class Recorder(ABC):
    """Writes down what finished games come to, as a run keeps it; made for a number of games."""

    def begin(self, i: int, s: np.record) -> None:  # noqa: B027  (most games have nothing to note here)
        """Note what must be known of game `i` (0 ..) when it begins."""

    @abstractmethod
    def end(self, i: int, s: np.record) -> None:
        """Note what game `i`, or the part of it that has just ended, comes to. The state may be changed."""

    def copy(self) -> Recorder:
        """Return a copy that is written on its own."""
        other = copy(self)
        for name, value in vars(self).items():
            if isinstance(value, np.ndarray):
                setattr(other, name, value.copy())
        return other

    @abstractmethod
    def families(self, first: int) -> Families:
        """Return the records of all games; `first` is the index of the first in its run."""


class Kit(ABC):
    """What playing one set-up takes.

    A campaign is several set-ups one after another: `following` gives the kit of the next.

    setup: what is played. tables: the record its kernels read. names: of its cards and seats. state: dtype of
    its states. moves: how actions are written. cap: decisions after which a game is given up.
    steps: the kernels that play it.
    """

    setup: Setup
    tables: np.record
    names: Names
    state: np.dtype
    moves: Moves
    cap: int
    steps: Steps

    def new_state(self) -> np.record:
        """Return a zeroed state record, for `deal` to fill."""
        return empty_record(self.state)

    # Playing --------------------------------------------------------------------------------------

    @abstractmethod
    def deal(self, s: np.record, seed: int, index: int) -> None:
        """Set up game `index` of the run with `seed` and go on to its first decision."""

    @abstractmethod
    def apply(self, s: np.record, code: int, halt: Any = None) -> None:
        """Apply a legal action and go on to the next decision or the end; `decisions` counts it.

        halt: where to stop before that, as the game's positions say it; None for nowhere.
        """

    @abstractmethod
    def is_over(self, s: np.record) -> bool:
        """Return whether the game, or this part of it, has ended."""

    @abstractmethod
    def give_up(self, s: np.record) -> None:
        """End a game that has reached `cap` decisions."""

    def following(self, s: np.record) -> Kit | None:  # noqa: ARG002
        """Return the kit of what follows in the same game when this part has ended; None: nothing does."""
        return None

    @abstractmethod
    def recorder(self, n: int) -> Recorder:
        """Return what writes down n games of the set-up."""

    # Bots -----------------------------------------------------------------------------------------

    def chooser(self, bots: Sequence[Bot]) -> Choose:
        """Return what these bots, in seat order, take: a function of the state, made once."""
        key = tuple((bot.name, bot.policy, bot.weights.tobytes()) for bot in bots)
        made = self.__dict__.setdefault("_choosers", {})
        if key not in made:
            made[key] = self.seat(bots)
        return made[key]

    def seat(self, bots: Sequence[Bot]) -> Choose:
        """Return what these bots, in seat order, take: a function of the state."""
        t, mind, steps = self.tables, self.mind(bots), self.steps
        with np.errstate(over="ignore"):  # hashes wrap round on purpose; without JIT numpy would warn
            steps.prepare(t, mind)

        def chosen(s: np.record) -> int:
            with np.errstate(over="ignore"):
                return int(steps.choose(s, t, mind))

        return chosen

    @abstractmethod
    def mind(self, bots: Sequence[Bot]) -> np.record:
        """Return the record that the kernels of bots read: of these bots, in seat order, not prepared yet."""

    @abstractmethod
    def view(self, s: np.record, seat: int) -> dict[str, Any]:
        """Return what a seat may know of the state, of plain values only; nothing else may show in it."""

    # Telling --------------------------------------------------------------------------------------

    @abstractmethod
    def story(self) -> Story:
        """Return what tells the events of a game, a new one for each game."""

    def title(self) -> str | None:
        """Return what a trace tells when a game goes on with this kit; None: nothing."""
        return None

    def before(self, s: np.record, seat: int) -> Iterator[str]:  # noqa: ARG002
        """Yield what a trace tells before the action of a seat, such as what it holds."""
        return iter(())

    @abstractmethod
    def result(self, s: np.record, record: dict[str, Any]) -> Iterator[str]:
        """Yield the lines that end a trace. record: the game's row of the `games` table."""

    @abstractmethod
    def position_text(self, s: np.record) -> str:
        """Return the position as text; `read_position` reads it. Raises ValueError where it has none."""

    @abstractmethod
    def read_position(self, text: str, file: str | None = None) -> tuple[Kit, np.record]:
        """Return the state of a position, at its first decision, and the kit to play it with.

        The kit is this one, or one of a game that has all that the position names. Raises ScriptError.
        """
