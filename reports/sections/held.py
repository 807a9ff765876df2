"""Things that seats draw: what having one does to the result, when and where it is played, how it leaves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import pandas as pd

from mazarbul.analysis import held, words
from mazarbul.formats.declared import Asked
from mazarbul.reports.blocks import Block, Column, Section, Table
from mazarbul.reports.sections import unplayed, worth
from mazarbul.reports.sections.common import NOTES, TEXTS, Topic, fact_columns

RESULTS = ("held", "copies")  # tables of results, after the family's id
COPIES = Column("copies", "Copies", "count")
COPY = Column("copy", "Copy", "count")


def intro(topic: Topic, asked: Asked) -> str:
    """Return the first words of its section."""
    texts = TEXTS["intro"]
    lost = (Asked(asked.family, each) for each in asked.family.questions if each.kind == "lost")
    return " ".join([topic.fixed(texts, "held", asked), *(topic.text(texts["lost"], each) for each in lost)])


def build(topic: Topic, asked: Asked) -> tuple[list[Block], list[str]] | None:
    """Return worth, results, use and fates of all things; None if the run does not record them."""
    counted = held.tally(topic.run, asked)
    if counted is None:
        return None
    together, copies = counted
    tables = Tables(topic, asked, asked.family.id, (*identity(asked), COPIES))
    plays = unplayed.with_search(topic, asked, held.plays(together))
    things = unplayed.known(plays)
    blocks, findings = _worth(topic, asked, things)
    more, said = worth.together(topic, asked, things)
    findings += [text for text in (unplayed.said(topic, asked, plays),) if text]
    results = _results(topic, asked, together, things)
    blocks += [*more, *unplayed.block(topic, asked, plays, tables.identity)]
    blocks += [
        tables.results(results, "held", f"Results with and without {words.a(asked.one)}"),
        tables.usage(together, "usage", f"When and where {asked.many} are played"),
        *tables.played(together),
        *tables.fates(together, "fates", f"How played {asked.many} last left play"),
    ]
    return blocks + _single_copies(topic, asked, copies, things), [*findings, *said]


def _results(topic: Topic, asked: Asked, tallied: held.Tally, things: unplayed.Known) -> pd.DataFrame:
    """Return the table of results with names, and with things that are not played marked."""
    table = held.results(tallied)
    tested = [name for name in ("opening_effect",) if name in table]
    return topic.named(unplayed.marked(table, things, tested), asked.family.facts)


def by_blanking(section: Section, blanked: pd.DataFrame) -> Section:
    """Return the section with its tables of results sorted by what blanking each thing does.

    blanked: rows of an ablation, of things blanked as a whole. Where its side wins least without a thing,
    the thing comes first; things that were not blanked come last, in the order that they had.
    """
    change = blanked.drop_duplicates(["seat", "subject"]).set_index(["seat", "subject"])["change"]
    names = [f"{section.id}_{name}" for name in RESULTS]
    blocks = [
        _sorted(block, change) if isinstance(block, Table) and block.name in names else block
        for block in section.blocks
    ]
    return replace(section, blocks=blocks)


def _sorted(table: Table, change: pd.Series) -> Table:
    """Return a table of results in the order of the changes, by (seat, id)."""
    pairs = pd.MultiIndex.from_frame(table.frame[["seat", "id"]])
    order = change.reindex(pairs).reset_index(drop=True).sort_values(kind="stable").index
    shown = None if table.shown is None else [table.shown[i] for i in order]
    return replace(table, frame=table.frame.iloc[order].reset_index(drop=True), shown=shown)


def identity(asked: Asked) -> tuple[Column, ...]:
    """Return the columns that name a thing."""
    return (
        Column("name", words.capital(asked.family.one.split()[-1]), flag=unplayed.FLAG),
        Column("deck_name", "Deck"),
        Column("pile", "Pile", "words"),
        *fact_columns(asked.family.facts),
    )


def _worth(topic: Topic, asked: Asked, things: unplayed.Known) -> tuple[list, list[str]]:
    """Return charts by side, the table of what everything is worth, and a finding by side."""
    frame = worth.adjusted(topic, asked, things)
    if frame.empty or frame[f"{worth.main(frame)}_bh"].isna().all():
        return [], []
    drawn = [worth.chart(topic, asked, side, frame, labels) for side in topic.run.sides]
    sides = [side for side, chart in zip(topic.run.sides, drawn, strict=True) if chart]
    blocks: list[Block] = [chart for chart in drawn if chart]
    blocks.append(worth.table(topic, asked, frame, (*identity(asked), COPIES)))
    return blocks, [worth.side_words(topic, asked, side, frame) for side in sides]


def labels(rows: pd.DataFrame) -> list[str]:
    """Return names, with the deck where two cards of the list share a name."""
    twice = rows["name"].duplicated(keep=False)
    return list((rows["name"] + " (" + rows["deck_name"] + ")").where(twice, rows["name"]))


@dataclass(frozen=True)
class Tables:
    """Makes tables. prefix: of their names. identity: columns that name things, the most telling first."""

    topic: Topic
    asked: Asked
    prefix: str
    identity: tuple[Column, ...]

    def made(
        self, name: str, caption: str, frame: pd.DataFrame, columns: Sequence[Column], note: str
    ) -> Table:
        """Return a table that is shown on demand."""
        text = unplayed.noted(self.topic, frame, self.topic.text(NOTES[note], self.asked))
        (thing, which, *facts), (first, *others) = self.identity, columns
        ordered = [thing, first, which, *others, *facts]
        return Table(f"{self.prefix}_{name}", caption, frame, ordered, text, folded=True)

    def results(self, results: pd.DataFrame, name: str, caption: str) -> Table:
        """Return the win rates with and without everything."""
        columns = [
            Column("opening_effect", "Dealt in the opening hand, points", "points", mark="opening_effect_bh"),
            Column("win_drawn", "Wins, drawn", "rate"),
            Column("win_played", "Wins, played", "rate"),
            Column("played", "Played, of games", "rate"),
            Column("drawn", "Drawn, of games", "rate"),
            Column("win_never", "Wins, never drawn", "rate"),
            Column("win_opening", "Wins, in opening hand", "rate"),
            Column("improvement", "Improvement when drawn, points", "points", raw=True),
            Column("improvement_same_length", "At equal length, points", "points", raw=True),
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
                columns.append(Column(head, words.capital(label), "points", raw=True))
            caption = f"Does it matter {how} {words.a(one)} is first played"
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


def _single_copies(topic: Topic, asked: Asked, copies: held.Tally, things: unplayed.Known) -> list[Table]:
    """Return the same tables for single copies; the page shows those of things that have several."""
    units = copies.units
    several = set(
        units.loc[units.duplicated(["seat", "id"]), ["seat", "id"]].itertuples(index=False, name=None)
    )
    if not several:
        return []
    thing, *facts = identity(asked)
    tables = Tables(topic, asked, asked.family.id, (thing, COPY, *facts))
    results = _results(topic, asked, copies, things)
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
