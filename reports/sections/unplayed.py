"""Things that the bots hold but do not play: nothing was measured of them, and tables of values say so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pandas as pd

from mazarbul.analysis import held, words
from mazarbul.analysis.estimates import rate_columns
from mazarbul.analysis.paired import corrected
from mazarbul.formats.declared import Asked
from mazarbul.reports import charts
from mazarbul.reports.blocks import Block, Chart, Column, Table
from mazarbul.reports.sections.common import NOTES, Topic, rate

FLAG = "unplayed"  # the column that marks things in tables of values; a prefix names the other of a pair
PER = 1_000  # games: the unit of the figure
Known = frozenset[tuple[str, str]]


def known(plays: pd.DataFrame) -> Known:
    """Return (seat, id) of the things that are not played. plays: of `mazarbul.analysis.held.plays`.

    The seat is "" for a thing that no seat plays: a change to such a thing may have no seat.
    """
    if plays.empty:
        return frozenset()
    every = plays.groupby("id", sort=False)[FLAG].all()
    found = {("", identifier) for identifier in every.index[every]}
    return frozenset(found | set(_pairs(plays[plays[FLAG]])))


def of(topic: Topic) -> Known:
    """Return (seat, id) of all things of a run that its bots do not play."""
    found: set[tuple[str, str]] = set()
    for asked in topic.declared.asked("held"):
        if (counted := held.tally(topic.run, asked)) is not None:
            found |= known(held.plays(counted[0]))
    return frozenset(found)


def marked(
    frame: pd.DataFrame,
    things: Known,
    tested: Sequence[str] = (),
    prefixes: Sequence[str] = ("",),
    key: str = "id",
) -> pd.DataFrame:
    """Return a table of values with the rows marked in which a thing is not played, as no comparisons.

    tested: estimates with p-values: they are corrected again for the other rows, and those marked have none.
    A row without a corrected one is no comparison before either.
    prefixes: of the columns of each thing in a row. key: the column with a thing's id.
    """
    flags = {
        f"{prefix}{FLAG}": [pair in things for pair in _pairs(frame, prefix, key)] for prefix in prefixes
    }
    frame = frame.assign(**flags)
    any_of = frame[list(flags)].any(axis=1)
    if not any_of.any():
        return frame
    for name in tested:
        frame = corrected(frame, ~any_of & frame[f"{name}_bh"].notna(), name=name)
    return frame


def _pairs(frame: pd.DataFrame, prefix: str = "", key: str = "id") -> list[tuple[str, str]]:
    """Return (seat, id) of the things in the rows of a table; "" for a seat that is not known."""
    seats = frame.get(f"{prefix}seat", pd.Series("", frame.index)).fillna("")
    return list(zip(seats, frame[f"{prefix}{key}"], strict=True))


def noted(topic: Topic, frame: pd.DataFrame, note: str) -> str:
    """Return the note below a table of values, which explains the mark if a row has it."""
    flags = [name for name in frame if name.endswith(FLAG)]
    if not frame[flags].eq(True).any(axis=None):
        return note
    return f"{note} {topic.text(NOTES[FLAG])}".strip()


def with_search(topic: Topic, asked: Asked, plays: pd.DataFrame) -> pd.DataFrame:
    """Return plays with how often a bot that searches held and played each thing, if its run is known.

    Columns: search_held, search_play (+...). What neither plays is not worth playing, as a search sees it.
    """
    counted = held.tally(topic.searched[1], asked) if topic.searched else None
    other = held.plays(counted[0]) if counted else pd.DataFrame()
    if plays.empty or other.empty:
        return plays
    keys = [name for name in ("seat", "id") if name in plays]
    names = {"games_held": "search_held"} | {name: f"search_{name}" for name in rate_columns("play", 0, 1)}
    return plays.merge(other[[*keys, *names]].rename(columns=names), "left", on=keys)


def block(topic: Topic, asked: Asked, plays: pd.DataFrame, identity: Sequence[Column]) -> list[Block]:
    """Return the table of the things that are not played; nothing if all are."""
    rows = plays[plays[FLAG]] if len(plays) else plays
    if rows.empty:
        return []
    named = topic.named(rows, asked.family.facts)
    heads = [*(replace(column, flag=None) for column in identity), *columns(topic, rows)]
    note = topic.text(NOTES["plays"], asked)
    return [Table(f"{asked.family.id}_{FLAG}", title(asked), named, heads, note)]


def title(asked: Asked) -> str:
    """Return the heading of the list."""
    return f"{words.capital(asked.many)} that these bots never or hardly ever play"


def columns(topic: Topic, rows: pd.DataFrame) -> list[Column]:
    """Return the columns of how often something was held and played."""
    found = [
        Column("games_held", "Games in which it was held", "count"),
        Column("games_played", "Played in", "count"),
        Column("play", "Share of these games", "rate", show_n=False),
    ]
    if topic.searched and "search_play" in rows:
        found.append(Column("search_play", f"Share with {topic.searched[0]}", "rate"))
    return found


def said(topic: Topic, asked: Asked, plays: pd.DataFrame) -> str:
    """Say which things are not played; "" if the run does not record plays."""
    if plays.empty:
        return ""
    judged = plays[plays["games_held"] >= held.ENOUGH]
    rows, few = judged[judged[FLAG]], len(plays) - len(judged)
    many = words.plural(len(judged), asked.one, asked.many)
    tail = ""
    if few:
        tail = f" Not judged, as held in fewer than {words.count(held.ENOUGH)} games: {words.count(few)}."
    if judged.empty:
        return (
            f"No {asked.one} was held in {words.count(held.ENOUGH)} games, so this run is too short to say "
            f"which {asked.many} its bots do not play."
        )
    if rows.empty:
        least = judged.iloc[0]
        each = f"{'each of' if len(judged) > 1 else 'the'} {many}"
        return (
            f"These bots play {each} in at least one in a thousand of the games in which it was "
            f"held; the one played least is {least['name']}, {rate(least, 'play', 1, len(judged))}, n "
            f"{words.count(least['games_held'])}.{tail}"
        )
    each = "; ".join(listed(row) for _, row in rows.iterrows())
    them = "it" if len(rows) == 1 else "them"
    return (
        f"Of {many}, these bots never or hardly ever play {len(rows)}, in fewer than one in a thousand of "
        f"the games in which they held {them}: {each}. Nothing was measured of {them}."
        f"{_also(topic, rows)}{tail}"
    )


def _also(topic: Topic, rows: pd.DataFrame) -> str:
    """Say how often a bot that searches plays what the usual bot does not; "" if that is not known."""
    if not topic.searched or "search_play" not in rows or rows["search_play"].isna().all():
        return ""
    most = rows.loc[rows["search_play"].idxmax()]
    n = words.count(most["search_held"])
    if most["search_play"] == 0:
        return f" {topic.searched[0]} does not play them either, n {n}."
    share = rate(most, "search_play", 1, len(rows))
    return f" The one that {topic.searched[0]} plays most is {most['name']}, {share}, n {n}."


def listed(row: pd.Series) -> str:
    """Return a thing with how often it was played."""
    return f"{row['name']}, {words.count(row['games_played'])} of {words.count(row['games_held'])} games"


def chart(topic: Topic, asked: Asked, name: str, rows: pd.DataFrame, groups: Sequence[str]) -> Chart:
    """Draw how often things are played. groups: a heading per row, for rows that stand together."""
    style = {
        "colours": list(map(topic.colour, rows["side"])),
        "markers": list(map(topic.marker, rows["side"])),
    }
    ends = ("play", "play_low", "play_high")
    series = charts.Series.of(rows.assign(**{end: PER * rows[end] for end in ends}), "play", **style)
    axis = charts.Axis(
        f"played, of {words.count(PER)} games in which it was held", reference=PER * held.HARDLY
    )
    drawing = charts.DotPlot(list(rows["name"]), [series], axis, groups=groups)
    says = (
        f"How often {asked.many} were played in {words.count(PER)} games in which they were held; left of "
        "the line, they count as not played."
    )
    each = "; ".join(
        f"{group}: {listed(row)}" for group, (_, row) in zip(groups, rows.iterrows(), strict=True)
    )
    return Chart(name, drawing, says, f"{says} {each}.")
