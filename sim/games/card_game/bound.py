"""Bots that are held back: what a seat avoids is taken out of its options, and some choices are blunders.

Restricted play is a measure of balance: what a side loses without a card, an action or a place is what
that is worth to it (Jaffe, Miller, Andersen, Liu, Karlin and Popovic, "Evaluating competitive game
balance with restricted play", AIIDE 2012).
"""

import numpy as np

from sim.engine.bits import has
from sim.engine.jit import kernel
from sim.engine.rng import key, stream
from sim.games.card_game import actions
from sim.games.card_game.actions import NOBODY, card_of, kind_of, target_of
from sim.games.card_game.ids import (
    BATTLEGROUNDS,
    NONE,
    PLACE_SOURCE,
    SIDE_CARDS,
    SPOT_WIELDER,
    STREAM_BLUNDER,
)
from sim.games.card_game.rules.conditions import zone_place
from sim.games.card_game.rules.places import spot_place
from sim.games.card_game.rules.stack import top

KEYS = 2.0**62  # keys of a stream are below


@kernel
def blunders(s, m, seat):
    """Tell whether the pending decision of a seat is made at random."""
    share = m.blunder[seat]
    return share >= 1.0 or key(stream(s.seed, STREAM_BLUNDER + seat, s.decisions), 0) < share * KEYS


@kernel
def narrow(s, t, m, seat):
    """Take out of the options what the seat avoids, unless nothing would be left; `widen` undoes it."""
    m.option_n = s.option_n
    kept = 0
    for i in range(m.option_n):
        m.options[i] = s.options[i]
        if not is_avoided(s, t, m, seat, np.int64(m.options[i])):
            s.options[kept] = m.options[i]
            kept += 1
    if kept > 0:
        s.option_n = kept


@kernel
def widen(s, m):
    """Put the options back as they were before `narrow`: a bot changes nothing of a game."""
    for i in range(m.option_n):
        s.options[i] = m.options[i]
    s.option_n = m.option_n


@kernel
def is_avoided(s, t, m, seat, action):
    """Tell whether an option is one that the seat avoids."""
    kind = kind_of(action)
    target = target_of(action)
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
    """Tell whether an option puts to use a card of the own side that the seat avoids.

    A card may still be paid, cycled, forsaken or lost.
    """
    kind = kind_of(action)
    card = card_of(action)
    if kind == actions.SUPPORT:
        target = target_of(action)
        return target != NOBODY and (has(m.no_card[seat], card % SIDE_CARDS) or has(m.no_card[seat], target))
    if kind == actions.MAY:
        card = np.int64(top(s)[2])
    elif not (
        kind == actions.PLAY
        or kind == actions.MOVE
        or kind == actions.USE
        or kind == actions.DIG_PLAY
        or kind == actions.TAKE
        or kind == actions.MOVE_TO
    ):
        return False
    return card < PLACE_SOURCE and card // SIDE_CARDS == side and has(m.no_card[seat], card % SIDE_CARDS)


@kernel
def place_chosen(s, kind, target, side):
    """Return the location that an option brings a card to or chooses, or NONE."""
    if kind == actions.PLAY or kind == actions.MOVE or kind == actions.DIG_PLAY:
        if target >= SPOT_WIELDER:
            return zone_place(s, s.zone[side * SIDE_CARDS + target - SPOT_WIELDER])
        return spot_place(s, target)
    if kind == actions.MOVE_TO or kind == actions.CHOOSE_BATTLEGROUND or kind == actions.TOKEN_BATTLEGROUND:
        return np.int64(target)
    if kind == actions.CHOOSE_PATH:
        return np.int64(BATTLEGROUNDS + target)
    return np.int64(NONE)
