"""Bit fields: small numbers packed into one uint32, as in the records of cards and places.

    CARD_FIELDS = Fields("card")
    DRAWS = CARD_FIELDS.number("draws", bits=2)
    LEFT = CARD_FIELDS.code("left", HOW_LEFT)      # a named tuple of codes, see
    `mazarbul.sim.engine.declared`

Kernels read `field(record, DRAWS)` and write `with_field(record, DRAWS, n)`; the catalogue of a run describes
the fields by name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.declared import Numbers, spelled

RECORD_BITS = 32


class Bits(NamedTuple):
    """The position of a field in its record, for kernels. shift: lowest bit. size: number of bits."""

    shift: int
    size: int


class Field(NamedTuple):
    """The description of a field in a catalogue. labels: the names of its values, None for a number."""

    name: str
    shift: int
    bits: int
    labels: Sequence[str] | None


class Fields:
    """The fields of one sort of record, each above the one declared before it.

    title: name of the things with such records, for errors.
    """

    def __init__(self, title: str) -> None:
        self.title = title
        self._fields: list[Field] = []

    def number(self, name: str, bits: int) -> Bits:
        """Declare a field for a number, at most 2**bits - 1; larger ones are stored as that maximum.

        Raises ValueError if the name is taken or the record is full.
        """
        return self._add(name, bits, None)

    def code(self, name: str, codes: Numbers) -> Bits:
        """Declare a field for one of the codes of a named tuple, which are 0, 1, 2 and so on.

        Raises ValueError as `number` does, and if the codes are not successive.
        """
        if codes != tuple(range(len(codes))):
            raise ValueError(f"field '{name}' of a {self.title}: its codes must be 0, 1, 2 and so on")
        return self._add(name, (len(codes) - 1).bit_length(), tuple(spelled(codes)))

    def __iter__(self) -> Iterator[Field]:
        """Yield all fields, the lowest first."""
        return iter(self._fields)

    def _add(self, name: str, bits: int, labels: Sequence[str] | None) -> Bits:
        shift = sum(field.bits for field in self._fields)
        if any(field.name == name for field in self._fields):
            raise ValueError(f"a {self.title} has two fields '{name}'")
        if shift + bits > RECORD_BITS:
            raise ValueError(f"field '{name}' of a {self.title} does not fit into {RECORD_BITS} bits")
        self._fields.append(Field(name, shift, bits, labels))
        return Bits(shift, bits)


@kernel
def field(record, bits):
    """Return one field (Bits) of a record (uint32) as int64."""
    return (np.int64(record) >> np.int64(bits.shift)) & ((np.int64(1) << np.int64(bits.size)) - np.int64(1))


@kernel
def with_field(record, bits, value):
    """Return the record with one field (Bits) set to `value`, or to the field's maximum if that is less."""
    top = (np.int64(1) << np.int64(bits.size)) - np.int64(1)
    shift = np.int64(bits.shift)
    return (np.int64(record) & ~(top << shift)) | (min(np.int64(value), top) << shift)


def described(fields: Iterable[Field]) -> list[dict]:
    """Return descriptions of fields as JSON objects, for the catalogue of a run."""
    return [
        {"name": name, "shift": shift, "bits": bits, "labels": list(labels) if labels else None}
        for name, shift, bits, labels in fields
    ]
