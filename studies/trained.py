"""The result of a training: what each side gained, in words and in the bot's file."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mazarbul.analysis import words
from mazarbul.analysis.paired import Pairs, change_columns
from mazarbul.sim.bots.files import SUFFIX, written
from mazarbul.sim.runner.store import write_whole
from mazarbul.sim.version import VERSION

BOT_FILE = f"trained{SUFFIX}"
UNCONFIRMED = "Its gain is not confirmed: the training was stopped before its end."


@dataclass(frozen=True)
class Gain:
    """What the bot of a trained side gains, in pairs of games with the same luck.

    side, name: id and name of the side. against: its opponents, in words; "" for a quest. is_main: whether
    the others are those that the training began with. tables: label of each table -> wins with the bot before
    and after.
    """

    side: str
    name: str
    against: str
    is_main: bool
    tables: dict[str, Pairs]

    @property
    def columns(self) -> dict[str, Any]:
        """The win rates before and after, `base` and `other`, and their `change`, with its interval.

        With several tables these are the means of the tables.
        """
        each = [change_columns(pairs) for pairs in self.tables.values()]
        if len(each) == 1:
            return each[0]
        means = {name: sum(own[name] for own in each) / len(each) for name in ("base", "other", "change")}
        # tables share no luck, so the variances of their changes add up
        half = math.hypot(*(own["change_high"] - own["change"] for own in each)) / len(each)
        return means | {"change_low": means["change"] - half, "change_high": means["change"] + half}

    @property
    def is_clear(self) -> bool:
        """Whether the interval of the change lies above 0."""
        return bool(self.columns["change_low"] > 0)

    def words(self) -> str:
        """Return the gain in a line; with several tables their mean."""
        against = f" against {self.against}" if self.against else ""
        mean = f", mean of {len(self.tables)} tables" if len(self.tables) > 1 else ""
        n = next(iter(self.tables.values())).n
        games = f"{n:,} pairs of games{' at each' if mean else ''}"
        return f"{self.name}{against}{mean}: {_change(self.columns)}, {games}"

    def lines(self) -> list[str]:
        """Return the gain in words, then that of each of several tables."""
        if len(self.tables) == 1:
            return [self.words()]
        each = [f"  {label}: {_change(change_columns(pairs))}" for label, pairs in self.tables.items()]
        return [self.words(), *each]

    def facts(self) -> dict[str, Any]:
        """Return it as plain data that JSON has: of all tables together, then of each."""
        return {
            "side": self.side,
            "name": self.name,
            "against": self.against or None,
            "is_main": self.is_main,
            "is_clear": self.is_clear,
            **_figures(self.columns),
            "tables": [
                {"table": label or None, "pairs": pairs.n, **_figures(change_columns(pairs))}
                for label, pairs in self.tables.items()
            ],
        }


def _figures(columns: Mapping[str, Any]) -> dict[str, float]:
    """Return the win rates of a gain and their change with its interval."""
    return {name: float(columns[name]) for name in ("base", "other", "change", "change_low", "change_high")}


def _change(columns: Mapping[str, Any]) -> str:
    """Return two win rates and their change in words."""
    rates = f"{words.percent(columns['base'])} to {words.percent(columns['other'])}"
    change, low, high = (columns[name] for name in ("change", "change_low", "change_high"))
    return f"{rates}, {words.points(change)} points ({words.span(low, high, words.points)})"


@dataclass(frozen=True)
class Trained:
    """The result of a training.

    path: of the bot's file. scenario: the one that its weights are for, None for general weights. taken: what
    the meeting of the selves says, a sentence for each side. gains: the main ones first.
    """

    path: Path
    title: str
    generations: int
    games: int
    minutes: float
    scenario: str | None = None
    taken: Sequence[str] = ()
    gains: Sequence[Gain] = ()

    def effort(self) -> str:
        """Return what the search took."""
        return f"{self.generations:,} generations, {self.games:,} games, {self.minutes:.1f} minutes"

    def verdicts(self) -> list[str]:
        """Return a sentence for each side that has not clearly gained."""
        return [
            f"No clear gain for {gain.name}: train longer, or keep the bot as it was."
            for gain in self.gains
            if gain.is_main and not gain.is_clear
        ]

    def findings(self) -> list[str]:
        """Return who is taken, what is gained, and the verdicts."""
        return [*self.taken, *(line for gain in self.gains for line in gain.lines()), *self.verdicts()]

    def lines(self) -> list[str]:
        """Return the result in words."""
        found = [f"  {line}" for line in self.findings()]
        return [f"{self.title}: {self.effort()}", *found, f"bot: {self.path}"]

    def facts(self) -> dict[str, Any]:
        """Return the result as plain data that JSON has."""
        return {
            "kind": "training",
            "title": self.title,
            "file": str(self.path),
            "scenario": self.scenario,
            "generations": self.generations,
            "games": self.games,
            "minutes": self.minutes,
            "taken": list(self.taken),
            "gains": [gain.facts() for gain in self.gains],
        }

    def write(
        self, like: str, weights: Mapping[str, Mapping[str, float]], facts: Sequence[tuple[str, object]]
    ) -> None:
        """Write the bot's file; a comment says where it comes from and where its weights hold.

        facts: name and value, for the comment.
        """
        notes = [
            f"Weights found by mazarbul {VERSION}, command train: {self.title}.",
            f"They are for {self.scenario} alone: in other scenarios the bot plays like {like}."
            if self.scenario
            else "They are general: the bot plays with them in every scenario.",
            f"Search: {self.effort()}.",
            *(f"{name}: {value}" for name, value in facts),
            "",
            "Measured with luck that the search never had; 95% intervals:" if self.gains else UNCONFIRMED,
            *self.findings(),
        ]
        texts = [_one_line(note) for note in notes]
        text = written(like, f"trained for {self.title}", weights, texts, self.scenario)
        write_whole(self.path, text.encode(errors="backslashreplace"))


def _one_line(text: str) -> str:
    """Return a text without characters that would end a comment or are not allowed in one."""
    return "".join(sign if sign.isprintable() else " " for sign in text)
