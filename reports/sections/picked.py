"""Things that chance picks among rivals: how the pick changes the result."""

from __future__ import annotations

import pandas as pd

from mazarbul.analysis import picked, words
from mazarbul.analysis.estimates import CLEAR
from mazarbul.formats.declared import Asked
from mazarbul.reports import charts
from mazarbul.reports.blocks import Block, Chart, Column, Table
from mazarbul.reports.sections.common import (
    NOTES,
    Topic,
    drawn,
    gain,
)


def intro(topic: Topic, asked: Asked) -> str:
    """Return the first words of its section."""
    when = topic.words.round
    return (
        f"A drawn {asked.one} is compared, {when} by {when}, with the others that could have been drawn "
        f"instead. The draw is chance, so the difference is the {asked.one}'s own doing, compared with its "
        f"rivals. Effects are on the win rate of {topic.noun(topic.first)}."
    )


def build(topic: Topic, asked: Asked) -> tuple[list[Block], list[str]] | None:
    """Return the effects of everything that is picked; None if the run does not record them."""
    effects = picked.effects(topic.run, asked)
    if effects.empty:
        return None
    rounds = picked.by_round(topic.run, asked)
    effects, rounds = (grouped(topic, frame) for frame in (effects, rounds))
    blocks: list[Block] = []
    for kind, rows in picked.kinds(effects[effects["effect_bh"].notna()], asked.one):
        if chart := _effects_chart(topic, asked, kind, rows):
            blocks.append(chart)
    blocks += [_effects_table(topic, asked, effects), *_rounds_table(topic, asked, rounds)]
    return blocks, [_effects_words(topic, asked, effects)]


def grouped(topic: Topic, frame: pd.DataFrame) -> pd.DataFrame:
    """Return the table with `where`, the group of a thing in words, and `group`, its number."""
    where = _where(topic, frame)
    return frame.assign(where=where, group=pd.factorize(pd.Series(where, dtype=object))[0])


def _where(topic: Topic, frame: pd.DataFrame) -> list[str]:
    """Return the group that every thing belongs to: kind, number or side."""
    rows = frame.reindex(columns=["kind", "side", "number"]).to_dict("records")
    return [
        " ".join(
            part
            for part in (
                words.human(row["kind"] or ""),
                "" if words.missing(row["number"]) else f"{row['number']:.0f}",
                f"of {topic.noun(row['side'])}" if row["side"] in topic.run.sides else "",
            )
            if part
        )
        for row in rows
    ]


def _effects_words(topic: Topic, asked: Asked, effects: pd.DataFrame) -> str:
    """Return in words how many things matter, and the strongest."""
    known = effects[effects["effect_bh"].notna()]
    if known.empty:
        return f"No {asked.one} was drawn from a choice often enough, so no effect of drawing one is known."
    clear = known[known["effect_bh"] < CLEAR]
    compared = f"Of {words.plural(len(known), asked.one, asked.many)} compared"
    if clear.empty:
        return f"{compared}, none shifts the result clearly, allowing for that number of comparisons."
    best, worst = clear.loc[clear["effect"].idxmax()], clear.loc[clear["effect"].idxmin()]
    ends = [row for row in (best, worst) if row is best or worst["id"] != best["id"]]
    named = [
        f"The strongest {'for' if row['effect'] > 0 else 'against'} it: {row['name']}, {gain(row, 'effect')}."
        for row in ends
    ]
    verb = "shifts" if len(clear) == 1 else "shift"
    head = (
        f"{compared}, {len(clear)} {verb} the win rate of {topic.noun(topic.first)} clearly when drawn, "
        f"allowing for that number of comparisons."
    )
    return " ".join([head, *named])


def _effects_chart(topic: Topic, asked: Asked, kind: str, rows: pd.DataFrame) -> Chart | None:
    rows = rows.sort_values(["group", "effect"], ascending=[True, False], kind="stable", ignore_index=True)
    clear = int((rows["effect_bh"] < CLEAR).sum())
    spread = rows["effect"].max() - rows["effect"].min()
    top = rows.loc[rows["effect"].abs().idxmax()]
    says = (
        f"The largest shift among {len(rows)} {words.human(kind)}s is {top['name']}, "
        f"{gain(top, 'effect')}, n {words.count(top['effect_n'])}; "
        f"from lowest to highest the estimates span {100 * spread:.1f} points. "
        f"Clear after correction: {clear or 'none'}."
    )
    labels = [label(row) for row in rows.to_dict("records")]
    filled = [bool(p < CLEAR) for p in rows["effect_bh"]]
    series = charts.Series.of(drawn(rows, "effect"), "effect", filled=filled)
    breaks = breaks_of(rows)
    axis = charts.Axis(f"change of {topic.rate_of(topic.first)}, points (hollow: not clear)", "points", 0.0)
    drawing = charts.DotPlot(labels, [series], axis, breaks)
    return Chart(
        f"{asked.family.id}_picked_{kind}",
        drawing,
        says,
        f"Effect of drawing each {words.human(kind)}. {says}",
    )


def label(row: dict) -> str:
    """Return the name of a thing, with its number if it has one."""
    number = row.get("number")
    return row["name"] if words.missing(number) else f"{number:.0f}  {row['name']}"


def breaks_of(rows: pd.DataFrame) -> list[int]:
    """Return the rows before which a new group begins."""
    return [i for i in range(1, len(rows)) if rows["where"][i] != rows["where"][i - 1]]


def _effects_table(topic: Topic, asked: Asked, effects: pd.DataFrame) -> Table:
    first = topic.side(topic.first)
    columns = [
        Column("name", words.capital(asked.one)),
        Column("effect", f"Effect on {first}, points", "points", mark="effect_bh"),
        Column("where", "Drawn among", "words"),
        Column("others", "Others there", "count"),
        Column("win", f"{topic.wins(topic.first)} when drawn", "rate"),
        Column("drawn", "Drawn, of all games", "rate"),
    ]
    order = effects.sort_values("effect", ascending=False, kind="stable", ignore_index=True)
    caption = f"How drawing {words.a(asked.one)} changes the result"
    note = asked.question.note or topic.text(NOTES["picked"], asked)
    return Table(f"{asked.family.id}_picked", caption, order, columns, note)


def _rounds_table(topic: Topic, asked: Asked, rounds: pd.DataFrame) -> list[Table]:
    """Return the effects by round of the things that are drawn in different rounds, if there are any."""
    several = rounds[rounds["effect"].notna()].groupby("column")["round"].transform("nunique") > 1
    if not several.any():
        return []
    columns = [
        Column("name", words.capital(asked.one)),
        Column("round", f"In {topic.words.round}", "count"),
        Column("effect", f"Effect on {topic.side(topic.first)}, points", "points", mark="effect_bh"),
        Column("where", "Drawn among", "words"),
        Column("win", f"{topic.wins(topic.first)} when drawn", "rate"),
        Column("drawn", "Drawn, of its group's draws", "rate"),
    ]
    shown = rounds["column"].isin(rounds.loc[several[several].index, "column"]) & rounds["effect"].notna()
    caption = f"Does it matter in which {topic.words.round} {words.a(asked.one)} is drawn"
    note = topic.text(NOTES["picked"], asked)
    return [Table(f"{asked.family.id}_by_round", caption, rounds, columns, note, True, list(shown))]
