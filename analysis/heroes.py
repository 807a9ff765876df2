"""Cards that begin the game in play: how often they were lost, and how games with and without the loss ended.

They are in every game of a run, so a run cannot tell what one is worth: that takes games without it, blanked
(ablation) or in another deck (a matrix of decks).
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from analysis.estimates import benjamini_hochberg, difference, difference_columns, rate_columns
from analysis.packed import HERO, facts
from analysis.run import Run


def losses(run: Run) -> pd.DataFrame:
    """How often each hero left play, and what went together with that; a row per hero.

    Columns: the card's facts; lost (share of games, +...); win_lost, win_kept (win rate of its side in the
    games with and without the loss, +...); gap (win_lost minus win_kept, +... _p), gap_bh. What went
    together, not what caused what. Empty if the run has no heroes or does not record how cards leave play.
    """
    cards, field = run.items("cards"), run.card_fields.get("left")
    if cards.empty or field is None or "cards" not in run.families or "type" not in cards:
        return pd.DataFrame()
    heroes = cards[(cards["type"] == HERO) & cards["side"].isin(run.sides)].reset_index(drop=True)
    if heroes.empty:
        return pd.DataFrame()
    games = np.zeros((len(heroes), 2, 2), np.int64)  # hero, lost, won
    for batch in run.batches({"games": ["winner"], "cards": list(heroes["column"])}):
        winner = run.winner_codes(batch["games"])
        for i, (column, side) in enumerate(zip(heroes["column"], heroes["side"], strict=True)):
            is_lost = field.of(batch["cards"].column(column).to_numpy()) > 0
            key = is_lost * 2 + (winner == run.sides.index(side))
            games[i] += np.bincount(key, minlength=4).reshape(2, 2)
    (kept, lost), (kept_won, lost_won) = games.sum(2).T, games[:, :, 1].T
    columns = rate_columns("lost", lost, kept + lost)
    columns |= rate_columns("win_lost", lost_won, lost) | rate_columns("win_kept", kept_won, kept)
    columns |= difference_columns("gap", difference(lost_won, lost, kept_won, kept), lost, kept)
    columns["gap_bh"] = benjamini_hochberg(columns["gap_p"])
    return pd.concat(
        [facts(heroes).drop(columns=["copy", "copies"], errors="ignore"), pd.DataFrame(columns)], axis=1
    )
