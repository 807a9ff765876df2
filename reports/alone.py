"""Findings of a study of one side alone: how hard each scenario is, what decks and skill do."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from mazarbul.analysis import words
from mazarbul.reports import charts, headline
from mazarbul.reports.blocks import Block, Chart, Column, Table
from mazarbul.reports.looks import MARKS, MIN_GAMES, SHADES
from mazarbul.reports.page import Finding
from mazarbul.reports.parts import Chapter
from mazarbul.reports.sections import course as courses
from mazarbul.reports.sections import matrix as matrices
from mazarbul.reports.sections import trust
from mazarbul.reports.sections.common import Topic, rate, score_name
from mazarbul.reports.sections.turning import turning


def difficulty(chapters: Sequence[Chapter]) -> Finding:
    """Return how often the players win each of several scenarios, against the target band."""
    frame = pd.concat([chapter.table("win_rates") for chapter in chapters], ignore_index=True)
    bands = [chapter.topic.band for chapter in chapters]
    frame = frame.assign(
        band=list(map(words.band, bands)),
        players=[len(chapter.topic.run.catalogue["seats"]) for chapter in chapters],
    )
    frame = _with_scores(chapters, frame)
    topic = chapters[0].topic
    columns = [
        _chapter(topic),
        Column("players", "Players", "count"),
        Column("win", topic.wins(topic.first), "rate"),
        Column("estimate", "Estimate", "rate", show_n=False),
        Column("band", "Target band"),
        Column("verdict", "Verdict"),
        _score(topic),
    ]
    blocks: list[Block] = [
        _difficulty_chart(chapters, frame),
        Table("study_difficulty", f"Difficulty of all {topic.words.scenarios}", frame, columns),
    ]
    title = trust.title(frame["code"], topic.words.scenario, topic.words.scenarios, "as hard as intended")
    rows = zip(chapters, frame.iterrows(), strict=True)
    says = headline.joined(chapters, ((chapter.topic, row, chapter.noun) for chapter, (_, row) in rows))
    return Finding(says, chapters[0].where("win_rates"), title, blocks)


def _chapter(topic: Topic) -> Column:
    return Column("scenario_title", words.capital(topic.words.scenario))


def _score(topic: Topic) -> Column:
    return Column("score", f"{words.capital(score_name(topic))} of games won", "mean", digits=1)


def _with_scores(chapters: Sequence[Chapter], frame: pd.DataFrame) -> pd.DataFrame:
    """Return the table with the mean score of every scenario, where one is recorded."""
    for tail in ("", "_low", "_high", "_n"):
        tables = [chapter.table("score") for chapter in chapters]
        frame[f"score{tail}"] = [
            float("nan") if table is None else table[f"mean{tail}"].iloc[0] for table in tables
        ]
    return frame if frame["score"].notna().any() else frame.drop(columns="score")


def _difficulty_chart(chapters: Sequence[Chapter], frame: pd.DataFrame) -> Chart:
    topic = chapters[0].topic
    style = {"colours": topic.colour(topic.first), "markers": topic.marker(topic.first)}
    drawing = headline.against(
        list(frame["scenario_title"]),
        [charts.Series.of(frame, "win", **style)],
        [chapter.topic.band for chapter in chapters],
        topic,
        [*frame["win_low"], *frame["win_high"]],
    )
    each = "; ".join(f"{row['scenario_title']} {rate(row, 'win')}" for _, row in frame.iterrows())
    one = topic.words.scenario
    says = (
        f"Share of games won; left of the shaded band {words.a(one)} is harder than intended, right easier."
    )
    return Chart("study_difficulty", drawing, says, f"Win rates: {each}.")


def decided(chapters: Sequence[Chapter]) -> Finding | None:
    """Return after which round half of the uncertainty about each scenario is gone."""
    known = [(s, t) for s in chapters if (t := s.table("predicted")) is not None]
    if not known:
        return None
    topic, rows, series = known[0][0].topic, [], []
    when, known_by = topic.words.round, courses.best_words(topic)
    remove = "remove" if topic.declared.courses.together else "removes"
    rounds = sorted({number for _, table in known for number in table["round"]})
    for i, (chapter, table) in enumerate(known):
        first = courses.settled(table)
        best = table[table["known"] == courses.best_known(table)]
        rows.append({"scenario_title": chapter.title} | (best.iloc[0] if first is None else first).to_dict()
                    | {"reached": "no" if first is None else "yes"})  # fmt: skip
        wide = best[best["games"] >= MIN_GAMES].set_index("round").reindex(rounds)
        style = {"colours": SHADES[i % len(SHADES)], "markers": MARKS[i % len(MARKS)]}
        series.append(charts.Series.of(wide, "skill", label=chapter.title, **style))
    says = _decided_words(rows, when, f"{known_by} {{}}{remove} clearly more than half of the uncertainty")
    axis = charts.Axis("share of the uncertainty removed", "percent", courses.HALF, limits=(-0.03, 1.03))
    drawing = charts.LineChart(rounds, series, axis, f"{known_by} known after this {when}")
    line = words.percent(courses.HALF, 0)
    shows = f"How much of the uncertainty {known_by} {remove}; the line marks {line}."
    columns = [
        _chapter(topic),
        Column("reached", "Half gone before the end"),
        Column("round", words.capital(when), "count"),
        Column("skill", "Uncertainty removed then", "rate"),
        Column("accuracy", "Right guesses then", "rate"),
    ]
    blocks: list[Block] = [
        Chart("study_predicted", drawing, shows, f"{shows} {says}"),
        Table("study_predicted", "When half of the uncertainty is gone", pd.DataFrame(rows), columns),
    ]
    title = _decided_title(rows, when)
    return Finding(says, known[0][0].where("predicted"), title, blocks)


def _decided_words(rows: Sequence[dict], when: str, halves: str) -> str:
    """Return when half of the uncertainty of each scenario is gone. halves: what removes it, with a gap."""
    reached = [
        f"{row['scenario_title']} after {when} {row['round']:.0f}" for row in rows if row["reached"] == "yes"
    ]
    never = words.listing(row["scenario_title"] for row in rows if row["reached"] == "no")
    if not reached:
        return f"In {never}, there is no {when} after which {halves.format('')} about the result."
    clauses = [*reached, f"{never} after none"] if never else reached
    return f"When {halves.format('first ')} about the result: {'; '.join(clauses)}."


def _decided_title(rows: Sequence[dict], when: str) -> str:
    reached = [row["round"] for row in rows if row["reached"] == "yes"]
    if not reached:
        return f"No {when} before the end leaves less than half of the uncertainty"
    return f"Half of the uncertainty about the result is gone after {when} {words.reach(reached)}"


def curve(chapters: Sequence[Chapter]) -> Finding | None:
    """Return how hard the scenarios are by level of play."""
    known = [(s, t) for s in chapters if (t := s.table("skill_curve")) is not None and len(t) > 1]
    if not known:
        return None
    levels = sorted({level for _, table in known for level in table["level"]})
    names = dict(zip(known[0][1]["level"], known[0][1]["bot"], strict=True))
    series, clauses, better = [], [], 0
    for i, (chapter, table) in enumerate(known):
        low, high = table.iloc[0], table.iloc[-1]
        turn, helps = turning(table), low["win_high"] < high["win_low"]
        wins = f"{rate(high, 'win')} with {high['bot']}"
        clauses.append(f"{chapter.title}, {wins}: {_helps(low, turn, helps)}.")
        better += turn is None and helps
        style = {"colours": SHADES[i % len(SHADES)], "markers": MARKS[i % len(MARKS)]}
        wide = table.set_index("level").reindex(levels)
        series.append(charts.Series.of(wide, "win", label=chapter.title, **style))
    topic = known[0][0].topic
    axis = charts.Axis(
        f"{topic.wins(topic.first)}; shaded: {words.band(topic.band)}",
        "percent",
        None,
        topic.band,
        (-0.02, 1.02),
    )
    ticks = [str(names.get(level, level)) for level in levels]
    drawing = charts.LineChart(levels, series, axis, "bot of all players, weakest first", ticks, ribbons=True)
    head = f"How often {topic.alone} win with the strongest bots, and whether better play helps."
    says = " ".join([head, *clauses])
    shows = f"Win rate of {topic.alone} from the weakest bots to the strongest."
    rows = pd.concat([table for _, table in known], ignore_index=True)
    columns = [
        _chapter(topic),
        Column("bot", "Bot of all players"),
        Column("win", topic.wins(topic.first), "rate"),
        _score(topic),
    ]
    blocks: list[Block] = [
        Chart("study_skill", drawing, shows, f"{shows} {says}"),
        Table("study_skill", "Difficulty by level of play", rows, columns),
    ]
    named = words.among(better, len(known), topic.words.scenario, topic.words.scenarios)
    title = f"Better play clearly helps in {named}"
    return Finding(says, known[0][0].where("skill_curve"), title, blocks)


def _helps(low: pd.Series, turn: pd.Series | None, helps: bool) -> str:
    """Say whether better play helps. low: of the weakest bot. turn: the level at which the curve turns."""
    if turn is not None:
        return f"not a steady change, the curve turns at {turn['bot']}"
    return f"{'clearly' if helps else 'not clearly'} more than with {low['bot']}"


def decks(chapters: Sequence[Chapter]) -> list[Finding]:
    """Return the results of every group of decks in every scenario: a finding for each number of players."""
    sizes = sorted({size for chapter in chapters for size in _sizes(chapter)})
    return [_decks(chapters, size) for size in sizes]


def _sizes(chapter: Chapter) -> list[int]:
    """Return the numbers of players of a scenario's matrix."""
    named = [table.name for section in chapter.all for table in section.tables()]
    return [int(name.removeprefix("decks_")) for name in named if name.removeprefix("decks_").isdigit()]


def _decks(chapters: Sequence[Chapter], size: int) -> Finding:
    name = f"decks_{size}"
    known = [(s, t) for s in chapters if (t := s.table(name)) is not None]
    players = words.plural(size, "player")
    topic, clauses = known[0][0].topic, []
    against = f"Decks against {topic.words.scenarios}, {players}"
    for chapter, table in known:
        best, worst = table.iloc[0], table.iloc[-1]
        if best["win"] == 0.0:
            clauses.append(f"{chapter.title}: nobody won a game.")
            continue
        tail = f", {worst['group']} least" if len(table) > 1 else ""
        wins, most = rate(best, "win", 1, len(table)), " most" if len(table) > 1 else ""
        clauses.append(f"{chapter.title}: {best['group']} wins{most}, {wins}{tail}.")
    rows = pd.concat([table for _, table in known], ignore_index=True)
    n = rows["games"].min()
    says = f"{against}, n {words.count(n)} games each. {' '.join(clauses)}"
    tables = {chapter.title: table for chapter, table in known}
    blocks: list[Block] = []
    shows = {
        "win": f"Win rate of decks against {topic.words.scenarios}, {players}.",
        "score": f"Mean {score_name(topic)} of games won, {players}; {topic.better} is better.",
    }
    blocks += [
        matrices.scenario_chart(topic, tables, key, f"study_decks_{size}_{key}", text)
        for key, text in shows.items()
        if rows[key].notna().any()
    ]
    columns = [_chapter(topic), *matrices.columns(topic)]
    blocks.append(Table(f"study_decks_{size}", against, rows, columns))
    title = _decks_title([table for _, table in known], players)
    return Finding(says, known[0][0].where(name), title, blocks)


def _decks_title(tables: Sequence[pd.DataFrame], players: str) -> str:
    """Return which decks win most, and where. tables: of each scenario, the best decks first."""
    best = pd.Series([table["group"].iloc[0] for table in tables if table["win"].iloc[0] > 0])
    if best.empty:
        return f"With {players} no decks win a game"
    if all(len(table) == 1 for table in tables):
        return f"With {players} there is one group of decks"
    group = best.mode()[0]
    where = "" if len(tables) == 1 else f" in {int((best == group).sum())} of {len(tables)}"
    return f"With {players}, {group} wins most{where}"
