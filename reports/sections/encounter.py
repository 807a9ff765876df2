"""The cards of a quest: which cost the players most when they come up, and what harm they do."""

from __future__ import annotations

import pandas as pd

from analysis import encounter
from reports import charts, words
from reports.page import Block, Chart, Column, Section, Table
from reports.sections.common import CLEAR, NOTES, TEXTS, Context, gain, mean

TOP = 24  # cards drawn
WAYS = {"revealed": "revealed", "shadow": "dealt as a shadow card"}
HARMS = {"damage": "Damage", "kills": "Characters killed", "threat": "Threat raised"}


def build(context: Context) -> Section | None:
    """Return effects and harms of the quest's cards; None if the run does not record them."""
    tallied = encounter.tally(context.run)
    if tallied is None:
        return None
    table = encounter.effects(tallied)
    ways = tallied.counted.ways
    harms = [name for name in tallied.counted.harms if name in table]
    says, harm_says = effect_words(table, ways), _harm_words(table, harms)
    blocks: list[Block] = [_chart(context, table, ways, says), _table(table, ways, harms)]
    findings = [text for text in (says, harm_says) if text]
    return Section("encounter", context.opponent, TEXTS["intro"]["encounter"], blocks, findings)


def effect_words(table: pd.DataFrame, ways) -> str:
    """Say which cards of the quest cost clearly more than the mean one, and which most."""
    said = []
    for way in ways:
        name, known = f"{way}_effect", table[table[f"{way}_effect"].notna()]
        if known.empty:
            continue
        clear = known[known[f"{name}_bh"] < CLEAR]
        bad, good = (clear[clear[name] < 0], clear[clear[name] > 0])
        head = f"when {WAYS[way]}, {len(bad) or 'none'} of {len(known)} cost clearly more than the mean card"
        if len(bad):
            worst = bad.loc[bad[name].idxmin()]
            head += f", most of all {worst['name']}, {gain(worst, name)}"
        if len(good):
            best = good.loc[good[name].idxmax()]
            head += f", and {len(good)} clearly less, least of all {best['name']}, {gain(best, name)}"
        said.append(head)
    return (
        f"Encounter cards: {'; '.join(said)}."
        if said
        else "No encounter card came up often enough to judge it."
    )


def _harm_words(table: pd.DataFrame, harms) -> str:
    """Say which card does most damage, kills most and raises most threat when it comes up."""
    said = []
    for name in harms:
        known = table[table[name] > 0]
        if len(known):
            top = known.loc[known[name].idxmax()]
            said.append(
                f"{HARMS[name].lower()} {top['name']}, {mean(top, name)}, n {words.count(top[f'{name}_n'])}"
            )
    return f"Most harm each time a card comes up: {'; '.join(said)}." if said else ""


def _chart(context: Context, table: pd.DataFrame, ways, says: str) -> Chart:
    name = f"{ways[0]}_effect"
    known = table[table[[f"{way}_effect" for way in ways]].notna().any(axis=1)].reset_index(drop=True)
    shown = known
    if len(known) > TOP:
        shown = pd.concat([known.head(TOP // 2), known.tail(TOP // 2)], ignore_index=True)
    style = {"colours": context.colour(next(iter(context.run.opponents), "")), "markers": "s"}
    series = [
        charts.Series.of(shown, f"{way}_effect", label=WAYS[way], filled=way == ways[0], **style)
        for way in ways
    ]
    axis = charts.Axis(
        "change of the players' win rate each time, against the mean encounter card, points", "points", 0.0
    )
    breaks = [TOP // 2] if len(shown) < len(known) else []
    if breaks:
        says += f" Shown: the {TOP // 2} that cost most and the {TOP // 2} that cost least of {len(known)}."
    drawing = charts.dots(list(shown["name"]), series, axis, breaks)
    told = "; ".join(
        f"{row['name']} {gain(row, name)}" for _, row in shown.head(6).iterrows() if row[name] == row[name]
    )
    return Chart("encounter", drawing, says, f"What encounter cards cost the players. {says} {told}".strip())


def _table(table: pd.DataFrame, ways, harms) -> Table:
    columns = [Column("name", "Card"), Column("faction", "Set", "words"), Column("type", "Type", "words"),
               Column("copies", "Copies", "count")]  # fmt: skip
    for way in ways:
        said = "revealed" if way == "revealed" else "shadow"
        columns.append(
            Column(f"{way}_effect", f"Effect each time {said}, points", "points", mark=f"{way}_effect_bh")
        )
    columns += [Column(name, f"{HARMS[name]} each time", "mean") for name in harms]
    for way in ways:
        said = words.capital("revealed" if way == "revealed" else "shadow card")
        columns += [
            Column(way, f"{said}, of games", "rate"),
            Column(f"win_{way}", f"Win rate of these games ({said.lower()})", "rate"),
        ]
    return Table("encounter", "What encounter cards do", table, columns, NOTES["encounter"])
