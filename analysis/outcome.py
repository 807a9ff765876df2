"""The declared outcome of games: how good wins were, how far games came, how seats left them.

Every function returns an empty table for a run that does not record it.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from mazarbul.analysis.counting.games import Far, Left
from mazarbul.analysis.estimates import frequency_quantiles, mean_columns, rate_columns
from mazarbul.analysis.opened import of_opened
from mazarbul.analysis.run import Run
from mazarbul.analysis.scenarios import values_of, won_by

MOST_BARS = 30  # of a distribution; with more, scores are merged
WIDTHS = (1, 2, 5, 10, 20, 25, 50, 100)
ENDS, QUANTILES = ("best", "p05", "median", "p95", "worst"), (0, 0.05, 0.5, 0.95, 1)
STAYED = "none"


@of_opened
def score(run: Run) -> pd.DataFrame:
    """Return the scores of the games won, one row per score that the game declares, the main one first.

    Columns: measure, mean (+ _low _high _n; n games won), best, p05, median, p95,
    worst. Empty if no game was won.
    """
    rows = []
    found = {name: (values, games) for name, values, games in values_of(run)}
    for each in (each for each in run.declared.outcome.scores if each.id in found):
        values, games = found[each.id]
        columns = mean_columns("mean", (values * games).sum(), (values**2 * games).sum(), games.sum())
        shares = QUANTILES if each.better == "low" else QUANTILES[::-1]
        ends = frequency_quantiles(values, games, shares)
        columns = {key: value.item() for key, value in columns.items()}
        rows.append({"measure": each.id, **columns, **dict(zip(ENDS, ends, strict=True))})
    return pd.DataFrame(rows)


@of_opened
def scores(run: Run) -> pd.DataFrame:
    """Return the distribution of the main score among the games won.

    Columns: low, high (scores of the row, both included), middle, games, share (of games won, +...).
    """
    main = next(iter(run.declared.outcome.scores), None)
    found = [(values, games) for name, values, games in values_of(run) if main and name == main.id]
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


@of_opened
def reached(run: Run) -> pd.DataFrame:
    """Return how far games came: share of games by what was reached, and win rates.

    Columns: the declared column, games, share (+...), win_<side> (+...) for every side.
    """
    statistic = Far.of(run)
    if statistic is None:
        return pd.DataFrame()
    column, _ = statistic.keys
    table = won_by(run, run.total(statistic).to_pandas(), [column])
    return table[[column, "games"]].assign(**_shares(run, table))


@of_opened
def exits(run: Run) -> pd.DataFrame:
    """Return how seats left the game: a row per seat and way, STAYED for those that did not leave.

    Columns: seat, way, games, share (of all games, +...), win_<side> (of these games, +...) for every side.
    """
    statistic = Left.of(run)
    if statistic is None:
        return pd.DataFrame()
    counts = run.total(statistic).to_pandas()
    table = won_by(run, counts.fillna({"way": STAYED}), ["seat", "way"])
    table["gone"] = table["way"] != STAYED
    table["place"] = table["seat"].map(statistic.seats.index)
    order = {"place": True, "gone": True, "games": False, "way": True}
    table = table.sort_values([*order], ascending=[*order.values()], ignore_index=True)
    return table[["seat", "way", "games"]].assign(**_shares(run, table))


def _shares(run: Run, table: pd.DataFrame) -> dict[str, np.ndarray]:
    """Return the share of all games of every row, and the win rates of the sides in it."""
    columns = rate_columns("share", table["games"], np.full(len(table), run.games))
    for side in run.sides:
        columns |= rate_columns(f"win_{side}", table[side], table["games"])
    return columns


@of_opened
def once(run: Run) -> pd.DataFrame:
    """Return when every seat does what it may do once a game: a row per thing to do, and seat.

    Columns: what (label), seat, round (the most frequent one), share (of all games in which it is done in
    that round, +...), never (share of games, +...). Empty if none is recorded.
    """
    rows, found = [], {name: (values, games) for name, values, games in values_of(run)}
    for each in run.declared.outcome.once:
        for seat in run.catalogue["seats"]:
            if (name := f"{each.id}{seat['id']}") not in run.columns("games"):
                continue
            values, games = found.get(name, (np.zeros(1), np.zeros(1, int)))  # no values: never in any game
            rows.append(
                (each.label, seat["id"], int(values[games.argmax()]), games.max(), run.games - games.sum())
            )
    if not rows:
        return pd.DataFrame()
    table = pd.DataFrame(rows, columns=["what", "seat", "round", "games", "unused"])
    n = np.full(len(table), run.games)
    columns = rate_columns("share", table["games"], n) | rate_columns("never", table["unused"], n)
    return table[["what", "seat", "round"]].assign(**columns)
