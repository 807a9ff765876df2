"""The table as a seat sees it, in lines of text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from mazarbul.sim.games import seen
from mazarbul.sim.games.scene import Area, Zone
from mazarbul.sim.games.shown import pieces_in_words, place_in_words
from mazarbul.sim.games.tracing import INDENT
from mazarbul.workbench.shown import Table

Zones = Mapping[str, Zone]
EMPTY = "empty"


class Spoken:
    """What lies on a table at one moment. table: of the part that is played. zones: as a seat sees them."""

    def __init__(self, table: Table, zones: Zones) -> None:
        self.zones = zones
        self._areas = table.scenery.areas(table.names)
        backs = {name: seen.back(name.partition(":")[2]).name for name in seen.things_in(zones)}
        self._names = backs | {name: thing["name"] for name, thing in table.things.items()}

    def whole(self) -> list[str]:
        """Return a line for every area that holds something."""
        return [line for area in self._areas for line in self._lines(area, 1, self.zones)]

    def news(self, seat: str, before: Zones) -> list[str]:
        """Return the areas that are not as before, and the rows of cards of a seat.

        before: what the seat saw when it was last told.
        """
        every = {**before, **self.zones}
        wanted = {name: zone for name, zone in every.items() if before.get(name) != self.zones.get(name)}
        rows = (area.id for area in self._inside(self._areas) if area.seat == seat and area.form == "cards")
        wanted |= {name: self.zones[name] for name in rows if name in self.zones}
        return [line for area in self._areas for line in self._lines(area, 1, wanted, is_brief=True)]

    def _inside(self, areas: Sequence[Area]) -> Iterator[Area]:
        for area in areas:
            yield area
            yield from self._inside(area.parts)

    def _lines(self, area: Area, depth: int, wanted: Zones, *, is_brief: bool = False) -> list[str]:
        """Return the lines of an area and of those inside it, as far as they are wanted; maybe none.

        is_brief: of piles, only how many cards they have.
        """
        inside = [
            line for part in area.parts for line in self._lines(part, depth + 1, wanted, is_brief=is_brief)
        ]
        said = self._said(area, is_brief=is_brief) if area.id in wanted else ""
        if not (said or inside):
            return []
        return [f"{INDENT * depth}{area.title}{': ' if said else ''}{said}", *inside]

    def _said(self, area: Area, *, is_brief: bool) -> str:
        zone = self.zones.get(area.id, Zone())
        words, pieces = place_in_words(zone, self._names), zone.pieces
        if area.form == "pile":
            words += [str(sum(piece.n for piece in pieces))] if pieces else []
            pieces = () if is_brief else tuple(piece for piece in pieces if not piece.is_face_down)
        words += [pieces_in_words(pieces, self._names)] if pieces else []
        return "; ".join(words) or EMPTY
