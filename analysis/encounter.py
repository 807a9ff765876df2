"""The cards of a quest: what it does to the players when one is revealed or dealt as a shadow card.

Reads the packed columns of the family `harms` by the names of their bit fields in the catalogue
(`harm_fields`): how often a card was revealed and dealt as a shadow card in a game, the damage it dealt to
characters, the characters it killed and the threat it raised. A field at its largest value stands for that
much or more.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from analysis.counting.encounter import Encounter
from analysis.counting.packed import facts
from analysis.estimates import (
    Z,
    benjamini_hochberg,
    difference_columns,
    rate_columns,
    ratio_columns,
    two_sided,
)
from analysis.regression import fit
from analysis.run import Run


@dataclass(frozen=True)
class Tally:
    """Counts over a whole run: what was counted, and the totals of it. Made by `tally`."""

    run: Run
    counted: Encounter
    total: dict[str, np.ndarray]


def tally(run: Run) -> Tally | None:
    """Count every card of the quest; None if the run does not record them."""
    statistic = Encounter.of(run)
    return None if statistic is None else Tally(run, statistic, run.total(statistic))


def effects(tallied: Tally) -> pd.DataFrame:
    """What every card of the quest did; a row per card, the one that costs the players most first.

    Columns: the card's facts. For each way, revealed and shadow: <way> (share of games in which it came up
    so, +...), <way>_times (per game), win_<way> (win rate of these games, +...), <way>_effect (of coming up
    once, on the players' win rate, against the mean card of the quest coming up so, +... _p; n games with it,
    n0 games without), <way>_effect_bh. damage, kills, threat (per time that it came up, +...).

    The effects are those of a linear regression of the win on how often every card came up: given how many
    cards came up, chance decides which they were.
    """
    games, total = tallied.run.games, tallied.total
    ways, cards = tallied.counted.ways, tallied.counted.units.cards
    columns: dict[str, np.ndarray] = {}
    k, copies = len(cards), cards["copies"].to_numpy(float)
    value, error = (part[0] for part in fit(total, np.repeat(ways, k), np.tile(copies, len(ways))))
    for i, way in enumerate(ways):
        n = total["games"][:, i]
        columns |= rate_columns(way, n, np.full(k, games))
        columns[f"{way}_times"] = total["times"][:, i] / games
        columns |= rate_columns(f"win_{way}", total["won"][:, i], n)
        b, e = (part[i * k : (i + 1) * k] for part in (value, error))
        result = b, b - Z * e, b + Z * e, two_sided(b / e)
        columns |= difference_columns(f"{way}_effect", result, n, games - n)
        columns[f"{way}_effect_bh"] = benjamini_hochberg(columns[f"{way}_effect_p"])
    up = total["times"].sum(1)
    for i, name in enumerate(tallied.counted.harms):
        done, square, cross = total["harm"][:, i].T
        columns |= ratio_columns(name, done, square, up, total["squares"], cross, games)
    frame = pd.concat([facts(cards), pd.DataFrame(columns)], axis=1)
    return frame.sort_values(f"{ways[0]}_effect", kind="stable", na_position="last", ignore_index=True)
