"""The smallest game on the list machine: its words say numbers, for all players or for one option."""

from __future__ import annotations

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.effects import (
    NUMBER,
    ROW_WIDTH,
    VALUE_WIDTH,
    Block,
    Compiler,
    Operation,
    Program,
    Vocabulary,
    codes,
)
from mazarbul.sim.effects import Quantity as Number
from mazarbul.sim.engine.actions import NONE
from mazarbul.sim.engine.faults import Fault, fail
from mazarbul.sim.engine.frames import KIND, FrameKinds, layout
from mazarbul.sim.engine.machine import (
    BEGIN,
    KINDS,
    Choose,
    Each,
    Registers,
    Rows,
    Text,
    answer_may,
    ask_may,
    branch,
    carry_out_text,
    fetch,
    first_row,
    is_constant,
    next_option,
    serve,
    start_choose,
    start_each,
    take_option,
    walk,
)
from mazarbul.sim.engine.records import empty_record
from mazarbul.sim.engine.stack import pop, push, top
from mazarbul.sim.engine.state import play_fields

MAY = 1  # kind of action
PLAYERS = 3
SAID = 4096

VOCABULARY = Vocabulary(
    "machine",
    "A Game of Words",
    words=(
        Operation("say", "say a number", n=NUMBER),
        Operation("each", "for each player", body=Block("operation")),
        Operation("choose", "one of the options", body=Block("operation")),
        Operation("option", "an option", body=Block("operation")),
        Operation("speechless", "a word that no branch carries out"),
        Number("they", "the player served"),
        Number("mute", "a number that no branch evaluates"),
    ),
    sets={},
)

SAY, EACH, CHOOSE, OPTION, SPEECHLESS = VOCABULARY.codes("operation")
THEY, MUTE = VOCABULARY.codes("value")

Scope = layout("Scope", Registers, "they")
_kinds = FrameKinds(after=KINDS, holding=Scope)
Unknown = _kinds.declare("Unknown", "what")

STATE = np.dtype(
    [
        *play_fields("machine", options=8, frames=14, width=_kinds.width, events=1),
        ("said_n", "i8"),
        ("said", "i8", (SAID,)),
    ],
    align=True,
)
TABLES = np.dtype(
    [
        ("rows", "i4", (512, ROW_WIDTH)),
        ("expressions", "i4", (512, VALUE_WIDTH)),
        ("effects", [("cost", "i4"), ("do", "i4"), ("may", "i4")], (1,)),
    ],
    align=True,
)


def compiled(do: str, cost: str = "", *, may: bool = False) -> tuple[np.record, Program]:
    """Return the tables of a game with one text, and its program."""
    compiler = Compiler(VOCABULARY, {}, Program())
    t = empty_record(TABLES)
    t.effects[0].cost = compiler.block(cost) if cost else NONE
    t.effects[0].do = compiler.block(do) if do else NONE
    t.effects[0].may = may
    program = compiler.program
    t.rows[: len(program.rows)] = program.rows_array()
    t.expressions[: len(program.exprs)] = program.exprs_array()
    return t, program


def play(t: np.record, is_wanted: bool = True) -> np.record:
    """Play the text to its end, or to a fault; options are taken by the number of the player served."""
    s = empty_record(STATE)
    carry_on(s, t, is_wanted)
    return s


@kernel
def carry_on(s, t, is_wanted):
    """Push the text and continue until no frame is left."""
    push(s, Text.kind, BEGIN)
    top(s)[Scope.they] = NONE
    while s.frame_n > 0 and s.fault == Fault.NONE:
        s.option_n = 0
        step(s, t)
        if s.option_n > 0 and s.decision == MAY:
            answer_may(s, is_wanted)
        elif s.option_n > 0:
            f = top(s)[Choose.context]
            take_option(s, t, max(s.frames[f, Scope.they], 0) % s.option_n)


@kernel
def step(s, t):
    """Continue with the top frame."""
    kind = top(s)[KIND]
    if kind == Text.kind:
        step_text(s, t)
    elif kind == Rows.kind:
        step_rows(s, t)
    elif kind == Each.kind:
        step_each(s, t)
    elif kind == Choose.kind:
        step_choose(s, t)
    else:
        fail(s, Fault.FRAME, kind)


@kernel
def step_text(s, t):
    """Ask whether to use the text, then carry it out."""
    if top(s)[Text.stage] == BEGIN and t.effects[0].may != 0:
        ask_may(s, 0, MAY)
    else:
        carry_out_text(s, t)


@kernel
def step_rows(s, t):
    """Carry out rows until the list ends or a frame is pushed."""
    depth = s.frame_n
    while s.frame_n == depth and s.fault == Fault.NONE:
        row = fetch(s, t)
        if row == NONE:
            return
        code = t.rows[row, codes.CODE]
        if code == codes.IF:
            branch(s, t, row, evaluate(s, t, np.int64(t.rows[row, 1])))
        elif code == EACH:
            start_each(s, t, row, 0)
        elif code == CHOOSE:
            start_choose(s, t, row)
        elif code == SAY:
            s.said[s.said_n % SAID] = evaluate(s, t, np.int64(t.rows[row, 1]))
            s.said_n += 1
        else:
            fail(s, Fault.WORD, code)


@kernel
def step_each(s, t):
    """Serve the next player."""
    frame = top(s)
    player = frame[Each.index]
    if player == PLAYERS:
        pop(s)
        return
    frame[Each.index] += 1
    serve(s, t, Scope.they, player)


@kernel
def step_choose(s, t):
    """Offer the options; drop the choice if there are none."""
    row = top(s)[Choose.row]
    s.decision = 0
    option = next_option(t, row, NONE)
    while option != NONE:
        s.option_n += 1
        option = next_option(t, row, option)
    if s.option_n == 0:
        pop(s)


@kernel
def evaluate(s, t, value):
    """Return an encoded number."""
    if is_constant(value):
        return np.int64(value)
    row = first_row(value)
    height = 0
    while True:
        row, height = walk(s, t, row, height)
        code = t.expressions[row, codes.CODE]
        if code == codes.END:
            return s.stack[height - 1]
        s.stack[height] = top(s)[Scope.they]
        if code != THEY:
            fail(s, Fault.VALUE, code)
        height += 1
        row += 1
