"""Points won and lost by things of seats and by the decks they are in, by kind of place.

Reads columns `<thing>/<kind>/<won|lost>`: what a side won or lost at the places of a kind, shared among its
things. A question's unit is the value of a point in them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from mazarbul.analysis.counting.shared import Shared
from mazarbul.analysis.counting.statistic import symmetric
from mazarbul.analysis.estimates import mean_columns, rate_columns, rate_variance, spread_columns
from mazarbul.analysis.opened import of_opened
from mazarbul.analysis.run import Run
from mazarbul.formats.declared import Asked

OUTCOMES = ("won", "lost")


@of_opened
def by_thing(run: Run, asked: Asked | None = None) -> pd.DataFrame:
    """Return mean points per game by thing and kind of place.

    Columns: thing, name, side, seat, kind, won (+...), lost (+...), net (won minus lost, +...), in points.
    The kind "all" sums over the kinds. Empty if the run does not record them. asked: the first question of
    the kind "shared" if not given; also below.
    """
    points = Points.of(run, asked)
    if points is None:
        return pd.DataFrame()
    owners = points.owners
    table = points.table({row.id: [row.id] for row in owners.itertuples()})
    named = owners.rename(columns={"id": "thing"})
    return named.merge(table, left_on="thing", right_on="group").drop(columns="group")


@of_opened
def by_deck(run: Run, asked: Asked | None = None) -> pd.DataFrame:
    """Return the same as `by_thing` by deck: a deck's points are those of its seat's things.

    Columns: seat, name, side, deck, kind, won (+...), lost (+...), net (+...).
    """
    points = Points.of(run, asked)
    if points is None:
        return pd.DataFrame()
    table = points.table({seat: list(ids) for seat, ids in points.owners.groupby("seat", sort=False)["id"]})
    seats = run.items("seats").rename(columns={"id": "seat"})[["seat", "name", "side", "deck"]]
    return seats.merge(table, left_on="seat", right_on="group").drop(columns="group")


@of_opened
def spread(run: Run, asked: Asked | None = None) -> pd.DataFrame:
    """Return how much the decks of a side differ in points, beyond chance; a row per side and kind of place.

    Columns: side, kind, spread (standard deviation of the decks' true net points per game, +_low _high _n _p;
    n decks), spread_chance (what chance alone would show). Estimated from each deck's distance to the mean of
    its side in the same game, since what one deck wins, its partner does not. Sides with one deck are left
    out.
    """
    points = Points.of(run, asked)
    if points is None:
        return pd.DataFrame()
    table = []
    for side, seats in points.owners.groupby("side", sort=False):
        decks = [list(ids) for _, ids in seats.groupby("seat", sort=False)["id"]]
        k = len(decks)
        for kind in [*points.kinds, "all"] if k > 1 else ():
            nets = np.array([points.weights(ids, kind)["net"] for ids in decks])
            # k times the distance from the mean of the side, so that all weights are whole numbers
            sums, squares = points.sums(k * nets - nets.sum(0))
            means, squares = sums / k / run.games, squares / k**2
            with np.errstate(invalid="ignore", divide="ignore"):
                variances = (squares - run.games * means**2) / np.float64(run.games - 1)
            # a distance from the mean of k decks has (k - 1) / k of its deck's variance
            variances = variances * k / (k - 1) / run.games
            columns = spread_columns("spread", means / points.unit, variances / points.unit**2)
            table.append({"side": side, "kind": kind, **columns})
    return pd.DataFrame(table)


def between(table: pd.DataFrame) -> pd.DataFrame:
    """Return how much decks played in separate runs differ in win rate, beyond chance; one row.

    table: columns deck, wins, games; the games of different decks are independent. Columns: decks, win (of
    all games, +...), spread (standard deviation of the decks' true win rates, +_low _high _n _p),
    spread_chance.
    """
    wins, games = table["wins"].to_numpy(float), table["games"].to_numpy(float)
    columns = rate_columns("win", [wins.sum()], [games.sum()])
    columns |= spread_columns("spread", wins / games, rate_variance(wins, games))
    return pd.DataFrame({"decks": [len(table)], **columns})


@dataclass(frozen=True)
class Points:
    """Sums of points over a whole run.

    owners: the things. unit: the value of a point in the columns. names: of the columns. kinds: of place, in
    order. total: int64 (columns,) sums. products: int64 (columns, columns) sums of products. games: their
    number.
    """

    owners: pd.DataFrame
    unit: int
    names: list[str]
    kinds: list[str]
    total: np.ndarray
    products: np.ndarray
    games: int

    @classmethod
    def of(cls, run: Run, asked: Asked | None) -> Points | None:
        """Return the sums, or None if the run does not record points."""
        asked = asked or next(iter(run.declared.asked("shared")), None)
        statistic = Shared.of(run, asked) if asked else None
        if asked is None or statistic is None:
            return None
        found, names = run.total(statistic), statistic.points
        kinds = list(dict.fromkeys(name.split("/")[1] for name in names))
        owners, unit = run.items(asked.family.items), asked.question.unit
        return cls(owners, unit, names, kinds, found["sums"], symmetric(found["products"]), run.games)

    def weights(self, things: list[str], kind: str) -> dict[str, np.ndarray]:
        """Return the weights of the columns for the points of some things: won, lost, net.

        kind: of place, or "all". Each int64 (columns,).
        """
        kinds = self.kinds if kind == "all" else [kind]
        won, lost = (
            np.isin(self.names, [f"{thing}/{each}/{outcome}" for thing in things for each in kinds])
            for outcome in OUTCOMES
        )
        found = {"won": won.astype(np.int64), "lost": lost.astype(np.int64)}
        return found | {"net": found["won"] - found["lost"]}

    def sums(self, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return sums over the games of combinations of columns, and of their squares.

        weights: int64 (combinations, columns). Returns float64 (combinations,) each.
        """
        squares = ((weights @ self.products) * weights).sum(1)
        return (weights @ self.total).astype(float), squares.astype(float)

    def table(self, groups: dict[str, list[str]]) -> pd.DataFrame:
        """Return means per game. groups: name -> ids. Columns: group, kind, won, lost, net (+...)."""
        rows = [(group, kind) for group in groups for kind in [*self.kinds, "all"]]
        weights = [self.weights(groups[group], kind) for group, kind in rows]
        table = pd.DataFrame(rows, columns=["group", "kind"])
        for name in (*OUTCOMES, "net"):
            sums, squares = self.sums(np.array([each[name] for each in weights]))
            table = table.assign(**mean_columns(name, sums / self.unit, squares / self.unit**2, self.games))
        return table
