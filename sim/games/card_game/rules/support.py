"""Which army supports which character (CG-10.20)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.actions import ask, offer, offer_each_b
from mazarbul.sim.engine.bits import bit, lowest_bit
from mazarbul.sim.games.card_game.actions import NOBODY, SUPPORT
from mazarbul.sim.games.card_game.ids import ICON, NONE, SIDE_CARDS, TYPE
from mazarbul.sim.games.card_game.rules.modifiers import may_support, self_icons
from mazarbul.sim.games.card_game.rules.zones import card_bit, items_on, side_of

RANK = 64  # own icons count before leadership in assigning an army with its own text


@kernel
def leadership(s, t, card, lead):
    """Return the leadership icons of a card and its items (CG-1.8, CG-7.13).

    lead: LEAD_ATTACK or LEAD_DEFENSE.
    """
    total = np.int64(t.icons[card, lead])
    if t.type[card] == TYPE.CHARACTER:
        first = side_of(card) * SIDE_CARDS
        rest = items_on(s, t, card)
        while rest != 0:
            total += t.icons[first + lowest_bit(rest), lead]
            rest &= rest - 1
    return total


@kernel
def supportable(s, t, army, characters):
    """Return the characters of the set that the army may support."""
    found = np.int64(0)
    first = side_of(army) * SIDE_CARDS
    rest = characters
    while rest != 0:
        local = lowest_bit(rest)
        rest &= rest - 1
        if may_support(s, t, army, first + local):
            found |= bit(local)
    return found


@kernel
def ask_support(s, t, seat, army, characters):
    """Offer the characters that the army may support, or nobody (DP-24); return False if there is none."""
    rest = supportable(s, t, army, characters)
    if rest == 0:
        return False
    ask(s, seat, SUPPORT)
    offer_each_b(s, SUPPORT, army, 0, rest)
    offer(s, SUPPORT, army, NOBODY)
    return True


@kernel
def assign_specialists(s, t, specialists, characters, side, is_attacker):
    """Assign each army that gains icons by supporting a character to the one that adds most.

    Ties: most leadership, then lowest card index. Returns the armies assigned.
    """
    first = side * SIDE_CARDS
    kind = ICON.BG_ATTACK if is_attacker else ICON.BG_DEFENSE
    lead = ICON.LEAD_ATTACK if is_attacker else ICON.LEAD_DEFENSE
    assigned = np.int64(0)
    rest = specialists
    while rest != 0:
        army = first + lowest_bit(rest)
        rest &= rest - 1
        s.support[army] = NONE
        best = self_icons(s, t, army, kind) * RANK + RANK - 1
        chosen = np.int64(NONE)
        candidates = supportable(s, t, army, characters)
        while candidates != 0:
            leader = first + lowest_bit(candidates)
            candidates &= candidates - 1
            s.support[army] = leader
            value = self_icons(s, t, army, kind) * RANK + leadership(s, t, leader, lead)
            if value > best:
                best = value
                chosen = leader
        s.support[army] = chosen
        if chosen != NONE:
            assigned |= card_bit(army)
    return assigned


@kernel
def army_of(s, leader, armies, side):
    """Return an army of the set that supports the character, or NONE."""
    rest = armies
    while rest != 0:
        army = side * SIDE_CARDS + lowest_bit(rest)
        rest &= rest - 1
        if s.support[army] == leader:
            return army
    return np.int64(NONE)


@kernel
def is_special(t, army):
    """Return whether the army has a text that changes its own icons."""
    return t.icon_special[side_of(army)] & card_bit(army) != 0


@kernel
def supporters(s, armies, leader, side):
    """Return the number of the armies that support the character."""
    n = 0
    rest = armies
    while rest != 0:
        n += s.support[side * SIDE_CARDS + lowest_bit(rest)] == leader
        rest &= rest - 1
    return n


@kernel
def find_supporter(s, t, leader, armies, side):
    """Find an army for `leader`, moving others from leader to leader if needed.

    Breadth-first: a leader without an army tries every army that may support it; the present leader of
    such an army is tried next.
    """
    first = side * SIDE_CARDS
    unseen = armies
    needy = card_bit(leader)
    while needy != 0:
        candidate = first + lowest_bit(needy)
        needy &= needy - 1
        rest = unseen
        while rest != 0:
            army = first + lowest_bit(rest)
            rest &= rest - 1
            if not may_support(s, t, army, candidate):
                continue
            unseen &= ~card_bit(army)
            s.keys[army - first] = candidate
            if s.support[army] == NONE:
                shift_armies(s, army, armies, side)
                return
            needy |= card_bit(s.support[army])


@kernel
def shift_armies(s, army, armies, side):
    """Give a free army to the leader that needs it (`s.keys`), its old one to the next leader, and so on."""
    while army != NONE:
        leader = np.int64(s.keys[army - side * SIDE_CARDS])
        released = army_of(s, leader, armies, side)
        s.support[army] = leader
        army = released


@kernel
def assign_support(s, t, cards, side, is_attacker):
    """Fill `s.support` for the side's cards of one battleground to maximize its total icons.

    Armies that gain icons themselves come first; then characters by leadership, most first (ties: lowest
    card index). Each gets a free army, or one freed by moving others.
    """
    armies = cards & t.of_type[side, TYPE.ARMY]
    characters = cards & t.of_type[side, TYPE.CHARACTER]
    first = side * SIDE_CARDS
    clear_support(s, armies, side)
    if armies == 0 or characters == 0:
        return
    fixed = assign_specialists(s, t, armies & t.icon_special[side], characters, side, is_attacker)
    lead = ICON.LEAD_ATTACK if is_attacker else ICON.LEAD_DEFENSE
    rest = characters
    while rest != 0:
        best = first + lowest_bit(rest)
        others = rest
        while others != 0:
            leader = first + lowest_bit(others)
            others &= others - 1
            if leadership(s, t, leader, lead) > leadership(s, t, best, lead):
                best = leader
        rest &= ~card_bit(best)
        if leadership(s, t, best, lead) > 0 and supporters(s, armies, best, side) == 0:
            find_supporter(s, t, best, armies & ~fixed, side)


@kernel
def clear_support(s, armies, side):
    """Clear the support of all armies of the set."""
    rest = armies
    while rest != 0:
        s.support[side * SIDE_CARDS + lowest_bit(rest)] = NONE
        rest &= rest - 1


@kernel
def is_supported(s, t, character, cards):
    """Return whether an army among the battleground's cards supports the character."""
    side = side_of(character)
    return supporters(s, cards & t.of_type[side, TYPE.ARMY], character, side) > 0
