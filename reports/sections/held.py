"""Things that seats draw: what having one does to the result, when and where it is played, how it leaves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import pandas as pd

from analysis import held
from analysis.declared import Asked
from reports import charts, words
from reports.page import Block, Chart, Column, Table
from reports.sections import worth
from reports.sections.common import CLEAR, NOTES, TEXTS, Topic, fact_columns, gain, overlaps

ENDS = 12  # things shown from each end of a long list
MIN_GAMES = 30  # a thing is charted if it was never drawn in this many games; the tables show all
COPIES = Column("copies", "Copies", "count")
COPY = Column("copy", "Copy", "count")


def intro(topic: Topic, asked: Asked) -> str:
    """Return the first words of its section."""
    text = TEXTS["intro"]["held_alone" if topic.is_cooperative else "held"]
    lost = (Asked(asked.family, each) for each in asked.family.questions if each.kind == "lost")
    return " ".join([topic.text(text, asked), *(topic.text(TEXTS["intro"]["lost"], each) for each in lost)])


def build(topic: Topic, asked: Asked) -> tuple[list[Block], list[str]] | None:
    """Return worth, results, use and fates of all things; None if the run does not record them."""
    counted = held.tally(topic.run, asked)
    if counted is None:
        return None
    together, copies = counted
    tables = Tables(topic, asked, asked.family.id, (*identity(asked), COPIES))
    results = topic.named(held.results(together), asked.family.facts)
    blocks, findings = _worth(topic, asked)
    if not blocks:
        blocks, findings = _improvements(topic, asked, results)
    more, said = worth.together(topic, asked)
    blocks += more
    blocks += [
        tables.results(results, "held", f"Results with and without a {asked.one}"),
        tables.usage(together, "usage", f"When and where {asked.many} are played"),
        *tables.played(together),
        *tables.fates(together, "fates", f"How played {asked.many} last left play"),
    ]
    return blocks + _single_copies(topic, asked, copies), [*findings, *said]


def identity(asked: Asked) -> tuple[Column, ...]:
    """Return the columns that name a thing."""
    return (
        Column("name", words.capital(asked.family.one.split()[-1])),
        Column("deck_name", "Deck"),
        Column("pile", "Pile", "words"),
        *fact_columns(asked.family.facts),
    )


def _worth(topic: Topic, asked: Asked) -> tuple[list, list[str]]:
    """Return charts by side, the table of what everything is worth, and a finding by side."""
    frame = worth.adjusted(topic, asked)
    if frame.empty or frame[worth.main(frame)].isna().all():
        return [], []
    drawn = [worth.chart(topic, asked, side, frame, _labels) for side in topic.run.sides]
    sides = [side for side, chart in zip(topic.run.sides, drawn, strict=True) if chart]
    blocks = [chart for chart in drawn if chart]
    blocks.append(worth.table(topic, asked, frame, (*identity(asked), COPIES)))
    return blocks, [worth.side_words(topic, asked, side, frame) for side in sides]


def _improvements(topic: Topic, asked: Asked, results: pd.DataFrame) -> tuple[list, list[str]]:
    """Return charts and findings by improvement when drawn, for runs that do not record chance's part."""
    blocks, findings = [], []
    for side in topic.run.sides:
        rows = results[results["side"] == side]
        if len(rows):
            blocks.append(_chart(topic, asked, side, rows, len(results)))
            findings.append(_side_words(topic, asked, side, rows, len(results)))
    return blocks, findings


def _chart(topic: Topic, asked: Asked, side: str, rows: pd.DataFrame, compared: int) -> Chart:
    """Return the ends of the list by improvement."""
    known = rows[rows["win_never_n"] >= MIN_GAMES].reset_index(drop=True)
    known = rows.reset_index(drop=True) if known.empty else known
    shown = (
        known
        if len(known) <= 2 * ENDS
        else pd.concat([known.head(ENDS), known.tail(ENDS)], ignore_index=True)
    )
    style = {"colours": topic.colour(side), "markers": topic.marker(side)}
    series = [charts.Series.of(shown, "improvement", label="drawn minus never drawn", **style)]
    axis = charts.Axis(f"change of {topic.rate_of(side)}, percentage points", "points", 0.0)
    breaks = [ENDS] if len(shown) < len(known) else []
    says = _side_words(topic, asked, side, rows, compared)
    if breaks:
        says += f" Shown: the {ENDS} highest and the {ENDS} lowest of {len(known)}."
    if len(known) < len(rows):
        says += f" Not shown: {asked.many} never drawn in fewer than {MIN_GAMES} games."
    labels = _labels(shown)
    drawing = charts.dots(labels, series, axis, breaks)
    return Chart(
        f"{asked.family.id}_{side}",
        drawing,
        says,
        f"Improvement of {topic.thing_of(side, asked, many=True)} when drawn. {says}",
    )


def _labels(rows: pd.DataFrame) -> list[str]:
    """Return names, with the deck where two cards of the list share a name."""
    twice = rows["name"].duplicated(keep=False)
    return list((rows["name"] + " (" + rows["deck_name"] + ")").where(twice, rows["name"]))


def _side_words(topic: Topic, asked: Asked, side: str, rows: pd.DataFrame, compared: int) -> str:
    """Return in words how many things of a side stand out when drawn, and which."""
    known = rows[rows["improvement"].notna()]
    clear = known[known["improvement_bh"] < CLEAR]
    up, down = clear[clear["improvement"] > 0], clear[clear["improvement"] < 0]
    names = (topic.thing_of(side, asked, many=many) for many in (False, True))
    head = f"Of {words.plural(len(rows), *names)}, "
    tail = f"allowing for {compared} comparisons"
    if clear.empty:
        return head + f"none changes the win rate clearly when drawn, {tail}."
    goes = "goes" if len(up) == 1 else "go"
    text = (
        head
        + f"{len(up)} {goes} with clearly more wins when drawn and {len(down)} with clearly fewer, {tail}"
    )
    if len(up):
        others = words.plural(overlaps(known, "improvement", up.iloc[0]), "other")
        text += f"; highest {up.iloc[0]['name']}, {gain(up.iloc[0], 'improvement')}, overlapping {others}"
    if len(down):
        text += f"; lowest {down.iloc[-1]['name']}, {gain(down.iloc[-1], 'improvement')}"
    return text + "."


@dataclass(frozen=True)
class Tables:
    """Makes tables. prefix: of their names. identity: columns that name things."""

    topic: Topic
    asked: Asked
    prefix: str
    identity: tuple[Column, ...]

    def made(
        self, name: str, caption: str, frame: pd.DataFrame, columns: Sequence[Column], note: str
    ) -> Table:
        """Return a table that is shown on demand."""
        told = self.topic.text(NOTES[note], self.asked)
        return Table(f"{self.prefix}_{name}", caption, frame, [*self.identity, *columns], told, folded=True)

    def results(self, results: pd.DataFrame, name: str, caption: str) -> Table:
        """Return the win rates with and without everything."""
        columns = [
            Column("improvement", "Improvement when drawn, points", "points", mark="improvement_bh"),
            Column("improvement_same_length", "At equal length, points", "points"),
            Column("opening_effect", "Dealt in the opening hand, points", "points", mark="opening_effect_bh"),
            Column("win_opening", "Wins, in opening hand", "rate"),
            Column("win_drawn", "Wins, drawn", "rate"),
            Column("win_played", "Wins, played", "rate"),
            Column("win_never", "Wins, never drawn", "rate"),
            Column("drawn", "Drawn, of games", "rate"),
            Column("played", "Played, of games", "rate"),
        ]
        return self.made(name, caption, results, columns, "results")

    def usage(self, counts: held.Tally, name: str, caption: str) -> Table:
        """Return when and where everything is drawn and played."""
        usage = self.topic.named(held.usage(counts), self.asked.family.facts)
        plain = [column for column in usage if not column.endswith(("_low", "_high", "_n"))]
        places = [column for column in plain if column.startswith(("place_", "moved_"))]
        rounds = [column for column in plain if column.startswith("round_")]
        when = self.topic.words.round
        columns = [
            Column("drawn", "Drawn", "rate"),
            Column("played_if_drawn", "Played, if drawn", "rate"),
            Column("drawn_round", f"Drawn in {when}", "mean"),
            Column("played_round", f"Played in {when}", "mean"),
            *(Column(c, _place_words(c), "rate", show_n=False) for c in places),
            *(Column(c, f"In {when} {c.removeprefix('round_')}", "rate", show_n=False) for c in rounds),
        ]
        return self.made(name, caption, usage, columns, "usage")

    def played(self, tallied: held.Tally) -> list[Table]:
        """Return win rates by round and place of the first play; the CSVs in long form too."""
        topic, one, tables = self.topic, self.asked.one, []
        for key, frame, how in (
            ("round", held.by_round(tallied), "when"),
            ("place", held.by_place(tallied), "where"),
        ):
            if f"played_{key}" not in tallied.family.named or frame.empty:
                continue
            facts = held.facts(tallied.family, tallied.units)
            wide, columns = topic.named(facts, tallied.family.facts), []
            for value, rows in frame.groupby(key, sort=key == "round"):
                head = f"{key}_{value}"
                gaps = {column: head + column[3:] for column in rows if column.startswith("gap")}
                mine = rows.rename(columns=gaps)[["seat", "id", *gaps.values()]]
                wide = wide.merge(mine, "left", ["seat", "id"])
                label = f"{topic.words.round} {value}" if key == "round" else words.human(value)
                columns.append(Column(head, words.capital(label), "points", mark=f"{head}_bh"))
            caption = f"Does it matter {how} a {one} is first played"
            tables.append(self.made(f"by_{key}", caption, wide, columns, "played"))
            tables.append(Table(f"{self.prefix}_by_{key}_all", caption, frame))
        return tables

    def fates(self, counts: held.Tally, name: str, caption: str) -> list[Table]:
        """Return how things leave play, one column per way; the CSV has all statuses in long form."""
        fates = held.fates(counts)
        if fates.empty:
            return []
        keys = ["seat", "id", *(["column"] if "column" in fates else [])]
        played = fates[fates["status"] == held.STATUSES[2]]
        ways = list(played.groupby("left")["count"].sum().sort_values(ascending=False, kind="stable").index)
        wide = held.facts(counts.family, counts.units).copy()
        first = played.drop_duplicates(keys)[[*keys, "share_n"]]
        wide["n"] = wide.merge(first, "left", keys)["share_n"].fillna(0)
        for way in ways:
            one = played[played["left"] == way][[*keys, "share", "share_low", "share_high", "share_n"]]
            named = {column: column.replace("share", way) for column in one if column.startswith("share")}
            wide = wide.merge(one.rename(columns=named), "left", keys)
        columns = [Column("n", "Played (n)", "count")]
        columns += [Column(way, words.capital(words.human(way)), "rate", show_n=False) for way in ways]
        page = self.made(name, caption, self.topic.named(wide, counts.family.facts), columns, "fates")
        return [page, Table(f"{self.prefix}_{name}_all", caption, fates)]


def _place_words(column: str) -> str:
    verb, place = column.split("_", 1)
    return f"Played to {words.human(place)}" if verb == "place" else f"Later moved to {words.human(place)}"


def _single_copies(topic: Topic, asked: Asked, copies: held.Tally) -> list[Table]:
    """Return the same tables for single copies; the page shows those of things that have several."""
    units = copies.units
    several = set(
        units.loc[units.duplicated(["seat", "id"]), ["seat", "id"]].itertuples(index=False, name=None)
    )
    if not several:
        return []
    tables = Tables(topic, asked, asked.family.id, (*identity(asked), COPY))
    results = topic.named(held.results(copies), asked.family.facts)
    found = [
        tables.results(results, "copies", "Single copies: effect on the result"),
        tables.usage(copies, "copy_usage", "Single copies: when and where played"),
        *tables.fates(copies, "copy_fates", "Single copies: how they left play"),
    ]
    return [_only(table, several) for table in found]


def _only(table: Table, several: set[tuple[str, str]]) -> Table:
    """Show on the page only the rows of some things, named by (seat, id)."""
    pairs = zip(table.frame["seat"], table.frame["id"], strict=True)
    return replace(table, shown=[pair in several for pair in pairs])
