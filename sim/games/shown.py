"""The table of a game at one moment as HTML, for notebooks: what a replay draws, without its pictures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape

import numpy as np

from mazarbul.sim.games.kit import Kit
from mazarbul.sim.games.scene import Area, Piece, Zone

BOX = "border:1px solid #8886;border-radius:4px;padding:2px 8px;margin:3px 0"


def html(kit: Kit, state: np.record, heading: str, text: str) -> str:
    """Return the areas of the table that hold something, one in another; all cards are open.

    text: what is returned if the game declares no table.
    """
    if kit.scenery is None:
        return f"<pre>{escape(text)}</pre>"
    names = {thing.id: thing.name for thing in kit.scenery.things(kit.names)}
    zones = kit.scenery.zones(kit.names, state)
    areas = "".join(_area(area, zones, names) for area in kit.scenery.areas(kit.names))
    return f"<p>{escape(heading)}</p>{areas}"


def _area(area: Area, zones: Mapping[str, Zone], names: Mapping[str, str]) -> str:
    """Return an area with all inside it; nothing if it is empty and keeps no place."""
    zone = zones.get(area.id, Zone())
    inside = "".join(_area(part, zones, names) for part in area.parts)
    if zone.is_empty and not inside and not area.is_shown:
        return ""
    pieces = pieces_in_words(zone.pieces, names) if area.form != "pile" else _pile(zone, names)
    said = " &middot; ".join(escape(each) for each in (*place_in_words(zone, names), pieces) if each)
    return f'<div style="{BOX}"><b>{escape(area.title)}</b> {said}{inside}</div>'


def _pile(zone: Zone, names: Mapping[str, str]) -> str:
    """Return how many cards a pile has, and the top one."""
    n = sum(piece.n for piece in zone.pieces)
    return f"{n}, on top {_name(zone.pieces[0].thing, names)}" if n else ""


def place_in_words(zone: Zone, names: Mapping[str, str]) -> list[str]:
    """Return the place that an area is now, and its numbers. names: id of a thing -> its name."""
    counters = ", ".join(f"{each.label} {each.value}" for each in zone.counters)
    return [each for each in (_name(zone.place, names) if zone.place else "", counters) if each]


def pieces_in_words(pieces: Iterable[Piece], names: Mapping[str, str]) -> str:
    """Return pieces with their numbers, tokens and what is attached. names: id of a thing -> its name."""
    return ", ".join(_piece(piece, names) for piece in pieces)


def _piece(piece: Piece, names: Mapping[str, str]) -> str:
    marks = [*piece.marks, *(["exhausted"] if piece.is_exhausted else [])]
    marks += ["face down"] if piece.is_face_down else []
    marks += [f"with {pieces_in_words(piece.on, names)}"] if piece.on else []
    n = f" \N{MULTIPLICATION SIGN} {piece.n}" if piece.n > 1 else ""
    return f"{_name(piece.thing, names)}{n}" + (f" ({', '.join(marks)})" if marks else "")


def _name(identifier: str, names: Mapping[str, str]) -> str:
    return names.get(identifier, identifier)
