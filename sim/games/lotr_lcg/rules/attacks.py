"""The common parts of attacks by enemies and by players: frames, participants, end."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.bits import lowest_bit
from mazarbul.sim.engine.stack import pop
from mazarbul.sim.games.lotr_lcg.content.words import UNTIL
from mazarbul.sim.games.lotr_lcg.frames import Attack
from mazarbul.sim.games.lotr_lcg.ids import BLOCK, NONE, SEATS
from mazarbul.sim.games.lotr_lcg.rules.conditions import first_of
from mazarbul.sim.games.lotr_lcg.rules.numbers import expire, stat
from mazarbul.sim.games.lotr_lcg.rules.openings import open_window
from mazarbul.sim.games.lotr_lcg.rules.zones import block_of, card_bit, exhaust, is_character


@kernel
def open_step_window(s, t, frame, window):
    """Continue with the next step after a window, which attacks made by texts do not have (A-56)."""
    frame[Attack.step] += 1
    if frame[Attack.is_by_text] == 0:
        open_window(s, t, window)


@kernel
def set_aside_modifiers(s):
    """Keep effects that last for the current attack from ending with an attack that begins inside it.

    The attack that begins will be frame s.frame_n; the effects set aside last until -1 - that number.
    """
    if s.attack_frame == NONE and s.strike_frame == NONE:
        return
    for i in range(s.grant_n):
        if s.grants[i].until == UNTIL.ATTACK:
            s.grants[i].until = -1 - s.frame_n


@kernel
def end_attack(s):
    """Drop the top frame, of a finished attack, and effects of its duration (LCG-13.15, LCG-14.6)."""
    pop(s)
    expire(s, UNTIL.ATTACK)
    for i in range(s.grant_n):
        if s.grants[i].until == -1 - s.frame_n:
            s.grants[i].until = UNTIL.ATTACK


@kernel
def add(s, frame, card):
    """Exhaust a character that takes part."""
    frame[Attack.others + block_of(card)] |= card_bit(card)
    exhaust(s, card)


@kernel
def first_part(s):
    """Return the character with the lowest number that takes part in the attack on top, NONE without any."""
    return first_of(s, s.frame_n - 1, Attack.others)


@kernel
def forget_absent(s, t, frame):
    """Drop the characters that have left play (LCG-13.12)."""
    for b in range(SEATS):
        rest = frame[Attack.others + b]
        while rest != 0:
            card = np.int64(b) * BLOCK + lowest_bit(rest)
            rest &= rest - 1
            if not is_character(s, t, card):
                frame[Attack.others + b] &= ~card_bit(card)


@kernel
def total(s, t, frame, column):
    """Return the sum of a number (ATK or DEF) of all participating characters (LCG-14.4, A-08)."""
    found = np.int64(0)
    for b in range(SEATS):
        rest = frame[Attack.others + b]
        while rest != 0:
            found += stat(s, t, np.int64(b) * BLOCK + lowest_bit(rest), column)
            rest &= rest - 1
    return found
