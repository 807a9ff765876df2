"""My Game as text: moves and why they are illegal, stories, positions, and what a seat may know."""

from __future__ import annotations

from typing import Any

from mazarbul.sim.engine.bits import members
from mazarbul.sim.notation import story
from mazarbul.sim.notation.fields import FieldScript, Positions, card, number, seat, seat_cards, seat_number
from mazarbul.sim.notation.moves import Moves, Part
from mazarbul.sim.notation.names import Names
from mazarbul.sim.notation.story import EVENT, HEADING
from my_game import ids
from my_game.rules import clear
from my_game.state import FRAME_KINDS, STATE

# Moves --------------------------------------------------------------------------------------------

PARTS = {
    "card": Part(
        lambda names, card, _a: names.card(card),
        lambda names, _s, line, _a: names.find_card(line, line.word("a card")),
        lambda story, card, _a: story.card(card),
    ),
}


def _why_no_card(names: Names, _s, seat: int, card: int, _b: int) -> str:
    return f"{names.card(card)} is not in {names.seats[seat]}'s hand (R2)"


MOVES = Moves(kinds=ids.KINDS, parts=PARTS, reasons={ids.PLAY: _why_no_card})

# Stories ------------------------------------------------------------------------------------------

ENDS = {ids.END.AHEAD: "more points", ids.END.LEVEL: "as many points", ids.END.CAPPED: "too many decisions"}


class Story(story.Story):
    """Describes events and actions of one game."""

    moves = MOVES
    forced = ids.EVENT.FORCED
    listed = (ids.EVENT.DEAL,)

    def lines(self, kind: int, a: int, b: int, _c: int) -> list[tuple[int, str]]:
        """Return the lines of one event."""
        event = ids.EVENT
        if kind == event.ROUND:
            return [(HEADING, f"Round {a}")]
        if kind == event.END:
            return [(HEADING, f"The game ends ({ENDS[b]}); winner: {'nobody' if a < 0 else self.sides[a]}")]
        if kind == event.DEAL:
            return [(EVENT, f"{self.seats[a]} is dealt {self.card(b)}")]
        if kind == event.TAKE:
            return [(EVENT, f"{self.seats[a]} takes the round; points: {b}")]
        return [(EVENT, "the cards are equally strong")]


# Positions, and scripts that begin with them --------------------------------------------------------

POSITIONS = Positions(
    STATE,
    clear,
    FRAME_KINDS,
    MOVES,
    ids.PHASE,
    (
        number("round", "round_number", 1, ids.HAND),
        seat("leader", "leader"),
        card("led", "led"),
        seat_number("score", "score", ids.HAND),
        seat_cards("hand", "hand"),
    ),
)


class Script(FieldScript):
    """Carries out a script of this game."""

    first_scenario = "duel"
    positions = POSITIONS
    ends = ids.ENDS


# Knowledge ----------------------------------------------------------------------------------------


def view(names: Names, s, seat: int) -> dict[str, Any]:
    """Return what a seat may know (R4): its own hand, and the size of the other one."""
    return {
        "seat": names.seats[seat],
        "round": int(s.round_number),
        "leader": names.seats[s.leader],
        "led": None if s.led == ids.NONE else names.card(s.led),
        "score": dict(zip(names.seats, map(int, s.score), strict=True)),
        "hands": {name: int(s.hand[i]).bit_count() for i, name in enumerate(names.seats)},
        "hand": [names.card(card) for card in members(s.hand[seat])],
    }
