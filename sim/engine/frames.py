"""Frames with named slots: each kind of postponed work in a game is declared once.

A frame is a row of the work stack (see `mazarbul.sim.engine.stack`). Slot 0 is its kind, the other slots
belong to the kind. A declaration is a named tuple of ints, so kernels read `frame[PAY.left]` at no cost.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeGuard, cast

from mazarbul.sim.engine.declared import Numbers, named

KIND = 0
"""The slot with the kind of a frame."""

Part = str | tuple[str, int] | Numbers
"""A slot by its name; several successive slots as (name, number); or the slots of a layout."""


def layout(title: str, *parts: Part, first: int = KIND + 1) -> Numbers:
    """Return slots that several kinds of frames have in common, as a named tuple of their numbers.

    first: number of the first slot. The last field, `end`, is the slot after them. ValueError if a
    layout among the parts overlaps earlier slots.
    """
    places, end = _places(title, parts, first)
    return named(title, (*places, "end"), (*places.values(), end))


class FrameKinds:
    """The kinds of frames of a game, numbered from 1 in the order declared.

    after: kinds that all games have; their numbers come first. holding: a layout that fits into every
    frame. `names`: of the kinds. `width`: number of slots in a frame. `slots`: name of a kind -> slot ->
    name; the second of several successive slots is `cards.1`.
    """

    def __init__(self, after: FrameKinds | None = None, holding: Numbers | None = None) -> None:
        self.names: list[str] = list(after.names) if after else []
        self.slots: dict[str, dict[int, str]] = dict(after.slots) if after else {}
        self._held = dict(_slot_names(holding)) if holding else {}
        self.width: int = max(after.width if after else KIND + 1, holding.end if holding else 0)

    def declare(self, title: str, *parts: Part) -> Numbers:
        """Declare a kind; return a named tuple of its number, `kind`, its slots and `end`.

        parts: as for `layout`. ValueError if two kinds have the same name.
        """
        if title in self.names:
            raise ValueError(f"there are two kinds of frames named {title}")
        places, end = _places(title, parts, KIND + 1)
        self.names.append(title)
        self.width = max(self.width, end)
        declared = named(title, ("kind", *places, "end"), (len(self.names), *places.values(), end))
        self.slots[title] = dict(_slot_names(declared))
        return declared

    def text(self, frame: Iterable[int]) -> str:
        """Return a frame as text, `Pay left=2 7=1`: the slots that are not 0, unnamed ones by number."""
        kind, *values = map(int, frame)
        if kind == 0:
            return ""
        title = self.names[kind - 1]
        names = self._names_of(title)
        filled = ((slot, value) for slot, value in enumerate(values, KIND + 1) if value)
        return " ".join([title, *(f"{names.get(slot, slot)}={value}" for slot, value in filled)])

    def read(self, text: str) -> dict[int, int]:
        """Return slot -> value of a frame given as text. Raises ValueError or KeyError for any other text."""
        if not text.strip():
            return {}
        title, *words = text.split()
        places = {name: slot for slot, name in self._names_of(title).items()}
        found = {KIND: self.names.index(title) + 1}
        for word in words:
            name, _, value = word.partition("=")
            found[int(name) if name.isdecimal() else places[name]] = int(value)
        return found

    def _names_of(self, title: str) -> dict[int, str]:
        """Return the names of the slots of a kind, and of the further slots that every frame has."""
        own = self.slots[title]
        taken = set(own.values())
        return {slot: name for slot, name in self._held.items() if name not in taken} | own


def _slot_names(declared: Numbers) -> Iterator[tuple[int, str]]:
    """Yield every slot of a kind or layout with its name."""
    places = {name: at for name, at in declared._asdict().items() if name != "kind"}
    for (name, first), after in zip(places.items(), list(places.values())[1:], strict=False):
        for slot in range(first, after):
            yield slot, name if slot == first else f"{name}.{slot - first}"


def _is_declared(part: Part) -> TypeGuard[Numbers]:
    """Return whether a part is a layout."""
    return hasattr(part, "_fields")


def _places(title: str, parts: tuple[Part, ...], first: int) -> tuple[dict[str, int], int]:
    """Return the first slot of each name, and the slot after the last."""
    places: dict[str, int] = {}
    end = first
    for part in parts:
        if _is_declared(part):
            taken = {name: at for name, at in part._asdict().items() if name not in ("kind", "end")}
            if min(taken.values()) < end:
                raise ValueError(f"{title}: the slots of {type(part).__name__} are taken")
            places |= taken
            end = part.end
        else:
            name, size = (part, 1) if isinstance(part, str) else cast("tuple[str, int]", part)
            if name in places:
                raise ValueError(f"{title} has two slots named {name}")
            places[name] = end
            end += size
    return places, end
