"""What the data models of all games have in common: frozen pydantic models of TOML rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Annotated, Any, get_args

from pydantic import BaseModel, ConfigDict, Field, GetCoreSchemaHandler, InstanceOf
from pydantic_core import CoreSchema, core_schema

from sim.toml import Source

#: Name of a row in the data: small letters, digits and underscores.
Id = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")]

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
