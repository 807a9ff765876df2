"""Whether a single statement could do anything now (BG-7.2, BG-20.8); lists: feasible.py."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.effects import codes
from mazarbul.sim.engine import sets
from mazarbul.sim.engine.bits import bit, has
from mazarbul.sim.engine.faults import Fault, fail
from mazarbul.sim.games.board_game.content import words
from mazarbul.sim.games.board_game.frames import Scope, Tile
from mazarbul.sim.games.board_game.ids import (
    AWAY,
    DECK_N,
    DRAWN,
    FIGURE_N,
    NATION_N,
    NONE,
    PIECE,
    PIECE_N,
    PLACES,
    SIDE,
)
from mazarbul.sim.games.board_game.rules import columns, fellowship, politics, riders
from mazarbul.sim.games.board_game.rules.campaign import is_named, marches, strikes
from mazarbul.sim.games.board_game.rules.conditions import evaluate, figures_of, find_frame, nations_meant
from mazarbul.sim.games.board_game.rules.piles import cards_of_deck, discardable, turnable
from mazarbul.sim.games.board_game.rules.recruits import recruits
from mazarbul.sim.games.board_game.rules.sets import find, found_n
from mazarbul.sim.games.board_game.rules.stands import count

MOST_STEPS = 3  # to war: as far as the track goes (BG-1.15)

# Statements ------------------------------------------------------------------------------------------


@kernel
def check_row(s, t, row, code, f):
    """Return whether one statement could do anything; rolls and picks do nothing by themselves."""
    if code < codes.FIRST_CODE or (code != words.OPERATION.PROBE_TILES and has(words.OPENING, code)):
        return False
    if code == words.OPERATION.CHOOSE_NUMBER:
        most = evaluate(s, t, np.int64(t.rows[row, columns.CHOOSE_NUMBER.MOST]), f)
        s.frames[f, Scope.x] = max(np.int64(0), most)
        return False
    if code == words.OPERATION.ROLL:
        dice = evaluate(s, t, np.int64(t.rows[row, columns.ROLL.DICE]), f)
        s.frames[f, Scope.rolled] = np.int64(dice > 0)
        return False
    if code == words.OPERATION.DRAW_TILE:
        s.frames[f, Scope.rolled] = 1
        s.frames[f, Scope.last] = 1
        how = np.int64(t.rows[row, columns.DRAW_TILE.HOW])
        return has_tiles(s, t, np.int64(s.drawn)) and how & words.DRAWING.NUMBER == 0
    if code == words.OPERATION.RECRUIT or has(OF_ARMIES, code):
        return check_armies(s, t, row, code, f)
    if has(OF_FIGURES, code):
        return check_figures(s, t, row, code, f)
    if has(OF_CARDS, code):
        return check_cards(s, t, row, code, f)
    return check_fellowship(s, t, row, code, f)


OPERATION = words.OPERATION
OF_ARMIES = sum(
    1 << code
    for code in (
        OPERATION.MARCH,
        OPERATION.GATHER,
        OPERATION.ATTACK,
        OPERATION.WOUND,
        OPERATION.ROUT,
        OPERATION.UPGRADE,
        OPERATION.REMOVE,
    )
)
OF_FIGURES = sum(
    1 << code
    for code in (
        OPERATION.SEPARATE,
        OPERATION.SCATTER,
        OPERATION.DEPART,
        OPERATION.MOVE_FIGURES,
        OPERATION.MOVE_TO,
        OPERATION.ENTER,
        OPERATION.ELIMINATE,
    )
)
OF_CARDS = sum(
    1 << code
    for code in (
        OPERATION.ADVANCE,
        OPERATION.ACTIVATE,
        OPERATION.ENTER_WAR,
        OPERATION.DRAW,
        OPERATION.DISCARD,
        OPERATION.PLAY_CARD,
        OPERATION.TURN_DICE,
    )
)


@kernel
def has_tiles(s, t, drawn):
    """Return whether a Hunt tile can be drawn: from the pool, or of those drawn that go back (BG-14.8)."""
    return s.tiles != 0 or drawn & np.int64(t.standard_tiles) != 0


@kernel
def has_second_tile(s, t):
    """Return whether another tile can be drawn in place of the one that is carried out."""
    at = find_frame(s, Tile.kind)
    return at != NONE and has_tiles(s, t, np.int64(s.drawn) & ~bit(s.frames[at, Tile.tile]))


@kernel
def check_fellowship(s, t, row, code, f):
    """Return whether a statement about the Fellowship or a Hunt tile could do anything."""
    if code == words.OPERATION.CORRUPT:
        n = evaluate(s, t, np.int64(t.rows[row, columns.NUMBER.N]), f)
        return n > 0 or (n < 0 and s.corruption > 0)
    if code == words.OPERATION.ADD_TILE:
        find(s, t, np.int64(t.rows[row, columns.ADD_TILE.TILES]), f)
        return new_tiles(s, t) != 0
    if code == words.OPERATION.HIDE:
        return s.is_hidden == 0
    if code == words.OPERATION.WALK:
        return fellowship.can_walk(s, t)
    if code == words.OPERATION.REVEAL:
        return s.is_hidden == 1
    if code == words.OPERATION.HUNT:
        return s.mordor == NONE and s.box[SIDE.SHADOW] > 0
    if code == words.OPERATION.DRIFT:
        find(s, t, np.int64(t.rows[row, columns.DRIFT.REGIONS]), f)
        return s.mordor == NONE and found_n(s) > np.int64(sets.has(s.found, max(0, s.bearers)))
    if code == words.OPERATION.PROBE_TILES:
        return has_tiles(s, t, np.int64(s.drawn))
    if code == words.OPERATION.REDRAW:
        return has_second_tile(s, t)
    if code == words.OPERATION.REDUCE:
        at = find_frame(s, Tile.kind)
        return at != NONE and s.frames[at, Tile.damage] > 0 and not is_unreduced(s, at)
    if code == words.OPERATION.HUNT_BONUS or code == words.OPERATION.SKIP_TILE:
        return True
    fail(s, Fault.WORD, code)
    return False


@kernel
def is_unreduced(s, at):
    """Return whether nothing reduces the damage of the tile in a frame (BG-14.19)."""
    return s.frames[at, Tile.flags] & DRAWN.UNREDUCED != 0


@kernel
def new_tiles(s, t):
    """Return the special tiles of the kinds in `s.found` that are not in the game yet."""
    known = np.int64(s.tiles) | np.int64(s.drawn) | np.int64(s.specials) | np.int64(s.removed)
    found = np.int64(0)
    for kind in sets.members(s.found):
        found |= np.int64(t.tiles_of_kind[kind]) & ~np.int64(t.standard_tiles)
    return found & ~known


@kernel
def check_figures(s, t, row, code, f):
    """Return whether a statement about Characters could do anything."""
    if code == words.OPERATION.SCATTER:
        return s.members != 0 and evaluate(s, t, np.int64(t.rows[row, columns.NUMBER.N]), f) > 0
    if code == words.OPERATION.SEPARATE:
        how = np.int64(t.rows[row, columns.SEPARATE.HOW])
        return s.members != 0 or (how & words.PARTING.ON_MAP != 0 and any_on_map(s, t, f))
    figures = figures_of(s, t, np.int64(t.rows[row, columns.FIGURES.FIGURES]), f)
    if code == words.OPERATION.DEPART:
        return figures & np.int64(s.members) != 0
    if code == words.OPERATION.MOVE_FIGURES:
        return can_move_some(s, t, figures, f)
    if code == words.OPERATION.ELIMINATE:
        for figure in range(FIGURE_N):
            is_there = s.stand[figure] >= 0 or s.stand[figure] == AWAY.FELLOWSHIP
            if has(figures, figure) and is_there:
                return True
        return False
    if code == words.OPERATION.ENTER:
        at = np.int64(t.rows[row, columns.ENTER.AT])
        find(s, t, at, f)
        return entering(s, figures) != NONE and (found_n(s) > 0 or not is_named(t, at))
    find(s, t, np.int64(t.rows[row, columns.MOVE_TO.TO]), f)
    is_somewhere = found_n(s) > 0
    return is_somewhere and travellers(s, t, row, figures, f) != 0


@kernel
def entering(s, figures):
    """Return the first Character of a set that has not come into play yet, or NONE."""
    for figure in range(FIGURE_N):
        if has(figures, figure) and s.stand[figure] == AWAY.UNUSED:
            return np.int64(figure)
    return np.int64(NONE)


@kernel
def travellers(s, t, row, figures, f):
    """Return those of some figures that a `move_to` moves: on the map, in the Armies that it names."""
    find(s, t, np.int64(t.rows[row, columns.MOVE_TO.OF]), f)
    is_anywhere = is_everything(t, np.int64(t.rows[row, columns.MOVE_TO.OF]))
    found = np.int64(0)
    for figure in range(FIGURE_N):
        stand = np.int64(s.stand[figure])
        if has(figures, figure) and stand >= 0 and (is_anywhere or sets.has(s.found, stand)):
            found |= bit(figure)
    if has(figures, FIGURE_N):
        for stand in sets.members(s.found):
            if s.nazgul[stand] > 0:
                found |= bit(FIGURE_N)
    return found


@kernel
def any_on_map(s, t, f):
    """Return whether a Companion on the map can move."""
    return can_move_some(s, t, np.int64(t.companions), f)


@kernel
def can_move_some(s, t, figures, f):
    """Return whether the user could move one of some figures on the map (BG-8.3, BG-8.4)."""
    seat = s.frames[f, Scope.seat]
    for figure in range(FIGURE_N):
        is_meant = has(figures, figure) and riders.may_ride(t, seat, figure)
        if is_meant and riders.can_ride(s, t, figure):
            return True
    if has(figures, FIGURE_N) and t.seat_side[seat] == SIDE.SHADOW:
        for stand in range(PLACES):
            if s.nazgul[stand] > 0:
                return True
    return False


@kernel
def is_everything(t, number):
    """Return whether a set of Armies is `everything`, so that figures without an Army count too."""
    is_plain = t.set_start[number] == 0 and t.set_required[number] | t.set_forbidden[number] == 0
    return is_plain and sets.count(t.set_words[number]) == t.region_n + t.stronghold_n


# Armies ----------------------------------------------------------------------------------------------


@kernel
def check_armies(s, t, row, code, f):
    """Return whether a statement about Armies, units and Leaders could do anything."""
    if code == words.OPERATION.MARCH:
        return marches(s, t, row, f, False) > 0
    if code == words.OPERATION.ATTACK:
        return strikes(s, t, row, f, False) > 0
    if code == words.OPERATION.RECRUIT:
        return check_recruit(s, t, row, f)
    if code == words.OPERATION.GATHER:
        return check_gather(s, t, row, f)
    find(s, t, np.int64(t.rows[row, columns.ARMIES.ARMIES]), f)
    if code == words.OPERATION.ROUT:
        return found_n(s) > 0
    if code == words.OPERATION.WOUND:
        some = found_n(s) > 0
        is_attack = np.int64(t.rows[row, columns.WOUND.HOW]) & words.HARM.ATTACK != 0
        return some and (is_attack or evaluate(s, t, np.int64(t.rows[row, columns.WOUND.N]), f) > 0)
    if code == words.OPERATION.UPGRADE:
        nations = nations_meant(s, np.int64(t.rows[row, columns.UPGRADE.NATION]), f)
        able = np.int64(0)
        for stand in sets.members(s.found):
            able |= upgradable(s, stand, nations)
        return able != 0
    nations = nations_meant(s, np.int64(t.rows[row, columns.REMOVE.NATION]), f)
    pieces = np.int64(t.rows[row, columns.REMOVE.PIECE])
    is_some = False
    for stand in sets.members(s.found):
        is_some |= removable(s, stand, nations, pieces) > 0
    return is_some and evaluate(s, t, np.int64(t.rows[row, columns.REMOVE.N]), f) > 0


@kernel
def upgradable(s, stand, nations):
    """Return which of some Nations have a Regular at a stand and an Elite in the pool."""
    found = np.int64(0)
    for nation in range(NATION_N):
        if has(nations, nation) and s.units[stand, nation, PIECE.REGULAR] > 0:
            found |= np.int64(s.pool[nation, PIECE.ELITE] > 0) << nation
    return found


@kernel
def removable(s, stand, nations, pieces):
    """Return how many figures of these sorts and Nations are at a stand."""
    n = np.int64(0)
    for nation in range(NATION_N):
        for piece in range(PIECE_N):
            if has(nations, nation) and has(pieces, piece):
                n += count(s, stand, nation, piece)
    return n


@kernel
def check_recruit(s, t, row, f):
    """Return whether a figure can be recruited in one of the regions (BG-7.6)."""
    nation = np.int64(t.rows[row, columns.RECRUIT.NATION])
    pieces = np.int64(t.rows[row, columns.RECRUIT.PIECE])
    how = np.int64(t.rows[row, columns.RECRUIT.HOW])
    if evaluate(s, t, np.int64(t.rows[row, columns.RECRUIT.N]), f) < 1:
        return False
    find(s, t, np.int64(t.rows[row, columns.RECRUIT.AT]), f)
    most = np.int64(0)
    for region in sets.members(s.found):
        most = max(most, recruits(s, t, nation, pieces, region, how))
    return most > 0


@kernel
def check_gather(s, t, row, f):
    """Return whether a unit can be gathered: in a field, with a region to go to."""
    nation = np.int64(t.rows[row, columns.GATHER.NATION])
    find(s, t, np.int64(t.rows[row, columns.GATHER.TO]), f)
    is_somewhere = found_n(s) > 0
    find(s, t, np.int64(t.rows[row, columns.GATHER.ORIGIN]), f)
    units = np.int64(0)
    for region in sets.members(s.found):
        units += removable(s, region, bit(nation), np.int64(words.PIECE.UNIT))
    return is_somewhere and units > 0


# Nations, cards and dice -----------------------------------------------------------------------------


@kernel
def check_cards(s, t, row, code, f):
    """Return whether a statement about Nations, cards or dice could do anything."""
    if code == words.OPERATION.DRAW:
        return check_draw(s, t, np.int64(t.rows[row, columns.DRAW.DECK]), f)
    if code == words.OPERATION.DISCARD:
        return discardable(s, t, row, f) != 0
    if code == words.OPERATION.PLAY_CARD:
        side = s.frames[f, Scope.side]
        return np.int64(s.hand[s.frames[f, Scope.seat]]) & cards_of_deck(t, row, side) != 0
    if code == words.OPERATION.TURN_DICE:
        return turnable(s, t, row, f) > 0
    find(s, t, np.int64(t.rows[row, columns.NATIONS.NATIONS]), f)
    n = np.int64(1)
    if code == words.OPERATION.ADVANCE:
        n = evaluate(s, t, np.int64(t.rows[row, columns.ADVANCE.N]), f)
    for nation in sets.members(s.found):
        if code == words.OPERATION.ACTIVATE:
            is_changed = not politics.is_active(s, nation)
        elif code == words.OPERATION.ENTER_WAR:
            is_changed = not politics.is_at_war(s, nation)
        else:
            is_changed = n > 0 and politics.can_advance(s, nation)
            is_changed |= n < 0 and s.steps[nation] < MOST_STEPS
        if is_changed:
            return True
    return False


@kernel
def check_draw(s, t, deck, f):
    """Return whether the user's side has a card left to draw."""
    side = np.int64(t.seat_side[s.frames[f, Scope.seat]])
    if deck == words.ANY_DECK.EITHER:
        return s.deck_n[side * DECK_N] + s.deck_n[side * DECK_N + 1] > 0
    if deck == words.ANY_DECK.SAME:
        card = s.frames[f, Scope.card]
        return card != NONE and s.deck_n[t.card_pile[card]] > 0
    return s.deck_n[side * DECK_N + deck] > 0
