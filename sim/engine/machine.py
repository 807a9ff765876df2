"""The list machine: walks the rows and values that the effect language compiles to.

See `mazarbul.sim.effects.codes`.

numba has no closures, so the machine does not call a game's code. It provides the steps that all games
share, and returns to the game what only the game can handle: `fetch` the rows of its words, `walk` the codes
of its conditions and numbers. A game's loop is then a few lines that evaluate, operate, and open the blocks
of its statements.

A state record has `frames`, `frame_n` (see `mazarbul.sim.engine.stack`) and `stack`, int64
(codes.STACK_LIMIT,). Tables have `rows` and `expressions`, int32 (see `mazarbul.sim.effects.codes`), and
`effects`: records with the first rows `cost` and `do`, or NONE.

The things that a text refers to are in *registers*: slots with the same numbers in the frames of texts and of
lists, passed on from each frame to the next. Every game has `text`; a game declares its own after it.
"""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.effects import codes
from mazarbul.sim.engine.actions import NONE, ask, offer
from mazarbul.sim.engine.expressions import combine
from mazarbul.sim.engine.frames import KIND, FrameKinds, layout
from mazarbul.sim.engine.stack import claim, pop, push, top

#: text: number of the effect in `t.effects`.
Registers = layout("Registers", "text", first=3)

KINDS = FrameKinds()
#: A text at work. stage: BEGIN, AGREED or PAID.
Text = KINDS.declare("Text", "stage", Registers)
#: Rows being carried out. next: the next one. stop: the row to stop before, or NONE.
Rows = KINDS.declare("Rows", "next", "stop", Registers)
#: A block carried out for several things in turn. row: of the statement. context: frame of its list.
#: index: number of things before this one. first: where they begin. times: repeats of the same one.
Each = KINDS.declare("Each", "row", "context", "index", "first", "times")
#: A choice of one of several blocks. row: of the statement. context: frame of its list.
Choose = KINDS.declare("Choose", "row", "context")

# Stages of a Text frame
BEGIN = 0
AGREED = 1
PAID = 2


# Texts --------------------------------------------------------------------------------------------


@kernel
def ask_may(s, seat, kind):
    """Ask a seat whether the text on top is used: actions of `kind`, 1 or 0."""
    ask(s, seat, kind)
    offer(s, kind, 0, 1)
    offer(s, kind, 0, 0)


@kernel
def answer_may(s, is_wanted):
    """Continue with the text on top, or drop it."""
    if is_wanted:
        top(s)[Text.stage] = AGREED
    else:
        pop(s)


@kernel
def carry_out_text(s, t):
    """Continue the text on top, which will be used: first its cost, then its effect."""
    frame = top(s)
    effect = t.effects[frame[Text.text]]
    if frame[Text.stage] != PAID:
        frame[Text.stage] = PAID
        if effect.cost != NONE:
            push_list(s, np.int64(effect.cost), NONE, np.int64(s.frame_n - 1))
            return
    if effect.do == NONE:
        pop(s)
        return
    frame[KIND] = Rows.kind  # the frame of the text becomes that of its list
    frame[Rows.next] = effect.do
    frame[Rows.stop] = NONE


# Lists --------------------------------------------------------------------------------------------


@kernel
def push_list(s, row, stop, f):
    """Push the frame that carries out rows from `row` on, up to but without `stop` if that is not NONE.

    f: frame whose registers the list has.
    """
    frame = claim(s)
    frame[:] = s.frames[f]
    frame[KIND] = Rows.kind
    frame[Rows.next] = row
    frame[Rows.stop] = stop


@kernel
def close_list(s):
    """Drop the list on top; that of a cost leaves its registers to the text."""
    n = s.frame_n
    if n >= 2 and s.frames[n - 2, KIND] == Text.kind:
        for slot in range(Rows.text, s.frames.shape[1]):
            s.frames[n - 2, slot] = s.frames[n - 1, slot]
    pop(s)


@kernel
def fetch(s, t):
    """Return the next row of the list on top that the game must carry out; NONE if the list has ended.

    An ended list is dropped. Otherwise the list continues at the row after the returned one, unless
    `branch` or one of the kernels for blocks changes that.
    """
    frame = top(s)
    row = frame[Rows.next]
    while row != frame[Rows.stop] and t.rows[row, codes.CODE] != codes.END:
        if t.rows[row, codes.CODE] != codes.JUMP:
            frame[Rows.next] = row + 1
            return row
        row = np.int64(t.rows[row, codes.JUMP_ROW])
    close_list(s)
    return np.int64(NONE)


@kernel
def branch(s, t, row, value):
    """Continue after an `if` whose condition has this value."""
    if value == 0:
        top(s)[Rows.next] = t.rows[row, codes.IF_ELSE]


@kernel
def skip_block(s, t, row):
    """Make the list on top continue after the block of a statement."""
    top(s)[Rows.next] = t.rows[row, codes.BLOCK_END]


@kernel
def carry_out_block(s, t, row, f):
    """Push the list of a statement's block. f: frame whose registers it has."""
    push_list(s, row + 1, np.int64(t.rows[row, codes.BLOCK_END]), f)


# Each ---------------------------------------------------------------------------------------------


@kernel
def start_each(s, t, row, first):
    """Push the frame that carries out a block for several things. first: the value of its slot `first`."""
    skip_block(s, t, row)
    push(s, Each.kind, row, s.frame_n - 1, 0, first)


@kernel
def serve(s, t, register, who):
    """Push the block of the Each frame on top for one thing, `who`, which is put into a register."""
    frame = top(s)
    carry_out_block(s, t, frame[Each.row], frame[Each.context])
    top(s)[register] = who


# Choose -------------------------------------------------------------------------------------------


@kernel
def start_choose(s, t, row):
    """Push the frame that asks which of a statement's options to carry out."""
    skip_block(s, t, row)
    push(s, Choose.kind, row, s.frame_n - 1)


@kernel
def next_option(t, row, option):
    """Return the row of the option after `option` in a choice, or NONE; the first one if that is NONE."""
    following = row + 1 if option == NONE else np.int64(t.rows[option, codes.BLOCK_END])
    return following if following < t.rows[row, codes.BLOCK_END] else np.int64(NONE)


@kernel
def take_option(s, t, number):
    """Carry out the option with this number of the choice on top."""
    frame = top(s)
    row = frame[Choose.row]
    f = frame[Choose.context]
    option = next_option(t, row, NONE)
    for _ in range(number):
        option = next_option(t, row, option)
    pop(s)
    carry_out_block(s, t, option, f)


# Values -------------------------------------------------------------------------------------------


@kernel
def is_constant(value):
    """Return whether an encoded value is itself a number; otherwise a program computes it."""
    return value < codes.VALUE_BASE


@kernel
def first_row(value):
    """Return the first row, in `t.expressions`, of the program of an encoded value."""
    return np.int64(value - codes.VALUE_BASE)


@kernel
def walk(s, t, row, height):
    """Walk a program from a row on, up to a word of the game's own or the end.

    height: number of values on the stack. Returns (row, height) there. The game pushes the value of its
    word and continues from the next row; at `codes.END` the result is the top of the stack.
    """
    code = t.expressions[row, codes.CODE]
    while code != codes.END and code < codes.FIRST_CODE:
        if code == codes.CONST:
            s.stack[height] = t.expressions[row, codes.CONST_NUMBER]
            height += 1
        else:
            height = combine(s, code, height)
        row += 1
        code = t.expressions[row, codes.CODE]
    return row, height
