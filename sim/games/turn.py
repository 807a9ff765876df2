"""The turn that a Python bot gets: a decision, with what its seat may know."""

from __future__ import annotations

import random
from functools import cached_property
from typing import Any, Protocol


class Pending(Protocol):
    """A game at a decision, such as `mazarbul.sim.games.match.Match`, which describes each member."""

    seed: int
    index: int

    @property
    def decisions(self) -> int:
        """Number of decisions made."""

    def pending(self) -> tuple[str, str]:
        """Return the deciding seat and the kind of its decision."""

    def legal(self) -> list[str]:
        """Return the texts of the legal actions."""

    def codes(self) -> list[int]:
        """Return the codes of the legal actions."""

    def view(self, seat: str) -> dict[str, Any]:
        """Return what a seat may know."""

    def choose(self, bot: str) -> str:
        """Return the action of another bot."""


class Turn:
    """A pending decision as the deciding seat sees it.

    seat: its id. decision: the kind of decision. legal: the texts of the legal actions. luck: random numbers
    for this decision, the same whenever this game is played again.
    """

    def __init__(self, match: Pending) -> None:
        self._match = match
        self.seat, self.decision = match.pending()

    @cached_property
    def legal(self) -> list[str]:
        """The texts of the legal actions."""
        return self._match.legal()

    @cached_property
    def codes(self) -> list[int]:
        """The codes of the legal actions, in the order of `legal`."""
        return self._match.codes()

    @cached_property
    def view(self) -> dict[str, Any]:
        """What the seat may know of the game, as plain data."""
        return self._match.view(self.seat)

    @cached_property
    def luck(self) -> random.Random:
        """Random numbers for this decision."""
        match = self._match
        return random.Random(f"{match.seed} {match.index} {match.decisions} {self.seat}")

    def choose(self, bot: str) -> str:
        """Return the action that another bot, such as "heuristic", would take here."""
        return self._match.choose(bot)
