"""The first screen of an ablation: which things are too strong, and what makes them so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from mazarbul.analysis import words
from mazarbul.analysis.estimates import CLEAR
from mazarbul.reports import charts
from mazarbul.reports.blocks import Chart, Column, Section, Table, Thing
from mazarbul.reports.page import Brief, Line
from mazarbul.reports.sections import again
from mazarbul.reports.sections.common import Topic, gain, settling
from mazarbul.reports.sections.forest import (
    TOP,
    clear,
    forest,
    measured,
    note,
    ordered,
    sizes,
    strongest,
    turned,
)

NAME = "strongest"
HEADING = "The strongest"
NAMED = 3
WEAKEN = "To weaken the first"
CARD = "card"  # kind of things whose keys in overlays begin so, in every game
CHANGED = "This prints all of it that a file for mazarbul whatif --overlay can change:"
PARTS = "parts"
#: Least share of what a thing is worth that a part makes -> how a sentence calls it.
SHARES = ((0.9, "nearly all"), (0.6, "most"), (0.4, "about half"), (0.0, "a part"))


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
    lines = {heading: _lines(topic, rows, taken), **_next(topic, rows), **others}
    return Brief(lines, _chart(topic, rows))


def _where(sections: Sequence[Section], name: str) -> str:
    return next(section.id for section in sections if section.table(name))


def _many(topic: Topic, blanked: Mapping[str, Table]) -> str:
    """Return what things of several kinds are called."""
    kinds = [name.removeprefix("blanked_") for name in blanked]
    many = [topic.declared.subject(kind).many.split(" of ")[0] for kind in kinds]
    return words.listing(dict.fromkeys(many))


def _lines(topic: Topic, rows: pd.DataFrame, taken: pd.DataFrame) -> list[Line]:
    """Return a sentence on each of the strongest that are clear."""
    if _named(rows).empty:
        return [Line(says, rows["section"].iloc[0]) for says in sentences(topic, rows, taken)]
    return [
        Line(says, row["section"], about=_about(row))
        for says, (_, row) in zip(sentences(topic, rows, taken), _named(rows).iterrows(), strict=True)
    ]


def _next(topic: Topic, rows: pd.DataFrame) -> dict[str, list[Line]]:
    """Return how to go on with the strongest, if it is a card and clear."""
    named = _named(rows)
    if named.empty or named["subject_kind"].iloc[0] != CARD:
        return {}
    command = again.printed(topic.run, f"{CARD}.{named['subject'].iloc[0]}")
    return {WEAKEN: [Line(CHANGED, command=command)]}


def sentences(topic: Topic, rows: pd.DataFrame, taken: pd.DataFrame) -> list[str]:
    """Say what each of the strongest is worth and which part makes it; that none is clear, if so.

    rows: all things blanked, of `ordered`. taken: their parts, each taken away alone.
    """
    named = _named(rows)
    if named.empty:
        top = rows.iloc[0]
        says = f"None of {len(rows)} is clear. The largest: {_worth(topic, top)}. {settling(top, 'change')}"
        return [says.strip()]
    return [f"{_worth(topic, row)}{_reason(row, taken)}." for _, row in named.iterrows()]


def _named(rows: pd.DataFrame) -> pd.DataFrame:
    """Return the strongest that are clear."""
    found = rows[clear(rows)].head(NAMED)
    return found.sort_values("change_likely", key=abs, ascending=False, kind="stable")


def _about(row: pd.Series) -> tuple[str, Thing]:
    """Return a row's name and the card that it is."""
    return row["name"], ("", row.get("seat", ""), row["subject"])


def _worth(topic: Topic, row: pd.Series) -> str:
    """Say what a thing is worth to its side, or costs it."""
    helps, whose = row["change"] < 0, topic.noun(row["side"])
    said = gain(turned(row.to_frame().T).iloc[0] if helps else row, "change")
    points, _, span = said.removeprefix("+").partition(" (")
    return f"{row['name']} {f'is worth {points} to {whose}' if helps else f'costs {whose} {points}'} ({span}"


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
    share = next(said for least, said in SHARES if top["change"] / row["change"] >= least)
    return f"; its {top['field']} alone {'make' if top['field'].endswith('s') else 'makes'} {share} of that"


def _chart(topic: Topic, rows: pd.DataFrame) -> Chart:
    shown = strongest(rows, TOP)
    says = f"The {len(shown)} largest of {len(rows)}, n {sizes(shown)} pairs of games each."
    label = f"worth to {topic.whose('its side')}, points"
    how: dict[str, Any] = {}
    if "second" in shown:
        bot = shown["second_bot"].iloc[0]
        filled = [bool(p < CLEAR) for p in shown["second_bh"]]
        beside = charts.Series.of(
            turned(shown, "second"), "second", label=bot, filled=filled, **charts.BESIDE
        )
        own = words.listing(dict.fromkeys(map(str, topic.run.manifest["bots"].values())))
        says, how = f"{says} {_seconded(_named(rows), bot)}".strip(), {"bot": own, "beside": [beside]}
    return forest(topic, NAME, turned(shown), list(shown["name"]), says, label=label, **how)


def _seconded(named: pd.DataFrame, bot: str) -> str:
    """Say what the strongest are worth under the second bot."""
    named = named[named["second"].notna()]
    if named.empty:
        return ""
    agree = named[(named["second_bh"] < CLEAR) & (named["second"] * named["change"] > 0)]
    worth = words.listing(words.points(abs(value)).removeprefix("+") for value in named["second"])
    if len(agree) == len(named):
        return f"A second bot, {bot}, finds {'them' if len(named) > 1 else 'it'} strong, too: {worth} points."
    doubted = words.listing(named.drop(agree.index)["name"])
    return f"A second bot, {bot}, does not find {doubted} clearly strong."
