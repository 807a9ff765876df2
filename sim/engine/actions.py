"""Actions of every game: kind, card and target in one int32, `kind << 20 | card << 10 | target`.

A state record has `actor` and `decision` (whose decision is pending, and of what kind), `options`,
int32 (most options,), and `option_n`. A game names its kinds from 1 on, at most 2047; what card
and target mean, each 0 to 1023, depends on the kind.
"""

import numpy as np

from sim.engine.jit import kernel

NONE = -1  # in every field of a state or table: no seat, no card, nothing
KIND_SHIFT = 20
CARD_SHIFT = 10
FIELD_MASK = 1023  # of a card or a target


@kernel
def action(kind, card, target):
    """Return the int64 code of an action; card and target are 0 where the kind has none."""
    return np.int64(kind) << np.int64(KIND_SHIFT) | np.int64(card) << np.int64(CARD_SHIFT) | np.int64(target)


@kernel
def kind_of(code):
    """Return the kind of an action."""
    return np.int64(code) >> np.int64(KIND_SHIFT)


@kernel
def card_of(code):
    """Return the card of an action."""
    return np.int64(code) >> np.int64(CARD_SHIFT) & np.int64(FIELD_MASK)


@kernel
def target_of(code):
    """Return the target of an action."""
    return np.int64(code) & np.int64(FIELD_MASK)


@kernel
def offer(s, kind, card, target):
    """Append an action to the options of the pending decision; what does not fit is left out."""
    if s.option_n < s.options.size:
        s.options[s.option_n] = np.int32(action(kind, card, target))
        s.option_n += 1


@kernel
def ask(s, seat, kind):
    """Begin a decision of kind `kind` for `seat`; the options follow with `offer`."""
    s.actor = seat
    s.decision = kind
    s.option_n = 0


def packed(kind: int, card: int = 0, target: int = 0) -> int:
    """Return the code of an action, outside kernels."""
    return int(kind) << KIND_SHIFT | int(card) << CARD_SHIFT | int(target)


def unpacked(code: int) -> tuple[int, int, int]:
    """Return kind, card and target of an action, outside kernels."""
    code = int(code)
    return code >> KIND_SHIFT, code >> CARD_SHIFT & FIELD_MASK, code & FIELD_MASK
