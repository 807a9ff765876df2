"""Restrictions: what it costs a side never to use something."""

from __future__ import annotations

import pandas as pd

from mazarbul.analysis import words
from mazarbul.analysis.collection import Collection
from mazarbul.analysis.paired import changes
from mazarbul.reports.blocks import Column, Section, Table
from mazarbul.reports.sections.ablation import named
from mazarbul.reports.sections.common import (
    Topic,
    gain,
)
from mazarbul.reports.sections.forest import TOP, change_columns, clear, forest, note, strongest
from mazarbul.reports.sections.wording import TEXTS

RESTRICTED = "the restricted side's win rate"
BOT = "bot"  # kind of the restriction that seats another bot


def build(topic: Topic, found: Collection) -> list[Section]:
    """Return the section on what every restriction costs; none without restrictions."""
    table = named(topic, changes(found))
    if table.empty:
        return []
    table["what"] = what(table)
    table["kind_name"] = [kind_words(topic, kind) for kind in table["kind"]]
    says = cost_words(topic, table)
    shown = strongest(table, TOP, "kind_name")
    more = f" Shown: the {TOP} largest changes of each kind." if len(shown) < len(table) else ""
    chart = forest(
        topic, "restrictions", shown, list(shown["what"]), says + more, list(shown["kind_name"]),
        f"change of {topic.rate(RESTRICTED)}, points",
    )  # fmt: skip
    full = Table("restrictions", "Every restriction", table, columns(topic), note(topic))
    return [
        Section(
            "restrictions",
            "Restrictions",
            topic.fixed(TEXTS["intro"], "restrictions"),
            [chart, full],
            [says],
        )
    ]


def what(table: pd.DataFrame) -> list[str]:
    """Return in words what a bot does, or does not use, under each restriction."""
    rows = table.to_dict("records")
    return [str(row.get("label") or row.get("name") or words.human(row.get("thing"))) for row in rows]


def kind_words(topic: Topic, kind: str) -> str:
    """Return a kind of restriction as a heading."""
    if kind == BOT:
        return "Another bot"
    one = topic.declared.subject(kind).one
    return f"Without {'an' if one[0] in 'aeiou' else 'a'} {one}"


def cost_words(topic: Topic, rows: pd.DataFrame) -> str:
    """Say which restriction costs most. rows: strongest first, with `what`."""
    n, costly = int(clear(rows).sum()), rows.loc[rows["change"].idxmin()]
    gains = rows[clear(rows) & (rows["change"] > 0)]
    text = (
        f"Of {words.plural(len(rows), 'restriction')}, {n or 'none'} "
        f"{'changes' if n < 2 else 'change'} {topic.rate(RESTRICTED)} clearly; the costliest: "
        f"{topic.noun(costly['side'])} {costly['what']}, {gain(costly, 'change')}, n "
        f"{words.count(costly['change_n'])} pairs"
    )
    if len(gains):
        top = gains.loc[gains["change"].idxmax()]
        text += f". Some restrictions help, so the bot uses these things badly: {top['what']}, "
        text += gain(top, "change")
    return text + "."


def columns(topic: Topic) -> list[Column]:
    """Return the columns of a table of restrictions."""
    identity = [Column("what", "Restriction"), Column("kind_name", "Kind")]
    return [*identity, *change_columns(topic, "Win rate unrestricted", "Win rate restricted")]
