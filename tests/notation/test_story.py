"""What an event says is a sentence about its numbers."""

from __future__ import annotations

from types import SimpleNamespace

from mazarbul.sim.engine.actions import NONE
from mazarbul.sim.notation.story import EVENT, HEADING, Story

ROUND, DRAW, SWAP, END, SILENT, UNKNOWN = range(6)


class Told(Story):
    """The story of a game with two seats and one card."""

    headings = {ROUND: "Round {a}", END: "The game ends ({b.end}); winner: {a.side}"}  # noqa: RUF012
    sentences = {  # noqa: RUF012
        DRAW: "{a.seat} draws {b.card} for {c} point{c.s}",
        SWAP: lambda story, a, b, _c: f"{story.seat(a)} and {story.seat(b)} swap",
        SILENT: lambda _story, _a, _b, _c: "",
    }
    ends = {2: "time is up"}  # noqa: RUF012


def story() -> Told:
    """Return a story."""
    catalogue = {
        "seats": [{"name": "North"}, {"name": "South"}],
        "sides": [{"name": "Hunters"}, {"name": "Couriers"}],
    }
    names = SimpleNamespace(
        setup=SimpleNamespace(catalogue=catalogue), cards={5: "giant#2"}, entries={5: {"name": "Giant"}}
    )
    return Told(names)  # type: ignore[arg-type]


def test_numbers_are_named_as_the_sentence_asks():
    told = story()
    assert told.lines(ROUND, 3, 0, 0) == [(HEADING, "Round 3")]
    assert told.lines(DRAW, 1, 5, 1) == [(EVENT, "South draws Giant #2 for 1 point")]
    assert told.lines(DRAW, 0, 5, 2) == [(EVENT, "North draws Giant #2 for 2 points")]
    assert told.lines(END, NONE, 2, 0) == [(HEADING, "The game ends (time is up); winner: nobody")]


def test_a_function_says_what_a_sentence_cannot_and_some_events_say_nothing():
    told = story()
    assert told.lines(SWAP, 0, 1, 0) == [(EVENT, "North and South swap")]
    assert told.lines(SILENT, 0, 0, 0) == told.lines(UNKNOWN, 0, 0, 0) == []


def test_a_card_that_is_not_seen_is_not_named():
    told = story()
    told.unnamed = ("giant#2",)
    assert told.lines(DRAW, 1, 5, 0) == [(EVENT, "South draws a card for 0 points")]
