"""What happened to things: in how many games, when, and how much."""

from __future__ import annotations

import numpy as np
import pandas as pd

from mazarbul.analysis.counting.happened import Happened
from mazarbul.analysis.counting.packed import facts
from mazarbul.analysis.estimates import frequency_quantiles, histogram_mean, rate_columns
from mazarbul.analysis.opened import of_opened
from mazarbul.analysis.run import Run
from mazarbul.formats.declared import Asked


@of_opened
def happenings(run: Run, asked: Asked | None = None) -> pd.DataFrame:
    """Return what happened to everything; a row per thing, in the catalogue's order.

    asked: the first question of the kind "happened" if not given. Columns: the thing's facts; for each field
    of `when`: <field> (share of games in which it happened, +...) and <field>_median (round, of these games;
    NaN if there are none); the question's numbers (means over all games, +...; shares of games, if a number
    is 0 or 1). Empty if the run does not record them.
    """
    asked = asked or next(iter(run.declared.asked("happened")), None)
    statistic = Happened.of(run, asked) if asked else None
    if asked is None or statistic is None:
        return pd.DataFrame()
    total = run.total(statistic)
    columns: dict[str, np.ndarray] = {}
    for each in asked.question.when:
        counts = total[each.id]
        columns |= rate_columns(each.id, counts[:, 1:].sum(1), counts.sum(1))
        columns[f"{each.id}_median"] = np.array([_median(row) for row in counts])
    for each in asked.question.numbers:
        counts = total[each.id]
        is_share = counts.shape[1] == 2
        columns |= (
            rate_columns(each.id, counts[:, 1], counts.sum(1))
            if is_share
            else histogram_mean(each.id, counts)
        )
    return facts(asked.family, statistic.things).assign(**columns)


def _median(counts: np.ndarray) -> float:
    """Return the median of the rounds above 0. counts: games by round (rounds,)."""
    games = counts[1:]
    if not games.any():
        return float("nan")
    return float(frequency_quantiles(np.arange(1, len(counts)), games, [0.5])[0])
