"""What all sections share: the run, its names and colours, and how intervals are spoken of."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib.resources import files

import pandas as pd

from analysis import Run
from reports import charts, words

CLEAR = 0.05  # a corrected p-value below this is called clear
TEXTS = tomllib.loads(files("reports").joinpath("templates/texts.toml").read_text(encoding="utf-8"))
NOTES = TEXTS["note"]


@dataclass(frozen=True)
class Context:
    """The run a report speaks of, and the win rates (low, high) within which a side counts as balanced."""

    run: Run
    band: tuple[float, float] = (0.45, 0.55)

    @property
    def first(self) -> str:
        """Id of the side from whose view leads and effects of locations are counted."""
        return self.run.sides[0]

    @property
    def game(self) -> str:
        """Return the game's title, or its id as words."""
        return self.run.catalogue.get("game_title") or words.title(self.run.manifest["game"])

    def side(self, identifier: str) -> str:
        """Return a side's name."""
        named = {side["id"]: side["name"] for side in self.run.catalogue.get("sides") or ()}
        return named.get(identifier, words.title(identifier))

    def kind(self, identifier: str) -> str:
        """Return a kind of location in words, with side names as names: "Free Peoples battleground"."""
        for side in self.run.sides:
            if identifier.startswith(side + "_"):
                return f"{self.side(side)} {words.human(identifier.removeprefix(side + '_'))}"
        return words.human(identifier)

    def colour(self, side: str) -> str:
        """Return a side's colour in charts."""
        sides = self.run.sides
        return charts.SIDE_COLOURS[sides.index(side) % 4] if side in sides else charts.QUIET

    def marker(self, side: str) -> str:
        """Return a side's marker in charts."""
        sides = self.run.sides
        return charts.SIDE_MARKERS[sides.index(side) % 4] if side in sides else "D"

    def seat(self, identifier: str) -> str:
        """Return a seat's name."""
        return next(
            (s.get("name", s["id"]) for s in self.run.catalogue["seats"] if s["id"] == identifier), identifier
        )

    def named(self, frame: pd.DataFrame) -> pd.DataFrame:
        """Return the table with deck_name, the name of the seat that holds the deck, and faction_name."""
        factions = {faction["id"]: faction["name"] for faction in self.run.catalogue.get("factions") or ()}
        named = frame.assign(deck_name=frame["seat"].map(self.seat))
        if "faction" in frame:
            named["faction_name"] = [
                factions.get(faction, words.title(faction)) for faction in frame["faction"]
            ]
        return named


def winner_bars(context: Context, table: pd.DataFrame, rates: str) -> list[charts.Series]:
    """Split the bars of `share` by winner, from per-row win rates; what is left over had no winner.

    rates: name of the columns of win rates, with {} for the side.
    """
    parts, left = [], table["share"].to_numpy()
    for side in context.run.sides:
        share = table["share"].to_numpy() * table[rates.format(side)].to_numpy()
        parts.append(charts.Series(share, share, share, f"{context.side(side)} wins", context.colour(side)))
        left = left - share
    if left.max() > 1e-9:
        parts.append(charts.Series(left, left, left, "no winner", charts.QUIET))
    return parts


def rate(row, name: str) -> str:
    """Return a rate with its interval: "52.1% (95% interval 51.0-53.2%)"."""
    return f"{words.percent(row[name])} (95% interval {words.span(row[f'{name}_low'], row[f'{name}_high'])})"


def mean(row, name: str, digits: int = 2) -> str:
    """Return a mean with its interval."""

    def form(value):
        return words.decimal(value, digits)

    return f"{form(row[name])} (95% interval {words.span(row[f'{name}_low'], row[f'{name}_high'], form)})"


def gain(row, name: str) -> str:
    """Return a difference of rates in percentage points with its interval."""
    interval = words.span(row[f"{name}_low"], row[f"{name}_high"], words.points)
    return f"{words.points(row[name])} points (95% interval {interval})"


def overlaps(frame: pd.DataFrame, name: str, row) -> int:
    """How many other rows' intervals of `name` overlap with this row's."""
    low, high = frame[f"{name}_low"], frame[f"{name}_high"]
    return int(((low <= row[f"{name}_high"]) & (high >= row[f"{name}_low"])).sum()) - 1


def overlap_words(frame: pd.DataFrame, name: str, row) -> str:
    """How alone a top row stands, in words."""
    n = overlaps(frame, name, row)
    if n == 0:
        return "its interval overlaps no other"
    return f"its interval overlaps those of {words.count(n)} of the {len(frame) - 1} others"
