"""The worth of carrying out a text, operation by operation."""

import numpy as np

from sim.effects import codes
from sim.engine.bits import has, lowest_bit
from sim.engine.jit import kernel
from sim.games.card_game.bots.heuristic.situation import gain, icon_kind, reserve_strength, side_value
from sim.games.card_game.bots.heuristic.worth import engine, worth
from sim.games.card_game.bots.weights import W
from sim.games.card_game.content import columns
from sim.games.card_game.content.vocabulary import (
    OPERATION,
    PATH_CHOICE,
    PILE,
    PLAYER,
    TOKEN_KIND,
    TOKEN_ON,
    ZONE,
)
from sim.games.card_game.ids import (
    BATTLEGROUNDS,
    CARDS,
    ICON,
    IN,
    NONE,
    ON,
    PLACE_SOURCE,
    SIDE,
    SIDE_CARDS,
    TARGET,
)
from sim.games.card_game.rules.conditions import evaluate, zone_place
from sim.games.card_game.rules.order import seat_of
from sim.games.card_game.rules.places import attacking_side
from sim.games.card_game.rules.rounds import score
from sim.games.card_game.rules.usable import eligible_battlegrounds, is_order
from sim.games.card_game.rules.zones import is_in_play, side_cards, whereabouts

STAYS = -1


@kernel
def leaving(s, t, card, side, m):
    """Return what the own side loses when a card leaves play: its worth, and its icons where it is."""
    zone = whereabouts(s, card)
    value = worth(s, m, card)
    place = zone_place(s, zone)
    if place == NONE:
        return m.w[W.RESERVE] * value
    n = t.icons[card, icon_kind(place, attacking_side(t, place) == side)]
    return -gain(t, place, side, -n, m)


@kernel
def leave_value(s, t, card, pile, side, m):
    """Return the (negative) worth of a card leaving play by its own text to a pile (PILE)."""
    if card == NONE or not is_in_play(s.zone[card]):
        return 0.0
    value = -leaving(s, t, card, side, m)
    if pile == PILE.CYCLE:
        value += m.w[W.CYCLED] * (worth(s, m, card) - engine(s, m, card))
    return value


@kernel
def token_value(s, t, row, side, m):
    """Return the worth of tokens: on the active path, or on the best active battleground."""
    n = t.rows[row, columns.TOKEN.N]
    helps_attack = t.rows[row, columns.TOKEN.KIND] == TOKEN_KIND.ATTACK
    if t.rows[row, columns.TOKEN.TARGET] == TOKEN_ON.PATH:
        if s.path == NONE:
            return 0.0
        return token_gain(t, BATTLEGROUNDS + s.path, side, n, helps_attack, m)
    best = 0.0
    if t.rows[row, columns.TOKEN.TARGET] == TOKEN_ON.BATTLEGROUND:
        rest = s.active
        while rest != 0:
            best = max(best, token_gain(t, lowest_bit(rest), side, n, helps_attack, m))
            rest &= rest - 1
    else:
        best = 0.5 * n
    return best


@kernel
def token_gain(t, place, side, n, helps_attack, m):
    """Return the worth for `side` of `n` tokens at a place."""
    is_mine = (attacking_side(t, place) == side) == helps_attack
    return gain(t, place, side, n if is_mine else -n, m)


@kernel
def lead_of(s, t, side):
    """Return the side's lead in points."""
    lead = score(s, t, SIDE.FREE_PEOPLES) - score(s, t, SIDE.SHADOW)
    return lead if side == SIDE.FREE_PEOPLES else -lead


@kernel
def path_value(s, t, choice, side, m):
    """Return the worth of replacing the active path: its combat is decided by the cards there now."""
    place = BATTLEGROUNDS + s.path
    value = side_value(t, place, side, current_margin(s, t, place), m, 0.5) - m.value[place]
    if choice == PATH_CHOICE.NEXT:
        value += m.w[W.SKIP] * max(min(lead_of(s, t, side), 4), -4) * 0.5
    return value


@kernel
def current_margin(s, t, place):
    """Return defense minus attack at the active path now."""
    from_zone = np.int64(0)
    for side in range(2):
        cards = side_cards(s, t, side, IN.PATH)
        while cards != 0:
            card = side * SIDE_CARDS + lowest_bit(cards)
            cards &= cards - 1
            n = t.icons[card, ICON.PATH]
            from_zone += n if side == SIDE.FREE_PEOPLES else -n
    return np.float64(from_zone + t.place_defense[place] + s.place_defense[place] - s.place_attack[place])


@kernel
def battleground_value(s, t, b, side, m):
    """Return the worth for `side` of battleground `b` becoming active now."""
    attacker = attacking_side(t, b)
    margin = np.float64(
        t.place_defense[b]
        + reserve_strength(s, t, 1 - attacker, b, False)
        - reserve_strength(s, t, attacker, b, True)
    )
    value = m.w[W.OPEN] * side_value(t, b, side, margin, m, 2.0 * m.w[W.SPREAD])
    if has(s.bg_area[1 - side], b):
        value += 0.5 * m.w[W.POINT] * t.place_points[b]
    elif has(s.bg_area[side], b):
        value -= 0.5 * m.w[W.POINT] * t.place_points[b]
    return value


@kernel
def best_battleground(s, t, places, sources, side, m):
    """Return the worth of the best battleground that a text could (re)activate."""
    best = -99.0
    rest = eligible_battlegrounds(s, t, places, sources)
    while rest != 0:
        best = max(best, battleground_value(s, t, lowest_bit(rest), side, m))
        rest &= rest - 1
    return best if best > -99.0 else 0.0


@kernel
def seats_told(t, side):
    """Return how many times an order to each player of a side is carried out (CG-3.17)."""
    n = 0
    for seat in range(t.seat_n):
        if t.seat_side[seat] == side:
            n += 1 + t.doubles[seat]
    return n


@kernel
def order_value(t, row, code, n, is_own, m):
    """Return the worth of an order to one seat to draw, cycle, forsake, take, dig or eliminate."""
    if code == OPERATION.DRAW:
        return m.w[W.CARD] * n if is_own else -m.w[W.CARD] * n
    if code == OPERATION.CYCLE:
        return -0.5 * m.w[W.CYCLE_ENEMY] * n if is_own else m.w[W.CYCLE_ENEMY] * n
    if code == OPERATION.FORSAKE:
        return -m.w[W.FORSAKE_OWN] * n if is_own else m.w[W.FORSAKE_ENEMY] * n
    if code == OPERATION.TAKE:
        return m.w[W.TAKE] if is_own else 0.0
    if code == OPERATION.DIG:
        return m.w[W.DIG_PLAY] * (1 + t.rows[row, columns.DIG.PLAY]) if is_own else -m.w[W.DIG_PLAY]
    if code == OPERATION.ELIMINATE:
        if is_own and t.rows[row, columns.ELIMINATE.ZONE] == ZONE.OWN_RESERVE:
            return 0.0
        return m.w[W.ELIMINATE]
    return 0.0


@kernel
def told_value(t, row, n, you, they_side, side, m):
    """Return the worth for `side` of an order of size `n` to the seat it names, or to each of `they_side`."""
    code = t.rows[row, codes.CODE]
    who = np.int64(t.rows[row, columns.ORDER.WHO])
    if who == PLAYER.THEY and they_side != NONE:
        return order_value(t, row, code, n, they_side == side, m) * seats_told(t, they_side)
    seat = seat_of(t, who, you, NONE)
    if seat == NONE:
        return 0.0
    return order_value(t, row, code, n, t.seat_side[seat] == side, m)


@kernel
def operation_value(s, t, row, source, you, they_side, side, m):
    """Return the worth of one operation row for `side`. they_side: the side served by `each`, or NONE."""
    code = t.rows[row, codes.CODE]
    if is_order(code):
        n = np.int64(1)
        if has_weighed_size(code):
            n = evaluate(s, t, t.rows[row, columns.SIZED_ORDER.N], source, you)
        return told_value(t, row, n, you, they_side, side, m)
    if code == OPERATION.LEAVE:
        is_self = t.rows[row, columns.LEAVE.WHAT] == TARGET.SELF
        card = np.int64(source) if is_self else np.int64(s.wielder[source])
        return leave_value(s, t, card, np.int64(t.rows[row, columns.LEAVE.PILE]), side, m)
    if code == OPERATION.TOKEN:
        return token_value(s, t, row, side, m)
    if code == OPERATION.CORRUPTION:
        n = evaluate(s, t, np.int64(t.rows[row, columns.CORRUPTION.N]), source, you)
        n = max(n, -s.corruption)
        return m.w[W.CORRUPTION] * (n if side == SIDE.SHADOW else -n)
    if code == OPERATION.ACTIVATE_PATH:
        choice = np.int64(t.rows[row, columns.ACTIVATE_PATH.NUMBER])
        return path_value(s, t, choice, side, m) if s.path != NONE else 0.0
    if code == OPERATION.ACTIVATE_BATTLEGROUND:
        places = np.int64(t.rows[row, columns.ACTIVATE_BATTLEGROUND.PLACES])
        return best_battleground(s, t, places, t.rows[row, columns.ACTIVATE_BATTLEGROUND.SOURCES], side, m)
    if code == OPERATION.MOVE:
        return 0.2
    return 0.0


@kernel
def has_weighed_size(code):
    """Return whether the worth of an order to a seat grows with its number of cards."""
    return code == OPERATION.DRAW or code == OPERATION.CYCLE or code == OPERATION.FORSAKE


@kernel
def program_value(s, t, row, source, you, side, m):
    """Return the worth for `side` of carrying out the program at `row` (NONE: nothing)."""
    total = 0.0
    they_side = np.int64(NONE)
    end = np.int64(NONE)
    while row != NONE:
        if row == end:
            they_side = np.int64(NONE)
        code = t.rows[row, codes.CODE]
        if code == codes.END:
            break
        if code == codes.JUMP:
            row = np.int64(t.rows[row, codes.JUMP_ROW])
        elif code == codes.IF:
            is_true = evaluate(s, t, t.rows[row, codes.IF_VALUE], source, you) != 0
            row = row + 1 if is_true else np.int64(t.rows[row, codes.IF_ELSE])
        elif code == OPERATION.EACH:
            they_side = np.int64(t.rows[row, columns.EACH.SIDE])
            end = np.int64(t.rows[row, columns.EACH.END])
            row += 1
        elif code == OPERATION.GRANT:
            total += 0.4
            row = np.int64(t.rows[row, columns.BLOCK.END])
        else:
            total += operation_value(s, t, row, source, you, they_side, side, m)
            row += 1
    return total


@kernel
def prepare_texts(t, m):
    """Compute, once per batch, the worth of each effect that does not depend on the position."""
    m.text[:] = np.nan
    for card in range(CARDS):
        seat = t.owner[card]
        if seat == NONE:
            continue
        side = np.int64(t.seat_side[seat])
        m.w[:] = m.weights[seat]
        first = np.int64(t.effect_first[card])
        for e in range(first, first + t.effect_n[card]):
            m.leaves[e] = STAYS
            if t.effects[e].on != ON.STATIC and t.effects[e].on != ON.REPLACE:
                value = fixed_value(t, np.int64(t.effects[e].cost), e, seat, side, m)
                m.text[e] = value + fixed_value(t, np.int64(t.effects[e].do), e, seat, side, m)


@kernel
def fixed_value(t, row, e, seat, side, m):
    """Return the worth of a program that only gives orders to seats, NaN for any other.

    A card that leaves play is not counted but noted in `m.leaves` for effect `e`.
    """
    total = 0.0
    they_side = np.int64(NONE)
    end = np.int64(NONE)
    while row != NONE and t.rows[row, codes.CODE] != codes.END:
        if row == end:
            they_side = np.int64(NONE)
        code = t.rows[row, codes.CODE]
        if code == OPERATION.EACH:
            they_side = np.int64(t.rows[row, columns.EACH.SIDE])
            end = np.int64(t.rows[row, columns.EACH.END])
        elif code == OPERATION.LEAVE and t.rows[row, columns.LEAVE.WHAT] == TARGET.SELF:
            m.leaves[e] = t.rows[row, columns.LEAVE.PILE]
        elif is_order(code) and code != OPERATION.RECYCLE:
            n = np.int64(1)
            if has_weighed_size(code):
                n = np.int64(t.rows[row, columns.SIZED_ORDER.N])
                if n >= codes.VALUE_BASE:
                    return np.nan
            total += told_value(t, row, n, seat, they_side, side, m)
        else:
            return np.nan
        row += 1
    return total


@kernel
def effect_value(s, t, e, source, you, side, m):
    """Return the worth for `side` of an effect, including its cost."""
    value = m.text[e]
    if source < PLACE_SOURCE and value == value:
        if m.leaves[e] != STAYS:
            value += leave_value(s, t, np.int64(source), np.int64(m.leaves[e]), side, m)
        return value
    effect = t.effects[e]
    return program_value(s, t, np.int64(effect.cost), source, you, side, m) + program_value(
        s, t, np.int64(effect.do), source, you, side, m
    )


@kernel
def arrival_value(s, t, card, trigger, flag, side, m):
    """Return the worth of the card's texts with the trigger when it arrives at a spot (flag of AT)."""
    total = 0.0
    first = t.effect_first[card]
    for e in range(first, first + t.effect_n[card]):
        effect = t.effects[e]
        if effect.on == trigger and (effect.at & flag != 0 or flag == 0) and effect.condition == 1:
            value = effect_value(s, t, e, card, t.owner[card], side, m)
            total += max(value, 0.0) if effect.may != NONE else value
    return total
