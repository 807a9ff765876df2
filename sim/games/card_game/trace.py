"""One game told so that a player of the tabletop game can follow and check every step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from sim.games.card_game import actions, ids, kernel
from sim.games.card_game.names import Names, members
from sim.games.card_game.rules import modifiers, rounds
from sim.games.card_game.state import empty_state
from sim.games.card_game.story import HEADING, Story
from sim.games.contract import Bot, Setup

INDENT = "  "


def trace_game(setup: Setup, bots: Sequence[Bot], seed: int, index: int) -> Iterator[str]:
    """Yield the lines of game `index` of the run with `seed`: the game that a run plays under that number."""
    with np.errstate(over="ignore"):
        yield from _Tracer(setup, bots).lines(seed, index)


class _Tracer:
    """Plays one game and tells it."""

    def __init__(self, setup: Setup, bots: Sequence[Bot]) -> None:
        from sim.games.card_game.batch import DECISION_CAP
        from sim.games.card_game.bots import choose, prepare
        from sim.games.card_game.restrictions import seated

        self.setup, self.t, self.bots = setup, setup.tables, bots
        self.names = Names(setup)
        self.story = Story(self.names)
        self.s = empty_state()
        self.choose, self.cap = choose, DECISION_CAP
        self.mind = seated(bots, setup)
        prepare(self.t, self.mind)

    def lines(self, seed: int, index: int) -> Iterator[str]:
        """Yield the lines of a game."""
        s, t = self.s, self.t
        yield f"{self.setup.title} ({self.setup.game}/{self.setup.scenario}), game {index} of seed {seed}"
        for seat, bot in enumerate(self.bots):
            yield f"{INDENT}{self.story.seats[seat]} ({self._side(seat)}): {bot.name}"
        yield ""
        s.is_logged = 1
        kernel.new_game(s, t, seed, index)
        yield from self._events(None)
        while s.phase != ids.OVER:
            if s.decisions >= self.cap:
                yield f"stopped after {self.cap} decisions"
                return
            yield from self._decision()
        yield from self._result()

    def _decision(self) -> Iterator[str]:
        """Yield the pending decision, its answer and what comes of it."""
        s, seat = self.s, int(self.s.actor)
        if s.decision == actions.TURN:
            yield from self._turn(seat)
        code = int(self.choose(s, self.t, self.mind))
        yield f"{INDENT * 2}{self.story.act(seat, code)}"
        kernel.apply(s, self.t, code)
        yield from self._events(code)

    def _events(self, code: int | None) -> Iterator[str]:
        """Yield what has happened since the last decision."""
        for depth, text in self.story.tell(self.s, code):
            if depth == HEADING:
                yield ""
                yield text
            else:
                yield f"{INDENT * (depth + 1)}{text}"

    def _turn(self, seat: int) -> Iterator[str]:
        """Yield what the seat on turn holds."""
        s, t = self.s, self.t
        hand = self._own(seat, ids.HAND)
        limit = int(modifiers.carryover_limit(s, t, seat))
        yield f"{INDENT}{self.story.seats[seat]}, hand {len(hand)} (limit {limit}): {self.story.cards(hand)}"

    def _result(self) -> Iterator[str]:
        """Yield where the locations went."""
        s = self.s
        for side, name in enumerate(self.story.sides):
            places = members(s.bg_area[side]) + [ids.BATTLEGROUNDS + p for p in members(s.path_area[side])]
            points = int(rounds.score(s, self.t, side))
            listed = ", ".join(self.story.place(place) for place in places) or "none"
            tail = f"; corruption {s.corruption}" if side == ids.SHADOW else ""
            yield f"{name}: {points} points; locations: {listed}{tail}"
        yield f"{s.round_number} rounds, {s.turns} turns, {s.decisions} decisions"

    def _own(self, seat: int, zone: int) -> list[int]:
        """Return the seat's cards in a zone."""
        first = int(self.t.seat_side[seat]) * ids.SIDE_CARDS
        return [first + i for i in members(self.s.in_zone[seat, zone])]

    def _side(self, seat: int) -> str:
        return self.story.sides[int(self.t.seat_side[seat])]
