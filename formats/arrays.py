"""Files of arrays, numpy's `.npz`: nothing in them is executed, and they unpack to no more than they may."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np

PLAIN = "biufSU"  # kinds of numpy's types: numbers and texts


def read_arrays(path: Path, most: int, wanted: Callable[[str], bool] | None = None) -> dict[str, np.ndarray]:
    """Return the arrays in a file, by name.

    most: bytes of all that is in it, unpacked: a small file may claim any number. wanted: says of a name
    whether its array is read; all are read if None. Raises OSError if there is no file that can be read,
    ValueError if it is damaged or no such file.
    """
    try:
        found = _unpacked(path, most, wanted)
    except OSError:
        raise
    except Exception as error:  # zip, zlib, tokenize and numpy each raise their own at a damaged file
        raise ValueError(str(error) or type(error).__name__) from error
    if any(array.dtype.kind not in PLAIN for array in found.values()):
        raise ValueError("it has more than numbers and texts")
    return found


def _unpacked(path: Path, most: int, wanted: Callable[[str], bool] | None) -> dict[str, np.ndarray]:
    with np.load(path, allow_pickle=False) as file:
        if sum(entry.file_size for entry in file.zip.infolist()) > most:
            raise ValueError(f"it holds more than {most:,} bytes")
        return {name: np.asarray(file[name]) for name in file.files if wanted is None or wanted(name)}
