"""What is known of games that people played: counts with their sources, kept beside a game's data.

Reports show them beside the figures of bots. They are the test of the bots, so no bot is made from them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, model_validator

KEY = "people"  # in a catalogue
MOST = 10**9

Text = Annotated[str, Field(min_length=1, max_length=500)]
Maybe = Annotated[str, Field(max_length=500)]
Games = Annotated[int, Field(ge=0, le=MOST)]
Some = Annotated[int, Field(ge=1, le=MOST)]


class Model(BaseModel):
    """Base of what is known: immutable, no unknown keys."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Count(Model):
    """Games that people played, counted.

    group: what they were, such as "tournament games"; counts of one group are added up. seats: players at the
    table, None where the scenario has only one number. wins: side -> games won. endings: way in which a game
    ends -> games. differs: what was not as in the games of bots, such as bids for sides or an older rule.
    is_alike: whether they were played with the changes of the run that they stand beside, if it has any.
    """

    scenario: Text
    group: Text
    n: Some
    seats: Annotated[int, Field(ge=1, le=20)] | None = None
    wins: Mapping[str, Games] = {}
    endings: Mapping[str, Games] = {}
    edition: Maybe = ""
    source: Text
    year: Annotated[int, Field(ge=1900, le=2999)]
    differs: Maybe = ""
    is_alike: bool = False

    @model_validator(mode="after")
    def _within(self) -> Count:
        for what, counts in (("wins", self.wins), ("endings", self.endings)):
            if sum(counts.values()) > self.n:
                raise ValueError(f"'{what}' adds up to {sum(counts.values())}, but n is {self.n}")
        return self


class Said(Model):
    """What else is said of people's games: an estimate, a range, a description.

    scenario: "" for the game as a whole. games: how many it is about, as the source says it.
    """

    scenario: Maybe = ""
    what: Text
    value: Text
    games: Maybe = ""
    edition: Maybe = ""
    source: Text
    year: Maybe = ""
    differs: Maybe = ""


class People(Model):
    """Everything that is known of people's games of one game."""

    count: tuple[Count, ...] = ()
    said: tuple[Said, ...] = ()

    def about(self, scenario: str) -> People:
        """Return what is known of a scenario, and of the game as a whole."""
        return People(
            count=tuple(each for each in self.count if each.scenario == scenario),
            said=tuple(each for each in self.said if each.scenario in ("", scenario)),
        )

    def and_also(self, others: Iterable[People]) -> People:
        """Return this with what others know."""
        every: Sequence[People] = (self, *others)
        return People(
            count=tuple(row for each in every for row in each.count),
            said=tuple(row for each in every for row in each.said),
        )
