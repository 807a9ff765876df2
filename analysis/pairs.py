"""Cards that are worth more, or less, together than the sum of both.

For two cards of one side: interaction = win rate with both - with only the first - with only the second
+ with neither. If what a card is worth does not depend on the other, that is zero. In a hand of fixed size a
third card takes a place: a strong pair makes other pairs with one of its cards look slightly weak, by its
interaction times the change of the third card's chance (3% for 7 of 30 cards). Counts of all pairs at once
are products of matrices (games by cards), summed batch by batch.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from analysis.estimates import Z, benjamini_hochberg, difference_columns, rate_columns, two_sided
from analysis.exposures import Batch, exposures
from analysis.packed import facts
from analysis.run import Run

NAMES = ("seat", "id", "name")
CELLS = ("both", "first", "second", "neither")


@dataclass(frozen=True)
class Sums:
    """Sums over games by pair of cards had, one side's cards (k, k); the diagonal is for single cards.

    games, wins: counts. total, squares: of what is compared, and of its square. overall: all four over all
    games.
    """

    games: np.ndarray
    wins: np.ndarray
    total: np.ndarray
    squares: np.ndarray
    overall: np.ndarray

    def __add__(self, other: Sums) -> Sums:
        return Sums(
            *(mine + theirs for mine, theirs in zip(vars(self).values(), vars(other).values(), strict=True))
        )

    def cells(self, name: str) -> np.ndarray:
        """Return a sum by CELLS: (4, k, k)."""
        both = getattr(self, name)
        one, all_games = np.diag(both), self.overall[("games", "wins", "total", "squares").index(name)]
        first, second = one[:, None] - both, one[None, :] - both
        return np.array([both, first, second, all_games - both - first - second])


def sums(cards: np.ndarray, won: np.ndarray, decks: np.ndarray) -> Sums:
    """Return the sums over one batch. cards: (k, n) copies had. won: (n,). decks: deck of each card.

    What is compared is the win less what the numbers of cards had tell of it: their squares and products
    would otherwise look like an effect of having two cards. Where those numbers are fixed it is the win.
    """
    had = (cards > 0).astype(np.float32)
    numbers = np.array([cards[decks == deck].sum(0) for deck in np.unique(decks)], float)
    varying = numbers[numbers.std(1) > 0]
    value = won
    if len(varying):
        scaled = (varying - varying.mean(1, keepdims=True)) / varying.std(1, keepdims=True)
        products = [a * b for i, a in enumerate(scaled) for b in scaled[: i + 1]]
        known = np.vstack([np.ones_like(won, dtype=float), *scaled, *products])
        weights = np.linalg.lstsq(known @ known.T, known @ won, rcond=None)[0]
        value = (won - weights @ known).astype(np.float32)
    weighted = [np.ones_like(won), won, value, value * value]
    return Sums(
        *(((had * weight) @ had.T).astype(float) for weight in weighted),
        np.array([weight.sum(dtype=float) for weight in weighted]),
    )


def together(run: Run, exposure: str = "opening") -> pd.DataFrame:
    """Every two cards of a side: what having both does beyond the sum of what each does; best first.

    exposure: "opening" or "early", see `analysis.exposures`; a card with copies was had if any copy was.
    Columns: side; seat, id, name of one card, other_seat, other_id, other_name of the other; both, first,
    second, neither (win rate of the side in the games with both, only the one, only the other, neither,
    +...); interaction (+... _p; n: games with both, n0: all others), interaction_bh (over all pairs of the
    table). Empty if the run does not record the exposure.
    """
    plan = exposures(run, exposure)
    if plan is None:
        return pd.DataFrame()
    cards = plan.units.cards
    mine = [np.flatnonzero(cards["side"] == side) for side in run.sides]
    decks = cards.get("seat", cards["side"]).to_numpy()

    def work(batch: Batch) -> list[Sums]:
        return [sums(batch.cards[rows], won, decks[rows]) for rows, won in zip(mine, batch.won, strict=True)]

    parts = plan.scan(work)
    totals = next(parts)
    for part in parts:
        totals = [a + b for a, b in zip(totals, part, strict=True)]
    named = facts(cards)
    frames = [
        _table(named.iloc[rows].reset_index(drop=True), total)
        for rows, total in zip(mine, totals, strict=True)
        if len(rows) > 1
    ]
    if not frames:
        return pd.DataFrame()
    table = pd.concat(frames, ignore_index=True)
    table["interaction_bh"] = benjamini_hochberg(table["interaction_p"])
    return table.sort_values("interaction", ascending=False, kind="stable", ignore_index=True)


def _table(cards: pd.DataFrame, total: Sums) -> pd.DataFrame:
    """Return the pairs of one side, each once."""
    one, other = np.triu_indices(len(cards), 1)
    names = [name for name in NAMES if name in cards]
    table = pd.DataFrame({"side": cards["side"].iloc[one].to_numpy()})
    table = table.assign(**{name: cards[name].to_numpy()[one] for name in names})
    table = table.assign(**{f"other_{name}": cards[name].to_numpy()[other] for name in names})
    games, wins = (total.cells(name)[:, one, other] for name in ("games", "wins"))
    for name, n, won in zip(CELLS, games, wins, strict=True):
        table = table.assign(**rate_columns(name, won, n))
    result = interaction(games, *(total.cells(name)[:, one, other] for name in ("total", "squares")))
    return table.assign(**difference_columns("interaction", result, games[0], games[1:].sum(0)))


def interaction(games: np.ndarray, total: np.ndarray, squares: np.ndarray):
    """Both - first - second + neither, of means by CELLS: (4, pairs) each. Returns (value, low, high, p).

    Normal approximation; one unit of square is added to every cell, so that few games never look certain.
    """
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = total / games
        variance = (np.maximum(squares - games * mean**2, 0) + 1) / (games + 2)
        value = np.array([1, -1, -1, 1]) @ mean
        error = np.sqrt((variance / games).sum(0))
        return value, value - Z * error, value + Z * error, two_sided(value / error)
