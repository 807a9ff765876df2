"""The worth of each thing that seats draw, and of two together: the comparisons that the shuffle makes."""

from __future__ import annotations

from typing import Any

import pandas as pd

from mazarbul.analysis import pairs, regression, words
from mazarbul.analysis.estimates import CLEAR
from mazarbul.formats.declared import Asked
from mazarbul.reports import charts
from mazarbul.reports.blocks import Chart, Column, Table
from mazarbul.reports.sections import unplayed
from mazarbul.reports.sections.common import (
    NOTES,
    Topic,
    drawn,
    gain,
    side_columns,
)

ENDS = 12  # things shown from each end of a long list
PAIRS = 10  # pairs shown from each end


def adjusted(topic: Topic, asked: Asked, things: unplayed.Known = frozenset()) -> pd.DataFrame:
    """Return all things' effects by both exposures, if recorded: columns opening..., early..., best first.

    things: those that are not played; they are marked and no comparisons.
    """
    found = regression.by_exposure(topic.run, asked)
    if found.empty:
        return found
    tested = [name for name in regression.EXPOSURES if name in found]
    return topic.named(unplayed.marked(found, things, tested), asked.family.facts)


def main(frame: pd.DataFrame) -> str:
    """Return the exposure that charts show first: the opening hand, if recorded."""
    return "opening" if "opening" in frame else "early"


def chart(topic: Topic, asked: Asked, side: str, frame: pd.DataFrame, labels: Any) -> Chart | None:
    """Draw the things of a side by their worth, with both exposures side by side."""
    name = main(frame)
    rows = frame[(frame["side"] == side) & frame[f"{name}_bh"].notna()].reset_index(drop=True)
    if rows.empty:
        return None
    shown = rows
    if len(rows) > 2 * ENDS:
        shown = pd.concat([rows.head(ENDS), rows.tail(ENDS)], ignore_index=True)
    for column in {name, "early"} & set(shown):
        shown = drawn(shown, column)
    style = {"colours": topic.colour(side), "markers": topic.marker(side)}
    series = [charts.Series.of(shown, name, label=_exposure(topic, frame, name), **style)]
    if name == "opening" and "early" in shown:
        series.append(
            charts.Series.of(shown, "early", label=_exposure(topic, frame, "early"), **charts.BESIDE)
        )
    axis = charts.Axis(f"change of {topic.rate_of(side)}, percentage points", "points", 0.0)
    says = side_words(topic, asked, side, frame)
    if len(shown) < len(rows):
        says += f" Shown: the {ENDS} highest and the {ENDS} lowest of {len(rows)}."
    drawing = charts.DotPlot(labels(shown), series, axis, [ENDS] if len(shown) < len(rows) else [])
    many = topic.thing_of(side, asked, many=True)
    return Chart(f"{asked.family.id}_{side}", drawing, says, f"What {many} are worth. {says}")


def _exposure(topic: Topic, frame: pd.DataFrame, name: str) -> str:
    until = f"drawn by the end of {topic.words.round}"
    return "dealt in the opening hand" if name == "opening" else f"{until} {_round(frame)}"


def _round(frame: pd.DataFrame) -> int:
    return int(frame["round"].iloc[0])


def side_words(topic: Topic, asked: Asked, side: str, frame: pd.DataFrame) -> str:
    """Say how many things of a side are clearly better or worse than the average of their pile, and which."""
    name = main(frame)
    known = frame[(frame["side"] == side) & frame[f"{name}_bh"].notna()]
    names = (topic.thing_of(side, asked, many=many) for many in (False, True))
    head = f"Of {words.plural(len(known), *names)}, "
    mean = f"the average {asked.one} of the same {'pile' if 'pile' in frame else 'deck'}"
    when = f"when {_exposure(topic, frame, name)}"
    tail = f"allowing for {words.plural(int(frame[f'{name}_bh'].notna().sum()), 'comparison')}"
    clear = known[known[f"{name}_bh"] < CLEAR]
    up, down = clear[clear[name] > 0], clear[clear[name] < 0]
    if clear.empty:
        return f"{head}none is clearly better or worse than {mean} {when}, {tail}."
    text = f"{head}{_number(up)} clearly better and {len(down)} clearly worse than {mean} {when}, {tail}"
    ends = [(up.iloc[0], "best")] if len(up) else []
    ends += [(down.iloc[-1], "worst")] if len(down) else []
    named = [f"The {which}: {row['name']}, {gain(row, name)}." for row, which in ends]
    return " ".join([f"{text}.", *named])


def _number(rows: pd.DataFrame) -> str:
    return f"{len(rows)} {'is' if len(rows) == 1 else 'are'}"


def table(topic: Topic, asked: Asked, frame: pd.DataFrame, identity: tuple[Column, ...]) -> Table:
    """Return what everything is worth."""
    columns = [identity[0]]
    if "opening" in frame:
        columns.append(
            Column("opening", "Effect when dealt in the opening hand, points", "points", mark="opening_bh")
        )
    if "early" in frame:
        label = f"Effect when drawn by the end of {topic.words.round} {_round(frame)}, points"
        columns.append(Column("early", label, "points", mark="early_bh"))
    columns += identity[1:]
    caption = f"What each {asked.one} is worth"
    note = unplayed.noted(topic, frame, topic.text(NOTES["adjusted"], asked))
    return Table(f"{asked.family.id}_adjusted", caption, frame, columns, note)


def together(
    topic: Topic, asked: Asked, things: unplayed.Known = frozenset()
) -> tuple[list[Chart | Table], list[str]]:
    """Return a chart, a table and a finding on pairs of things. Nothing if they are not recorded.

    things: those that are not played; pairs with one of them are marked and no comparisons.
    """
    table = pairs.together(topic.run, asked=asked)
    if table.empty:
        return [], []
    table = unplayed.marked(table, things, ["interaction"], ("", "other_"))
    table = _with_decks(topic, table)
    known = table[table["interaction_bh"].notna()]
    if known.empty:
        return [], []
    shown = drawn(_ends(known), "interaction")
    said = _pair_words(topic, asked, known)
    labels = [f"{row.name}\nwith {row.other_name}" for row in shown.itertuples(index=False)]
    series = charts.Series.of(
        shown,
        "interaction",
        colours=[topic.colour(side) for side in shown["side"]],
        markers=[topic.marker(side) for side in shown["side"]],
        filled=[bool(p < CLEAR) for p in shown["interaction_bh"]],
    )
    label = "both together, beyond the sum of each, percentage points (hollow: not clear)"
    breaks = [PAIRS] if len(shown) < len(known) else []
    drawing = charts.DotPlot(labels, [series], charts.Axis(label, "points", 0.0), breaks)
    says = said + (f" Shown: the {PAIRS} highest and the {PAIRS} lowest." if breaks else "")
    name, one = f"{asked.family.id}_pairs", asked.one.split()[-1]
    chart = Chart(name, drawing, says, f"Pairs of {asked.many}. {says}")
    columns = [
        Column("name", words.capital(one), flag=unplayed.FLAG),
        Column("other_name", "With", flag=f"other_{unplayed.FLAG}"),
        Column("interaction", "Together beyond the sum, points", "points", mark="interaction_bh"),
        *side_columns(topic),
        Column("both", "Wins, both", "rate"),
        Column("first", f"Wins, only the {one}", "rate"),
        Column("second", "Wins, only the other", "rate"),
        Column("neither", "Wins, neither", "rate"),
    ]
    table = table.assign(side_name=table["side"].map(topic.side))
    caption = f"{words.capital(asked.many)} that are better together, and better apart"
    note = unplayed.noted(topic, table, NOTES["pairs"])
    return [chart, Table(name, caption, table, columns, note)], [said]


def _ends(known: pd.DataFrame) -> pd.DataFrame:
    """Return both ends of the list of pairs; `row` is the place in it."""
    known = known.assign(row=known.index)
    if len(known) <= 2 * PAIRS:
        return known.reset_index(drop=True)
    return pd.concat([known.head(PAIRS), known.tail(PAIRS)], ignore_index=True)


def _with_decks(topic: Topic, table: pd.DataFrame) -> pd.DataFrame:
    """Return the pairs with the deck added to the names that things of two decks share."""
    if "seat" not in table:
        return table
    owners: dict[str, set[str]] = {}
    for prefix in ("", "other_"):
        for name, seat in zip(table[f"{prefix}name"], table[f"{prefix}seat"], strict=True):
            owners.setdefault(name, set()).add(seat)
    for prefix in ("", "other_"):
        pairs = zip(table[f"{prefix}name"], table[f"{prefix}seat"], strict=True)
        named = [f"{name} ({topic.seat(seat)})" if len(owners[name]) > 1 else name for name, seat in pairs]
        table = table.assign(**{f"{prefix}name": named})
    return table


def _pair_words(topic: Topic, asked: Asked, known: pd.DataFrame) -> str:
    clear = known[known["interaction_bh"] < CLEAR]
    up, down = clear[clear["interaction"] > 0], clear[clear["interaction"] < 0]
    head = f"Of {words.count(len(known))} pairs of {asked.many} of {topic.whose('one side')}, "
    if clear.empty:
        return f"{head}none is clearly worth more or less together in the opening hand than the sum of both."
    text = (
        f"{head}{_number(up)} clearly worth more together in the opening hand than the sum of both and "
        f"{len(down)} clearly less"
    )
    ends = [(up.iloc[0], "most")] if len(up) else []
    ends += [(down.iloc[-1], "least")] if len(down) else []
    named = [
        f"The {which}: {row['name']} with {row['other_name']}, {gain(row, 'interaction')}."
        for row, which in ends
    ]
    return " ".join([f"{text}.", *named])
