"""The mind of the bots at a table: the fields that every game's mind begins with.

A mind is one record, like the state: numba would count references to separate arrays at every call. A game
adds the fields of its own policies, and one set for each sort of thing that bots can avoid.
"""

from collections.abc import Callable, Sequence

import numpy as np

from mazarbul.sim.bots.bot import Bot
from mazarbul.sim.data.setup import Setup
from mazarbul.sim.engine.records import empty_record


def mind_fields(seats: int, weights: int, options: int) -> list[tuple]:
    """Return the fields of a structured type that all minds have.

    seats: most seats of a game. weights: weights of a bot for one side. options: most options of a decision.
    """
    return [
        ("policy", "i8", (seats,)),  # [seat] number of its policy
        ("weights", "f8", (seats, weights)),  # [seat]
        ("w", "f8", (weights,)),  # weights of the deciding seat
        ("is_bound", "i8", (seats,)),  # [seat] 1: avoids something or blunders
        ("blunder", "f8", (seats,)),  # [seat] chance that a decision is made at random
        ("no_kind", "i8", (seats,)),  # [seat] set of action kinds it avoids
        ("option_n", "i8"),  # the legal actions while a seat's options are narrowed, see bound.py
        ("options", "i4", (options,)),
        ("score", "f8", (options,)),  # [option] of the pending decision
    ]


def make_mind(kind: np.dtype, bots: Sequence[Bot], seat_sides: Sequence[int]) -> np.record:
    """Return the mind of a table for `bots` in seat order.

    The game fills in what they avoid, and its kernel `prepare` the rest. kind: type of its minds. seat_sides:
    the side of each seat, which selects the weights of its bot.
    """
    mind = empty_record(kind)
    n = mind.w.size
    for seat, (bot, side) in enumerate(zip(bots, seat_sides, strict=True)):
        mind.policy[seat] = bot.policy
        mind.blunder[seat] = bot.blunder
        mind.is_bound[seat] = bot.blunder > 0 or bool(bot.avoid)
        mind.weights[seat] = bot.weights[side * n : (side + 1) * n]
    return mind


def seating(kind: np.dtype, sides: Sequence[str]) -> Callable[[Sequence[Bot], Setup], np.record]:
    """Return the function (bots, setup) that makes the mind of a table, where bots avoid nothing.

    kind: type of the minds. sides: of the game, in the order of its bots' weights.
    """

    def seated(bots: Sequence[Bot], setup: Setup) -> np.record:
        return make_mind(kind, bots, [sides.index(side) for side in setup.seat_sides])

    return seated
