"""The table of a game at one moment as HTML, for notebooks: what a replay draws, without its pictures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape

import numpy as np

from mazarbul.sim.games.kit import Kit
from mazarbul.sim.games.scene import Area, Piece, Thing, Zone

BOX = "border:1px solid #8886;border-radius:4px;padding:2px 8px;margin:3px 0"


def html(kit: Kit, state: np.record, heading: str, text: str) -> str:
    """Return the areas of the table that hold something, one in another; all cards are open.

    text: what is returned if the game declares no table.
    """
    if kit.scenery is None:
        return f"<pre>{escape(text)}</pre>"
    things = {thing.id: thing for thing in kit.scenery.things(kit.names)}
    zones = kit.scenery.zones(kit.names, state)
    areas = "".join(_area(area, zones, things) for area in kit.scenery.areas(kit.names))
    return f"<p>{escape(heading)}</p>{areas}"


def _area(area: Area, zones: Mapping[str, Zone], things: Mapping[str, Thing]) -> str:
    """Return an area with all inside it; nothing if it is empty and keeps no place."""
    zone = zones.get(area.id, Zone())
    inside = "".join(_area(part, zones, things) for part in area.parts)
    if zone.is_empty and not inside and not area.is_shown:
        return ""
    counters = ", ".join(f"{each.label} {each.value}" for each in zone.counters)
    place = _name(zone.place, things) if zone.place else ""
    pieces = _pieces(zone.pieces, things) if area.form != "pile" else _pile(zone, things)
    said = " &middot; ".join(escape(each) for each in (place, counters, pieces) if each)
    return f'<div style="{BOX}"><b>{escape(area.title)}</b> {said}{inside}</div>'


def _pile(zone: Zone, things: Mapping[str, Thing]) -> str:
    """Return how many cards a pile has, and the top one."""
    n = sum(piece.n for piece in zone.pieces)
    return f"{n}, on top {_name(zone.pieces[0].thing, things)}" if n else ""


def _pieces(pieces: Iterable[Piece], things: Mapping[str, Thing]) -> str:
    """Return pieces in words: name, number, tokens and what is attached."""
    return ", ".join(_piece(piece, things) for piece in pieces)


def _piece(piece: Piece, things: Mapping[str, Thing]) -> str:
    marks = [*piece.marks, *(["exhausted"] if piece.is_exhausted else [])]
    marks += ["face down"] if piece.is_face_down else []
    marks += [f"with {_pieces(piece.on, things)}"] if piece.on else []
    n = f" \N{MULTIPLICATION SIGN} {piece.n}" if piece.n > 1 else ""
    return f"{_name(piece.thing, things)}{n}" + (f" ({', '.join(marks)})" if marks else "")


def _name(identifier: str, things: Mapping[str, Thing]) -> str:
    return things[identifier].name if identifier in things else identifier
