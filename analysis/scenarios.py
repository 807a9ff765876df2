"""Who wins, how games end, by how much, and how long they take."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pandas as pd

from mazarbul.analysis.counting.games import Margins, Measures, Results
from mazarbul.analysis.estimates import (
    difference,
    difference_columns,
    family_columns,
    frequency_quantiles,
    mean_columns,
    rate_columns,
)
from mazarbul.analysis.opened import of_opened
from mazarbul.analysis.run import Run

QUANTILES = ("p05", "median", "p95")


@of_opened
def win_rates(run: Run) -> pd.DataFrame:
    """Return the win rate of every side in every scenario of the run.

    A game without a winner (capped, drawn) is not won: it stays in n for every side.
    Columns: scenario, side, games, wins, win (+ _low, _high, _n).
    """
    counts = results(run)
    if "scenario" not in counts:
        counts["scenario"] = run.manifest["scenario"]
    games = counts.groupby("scenario")["games"].sum()
    rows = pd.MultiIndex.from_product([games.index, run.sides], names=["scenario", "side"]).to_frame(
        index=False
    )
    wins = counts.groupby(["scenario", "winner"])["games"].sum()
    rows["games"] = rows["scenario"].map(games)
    rows["wins"] = [int(wins.get((row.scenario, row.side), 0)) for row in rows.itertuples()]
    return rows.assign(**rate_columns("win", rows["wins"], rows["games"]))


@of_opened
def starts(run: Run) -> pd.DataFrame:
    """Return how the start changes the result.

    Columns: start, games, share (+...), win_<side> (+...) for every side; effect (first side's win rate with
    this start minus that with all others, +... _p), effect_bh.
    Empty if the run does not record `start`, or if all its games start in the same way: then play it with
    another start and compare (`mazarbul.analysis.paired`).
    """
    if "start" not in run.columns("games"):
        return pd.DataFrame()
    table = won_by(run, results(run).dropna(subset="start"), ["start"])
    table = table.sort_values(["games", "start"], ascending=[False, True], ignore_index=True)
    if len(table) < 2:
        return pd.DataFrame()
    games, first = table["games"].to_numpy(), table[run.sides[0]].to_numpy()
    columns = rate_columns("share", games, np.full(len(table), games.sum()))
    for side in run.sides:
        columns |= rate_columns(f"win_{side}", table[side], games)
    others = games.sum() - games
    result = difference(first, games, first.sum() - first, others)
    columns |= difference_columns("effect", result, games, others)
    columns |= family_columns("effect", columns)
    return table[["start", "games"]].assign(**columns)


@of_opened
def wins(run: Run, side: str) -> int:
    """Return the number of games won by a side."""
    counts = results(run)
    return int(counts["games"][counts["winner"] == side].sum())


@of_opened
def cut_off(run: Run) -> int:
    """Return the number of games that were cut off before they ended, as the game declares it."""
    if "end_reason" not in run.columns("games"):
        return 0
    counts = results(run)
    return int(counts["games"][counts["end_reason"].isin(run.declared.outcome.cut)].sum())


def share_cut_off(run: Run) -> float:
    """Return the share of games that were cut off."""
    return cut_off(run) / max(run.games, 1)


def seconds(run: Run) -> float:
    """Return the seconds of play for each game; NaN if they are not known."""
    return (run.manifest.get("seconds_playing") or float("nan")) / max(run.games, 1)


@of_opened
def undecided(run: Run) -> int:
    """Return the number of games without a winner; players together lose what they do not win."""
    if run.is_cooperative:
        return 0
    counts = results(run)
    return int(counts["games"][counts["winner"].isna()].sum())


@of_opened
def results(run: Run) -> pd.DataFrame:
    """Return games by those of scenario, winner, end_reason, start and rounds that the run records."""
    return run.total(Results(run)).to_pandas()


def won_by(run: Run, counts: pd.DataFrame, keys: list[str], more: Sequence[str] = ()) -> pd.DataFrame:
    """Return games by some columns, and how many of them each side won, sorted by those columns.

    counts: games by combinations, with `winner`. more: other columns to sum up. Columns: keys, games, one for
    every side, more.
    """
    table = counts.assign(**{side: counts["games"] * (counts["winner"] == side) for side in run.sides})
    return table.groupby(keys, dropna=False)[["games", *run.sides, *more]].sum().reset_index()


@of_opened
def endings(run: Run) -> pd.DataFrame:
    """Return how games end: share of each end reason, who wins then, and after how many rounds.

    Columns: reason, games, share (+...), win_<side> (+...) for every side, rounds (mean, +...).
    Empty if the run records no end_reason.
    """
    if "end_reason" not in run.columns("games"):
        return pd.DataFrame()
    counts = results(run)
    counts["reason"] = counts["end_reason"].fillna("unknown")
    has_rounds = "rounds" in counts
    if has_rounds:
        counts["total"] = counts["rounds"] * counts["games"]
        counts["squares"] = counts["rounds"] * counts["total"]
    table = won_by(run, counts, ["reason"], ("total", "squares") if has_rounds else ())
    table = table.sort_values(["games", "reason"], ascending=[False, True], ignore_index=True)
    columns = rate_columns("share", table["games"], np.full(len(table), run.games))
    for side in run.sides:
        columns |= rate_columns(f"win_{side}", table[side], table["games"])
    if has_rounds:
        columns |= mean_columns("rounds", table["total"], table["squares"], table["games"])
    return table[["reason", "games"]].assign(**columns)


@of_opened
def margins(run: Run) -> pd.DataFrame:
    """Return final margins, first side's score minus the second's, split by winner.

    Columns: margin, one count per side (games it won with this margin), none (games without a winner),
    games, share (+...). Empty unless the run has two sides with a score each.
    """
    statistic = Margins.of(run)
    if statistic is None:
        return pd.DataFrame()
    counts = run.total(statistic).to_pandas()
    counts["none"] = counts["games"] * counts["winner"].isna()
    table = won_by(run, counts, ["margin"], ("none",))[["margin", *run.sides, "none", "games"]]
    return table.assign(**rate_columns("share", table["games"], np.full(len(table), run.games)))


@of_opened
def lengths(run: Run) -> pd.DataFrame:
    """Return lengths in rounds: share of games, and every side's win rate in games of that length.

    Columns: rounds, games, share (+...), win_<side> (+...). Empty if the run records no rounds.
    """
    if "rounds" not in run.columns("games"):
        return pd.DataFrame()
    table = won_by(run, results(run), ["rounds"])
    columns = rate_columns("share", table["games"], np.full(len(table), run.games))
    for side in run.sides:
        columns |= rate_columns(f"win_{side}", table[side], table["games"])
    return table[["rounds", "games"]].assign(**columns)


@of_opened
def measures(run: Run) -> pd.DataFrame:
    """Return every counted quantity that the game records (scores, rounds, turns, decisions, ...).

    Columns: measure, mean (+ _low, _high, _n; n = games in which it is known), p05, median, p95.
    """
    rows = []
    for name, values, games in values_of(run):
        total, squares = (values * games).sum(), (values**2 * games).sum()
        quantiles = frequency_quantiles(values, games, (0.05, 0.5, 0.95))
        columns = mean_columns("mean", total, squares, games.sum())
        rows.append({"measure": name, **columns, **dict(zip(QUANTILES, quantiles, strict=True))})
    return pd.DataFrame(rows)


def values_of(run: Run) -> Iterator[tuple[str, np.ndarray, np.ndarray]]:
    """Yield every counted quantity that is known of any game: name, values ascending, games with each."""
    statistic = Measures(run)
    table = run.total(statistic).to_pandas()
    for name in statistic.measures:
        rows = table[table["measure"] == name]
        if len(rows):
            yield name, rows["value"].to_numpy(), rows["games"].to_numpy()
