"""Bots that practise at some tables, with the networks that learn.

`mazarbul.studies.practice` drives them.
"""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, NonNegativeInt, PositiveInt

from mazarbul.formats.arrays import read_arrays
from mazarbul.sim.bots.bot import Bot
from mazarbul.sim.bots.learner import NAMES, Learner, Notes, fresh
from mazarbul.sim.bots.network_files import Network, base_hash, blocks_of
from mazarbul.sim.engine.faults import run_kernel
from mazarbul.sim.games.contract import Setup
from mazarbul.sim.games.kit import Kit
from mazarbul.sim.games.searching import Practice
from mazarbul.sim.runner import workers
from mazarbul.sim.toml import DataError
from mazarbul.studies.arena import seated
from mazarbul.studies.seeds import fresh_seed

PIECE = 100  # games of one task
SELF_PIECES = 3  # of five pieces: those in which all sides are as they are now
EVERY = 5
POOL = 8  # most former selves that are kept, spread over all of the practice so that none is unlearnt
POOL_EVERY = 20  # generations from one to the next, twice as many each time that there are too many
BATCH = 2_048  # decisions of a step
EPOCHS = 2  # how often a decision is learnt from
LARGEST = 1 << 32  # bytes of a checkpoint
PARTS = ("weights", "mean", "square", "settled")  # of a learner, in a checkpoint
LEAST = 0.03  # what a table teaches at which nothing is won, or all; the most is 0.32
ROUND = 50  # games of a table in a generation are a multiple of it
MEMORY = 1_000  # games at a table that its win rate is known from
FORGETFUL = 4  # in one of so many pieces some things are unknown: changed cards are played by their numbers
FORGOTTEN = 0.2  # share of them
#: Size of steps while a teacher is imitated, in the first and the last generation; temperature of its moves.
SHOWN_RATE, SHOWN_HEAT = (0.004, 0.0003), 0.5


@dataclass(frozen=True)
class Table:
    """A table at which bots practise.

    label: in words. bots: those that it begins with, in seat order. teachers: those that play in their place
    and show them their moves, if they are to imitate some.
    """

    label: str
    kit: Kit
    bots: tuple[Bot, ...]
    teachers: tuple[Bot, ...] = ()

    @property
    def setup(self) -> Setup:
        """The set-up that is played."""
        return self.kit.setup

    def with_networks(self, network: Network, sides: Sequence[str]) -> tuple[Bot, ...]:
        """Return its bots, those of some sides with a network."""
        return tuple(
            replace(bot, network=network) if side in sides else bot
            for bot, side in zip(self.bots, self.setup.seat_sides, strict=True)
        )

    def played(
        self, bots: Sequence[Bot], sides: Sequence[str], heat: float, seed: int, first: int, n: int
    ) -> tuple[Notes, np.ndarray]:
        """Play some games; return what is noted of the decisions of some sides, and how the games ended."""
        practice, kit = practice_of(self.kit), self.kit
        s, mind = kit.new_state(), kit.mind(bots)
        random = np.random.default_rng((seed, first))
        if random.integers(FORGETFUL) == 0:
            practice.inputs.forget(mind, FORGOTTEN, random)
        w = np.zeros(1, practice.record).view(np.recarray)[0]
        w.temperature, w.trust = heat, practice.trust
        for seat, side in enumerate(self.setup.seat_sides):
            w.practises[seat] = side in sides
        ends = np.zeros(n)
        minds = [mind, kit.mind(self.teachers)] if self.teachers else [mind]
        with np.errstate(over="ignore"):  # hashes wrap around on purpose; without JIT numpy would warn
            for each in minds:
                kit.steps.prepare(kit.tables, each)
        played = practice.imitate if self.teachers else practice.practise
        run_kernel(played, self.setup.game, s, kit.tables, *minds, w, seed, first, ends, seed=seed)
        return Notes.of(w), ends


class Head(BaseModel):
    """What a checkpoint says besides its weights; see `Pupils`. steps: side -> those that were taken."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    generations: NonNegativeInt
    apart: PositiveInt
    games: NonNegativeInt
    seconds: Annotated[float, Field(ge=0, allow_inf_nan=False)]
    curve: list[dict[str, Any]]
    won: list[Annotated[float, Field(ge=0, le=1)]]
    seed: int
    steps: dict[str, NonNegativeInt]
    tables: list[str]


@dataclass
class Pupils:
    """Bots that practise at some tables.

    sides: those that practise. against: bots that they also meet. learners: side -> its network that learns.
    pool: former selves, the first from the start, `apart` generations apart. curve: games, seconds and gains
    so far. won: share of the latest games at each table that the first side won.
    """

    tables: Sequence[Table]
    sides: Sequence[str]
    against: Sequence[Bot]
    seed: int
    learners: dict[str, Learner] = field(default_factory=dict)
    pool: list[Network] = field(default_factory=list)
    curve: list[dict[str, Any]] = field(default_factory=list)
    won: np.ndarray = field(init=False)
    apart: int = POOL_EVERY
    generations: int = 0
    games: int = 0
    seconds: float = 0.0

    def __post_init__(self) -> None:
        self._practice = practice_of(self.tables[0].kit)
        options = self._practice.record["chance"].shape[0]
        self._inputs = self._practice.inputs
        self.won = np.full(len(self.tables), 0.5)
        self._goes_on = True
        for number, side in enumerate(self.sides):
            start = self._start(side)
            self._goes_on &= start is not None
            weights = start or fresh(self._inputs, np.random.default_rng((self.seed, number)))
            copies = {name: each.copy() for name, each in weights.items()}
            self.learners[side] = Learner(copies, options, is_old=start is not None)
        self.pool.append(self.network())

    @property
    def is_shown(self) -> bool:
        """Whether they imitate teachers instead of practising."""
        return bool(self.tables[0].teachers)

    def _bot(self, side: str, table: Table) -> Bot:
        """Return the bot that a side begins with at a table."""
        return table.bots[table.setup.seat_sides.index(side)]

    def _start(self, side: str) -> Mapping[str, np.ndarray] | None:
        """Return the network that a side begins with, if its bot has one."""
        bot = self._bot(side, self.tables[0])
        return bot.network.weights(side, self._inputs, bot) if bot.network and bot.network.has(side) else None

    def now(self) -> Network:
        """Return the network as it plays in practice."""
        return self._network({side: each.learnt(each.weights) for side, each in self.learners.items()}, {})

    def network(self, notes: Mapping[str, Any] | None = None) -> Network:
        """Return what was learnt so far: the average of the last generations. notes: how, for the file."""
        settled = {side: each.learnt(each.settled) for side, each in self.learners.items()}
        return self._network(settled, notes or {})

    def _network(self, weights: Mapping[str, Mapping[str, np.ndarray]], notes: Mapping[str, Any]) -> Network:
        rows = {"state": blocks_of(self._inputs.state), "options": blocks_of(self._inputs.options)}
        base = {side: {base_hash(self._bot(side, table)) for table in self.tables} for side in self.sides}
        return Network(weights, base, rows, self._inputs.known(), notes)

    def practise(self, share: float, jobs: int, beat: Callable[[int], None]) -> None:
        """Play a generation and learn from it.

        share: of all that is done. beat: called with the number of games played.
        """
        way = 0.5 + 0.5 * share if self._goes_on else share  # large steps would unlearn what is there
        heat, rate = _between(self._practice.heat, way), _between(self._practice.rate, way)
        if self.is_shown:
            heat, rate = SHOWN_HEAT, _between(SHOWN_RATE, share)
        seed = fresh_seed(self.seed, self.generations)
        now = self.now()
        found: list[Notes] = []
        pieces = self._pieces()
        with workers.in_threads(self._tasks(pieces, now, heat, seed), jobs) as results:
            for (table, _, _), (notes, ends) in zip(pieces, results, strict=True):
                found.append(notes)
                self.won[table] += (np.mean(ends == 1.0) - self.won[table]) * ends.size / MEMORY
                self.games += ends.size
                beat(ends.size)
        self._learn(Notes.joined(found), rate, heat, jobs)
        self.generations += 1
        for learner in self.learners.values():
            learner.settle(self.generations)
        self._keep_self()

    def _keep_self(self) -> None:
        """Keep the network as a former self if it is time; if there are too many, every second one goes."""
        if self.generations % self.apart:
            return
        self.pool.append(self.network())
        if len(self.pool) > POOL:
            self.pool = self.pool[::2]
            self.apart *= 2

    def shares(self) -> np.ndarray:
        """Return the games of a generation at each table, int64 (tables,).

        Together against a quest, most games go where a quarter of them is won: there a win or a loss teaches
        most. So a quest that is nearly always lost is learnt by way of easier tables, and these are left when
        they are won. Two sides meet at all tables equally often.
        """
        n = self._practice.generation
        if len(self.tables[0].setup.sides) > 1:
            return np.full(len(self.tables), math.ceil(n / len(self.tables)))
        worth = LEAST + (1.0 - self.won) * np.sqrt(self.won * (1.0 - self.won))
        return np.maximum(np.rint(n * worth / worth.sum() / ROUND).astype(np.int64), 1) * ROUND

    def _pieces(self) -> list[tuple[int, int, int]]:
        """Return the pieces of a generation: table, first game and number of games."""
        ends = np.cumsum(self.shares())
        return [
            (table, first, min(PIECE, end - first))
            for table, (start, end) in enumerate(zip([0, *ends[:-1]], ends, strict=True))
            for first in range(start, end, PIECE)
        ]

    def _tasks(
        self, pieces: Sequence[tuple[int, int, int]], now: Network, heat: float, seed: int
    ) -> Iterator[partial]:
        """Yield what plays the pieces of a generation."""
        random = np.random.default_rng((seed,))
        for number, (at, first, n) in enumerate(pieces):
            table = self.tables[at]
            bots, sides = self._seated(table, now, number, random)
            yield partial(table.played, bots, sides, heat, seed, first, n)

    def _seated(
        self, table: Table, now: Network, piece: int, random: np.random.Generator
    ) -> tuple[tuple[Bot, ...], Sequence[str]]:
        """Return the bots of a piece, and the sides that practise in it."""
        mine = table.with_networks(now, self.sides)
        others: list[Network | Bot] = [*self.pool, *self.against]
        rest = [side for side in table.setup.sides if side not in self.sides]
        if self.is_shown:
            return mine, self.sides
        turn = piece % EVERY - SELF_PIECES
        if rest and others:
            sides: Sequence[str] = self.sides  # one side alone meets the others in turn
        elif turn < 0 or not others or len(self.sides) < 2:
            return mine, self.sides
        else:
            sides = [self.sides[turn % len(self.sides)]]
        other = others[random.integers(len(others))]
        met: dict[str, Bot] = {
            side: replace(self._bot(side, table), network=other) if isinstance(other, Network) else other
            for side in table.setup.sides
            if side not in sides
        }
        return seated(table.setup, mine, met), sides

    def _learn(self, notes: Notes, rate: float, heat: float, jobs: int) -> None:
        """Let every side learn from what it decided."""
        spread = float(notes.advantage.std()) + 1e-6
        notes = replace(notes, advantage=(notes.advantage / np.float32(spread)))
        order = self.tables[0].setup.sides
        tasks = (
            partial(self._steps, learner, notes, np.flatnonzero(notes.side == order.index(side)), rate, heat)
            for side, learner in self.learners.items()
        )
        with workers.in_threads(tasks, jobs) as done:
            for _ in done:
                pass

    def _steps(self, learner: Learner, notes: Notes, own: np.ndarray, rate: float, heat: float) -> None:
        """Take all steps of a generation."""
        random = np.random.default_rng((self.seed, self.generations, own.size))
        for _ in range(EPOCHS):
            random.shuffle(own)
            for first in range(0, own.size - BATCH // 2, BATCH):
                picked = own[first : first + BATCH]
                learner.learn(notes, picked, rate, heat, is_shown=self.is_shown)

    # Checkpoints ----------------------------------------------------------------------------------

    def checkpoint(self) -> bytes:
        """Return all that it takes to go on."""
        arrays: dict[str, Any] = {}
        for side, learner in self.learners.items():
            for part in PARTS:
                for name in NAMES:
                    arrays[f"{side}.{part}.{name}"] = getattr(learner, part)[name]
        for number, network in enumerate(self.pool):
            for side, weights in network.sides.items():
                for name, values in weights.items():
                    arrays[f"pool.{number}.{side}.{name}"] = values
        head = Head(
            generations=self.generations,
            apart=self.apart,
            games=self.games,
            seconds=self.seconds,
            curve=self.curve,
            won=self.won.tolist(),
            seed=self.seed,
            steps={side: learner.steps for side, learner in self.learners.items()},
            tables=[table.label for table in self.tables],
        )
        arrays["head"] = np.frombuffer(head.model_dump_json().encode(), np.uint8)
        out = io.BytesIO()
        np.savez(out, **arrays)
        return out.getvalue()

    def resume(self, path: Path) -> None:
        """Go on where a checkpoint was written. Raises DataError if it is none of this practice."""
        try:
            arrays = read_arrays(path, LARGEST)
            head = Head.model_validate_json(arrays.pop("head").tobytes())
            if head.seed != self.seed or head.tables != [table.label for table in self.tables]:
                raise DataError(f"{path} is of another practice: give the same targets and --seed")
            self._restore(head, arrays)
        except OSError as error:
            raise DataError(f"cannot go on from {path}: {error.strerror}") from error
        except (ValueError, LookupError) as error:  # those of pydantic are of the first kind
            raise DataError(f"cannot go on from {path}: it is damaged, or of another practice") from error

    def _restore(self, head: Head, arrays: Mapping[str, np.ndarray]) -> None:
        for side, learner in self.learners.items():
            learner.steps = head.steps[side]
            for part in PARTS:
                for name, own in getattr(learner, part).items():
                    own[:] = _like(own, arrays[f"{side}.{part}.{name}"])
        now = self.now()
        numbers = {int(name.split(".")[1]) for name in arrays if name.startswith("pool.")}
        self.pool = [
            replace(
                now,
                sides={
                    side: {
                        name: _like(own, arrays[f"pool.{number}.{side}.{name}"])
                        for name, own in self.learners[side].weights.items()
                    }
                    for side in self.sides
                },
            )
            for number in sorted(numbers)
        ]
        if len(head.won) != len(self.won):
            raise ValueError("it has another number of tables")
        self.generations, self.apart, self.games = head.generations, head.apart, head.games
        self.seconds, self.curve = head.seconds, head.curve
        self.won[:] = head.won


def _like(own: np.ndarray, found: np.ndarray) -> np.ndarray:
    """Return weights of a checkpoint. Raises ValueError if they cannot be in the place of our own."""
    if found.shape != own.shape or found.dtype != own.dtype or not np.isfinite(found).all():
        raise ValueError("its weights are not those of these networks")
    return found


def practice_of(kit: Kit) -> Practice:
    """Return how the bots of a kit learn networks. Raises DataError if they have none."""
    if not kit.practice:
        raise DataError(f"the bots of {kit.setup.title} have no networks")
    return kit.practice


def _between(ends: tuple[float, float], share: float) -> float:
    """Return a number between two, a share of the way from the first to the last, by equal factors."""
    return ends[0] * (ends[1] / ends[0]) ** share
