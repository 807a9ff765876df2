"""The texts of cards at work: sets of regions, conditions and numbers, operations (CO-6)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.effects import VALUES, codes
from mazarbul.sim.engine import sets
from mazarbul.sim.engine.actions import NONE, ask, offer
from mazarbul.sim.engine.faults import Fault, fail
from mazarbul.sim.engine.log import note
from mazarbul.sim.engine.machine import (
    Choose,
    Text,
    branch,
    carry_out_text,
    fetch,
    first_row,
    is_constant,
    next_option,
    start_choose,
    walk,
)  # fmt: skip
from mazarbul.sim.engine.set_programs import join
from mazarbul.sim.engine.stack import pop, push, top
from tests.courier import actions
from tests.courier.frames import Jump, Scope
from tests.courier.ids import COURIER, EVENT, WORDS
from tests.courier.moves import arrive, draw, is_guarded, show
from tests.courier.vocabulary import LIVE, OPERATION, VALUE, VOCABULARY

NEVER = 99  # rounds since something that was never
STEPS = VOCABULARY.columns("operation", "steps")
REGIONS = VOCABULARY.columns("operation", "ward", "block", "jump", "scent")
DRAW = VOCABULARY.columns("operation", "draw")
IS_IN = VOCABULARY.columns(VALUES, "is_in")


# Sets and values ----------------------------------------------------------------------------------


@kernel
def find(s, t, number, you):
    """Compute a set of regions into `s.found`. you: the seat with the text."""
    row = np.int64(t.set_start[number])
    if row == 0:
        sets.assign(s.found, t.sets[number])
        return
    height = 0
    while t.set_rows[row, 0] != codes.END:
        code = t.set_rows[row, 0]
        if code == codes.MASK:
            sets.assign(s.set_stack[height], t.sets[t.set_rows[row, 1]])
            height += 1
        elif code >= codes.FIRST_CODE:
            push_live(s, t, code, you, height)
            height += 1
        else:
            height = join(s, t, row, height)
        row += 1
    sets.assign(s.found, s.set_stack[0])


@kernel
def push_live(s, t, code, you, height):
    """Put the regions of a live word on the stack of sets."""
    these = s.set_stack[height]
    sets.clear(these)
    if code == LIVE.COURIER:
        sets.add(these, s.courier)
    elif code == LIVE.SEEN:
        if s.seen != NONE:
            sets.add(these, s.seen)
    elif code == LIVE.RIDERS:
        for rider in range(t.rider_n):
            sets.add(these, s.rider[rider])
    elif code == LIVE.OWN_RIDERS:
        for rider in range(t.rider_n):
            if t.rider_seat[rider] == you:
                sets.add(these, s.rider[rider])
    else:
        fail(s, Fault.WORD, code)


@kernel
def evaluate(s, t, value, you):
    """Return the int64 value of an encoded condition or number."""
    if is_constant(value):
        return np.int64(value)
    row, height = walk(s, t, first_row(value), 0)
    while t.expressions[row, codes.CODE] != codes.END:
        s.stack[height] = word(s, t, row, you)
        row, height = walk(s, t, row + 1, height + 1)
    return s.stack[height - 1]


@kernel
def word(s, t, row, you):
    """Return the value of a word of this game; truth is 1 or 0."""
    code = t.expressions[row, codes.CODE]
    if code == VALUE.IS_SEEN:
        return np.int64(s.seen != NONE)
    if code == VALUE.IS_IN:
        find(s, t, np.int64(t.expressions[row, IS_IN.REGIONS]), you)
        return np.int64(sets.has(s.found, s.courier))
    if code == VALUE.SINCE_SEEN:
        return np.int64(s.round_number - s.seen_round if s.seen != NONE else NEVER)
    if code == VALUE.DISTANCE:
        return np.int64(t.to_harbour[s.courier])
    fail(s, Fault.WORD, code)
    return np.int64(0)


# Texts --------------------------------------------------------------------------------------------


@kernel
def is_playable(s, t, card, you):
    """Return whether the condition of a card's text holds (CO-6.1)."""
    for i in range(t.effect[card], t.effect[card] + t.effect_n[card]):
        if evaluate(s, t, np.int64(t.effects[i].condition), you) == 0:
            return False
    return True


@kernel
def play_card(s, t, card, you):
    """Put a card's texts on the work stack, the first on top."""
    for i in range(t.effect_n[card] - 1, -1, -1):
        push(s, Text.kind, 0)
        frame = top(s)
        frame[Scope.text] = t.effect[card] + i
        frame[Scope.you] = you


@kernel
def step_text(s, t):
    """Continue a text."""
    carry_out_text(s, t)


@kernel
def step_rows(s, t):
    """Carry out rows until the list ends or one of them has pushed a frame."""
    depth = s.frame_n
    frame = top(s)
    while s.frame_n == depth and s.fault == 0:
        row = fetch(s, t)
        if row == NONE:
            return
        code = t.rows[row, codes.CODE]
        you = frame[Scope.you]
        if code == codes.IF:
            branch(s, t, row, evaluate(s, t, np.int64(t.rows[row, codes.IF_VALUE]), you))
        elif code == OPERATION.CHOOSE:
            start_choose(s, t, row)
        else:
            operate(s, t, row, code, you)


@kernel
def operate(s, t, row, code, you):
    """Carry out one operation row."""
    if code == OPERATION.STEPS:
        s.steps += evaluate(s, t, np.int64(t.rows[row, STEPS.N]), you)
    elif code == OPERATION.RIDES:
        s.rides += evaluate(s, t, np.int64(t.rows[row, STEPS.N]), you)
    elif code == OPERATION.SEARCHES:
        s.searches += evaluate(s, t, np.int64(t.rows[row, STEPS.N]), you)
    elif code == OPERATION.HIDE:
        s.seen = NONE
        note(s, EVENT.HIDDEN, 0, 0, 0)
    elif code == OPERATION.SHOW:
        show(s)
    elif code == OPERATION.DRAW:
        draw(s, t, you, np.int64(t.rows[row, DRAW.PILE]), evaluate(s, t, np.int64(t.rows[row, DRAW.N]), you))
    else:
        operate_on_regions(s, t, row, code, you)


@kernel
def operate_on_regions(s, t, row, code, you):
    """Carry out an operation on a set of regions."""
    find(s, t, np.int64(t.rows[row, REGIONS.REGIONS]), you)
    if code == OPERATION.WARD:
        sets.unite(s.warded, s.found)
        note(s, EVENT.CLOSED, 0, sets.count(s.found), 0)
    elif code == OPERATION.BLOCK:
        sets.unite(s.closed, s.found)
        note(s, EVENT.CLOSED, 1, sets.count(s.found), 0)
    elif code == OPERATION.SCENT:
        if sets.has(s.found, s.courier):
            show(s)
    elif code == OPERATION.JUMP:
        push(s, Jump.kind, you)
        sets.assign(top(s)[Jump.regions : Jump.regions + WORDS], s.found)
    else:
        fail(s, Fault.WORD, code)


# Choices ------------------------------------------------------------------------------------------


@kernel
def ask_option(s, t):
    """Ask which option of a choice to carry out."""
    frame = top(s)
    ask(s, s.frames[frame[Choose.context], Scope.you], actions.MODE)
    option = next_option(t, frame[Choose.row], NONE)
    number = 0
    while option != NONE:
        offer(s, actions.MODE, number, 0)
        number += 1
        option = next_option(t, frame[Choose.row], option)


@kernel
def ask_jump(s, t):
    """Ask where the courier goes; it stays if there is no destination."""
    frame = top(s)
    ask(s, COURIER, actions.JUMP)
    for region in range(t.region_n):
        is_open = sets.has(frame[Jump.regions : Jump.regions + WORDS], region)
        if is_open and region != s.courier and not is_guarded(s, t, region):
            offer(s, actions.JUMP, region, 0)
    if s.option_n == 0:
        pop(s)


@kernel
def jump(s, t, region):
    """Move the courier to its destination."""
    pop(s)
    arrive(s, t, region)
