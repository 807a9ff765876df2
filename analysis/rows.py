"""The rows of a run's parts: the types of their columns, and batches of games read in bounded memory."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from mazarbul.analysis.layout import types_of
from mazarbul.analysis.sealed import RunError, guard

#: Arrow types that columns of records have.
PLAIN_TYPE = re.compile(
    r"u?int(8|16|32|64)|float|double|bool|(large_)?string|null|dictionary<values=string, .*>"
)
#: Those of columns about things.
NUMBER_TYPE = re.compile(r"u?int(8|16|32|64)|float|double|bool|null")


class PartTypes(Mapping[str, dict[str, str]]):
    """Family -> column -> arrow type, read from the first part of a family when it is needed."""

    def __init__(self, files: Mapping[str, Sequence[Path]], numbers: Mapping[str, Collection[str]]) -> None:
        """numbers: family -> columns that hold numbers."""
        self._files, self._numbers = files, numbers
        self._known: dict[str, dict[str, str]] = {}

    def __getitem__(self, family: str) -> dict[str, str]:
        if family not in self._known:
            first = self._files[family][0]
            needed = ("game", "winner") if family == "games" else ("game",)
            self._known[family] = _plain_types(first, self._numbers.get(family, ()), needed)
        return self._known[family]

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def __len__(self) -> int:
        return len(self._files)


def _open(path: Path) -> pq.ParquetFile:
    return guard(path, lambda: pq.ParquetFile(path))


def _plain_types(path: Path, numbers: Collection[str], needed: Sequence[str]) -> dict[str, str]:
    """Return column -> arrow type of a part. Raises RunError for types that no record has.

    numbers: columns that must hold numbers. needed: columns that must be there.
    """
    schema = _open(path).schema_arrow
    for name, kind in zip(schema.names, schema.types, strict=True):
        form = NUMBER_TYPE if name in numbers else PLAIN_TYPE
        if not form.fullmatch(str(kind)):
            raise RunError(
                path, f"has a column {name!r} of the type {kind}", "this is no part of a mazarbul run"
            )
    missing = [name for name in needed if name not in schema.names]
    if missing or len(set(schema.names)) < len(schema.names):
        problem = f"has no column {missing[0]!r}" if missing else "has two columns of one name"
        raise RunError(path, problem, "this is no part of a mazarbul run")
    return types_of(schema)


def steady(
    paths: Sequence[Path], games: Sequence[int], columns: list[str], types: Mapping[str, str], rows: int
) -> Iterator[pa.Table]:
    """Yield tables of exactly `rows` rows (the last one fewer), however the games are cut; with `game`."""
    columns = list(dict.fromkeys(["game", *columns]))
    pending: list[pa.RecordBatch] = []
    for path, expected in zip(paths, games, strict=True):
        batches = _part_batches(path, expected, columns, types, rows)
        while (batch := guard(path, partial(next, batches, None))) is not None:
            pending.append(batch)
            while sum(item.num_rows for item in pending) >= rows:
                table = pa.Table.from_batches(pending)
                yield table.slice(0, rows)
                pending = table.slice(rows).to_batches()
    if sum(item.num_rows for item in pending):
        yield pa.Table.from_batches(pending)


def _part_batches(
    path: Path, games: int, columns: list[str], types: Mapping[str, str], rows: int
) -> Iterator[pa.RecordBatch]:
    """Return the batches of one part. Raises RunError if it lacks the columns or the games."""
    file = _open(path)
    there = types_of(file.schema_arrow)
    missing = [name for name in columns if name not in there]
    if missing:
        raise RunError(
            path, f"has no column {missing[0]!r}", "the catalogue and the part belong to different runs"
        )
    for name in columns:
        if there[name] != types[name]:
            problem = f"has a column {name!r} of the type {there[name]}, the first part one of {types[name]}"
            raise RunError(path, problem, "play this chunk again")
    if file.metadata.num_rows != games:
        raise RunError(
            path,
            f"holds {file.metadata.num_rows:,} games, the manifest says {games:,}",
            "play this chunk again",
        )
    return file.iter_batches(batch_size=rows, columns=columns)


def check_same_games(tables: list[pa.Table], expected: int, path: Path, families: list[str]) -> None:
    """Raise RunError unless all tables hold the same game numbers in the same order."""
    first = tables[0].column("game")
    if len(tables) == expected and all(table.column("game").equals(first) for table in tables[1:]):
        return
    raise RunError(
        path,
        f"{' and '.join(families)} hold different games from game {first[0].as_py():,} on",
        "every family of a chunk holds the same games in the same order; play the run again",
    )
