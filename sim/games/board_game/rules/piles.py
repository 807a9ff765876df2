"""Which cards and Action dice a statement can be about (BG-7.4, BG-4.2)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.effects import codes
from mazarbul.sim.games.board_game.content import words
from mazarbul.sim.games.board_game.frames import Scope
from mazarbul.sim.games.board_game.ids import DECK_N, FACE_N, NONE, ZONE
from mazarbul.sim.games.board_game.rules import columns
from mazarbul.sim.games.board_game.rules.conditions import side_meant


@kernel
def cards_of_deck(t, row, side):
    """Return the set of the cards of the deck that a `play_card` names, of a side."""
    return np.int64(t.cards_of[side * DECK_N + np.int64(t.rows[row, columns.PLAY_CARD.DECK])])


@kernel
def discardable(s, t, row, f):
    """Return the set of the cards, of one side, that a `discard` can take."""
    side = side_meant(s, np.int64(t.rows[row, columns.DISCARD.SIDE]), f)
    of_deck = np.int64(t.cards_of[side * DECK_N + np.int64(t.rows[row, columns.DISCARD.DECK])])
    if t.rows[row, columns.DISCARD.ZONE] == ZONE.TABLE:
        return np.int64(s.table[side]) & of_deck
    if side == s.frames[f, Scope.side]:
        return np.int64(s.hand[s.frames[f, Scope.seat]]) & of_deck
    hands = np.int64(0)
    for seat in range(t.seat_n):
        if t.seat_side[seat] == side:
            hands |= np.int64(s.hand[seat])
    return hands & of_deck


@kernel
def turnable(s, t, row, f):
    """Return how many unused Action dice a `turn_dice` could turn."""
    side = side_meant(s, np.int64(t.rows[row, columns.TURN_DICE.SIDE]), f)
    n = np.int64(0)
    for face in range(FACE_N):
        if turns_face(t, row, face):
            n += np.int64(s.dice[side, face])
    return n


@kernel
def turns_face(t, row, face):
    """Return whether a `turn_dice` turns dice that show a face: `any` is every other one."""
    shows = t.rows[row, columns.TURN_DICE.SHOWS]
    to = t.rows[row, columns.TURN_DICE.TO]
    return face != to and (shows == words.SHOWS.ANY or shows == face)


@kernel
def says(t, source, operation):
    """Return whether a text of a card or Character has a statement of an operation in it."""
    for effect in range(t.effect_first[source], t.effect_first[source] + t.effect_n[source]):
        row = np.int64(t.effects[effect].do)
        while row != NONE and t.rows[row, codes.CODE] != codes.END:
            if t.rows[row, codes.CODE] == operation:
                return True
            row += 1
    return False
