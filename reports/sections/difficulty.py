"""Players together against a quest: how hard it is, how games end, how far players come."""

from __future__ import annotations

import pandas as pd

from analysis import estimates, quest, scenarios
from reports import charts, words
from reports.page import Block, Chart, Column, Section, Table
from reports.sections.common import NOTES, Context, mean, rate
from reports.sections.result import judged, lengths, measures, unsettled, wins_chart, wins_table

VERDICTS = {
    "inside": "The whole interval lies inside the {band} band aimed at: as hard as wanted, for these bots.",
    "above": "The whole interval lies above the {band} band aimed at: for these bots easier than wanted.",
    "below": "The whole interval lies below the {band} band aimed at: for these bots harder than wanted.",
}


def build(context: Context) -> Section | None:
    """Return win rate, verdict, endings, scores, stages and losses; None if sides play against each other."""
    if not context.is_cooperative:
        return None
    wins = judged(context)
    says = verdict_words(context, wins.iloc[0])
    blocks: list[Block] = [wins_chart(context, wins, says), wins_table(context, wins)]
    for part in (_endings, _scores, _stages, _eliminations, lengths, measures):
        blocks += part(context)
    said = {block.name: block.says for block in blocks if isinstance(block, Chart)}
    findings = [says, *(said[name] for name in ("endings", "scores", "stages", "lengths") if name in said)]
    return Section("result", "How hard it is, and how games end", "", blocks, findings)


def verdict_words(context: Context, row: pd.Series) -> str:
    """Return how often the players won, against the win rates aimed at."""
    found = estimates.verdict(row["win"], row["win_low"], row["win_high"], context.band)
    players = words.plural(len(context.run.catalogue["seats"]), "player")
    games = words.count(row["games"])
    said = f"{context.run.catalogue['title']}, {players}: won {rate(row, 'win')} of {games} games. "
    if found.code == "open":
        return said + unsettled(context, row["games"], found.needed)
    return said + VERDICTS[found.code].format(band=words.band(context.band))


def outcome(context: Context, rows: pd.DataFrame) -> dict[str, list]:
    """Return colours and marks of things by whether the players mostly won with them."""
    side = context.first
    owners = [side if win > 0.5 else next(iter(context.run.opponents), "") for win in rows[f"win_{side}"]]
    return {"colours": list(map(context.colour, owners)), "markers": list(map(context.marker, owners))}


def _endings(context: Context) -> list[Block]:
    """How often games end each way, won and lost."""
    table = scenarios.endings(context.run)
    if table.empty:
        return []
    side = context.first
    table["name"] = table["reason"].map(words.human)
    table["result"] = [_result(win) for win in table[f"win_{side}"]]
    lost = table[table[f"win_{side}"] < 1]
    says = "Every game was won."
    if len(lost):
        listed = words.listing(f"{row['name']} in {rate(row, 'share')}" for _, row in lost.head(3).iterrows())
        says = f"How games are lost, shares of all games: {listed}."
    series = [charts.Series.of(table, "share", **outcome(context, table))]
    drawing = charts.dots(list(table["name"]), series, charts.Axis("share of games", "percent"))
    columns = [
        Column("name", "Ended by"),
        Column("result", "Result"),
        Column("games", "Games", "count"),
        Column("share", "Share of games", "rate"),
        Column("rounds", "Rounds", "mean"),
    ]
    if not table[f"win_{side}"].isin((0, 1)).all():
        columns.insert(4, Column(f"win_{side}", context.wins(side), "rate"))
    chart = Chart("endings", drawing, says, f"Shares of the ways games end. {says}")
    return [chart, Table("endings", "How games end", table, columns)]


def _result(win: float) -> str:
    return {0: "lost", 1: "won"}.get(win, "won or lost")


def _scores(context: Context) -> list[Block]:
    """The scores of the games won; lower is better."""
    table, whole = quest.scores(context.run), quest.score(context.run)
    if table.empty or whole.empty:
        return []
    row = whole.iloc[0]
    n = words.count(row["mean_n"])
    says = (
        f"The group score of a game won is {mean(row, 'mean', 1)} on average, n {n}; half "
        f"of them score {words.decimal(row['median'], 0)} or less. Lower is better; a game lost has none."
    )
    side = context.first
    bars = charts.Series.of(table, "share", colours=context.colour(side))
    width = int(table["high"].iloc[0] - table["low"].iloc[0]) + 1
    label = "group score" if width == 1 else f"group score, {width} points a bar"
    axis = charts.Axis("share of games won", "percent")
    drawing = charts.bars(table["middle"], [bars], bars, axis, label, width=width)
    table["scores"] = [_span(low, high) for low, high in zip(table["low"], table["high"], strict=True)]
    columns = [
        Column("scores", "Group score"),
        Column("games", "Games", "count"),
        Column("share", "Share of games won", "rate"),
    ]
    whole["name"] = whole["measure"].map({"group_score": "group score", "player_score": "score a player"})
    ends = [Column(key, label, "number", digits=1) for key, label in (
        ("best", "Best"), ("p05", "5th percentile"), ("median", "Median"), ("p95", "95th percentile"),
        ("worst", "Worst"),
    )]  # fmt: skip
    return [
        Chart("scores", drawing, says, f"Distribution of the group score among games won. {says}"),
        Table("score", "Score of games won", whole,
              [Column("name", "Score"), Column("mean", "Mean", "mean"), *ends], NOTES["score"]),
        Table("scores", "Distribution of the group score", table, columns, folded=True),
    ]  # fmt: skip


def _span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}{words.DASH}{high}"


def _stages(context: Context) -> list[Block]:
    """How far the players came."""
    table, side = quest.stages(context.run), context.first
    if len(table) < 2:
        return []
    known = table[table["games"] > 0]
    lost = known.assign(lost=known["games"] * (1 - known[f"win_{side}"]))
    top = lost.loc[lost["lost"].idxmax()]
    total = lost["lost"].sum()
    says = "The players always come to the end."
    if total:
        share = pd.Series(estimates.rate_columns("share", round(top["lost"]), round(total)))
        says = (
            f"Of the games lost, {rate(share, 'share')} end in stage {top['stage']:.0f}, more than elsewhere."
        )
    labels = [f"stage {stage}" for stage in table["stage"]]
    series = [charts.Series.of(table, "share", colours=charts.INK)]
    drawing = charts.dots(
        labels, series, charts.Axis("share of games in which it was the last one reached", "percent")
    )
    columns = [
        Column("stage", "Last stage reached", "count"),
        Column("games", "Games", "count"),
        Column("share", "Share of games", "rate"),
        Column(f"win_{side}", context.wins(side), "rate"),
    ]
    return [
        Chart("stages", drawing, says, f"Stages of the quest reached. {says}"),
        Table("stages", "How far the players came", table, columns),
    ]


def _eliminations(context: Context) -> list[Block]:
    """How players were eliminated, seat by seat."""
    table = quest.eliminations(context.run)
    if table.empty or (table["way"] == quest.ALIVE).all():
        return []
    table["seat_name"] = table["seat"].map(context.seat)
    table["name"] = [_way(way) for way in table["way"]]
    columns = [
        Column("seat_name", "Player"),
        Column("name", "Eliminated by"),
        Column("games", "Games", "count"),
        Column("share", "Share of games", "rate"),
    ]
    if len(context.run.catalogue["seats"]) > 1:
        columns.append(Column(f"win_{context.first}", f"{context.wins(context.first)} these games", "rate"))
    return [Table("eliminations", "How players were eliminated", table, columns, NOTES["eliminations"])]


def _way(way: str) -> str:
    return "not eliminated" if way == quest.ALIVE else words.human(way)
