"""A game as people at its table see it: what lies there, and what has happened, without what is hidden.

Each seat is told its own story. A card that a seat does not see is a back on its table and has no name in
its story; what is hidden is said by `mazarbul.sim.games.scene.Scenery.unseen`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from typing import Any

import numpy as np

from mazarbul.sim.games.kit import Kit
from mazarbul.sim.games.match import Match
from mazarbul.sim.games.replay import scenery_of
from mazarbul.sim.games.scene import Piece, Thing, Zone
from mazarbul.sim.notation.story import ACTION, HEADING, UNSEEN, Story, Veil
from mazarbul.sim.toml import DataError

BACK = "back"  # id of the thing that stands for a card that is not seen

SEVERAL = re.compile(rf"{UNSEEN}(?:; {UNSEEN})+")

Lines = list[tuple[int, str]]
"""What has happened: (depth, text), as a story tells it."""


def unseen(kit: Kit, s: np.record, seat: int) -> dict[str, str]:
    """Return the ids of the cards that a seat does not see, each with what its back tells.

    Raises DataError if the game does not say.
    """
    scenery = scenery_of(kit)
    if scenery.unseen is None:
        raise DataError(
            f"{kit.setup.title} ({kit.setup.game}) cannot be played by people: it does not say what they see"
        )
    return scenery.unseen(kit.names, s, seat)


def zones(kit: Kit, s: np.record, seat: int) -> dict[str, Zone]:
    """Return what lies where, as a seat sees it; areas that hold nothing are left out."""
    hidden = unseen(kit, s, seat)
    found = scenery_of(kit).zones(kit.names, s)
    return {name: _veiled(zone, hidden) for name, zone in found.items() if not zone.is_empty}


def back(told: str) -> Thing:
    """Return the thing that stands for a card that is not seen. told: what its back tells."""
    return Thing(f"{BACK}:{told}", f"{told.capitalize()} card".strip().capitalize(), "not seen")


def things_in(found: Mapping[str, Zone]) -> Iterator[str]:
    """Yield the ids of all things in zones, also of places."""
    for zone in found.values():
        if zone.place:
            yield zone.place
        yield from _things(zone.pieces)


def _things(pieces: Sequence[Piece]) -> Iterator[str]:
    for piece in pieces:
        yield piece.thing
        yield from _things(piece.on)


def _veiled(zone: Zone, hidden: Mapping[str, str]) -> Zone:
    """Return a zone in which cards that are not seen are backs; alike ones lie together, the last ones."""
    seen: list[Piece] = []
    backs: dict[str, int] = {}
    for piece in zone.pieces:
        if piece.thing in hidden and not (piece.on or piece.marks or piece.is_exhausted):
            backs[hidden[piece.thing]] = backs.get(hidden[piece.thing], 0) + 1
        else:
            seen.append(_piece(piece, hidden))
    covered = [Piece(back(told).id, n, is_face_down=True) for told, n in sorted(backs.items())]
    return replace(zone, pieces=(*seen, *covered), place=_place(zone.place, hidden))


def _piece(piece: Piece, hidden: Mapping[str, str]) -> Piece:
    """Return a piece with everything on it as it is seen."""
    if not piece.on and piece.thing not in hidden:
        return piece
    on = tuple(_piece(each, hidden) for each in piece.on)
    if piece.thing in hidden:
        return replace(piece, thing=back(hidden[piece.thing]).id, on=on, is_face_down=True)
    return replace(piece, on=on)


def _place(place: str, hidden: Mapping[str, str]) -> str:
    return back(hidden[place]).id if place in hidden else place


def _counted(found: re.Match[str]) -> str:
    return f"{found[0].count(UNSEEN)} cards"


class SeenMatch(Match):
    """A game of which each seat is told what it sees.

    told: number of a seat -> what has happened since `take` was called for it last. seats: who is told; all
    if not given. The rest is as for a match.
    """

    def __init__(self, *args: Any, seats: Sequence[int] | None = None, **options: Any) -> None:
        self._listeners = seats
        self._stories: dict[int, Story] = {}
        self._told: dict[int, Lines] = {}
        self._hidden: dict[int, dict[str, str]] = {}
        self._heard: Kit | None = None
        super().__init__(*args, **options)

    def take(self, seat: int) -> Lines:
        """Return what a seat has seen happen since this was called last."""
        lines, self._told[seat] = self._told[seat], []
        return lines

    def act(self, seat: int, code: int) -> str:
        """Return an option of the deciding seat in words, as a sentence without subject and full stop."""
        story = self._stories[seat]
        return story.option(self.state, code) or self.kit.moves.in_story(story, code)

    def advance(self, code: int) -> None:
        """Take an action that is known to be legal; others are told who does what."""
        actor, before = int(self.state.actor), self.state.copy()
        at = {seat: len(lines) for seat, lines in self._told.items()}
        kit, hidden = self.kit, dict(self._hidden)
        super().advance(code)
        for seat, lines in self._told.items():
            after = self._hidden[seat] if self.kit is kit else {}
            lines.insert(at[seat], (ACTION, self._act(seat, actor, code, before, (hidden[seat], after))))

    def _act(self, seat: int, actor: int, code: int, s: np.record, hidden: Any) -> str:
        """Return the sentence of an action for a seat. s: where it was taken. hidden: before and after."""
        story = self._stories[seat]
        story.unnamed = () if seat == actor else set(hidden[0]) & set(hidden[1])
        said = story.act(actor, code, s)
        story.unnamed = ()
        return said

    def _tell(self, code: int | None) -> None:
        super()._tell(code)
        if self._heard is not self.kit:
            self._begin()
        for seat, story in self._stories.items():
            before, after = self._hidden[seat], unseen(self.kit, self.state, seat)
            told = story.tell(self.state, code, Veil(before, after))
            self._told[seat] += [(depth, SEVERAL.sub(_counted, text)) for depth, text in told]
            self._hidden[seat] = after

    def _begin(self) -> None:
        """Begin the stories of a game, or of its next part."""
        self._heard = self.kit
        seats = range(len(self.kit.names.seats)) if self._listeners is None else self._listeners
        self._stories = {seat: self.kit.story() for seat in seats}
        self._hidden = {seat: unseen(self.kit, self.state, seat) for seat in seats}
        for seat in seats:
            title = self.kit.title() if seat in self._told else None
            self._told.setdefault(seat, []).extend([(HEADING, title)] if title else [])

    def copy(self) -> SeenMatch:
        """Return an independent copy, to be played in the same thread."""
        other = super().copy()
        assert isinstance(other, SeenMatch)
        other._stories = {seat: copy(story) for seat, story in self._stories.items()}
        other._told = {seat: list(lines) for seat, lines in self._told.items()}
        other._hidden = dict(self._hidden)
        return other
