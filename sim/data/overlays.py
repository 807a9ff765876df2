"""Overlays: changes laid over a game's data, each as a TOML file or as nested tables.

An overlay may have a `title` at its head, which says in a few words what it does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from mazarbul.sim.data.nodes import Node
from mazarbul.sim.toml import DataError

#: One overlay: a TOML file, or its contents as nested tables.
Overlay = Path | str | Mapping

#: Any number of overlays, laid over each other in order: later ones win.
Overlays = Overlay | Sequence[Overlay] | None


TITLE = "title"  # key of an overlay
LONGEST = 80  # characters of a title


def each_overlay(overlays: Overlays) -> tuple[Overlay, ...]:
    """Return the overlays one by one: none, one, or those of a sequence."""
    if overlays is None:
        return ()
    if isinstance(overlays, Path | str | Mapping):
        return (overlays,)
    return tuple(overlays)


def name_of(number: int, total: int) -> str:
    """Return the name of overlay `number` (from 1) of `total`: `overlay` if alone, else `overlay-2` ..."""
    return "overlay" if total == 1 else f"overlay-{number}"


def overlay_at(path: str, value: object) -> dict:
    """Return the overlay that changes one value, given by its path such as `card.gimli.icons.path`.

    Raises DataError for a path with an empty part.
    """
    parts = path.split(".")
    if not all(parts):
        raise DataError(f"{path!r} is not a path: write names joined by dots, such as card.gimli.icons.path")
    for part in reversed(parts):
        value = {part: value}
    return value  # type: ignore[return-value]


def overlay_nodes(overlays: Overlays) -> list[Node]:
    """Return the overlays as nodes, in order, without their titles.

    Raises DataError for a file that cannot be read, and for a title that is none.
    """
    return [replace(node, value=_changes(node)) for node in _nodes(overlays)]


def titles(overlays: Overlays) -> list[str]:
    """Return the title of each overlay, "" for one without. Raises DataError as `overlay_nodes` does."""
    return [_title(node) for node in _nodes(overlays)]


def _nodes(overlays: Overlays) -> list[Node]:
    given = each_overlay(overlays)
    return [
        Node.of(overlay, None, file=name_of(i, len(given)))
        if isinstance(overlay, Mapping)
        else Node.load(overlay)
        for i, overlay in enumerate(given, 1)
    ]


def _changes(node: Node) -> dict[str, Node]:
    """Return the tables of an overlay."""
    _title(node)
    return {key: part for key, part in node.table().items() if key != TITLE}


def _title(node: Node) -> str:
    part = node.table().get(TITLE)
    if part is None:
        return ""
    if not isinstance(part.value, str) or not part.value.strip() or not part.value.isprintable():
        raise part.error("a title is a line of text")
    if len(part.value) > LONGEST:
        raise part.error(f"a title has at most {LONGEST} characters")
    return part.value.strip()
