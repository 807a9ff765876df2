"""Decks of a side that plays alone: win rate and score of every group, and of two decks as a matrix."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pandas as pd

from mazarbul.analysis import load_run, matrix, words
from mazarbul.analysis.collection import Collection
from mazarbul.reports import charts
from mazarbul.reports.blocks import Block, Chart, Column, Section, Table
from mazarbul.reports.sections import trust
from mazarbul.reports.sections.common import Topic, mean, overlap_words, rate, score_name
from mazarbul.reports.sections.wording import TEXTS

PAIR = 2
TAILS = "", "_low", "_high", "_n"
MEASURES = {"win": "win rate", "score": "score of games won, {better} is better"}


def build(topic: Topic, found: Collection) -> list[Section]:
    """Return the section on decks, with a part for every number of players; none without groups."""
    if found.members.empty:
        return []
    table = matrix.cells(found)
    blocks: list[Block] = []
    findings = []
    for players, rows in table.groupby("players", sort=True):
        ordered = rows.sort_values("win", ascending=False, kind="stable", ignore_index=True)
        says = group_words(ordered)
        findings.append(says)
        shows = f"Win rates with {words.plural(players, 'player')}." if blocks else says
        blocks.append(_chart(topic, players, ordered, shows))
        if players == PAIR and rows["decks"].map(len).eq(PAIR).all() and len(rows) > 1:
            blocks += [pairs_chart(topic, rows, name) for name in MEASURES if rows[name].notna().any()]
        blocks.append(
            Table(
                f"decks_{players}",
                _caption(topic, players),
                ordered,
                columns(topic),
                topic.text(TEXTS["note"]["matrix"]),
            )
        )
    if table["players"].max() > 1 and len(table) > 1:
        blocks.append(_by_deck(matrix.by_deck(table)))
    return [
        Section(
            "matrix",
            f"Decks against {topic.against}",
            topic.text(TEXTS["intro"]["matrix"]),
            blocks,
            findings,
        )
    ]


def columns(topic: Topic) -> list[Column]:
    """Return the columns of a table of groups of decks."""
    return [
        Column("group", "Decks"),
        Column("games", "Games", "count"),
        Column("win", topic.wins(topic.first), "rate"),
        Column("score", f"{words.capital(score_name(topic))} of games won", "mean", digits=1),
        *(
            Column(each.id, words.capital(each.label), "mean", digits=1)
            for each in topic.declared.outcome.scores[1:]
        ),
    ]


def _caption(topic: Topic, players: int) -> str:
    return f"Decks against {topic.against}, {words.plural(players, 'player')}"


def group_words(rows: pd.DataFrame) -> str:
    """Say which group of decks wins most and which least. rows: of one number of players, best first."""
    best = rows.iloc[0]
    players = words.plural(int(best["players"]), "player")
    often = f"{rate(best, 'win', 1, len(rows))} of {words.count(best['games'])} games"
    if len(rows) == 1:
        return f"With {players}, {best['group']} wins {often}."
    return (
        f"With {players}, {best['group']} wins most: {often}; {overlap_words(rows, 'win', best)}. "
        f"{words.capital(rows.iloc[-1]['group'])} wins least."
    )


def further(topic: Topic, found: Collection) -> tuple[str, str]:
    """Return what more play would tell of the best group of the fewest players, and the command for it."""
    table = matrix.cells(found)
    best = table[table["players"] == table["players"].min()]["win"].idxmax()
    run = load_run(found.path / found.members["run"][best])
    says, command = trust.more(replace(topic, run=run), topic.first)
    return f"{table['group'][best]}: {says}", command


def _chart(topic: Topic, players: int, rows: pd.DataFrame, says: str) -> Chart:
    style = {"colours": topic.colour(topic.first), "markers": topic.marker(topic.first)}
    label = f"{topic.wins(topic.first)}; shaded: {words.band(topic.band)}"
    axis = charts.Axis(label, "percent", None, topic.band)
    drawing = charts.DotPlot(list(rows["group"]), [charts.Series.of(rows, "win", **style)], axis)
    each = "; ".join(f"{row['group']} {rate(row, 'win')}" for _, row in rows.head(12).iterrows())
    return Chart(f"decks_{players}", drawing, says, f"Win rate of decks, {players} players: {each}.")


def pairs_chart(topic: Topic, rows: pd.DataFrame, name: str, prefix: str = "") -> Chart:
    """Draw pairs of decks as a matrix, deck by deck. name: of MEASURES. prefix: of the chart's name."""
    decks = list(dict.fromkeys(deck for names in rows["names"] for deck in names))
    cells = {tail: np.full((len(decks), len(decks)), np.nan) for tail in TAILS}
    for row in rows.to_dict("records"):
        i, j = (decks.index(deck) for deck in row["names"])
        for tail, values in cells.items():
            values[i, j] = values[j, i] = row[f"{name}{tail}"]
    series = _cells([values[::-1] for values in cells.values()])  # the first row is drawn below
    drawing = charts.HeatMap(
        decks[::-1],
        decks,
        series,
        "one deck",
        "the other deck",
        kind=_kind(name),
        better=_better(topic, name),
    )
    best, worst = _ends(topic, rows, name)
    says = (
        f"Two players, {topic.text(MEASURES[name])} of every pair of decks: best {best}. The worst: {worst}."
    )
    return Chart(f"{prefix}pairs_{name}", drawing, says, f"Matrix of pairs of decks. {says}")


def scenario_chart(topic: Topic, tables: dict[str, pd.DataFrame], name: str, chart: str, says: str) -> Chart:
    """Draw groups of decks against scenarios. tables: scenario's title -> groups of one number of players."""
    groups = list(dict.fromkeys(group for table in tables.values() for group in table["group"]))[::-1]
    wide = [
        np.column_stack(
            [table.set_index("group")[f"{name}{tail}"].reindex(groups) for table in tables.values()]
        )
        for tail in TAILS
    ]
    drawing = charts.HeatMap(
        groups, list(tables), _cells(wide), "", "", kind=_kind(name), better=_better(topic, name)
    )
    return Chart(chart, drawing, says, f"Matrix of decks. {says}")


def _cells(parts: Sequence[np.ndarray]) -> charts.Series:
    """Return the cells of a matrix. parts: in the order of TAILS."""
    values, low, high, n = parts
    return charts.Series(values, low, high, n=n)


def _kind(name: str) -> str:
    return "percent" if name == "win" else "number"


def _better(topic: Topic, name: str) -> str:
    return "high" if name == "win" else topic.declared.outcome.better


def _ends(topic: Topic, rows: pd.DataFrame, name: str) -> tuple[str, str]:
    """Return the best and the worst group with its value and interval."""
    known = rows[rows[name].notna()].sort_values(name, ascending=_better(topic, name) == "low", kind="stable")

    def named(row: pd.Series) -> str:
        choice = 2, len(known)
        value = rate(row, "win", *choice) if name == "win" else mean(row, name, 1, *choice)
        return f"{row['group']}, {value}"

    return named(known.iloc[0]), named(known.iloc[-1])


def _by_deck(table: pd.DataFrame) -> Table:
    columns = [
        Column("players", "Players", "count"),
        Column("name", "Deck"),
        Column("groups", "Groups with it", "count"),
        Column("win", "Win rate of groups with it", "rate"),
        Column("others", "Of groups without it", "rate"),
    ]
    return Table("decks", "What each deck does for its group", table, columns)
