"""Inputs of a network from what a game declares of its seats' sight (`mazarbul.sim.bots.sight`).

See `mazarbul.sim.bots.network`.

Every element of a declared field that is not empty is one input, and so are the seat and the pending
decision. The two things of an option are inputs by themselves and together with its kind. So inputs are the
same in every world that fits what the deciding seat knows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

import numpy as np

from mazarbul.sim.bots.inputs import Rows
from mazarbul.sim.bots.network import clipped, note_input
from mazarbul.sim.bots.sight import FORM, SHOWN, SOURCE, Sight, is_hidden
from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.compile.native import loaded, place
from mazarbul.sim.engine.actions import NONE, a_of, b_of, kind_of
from mazarbul.sim.engine.bits import lowest_bit

BINS = 8  # rows of a number for which a game says nothing else
EACH = 4  # rows of an option: its kind with a, a, its kind with b, b

#: The columns of a plan: those of `mazarbul.sim.bots.sight.ROW` up to the width, then the number of rows of
#: an element, the value that says nothing, and the first row.
SOURCE_AT, OFFSET, SIZE, COUNT, HOW, WHOSE, FIRST, STEP, NAMES, WIDTH, ROWS, USUAL, ROW = range(13)

EMPTY = np.array([NONE if form in (FORM.CODE, FORM.CHOICE) else 0 for form in range(len(FORM))], np.int64)


class SightRows:
    """The rows of a network for what the seats of a game see, added to `state` and `options`.

    bins: field of numbers -> its rows: for 1, 2, ... with the last one for all that is more, or less than 0.
    usual: field of choices -> the value that is no input. without: fields that are left out.
    """

    def __init__(
        self,
        sight: Sight,
        state: Rows,
        options: Rows,
        *,
        bins: Mapping[str, int] | None = None,
        usual: Mapping[str, int] | None = None,
        without: Collection[str] = (),
    ) -> None:
        self.sight = sight
        self.seat = state.add("seat", sight.fields[0].n)
        self.decision = state.add("decision", len(sight.kinds) + 1)
        plan: list[tuple[int, ...]] = []
        runs: Counter[str] = Counter()
        for name, row in sight.runs():
            runs[name] += 1
            if name not in without:
                count, form, width = row[COUNT], row[HOW], row[WIDTH]
                each = (bins or {}).get(name, BINS) if form == FORM.NUMBER else width + int(form == FORM.CODE)
                says_nothing = (usual or {}).get(name, int(EMPTY[form]))
                plan.append((*row[:-1], each, says_nothing, state.add(f"{name} {runs[name]}", count, each)))
        self.plan = np.array(plan, np.int64)
        self.tokens = options.add("thing", sight.tokens)
        self.pairs, self.sizes = np.full((2, len(sight.kinds) + 1, 2), NONE, np.int64)
        for kind in sight.kinds:
            for i, sort in enumerate((kind.a, kind.b)):
                if sort:
                    size = self.sizes[kind.number, i] = sight.kinds.sorts[sort]
                    self.pairs[kind.number, i] = options.add(f"{kind.name} {'ab'[i]}", size)

    def fields(self) -> list[tuple]:
        """Return the fields of a mind for what its seats see."""
        return [
            ("sight", self.sight.seen),  # of the deciding seat
            ("unknown", "i8", (self.sight.blocks,)),  # [block] set of cards that are no inputs, as if hidden
        ]


@kernel
def note_value(m, v, form, names, width, rows, row, value):
    """Note a number, code or choice that is not empty. row: the first one of its `rows` rows."""
    if form == FORM.NUMBER:
        note_input(m, row + (rows - 1 if value < 0 else min(value, rows) - 1))
    elif names != 0 and is_hidden(v, value):
        note_input(m, row + width)
    elif value < width:
        note_input(m, row + value)


@kernel
def note_members(m, width, row, value):
    """Note the members of a set."""
    while value != 0:
        k = lowest_bit(value)
        value &= value - 1
        if k < width:
            note_input(m, row + k)


class Noting(NamedTuple):
    """Kernels that note what a seat sees, in the mind `m` (`SightRows.fields`, `Inputs.fields`).

    note_seen(s, t, m, seat): the state, after taking away all inputs of before. note_things(s, m, i, k): the
    things of option i, in the columns from k on.
    """

    note_seen: Callable
    note_things: Callable


def noting(rows: SightRows) -> Noting:
    """Return the kernels of a game."""
    see, blocks, plan, row_n = rows.sight.see, rows.sight.blocks, rows.plan, len(rows.plan)
    seat_row, decision_row, token_row = rows.seat, rows.decision, rows.tokens
    pairs, sizes, unknown = rows.pairs, rows.sizes, int(rows.sight.plan.unknown)
    tokens, is_card = np.array(rows.sight.plan.tokens), np.array(rows.sight.plan.is_card)

    @kernel
    def note_run(m, v, seat, r, at):
        """Note the elements of a run. at: address of the first one."""
        size, count, form, shown = plan[r, SIZE], plan[r, COUNT], plan[r, HOW], plan[r, WHOSE]
        first, step, usual = plan[r, FIRST], plan[r, STEP], plan[r, USUAL]
        names, width, each = plan[r, NAMES], plan[r, WIDTH], plan[r, ROWS]
        nothing = EMPTY[form]
        word = 8 // size
        i = np.int64(0)
        while i < count:
            if word > 1 and i + word <= count and loaded(at, 8) == nothing:  # all bits of NONE are 1
                i += word
                at += 8
                continue
            value = loaded(at, size)
            at += size
            k = i
            i += 1
            if value == nothing or value == usual or (value < 0 and nothing == NONE):
                continue
            if shown == SHOWN.OF_CARD and is_hidden(v, first + k // step):
                continue
            if shown == SHOWN.OWN and first + k // step != seat:
                continue
            if shown == SHOWN.CARDS:
                value &= ~v.hidden[(first + k * step) % blocks]
            if form == FORM.SET:
                note_members(m, width, plan[r, ROW] + k * each, value)
            else:
                note_value(m, v, form, names, width, each, plan[r, ROW] + k * each, value)

    @kernel
    def note_seen(s, t, m, seat):
        """Note what a seat that decides sees."""
        v = m.sight
        for block in range(blocks):
            v.hidden[block] = 0
        see(s, t, seat, v)
        for block in range(blocks):
            v.hidden[block] |= m.unknown[block]
        m.state_n = 0
        note_input(m, seat_row + seat)
        note_input(m, decision_row + np.int64(s.decision))
        for r in range(row_n):
            at = place(v) if plan[r, SOURCE_AT] == SOURCE.SEEN else place(s)
            note_run(m, v, seat, r, at + plan[r, OFFSET])

    @kernel
    def note_things(s, m, i, k):
        """Note the things of an option, after `note_seen`."""
        v = m.sight
        action = np.int64(s.options[i])
        kind = kind_of(action)
        for which in range(2):
            value = np.int64(a_of(action) if which == 0 else b_of(action))
            pair, thing = np.int64(NONE), np.int64(NONE)
            if tokens[kind, which] >= 0:
                value = clipped(value, sizes[kind, which])
                if is_card[kind, which] != 0 and is_hidden(v, value):
                    thing = np.int64(token_row + unknown)
                else:
                    pair = pairs[kind, which] + value
                    thing = token_row + tokens[kind, which] + value
            m.option_row[i, k + 2 * which] = np.int16(pair)
            m.option_row[i, k + 2 * which + 1] = np.int16(thing)

    return Noting(note_seen, note_things)
