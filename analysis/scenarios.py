"""Who wins, how games end, by how much, and how long they take."""

from __future__ import annotations

import re

import numpy as np
import pandas as pd

from analysis.estimates import (
    benjamini_hochberg,
    difference,
    difference_columns,
    mean_columns,
    rate_columns,
)
from analysis.run import Run

QUANTILES = ("p05", "median", "p95")
_COUNTERS = re.compile(r"^(game|seed)$|_\d+$")


def win_rates(run: Run) -> pd.DataFrame:
    """Win rate of every side in every scenario of the run.

    A game without a winner (capped, drawn) is a game not won: it stays in n for every side.
    Columns: scenario, side, games, wins, win (+ _low, _high, _n).
    """
    scenario = "scenario" if "scenario" in run.columns("games") else f"'{run.manifest['scenario']}'"
    counts = run.sql(f"select {scenario} as scenario, winner, count(*) as games from games group by all")
    games = counts.groupby("scenario")["games"].sum()
    rows = pd.MultiIndex.from_product([games.index, run.sides], names=["scenario", "side"]).to_frame(
        index=False
    )
    wins = counts.dropna(subset="winner").set_index(["scenario", "winner"])["games"]
    rows["games"] = rows["scenario"].map(games)
    rows["wins"] = [int(wins.get((row.scenario, row.side), 0)) for row in rows.itertuples()]
    return rows.assign(**rate_columns("win", rows["wins"], rows["games"]))


def starts(run: Run) -> pd.DataFrame:
    """What it does to the result who starts.

    Columns: start, games, share (+...), win_<side> (+...) for every side; effect (first side's win rate with
    this start minus that with all others, +... _p), effect_bh.
    Empty if the run does not record `start`, or if all its games start alike: then play it with another start
    and compare (`analysis.paired`).
    """
    if "start" not in run.columns("games"):
        return pd.DataFrame()
    wins = ", ".join(f"count(*) filter (winner = '{side}') as \"{side}\"" for side in run.sides)
    table = run.sql(
        f"""select start, count(*) as games, {wins} from games where start is not null
        group by all order by games desc, start"""
    )
    if len(table) < 2:
        return pd.DataFrame()
    games, first = table["games"].to_numpy(), table[run.sides[0]].to_numpy()
    columns = rate_columns("share", games, np.full(len(table), games.sum()))
    for side in run.sides:
        columns |= rate_columns(f"win_{side}", table[side], games)
    others = games.sum() - games
    result = difference(first, games, first.sum() - first, others)
    columns |= difference_columns("effect", result, games, others)
    columns["effect_bh"] = benjamini_hochberg(columns["effect_p"])
    return table[["start", "games"]].assign(**columns)


def wins(run: Run, side: str) -> int:
    """Games won by a side."""
    return int(run.sql(f"select count(*) filter (winner = '{side}') from games").iloc[0, 0])


def undecided(run: Run) -> int:
    """Games without a winner."""
    return int(run.sql("select count(*) as n from games where winner is null").iloc[0, 0])


def endings(run: Run) -> pd.DataFrame:
    """How games end: share of each end reason, who wins then, and after how many rounds.

    Columns: reason, games, share (+...), win_<side> (+...) for every side, rounds (mean, +...).
    Empty if the run records no end_reason.
    """
    if "end_reason" not in run.columns("games"):
        return pd.DataFrame()
    rounds = "rounds" if "rounds" in run.columns("games") else "null"
    wins = ", ".join(f"count(*) filter (winner = '{side}') as \"{side}\"" for side in run.sides)
    table = run.sql(
        f"""select coalesce(end_reason, 'unknown') as reason, count(*) as games, {wins},
        sum({rounds})::double as total, sum({rounds} * {rounds})::double as squares
        from games group by all order by games desc, reason"""
    )
    columns = rate_columns("share", table["games"], np.full(len(table), run.games))
    for side in run.sides:
        columns |= rate_columns(f"win_{side}", table[side], table["games"])
    if rounds != "null":
        columns |= mean_columns("rounds", table["total"], table["squares"], table["games"])
    return table[["reason", "games"]].assign(**columns)


def margins(run: Run) -> pd.DataFrame:
    """Return final margins, first side's score minus the second's, split by winner.

    Columns: margin, one count per side (games it won with this margin), none (games without a winner),
    games, share (+...). Empty unless the run has two sides with a score each.
    """
    scores = [f"score_{side}" for side in run.sides]
    if len(scores) != 2 or not set(scores) <= set(run.columns("games")):
        return pd.DataFrame()
    wins = ", ".join(f"count(*) filter (winner = '{side}') as \"{side}\"" for side in run.sides)
    table = run.sql(
        f"""select "{scores[0]}"::integer - "{scores[1]}"::integer as margin, {wins},
        count(*) filter (winner is null) as "none", count(*) as games
        from games where margin is not null group by all order by margin"""
    )
    return table.assign(**rate_columns("share", table["games"], np.full(len(table), run.games)))


def lengths(run: Run) -> pd.DataFrame:
    """Length in rounds: share of games, and every side's win rate in games of that length.

    Columns: rounds, games, share (+...), win_<side> (+...). Empty if the run records no rounds.
    """
    if "rounds" not in run.columns("games"):
        return pd.DataFrame()
    wins = ", ".join(f"count(*) filter (winner = '{side}') as \"{side}\"" for side in run.sides)
    table = run.sql(f"select rounds, count(*) as games, {wins} from games group by all order by rounds")
    columns = rate_columns("share", table["games"], np.full(len(table), run.games))
    for side in run.sides:
        columns |= rate_columns(f"win_{side}", table[side], table["games"])
    return table[["rounds", "games"]].assign(**columns)


def measures(run: Run) -> pd.DataFrame:
    """Every counted quantity of a game (scores, rounds, turns, decisions, ...), whatever the game records.

    Columns: measure, mean (+ _low, _high, _n; n = games in which it is known), p05, median, p95.
    """
    types = run.sql("select column_name, column_type from (describe games)")
    numeric = types[types["column_type"].str.contains("INT|DOUBLE|FLOAT")]["column_name"]
    names = [name for name in numeric if not _COUNTERS.search(name)]
    if not names:
        return pd.DataFrame()
    asked = ", ".join(
        f"""count("{name}"), sum("{name}")::double, sum("{name}"::double * "{name}")::double,
        quantile_cont("{name}", [0.05, 0.5, 0.95])"""
        for name in names
    )
    row = run.sql(f"select {asked} from games").iloc[0].to_numpy().reshape(len(names), 4)
    rows = [
        {
            "measure": name,
            **mean_columns("mean", total, squares, n),
            **dict(zip(QUANTILES, values, strict=True)),
        }
        for name, (n, total, squares, values) in zip(names, row, strict=True)
        if n
    ]
    return pd.DataFrame(rows)
