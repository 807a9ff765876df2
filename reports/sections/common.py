"""What all sections share: the run, its names and colours, and the wording of intervals."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from typing import Any

import pandas as pd

from mazarbul.analysis import Run, RunError, ladders, words
from mazarbul.analysis.estimates import LEVEL, drawn_in, selected, selected_level, verdict, wilson
from mazarbul.formats.declared import Asked, Declared, Fact, Subject, Words
from mazarbul.formats.people import People
from mazarbul.reports import charts
from mazarbul.reports.blocks import Column, Watch
from mazarbul.reports.sections.stakes import ALONE, SIDES, Stakes

TEXTS = tomllib.loads(files("mazarbul.reports").joinpath("templates/texts.toml").read_text(encoding="utf-8"))
NOTES = TEXTS["note"]
SEVERAL = "Several decks"

MOST = 100_000_000  # games that may be said to settle a question
POINT = 0.01  # of a win rate

Row = Any
"""A row of a table, by the names of its columns."""


def band_of(run: Run, given: Sequence[float] | None = None) -> tuple[float, float]:
    """Return the target range: the one given, else the experiment's, the scenario's or the usual one."""
    asked = (run.manifest.get("experiment") or {}).get("band")
    low, high = given or asked or run.catalogue.get("band") or stakes_of(run).band
    return low, high


def stakes_of(run: Run) -> Stakes:
    """Return what is asked of a run's game."""
    return ALONE if run.is_cooperative else SIDES


@dataclass(frozen=True)
class Topic:
    """The run that a report is about, and the target range (low, high) of the win rate.

    rungs: the win rates of its scenario with other bots (`mazarbul.analysis.audit.ladder`); None without an
    audit.
    unfinished: what is not finished of that to which it belongs, such as "the audit"; "" if all is.
    searched: a bot that searches and its run (`mazarbul.analysis.audit.searching`); None if there is none.
    people: what the reader knows of people's games, besides what the run's game knows.
    watch: gives the pages of games of the run; None if the report has no pages of games.
    """

    run: Run
    band: tuple[float, float] = SIDES.band
    rungs: pd.DataFrame | None = None
    searched: tuple[str, Run] | None = None
    unfinished: str = ""
    people: People | None = None
    watch: Watch | None = None

    @cached_property
    def ladder(self) -> pd.DataFrame | None:
        """The win rates with other bots: those of its audit, else those that come with the game, if any."""
        return ladders.known(self.run) if self.rungs is None else self.rungs

    @property
    def stakes(self) -> Stakes:
        """What is asked of the game, and in which words."""
        return stakes_of(self.run)

    @property
    def declared(self) -> Declared:
        """What the game declares of its records."""
        return self.run.declared

    @property
    def words(self) -> Words:
        """The game's own words for what every game has."""
        return self.declared.words

    def text(self, text: str, asked: Asked | Subject | None = None) -> str:
        """Return a fixed text in the game's own words. asked: the things that it is about."""
        named = self.words.model_dump() | {"opponent": self.against, "better": self.better}
        if asked:
            text = text.replace("a {one}", words.a(asked.one)).replace(
                "A {one}", words.capital(words.a(asked.one))
            )
            named |= {"one": asked.one, "many": asked.many}
        return text.format_map(named)

    def fixed(self, texts: Mapping[str, str], name: str, asked: Asked | Subject | None = None) -> str:
        """Return a fixed text by its name, or this kind of game's own if there is one. asked: of `text`."""
        return self.text(texts.get(f"{name}_{self.stakes.id}", texts[name]), asked)

    @property
    def better(self) -> str:
        """Which values of the main score are better, in words: "lower", "higher"."""
        return f"{self.declared.outcome.better}er"

    @property
    def titled(self) -> str:
        """Return the scenario's title, with the number of players that play it together."""
        title = self.run.catalogue["title"]
        return self.stakes.titled.format(title=title, players=self._players)

    def scenario_noun(self, title: str = "") -> str:
        """Return the scenario as a sentence calls it: "Trilogy", "War of the Ring for two players".

        title: what else it may be called; "" for its own title.
        """
        own = self.run.catalogue["title"]
        return (self.run.catalogue.get("noun") or own) if title in ("", own) else title

    def called(self, title: str) -> str:
        """Return a scenario as a sentence calls it, with the number of players that play it together."""
        return self.stakes.called.format(title=self.scenario_noun(title), players=self._players)

    @property
    def _players(self) -> str:
        return words.plural(len(self.run.catalogue["seats"]), "player")

    @property
    def against(self) -> str:
        """Return the name of the opponent of a side that plays alone."""
        return self.words.opponent or f"the {self.opponent.lower()}"

    @property
    def opponent(self) -> str:
        """Return the name of the side that has no seats."""
        return " and ".join(map(self.side, self.run.opponents)) or "Game"

    @property
    def alone(self) -> str:
        """Return the name of the players of a side that plays alone: "the players"."""
        noun = self.noun(self.first)
        return f"the {noun.lower()}" if noun == self.side(self.first) else noun

    @property
    def alones(self) -> str:
        """Return the possessive of `alone`: "the players'"."""
        return self.alone + ("'" if self.alone.endswith("s") else "'s")

    def noun(self, side: str) -> str:
        """Return a side as a sentence calls it: "the Crown", "Dark"."""
        return self.run.side_noun(side)

    def wins(self, side: str) -> str:
        """Return a side and its verb for a label: "Crown wins", "Rebels win"."""
        return f"{self.side(side)} {self.win(side)}"

    def won(self, side: str) -> str:
        """Return a side and its verb for a sentence: "the Crown wins", "the Rebels win"."""
        return f"{self.noun(side)} {self.win(side)}"

    def it(self, side: str) -> str:
        """Return what stands for a side that was just named: "it", "they"."""
        return "they" if self.run.side_is_plural(side) else "it"

    def win(self, side: str) -> str:
        """Return the verb of a side that wins: "wins", "win"."""
        return "win" if self.run.side_is_plural(side) else "wins"

    def rate(self, named: str) -> str:
        """Return the words for a win rate: those given, unless it can only be that of the players."""
        return f"{self.alones} win rate" if self.run.is_cooperative else named

    def whose(self, named: str) -> str:
        """Return the words for a side: those given, unless it can only be that of the players."""
        return self.alone if self.run.is_cooperative else named

    def rate_of(self, side: str) -> str:
        """Return the words for a win rate: "the win rate of the Crown", "the players' win rate"."""
        return self.rate(f"the win rate of {self.noun(side)}")

    @property
    def its_rate(self) -> str:
        """Return the words for the win rate that a thing is judged by."""
        return self.rate("its side's win rate")

    @property
    def their_rate(self) -> str:
        """Return the words for the win rate that several things are judged by."""
        return self.rate("their side's win rate")

    def for_side(self, side: str) -> str:
        """Return the side that a change is a gain for, " for Dark"; "" if of none or of the only one."""
        return "" if self.run.is_cooperative or not side else f" for {self.noun(side)}"

    def thing_of(self, side: str, asked: Asked, *, many: bool = False) -> str:
        """Return the words for a thing of a side: "Dark card", "player card"."""
        return self.run.thing_of(side, asked.many if many else asked.one)

    @property
    def first(self) -> str:
        """Id of the side for which leads and effects of places are counted."""
        self.check_sides()
        return self.run.sides[0]

    def check_sides(self) -> None:
        """Raise RunError for a run of a game without sides."""
        if not self.run.sides:
            raise RunError(self.run.path, "its game has no sides", "a report needs a game that a side wins")

    @property
    def game(self) -> str:
        """Return the game's title, or its id as words."""
        return self.run.catalogue.get("game_title") or words.title(self.run.manifest["game"])

    def side(self, identifier: str) -> str:
        """Return a side's name."""
        return self.run.side_name(identifier)

    def kind(self, identifier: str) -> str:
        """Return a kind of place in words, with side names as names: "Free Peoples battleground"."""
        for side in self.run.sides:
            if identifier.startswith(side + "_"):
                return f"{self.side(side)} {words.human(identifier.removeprefix(side + '_'))}"
        return words.human(identifier)

    def colour(self, side: str) -> str:
        """Return a side's colour in charts."""
        sides = (*self.run.sides, *self.run.opponents)
        return charts.SIDE_COLOURS[sides.index(side) % 4] if side in sides else charts.QUIET

    def marker(self, side: str) -> str:
        """Return a side's marker in charts."""
        sides = (*self.run.sides, *self.run.opponents)
        return charts.SIDE_MARKERS[sides.index(side) % 4] if side in sides else "D"

    def seat(self, identifier: str) -> str:
        """Return a seat's name."""
        return next(
            (s.get("name", s["id"]) for s in self.run.catalogue["seats"] if s["id"] == identifier), identifier
        )

    def named(self, frame: pd.DataFrame, facts: Sequence[Fact] = ()) -> pd.DataFrame:
        """Return the table with deck_name, of a deck's seat if there is one, and <fact>_name of facts."""
        named = self._with_decks(frame) if "seat" in frame else frame.copy()
        for fact in facts:
            if fact.names is not None and fact.id in frame:
                known = {item["id"]: item["name"] for item in self.run.catalogue.get(fact.names) or ()}
                named[f"{fact.id}_name"] = [known.get(value, words.title(value)) for value in frame[fact.id]]
        return named

    def _with_decks(self, frame: pd.DataFrame) -> pd.DataFrame:
        """Return the table with deck_name."""
        named = frame.assign(deck_name=frame["seat"].map(self.seat))
        if self.run.opponents:
            owner = next((frame[name] for name in ("owner", "side") if name in frame), frame["seat"])
            nobody, several = named["deck_name"] == "", owner.isin(self.run.sides)
            named["deck_name"] = (
                named["deck_name"].mask(nobody & several, SEVERAL).mask(nobody & ~several, self.opponent)
            )
        elif "side" in frame:  # what all seats of a side share
            named["deck_name"] = named["deck_name"].mask(frame["seat"] == "", frame["side"].map(self.side))
        return named


def fact_columns(facts: Sequence[Fact]) -> list[Column]:
    """Return the columns of facts that name things."""
    return [
        Column(fact.id, fact.label, "count" if fact.is_number else "words")
        if fact.names is None
        else Column(f"{fact.id}_name", fact.label)
        for fact in facts
    ]


def winner_bars(topic: Topic, table: pd.DataFrame, rates: str) -> list[charts.Series]:
    """Split the bars of `share` by winner, from per-row win rates; the rest had no winner.

    rates: name of the columns of win rates, with {} in place of the side.
    """
    parts, left = [], table["share"].to_numpy()
    for side in topic.run.sides:
        share = table["share"].to_numpy() * table[rates.format(side)].to_numpy()
        parts.append(charts.Series(share, share, share, topic.wins(side), topic.colour(side)))
        left = left - share
    if left.max() > 1e-9:
        parts.append(charts.Series(left, left, left, *_rest(topic)))
    return parts


def _rest(topic: Topic) -> tuple[str, str]:
    """Return the label and colour of games that no seated side won."""
    if topic.run.opponents:
        return topic.wins(topic.run.opponents[0]), topic.colour(topic.run.opponents[0])
    return "no winner", charts.QUIET


def verdict_codes(frame: pd.DataFrame, name: str, band: Sequence[float]) -> list[str]:
    """Return the code of the verdict on a rate in every row. name: of its column, with _low and _high."""
    rows = frame[[name, f"{name}_low", f"{name}_high"]].itertuples(index=False, name=None)
    return [verdict(value, low, high, band).code for value, low, high in rows]


def side_columns(topic: Topic, key: str = "side_name", label: str = "Side") -> list[Column]:
    """Return the column of the side, unless there is only one side."""
    return [] if topic.run.is_cooperative else [Column(key, label)]


def rate(row: Row, name: str, chosen: int = 1, compared: int = 1, more: str = "") -> str:
    """Return a rate with its 95% interval: "52.1% (51.0-53.2%)".

    chosen, compared: the row is one of `chosen` that are named, out of `compared`; the interval is then
    adjusted for that choice. The rate must be one of whole games, with n. more: to stand beside the interval.
    """
    low, high = row[f"{name}_low"], row[f"{name}_high"]
    if chosen < compared:
        wins, level = round(row[name] * row[f"{name}_n"]), selected_level(chosen, compared)
        _, low, high = wilson(wins, row[f"{name}_n"], level)
    span = words.span(float(low), float(high))
    return f"{words.percent(row[name])} ({span}{f'; {more}' if more else ''})"


def mean(row: Row, name: str, digits: int = 2, chosen: int = 1, compared: int = 1) -> str:
    """Return a mean with its interval. chosen, compared: as for `rate`."""

    def form(value: Any) -> str:
        return words.decimal(value, digits)

    level = selected_level(chosen, compared)
    low, high = selected(row[name], row[f"{name}_low"], row[f"{name}_high"], level)
    return f"{form(row[name])} ({words.span(float(low), float(high), form)})"


def gain(row: Row, name: str, compared: int = 1) -> str:
    """Return a difference of rates in percentage points with its interval: "+8.7 points (+5.6 to +12.5)".

    A row of a family of comparisons (`mazarbul.analysis.estimates.family_columns`) has one interval wherever
    it is named or drawn; that of a clear one keeps off zero. The points are then drawn in, the interval with
    them. compared: the row is of no family, and the one that is named out of so many.
    """
    level, value = row.get(f"{name}_level", selected_level(1, compared)), row[name]
    found = row.get(f"{name}_likely", value)
    low, high = drawn_in(value, row[f"{name}_low"], row[f"{name}_high"], level, found)
    return f"{words.points(found)} points ({words.span(float(low), float(high), words.points)})"


def settling(row: Row, name: str) -> str:
    """Say how many games would settle a difference that is not clear; "" if the two are the same."""
    level, value = row.get(f"{name}_level", LEVEL), abs(row[name])
    low, high = selected(row[name], row[f"{name}_low"], row[f"{name}_high"], level)
    if not value:
        return ""
    games = row[f"{name}_n"] * ((high - low) / 2 / value) ** 2
    if not games <= MOST:
        return f"Not even {words.count(MOST)} games would settle it, if it stayed as measured."
    return f"About {words.count(round_up(math.ceil(games)))} games would settle it, if it stayed as measured."


def to_a_point(row: Row, name: str, seconds: float) -> str:
    """Say how many games would measure a difference to a point. seconds: that one takes, NaN if not known."""
    half = (row[f"{name}_high"] - row[f"{name}_low"]) / 2
    games = round_up(math.ceil(row[f"{name}_n"] * (half / POINT) ** 2))
    took = "" if words.missing(seconds) else f" (about {words.lasting(seconds * games)} as played here)"
    return f"About {words.count(games)} games would measure it to \N{PLUS-MINUS SIGN}1 point{took}."


def round_up(n: int) -> int:
    """Round to two significant digits, upwards."""
    step = 10 ** max(len(str(n)) - 2, 0)
    return -(-n // step) * step


def drawn(rows: pd.DataFrame, name: str) -> pd.DataFrame:
    """Return rows that are drawn or listed, with the points and intervals of a column that `gain` gives."""
    if f"{name}_level" not in rows:
        return rows
    tails = ("", "_low", "_high", "_level")
    value, low, high, level = (rows[f"{name}{tail}"].astype(float) for tail in tails)
    found = rows.get(f"{name}_likely", value).astype(float).fillna(value)
    low, high = drawn_in(value, low, high, level, found)
    return rows.assign(**{name: found, f"{name}_low": low, f"{name}_high": high})


def overlaps(frame: pd.DataFrame, name: str, row: Row) -> int:
    """Return how many other rows' intervals of `name` overlap with this row's."""
    low, high = frame[f"{name}_low"], frame[f"{name}_high"]
    return int(((low <= row[f"{name}_high"]) & (high >= row[f"{name}_low"])).sum()) - 1


def overlap_words(frame: pd.DataFrame, name: str, row: Row) -> str:
    """Return in words how many other rows' intervals overlap with a top row's."""
    n = overlaps(frame, name, row)
    if n == 0:
        return "its interval overlaps no other"
    others = len(frame) - 1
    if n == others:
        return f"its interval overlaps {'all others' if n > 1 else 'the other'}"
    return f"its interval overlaps {words.count(n)} of the {others} others"


def score_name(topic: Topic) -> str:
    """Return the name of the main score of games won."""
    return next((each.label for each in topic.declared.outcome.scores), "score")


def score_label(topic: Topic) -> str:
    """Return the head of a column of changes of the main score."""
    return f"Change of the {score_name(topic)}"
