"""Things that a side has from the start: how often they were lost, and how games with and without it ended.

They are in every game of a run, so a run cannot show what one is worth: that takes games without it, blanked
(ablation) or with another deck (a matrix of decks).
"""

from __future__ import annotations

import pandas as pd

from mazarbul.analysis.counting.lost import Lost
from mazarbul.analysis.counting.packed import facts
from mazarbul.analysis.estimates import difference, difference_columns, rate_columns, untested
from mazarbul.analysis.opened import of_opened
from mazarbul.analysis.run import Run
from mazarbul.formats.declared import Asked


@of_opened
def losses(run: Run, asked: Asked) -> pd.DataFrame:
    """Return how often each thing left play, and what went together with that; a row per thing.

    Columns: the thing's facts; lost (share of games, +...); win_lost, win_kept (win rate of its side in the
    games with and without the loss, +...); gap (win_lost minus win_kept, +... without _p). What went
    together, not what caused what: things are lost in games that go badly anyway. Empty if the run does not
    record them.
    """
    statistic = Lost.of(run, asked)
    if statistic is None:
        return pd.DataFrame()
    games, named = run.total(statistic)["games"], facts(asked.family, statistic.things)
    (kept, lost), (kept_won, lost_won) = games.sum(2).T, games[:, :, 1].T
    columns = rate_columns("lost", lost, kept + lost)
    columns |= rate_columns("win_lost", lost_won, lost) | rate_columns("win_kept", kept_won, kept)
    columns |= untested(difference_columns("gap", difference(lost_won, lost, kept_won, kept), lost, kept))
    return pd.concat([named.drop(columns=["copy", "copies"], errors="ignore"), pd.DataFrame(columns)], axis=1)
