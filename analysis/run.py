"""A saved run: its manifest, its catalogue, and scanning of its parts in bounded memory.

A run folder holds `manifest.json`, `catalogue.json` and one folder of parquet parts per family of
records (`games`, and whatever else the game writes). Every family has one part per chunk, with the
same games in the same order, so that families are read side by side without a join.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TypeVar

import duckdb
import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from threadpoolctl import threadpool_limits

FORMAT = 2
BATCH_ROWS = 1 << 16
THREADS = 4  # batches at work at once, where there are so many cores
MANIFEST_KEYS = ("format", "game", "scenario", "seed", "bots", "families", "chunks")
CATALOGUE_KEYS = ("title", "seats")

Counts = TypeVar("Counts")


class RunError(ValueError):
    """A run folder that cannot be analysed: what is wrong, where, and what would be right."""

    def __init__(self, where: Path | str, problem: str, remedy: str):
        super().__init__(f"{where}: {problem}; {remedy}")
        self.where, self.problem, self.remedy = str(where), problem, remedy


@dataclass(frozen=True)
class Field:
    """One bit field of a packed uint32 record column, as the catalogue describes it."""

    name: str
    shift: int
    bits: int
    labels: tuple[str, ...] | None = None

    @property
    def size(self) -> int:
        """Number of values the field can hold."""
        return 1 << self.bits

    @property
    def mask(self) -> np.uint32:
        """The field's bits in a packed number."""
        return np.uint32((self.size - 1) << self.shift)

    def of(self, packed: np.ndarray) -> np.ndarray:
        """Return the field's values. packed: uint32 (n,). Returns uint32 (n,), 0 .. size - 1."""
        return (packed >> np.uint32(self.shift)) & np.uint32(self.size - 1)

    def code(self, label: str) -> int | None:
        """Return the value a label stands for, or None if the field has no such label."""
        return self.labels.index(label) if self.labels and label in self.labels else None


@dataclass(frozen=True, eq=False)
class Run:
    """One saved run. Hold it as long as you like: it keeps no records in memory.

    path: its folder. manifest, catalogue: the two JSON files. files: family -> parts in chunk order.
    """

    path: Path
    manifest: dict
    catalogue: dict
    files: dict[str, tuple[Path, ...]]
    part_games: tuple[int, ...] = field(default=())

    @property
    def games(self) -> int:
        """Games on disk (finished or capped)."""
        return sum(self.part_games)

    @property
    def families(self) -> tuple[str, ...]:
        """Names of the families of records."""
        return tuple(self.files)

    @cached_property
    def sides(self) -> tuple[str, ...]:
        """Ids of the sides with seats, in the order of the `score_<side>` columns, else in that of the seats.

        A lead is counted in the same order: first minus second. One side alone plays against a quest.
        """
        seated = tuple(dict.fromkeys(seat["side"] for seat in self.catalogue["seats"]))
        scored = [name.removeprefix("score_") for name in self.columns("games") if name.startswith("score_")]
        ordered = tuple(side for side in scored if side in seated)
        return ordered if len(ordered) == len(seated) else seated

    @property
    def opponents(self) -> tuple[str, ...]:
        """Ids of the sides without a seat: the quest that players together play against."""
        named = (side["id"] for side in self.catalogue.get("sides") or ())
        return tuple(side for side in named if side not in self.sides)

    @property
    def is_cooperative(self) -> bool:
        """Whether all seats are of one side, so that they win or lose together."""
        return len(self.sides) == 1

    @cached_property
    def card_fields(self) -> dict[str, Field]:
        """Bit fields of the columns of `cards`, by name."""
        return self._fields("card_fields")

    @cached_property
    def place_fields(self) -> dict[str, Field]:
        """Bit fields of the columns of `places`, by name."""
        return self._fields("place_fields")

    @cached_property
    def harm_fields(self) -> dict[str, Field]:
        """Bit fields of the columns of `harms`, by name."""
        return self._fields("harm_fields")

    def _fields(self, key: str) -> dict[str, Field]:
        return {
            item["name"]: Field(
                item["name"], item["shift"], item["bits"], tuple(item.get("labels") or ()) or None
            )
            for item in self.catalogue.get(key) or ()
        }

    def items(self, key: str) -> pd.DataFrame:
        """Return a list of the catalogue (`seats`, `cards`, ...) as a table, empty if it has none."""
        return pd.DataFrame(self.catalogue.get(key) or [])

    def columns(self, family: str) -> list[str]:
        """Column names of a family; empty if the run has no such family."""
        if family not in self.files:
            return []
        return list(_open(self.files[family][0]).schema_arrow.names)

    def numbered(self, family: str, prefix: str) -> list[tuple[int, str]]:
        """Columns `<prefix><number>` of a family as (number, column), ascending."""
        found = [(name[len(prefix) :], name) for name in self.columns(family) if name.startswith(prefix)]
        return sorted((int(tail), name) for tail, name in found if tail.isdigit())

    def batches(
        self, columns: Mapping[str, Sequence[str]], rows: int = BATCH_ROWS
    ) -> Iterator[dict[str, pa.Table]]:
        """Walk through the run, all asked families side by side, `rows` games at a time, the rest last.

        columns: family -> column names. Yields {family: table}; row i is the same game in every table.
        Raises RunError if a part cannot be read or if the families do not hold the same games.
        """
        files = [self.files[family] for family in columns]
        readers = [
            _steady(paths, self.part_games, list(columns[family]), rows)
            for family, paths in zip(columns, files, strict=True)
        ]
        while tables := [table for reader in readers if (table := next(reader, None)) is not None]:
            _same_games(tables, len(readers), self.path, list(columns))
            yield dict(zip(columns, tables, strict=True))

    def scan(
        self,
        columns: Mapping[str, Sequence[str]],
        work: Callable[[dict[str, pa.Table]], Counts],
        rows: int = BATCH_ROWS,
    ) -> Iterator[Counts]:
        """Apply `work` to every batch (see `batches`) and yield what it returns, in the order of the games.

        work: runs in threads, on a few batches at a time; it must change nothing outside itself.
        """
        threads = min(os.cpu_count() or 1, THREADS)
        # matrix products with threads of their own would wait for each other, spinning
        with threadpool_limits(1, user_api="blas"), ThreadPoolExecutor(threads) as pool:
            pending: deque[Future] = deque()
            for batch in self.batches(columns, rows):
                pending.append(pool.submit(work, batch))
                if len(pending) > threads:
                    yield pending.popleft().result()
            while pending:
                yield pending.popleft().result()

    def winner_codes(self, games: pa.Table) -> np.ndarray:
        """Index into `sides` of each game's winner. int64 (n,); -1 = no winner (capped, drawn)."""
        names = games.column("winner").cast(pa.string())
        found = pc.index_in(names, value_set=pa.array(self.sides, pa.string()))
        return pc.fill_null(found, -1).to_numpy().astype(np.int64)

    def sql(self, query: str) -> pd.DataFrame:
        """Run a DuckDB query; every family is a table of its name. Raises RunError on unreadable parts."""
        try:
            with duckdb.connect(config={"memory_limit": "1GB"}) as connection:
                for family, paths in self.files.items():
                    connection.read_parquet([str(path) for path in paths]).create_view(family)
                return connection.sql(query).df()
        except (duckdb.IOException, duckdb.InvalidInputException) as error:
            raise RunError(
                self.path, f"cannot be read ({_first_line(error)})", "play the run again"
            ) from error


def load_run(path: Path | str, *, verify: bool = False) -> Run:
    """Open a run folder, finished or not; only its finished chunks count.

    verify: also compare every part with the checksum in the manifest (reads all bytes once).
    Raises RunError for a folder that is missing, foreign, of another format, empty or damaged.
    """
    path = Path(path)
    if not path.is_dir():
        raise RunError(
            path, "there is no such folder", "give the folder of a run, as `mazarbul run` writes it"
        )
    manifest = read_json(path / "manifest.json", MANIFEST_KEYS)
    if manifest["format"] != FORMAT:
        raise RunError(
            path / "manifest.json",
            f"has run format {manifest['format']!r}",
            f"this version reads format {FORMAT}; play the run again or use the version that wrote it",
        )
    catalogue = read_json(path / "catalogue.json", CATALOGUE_KEYS)
    chunks = sorted(
        (chunk for chunk in manifest["chunks"] if chunk["games"]), key=lambda chunk: chunk["index"]
    )
    if not chunks:
        raise RunError(path, "holds no finished games", "let the run finish at least one chunk")
    if "games" not in manifest["families"]:
        raise RunError(
            path / "manifest.json", "lists no family 'games'", "every run has one row per game there"
        )
    files = {
        family: tuple(_part(path, family, chunk, verify) for chunk in chunks)
        for family in manifest["families"]
    }
    return Run(path, manifest, catalogue, files, tuple(int(chunk["games"]) for chunk in chunks))


def read_json(path: Path, keys: Sequence[str]) -> dict:
    """Return a JSON object that has all `keys`, or RunError."""
    if not path.is_file():
        raise RunError(
            path, "is missing", "a run folder holds manifest.json, catalogue.json and its families"
        )
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise RunError(path, f"is not readable JSON ({_first_line(error)})", "play the run again") from error
    missing = [key for key in keys if not isinstance(data, dict) or key not in data]
    if missing:
        raise RunError(path, f"lacks {', '.join(map(repr, missing))}", "this is not a file of a mazarbul run")
    return data


def _part(path: Path, family: str, chunk: dict, verify: bool) -> Path:
    """Return the file of one family in one chunk, checked against the manifest."""
    entry = chunk["files"].get(family)
    if entry is None:
        raise RunError(
            path / "manifest.json", f"chunk {chunk['index']} has no {family} part", "play it again"
        )
    file = next((p for p in (path / entry["file"], path / family / entry["file"]) if p.is_file()), None)
    remedy = f"delete the run and play it again, or restore {entry['file']}"
    if file is None:
        raise RunError(path / entry["file"], "is missing", remedy)
    size = file.stat().st_size
    if entry.get("bytes") not in (None, size):
        raise RunError(file, f"has {size:,} bytes, the manifest says {entry['bytes']:,}", remedy)
    if verify and entry.get("sha256") and _sha256(file) != entry["sha256"]:
        raise RunError(file, "is damaged: its checksum differs from the manifest's", remedy)
    return file


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _first_line(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]


def _guard(path: Path, read: Callable):
    """Call read(); parquet trouble becomes a RunError that names the part."""
    try:
        return read()
    except (pa.ArrowException, OSError, KeyError) as error:
        raise RunError(path, f"cannot be read ({_first_line(error)})", "play this chunk again") from error


def _open(path: Path) -> pq.ParquetFile:
    return _guard(path, lambda: pq.ParquetFile(path))


def _steady(paths: Sequence[Path], games: Sequence[int], columns: list[str], rows: int) -> Iterator[pa.Table]:
    """Tables of exactly `rows` rows (the last one fewer), however the games are cut; with `game`."""
    columns = list(dict.fromkeys(["game", *columns]))
    pending: list[pa.RecordBatch] = []
    for path, expected in zip(paths, games, strict=True):
        batches = _part_batches(path, expected, columns, rows)
        while (batch := _guard(path, lambda batches=batches: next(batches, None))) is not None:
            pending.append(batch)
            while sum(item.num_rows for item in pending) >= rows:
                table = pa.Table.from_batches(pending)
                yield table.slice(0, rows)
                pending = table.slice(rows).to_batches()
    if sum(item.num_rows for item in pending):
        yield pa.Table.from_batches(pending)


def _part_batches(path: Path, games: int, columns: list[str], rows: int) -> Iterator[pa.RecordBatch]:
    """Return the batches of one part, or RunError if it has not these columns or so many games."""
    file = _open(path)
    missing = [name for name in columns if name not in file.schema_arrow.names]
    if missing:
        raise RunError(
            path, f"has no column {missing[0]!r}", "the catalogue and the part belong to different runs"
        )
    if file.metadata.num_rows != games:
        raise RunError(
            path,
            f"holds {file.metadata.num_rows:,} games, the manifest says {games:,}",
            "play this chunk again",
        )
    return file.iter_batches(batch_size=rows, columns=columns)


def _same_games(tables: list[pa.Table], expected: int, path: Path, families: list[str]) -> None:
    """Raise unless all tables hold the same game numbers in the same order."""
    first = tables[0].column("game")
    if len(tables) == expected and all(table.column("game").equals(first) for table in tables[1:]):
        return
    raise RunError(
        path,
        f"{' and '.join(families)} hold different games from game {first[0].as_py():,} on",
        "every family of a chunk holds the same games in the same order; play the run again",
    )
