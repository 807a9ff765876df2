"""The findings of a study: for every question a sentence with numbers, a figure and a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pandas as pd

from mazarbul.analysis import estimates, words
from mazarbul.analysis.estimates import CLEAR
from mazarbul.analysis.paired import corrected
from mazarbul.reports import alone, charts, headline, ranked, trusted
from mazarbul.reports.blocks import Block, Chart, Column, Table
from mazarbul.reports.looks import DECIDED, MARKS, MIN_GAMES, SHADES
from mazarbul.reports.page import Finding
from mazarbul.reports.parts import Chapter
from mazarbul.reports.sections import trust, unplayed
from mazarbul.reports.sections.common import NOTES, gain, rate
from mazarbul.reports.sections.stakes import ALONE, SIDES
from mazarbul.reports.sections.turning import turning
from mazarbul.reports.sections.wording import TEXTS


def of(chapters: Sequence[Chapter]) -> list[Finding]:
    """Return what the scenarios show, the most important first."""
    made = {SIDES.id: _of_sides, ALONE.id: _of_one_side}[chapters[0].topic.stakes.id]
    return [finding for finding in made(chapters) if finding is not None]


def _of_sides(chapters: Sequence[Chapter]) -> Iterator[Finding | None]:
    """Yield the findings on sides against each other."""
    band = chapters[0].topic.band
    yield balance(chapters, band) if len(chapters) > 1 else None  # of one, the verdict says it
    yield trusted.bots(chapters)
    yield decided(chapters)
    yield alone.decided(chapters)
    yield from ranked.things(chapters)
    yield from not_played(chapters)
    yield ranked.numbers(chapters)
    yield ranked.changes(chapters)
    yield ranked.swaps(chapters)
    yield skill(chapters, band)
    yield ranked.restrictions(chapters)
    yield from ranked.picked(chapters)
    yield from ranked.pairs(chapters)


def _of_one_side(chapters: Sequence[Chapter]) -> Iterator[Finding | None]:
    """Yield the findings on players that are all of one side."""
    yield alone.difficulty(chapters) if len(chapters) > 1 else None
    yield trusted.bots(chapters)
    yield from alone.decks(chapters)
    yield alone.decided(chapters)
    yield from ranked.things(chapters)
    yield from not_played(chapters)
    yield ranked.swaps(chapters)
    yield ranked.numbers(chapters)
    yield ranked.changes(chapters)
    yield alone.curve(chapters)
    yield ranked.restrictions(chapters)
    yield from ranked.picked(chapters)
    yield from ranked.pairs(chapters)


def balance(chapters: Sequence[Chapter], band: tuple[float, float]) -> Finding:
    """Return each side's win rate in each of several scenarios, against the band."""
    known = [(chapter, chapter.table("win_rates")) for chapter in chapters]
    frame = pd.concat([table for _, table in known], ignore_index=True)
    topics = {chapter.title: chapter.topic for chapter in chapters}
    tops = [
        trust.foremost(topics[title], rows).name
        for title, rows in frame.groupby("scenario_title", sort=False)
    ]
    frame["is_top"] = frame.index.isin(tops)
    columns = [
        Column("scenario_title", "Scenario"),
        Column("side_name", "Side"),
        Column("win", "Win rate", "rate"),
        Column("estimate", "Estimate", "rate", show_n=False),
        Column("verdict", f"Against {words.band(band)}"),
    ]
    top = frame[frame["is_top"]]
    said = [(topics[row["scenario_title"]], row) for _, row in top.iterrows()]
    rows = ((topic, row, topic.scenario_noun(row["scenario_title"])) for topic, row in said)
    says = headline.joined(chapters, rows)
    title = trust.title(top["code"], "scenario", "scenarios", "balanced")
    chart = _balance_chart(chapters, frame, band)
    blocks: list[Block] = [chart, Table("study_balance", "Win rates of all scenarios", frame, columns)]
    return Finding(says, chapters[0].where("win_rates"), title, blocks)


def _balance_chart(chapters: Sequence[Chapter], frame: pd.DataFrame, band: tuple[float, float]) -> Chart:
    titles = [chapter.title for chapter in chapters]
    series = []
    for side in dict.fromkeys(frame["side"]):
        topic = next(s.topic for s in chapters if side in s.topic.run.sides)
        rows = frame[frame["side"] == side].drop_duplicates("scenario_title").set_index("scenario_title")
        style = {"colours": topic.colour(side), "markers": topic.marker(side)}
        series.append(charts.Series.of(rows.reindex(titles), "win", label=topic.side(side), **style))
    low, high = min(band[0], frame["win_low"].min()) - 0.03, max(band[1], frame["win_high"].max()) + 0.03
    axis = charts.Axis(f"share of games won; shaded: {words.band(band)}", "percent", 0.5, band, (low, high))
    drawing = charts.DotPlot(titles, series, axis)
    says = "Share of games won by each side; a scenario is balanced if both lie in the shaded band."
    each = "; ".join(
        f"{row['scenario_title']}, {row['side_name']} {rate(row, 'win')}" for _, row in frame.iterrows()
    )
    return Chart("study_balance", drawing, says, f"Win rates: {each}.")


def decided(chapters: Sequence[Chapter]) -> Finding | None:
    """Return after which round the side ahead mostly wins."""
    known = [(s, t) for s in chapters if (t := s.table("lead_by_round")) is not None]
    if not known:
        return None
    rows = pd.DataFrame([_when(chapter, table) for chapter, table in known])
    clauses = [
        f"{row['scenario_title']} {'' if row['reached'] else 'never, but most nearly '}after round "
        f"{row['round']:.0f}"
        for _, row in rows.iterrows()
    ]
    says = f"When the side ahead first wins {words.percent(DECIDED, 0)} of the time: {'; '.join(clauses)}."
    columns = [
        Column("scenario_title", "Scenario"),
        Column("round", "Round", "count"),
        Column("leader_wins", "Leader wins", "rate"),
        Column("good_round", "Ahead for good from round", "count"),
        Column("for_good", "Ahead from there, of games", "rate"),
    ]
    table = Table(
        "study_decided", f"When the side ahead wins {words.percent(DECIDED, 0)} of the time", rows, columns
    )
    blocks: list[Block] = [_decided_chart(known), table]
    return Finding(says, known[0][0].where("lead_by_round"), _decided_title(rows), blocks)


def _decided_title(rows: pd.DataFrame) -> str:
    reached = rows.loc[rows["reached"], "round"]
    if reached.empty:
        return f"The side ahead never wins {words.percent(DECIDED, 0)} of the time"
    return f"The side ahead wins {words.percent(DECIDED, 0)} of the time after round {words.reach(reached)}"


def _when(chapter: Chapter, table: pd.DataFrame) -> dict:
    """Return the first round after which the leader wins often enough, or the round that comes nearest."""
    common = table[table["leader_wins_n"] >= MIN_GAMES]
    common = table if common.empty else common
    reached = common[common["leader_wins"] >= DECIDED]
    row = reached.iloc[0] if len(reached) else common.loc[common["leader_wins"].idxmax()]
    found = {"scenario_title": chapter.title, "round": row["round"], "reached": bool(len(reached))}
    found |= {key: row[key] for key in row.index if key.startswith("leader_wins")}
    changes = chapter.table("lead_changes")
    if changes is not None:
        good = changes.loc[changes["for_good"].idxmax()]
        found["good_round"] = good["round"]
        found |= {key: good[key] for key in good.index if key.startswith("for_good")}
    return found


def _decided_chart(known: Sequence[tuple[Chapter, pd.DataFrame]]) -> Chart:
    rounds = sorted({number for _, table in known for number in table["round"]})
    series = []
    for i, (chapter, table) in enumerate(known):
        wide = table[table["leader_wins_n"] >= MIN_GAMES].set_index("round").reindex(rounds)
        style = {"colours": SHADES[i % len(SHADES)], "markers": MARKS[i % len(MARKS)]}
        series.append(charts.Series.of(wide, "leader_wins", label=chapter.title, **style))
    axis = charts.Axis("leader goes on to win", "percent", DECIDED)
    drawing = charts.LineChart(rounds, series, axis, "side ahead after this round")
    says = (
        f"How often the side ahead after a round wins the game; the line marks {words.percent(DECIDED, 0)}. "
        f"Rounds that fewer than {MIN_GAMES} games reach with a leader are not drawn."
    )
    each = []
    for chapter, table in known:
        common = table[table["leader_wins_n"] >= MIN_GAMES]
        ends = common.iloc[sorted({0, len(common) // 2, len(common) - 1})] if len(common) else common
        each += [
            f"{chapter.title}, round {row['round']:.0f} {rate(row, 'leader_wins')}"
            for _, row in ends.iterrows()
        ]
    return Chart("study_decided", drawing, says, f"How often the leader wins, by round: {'; '.join(each)}.")


def skill(chapters: Sequence[Chapter], band: tuple[float, float]) -> Finding | None:
    """Return how the balance changes with skill, and what skill is worth."""
    known = [(s, t) for s in chapters if (t := s.table("skill_balance")) is not None and len(t) > 1]
    if not known:
        return None
    rows = corrected(pd.DataFrame([_skilled(chapter, table) for chapter, table in known]), planned=True)
    topic = known[0][0].topic
    first, wins = topic.noun(topic.first), topic.wins(topic.first)
    turns = [turning(table) for _, table in known]
    clauses = [_skill_words(row, turn) for (_, row), turn in zip(rows.iterrows(), turns, strict=True)]
    says = " ".join([f"How often {topic.won(topic.first)} when both sides play equally well.", *clauses])
    columns = [
        Column("scenario_title", "Scenario"),
        Column("weak", f"{wins}, weakest bots", "rate"),
        Column("strong", f"{wins}, strongest bots", "rate"),
        Column("change", "Change, points", "points", mark="change_bh", show_n=False),
        Column("best", f"Strongest for {first}, weakest against", "rate"),
        Column("worst", f"Weakest for {first}, strongest against", "rate"),
    ]
    table = Table("study_skill", "Balance and skill", rows, columns, TEXTS["note"]["skill"])
    blocks: list[Block] = [_skill_chart(known, first, band), table]
    n = sum(p < CLEAR or turn is not None for p, turn in zip(rows["change_bh"], turns, strict=True))
    title = f"Skill clearly changes the balance in {words.among(n, len(rows), 'scenario')}"
    return Finding(says, known[0][0].where("skill_balance"), title, blocks)


def _skill_words(row: pd.Series, turn: pd.Series | None) -> str:
    """Return the change from one end of a ladder to the other, or the win rate where the curve turns."""
    ends = f"{row['scenario_title']}, from {row['weak_bot']} to {row['strong_bot']}:"
    if turn is None:
        return f"{ends} it changes by {gain(row, 'change')}."
    return f"{ends} not a steady change, as with {turn['bot']} it is {rate(turn, 'win')}."


def _skilled(chapter: Chapter, table: pd.DataFrame) -> dict:
    """Return the balance at both ends of the ladder, and the results of the ends against each other."""
    weak, strong = table.iloc[0], table.iloc[-1]
    found = {"scenario_title": chapter.title, "weak_bot": weak["bot"], "strong_bot": strong["bot"]}
    for name, row in (("weak", weak), ("strong", strong)):
        found |= {key.replace("win", name): row[key] for key in row.index if key.startswith("win")}
    counts = [(round(row["win"] * row["win_n"]), row["win_n"]) for row in (strong, weak)]
    result = estimates.difference(*counts[0], *counts[1])
    found |= estimates.difference_columns("change", result, counts[0][1], counts[1][1])
    matrix = chapter.table("skill_matrix")
    if matrix is not None:
        ends = (("best", strong["level"], weak["level"]), ("worst", weak["level"], strong["level"]))
        for name, mine, theirs in ends:
            met = matrix[(matrix["first_level"] == mine) & (matrix["second_level"] == theirs)]
            for _, row in met.head(1).iterrows():
                found |= {key.replace("win", name): row[key] for key in row.index if key.startswith("win")}
    return {key: np.asarray(value).item() for key, value in found.items()}


def _skill_chart(
    known: Sequence[tuple[Chapter, pd.DataFrame]], first: str, band: tuple[float, float]
) -> Chart:
    levels = sorted({level for _, table in known for level in table["level"]})
    names = dict(zip(known[0][1]["level"], known[0][1]["bot"], strict=True))
    series = []
    for i, (chapter, table) in enumerate(known):
        wide = table.set_index("level").reindex(levels)
        style = {"colours": SHADES[i % len(SHADES)], "markers": MARKS[i % len(MARKS)]}
        series.append(charts.Series.of(wide, "win", label=chapter.title, **style))
    axis = charts.Axis(f"{first} wins; shaded: {words.band(band)}", "percent", 0.5, band)
    ticks = [str(names.get(level, level)) for level in levels]
    drawing = charts.LineChart(levels, series, axis, "bot on both sides, weakest first", ticks, ribbons=True)
    says = f"Win rate of {first} when both sides play equally well, from the weakest bots to the strongest."
    each = "; ".join(
        f"{chapter.title}, {row['bot']} {rate(row, 'win')}"
        for chapter, table in known
        for _, row in table.iterrows()
    )
    return Chart("study_skill", drawing, says, f"Balance by skill: {each}.")


def not_played(chapters: Sequence[Chapter]) -> Iterator[Finding]:
    """Yield what the bots hold and do not play, so that nothing was measured of it."""
    topic = chapters[0].topic
    for asked in topic.declared.asked("held"):
        name = f"{asked.family.id}_{unplayed.FLAG}"
        known = [(s, t) for s in chapters if (t := s.table(name)) is not None]
        if not known:
            continue
        clauses = [
            f"{chapter.title}: {'; '.join(unplayed.listed(row) for _, row in table.iterrows())}"
            for chapter, table in known
        ]
        says = (
            f"Of {asked.many} that their bots play in fewer than one in a thousand of the games in which "
            f"they held them, nothing was measured. {'. '.join(clauses)}."
        )
        rows = pd.concat([table for _, table in known], ignore_index=True)
        drawing = unplayed.chart(topic, asked, f"study_{name}", rows, list(rows["scenario_title"]))
        columns = [
            Column("name", words.capital(asked.one.split()[-1])),
            Column("scenario_title", words.capital(topic.words.scenario)),
            *unplayed.columns(topic, rows),
        ]
        title, note = unplayed.title(asked), topic.text(NOTES["plays"], asked)
        blocks: list[Block] = [drawing, Table(f"study_{name}", title, rows, columns, note)]
        yield Finding(says, known[0][0].where(name), title, blocks)


def _interval(frame: pd.DataFrame, name: str) -> list[tuple[float, float, float]]:
    return list(frame[[name, f"{name}_low", f"{name}_high"]].itertuples(index=False, name=None))
