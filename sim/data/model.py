"""What the data models of all games have in common: frozen pydantic models of TOML rows."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Annotated, get_args

from pydantic import BaseModel, ConfigDict, Field, InstanceOf

from sim.toml import Source

#: Name of a row in the data: small letters, digits and underscores.
Id = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")]

#: A text of the effect language, not compiled yet: it knows its file, line and column.
Text = InstanceOf[Source]


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
