"""The value at a dotted overlay path, such as `card.gimli.icons.path`, in a game's data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel

from mazarbul.sim.toml import DataError, Source, nearest

SHOWN = 12  # known words listed if none of them is similar


def value_at(path: str, values: Mapping[str, object]) -> int | float | bool | str:
    """Return a value; raises DataError naming the part of the path that is unknown.

    values: everything that an overlay can change, as nested tables (see `table_of`).
    """
    found = _found(path, values)
    if isinstance(found, Mapping):
        listed = ", ".join(list(found)[:SHOWN]) + (" ..." if len(found) > SHOWN else "")
        raise DataError(f"{path}: this is a table; continue the path with one of {listed}")
    if found is None or not isinstance(found, int | float | bool | str):
        raise DataError(
            f"{path}: this is {'not given' if found is None else 'a list'}, a single value is expected"
        )
    return found


def _found(path: str, values: Mapping[str, object]) -> object:
    found: object = values
    parts = path.split(".")
    for i, part in enumerate(parts):
        if not isinstance(found, Mapping):
            raise DataError(f"{path}: {'.'.join(parts[:i])!r} has no parts")
        if part not in found:
            raise _unknown(path, parts[:i], part, found)
        found = found[part]
    return found


def table_of(model: BaseModel) -> dict[str, object]:
    """Return a model as a table, with defaults but without its id, which no overlay can change."""
    return {
        field.alias or name: _plain(getattr(model, name))
        for name, field in type(model).model_fields.items()
        if name != "id"
    }


def tables_of(models: Mapping[str, BaseModel]) -> dict[str, dict[str, object]]:
    """Return models by id as tables by id."""
    return {name: table_of(model) for name, model in models.items()}


def scenario_table(scenario: Any) -> dict[str, object]:
    """Return a scenario as a table, with its seats by their ids."""
    return table_of(scenario) | {"seat": tables_of({seat.id: seat for seat in scenario.seats})}


def written(model: BaseModel) -> dict[str, object]:
    """Return a model as an overlay writes it, without missing values and defaults."""
    found = {}
    for name, field in type(model).model_fields.items():
        value = getattr(model, name)
        if value is not None and value != field.default:
            found[field.alias or name] = _written(value)
    return found


def part_at(path: str, values: Mapping[str, object]) -> object:
    """Return what is at a path, a table too, as an overlay writes it; raises DataError as `value_at` does."""
    return as_written(_found(path, values))


def as_written(value: object) -> Any:
    """Return a value as an overlay writes it, without what is not given, in the types of JSON."""
    if isinstance(value, BaseModel):
        return as_written(written(value))
    if isinstance(value, Mapping):
        return {str(key): as_written(part) for key, part in value.items() if part is not None}
    if isinstance(value, list | tuple | set | frozenset):
        return [as_written(part) for part in value]
    return value.text if isinstance(value, Source) else value


def _unknown(path: str, above: list[str], part: str, known: Mapping[str, object]) -> DataError:
    """Return the error for a part of a path that is not among the known ones."""
    near = nearest(part, known)
    listed = "" if near or len(known) > SHOWN else f"; known: {', '.join(known)}"
    where = f" in {'.'.join(above)!r}" if above else ""
    return DataError(f"{path}: unknown part {part!r}{where}{listed}", suggestion=near)


def _written(value: object) -> object:
    if isinstance(value, BaseModel):
        return written(value)
    if isinstance(value, tuple):
        return [_written(part) for part in value]
    return _plain(value)


def _plain(value: object) -> object:
    if isinstance(value, BaseModel):
        return table_of(value)
    return value.text if isinstance(value, Source) else value
