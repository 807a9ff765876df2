"""State checks (LCG-22.4) and the course of the quest from stage to stage (LCG-18)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.actions import ask, offer
from mazarbul.sim.engine.bits import bit, has, lowest_bit, popcount
from mazarbul.sim.engine.log import note
from mazarbul.sim.engine.stack import pop, push, top
from mazarbul.sim.games.lotr_lcg import actions
from mazarbul.sim.games.lotr_lcg.content import words
from mazarbul.sim.games.lotr_lcg.frames import Restricted, Stage
from mazarbul.sim.games.lotr_lcg.ids import (
    BLOCK,
    BLOCKS,
    ELIMINATED_BY,
    ENCOUNTER,
    ENDED,
    FACE_DOWN,
    GAINS,
    KEYWORD,
    NONE,
    ON,
    PHASE,
    SEATS,
    SIDE,
    STAGE_SOURCE,
    STAT,
    TYPE,
    E,
)
from mazarbul.sim.games.lotr_lcg.rules.conditions import evaluate
from mazarbul.sim.games.lotr_lcg.rules.elimination import eliminate, end_game
from mazarbul.sim.games.lotr_lcg.rules.moves import leave_play
from mazarbul.sim.games.lotr_lcg.rules.numbers import has_flag, stat
from mazarbul.sim.games.lotr_lcg.rules.piles import random_index, rebuild
from mazarbul.sim.games.lotr_lcg.rules.triggers import emit, start_effect
from mazarbul.sim.games.lotr_lcg.rules.zones import (
    block_of,
    card_bit,
    controller,
    heroes_and_allies,
    in_play,
    local_of,
    mark_dirty,
    with_text,
)

MOST_RESTRICTED = 2  # LCG-21.9


@kernel
def state_checks(s, t):
    """Make the state checks once; any change leads to another round of them (LCG-22.4)."""
    due = s.is_dirty
    s.is_dirty = 0
    if due & 2:
        refresh_forms(s, t)
    destroy(s, t)
    explore(s, t)
    if due & 4:
        check_restricted(s, t)
    check_players(s, t)
    if s.phase == PHASE.OVER or s.is_dirty != 0:
        return
    if s.is_advancing == 0:
        check_stage(s, t)
        if has(t.heard, ON.STATE) and s.phase != PHASE.OVER and s.is_advancing == 0:
            check_states(s, t)
    if s.phase == PHASE.QUEST and s.reveal_frame == NONE and s.deck_n[ENCOUNTER] == 0:
        rebuild(s, t)


@kernel
def destroy(s, t):
    """Destroy every card with as much damage as hit points, all at once (LCG-15.2)."""
    doomed = np.int64(s.frame_n)  # a free frame keeps the cards
    is_any = False
    for b in range(BLOCKS):
        s.frames[doomed, b] = 0
        rest = s.damaged[b] & s.in_play[b]
        while rest != 0:
            i = lowest_bit(rest)
            rest &= rest - 1
            card = np.int64(b) * BLOCK + i
            if card != s.captive and s.damage[card] >= stat(s, t, card, STAT.HIT_POINTS):
                s.frames[doomed, b] |= bit(i)
                is_any = True
    if not is_any:
        return
    for b in range(BLOCKS):
        rest = s.frames[doomed, b]
        while rest != 0:
            card = np.int64(b) * BLOCK + lowest_bit(rest)
            rest &= rest - 1
            if in_play(s, card):
                leave_play(s, t, card, words.TO.DISCARD, True)


@kernel
def explore(s, t):
    """Explore every location with enough progress (LCG-9.7)."""
    rest = s.staging & t.of_type[ENCOUNTER, TYPE.LOCATION]
    if s.active != NONE:
        rest |= card_bit(s.active)
    while rest != 0:
        card = ENCOUNTER * BLOCK + lowest_bit(rest)
        rest &= rest - 1
        if s.progress[card] >= t.quest_points[card]:
            leave_play(s, t, card, words.TO.DISCARD, True)


@kernel
def check_players(s, t):
    """Eliminate players at the limit of threat or without a usable hero (LCG-17.1, A-25)."""
    for player in range(t.player_n):
        if not has(s.in_game, player):
            continue
        heroes = t.heroes[player] & s.in_play[player]
        is_lost = heroes == 0
        if s.captive != NONE and block_of(s.captive) == player:
            is_lost = heroes == card_bit(s.captive) and popcount(t.heroes[player]) > 1
        if s.threat[player] >= t.threat_limit:
            eliminate(s, t, player, ELIMINATED_BY.THREAT)
        elif is_lost:
            eliminate(s, t, player, ELIMINATED_BY.HEROES)
        if s.phase == PHASE.OVER:
            return


# Gained traits and icons --------------------------------------------------------------------------


@kernel
def refresh_forms(s, t):
    """Compute again what every character has gained from texts (LCG-2.7)."""
    for b in range(SEATS):
        rest = s.varied[b]
        while rest != 0:
            i = lowest_bit(rest)
            rest &= rest - 1
            if s.form[b * BLOCK + i] != FACE_DOWN:
                s.form[b * BLOCK + i] = 0
                s.varied[b] &= ~bit(i)
    for b in range(BLOCKS):
        rest = with_text(s, b) & t.gainers[b]
        while rest != 0:
            source = np.int64(b) * BLOCK + lowest_bit(rest)
            rest &= rest - 1
            give_gains(s, t, source)


@kernel
def give_gains(s, t, source):
    """Give a card, or its host, the gains from the texts of a source."""
    first = np.int64(t.modifier_first[source])
    for m in range(first, first + t.modifier_n[source]):
        modifier = t.modifiers[m]
        if modifier.code != words.MODIFIER.TRAIT and modifier.code != words.MODIFIER.ICON:
            continue
        card = np.int64(source) if modifier.what == words.CARD.SELF else np.int64(s.host[source])
        if card < 0 or card >= ENCOUNTER * BLOCK or modifier.n >= GAINS:
            continue
        if evaluate(s, t, modifier.condition, source, controller(s, source), NONE) != 0:
            s.form[card] |= bit(modifier.n)
            s.varied[block_of(card)] |= card_bit(card)


# Restricted ---------------------------------------------------------------------------------------


@kernel
def restricted_on(s, t, host):
    """Return how many Restricted attachments a card has."""
    n = 0
    k = np.int64(s.first_on[host])
    while k != NONE:
        if has(t.keyword[block_of(k), KEYWORD.RESTRICTED], local_of(k)):
            n += 1
        k = np.int64(s.next_on[k])
    return n


@kernel
def check_restricted(s, t):
    """Let the controllers of characters with more than two Restricted attachments discard one (LCG-21.9)."""
    for b in range(SEATS):
        rest = s.in_play[b] & heroes_and_allies(t, b)
        while rest != 0:
            card = np.int64(b) * BLOCK + lowest_bit(rest)
            rest &= rest - 1
            if restricted_on(s, t, card) > MOST_RESTRICTED:
                push(s, Restricted.kind, card)


@kernel
def step_restricted(s, t):
    """Ask which Restricted attachment to discard (D-27)."""
    card = top(s)[Restricted.card]
    player = controller(s, card)
    if player == NONE or restricted_on(s, t, card) <= MOST_RESTRICTED:
        pop(s)
        return
    ask(s, player, actions.RESTRICTED)
    k = np.int64(s.first_on[card])
    while k != NONE:
        if has(t.keyword[block_of(k), KEYWORD.RESTRICTED], local_of(k)):
            offer(s, actions.RESTRICTED, k, 0)
        k = np.int64(s.next_on[k])


@kernel
def answer_restricted(s, t, card):
    """Discard the chosen attachment."""
    leave_play(s, t, card, words.TO.DISCARD, False)


# Stages -------------------------------------------------------------------------------------------


@kernel
def check_stage(s, t):
    """Complete the stage if it has enough progress and nothing holds it (LCG-18.1, LCG-18.3)."""
    points = t.stage_points[s.stage]
    if points > 0 and s.quest_progress >= points and not has_flag(s, t, words.MODIFIER.HOLD):
        advance_stage(s, t)


@kernel
def check_states(s, t):
    """Start the texts of the stage whose condition has become true (state check 7)."""
    source = STAGE_SOURCE + np.int64(s.stage)
    first = np.int64(t.effect_first[source])
    for k in range(t.effect_n[source]):
        effect = t.effects[first + k]
        if effect.on != ON.STATE:
            continue
        is_true = evaluate(s, t, effect.condition, source, s.first_player, NONE) != 0
        if is_true and not has(s.was_true, k):
            s.was_true |= bit(k)
            start_effect(s, first + k, source, np.int64(s.first_player))
        elif not is_true:
            s.was_true &= ~bit(k)


@kernel
def advance_stage(s, t):
    """Leave the current stage: win, or turn up the next one, at random among several (LCG-18.1)."""
    emit(s, t, ON.STAGE_DONE, STAGE_SOURCE + np.int64(s.stage), NONE, 0, NONE, NONE)
    after = np.int64(t.stage_next[s.stage])
    s.past_points += t.stage_points[s.stage]
    s.quest_progress = 0
    if after == 0:
        end_game(s, SIDE.PLAYERS, ENDED.QUEST_COMPLETED)
        return
    n = popcount(after)
    for _ in range(random_index(s, n) if n > 1 else np.int64(0)):
        after &= after - 1
    s.stage = lowest_bit(after)
    s.was_true = 0
    note(s, E.STAGE, s.stage, 0, 0)
    reveal_stage(s, t)


@kernel
def reveal_stage(s, t):  # noqa: ARG001  (one signature for all of its kind)
    """Turn up the current stage: its When Revealed texts follow, and until then it cannot be won (A-15)."""
    s.is_advancing = 1
    push(s, Stage.kind, s.stage)


@kernel
def step_stage(s, t):
    """Carry out the next When Revealed text of a stage."""
    frame = top(s)
    source = STAGE_SOURCE + frame[Stage.stage]
    first = np.int64(t.effect_first[source])
    while frame[Stage.next] < t.effect_n[source]:
        e = first + frame[Stage.next]
        frame[Stage.next] += 1
        if t.effects[e].on == ON.REVEALED:
            start_effect(s, e, source, np.int64(s.first_player))
            return
    s.is_advancing = 0
    mark_dirty(s)
    pop(s)
