"""A value that is not as printed: found where a game is set up, kept in a run's manifest, read by reports."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from pydantic import BaseModel, ConfigDict

#: What makes a change: the option that was given, `overlay` also for a scenario of the user's own.
Kind = Literal["switches", "decks", "overlay"]
Value = bool | int | float | str | list[str] | None

SHOWN = 6  # changes in the head of a page and in the terminal


class Change(BaseModel):
    """One value that is not as printed.

    path: as an overlay writes it, such as `card.gimli.icons.path`. what: the same in words, such as "Gimli,
    path icons". old, new: None for nothing; a list of texts for a list. is_new: a thing that is not printed;
    `new` then describes it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    kind: Kind
    path: str
    what: str
    old: Value = None
    new: Value = None
    is_new: bool = False

    def __str__(self) -> str:
        return self.what if self.is_new else f"{self.what}: {self.old} -> {self.new}"


def listed(items: Sequence[str], shown: int = SHOWN) -> list[str]:
    """Return the first of some items, with a last one that says how many more there are."""
    return [*items[:shown], *([f"and {len(items) - shown:,} more"] if len(items) > shown else [])]
