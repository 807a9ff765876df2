"""Things that come up by chance: which of them cost a side most, and what they do."""

from __future__ import annotations

import pandas as pd

from mazarbul.analysis import dealt, words
from mazarbul.analysis.estimates import CLEAR
from mazarbul.formats.declared import Asked
from mazarbul.reports import charts
from mazarbul.reports.blocks import Block, Chart, Column, Table
from mazarbul.reports.sections.common import (
    NOTES,
    Topic,
    drawn,
    fact_columns,
    gain,
    mean,
    side_columns,
)

TOP = 24  # things drawn


def intro(_topic: Topic, asked: Asked) -> str:
    """Return the first words of its section."""
    return asked.family.intro


def build(topic: Topic, asked: Asked) -> tuple[list[Block], list[str]] | None:
    """Return the effects of all things and what they do; None if the run does not record them."""
    tallied = dealt.tally(topic.run, asked)
    if tallied is None:
        return None
    table = dealt.effects(tallied)
    says, does = effect_words(asked, table), _done_words(asked, table)
    blocks: list[Block] = [_chart(topic, asked, table, says), _table(topic, asked, table)]
    return blocks, [text for text in (says, does) if text]


def effect_words(asked: Asked, table: pd.DataFrame) -> str:
    """Say which things cost clearly more than the average one, and which costs most."""
    said = []
    for way in asked.question.ways:
        name = f"{way.id}_effect"
        known = table[table[name].notna()]
        if known.empty:
            continue
        clear = known[known[f"{name}_bh"] < CLEAR]
        bad, good = (clear[clear[name] < 0], clear[clear[name] > 0])
        n = len(bad) or "none"
        head = f"when {way.label}, {n} of {len(known)} cost clearly more than the average one"
        if len(bad):
            worst = bad.loc[bad[name].idxmin()]
            head += f", most of all {worst['name']}, {gain(worst, name)}"
        said.append(head)
        if len(good):
            best = good.loc[good[name].idxmax()]
            less = f"{len(good)} {'costs' if len(good) == 1 else 'cost'} clearly less, least of all"
            said.append(f"{less} {best['name']}, {gain(best, name)}")
    if not said:
        return f"No {asked.one} came up often enough to judge it."
    return f"{words.capital(asked.many)}: {'. '.join([said[0], *map(words.capital, said[1:])])}."


def _done_words(asked: Asked, table: pd.DataFrame) -> str:
    """Say which thing does most when it comes up, for everything that things do."""
    said = []
    for each in asked.question.does:
        known = table[table[each.id] > 0]
        if len(known):
            top = known.loc[known[each.id].idxmax()]
            n, most = words.count(top[f"{each.id}_n"]), mean(top, each.id, chosen=1, compared=len(known))
            what = words.capital(each.label.lower())
            said.append(f"{what}, each time one comes up: most by {top['name']}, {most}, n {n}.")
    return " ".join(said)


def _chart(topic: Topic, asked: Asked, table: pd.DataFrame, says: str) -> Chart:
    ways = asked.question.ways
    name = f"{ways[0].id}_effect"
    known = table[table[[f"{way.id}_effect" for way in ways]].notna().any(axis=1)].reset_index(drop=True)
    shown = known
    if len(known) > TOP:
        shown = pd.concat([known.head(TOP // 2), known.tail(TOP // 2)], ignore_index=True)
    plain = shown
    for way in ways:
        shown = drawn(shown, f"{way.id}_effect")
    owners = list(shown["side"]) if "side" in shown else [""] * len(shown)
    style = {
        "colours": list(map(topic.colour, owners)),
        "markers": list(map(topic.marker, owners)),
    }
    series = [
        charts.Series.of(
            shown, f"{way.id}_effect", label=way.label, **(style if way is ways[0] else charts.BESIDE)
        )
        for way in ways
    ]
    label = f"change of {topic.its_rate} each time, compared with the average {asked.one}, points"
    breaks = [TOP // 2] if len(shown) < len(known) else []
    if breaks:
        says += f" Shown: the {TOP // 2} that cost most and the {TOP // 2} that cost least of {len(known)}."
    drawing = charts.DotPlot(list(shown["name"]), series, charts.Axis(label, "points", 0.0), breaks)
    changes = "; ".join(
        f"{row['name']} {gain(row, name)}" for _, row in plain.head(6).iterrows() if row[name] == row[name]
    )
    alt = f"What {asked.many} cost. {says} {changes}".strip()
    return Chart(f"{asked.family.id}_dealt", drawing, says, alt)


def _table(topic: Topic, asked: Asked, table: pd.DataFrame) -> Table:
    question = asked.question
    columns = [
        Column("name", words.capital(asked.one.split()[-1])),
        *(
            Column(
                f"{way.id}_effect",
                f"Effect each time {way.label}, points",
                "points",
                mark=f"{way.id}_effect_bh",
            )
            for way in question.ways
        ),
        *side_columns(topic),
        *(Column(each.id, f"{each.label} each time", "mean") for each in question.does),
    ]
    for way in question.ways:
        columns += [
            Column(way.id, f"{words.capital(way.label)}, of games", "rate"),
            Column(f"win_{way.id}", f"Win rate of these games ({way.label})", "rate"),
        ]
    columns += [*fact_columns(asked.family.facts), Column("copies", "Copies", "count")]
    note = question.note or topic.text(NOTES["dealt"], asked)
    named = table.assign(side_name=table["side"].map(topic.side)) if "side" in table else table
    return Table(f"{asked.family.id}_dealt", f"What {asked.many} do", named, columns, note)
