"""A saved run: its manifest, its catalogue, and scanning of its parts in bounded memory.

A run folder holds `manifest.json`, `catalogue.json` and one folder of parquet parts per family of
records (`games`, and whatever else the game writes). Every family has one part per chunk, with the
same games in the same order, so that families are read side by side without a join. A run that keeps
counts instead of rows has one folder `aggregates` with the totals of each chunk.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from pathlib import Path
from typing import Any, TypeVar

import duckdb
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
from pydantic import ValidationError
from threadpoolctl import threadpool_limits

from mazarbul.analysis.counting import parts
from mazarbul.analysis.counting.exposures import PILOT_GAMES, pilot, pilot_columns
from mazarbul.analysis.counting.statistic import Batch, Statistic
from mazarbul.analysis.layout import Layout, Pilot, types_of
from mazarbul.analysis.unpacked import SUFFIX, add_views
from mazarbul.analysis.views import add_table
from mazarbul.formats.declared import Declared
from mazarbul.formats.errors import DataError
from mazarbul.formats.folders import RUN_FORMAT, CatalogueFile, Form, RunFile, fault, is_text, said
from mazarbul.formats.places import inside

AGGREGATES = "aggregates"  # family of runs that keep counts; also the key in their manifest
BATCH_ROWS = 1 << 15
THREADS = 4  # batches at a time, if there are that many cores
MANIFEST_KEYS = ("game", "scenario", "seed", "bots", "catalogue_sha256", "families", "chunks")
#: Arrow types that columns of records have.
PLAIN_TYPE = re.compile(
    r"u?int(8|16|32|64)|float|double|bool|(large_)?string|null|dictionary<values=string, .*>"
)
#: Those of columns about things.
NUMBER_TYPE = re.compile(r"u?int(8|16|32|64)|float|double|bool|null")
SUM = "sum"  # key of the checksum that a JSON file contains of itself
MEND = "resume it with `mazarbul run --resume --out DIR`, which plays the lost games again"

Item = TypeVar("Item")
Counts = TypeVar("Counts")


class RunError(DataError):
    """A run folder that cannot be analysed: what is wrong, where, and what would be right."""

    def __init__(self, where: Path | str, problem: str, remedy: str) -> None:
        super().__init__(f"{problem}; {remedy}", where)
        self.where, self.problem, self.remedy = str(where), problem, remedy

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.where, self.problem, self.remedy)


class PartTypes(Mapping[str, dict[str, str]]):
    """Family -> column -> arrow type, read from the first part of a family when it is needed."""

    def __init__(self, files: Mapping[str, Sequence[Path]], numbers: Mapping[str, Collection[str]]) -> None:
        """numbers: family -> columns that hold numbers."""
        self._files, self._numbers = files, numbers
        self._known: dict[str, dict[str, str]] = {}

    def __getitem__(self, family: str) -> dict[str, str]:
        if family not in self._known:
            first = self._files[family][0]
            self._known[family] = _plain_types(first, self._numbers.get(family, ()))
        return self._known[family]

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def __len__(self) -> int:
        return len(self._files)


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class Run(Layout):
    """One saved run. Hold it as long as you like: it keeps no records in memory.

    path: its folder. manifest: the JSON file. files: family -> parts in chunk order; a run that keeps counts
    only has the family AGGREGATES. part_games: games of each chunk.
    """

    path: Path
    manifest: dict
    files: dict[str, tuple[Path, ...]]
    part_games: tuple[int, ...] = ()

    def __repr__(self) -> str:
        game = f"{self.manifest['game']}/{self.manifest['scenario']}"
        return f"<Run {game}: {self.games:,} games, seed {self.manifest['seed']}, {self.path}>"

    @property
    def games(self) -> int:
        """Games on disk (finished or capped)."""
        return sum(self.part_games)

    @property
    def has_rows(self) -> bool:
        """Whether it keeps its games one by one, not only counts of them."""
        return AGGREGATES not in self.files

    def check_rows(self, what: str) -> None:
        """Raise RunError unless the run has rows. what: the analysis that needs them."""
        if not self.has_rows:
            raise RunError(
                self.path,
                f"keeps counts of its games, and {what} needs them one by one",
                "play it again with --keep games or --keep all",
            )

    @cached_property
    def pilot(self) -> Pilot:
        """What the first games decide about counting: stored with counts, else taken from the rows."""
        if not self.has_rows:
            return Pilot(**self.manifest[AGGREGATES]["pilot"])
        return pilot(self, next(self.batches(pilot_columns(self), PILOT_GAMES)))

    def total(self, statistic: Statistic) -> Any:
        """Return what a statistic counts over the whole run. Do not change it: it is kept for the next call.

        Raises RunError on unreadable parts, or if the run keeps counts and this is not among them.
        """
        self.gather([statistic])
        return _totals(self)[statistic.name]

    def gather(self, statistics: Sequence[Statistic]) -> None:
        """Count several statistics in one pass over the run, for calls of `total` to come."""
        known = _totals(self)
        if wanted := [each for each in statistics if each.name not in known]:
            known |= self._of_rows(wanted) if self.has_rows else self._of_parts(wanted)

    def _of_rows(self, statistics: Sequence[Statistic]) -> dict[str, Any]:
        columns: dict[str, dict[str, None]] = {}
        for each in statistics:
            for family, names in each.columns.items():
                columns.setdefault(family, {}).update(dict.fromkeys(names))
        asked = {family: list(names) for family, names in columns.items()}
        return _added(
            statistics, self.scan(asked, lambda batch: {each.name: each.count(batch) for each in statistics})
        )

    def _of_parts(self, statistics: Sequence[Statistic]) -> dict[str, Any]:
        kept = self.manifest[AGGREGATES]["statistics"]
        for each in statistics:
            if each.name not in kept:
                raise RunError(
                    self.path,
                    f"keeps counts of its games, but not {each.name!r}",
                    "play it again with --keep all, or with this version",
                )
            if kept[each.name] != each.form:
                raise RunError(
                    self.path,
                    f"counts {each.name!r} in another way than this version",
                    "play it again, or use the version that played it",
                )

        def read(path: Path) -> dict[str, Any]:
            return _guard(path, lambda: parts.read(path, statistics))

        return _added(statistics, _in_threads(read, self.files[AGGREGATES]))

    def batches(
        self, columns: Mapping[str, Sequence[str]], rows: int = BATCH_ROWS
    ) -> Iterator[dict[str, pa.Table]]:
        """Yield the run in batches of `rows` games, all requested families side by side, the rest last.

        columns: family -> column names. Yields {family: table}; row i is the same game in every table.
        Raises RunError if a part cannot be read or if the families do not hold the same games.
        """
        self.check_rows("this analysis")
        files = [self.files[family] for family in columns]
        readers = [
            _steady(paths, self.part_games, list(columns[family]), self.types[family], rows)
            for family, paths in zip(columns, files, strict=True)
        ]
        while tables := [table for reader in readers if (table := next(reader, None)) is not None]:
            _same_games(tables, len(readers), self.path, list(columns))
            yield dict(zip(columns, tables, strict=True))

    def scan(
        self, columns: Mapping[str, Sequence[str]], work: Callable[[Batch], Counts], rows: int = BATCH_ROWS
    ) -> Iterator[Counts]:
        """Apply `work` to every batch (see `batches`) and yield what it returns, in the order of the games.

        work: runs in threads, on a few batches at a time; it must change nothing outside itself.
        """
        return _in_threads(work, self.batches(columns, rows))

    def sql(self, query: str, *, is_plain: bool = False) -> pd.DataFrame:
        """Run a DuckDB query; every family is a table with its name. Raises RunError on unreadable parts.

        `<family>_long` is its long table, see `mazarbul.analysis.unpacked`. is_plain: of whole numbers and
        texts without gaps, which Arrow makes three times as fast. Raises RunError also for a query that
        returns no table.
        """
        self.check_rows("an SQL query")
        try:
            with duckdb.connect(config={"memory_limit": "1GB"}) as connection:
                for family, paths in self.files.items():
                    add_table(connection, family, paths)
                if SUFFIX in query:
                    add_views(connection, self)
                found = connection.sql(query)
                if found is None:
                    raise RunError(
                        self.path, "was not asked for a table", "write a query that begins with SELECT"
                    )
                return found.to_arrow_table().to_pandas() if is_plain else found.df()
        except (duckdb.IOException, duckdb.InvalidInputException) as error:
            raise RunError(
                self.path, f"cannot be read ({_first_line(error)})", "play the run again"
            ) from error


@lru_cache(maxsize=2)  # a run and the one that it is compared with: counts of many runs would fill the memory
def _totals(_run: Run) -> dict[str, Any]:
    """Return the totals of a run that are known so far, by name of the statistic."""
    return {}


def _added(statistics: Sequence[Statistic], counts: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """Add up totals of several statistics."""
    counts = iter(counts)
    total = next(counts)
    for more in counts:
        for each in statistics:
            total[each.name] = each.added(total[each.name], more[each.name])
    return total


def _in_threads(work: Callable[[Item], Counts], items: Iterable[Item]) -> Iterator[Counts]:
    """Yield work(item) for all items in order; a few run at a time."""
    threads = min(os.cpu_count() or 1, THREADS)
    # matrix products with threads of their own would wait for each other, spinning
    with threadpool_limits(1, user_api="blas"), ThreadPoolExecutor(threads) as pool:
        pending: deque[Future] = deque()
        for item in items:
            pending.append(pool.submit(work, item))
            if len(pending) > threads:
                yield pending.popleft().result()
        while pending:
            yield pending.popleft().result()


def load_run(path: Path | str) -> Run:
    """Open a run folder, finished or not; only its finished chunks count.

    Every file is compared with its checksum, which reads all bytes once. Raises RunError for a folder that
    is missing, not a run, of another format, empty or damaged.
    """
    path = Path(path)
    if not path.is_dir():
        raise RunError(
            path, "there is no such folder", "give the folder of a run, as `mazarbul run` writes it"
        )
    if not is_text(path):
        raise RunError(path, "has a name that is not UTF-8, which arrow and DuckDB do not read", "rename it")
    manifest = read_json(path / "manifest.json", RUN_FORMAT, MANIFEST_KEYS, RunFile)
    catalogue = _catalogue(path / "catalogue.json", manifest["catalogue_sha256"])
    chunks = sorted(
        (chunk for chunk in manifest["chunks"] if chunk["games"]), key=lambda chunk: chunk["index"]
    )
    if not chunks:
        raise RunError(path, "holds no finished games", "let the run finish at least one chunk")
    is_counted = AGGREGATES in manifest["families"]
    if "games" not in manifest["families"] and not is_counted:
        raise RunError(
            path / "manifest.json", "lists no family 'games'", "every run has one row per game there"
        )
    if is_counted and not manifest.get(AGGREGATES):
        raise RunError(
            path / "manifest.json", f"lacks {AGGREGATES!r}", "it says what was counted; play the run again"
        )
    files = {family: tuple(_part(path, family, chunk) for chunk in chunks) for family in manifest["families"]}
    types = manifest[AGGREGATES]["columns"] if is_counted else PartTypes(files, _numbers(catalogue))
    games = tuple(int(chunk["games"]) for chunk in chunks)
    return Run(catalogue, types, path=path, manifest=manifest, files=files, part_games=games)


def read_json(path: Path, form: int, keys: Sequence[str], model: type[Form] | None = None) -> dict:
    """Return one of our JSON objects, in format `form` and with all `keys`, without its checksum.

    model: what it must fit. Raises RunError.
    """
    data = _object(path)
    if missing := [key for key in ("format", *keys) if key not in data]:
        raise RunError(path, f"lacks {', '.join(map(repr, missing))}", "this is not a file of a mazarbul run")
    if data["format"] != form:
        raise RunError(
            path,
            f"has format {data['format']!r}",
            f"this version reads format {form}; play it again, or use the version that wrote it",
        )
    checksum = data.pop(SUM, None)
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    if checksum != hashlib.sha256(text.encode()).hexdigest():
        raise RunError(path, "is damaged: its checksum does not match its contents", MEND)
    if model is not None:
        check_form(path, model, data)
    return data


def check_form(path: Path, model: type[Form], data: dict) -> None:
    """Raise RunError unless an object fits a model."""
    if (why := fault(model, data)) is not None:
        raise RunError(path, f"is damaged {why}" if why.startswith("at ") else f"is damaged: {why}", MEND)


def _object(path: Path) -> dict:
    """Return the JSON object in a file, or RunError."""
    if not path.is_file():
        raise RunError(
            path, "is missing", "a run folder holds manifest.json, catalogue.json and its families"
        )
    try:
        data = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError) as error:
        raise RunError(path, f"is not readable JSON ({_first_line(error)})", MEND) from error
    if not isinstance(data, dict):
        raise RunError(path, "holds no JSON object", "this is not a file of a mazarbul run")
    return data


def _catalogue(path: Path, sum_in_manifest: str) -> dict:
    """Return the catalogue of a run. Raises RunError if it is not the one that the run was started with."""
    data = _object(path)
    if file_sum(path) != sum_in_manifest:
        raise RunError(path, "is damaged: its checksum differs from the manifest's", MEND)
    check_form(path, CatalogueFile, data)
    try:
        declared = Declared.of(data)
        CatalogueFile.model_validate(data).things(family.items for family in declared.families)
    except ValidationError as error:
        raise RunError(path, f"is damaged {said(error)}", MEND) from None
    return data


def _part(path: Path, family: str, chunk: dict) -> Path:
    """Return the file of one family in one chunk, checked against the manifest."""
    entry = chunk["files"].get(family)
    if entry is None:
        raise RunError(
            path / "manifest.json", f"chunk {chunk['index']} has no {family} part", "play it again"
        )
    file = inside(path, entry["file"])
    if file is None:
        raise outside(path / "manifest.json", entry["file"])
    if not file.is_file():
        raise RunError(file, "is missing", MEND)
    size = _guard(file, file.stat).st_size
    if size != entry["bytes"]:
        raise RunError(file, f"has {size:,} bytes, the manifest says {entry['bytes']:,}", MEND)
    if _guard(file, partial(file_sum, file)) != entry["sha256"]:
        raise RunError(file, "is damaged: its checksum differs from the manifest's", MEND)
    return file


def outside(path: Path, name: object) -> RunError:
    """Return the error for a file of ours that names something which does not lie beside it."""
    return RunError(path, f"names {name!r}, which leads out of its folder", "do not trust this folder")


def file_sum(path: Path) -> str:
    """Return the hexadecimal SHA-256 of a file; an unchanged file is not read again."""
    state = path.stat()
    return _sum_of(path.resolve(), state.st_size, state.st_mtime_ns)


@lru_cache(maxsize=1 << 16)
def _sum_of(path: Path, _size: int, _changed: int) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _first_line(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return (str(error).strip() or type(error).__name__).splitlines()[0]


def _guard(path: Path, read: Callable[[], Any]) -> Any:
    """Call read(); an error with a file becomes a RunError that names the part."""
    try:
        return read()
    except (pa.ArrowException, OSError, KeyError, ValueError) as error:
        raise RunError(path, f"cannot be read ({_first_line(error)})", "play this chunk again") from error


def _open(path: Path) -> pq.ParquetFile:
    return _guard(path, lambda: pq.ParquetFile(path))


def _numbers(catalogue: dict) -> dict[str, set[str]]:
    """Return family -> the columns of its things."""
    families = Declared.of(catalogue).families
    return {each.id: {item.get("column") for item in catalogue.get(each.items) or ()} for each in families}


def _plain_types(path: Path, numbers: Collection[str]) -> dict[str, str]:
    """Return column -> arrow type of a part. Raises RunError for types that no record has.

    numbers: columns that must hold numbers.
    """
    schema = _open(path).schema_arrow
    for name, kind in zip(schema.names, schema.types, strict=True):
        form = NUMBER_TYPE if name in numbers else PLAIN_TYPE
        if not form.fullmatch(str(kind)):
            raise RunError(
                path, f"has a column {name!r} of the type {kind}", "this is no part of a mazarbul run"
            )
    if len(set(schema.names)) < len(schema.names) or "game" not in schema.names:
        raise RunError(path, "has no column 'game', or two of one name", "this is no part of a mazarbul run")
    return types_of(schema)


def _steady(
    paths: Sequence[Path], games: Sequence[int], columns: list[str], types: Mapping[str, str], rows: int
) -> Iterator[pa.Table]:
    """Yield tables of exactly `rows` rows (the last one fewer), however the games are cut; with `game`."""
    columns = list(dict.fromkeys(["game", *columns]))
    pending: list[pa.RecordBatch] = []
    for path, expected in zip(paths, games, strict=True):
        batches = _part_batches(path, expected, columns, types, rows)
        while (batch := _guard(path, partial(next, batches, None))) is not None:
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
