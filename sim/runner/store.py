"""Tables as parquet bytes, JSON objects read, and files that are written whole or not at all."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from mazarbul.formats.sealing import unsealed
from mazarbul.sim.games.contract import Labelled
from mazarbul.sim.runner.errors import RunFailure

#: A family's columns of one batch: numpy arrays, masked arrays (masked = null), or labelled codes.
Columns = Mapping[str, "np.ndarray | Labelled"]

#: Column that numbers the games; ascending, so its differences compress to almost nothing.
INDEX = "game"
TEMPORARY = ".tmp"


def column(values: np.ndarray | Labelled) -> pa.Array:
    """Return one column as an arrow array.

    values: 1-d array; a masked array's masked entries and a label code of -1 become null.
    """
    if isinstance(values, Labelled):
        return pa.DictionaryArray.from_arrays(_plain(values.codes, values.codes < 0), _texts(values.labels))
    if isinstance(values, np.ma.MaskedArray):
        return _plain(values.data, np.ma.getmaskarray(values))
    return _plain(values)


def _plain(values: np.ndarray, missing: np.ndarray | None = None) -> pa.Array:
    """Return numbers or truths as an arrow array. missing: which of them become null.

    It is made of numpy's memory: `pa.array` imports pandas, which takes longer than to play a short run.
    """
    if values.dtype.kind not in "biuf":
        return pa.array(values, mask=missing)
    known = None if missing is None else pa.py_buffer(_bits(~missing))
    memory = _bits(values) if values.dtype == bool else np.ascontiguousarray(values)
    return pa.Array.from_buffers(
        pa.from_numpy_dtype(values.dtype), len(values), [known, pa.py_buffer(memory)]
    )


def _bits(truths: np.ndarray) -> np.ndarray:
    """Return truths as bits, as arrow keeps them."""
    return np.packbits(truths, bitorder="little")


def _texts(texts: Sequence[str]) -> pa.Array:
    """Return texts as an arrow array, made like that of numbers."""
    encoded = [text.encode() for text in texts]
    ends = np.cumsum([0, *map(len, encoded)], dtype=np.int32)
    return pa.StringArray.from_buffers(len(encoded), pa.py_buffer(ends), pa.py_buffer(b"".join(encoded)))


def joined(parts: Sequence[np.ndarray | Labelled]) -> np.ndarray | Labelled:
    """Return the parts of one column joined end to end; labelled parts have the same labels."""
    labelled = [part for part in parts if isinstance(part, Labelled)]
    if labelled:
        return Labelled(np.concatenate([part.codes for part in labelled]), labelled[0].labels)
    arrays = [part for part in parts if not isinstance(part, Labelled)]
    return np.ma.concatenate(arrays) if isinstance(arrays[0], np.ma.MaskedArray) else np.concatenate(arrays)


def numbers(columns: Columns, name: str) -> np.ndarray:
    """Return a column of numbers."""
    found = columns[name]
    assert not isinstance(found, Labelled), f"{name} has labels"
    return found


def table_of(batches: Sequence[Columns]) -> pa.Table:
    """Return the rows of all batches, in order. batches: equal column names, dtypes and labels."""
    return pa.table({name: column(joined([batch[name] for batch in batches])) for name in batches[0]})


def encode(batches: Sequence[Columns]) -> bytes:
    """Return the rows of all batches, in order, as one parquet file (zstd, one row group).

    batches: see `table_of`; the bytes depend only on the rows, not on how they were cut into batches.
    """
    table = table_of(batches)
    packed = [name for name in table.column_names if name != INDEX]
    sink = pa.BufferOutputStream()
    pq.write_table(
        table,
        sink,
        compression="zstd",
        row_group_size=max(table.num_rows, 1),
        use_dictionary=packed,
        column_encoding={INDEX: "DELTA_BINARY_PACKED"} if INDEX in table.column_names else None,
        write_statistics=[INDEX],
    )
    return sink.getvalue().to_pybytes()


def read_object(path: Path) -> dict[str, Any]:
    """Return the JSON object in a file. Raises RunFailure if there is none."""
    if path.exists() and not path.is_file():
        raise RunFailure(f"{path}: this file cannot be read: it is no file")
    try:
        data = json.loads(path.read_bytes())
    except OSError as error:
        raise RunFailure(f"{path}: this file cannot be read: {error.strerror or error}") from None
    except (ValueError, RecursionError) as error:
        raise RunFailure(f"{path}: this file is damaged, it is not JSON: {error}") from None
    if not isinstance(data, dict):
        raise RunFailure(f"{path}: this file is damaged, it does not hold an object")
    return data


def intact(data: Mapping[str, Any], path: Path) -> dict[str, Any]:
    """Return a JSON object from a file, without its checksum. Raises RunFailure if that does not match."""
    plain = unsealed(data)
    if plain is None:
        raise RunFailure(f"{path}: this file is damaged: its checksum does not match its contents")
    return plain


def read_sealed(path: Path) -> dict[str, Any]:
    """Return the JSON object in a file, without its checksum. Raises RunFailure if it is damaged."""
    return intact(read_object(path), path)


def file_sha256(path: Path) -> str:
    """Return the hexadecimal SHA-256 of a file, read piece by piece."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def write_whole(path: Path, data: bytes, former: Path | None = None) -> None:
    """Write a file so that a reader, or a crash at any moment, finds the whole new file or the old one.

    The bytes are written to a temporary file beside it and to the disk, then renamed in one step.
    A file that already holds them is left alone, so that less is new if the power fails.
    former: name that the old file gets, where the file system supports two names for a file.
    Raises OSError (disk full, read-only); then the temporary file is removed and `path` is unchanged.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with suppress(OSError):
        if path.stat().st_size == len(data) and path.read_bytes() == data:
            return
    temporary = path.with_name(f"{path.name}{TEMPORARY}")
    try:
        with temporary.open("wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        if former is not None:
            _name_also(path, former)
        temporary.replace(path)
    except BaseException:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def _name_also(path: Path, other: Path) -> None:
    """Give a file, if it exists, a second name, so that it survives when its own name is reused."""
    with suppress(OSError, NotImplementedError):
        other.unlink(missing_ok=True)
        other.hardlink_to(path)


def _sync_folder(folder: Path) -> None:
    """Write a folder's entries to the disk, where the system can (not on Windows)."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def sweep(folder: Path) -> None:
    """Remove temporary files that a killed run left behind. Call only while holding the run's lock."""
    for leftover in [*folder.glob(f"*{TEMPORARY}"), *folder.glob(f"*/*{TEMPORARY}")]:
        leftover.unlink()
