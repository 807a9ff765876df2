"""Features of positions at the beginning of a round, from which their value is learnt."""

from __future__ import annotations

import numpy as np

from mazarbul.sim.engine.bits import has
from mazarbul.sim.engine.jit import kernel
from mazarbul.sim.games.card_game.ids import BATTLEGROUNDS, CARDS, IN, NONE, SEATS, SIDE
from mazarbul.sim.games.card_game.rules.rounds import score
from mazarbul.sim.games.contract import Setup

LONG_LEAD = 10.0  # points of a lead that is nearly decisive
SCALARS = ("constant", "lead", "decisive_lead", "corruption", "path_number")
RINGS = len(SCALARS)  # first feature of the Ring tokens, one for each seat
ACTIVE = RINGS + SEATS  # first feature of the active battlegrounds
HELD = ACTIVE + BATTLEGROUNDS  # first feature of the cards, STATES for each
STATES = ("to_come", "in_hand", "cycled", "eliminated", "in_reserve", "at_location")
STATE_N = len(STATES)
FEATURES = HELD + CARDS * STATE_N


def names(setup: Setup) -> list[str]:
    """Return the names of the features in the order of `look`, "" for those that the set-up does not have.

    What an overlay has changed has none: what was learnt of the printed one does not hold for it.
    """
    found = [*SCALARS, *[""] * (FEATURES - len(SCALARS))]
    for i, seat in enumerate(setup.seats):
        found[RINGS + i] = f"ring of {seat}"
    for place in setup.catalogue["places"]:
        if place["index"] < BATTLEGROUNDS and place["id"] not in setup.changed:
            found[ACTIVE + place["index"]] = f"{place['id']} active"
    for card in setup.catalogue["cards"]:
        if card["id"] not in setup.changed:
            first = HELD + card["index"] * STATE_N
            found[first : first + STATE_N] = [f"{card['column']} {state}" for state in STATES]
    return found


@kernel
def state_of(zone):
    """Return the index in STATES of a card in a zone."""
    if zone == IN.HAND:
        return 1
    if zone == IN.CYCLE_PILE:
        return 2
    if zone == IN.ELIMINATED:
        return 3
    if zone == IN.RESERVE or zone == IN.WIELDER:
        return 4
    return 0 if zone == IN.DECK or zone == IN.LIMBO else 5


@kernel
def look(s, t, x):
    """Fill `x`, float64 (FEATURES,), with the features of a position in which everything is known."""
    x[:] = 0.0
    lead = np.float64(score(s, t, SIDE.FREE_PEOPLES) - score(s, t, SIDE.SHADOW))
    x[0] = 1.0
    x[1] = lead
    x[2] = lead / np.sqrt(LONG_LEAD * LONG_LEAD + lead * lead)
    x[3] = s.corruption
    x[4] = s.last_path
    for seat in range(SEATS):
        x[RINGS + seat] = s.ring[seat]
    for b in range(BATTLEGROUNDS):
        x[ACTIVE + b] = np.float64(has(s.active, b))
    for card in range(CARDS):
        zone = np.int64(s.zone[card])
        if zone != NONE:
            x[HELD + card * STATE_N + state_of(zone)] = 1.0


@kernel
def round_of(s):
    """Return the number of the round."""
    return np.int64(s.round_number)
