"""Standing modifiers: icons, hand limits, placement and support (CG-13.5, CG-7.6 to 7.16)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.bits import has, lowest_bit, popcount
from mazarbul.sim.games.card_game.content import columns
from mazarbul.sim.games.card_game.content.vocabulary import MODIFIER
from mazarbul.sim.games.card_game.ids import (
    AT,
    CARDS,
    ICON,
    LOCATION_DEFENSE,
    NONE,
    SIDE,
    SIDE_CARDS,
    TARGET,
    TYPE,
)
from mazarbul.sim.games.card_game.rules.conditions import evaluate, holds_at
from mazarbul.sim.games.card_game.rules.zones import card_bit, is_in_play, items_on, side_of, whereabouts
from mazarbul.sim.games.card_game.state import GRANT


@kernel
def holds(s, t, m, source):
    """Return whether modifier `m` of the card `source` applies now."""
    if not holds_at(whereabouts(s, source), t.modifiers[m].at):
        return False
    condition = t.modifiers[m].condition
    return condition == 1 or evaluate(s, t, condition, source, t.owner[source]) != 0


@kernel
def self_icons(s, t, card, kind):
    """Return the icons that the card's own `icons(self, ...)` texts add now."""
    total = np.int64(0)
    first = t.modifier_first[card]
    for m in range(first, first + t.modifier_n[card]):
        modifier = t.modifiers[m]
        if modifier.code != MODIFIER.ICONS or t.rows[modifier.row, columns.ICONS.TARGET] != TARGET.SELF:
            continue
        if t.rows[modifier.row, columns.ICONS.KIND] == kind and holds(s, t, m, card):
            total += evaluate(s, t, t.rows[modifier.row, columns.ICONS.N], card, t.owner[card])
    return total


@kernel
def aura_icons(s, t, cards, side, kind):
    """Return the icons that texts of a side's cards add to cards of it in play (such as Arwen's)."""
    total = np.int64(0)
    if not has(t.aura_kinds[side], kind):
        return total
    for i in range(t.aura_n):
        m = t.auras[i]
        modifier = t.modifiers[m]
        source = np.int64(modifier.source)
        target = t.rows[modifier.row, columns.ICONS.TARGET]
        if t.rows[modifier.row, columns.ICONS.KIND] != kind or target < 0 or side_of(source) != side:
            continue
        n = popcount(t.card_sets[target, side] & cards)
        if n != 0 and holds(s, t, m, source):
            total += n * evaluate(s, t, t.rows[modifier.row, columns.ICONS.N], source, t.owner[source])
    return total


@kernel
def seat_of_source(t, source):
    """Return the owner of a card with a text, NONE for a location."""
    return np.int64(t.owner[source]) if source < CARDS else np.int64(NONE)


@kernel
def speaks_for(source, side):
    """Return whether a text applies to a side's cards: a card's to its own side, a location's to both."""
    return source >= CARDS or side_of(source) == side


@kernel
def is_in_set(t, card_set, card):
    """Return whether the card is in the set of cards."""
    return t.card_sets[card_set, side_of(card)] & card_bit(card) != 0


@kernel
def granted_icons(s, t, card, kind):
    """Return the icons that modifiers granted until the end of the round add to this card in play."""
    total = np.int64(0)
    side = side_of(card)
    for i in range(s.grant_n):
        modifier = t.modifiers[s.grants[i, GRANT.MODIFIER]]
        source = np.int64(s.grants[i, GRANT.SOURCE])
        if modifier.code != MODIFIER.ICONS or t.rows[modifier.row, columns.ICONS.KIND] != kind:
            continue
        target = t.rows[modifier.row, columns.ICONS.TARGET]
        if target == TARGET.LOCATION or not speaks_for(source, side):
            continue
        if source == card if target == TARGET.SELF else is_in_set(t, target, card):
            n = t.rows[modifier.row, columns.ICONS.N]
            total += evaluate(s, t, n, source, seat_of_source(t, source))
    return total


@kernel
def granted_sum(s, t, seat, code):
    """Return the sum of the seat's `code` modifiers granted until the end of the round."""
    total = np.int64(0)
    for i in range(s.grant_n):
        modifier = t.modifiers[s.grants[i, GRANT.MODIFIER]]
        source = np.int64(s.grants[i, GRANT.SOURCE])
        if modifier.code == code and seat_of_source(t, source) == seat:
            total += evaluate(s, t, t.rows[modifier.row, columns.BONUS.N], source, seat)
    return total


@kernel
def location_defense(s, t, zone):
    """Return the defense that texts of cards there add to the location itself (CG-10.7)."""
    total = np.int64(0)
    if t.shields == 0:
        return total
    for i in range(t.aura_n):
        m = t.auras[i]
        modifier = t.modifiers[m]
        source = np.int64(modifier.source)
        if t.rows[modifier.row, columns.ICONS.TARGET] != TARGET.LOCATION or whereabouts(s, source) != zone:
            continue
        if t.rows[modifier.row, columns.ICONS.KIND] == LOCATION_DEFENSE and holds(s, t, m, source):
            total += evaluate(s, t, t.rows[modifier.row, columns.ICONS.N], source, t.owner[source])
    return total


@kernel
def token_icons(s, card, kind):
    """Return the icons of the tokens on a card: on a path either sort counts as path icons (CG-10.4)."""
    if kind == ICON.PATH:
        return np.int64(s.attack_tokens[card] if side_of(card) == SIDE.SHADOW else s.defense_tokens[card])
    if kind == ICON.BG_ATTACK:
        return np.int64(s.attack_tokens[card])
    return np.int64(s.defense_tokens[card])


@kernel
def card_icons(s, t, card, kind):
    """Return printed icons plus texts and tokens of one card in play, without its items."""
    side = side_of(card)
    mask = card_bit(card)
    total = np.int64(t.icons[card, kind]) + aura_icons(s, t, mask, side, kind)
    if s.with_tokens[side] & mask != 0:
        total += token_icons(s, card, kind)
    if s.grant_n > 0:
        total += granted_icons(s, t, card, kind)
    if t.icon_special[side] & mask != 0:
        total += self_icons(s, t, card, kind)
    return total


@kernel
def further_icons(s, t, cards, side, kind):
    """Return the icons that texts and tokens add to cards of a side in play, without their items."""
    total = aura_icons(s, t, cards, side, kind)
    rest = cards & s.with_tokens[side]
    while rest != 0:
        total += token_icons(s, side * SIDE_CARDS + lowest_bit(rest), kind)
        rest &= rest - 1
    rest = cards & t.icon_special[side]
    while rest != 0:
        total += self_icons(s, t, side * SIDE_CARDS + lowest_bit(rest), kind)
        rest &= rest - 1
    rest = cards if s.grant_n > 0 else np.int64(0)
    while rest != 0:
        total += granted_icons(s, t, side * SIDE_CARDS + lowest_bit(rest), kind)
        rest &= rest - 1
    return total


@kernel
def icons(s, t, card, kind):
    """Return the icons of an army or character in play: its own, its items', tokens and texts (CG-7.13).

    kind: ICON.PATH, BG_ATTACK or BG_DEFENSE. Leadership is not included.
    """
    total = card_icons(s, t, card, kind)
    if t.type[card] == TYPE.CHARACTER:
        first = side_of(card) * SIDE_CARDS
        rest = items_on(s, t, card)
        while rest != 0:
            total += card_icons(s, t, first + lowest_bit(rest), kind)
            rest &= rest - 1
    return total


@kernel
def sum_modifiers(s, t, cards, side, code):
    """Return the sum of the `code` modifiers that apply now of the cards in play among `cards`."""
    total = np.int64(0)
    rest = cards & s.in_play[side]
    while rest != 0:
        card = side * SIDE_CARDS + lowest_bit(rest)
        rest &= rest - 1
        first = t.modifier_first[card]
        for m in range(first, first + t.modifier_n[card]):
            modifier = t.modifiers[m]
            if modifier.code == code and holds(s, t, m, card):
                total += evaluate(s, t, t.rows[modifier.row, columns.BONUS.N], card, t.owner[card])
    return total


@kernel
def carryover_limit(s, t, seat):
    """Return the seat's present carryover limit (CG-6.8), at least 0."""
    side = np.int64(t.seat_side[seat])
    limit = np.int64(t.carryover)
    if t.hand_size[seat] & s.in_play[side] != 0:
        limit += sum_modifiers(s, t, t.hand_size[seat], side, MODIFIER.CARRYOVER)
    if s.grant_n > 0:
        limit += granted_sum(s, t, seat, MODIFIER.CARRYOVER)
    return max(limit, 0)


@kernel
def draw_bonus(s, t, seat):
    """Return how many extra cards the seat draws in the draw step (CG-4.3)."""
    bonus = sum_modifiers(s, t, t.draw_more[seat], np.int64(t.seat_side[seat]), MODIFIER.DRAW_BONUS)
    return bonus + granted_sum(s, t, seat, MODIFIER.DRAW_BONUS)


@kernel
def placer_applies(s, t, m, card):
    """Return whether a conditional placement modifier is about `card` and applies now."""
    modifier = t.modifiers[m]
    source = np.int64(modifier.source)
    if modifier.code == MODIFIER.ALLOW_PLACE:
        cards = t.rows[modifier.row, columns.ALLOW_PLACE.CARDS]
        if side_of(source) != side_of(card) or t.card_sets[cards, side_of(card)] & card_bit(card) == 0:
            return False
    elif source != card:
        return False
    if modifier.at == AT.ANYWHERE:  # also in hand and limbo
        return modifier.condition == 1 or evaluate(s, t, modifier.condition, source, t.owner[source]) != 0
    return holds(s, t, m, source)


@kernel
def battlegrounds_for(s, t, card):
    """Return the set of active battlegrounds where the army or character may be placed (CG-7.6 to 7.9)."""
    allowed = t.battlegrounds[card]
    side = side_of(card)
    if t.place_special[side] & card_bit(card) == 0 and s.grant_n == 0:
        return allowed & s.active
    forbidden = np.int64(0)
    for i in range(t.placer_n):
        m = t.placers[i]
        modifier = t.modifiers[m]
        if modifier.code == MODIFIER.FORBID_PATH or not placer_applies(s, t, m, card):
            continue
        if modifier.code == MODIFIER.ALLOW_PLACE:
            allowed |= t.place_sets[t.rows[modifier.row, columns.ALLOW_PLACE.PLACES]]
        else:
            forbidden |= t.place_sets[t.rows[modifier.row, columns.FORBID_BATTLEGROUND.PLACES]]
    for i in range(s.grant_n):
        modifier = t.modifiers[s.grants[i, GRANT.MODIFIER]]
        source = np.int64(s.grants[i, GRANT.SOURCE])
        if modifier.code == MODIFIER.FORBID_BATTLEGROUND and source == card:
            forbidden |= t.place_sets[t.rows[modifier.row, columns.FORBID_BATTLEGROUND.PLACES]]
        elif (
            modifier.code == MODIFIER.ALLOW_PLACE
            and speaks_for(source, side)
            and is_in_set(t, t.rows[modifier.row, columns.ALLOW_PLACE.CARDS], card)
        ):
            allowed |= t.place_sets[t.rows[modifier.row, columns.ALLOW_PLACE.PLACES]]
    return allowed & ~forbidden & s.active


@kernel
def may_be_on_path(s, t, card):
    """Return whether the character may be placed on the active path (CG-7.7, CG-7.9)."""
    if s.path == NONE or not has(t.paths[card], s.path):
        return False
    for i in range(s.grant_n):
        if (
            t.modifiers[s.grants[i, GRANT.MODIFIER]].code == MODIFIER.FORBID_PATH
            and s.grants[i, GRANT.SOURCE] == card
        ):
            return False
    if t.place_special[side_of(card)] & card_bit(card) == 0:
        return True
    for i in range(t.placer_n):
        m = t.placers[i]
        if t.modifiers[m].code == MODIFIER.FORBID_PATH and placer_applies(s, t, m, card):
            return False
    return True


@kernel
def may_wield(s, t, item, character):
    """Return whether the character in play may be given the item (CG-7.11, CG-7.16)."""
    if not has(t.wielders[item], character % SIDE_CARDS) or not is_in_play(s.zone[character]):
        return False
    others = items_on(s, t, character)
    if others == 0:
        return True
    if others & t.not_with[item] != 0:
        return False
    first = side_of(character) * SIDE_CARDS
    while others != 0:
        other = first + lowest_bit(others)
        others &= others - 1
        if t.not_with[other] & card_bit(item) != 0:
            return False
    return True


@kernel
def may_support(s, t, army, character):
    """Return whether the army may support the character of its side (CG-10.20)."""
    side = side_of(army)
    if t.supports[army] & card_bit(character) != 0:
        return True
    for i in range(t.supporter_n):
        m = np.int64(t.supporters[i])
        source = np.int64(t.modifiers[m].source)
        if side_of(source) == side and allows_support(t, m, army, character) and holds(s, t, m, source):
            return True
    for i in range(s.grant_n):
        m = np.int64(s.grants[i, GRANT.MODIFIER])
        if t.modifiers[m].code != MODIFIER.ALLOW_SUPPORT or not speaks_for(
            np.int64(s.grants[i, GRANT.SOURCE]), side
        ):
            continue
        if allows_support(t, m, army, character):
            return True
    return False


@kernel
def allows_support(t, m, army, character):
    """Return whether an `allow_support` modifier is about this army and this character."""
    row = t.modifiers[m].row
    if not is_in_set(t, t.rows[row, columns.ALLOW_SUPPORT.CHARACTERS], character):
        return False
    return is_in_set(t, t.rows[row, columns.ALLOW_SUPPORT.ARMIES], army)
