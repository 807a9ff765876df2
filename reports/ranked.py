"""Findings of a study that rank changes: of cards, numbers, restrictions, locations and pairs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pandas as pd

from reports import words
from reports.page import Column, Finding, Table
from reports.parts import Scenario
from reports.sections import ablation, changed
from reports.sections import restrictions as limits
from reports.sections.common import CLEAR, gain
from reports.sections.forest import clear, forest, strongest, weight
from reports.sections.texts import TEXTS

ROWS = 10  # of the table in a finding
NAMES = ("name", "label", "what")
BESIDE = ("deck_name", "type", "kind_name", "margin_change", "same")
SCENARIO = Column("scenario_title", "Scenario")


@dataclass(frozen=True)
class Ranking:
    """How a kind of change is told. table: its name in a scenario's sections. top: rows drawn of each.

    head: words before the list of the largest ones. shows: what the figure shows. label: of its value axis.
    caption: of the small table.
    """

    table: str
    title: str
    head: str
    shows: str
    label: str
    caption: str
    columns: Sequence[Column]
    labels: Callable[[pd.DataFrame], list[str]]
    told: Callable[[pd.Series], str]
    top: int = 10
    most: int | None = None  # rows of the file; None for all


def cards(scenarios: Sequence[Scenario]) -> Finding | None:
    """Return which cards carry a side: the change when each is blanked."""
    ranking = Ranking(
        "blanked", "Cards that carry a side", "cards move their side's win rate clearly when blanked",
        "Change of its side's win rate when a card is blanked; below zero, the card helps its side.",
        "change of its side's win rate without the card, points", "The cards that matter most",
        _columns(ablation.blanked_columns()), ablation.card_labels, lambda row: str(row["name"]),
    )  # fmt: skip
    return _finding(scenarios, ranking)


def numbers(scenarios: Sequence[Scenario]) -> Finding | None:
    """Return which single number, moved by one, shifts the balance most."""
    ranking = Ranking(
        "numbers", "Numbers that move the balance", "numbers shift the balance clearly when moved by one",
        "Change of its side's win rate when one number of a card is moved by one.",
        "change of its side's win rate, points", "The numbers that matter most",
        _columns(ablation.moved_columns()), ablation.number_labels,
        lambda row: f"{row['name']}, {row['label']}", top=6,
    )  # fmt: skip
    return _finding(scenarios, ranking)


def restrictions(scenarios: Sequence[Scenario]) -> Finding | None:
    """Return what a side can least do without."""
    ranking = Ranking(
        "restrictions", "What a side can least do without",
        "restrictions change their side's win rate clearly",
        "Change of a side's win rate when its bots never use something; below zero, they need it.",
        "change of the restricted side's win rate, points", "The restrictions that matter most",
        _columns(limits.columns()), lambda rows: list(rows["what"]), lambda row: str(row["what"]), top=6,
    )  # fmt: skip
    return _finding(scenarios, ranking)


def changes(scenarios: Sequence[Scenario]) -> Finding | None:
    """Return what the changes of the game that were tried would do."""
    ranking = Ranking(
        "changes", "What changes of the game would do", "changes of the game move the win rate clearly",
        "Change of the first side's win rate by a change of the game.",
        "change of the first side's win rate, points", "The changes that were tried",
        _columns(changed.overview_columns()), lambda rows: list(rows["label"]),
        lambda row: str(row["label"]), top=6,
    )  # fmt: skip
    return _finding(scenarios, ranking)


def places(scenarios: Sequence[Scenario]) -> Finding | None:
    """Return which locations move the balance when they are drawn."""
    columns = [
        Column("name", "Location"),
        SCENARIO,
        Column("where", "Drawn among", "words"),
        Column("side_name", "Effect on"),
        Column("change", "Effect, points", "points", mark="change_bh"),
    ]
    ranking = Ranking(
        "locations_drawn", "Locations that move the balance", "locations shift the result clearly when drawn",
        "Change of the first side's win rate when a location is drawn, as against its rivals.",
        "change of the first side's win rate, points", "The locations that matter most",
        columns, lambda rows: list(rows["name"]), lambda row: str(row["name"]), top=6,
    )  # fmt: skip
    return _finding(scenarios, ranking, _as_change("effect", first=True))


def dealt(scenarios: Sequence[Scenario]) -> Finding | None:
    """Return which cards help most when dealt in the opening hand, for studies without blanked cards."""
    columns = [
        Column("name", "Card"),
        SCENARIO,
        Column("side_name", "Side"),
        Column("change", "Effect, points", "points", mark="change_bh"),
    ]
    ranking = Ranking(
        "cards_adjusted", "Cards that carry a side",
        "cards are clearly better or worse than the mean of their deck",
        "Change of its side's win rate when a card is dealt in the opening hand, as against the mean card.",
        "change of its side's win rate, points", "The cards that matter most",
        columns, ablation.card_labels, lambda row: str(row["name"]),
    )  # fmt: skip
    return _finding(scenarios, ranking, _as_change("opening"))


def pairs(scenarios: Sequence[Scenario]) -> Finding | None:
    """Return which two cards are worth more, or less, together than the sum of both."""
    columns = [
        Column("name", "Card"),
        Column("other_name", "With"),
        SCENARIO,
        Column("side_name", "Side"),
        Column("change", "Beyond the sum, points", "points", mark="change_bh"),
    ]
    ranking = Ranking(
        "card_pairs", "Pairs of cards", "pairs are clearly worth more or less together than the sum of both",
        "What two cards of one side add to its win rate together, beyond the sum of what each adds.",
        "win rate beyond the sum of both, points", "The pairs that matter most",
        columns, lambda rows: list(rows["name"] + "\nwith " + rows["other_name"]),
        lambda row: f"{row['name']} with {row['other_name']}", top=6, most=200,
    )  # fmt: skip
    return _finding(scenarios, ranking, _as_change("interaction"))


def _columns(columns: Sequence[Column]) -> list[Column]:
    """Return the columns of a table without what only the full one needs, and with the scenario."""
    kept = [column for column in columns if column.key not in BESIDE]
    names = [column for column in kept if column.key in NAMES]
    return [*names, SCENARIO, *(column for column in kept if column not in names)]


def _as_change(name: str, *, first: bool = False) -> Callable[[Scenario, pd.DataFrame], pd.DataFrame]:
    """Return what turns a table of effects into one of changes. first: they are effects on the first side."""

    def turned(scenario: Scenario, frame: pd.DataFrame) -> pd.DataFrame:
        if name not in frame:
            return frame.head(0)
        renamed = {column: column.replace(name, "change", 1) for column in frame if column.startswith(name)}
        frame = frame[frame[name].notna()].rename(columns=renamed)
        if first:
            frame = frame.assign(side=scenario.context.first)
        return frame.assign(side_name=frame["side"].map(scenario.context.side))

    return turned


def _finding(
    scenarios: Sequence[Scenario],
    ranking: Ranking,
    turned: Callable[[Scenario, pd.DataFrame], pd.DataFrame] = lambda _scenario, frame: frame,
) -> Finding | None:
    """Rank the rows of all scenarios; None if no scenario has the table."""
    tables = [
        (scenario, turned(scenario, table))
        for scenario in scenarios
        if (table := scenario.table(ranking.table)) is not None
    ]
    tables = [(scenario, table) for scenario, table in tables if len(table)]
    if not tables:
        return None
    rows = pd.concat([table for _, table in tables], ignore_index=True)
    rows = rows.loc[weight(rows).sort_values(ascending=False, kind="stable").index].reset_index(drop=True)
    shown = strongest(_in_order(rows, tables), ranking.top, "scenario_title")
    names = [
        label for _, part in shown.groupby("scenario_title", sort=False) for label in ranking.labels(part)
    ]
    cut = f" The {ranking.top} largest changes of each scenario." if len(shown) < len(rows) else ""
    chart = forest(
        tables[0][0].context, f"study_{ranking.table}", shown, names, ranking.shows + cut,
        list(shown["scenario_title"]), ranking.label,
    )  # fmt: skip
    table = Table(
        f"study_{ranking.table}",
        ranking.caption,
        rows.head(ranking.most or len(rows)),
        ranking.columns,
        TEXTS["note"]["study"],
        top=ROWS,
    )
    where = tables[0][0].where(ranking.table)
    return Finding(_words(rows, tables, ranking), where, ranking.title, [chart, table])


def _in_order(rows: pd.DataFrame, tables: Sequence[tuple[Scenario, pd.DataFrame]]) -> pd.DataFrame:
    """Return the rows with the scenarios in the order of the study."""
    order = {scenario.title: i for i, (scenario, _) in enumerate(tables)}
    return rows.sort_values("scenario_title", key=lambda titles: titles.map(order), kind="stable")


def _words(rows: pd.DataFrame, tables: Sequence[tuple[Scenario, pd.DataFrame]], ranking: Ranking) -> str:
    """Return the headline: how many are clear, and the largest of each scenario."""
    told = []
    for scenario, _ in tables:
        top = rows[rows["scenario_title"] == scenario.title].iloc[0]
        doubt = "" if top["change_bh"] < CLEAR else " (not clear)"
        told.append(
            f"{scenario.title}: {ranking.told(top)}, {gain(top, 'change')} for {top['side_name']}{doubt}"
        )
    n = rows["change_n"].min(), rows["change_n"].max()
    each = words.count(n[0]) if n[0] == n[1] else f"{words.count(n[0])} to {words.count(n[1])}"
    return (
        f"{int(clear(rows).sum()) or 'None'} of {words.count(len(rows))} {ranking.head}. The largest change "
        f"in {'; in '.join(told)}. n {each}."
    )
