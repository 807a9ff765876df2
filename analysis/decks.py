"""Points won and lost by decks and factions, by kind of location.

Reads the family `factions`: columns `<faction>/<kind>/<won|lost>` in hundredths of a point: the points of
the locations a side won or lost, shared among its factions in proportion to the icons they brought.
"""

from __future__ import annotations

import pandas as pd

from analysis.estimates import mean_columns
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


def _points(run: Run, groups: dict[str, list[str]]) -> pd.DataFrame:
    """Means per game of summed columns. groups: name -> faction ids. Columns: group, kind, won, lost, net."""
    present = [name.split("/") for name in run.columns("factions") if name.count("/") == 2]
    kinds = list(dict.fromkeys(kind for _, kind, _ in present))
    known = {"/".join(parts) for parts in present}
    rows, asked = [], []
    for group, factions in groups.items():
        for kind in [*kinds, "all"]:
            inside = kinds if kind == "all" else [kind]
            sums = {
                outcome: _sum(
                    f"{f}/{k}/{outcome}" for f in factions for k in inside if f"{f}/{k}/{outcome}" in known
                )
                for outcome in OUTCOMES
            }
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
