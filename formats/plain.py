"""Nested tables as TOML, as a person would write an overlay."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping

BARE = re.compile(r"[A-Za-z0-9_-]+")


def toml(tables: Mapping[str, object]) -> str:
    """Return tables as TOML: tables and the tables in them under headers, all deeper values in lines.

    Values are truths, numbers, texts, lists and tables.
    """
    return "\n".join(_lines(tables)).strip() + "\n"


def inline(tables: Mapping[str, object]) -> str:
    """Return tables as one inline table, in one line."""
    return _value(tables)


def _lines(tables: Mapping[str, object]) -> Iterator[str]:
    values = {key: value for key, value in tables.items() if not isinstance(value, Mapping)}
    yield from _pairs(values)
    for kind, rows in tables.items():
        if not isinstance(rows, Mapping):
            continue
        single = {key: row for key, row in rows.items() if not isinstance(row, Mapping)}
        if single:
            yield from ("", f"[{_key(kind)}]", *_pairs(single))
        for name, row in rows.items():
            if isinstance(row, Mapping):
                yield from ("", f"[{_key(kind)}.{_key(name)}]", *_pairs(row))


def _pairs(row: Mapping[str, object]) -> Iterator[str]:
    for key, value in row.items():
        if isinstance(value, list | tuple) and any(isinstance(part, Mapping) for part in value):
            yield f"{_key(key)} = ["
            yield from (f"    {_value(part)}," for part in value)
            yield "]"
        else:
            yield f"{_key(key)} = {_value(value)}"


def _key(key: str) -> str:
    return key if BARE.fullmatch(key) else _text(key)


def _value(value: object) -> str:
    if isinstance(value, Mapping):
        inside = ", ".join(f"{_key(key)} = {_value(part)}" for key, part in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    raise TypeError(f"{value!r} cannot be written as TOML")


def _text(text: str) -> str:
    """Return a text in quotes; TOML escapes as JSON does, and one sign more."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
