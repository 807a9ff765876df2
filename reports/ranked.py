"""Findings of a study that rank changes: of things, numbers, restrictions, what chance picks, and pairs.

What is clear, and how wide the interval of a named row is, the family of its scenario decides
(`mazarbul.analysis.estimates.family_columns`), on every page alike.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import pandas as pd

from mazarbul.analysis import words
from mazarbul.analysis.estimates import CLEAR
from mazarbul.formats.declared import Asked, Subject
from mazarbul.reports.blocks import Column, Table
from mazarbul.reports.page import Finding
from mazarbul.reports.parts import Chapter
from mazarbul.reports.sections import ablation, changed, unplayed
from mazarbul.reports.sections import restrictions as limits
from mazarbul.reports.sections import swaps as exchanges
from mazarbul.reports.sections.common import Topic, gain, side_columns
from mazarbul.reports.sections.forest import clear, forest, idle_columns, ordered, strongest
from mazarbul.reports.sections.wording import TEXTS, thing

#: Verbs of the titles of findings, of several things -> of one.
ONE = {"move": "moves", "cost": "costs", "shift": "shifts", "change": "changes", "are": "is"}
NAMES = ("name", "label", "what")
BESIDE = ("deck_name", "kind_name", "margin_change", "score_change", "same")
SCENARIO = Column("scenario_title", "Scenario")


@dataclass(frozen=True)
class Ranking:
    """How to present a kind of change. table: its name in a scenario's sections. top: rows drawn of each.

    one, many: the things. does: what those that are clear do; after their number, the title of the finding.
    shows: what the figure shows. label: of its value axis. caption: of the small table.
    """

    table: str
    one: str
    many: str
    does: str
    shows: str
    label: str
    caption: str
    columns: Sequence[Column]
    labels: Callable[[pd.DataFrame], list[str]]
    name_of: Callable[[pd.Series], str]
    top: int = 10
    most: int | None = None  # rows in the file; None for all
    note: str = TEXTS["note"]["study"]


def things(chapters: Sequence[Chapter]) -> Iterator[Finding | None]:
    """Yield which things help a side or cost it most: those of rivals first; blanked, or else dealt."""
    blanked = {each.id: _blanked(chapters, each) for each in _topic(chapters).declared.subjects}
    found = [finding for finding in blanked.values() if finding]
    if found:
        rival = [finding for subject, finding in blanked.items() if finding and _is_rival(chapters, subject)]
        yield from (*rival, *(finding for finding in found if finding not in rival))
        return
    for asked in _topic(chapters).declared.asked("dealt"):
        yield _dealt(chapters, asked)
    for asked in _topic(chapters).declared.asked("held"):
        yield _held(chapters, asked)


def _is_rival(chapters: Sequence[Chapter], subject: str) -> bool:
    """Return whether blanked things of a kind belong to a side that nobody plays for."""
    tables = (chapter.table(f"blanked_{subject}") for chapter in chapters)
    opponents = _topic(chapters).run.opponents
    return any(table is not None and table["owner"].isin(opponents).all() for table in tables)


def _blanked(chapters: Sequence[Chapter], subject: Subject) -> Finding | None:
    """Return which things of a kind help a side, or cost it most: the change when each is blanked."""
    topic, its, their = _whose(chapters)
    one, many = subject.one.split(" of ")[0], subject.many
    rival, name = _is_rival(chapters, subject.id), f"blanked_{subject.id}"
    decks = any((t := s.table(name)) is not None and (t.get("seat", "") != "").any() for s in chapters)
    tail = (
        f"above zero, the {one} costs {topic.alone}"
        if rival
        else f"below zero, the {one} helps {topic.whose('its side')}"
    )
    ranking = Ranking(
        name, one, many.split(" of ")[0], f"move {their} clearly when blanked",
        f"Change of {its} when a {subject.one} is blanked; {tail}.",
        f"change of {its} without the {one}, points", f"The {many} that matter most",
        _columns(ablation.blanked_columns(topic, subject, decks=decks)), ablation.labels,
        lambda row: str(row["name"]),
    )  # fmt: skip
    return _finding(chapters, ranking)


def _dealt(chapters: Sequence[Chapter], asked: Asked) -> Finding | None:
    """Return what costs most when it comes up, for studies without blanked things."""
    _, its, _ = _whose(chapters)
    way = asked.question.ways[0]
    columns = [
        Column("name", words.capital(asked.one.split()[-1])),
        _chapter(chapters),
        Column("change", "Effect, points", "points", mark="change_bh"),
    ]
    ranking = Ranking(
        f"{asked.family.id}_dealt",
        asked.one, asked.many, f"cost clearly more or less than the average one when {way.label}",
        f"Change of {its} each time {words.a(asked.one)} is {way.label}, compared with the average one.",
        f"change of {its}, points", f"The {asked.many} that matter most",
        columns, lambda rows: list(rows["name"]), lambda row: str(row["name"]),
    )  # fmt: skip
    return _finding(chapters, ranking, _as_change(f"{way.id}_effect"))


def swaps(chapters: Sequence[Chapter]) -> Finding | None:
    """Return which exchange of one card of a deck helps most."""
    topic, its, _ = _whose(chapters)
    one, columns = thing(topic).one, exchanges.columns(topic)
    ranking = Ranking(
        "swaps", f"exchange of one {one}", f"exchanges of one {one}", f"move {its} clearly",
        f"Change of {its} when one {one} leaves a deck and another one enters it.",
        f"change of {its}, points", "The best exchanges",
        [*columns[:2], SCENARIO, *columns[2:]], exchanges.labels,
        lambda row: str(row["label"]), top=6,
    )  # fmt: skip
    return _finding(chapters, ranking)


def numbers(chapters: Sequence[Chapter]) -> Finding | None:
    """Return which single number, changed by one, shifts the balance most."""
    topic, its, _ = _whose(chapters)
    ranking = Ranking(
        "numbers", "number", "numbers", f"shift the {topic.stakes.asks} clearly when changed by one",
        f"Change of {its} when one number of a {thing(topic).one} is changed by one.",
        f"change of {its}, points", "The numbers that matter most",
        _columns(ablation.moved_columns(topic)), ablation.number_labels,
        lambda row: f"{row['name']}, {row['label']}", top=6,
    )  # fmt: skip
    return _finding(chapters, ranking)


def restrictions(chapters: Sequence[Chapter]) -> Finding | None:
    """Return what a side needs most."""
    topic, _, their = _whose(chapters)
    whose, restricted = topic.rate("a side's win rate"), topic.rate(limits.RESTRICTED)
    ranking = Ranking(
        "restrictions", "restriction", "restrictions", f"change {their} clearly",
        f"Change of {whose} when {topic.stakes.bots} never use something; "
        "below zero, they need it.",
        f"change of {restricted}, points",
        "The restrictions that matter most", _columns(limits.columns(topic)),
        lambda rows: list(rows["what"]), lambda row: str(row["what"]), top=6,
    )  # fmt: skip
    return _finding(chapters, ranking)


def changes(chapters: Sequence[Chapter]) -> Finding | None:
    """Return the effects of the changes to the game that were tried."""
    topic = _topic(chapters)
    whose = topic.rate_of(topic.first)
    tables = [table for chapter in chapters if (table := chapter.table("changes")) is not None]
    idle = idle_columns(pd.concat(tables, ignore_index=True)) if tables else []
    ranking = Ranking(
        "changes", "change to the game", "changes to the game", "move the win rate clearly",
        f"Change of {whose} by a change to the game.",
        f"change of {whose}, points", "The changes that were tried",
        _columns([*changed.overview_columns(topic), *idle]), lambda rows: list(rows["label"]),
        lambda row: str(row["label"]), top=6, note=TEXTS["note"]["overview"],
    )  # fmt: skip
    return _finding(chapters, ranking)


def picked(chapters: Sequence[Chapter]) -> Iterator[Finding | None]:
    """Yield which of the things that chance picks move the balance."""
    topic = _topic(chapters)
    for asked in topic.declared.asked("picked"):
        columns = [
            Column("name", words.capital(asked.one)),
            _chapter(chapters),
            Column("where", "Drawn among", "words"),
            Column("side_name", "Effect on"),
            Column("change", "Effect, points", "points", mark="change_bh"),
        ]
        whose = topic.rate_of(topic.first)
        ranking = Ranking(
            f"{asked.family.id}_picked",
            asked.one, asked.many, "shift the result clearly when drawn",
            f"Change of {whose} when {words.a(asked.one)} is drawn, compared with its rivals.",
            f"change of {whose}, points", f"The {asked.many} that matter most",
            columns, lambda rows: list(rows["name"]), lambda row: str(row["name"]), top=6,
        )  # fmt: skip
        yield _finding(chapters, ranking, _as_change("effect", first=True))


def _held(chapters: Sequence[Chapter], asked: Asked) -> Finding | None:
    """Return what helps most when dealt in the opening hand, for studies without blanked things."""
    topic, its, _ = _whose(chapters)
    columns = [
        Column("name", words.capital(asked.one.split()[-1]), flag=unplayed.FLAG),
        _chapter(chapters),
        *side_columns(topic),
        Column("change", "Effect, points", "points", mark="change_bh"),
    ]
    ranking = Ranking(
        f"{asked.family.id}_adjusted",
        asked.one, asked.many, "are clearly better or worse than the average of their pile",
        f"Change of {its} when {words.a(asked.one)} is in the opening hand, compared with the average one.",
        f"change of {its}, points", f"The {asked.many} that matter most",
        columns, ablation.labels, lambda row: str(row["name"]),
    )  # fmt: skip
    return _finding(chapters, ranking, _as_change("opening"))


def pairs(chapters: Sequence[Chapter]) -> Iterator[Finding | None]:
    """Yield which two things are worth more, or less, together than the sum of both."""
    topic, _, their = _whose(chapters)
    for asked in topic.declared.asked("held"):
        columns = [
            Column("name", words.capital(asked.one.split()[-1]), flag=unplayed.FLAG),
            Column("other_name", "With", flag=f"other_{unplayed.FLAG}"),
            _chapter(chapters),
            *side_columns(topic),
            Column("change", "Beyond the sum, points", "points", mark="change_bh"),
        ]
        ranking = Ranking(
            f"{asked.family.id}_pairs",
            f"pair of {asked.many}", f"pairs of {asked.many}",
            "are clearly worth more or less together than the sum of both",
            f"What two {asked.many} of one side add to {their} together, beyond the sum of what each adds.",
            "win rate beyond the sum of both, points", "The pairs that matter most",
            columns, lambda rows: list(rows["name"] + "\nwith " + rows["other_name"]),
            lambda row: f"{row['name']} with {row['other_name']}", top=6, most=200,
        )  # fmt: skip
        yield _finding(chapters, ranking, _as_change("interaction"))


def _topic(chapters: Sequence[Chapter]) -> Topic:
    return chapters[0].topic


def _chapter(chapters: Sequence[Chapter]) -> Column:
    """Return the column of the scenario."""
    return Column("scenario_title", words.capital(_topic(chapters).words.scenario))


def _whose(chapters: Sequence[Chapter]) -> tuple[Topic, str, str]:
    """Return the topic, and the words for the win rate that one card, and that several cards, change."""
    topic = chapters[0].topic
    return topic, topic.its_rate, topic.their_rate


def _columns(columns: Sequence[Column]) -> list[Column]:
    """Return the columns of the small table: without those of the full one only, with the scenario."""
    kept = [column for column in columns if column.key not in BESIDE and column.kind != "words"]
    names = [column for column in kept if column.key in NAMES]
    return [*names, SCENARIO, *(column for column in kept if column not in names)]


def _as_change(name: str, *, first: bool = False) -> Callable[[Chapter, pd.DataFrame], pd.DataFrame]:
    """Return a function from a table of effects to one of changes.

    first: effects on the first side, as those of things of a side that nobody plays always are.
    """

    def turned(chapter: Chapter, frame: pd.DataFrame) -> pd.DataFrame:
        if name not in frame:
            return frame.head(0)
        renamed = {column: column.replace(name, "change", 1) for column in frame if column.startswith(name)}
        frame = frame[frame[name].notna()].rename(columns=renamed)
        if first or not frame["side"].isin(chapter.topic.run.sides).all():
            frame = frame.assign(owner=frame.get("side"), side=chapter.topic.first)
        return frame.assign(side_name=frame["side"].map(chapter.topic.side))

    return turned


def _finding(
    chapters: Sequence[Chapter],
    ranking: Ranking,
    turned: Callable[[Chapter, pd.DataFrame], pd.DataFrame] = lambda _chapter, frame: frame,
) -> Finding | None:
    """Collect the rows of all scenarios; None if no scenario has the table, or none of its rows is tested."""
    tables = [
        (chapter, turned(chapter, table))
        for chapter in chapters
        if (table := chapter.table(ranking.table)) is not None
    ]
    tables = [(s, table) for s, table in tables if len(table) and table["change_bh"].notna().any()]
    if not tables:
        return None
    rows = pd.concat([table for _, table in tables], ignore_index=True)
    return _ranked([chapter for chapter, _ in tables], ranking, ordered(rows))


def _ranked(chapters: Sequence[Chapter], ranking: Ranking, rows: pd.DataFrame) -> Finding:
    """Return the finding on the rows of some scenarios. rows: strongest first."""
    known = rows[rows["change_bh"].notna()].reset_index(drop=True)
    shown = strongest(_in_order(known, chapters), ranking.top, "scenario_title")
    names = [
        label for _, part in shown.groupby("scenario_title", sort=False) for label in ranking.labels(part)
    ]
    cut = f" The {ranking.top} largest changes of each scenario." if len(shown) < len(known) else ""
    chart = forest(
        chapters[0].topic, f"study_{ranking.table}", shown, names, ranking.shows + cut,
        list(shown["scenario_title"]), ranking.label,
    )  # fmt: skip
    listed = rows.head(ranking.most or len(rows))
    table = Table(
        f"study_{ranking.table}",
        ranking.caption,
        listed,
        ranking.columns,
        unplayed.noted(chapters[0].topic, listed, ranking.note),
    )
    where = chapters[0].where(ranking.table)
    n = int(clear(known).sum())
    some = words.capital(words.among(n, len(known), ranking.one, ranking.many))
    title = f"{some} {ranking.does if n > 1 else _agreeing(ranking.does)}"
    return Finding(_words(known, chapters, ranking), where, title, [chart, table])


def _agreeing(does: str) -> str:
    """Return what several things do as what one does: "moves its side's win rate"."""
    one = re.sub(rf"\b({'|'.join(ONE)})\b", lambda verb: ONE[verb[0]], does, count=1)
    return one.replace("their side's", "its side's").replace("their pile", "its pile")


def _in_order(rows: pd.DataFrame, chapters: Sequence[Chapter]) -> pd.DataFrame:
    """Return the rows with the scenarios in the order of the study."""
    order = {chapter.title: i for i, chapter in enumerate(chapters)}
    return rows.sort_values("scenario_title", key=lambda titles: titles.map(order), kind="stable")


def _words(rows: pd.DataFrame, chapters: Sequence[Chapter], ranking: Ranking) -> str:
    """Say what the largest change is, and name that of every other scenario. rows: strongest first."""
    topics = {chapter.title: chapter.topic for chapter in chapters}
    tops = rows.drop_duplicates("scenario_title")

    def named(row: pd.Series) -> str:
        return f"{row['scenario_title']}: {ranking.name_of(row)}"

    def doubt(row: pd.Series) -> str:
        return "" if row["change_bh"] < CLEAR else " (not clear)"

    top = tops.iloc[0]
    change = gain(top, "change")
    whose, n = topics[top["scenario_title"]].for_side(top["side"]), words.count(top["change_n"])
    says = f"The largest change, in {named(top)}, {change}{whose}{doubt(top)}, n {n}."
    rest = _in_order(tops.iloc[1:], chapters)
    is_clear = rest["change_bh"] < CLEAR
    others = "; ".join(named(row) for _, row in rest[is_clear].iterrows())
    says += f" The largest elsewhere, in {others}." if others else ""
    still = words.listing(rest.loc[~is_clear, "scenario_title"])
    return f"{says} Not clear in {still}." if still and top["change_bh"] < CLEAR else says
