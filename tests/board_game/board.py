"""Tables and states for tests of the board game's rules, and short ways to write on the map.

The tests call single kernels from Python, as they are without JIT (`NUMBA_DISABLE_JIT=1`):
test_uncompiled.py runs them so.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from mazarbul.sim.engine.actions import NONE, unpacked
from mazarbul.sim.games.board_game import actions, ids, kernel
from mazarbul.sim.games.board_game.content.declared import CONTENT
from mazarbul.sim.games.board_game.content.loading import load_data
from mazarbul.sim.games.board_game.content.tables import Tables, make_tables
from mazarbul.sim.games.board_game.rules import checks, politics, setup, stands
from mazarbul.sim.games.board_game.state import empty_state
from mazarbul.sim.games.board_game.text.names import Names

PLAIN = pytest.mark.without_jit
N, F, P = ids.NATION, ids.FIGURE, ids.PIECE
FREE, SHADOW = ids.SIDE


@cache
def tables(scenario: str = "two_player", **switches) -> Tables:
    """Return the tables of a scenario."""
    return make_tables(load_data(scenario, switches))


@cache
def names_of(scenario: str = "two_player") -> Names:
    """Return the names of a scenario."""
    return Names(CONTENT.setup(tables(scenario)))


@cache
def _dealt(scenario: str, is_empty: bool, switches: tuple[tuple[str, object], ...]) -> np.record:
    """Return the state at the start of a game; boards copy it, since without the JIT dealing takes long."""
    t, s = tables(scenario, **dict(switches)).record, empty_state()
    with np.errstate(over="ignore"):
        setup.deal(s, t)
    if is_empty:
        for stand in range(ids.PLACES):
            for nation in range(ids.NATION_N):
                for piece in range(ids.PIECE_N):
                    stands.retire(s, stand, nation, piece, stands.count(s, stand, nation, piece))
    _settle(s, t)
    return s


def _settle(s: np.record, t: np.record) -> None:
    """Carry out the checks after a step."""
    while s.is_dirty:
        checks.settle(s, t)


class Board:
    """A game in the making: its state, its tables, and names of places.

    empty: without figures on the map; pools are as at the start then, with all figures in them.
    """

    def __init__(self, scenario: str = "two_player", *, empty: bool = False, **switches) -> None:
        self.tables = tables(scenario, **switches)
        self.t = self.tables.record
        self.s = _dealt(scenario, empty, tuple(sorted(switches.items()))).copy()

    def at(self, place: str) -> int:
        """Return the stand of a region, or of the box of `region_box`."""
        if place.endswith("_box"):
            return ids.BOX + self.tables.strongholds.index(place.removesuffix("_box"))
        return self.tables.regions.index(place)

    def put(self, place: str, nation: str, regulars: int = 0, elites: int = 0, leaders: int = 0) -> None:
        """Put figures of a nation from its pool on a place."""
        n = ids.NATIONS.index(nation)
        for piece, number in enumerate((regulars, elites, leaders)):
            assert stands.add(self.s, self.at(place), n, piece, number) == number

    def figure(self, name: str, place: str) -> None:
        """Put a Character on a place; if he was the Guide, the next one is."""
        stands.put_figure(self.s, ids.FIGURES.index(name), self.at(place))
        self.s.guided = self.s.members
        if not self.s.members >> int(self.s.guide) & 1:
            self.s.guide = next(f for f in range(ids.COMPANIONS) if self.s.members >> f & 1)

    def nazgul(self, place: str, number: int = 1) -> None:
        """Put plain Nazgûl from the pool on a place."""
        assert stands.add(self.s, self.at(place), N.SAURON, P.NAZGUL, number) == number

    def war(self, *nations: str) -> None:
        """Put nations At War."""
        for name in nations:
            n = ids.NATIONS.index(name)
            self.s.active |= 1 << n
            politics.set_steps(self.s, n, 0)

    def units(self, place: str, nation: str) -> tuple[int, int]:
        """Return the Regulars and Elites of a nation on a place."""
        return tuple(int(n) for n in self.s.units[self.at(place), ids.NATIONS.index(nation)])

    def leaders(self, place: str) -> int:
        """Return the Leaders on a place."""
        return int(self.s.leader_n[self.at(place)])

    def run(self, action: int = NONE) -> None:
        """Carry out an action, if one is given, and continue to the next decision."""
        with np.errstate(over="ignore"):
            kernel.take(self.s, self.t, action, NONE)
        assert self.s.fault == 0, (int(self.s.fault), int(self.s.fault_code))

    @property
    def decision(self) -> str:
        """The name of the pending decision, "" if there is none."""
        return actions.KINDS[int(self.s.decision)].name if self.s.option_n else ""

    @property
    def options(self) -> list[tuple[str, int, int]]:
        """The pending options: name, a and b."""
        found = [unpacked(code) for code in self.s.options[: self.s.option_n]]
        return [(actions.KINDS[kind].name, a, b) for kind, a, b in found]

    @property
    def places(self) -> set[str]:
        """The regions or stands among the options: of their b if they have two, otherwise of a."""
        pairs = [
            (b if name in ("march", "strike", "place") else a)
            for name, a, b in self.options
            if name != "none"
        ]
        return {self.name(stand) for stand in pairs}

    def name(self, stand: int) -> str:
        """Return the name of a stand, as `at` takes it."""
        regions, strongholds = self.tables.regions, self.tables.strongholds
        return regions[stand] if stand < ids.BOX else strongholds[stand - ids.BOX] + "_box"

    def choose(self, kind: str, a: int = 0, b: int = 0) -> None:
        """Take one of the options and continue to the next decision."""
        assert (kind, a, b) in self.options, (kind, a, b, self.options)
        number = self.options.index((kind, a, b))
        self.run(int(self.s.options[number]))

    def pick(self, kind: str, *places: str) -> None:
        """Take the option of a kind that names these places."""
        self.choose(kind, *(self.at(place) for place in places))

    def acting(self, side: int, *faces: int) -> None:
        """Let a side act in phase 5 of turn 1, with these dice against none."""
        s = self.s
        s.turn, s.phase, s.step, s.on_turn = max(int(s.turn), 1), ids.PHASE.ACTIONS, ids.STEP.ACT, side
        s.next_seat[:] = s.leading
        s.dice[:] = s.dice_n[:] = 0
        for face in faces:
            s.dice[side, face] += 1
            s.dice_n[side] += 1
        self.run()

    def settle(self) -> None:
        """Carry out the checks after a step."""
        _settle(self.s, self.t)
