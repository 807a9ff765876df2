"""Things that sides fight over: how often, and who wins them."""

from __future__ import annotations

import pandas as pd

from mazarbul.analysis import picked, words
from mazarbul.formats.declared import Asked
from mazarbul.reports import charts
from mazarbul.reports.blocks import Block, Chart, Column, Table
from mazarbul.reports.looks import ENOUGH
from mazarbul.reports.sections.common import Topic, fact_columns, rate
from mazarbul.reports.sections.picked import breaks_of, grouped, label


def intro(_topic: Topic, asked: Asked) -> str:
    """Return the first words of its section."""
    return asked.family.intro


def build(topic: Topic, asked: Asked) -> tuple[list[Block], list[str]] | None:
    """Return how often things are fought over, and who wins them; None if the run does not record that."""
    contests = picked.contests(topic.run, asked)
    if contests.empty:
        return None
    contests = grouped(topic, contests)
    drawn = [
        _winners_chart(topic, asked, kind, rows)
        for kind, rows in picked.kinds(contests[contests["active_n"] > 0], asked.one)
    ]
    charted = [chart for chart in drawn if chart]
    said = (
        [] if any(each.kind == "picked" for each in asked.family.questions) else [c.says for c in charted[:1]]
    )
    return [*charted, _contests_table(topic, asked, contests)], said


def _winners_chart(topic: Topic, asked: Asked, kind: str, rows: pd.DataFrame) -> Chart | None:
    won = f"won_{topic.first}"
    if won not in rows:
        return None
    rows = rows[rows[f"{won}_n"] > 0]
    if rows.empty:
        return None
    rows = rows.sort_values(["group", won], ascending=[True, False], kind="stable", ignore_index=True)
    first = topic.noun(topic.first)
    says = _winners_words(topic, rows, won, words.several(words.human(kind)))
    series = charts.Series.of(rows, won, colours=topic.colour(topic.first), markers=topic.marker(topic.first))
    breaks = breaks_of(rows)
    axis = charts.Axis(f"won by {first}, if resolved", "percent", 0.5, limits=(-0.02, 1.02))
    drawing = charts.DotPlot([label(row) for row in rows.to_dict("records")], [series], axis, breaks)
    return Chart(
        f"{asked.family.id}_fought_{kind}", drawing, says, f"Who wins each {words.human(kind)}. {says}"
    )


def _winners_words(topic: Topic, rows: pd.DataFrame, won: str, many: str) -> str:
    """Say what the first side wins most often and least often, of what was decided in enough games."""
    known = rows[rows[f"{won}_n"] >= ENOUGH]
    if len(known) < 2:
        return f"Too few games to say which of the {many} {topic.won(topic.first)} most often."
    top, bottom = known.loc[known[won].idxmax()], known.loc[known[won].idxmin()]
    choice = 2, len(known)
    side, win = topic.first, topic.win(topic.first)
    return (
        f"Of the {many}, {topic.noun(side)} most often {win} {top['name']}, "
        f"{rate(top, won, *choice)}, n {words.count(top[f'{won}_n'])}. "
        f"{words.capital(topic.it(side))} least often {win} {bottom['name']}, {rate(bottom, won, *choice)}."
    )


def _contests_table(topic: Topic, asked: Asked, contests: pd.DataFrame) -> Table:
    labels = [
        name for name in contests if name.startswith("won_") and not name.endswith(("_low", "_high", "_n"))
    ]
    numbers = [fact for fact in asked.family.facts if fact.id not in ("kind", "number")]
    columns = [
        Column("name", words.capital(asked.one)),
        Column("active", "Active, of all games", "rate"),
        Column("contested", "Contested, if active", "rate"),
        *(Column(name, f"Won by {_winner(topic, name.removeprefix('won_'))}", "rate") for name in labels),
        *(Column(each.id, each.label, "mean") for each in asked.question.numbers),
        Column("where", "Kind", "words"),
        *fact_columns(numbers),
    ]
    caption = f"How often {asked.many} are fought over, and who wins them"
    return Table(f"{asked.family.id}_fought", caption, contests, columns, asked.question.note)


def _winner(topic: Topic, label: str) -> str:
    return topic.side(label) if label in topic.run.sides else words.human(label)
