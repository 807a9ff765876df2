"""Plans that a search tries as a whole: sets of characters to commit to the quest (D-09).

The characters are selected one by one, and one of them says little about the set: whatever the first one is,
the heuristic bot completes its own plan.
"""

import numpy as np

from mazarbul.sim.bots.arms import add_step, begin
from mazarbul.sim.bots.choosing import HEURISTIC
from mazarbul.sim.bots.search import STEPS
from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.actions import a_of, action, kind_of
from mazarbul.sim.engine.bits import bit, has, lowest_bit, popcount
from mazarbul.sim.games.lotr_lcg.actions import COMMIT, DONE
from mazarbul.sim.games.lotr_lcg.bots.bound import is_avoided
from mazarbul.sim.games.lotr_lcg.bots.heuristic.cards import judge_as
from mazarbul.sim.games.lotr_lcg.bots.heuristic.quest import begin_plan, change_worth, plan_commitment
from mazarbul.sim.games.lotr_lcg.ids import BLOCK, SEATS
from mazarbul.sim.games.lotr_lcg.rules.numbers import committed_willpower, staging_threat
from mazarbul.sim.games.lotr_lcg.rules.quest import ask_commit


@kernel
def plans(s, t, m, w):
    """List sets of characters to commit as arms (see `mazarbul.sim.bots.search.Rules.plans`).

    The first one is the heuristic bot's own. The others differ from it by a character, by an exchange of two,
    or are nobody and everybody: the best ones by the bot's judgement. Others will commit as it expects.
    """
    player = np.int64(s.actor)
    if s.decision != COMMIT or m.policy[player] != HEURISTIC or not take_back(s, t, player, w):
        return False
    begin(s, w)
    judge_as(m, player)
    list_sets(s, t, m, w, player)
    for arm in range(w.arm_n):
        write_out(s, m, w, arm)
    return True


@kernel
def take_back(s, t, player, w):
    """Select no character yet; return False, with nothing changed, if too many are selected for a plan."""
    n = np.int64(0)
    for block in range(SEATS):
        n += popcount(s.looked[block] & s.controlled[player, block])
    if n >= STEPS:
        return False
    for block in range(SEATS):
        rest = s.looked[block] & s.controlled[player, block]
        s.looked[block] &= ~rest
        while rest != 0:
            w.taken[w.taken_n] = action(COMMIT, block * BLOCK + lowest_bit(rest), 0)
            w.taken_n += 1
            rest &= rest - 1
    if n > 0:
        s.decisions -= n
        ask_commit(s, t, player)
    return True


@kernel
def list_sets(s, t, m, w, player):
    """List the sets of characters, best first after the bot's own."""
    plan = plan_commitment(s, t, m, player)
    free = free_characters(s, t, m, player)
    own = plan & (free | ~m.party_chars[0])
    begin_plan(m, own, committed_willpower(s, t) - staging_threat(s, t))
    w.sets[0] = own
    w.arm_n = 1
    for i in range(m.char_n):
        if has(free, i):
            add_set(m, w, own ^ bit(i))
            for j in range(i):
                if has(free, j) and has(own, i) != has(own, j):
                    add_set(m, w, own ^ bit(i) ^ bit(j))
    add_set(m, w, own & ~free)
    add_set(m, w, own | free)


@kernel
def free_characters(s, t, m, player):
    """Return the set of characters that the player may commit and does not avoid."""
    is_bound = m.is_bound[player] != 0
    found = np.int64(0)
    for i in range(s.option_n):
        option = np.int64(s.options[i])
        if kind_of(option) == COMMIT and not (is_bound and is_avoided(s, t, m, player, option)):
            found |= character_bit(m, a_of(option))
    return found


@kernel
def character_bit(m, card):
    """Return the bit of a card in sets of characters, 0 if it is none of those in `m.char`."""
    for i in range(m.char_n):
        if m.char[i] == card:
            return bit(i)
    return np.int64(0)


@kernel
def add_set(m, w, changed):
    """List a set of characters in its place, if it is new and not worse than all of the most arms."""
    for arm in range(w.arm_n):
        if w.sets[arm] == changed:
            return
    worth = change_worth(m, w.sets[0], changed)
    if w.arm_n < w.most_arms:
        w.arm_n += 1
    elif worth <= w.worth[w.arm_n - 1]:
        return
    arm = w.arm_n - 1
    while arm > 1 and w.worth[arm - 1] < worth:
        w.sets[arm] = w.sets[arm - 1]
        w.worth[arm] = w.worth[arm - 1]
        arm -= 1
    w.sets[arm] = changed
    w.worth[arm] = worth


@kernel
def write_out(s, m, w, arm):
    """Write the actions that select a set, in their order, and stopping unless no character is left."""
    w.step_n[arm] = 0
    last = np.int64(0)
    for i in range(s.option_n):
        option = np.int64(s.options[i])
        if kind_of(option) == COMMIT and character_bit(m, a_of(option)) & w.sets[arm] != 0:
            add_step(w, arm, option)
            last = np.int64(i)
    if last + 1 < s.option_n:
        add_step(w, arm, action(DONE, 0, 0))
