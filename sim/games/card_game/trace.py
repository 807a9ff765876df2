"""One game told step by step, with what the seat on turn holds and where the locations went."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sim.engine.bits import members
from sim.games.card_game import actions, driver, ids
from sim.games.card_game.names import Names
from sim.games.card_game.rules import modifiers, rounds
from sim.games.card_game.state import empty_state
from sim.games.card_game.story import Story
from sim.games.contract import Bot, Setup
from sim.notation import trace
from sim.notation.trace import INDENT


class Tracer(trace.Tracer):
    """Plays one game and tells it."""

    def __init__(self, setup: Setup, bots: Sequence[Bot]) -> None:
        from sim.games.card_game.batch import DECISION_CAP
        from sim.games.card_game.bots import choose, prepare
        from sim.games.card_game.restrictions import seated

        story = Story(Names(setup))
        super().__init__(setup, [bot.name for bot in bots], story, empty_state(), DECISION_CAP)
        self._choose = choose
        self.mind = seated(bots, setup)
        prepare(self.t, self.mind)

    def begin(self, seed: int, index: int) -> None:
        """Set up a game and go on to its first decision."""
        driver.new_game(self.s, self.t, seed, index)

    def choose(self) -> int:
        """Return the action that the bot of the seat to decide takes."""
        return self._choose(self.s, self.t, self.mind)

    def apply(self, code: int) -> None:
        """Apply an action and go on to the next decision."""
        driver.apply(self.s, self.t, code)

    def is_over(self) -> bool:
        """Tell whether the game has ended."""
        return self.s.phase == ids.OVER

    def before(self, seat: int) -> Iterator[str]:
        """Yield what the seat on turn holds."""
        if self.s.decision == actions.TURN:
            hand = self._own(seat, ids.HAND)
            limit = int(modifiers.carryover_limit(self.s, self.t, seat))
            held = self.story.cards(hand)
            yield f"{INDENT}{self.story.seats[seat]}, hand {len(hand)} (limit {limit}): {held}"

    def result(self) -> Iterator[str]:
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
