"""Who is ahead when, when that changes, and what it says about the winner."""

from __future__ import annotations

import pandas as pd

from mazarbul.analysis import lead, words
from mazarbul.analysis.estimates import rate_columns
from mazarbul.reports import charts
from mazarbul.reports.blocks import Block, Chart, Column, Section, Table
from mazarbul.reports.looks import ENOUGH
from mazarbul.reports.sections.common import NOTES, Topic, rate, winner_bars

MARKERS = ("o", "s", "D")
SHADES = ("early", "middle", "late")
HALF = 0.5  # of the uncertainty before the game, by the Brier skill score
BEHIND = 3  # points behind, in the sentence on comebacks
MIN_GAMES = 30  # least number of games behind a point in a chart; the tables show all


def build(topic: Topic) -> Section | None:
    """Return the section on the lead by round; None if the run does not record it."""
    rounds = lead.by_round(topic.run)
    if rounds.empty:
        return None
    first, second = (topic.noun(side) for side in topic.run.sides)
    intro = f"A lead is the score of {first} minus that of {second} at the end of a {topic.words.round}."
    leads, changes = lead.by_lead(topic.run), lead.changes(topic.run)
    predicted, comebacks, swings = (
        make(topic.run) for make in (lead.prediction, lead.comebacks, lead.swings)
    )
    charted = [
        _predicts(topic, rounds),
        _by_size(topic, leads),
        _predicted(predicted),
        _comebacks(topic, comebacks),
    ]
    blocks: list[Block] = [
        *charted,
        _changes(changes),
        _swings(topic, swings),
        _rounds_table(topic, rounds),
        _predicted_table(predicted),
        _comebacks_table(topic, comebacks),
        _leads_table(topic, leads),
        _changes_table(changes),
        _swings_table(topic, swings),
    ]
    findings = [block.says for block in charted if block.name != "lead_size"]
    return Section("lead", "The lead, and when games are decided", intro, blocks, findings)


def _predicts(topic: Topic, rounds: pd.DataFrame) -> Chart:
    shown = rounds[rounds["leader_wins_n"] >= MIN_GAMES]
    shown = rounds if shown.empty else shown
    series = []
    for side in topic.run.sides:
        style = {
            "label": f"{topic.side(side)} ahead",
            "colours": topic.colour(side),
            "markers": topic.marker(side),
        }
        series.append(charts.Series.of(shown, f"wins_{side}", **style))
    axis = charts.Axis("share that goes on to win", "percent", 0.5)
    start, middle = shown.iloc[0], shown.iloc[len(shown) // 2]
    says = (
        f"The side ahead after round {start['round']:.0f} goes on to win {rate(start, 'leader_wins')} of its "
        f"games. After round {middle['round']:.0f}, it wins {rate(middle, 'leader_wins')}."
    )
    drawing = charts.LineChart(shown["round"], series, axis, "side ahead after this round")
    return Chart("lead_by_round", drawing, says, f"How often the leader after each round wins. {says}")


def _by_size(topic: Topic, leads: pd.DataFrame) -> Chart:
    """Draw the win rate by size of the lead at an early, a middle and a late round."""
    games = leads.groupby("round")["games"].sum()
    rounds = [number for number, n in games.items() if n >= max(MIN_GAMES, 0.05 * topic.run.games)] or list(
        games.index
    )
    chosen = sorted({rounds[0], rounds[len(rounds) // 2], rounds[-1]})
    names = list(dict.fromkeys(leads["lead"]))
    series = []
    for number, shade, marker in zip(chosen, SHADES[-len(chosen) :], MARKERS, strict=False):
        rows = leads[leads["round"] == number].set_index("lead").reindex(names)
        rows.loc[rows["games"] < MIN_GAMES, ["win", "win_low", "win_high"]] = float("nan")
        series.append(charts.Series.of(rows, "win", label=f"round {number}", colours=shade, markers=marker))
    first = topic.noun(topic.first)
    axis = charts.Axis(topic.wins(topic.first), "percent", 0.5, limits=(-0.02, 1.02))
    drawing = charts.LineChart(range(len(names)), series, axis, f"lead of {first} after the round", names)
    level = leads[(leads["round"] == chosen[-1]) & (leads["low_lead"] == 0)].iloc[0]
    after = words.listing(map(str, chosen))
    says = (
        f"Level after round {chosen[-1]}, {first} still won {rate(level, 'win')} of such games, "
        f"n {words.count(level['games'])}."
    )
    if level["games"] < ENOUGH:
        says = f"Too few games were level after round {chosen[-1]} to say who wins them."
    elif level["win"] in (0, 1):  # a rule decides, not play
        says = f"Every game that was level after round {chosen[-1]} had the same winner."
    return Chart(
        "lead_size", drawing, says, f"Win rate of {first} by size of its lead after rounds {after}. {says}"
    )


def settled(table: pd.DataFrame) -> pd.Series | None:
    """Return the first round after which the lead clearly removes half of the uncertainty; None without one.

    table: of `mazarbul.analysis.lead.prediction`. Rounds that few games reach do not count.
    """
    reached = table[(table["skill_low"] >= HALF) & (table["games"] >= MIN_GAMES)]
    return reached.iloc[0] if len(reached) else None


def _predicted(table: pd.DataFrame) -> Chart:
    """Draw how well the lead predicts the winner, round by round."""
    shown = table[table["games"] >= MIN_GAMES]
    shown = table if shown.empty else shown
    later = shown.iloc[1:]
    middle = later.iloc[len(later) // 2]
    says = (
        f"Guesses from the lead after round {middle['round']:.0f} are right in "
        f"{rate(middle, 'accuracy')} of the games still going, n {words.count(middle['games'])}. Guesses "
        f"without knowing the lead are right in {rate(middle, 'base_accuracy')} of the same games. "
    )
    first = settled(later)
    if first is not None:
        says += (
            f"Round {first['round']:.0f} is the first in which the lead removes more than half of the "
            f"uncertainty: {rate(first, 'skill')} of it."
        )
    else:
        says += "In no round does the lead clearly remove more than half of the uncertainty."
    series = [
        charts.Series.of(shown, "accuracy", label="right guesses", colours=charts.INK),
        charts.Series.of(
            shown, "skill", label="skill: share of the uncertainty removed", colours=SHADES[0], markers="D"
        ),
    ]
    axis = charts.Axis("out of sample", "percent", limits=(-0.03, 1.03))
    drawing = charts.LineChart(shown["round"], series, axis, "lead known after this round (0: not known)")
    return Chart("prediction", drawing, says, f"How well the lead predicts the winner. {says}")


def _comebacks(topic: Topic, table: pd.DataFrame) -> Chart:
    """Draw how often a side that fell behind still won."""
    series = [
        charts.Series.of(
            table[table["side"] == side],
            "win",
            label=f"{topic.side(side)} behind",
            colours=topic.colour(side),
            markers=topic.marker(side),
        )
        for side in topic.run.sides
    ]
    both = table[table["side"] == "all"]
    row = both[both["behind"] == BEHIND].iloc[0]
    says = (
        f"A side that was {BEHIND} or more points behind still won {rate(row, 'win')} of such games. "
        f"Of all winners, {rate(row, 'came_back')} had been that far behind."
    )
    if row["win_n"] < ENOUGH:
        says = f"Too few sides were {BEHIND} or more points behind to say how often they still win."
    ticks = [f"{number} or more" for number in both["behind"]]
    axis = charts.Axis("share that it won after all", "percent")
    drawing = charts.LineChart(range(len(both)), series, axis, "points behind, after any round", ticks)
    return Chart("comebacks", drawing, says, f"Comebacks by deficit. {says}")


def _swings(topic: Topic, table: pd.DataFrame) -> Chart:
    """Draw how many times the lead changes hands in a game."""
    none, several = table.iloc[0], table[table["changes"] >= 2]["games"].sum()
    shares = pd.Series(rate_columns("several", several, topic.run.games))
    says = (
        f"The lead never changes hands in {rate(none, 'share')} of games. It changes twice or "
        f"more often in {rate(shares, 'several')}."
    )
    axis = charts.Axis("share of games", "percent")
    parts = winner_bars(topic, table, "win_{}")
    total = charts.Series.of(table, "share")
    drawing = charts.BarChart(table["changes"], parts, total, axis, "changes of the lead, coloured by winner")
    return Chart("lead_swings", drawing, says, f"Changes of the lead per game. {says}")


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
        f". The winner most often goes ahead for good in round {good['round']:.0f}, {rate(good, 'for_good')}."
    )
    drawing = charts.LineChart(changes["round"], series, charts.Axis("share of games", "percent"), "round")
    return Chart("lead_changes", drawing, says, f"Lead changes by round. {says}")


def _rounds_table(topic: Topic, rounds: pd.DataFrame) -> Table:
    columns = [
        Column("round", "After round", "count"),
        Column("games", "Games", "count"),
        Column("leader_wins", "Leader wins", "rate"),
        *(Column(f"wins_{side}", f"{topic.wins(side)} if ahead", "rate") for side in topic.run.sides),
        *(Column(f"ahead_{side}", f"{topic.side(side)} ahead", "rate") for side in topic.run.sides),
        Column("lead", f"Mean lead of {topic.side(topic.first)}", "mean"),
        Column("tied", "Level", "rate"),
    ]
    return Table("lead_by_round", "What the lead after a round says about the winner", rounds, columns)


def _leads_table(topic: Topic, leads: pd.DataFrame) -> Table:
    columns = [
        Column("round", "After round", "count"),
        Column("lead", f"Lead of {topic.side(topic.first)}"),
        Column("games", "Games", "count"),
        Column("win", topic.wins(topic.first), "rate"),
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


def _predicted_table(table: pd.DataFrame) -> Table:
    columns = [
        Column("round", "Lead after round", "count"),
        Column("games", "Games", "count"),
        Column("accuracy", "Right guesses", "rate"),
        Column("base_accuracy", "Right guesses, lead unknown", "rate", show_n=False),
        Column("skill", "Skill", "rate", show_n=False),
        Column("auc", "Area under the curve", "rate", show_n=False),
        Column("log_loss", "Log loss", "number", digits=3),
        Column("base_log_loss", "Log loss, lead unknown", "number", digits=3),
    ]
    return Table("prediction", "How well the lead predicts the winner", table, columns, NOTES["prediction"])


def _comebacks_table(topic: Topic, table: pd.DataFrame) -> Table:
    named = table.assign(side_name=["either side" if s == "all" else topic.side(s) for s in table["side"]])
    columns = [
        Column("behind", "Behind by at least", "count"),
        Column("side_name", "Side"),
        Column("win", "Won after all", "rate"),
        Column("came_back", "Of its wins, after being that far behind", "rate"),
    ]
    return Table("comebacks", "Comebacks", named, columns, NOTES["comebacks"])


def _swings_table(topic: Topic, table: pd.DataFrame) -> Table:
    columns = [
        Column("changes", "Changes of the lead", "count"),
        Column("games", "Games", "count"),
        Column("share", "Share of games", "rate"),
        *(Column(f"win_{side}", topic.wins(side), "rate") for side in topic.run.sides),
    ]
    return Table("lead_swings", "How often the lead changes hands in a game", table, columns, folded=True)
