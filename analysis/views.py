"""Parts of runs as tables of DuckDB, which takes a path for a pattern and a folder `a=1` for a column."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

import duckdb

SIGNS = "*?["  # of a pattern


def add_table(connection: duckdb.DuckDBPyConnection, name: str, parts: Iterable[Path]) -> None:
    """Let a query name the rows of these files, and of no others. Raises duckdb.Error if it cannot."""
    connection.read_parquet([literal(part) for part in parts], hive_partitioning=False).create_view(name)


def literal(path: Path) -> str:
    """Return a pattern that only this file matches. Raises duckdb.IOException if there is none."""
    whole = str(path.absolute())  # `~` and `s3:` mean something at the beginning alone
    if not any(sign in whole for sign in SIGNS):
        return whole
    if os.sep == "/" and "\\" in whole:  # which is a separator to DuckDB, unless nothing is a pattern
        raise duckdb.IOException(f"a path with a backslash and one of {' '.join(SIGNS)}: rename the folder")
    return "".join(f"[{sign}]" if sign in SIGNS else sign for sign in whole)


def quoted(name: str) -> str:
    """Return a name, of a column or a table, for a query."""
    return '"' + name.replace('"', '""') + '"'


def text(value: str) -> str:
    """Return a text for a query."""
    return "'" + value.replace("'", "''") + "'"
