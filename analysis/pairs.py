"""Cards that are worth more, or less, together than the sum of both.

For two cards of one side: interaction = win rate with both - with only the first - with only the second
+ with neither. It is zero if the worth of each card does not depend on the other. In a hand of fixed size a
third card takes a place: a strong pair makes other pairs with one of its cards look slightly weak, by its
interaction times the change of the third card's chance (3% for 7 of 30 cards).

If the number of cards varies, the comparison uses the residual of the win in a regression on these numbers,
their squares and products: otherwise the numbers would look like an effect of having two cards. If it is
fixed, the comparison uses the win itself. The variance of the residual is estimated as that of the win in the
same cell, p (1 - p), times the share of the win's variance over all games that the regression leaves; so sums
of whole numbers over the games are enough.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from mazarbul.analysis.counting.exposures import exposures
from mazarbul.analysis.counting.packed import facts
from mazarbul.analysis.counting.pairs import Pairs
from mazarbul.analysis.counting.statistic import symmetric
from mazarbul.analysis.estimates import Z, difference_columns, family_columns, rate_columns, reaching
from mazarbul.analysis.opened import of_opened
from mazarbul.analysis.run import Run
from mazarbul.formats.declared import Asked

NAMES = ("seat", "id", "name")
CELLS = ("both", "first", "second", "neither")


@of_opened
def together(run: Run, exposure: str = "opening", asked: Asked | None = None) -> pd.DataFrame:
    """Return, for every two things of a side, the effect of both beyond the sum of each; best first.

    exposure: "opening" or "early", see `mazarbul.analysis.counting.exposures`; for a card with several
    copies, any copy counts. Columns: side; seat, id, name of one card, other_seat, other_id, other_name of
    the other; both, first, second, neither (win rate of the side in the games with both, only the first, only
    the second, neither, +...); interaction (+... _p; n: games with both, n0: all others), interaction_bh
    (over all pairs of the table). Empty if the run does not record the exposure.
    """
    asked = asked or next(iter(run.declared.asked("held")), None)
    plan = exposures(run, asked, exposure, run.pilot) if asked else None
    if asked is None or plan is None:
        return pd.DataFrame()
    statistic = Pairs(plan)
    total, named = run.total(statistic), facts(asked.family, plan.units.kinds)
    frames = [
        _table(named.iloc[rows].reset_index(drop=True), statistic.of_side(total, i))
        for i, rows in enumerate(statistic.mine)
        if len(rows) > 1
    ]
    if not frames:
        return pd.DataFrame()
    table = pd.concat(frames, ignore_index=True)
    table = table.assign(**family_columns("interaction", table))
    return table.sort_values("interaction", ascending=False, kind="stable", ignore_index=True)


def _table(cards: pd.DataFrame, sums: dict[str, np.ndarray]) -> pd.DataFrame:
    """Return the pairs of one side, each once. sums: what `mazarbul.analysis.counting.pairs.sums` returns."""
    one, other = np.triu_indices(len(cards), 1)
    names = [name for name in NAMES if name in cards]
    table = pd.DataFrame({"side": cards["side"].iloc[one].to_numpy()})
    table = table.assign(**{name: cards[name].to_numpy()[one] for name in names})
    table = table.assign(**{f"other_{name}": cards[name].to_numpy()[other] for name in names})
    found = compared(sums)
    games, wins, rest = (found[name][:, one, other] for name in ("games", "wins", "rest"))
    for name, n, won in zip(CELLS, games, wins, strict=True):
        table = table.assign(**rate_columns(name, won, n))
    result = interaction(games, wins, rest, found["share"])
    return table.assign(**difference_columns("interaction", result, games[0], games[1:].sum(0)))


def compared(sums: dict[str, np.ndarray]) -> dict[str, Any]:
    """Return what is compared by CELLS and pair of cards, (4, k, k) each of games, wins and rest; and share.

    sums: as `mazarbul.analysis.counting.pairs.sums` returns them. rest: sums of the residuals of the win.
    share: of the win's variance over all games that the regression leaves.
    """
    games, wins, products, known = (
        symmetric(sums[name]).astype(float) for name in ("games", "wins", "products", "known")
    )
    n, won = known[0, 0], sums["won"].astype(float)
    cells = {"games": by_cells(games, n), "wins": by_cells(wins, won[0])}
    if not known[1:].any():
        return cells | {"rest": cells["wins"], "share": 1.0}
    scale = 1 / np.sqrt(np.maximum(np.diag(known), 1))  # the library's rank needs numbers of similar size
    weights = scale * np.linalg.lstsq(known * np.outer(scale, scale), won * scale, rcond=None)[0]
    explained = np.tensordot(weights, np.concatenate([games[None], products]), 1)
    rest = by_cells(wins - explained, won[0] - weights @ known[0])
    variance = won[0] - won[0] ** 2 / n
    return cells | {"rest": rest, "share": (won[0] - weights @ won) / variance if variance else 1.0}


def by_cells(both: np.ndarray, whole: float) -> np.ndarray:
    """Return sums by CELLS (4, k, k), from those over games with both cards and over all games."""
    one = np.diag(both)
    first, second = one[:, None] - both, one[None, :] - both
    return np.array([both, first, second, whole - both - first - second])


def interaction(
    games: np.ndarray, wins: np.ndarray, rest: np.ndarray, share: float = 1.0
) -> tuple[Any, Any, Any, Any]:
    """Return both - first - second + neither, of means by CELLS: (4, pairs) each, as (value, low, high, p).

    rest, share: see `compared`. Normal approximation; one squared unit is added to every cell, so that few
    games never look certain. The variance in a cell is that at its own win rate, or that at the rate that the
    other three predict without an interaction, if that is larger: a cell with 1 win in 16 games has a small
    variance by chance, and would seem to be far from the others.
    """
    signs = np.array([1, -1, -1, 1])
    with np.errstate(invalid="ignore", divide="ignore"):
        rate = wins / games
        predicted = np.clip(rate - signs[:, None] * (signs @ rate), 0, 1)
        squares = games * share * np.fmax(rate * (1 - rate), predicted * (1 - predicted))
        variance = (squares + 1) / (games + 2)
        value = signs @ np.where(games > 0, rest / games, np.nan)
        half = Z * np.sqrt((variance / games).sum(0))
        return reaching(value, half, half, half)
