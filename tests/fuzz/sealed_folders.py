"""Folders of runs, collections and studies that were altered and sealed anew: read, or refused in words.

An input is a JSON list of a folder and alterations: [file, kind, where (a share of its values), number].
Afterwards every checksum is right again, as whoever has a folder can make it.
"""

from __future__ import annotations

import io
import itertools
import json
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from mazarbul.analysis import load_run
from mazarbul.reports.figures import figures
from mazarbul.reports.summary import comparison_lines, lines
from mazarbul.sim.runner.options import choose_played
from mazarbul.sim.runner.store import file_sha256
from tests import sealing
from tests.fuzz import run_folders
from tests.fuzz.kind import InputKind

#: Values of other types and sizes than are expected.
ODD: tuple[Any, ...] = (
    None, True, 0, -1, 1, 10**10, 2**31, 2**63, 2**64, 10**400, -0.5, 1e308, float("nan"), float("inf"), "",
    "x", "../x", "\ud800", "\0", [], {}, [[]], [None], {"": None}, [0.6], ["a", "b", "c"], "9" * 5000,
)  # fmt: skip
WRAPS: tuple[Callable[[Any], Any], ...] = (
    lambda one: [one],
    lambda one: {"x": one},
    str,
    lambda one: [one, one],
)
JSON_WAYS = ("drop", "odd", "wrap", "double", "exchange", "rename")
TABLE_WAYS = ("drop column", "rename column", "cast", "nulls", "fewer", "more", "foreign", "none", "huge")


def places(data: Any) -> Iterator[tuple[Any, Any]]:
    """Yield (list or dict, index or key) of everything in an object, deeply."""
    for key, value in data.items() if isinstance(data, dict) else enumerate(data):
        yield data, key
        if isinstance(value, dict | list):
            yield from places(value)


def alter_json(path: Path, way: str, where: float, number: int) -> None:
    """Alter one value of a JSON file."""
    data = json.loads(path.read_bytes())
    found = list(places(data))
    inside, key = found[int(where * (len(found) - 1))]
    other, other_key = found[number % len(found)]
    if way == "drop":
        del inside[key]
    elif way == "odd":
        inside[key] = ODD[number % len(ODD)]
    elif way == "wrap":
        inside[key] = WRAPS[number % len(WRAPS)](inside[key])
    elif way == "double" and isinstance(inside, list):
        inside.append(inside[key])
    elif way == "rename" and isinstance(inside, dict):
        inside[f"{key}_"] = inside.pop(key)
    else:
        inside[key] = json.loads(json.dumps(other[other_key]))
    data.pop("sum", None)
    is_sealed = path.name != sealing.CATALOGUE
    path.write_bytes(_sealed(data) if is_sealed else json.dumps(data).encode("utf-8", "surrogatepass"))


def _sealed(data: dict[str, Any]) -> bytes:
    try:
        return sealing.sealed(data)
    except (UnicodeError, TypeError, ValueError):
        return json.dumps(data).encode("utf-8", "surrogatepass")


def alter_table(path: Path, way: str, where: float, number: int) -> None:
    """Alter a part, or a table of results."""
    if path.suffix != ".parquet":
        with path.open("wb") as file:
            shape = ((10**15,), (3,), (2, 2), (0,))[number % 4]
            header = {"descr": "<i8", "fortran_order": False, "shape": shape}
            np.lib.format.write_array_header_1_0(file, header)
        return
    table = pq.read_table(path)
    i = int(where * (table.num_columns - 1))
    name = table.column_names[i]
    if way == "drop column":
        table = table.drop_columns([name])
    elif way == "rename column":
        table = table.rename_columns([each if each != name else "x" for each in table.column_names])
    elif way == "fewer":
        table = table.slice(number % 7)
    elif way == "more":
        table = pa.concat_tables([table, table])
    elif way == "none":
        table = table.slice(0, 0)
    elif way == "foreign":
        table = pa.table({"a": [[1]], "b": [{"c": 1}]})
    else:
        n = table.num_rows
        column = {
            "cast": pa.array([str(each) for each in table.column(i).to_pylist()]),
            "nulls": pa.nulls(n, table.schema.types[i]),
            "huge": pa.array([(2**63 - 1, -(2**63), float("nan"), b"\xff", [1])[number % 5]] * n),
        }[way]
        table = table.set_column(i, name, column)
    pq.write_table(table, path)


def seal(folder: Path) -> None:
    """Make every checksum right again, where the files still have the form for it."""
    for path in sorted(folder.rglob("*.json"), key=lambda path: -len(path.parts)):
        if path.name == sealing.CATALOGUE:
            continue
        try:
            data = json.loads(path.read_bytes())
            _note_sums(path.parent, data)
        except (AttributeError, KeyError, OSError, TypeError, ValueError):
            continue
        path.write_bytes(_sealed({key: value for key, value in data.items() if key != "sum"}))


def _note_sums(folder: Path, data: dict[str, Any]) -> None:
    if "catalogue_sha256" in data:
        data["catalogue_sha256"] = file_sha256(folder / sealing.CATALOGUE)
    for part in itertools.chain(*(chunk["files"].values() for chunk in data.get("chunks", ()))):
        part["sha256"] = file_sha256(folder / part["file"])
        part["bytes"] = (folder / part["file"]).stat().st_size
    for name in data.get("tables", {}):
        data["tables"][name] = file_sha256(folder / "tables" / f"{name}.parquet")


def _alterations(random: Random, sample: str) -> bytes:
    """Return the input: most alterations are of the files that say what the others are."""
    original = run_folders.originals() / sample
    names = sorted(str(path.relative_to(original)) for path in original.rglob("*") if path.is_file())
    said = [name for name in names if name.endswith(".json")]
    data = [name for name in names if name.endswith((".parquet", ".npz"))]
    done = []
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        is_json = random.random() < 0.7
        file, way = (said, JSON_WAYS) if is_json else (data, TABLE_WAYS)
        done.append((random.choice(file), random.choice(way), random.random(), random.randrange(9999)))
    return json.dumps([sample, *done]).encode()


def _altered(raw: bytes, folder: Path) -> tuple[str, Path]:
    """Return an altered copy of a folder, and its name."""
    name, *changes = json.loads(raw)
    copy = run_folders.copied(name, folder)
    for file, way, where, number in changes:
        (alter_json if file.endswith(".json") else alter_table)(copy / file, way, where, number)
    seal(copy)
    return name, copy


def read_it(raw: bytes, folder: Path) -> None:
    """Read an altered folder in every way that does not play."""
    name, copy = _altered(raw, folder)
    try:
        list(lines(copy))
        figures(copy)
        if name != "study":
            list(comparison_lines(run_folders.originals() / name, copy))
            run = load_run(copy)
            if run.has_rows:
                run.sql("select count(*) from games")
    finally:
        run_folders.clear(folder / "input")


def report_it(raw: bytes, folder: Path) -> None:
    """Write the report of an altered folder."""
    from mazarbul.sim.cli.pages import write_report

    _, copy = _altered(raw, folder)
    try:
        write_report(copy, folder / "input" / "page", quiet=True)
    finally:
        run_folders.clear(folder / "input")


def play_it_again(raw: bytes, folder: Path) -> None:
    """Trace a game of an altered run, and resume the run."""
    name, copy = _altered(raw, folder)
    try:
        choose_played(str(copy), {}, 0)
        with redirect_stderr(io.StringIO()):
            run_folders.play_on(copy, name, folder)
    finally:
        run_folders.clear(folder / "input")
        (folder / "input.toml").unlink(missing_ok=True)


KINDS = (
    InputKind(
        "sealed folders, read",
        lambda: ("rows", "rows", "counts", "counts", "study"),
        read_it,
        _alterations,
        seconds=600,
    ),
    InputKind("sealed folders, reported", lambda: ("rows", "study"), report_it, _alterations, seconds=600),
    InputKind(
        "sealed runs, gone on with", lambda: ("rows", "counts"), play_it_again, _alterations, seconds=60
    ),
)
