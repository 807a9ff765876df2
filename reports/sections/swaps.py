"""Exchanges of one thing in a deck: the best that a search found, played again, and all that it tried."""

from __future__ import annotations

import pandas as pd

from mazarbul.analysis import words
from mazarbul.analysis.collection import Collection
from mazarbul.analysis.paired import changes
from mazarbul.reports.blocks import Block, Column, Section, Table
from mazarbul.reports.sections.common import (
    Topic,
    gain,
    score_label,
)
from mazarbul.reports.sections.forest import clear, forest
from mazarbul.reports.sections.wording import TEXTS, thing


def build(topic: Topic, found: Collection) -> list[Section]:
    """Return the section on exchanges. Raises RunError if the table of the search is missing."""
    screening = found.table("screening")
    table = best_first(changes(found))
    if table.empty:
        return []
    seat = str(found.parameters.get("seat") or table["seat"].iloc[0])
    says = swap_words(topic, table, screening, seat)
    label = f"change of {topic.rate_of(table['side'].iloc[0])}, points"
    chart = forest(topic, "swaps", table, labels(table), says, label=label)
    caption = "The best exchanges, played again with fresh luck"
    blocks: list[Block] = [chart, Table("swaps", caption, table, columns(topic),
                                        topic.text(TEXTS["note"]["swaps"]))]  # fmt: skip
    tried = [
        Column("screening", "Screening"),
        *columns(topic)[:2],
        Column("change", "Change, points", "points"),
    ]
    note = TEXTS["note"]["screening"]
    blocks.append(Table("screening", "Everything that the search tried", screening, tried, note,
                        folded=True))  # fmt: skip
    title = f"One {thing(topic).one} in the deck of {topic.seat(seat)} exchanged"
    return [Section("swaps", title, topic.text(TEXTS["intro"]["swaps"], thing(topic)), blocks, [says])]


def best_first(table: pd.DataFrame) -> pd.DataFrame:
    """Return the confirmed exchanges, the largest gain first."""
    return (
        table
        if table.empty
        else table.sort_values("change", ascending=False, kind="stable", ignore_index=True)
    )


def swap_words(topic: Topic, table: pd.DataFrame, screening: pd.DataFrame, seat: str) -> str:
    """Say which exchange helps most, and whether that is clear. table: best first."""
    tried, one = screening["swap"].nunique(), thing(topic).one
    better = table[clear(table) & (table["change"] > 0)]
    head = (
        f"Of {words.plural(tried, 'exchange')} of one {one} tried in the deck of {topic.seat(seat)}, "
        f"{len(table)} were played again with fresh luck, and {len(better) or 'none'} "
        f"{'helps' if len(better) < 2 else 'help'} clearly"
    )
    top = (better if len(better) else table).iloc[0]
    name = "the best" if len(better) else "the largest change"
    change = gain(top, "change")
    return f"{head}; {name}: {top['label']}, {change}, n {words.count(top['change_n'])} pairs."


def labels(table: pd.DataFrame) -> list[str]:
    """Return two lines: what goes out and what comes in."""
    return list("out: " + table["out_name"] + "\nin: " + table["put_name"])


def columns(topic: Topic) -> list[Column]:
    """Return the columns of a table of exchanges."""
    return [
        Column("out_name", "Out"),
        Column("put_name", "In"),
        Column("change", "Change, points", "points", mark="change_bh"),
        Column("base", "Win rate before", "rate", show_n=False),
        Column("other", "Win rate after", "rate", show_n=False),
        Column("score_change", score_label(topic), "mean"),
        Column("margin_change", "Change of the margin", "mean", show_n=False),
        Column("same", "Same result", "rate", show_n=False),
    ]
