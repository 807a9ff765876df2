"""Tables and states for tests of the board game's rules, and short ways to write on the map."""

from __future__ import annotations

from functools import cache

import numpy as np

from sim.games.board_game import ids
from sim.games.board_game.content.loading import load_data
from sim.games.board_game.content.tables import Tables, make_tables
from sim.games.board_game.rules import checks, politics, setup, stands
from sim.games.board_game.state import empty_state

N, F, P = ids.NATION, ids.FIGURE, ids.PIECE
FREE, SHADOW = ids.SIDE


@cache
def tables(scenario: str = "two_player", **switches) -> Tables:
    """Return the tables of a scenario."""
    return make_tables(load_data(scenario, switches))


class Board:
    """A game in the making: its state, its tables, and names of places.

    empty: without figures on the map; pools are as at the start then, with all figures in them.
    """

    def __init__(self, scenario: str = "two_player", *, empty: bool = False, **switches) -> None:
        self.tables = tables(scenario, **switches)
        self.t = self.tables.record
        self.s = empty_state()
        with np.errstate(over="ignore"):
            setup.deal(self.s, self.t)
        if empty:
            for stand in range(ids.PLACES):
                for nation in range(ids.NATION_N):
                    for piece in range(ids.PIECE_N):
                        stands.retire(
                            self.s, stand, nation, piece, stands.count(self.s, stand, nation, piece)
                        )
        self.settle()

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
        """Put a Character on a place."""
        stands.put_figure(self.s, ids.FIGURES.index(name), self.at(place))

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

    def settle(self) -> None:
        """Carry out the checks after a step."""
        while self.s.is_dirty:
            checks.settle(self.s, self.t)
