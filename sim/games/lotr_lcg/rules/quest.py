"""The quest phase: commitment, staging, resolution (LCG-7, LCG-8, LCG-9)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.actions import ask, offer, offer_each
from mazarbul.sim.engine.bits import has, lowest_bit
from mazarbul.sim.engine.faults import Fault, fail
from mazarbul.sim.engine.log import note
from mazarbul.sim.games.lotr_lcg.actions import COMMIT, DONE
from mazarbul.sim.games.lotr_lcg.content.words import MODIFIER
from mazarbul.sim.games.lotr_lcg.ids import BLOCK, NONE, ON, SEATS, TYPE, WINDOW, E
from mazarbul.sim.games.lotr_lcg.rules.changes import place_progress, raise_threat
from mazarbul.sim.games.lotr_lcg.rules.numbers import committed_willpower, flag_sum, has_flag, staging_threat
from mazarbul.sim.games.lotr_lcg.rules.openings import open_window
from mazarbul.sim.games.lotr_lcg.rules.piles import rebuild
from mazarbul.sim.games.lotr_lcg.rules.reveal import reveal
from mazarbul.sim.games.lotr_lcg.rules.rounds import end_phase, on_turn
from mazarbul.sim.games.lotr_lcg.rules.triggers import emit
from mazarbul.sim.games.lotr_lcg.rules.zones import block_of, card_bit, exhaust, living

# Steps
START = 0
COMMITMENT = 1
STAGING = 2
STAGED = 3
RESOLUTION = 4
FAILURE = 5
LAST_ACTIONS = 6
OVER = 7


@kernel
def step_quest(s, t):
    """Take the next step of the quest phase (LCG-4.2)."""
    step = s.step
    if step == START:
        s.step = COMMITMENT
        s.looked[:] = 0
        rebuild(s, t)  # LCG-8.4
    elif step == COMMITMENT:
        step_commitment(s, t)
    elif step == STAGING:
        s.step = STAGED
        reveal_cards(s, t)
    elif step == STAGED:
        s.step = RESOLUTION
        open_window(s, t, WINDOW.Q2)
    elif step == RESOLUTION:
        resolve(s, t)
    elif step == FAILURE:
        s.step = LAST_ACTIONS
        emit(s, t, ON.QUEST_FAILED, NONE, NONE, s.cursor, NONE, NONE)  # LCG-9.3
    elif step == LAST_ACTIONS:
        s.step = OVER
        open_window(s, t, WINDOW.Q3)
    elif step == OVER:
        end_phase(s, t)
    else:
        fail(s, Fault.STEP, step)


@kernel
def step_commitment(s, t):
    """Ask the next player for characters to commit; after the last one open the window (LCG-7.1, A-01)."""
    player = on_turn(s, t)
    if player == NONE:
        s.step = STAGING
        open_window(s, t, WINDOW.Q1)
    else:
        ask_commit(s, t, player)


@kernel
def ask_commit(s, t, player):
    """Offer the player's ready characters above those already selected, and stopping (D-09).

    The selected characters are those in `s.looked` (which may also hold cards of decks); they are selected in
    the order of their numbers, so that every set of them can be selected in only one way.
    """
    ask(s, player, COMMIT)
    offer(s, DONE, 0, 0)
    first = np.int64(0)
    for block in range(SEATS):
        if s.looked[block] & s.controlled[player, block] != 0:
            first = np.int64(block)
    for block in range(first, SEATS):
        rest = may_commit(s, t, player, block)
        chosen = s.looked[block] & s.controlled[player, block]
        while chosen != 0:  # only characters above the highest selected one remain
            rest &= ~(((chosen & -chosen) << 1) - 1)
            chosen &= chosen - 1
        offer_each(s, COMMIT, block * BLOCK, rest)


@kernel
def may_commit(s, t, player, block):
    """Return the cards of a block that the player can commit: ready characters but the prisoner (LCG-7.1)."""
    found = s.controlled[player, block] & (t.of_type[block, TYPE.HERO] | t.of_type[block, TYPE.ALLY])
    found &= ~s.exhausted[block] & ~s.committed[block]
    if s.captive != NONE and block_of(s.captive) == block:
        found &= ~card_bit(s.captive)
    return found


@kernel
def answer_commit(s, card):
    """Select a character to be committed (D-09)."""
    s.looked[block_of(card)] |= card_bit(card)


@kernel
def answer_done(s, t):
    """Commit all characters that the player has selected, at the same moment (LCG-7.1)."""
    player = np.int64(s.actor)
    s.cursor += 1
    for block in range(SEATS):
        s.looked[block] &= s.controlled[player, block]
        s.committed[block] |= s.looked[block]
        rest = s.looked[block]
        while rest != 0:
            card = np.int64(block * BLOCK) + lowest_bit(rest)
            rest &= rest - 1
            exhaust(s, card)
            note(s, E.COMMIT, player, card, 0)
    for block in range(SEATS):
        rest = s.looked[block]
        s.looked[block] = 0
        while rest != 0:
            emit(s, t, ON.COMMITTED, block * BLOCK + lowest_bit(rest), player, 0, NONE, NONE)
            rest &= rest - 1


@kernel
def reveal_cards(s, t):
    """Reveal the cards of the staging step; their number is fixed here (LCG-8.1, LCG-8.2, A-58)."""
    if not has_flag(s, t, MODIFIER.NO_STAGING):
        reveal(s, t, living(s) + flag_sum(s, t, MODIFIER.EXTRA_REVEALS), np.int64(NONE))


@kernel
def resolve(s, t):
    """Compare willpower and threat: progress, or more threat for every player (LCG-9.1 to LCG-9.4)."""
    willpower = np.int64(committed_willpower(s, t))
    threat = np.int64(staging_threat(s, t))
    note(s, E.QUEST, willpower, threat, 0)
    s.step = LAST_ACTIONS
    if willpower > threat:
        place_progress(s, t, willpower - threat)
    elif willpower < threat:
        s.step = FAILURE
        s.cursor = threat - willpower
        for player in range(t.player_n):
            if has(s.in_game, player):
                raise_threat(s, t, player, threat - willpower)
