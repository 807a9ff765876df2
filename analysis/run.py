"""A saved run: its manifest, its catalogue, and scanning of its parts in bounded memory.

A run folder holds `manifest.json`, `catalogue.json` and one folder of parquet parts per family of
records (`games`, and whatever else the game writes). Every family has one part per chunk, with the
same games in the same order, so that families are read side by side without a join. A run that keeps
counts instead of rows has one folder `aggregates` with the totals of each chunk.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, TypeVar

import duckdb
import pandas as pd
import pyarrow as pa
from threadpoolctl import threadpool_limits

from mazarbul.analysis.counting import parts
from mazarbul.analysis.counting.exposures import PILOT_GAMES, pilot, pilot_columns
from mazarbul.analysis.counting.statistic import Batch, Statistic
from mazarbul.analysis.layout import Layout, Pilot
from mazarbul.analysis.rows import PartTypes, check_same_games, steady
from mazarbul.analysis.sealed import RunError, catalogue_of, first_line, guard, part_of, read_json
from mazarbul.analysis.unpacked import SUFFIX, add_views
from mazarbul.analysis.views import add_table
from mazarbul.formats.declared import Declared
from mazarbul.formats.forms import is_text
from mazarbul.formats.manifest import CATALOGUE, MANIFEST, RUN_FORMAT, RunFile

AGGREGATES = "aggregates"  # family of runs that keep counts; also the key in their manifest
BATCH_ROWS = 1 << 15
THREADS = 4  # batches at a time, if there are that many cores
MANIFEST_KEYS = ("game", "scenario", "seed", "bots", "catalogue_sha256", "families", "chunks")

Item = TypeVar("Item")
Counts = TypeVar("Counts")


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
            return guard(path, lambda: parts.read(path, statistics))

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
            steady(paths, self.part_games, list(columns[family]), self.types[family], rows)
            for family, paths in zip(columns, files, strict=True)
        ]
        while tables := [table for reader in readers if (table := next(reader, None)) is not None]:
            check_same_games(tables, len(readers), self.path, list(columns))
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
                self.path, f"cannot be read ({first_line(error)})", "play the run again"
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
    manifest = read_json(path / MANIFEST, RUN_FORMAT, MANIFEST_KEYS, RunFile)
    catalogue = catalogue_of(path / CATALOGUE, manifest["catalogue_sha256"])
    chunks = sorted(
        (chunk for chunk in manifest["chunks"] if chunk["games"]), key=lambda chunk: chunk["index"]
    )
    if not chunks:
        raise RunError(path, "holds no finished games", "let the run finish at least one chunk")
    is_counted = AGGREGATES in manifest["families"]
    if "games" not in manifest["families"] and not is_counted:
        raise RunError(path / MANIFEST, "lists no family 'games'", "every run has one row per game there")
    if is_counted and not manifest.get(AGGREGATES):
        raise RunError(
            path / MANIFEST, f"lacks {AGGREGATES!r}", "it says what was counted; play the run again"
        )
    files = {
        family: tuple(part_of(path, family, chunk) for chunk in chunks) for family in manifest["families"]
    }
    types = manifest[AGGREGATES]["columns"] if is_counted else PartTypes(files, _numbers(catalogue))
    games = tuple(int(chunk["games"]) for chunk in chunks)
    return Run(catalogue, types, path=path, manifest=manifest, files=files, part_games=games)


def _numbers(catalogue: dict) -> dict[str, set[str]]:
    """Return family -> the columns of its things."""
    families = Declared.of(catalogue).families
    return {each.id: {item.get("column") for item in catalogue.get(each.items) or ()} for each in families}
