"""Scores of the actions of a turn."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.actions import a_of, b_of, kind_of
from mazarbul.sim.engine.bits import lowest_bit, popcount
from mazarbul.sim.games.card_game.actions import CYCLE, MOVE, PASS, PLAY, RING, USE
from mazarbul.sim.games.card_game.bots.heuristic.situation import assess, gain, icon_kind
from mazarbul.sim.games.card_game.bots.heuristic.texts import arrival_value, effect_value, next_use
from mazarbul.sim.games.card_game.bots.heuristic.worth import engine, worth
from mazarbul.sim.games.card_game.bots.weights import W
from mazarbul.sim.games.card_game.content import columns
from mazarbul.sim.games.card_game.content.vocabulary import MODIFIER
from mazarbul.sim.games.card_game.ids import (
    AS_ATTACKER,
    AT,
    BY,
    ICON,
    IN,
    NONE,
    ON,
    RING_MODE,
    SIDE_CARDS,
    SPOT,
    TARGET,
    TYPE,
)
from mazarbul.sim.games.card_game.rules.conditions import at_flag, evaluate, zone_place
from mazarbul.sim.games.card_game.rules.elimination import NOT_REPLACED, replacement_of
from mazarbul.sim.games.card_game.rules.modifiers import card_icons, carryover_limit, holds, icons
from mazarbul.sim.games.card_game.rules.places import attacking_side, is_path, spot_place, zone_of
from mazarbul.sim.games.card_game.rules.turns import hand_size
from mazarbul.sim.games.card_game.rules.zones import card_bit, side_cards, side_of, whereabouts


@kernel
def brought(s, t, card, place, side, m):
    """Return the icons that a card brings to a place, including the leadership it enables."""
    is_attack = attacking_side(t, place) == side
    kind = icon_kind(place, is_attack)
    there = side_cards(s, t, side, zone_of(place))
    n = np.int64(t.icons[card, kind])
    if t.icon_special[side] & card_bit(card) != 0 or (
        s.zone[card] == IN.RESERVE and t.type[card] == TYPE.CHARACTER
    ):
        n = icons_at(s, t, card, kind, place, there)
    if is_path(place):
        return n
    lead = ICON.LEAD_ATTACK if is_attack else ICON.LEAD_DEFENSE
    if t.type[card] == TYPE.ARMY:
        return n + enabled_leadership(t, card, there, side, lead, m)
    if t.icons[card, lead] > 0 and free_army(t, card, there, side, m):
        return n + t.icons[card, lead]
    return n


@kernel
def icons_at(s, t, card, kind, place, there):
    """Return the icons that a card would have at a place with the own cards `there`, its texts included."""
    zone = s.zone[card]
    leader = s.support[card]
    s.zone[card] = zone_of(place)
    s.support[card] = NONE
    if t.type[card] == TYPE.ARMY and there & t.supports[card] != 0:
        s.support[card] = side_of(card) * SIDE_CARDS + lowest_bit(there & t.supports[card])
    n = icons(s, t, card, kind)
    s.zone[card] = zone
    s.support[card] = leader
    return n


@kernel
def enabled_leadership(t, army, there, side, lead, m):
    """Return the most leadership that one more army adds; only where armies are fewer than leaders."""
    leaders = there & t.supports[army] & t.of_type[side, TYPE.CHARACTER]
    best = np.int64(0)
    if popcount(leaders) <= popcount(there & t.of_type[side, TYPE.ARMY]):
        return best
    leaders &= m.with_icons[side, lead]
    while leaders != 0:
        best = max(best, np.int64(t.icons[side * SIDE_CARDS + lowest_bit(leaders), lead]))
        leaders &= leaders - 1
    return best


@kernel
def free_army(t, leader, there, side, m):
    """Return whether an army there could support one more character."""
    armies = there & t.of_type[side, TYPE.ARMY]
    if popcount(armies) <= popcount(there & t.of_type[side, TYPE.CHARACTER]):
        return False
    return armies & m.followers[leader] != 0


@kernel
def kept(s, t, card, place, side, m):
    """Return the worth that a card keeps after fighting at a place: defenders may survive."""
    if attacking_side(t, place) == side:
        return 0.0
    return m.w[W.KEEP_DEFENDER] * (worth(s, m, card) - engine(s, m, card))


@kernel
def arriving(s, t, card, spot, is_played, side, m):
    """Return the worth of the card at a spot: icons gained, what it keeps, texts set off."""
    place = spot_place(s, spot)
    zone = s.zone[card]
    if place == NONE:
        value = m.w[W.RESERVE] * worth(s, m, card)
        flag = AT.RESERVE
        s.zone[card] = IN.RESERVE
    else:
        n = brought(s, t, card, place, side, m)
        value = gain(s, t, place, side, n, m) + kept(s, t, card, place, side, m)
        flag = AT.PATH if is_path(place) else AT.BATTLEGROUND
        s.zone[card] = zone_of(place)
        if t.enter_texts[side] & card_bit(card) != 0:
            value += arrival_value(s, t, card, ON.ENTER, flag, side, m)
    if is_played and t.play_texts[side] & card_bit(card) != 0:
        value += arrival_value(s, t, card, ON.PLAY, flag, side, m)
    if t.acting[side] & card_bit(card) != 0:
        value += next_use(s, t, card, flag, side, m)
    s.zone[card] = zone
    return value


@kernel
def wielded(s, t, card, wielder, side, m):
    """Return the worth of giving an item to a character in play."""
    place = zone_place(s, whereabouts(s, wielder))
    flag = at_flag(whereabouts(s, wielder))
    zone = s.zone[card]
    holder = s.wielder[card]
    s.zone[card] = IN.WIELDER
    s.wielder[card] = wielder
    value = arrival_value(s, t, card, ON.PLAY, flag, side, m)
    if t.acting[side] & card_bit(card) != 0:
        value += next_use(s, t, card, flag, side, m)
    is_attack = place != NONE and attacking_side(t, place) == side
    if place == NONE:
        value += m.w[W.RESERVE] * worth(s, m, card)
    else:
        n = card_icons(s, t, card, icon_kind(place, is_attack)) + defended(s, t, card)
        value += gain(s, t, place, side, n, m) + kept(s, t, card, place, side, m)
    value += rescue(s, t, card, wielder, place, is_attack, m)
    s.zone[card] = zone
    s.wielder[card] = holder
    return value


@kernel
def defended(s, t, item):
    """Return the defense that the texts of an item in play add to its location."""
    total = np.int64(0)
    first = t.modifier_first[item]
    for i in range(first, first + t.modifier_n[item]):
        modifier = t.modifiers[i]
        if (
            modifier.code == MODIFIER.ICONS
            and t.rows[modifier.row, columns.ICONS.TARGET] == TARGET.LOCATION
            and holds(s, t, i, item)
        ):
            total += evaluate(s, t, t.rows[modifier.row, columns.ICONS.N], item, t.owner[item])
    return total


@kernel
def rescue(s, t, item, wielder, place, is_attack, m):
    """Return the worth of having a wielder cycled there instead of eliminated; attackers need it more."""
    if t.replacers[side_of(item)] & card_bit(item) == 0 or place == NONE:
        return 0.0
    by = BY.PATH_COMBAT if is_path(place) else BY.BATTLEGROUND_COMBAT
    if is_attack:
        by |= AS_ATTACKER
    if replacement_of(s, t, wielder, by) == NOT_REPLACED:
        return 0.0
    saved = m.w[W.CYCLED] * (worth(s, m, wielder) - engine(s, m, wielder) + worth(s, m, item))
    return saved if is_attack else 0.5 * saved


@kernel
def rank_hand(s, t, seat, m):
    """Note the two least valuable cards of the seat's hand in the mind; 0 for a missing card."""
    first = np.int64(t.seat_side[seat]) * SIDE_CARDS
    rest = s.in_zone[seat, IN.HAND]
    least = np.inf
    second = np.inf
    m.least_card = NONE
    while rest != 0:
        card = first + lowest_bit(rest)
        rest &= rest - 1
        value = worth(s, m, card)
        if value < least:
            second = least
            least = value
            m.least_card = card
        elif value < second:
            second = value
    m.least = least if least < np.inf else 0.0
    m.second = second if second < np.inf else 0.0


@kernel
def payment(s, seat, card, held, m):
    """Return the cost of paying for a card: cycling the least valuable other one, or forsaking (CG-7.3)."""
    if s.in_zone[seat, IN.HAND] & ~card_bit(card) == 0:
        return m.life * m.w[W.FORSAKE_OWN]
    least = m.second if m.least_card == card else m.least
    return max(held - m.w[W.CYCLED], 0.0) * least


@kernel
def turn_score(s, t, action, seat, side, held, m):
    """Return the score of one action of a turn. held: share of its worth that a card in hand has now."""
    kind = kind_of(action)
    card = a_of(action)
    target = b_of(action)
    if kind == PLAY:
        price = held * worth(s, m, card)
        price += payment(s, seat, card, held, m)
        if target == SPOT.EVENT:
            return arrival_value(s, t, card, ON.PLAY, 0, side, m) - price
        if target >= SPOT.WIELDER:
            return wielded(s, t, card, side * SIDE_CARDS + target - SPOT.WIELDER, side, m) - price
        return arriving(s, t, card, target, True, side, m) - price
    if kind == MOVE:
        return arriving(s, t, card, target, False, side, m) - m.w[W.RESERVE] * worth(s, m, card)
    if kind == USE:
        return effect_value(s, t, t.effect_first[card] + target, card, t.owner[card], side, m)
    if kind == CYCLE:
        return (m.w[W.CYCLED] - held) * worth(s, m, card)
    if kind == PASS:
        return m.w[W.PASS]
    if kind == RING:
        return ring_score(t, seat, m)
    return winnow_score(held, m)


@kernel
def ring_score(t, seat, m):
    """Return the score of using the Ring token."""
    if t.ring_mode[seat] == RING_MODE.ONCE:
        return 2.0 * m.life * m.w[W.CARD] - m.w[W.RING] * t.ring_points[seat]
    return 1.5 * m.life * m.w[W.CARD]


@kernel
def winnow_score(held, m):
    """Return the score of eliminating the two least valuable cards of the hand to draw one."""
    return m.life * m.w[W.CARD] * held - max(held, m.w[W.CYCLED]) * (m.least + m.second)


@kernel
def score_turn(s, t, seat, m):
    """Fill the scores of the actions of a turn."""
    side = np.int64(t.seat_side[seat])
    assess(s, t, seat, m)
    rank_hand(s, t, seat, m)
    held = m.w[W.SURPLUS] if hand_size(s, seat) > carryover_limit(s, t, seat) else m.w[W.HAND]
    for i in range(s.option_n):
        m.score[i] = turn_score(s, t, np.int64(s.options[i]), seat, side, held, m)
