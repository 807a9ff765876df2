"""Dice and shuffles: known odds, and luck that depends only on what is asked."""

from __future__ import annotations

import numpy as np
import pytest

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.bits import mask_of
from mazarbul.sim.engine.dice import roll, roll_die
from mazarbul.sim.engine.piles import shuffle_keys, shuffled
from mazarbul.sim.engine.records import empty_record
from mazarbul.sim.engine.rng import game_seed, stable_key, stream

ROLLS = 30_000
SCRATCH = np.dtype([("keys", "i8", (64,))])
KEYS = np.dtype([("card_key", "i8", (128,))])


@kernel
def count_rolls(counts, pairs, seed, sides):
    """Count the results of dice, int64 (sides,), and the results of one die by those of the roll before."""
    before = np.int64(0)
    for number in range(ROLLS):
        shown = roll(seed, 3, number, sides) - 1
        counts[shown] += 1
        pairs[before, shown] += 1
        before = shown


@pytest.mark.parametrize("sides", [2, 6, 20])
def test_every_side_comes_up_as_often(sides):
    counts, pairs = np.zeros(sides, np.int64), np.zeros((sides, sides), np.int64)
    with np.errstate(over="ignore"):
        count_rolls(counts, pairs, game_seed(1, 2), sides)
    for found, chance in ((counts, 1 / sides), (pairs.ravel(), 1 / sides**2)):
        error = np.sqrt(ROLLS * chance * (1 - chance))
        assert np.abs(found - ROLLS * chance).max() < 5 * error  # of up to 400 numbers: chance would exceed 4


def test_a_roll_depends_on_what_is_asked_alone():
    with np.errstate(over="ignore"):
        seed, other_seed = (np.uint64(game_seed(1, game)) for game in (2, 3))
        first = [int(roll_die(seed, 3, 4, die, 6)) for die in range(12)]
        assert first == [int(roll_die(seed, 3, 4, die, 6)) for die in range(12)]
        assert first[0] == roll(seed, 3, 4, 6)
        for other in ((other_seed, 3, 4), (seed, 4, 4), (seed, 3, 5)):
            assert first != [int(roll_die(*other, die, 6)) for die in range(12)]
    assert set(first) <= set(range(1, 7))
    assert len(set(first)) > 1


def order(pile: list[int], number: int) -> list[int]:
    """Return a pile of a side's cards after the shuffle of that number."""
    s, t = empty_record(SCRATCH), empty_record(KEYS)
    t.card_key[64:] = [stable_key(f"card#{i}") for i in range(64)]
    with np.errstate(over="ignore"):
        n = shuffle_keys(s, t, stream(game_seed(1, 2), 0, number), 64, np.int64(mask_of(pile)))
        return [int(shuffled(s, i)) for i in range(n)]


def test_a_card_more_leaves_the_order_of_all_others():
    pile = list(range(0, 63, 2))
    whole, less = order(pile, 1), order([card for card in pile if card != 8], 1)
    assert sorted(whole) == pile != whole
    assert [card for card in whole if card != 8] == less
    assert order(pile, 2) != whole
    assert order([], 1) == []


def test_every_card_comes_to_the_top_as_often():
    pile, n = list(range(10)), 2000
    tops = np.bincount([order(pile, number)[-1] for number in range(n)], minlength=10)
    assert np.abs(tops - n / 10).max() < 4 * np.sqrt(n * 0.1 * 0.9)
