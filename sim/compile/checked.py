"""What is kept of kernels, as whole as it was written: each entry has its checksum, and damage is a miss.

Entries are pickles and machine code. Read damaged they could end the process or, worse, play on.
"""

from __future__ import annotations

import hashlib
import warnings
from pathlib import Path

from mazarbul.sim.toml import DataWarning

DIGEST_BYTES = 32
_said: set[Path] = set()


def signed(data: bytes) -> bytes:
    """Return an entry: its checksum, then what is kept."""
    return hashlib.sha256(data).digest() + data


def whole(entry: bytes) -> bytes | None:
    """Return what is kept in an entry; None if it is damaged."""
    digest, data = entry[:DIGEST_BYTES], entry[DIGEST_BYTES:]
    return data if hashlib.sha256(data).digest() == digest else None


def say_damaged(file: Path) -> None:
    """Say that kept kernels were damaged, once for each folder."""
    if file.parent not in _said:
        _said.add(file.parent)
        what = f"compiled kernels in {file.parent} were damaged ({file.name}): they are compiled again"
        warnings.warn(what, DataWarning, stacklevel=2)
