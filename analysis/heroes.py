"""Cards that begin the game in play: how often they were lost, and how games with and without the loss ended.

They are in every game of a run, so a run cannot tell what one is worth: that takes games without it, blanked
(ablation) or in another deck (a matrix of decks).
"""

from __future__ import annotations

import pandas as pd

from analysis.counting.heroes import Heroes
from analysis.counting.packed import facts
from analysis.estimates import benjamini_hochberg, difference, difference_columns, rate_columns
from analysis.run import Run


def losses(run: Run) -> pd.DataFrame:
    """How often each hero left play, and what went together with that; a row per hero.

    Columns: the card's facts; lost (share of games, +...); win_lost, win_kept (win rate of its side in the
    games with and without the loss, +...); gap (win_lost minus win_kept, +... _p), gap_bh. What went
    together, not what caused what. Empty if the run has no heroes or does not record how cards leave play.
    """
    statistic = Heroes.of(run)
    if statistic is None:
        return pd.DataFrame()
    heroes, games = statistic.heroes, run.total(statistic)["games"]
    (kept, lost), (kept_won, lost_won) = games.sum(2).T, games[:, :, 1].T
    columns = rate_columns("lost", lost, kept + lost)
    columns |= rate_columns("win_lost", lost_won, lost) | rate_columns("win_kept", kept_won, kept)
    columns |= difference_columns("gap", difference(lost_won, lost, kept_won, kept), lost, kept)
    columns["gap_bh"] = benjamini_hochberg(columns["gap_p"])
    return pd.concat(
        [facts(heroes).drop(columns=["copy", "copies"], errors="ignore"), pd.DataFrame(columns)], axis=1
    )
