"""The kit of a set-up: the one object through which games are played step by step, described and recorded.

A game defines a subclass of `Kit`; `mazarbul.sim.games.match` uses it, and so do traces, scripts, bots in
Python, benchmarks and tests. A state is a record with the fields `phase`, `actor`, `decision`, `options`,
`option_n`, `decisions`, `is_logged`, `events` and `event_n` (see `mazarbul.sim.engine.actions`,
`mazarbul.sim.engine.log`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from mazarbul.sim.bots.bot import Bot
from mazarbul.sim.bots.network import value_of
from mazarbul.sim.bots.sight import Sight, fields_of
from mazarbul.sim.data.setup import Setup
from mazarbul.sim.engine.driver import Driver
from mazarbul.sim.engine.playing import Moving
from mazarbul.sim.engine.records import empty_record
from mazarbul.sim.games.records import Families
from mazarbul.sim.games.scene import Scenery
from mazarbul.sim.games.searching import Practice, Searcher
from mazarbul.sim.games.steps import Choose, Steps
from mazarbul.sim.notation.fields import Positions
from mazarbul.sim.notation.moves import Moves
from mazarbul.sim.notation.names import Names
from mazarbul.sim.notation.story import Story

Outlook = Callable[[np.record], float | None]
"""How likely the first side is to win, 0 to 1, as the deciding seat may know; None if it is not known."""

Scorer = Callable[[np.record], list[float] | None]
"""The scores of the legal actions in a state, in their order; None if the deciding bot weighs nothing."""


@dataclass(frozen=True)
class Parts:
    """The parts of a game outside its kernels that its kit calls; they return what the kit's methods return.

    names(setup), recorder(setup, n), story(names), mind(bots, setup), view(names, s, seat),
    position_text(names, s). position_read(names, text, file), where a game reads its positions itself: the
    state of one at its first decision.
    """

    names: Callable[[Setup], Names]
    recorder: Callable[[Setup, int], Recorder]
    story: Callable[[Any], Story]
    mind: Callable[[Sequence[Bot], Setup], Any]
    view: Callable[[Any, np.record, int], dict[str, Any]]
    position_text: Callable[[Any, np.record], str]
    position_read: Callable[[Any, str, str | None], np.record] | None = None


class Recorder(ABC):
    """Records the results of finished games as a run keeps them; made for a number of games."""

    @property
    @abstractmethod
    def arrays(self) -> tuple[np.ndarray, ...]:
        """The arrays that kernels fill, a row for each game."""

    def begin(self, i: int, s: np.record) -> None:  # noqa: B027  (most games have nothing to note here)
        """Record what must be known about game `i` (0 ..) when it begins."""

    @abstractmethod
    def end(self, i: int, s: np.record) -> None:
        """Record the result of game `i`, or of the part that has just ended. The state may be changed."""

    def copy(self) -> Recorder:
        """Return an independent copy."""
        other = copy(self)
        for name, value in vars(self).items():
            if isinstance(value, np.ndarray):
                setattr(other, name, value.copy())
        return other

    @abstractmethod
    def families(self, first: int) -> Families:
        """Return the records of all games; `first` is the index of the first one in its run."""


class Kit:
    """Everything needed to play one set-up.

    A campaign is several set-ups in turn: `following` returns the kit of the next one.

    setup: what is played. tables: the record that its kernels read. names: of its cards and seats.

    A game declares the rest. state: dtype of its states. moving: what playing takes from it. moves: how
    actions are written. driver: takes its single steps.
    steps: the kernels that play it. parts: what the methods below call. searcher: seats bots that search,
    None if there can be none. practice: how bots learn networks, None if they have none. positions: how
    they are written, None if the game reads them itself. sight: what learning agents see, None if it is not
    declared. scenery: how its table is shown, None if it is not declared.
    """

    setup: Setup
    tables: np.record
    names: Names
    state: np.dtype
    moving: Moving
    moves: Moves
    driver: Driver
    steps: Steps
    parts: Parts
    searcher: Searcher | None = None
    positions: Positions | None = None
    practice: Practice | None = None
    sight: Sight | None = None
    scenery: Scenery | None = None

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.tables = setup.tables
        self.names = self.parts.names(setup)

    def __copy__(self) -> Kit:
        """Return a kit whose bots work in memory of their own, for another thread."""
        other = object.__new__(type(self))
        other.__dict__ |= {name: value for name, value in vars(self).items() if name != "_choosers"}
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        """Let another process make it again: kernels and their addresses are of this process."""
        return type(self), (self.setup,)

    def new_state(self) -> np.record:
        """Return a zeroed state record, for `deal` to fill."""
        return empty_record(self.state)

    # Playing --------------------------------------------------------------------------------------

    def deal(self, s: np.record, seed: int, index: int) -> None:
        """Set up game `index` of the run with `seed` and advance to its first decision."""
        self.driver.new_game(s, self.tables, seed, index)

    def apply(self, s: np.record, code: int, halt: Any = None) -> None:
        """Apply a legal action and advance to the next decision or the end; `decisions` counts it.

        halt: where to stop before that, as the game's driver takes it; None for nowhere.
        """
        self.driver.apply(s, self.tables, code, halt)

    def advance(self, s: np.record, halt: Any = None) -> None:
        """Continue from a position to its first decision, the end, or `halt`, as `apply` does."""
        self.driver.advance(s, self.tables, halt)

    def is_over(self, s: np.record) -> bool:
        """Return whether the game, or this part of it, has ended."""
        return bool(s.phase == self.over)

    @property
    def over(self) -> int:
        """The phase of a game that has ended."""
        return self.moving.over

    @property
    def cap(self) -> int:
        """Decisions after which a game is given up."""
        return self.moving.cap

    def give_up(self, s: np.record) -> None:
        """End a game that has reached `cap` decisions."""
        self.moving.give_up(s)

    def following(self, s: np.record) -> Kit | None:  # noqa: ARG002
        """Return the kit of the game's next part when this part has ended; None if there is none."""
        return None

    def recorder(self, n: int) -> Recorder:
        """Return a recorder for n games of the set-up."""
        return self.parts.recorder(self.setup, n)

    # Bots -----------------------------------------------------------------------------------------

    def chooser(self, bots: Sequence[Bot]) -> Choose:
        """Return the choice of these bots, in seat order, as a function of the state; made once."""
        key = tuple(
            (
                each.name,  # it may lack what a file says of the last two
                each.policy,
                each.search,
                each.network,
                each.parts,
                each.weights.tobytes(),
                each.avoid,
                each.blunder,
            )
            for each in bots
        )
        made = self.__dict__.setdefault("_choosers", {})
        if key not in made:
            made[key] = self.seat(bots)
        return made[key]

    def seat(self, bots: Sequence[Bot]) -> Choose:
        """Return the choice of these bots, in seat order, as a function of the state."""
        if self.searcher and any(bot.search for bot in bots):
            return self.searcher.seat(self, bots)
        t, mind, steps = self.tables, self.mind(bots), self.steps
        with np.errstate(over="ignore"):  # hashes wrap around on purpose; without JIT numpy would warn
            steps.prepare(t, mind)

        def chosen(s: np.record) -> int:
            with np.errstate(over="ignore"):
                return int(steps.choose(s, t, mind))

        return chosen

    def scorer(self, bots: Sequence[Bot]) -> Scorer:
        """Return the scores that these bots, in seat order, give the options of a state, as a function of it.

        These are the scores of their quick play: search, what a bot avoids and its blunders are left aside.
        The choice of the game's bots leaves them in the field `score` of its minds, if they have one.
        """
        quick = [replace(bot, avoid=(), blunder=0.0, search=None) for bot in bots]
        t, mind, steps = self.tables, self.mind(quick), self.steps
        if "score" not in fields_of(mind.dtype):
            return lambda _: None
        with np.errstate(over="ignore"):
            steps.prepare(t, mind)

        def scored(s: np.record) -> list[float] | None:
            found = mind.score[: s.option_n]
            found[:] = np.nan
            with np.errstate(over="ignore"):
                steps.choose(s.copy(), t, mind)  # it works on the state's scratch stack
            return None if np.isnan(found).any() else found.tolist()

        return scored

    def outlook(self, bots: Sequence[Bot]) -> Outlook:
        """Return how likely the first side is to win as a function of the state, as networks of bots see it.

        bots: in seat order. What they avoid, their search and their blunders are left aside.
        """
        quick = [replace(bot, avoid=(), blunder=0.0, search=None) for bot in bots]
        t, mind, steps = self.tables, self.mind(quick), self.steps
        if "outlook" not in fields_of(mind.dtype) or not mind.has_network.any():
            return lambda _: None
        is_first = [side == self.setup.sides[0] for side in self.setup.seat_sides]
        with np.errstate(over="ignore"):
            steps.prepare(t, mind)

        def judged(s: np.record) -> float | None:
            mind.outlook = np.nan
            with np.errstate(over="ignore"):
                steps.choose(s.copy(), t, mind)
            if np.isnan(mind.outlook):
                return None
            own = value_of(mind)
            return own if is_first[int(s.actor)] else 1.0 - own

        return judged

    def mind(self, bots: Sequence[Bot]) -> np.record:
        """Return the record that the kernels of bots read, for these bots in seat order, not prepared yet."""
        return self.parts.mind(bots, self.setup)

    def view(self, s: np.record, seat: int) -> dict[str, Any]:
        """Return what a seat may know about the state, in plain values only; it must reveal nothing else."""
        return self.parts.view(self.names, s, seat)

    # Description ----------------------------------------------------------------------------------

    def story(self) -> Story:
        """Return a story, which puts the events of a game into words; a new one for each game."""
        return self.parts.story(self.names)

    def title(self) -> str | None:
        """Return the line of a trace when a game continues with this kit; None for no line."""
        return None

    def before(self, s: np.record, seat: int) -> Iterator[str]:  # noqa: ARG002
        """Yield the lines of a trace before the action of a seat, such as its hand."""
        return iter(())

    def result(self, s: np.record, record: dict[str, Any]) -> Iterator[str]:  # noqa: ARG002
        """Yield the lines that end a trace. record: the game's row of the `games` table."""
        named = ((f"score_{side['id']}", side["name"]) for side in self.setup.catalogue["sides"])
        points = [f"{name} {record[column]}" for column, name in named if column in record]
        yield ", ".join([*points, f"{record['rounds']} rounds", f"{record['decisions']} decisions"])

    def position_text(self, s: np.record) -> str:
        """Return the position as text; `read_position` reads it. Raises ValueError if it has none."""
        return self.parts.position_text(self.names, s)

    def read_position(self, text: str, file: str | None = None) -> tuple[Kit, np.record]:
        """Return the state of a position, at its first decision, and the kit to play it with.

        The kit is this one, or that of a game that has everything the position names. Raises ScriptError.
        """
        if self.parts.position_read is not None:
            return self, self.parts.position_read(self.names, text, file)
        assert self.positions is not None, "a game that declares no positions reads them itself"
        s = self.positions.read(self.names, text, file)
        self.advance(s)
        return self, s
