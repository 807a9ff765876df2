"""How well something that is known during a game predicts its winner, out of sample."""

from __future__ import annotations

from typing import Any

import numpy as np

from mazarbul.analysis.estimates import Z, mean_columns, rate_columns

TINY = 1e-6  # a predicted chance is never closer to 0 or 1


def blind(table: np.ndarray) -> np.ndarray:
    """Return the games of a table as one state: nothing is known. table: as in `judged`."""
    return table.sum(1, keepdims=True)


def judged(table: np.ndarray) -> dict[str, float]:
    """Score a prediction of the win from what is known of a game.

    table: int (2 halves, states, lost and won) games by what is known. The win rate of each state is learned
    from one half and tested on the other. Returns games; accuracy (share of right guesses, +...);
    base_accuracy (the same in the same games from their base rate alone, +...); skill
    (Brier skill score: 1 - mean squared error / that of the base rate in the same games, +...; 0: no
    information, 1: certainty); auc (chance that, of a game won and one lost, the one won was in the better
    state, +...); log_loss, base_log_loss (nats per game).
    """
    n = int(table.sum())
    sums = dict.fromkeys(("right", "base_right", "gain", "gain2", "base", "log", "base_log"), 0.0)
    areas = []
    for half in (0, 1):
        learned, tried = table[1 - half], table[half]
        with np.errstate(invalid="ignore", divide="ignore"):
            base = np.clip(learned[:, 1].sum() / learned.sum(), TINY, 1 - TINY)
        # the base rate counts as one more game, so that a state seen once does not look certain
        chance = np.clip((learned[:, 1] + base) / (learned.sum(1) + 1), TINY, 1 - TINY)
        losses = np.stack([chance**2, (1 - chance) ** 2], 1)
        base_losses = np.array([base**2, (1 - base) ** 2])
        gain = base_losses - losses
        sums["right"] += np.where(chance >= 0.5, tried[:, 1], tried[:, 0]).sum()
        sums["base_right"] += tried[:, int(base >= 0.5)].sum()
        sums["gain"] += (tried * gain).sum()
        sums["gain2"] += (tried * gain**2).sum()
        sums["base"] += (tried * base_losses).sum()
        sums["log"] -= (tried * np.log(np.stack([1 - chance, chance], 1))).sum()
        sums["base_log"] -= (tried * np.log([1 - base, base])).sum()
        areas.append(area_of(chance, tried))
    columns: dict[str, Any] = {"games": n} | rate_columns("accuracy", sums["right"], n)
    columns |= rate_columns("base_accuracy", sums["base_right"], n)
    skill = mean_columns("skill", sums["gain"], sums["gain2"], n)
    with np.errstate(invalid="ignore", divide="ignore"):
        scale = {"skill_n": 1.0}
        skill = {name: value * scale.get(name, n / sums["base"]) for name, value in skill.items()}
        columns |= skill | {"skill_high": min(skill["skill_high"], 1.0)}
        area, error = np.mean([a for a, _ in areas]), np.sqrt(sum(v for _, v in areas)) / 2
        columns |= {"auc": area, "auc_low": area - Z * error, "auc_high": area + Z * error, "auc_n": n}
        columns |= {
            "log_loss": sums["log"] / np.float64(n),
            "base_log_loss": sums["base_log"] / np.float64(n),
        }
    return {
        name: int(value) if name.endswith(("_n", "games")) else float(value)
        for name, value in columns.items()
    }


def area_of(score: np.ndarray, games: np.ndarray) -> tuple[float, float]:
    """Return the area under the ROC curve and its variance (DeLong, DeLong and Clarke-Pearson 1988).

    score: of each state. games: counts (states, lost and won).
    """
    _, level = np.unique(score, return_inverse=True)
    lost, won = (np.bincount(level, weights=games[:, i]) for i in (0, 1))
    if min(lost.sum(), won.sum()) < 2:
        return np.nan, np.nan
    above = (np.cumsum(lost) - lost / 2) / lost.sum()  # share of lost games that score below a won one
    below = 1 - (np.cumsum(won) - won / 2) / won.sum()
    area = (won @ above) / won.sum()
    spread = [
        counts @ (share - area) ** 2 / (counts.sum() - 1) / counts.sum()
        for counts, share in ((won, above), (lost, below))
    ]
    return area, sum(spread)
