"""The worth of carrying out a text, operation by operation."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.effects import codes
from mazarbul.sim.engine.bits import lowest_bit
from mazarbul.sim.games.card_game.bots.heuristic.openings import best_battleground, path_value
from mazarbul.sim.games.card_game.bots.heuristic.situation import gain, icon_kind
from mazarbul.sim.games.card_game.bots.heuristic.worth import engine, worth
from mazarbul.sim.games.card_game.bots.weights import W
from mazarbul.sim.games.card_game.content import columns
from mazarbul.sim.games.card_game.content.vocabulary import (
    MOVE_TO,
    OPERATION,
    PILE,
    PLAYER,
    TOKEN_KIND,
    TOKEN_ON,
)
from mazarbul.sim.games.card_game.ids import (
    BATTLEGROUNDS,
    CARDS,
    ICON,
    NONE,
    ON,
    PLACE_SOURCE,
    SIDE,
    SIDE_CARDS,
    SIDE_N,
    TARGET,
)
from mazarbul.sim.games.card_game.rules.conditions import cards_in, evaluate, zone_place
from mazarbul.sim.games.card_game.rules.modifiers import battlegrounds_for
from mazarbul.sim.games.card_game.rules.order import seat_of
from mazarbul.sim.games.card_game.rules.places import attacking_side
from mazarbul.sim.games.card_game.rules.usable import is_order, is_usable, mover
from mazarbul.sim.games.card_game.rules.zones import is_in_play, side_of, whereabouts

STAYS = -1
GRANTED = 0.4  # worth of a text for the rest of the round
MOVED = 0.2  # worth of a move by a text in a typical position


@kernel
def leaving(s, t, card, side, m):
    """Return what the own side loses when a card leaves play: its worth, and its icons where it is."""
    zone = whereabouts(s, card)
    value = worth(s, m, card)
    place = zone_place(s, zone)
    if place == NONE:
        return m.w[W.RESERVE] * value
    n = t.icons[card, icon_kind(place, attacking_side(t, place) == side)]
    return -gain(s, t, place, side, -n, m)


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
        return token_gain(s, t, BATTLEGROUNDS + s.path, side, n, helps_attack, m)
    best = 0.0
    if t.rows[row, columns.TOKEN.TARGET] == TOKEN_ON.BATTLEGROUND:
        rest = s.active
        while rest != 0:
            best = max(best, token_gain(s, t, lowest_bit(rest), side, n, helps_attack, m))
            rest &= rest - 1
    else:
        best = 0.5 * n
    return best


@kernel
def token_gain(s, t, place, side, n, helps_attack, m):
    """Return the worth for `side` of `n` tokens at a place."""
    is_mine = (attacking_side(t, place) == side) == helps_attack
    return gain(s, t, place, side, n if is_mine else -n, m)


@kernel
def order_count(t, side):
    """Return how many times an order to each player of a side is carried out (CG-3.17)."""
    n = 0
    for seat in range(t.seat_n):
        if t.seat_side[seat] == side:
            n += 1 + t.doubles[seat]
    return n


@kernel
def order_value(t, row, code, n, is_own, m):
    """Return the worth of an order to one seat to draw, cycle, forsake, take or dig, in the first round."""
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
    return 0.0


@kernel
def orders_value(t, row, n, you, they_side, side, m):
    """Return the worth for `side` of an order of size `n` to the seat it names, or to each of `they_side`."""
    code = t.rows[row, codes.CODE]
    who = np.int64(t.rows[row, columns.ORDER.WHO])
    if who == PLAYER.THEY and they_side != NONE:
        return order_value(t, row, code, n, they_side == side, m) * order_count(t, they_side)
    seat = seat_of(t, who, you, NONE)
    if seat == NONE:
        return 0.0
    return order_value(t, row, code, n, t.seat_side[seat] == side, m)


@kernel
def victim_value(s, t, card, side, m):
    """Return what the elimination of a card in play brings `side`; a loss if it is an own card."""
    if side_of(card) == side:
        return -leaving(s, t, card, side, m)
    place = zone_place(s, whereabouts(s, card))
    if place == NONE:
        return m.w[W.ELIMINATE] * worth(s, m, card)
    is_attack = attacking_side(t, place) != side
    value = gain(s, t, place, side, np.int64(t.icons[card, icon_kind(place, is_attack)]), m)
    return value if is_attack else value + m.w[W.KEEP_DEFENDER] * worth(s, m, card)


@kernel
def eliminate_value(s, t, row, source, you, side, m):
    """Return the worth for `side` of a seat's pick of a card to eliminate; an open number counts as one."""
    seat = seat_of(t, np.int64(t.rows[row, columns.ELIMINATE.WHO]), you, NONE)
    if seat == NONE:
        return 0.0
    is_own_pick = t.seat_side[seat] == side
    zone, cards = t.rows[row, columns.ELIMINATE.ZONE], t.rows[row, columns.ELIMINATE.CARDS]
    best = -np.inf if is_own_pick else np.inf
    for victims in range(SIDE_N):
        rest = cards_in(s, t, zone, victims, source, you) & t.card_sets[cards, victims]
        while rest != 0:
            value = victim_value(s, t, victims * SIDE_CARDS + lowest_bit(rest), side, m)
            rest &= rest - 1
            best = max(best, value) if is_own_pick else min(best, value)
    return best if abs(best) < np.inf else 0.0


@kernel
def operation_value(s, t, row, source, you, they_side, side, m):
    """Return the worth of one operation row for `side`. they_side: the side served by `each`, or NONE."""
    code = t.rows[row, codes.CODE]
    if code == OPERATION.ELIMINATE:
        return eliminate_value(s, t, row, source, you, side, m)
    if is_order(code):
        n = np.int64(1)
        if has_weighed_size(code):
            n = evaluate(s, t, t.rows[row, columns.SIZED_ORDER.N], source, you)
        return m.life * orders_value(t, row, n, you, they_side, side, m)
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
        return moved_value(s, t, row, source, you, side, m)
    return 0.0


@kernel
def moved_value(s, t, row, source, you, side, m):
    """Return the worth of moving a card out of the reserve to a fight.

    A battleground that the same text activates is not known yet: there the worth of its icons counts.
    """
    to = t.rows[row, columns.MOVE.TO]
    card = mover(s, t, t.rows[row, columns.MOVE.WHAT], source, you)
    if card == NONE:
        return 0.0
    best = -np.inf
    if to == MOVE_TO.PATH:
        best = fought(s, t, card, BATTLEGROUNDS + np.int64(s.path), side, m) if s.path != NONE else 0.0
    elif to == MOVE_TO.BATTLEGROUND:
        rest = battlegrounds_for(s, t, card)
        while rest != 0:
            best = max(best, fought(s, t, card, lowest_bit(rest), side, m))
            rest &= rest - 1
    else:
        attack = m.w[W.ATTACK_ICON] * t.icons[card, ICON.BG_ATTACK]
        best = max(attack, m.w[W.DEFENSE_ICON] * t.icons[card, ICON.BG_DEFENSE])
    return best - m.w[W.SENT] * worth(s, m, card) if best > -np.inf else 0.0


@kernel
def fought(s, t, card, place, side, m):
    """Return what a card of the reserve would bring to a place with its printed icons, and keep there."""
    is_attack = attacking_side(t, place) == side
    value = gain(s, t, place, side, np.int64(t.icons[card, icon_kind(place, is_attack)]), m)
    return value if is_attack else value + m.w[W.KEEP_DEFENDER] * (worth(s, m, card) - engine(s, m, card))


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
            total += GRANTED
            row = np.int64(t.rows[row, columns.BLOCK.END])
        else:
            total += operation_value(s, t, row, source, you, they_side, side, m)
            row += 1
    return total


@kernel
def prepare_texts(t, m):
    """Compute, once per batch, what each effect is worth, apart from the position."""
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
            m.is_sure[e] = t.effects[e].condition == 1
            if t.effects[e].on != ON.STATIC and t.effects[e].on != ON.REPLACE:
                cost, do = np.int64(t.effects[e].cost), np.int64(t.effects[e].do)
                m.typical[e] = typical_value(t, cost, e, seat, side, m) + typical_value(
                    t, do, e, seat, side, m
                )
                if is_fixed(t, cost) and is_fixed(t, do):
                    m.text[e] = m.typical[e]


@kernel
def is_fixed(t, row):
    """Return whether the worth of a program never depends on the position: it only gives orders to seats."""
    while row != NONE and t.rows[row, codes.CODE] != codes.END:
        code = t.rows[row, codes.CODE]
        if is_order(code):
            if code == OPERATION.RECYCLE or code == OPERATION.ELIMINATE:
                return False
            if has_weighed_size(code) and t.rows[row, columns.SIZED_ORDER.N] >= codes.VALUE_BASE:
                return False
        elif code == OPERATION.LEAVE:
            if t.rows[row, columns.LEAVE.WHAT] != TARGET.SELF:
                return False
        elif code != OPERATION.EACH:
            return False
        row += 1
    return True


@kernel
def typical_value(t, row, e, seat, side, m):
    """Return what the program at `row` is worth for `side` in a typical position, with all conditions true.

    A card that leaves play is not counted but noted in `m.leaves` for effect `e`, and `m.is_sure` is cleared
    if an order may turn out impossible for the own side.
    """
    total = 0.0
    they_side = np.int64(NONE)
    end = np.int64(NONE)
    while row != NONE and t.rows[row, codes.CODE] != codes.END:
        if row == end:
            they_side = np.int64(NONE)
        code = t.rows[row, codes.CODE]
        if code == codes.JUMP:
            row = np.int64(t.rows[row, codes.JUMP_ROW])
            continue
        if code == OPERATION.GRANT:
            total += GRANTED
            row = np.int64(t.rows[row, columns.BLOCK.END])
            continue
        if code == OPERATION.EACH:
            they_side = np.int64(t.rows[row, columns.EACH.SIDE])
            end = np.int64(t.rows[row, columns.EACH.END])
        elif code == OPERATION.LEAVE and t.rows[row, columns.LEAVE.WHAT] == TARGET.SELF:
            m.leaves[e] = t.rows[row, columns.LEAVE.PILE]
        elif is_order(code) and code != OPERATION.ELIMINATE:
            value = orders_value(t, row, typical_size(t, row), seat, they_side, side, m)
            if value < 0.0 or code == OPERATION.TAKE:
                m.is_sure[e] = 0
            total += value
        else:
            total += typical_deed(t, row, seat, side, m)
        row += 1
    return total


@kernel
def typical_size(t, row):
    """Return the number of cards of an order, one if it depends on the position."""
    if not has_weighed_size(t.rows[row, codes.CODE]):
        return np.int64(1)
    n = np.int64(t.rows[row, columns.SIZED_ORDER.N])
    return n if n < codes.VALUE_BASE else np.int64(1)


@kernel
def typical_deed(t, row, seat, side, m):
    """Return what an operation that is no order to draw or lose cards is worth in a typical position."""
    code = t.rows[row, codes.CODE]
    if code == OPERATION.ELIMINATE:
        picker = seat_of(t, np.int64(t.rows[row, columns.ELIMINATE.WHO]), seat, NONE)
        if picker == NONE:
            return 0.0
        cards = t.rows[row, columns.ELIMINATE.CARDS]
        if t.seat_side[picker] == side:
            return m.w[W.ELIMINATE] if t.card_sets[cards, 1 - side] != 0 else -m.w[W.CARD]
        return -m.w[W.CARD] if t.card_sets[cards, side] != 0 else m.w[W.CARD]
    if code == OPERATION.TOKEN:
        return 0.5 * t.rows[row, columns.TOKEN.N]
    if code == OPERATION.CORRUPTION:
        n = np.int64(t.rows[row, columns.CORRUPTION.N])
        n = n if abs(n) < codes.VALUE_BASE else np.int64(1)
        return m.w[W.CORRUPTION] * (n if side == SIDE.SHADOW else -n)
    if code == OPERATION.ACTIVATE_PATH or code == OPERATION.ACTIVATE_BATTLEGROUND:
        return 0.5 * m.w[W.POINT]
    return MOVED if code == OPERATION.MOVE else 0.0


@kernel
def effect_value(s, t, e, source, you, side, m):
    """Return the worth for `side` of an effect, including its cost."""
    value = m.life * m.text[e]
    if source < PLACE_SOURCE and value == value:
        if m.leaves[e] != STAYS:
            value += leave_value(s, t, np.int64(source), np.int64(m.leaves[e]), side, m)
        return value
    effect = t.effects[e]
    return program_value(s, t, np.int64(effect.cost), source, you, side, m) + program_value(
        s, t, np.int64(effect.do), source, you, side, m
    )


@kernel
def has_use(s, t, e, card, m):
    """Return whether effect `e` of a card would do something now; true at once if it nearly always does."""
    if m.is_sure[e] != 0 and m.text[e] == m.text[e]:
        return True
    return is_usable(s, t, e, card, np.int64(t.owner[card]))


@kernel
def arrival_value(s, t, card, trigger, flag, side, m):
    """Return the worth of the card's texts with the trigger when it arrives at a spot.

    flag: of AT, 0 for an event. The card must already be in its new zone, as conditions ask where it is.
    """
    total = 0.0
    first = t.effect_first[card]
    for e in range(first, first + t.effect_n[card]):
        effect = t.effects[e]
        if effect.on != trigger or (effect.at & flag == 0 and flag != 0):
            continue
        value = effect_value(s, t, e, card, t.owner[card], side, m)
        if (value > 0.0 or effect.may == NONE) and has_use(s, t, e, card, m):
            total += value
    return total


@kernel
def next_use(s, t, card, flag, side, m):
    """Return the worth of the best action text that a card arriving at a spot (flag of AT) could use next."""
    best = 0.0
    first = t.effect_first[card]
    for e in range(first, first + t.effect_n[card]):
        effect = t.effects[e]
        if effect.on != ON.ACTION or effect.at & flag == 0:
            continue
        value = effect_value(s, t, e, card, t.owner[card], side, m)
        if value > best and has_use(s, t, e, card, m):
            best = value
    return m.w[W.NEXT_USE] * best
