"""The quest: the worth of willpower, and the characters to commit (D-09)."""

import numpy as np

from sim.engine.actions import a_of, kind_of
from sim.engine.bits import bit, has, lowest_bit
from sim.engine.jit import kernel
from sim.games.lotr_lcg.actions import COMMIT
from sim.games.lotr_lcg.bots.features import THREATS
from sim.games.lotr_lcg.bots.heuristic.meetings import combat_loss, weigh_meetings
from sim.games.lotr_lcg.bots.heuristic.situation import load_attackers, load_characters, load_comers
from sim.games.lotr_lcg.bots.heuristic.unseen import count_threats
from sim.games.lotr_lcg.bots.heuristic.values import shared_threat_cost
from sim.games.lotr_lcg.bots.weights import W
from sim.games.lotr_lcg.content.words import (
    MODIFIER,
)
from sim.games.lotr_lcg.ids import BLOCK, ENCOUNTER, NONE, SEATS, STAT
from sim.games.lotr_lcg.rules.numbers import committed_willpower, flag_sum, has_flag, staging_threat, stat
from sim.games.lotr_lcg.rules.sets import claimed_objectives
from sim.games.lotr_lcg.rules.zones import block_of, card_bit, heroes_and_allies, is_character, living

OTHERS_SHARE = 0.6  # share of their willpower that later players are expected to commit
HELD = 0.6  # share of the worth of progress while the stage is held
LOCATION_SHARE = 0.9  # worth of progress that the active location absorbs
PASSES = 4  # over all characters while the plan is improved


# The worth of willpower ---------------------------------------------------------------------------


@kernel
def is_held(s, t, m):
    """Return whether the stage cannot be completed now: because of an enemy or unclaimed objectives."""
    if m.is_endless[s.stage] != 0:
        return True
    if m.holders[s.stage] & s.in_play[ENCOUNTER] != 0:
        return True
    if m.claims[s.stage] == 0:
        return False
    n = np.int64(0)
    rest = claimed_objectives(s, t)
    while rest != 0:
        rest &= rest - 1
        n += 1
    return n < m.claims[s.stage]


@kernel
def location_need(s, t):
    """Return the progress that the active location still needs."""
    if s.active == NONE:
        return np.int64(0)
    return max(np.int64(t.quest_points[s.active]) - s.progress[s.active], np.int64(0))


@kernel
def stage_need(s, t, m):
    """Return the progress that the stage still needs; 0 if progress never ends it."""
    if m.is_endless[s.stage] != 0:
        return np.int64(0)
    return max(np.int64(t.stage_points[s.stage]) - s.quest_progress, np.int64(0))


@kernel
def progress_worth(s, t, m, n):
    """Return the worth of n progress on the current quest, the active location first (LCG-9.6)."""
    return worth_if(s, t, m, n, is_held(s, t, m))


@kernel
def worth_if(s, t, m, n, held):
    """Return the worth of n progress if the stage is held, or not."""
    location = min(n, location_need(s, t))
    need = stage_need(s, t, m)
    on_stage = min(n - location, need)
    surplus = n - location - on_stage
    share = HELD if held else 1.0
    value = m.w[W.PROGRESS] * (LOCATION_SHARE * location + share * on_stage)
    if not held and on_stage == need and n > location and t.stage_next[s.stage] == 0:
        value += m.w[W.PREY]  # the quest is over
    return value + 0.5 * m.w[W.SURPLUS] * m.w[W.PROGRESS] * min(surplus, np.int64(3))


@kernel
def quest_gain(s, t, m, x):
    """Return the worth of questing with x more willpower than threat (LCG-9.2, LCG-9.3)."""
    if x >= 0:
        return progress_worth(s, t, m, np.int64(x))
    return -shared_threat_cost(s, t, m, np.int64(-x))


@kernel
def count_gains(s, t, m, least, most):
    """Compute the worth of every difference of willpower and threat from `least` to `most`."""
    held = is_held(s, t, m)
    for x in range(max(least, -THREATS), min(most, THREATS - 1) + 1):
        if x >= 0:
            m.gain[x + THREATS] = worth_if(s, t, m, x, held)
        else:
            m.gain[x + THREATS] = -shared_threat_cost(s, t, m, -x)


@kernel
def expected_gain(m, margin):
    """Return the expected worth of questing; margin: willpower less the threat in the staging area now."""
    total = 0.0
    for i in range(m.threat_n):
        k = min(max(margin - i + THREATS, 0), 2 * THREATS - 1)
        total += m.threat_odds[i] * m.gain[k]
    return total


@kernel
def reveals_to_come(s, t):
    """Return how many cards the staging step reveals (LCG-8.1)."""
    if has_flag(s, t, MODIFIER.NO_STAGING):
        return np.int64(0)
    return living(s) + flag_sum(s, t, MODIFIER.EXTRA_REVEALS)


# Commitment ---------------------------------------------------------------------------------------


@kernel
def others_willpower(s, t, player):
    """Return the willpower committed, with the expected willpower of later players."""
    total = np.float64(committed_willpower(s, t))
    is_later = False
    for k in range(t.player_n):
        other = (np.int64(s.turn_of) + k) % t.player_n
        if other == player:
            is_later = True
        elif is_later and has(s.in_game, other):
            for b in range(SEATS):
                rest = s.controlled[other, b] & ~s.exhausted[b] & heroes_and_allies(t, b)
                while rest != 0:
                    card = np.int64(b) * BLOCK + lowest_bit(rest)
                    rest &= rest - 1
                    if is_character(s, t, card):
                        total += OTHERS_SHARE * stat(s, t, card, STAT.WILLPOWER)
    return np.int64(total + 0.5)


@kernel
def plan_worth(m, plan, everybody, margin):
    """Return the worth of committing a set of characters."""
    willpower = np.int64(0)
    value = 0.0
    rest = everybody
    while rest != 0:
        i = lowest_bit(rest)
        rest &= rest - 1
        if has(plan, i):
            willpower += np.int64(m.wil[i])
            value += m.go[i]
        else:
            value += m.stay[i]
    free = (everybody & ~plan) | (plan & m.again)
    return value + expected_gain(m, margin + willpower) - m.w[W.COMBAT] * combat_loss(m, free)


@kernel
def improve_plan(m, plan, everybody, margin):
    """Return the set of characters to commit: single ones are added, removed or exchanged while it helps."""
    best = plan_worth(m, plan, everybody, margin)
    for _ in range(PASSES):
        is_better = False
        for i in range(m.char_n):
            changed = plan ^ bit(i)
            value = plan_worth(m, changed, everybody, margin)
            if value > best + 1e-9:
                best = value
                plan = changed
                is_better = True
        if not is_better:
            break
    for i in range(m.char_n):
        for j in range(i):
            if has(plan, i) != has(plan, j):
                changed = plan ^ bit(i) ^ bit(j)
                value = plan_worth(m, changed, everybody, margin)
                if value > best + 1e-9:
                    best = value
                    plan = changed
    return plan


@kernel
def plan_commitment(s, t, m, player):
    """Return the set of the player's characters (as numbers in `m.char`) that should be committed."""
    reveals = reveals_to_come(s, t)
    count_threats(s, t, m, player, reveals)
    load_characters(s, t, m, player)
    load_attackers(s, t, m, player)
    load_comers(s, t, m, player, np.float64(reveals))
    weigh_meetings(s, t, m, player, False)
    margin = others_willpower(s, t, player) - staging_threat(s, t)
    everybody = bit(m.char_n) - 1
    plan = np.int64(0)
    willpower = 0.0
    for i in range(m.char_n):
        willpower += m.wil[i]
        if m.wil[i] >= 1.0:
            plan |= bit(i)
    count_gains(s, t, m, margin - np.int64(m.threat_n), margin + np.int64(willpower))
    return improve_plan(m, plan, everybody, margin)


@kernel
def is_planned(s, m):
    """Return whether the plan is for this commitment, and some of its characters are selected."""
    if m.plan_seed != np.int64(s.seed) or m.plan_decision != s.decisions:
        return False
    is_any = False
    for b in range(SEATS):
        if s.looked[b] != m.gone[b]:
            return False
        if m.gone[b] != 0:
            is_any = True
    return is_any


@kernel
def choose_commit(s, t, player, m):
    """Return the index of the next character of the plan, or of being done (D-09).

    The plan depends on nothing that changes while characters are selected, so it is computed once for
    all of them.
    """
    if not is_planned(s, m):
        plan = plan_commitment(s, t, m, player)
        for b in range(SEATS):
            m.going[b] = 0
        for k in range(m.char_n):
            if has(plan, k):
                m.going[block_of(m.char[k])] |= card_bit(m.char[k])
    for b in range(SEATS):
        m.gone[b] = s.looked[b]
    m.plan_seed = np.int64(s.seed)
    m.plan_decision = s.decisions + 1
    for i in range(s.option_n):
        action = np.int64(s.options[i])
        card = a_of(action)
        if kind_of(action) == COMMIT and m.going[block_of(card)] & card_bit(card) != 0:
            m.gone[block_of(card)] |= card_bit(card)
            return np.int64(i)
    return np.int64(0)
