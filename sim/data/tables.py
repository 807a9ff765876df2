"""What a game makes of a scenario's data, for kernels to read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from mazarbul.sim.engine.records import record_hash

D = TypeVar("D")  # the checked data of a scenario


@dataclass(frozen=True)
class Tables(Generic[D]):
    """The record that kernels read, with what its numbers stand for; games add more of that.

    record: read-only; in a campaign a recarray of them, one for each part. data: what it was made from.
    """

    record: Any
    data: D

    def tables_hash(self) -> str:
        """Return the SHA-256 of the record, in hexadecimal digits."""
        return record_hash(self.record)
