"""Players together against a quest: how good their wins were, how far they came, how they were lost.

Reads the columns `group_score`, `player_score` (null unless won; lower is better), `stage` and
`eliminated_<seat>`. Every function returns an empty table for a run without them.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from analysis.estimates import mean_columns, rate_columns
from analysis.run import Run

MOST_BARS = 30  # of a distribution; beyond them scores are taken together
WIDTHS = (1, 2, 5, 10, 20, 25, 50, 100)
SCORES = ("group_score", "player_score")
ALIVE = "none"


def score(run: Run) -> pd.DataFrame:
    """Score of the games won, in one row per kind of score.

    Columns: measure (group_score, player_score), mean (+ _low _high _n; n games won), best, p05, median, p95,
    worst. Lower is better. Empty if no game was won.
    """
    rows = []
    for name in (name for name in SCORES if name in run.columns("games")):
        row = run.sql(
            f"""select count({name}), sum({name})::double, sum({name}::double * {name})::double,
            min({name})::double, quantile_cont({name}::double, [0.05, 0.5, 0.95]), max({name})::double
            from games where {name} is not null"""
        ).iloc[0]
        n, total, squares, best, quantiles, worst = row
        if n:
            ends = {
                "best": best,
                **dict(zip(("p05", "median", "p95"), quantiles, strict=True)),
                "worst": worst,
            }
            columns = mean_columns("mean", total, squares, n)
            rows.append({"measure": name, **{key: value.item() for key, value in columns.items()}, **ends})
    return pd.DataFrame(rows)


def scores(run: Run) -> pd.DataFrame:
    """Distribution of the group score among the games won.

    Columns: low, high (scores of the row, both included), middle, games, share (of games won, +...).
    """
    if "group_score" not in run.columns("games"):
        return pd.DataFrame()
    table = run.sql(
        """select group_score::integer as low, count(*) as games from games where group_score is not null
        group by all order by low"""
    )
    if table.empty:
        return table
    reach = int(table["low"].max() - table["low"].min()) + 1
    width = next((width for width in WIDTHS if reach / width <= MOST_BARS), -(-reach // MOST_BARS))
    low = table["low"] // width * width
    table = table.groupby(low)["games"].sum().rename_axis("low").reset_index()
    high = table["low"] + width - 1
    table = table.assign(high=high, middle=(table["low"] + high) / 2)
    share = rate_columns("share", table["games"], np.full(len(table), table["games"].sum()))
    return table[["low", "high", "middle", "games"]].assign(**share)


def stages(run: Run) -> pd.DataFrame:
    """How far the players came: share of games by the number of the stage reached, and won of these.

    Columns: stage, games, share (+...), win_<side> (+...).
    """
    if "stage" not in run.columns("games") or not run.is_cooperative:
        return pd.DataFrame()
    (side,) = run.sides
    table = run.sql(
        f"""select stage::integer as stage, count(*) as games, count(*) filter (winner = '{side}') as won
        from games where stage is not null group by all order by stage"""
    )
    columns = rate_columns("share", table["games"], np.full(len(table), run.games))
    return table[["stage", "games"]].assign(
        **columns, **rate_columns(f"win_{side}", table["won"], table["games"])
    )


def eliminations(run: Run) -> pd.DataFrame:
    """How players were eliminated: a row per seat and way, ALIVE for those who were not.

    Columns: seat, way, games, share (of all games, +...), win_<side> (of these games, +...). A game goes on
    while one player is left, so that the others may still win it.
    """
    seats = [seat["id"] for seat in run.catalogue["seats"]]
    known = [seat for seat in seats if f"eliminated_{seat}" in run.columns("games")]
    if not known or not run.is_cooperative:
        return pd.DataFrame()
    (side,) = run.sides
    parts = []
    for seat in known:
        rows = run.sql(
            f"""select '{seat}' as seat, coalesce(eliminated_{seat}::varchar, '{ALIVE}') as way,
            count(*) as games, count(*) filter (winner = '{side}') as won
            from games group by all order by way"""
        )
        rows["dead"] = rows["way"] != ALIVE
        parts.append(rows.sort_values(["dead", "games"], ascending=[True, False], kind="stable"))
    table = pd.concat(parts, ignore_index=True)
    columns = rate_columns("share", table["games"], np.full(len(table), run.games))
    won = rate_columns(f"win_{side}", table["won"], table["games"])
    return table[["seat", "way", "games"]].assign(**columns, **won)
