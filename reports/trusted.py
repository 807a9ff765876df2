"""The finding of a study on its bots: how far each scenario's figure depends on them."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from mazarbul.analysis import words
from mazarbul.reports import charts
from mazarbul.reports.blocks import Block, Chart, Column, Table
from mazarbul.reports.looks import MARKS, SHADES
from mazarbul.reports.page import Finding
from mazarbul.reports.parts import Chapter
from mazarbul.reports.sections.audit import between_words, is_clear
from mazarbul.reports.sections.common import gain, rate, side_columns
from mazarbul.reports.sections.trust import is_little


def bots(chapters: Sequence[Chapter]) -> Finding | None:
    """Return the range over bots of every audited scenario, and which figures still move with better bots."""
    known = [(chapter, table) for chapter in chapters if (table := chapter.table("audit_ladder")) is not None]
    if not known:
        return None
    firsts = [(chapter, table[table["side"] == chapter.topic.first]) for chapter, table in known]
    topic = known[0][0].topic
    says = [f"{chapter.title}: {between_words(rows)}" for chapter, rows in firsts]
    moving = [said for chapter, _ in known if (said := _moving(chapter))]
    tail = f" Still moving at the top of the ladder: {'; '.join(moving)}." if moving else ""
    frame = pd.concat([table for _, table in known], ignore_index=True)
    columns = [
        Column("scenario_title", words.capital(topic.words.scenario)),
        Column("label", "Bot at every seat"),
        *side_columns(topic),
        Column("win", "Win rate", "rate"),
        Column("verdict", "Against the band"),
        Column("change", "Against the usual bot, points", "points", mark="change_p"),
    ]
    blocks: list[Block] = [_chart(firsts), Table("study_bots", "Win rates by bot", frame, columns)]
    head = f"How often {topic.won(topic.first)} with the same bot at every seat: {'; '.join(says)}."
    where = known[0][0].where("audit_ladder")
    scenarios = words.among(len(moving), len(known), topic.words.scenario, topic.words.scenarios)
    if len(known) == len(moving) == 1:  # it may be one of several
        scenarios = known[0][0].title
    unknown = sum(_is_open(chapter) for chapter, _ in known)
    title = f"Figures still move with better bots in {scenarios}"
    if unknown:
        title += f", not known in {unknown}"
    if unknown == len(known):
        title = "Whether figures still move with better bots is not known"
    return Finding(head + tail, where, title, blocks)


def _moving(chapter: Chapter) -> str:
    """Return the last step of the ladder in words if its change is clear, else ""."""
    steps = chapter.table("audit_steps")
    if steps is None or not is_clear(top := steps.iloc[-1]):
        return ""
    return f"{chapter.title}: {gain(top, 'change')} from {top['below']} to {top['above']}"


def _is_open(chapter: Chapter) -> bool:
    """Return whether it is not known if better bots would still move the figure of a scenario."""
    steps = chapter.table("audit_steps")
    return steps is None or not (is_clear(steps.iloc[-1]) or is_little(steps.iloc[-1]))


def _chart(firsts: Sequence[tuple[Chapter, pd.DataFrame]]) -> Chart:
    labels = list(dict.fromkeys(label for _, rows in firsts for label in rows["label"]))
    series = []
    for i, (chapter, rows) in enumerate(firsts):
        wide = rows.drop_duplicates("label").set_index("label").reindex(labels)
        style = {"colours": SHADES[i % len(SHADES)], "markers": MARKS[i % len(MARKS)]}
        series.append(charts.Series.of(wide, "win", label=chapter.title, **style))
    topic = firsts[0][0].topic
    bands = {chapter.topic.band for chapter, _ in firsts}
    band = bands.pop() if len(bands) == 1 else None
    shaded = f"; shaded: {words.band(band)}" if band else ""
    axis = charts.Axis(f"{topic.wins(topic.first)}{shaded}", "percent", topic.stakes.even, band)
    says = "Win rates with the same bot at every seat, weakest first."
    each = "; ".join(
        f"{chapter.title}, {row['label']} {rate(row, 'win')}"
        for chapter, rows in firsts
        for _, row in rows.iterrows()
    )
    return Chart("study_bots", charts.DotPlot(labels, series, axis), says, f"Win rates by bot: {each}.")
