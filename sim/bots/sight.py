"""What a seat sees of a state, as numbers for a learning agent: declared by each game, encoded by one kernel.

A game declares which fields of its state are open, which are about cards, and which nobody is shown. Its
kernel see(s, t, seat, v) says which cards are hidden from a seat, in `v.hidden`. What else a seat knows, such
as the size of a hand, is a further field of `v`. Everything about a hidden card is left out of what is
encoded. So an observation is the same in every world that fits what the seat knows
(`tests/agents/test_hidden_information.py`).

An option of the pending decision is a kind of action and two things. Each value of each sort of thing has a
number of its own, its token: card 5 is the same token whether it is played or discarded. Token 0 is nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.compile.native import loaded
from mazarbul.sim.engine.actions import a_of, b_of, kind_of
from mazarbul.sim.engine.bits import lowest_bit
from mazarbul.sim.engine.declared import numbered
from mazarbul.sim.engine.kinds import Kinds
from mazarbul.sim.engine.sets import WORD

#: How an element of a field becomes columns.
FORM = numbered("Form", ("NUMBER", "CODE", "CHOICE", "SET"))
#: Whose elements are shown: all; those of the seat itself; those of cards that are not hidden. The last one
#: is a set of cards, whose hidden members are left out.
SHOWN = numbered("Shown", ("ALL", "OWN", "OF_CARD", "CARDS"))
#: Where a field lies: in the state or in the record of the game's kernel.
SOURCE = numbered("Source", ("STATE", "SEEN"))

#: A run of elements that are encoded alike. offset, size: in bytes. first, step: see `Field`. names: 1 if an
#: element is a card, which may be hidden. width: columns of an element. out: the first column.
ROW = np.dtype(
    [
        (name, "i8")
        for name in (
            "source", "offset", "size", "count", "form", "shown", "first", "step", "names", "width", "out",
        )
    ]
)  # fmt: skip

LEAST, MOST = np.iinfo(np.int16).min, np.iinfo(np.int16).max
#: Fields of the state of every game: the pending decision (see `Sight.fields`), and what nobody is shown.
SETTLED = {
    *("actor", "decision", "options", "option_n"),
    *("seed", "game", "decisions", "frame_n", "frames", "stack"),
    *("is_logged", "event_n", "events", "fault", "fault_code"),
}


@dataclass(frozen=True)
class Field:
    """One field of an observation.

    name: of a field of the state or of the game's record of what is seen. meaning: in words. form: FORM.
    n: how many values a choice or a code can have, or how many members a set. shown: SHOWN. first, step:
    element i is about card `first + i // step`, of seat `i // step`, or, for a set of cards, of block
    `first + i * step` of all. names: whether an element is a card. shape, low, high, start: of its columns;
    set by `Sight`.
    """

    name: str
    meaning: str
    form: int
    n: int = 0
    shown: int = SHOWN.ALL
    first: int = 0
    step: int = 1
    names: bool = False
    shape: tuple[int, ...] = ()
    low: int = 0
    high: int = 1
    start: int = 0

    @property
    def size(self) -> int:
        """Return the number of its columns."""
        return int(np.prod(self.shape, dtype=int))

    @property
    def columns(self) -> slice:
        """Return where it lies in an observation."""
        return slice(self.start, self.start + self.size)


def number(name: str, meaning: str, **shown: Any) -> Field:
    """Return a field of plain numbers, a column each."""
    return Field(name, meaning, FORM.NUMBER, **shown)


def code(name: str, n: int, meaning: str, *, names: bool = False, **shown: Any) -> Field:
    """Return a field of codes: 0 for none, 1 + value for the values 0 .. n - 1, n + 1 for a hidden card."""
    return Field(name, meaning, FORM.CODE, n, names=names, **shown)


def choice(name: str, n: int, meaning: str, **shown: Any) -> Field:
    """Return a field of values 0 .. n - 1, a column for each value: 1 for the one that it has."""
    return Field(name, meaning, FORM.CHOICE, n, **shown)


def members(name: str, n: int, meaning: str) -> Field:
    """Return a field of sets of members 0 .. n - 1, a column for each: 1 for those in it.

    A set of more than 64 is the last axis of its field.
    """
    return Field(name, meaning, FORM.SET, n)


def cards(name: str, meaning: str, first: int = 0, step: int = 1) -> Field:
    """Return a field of sets of the cards of a block. first, step: the block of each set, see `Field`."""
    return Field(name, meaning, FORM.SET, WORD, SHOWN.CARDS, first, step)


def of_card(step: int = 1) -> dict[str, Any]:
    """Return that a field is about cards: `step` elements for each, from card 0 on."""
    return {"shown": SHOWN.OF_CARD, "step": step}


def own(step: int = 1) -> dict[str, Any]:
    """Return that a field is about seats, `step` elements for each, and each seat knows only its own."""
    return {"shown": SHOWN.OWN, "step": step}


class Sight:
    """What the seats of a game see.

    state, seen: structured types of its states and of what its kernel `see` fills; `seen.hidden` has a set of
    hidden cards for each block. seats: most of a game. kinds: of its actions. cards: sorts whose values are
    cards, or cards first. declared: the fields. unseen: words, the fields of the state that no field shows.
    Raises ValueError for a field that is neither or both, so that no new one is shown or left out by mistake.
    """

    def __init__(
        self,
        state: np.dtype,
        seen: np.dtype,
        see: Callable[..., None],
        seats: int,
        kinds: Kinds,
        cards: tuple[str, ...],
        declared: tuple[Field, ...],
        unseen: str,
    ) -> None:
        self.state, self.seen, self.see, self.kinds, self.cards = state, seen, see, kinds, cards
        self.blocks = seen["hidden"].shape[0]
        self.most_options = state["options"].shape[0]
        self._declared = declared
        self._check(unseen.split())
        head = (
            Field("seat", "the seat that sees this", FORM.CHOICE, seats, shape=(seats,)),
            Field("actor", "the seat that decides", FORM.CHOICE, seats, shape=(seats,)),
            Field(
                "decision",
                "kind of the decision, for the seat that decides",
                FORM.CHOICE,
                len(kinds) + 1,
                shape=(len(kinds) + 1,),
            ),
        )
        self._head = sum(field.size for field in head)
        self.fields: tuple[Field, ...] = tuple(self._placed(head))

    @cached_property
    def width(self) -> int:
        """Return the number of columns of an observation."""
        return self.fields[-1].columns.stop

    @cached_property
    def look(self) -> np.dtype:
        """Return the structured type of what a seat sees.

        observation: int16 (width,). options: int16 (most options, 3), kind and two tokens. action_mask: int8,
        1 for each option that there is. option_n: how many; codes: their actions.
        """
        n = self.most_options
        return np.dtype(
            [
                ("observation", "i2", (self.width,)),
                ("options", "i2", (n, 3)),
                ("action_mask", "i1", (n,)),
                ("option_n", "i8"),
                ("codes", "i4", (n,)),
            ],
            align=True,
        )

    @cached_property
    def plan(self) -> np.record:
        """Return the record that the kernel `seen_by` reads: rows, tokens and numbers of this game."""
        rows = [row for _, row in self.runs()]
        kinds, n = len(self.kinds) + 1, self.tokens
        plan = np.zeros(
            1,
            [
                ("rows", ROW, (len(rows),)),
                ("seats", "i8"),
                ("kinds", "i8"),
                ("head", "i8"),
                ("unknown", "i8"),  # token of a hidden card
                ("blocks", "i8"),
                ("tokens", "i8", (kinds, 2)),  # [kind, a or b] first token of its sort, -1: none
                ("is_card", "i8", (kinds, 2)),  # [kind, a or b] 1: a value below the number of cards is one
            ],
        ).view(np.recarray)[0]
        plan.rows[:] = rows
        plan.seats, plan.kinds, plan.head = self.fields[0].n, kinds, self._head
        plan.unknown, plan.blocks = n - 1, self.blocks
        plan.tokens[:] = -1
        for kind in self.kinds:
            for i, sort in enumerate((kind.a, kind.b)):
                if sort:
                    plan.tokens[kind.number, i] = self.first_tokens[sort]
                    plan.is_card[kind.number, i] = sort in self.cards
        return plan

    def runs(self) -> Iterator[tuple[str, tuple[int, ...]]]:
        """Yield the runs of elements that are encoded alike, ROW, each with the name of its field."""
        for field in self._declared:
            for row in self._rows(field):
                yield field.name, row

    @cached_property
    def first_tokens(self) -> dict[str, int]:
        """Return the token of value 0 of each sort of thing; those of its other values follow."""
        found, n = {}, 1
        for sort, values in self.kinds.sorts.items():
            found[sort] = n
            n += values
        return found

    @cached_property
    def tokens(self) -> int:
        """Return the number of tokens; the last one is a hidden card, 0 is nothing."""
        return sum(self.kinds.sorts.values()) + 2

    def bounds(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the least and the most value of each column, int16 (width,)."""
        low, high = np.zeros((2, self.width), np.int16)
        for field in self.fields:
            low[field.columns], high[field.columns] = field.low, field.high
        return low, high

    def _placed(self, head: tuple[Field, ...]) -> Iterator[Field]:
        """Yield all fields with their places."""
        start = 0
        for field in (*head, *map(self._shaped, self._declared)):
            yield replace(field, start=start)
            start += field.size

    def _place(self, name: str) -> tuple[int, np.dtype, tuple[int, ...], int]:
        """Return SOURCE, type, shape and offset of a field by its name."""
        source = SOURCE.SEEN if name in fields_of(self.seen) else SOURCE.STATE
        kind, offset = fields_of(self.seen if source == SOURCE.SEEN else self.state)[name][:2]
        return source, kind.base, kind.shape, offset

    def _shaped(self, field: Field) -> Field:
        """Return a declared field with the shape and the bounds of its columns."""
        _, base, shape, _ = self._place(field.name)
        if base.kind != "i":
            raise ValueError(f"the field {field.name!r} is not of signed ints")
        if field.form == FORM.NUMBER:
            return replace(field, shape=shape, low=LEAST, high=MOST)
        if field.form == FORM.CODE:
            return replace(field, shape=shape, high=field.n + 1)
        outer = shape[:-1] if field.form == FORM.SET and field.n > WORD else shape
        return replace(field, shape=(*outer, field.n))

    def _rows(self, field: Field) -> Iterator[tuple[int, ...]]:
        """Yield the rows of the plan for a field."""
        source, base, shape, offset = self._place(field.name)
        start = next(placed.start for placed in self.fields[3:] if placed.name == field.name)
        count, width = int(np.prod(shape, dtype=int)), 1 if field.form <= FORM.CODE else field.n
        how = (field.form, field.shown, field.first, field.step)
        if field.form != FORM.SET or field.n <= WORD:
            reach = field.n if field.form == FORM.CODE else width
            yield (source, offset, base.itemsize, count, *how, field.names, reach, start)
            return
        words = shape[-1]
        for i in range(count):
            column = i // words * field.n + i % words * WORD
            left = min(WORD, field.n - i % words * WORD)
            at = offset + i * base.itemsize
            yield (source, at, base.itemsize, 1, *how, field.names, left, start + column)

    def _check(self, unseen: list[str]) -> None:
        names = [field.name for field in self._declared]
        shown = {name for name in names if name not in fields_of(self.seen)}
        others = {*unseen, *SETTLED}
        wrong = (shown & others) | (set(fields_of(self.state)) ^ (shown | others))
        wrong |= {name for name in names if names.count(name) > 1}
        if wrong:
            raise ValueError(f"fields of the state to declare as seen or unseen, once: {sorted(wrong)}")


def fields_of(record: np.dtype) -> Mapping[str, Any]:
    """Return name -> type, offset and more of the fields of a record."""
    return record.fields or {}


@kernel
def is_hidden(v, card):
    """Return whether a card is hidden; NONE and other things are not."""
    if card < 0 or card >= v.hidden.size * WORD:
        return False
    return (v.hidden[card // WORD] >> np.int64(card % WORD)) & 1 != 0


@kernel
def put(v, plan, row, value, i, out):
    """Write the columns of element `i` of a row, which are 0 before. value: not that of an empty one."""
    if row.form == FORM.NUMBER:
        out[row.out + i] = np.int16(min(max(value, LEAST), MOST))
    elif row.form == FORM.CODE:
        if row.names != 0 and is_hidden(v, value):
            out[row.out + i] = np.int16(row.width + 1)
        elif value < row.width:
            out[row.out + i] = np.int16(value + 1)
    elif row.form == FORM.CHOICE:
        if value < row.width:
            out[row.out + i * row.width + value] = np.int16(1)
    else:
        if row.shown == SHOWN.CARDS:
            value &= ~v.hidden[(row.first + i * row.step) % plan.blocks]
        while value != 0:
            k = lowest_bit(value)
            value &= value - 1
            if k < row.width:
                out[row.out + i * row.width + k] = np.int16(1)


@kernel
def put_row(v, plan, row, seat, at, out):
    """Write the columns of a row. at: the address of its first element."""
    size, count, shown, step = row.size, row.count, row.shown, row.step
    form = row.form
    about = np.int64(row.first)  # the card or the seat that element i is about
    turn = np.int64(0)
    for i in range(count):
        value = loaded(at, size)
        at += size
        is_empty = value < 0 if form == FORM.CODE or form == FORM.CHOICE else value == 0
        if not is_empty:
            is_unseen = (shown == SHOWN.OF_CARD and is_hidden(v, about)) or (
                shown == SHOWN.OWN and about != seat
            )
            if not is_unseen:
                put(v, plan, row, value, i, out)
        turn += 1
        if turn == step:
            turn = 0
            about += 1


@kernel
def thing(v, plan, kind, which, value):
    """Return the token of a or b (`which` 0 or 1) of an action."""
    first = plan.tokens[kind, which]
    if first < 0:
        return np.int64(0)
    if plan.is_card[kind, which] != 0 and is_hidden(v, value):
        return np.int64(plan.unknown)
    return first + value


@kernel
def list_options(s, v, plan, look):
    """List the options of the deciding seat: first those whose cards it sees, in the order of the rules."""
    n = np.int64(0)
    for turn in range(2):
        for i in range(s.option_n):
            action = np.int64(s.options[i])
            kind = kind_of(action)
            a = thing(v, plan, kind, 0, a_of(action))
            b = thing(v, plan, kind, 1, b_of(action))
            if np.int64(a == plan.unknown or b == plan.unknown) == turn:
                look.options[n, 0] = np.int16(kind)
                look.options[n, 1] = np.int16(a)
                look.options[n, 2] = np.int16(b)
                look.action_mask[n] = np.int8(1)
                look.codes[n] = np.int32(action)
                n += 1
    look.option_n = n


@kernel
def seen_by(s, seat, v, places, plan, look):
    """Fill `look` with what a seat sees of a state.

    v: what the game's kernel has filled for this seat. places: int64 (2,), addresses by SOURCE. plan: see
    `Sight.plan`. look: record of the type `Sight.look`, zeroed or filled before.
    """
    look.observation[:] = np.int16(0)
    for i in range(look.option_n):
        look.action_mask[i] = np.int8(0)
        for k in range(3):
            look.options[i, k] = np.int16(0)
    look.option_n = 0
    look.observation[seat] = np.int16(1)
    if s.actor >= 0:
        look.observation[plan.seats + s.actor] = np.int16(1)
    if s.actor == seat:
        look.observation[2 * plan.seats + s.decision] = np.int16(1)
        list_options(s, v, plan, look)
    for r in range(plan.rows.size):
        row = plan.rows[r]
        put_row(v, plan, row, seat, places[row.source] + row.offset, look.observation)
