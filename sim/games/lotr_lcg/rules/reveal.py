"""Revealing encounter cards (LCG-8.5), guards (LCG-21.4) and Surge."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.bits import bit, has
from mazarbul.sim.engine.faults import Fault, fail
from mazarbul.sim.engine.log import note
from mazarbul.sim.engine.stack import pop, push, top
from mazarbul.sim.games.lotr_lcg import records
from mazarbul.sim.games.lotr_lcg.frames import Cancellable, Reveal
from mazarbul.sim.games.lotr_lcg.ids import ENCOUNTER, KEYWORD, NONE, ON, PHASE, TYPE, ZONE, E
from mazarbul.sim.games.lotr_lcg.rules.changes import raise_threat
from mazarbul.sim.games.lotr_lcg.rules.moves import to_staging
from mazarbul.sim.games.lotr_lcg.rules.piles import discard, rebuild, take_top
from mazarbul.sim.games.lotr_lcg.rules.triggers import emit_forced, emit_responses, start_effect
from mazarbul.sim.games.lotr_lcg.rules.zones import in_play, local_of, player_at

TURN_UP = 0
FORCED = 1
DOOMED = 2
ANSWERS = 3
TEXTS = 4
LEAVE = 5
GUARD = 6
SURGE = 7


@kernel
def reveal(s, t, n, guards):  # noqa: ARG001  (one signature for all of its kind)
    """Push the frame that reveals n encounter cards one by one; guards: the objective they guard, or NONE."""
    if n <= 0:
        return
    push(s, Reveal.kind, n, guards, NONE, TURN_UP)
    top(s)[Reveal.outer] = s.reveal_frame
    s.reveal_frame = s.frame_n - 1


@kernel
def step_reveal(s, t):
    """Continue revealing a card (LCG-8.5)."""
    frame = top(s)
    step = frame[Reveal.step]
    card = frame[Reveal.card]
    frame[Reveal.step] = step + 1
    if step == TURN_UP:
        turn_up(s, t)
    elif step == FORCED:
        emit_forced(s, t, ON.REVEALS, card, NONE, 0, NONE, NONE)
    elif step == DOOMED:
        if t.type[card] != TYPE.TREACHERY and not in_play(s, card):
            frame[Reveal.step] = TURN_UP
            return
        if t.doomed[card] > 0:
            raise_doom(s, t, card)
    elif step == ANSWERS:
        if next_text(s, t, card, 0) != NONE:
            emit_responses(s, t, ON.REVEALS, card, NONE, 0, NONE, s.frame_n - 1)
    elif step == TEXTS:
        step_texts(s, t, card)
    elif step == LEAVE:
        if s.zone[card] == ZONE.RESOLVING:
            discard(s, card)
    elif step == GUARD:
        if is_only_attached(t, frame):
            frame[Reveal.step] = TURN_UP  # without Surge
        place_guard(s, t, card)
    elif step == SURGE:
        frame[Reveal.step] = TURN_UP
        is_surging = has(t.keyword[ENCOUNTER, KEYWORD.SURGE], local_of(card)) or frame[Reveal.has_surge] != 0
        if is_surging:
            reveal(s, t, np.int64(1), np.int64(NONE))
    else:
        fail(s, Fault.STEP, step)


@kernel
def turn_up(s, t):
    """Turn up the next card: enemies, locations and objectives go to the staging area (LCG-8.3)."""
    frame = top(s)
    if s.phase == PHASE.QUEST:
        rebuild(s, t)  # LCG-8.4, A-19
    card = np.int64(NONE)
    if frame[Reveal.left] > 0:
        card = take_top(s, ENCOUNTER)
    if card == NONE:
        s.reveal_frame = frame[Reveal.outer]
        s.is_dirty |= 1
        pop(s)
        return
    frame[Reveal.left] -= 1
    frame[Reveal.card] = card
    frame[Reveal.text] = 0
    frame[Reveal.has_surge] = 0
    frame[Cancellable.is_cancelled] = 0
    note(s, E.REVEAL, card, np.int64(is_only_attached(t, frame)), 0)
    records.count_harm(s, card, records.REVEALED, 1)
    if t.type[card] != TYPE.TREACHERY:
        to_staging(s, t, card)
    if is_only_attached(t, frame):
        frame[Reveal.step] = LEAVE


@kernel
def is_only_attached(t, frame):
    """Return whether the card of a frame becomes a guard without being revealed (LCG-21.4)."""
    return t.guards_attached != 0 and frame[Reveal.guards] != NONE


@kernel
def raise_doom(s, t, card):
    """Raise every player's threat by the card's Doomed number (LCG-21.1)."""
    for i in range(t.player_n):
        player = player_at(s, t, s.first_player, i)
        if player != NONE:
            raise_threat(s, t, player, np.int64(t.doomed[card]))
            records.threatened(s, card, t.doomed[card])


@kernel
def next_text(s, t, card, k):  # noqa: ARG001  (one signature for all of its kind)
    """Return the number of the card's next When Revealed text from its k-th text on, or NONE."""
    first = np.int64(t.effect_first[card])
    for i in range(k, t.effect_n[card]):
        if t.effects[first + i].on == ON.REVEALED:
            return np.int64(i)
    return np.int64(NONE)


@kernel
def step_texts(s, t, card):
    """Carry out the next When Revealed text, unless they were cancelled (LCG-8.6)."""
    frame = top(s)
    if frame[Cancellable.is_cancelled] != 0:
        return
    k = next_text(s, t, card, frame[Reveal.text])
    if k == NONE:
        return
    frame[Reveal.text] = k + 1
    frame[Reveal.step] = TEXTS
    start_effect(s, t.effect_first[card] + k, card, np.int64(s.first_player))


@kernel
def place_guard(s, t, card):
    """Link a guard to its objective; reveal a guard for an objective that asks for one (LCG-21.4)."""
    frame = top(s)
    objective = frame[Reveal.guards]
    frame[Reveal.guards] = NONE
    kind = t.type[card]
    is_guard = (kind == TYPE.ENEMY or kind == TYPE.LOCATION) and in_play(s, card)
    if is_guard and objective != NONE and in_play(s, objective):
        s.guard[local_of(objective)] = card
        s.guarded |= bit(local_of(objective))
    if kind != TYPE.OBJECTIVE or not in_play(s, card):
        return
    if has(t.keyword[ENCOUNTER, KEYWORD.GUARDED], local_of(card)):
        reveal(s, t, np.int64(1), card)
    if objective != NONE and in_play(s, objective):
        reveal(s, t, np.int64(1), objective)  # is above on the work stack, so the first objective comes first
