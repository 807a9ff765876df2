"""The course of a game against a quest: threat and progress round by round, and what they tell of the result.

Reads the columns `threat_round_<r>` (highest threat of a living player after round r) and
`progress_round_<r>` (quest progress in percent of all quest points), null once the game was over. A round
speaks of the games that were still going after it, since the others are no longer to be foretold. Every
function returns an empty table for a run without them.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from analysis.counting.course import MEASURES, SIZES, Course
from analysis.estimates import mean_columns, rate_columns
from analysis.prediction import blind, judged
from analysis.run import Run

COARSE = 2  # values taken together where both are known, so that few games meet in a cell by chance
STEPS = (0, 1, 25, 50, 75, 100)  # where ranges of progress begin
LOST, WON = 0, 1


def counts(run: Run) -> tuple[list[int], dict[str, bool], np.ndarray]:
    """Round numbers up to the last that any game reached, which measures are recorded, and their games.

    Games: int64 (2, rounds, progress, threat, lost and won), see `Course`. No rounds unless players are
    together against a quest.
    """
    statistic = Course.of(run)
    if statistic is None:
        return [], {}, np.zeros(0)
    games = run.total(statistic)["games"]
    last = int(np.flatnonzero(games.sum((0, 2, 3, 4)))[-1]) + 1 if games.any() else 0
    return statistic.rounds[:last], statistic.recorded, games[:, :last]


def by_round(run: Run) -> pd.DataFrame:
    """Progress and threat after each round, in the games that were won in the end and in those that were not.

    Columns: round, games (still going); win (share of them won in the end, +...); and, where recorded,
    progress_won, progress_lost, threat_won, threat_lost (means, +...).
    """
    rounds, recorded, found = counts(run)
    if not rounds:
        return pd.DataFrame()
    found = found.sum(0)
    columns = {"round": rounds, "games": found.sum((1, 2, 3))}
    columns |= rate_columns("win", found[..., WON].sum((1, 2)), columns["games"])
    for name, axis in (("progress", 2), ("threat", 1)):
        values = np.arange(SIZES[name])
        for label, result in (("won", WON), ("lost", LOST)) if recorded[name] else ():
            each = found[..., result].sum(axis)
            sums = each @ values, each @ values**2, each.sum(1)
            columns |= mean_columns(f"{name}_{label}", *sums)
    return pd.DataFrame(columns)


def by_progress(run: Run) -> pd.DataFrame:
    """Win rate for each round and range of progress after it.

    Columns: round, progress (words such as "25 to 49%"), low, high, games, win (+...).
    """
    rounds, recorded, found = counts(run)
    if not rounds or not recorded["progress"]:
        return pd.DataFrame()
    found = found.sum((0, 3))
    rows = []
    for i, number in enumerate(rounds):
        for low, high in zip(STEPS, (*STEPS[1:], SIZES["progress"]), strict=True):
            lost, won = found[i, low:high].sum(0)
            rows.append((number, _range(low, high - 1), low, high - 1, lost + won, won))
    table = pd.DataFrame(rows, columns=["round", "progress", "low", "high", "games", "won"])
    table = table[table["games"].groupby(table["low"]).transform("sum") > 0].reset_index(drop=True)
    return table.assign(**rate_columns("win", table["won"], table["games"])).drop(columns="won")


def _range(low: int, high: int) -> str:
    return "none" if high == 0 else "all" if low == high else f"{low} to {high}%"


def prediction(run: Run) -> pd.DataFrame:
    """How well progress, threat, or both, after each round foretell whether the players win, out of sample.

    Columns: known ("progress", "threat", "both"; "nothing" in round 0: only how often they win), round, and
    those of `analysis.prediction.judged`, of the games still going.
    """
    rounds, recorded, found = counts(run)
    if not rounds:
        return pd.DataFrame()
    rows = [{"known": "nothing", "round": 0, **judged(blind(found[:, 0].sum(2)))}]
    for i, number in enumerate(rounds):
        tables = {"progress": found[:, i].sum(2), "threat": found[:, i].sum(1), "both": _coarse(found[:, i])}
        wanted = [name for name in MEASURES if recorded[name]]
        wanted += ["both"] if len(wanted) > 1 else []
        rows += [{"known": name, "round": number, **judged(tables[name])} for name in wanted]
    return pd.DataFrame(rows)


def _coarse(table: np.ndarray) -> np.ndarray:
    """Return games by both measures, COARSE values taken together. table: (2, progress, threat, 2)."""
    for axis in (1, 2):
        table = np.add.reduceat(table, np.arange(0, table.shape[axis], COARSE), axis)
    return table.reshape(2, -1, 2)
