"""What holds after every decision of games between players who choose at random (BG-1, BG-3.9)."""

import random

import numpy as np
import pytest

from mazarbul.sim.engine.bits import members
from mazarbul.sim.games.board_game import ids
from mazarbul.sim.games.board_game.kernel import DRIVER
from mazarbul.sim.games.board_game.state import empty_state
from tests.board_game.board import FREE, PLAIN, SHADOW, tables

pytestmark = PLAIN
DECISIONS = 250


def check(s, t) -> None:
    """Check that figures, tiles, cards and dice are conserved, and that counts agree with the figures."""
    units = s.units[: ids.PART].astype(int).sum(axis=0)
    total = units + s.pool[:, :2]
    total[: ids.FREE_NATIONS] += s.dead[:, :2]
    start = t.start_units.astype(int).sum(axis=0) + t.start_pool[:, :2]
    assert (total == start).all()
    leaders = s.leaders[: ids.PART].sum(axis=0) + s.pool[:5, 2] + s.dead[:, 2]
    assert (leaders == t.start_leaders.sum(axis=0) + t.start_pool[:5, 2]).all()
    assert s.nazgul[: ids.PART].sum() + s.pool[ids.NATION.SAURON, 3] == 8
    assert (s.units >= 0).all()
    assert (s.unit_n == s.units.sum(axis=(1, 2))).all()
    sides = np.stack([s.units[:, :5].sum(axis=(1, 2)), s.units[:, 5:].sum(axis=(1, 2))])
    assert not (sides > 0).all(axis=0).any()  # one Army a stand (BG-1.10)
    for side in (FREE, SHADOW):
        assert ((s.side_of == side) == (sides[side] > 0)).all()
    for stand in range(ids.PART):
        for figure in members(int(s.who[stand])):
            assert s.stand[figure] == stand
    for number in range(ids.STRONGHOLDS):
        assert s.battle != ids.NONE or (s.unit_n[ids.BOX + number] > 0) == bool(s.sieges >> number & 1)
    piles = [int(s.tiles), int(s.drawn), int(s.specials), int(s.removed)]
    assert sum((pile).bit_count() for pile in piles) == sum(piles).bit_count()
    assert (s.dice.sum(axis=1) == s.dice_n).all()
    for card in range(ids.CARDS):
        local, side = card % ids.BLOCK, card // ids.BLOCK
        held = any(int(s.hand[i]) >> local & 1 for i in range(t.seat_n) if t.seat_side[i] == side)
        assert held == (s.zone[card] == ids.ZONE.HAND)


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["two_player", "four_player"])
def test_BG_3_9_figures_are_conserved(scenario):
    t = tables(scenario).record
    s = empty_state()
    rng = random.Random(scenario)
    DRIVER.new_game(s, t, 5, 0)
    for _ in range(DECISIONS):
        if s.phase == ids.PHASE.OVER:
            break
        options = s.options[: s.option_n].tolist()
        assert len(set(options)) == len(options)
        DRIVER.apply(s, t, rng.choice(options))
        check(s, t)


@pytest.mark.slow
def test_BG_2_games_are_repeated():
    t = tables().record
    ends = []
    for _ in range(2):
        s = empty_state()
        rng = random.Random(1)
        DRIVER.new_game(s, t, 5, 3)
        for _ in range(60):
            DRIVER.apply(s, t, rng.choice(s.options[: s.option_n].tolist()))
        ends.append(s.tobytes())
    assert ends[0] == ends[1]
