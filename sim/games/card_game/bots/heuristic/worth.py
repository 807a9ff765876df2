"""What a card is worth, computed once for all games of a batch."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.bits import has, lowest_bit, popcount
from mazarbul.sim.games.card_game.bots.features import PLANES
from mazarbul.sim.games.card_game.bots.weights import W
from mazarbul.sim.games.card_game.content import columns
from mazarbul.sim.games.card_game.content.vocabulary import MODIFIER
from mazarbul.sim.games.card_game.ids import (
    BATTLEGROUNDS,
    CARDS,
    ICON,
    ICON_KINDS,
    NONE,
    ON,
    PATHS,
    ROUNDS,
    SIDE,
    SIDE_CARDS,
    SIDE_N,
    TYPE,
)
from mazarbul.sim.games.card_game.rules.zones import card_bit, side_of

#: Share of its Path icons that a character can use, while any path is left to it: so much, and more for each.
SOME_PATH, EACH_PATH = 0.4, 0.2
#: A character fights or walks, so the lesser of the two counts less; an item waits for its wielder.
BESIDE = 0.3
ITEM, ITEM_BESIDE = 0.6, 0.2
FADING = 3.0  # paths before the last one from which a card loses worth


@kernel
def prepare_worths(t, m):
    """Fill what the mind `m` knows of cards and locations once for all games."""
    prepare_sets(t, m)
    for seat in range(t.seat_n):
        for number in range(ROUNDS):
            late = m.weights[seat, W.LATE]
            m.lives[seat, number] = late + (1.0 - late) * fading(t, number)
    for card in range(CARDS):
        seat = t.owner[card]
        if seat == NONE:
            continue
        m.w[:] = m.weights[seat]
        m.wielders[card] = t.wielders[card]
        for number in range(ROUNDS):
            m.engine[card, number] = engine_worth(t, card, number, m)
            m.worth[card, number] = card_worth(t, card, number, m) + m.engine[card, number]
    for b in range(BATTLEGROUNDS):
        if has(t.battlegrounds_all, b):
            m.mean_attack[b] = mean_icons(t, 1 - t.bg_side[b], b, ICON.BG_ATTACK, ICON.LEAD_ATTACK)
            m.mean_defense[b] = mean_icons(t, np.int64(t.bg_side[b]), b, ICON.BG_DEFENSE, ICON.LEAD_DEFENSE)
    for p in range(PATHS):
        if has(t.paths_all, p):
            m.mean_attack[BATTLEGROUNDS + p] = mean_path_icons(t, SIDE.SHADOW, p)
            m.mean_defense[BATTLEGROUNDS + p] = mean_path_icons(t, SIDE.FREE_PEOPLES, p)


@kernel
def prepare_sets(t, m):
    """Fill the sets of cards that sums over cards are made of."""
    m.planes[:] = 0
    m.with_icons[:] = 0
    m.comers[:] = 0
    m.followers[:] = 0
    m.plane_n = 0
    for side in range(SIDE_N):
        for i in range(t.card_n[side]):
            card = np.int64(side * SIDE_CARDS + i)
            prepare_card(t, card, side, m)
            rest = t.supports[card]
            while rest != 0:
                m.followers[side * SIDE_CARDS + lowest_bit(rest)] |= card_bit(card)
                rest &= rest - 1


@kernel
def prepare_card(t, card, side, m):
    """Add a card to the sets of cards with its icons, and of those that may come to a place."""
    for kind in range(ICON_KINDS):
        n = np.int64(t.icons[card, kind])
        if n > 0:
            m.with_icons[side, kind] |= card_bit(card)
        for k in range(PLANES):
            if has(n, k):
                m.planes[side, kind, k] |= card_bit(card)
                m.plane_n = max(m.plane_n, k + 1)
    for b in range(BATTLEGROUNDS):
        if has(t.battlegrounds[card], b):
            m.comers[side, b] |= card_bit(card)
    for p in range(PATHS):
        if has(t.paths[card], p):
            m.comers[side, BATTLEGROUNDS + p] |= card_bit(card)


@kernel
def mean_icons(t, side, b, kind, lead):
    """Return the icons on battleground `b` of a mean card of the side, half the leadership included."""
    total = 0.0
    n = t.card_n[side]
    for local in range(n):
        card = side * SIDE_CARDS + local
        if has(t.battlegrounds[card], b):
            total += t.icons[card, kind] + 0.5 * t.icons[card, lead]
    return total / max(n, 1)


@kernel
def mean_path_icons(t, side, p):
    """Return the path icons on path `p` of a mean card of the side."""
    total = 0.0
    n = t.card_n[side]
    for local in range(n):
        card = side * SIDE_CARDS + local
        if has(t.paths[card], p):
            total += t.icons[card, ICON.PATH]
    return total / max(n, 1)


@kernel
def usable_paths(t, card, number):
    """Return how many path numbers after `number` the character may still be on."""
    n = 0
    for later in range(number + 1, t.last_number + 1):
        n += t.paths[card] & t.numbered[later] != 0
    return n


@kernel
def engine_worth(t, card, number, m):
    """Return the worth of what the card does by staying in reserve, while path `number` is the last one."""
    total = 0.0
    rounds = max(t.last_number - max(number, 1), 0)
    first = t.modifier_first[card]
    for i in range(first, first + t.modifier_n[card]):
        modifier = t.modifiers[i]
        if modifier.code == MODIFIER.DRAW_BONUS:
            total += m.w[W.DRAW_ENGINE] * t.rows[modifier.row, columns.BONUS.N] * rounds
        elif modifier.code == MODIFIER.CARRYOVER:
            total += m.w[W.CARRYOVER] * t.rows[modifier.row, columns.BONUS.N] * rounds
    return total


@kernel
def card_worth(t, card, number, m):
    """Return the worth of the card's icons and acting texts, while path `number` is the last one."""
    share = fading(t, number)
    if share == 0.0:
        return 0.0
    side = side_of(card)
    fight = m.w[W.ATTACK_ICON] * t.icons[card, ICON.BG_ATTACK] * reach(t, card, 1 - side, m) + m.w[
        W.DEFENSE_ICON
    ] * t.icons[card, ICON.BG_DEFENSE] * reach(t, card, side, m)
    fight += m.w[W.LEAD_ICON] * (t.icons[card, ICON.LEAD_ATTACK] + t.icons[card, ICON.LEAD_DEFENSE])
    walk = m.w[W.PATH_ICON] * t.icons[card, ICON.PATH]
    total = m.w[W.BASE]
    if t.type[card] == TYPE.CHARACTER:
        paths = usable_paths(t, card, number)
        walked = walk * min(1.0, SOME_PATH + EACH_PATH * paths) if paths > 0 else 0.0
        total += max(walked, fight) + BESIDE * min(walk, fight)
    elif t.type[card] == TYPE.ITEM:
        total += ITEM * max(walk, fight) + ITEM_BESIDE * min(walk, fight)
    elif t.type[card] == TYPE.EVENT:
        total += m.w[W.TEXT]
    else:
        total += fight
    return share * (total + texts_worth(t, card, m))


@kernel
def fading(t, number):
    """Return the share of its worth that a card has while path `number` is the last one, 0 at the end."""
    return min(1.0, max(t.last_number - number, 0) / FADING)


@kernel
def reach(t, card, side, m):
    """Return the share of an icon's worth that counts, by the battlegrounds of a side where it may come."""
    grounds = np.int64(0)
    for b in range(BATTLEGROUNDS):
        if has(t.battlegrounds_all, b) and t.bg_side[b] == side:
            grounds |= np.int64(1) << b
    open_to = popcount(t.battlegrounds[card] & grounds) / max(popcount(grounds), 1)
    return 1.0 - m.w[W.REACH] * (1.0 - open_to)


@kernel
def texts_worth(t, card, m):
    """Return what a card's texts are worth: those set off when it is played, and its best action text."""
    acting = 0.0
    once = 0.0
    first = t.effect_first[card]
    for e in range(first, first + t.effect_n[card]):
        on = t.effects[e].on
        if on == ON.ACTION:
            acting = max(acting, m.w[W.TEXT] + m.w[W.USE_TEXT] * max(m.typical[e], 0.0))
        elif on == ON.PLAY or on == ON.ENTER:
            once += m.w[W.ONCE_TEXT] * max(m.typical[e], 0.0)
    return acting + once


@kernel
def worth(s, m, card):
    """Return the worth of a card now, texts in reserve included; less for an item that nobody can wield."""
    value = m.worth[card, s.last_path]
    if m.wielders[card] != 0 and m.wielders[card] & s.in_play[side_of(card)] == 0:
        return m.w[W.IDLE] * value
    return value


@kernel
def engine(s, m, card):
    """Return the worth of what the card does in reserve now."""
    return m.engine[card, s.last_path]
