"""Where a curve by skill turns, so that its ends alone would mislead."""

from __future__ import annotations

import pandas as pd

from mazarbul.reports.sections.common import rate


def turning(table: pd.DataFrame) -> pd.Series | None:
    """Return the level, between the weakest and the strongest, at which a curve clearly turns; else None.

    table: win (+_low _high), a row a level, weakest first. It turns where its interval lies beyond those of
    both ends, on the same side.
    """
    inner, ends = table.iloc[1:-1], table.iloc[[0, -1]]
    below = inner[inner["win_high"] < ends["win_low"].min()]
    above = inner[inner["win_low"] > ends["win_high"].max()]
    if below.empty and above.empty:
        return None
    return above.loc[above["win"].idxmax()] if below.empty else below.loc[below["win"].idxmin()]


def turning_words(table: pd.DataFrame) -> str:
    """Return a sentence on the level at which a curve turns, to stand behind those on its ends; or ""."""
    turn = turning(table)
    return "" if turn is None else f" Between them, with {turn['bot']}, it is {rate(turn, 'win')}."
