"""Many games of a set-up at once, in kernels: one seat of each is an agent's, bots play the others.

The kernels here are small. They call those of the game by their addresses (`mazarbul.sim.compile.native`), so
that nothing of the game is compiled for them.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np

from mazarbul.sim.bots.bot import Bot
from mazarbul.sim.bots.sight import Sight, seen_by
from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.compile.native import address_of, call, place
from mazarbul.sim.engine.actions import NONE
from mazarbul.sim.engine.driver import DEAL, DECIDE
from mazarbul.sim.engine.faults import Fault, check_fault
from mazarbul.sim.engine.records import empty_record
from mazarbul.sim.games.contract import Game
from mazarbul.sim.games.kit import Kit
from mazarbul.sim.toml import DataError

#: What the kernels know of a table: addresses of the game's kernels, and what does not change.
TABLE = np.dtype(
    [
        ("drive", "i8"),
        ("choose", "i8"),
        ("see", "i8"),
        ("seat", "i8"),  # of the agent
        ("side", "i8"),  # of the agent: what `winner` is when it has won
        ("over", "i8"),  # phase of a game that has ended
        ("cap", "i8"),  # decisions after which a game is given up
    ]
)
#: What the kernels keep of each game, beside its state.
GAME = np.dtype(
    [
        ("seed", "i8"),  # of its run
        ("index", "i8"),  # its number in that run
        ("is_done", "i8"),  # 1: it has ended, and the next one begins with the next step
        ("reward", "f8"),  # of the last step
        ("is_terminated", "i8"),
        ("is_truncated", "i8"),
        ("is_illegal", "i8"),  # 1: it has ended by an option that there was not
    ]
)
FEWEST_THREADED = 64  # games of a thread: fewer are not worth one


@kernel
def look(s, t, table, v, places, plan, out):
    """Fill `out` with what the agent's seat sees of a state. v, places: workspace."""
    v.hidden[:] = 0
    places[0] = place(s)
    places[1] = place(v)
    call(table.see, (places[0], place(t), table.seat, places[1]))
    seen_by(s, table.seat, v, places, plan, out)


@kernel
def drive(s, t, table, step, a, b, rest):
    """Take a step of a game (see `mazarbul.sim.engine.driver`)."""
    call(table.drive, (place(s), place(t), step, a, b, *rest))


@kernel
def go_on(s, t, m, table, game, rest):
    """Let the bots of the other seats play until the agent decides or the game ends; note how it ended."""
    while s.fault == Fault.NONE:
        if s.phase == table.over:
            game.is_terminated = 1
            game.reward = 0.0 if s.winner == NONE else 1.0 if s.winner == table.side else -1.0
            break
        if s.decisions >= table.cap:
            game.is_truncated = 1
            break
        if s.actor == table.seat:
            return
        drive(s, t, table, DECIDE, call(table.choose, (place(s), place(t), place(m))), 0, rest)
    game.is_done = 1


@kernel
def begin(states, i, blank, t, m, table, game, rest):
    """Deal game `game.index`, or the first one from there on in which the agent decides anything.

    The state is emptied first: rules leave in it what they will write before they read it.
    """
    while True:
        states[i] = blank[0]
        s = states[i]
        game.is_terminated = 0
        game.is_truncated = 0
        game.is_done = 0
        game.reward = 0.0
        drive(s, t, table, DEAL, game.seed, game.index, rest)
        go_on(s, t, m, table, game, rest)
        if game.is_done == 0 or s.fault != Fault.NONE:
            return
        game.index += 1


@kernel
def step(states, blank, t, m, table, v, places, plan, looks, games, actions, rest, is_start, first, after):
    """Take a step in games `first` .. `after - 1`; return the first one that a fault has stopped, else -1.

    states, looks, games: recarrays (n,), see `Kit.state`, `Sight.look`, GAME. blank: recarray (1,) with an
    empty state. m: mind of the bots. actions: int64 (n,), options of the pending decisions. A game that has
    ended is dealt anew instead, as all are with `is_start`. v, places: workspace. rest: see `Driver.rest`.
    """
    for i in range(first, after):
        game = games[i]
        game.is_illegal = 0
        game.reward = 0.0
        if is_start or game.is_done != 0:
            game.index += np.int64(not is_start)
            begin(states, i, blank, t, m, table, game, rest)
        elif actions[i] < 0 or actions[i] >= looks[i].option_n:
            game.is_illegal = 1
            game.is_terminated = 1
            game.is_done = 1
            game.reward = -1.0
        else:
            drive(states[i], t, table, DECIDE, np.int64(looks[i].codes[actions[i]]), 0, rest)
            go_on(states[i], t, m, table, game, rest)
        if states[i].fault != Fault.NONE:
            return i
        look(states[i], t, table, v, places, plan, looks[i])
    return -1


def sight_of(game: Game, kit: Kit) -> Sight:
    """Return what the seats of a game see. Raises DataError if it does not say."""
    if kit.sight is None:
        raise DataError(f"{game.title} ({game.name}) does not say what an agent sees")
    return kit.sight


class Window:
    """What the seats of one game see, as kernels tell it."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self._seen = empty_record(sight.seen)
        self._table = empty_record(TABLE)
        self._places = np.zeros(2, np.int64)

    def look(self, s: np.record, tables: np.record, seat: int) -> np.record:
        """Return what a seat sees of a state, a new record of the type `Sight.look`."""
        table, found = self._table, empty_record(self.sight.look)
        if not table.see:
            table.see = address_of(self.sight.see, s, tables, 0, self._seen)
        table.seat = seat
        look(s, tables, table, self._seen, self._places, self.sight.plan, found)
        return found


class Games:
    """n games of a set-up, each with an agent on the same seat.

    kit, bots: what is played; the bots in seat order, that of the agent's seat never decides. looks: what the
    agents see, a recarray (n,) of `Sight.look`. games: a recarray (n,) of GAME. threads: how many play at
    once; the games are the same for any number.
    """

    def __init__(self, kit: Kit, sight: Sight, bots: Sequence[Bot], seat: int, n: int, threads: int) -> None:
        self.kit, self.sight = kit, sight
        self._made_with = bots, seat, n, threads
        self.states = np.zeros(n, kit.state).view(np.recarray)
        self._blank = np.zeros(1, kit.state).view(np.recarray)
        self.looks = np.zeros(n, sight.look).view(np.recarray)
        self.games = np.zeros(n, GAME).view(np.recarray)
        workers = max(1, min(threads, n // FEWEST_THREADED))
        cuts = np.linspace(0, n, workers + 1).astype(int)
        self._shares = [(int(a), int(b), *self._work(bots, seat)) for a, b in pairwise(cuts)]
        self._pool = ThreadPoolExecutor(workers) if workers > 1 else None

    def __getstate__(self) -> dict[str, Any]:
        """Return what is pickled and copied: what is played and how far, without addresses and threads."""
        arrays = {"states": self.states, "looks": self.looks, "games": self.games}
        return {"kit": self.kit, "made_with": self._made_with, "arrays": arrays}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        """Continue games. Raises DataError if their states have another form here."""
        kit, arrays = kept["kit"], kept["arrays"]
        if (arrays["states"].dtype, arrays["looks"].dtype) != (kit.state, kit.sight.look):
            raise DataError("these games were pickled by another version of the program: their states differ")
        self.__init__(kit, kit.sight, *kept["made_with"])  # type: ignore[misc]
        for name, array in arrays.items():
            getattr(self, name)[:] = array

    def _work(self, bots: Sequence[Bot], seat: int) -> tuple:
        """Return what the kernels of one thread work with, as `step` takes it: mind, table, v, places."""
        kit, mind = self.kit, self.kit.mind(bots)
        table: Any = empty_record(TABLE)
        v = empty_record(self.sight.seen)
        with np.errstate(over="ignore"):  # hashes wrap around on purpose
            kit.steps.prepare(kit.tables, mind)
        s, t = self.states[0], kit.tables
        table.drive = address_of(kit.driver.drive, s, t, DEAL, 0, 0, *kit.driver.rest)
        table.choose = address_of(kit.steps.choose, s, t, mind)
        table.see = address_of(self.sight.see, s, t, 0, v)
        table.seat, table.over, table.cap = seat, kit.over, kit.cap
        table.side = kit.names.sides.index(kit.setup.seat_sides[seat])
        return mind, table, v, np.zeros(2, np.int64)

    def start(self, seeds: np.ndarray) -> None:
        """Deal the first game of each run seed, int64 (n,)."""
        self.games.seed, self.games.index = seeds, 0
        self._all(np.zeros(len(self.games), np.int64), is_start=True)

    def step(self, actions: np.ndarray) -> None:
        """Take an option in each game, int64 (n,); games that have ended are dealt anew instead."""
        self._all(actions, is_start=False)

    def close(self) -> None:
        """Stop the threads."""
        if self._pool is not None:
            self._pool.shutdown()

    def _all(self, actions: np.ndarray, *, is_start: bool) -> None:
        """Play all shares. Raises GameFault if a fault has stopped a game."""

        def played(share: tuple) -> int:
            first, after, *work = share
            kept = (self.sight.plan, self.looks, self.games)
            rest = self.kit.driver.rest
            return step(
                self.states, self._blank, self.kit.tables, *work, *kept, actions, rest, is_start, first, after
            )

        for stopped in self._pool.map(played, self._shares) if self._pool else map(played, self._shares):
            if stopped >= 0:
                check_fault(self.states[stopped], self.kit.setup.game, int(self.games.seed[stopped]))
