"""Which army supports which character (CG-10.20)."""

import numpy as np

from sim.engine.bits import bit, lowest_bit
from sim.engine.jit import kernel
from sim.games.card_game.actions import NOBODY, SUPPORT, ask, offer
from sim.games.card_game.ids import (
    ARMY, BG_ATTACK, BG_DEFENSE, CHARACTER, LEAD_ATTACK, LEAD_DEFENSE, NONE, SIDE_CARDS,
)
from sim.games.card_game.rules.modifiers import may_support, self_icons
from sim.games.card_game.rules.zones import card_bit, side_of


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
    """Offer the characters the army may support, or nobody (DP-24); return False if there is none."""
    rest = supportable(s, t, army, characters)
    if rest == 0:
        return False
    ask(s, seat, SUPPORT)
    while rest != 0:
        offer(s, SUPPORT, army, lowest_bit(rest))
        rest &= rest - 1
    offer(s, SUPPORT, army, NOBODY)
    return True


@kernel
def assign_specialists(s, t, armies, characters, side, kind):
    """Assign each army whose own icons grow by supporting somebody to the character that adds most."""
    first = side * SIDE_CARDS
    rest = armies & t.icon_special[side]
    while rest != 0:
        army = first + lowest_bit(rest)
        rest &= rest - 1
        s.support[army] = NONE
        best = self_icons(s, t, army, kind)
        chosen = np.int64(NONE)
        candidates = supportable(s, t, army, characters)
        while candidates != 0:
            leader = first + lowest_bit(candidates)
            candidates &= candidates - 1
            s.support[army] = leader
            value = self_icons(s, t, army, kind)
            if value > best:
                best = value
                chosen = leader
        s.support[army] = chosen


@kernel
def find_supporter(s, t, leader, armies, characters, side):
    """Find an army for `leader`, moving at most one other army to a second leader; return success."""
    first = side * SIDE_CARDS
    rest = armies
    while rest != 0:
        army = first + lowest_bit(rest)
        rest &= rest - 1
        if s.support[army] == NONE and may_support(s, t, army, leader):
            s.support[army] = leader
            return True
    rest = armies
    while rest != 0:
        army = first + lowest_bit(rest)
        rest &= rest - 1
        old = np.int64(s.support[army])
        if old == NONE or not may_support(s, t, army, leader) or is_special(t, army):
            continue
        s.support[army] = leader
        if supporters(s, armies, old, side) > 0:
            return True
        others = armies
        while others != 0:
            other = first + lowest_bit(others)
            others &= others - 1
            if s.support[other] == NONE and may_support(s, t, other, old):
                s.support[other] = old
                return True
        s.support[army] = old
    return False


@kernel
def is_special(t, army):
    """Tell whether the army has a text that changes its own icons."""
    return t.icon_special[side_of(army)] & card_bit(army) != 0


@kernel
def supporters(s, armies, leader, side):
    """Return how many of the armies support the character."""
    n = 0
    rest = armies
    while rest != 0:
        n += s.support[side * SIDE_CARDS + lowest_bit(rest)] == leader
        rest &= rest - 1
    return n


@kernel
def assign_support(s, t, cards, side, is_attacker):
    """Fill `s.support` for the side's cards of one battleground so that its icons total the most.

    Armies that gain icons themselves go first; then characters by leadership, most first, each
    given a free army, or one freed by shifting another (ties: lowest card index).
    """
    armies = cards & t.of_type[side, ARMY]
    characters = cards & t.of_type[side, CHARACTER]
    first = side * SIDE_CARDS
    clear_support(s, armies, side)
    if armies == 0 or characters == 0:
        return
    assign_specialists(s, t, armies, characters, side, BG_ATTACK if is_attacker else BG_DEFENSE)
    lead = LEAD_ATTACK if is_attacker else LEAD_DEFENSE
    done = np.int64(0)
    while done != characters:
        best = np.int64(NONE)
        rest = characters & ~done
        while rest != 0:
            leader = first + lowest_bit(rest)
            rest &= rest - 1
            if best == NONE or t.icons[leader, lead] > t.icons[best, lead]:
                best = leader
        done |= card_bit(best)
        if t.icons[best, lead] > 0 and supporters(s, armies, best, side) == 0:
            find_supporter(s, t, best, armies, characters, side)


@kernel
def clear_support(s, armies, side):
    """Let no army of the set support anybody."""
    rest = armies
    while rest != 0:
        s.support[side * SIDE_CARDS + lowest_bit(rest)] = NONE
        rest &= rest - 1


@kernel
def is_supported(s, t, character, cards):
    """Tell whether an army among the battleground's cards supports the character."""
    side = side_of(character)
    return supporters(s, cards & t.of_type[side, ARMY], character, side) > 0
