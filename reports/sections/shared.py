"""Points won and lost by things of seats, and by the decks they are in."""

from __future__ import annotations

import pandas as pd

from mazarbul.analysis import shared, words
from mazarbul.analysis.estimates import CLEAR
from mazarbul.formats.declared import Asked
from mazarbul.reports import charts
from mazarbul.reports.blocks import Block, Chart, Column, Table
from mazarbul.reports.sections.common import NOTES, Topic, mean, overlap_words


def intro(_topic: Topic, asked: Asked) -> str:
    """Return the first words of its section."""
    return asked.family.intro


def build(topic: Topic, asked: Asked) -> tuple[list[Block], list[str]] | None:
    """Return points by deck and by thing; None if the run does not record them."""
    by_deck, by_thing = shared.by_deck(topic.run, asked), shared.by_thing(topic.run, asked)
    if by_deck.empty:
        return None
    by_deck["owner"], by_thing["owner"] = by_deck["name"], by_thing["name"]
    by_thing["deck_name"] = by_thing["seat"].map(topic.seat)
    for frame in (by_deck, by_thing):
        frame["side_name"] = frame["side"].map(topic.side)
        frame["kind_name"] = _kinds(topic, asked, frame)
    decks = by_deck[by_deck["kind"] == "all"]
    spread, said = _spread(topic, asked, decks)
    where = f"kind of {asked.question.place}"
    prefix = asked.family.id
    by_all = _chart(topic, decks, f"{prefix}_decks", "deck")
    blocks: list[Block] = [
        by_all,
        _kinds_chart(topic, asked, by_deck[by_deck["kind"] != "all"]),
        _table(asked, by_deck, f"{prefix}_decks", "deck", f"Points by deck and {where}"),
        *spread,
        _chart(topic, by_thing[by_thing["kind"] == "all"], f"{prefix}_shared", asked.one),
        _table(asked, by_thing, f"{prefix}_shared", asked.one, f"Points by {asked.one} and {where}"),
    ]
    return blocks, [by_all.says, *said]


def _kinds(topic: Topic, asked: Asked, frame: pd.DataFrame) -> pd.Series:
    """Return the kinds of places in words."""
    whole = f"all {asked.question.places}"
    return frame["kind"].map(lambda kind: whole if kind == "all" else topic.kind(kind))


def _chart(topic: Topic, rows: pd.DataFrame, name: str, what: str) -> Chart:
    rows = rows.sort_values(["side", "net"], ascending=[True, False], kind="stable", ignore_index=True)
    top, bottom = rows.loc[rows["net"].idxmax()], rows.loc[rows["net"].idxmin()]
    best, worst = (mean(row, "net", chosen=2, compared=len(rows)) for row in (top, bottom))
    says = (
        f"By points won minus points lost, the best {what} is {top['owner']}, {best} a game "
        f"({overlap_words(rows, 'net', top)}). The worst is {bottom['owner']}, {worst}."
    )
    return Chart(
        name, _won_lost(topic, rows, list(rows["owner"])), says, f"Points won and lost per {what}. {says}"
    )


def _spread(topic: Topic, asked: Asked, decks: pd.DataFrame) -> tuple[list[Table], list[str]]:
    """Return how much the decks of a side differ beyond chance: a table, and a sentence where it is clear.

    decks: the points of each deck.
    """
    table = shared.spread(topic.run, asked)
    if table.empty:
        return [], []
    table["side_name"] = table["side"].map(topic.side)
    table["kind_name"] = _kinds(topic, asked, table)
    said = []
    for _, row in table[table["kind"] == "all"].iterrows():
        if row["spread_p"] < CLEAR:
            own = decks[decks["side"] == row["side"]].sort_values("net")
            worst, best = own["owner"].iloc[0], own["owner"].iloc[-1]
            said.append(
                f"Of the {words.plural(row['spread_n'], 'deck')} of {topic.noun(row['side'])}, {best} brings "
                f"most points won minus lost and {worst} fewest: they spread by "
                f"{words.decimal(row['spread'])} a game, where chance alone would show "
                f"{words.decimal(row['spread_chance'])}."
            )
    columns = [
        Column("side_name", "Side"),
        Column("kind_name", words.capital(asked.question.places)),
        Column("spread", "Standard deviation between decks, beyond chance", "mean"),
        Column("spread_chance", "What chance would show", "number"),
        Column("spread_p", "p of no difference", "p"),
    ]
    caption = "How much the decks of a side differ"
    return [Table(f"{asked.family.id}_spread", caption, table, columns, NOTES["spread"])], said


def _won_lost(topic: Topic, rows: pd.DataFrame, labels: list[str]) -> charts.DotPlot:
    """Draw points won in the looks of the sides, points lost in grey beside them."""
    style = {
        "colours": [topic.colour(side) for side in rows["side"]],
        "markers": [topic.marker(side) for side in rows["side"]],
    }
    series = [
        charts.Series.of(rows, "won", label="won", **style),
        charts.Series.of(rows, "lost", label="lost", **charts.BESIDE),
    ]
    breaks = [i for i in range(1, len(rows)) if rows["side"].iloc[i] != rows["side"].iloc[i - 1]]
    return charts.DotPlot(labels, series, charts.Axis("points per game"), breaks)


def _kinds_chart(topic: Topic, asked: Asked, rows: pd.DataFrame) -> Chart:
    rows = rows.reset_index(drop=True)
    top = rows.loc[rows["won"].idxmax()]
    won, lost = (mean(top, name, chosen=1, compared=len(rows)) for name in ("won", "lost"))
    says = (
        f"The richest source of points is the {top['kind_name']} for {top['owner']}: {won} won "
        f"a game ({overlap_words(rows, 'won', top)}). Lost there: {lost}."
    )
    labels = [f"{row.owner}: {row.kind_name}" for row in rows.itertuples()]
    drawing = _won_lost(topic, rows, labels)
    alt = f"Points won and lost per deck and kind of {asked.question.place}. {says}"
    return Chart(f"{asked.family.id}_kinds", drawing, says, alt)


def _table(asked: Asked, frame: pd.DataFrame, name: str, what: str, caption: str) -> Table:
    columns = [
        Column("owner", words.capital(what)),
        Column("side_name", "Side"),
        Column("kind_name", words.capital(asked.question.places)),
        Column("won", "Points won", "mean"),
        Column("lost", "Points lost", "mean"),
        Column("net", "Won minus lost", "mean"),
    ]
    return Table(name, caption, frame, columns)
