"""The files of a run folder, each compared with its checksum; damage is told with what to do about it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import pyarrow as pa
from pydantic import ValidationError

from mazarbul.formats.declared import Declared
from mazarbul.formats.errors import DataError
from mazarbul.formats.folders import CatalogueFile
from mazarbul.formats.forms import Form, fault, said
from mazarbul.formats.manifest import CATALOGUE, MANIFEST
from mazarbul.formats.places import inside
from mazarbul.formats.sealing import unsealed

MEND = "resume it with `mazarbul run --resume --out DIR`, which plays the lost games again"


class RunError(DataError):
    """A run folder that cannot be analysed: what is wrong, where, and what would be right."""

    def __init__(self, where: Path | str, problem: str, remedy: str) -> None:
        super().__init__(f"{problem}; {remedy}", where)
        self.where, self.problem, self.remedy = str(where), problem, remedy

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.where, self.problem, self.remedy)


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
    plain = unsealed(data)
    if plain is None:
        raise RunError(path, "is damaged: its checksum does not match its contents", MEND)
    if model is not None:
        check_form(path, model, plain)
    return plain


def check_form(path: Path, model: type[Form], data: dict) -> None:
    """Raise RunError unless an object fits a model."""
    if (why := fault(model, data)) is not None:
        raise RunError(path, f"is damaged {why}" if why.startswith("at ") else f"is damaged: {why}", MEND)


def _object(path: Path) -> dict:
    """Return the JSON object in a file, or RunError."""
    if not path.is_file():
        raise RunError(path, "is missing", f"a run folder holds {MANIFEST}, {CATALOGUE} and its families")
    try:
        data = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError) as error:
        raise RunError(path, f"is not readable JSON ({first_line(error)})", MEND) from error
    if not isinstance(data, dict):
        raise RunError(path, "holds no JSON object", "this is not a file of a mazarbul run")
    return data


def catalogue_of(path: Path, sum_in_manifest: str) -> dict:
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


def part_of(path: Path, family: str, chunk: dict) -> Path:
    """Return the file of one family in one chunk, checked against the manifest."""
    entry = chunk["files"].get(family)
    if entry is None:
        raise RunError(path / MANIFEST, f"chunk {chunk['index']} has no {family} part", "play it again")
    file = inside(path, entry["file"])
    if file is None:
        raise outside(path / MANIFEST, entry["file"])
    if not file.is_file():
        raise RunError(file, "is missing", MEND)
    size = guard(file, file.stat).st_size
    if size != entry["bytes"]:
        raise RunError(file, f"has {size:,} bytes, the manifest says {entry['bytes']:,}", MEND)
    if guard(file, partial(file_sum, file)) != entry["sha256"]:
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


def first_line(error: Exception) -> str:
    """Return what an error says, in a line."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return (str(error).strip() or type(error).__name__).splitlines()[0]


def guard(path: Path, read: Callable[[], Any]) -> Any:
    """Call read(); an error with a file becomes a RunError that names the part."""
    try:
        return read()
    except (pa.ArrowException, OSError, KeyError, ValueError) as error:
        raise RunError(path, f"cannot be read ({first_line(error)})", "play this chunk again") from error
