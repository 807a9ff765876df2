"""The course of games: the measures declared after every round, and what they say about the result.

A round covers the games that were still going after it, since the results of the others are known.
"Won" means won by the first side. Every function returns an empty table for a run without measures.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from mazarbul.analysis.counting.course import TOGETHER, Course, Endings
from mazarbul.analysis.estimates import frequency_quantiles, mean_columns, rate_columns
from mazarbul.analysis.opened import of_opened
from mazarbul.analysis.prediction import blind, judged
from mazarbul.analysis.run import Run
from mazarbul.formats.declared import Measure

BOTH, NOTHING = "both", "nothing"
LOST, WON = 0, 1
SPREAD = (0.05, 0.5, 0.95)  # shares of the games below the numbers that describe them


@of_opened
def counts(run: Run) -> tuple[list[int], dict[str, Measure], dict[str, np.ndarray]]:
    """Return the rounds up to the last that any game reached, the measures recorded, and their games.

    Games: int64 (2, rounds, values ..., lost and won) by measure, see `Course`.
    """
    statistic = Course.of(run)
    if statistic is None:
        return [], {}, {}
    total = run.total(statistic)
    games = next(iter(total.values())).sum((0, 2, 3))
    last = int(np.flatnonzero(games)[-1]) + 1 if games.any() else 0
    return statistic.rounds[:last], statistic.measures, {name: each[:, :last] for name, each in total.items()}


@of_opened
def by_round(run: Run) -> pd.DataFrame:
    """Return the measures after each round, in the games that were won in the end and in those that were not.

    Columns: round, games (still going); win (share of them won in the end, +...); and of every measure
    <measure>_won, <measure>_lost (means, +...).
    """
    rounds, measures, found = counts(run)
    if not rounds:
        return pd.DataFrame()
    found = {name: found[name].sum(0) for name in measures}
    first = next(iter(found.values()))
    columns = {"round": rounds, "games": first.sum((1, 2))}
    columns |= rate_columns("win", first[..., WON].sum(1), columns["games"])
    for name, measure in measures.items():
        values = np.arange(measure.low, measure.high + 1)
        for label, result in (("won", WON), ("lost", LOST)):
            each = found[name][..., result]
            columns |= mean_columns(f"{name}_{label}", each @ values, each @ values**2, each.sum(1))
    return pd.DataFrame(columns)


@of_opened
def by_range(run: Run, name: str) -> pd.DataFrame:
    """Return the win rate for each round and range of a measure after it.

    Columns: round, <name> (words such as "25 to 49%"), low, high, games, win (+...). Empty if the measure has
    no ranges.
    """
    rounds, measures, found = counts(run)
    measure = measures.get(name)
    if not rounds or measure is None or not measure.ranges:
        return pd.DataFrame()
    games, rows = found[name].sum(0), []
    for i, number in enumerate(rounds):
        for low, end in zip(measure.ranges, (*measure.ranges[1:], measure.high + 1), strict=True):
            lost, won = games[i, low - measure.low : end - measure.low].sum(0)
            rows.append((number, _range(measure, low, end - 1), low, end - 1, lost + won, won))
    table = pd.DataFrame(rows, columns=["round", name, "low", "high", "games", "won"])
    table = table[table["games"].groupby(table["low"]).transform("sum") > 0].reset_index(drop=True)
    return table.assign(**rate_columns("win", table["won"], table["games"])).drop(columns="won")


def _range(measure: Measure, low: int, high: int) -> str:
    """Return a range in words."""
    if low == high and measure.unit == "%":
        return {0: "none", 100: "all"}.get(low, f"{low}%")
    return f"{low}{measure.unit}" if low == high else f"{low} to {high}{measure.unit}"


@of_opened
def by_ending(run: Run, name: str) -> pd.DataFrame:
    """Return a measure after each round by the way in which the games end, of those still going then.

    Columns: end_reason, round, games, low, median, high (5%, 50% and 95% of the games are below). Rounds
    without games are left out. Empty if the game does not ask it of the measure.
    """
    statistic = Endings.of(run)
    if statistic is None or name not in statistic.measures:
        return pd.DataFrame()
    measure, total = statistic.measures[name], run.total(statistic)[name]
    values, rows = np.arange(measure.low, measure.high + 1), []
    for reason, games in zip(statistic.reasons, total, strict=True):
        for number, counts in zip(statistic.rounds, games, strict=True):
            if counts.any():
                some = counts > 0
                spread = frequency_quantiles(values[some], counts[some], SPREAD)
                rows.append((reason, number, int(counts.sum()), *spread))
    return pd.DataFrame(rows, columns=["end_reason", "round", "games", "low", "median", "high"])


@of_opened
def prediction(run: Run) -> pd.DataFrame:
    """Return how well each measure, or two together, predict after each round whether the first side wins.

    Columns: known (a measure's id, BOTH; NOTHING in round 0: only how often it wins), round, and those of
    `mazarbul.analysis.prediction.judged`, out of sample, of the games still going.
    """
    rounds, measures, found = counts(run)
    if not rounds:
        return pd.DataFrame()
    first = next(iter(measures))
    rows = [{"known": NOTHING, "round": 0, **judged(blind(found[first][:, 0]))}]
    for i, number in enumerate(rounds):
        tables = {name: found[name][:, i] for name in measures}
        if TOGETHER in found:
            tables[BOTH] = found[TOGETHER][:, i].reshape(2, -1, 2)
        rows += [{"known": name, "round": number, **judged(table)} for name, table in tables.items()]
    return pd.DataFrame(rows)
