"""What a card is worth, computed once for all games of a batch."""

import numpy as np

from sim.engine.bits import has
from sim.engine.jit import kernel
from sim.games.card_game.bots.weights import W
from sim.games.card_game.content import columns
from sim.games.card_game.content.vocabulary import (
    MODIFIER,
)
from sim.games.card_game.ids import (
    BATTLEGROUNDS,
    CARDS,
    ICON,
    NONE,
    ON,
    PATHS,
    ROUNDS,
    SIDE,
    SIDE_CARDS,
    TYPE,
)


@kernel
def prepare_worths(t, m):
    """Fill what the mind `m` knows of cards and locations once for all games."""
    for card in range(CARDS):
        seat = t.owner[card]
        if seat == NONE:
            continue
        m.w[:] = m.weights[seat]
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
    future = t.last_number - number
    if future <= 0:
        return 0.0
    fading = min(1.0, future / 3.0)
    fight = (
        m.w[W.ATTACK_ICON] * t.icons[card, ICON.BG_ATTACK]
        + m.w[W.DEFENSE_ICON] * t.icons[card, ICON.BG_DEFENSE]
    )
    fight += m.w[W.LEAD_ICON] * (t.icons[card, ICON.LEAD_ATTACK] + t.icons[card, ICON.LEAD_DEFENSE])
    walk = m.w[W.PATH_ICON] * t.icons[card, ICON.PATH]
    total = m.w[W.BASE]
    if t.type[card] == TYPE.CHARACTER:
        paths = usable_paths(t, card, number)
        total += max(walk * min(1.0, 0.4 + 0.2 * paths) if paths > 0 else 0.0, fight) + 0.3 * min(walk, fight)
    elif t.type[card] == TYPE.ITEM:
        total += 0.6 * max(walk, fight) + 0.2 * min(walk, fight)
    elif t.type[card] == TYPE.EVENT:
        total += m.w[W.TEXT]
    else:
        total += fight
    return fading * (total + m.w[W.TEXT] * acting_texts(t, card))


@kernel
def acting_texts(t, card):
    """Return 1 if the card has an action text, else 0."""
    first = t.effect_first[card]
    for e in range(first, first + t.effect_n[card]):
        if t.effects[e].on == ON.ACTION:
            return 1
    return 0


@kernel
def worth(s, m, card):
    """Return the worth of a card now, its texts in reserve included."""
    return m.worth[card, s.last_path]


@kernel
def engine(s, m, card):
    """Return the worth of what the card does in reserve now."""
    return m.engine[card, s.last_path]
