"""What a seat avoids: the options that use a card, an action or a place (see `mazarbul.sim.bots.bound`)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.actions import a_of, b_of, kind_of
from mazarbul.sim.engine.bits import has
from mazarbul.sim.engine.stack import top
from mazarbul.sim.games.card_game import actions
from mazarbul.sim.games.card_game.actions import NOBODY
from mazarbul.sim.games.card_game.frames import Scope
from mazarbul.sim.games.card_game.ids import BATTLEGROUNDS, NONE, PLACE_SOURCE, SIDE_CARDS, SPOT
from mazarbul.sim.games.card_game.rules.conditions import zone_place
from mazarbul.sim.games.card_game.rules.places import spot_place


@kernel
def is_avoided(s, t, m, seat, action):
    """Return whether the seat avoids an option."""
    kind = kind_of(action)
    target = b_of(action)
    if kind == actions.MAY and target == 0:
        return False
    if has(m.no_kind[seat], kind):
        return True
    if m.no_card[seat] != 0 and uses_card(s, m, seat, np.int64(t.seat_side[seat]), action):
        return True
    if m.no_place[seat] == 0:
        return False
    place = place_chosen(s, kind, target, np.int64(t.seat_side[seat]))
    return place != NONE and has(m.no_place[seat], place)


@kernel
def uses_card(s, m, seat, side, action):
    """Return whether an option uses a card of the own side that the seat avoids.

    A card may still be paid, cycled, forsaken or lost.
    """
    kind = kind_of(action)
    card = a_of(action)
    if kind == actions.SUPPORT:
        target = b_of(action)
        return target != NOBODY and (has(m.no_card[seat], card % SIDE_CARDS) or has(m.no_card[seat], target))
    if kind == actions.MAY:
        card = np.int64(top(s)[Scope.source])
    elif not has(actions.USES_CARD, kind):
        return False
    return card < PLACE_SOURCE and card // SIDE_CARDS == side and has(m.no_card[seat], card % SIDE_CARDS)


@kernel
def place_chosen(s, kind, target, side):
    """Return the location that an option chooses or puts a card on, or NONE."""
    if has(actions.PUTS_CARD, kind):
        if target >= SPOT.WIELDER:
            return zone_place(s, s.zone[side * SIDE_CARDS + target - SPOT.WIELDER])
        return spot_place(s, target)
    if kind == actions.MOVE_TO or kind == actions.CHOOSE_BATTLEGROUND or kind == actions.TOKEN_BATTLEGROUND:
        return np.int64(target)
    if kind == actions.CHOOSE_PATH:
        return np.int64(BATTLEGROUNDS + target)
    return np.int64(NONE)
