"""Which place in the data a complaint names when several together are wrong."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from mazarbul.sim.data.nodes import Node
from mazarbul.sim.games.board_game.content.schema import DATA


def changed(places: Iterable[Node]) -> Node:
    """Return the first of some places that a user wrote, in an overlay or file, else the last of them."""
    places = list(places)
    return next((place for place in places if not is_own(place)), places[-1])


def is_own(place: Node) -> bool:
    """Return whether a place is in one of the game's own files."""
    return place.document is not None and Path(place.document.file).is_relative_to(DATA)
