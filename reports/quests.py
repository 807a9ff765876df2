"""Findings of a study of quests: how hard each is, when it is decided, how decks fare, what skill does."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from analysis import estimates
from reports import charts, words
from reports.looks import MARKS, MIN_GAMES, SHADES
from reports.page import Block, Chart, Column, Finding, Table
from reports.parts import Scenario
from reports.sections import course as courses
from reports.sections import matrix as matrices
from reports.sections.common import rate
from reports.sections.result import BRIEF

HARDNESS = {"inside": "As hard as wanted", "above": "Easier than wanted", "below": "Harder than wanted",
            "open": "Not settled"}  # fmt: skip


def difficulty(scenarios: Sequence[Scenario]) -> Finding:
    """Return how often the players win every quest, against the band aimed at."""
    frame = pd.concat([scenario.table("win_rates") for scenario in scenarios], ignore_index=True)
    bands = [scenario.context.band for scenario in scenarios]
    triples = frame[["win", "win_low", "win_high"]].itertuples(index=False, name=None)
    codes = [estimates.verdict(*row, band).code for row, band in zip(triples, bands, strict=True)]
    frame = frame.assign(
        code=codes, verdict=[BRIEF[code] for code in codes], band=list(map(words.band, bands)),
        players=[len(scenario.context.run.catalogue["seats"]) for scenario in scenarios],
    )  # fmt: skip
    frame = _with_scores(scenarios, frame)
    columns = [
        Column("scenario_title", "Quest"),
        Column("players", "Players", "count"),
        Column("win", "Players win", "rate"),
        Column("band", "Aimed at"),
        Column("verdict", "Verdict"),
        Column("score", "Group score of games won", "mean", digits=1),
    ]
    blocks: list[Block] = [
        _difficulty_chart(scenarios, frame),
        Table("study_difficulty", "Difficulty of all quests", frame, columns),
    ]
    return Finding(_difficulty_words(frame), scenarios[0].where("win_rates"), "Difficulty by quest", blocks)


def _with_scores(scenarios: Sequence[Scenario], frame: pd.DataFrame) -> pd.DataFrame:
    """Return the table with the mean group score of every quest, where one is recorded."""
    for tail in ("", "_low", "_high", "_n"):
        tables = [scenario.table("score") for scenario in scenarios]
        frame[f"score{tail}"] = [
            float("nan") if table is None else table[f"mean{tail}"].iloc[0] for table in tables
        ]
    return frame if frame["score"].notna().any() else frame.drop(columns="score")


def _difficulty_words(frame: pd.DataFrame) -> str:
    """Return which quests are as hard as wanted, easier or harder, and what is not settled."""
    said = []
    for code, head in HARDNESS.items():
        rows = frame[frame["code"] == code]
        if len(rows):
            listed = words.listing(
                f"{row['scenario_title']} ({rate(row, 'win')})" for _, row in rows.iterrows()
            )
            said.append(f"{head}: {listed}.")
    bands = words.listing(dict.fromkeys(frame["band"]))
    return f"How often the players win, where {bands} is aimed at. {' '.join(said)}"


def _difficulty_chart(scenarios: Sequence[Scenario], frame: pd.DataFrame) -> Chart:
    context = scenarios[0].context
    bands = {scenario.context.band for scenario in scenarios}
    band = bands.pop() if len(bands) == 1 else None
    ends = [*(band or ()), *frame["win_low"], *frame["win_high"]]
    limits = max(min(ends) - 0.05, -0.02), min(max(ends) + 0.05, 1.02)
    shaded = f"; shaded: {words.band(band)}" if band else ""
    axis = charts.Axis(f"{context.wins(context.first)}{shaded}", "percent", None, band, limits)
    style = {"colours": context.colour(context.first), "markers": context.marker(context.first)}
    drawing = charts.dots(list(frame["scenario_title"]), [charts.Series.of(frame, "win", **style)], axis)
    each = "; ".join(f"{row['scenario_title']} {rate(row, 'win')}" for _, row in frame.iterrows())
    says = "Share of games won; left of the shaded band a quest is harder than wanted, right of it easier."
    return Chart(
        "study_difficulty",
        drawing,
        says if band else "Share of games that the players win.",
        f"Win rates: {each}.",
    )


def decided(scenarios: Sequence[Scenario]) -> Finding | None:
    """Return after which round the result of each quest is mostly settled."""
    known = [(s, t) for s in scenarios if (t := s.table("foretold")) is not None]
    if not known:
        return None
    rows, told, series = [], [], []
    rounds = sorted({number for _, table in known for number in table["round"]})
    for i, (scenario, table) in enumerate(known):
        first = courses.settled(table)
        best = table[table["known"] == courses.best_known(table)]
        rows.append({"scenario_title": scenario.title} | (best.iloc[0] if first is None else first).to_dict()
                    | {"reached": "no" if first is None else "yes"})  # fmt: skip
        told.append(
            f"{scenario.title} not after any round" if first is None
            else f"{scenario.title} after round {first['round']:.0f}, {rate(first, 'skill')}, "
            f"n {words.count(first['games'])}"
        )  # fmt: skip
        wide = best[best["games"] >= MIN_GAMES].set_index("round").reindex(rounds)
        style = {"colours": SHADES[i % len(SHADES)], "markers": MARKS[i % len(MARKS)]}
        series.append(charts.Series.of(wide, "skill", label=scenario.title, **style))
    says = (
        "A quest counts as decided once progress and threat take away more than half of the doubt: "
        f"{'; '.join(told)}."
    )
    axis = charts.Axis("share of the doubt taken away", "percent", courses.HALF, limits=(-0.03, 1.03))
    drawing = charts.lines(rounds, series, axis, "progress and threat known after this round")
    line = words.percent(courses.HALF, 0)
    shows = f"How much of the doubt progress and threat take away; the line marks {line}."
    columns = [
        Column("scenario_title", "Quest"),
        Column("reached", "Decided before the end"),
        Column("round", "Round", "count"),
        Column("skill", "Doubt taken away then", "rate"),
        Column("accuracy", "Right guesses then", "rate"),
    ]
    blocks: list[Block] = [
        Chart("study_decided", drawing, shows, f"{shows} {says}"),
        Table("study_decided", "When quests are decided", pd.DataFrame(rows), columns),
    ]
    return Finding(says, known[0][0].where("foretold"), "When games are decided", blocks)


def curve(scenarios: Sequence[Scenario]) -> Finding | None:
    """Return how hard the quests are by level of play."""
    known = [(s, t) for s in scenarios if (t := s.table("skill_curve")) is not None and len(t) > 1]
    if not known:
        return None
    levels = sorted({level for _, table in known for level in table["level"]})
    names = dict(zip(known[0][1]["level"], known[0][1]["bot"], strict=True))
    series, told = [], []
    for i, (scenario, table) in enumerate(known):
        low, high = table.iloc[0], table.iloc[-1]
        told.append(
            f"{scenario.title}, {rate(low, 'win')} with {low['bot']}, {rate(high, 'win')} with {high['bot']}"
        )
        style = {"colours": SHADES[i % len(SHADES)], "markers": MARKS[i % len(MARKS)]}
        wide = table.set_index("level").reindex(levels)
        series.append(charts.Series.of(wide, "win", label=scenario.title, **style))
    context = known[0][0].context
    axis = charts.Axis(
        f"{context.wins(context.first)}; shaded: {words.band(context.band)}",
        "percent",
        None,
        context.band,
        (-0.02, 1.02),
    )
    ticks = [str(names.get(level, level)) for level in levels]
    drawing = charts.lines(levels, series, axis, "bot of all players, weakest first", ticks, ribbons=True)
    says = f"How often the players win by level of play: {'; '.join(told)}."
    shows = "Win rate of the players from the weakest bots to the strongest."
    rows = pd.concat([table for _, table in known], ignore_index=True)
    columns = [
        Column("scenario_title", "Quest"),
        Column("bot", "Bot of all players"),
        Column("win", context.wins(context.first), "rate"),
        Column("score", "Group score of games won", "mean", digits=1),
    ]
    blocks: list[Block] = [
        Chart("study_skill", drawing, shows, f"{shows} {says}"),
        Table("study_skill", "Difficulty by level of play", rows, columns, top=10),
    ]
    return Finding(says, known[0][0].where("skill_curve"), "Skill", blocks)


def decks(scenarios: Sequence[Scenario]) -> list[Finding]:
    """Return how every group of decks fares against every quest: a finding for each number of players."""
    sizes = sorted({size for scenario in scenarios for size in _sizes(scenario)})
    return [_decks(scenarios, size) for size in sizes]


def _sizes(scenario: Scenario) -> list[int]:
    """Return the numbers of players of a scenario's matrix."""
    named = [table.name for section in scenario.all for table in section.tables()]
    return [int(name.removeprefix("decks_")) for name in named if name.removeprefix("decks_").isdigit()]


def _decks(scenarios: Sequence[Scenario], size: int) -> Finding:
    name = f"decks_{size}"
    known = [(s, t) for s in scenarios if (t := s.table(name)) is not None]
    players = words.plural(size, "player")
    told = []
    for scenario, table in known:
        best, worst = table.iloc[0], table.iloc[-1]
        if best["win"] == 0.0:
            told.append(f"{scenario.title}: nobody won a game")
            continue
        tail = f", {worst['group']} least, {rate(worst, 'win')}" if len(table) > 1 else ""
        told.append(f"{scenario.title}: {best['group']} wins most, {rate(best, 'win')}{tail}")
    rows = pd.concat([table for _, table in known], ignore_index=True)
    n = rows["games"].min()
    says = f"Decks against quests, {players}. {'; '.join(told)}; n {words.count(n)} games each."
    tables = {scenario.title: table for scenario, table in known}
    blocks: list[Block] = []
    shows = {
        "win": f"Win rate of decks against quests, {players}.",
        "score": f"Mean group score of games won, {players}; lower is better.",
    }
    blocks += [
        matrices.quest_chart(tables, key, f"study_decks_{size}_{key}", text)
        for key, text in shows.items()
        if rows[key].notna().any()
    ]
    columns = [Column("scenario_title", "Quest"), *matrices.columns()]
    blocks.append(Table(f"study_decks_{size}", f"Decks against quests, {players}", rows, columns, top=30))
    return Finding(says, known[0][0].where(name), f"Decks, {players}", blocks)
