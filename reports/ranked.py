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
from reports.sections import swaps as exchanges
from reports.sections.common import CLEAR, Context, gain, side_columns
from reports.sections.forest import clear, forest, strongest, weight
from reports.sections.texts import TEXTS

ROWS = 10  # of the table in a finding
NAMES = ("name", "label", "what")
BESIDE = ("deck_name", "faction", "type", "kind_name", "margin_change", "score_change", "same")
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
    context, its, their = _whose(scenarios)
    whom = "the players" if context.is_cooperative else "its side"
    ranking = Ranking(
        "blanked", _carry(context), f"cards move {their} clearly when blanked",
        f"Change of {its} when a card is blanked; below zero, the card helps {whom}.",
        f"change of {its} without the card, points", "The cards that matter most",
        _columns(ablation.blanked_columns(context)), ablation.card_labels, lambda row: str(row["name"]),
    )  # fmt: skip
    return _finding(scenarios, ranking)


def encounter(scenarios: Sequence[Scenario]) -> Finding | None:
    """Return which cards of a quest cost the players most: the change when each is blanked."""
    context, its, _ = _whose(scenarios)
    ranking = Ranking(
        "blanked_quest", "Cards of the quest that cost most", f"cards move {its} clearly when blanked",
        f"Change of {its} when a card of the quest is blanked; above zero, the card costs the players.",
        f"change of {its} without the card, points", "The cards of the quests that matter most",
        _columns(ablation.quest_columns(context)), lambda rows: list(rows["name"]),
        lambda row: str(row["name"]),
    )  # fmt: skip
    return _finding(scenarios, ranking)


def revealed(scenarios: Sequence[Scenario]) -> Finding | None:
    """Return which cards of a quest cost most when revealed, for studies without blanked cards."""
    _, its, _ = _whose(scenarios)
    columns = [
        Column("name", "Card"),
        SCENARIO,
        Column("change", "Effect, points", "points", mark="change_bh"),
    ]
    ranking = Ranking(
        "encounter", "Cards of the quest that cost most",
        "cards of the quest cost clearly more or less than the mean one when revealed",
        f"Change of {its} each time a card is revealed, against the mean card of the quest.",
        f"change of {its}, points", "The cards of the quests that matter most",
        columns, lambda rows: list(rows["name"]), lambda row: str(row["name"]),
    )  # fmt: skip
    return _finding(scenarios, ranking, _as_change("revealed_effect", first=True))


def swaps(scenarios: Sequence[Scenario]) -> Finding | None:
    """Return which exchange of one card of a deck helps most."""
    _, its, _ = _whose(scenarios)
    ranking = Ranking(
        "swaps", "One card exchanged", f"exchanges of one card move {its} clearly",
        f"Change of {its} when one card of a deck leaves and another one comes.",
        f"change of {its}, points", "The best exchanges",
        [*exchanges.columns()[:2], SCENARIO, *exchanges.columns()[2:]], exchanges.labels,
        lambda row: str(row["label"]), top=6,
    )  # fmt: skip
    return _finding(scenarios, ranking)


def numbers(scenarios: Sequence[Scenario]) -> Finding | None:
    """Return which single number, moved by one, shifts the balance most."""
    context, its, _ = _whose(scenarios)
    what = "the difficulty" if context.is_cooperative else "the balance"
    ranking = Ranking(
        "numbers", f"Numbers that move {what}", f"numbers shift {what} clearly when moved by one",
        f"Change of {its} when one number of a card is moved by one.",
        f"change of {its}, points", "The numbers that matter most",
        _columns(ablation.moved_columns(context)), ablation.number_labels,
        lambda row: f"{row['name']}, {row['label']}", top=6,
    )  # fmt: skip
    return _finding(scenarios, ranking)


def restrictions(scenarios: Sequence[Scenario]) -> Finding | None:
    """Return what a side can least do without."""
    context, its, their = _whose(scenarios)
    who = "players" if context.is_cooperative else "a side"
    whose = its if context.is_cooperative else "a side's win rate"
    ranking = Ranking(
        "restrictions", f"What {who} can least do without",
        f"restrictions change {their} clearly",
        f"Change of {whose} when {'the' if context.is_cooperative else 'its'} bots never use something; "
        "below zero, they need it.",
        f"change of {its if context.is_cooperative else limits.RESTRICTED}, points",
        "The restrictions that matter most", _columns(limits.columns(context)),
        lambda rows: list(rows["what"]), lambda row: str(row["what"]), top=6,
    )  # fmt: skip
    return _finding(scenarios, ranking)


def changes(scenarios: Sequence[Scenario]) -> Finding | None:
    """Return what the changes of the game that were tried would do."""
    context, its, _ = _whose(scenarios)
    whose = its if context.is_cooperative else "the first side's win rate"
    ranking = Ranking(
        "changes", "What changes of the game would do", "changes of the game move the win rate clearly",
        f"Change of {whose} by a change of the game.",
        f"change of {whose}, points", "The changes that were tried",
        _columns(changed.overview_columns(context)), lambda rows: list(rows["label"]),
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
    context, its, _ = _whose(scenarios)
    columns = [
        Column("name", "Card"),
        SCENARIO,
        *side_columns(context),
        Column("change", "Effect, points", "points", mark="change_bh"),
    ]
    ranking = Ranking(
        "cards_adjusted", _carry(context),
        "cards are clearly better or worse than the mean of their deck",
        f"Change of {its} when a card is dealt in the opening hand, as against the mean card.",
        f"change of {its}, points", "The cards that matter most",
        columns, ablation.card_labels, lambda row: str(row["name"]),
    )  # fmt: skip
    return _finding(scenarios, ranking, _as_change("opening"))


def pairs(scenarios: Sequence[Scenario]) -> Finding | None:
    """Return which two cards are worth more, or less, together than the sum of both."""
    context, _, their = _whose(scenarios)
    columns = [
        Column("name", "Card"),
        Column("other_name", "With"),
        SCENARIO,
        *side_columns(context),
        Column("change", "Beyond the sum, points", "points", mark="change_bh"),
    ]
    ranking = Ranking(
        "card_pairs", "Pairs of cards", "pairs are clearly worth more or less together than the sum of both",
        f"What two cards of one side add to {their} together, beyond the sum of what each adds.",
        "win rate beyond the sum of both, points", "The pairs that matter most",
        columns, lambda rows: list(rows["name"] + "\nwith " + rows["other_name"]),
        lambda row: f"{row['name']} with {row['other_name']}", top=6, most=200,
    )  # fmt: skip
    return _finding(scenarios, ranking, _as_change("interaction"))


def _whose(scenarios: Sequence[Scenario]) -> tuple[Context, str, str]:
    """Return the names to use, and what the win rate of one card, and of several, is called."""
    context = scenarios[0].context
    return context, context.its_rate, context.their_rate


def _carry(context: Context) -> str:
    """Return the title of what cards are worth."""
    return "Cards that carry the players" if context.is_cooperative else "Cards that carry a side"


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
            frame = frame.assign(owner=frame.get("side"), side=scenario.context.first)
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
            f"{scenario.title}: {ranking.told(top)}, {gain(top, 'change')}"
            f"{scenario.context.for_side(top['side'])}{doubt}"
        )
    n = rows["change_n"].min(), rows["change_n"].max()
    each = words.count(n[0]) if n[0] == n[1] else f"{words.count(n[0])} to {words.count(n[1])}"
    return (
        f"{int(clear(rows).sum()) or 'None'} of {words.count(len(rows))} {ranking.head}. The largest change "
        f"in {'; in '.join(told)}. n {each}."
    )
