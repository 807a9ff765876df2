"""What each card is worth, all cards at once: a linear probability model of the win on what was dealt.

    win of the card's side = constant + sum over cards of (effect * copies had) + error

fitted by least squares, with errors that allow for unequal variances (White 1980; HC1 of MacKinnon and
White 1985). Chance decides the cards had (see `analysis.exposures`), so that the model need not be true
for the effects to be right: without it, cards that came with others would share their credit.

Effects are relative to the mean card of the deck, each copy counted: they sum to zero over a deck. A deal
of fixed size says no more, since more of one card is less of the others. Where the number of cards had
varies, as in `early`, the part of it is in that mean: given the number, the chance that a card is among
them is linear in it, so that a linear control is enough whatever else comes with many cards.

The library fits what is in memory at once. Here only sums are: the normal equations are those of all
games, and the part of the errors is summed batch by batch from each batch's own fit, corrected for its
size. For a run of one batch that is exactly `statsmodels.OLS(...).fit(cov_type="HC1")`, as a test says.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd
from scipy.linalg import pinvh

from analysis.estimates import Z, benjamini_hochberg, difference_columns, two_sided
from analysis.exposures import Batch, exposures
from analysis.packed import facts
from analysis.run import Run

TINY = 1e-9  # of the largest eigenvalue: smaller ones are rounding
BLURRED = 1e-6  # share of something else in an effect; what is smaller is rounding


@dataclass(frozen=True)
class Sums:
    """Sums over games. Variables: the constant, then the cards.

    gram: (v, v) products of variables. cross: (v, sides) with the win. meat: (sides, v, v) weighted with
    squared residuals, corrected for their degrees of freedom. had: (cards,) games with any copy. games: n.
    """

    gram: np.ndarray
    cross: np.ndarray
    meat: np.ndarray
    had: np.ndarray
    games: int

    def __add__(self, other: Sums) -> Sums:
        return Sums(
            *(mine + theirs for mine, theirs in zip(vars(self).values(), vars(other).values(), strict=True))
        )


def sums(batch: Batch) -> Sums:
    """Return the sums over one batch."""
    n = batch.cards.shape[1]
    variables = np.vstack([np.ones((1, n), np.float32), batch.cards])
    # whole numbers below 2**24, so that single precision is exact
    gram = (variables @ variables.T).astype(float)
    cross = (variables @ batch.won.T).astype(float)
    inverse, rank = pinvh(gram, rtol=TINY, return_rank=True)
    fitted = (inverse @ cross).T.astype(np.float32) @ variables
    freedom = n / (n - rank) if n > rank else np.nan
    meat = [freedom * ((variables * (gap * gap)) @ variables.T).astype(float) for gap in batch.won - fitted]
    return Sums(gram, cross, np.array(meat), (batch.cards > 0).sum(1), n)


def adjusted(run: Run, exposure: str = "opening") -> pd.DataFrame:
    """Effect of each card on its side's win rate, against the mean card of its deck; best first.

    exposure: "opening" or "early", see `analysis.exposures`. Columns: the card's facts; round (for early:
    drawn by its end); effect (of one copy, in win rate, +... _p; n: games with any copy, n0: games without);
    effect_bh. NaN for a card had in all games or in none. Empty if the run does not record the exposure.
    """
    plan = exposures(run, exposure)
    if plan is None:
        return pd.DataFrame()
    parts = plan.scan(sums)
    total = next(parts)
    for part in parts:
        total += part
    cards = plan.units.cards
    effect, error = np.full(len(cards), np.nan), np.full(len(cards), np.nan)
    groups = cards["seat"] if "seat" in cards else cards["side"]
    values, errors = fit(total, groups.to_numpy(), cards["copies"].to_numpy(float))
    for i, side in enumerate(run.sides):
        mine = (cards["side"] == side).to_numpy()
        effect[mine], error[mine] = values[i, mine], errors[i, mine]
    result = effect, effect - Z * error, effect + Z * error, two_sided(effect / error)
    columns = difference_columns("effect", result, total.had, total.games - total.had)
    frame = facts(cards)
    frame = frame if plan.round is None else frame.assign(round=plan.round)
    frame = frame.assign(**columns, effect_bh=benjamini_hochberg(columns["effect_p"]))
    return frame.sort_values("effect", ascending=False, kind="stable", ignore_index=True)


def fit(total: Sums, groups: np.ndarray, copies: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Effects of all cards on every side's win rate, and their standard errors: (sides, cards) each.

    groups: the deck of each card, within which effects are relative. copies: of each card in the deck.
    """
    shape = len(total.meat), len(copies)
    effect, error = np.full(shape, np.nan), np.full(shape, np.nan)
    mean = total.gram[0, 1:] / total.games
    varies = np.diag(total.gram)[1:] / total.games - mean**2 > TINY
    keep = np.flatnonzero(np.concatenate([[True], varies]))
    gram = total.gram[np.ix_(keep, keep)]
    inverse, rank = pinvh(gram, rtol=TINY, return_rank=True)
    groups, copies = groups[varies], copies[varies]
    contrast = np.eye(len(copies)) - (groups[:, None] == groups[None, :]) * (
        copies / np.array([copies[groups == group].sum() for group in groups])
    )
    if total.games <= rank:
        return effect, error
    # what the games cannot tell from something else, they cannot tell in the contrast
    blurred = contrast @ (np.eye(len(keep)) - inverse @ gram)[1:]
    contrast[np.abs(blurred).max(1) > BLURRED] = np.nan
    for side, meat in enumerate(total.meat):
        slopes = (inverse @ total.cross[keep, side])[1:]
        spread = (inverse @ meat[np.ix_(keep, keep)] @ inverse)[1:, 1:]
        effect[side, varies] = contrast @ slopes
        error[side, varies] = np.sqrt(np.maximum(((contrast @ spread) * contrast).sum(1), 0))
    return effect, error
