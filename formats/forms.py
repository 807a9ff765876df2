"""What models of files that are read have in common, with limits: whoever has a file can change it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

MOST_GAMES = 10**10
MOST_DEEP = 40  # tables and lists in each other
SUM = r"^[0-9a-f]{64}$"

Sum = Annotated[str, Field(pattern=SUM)]
Count = Annotated[int, Field(ge=0, lt=2**63)]
Games = Annotated[int, Field(ge=1, le=MOST_GAMES)]
Share = Annotated[float, Field(ge=0, le=1)]
Band = Annotated[tuple[Share, Share], Field(strict=False)]
Id = Annotated[str, Field(min_length=1, max_length=1000)]


class Form(BaseModel):
    """Base of the models of what is read: unknown keys are allowed, other types are not."""

    model_config = ConfigDict(frozen=True, extra="allow", strict=True)


def is_text(path: object) -> bool:
    """Return whether a path is UTF-8, as programs that read tables expect."""
    try:
        str(path).encode()
    except UnicodeEncodeError:
        return False
    return True


def fault(model: type[BaseModel], data: Mapping[str, Any]) -> str | None:
    """Return what is wrong with an object that was read, in words; None if nothing is."""
    try:
        check_values(data)
        model.model_validate(data)
    except ValidationError as error:
        return said(error)
    except ValueError as error:
        return str(error)
    return None


def said(error: ValidationError) -> str:
    """Return the first complaint of a model in words."""
    first = error.errors(include_url=False)[0]
    where = ".".join(map(str, first["loc"]))
    return f"at {where!r}: {first['msg']}" if where else first["msg"].removeprefix("Value error, ")


def check_values(data: object) -> None:
    """Raise ValueError for whole numbers beyond 64 bits, numbers that are none, or very deep nesting."""
    waiting = [(data, 0)]
    while waiting:
        value, depth = waiting.pop()
        if depth > MOST_DEEP:
            raise ValueError(f"it is nested more than {MOST_DEEP} deep")
        if isinstance(value, dict):
            waiting += [(each, depth + 1) for each in value.values()]
        elif isinstance(value, list):
            waiting += [(each, depth + 1) for each in value]
        elif isinstance(value, int) and not -(2**63) <= value < 2**63:
            raise ValueError("a whole number in it has more than 64 bits")
        elif isinstance(value, float) and not math.isfinite(value):
            raise ValueError(f"it has the number {value}")
