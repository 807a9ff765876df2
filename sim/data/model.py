"""What the data models of all games have in common: frozen pydantic models of TOML rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Annotated, Any, TypeVar, get_args

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, GetCoreSchemaHandler, InstanceOf
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from mazarbul.formats.signs import unseen
from mazarbul.sim.toml import Source

R = TypeVar("R")

#: Name of a row in the data: small letters, digits and underscores.
Id = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")]


def _seen(name: str) -> str:
    """Refuse a name that a reader would not see as it is."""
    if not name.strip():
        raise PydanticCustomError("name", "a name with letters is expected")
    if sign := unseen(name):
        raise PydanticCustomError("name", "a name cannot have the character {sign}", {"sign": sign})
    return name


#: What readers call a thing.
Name = Annotated[str, AfterValidator(_seen)]


def _apart(rows: tuple[R, ...]) -> tuple[R, ...]:
    """Refuse two rows with one name."""
    for first, *others in same_names(rows).values():
        if others:
            what = {"first": first.id, "other": others[0].id, "name": first.name}
            raise PydanticCustomError("names", "'{first}' and '{other}' are both called '{name}'", what)
    return rows


def same_names(rows: Iterable[Any]) -> dict[str, list[Any]]:
    """Return the rows with each name, in small letters; `rows` have `name`."""
    found: dict[str, list[Any]] = {}
    for row in rows:
        found.setdefault(row.name.casefold(), []).append(row)
    return found


#: Seats, whose names tell them apart.
Apart = AfterValidator(_apart)

#: A text of the effect language, not compiled yet: it knows its file, line and column.
Text = InstanceOf[Source]


class OneOf:
    """Marks a text that must be one of some words, as in `Annotated[str, OneOf(NATIONS)]`.

    For words that are written out, `Literal` does the same.
    """

    def __init__(self, words: Iterable[str]) -> None:
        self.words = list(words)

    def __get_pydantic_core_schema__(self, _source: Any, _handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.literal_schema(self.words)


class Model(BaseModel):
    """Base of all models: immutable, no unknown keys, no silent conversions."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


@cache
def text_keys(model: type[BaseModel]) -> frozenset[str]:
    """Return the keys of a model, and of the models inside it, whose values are effect texts."""
    found: set[str] = set()
    waiting, seen = [model], {model}
    while waiting:
        for name, field in waiting.pop().model_fields.items():
            classes = set(_classes(field.annotation))
            if Source in classes:
                found.add(field.alias or name)
            inside = {known for known in classes if issubclass(known, BaseModel)} - seen
            waiting.extend(inside)
            seen |= inside
    return frozenset(found)


def model_in(annotation: object) -> type[BaseModel] | None:
    """Return the first model inside an annotation such as `tuple[Effect, ...]`, if there is one."""
    return next((found for found in _classes(annotation) if issubclass(found, BaseModel)), None)


def _classes(annotation: object) -> Iterator[type]:
    """Yield the classes that an annotation is made of."""
    if isinstance(annotation, type) and not get_args(annotation):
        yield annotation
    for part in get_args(annotation):
        yield from _classes(part)
