"""Records of fixed size: how states, tables and minds are made, filled, frozen and hashed."""

import hashlib

import numpy as np

from mazarbul.sim.toml import DataError


def empty_record(dtype: np.dtype) -> np.record:
    """Return a zeroed record of a structured type; its fields are attributes inside and outside kernels."""
    return np.zeros(1, dtype=dtype).view(np.recarray)[0]


def frozen(record: np.record) -> np.record:
    """Return a read-only copy of a record; kernels ignore that flag and must not write to it."""
    return np.frombuffer(record.tobytes(), dtype=record.dtype).view(np.recarray)[0]


def record_hash(record: np.record | np.recarray) -> str:
    """Return the SHA-256 of a record's bytes, in hexadecimal digits."""
    return hashlib.sha256(record.tobytes()).hexdigest()


def fill(target: np.ndarray, rows: np.ndarray, what: str) -> None:
    """Copy rows to the front of a table of fixed size; raises DataError if there are too many.

    what: name of the rows in the error, such as "operation rows".
    """
    if len(rows) > len(target):
        raise DataError(f"the texts need {len(rows)} {what}; at most {len(target)} are possible")
    target[: len(rows)] = rows
