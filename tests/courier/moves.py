"""Steps that rules and texts share: drawing cards, moving and seeing the courier, ending the game."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine import sets
from mazarbul.sim.engine.bits import bit
from mazarbul.sim.engine.log import note
from tests.courier import records
from tests.courier.ids import END, EVENT, NONE, PHASE

SIDE_COURIERS = 0
SIDE_HUNTERS = 1


@kernel
def measure(s, t):
    """Record how far the courier has to go, and how near the riders are."""
    i = s.round_number - 1
    s.distance[i] = t.to_harbour[s.courier]
    s.gap[i] = gap(s, t, np.int64(s.courier))


@kernel
def gap(s, t, region):
    """Return the number of steps from the nearest rider to a region."""
    found = np.int64(t.way[s.rider[0], region])
    for i in range(1, t.rider_n):
        found = min(found, np.int64(t.way[s.rider[i], region]))
    return found


@kernel
def draw(s, t, seat, pile, n):
    """Draw cards of a pile into the seat's hand, or as many as there are."""
    for _ in range(n):
        left = s.deck_n[seat, pile]
        if left == 0:
            return
        card = np.int64(s.order[seat, pile, left - 1])
        s.deck_n[seat, pile] = left - 1
        s.hand[seat] |= bit(card)
        records.drew(s, card)
        note(s, EVENT.DRAW, seat, card, 0)


@kernel
def is_guarded(s, t, region):
    """Return whether a rider is in a region."""
    for rider in range(t.rider_n):  # noqa: SIM110  (numba has no any)
        if s.rider[rider] == region:
            return True
    return False


@kernel
def arrive(s, t, region):
    """Move the courier to a region; in a harbour it has arrived (CO-3.2, CO-7.1)."""
    s.courier = region
    records.came(s, region)
    note(s, EVENT.STEP, region, 0, 0)
    if sets.has(t.harbours, region):
        end_game(s, SIDE_COURIERS, END.DELIVERED)


@kernel
def show(s):
    """Let the hunters see the courier (CO-5.2)."""
    s.seen = s.courier
    s.seen_round = s.round_number
    note(s, EVENT.SEEN, s.courier, 0, 0)


@kernel
def end_game(s, winner, reason):
    """End the game. winner: side, or NONE."""
    s.phase = PHASE.OVER
    s.actor = NONE
    s.frame_n = 0
    s.option_n = 0
    s.winner = winner
    s.end_reason = reason
    note(s, EVENT.END, winner, reason, 0)
