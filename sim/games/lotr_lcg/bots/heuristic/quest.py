"""The quest: the worth of willpower, and the characters to commit (D-09)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.actions import a_of, kind_of
from mazarbul.sim.engine.bits import bit, has, lowest_bit, popcount
from mazarbul.sim.games.lotr_lcg.actions import COMMIT
from mazarbul.sim.games.lotr_lcg.bots.features import THREATS
from mazarbul.sim.games.lotr_lcg.bots.heuristic.meetings import combat_loss, weigh_meetings
from mazarbul.sim.games.lotr_lcg.bots.heuristic.situation import (
    add_attackers,
    add_characters,
    clear_characters,
    clear_foes,
    load_comers,
)
from mazarbul.sim.games.lotr_lcg.bots.heuristic.unseen import count_threats
from mazarbul.sim.games.lotr_lcg.bots.heuristic.values import felt, shared_threat_cost
from mazarbul.sim.games.lotr_lcg.bots.weights import W
from mazarbul.sim.games.lotr_lcg.content.words import MODIFIER
from mazarbul.sim.games.lotr_lcg.ids import ENCOUNTER, NONE, PRINTED_LIMIT, SEATS
from mazarbul.sim.games.lotr_lcg.rules.numbers import committed_willpower, flag_sum, has_flag, staging_threat
from mazarbul.sim.games.lotr_lcg.rules.sets import claimed_objectives
from mazarbul.sim.games.lotr_lcg.rules.zones import living

CALM = 30  # threat from which on progress becomes more urgent
PASSES = 4  # over all characters while the plan is improved
LEAST_GAIN = 1e-9
TRIFLE = 1e-6  # what the plan itself is preferred by


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
    share = m.w[W.HELD] if held else 1.0
    value = m.w[W.PROGRESS] * urgency(s, t, m) * (m.w[W.ACTIVE] * location + share * on_stage)
    if not held and on_stage == need and n > location:
        # after the last stage the quest is over
        value += m.w[W.PREY] if t.stage_next[s.stage] == 0 else m.w[W.COMPLETE]
    return value + 0.5 * m.w[W.SURPLUS] * m.w[W.PROGRESS] * min(surplus, np.int64(3))


@kernel
def urgency(s, t, m):
    """Return how many times more progress is worth than at a threat of 30."""
    highest = np.int64(CALM)
    for player in range(t.player_n):
        if has(s.in_game, player):
            highest = max(highest, felt(t, s.threat[player]))
    return 1.0 + m.w[W.URGENCY] * (highest - CALM) / (PRINTED_LIMIT - CALM)


@kernel
def quest_gain(s, t, m, x):
    """Return the worth of questing with x more willpower than threat (LCG-9.2, LCG-9.3)."""
    if x >= 0:
        return progress_worth(s, t, m, np.int64(x))
    return -m.w[W.FAIL] * shared_threat_cost(s, t, m, np.int64(-x))


@kernel
def count_gains(s, t, m, least, most):
    """Compute the worth of every difference of willpower and threat from `least` to `most`."""
    held = is_held(s, t, m)
    for x in range(max(least, -THREATS), min(most, THREATS - 1) + 1):
        if x >= 0:
            m.gain[x + THREATS] = worth_if(s, t, m, x, held)
        else:
            m.gain[x + THREATS] = -m.w[W.FAIL] * shared_threat_cost(s, t, m, -x)


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
def load_parties(s, t, m, player, reveals):
    """Store the characters and enemies of the players who have yet to commit, from the deciding one on."""
    clear_characters(m)
    clear_foes(m)
    m.party_n = 0
    m.party_foes[0] = 0
    is_next = False
    for k in range(t.player_n):
        other = (np.int64(s.turn_of) + k) % t.player_n
        is_next |= other == player
        if is_next and has(s.in_game, other):
            add_party(s, t, m, other, reveals)


@kernel
def add_party(s, t, m, player, reveals):
    """Store the characters and enemies of one player, and the losses if they meet."""
    p = np.int64(m.party_n)
    m.party_n = p + 1
    add_characters(s, t, m, player)
    add_attackers(s, t, m, player)
    load_comers(s, t, m, player, np.float64(reveals))
    weigh_meetings(s, t, m, player, False)
    m.party_chars[p] = bit(m.char_n) - bit(m.char_from)
    m.party_foes[p + 1] = m.foe_n
    m.party_backing[p] = m.backing


@kernel
def party_loss(m, p, plan):
    """Return the expected loss in combat of one player if a set of characters is committed."""
    m.foe_from = m.party_foes[p]
    m.foe_n = m.party_foes[p + 1]
    m.backing = m.party_backing[p]
    return combat_loss(m, m.party_chars[p] & (~plan | m.again), m.w[W.HUNT])


@kernel
def begin_plan(m, plan, margin):
    """Compute the losses, margin and gain of a first plan; margin: without it."""
    for i in range(m.char_n):
        if has(plan, i):
            margin += np.int64(m.wil[i])
    m.margin_now = margin
    m.gain_now = expected_gain(m, margin)
    for p in range(m.party_n):
        m.loss_now[p] = party_loss(m, p, plan)


@kernel
def change_worth(m, plan, changed):
    """Return how much better a changed plan is; its losses, margin and gain are kept apart."""
    value = 0.0
    margin = np.int64(m.margin_now)
    rest = plan ^ changed
    while rest != 0:
        i = lowest_bit(rest)
        rest &= rest - 1
        if has(changed, i):
            margin += np.int64(m.wil[i])
            value += m.go[i] - m.stay[i]
        else:
            margin -= np.int64(m.wil[i])
            value += m.stay[i] - m.go[i]
    for p in range(m.party_n):
        m.loss_then[p] = m.loss_now[p]
        if m.party_chars[p] & (plan ^ changed) != 0:
            m.loss_then[p] = party_loss(m, p, changed)
            value -= m.w[W.COMBAT] * (m.loss_then[p] - m.loss_now[p])
    m.margin_then = margin
    m.gain_then = expected_gain(m, margin)
    return value + m.gain_then - m.gain_now


@kernel
def better_plan(m, plan, changed):
    """Return a changed plan if it is better, else the plan itself."""
    if change_worth(m, plan, changed) <= LEAST_GAIN:
        return plan
    m.margin_now = m.margin_then
    m.gain_now = m.gain_then
    for p in range(m.party_n):
        m.loss_now[p] = m.loss_then[p]
    return changed


@kernel
def improve_plan(m, plan):
    """Return the set of characters to commit: single ones are added, removed or exchanged while it helps."""
    for _ in range(PASSES):
        before = plan
        for i in range(m.char_n):
            plan = better_plan(m, plan, plan ^ bit(i))
        if plan == before:
            break
    for i in range(m.char_n):
        for j in range(i):
            if has(plan, i) != has(plan, j):
                plan = better_plan(m, plan, plan ^ bit(i) ^ bit(j))
    return plan


@kernel
def plan_commitment(s, t, m, player):
    """Return the set of characters (as numbers in `m.char`) that should be committed by all who have yet to.

    The players plan together: characters and enemies lie open, so each knows what the next ones can do best.
    """
    reveals = reveals_to_come(s, t)
    count_threats(s, t, m, player, reveals)
    load_parties(s, t, m, player, reveals)
    margin = committed_willpower(s, t) - staging_threat(s, t)
    plan = np.int64(0)
    willpower = 0.0
    for i in range(m.char_n):
        willpower += m.wil[i]
        if m.wil[i] >= 1.0:
            plan |= bit(i)
    count_gains(s, t, m, margin - np.int64(m.threat_n), margin + np.int64(willpower))
    begin_plan(m, plan, margin)
    return improve_plan(m, plan)


@kernel
def selected_n(s):
    """Return how many characters are selected."""
    n = np.int64(0)
    for b in range(SEATS):
        n += popcount(s.looked[b])
    return n


@kernel
def is_planned(s, m):
    """Return whether the plan is for this commitment, and since then only its characters were selected."""
    since = s.decisions - m.plan_decision
    is_same = m.has_plan != 0 and m.plan_seed == np.int64(s.seed)
    return is_same and since > 0 and selected_n(s) == m.plan_n + since


@kernel
def note_swings(m, plan):
    """Note for each character what committing it adds to the plan, at least a trifle if it is part of it."""
    for k in range(m.char_n):
        change = change_worth(m, plan, plan ^ bit(k))
        m.swing[m.char[k]] = max(-change, TRIFLE) if has(plan, k) else min(change, -TRIFLE)


@kernel
def score_commit(s, t, player, m):
    """Fill the scores of the characters to commit, and of being done (D-09).

    The plan depends on nothing that changes while characters are selected, so it is computed once for all
    of them. They are offered in ascending order, and those before the selected one cannot be selected any
    more: so an option costs what the planned characters that it passes over would add.
    """
    if not is_planned(s, m):
        for i in range(s.option_n):
            m.swing[a_of(np.int64(s.options[i]))] = -TRIFLE  # also if it is one too many for a plan
        note_swings(m, plan_commitment(s, t, m, player))
        m.has_plan = 1
        m.plan_seed = np.int64(s.seed)
        m.plan_decision = s.decisions
        m.plan_n = selected_n(s)
    passed = 0.0
    for i in range(s.option_n):
        action = np.int64(s.options[i])
        m.score[i] = 0.0
        if kind_of(action) == COMMIT:
            m.score[i] = min(m.swing[a_of(action)], 0.0) - passed
            passed += max(m.swing[a_of(action)], 0.0)
    for i in range(s.option_n):
        if kind_of(np.int64(s.options[i])) != COMMIT:
            m.score[i] = -passed
