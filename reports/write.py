"""Writes a report of any kind: its pages, tables and summary.json; if asked report.md and figures/*.png."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from mazarbul.analysis import RunError
from mazarbul.formats.cells import cell
from mazarbul.formats.places import is_plain
from mazarbul.reports import html, record, swap
from mazarbul.reports.blocks import FORMATS, GAMES, Formats
from mazarbul.reports.page import GENERATOR, Page
from mazarbul.reports.policy import policy
from mazarbul.reports.record import Record

DIGITS = 7  # significant digits of a number in a file
INDEX = "index.html"
MARKDOWN = "report.md"
FIGURES = "figures"
MARK = f'content="{GENERATOR}"'
#: Marks the folder as ours until its report is whole.
UNFINISHED = f"""<!doctype html>
<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="{policy()}">
<meta name="generator" {MARK}><title>Unfinished report</title>
<p>This report was not finished: write it again.</p>
"""
#: A name of a file that its system cannot decode is written with escapes.
TEXT: dict[str, Any] = {"encoding": "utf-8", "errors": "backslashreplace"}
HEAD_BYTES = 4096  # at the start of a page, which name the program that wrote it


class ReportError(RunError):
    """A report that cannot be written to the folder given."""


def check_folder(out_dir: Path | str) -> Path:
    """Return the folder of a report as a path.

    Raises ReportError if it is a file, or a folder that holds anything but a report of mazarbul: nothing of
    a user's is overwritten.
    """
    out_dir = Path(out_dir)
    if out_dir.exists() and not out_dir.is_dir():
        raise ReportError(out_dir, "is a file", "give a folder for the report")
    index = out_dir / INDEX
    if index.is_file() and not _is_report(index):
        raise ReportError(
            out_dir,
            f"holds an {INDEX} that {GENERATOR} did not write",
            "give another folder, or move that page away",
        )
    if not _is_ours(out_dir):
        raise ReportError(
            out_dir, f"holds files but no report of {GENERATOR}", "give an empty folder, or a new one"
        )
    return out_dir


def _is_ours(folder: Path) -> bool:
    """Return whether a folder is not there, holds a report, or nothing but folders that are ours."""
    if not folder.exists() or folder.name == swap.BESIDE or _is_report(folder):
        return True
    return folder.is_dir() and all(_is_ours(each) for each in folder.iterdir())


def _is_report(page: Path) -> bool:
    """Return whether a page, or the start page of a folder, is of a report, which begins with its mark.

    An empty one is taken for what a full disk left of a report.
    """
    try:
        with (page / INDEX if page.is_dir() else page).open("rb") as file:
            head = file.read(HEAD_BYTES)
            return not head or MARK.encode() in head
    except OSError:
        return False


def write(
    page: Page,
    out_dir: Path | str,
    formats: Sequence[str] = FORMATS,
    *,
    markdown: bool = False,
    one_file: bool = False,
    about: Record | None = None,
) -> Path:
    """Write a report with its tables. Returns the path of index.html, which is complete last.

    out_dir: made if need be; this report takes the place of an earlier one there, with all its files, once
    it is whole. formats: of the tables, some of FORMATS. markdown: also write it as Markdown, with its charts
    as pictures. one_file: a report of several pages as tabs of index.html. about: what it is about, for
    summary.json; without it there is none. Raises ReportError if nothing can be written there.
    """
    out_dir = check_folder(out_dir)
    pages = html.render(page, formats, one_file=one_file)
    tables, charts = ([block.name for block in blocks] for blocks in (page.tables(), page.charts()))
    games = {table.file_of(game): text for table in page.tables() for game, text in table.games.items()}
    for name in (*pages, *tables, *charts, *games):
        if not is_plain(name):  # they are made of ids, which are anyone's
            raise ReportError(out_dir, f"cannot have a file named {name!r}", "change the id in it")
    try:
        with _beside(out_dir) as folder:
            (folder / "tables").mkdir()
            for table in page.tables():
                write_table(table.frame, folder / "tables" / table.name, formats)
            if markdown:
                _write_markdown(page, folder, formats)
            if about is not None:
                (folder / record.NAME).write_text(record.text(page, about, formats), **TEXT)
            if games:
                (folder / GAMES).mkdir()
            for name, text in ({f"{GAMES}/{each}": text for each, text in games.items()} | pages).items():
                (folder / name).write_text(text, **TEXT)
    except OSError as error:
        raise ReportError(
            out_dir, f"cannot be written ({error})", "give a folder with room that you may write to"
        ) from error
    return out_dir / INDEX


@contextmanager
def _beside(out_dir: Path) -> Iterator[Path]:
    """Give the folder in which a report is written; at the end of the block it takes its place."""
    folder = swap.beside(out_dir)
    try:
        yield folder
        index = out_dir / INDEX
        if not index.exists():
            (folder / swap.MARKING).write_text(UNFINISHED, encoding="utf-8")
            (folder / swap.MARKING).replace(index)
        swap.take_place(out_dir, INDEX, _is_report)
    finally:
        swap.discard(out_dir)


def _write_markdown(page: Page, out_dir: Path, formats: Sequence[str]) -> None:
    """Write report.md and its pictures."""
    from mazarbul.reports import markdown
    from mazarbul.reports.charts.png import (
        png,  # matplotlib, which takes longer to import than a page to write
    )

    (out_dir / FIGURES).mkdir(exist_ok=True)
    for chart in page.charts():
        (out_dir / FIGURES / f"{chart.name}.png").write_bytes(png(chart.drawing))
    (out_dir / MARKDOWN).write_text(markdown.render(page, formats), **TEXT)


def write_table(frame: pd.DataFrame, stem: Path, formats: Sequence[str] = FORMATS) -> None:
    """Write <stem>.<format> for each format: the same values, numbers of DIGITS, mixed columns as text."""
    table = pa.table({name: _plain(frame[name]) for name in frame})
    if "csv" in formats:
        how = formats if isinstance(formats, Formats) else Formats(formats)
        columns = [_as_csv(_cells(column), how.decimal) for column in table.columns]
        # programs that calculate with tables know by the mark at the beginning that this is UTF-8
        as_csv = TEXT | {"encoding": "utf-8-sig"}
        with stem.with_name(f"{stem.name}.csv").open("w", newline="", **as_csv) as file:
            writer = csv.writer(file, delimiter=how.separator, lineterminator="\n")
            writer.writerow(map(cell, table.column_names))
            writer.writerows(zip(*columns, strict=True))
    if "parquet" in formats:
        pq.write_table(table, stem.with_name(f"{stem.name}.parquet"))


def _cells(column: pa.ChunkedArray) -> Iterable[object]:
    """Return the values of a column for cells; only a text can be taken for a formula."""
    values = column.to_pylist()
    return map(cell, values) if pa.types.is_string(column.type) else values


def _as_csv(values: Iterable[object], decimal: str) -> list[object]:
    """Return the values of a column as CSV has them. decimal: before the decimals of a number."""
    if decimal == Formats.decimal:
        return list(values)
    return [str(value).replace(".", decimal) if isinstance(value, float) else value for value in values]


def _plain(column: pd.Series) -> pa.Array:
    """Return a column of one type that both formats can hold."""
    if pd.api.types.is_float_dtype(column):
        values = [None if _missing(value) else float(f"{value:.{DIGITS}g}") for value in column.tolist()]
        return pa.array(values, pa.float64())
    if pd.api.types.is_numeric_dtype(column):
        return pa.array(column)
    return pa.array([_text(value) for value in column.tolist()], pa.string())


def _text(value: object) -> str | None:
    if isinstance(value, tuple | list):
        return "+".join(map(str, value))
    return None if _missing(value) else str(value)


def _missing(value: object) -> bool:
    return value is None or value is pd.NA or (isinstance(value, float) and value != value)
