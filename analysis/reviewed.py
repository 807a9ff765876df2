"""What a review of the bots' moves found (`mazarbul.studies.review`), by side, kind of decision or move."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
import pandas as pd

from mazarbul.analysis.estimates import mean_columns

COPY = re.compile(r"#\d+")  # which of several equal cards


def tables(moves: pd.DataFrame, judged: pd.DataFrame, games: int) -> dict[str, pd.DataFrame]:
    """Return what is lost by `sides`, `kinds` of decisions, `moves` made, and those missed (`instead`).

    moves, judged, games: as for `by`. What is told in the same words is one move, so copies of a card are.
    """
    alike = without_copies(moves)
    return {
        "sides": by(moves, judged, games, ["side"]),
        "kinds": by(moves, judged, games, ["side", "kind"]),
        "moves": _by_move(alike, games, "own"),
        "instead": _by_move(alike, games, "other"),
    }


def _by_move(moves: pd.DataFrame, games: int, name: str) -> pd.DataFrame:
    """Return what is lost by the moves of a column, with their words in `<name>_said`."""
    said = f"{name}_said"
    table = by(moves, None, games, ["side", said])
    written = moves.drop_duplicates(["side", said])[["side", said, name]]
    return table.merge(written, on=["side", said], how="left")


def without_copies(moves: pd.DataFrame) -> pd.DataFrame:
    """Return moves, columns `own` and `other`, with those of equal cards under the same words.

    Reviews of former versions have no `own_said` and `other_said`: the moves stand for them.
    """
    alike = {name: moves[name].str.replace(COPY, "", regex=True) for name in ("own", "other")}
    said = {f"{name}_said": moves.get(f"{name}_said", alike[name]) for name in alike}
    return moves.assign(**alike, **said)


def by(moves: pd.DataFrame, judged: pd.DataFrame | None, games: int, columns: Sequence[str]) -> pd.DataFrame:
    """Return what is lost in groups, a row for each, those that lose most first within a side.

    moves: columns `game` and `gain`, a row for each decision with a better move. judged: `game` and `n`, the
    numbers of decisions judged; None if they are not known for these groups. columns: what makes a group,
    `side` first. Returns `decisions` and `improved`, the decisions judged and those with a better move in a
    game, and `lost`, wins lost a game, with its interval over games: decisions of a game are not independent.
    """
    columns = list(columns)
    every = moves[columns] if judged is None else judged[columns]
    table = every.drop_duplicates().set_index(columns).sort_index()
    groups = moves.groupby(columns)["gain"]
    sums = moves.groupby([*columns, "game"])["gain"].sum()
    total = sums.groupby(columns).sum().reindex(table.index, fill_value=0.0)
    squares = (sums**2).groupby(columns).sum().reindex(table.index, fill_value=0.0)
    if judged is not None:
        table["decisions"] = judged.groupby(columns)["n"].sum() / games
    table["improved"] = groups.size().reindex(table.index, fill_value=0) / games
    table = table.assign(**mean_columns("lost", total, squares, np.full(len(table), games))).reset_index()
    order = ["side", "lost"] if judged is not None else ["lost"]
    return table.sort_values(order, ascending=[name != "lost" for name in order], kind="stable").reset_index(
        drop=True
    )
