"""The first screen of an ablation: which things are too strong, and what makes them so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd

from mazarbul.analysis import words
from mazarbul.reports.page import Brief, Chart, Column, Line, Section, Table
from mazarbul.reports.sections.common import Topic, gain, settling
from mazarbul.reports.sections.forest import TOP, clear, forest, measured, note, ordered, strongest

NAME = "strongest"
HEADING = "The strongest"
NAMED = 3
PARTS = "parts"
#: Columns of a change -> those of the change turned round.
ENDS = {"": "", "_likely": "_likely", "_low": "_high", "_high": "_low"}


def parts(topic: Topic, rows: pd.DataFrame) -> Section:
    """Return the section on the parts of things, each taken away alone."""
    known = measured(rows)
    labels = list(known["name"] + "\n" + known["label"])
    says = f"Every part was taken away alone. The largest change: {_part_words(known.iloc[0])}."
    chart = forest(topic, PARTS, known, labels, says, label=f"change of {topic.its_rate}, points")
    columns = [
        Column("name", "Of"),
        Column("change", "Change without it, points", "points", mark="change_bh"),
        Column("field", "Part"),
        Column("base", "Win rate with it", "rate", show_n=False),
        Column("other", "Win rate without", "rate", show_n=False),
    ]
    table = Table(PARTS, "Every part", rows, columns, note(topic))
    return Section(PARTS, "What the strongest are made of", "", [chart, table], [says])


def _part_words(row: pd.Series) -> str:
    return f"{row['name']} {row['label']}, {gain(row, 'change')}"


def lifted(topic: Topic, sections: Sequence[Section], brief: Brief) -> Brief:
    """Return the summary of an ablation with its strongest things first, and their chart.

    sections: of the ablation. brief: the summary of its base.
    """
    tables = {table.name: table for section in sections for table in section.tables()}
    blanked = {name: table for name, table in tables.items() if name.startswith("blanked_")}
    if not blanked:
        return brief
    frames = [table.frame.assign(section=_where(sections, name)) for name, table in blanked.items()]
    rows = ordered(measured(pd.concat(frames, ignore_index=True)))
    taken = tables[PARTS].frame if PARTS in tables else pd.DataFrame()
    heading = f"{HEADING} {_many(topic, blanked)}"
    others = {name: lines for name, lines in brief.parts.items() if name != "Look at"}
    return Brief({heading: _lines(topic, rows, taken), **others}, _chart(topic, rows))


def _where(sections: Sequence[Section], name: str) -> str:
    return next(section.id for section in sections if section.table(name))


def _many(topic: Topic, blanked: Mapping[str, Table]) -> str:
    """Return what things of several kinds are called."""
    kinds = [name.removeprefix("blanked_") for name in blanked]
    many = [topic.declared.subject(kind).many.split(" of ")[0] for kind in kinds]
    return words.listing(dict.fromkeys(many))


def _lines(topic: Topic, rows: pd.DataFrame, taken: pd.DataFrame) -> list[Line]:
    """Return a sentence on each of the strongest that are clear."""
    named = rows[clear(rows)].head(NAMED)
    named = named.sort_values("change_likely", key=abs, ascending=False, kind="stable")
    if named.empty:
        top = rows.iloc[0]
        says = f"None of {len(rows)} is clear. The largest: {_worth(topic, top)}. {settling(top, 'change')}"
        return [Line(says.strip(), top["section"])]
    return [
        Line(f"{_worth(topic, row)}{_reason(row, taken)}.", row["section"]) for _, row in named.iterrows()
    ]


def _worth(topic: Topic, row: pd.Series) -> str:
    """Say what a thing is worth to its side, or costs it."""
    helps = row["change"] < 0
    points, _, span = gain(_turned(row) if helps else row, "change").removeprefix("+").partition(" (")
    does = f"is worth {points} to" if helps else f"costs {points} to"
    return f"{row['name']} {does} {topic.noun(row['side'])} ({span}, n {words.count(row['change_n'])}"


def _turned(row: pd.Series) -> pd.Series:
    """Return what is lost without a thing as what it is worth."""
    turned = {f"change{end}": -row[f"change{other}"] for end, other in ENDS.items()}
    return pd.Series(dict(row) | turned)


def _reason(row: pd.Series, taken: pd.DataFrame) -> str:
    """Say which part makes most of it; "" where nothing is known of its parts."""
    if taken.empty:
        return ""
    own = taken[(taken["subject"] == row["subject"]) & (taken["subject_kind"] == row["subject_kind"])]
    own = own[own["change"] * row["change"] > 0]
    own = own[clear(own)] if len(own) else own
    if own.empty:
        return "; no part of it is clear alone"
    top = own.loc[own["change"].abs().idxmax()]
    part = words.points(abs(top["change_likely"])).removeprefix("+")
    return f"; without its {top['field']} alone, {part} of them are gone"


def _chart(topic: Topic, rows: pd.DataFrame) -> Chart:
    shown = strongest(rows, TOP)
    says = f"The {len(shown)} largest of {len(rows)}: what changes without each."
    return forest(
        topic, NAME, shown, list(shown["name"]), says, label="change of the side's win rate, points"
    )
