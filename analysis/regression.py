"""The worth of all things together: a linear probability model of the win on the things dealt.

    win of the thing's side = constant + sum over things of (effect * copies had) + error

fitted by least squares. Chance decides which things a side had (see
`mazarbul.analysis.counting.exposures`), so the effects are right even if the model is not true; without the
model, things that came with others would share their credit. Errors are assumed to have one variance: with
win rates between 35 and 65 per cent, the variance of a win varies by less than a tenth, and a test compares
with robust errors (HC1).

Effects are relative to the mean thing of the pile, counting each copy: they sum to zero over a pile. A deal
of fixed size cannot show more, since more of one thing is less of the others. If the number of things varies,
as in `early`, its effect is part of that mean: given the number, the chance that a thing is among them is
linear in it, so a linear control is enough, whatever else comes with a large number.

A fit does not need the games, only their sums of products, so memory does not grow with the run. In a deal
of fixed size one thing follows from the others. So the sums have only a pseudo-inverse, and only contrasts
are estimated.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd
from threadpoolctl import threadpool_limits

from mazarbul.analysis.counting.exposures import exposures
from mazarbul.analysis.counting.packed import facts, piles
from mazarbul.analysis.counting.products import Products
from mazarbul.analysis.counting.statistic import symmetric
from mazarbul.analysis.estimates import Z, difference_columns, family_columns, reaching
from mazarbul.analysis.opened import of_opened
from mazarbul.analysis.run import Run
from mazarbul.formats.declared import Asked

TINY = 1e-9  # of the largest eigenvalue: smaller ones are rounding
EXPOSURES = ("opening", "early")
BLURRED = 1e-6  # share of something else in an effect; smaller ones are rounding


@of_opened
def adjusted(run: Run, exposure: str = "opening", asked: Asked | None = None) -> pd.DataFrame:
    """Return the effect of each thing on its side's win rate, relative to the mean of its pile; best first.

    exposure: "opening" or "early", see `mazarbul.analysis.counting.exposures`. asked: the first question of
    the kind
    "held" if not given. Columns: the thing's facts; round (for
    early: drawn by its end); effect (of one copy, in win rate, +... _p; n: games with any copy, n0: games
    without); effect_bh. NaN for one had in all games or in none. Empty if the run does not record the
    exposure.
    """
    asked = asked or next(iter(run.declared.asked("held")), None)
    plan = exposures(run, asked, exposure, run.pilot) if asked else None
    if asked is None or plan is None:
        return pd.DataFrame()
    total, things = run.total(Products(plan)), plan.units.kinds
    effect, error = np.full(len(things), np.nan), np.full(len(things), np.nan)
    values, errors = fit(total, piles(things), things["copies"].to_numpy(float))
    for i, side in enumerate(run.sides):
        mine = (things["side"] == side).to_numpy()
        effect[mine], error[mine] = values[i, mine], errors[i, mine]
    result = reaching(effect, *3 * (Z * error,))
    columns = difference_columns("effect", result, total["had"], run.games - total["had"])
    frame = facts(asked.family, things)
    frame = frame if plan.round is None else frame.assign(round=plan.round)
    frame = frame.assign(**columns, **family_columns("effect", columns))
    return frame.sort_values("effect", ascending=False, kind="stable", ignore_index=True)


@of_opened
def by_exposure(run: Run, asked: Asked | None = None) -> pd.DataFrame:
    """Return the effects of each thing by every exposure that the run records, side by side.

    Columns: those of `adjusted`, with the exposure in place of "effect": opening, opening_low ... early,
    early_bh; sorted by the first of them. Empty if the run records none.
    """
    merged = pd.DataFrame()
    for name in EXPOSURES:
        frame = adjusted(run, name, asked)
        frame = frame.rename(columns={key: key.replace("effect", name) for key in frame if "effect" in key})
        if merged.empty:
            merged = frame
        elif not frame.empty:
            own = ["seat", "id", *(key for key in frame if key.startswith((name, "round")))]
            merged = merged.merge(frame[own], on=["seat", "id"])
    return merged


@threadpool_limits.wrap(limits=1, user_api="blas")  # threads of small matrices mostly wait for each other
def fit(
    total: Mapping[str, np.ndarray], groups: np.ndarray, copies: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return effects of all things on every side's win rate, and standard errors: (sides, things) each.

    total: sums as in `mazarbul.analysis.counting.products`. groups: the pile of each thing, within which
    effects are relative. copies: number of each thing in the pile.
    """
    gram, games = symmetric(total["gram"]).astype(float), int(total["gram"][0, 0])
    shape = len(total["wins"]), len(copies)
    effect, error = np.full(shape, np.nan), np.full(shape, np.nan)
    mean = gram[0, 1:] / games
    varies = np.diag(gram)[1:] / games - mean**2 > TINY
    keep = np.flatnonzero(np.concatenate([[True], varies]))
    gram = gram[np.ix_(keep, keep)]
    inverse = np.linalg.pinv(gram, rcond=TINY, hermitian=True)
    projection = inverse @ gram  # on the combinations of variables that the games determine
    rank = round(np.trace(projection))
    if games <= rank:
        return effect, error
    contrast = contrasts(groups[varies], copies[varies])
    # what the games cannot separate from something else, they cannot separate in the contrast
    known = np.abs(contrast - contrast @ projection).max(1) <= BLURRED
    contrast, places = contrast[known], np.flatnonzero(varies)[known]
    spread = np.sqrt(np.maximum((contrast @ inverse * contrast).sum(1), 0))  # of an effect, in errors
    for side, wins in enumerate(total["wins"]):
        if wins in (0, games):
            continue  # always won or always lost: nothing makes a difference
        cross = total["cross"][keep, side].astype(float)
        slopes = inverse @ cross
        variance = (wins - slopes @ cross) / (games - rank)
        effect[side, places], error[side, places] = contrast @ slopes, spread * np.sqrt(variance)
    return effect, error


def contrasts(groups: np.ndarray, copies: np.ndarray) -> np.ndarray:
    """Return the matrix that makes slopes relative to the mean of their group: (things, 1 + things)."""
    totals = np.array([copies[groups == group].sum() for group in groups])
    relative = np.eye(len(copies)) - (groups[:, None] == groups[None, :]) * (copies / totals)
    return np.column_stack([np.zeros(len(copies)), relative])
