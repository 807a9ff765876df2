"""Points won and lost by decks and factions, by kind of location.

Reads the family `factions`: columns `<faction>/<kind>/<won|lost>` in hundredths of a point: the points of
the locations a side won or lost, shared among its factions in proportion to the icons they brought.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from analysis.estimates import mean_columns, rate_columns, rate_variance, spread_columns
from analysis.run import Run

HUNDREDTHS = 100
OUTCOMES = ("won", "lost")


def faction_points(run: Run) -> pd.DataFrame:
    """Mean points per game of every faction and kind of location.

    Columns: faction, name, side, seat, kind, won (+...), lost (+...), net (won minus lost, +...), in points.
    The kind "all" sums over the kinds. Empty if the run has no family `factions`.
    """
    owners = run.items("factions")
    if owners.empty or "factions" not in run.families:
        return pd.DataFrame()
    groups = {row.id: [row.id] for row in owners.itertuples()}
    table = _points(run, groups)
    return (
        owners.rename(columns={"id": "faction"})
        .merge(table, left_on="faction", right_on="group")
        .drop(columns="group")
    )


def deck_points(run: Run) -> pd.DataFrame:
    """As `faction_points`, for the decks: a deck's points are those of the factions of its seat.

    Columns: seat, name, side, deck, kind, won (+...), lost (+...), net (+...).
    """
    owners = run.items("factions")
    if owners.empty or "factions" not in run.families:
        return pd.DataFrame()
    groups = {seat: list(ids) for seat, ids in owners.groupby("seat", sort=False)["id"]}
    table = _points(run, groups)
    seats = run.items("seats").rename(columns={"id": "seat"})[["seat", "name", "side", "deck"]]
    return seats.merge(table, left_on="seat", right_on="group").drop(columns="group")


def spread(run: Run) -> pd.DataFrame:
    """How much the decks of a side differ in points, beyond chance; a row per side and kind of location.

    Columns: side, kind, spread (standard deviation of the decks' true net points a game, +_low _high _n _p;
    n decks), spread_chance (what chance alone would show). Judged by how far each deck is from the mean of
    its side in the same game, since what one deck wins its partner does not. Sides of one deck are left out.
    """
    owners = run.items("factions")
    if owners.empty or "factions" not in run.families:
        return pd.DataFrame()
    known, kinds = _columns(run)
    rows, asked = [], []
    for side, seats in owners.groupby("side", sort=False):
        decks = [list(ids) for _, ids in seats.groupby("seat", sort=False)["id"]]
        for kind in [*kinds, "all"] if len(decks) > 1 else ():
            inside = kinds if kind == "all" else [kind]
            nets = [
                f"({_side_sum(known, ids, inside, 'won')} - {_side_sum(known, ids, inside, 'lost')})"
                for ids in decks
            ]
            mean = f"(({' + '.join(nets)}) / {float(len(decks))})"
            rows.append((side, kind, len(decks)))
            asked += [f"{moment}({net} - {mean})" for moment in ("avg", "var_samp") for net in nets]
    if not rows:
        return pd.DataFrame()
    asked = [f"{expression} as s{i}" for i, expression in enumerate(asked)]
    values = iter(run.sql(f"select {', '.join(asked)} from factions").iloc[0].to_numpy(float))
    table = []
    for side, kind, k in rows:
        means, variances = (np.array([next(values) for _ in range(k)]) for _ in range(2))
        # a distance from the mean of k varies by (k - 1) / k of what its deck does
        variances = variances * k / (k - 1) / run.games
        columns = spread_columns("spread", means / HUNDREDTHS, variances / HUNDREDTHS**2)
        table.append({"side": side, "kind": kind, **columns})
    return pd.DataFrame(table)


def between(table: pd.DataFrame) -> pd.DataFrame:
    """How much decks played in runs of their own differ in win rate, beyond chance; one row.

    table: columns deck, wins, games; the games of different decks independent. Columns: decks, win (of all
    games, +...), spread (standard deviation of the decks' true win rates, +_low _high _n _p), spread_chance.
    """
    wins, games = table["wins"].to_numpy(float), table["games"].to_numpy(float)
    columns = rate_columns("win", [wins.sum()], [games.sum()])
    columns |= spread_columns("spread", wins / games, rate_variance(wins, games))
    return pd.DataFrame({"decks": [len(table)], **columns})


def _columns(run: Run) -> tuple[set[str], list[str]]:
    """Columns of the family `factions` that hold points, and the kinds of location, in the file's order."""
    names = [name for name in run.columns("factions") if name.count("/") == 2]
    return set(names), list(dict.fromkeys(name.split("/")[1] for name in names))


def _side_sum(known: set[str], factions: list[str], kinds: list[str], outcome: str) -> str:
    """Return the SQL sum of the points of some factions and kinds."""
    return _sum(f"{f}/{k}/{outcome}" for f in factions for k in kinds if f"{f}/{k}/{outcome}" in known)


def _points(run: Run, groups: dict[str, list[str]]) -> pd.DataFrame:
    """Means per game of summed columns. groups: name -> faction ids. Columns: group, kind, won, lost, net."""
    known, kinds = _columns(run)
    rows, asked = [], []
    for group, factions in groups.items():
        for kind in [*kinds, "all"]:
            inside = kinds if kind == "all" else [kind]
            sums = {outcome: _side_sum(known, factions, inside, outcome) for outcome in OUTCOMES}
            sums["net"] = f"({sums['won']} - {sums['lost']})"
            rows.append((group, kind))
            asked += [f"sum({e}{power})::double" for e in sums.values() for power in ("", f" * {e}")]
    asked = [f"{expression} as s{i}" for i, expression in enumerate(asked)]
    sums = (
        run.sql(f"select {', '.join(asked)} from factions").iloc[0].to_numpy(float).reshape(len(rows), 3, 2)
    )
    table = pd.DataFrame(rows, columns=["group", "kind"])
    for i, name in enumerate((*OUTCOMES, "net")):
        columns = mean_columns(name, sums[:, i, 0] / HUNDREDTHS, sums[:, i, 1] / HUNDREDTHS**2, run.games)
        table = table.assign(**columns)
    return table


def _sum(columns) -> str:
    """Return the SQL sum of columns of one row, as a 64-bit number; 0 for none."""
    return "(" + (" + ".join(f'"{name}"::bigint' for name in columns) or "0") + ")"
