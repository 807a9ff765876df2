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
import pyarrow as pa

from analysis.estimates import (
    Z,
    benjamini_hochberg,
    difference_columns,
    rate_columns,
    ratio_columns,
    two_sided,
)
from analysis.exposures import Batch
from analysis.packed import Units, facts, grouped
from analysis.regression import Sums, fit, sums
from analysis.run import Run

WAYS = ("revealed", "shadow")
HARMS = ("damage", "kills", "threat")


@dataclass(frozen=True)
class Tally:
    """Sums over a run, first axis = cards with all their copies. Made by `tally`.

    ways: of WAYS, those recorded. harms: of HARMS, those recorded. games, won: (cards, ways) games in which a
    card came up so, and those of them that were won. times: (cards, ways) how often. harm: (cards, harms, 3)
    sums of harm, of its square, and of harm times how often the card came up. squares: (cards,) of how often
    it came up. products: for the regression, variables = ways by cards.
    """

    run: Run
    units: Units
    ways: tuple[str, ...]
    harms: tuple[str, ...]
    games: np.ndarray
    won: np.ndarray
    times: np.ndarray
    harm: np.ndarray
    squares: np.ndarray
    products: Sums


def units(run: Run) -> Units | None:
    """Return the cards of the quest that the run records, or None."""
    copies = run.items("cards")
    if copies.empty or "harms" not in run.families or not set(WAYS) & set(run.harm_fields):
        return None
    known = copies["side"].isin(run.opponents) & copies["column"].isin(run.columns("harms"))
    copies = copies[known].reset_index(drop=True).assign(copies=1)
    return grouped(copies) if len(copies) else None


def tally(run: Run) -> Tally | None:
    """Count every card of the quest in one pass; None if the run does not record them."""
    known = units(run) if run.is_cooperative else None
    if known is None:
        return None
    ways, harms = (tuple(name for name in names if name in run.harm_fields) for names in (WAYS, HARMS))
    columns = {"games": ["winner"], "harms": known.columns}
    parts = run.scan(columns, lambda batch: _count(run, known, ways, harms, batch))
    total = list(next(parts))
    for part in parts:
        total = [mine + theirs for mine, theirs in zip(total, part, strict=True)]
    return Tally(run, known, ways, harms, *total)


def _count(run: Run, known: Units, ways: tuple[str, ...], harms: tuple[str, ...], batch: dict[str, pa.Table]):
    """Count one batch: games, won, times, harm, squares, products as in a Tally."""
    won = (run.winner_codes(batch["games"]) == 0).astype(np.float32)
    k, n = len(known.cards), len(won)
    games, wins, times = (np.zeros((k, len(ways))) for _ in range(3))
    harm, squares = np.zeros((k, len(harms), 3)), np.zeros(k)
    came = np.zeros((len(ways), k, n), np.float32)
    for unit, rows in enumerate(known.rows):
        packed = [batch["harms"].column(known.columns[row]).to_numpy() for row in rows]

        def summed(name: str, packed: list[np.ndarray] = packed) -> np.ndarray:
            return np.sum([run.harm_fields[name].of(each) for each in packed], 0).astype(float)

        for way, name in enumerate(ways):
            came[way, unit] = count = summed(name)
            games[unit, way], wins[unit, way] = (count > 0).sum(), won[count > 0].sum()
            times[unit, way] = count.sum()
        up = came[:, unit].sum(0, dtype=float)
        squares[unit] = up @ up
        for i, name in enumerate(harms):
            done = summed(name)
            harm[unit, i] = done.sum(), done @ done, done @ up
    return games, wins, times, harm, squares, sums(Batch(came.reshape(-1, n), won[None]))


def effects(tallied: Tally) -> pd.DataFrame:
    """What every card of the quest did; a row per card, the one that costs the players most first.

    Columns: the card's facts. For each way, revealed and shadow: <way> (share of games in which it came up
    so, +...), <way>_times (per game), win_<way> (win rate of these games, +...), <way>_effect (of coming up
    once, on the players' win rate, against the mean card of the quest coming up so, +... _p; n games with it,
    n0 games without), <way>_effect_bh. damage, kills, threat (per time that it came up, +...).

    The effects are those of a linear regression of the win on how often every card came up: given how many
    cards came up, chance decides which they were.
    """
    games, cards = tallied.run.games, tallied.units.cards
    columns: dict[str, np.ndarray] = {}
    k, copies = len(cards), cards["copies"].to_numpy(float)
    groups = np.repeat(tallied.ways, k)
    value, error = (part[0] for part in fit(tallied.products, groups, np.tile(copies, len(tallied.ways))))
    for i, way in enumerate(tallied.ways):
        n = tallied.games[:, i].astype(np.int64)
        columns |= rate_columns(way, n, np.full(k, games))
        columns[f"{way}_times"] = tallied.times[:, i] / games
        columns |= rate_columns(f"win_{way}", tallied.won[:, i], n)
        b, e = (part[i * k : (i + 1) * k] for part in (value, error))
        result = b, b - Z * e, b + Z * e, two_sided(b / e)
        columns |= difference_columns(f"{way}_effect", result, n, games - n)
        columns[f"{way}_effect_bh"] = benjamini_hochberg(columns[f"{way}_effect_p"])
    up = tallied.times.sum(1)
    for i, name in enumerate(tallied.harms):
        total, square, cross = tallied.harm[:, i].T
        columns |= ratio_columns(name, total, square, up, tallied.squares, cross, games)
    frame = pd.concat([facts(cards), pd.DataFrame(columns)], axis=1)
    return frame.sort_values(
        f"{tallied.ways[0]}_effect", kind="stable", na_position="last", ignore_index=True
    )
