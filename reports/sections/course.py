"""The course of a game against a quest: threat and progress by round, and when the result is settled."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from analysis import course
from reports import charts, words
from reports.page import Block, Chart, Column, Section, Table
from reports.sections.common import NOTES, TEXTS, Context, mean, rate

SHADES = ("#8fa3b0", "#4f6b7d", "#12293a")
MARKERS = ("o", "s", "D")
LOOKS = {"progress": ("#0072B2", "o"), "threat": ("#D55E00", "s"), "both": (charts.INK, "D")}
NAMES = {"progress": "progress", "threat": "threat", "both": "progress and threat", "nothing": "nothing"}
HALF = 0.5  # of the doubt before the game, by Brier's skill
MIN_GAMES = 30  # a point of a chart rests on at least so many games; the tables show all
MIN_FORETOLD = 100  # the same where win rates are learned from half of them


def build(context: Context) -> Section | None:
    """Return progress and threat by round; None if the run does not record them."""
    rounds = course.by_round(context.run)
    if rounds.empty:
        return None
    predicted, ranges = course.prediction(context.run), course.by_progress(context.run)
    blocks: list[Block] = []
    for name, label in (
        ("progress", "quest progress after the round, percent"),
        ("threat", "highest threat"),
    ):
        if f"{name}_won" in rounds:
            blocks.append(_won_lost(context, rounds, name, label))
    if len(ranges):
        blocks.append(_by_progress(context, ranges))
    blocks.append(_predicted(predicted))
    blocks += [_rounds_table(context, rounds), _predicted_table(predicted)]
    if len(ranges):
        blocks.append(_ranges_table(context, ranges))
    said = {block.name: block.says for block in blocks if isinstance(block, Chart)}
    findings = [said[name] for name in ("foretold", "course_threat") if name in said]
    title = "Progress and threat, and when games are decided"
    return Section("course", title, TEXTS["intro"]["course"], blocks, findings)


def settled(table: pd.DataFrame) -> pd.Series | None:
    """Return the first round after which all that is known takes away half of the doubt for certain.

    table: of `course.prediction`. None if there is no such round.
    """
    best = table[(table["known"] == best_known(table)) & (table["games"] >= MIN_FORETOLD)]
    reached = best[best["skill_low"] >= HALF]
    return reached.iloc[0] if len(reached) else None


def best_known(table: pd.DataFrame) -> str:
    """Return the name of the most that is known: both measures, or the one recorded."""
    known = [name for name in ("both", *course.MEASURES) if (table["known"] == name).any()]
    return known[0]


def settled_words(table: pd.DataFrame) -> str:
    """Say how well the most that is known foretells the result, and when."""
    name = best_known(table)
    blind, later = table.iloc[0], table[(table["known"] == name) & (table["games"] >= MIN_FORETOLD)]
    if later.empty:
        return "Too few games to tell when they are decided."
    middle = later.iloc[len(later) // 2]
    says = (
        f"Whoever guesses the result from {NAMES[name]} after round {middle['round']:.0f} is right in "
        f"{rate(middle, 'accuracy')} of the games still going, n {words.count(middle['games'])}; without "
        f"knowing anything in {rate(blind, 'accuracy')}"
    )
    first = settled(table)
    if first is None:
        return f"{says}; after no round is more than half of the doubt clearly gone."
    return (
        f"{says}; from round {first['round']:.0f} on more than half of the doubt is gone, "
        f"{rate(first, 'skill')} of it."
    )


def _won_lost(context: Context, rounds: pd.DataFrame, name: str, label: str) -> Chart:
    """Draw the mean of a measure by round, games won against games lost."""
    series = []
    owners = {"won": context.first, "lost": next(iter(context.run.opponents), context.first)}
    enough = (rounds[[f"{name}_won_n", f"{name}_lost_n"]] >= MIN_GAMES).any(axis=1)
    drawn = rounds[enough] if enough.any() else rounds
    for result, owner in owners.items():
        shown = drawn.copy()
        few = shown[f"{name}_{result}_n"] < MIN_GAMES
        columns = [f"{name}_{result}{tail}" for tail in ("", "_low", "_high")]
        shown.loc[few, columns] = float("nan")
        style = {"colours": context.colour(owner), "markers": context.marker(owner)}
        series.append(
            charts.Series.of(shown, f"{name}_{result}", label=f"games {result} in the end", **style)
        )
    common = rounds[(rounds[f"{name}_won_n"] >= MIN_GAMES) & (rounds[f"{name}_lost_n"] >= MIN_GAMES)]
    says = f"{words.capital(NAMES[name])} after each round."
    if len(common):
        row = common.iloc[len(common) // 2]
        n = [words.count(row[f"{name}_{result}_n"]) for result in ("won", "lost")]
        says = (
            f"After round {row['round']:.0f} the mean {name} is {mean(row, f'{name}_won', 1)} in games "
            f"won in the end and {mean(row, f'{name}_lost', 1)} in games lost, n {n[0]} and {n[1]}."
        )
    drawing = charts.lines(list(drawn["round"]), series, charts.Axis(label), "after round")
    return Chart(f"course_{name}", drawing, says, f"{words.capital(name)} by round. {says}")


def _by_progress(context: Context, ranges: pd.DataFrame) -> Chart:
    """Draw the win rate by progress at an early, a middle and a late round."""
    games = ranges.groupby("round")["games"].sum()
    common = [r for r, n in games.items() if n >= max(MIN_GAMES, 0.05 * context.run.games)] or list(
        games.index
    )
    chosen = sorted({common[0], common[len(common) // 2], common[-1]})
    names = list(dict.fromkeys(ranges["progress"]))
    series = []
    for number, shade, marker in zip(chosen, SHADES[-len(chosen) :], MARKERS, strict=False):
        rows = ranges[ranges["round"] == number].set_index("progress").reindex(names)
        rows.loc[rows["games"] < MIN_GAMES, ["win", "win_low", "win_high"]] = float("nan")
        series.append(charts.Series.of(rows, "win", label=f"round {number}", colours=shade, markers=marker))
    axis = charts.Axis(context.wins(context.first), "percent", limits=(-0.02, 1.02))
    drawing = charts.lines(range(len(names)), series, axis, "quest progress after the round", names)
    middle = ranges[(ranges["round"] == chosen[len(chosen) // 2]) & (ranges["games"] >= MIN_GAMES)]
    says = "Win rate by progress after a round."
    if len(middle):
        told = words.listing(
            f"{row['progress']} {rate(row, 'win')}" for _, row in middle.iloc[[0, -1]].iterrows()
        )
        says = f"Win rate by progress after round {chosen[len(chosen) // 2]}, from least to most: {told}."
    return Chart("course_ranges", drawing, says, f"Win rate by quest progress. {says}")


def _predicted(table: pd.DataFrame) -> Chart:
    """Draw how well what is known foretells the result, round by round."""
    common = table[table["games"] >= MIN_FORETOLD]
    series, rounds = [], sorted({0, *common["round"]})
    for name in ("progress", "threat", "both"):
        rows = common[common["known"] == name]
        if len(rows):
            colour, marker = LOOKS[name]
            wide = rows.set_index("round").reindex(rounds)
            series.append(charts.Series.of(wide, "skill", label=NAMES[name], colours=colour, markers=marker))
    if not series:
        wide = table.iloc[:1].set_index("round").reindex(rounds)
        series = [charts.Series.of(wide, "skill")]
    axis = charts.Axis("share of the doubt taken away", "percent", HALF, limits=(-0.03, 1.03))
    drawing = charts.lines(rounds, series, axis, "known after this round (0: nothing)")
    says = settled_words(table)
    return Chart("foretold", drawing, says, f"How well progress and threat foretell the result. {says}")


def _rounds_table(context: Context, rounds: pd.DataFrame) -> Table:
    columns = [
        Column("round", "After round", "count"),
        Column("games", "Games still going", "count"),
        Column("win", f"{context.wins(context.first)} in the end", "rate"),
        *_mean_columns("progress", "Progress, percent"),
        *_mean_columns("threat", "Highest threat"),
    ]
    return Table("course", "Progress and threat by round", rounds, columns)


def _mean_columns(name: str, label: str) -> Sequence[Column]:
    return [Column(f"{name}_{result}", f"{label}, games {result}", "mean") for result in ("won", "lost")]


def _ranges_table(context: Context, ranges: pd.DataFrame) -> Table:
    columns = [
        Column("round", "After round", "count"),
        Column("progress", "Progress"),
        Column("games", "Games", "count"),
        Column("win", context.wins(context.first), "rate"),
    ]
    return Table("course_ranges", "Win rate by progress", ranges, columns, folded=True)


def _predicted_table(table: pd.DataFrame) -> Table:
    columns = [
        Column("known_name", "Known"),
        Column("round", "After round", "count"),
        Column("games", "Games", "count"),
        Column("accuracy", "Right guesses", "rate"),
        Column("skill", "Doubt taken away", "rate", show_n=False),
        Column("auc", "Area under the curve", "rate", show_n=False),
        Column("log_loss", "Log loss", "number", digits=3),
        Column("base_log_loss", "Log loss, nothing known", "number", digits=3),
    ]
    named = table.assign(known_name=table["known"].map(NAMES))
    caption = "How well progress and threat foretell the result"
    return Table("foretold", caption, named, columns, NOTES["foretold"])
