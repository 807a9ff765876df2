"""Kinds of places, and the side that attacks there (CG-10.5, CG-10.16)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.games.card_game.ids import BATTLEGROUNDS, IN, NONE, SIDE, SPOT


@kernel
def is_path(place):
    """Return whether a place is a path."""
    return place >= BATTLEGROUNDS


@kernel
def attacking_side(t, place):
    """Return the side that attacks at a place, always the same one (CG-10.5, CG-10.16)."""
    if is_path(place):
        return np.int64(SIDE.SHADOW)
    return np.int64(1 - t.bg_side[place])


@kernel
def zone_of(place):
    """Return the zone of a place."""
    return np.int64(IN.PATH) if is_path(place) else np.int64(IN.BATTLEGROUND + place)


@kernel
def spot_place(s, spot):
    """Return the place of a spot of an action, NONE for reserve and events. Not for wielders."""
    if spot == SPOT.PATH:
        return np.int64(BATTLEGROUNDS + s.path)
    if spot >= SPOT.BATTLEGROUND:
        return np.int64(spot - SPOT.BATTLEGROUND)
    return np.int64(NONE)
