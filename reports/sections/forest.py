"""Charts of paired changes: one row per change, with its interval; and which of them are clear."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from mazarbul.analysis import words
from mazarbul.analysis.estimates import CLEAR
from mazarbul.reports import charts
from mazarbul.reports.blocks import Chart, Column
from mazarbul.reports.sections.common import Topic, drawn, gain, score_label, side_columns
from mazarbul.reports.sections.wording import TEXTS

TOP = 10


def forest(
    topic: Topic,
    name: str,
    rows: pd.DataFrame,
    labels: Sequence[str],
    says: str,
    groups: Sequence[str] | None = None,
    label: str = "change of the win rate, points",
    beside: Sequence[charts.Series] = (),
    bot: str = "",
) -> Chart:
    """Draw the column `change` of `rows`, each in the colour of its side; hollow marks are not clear.

    Things of a side that nobody plays have that side's colour, though the change is in the players' win rate.

    groups: a heading per row, for rows that stand together. beside: the same rows as another bot has them.
    bot: whose own they are then. The intervals are those of `gain`.
    """
    plain, rows = rows, drawn(rows, "change")
    owners = list(rows["side"])
    if "owner" in rows:
        rivals, pairs = topic.run.opponents, zip(rows["owner"], owners, strict=True)
        owners = [owner if owner in rivals else side for owner, side in pairs]
    sides = list(map(topic.side, owners))
    is_told = all(side in label for side, label in zip(sides, groups or labels, strict=True))
    is_told = is_told or (topic.run.is_cooperative and len(set(owners)) == 1)
    series = charts.Series.of(
        rows.astype({"change": float}),
        "change",
        label=bot,
        colours=list(map(topic.colour, owners)),
        markers=list(map(topic.marker, owners)),
        filled=list(clear(rows)),
        sorts=() if is_told else sides,
    )
    axis = charts.Axis(f"{label} (hollow: not clear)", "points", 0.0)
    drawing = charts.DotPlot(list(labels), [series, *beside], axis, groups=groups)
    named = [text.replace("\n", ", ") for text in labels]
    if groups is not None:
        named = [f"{group}: {text}" for group, text in zip(groups, named, strict=True)]
    order = plain.assign(label=named).sort_values("change", key=abs, ascending=False, kind="stable")
    largest = "; ".join(f"{row['label']} {gain(row, 'change')}" for _, row in order.head(TOP).iterrows())
    return Chart(name, drawing, says, f"Changes of win rates with their intervals, the largest: {largest}.")


def clear(rows: pd.DataFrame) -> pd.Series:
    """Return which changes are clear after correction for the whole table."""
    return rows["change_bh"] < CLEAR if "change_bh" in rows else rows["change_p"] < CLEAR


def sizes(rows: pd.DataFrame) -> str:
    """Return the number of pairs behind each change, or its range."""
    least, most = words.count(rows["change_n"].min()), words.count(rows["change_n"].max())
    return least if least == most else f"{least} to {most}"


def turned(rows: pd.DataFrame, name: str = "change") -> pd.DataFrame:
    """Return what is lost without things as what they are worth: the column with the other sign."""
    ends = {name: name, f"{name}_likely": f"{name}_likely", f"{name}_low": f"{name}_high"}
    ends |= {f"{name}_high": f"{name}_low"}
    return rows.assign(**{end: -rows[other].astype(float) for end, other in ends.items() if other in rows})


def weight(rows: pd.DataFrame) -> pd.Series:
    """Return the key that ranks changes: clear ones first, then by size."""
    return rows["change"].abs() + clear(rows)


def measured(rows: pd.DataFrame) -> pd.DataFrame:
    """Return the rows that are comparisons; all rows if none is."""
    known = rows[rows["change_bh"].notna()].reset_index(drop=True)
    return rows if known.empty else known


def ordered(rows: pd.DataFrame) -> pd.DataFrame:
    """Return rows as every list of changes has them: clear ones first, then by size; no comparisons last."""
    order = weight(rows).where(rows["change_bh"].notna(), -1.0)
    return rows.loc[order.sort_values(ascending=False, kind="stable").index].reset_index(drop=True)


def strongest(rows: pd.DataFrame, top: int = TOP, by: str | None = None) -> pd.DataFrame:
    """Return the `top` rows with the largest changes, clear ones first, in the order of their changes.

    by: a column; then `top` rows for each of its values, in the order of their first rows.
    """
    order = rows.assign(size=weight(rows)).sort_values("size", ascending=False, kind="stable")
    kept = order.groupby(by, sort=False).head(top) if by else order.head(top)
    order = list(dict.fromkeys(rows[by])) if by else []
    kept = kept.assign(group=[order.index(value) for value in kept[by]] if by else 0)
    kept = kept.sort_values(["group", "change"], kind="stable", ignore_index=True)
    return kept.drop(columns=["size", "group"])


def by_side(topic: Topic, rows: pd.DataFrame) -> pd.DataFrame:
    """Return the rows in the order of the sides; the order within a side stays."""
    sides = topic.run.sides
    return rows.sort_values("side", key=lambda ids: ids.map(sides.index), kind="stable", ignore_index=True)


def note(topic: Topic) -> str:
    """Return the note below a table of paired changes."""
    return topic.fixed(TEXTS["note"], "changes")


def change_columns(topic: Topic, before: str, after: str) -> list[Column]:
    """Return the columns of a table of paired changes."""
    return [
        *side_columns(topic),
        Column("change", "Change, points", "points", mark="change_bh"),
        Column("base", before, "rate", show_n=False),
        Column("other", after, "rate", show_n=False),
        Column("margin_change", "Change of the margin", "mean", show_n=False),
        Column("score_change", score_label(topic), "mean"),
        Column("same", f"Same {topic.stakes.end}", "rate", show_n=False),
    ]


def idle_columns(table: pd.DataFrame) -> list[Column]:
    """Return the column that says why a change changes nothing, if there is such a change."""
    return [Column("idle", "Changes nothing, as")] if (table["idle"] != "").any() else []
