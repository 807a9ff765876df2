"""Networks of bots, learnt by playing against themselves and others (`mazarbul.sim.bots.network`).

All sides practise together, a generation of games at a time: most games between the bots as they are now, the
rest against former selves and named bots. After each generation every network takes small steps towards the
moves that turned out better than expected (`mazarbul.sim.bots.learner`).
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mazarbul.analysis.paired import Pairs
from mazarbul.sim import games
from mazarbul.sim.bots.bot import Bot
from mazarbul.sim.bots.network_files import SUFFIX
from mazarbul.sim.games.contract import Game, HasKit, Setup, able
from mazarbul.sim.games.seating import is_stepped
from mazarbul.sim.runner import folder as folders
from mazarbul.sim.runner import workers
from mazarbul.sim.runner.errors import Interrupted, unknown
from mazarbul.sim.runner.experiment import Execution, Experiment
from mazarbul.sim.runner.progress import Display, duration
from mazarbul.sim.runner.store import write_whole
from mazarbul.sim.runner.version import code_version
from mazarbul.sim.runner.warming import warm_up
from mazarbul.sim.toml import DataError
from mazarbul.sim.version import VERSION
from mazarbul.studies import collection, targets
from mazarbul.studies.arena import Arena, Batch
from mazarbul.studies.generations import check_minutes
from mazarbul.studies.league import pairs_of
from mazarbul.studies.pupils import Pupils, Table, practice_of
from mazarbul.studies.seeds import fresh_seed
from mazarbul.studies.trained import Gain

MINUTES = 30.0
CONFIRM = 4_000  # pairs of games
LOOK = 500  # pairs of games of a point of the curve
LOOKS = 8  # points of the curve, the last one left out
CHECKPOINT_SECONDS = 180.0
CHECKPOINT = ".checkpoint"  # what the file of a practice is called that can be resumed
LOOKED, CONFIRMED = 2**32 - 2, 2**32 - 1  # numbers of seeds that follow those of all generations


class PracticeStopped(Interrupted):
    """The user stopped; what finished generations learnt is in the file. done, planned: generations."""

    def said(self) -> str:
        """Return it in words."""
        if not self.done:
            return "stopped in the first generation, before anything was learnt; nothing was written"
        return (
            f"stopped after {self.done:,} generations; {self.folder} has what was learnt: go on with --resume"
        )


@dataclass(frozen=True)
class Effort:
    """How long bots practise: for so many minutes, or so many games. Equal games give equal networks."""

    minutes: float | None = None
    games: int | None = None

    def __post_init__(self) -> None:
        """Raise DataError for a time that cannot be kept."""
        if self.minutes is not None:
            check_minutes(self.minutes)

    def words(self) -> str:
        """Return how long it is, for the user who waits."""
        how_long = f"{self.games:,} games" if self.games else f"{self.minutes or MINUTES:g} minutes"
        return f"practising for {how_long}"

    def share(self, seconds: float, played: int) -> float:
        """Return which share of it is done."""
        if self.games:
            return min(played / self.games, 1.0)
        return min(seconds / (60.0 * (self.minutes or MINUTES)), 1.0)


HALF_AN_HOUR = Effort()


@dataclass(frozen=True)
class Practised:
    """Networks with what each side gained by them. path: of their file."""

    path: Path
    title: str
    generations: int
    games: int
    minutes: float
    gains: Sequence[Gain]

    def lines(self) -> Iterator[str]:
        """Yield the result in words."""
        effort = f"{self.generations:,} generations, {self.games:,} games, {self.minutes:.1f} minutes"
        yield f"{self.title}: {effort}"
        for gain in self.gains:
            yield from (f"  {line}" for line in gain.lines())
        yield f"network: {self.path}"
        yield f"for a bot: network = {str(self.path)!r} (docs/training.md)"

    def facts(self) -> dict[str, Any]:
        """Return the result as plain data that JSON has."""
        return {
            "kind": "practice",
            "title": self.title,
            "file": str(self.path),
            "generations": self.generations,
            "games": self.games,
            "minutes": self.minutes,
            "gains": [gain.facts() for gain in self.gains],
        }


def practise(
    experiments: Sequence[Experiment],
    execution: Execution,
    display: Display,
    *,
    effort: Effort = HALF_AN_HOUR,
    side: str | None = None,
    against: Sequence[str] = (),
    teacher: str | None = None,
    confirm: int = CONFIRM,
    resume: bool = False,
) -> Practised:
    """Learn networks at a table for each experiment, and write them to `execution.out`, a file.

    The first experiment's seed is that of all. side: the one that practises, None for all. against: bots that
    are met besides. teacher: the bot whose moves are imitated instead, in games that it plays. The same seed
    and games give the same file, for any number of workers. Raises DataError for a user's mistake, RunFailure
    if playing fails, PracticeStopped on Ctrl-C, when the file has what finished generations learnt.
    """
    ready = targets.ready(experiments)
    game, setup, bots = ready[0]
    if side is not None and side not in setup.sides:
        raise unknown(f"side of {game.name}/{setup.scenario}", side, setup.sides)
    path = _path(execution, game, [each for _, each, _ in ready])
    tables = [_table(label, *each, teacher) for label, each in zip(_labels(experiments), ready, strict=True)]
    met = [game.bot(text, setup) for text in against]
    if is_stepped([*met, *(bot for table in tables for bot in table.teachers)]):
        raise DataError("bots practise against those that play in a kernel: no search, none in Python")
    if met and teacher:
        raise DataError("give --teacher or --against, not both: a teacher plays all games itself")
    seed = experiments[0].seed
    pupils = Pupils(tables, [side] if side else setup.sides, met, seed)
    kept = path.with_suffix(CHECKPOINT)
    if resume:
        pupils.resume(kept)
    elif kept.exists():
        raise DataError(f"{kept} is of a practice that has not ended: use --resume, or name another --out")
    warm_up(game, setup, bots, display)
    jobs = workers.count(execution)
    display.say(effort.words())
    try:
        _go_through(effort, pupils, path, jobs, display)
        gains = _gains(pupils, fresh_seed(seed, CONFIRMED), jobs, confirm)
    except KeyboardInterrupt:
        if pupils.generations:
            _save(path, pupils)
        raise PracticeStopped(path, pupils.generations, pupils.generations) from None
    pupils.curve.append(_point(pupils, gains, confirm))
    _write(path, pupils)
    kept.unlink(missing_ok=True)
    title = setup.title if len(tables) == 1 else f"{game.title}, {len(tables)} tables"
    return Practised(path, title, pupils.generations, pupils.games, pupils.seconds / 60.0, gains)


def _path(execution: Execution, game: Game, setups: Sequence[Setup]) -> Path:
    """Return the file to write."""
    scenarios = {each.scenario for each in setups}
    path = execution.out or folders.fresh(
        f"network-{setups[0].scenario if len(scenarios) == 1 else game.name}", SUFFIX
    )
    if path.suffix != SUFFIX:
        raise DataError(f"--out {path}: networks are a file that ends in {SUFFIX}")
    return path


def _go_through(effort: Effort, pupils: Pupils, path: Path, jobs: int, display: Display) -> None:
    """Play generations and learn from them; what they learnt is written every few minutes."""
    saved = time.monotonic()
    beat = display.beat if effort.games else _unheard
    if effort.games:
        display.begin(pupils.games, effort.games)
    looks = 1 + math.floor(effort.share(pupils.seconds, pupils.games) * LOOKS)
    try:
        while (share := effort.share(pupils.seconds, pupils.games)) < 1.0:
            began = time.monotonic()
            pupils.practise(share, jobs, beat)
            pupils.seconds += time.monotonic() - began
            share = effort.share(pupils.seconds, pupils.games)
            if share * LOOKS >= looks and share < 1.0:
                looks += 1
                gains = _gains(pupils, fresh_seed(pupils.seed, LOOKED), jobs, LOOK)
                pupils.curve.append(_point(pupils, gains, LOOK))
                left = duration(pupils.seconds / share * (1.0 - share))
                display.say(f"{pupils.games:,} games, {_brief(gains)}, {left} left")
            if time.monotonic() - saved > CHECKPOINT_SECONDS:
                _save(path, pupils)
                saved = time.monotonic()
    finally:
        display.end()
    _save(path, pupils)


def _save(path: Path, pupils: Pupils) -> None:
    """Write what was learnt so far, and what it takes to go on."""
    _write(path, pupils)
    write_whole(path.with_suffix(CHECKPOINT), pupils.checkpoint())


def _unheard(_games: int) -> None:
    """Say nothing of games: by time, nobody knows how many there will be."""


def _brief(gains: Sequence[Gain]) -> str:
    """Return gains in a few words."""
    return ", ".join(f"{gain.name} {100 * gain.columns['change']:+.1f}" for gain in gains)


def _point(pupils: Pupils, gains: Sequence[Gain], pairs: int) -> dict[str, Any]:
    """Return a point of the curve."""
    names = ("change", "change_low", "change_high")
    figures = {gain.side: [round(100 * float(gain.columns[name]), 2) for name in names] for gain in gains}
    return {"games": pupils.games, "seconds": round(pupils.seconds), "pairs": pairs, "gains": figures}


def _labels(experiments: Sequence[Experiment]) -> list[str]:
    """Return the tables in words; those that differ in the folder of an overlay alone are numbered."""
    texts = [targets.text(experiment) for experiment in experiments]
    return [
        f"{text} ({texts[: i + 1].count(text)})" if texts.count(text) > 1 else text
        for i, text in enumerate(texts)
    ]


def _table(label: str, game: Game, setup: Setup, bots: tuple[Bot, ...], teacher: str | None = None) -> Table:
    """Return a table; raises DataError if nothing can be learnt there."""
    kit = able(game, HasKit).kit(setup)
    practice_of(kit)
    if is_stepped(bots):
        raise DataError("only bots that score their moves in a kernel can practise; take heuristic")
    return Table(label, kit, bots, (game.bot(teacher, setup),) * len(bots) if teacher else ())


def _gains(pupils: Pupils, seed: int, jobs: int, pairs: int) -> list[Gain]:
    """Play the bots from the start and those that practised in the same games, side by side."""
    setups = [table.setup for table in pupils.tables]
    names = collection.side_names(setups[0])
    arena = Arena(games.get(setups[0].game), setups, jobs)
    now, found = pupils.network(), []
    for side in pupils.sides:
        tables = {}
        for number, table in enumerate(pupils.tables):
            sets = (table.bots, table.with_networks(now, [side]))
            both = [Batch(bots, seed, number * pairs, pairs, number) for bots in sets]
            tables[table.label] = Pairs(*pairs_of(*arena.outcomes(both, side)))
        others = dict.fromkeys(
            bot.name
            for table in pupils.tables
            for bot, mine in zip(table.bots, table.setup.seat_sides, strict=True)
            if mine != side
        )
        found.append(Gain(side, names[side], ", ".join(others), is_main=True, tables=tables))
    return found


def _write(path: Path, pupils: Pupils) -> None:
    """Write the file of what was learnt so far."""
    setup = pupils.tables[0].setup
    notes = {
        "version": VERSION,
        "tables": [table.label for table in pupils.tables],
        "bots": list(dict.fromkeys(bot.name for table in pupils.tables for bot in table.bots)),
        "against": [bot.name for bot in pupils.against],
        "teacher": next((bot.name for bot in pupils.tables[0].teachers), ""),
        "generations": pupils.generations,
        "games": pupils.games,
        "minutes": round(pupils.seconds / 60.0, 1),
        "seed": pupils.seed,
        "data": setup.tables_hash[:12],
        "code": code_version(game=games.get(setup.game))[:12],
        "curve": pupils.curve,
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, pupils.network(notes).file())
