"""Bit fields: small numbers packed into one integer, as the records of cards and places have them.

A game describes a field as (name, shift, bits, labels); labels name its values, None for a number.
"""

from collections.abc import Iterable, Sequence

import numpy as np

from sim.engine.jit import kernel


@kernel
def field(record, shift, bits):
    """Return one bit field of a record (uint32) as int64."""
    return (np.int64(record) >> np.int64(shift)) & ((np.int64(1) << np.int64(bits)) - np.int64(1))


@kernel
def with_field(record, shift, bits, value):
    """Return the record with one bit field set to `value`, saturated at the field's maximum."""
    top = (np.int64(1) << np.int64(bits)) - np.int64(1)
    return (np.int64(record) & ~(top << np.int64(shift))) | (min(np.int64(value), top) << np.int64(shift))


def described(fields: Iterable[tuple[str, int, int, Sequence[str] | None]]) -> list[dict]:
    """Return descriptions of fields as JSON objects, as the catalogue of a run carries them."""
    return [
        {"name": name, "shift": shift, "bits": bits, "labels": list(labels) if labels else None}
        for name, shift, bits, labels in fields
    ]
