"""Preferences of bots, learnt by playing against themselves (`sim.bots.preferences`).

All sides practise together, a generation of games at a time. After each, every preference moves along the
gradient of the result, divided by its Fisher information and by a damping for what few games say. A
preference first moves as a whole, then by what its stages say beyond that.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse

from analysis.paired import Pairs
from sim import games
from sim.bots.bot import Bot
from sim.bots.preferences import stages_of
from sim.bots.weight_table import SUFFIX, WeightTable
from sim.engine.faults import run_kernel
from sim.games.contract import Game, HasKit, Setup, able
from sim.games.kit import Kit
from sim.games.searching import Practice
from sim.games.seating import is_stepped
from sim.runner import folder as folders
from sim.runner import workers
from sim.runner.errors import Interrupted, RunFailure, unknown
from sim.runner.experiment import Execution, Experiment
from sim.runner.progress import Display, duration
from sim.runner.store import write_whole
from sim.runner.version import code_version
from sim.runner.warming import warm_up
from sim.toml import DataError
from sim.version import VERSION
from studies import collection, targets
from studies.arena import Arena, Batch
from studies.league import pairs_of
from studies.seeds import fresh_seed
from studies.trained import Gain

GENERATIONS = 30
GAMES = 40_000  # of a generation
CONFIRM_GAMES = 10_000
TEMPERATURE = 0.5  # of the chances of moves, if none is given
FALL = 0.4  # temperature of the last generation, as a share of that of the first one
TRUST = 0.6  # see `sim.bots.preferences.outlook`
STEP = 16.0  # how far the preferences of a move together move for a gradient, in temperatures
MOST = 2.0  # most that it moves in a generation, in temperatures
DAMPING = 0.025  # Fisher information, for each game of a generation, that is added to what was found
PIECE_GAMES = 1_000  # of one task
DIGITS = 2  # of a preference after the point
LAST = 2**32 - 1  # number of the confirmation, whose seed follows those of all generations


class PracticeStopped(Interrupted):
    """The user stopped; what finished generations learnt is in the file. done, planned: generations."""

    def __str__(self) -> str:
        if not self.done:
            return "stopped in the first generation, before anything was learnt; nothing was written"
        if self.done == self.planned:
            return f"stopped before the gains were measured; {self.folder} has all that was learnt"
        return f"stopped after {self.done:,} generations; {self.folder} has what was learnt so far"


@dataclass(frozen=True)
class Practised:
    """Preferences with what each side gained by them. path: of their file. known: their number."""

    path: Path
    title: str
    generations: int
    games: int
    known: int
    gains: Sequence[Gain]

    def lines(self) -> Iterator[str]:
        """Yield the result in words."""
        yield (
            f"{self.title}: {self.known:,} preferences, learnt in {self.generations:,} generations,"
            f" {self.games:,} games"
        )
        for gain in self.gains:
            yield from (f"  {line}" for line in gain.lines())
        yield f"preferences: {self.path}"
        yield f"for a bot: preferences = {str(self.path)!r} (docs/training.md)"

    def facts(self) -> dict[str, Any]:
        """Return the result as plain data that JSON has."""
        return {
            "kind": "practice",
            "title": self.title,
            "file": str(self.path),
            "generations": self.generations,
            "games": self.games,
            "preferences": self.known,
            "gains": [gain.facts() for gain in self.gains],
        }


class Table:
    """A table at which bots practise. label: in words. names: of all preferences, other tables' too.

    seats: the names of each seat's preferences. stages: of the game. most: preferences of a move.
    """

    def __init__(self, label: str, kit: Kit, bots: Sequence[Bot], names: Sequence[str]) -> None:
        self.label, self.kit, self.bots = label, kit, tuple(bots)
        self._practice = practice_of(kit)
        self.seats = self._practice.names(kit.setup)
        mind = kit.mind(self.bots)
        self._shape = mind.preference.shape
        self.most = mind.row.shape[1]
        self.stages = stages_of(self.seats[0], self._shape[1])
        place = {name: i * self.stages for i, name in enumerate(names)}
        cells = [
            (place[name] + stage, row)
            for row, (name, stage) in enumerate(each for own in self.seats for each in own.rows(self.stages))
            if name
        ]
        shape = len(names) * self.stages, len(self.seats) * (self._shape[1] - 1)
        self._sums = sparse.csr_matrix((np.ones(len(cells)), tuple(zip(*cells, strict=True))), shape)
        #: What positions are worth, the baseline of results.
        self._evaluation = games.get(kit.setup.game).bot("search", kit.setup).evaluation

    def by_name(self, rows: np.ndarray) -> np.ndarray:
        """Return sums over seats and rows by name: float64 (names, stages); lasting ones at stage 0."""
        own = rows[: len(self.seats), :-1]
        return (self._sums @ own.ravel()).reshape(-1, self.stages)

    def played(
        self, bots: Sequence[Bot], sides: Sequence[str], temperature: float, seed: int, first: int, games: int
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Play some games; return what they say (see `sim.bots.preferences.practising`)."""
        kit = self.kit
        s, mind, w = kit.new_state(), kit.mind(bots), self._work(sides)
        w.temperature = temperature
        w.trust = TRUST
        slopes, weights, ends = np.zeros(self._shape), np.zeros(self._shape), np.zeros(games)
        with np.errstate(over="ignore"):  # hashes wrap around on purpose; without JIT numpy would warn
            kit.steps.prepare(kit.tables, mind)
        arguments = s, kit.tables, mind, w, seed, first, slopes, weights, ends
        run_kernel(self._practice.practise, kit.setup.game, *arguments, seed=seed)
        if w.is_full:
            raise RunFailure(
                f"game {first} or a later one of seed {seed} has too many decisions to learn from"
            )
        return self.by_name(slopes), self.by_name(weights), ends

    def _work(self, sides: Sequence[str]) -> np.record:
        """Return the record that practice works on."""
        kit = self.kit
        w = np.zeros(1, self._practice.record).view(np.recarray)[0]
        for seat, side in enumerate(kit.setup.seat_sides):
            w.practises[seat] = side in sides
        looks = kit.searcher.looks if kit.searcher else None
        if self._evaluation and looks:
            names = looks.names(kit.setup)
            w.feature_weights = self._evaluation.table(names, len(w.feature_weights))
        return w


class Pupils:
    """Bots that practise at some tables.

    sides: those that practise. temperature: of the chances of moves, in units of the score. values:
    preferences, float64 (names, stages). generations: number of those whose result is written.
    """

    def __init__(
        self,
        tables: Sequence[tuple[str, Kit, Sequence[Bot]]],
        sides: Sequence[str],
        temperature: float = TEMPERATURE,
    ) -> None:
        self.sides, self.temperature, self.first_temperature = tuple(sides), temperature, temperature
        seats = [own for _, kit, _ in tables for own in practice_of(kit).names(kit.setup)]
        lasting = {name for own in seats for name in own.lasting}
        found = dict.fromkeys(name for own in seats for name in (*own.staged, *own.lasting) if name)
        self.names = tuple(found)
        self.generations = 0
        self._is_lasting = np.array([name in lasting for name in found])
        self.tables = [Table(label, kit, bots, self.names) for label, kit, bots in tables]
        stages = self.tables[0].stages
        self.values = np.zeros((len(self.names), stages))
        self._seen = np.zeros(stages, np.bool_)
        self._step = STEP / self.tables[0].most
        for table in reversed(self.tables):
            self._recall(table)

    def cool(self, share: float) -> None:
        """Make moves that seem worse less likely. share: of all generations that were played."""
        self.temperature = self.first_temperature * FALL**share

    def _recall(self, table: Table) -> None:
        """Begin with what the bots of a table prefer; where they differ in a name, with the first one's."""
        place = {name: i for i, name in enumerate(self.names)}
        for bot, own in reversed([*zip(table.bots, table.seats, strict=True)]):
            if bot.preferences:
                names = [name for name in (*own.staged, *own.lasting) if name]
                self.values[[place[name] for name in names]] = bot.preferences.table(names, table.stages).T

    def taught(self, table: Table, sides: Sequence[str]) -> tuple[Bot, ...]:
        """Return the bots of a table, those of some sides with what was learnt so far."""
        found = self.table()
        return tuple(
            replace(bot, preferences=found) if side in sides else bot
            for bot, side in zip(table.bots, table.kit.setup.seat_sides, strict=True)
        )

    def table(self) -> WeightTable:
        """Return what was learnt so far; stages that never came are left out."""
        stages = np.flatnonzero(self._seen) if self._seen.any() else np.arange(1)
        weights = self.values[:, stages].T.round(DIGITS) + 0.0
        return WeightTable(self.names, tuple(map(int, stages)), weights)

    def practise(self, seed: int, games: int, jobs: int, display: Display) -> float:
        """Play a generation, at all tables in equal parts, and learn from it; return its mean result."""
        each = math.ceil(games / len(self.tables))
        tasks = (
            partial(table.played, bots, self.sides, self.temperature, seed, number * each + first, n)
            for number, table in enumerate(self.tables)
            for bots in [self.taught(table, self.sides)]
            for first in range(0, each, PIECE_GAMES)
            for n in [min(PIECE_GAMES, each - first)]
        )
        slopes, weights = np.zeros(self.values.shape), np.zeros(self.values.shape)
        ends = []
        with workers.in_threads(tasks, jobs) as results:
            for more, heavier, own in results:
                slopes += more
                weights += heavier
                ends.append(own)
                display.beat(own.size)
        self._learn(slopes, weights, DAMPING * games)
        return float(np.concatenate(ends).mean())

    def _learn(self, slopes: np.ndarray, weights: np.ndarray, damping: float) -> None:
        """Move the preferences. slopes, weights: gradient and Fisher information, (names, stages)."""
        self._seen |= weights[~self._is_lasting].any(axis=0)
        whole = (slopes.sum(axis=1) / (weights.sum(axis=1) + damping))[:, None]
        own = (slopes - weights * whole) / (weights + damping)
        own[self._is_lasting] = 0.0
        self.values += self.temperature * np.clip(self._step * (whole + own), -MOST, MOST)


def practise(
    experiments: Sequence[Experiment],
    execution: Execution,
    display: Display,
    *,
    generations: int = GENERATIONS,
    side: str | None = None,
    confirm: int = CONFIRM_GAMES,
    temperature: float = TEMPERATURE,
) -> Practised:
    """Learn preferences at a table for each experiment, and write them to `execution.out`, a file.

    The games of the first experiment are those of a generation, at all tables in equal parts; its seed is
    that of all. Preferences with the same name are the same at all tables. side: the one that practises, None
    for all. temperature: of the chances of moves, in units of the score. The same seed gives the same file,
    for any number of workers. Raises DataError for a user's mistake, RunFailure if playing fails,
    PracticeStopped on Ctrl-C, when the file has what finished generations learnt.
    """
    ready = targets.ready(experiments)
    game, setup, bots = ready[0]
    if side is not None and side not in setup.sides:
        raise unknown(f"side of {game.name}/{setup.scenario}", side, setup.sides)
    if not 0 < temperature < math.inf:
        raise DataError(f"--temperature {temperature}: write a number above 0")
    scenarios = {each.scenario for _, each, _ in ready}
    path = execution.out or folders.fresh(
        f"preferences-{setup.scenario if len(scenarios) == 1 else game.name}", SUFFIX
    )
    if path.suffix != SUFFIX:
        raise DataError(f"--out {path}: preferences are a file that ends in {SUFFIX}")
    tables = [_table(experiment, *each) for experiment, each in zip(experiments, ready, strict=True)]
    warm_up(game, setup, bots, display)
    pupils = Pupils(tables, [side] if side else setup.sides, temperature)
    size, seed = experiments[0].games, experiments[0].seed
    jobs = workers.count(execution)
    try:
        _go_through(generations, pupils, experiments, path, jobs, display)
        gains = _gains(game, pupils, fresh_seed(seed, LAST), jobs, confirm, display)
    except KeyboardInterrupt:
        raise PracticeStopped(path, pupils.generations, generations) from None
    known = int(pupils.table().weights.any(axis=0).sum())
    title = setup.title if len(tables) == 1 else f"{game.title}, {len(tables)} tables"
    return Practised(path, title, generations, generations * size, known, gains)


def _go_through(
    generations: int,
    pupils: Pupils,
    experiments: Sequence[Experiment],
    path: Path,
    jobs: int,
    display: Display,
) -> None:
    """Play generations and learn from them; what each of them learnt is written to the file."""
    size, seed, setup = experiments[0].games, experiments[0].seed, pupils.tables[0].kit.setup
    first, began = collection.side_names(setup)[setup.sides[0]], time.monotonic()
    display.begin(0, generations * size)
    try:
        for done in range(1, generations + 1):
            pupils.cool((done - 1) / max(generations - 1, 1))
            end = pupils.practise(fresh_seed(seed, done - 1), size, jobs, display)
            _write(path, pupils, experiments, done)
            pupils.generations = done
            left = (time.monotonic() - began) / done * (generations - done)
            display.say(f"generation {done:,}: {first} make {end:.3f} of 1, {duration(left)} left")
    finally:
        display.end()


def _table(
    experiment: Experiment, game: Game, setup: Setup, bots: tuple[Bot, ...]
) -> tuple[str, Kit, tuple[Bot, ...]]:
    """Return the label, kit and bots of a table; raises DataError if nothing can be learnt there."""
    kit = able(game, HasKit).kit(setup)
    practice_of(kit)
    if is_stepped(bots):
        raise DataError("only bots that score their moves in a kernel can practise; take heuristic")
    return targets.text(experiment), kit, bots


def practice_of(kit: Kit) -> Practice:
    """Return how the bots of a kit learn preferences. Raises DataError if they have none."""
    if not kit.practice:
        raise DataError(f"the bots of {kit.setup.title} have no preferences")
    return kit.practice


def _gains(game: Game, pupils: Pupils, seed: int, jobs: int, confirm: int, display: Display) -> list[Gain]:
    """Play the bots from the start and those that practised in the same games, side by side."""
    setups = [table.kit.setup for table in pupils.tables]
    names = collection.side_names(setups[0])
    arena = Arena(game, setups, jobs)
    arena.beat = display.beat
    display.begin(0, 2 * confirm * len(pupils.sides) * len(setups))
    found = []
    try:
        for side in pupils.sides:
            pairs = {}
            for number, table in enumerate(pupils.tables):
                sets = (table.bots, pupils.taught(table, [side]))
                both = [Batch(bots, seed, number * confirm, confirm, number) for bots in sets]
                pairs[table.label] = Pairs(*pairs_of(*arena.outcomes(both, side)))
            others = dict.fromkeys(
                bot.name
                for table in pupils.tables
                for bot, mine in zip(table.bots, table.kit.setup.seat_sides, strict=True)
                if mine != side
            )
            found.append(Gain(side, names[side], ", ".join(others), is_main=True, tables=pairs))
    finally:
        display.end()
    return found


def _write(path: Path, pupils: Pupils, experiments: Sequence[Experiment], generations: int) -> None:
    """Write the file of what was learnt so far."""
    first, setup = experiments[0], pupils.tables[0].kit.setup
    bots = dict.fromkeys(bot.name for table in pupils.tables for bot in table.bots)
    heat = f"temperature {pupils.first_temperature:g} falling to {pupils.temperature:.3g}"
    effort = f"{generations:,} generations of {first.games:,} games, {heat}"
    notes = [
        f"Preferences learnt by mazarbul {VERSION}, command practise.",
        *(f"Table: {table.label}" for table in pupils.tables),
        f"{effort}, seed {first.seed}, bots: {', '.join(bots)}.",
        f"Data {setup.tables_hash[:12]}, code {code_version(game=games.get(setup.game))[:12]}.",
        "What a move is worth to the bot beyond its score, in units of the score, at each stage of the game.",
    ]
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, pupils.table().text(notes).encode())
