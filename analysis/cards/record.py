"""Cards as records: a typed value for each card, place, character ... with all that was measured of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

import pandas as pd

from mazarbul.analysis import words

Unit = Literal["share", "points", "mean"]

#: Part -> its title, and the question that its measures answer.
PARTS: dict[str, tuple[str, str]] = {
    "blanked": ("Blanked, and numbers changed by one", "the same games with it doing nothing, or changed"),
    "bots": ("Blanked, with other bots", "whether its value depends on who plays"),
    "worth": ("What having it does", "chance deals it, so the opening hand is a fair comparison"),
    "picked": ("When chance picks it", "compared, round by round, with what could have come instead"),
    "dealt": ("When it comes up", "compared with the average one coming up"),
    "use": ("Drawn and played", ""),
    "rounds": ("First played, by round", "share of its first plays"),
    "places": ("Where it is played", "share of its plays"),
    "fought": ("Contested", ""),
    "happened": ("What happens to it", ""),
    "lost": ("Lost", "what goes together with a loss, not what it causes"),
    "results": ("Win rates of its side", "what goes together, not what causes what"),
    "fates": ("How it last left play", "share of its plays"),
    "pairs": ("Together with another", "beyond the sum of what each adds in the opening hand"),
}  # fmt: skip


@dataclass(frozen=True)
class Measure:
    """One estimate. part: of PARTS. label: what it is of. low, high: its 95% interval, NaN for none.

    unit: "share" (0 to 1), "points" (a difference of win rates, as a share) or "mean". n: games, pairs or
    plays behind it; n0: of the others, in a comparison of two groups. clear: whether a comparison is clear
    after correction for its table; None if it is not tested. name: the column that it comes from. other: the
    key of the other card of a pair.
    """

    part: str
    name: str
    label: str
    unit: Unit
    value: float
    low: float
    high: float
    n: int | None = None
    n0: int | None = None
    clear: bool | None = None
    other: str = ""

    @property
    def sign(self) -> int:
        """1 or -1 if the interval excludes 0, else 0."""
        return int(self.low > 0) - int(self.high < 0)

    @property
    def text(self) -> str:
        """The value with its interval and n: "+3.1 points (+1.0 to +5.2), n 412"."""
        n0 = "" if self.n0 is None else f" against {words.count(self.n0)}"
        n = "" if self.n is None else f", n {words.count(self.n)}{n0}"
        ends = [
            shown(each, self.unit).removesuffix(" points")
            for each in (self.low, self.high)
            if not words.missing(each)
        ]
        return f"{shown(self.value, self.unit)} ({' to '.join(ends) or 'no interval'}){n}"


@dataclass(frozen=True)
class Rank:
    """A card's place among those of its side. by: a measure. overlapping: others whose intervals meet its."""

    place: int
    of: int
    by: str
    whose: str
    overlapping: int

    @property
    def text(self) -> str:
        """The rank as a sentence."""
        some = f"those of {self.overlapping} others" if self.overlapping > 1 else "that of one other"
        known = {0: "no other", self.of - 1: "all others"}
        tail = f"its interval meets {known.get(self.overlapping, some)}"
        return f"{words.ordinal(self.place)} of {self.of} {self.whose} by {self.by}; {tail}."


@dataclass(frozen=True)
class Card:
    """All that a run, and what was compared with it, shows of one card.

    key: its address, unique among the cards. items: the list of the catalogue that it is in. kind: what the
    game calls it ("card", "location", "Hunt tile"); called: the same with its side ("player card"). side,
    seat: ids, "" for none. decks: names of those it is in. printed: its facts and numbers, label -> value.
    notes: sentences to read first. game: the number of one in which it was played, None if there is none.
    example: the command that shows it, "" for none. is_unplayed: whether the bots held it and hardly ever
    played it.
    """

    key: str
    id: str
    name: str
    items: str
    kind: str
    called: str
    side: str = ""
    seat: str = ""
    side_name: str = ""
    decks: tuple[str, ...] = ()
    copies: int = 1
    text: str = ""
    printed: dict[str, str] = field(default_factory=dict)
    measures: tuple[Measure, ...] = ()
    rank: Rank | None = None
    notes: tuple[str, ...] = ()
    game: int | None = None
    example: str = ""
    is_unplayed: bool = False

    def part(self, name: str) -> list[Measure]:
        """Return the measures of one of PARTS."""
        return [each for each in self.measures if each.part == name]

    def measure(self, part: str, name: str) -> Measure | None:
        """Return a measure by the column that it comes from; None if it was not measured."""
        return next((each for each in self.part(part) if each.name == name), None)

    @property
    def frame(self) -> pd.DataFrame:
        """All measures as a table, one row each."""
        columns = ("part", "label", "unit", "value", "low", "high", "n", "n0", "clear", "other")
        rows = [[getattr(each, name) for name in columns] for each in self.measures]
        return pd.DataFrame(rows, columns=columns)

    @property
    def heading(self) -> str:
        """What it is in a few words: "Free Peoples card, 2 copies, in the deck Frodo"."""
        said = [words.capital(self.called)]
        said += [f"{self.copies} copies"] if self.copies > 1 else []
        said += [f"deck: {words.listing(self.decks)}"] if self.decks else []
        return ", ".join([*said, *(f"{label.lower()}: {value}" for label, value in self.printed.items())])

    def __repr__(self) -> str:
        return f"<Card {self.key!r}: {self.name}, {len(self.measures)} measures>"

    def __str__(self) -> str:
        lines = [self.name, self.heading, *([self.text] if self.text else [])]
        lines += [self.rank.text] if self.rank else []
        lines += [*self.notes]
        for part, (title, question) in PARTS.items():
            if rows := self.part(part):
                lines += ["", f"{title}{f' ({question})' if question else ''}"]
                width = max(len(each.label) for each in rows)
                lines += [f"  {each.label:<{width}}  {each.text}{_mark(each)}" for each in rows]
        return "\n".join([*lines, *(["", f"watch one: {self.example}"] if self.example else [])])

    def with_measures(self, more: Sequence[Measure]) -> Card:
        """Return the card with more measures, in the order of PARTS."""
        order = list(PARTS)
        return replace(
            self, measures=tuple(sorted([*self.measures, *more], key=lambda m: order.index(m.part)))
        )


class Cards(tuple[Card, ...]):
    """The cards of a run in the order of the catalogue."""

    __slots__ = ()

    def named(self, name: str) -> list[Card]:
        """Return the cards with a name, id or key; capitals do not matter."""
        wanted = name.casefold()
        return [
            each for each in self if wanted in {each.name.casefold(), each.id.casefold(), each.key.casefold()}
        ]

    @property
    def keys(self) -> Iterator[str]:
        """The keys of all cards."""
        return (each.key for each in self)

    def __repr__(self) -> str:
        return f"<{len(self)} cards>"


def shown(value: float, unit: Unit) -> str:
    """Return a value with its unit: 0.031 in points -> "+3.1 points"."""
    if unit == "points":
        return f"{words.points(value)} points"
    return words.percent(value) if unit == "share" else words.decimal(value)


def _mark(measure: Measure) -> str:
    return "" if measure.clear is None else " *" if measure.clear else " (not clear)"
