"""Things that come up by chance: how that changes the result, and what they then do.

The question names the fields that count how often a thing came up, in each way, and those that sum what it
did. A field at its largest value means that much or more.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from mazarbul.analysis.counting.dealt import Dealt
from mazarbul.analysis.counting.packed import facts, piles
from mazarbul.analysis.estimates import (
    Z,
    difference_columns,
    family_columns,
    rate_columns,
    ratio_columns,
    reaching,
)
from mazarbul.analysis.opened import of_opened
from mazarbul.analysis.regression import fit
from mazarbul.analysis.run import Run
from mazarbul.formats.declared import Asked


@dataclass(frozen=True)
class Tally:
    """Counts over a whole run: what was counted, and the totals. Made by `tally`."""

    run: Run
    counted: Dealt
    total: dict[str, np.ndarray]


@of_opened
def tally(run: Run, asked: Asked | None = None) -> Tally | None:
    """Count the things of a question of the kind "dealt", the first if not given; None if not recorded."""
    asked = asked or next(iter(run.declared.asked("dealt")), None)
    statistic = Dealt.of(run, asked) if asked else None
    return None if statistic is None else Tally(run, statistic, run.total(statistic))


def effects(tallied: Tally) -> pd.DataFrame:
    """Return what everything did; a row per thing, the one that costs its side most first.

    A thing of a side that nobody plays is judged by the first side's wins. Columns: the thing's facts. For
    each way: <way> (share of games in which it came up that way, +...), <way>_times (per game), win_<way>
    (win rate of these games, +...), <way>_effect (of coming up once, on the win rate, relative to the mean
    thing of the same pile coming up that way, +... _p; n games with it, n0 games without), <way>_effect_bh.
    What it does (per time that it came up, +...).

    The effects are those of a linear regression of the win on how often everything came up: given how many
    things came up, chance decides which they were.
    """
    games, total = tallied.run.games, tallied.total
    ways, things = tallied.counted.ways, tallied.counted.units.kinds
    columns: dict[str, np.ndarray] = {}
    k, copies = len(things), things["copies"].to_numpy(float)
    groups = np.char.add(np.repeat(ways, k), np.tile(_rivals(things), len(ways)))
    fitted = fit(total, groups, np.tile(copies, len(ways)))
    sides = np.tile(tallied.counted.sides, len(ways))
    value, error = (part[sides, np.arange(len(sides))] for part in fitted)
    for i, way in enumerate(ways):
        n = total["games"][:, i]
        columns |= rate_columns(way, n, np.full(k, games))
        columns[f"{way}_times"] = total["times"][:, i] / games
        columns |= rate_columns(f"win_{way}", total["won"][:, i], n)
        b, e = (part[i * k : (i + 1) * k] for part in (value, error))
        result = reaching(b, *3 * (Z * e,))
        columns |= difference_columns(f"{way}_effect", result, n, games - n)
        columns |= family_columns(f"{way}_effect", columns)
    up = total["times"].sum(1)
    for i, name in enumerate(tallied.counted.does):
        done, square, cross = total["done"][:, i].T
        columns |= ratio_columns(name, done, square, up, total["squares"], cross, games)
    frame = pd.concat([facts(tallied.counted.family, things), pd.DataFrame(columns)], axis=1)
    return frame.sort_values(f"{ways[0]}_effect", kind="stable", na_position="last", ignore_index=True)


def _rivals(things: pd.DataFrame) -> np.ndarray:
    """Return the group within which each thing is compared: a pile, or all if no owners. str (things,)."""
    return piles(things) if "side" in things else np.full(len(things), "")
