"""Players together against a quest: how good their wins were, how far they came, how they were lost.

Reads the columns `group_score`, `player_score` (null unless won; lower is better), `stage` and
`eliminated_<seat>`. Every function returns an empty table for a run without them.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from analysis.counting.games import Eliminations, Stages
from analysis.estimates import frequency_quantiles, mean_columns, rate_columns
from analysis.run import Run
from analysis.scenarios import values_of, won_by

MOST_BARS = 30  # of a distribution; beyond them scores are taken together
WIDTHS = (1, 2, 5, 10, 20, 25, 50, 100)
SCORES = ("group_score", "player_score")
ENDS = ("best", "p05", "median", "p95", "worst")
ALIVE = "none"


def score(run: Run) -> pd.DataFrame:
    """Score of the games won, in one row per kind of score.

    Columns: measure (group_score, player_score), mean (+ _low _high _n; n games won), best, p05, median, p95,
    worst. Lower is better. Empty if no game was won.
    """
    rows = []
    found = {name: (values, games) for name, values, games in values_of(run) if name in SCORES}
    for name in (name for name in SCORES if name in found):
        values, games = found[name]
        columns = mean_columns("mean", (values * games).sum(), (values**2 * games).sum(), games.sum())
        ends = frequency_quantiles(values, games, (0, 0.05, 0.5, 0.95, 1))
        columns = {key: value.item() for key, value in columns.items()}
        rows.append({"measure": name, **columns, **dict(zip(ENDS, ends, strict=True))})
    return pd.DataFrame(rows)


def scores(run: Run) -> pd.DataFrame:
    """Distribution of the group score among the games won.

    Columns: low, high (scores of the row, both included), middle, games, share (of games won, +...).
    """
    found = [(values, games) for name, values, games in values_of(run) if name == "group_score"]
    if not found:
        return pd.DataFrame()
    values, games = found[0][0].astype(np.int64), found[0][1]
    reach = int(np.ptp(values)) + 1
    width = next((width for width in WIDTHS if reach / width <= MOST_BARS), -(-reach // MOST_BARS))
    table = pd.DataFrame({"low": values // width * width, "games": games})
    table = table.groupby("low")["games"].sum().reset_index()
    high = table["low"] + width - 1
    table = table.assign(high=high, middle=(table["low"] + high) / 2)
    share = rate_columns("share", table["games"], np.full(len(table), table["games"].sum()))
    return table[["low", "high", "middle", "games"]].assign(**share)


def stages(run: Run) -> pd.DataFrame:
    """How far the players came: share of games by the number of the stage reached, and won of these.

    Columns: stage, games, share (+...), win_<side> (+...).
    """
    statistic = Stages.of(run)
    if statistic is None:
        return pd.DataFrame()
    (side,) = run.sides
    table = won_by(run, run.total(statistic).to_pandas(), ["stage"])
    columns = rate_columns("share", table["games"], np.full(len(table), run.games))
    return table[["stage", "games"]].assign(
        **columns, **rate_columns(f"win_{side}", table[side], table["games"])
    )


def eliminations(run: Run) -> pd.DataFrame:
    """How players were eliminated: a row per seat and way, ALIVE for those who were not.

    Columns: seat, way, games, share (of all games, +...), win_<side> (of these games, +...). A game goes on
    while one player is left, so that the others may still win it.
    """
    statistic = Eliminations.of(run)
    if statistic is None:
        return pd.DataFrame()
    (side,) = run.sides
    counts = run.total(statistic).to_pandas()
    table = won_by(run, counts.fillna({"way": ALIVE}), ["seat", "way"])
    table["dead"] = table["way"] != ALIVE
    table["place"] = table["seat"].map(statistic.seats.index)
    order = {"place": True, "dead": True, "games": False, "way": True}
    table = table.sort_values([*order], ascending=[*order.values()], ignore_index=True)
    columns = rate_columns("share", table["games"], np.full(len(table), run.games))
    won = rate_columns(f"win_{side}", table[side], table["games"])
    return table[["seat", "way", "games"]].assign(**columns, **won)
