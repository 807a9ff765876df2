"""What audits that come with a game found: what stronger bots change of its scenarios, as printed.

A run of the same data by the same bots is judged with it, as if its own audit had played those games.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from pydantic import Field, model_validator

from mazarbul.formats.forms import Sum
from mazarbul.formats.people import Games, Model, Some, Text

KEY = "ladders"  # in a catalogue

Share = Annotated[float, Field(ge=-1, le=1)]


class Gain(Model):
    """What a bot at every seat changes for a side.

    won: of the rung's games. step (step_low, step_high): change of the win rate from the bot below, in the
    deals of both.
    """

    won: Games
    step: Share
    step_low: Share
    step_high: Share


class Rung(Model):
    """A bot that searches, at every seat.

    slower: how many times as long as one of the usual bot its games take. cut: of its games, those that were
    cut off. step_n: deals that it and the bot below both played. sides: those that have seats.
    """

    label: Text
    rollouts: Annotated[int, Field(ge=1, le=10**6)]
    games: Some
    slower: Annotated[float, Field(gt=0, le=10**9)]
    cut: Games = 0
    step_n: Some
    sides: Mapping[str, Gain]

    @model_validator(mode="after")
    def _within(self) -> Rung:
        if max([self.cut, *(side.won for side in self.sides.values())]) > self.games:
            raise ValueError(f"more than its {self.games} games were won or cut off")
        return self


class Ladder(Model):
    """The ladder of a scenario above its usual bot, weakest rung first.

    tables, bot: `tables_hash` of the data that was played, and `bot_hashes` of the usual bot (see
    `mazarbul.formats.manifest`).
    """

    scenario: Text
    tables: Sum
    bot: Sum
    rungs: Annotated[tuple[Rung, ...], Field(min_length=1, max_length=10)]


class Ladders(Model):
    """All ladders that come with a game, or those of one scenario."""

    ladder: tuple[Ladder, ...] = ()

    def about(self, scenario: str) -> Ladders:
        """Return what is known of a scenario."""
        return Ladders(ladder=tuple(each for each in self.ladder if each.scenario == scenario))
