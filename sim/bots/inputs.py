"""What networks read (`mazarbul.sim.bots.network`): rows of inputs, and the shapes that follow from them."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

import numpy as np

HIDDEN = 64  # numbers that the state is summed to
MIDDLE = 32  # numbers that an option is summed to
LANES = 4  # rows that are added at once, and partial sums, so that they need not wait for each other
GAPS = 20  # rows for the gap between an option's score and the best one

#: Parameters that a mind counts in parts of one -> how it has them.
COUNTED = {"state": "i2", "state_bias": "i4"}
#: Parameters that begin with a row of zeros in a mind: that of `NONE`, -1. Row k is at k + 1.
WITH_NONE = ("option", "direct")

Axis = int | str


class Rows:
    """The rows of a network's inputs: blocks, each with a row for every combination of some numbers.

    things: sort of thing -> how many numbers it has; number 0 stands for all that the network does not know.
    size: number of rows. blocks: name -> axes, each a size or a sort of thing.
    """

    def __init__(self, things: Mapping[str, int]) -> None:
        self.things = dict(things)
        self.blocks: dict[str, tuple[Axis, ...]] = {}
        self.size = 0

    def add(self, name: str, *axes: Axis) -> int:
        """Add a block; return its first row. The last axis runs fastest."""
        if name in self.blocks:
            raise ValueError(f"a block {name!r} is there already")
        first = self.size
        self.blocks[name] = axes
        self.size += math.prod(self.shape(name))
        return first

    def shape(self, name: str) -> tuple[int, ...]:
        """Return the sizes of a block's axes."""
        return tuple(self.things[axis] if isinstance(axis, str) else axis for axis in self.blocks[name])


class Inputs:
    """What a game's network reads. state, options: the rows for the state and for an option.

    known: returns sort of thing -> the ids of those that have numbers, from 1 on, in their order; as many as
    the rows have room for. numbered: the fields of a mind with the numbers of things. most: rows of the state
    that are 1 at most. each: rows of an option, rounded up to whole `LANES`. unit: points of the heuristic's
    scores that are one of the network's.
    """

    def __init__(
        self,
        state: Rows,
        options: Rows,
        known: Callable[[], Mapping[str, Sequence[str]]],
        *,
        numbered: Sequence[str] = (),
        most: int,
        each: int,
        unit: float,
    ) -> None:
        self.state, self.options, self.known, self.numbered = state, options, known, numbered
        self.most, self.each, self.unit = most, -(-each // LANES) * LANES, unit

    def numbers(self, sort: str, ids: Mapping[int, str], size: int) -> np.ndarray:
        """Return the number of each thing of a set-up, int16 (size,); 0: unknown. ids: index -> id."""
        number = {name: i for i, name in enumerate(self.known()[sort], 1)}
        found = np.zeros(size, np.int16)
        for index, name in ids.items():
            found[index] = number.get(name, 0)
        return found

    def forget(self, mind: np.record, share: float, random: np.random.Generator) -> None:
        """Make a share of all things unknown to the networks of a mind."""
        for name in self.numbered:
            mind[name][random.random(mind[name].size) < share] = 0

    @property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The parameters of a network: name -> shape."""
        return {
            "state": (self.state.size, HIDDEN),
            "state_bias": (HIDDEN,),
            "middle": (HIDDEN, MIDDLE),
            "middle_bias": (MIDDLE,),
            "option": (self.options.size, MIDDLE),
            "direct": (self.options.size,),
            "out": (MIDDLE,),
            "value": (HIDDEN,),
            "value_bias": (1,),
        }

    def fields(self, seats: int, options: int) -> list[tuple]:
        """Return the fields of a mind whose bots may have networks.

        seats: most of a game; there is room for a network each. options: most of a decision.
        """
        return [
            ("has_network", "i8", (seats,)),  # [seat] 1: it has one
            ("network", "i8", (seats,)),  # [seat] the number of it among those below
            ("state_n", "i8"),  # inputs of the state that are 1
            ("state_row", "i2", (self.most,)),
            ("option_row", "i2", (options, self.each)),  # [option] its rows, or NONE
            ("plain", "f4", (options,)),  # [option] what it is worth before the network, in units
            ("outlook", "f4"),  # value of the position to the seat: a logit
            ("summed", "i4", (HIDDEN,)),
            ("hidden", "f4", (HIDDEN,)),
            ("mid", "f4", (MIDDLE,)),
            ("common", "f4", (MIDDLE,)),  # what all options have in common
            ("lane", "f4", (MIDDLE,)),
            *(
                (f"net_{name}", COUNTED.get(name, "f4"), (seats, shape[0] + (name in WITH_NONE), *shape[1:]))
                for name, shape in self.shapes.items()
            ),
        ]
