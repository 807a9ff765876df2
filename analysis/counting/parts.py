"""Totals as bytes: one npz file for all statistics of some games, read one statistic at a time.

Entries are `<statistic>/<array>`. The bytes depend on the totals alone.
"""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from mazarbul.analysis.counting.statistic import Statistic
from mazarbul.formats.arrays import read_arrays

LARGEST = 1 << 32  # bytes of the counts of a part; a header may claim any number


def encoded(statistics: Sequence[Statistic], totals: Mapping[str, Any]) -> bytes:
    """Return totals, by name of the statistic, as the bytes of a compressed npz file."""
    arrays: dict[str, Any] = {
        f"{each.name}/{name}": array
        for each in statistics
        for name, array in each.packed(totals[each.name]).items()
    }
    sink = io.BytesIO()
    np.savez_compressed(sink, **arrays)
    return sink.getvalue()


def read(path: Path, statistics: Sequence[Statistic]) -> dict[str, Any]:
    """Return the totals of some statistics from a file; the others in it are not decoded.

    Raises ValueError if it is not such a file or lacks one of them.
    """
    asked = {each.name for each in statistics}
    try:
        found = read_arrays(path, LARGEST, lambda name: name.partition("/")[0] in asked)
        return {each.name: each.unpacked(_arrays(found, each.name)) for each in statistics}
    except (KeyError, IndexError, TypeError, AttributeError) as error:
        raise ValueError(str(error)) from error


def _arrays(found: Mapping[str, np.ndarray], statistic: str) -> dict[str, np.ndarray]:
    prefix = f"{statistic}/"
    return {name.removeprefix(prefix): array for name, array in found.items() if name.startswith(prefix)}
