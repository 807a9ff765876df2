"""Points won and lost by decks and factions."""

from __future__ import annotations

import pandas as pd

from analysis import decks
from reports import charts, words
from reports.page import Chart, Column, Section, Table
from reports.sections.common import CLEAR, NOTES, TEXTS, Context, mean, overlap_words


def build(context: Context) -> Section | None:
    """Points by deck and faction; None if the run does not record them."""
    by_deck, by_faction = decks.deck_points(context.run), decks.faction_points(context.run)
    if by_deck.empty:
        return None
    by_deck["owner"], by_faction["owner"] = by_deck["name"], by_faction["name"]
    by_faction["deck_name"] = by_faction["seat"].map(context.seat)
    for frame in (by_deck, by_faction):
        frame["side_name"] = frame["side"].map(context.side)
        frame["kind_name"] = frame["kind"].map(
            lambda kind: "all locations" if kind == "all" else context.kind(kind)
        )
    spread, said = _spread(context)
    blocks = [
        _chart(context, by_deck[by_deck["kind"] == "all"], "decks", "deck"),
        _kinds_chart(context, by_deck[by_deck["kind"] != "all"]),
        _table(by_deck, "decks", "Points by deck and kind of location"),
        *spread,
        _chart(context, by_faction[by_faction["kind"] == "all"], "factions", "faction"),
        _table(by_faction, "factions", "Points by faction and kind of location"),
    ]
    return Section("decks", "Decks and factions", TEXTS["intro"]["decks"], blocks, [blocks[0].says, *said])


def _chart(context: Context, rows: pd.DataFrame, name: str, what: str) -> Chart:
    rows = rows.sort_values(["side", "net"], ascending=[True, False], kind="stable", ignore_index=True)
    top, bottom = rows.loc[rows["net"].idxmax()], rows.loc[rows["net"].idxmin()]
    says = (
        f"By points won minus points lost the best {what} is {top['owner']}, {mean(top, 'net')} a game "
        f"({overlap_words(rows, 'net', top)}), the worst {bottom['owner']}, {mean(bottom, 'net')}."
    )
    return Chart(
        name, _won_lost(context, rows, list(rows["owner"])), says, f"Points won and lost per {what}. {says}"
    )


def _spread(context: Context) -> tuple[list[Table], list[str]]:
    """How much the decks of a side differ beyond chance: table, and a sentence for each side."""
    table = decks.spread(context.run)
    if table.empty:
        return [], []
    table["side_name"] = table["side"].map(context.side)
    table["kind_name"] = table["kind"].map(
        lambda kind: "all locations" if kind == "all" else context.kind(kind)
    )
    said = []
    for _, row in table[table["kind"] == "all"].iterrows():
        chance = f"chance alone would show {words.decimal(row['spread_chance'])}"
        text = (
            f"The {words.plural(row['spread_n'], 'deck')} of {row['side_name']} differ in points won minus "
            f"lost by a standard deviation of {words.decimal(row['spread'])} a game ({chance})"
        )
        said.append(text + ("." if row["spread_p"] < CLEAR else ", which is no clear difference."))
    columns = [
        Column("side_name", "Side"),
        Column("kind_name", "Locations"),
        Column("spread", "Standard deviation between decks, beyond chance", "mean"),
        Column("spread_chance", "What chance would show", "number"),
        Column("spread_p", "p of no difference", "number", digits=3),
    ]
    caption = "How much the decks of a side differ"
    return [Table("deck_spread", caption, table, columns, NOTES["spread"])], said


def _won_lost(context: Context, rows: pd.DataFrame, labels: list[str]):
    """Draw filled marks for points won, hollow ones for points lost."""
    style = {
        "colours": [context.colour(side) for side in rows["side"]],
        "markers": [context.marker(side) for side in rows["side"]],
    }
    series = [
        charts.Series.of(rows, "won", label="won", **style),
        charts.Series.of(rows, "lost", label="lost", filled=False, **style),
    ]
    breaks = [i for i in range(1, len(rows)) if rows["side"].iloc[i] != rows["side"].iloc[i - 1]]
    return charts.dots(labels, series, charts.Axis("points per game"), breaks)


def _kinds_chart(context: Context, rows: pd.DataFrame) -> Chart:
    rows = rows.reset_index(drop=True)
    top = rows.loc[rows["won"].idxmax()]
    says = (
        f"The richest source of points is the {top['kind_name']} for {top['owner']}: {mean(top, 'won')} won "
        f"a game ({overlap_words(rows, 'won', top)}), {mean(top, 'lost')} lost."
    )
    labels = [f"{row.owner}: {row.kind_name}" for row in rows.itertuples()]
    drawing = _won_lost(context, rows, labels)
    return Chart("deck_kinds", drawing, says, f"Points won and lost per deck and kind of location. {says}")


def _table(frame: pd.DataFrame, name: str, caption: str) -> Table:
    columns = [
        Column("owner", name[:-1].capitalize()),
        Column("side_name", "Side"),
        Column("kind_name", "Locations"),
        Column("won", "Points won", "mean"),
        Column("lost", "Points lost", "mean"),
        Column("net", "Won minus lost", "mean"),
    ]
    return Table(name, caption, frame, columns)
