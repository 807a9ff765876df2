"""The encounter phase: optional engagement and engagement checks (LCG-11)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.actions import ask, offer, offer_each
from mazarbul.sim.engine.bits import bit, has, lowest_bit
from mazarbul.sim.engine.faults import Fault, fail
from mazarbul.sim.games.lotr_lcg.actions import ENGAGE, ENGAGE_TIE, PASS
from mazarbul.sim.games.lotr_lcg.content.words import MODIFIER
from mazarbul.sim.games.lotr_lcg.ids import BLOCK, ENCOUNTER, NONE, TYPE, WINDOW
from mazarbul.sim.games.lotr_lcg.rules.moves import engage
from mazarbul.sim.games.lotr_lcg.rules.numbers import flag, has_flag, is_possible_code
from mazarbul.sim.games.lotr_lcg.rules.openings import open_window
from mazarbul.sim.games.lotr_lcg.rules.rounds import end_phase, on_turn, start_turns
from mazarbul.sim.games.lotr_lcg.rules.zones import living, next_player

# Steps
BY_CHOICE = 0
FIRST_WINDOW = 1
START_CHECKS = 2
CHECKS = 3  # `s.turn_of` checks next; the last `s.cursor` checks had no result
LAST_WINDOW = 4
OVER = 5


@kernel
def step_encounter(s, t):
    """Do the next thing of the encounter phase (LCG-4.2)."""
    step = s.step
    if step == BY_CHOICE:
        ask_engage(s, t)
    elif step == FIRST_WINDOW:
        s.step = START_CHECKS
        open_window(s, t, WINDOW.E1)
    elif step == START_CHECKS:
        s.step = LAST_WINDOW if has_flag(s, t, MODIFIER.NO_ENGAGEMENT_CHECKS) else CHECKS
        start_turns(s)
    elif step == CHECKS:
        check(s, t)
    elif step == LAST_WINDOW:
        s.step = OVER
        open_window(s, t, WINDOW.E2)
    elif step == OVER:
        end_phase(s, t)
    else:
        fail(s, Fault.STEP, step)


# Optional engagement ------------------------------------------------------------------------------


@kernel
def ask_engage(s, t):
    """Offer the next player the enemies in staging, to engage at most one (LCG-11.1, D-14)."""
    player = on_turn(s, t)
    if player == NONE:
        s.step = FIRST_WINDOW
        return
    rest = willing_enemies(s, t)
    if rest == 0:
        s.cursor += 1
        return
    ask(s, player, ENGAGE)
    offer(s, PASS, 0, 0)
    offer_each(s, ENGAGE, ENCOUNTER * BLOCK, rest)


@kernel
def willing_enemies(s, t):
    """Return the enemies in staging that can be engaged by choice (LCG-11.1)."""
    found = s.staging & t.of_type[ENCOUNTER, TYPE.ENEMY]
    if is_possible_code(s, t, MODIFIER.NO_OPTIONAL_ENGAGEMENT):
        rest = found
        while rest != 0:
            i = lowest_bit(rest)
            rest &= rest - 1
            if flag(s, t, MODIFIER.NO_OPTIONAL_ENGAGEMENT, ENCOUNTER * BLOCK + i):
                found &= ~bit(i)
    return found


@kernel
def answer_engage(s, t, card):
    """Let the player on turn engage an enemy (D-14)."""
    player = on_turn(s, t)
    s.cursor += 1
    engage(s, t, card, player)


@kernel
def answer_pass(s):
    """Let the player on turn engage no enemy (D-14)."""
    s.cursor += 1


# Engagement checks --------------------------------------------------------------------------------


@kernel
def check(s, t):
    """Make one player's engagement check; a full turn without a result ends them (LCG-11.2, LCG-11.3)."""
    if s.cursor >= living(s):
        s.step = LAST_WINDOW
        return
    if not has(s.in_game, s.turn_of):
        s.turn_of = next_player(s, t, s.turn_of)
    candidates = distinct(s, t, most_eager(s, t, np.int64(s.threat[s.turn_of])))
    if candidates == 0:
        s.cursor += 1
        s.turn_of = next_player(s, t, s.turn_of)
    elif candidates & (candidates - 1) == 0:
        answer_engage_tie(s, t, ENCOUNTER * BLOCK + lowest_bit(candidates))
    else:
        ask(s, s.first_player, ENGAGE_TIE)
        offer_each(s, ENGAGE_TIE, ENCOUNTER * BLOCK, candidates)


@kernel
def answer_engage_tie(s, t, card):
    """Let an enemy engage the player who checks; the next player in order checks then (D-15, A-41)."""
    player = np.int64(s.turn_of)
    s.cursor = 0
    s.turn_of = next_player(s, t, player)
    engage(s, t, card, player)


@kernel
def most_eager(s, t, threat):
    """Return the enemies in staging with the highest engagement cost that is at most the threat."""
    found = np.int64(0)
    highest = np.int64(-1)
    rest = s.staging & t.of_type[ENCOUNTER, TYPE.ENEMY]
    while rest != 0:
        i = lowest_bit(rest)
        rest &= rest - 1
        cost = np.int64(t.engagement[ENCOUNTER * BLOCK + i])
        if cost > threat or cost < highest:
            continue
        if cost > highest:
            found = np.int64(0)
            highest = cost
        found |= bit(i)
    return found


@kernel
def distinct(s, t, enemies):
    """Return these enemies with only one of copies that cannot be distinguished (D-15)."""
    if enemies & (enemies - 1) == 0:
        return enemies
    plain = enemies
    rest = enemies
    while rest != 0:
        i = lowest_bit(rest)
        rest &= rest - 1
        if not is_plain(s, ENCOUNTER * BLOCK + i):
            plain &= ~bit(i)
    found = enemies
    rest = plain
    while rest != 0:
        i = lowest_bit(rest)
        rest &= rest - 1
        if t.twins[ENCOUNTER * BLOCK + i] & plain != 0:
            found &= ~bit(i)
    return found


@kernel
def is_plain(s, card):
    """Return whether an enemy in staging has nothing on it, no lasting effects and guards nothing."""
    if s.damage[card] != 0 or s.tokens[card] != 0 or s.first_on[card] != NONE or s.first_shadow[card] != NONE:
        return False
    rest = s.guarded
    while rest != 0:
        if s.guard[lowest_bit(rest)] == card:
            return False
        rest &= rest - 1
    is_affected = False
    for i in range(s.grant_n):
        if s.grants[i].code != 0 and s.grants[i].card == card:
            is_affected = True
    return not is_affected
