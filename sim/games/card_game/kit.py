"""The kit of this game: what it takes to play a set-up step by step (see `mazarbul.sim.games.kit`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from mazarbul.sim.engine.bits import members
from mazarbul.sim.games import kit
from mazarbul.sim.games.card_game import actions, ids, kernel
from mazarbul.sim.games.card_game.batch import play_batch
from mazarbul.sim.games.card_game.bots.inputs import INPUTS
from mazarbul.sim.games.card_game.bots.policies import choose, prepare
from mazarbul.sim.games.card_game.bots.practice import PRACTICE, imitate, practise
from mazarbul.sim.games.card_game.bots.restrictions import seated
from mazarbul.sim.games.card_game.bots.search import SEARCH, search, weigh
from mazarbul.sim.games.card_game.bots.sight import SIGHT
from mazarbul.sim.games.card_game.kernel import DRIVER
from mazarbul.sim.games.card_game.results import Records
from mazarbul.sim.games.card_game.rules import modifiers
from mazarbul.sim.games.card_game.rules.rounds import score
from mazarbul.sim.games.card_game.state import STATE
from mazarbul.sim.games.card_game.text.names import Names
from mazarbul.sim.games.card_game.text.position import parse_position, position_text
from mazarbul.sim.games.card_game.text.reasons import MOVES
from mazarbul.sim.games.card_game.text.scene import SCENERY
from mazarbul.sim.games.card_game.text.story import Story
from mazarbul.sim.games.card_game.text.view import cards_of, view
from mazarbul.sim.games.searching import Practice, Searcher


class Kit(kit.Kit):
    """What it takes to play one set-up."""

    state = STATE
    moving = kernel.MOVING
    moves = MOVES
    driver = DRIVER
    steps = kit.Steps(prepare, choose, play_batch)
    parts = kit.Parts(Names, Records, Story, seated, view, position_text, parse_position)
    searcher = Searcher(search, weigh, SEARCH)
    practice = Practice(practise, imitate, PRACTICE, INPUTS)
    sight = SIGHT
    scenery = SCENERY
    names: Names

    def before(self, s: np.record, seat: int) -> Iterator[str]:
        """Yield the hand of the seat on turn."""
        if s.decision == actions.TURN:
            story, hand = Story(self.names), cards_of(s, self.tables, seat, ids.IN.HAND)
            limit = int(modifiers.carryover_limit(s, self.tables, seat))
            yield f"{story.seats[seat]}, hand {len(hand)} (limit {limit}): {story.cards(hand)}"

    def result(self, s: np.record, record: dict[str, Any]) -> Iterator[str]:  # noqa: ARG002
        """Yield the locations and points of each side."""
        story = Story(self.names)
        for side, name in enumerate(story.sides):
            places = members(s.bg_area[side]) + [ids.BATTLEGROUNDS + p for p in members(s.path_area[side])]
            points = int(score(s, self.tables, side))
            listed = ", ".join(story.place(place) for place in places) or "none"
            tail = f"; corruption {s.corruption}" if side == ids.SIDE.SHADOW else ""
            yield f"{name}: {points} points; locations: {listed}{tail}"
        yield f"{s.round_number} rounds, {s.turns} turns, {s.decisions} decisions"
