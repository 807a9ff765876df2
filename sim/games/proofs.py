"""What must hold in every game, for its tests: each function raises AssertionError where it does not."""

from __future__ import annotations

from collections.abc import Sequence

from mazarbul.sim.bots.bot import Bot
from mazarbul.sim.data.setup import Setup
from mazarbul.sim.games.contract import Game
from mazarbul.sim.games.match import Match
from mazarbul.sim.games.replay import replay


def positions_read_back(match: Match) -> None:
    """Play a match to its end; the text of the position at every decision must be read as that position."""
    while not match.is_over:
        text = match.kit.position_text(match.state)
        _, state = match.kit.read_position(text)
        assert match.kit.position_text(state) == text
        match.apply(match.choose())


def things_lie_in_one_place(game: Game, setup: Setup, bots: Sequence[Bot], seed: int = 1) -> None:
    """Replay a game; at every step each thing must lie in one area of the table, and bots take the best."""
    (part,) = replay(game, setup, bots, seed=seed, index=0).parts
    known = [area.id for top in part.areas for area in (top, *top.parts)]
    zones: dict = {}
    for step in part.steps:
        zones |= step.zones
        shown = [piece.thing for zone in zones.values() for piece in zone.pieces]
        assert sorted(shown) == sorted(thing.id for thing in part.things)
        assert set(zones) <= set(known)
        if step.decision and step.decision.scores and len(step.decision.options) > 1:
            assert step.decision.scores[step.decision.chosen] == max(step.decision.scores)
