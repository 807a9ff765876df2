"""A value that is not as printed: found where a game is set up, kept in a run's manifest, read by reports."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from pydantic import BaseModel, ConfigDict

#: What makes a change: the option that was given, `overlay` also for a scenario of the user's own.
Kind = Literal["switches", "decks", "overlay"]
Value = bool | int | float | str | list[str] | None

LONGEST = 60  # characters of a text
ARROW = "\N{RIGHTWARDS ARROW}"
MORE = "\N{HORIZONTAL ELLIPSIS}"
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

    @property
    def is_printed_deck(self) -> bool:
        """Whether it is only the choice of a printed deck."""
        return self.kind == "decks" and not self.is_new

    def __str__(self) -> str:
        return phrase(self.kind, self.what, self.old, self.new, is_new=self.is_new)


def listed(items: Sequence[str], shown: int = SHOWN) -> list[str]:
    """Return the first of some items, with a last one that says how many more there are."""
    return [*items[:shown], *([f"and {len(items) - shown:,} more"] if len(items) > shown else [])]


def line(changes: Sequence[Change] | None) -> str:
    """Return changes in words, in a line; "" for none and for None, if they are not known."""
    return "; ".join(listed([*map(str, changes or ())]))


def phrase(kind: str, what: str, old: object, new: object, *, is_new: bool) -> str:
    """Return a change in words: "Gimli, path icons: 1 -> 2", "new card Halbarad", "promos: off -> on"."""
    if is_new and kind == "overlay" and None in (old, new):
        return what if old is None else f"without the {what}"
    before, after = both(old, new, kind)
    own = ", not a printed one" if is_new and kind == "decks" else ""
    return f"{what}: {before} {ARROW} {after}{own}"


def both(old: object, new: object, kind: str) -> tuple[str, str]:
    """Return two values of a kind of change as texts."""
    one, two = _differing(old, new)
    return _value(one, is_on=kind == "switches"), _value(two, is_on=kind == "switches")


def _differing(old: object, new: object) -> tuple[object, object]:
    """Return two values; of two long texts only the parts that differ."""
    if not (isinstance(old, str) and isinstance(new, str) and max(len(old), len(new)) > LONGEST):
        return old, new
    one, two = old.split(), new.split()
    n = next((i for i, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))
    if not n:
        return old, new
    return " ".join([MORE, *one[n:]]), " ".join([MORE, *two[n:]])


def _value(value: object, *, is_on: bool = False) -> str:
    if isinstance(value, bool):
        return {True: "on", False: "off"}[value] if is_on else {True: "yes", False: "no"}[value]
    if isinstance(value, list | tuple):
        value = ", ".join(str(each).replace("_", " ") for each in value)  # ids
    if value is None or value == "":
        return "none"
    text = str(value).replace("_", " ").strip() if is_on else str(value)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1].rstrip()}{MORE}"
