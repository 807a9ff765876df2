"""Kernels join sets that change, on a map of more than 63 places, as Python's sets do."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.effects import Changing, Compiler, Live, Program, Relation, Vocabulary, codes
from mazarbul.sim.engine import sets
from mazarbul.sim.engine.records import empty_record, fill
from mazarbul.sim.engine.set_programs import decide, join

SIZE = 105
WORDS = sets.words_for(SIZE)
IDS = tuple(f"p{i}" for i in range(SIZE))
HELD, SIEGED = 1, 2


def near(ids, steps):
    """The places form a ring; steps along it have size 1, a step across it has size 50."""
    found = {int(name[1:]) for name in ids}
    for _ in range(steps):
        found |= {(i + by) % SIZE for i in found for by in (-1, 1, 50)}
    return {IDS[i] for i in found}


VOCABULARY = Vocabulary(
    "ring",
    "A ring of places",
    sets={
        "place": (
            Changing("held", "held", required=HELD),
            Changing("free", "not held", forbidden=HELD),
            Changing("sieged", "besieged", required=SIEGED),
            Live("lit", "what the beacons show"),
            Relation("near", "at most n steps away", near, default=1),
        )
    },
)
LIT = VOCABULARY.live_codes("place").LIT

TABLES = np.dtype(
    [
        ("masks", "i8", (32, WORDS)),
        ("required", "i8", (32,)),
        ("forbidden", "i8", (32,)),
        ("set_start", "i4", (32,)),
        ("set_rows", "i4", (64, codes.SET_WIDTH)),
        ("set_near", "i8", (8, SIZE, WORDS)),
    ],
    align=True,
)
STATE = np.dtype(
    [
        ("held", "i8", (WORDS,)),
        ("sieged", "i8", (WORDS,)),
        ("lit", "i8", (WORDS,)),
        ("found", "i8", (WORDS,)),
        ("set_stack", "i8", (codes.SET_STACK, WORDS)),
    ],
    align=True,
)


@kernel
def push_mask(s, t, index, top):
    """Push the set of one mask."""
    found = s.set_stack[top]
    sets.assign(found, t.masks[index])
    if t.required[index] & HELD:
        sets.intersect(found, s.held)
    if t.forbidden[index] & HELD:
        sets.subtract(found, s.held)
    if t.required[index] & SIEGED:
        sets.intersect(found, s.sieged)
    if t.forbidden[index] & SIEGED:
        sets.subtract(found, s.sieged)


@kernel
def find(s, t, index):
    """Put the members of a set into `s.found`."""
    push_mask(s, t, index, 0)
    if t.set_start[index] != 0:
        row = np.int64(t.set_start[index])
        top = 0
        while t.set_rows[row, 0] != codes.END:
            code = t.set_rows[row, 0]
            if code == codes.MASK:
                push_mask(s, t, np.int64(t.set_rows[row, 1]), top)
                top += 1
            elif code >= codes.FIRST_CODE:
                sets.assign(s.set_stack[top], s.lit)
                top += 1
            else:
                top = join(s, t, row, top)
            row += 1
    sets.assign(s.found, s.set_stack[0])


@kernel
def is_member(s, t, index, i):
    """Return whether a place is in a set that is joined without relations."""
    row = np.int64(t.set_start[index])
    answers = np.int64(0)
    while t.set_rows[row, 0] != codes.END:
        code = np.int64(t.set_rows[row, 0])
        if code == codes.MASK:
            push_mask(s, t, np.int64(t.set_rows[row, 1]), 0)
            answers = answers << 1 | np.int64(sets.has(s.set_stack[0], i))
        elif code >= codes.FIRST_CODE:
            answers = answers << 1 | np.int64(sets.has(s.lit, i))
        else:
            answers = decide(code, answers)
        row += 1
    return answers != 0


def tables_of(program: Program) -> np.record:
    t = empty_record(TABLES)
    masks = program.sets("place")
    fill(t.masks, np.array([sets.words_of(mask.members, WORDS) for mask in masks]), "sets")
    t.required[: len(masks)] = [mask.required for mask in masks]
    t.forbidden[: len(masks)] = [mask.forbidden for mask in masks]
    fill(t.set_start, program.set_starts("place"), "sets")
    fill(t.set_rows, program.set_rows("place"), "rows of sets")
    for k, relation in enumerate(program.relations("place")):
        t.set_near[k] = [sets.words_of(there, WORDS) for there in relation]
    return t


#: A text and what it means: a function of the sets (held, sieged, lit).
LEAVES = st.sampled_from(
    [
        ("held", lambda w: w[0]),
        ("free", lambda w: set(range(SIZE)) - w[0]),
        ("sieged", lambda w: w[1]),
        ("lit", lambda w: w[2]),
        ("everything", lambda w: set(range(SIZE))),
    ]
)
SIGNS = {"&": set.__and__, "|": set.__or__, "-": set.__sub__}


def joined(inner, with_near):
    one_of = [
        inner.map(lambda a: (f"~({a[0]})", lambda w: set(range(SIZE)) - a[1](w))),
        st.tuples(st.sampled_from("&|-"), inner, inner).map(
            lambda t: (f"({t[1][0]} {t[0]} {t[2][0]})", lambda w: SIGNS[t[0]](t[1][1](w), t[2][1](w)))
        ),
    ]
    if with_near:
        one_of.append(
            st.tuples(inner, st.integers(0, 2)).map(
                lambda t: (f"near({t[0][0]}, {t[1]})", lambda w: around(t[0][1](w), t[1]))
            )
        )
    return st.one_of(one_of)


def around(places, steps):
    return {int(name[1:]) for name in near({IDS[i] for i in places}, steps)}


PLACES = st.sets(st.integers(0, SIZE - 1), max_size=20) | st.sets(st.sampled_from([0, 63, 64, SIZE - 1]))
WORLDS = st.tuples(PLACES, PLACES, PLACES)


def compiled(text):
    compiler = Compiler(VOCABULARY, {"place": {name: {} for name in IDS}}, Program())
    return compiler.set(text, "place"), compiler.program


def state_of(world):
    s = empty_record(STATE)
    s.held, s.sieged, s.lit = (sets.words_of(places, WORDS) for places in world)
    return s


@settings(deadline=None)  # the first call compiles
@given(st.recursive(LEAVES, lambda inner: joined(inner, True), max_leaves=6), WORLDS)
def test_whole_sets(expression, world):
    text, meaning = expression
    index, program = compiled(text)
    s = state_of(world)
    find(s, tables_of(program), index)
    assert sets.listed(s.found) == sorted(meaning(world))


@settings(deadline=None, max_examples=50)
@given(st.recursive(LEAVES, lambda inner: joined(inner, False), max_leaves=6), WORLDS)
def test_one_place_at_a_time(expression, world):
    text, meaning = expression
    index, program = compiled(text)
    t, s = tables_of(program), state_of(world)
    if t.set_start[index] != 0:
        assert {i for i in range(SIZE) if is_member(s, t, index, i)} == meaning(world)


def test_a_set_of_one_mask_has_no_rows():
    for text in ("held", "held & sieged", "near(everything)", "~held", "held - sieged", "everything"):
        index, program = compiled(text)
        assert program.set_starts("place")[index] == 0
        assert program.set_rows("place").tolist() == [[0, 0]]
