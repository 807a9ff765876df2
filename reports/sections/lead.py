"""Who is ahead when, when that changes, and what it tells."""

from __future__ import annotations

import pandas as pd

from analysis import lead
from reports import charts, words
from reports.page import Chart, Column, Section, Table
from reports.sections.common import Context, rate

MARKERS = ("o", "s", "D")
SHADES = ("#8fa3b0", "#4f6b7d", "#12293a")
MIN_GAMES = 30  # a point of a chart rests on at least so many games; the tables show all


def build(context: Context) -> Section | None:
    """Return the lead by round; None if the run does not record it."""
    rounds = lead.by_round(context.run)
    if rounds.empty:
        return None
    first, second = (context.side(side) for side in context.run.sides)
    intro = f"A lead is the score of {first} minus that of {second}, after the combats of a round."
    leads, changes = lead.by_lead(context.run), lead.changes(context.run)
    blocks = [
        _foretells(context, rounds),
        _by_size(context, leads),
        _changes(changes),
        _rounds_table(context, rounds),
        _leads_table(context, leads),
        _changes_table(changes),
    ]
    return Section("lead", "The lead", intro, blocks, [blocks[0].says])


def _foretells(context: Context, rounds: pd.DataFrame) -> Chart:
    shown = rounds[rounds["leader_wins_n"] >= MIN_GAMES]
    shown = rounds if shown.empty else shown
    series = []
    for side in context.run.sides:
        style = {
            "label": f"{context.side(side)} ahead",
            "colours": context.colour(side),
            "markers": context.marker(side),
        }
        series.append(charts.Series.of(shown, f"wins_{side}", **style))
    axis = charts.Axis("share that goes on to win", "percent", 0.5)
    start, middle = shown.iloc[0], shown.iloc[len(shown) // 2]
    says = (
        f"The side ahead after round {start['round']:.0f} goes on to win {rate(start, 'leader_wins')} of its "
        f"games, after round {middle['round']:.0f} {rate(middle, 'leader_wins')}."
    )
    drawing = charts.lines(shown["round"], series, axis, "side ahead after this round")
    return Chart("lead_by_round", drawing, says, f"How often the leader after each round wins. {says}")


def _by_size(context: Context, leads: pd.DataFrame) -> Chart:
    """Win rate by size of the lead at an early, a middle and a late round."""
    games = leads.groupby("round")["games"].sum()
    rounds = [number for number, n in games.items() if n >= max(MIN_GAMES, 0.05 * context.run.games)] or list(
        games.index
    )
    chosen = sorted({rounds[0], rounds[len(rounds) // 2], rounds[-1]})
    names = list(dict.fromkeys(leads["lead"]))
    series = []
    for number, shade, marker in zip(chosen, SHADES[-len(chosen) :], MARKERS, strict=False):
        rows = leads[leads["round"] == number].set_index("lead").reindex(names)
        rows.loc[rows["games"] < MIN_GAMES, ["win", "win_low", "win_high"]] = float("nan")
        series.append(charts.Series.of(rows, "win", label=f"round {number}", colours=shade, markers=marker))
    first = context.side(context.first)
    axis = charts.Axis(f"{first} wins", "percent", 0.5, limits=(-0.02, 1.02))
    drawing = charts.lines(range(len(names)), series, axis, f"lead of {first} after the round", names)
    level = leads[(leads["round"] == chosen[-1]) & (leads["low_lead"] == 0)].iloc[0]
    says = (
        f"Level after round {chosen[-1]}, {first} still won {rate(level, 'win')} of such games, "
        f"n {words.count(level['games'])}."
    )
    if level["games"] == 0:
        says = f"No game was level after round {chosen[-1]}."
    return Chart(
        "lead_size", drawing, says, f"Win rate of {first} by size of its lead after rounds {chosen}. {says}"
    )


def _changes(changes: pd.DataFrame) -> Chart:
    style = {"colours": charts.SIDE_COLOURS[2], "markers": "D"}
    series = [
        charts.Series.of(changes, "for_good", label="winner ahead for good from here", **style),
        charts.Series.of(changes, "changed", label="lead changes hands", colours=charts.INK),
    ]
    top, good = changes.loc[changes["changed"].idxmax()], changes.loc[changes["for_good"].idxmax()]
    rivals = changes[(changes["changed_high"] >= top["changed_low"]) & (changes["round"] != top["round"])]
    says = (
        f"The lead changes hands most often in round {top['round']:.0f}, in {rate(top, 'changed')} of games"
    )
    if len(rivals):
        rounds = words.listing(f"{number:.0f}" for number in rivals["round"])
        many = len(rivals) > 1
        says += (
            f" (the intervals of rounds {rounds} overlap)" if many else f" (that of round {rounds} overlaps)"
        )
    says += (
        f"; the winner most often goes ahead for good in round {good['round']:.0f}, {rate(good, 'for_good')}."
    )
    drawing = charts.lines(changes["round"], series, charts.Axis("share of games", "percent"), "round")
    return Chart("lead_changes", drawing, says, f"Lead changes by round. {says}")


def _rounds_table(context: Context, rounds: pd.DataFrame) -> Table:
    columns = [
        Column("round", "After round", "count"),
        Column("games", "Games", "count"),
        Column("lead", f"Mean lead of {context.side(context.first)}", "mean"),
        Column("leader_wins", "Leader wins", "rate"),
        *(Column(f"ahead_{side}", f"{context.side(side)} ahead", "rate") for side in context.run.sides),
        *(
            Column(f"wins_{side}", f"{context.side(side)} wins if ahead", "rate")
            for side in context.run.sides
        ),
        Column("tied", "Level", "rate"),
    ]
    return Table("lead_by_round", "What the lead after a round tells of the winner", rounds, columns)


def _leads_table(context: Context, leads: pd.DataFrame) -> Table:
    columns = [
        Column("round", "After round", "count"),
        Column("lead", f"Lead of {context.side(context.first)}"),
        Column("games", "Games", "count"),
        Column("win", f"{context.side(context.first)} wins", "rate"),
    ]
    return Table("lead_size", "Win rate by size of the lead", leads, columns, folded=True)


def _changes_table(changes: pd.DataFrame) -> Table:
    columns = [
        Column("round", "Round", "count"),
        Column("games", "Games that reached it", "count"),
        Column("changed", "Lead changes hands", "rate"),
        Column("for_good", "Winner ahead for good from here", "rate"),
    ]
    late = words.percent(1 - changes["for_good"].sum())
    note = f"In {late} of games the winner was not ahead after the last round, or there was no winner."
    return Table("lead_changes", "When the lead changes", changes, columns, note)
