"""Decks and numbers of players, all on one side: how often each group of decks wins, and how well.

Reads a collection of the kind `matrix`: every member is a run of some decks, with the facts players (their
number), decks (ids, in the order of the seats) and names (of the decks).
"""

from __future__ import annotations

from itertools import chain
from typing import Any

import numpy as np
import pandas as pd

from mazarbul.analysis import outcome
from mazarbul.analysis.collection import Collection
from mazarbul.analysis.estimates import rate_columns
from mazarbul.analysis.opened import of_opened
from mazarbul.analysis.run import Run
from mazarbul.analysis.scenarios import wins
from mazarbul.analysis.sealed import RunError

FACTS = ("players", "decks", "names")


@of_opened
def cells(collection: Collection) -> pd.DataFrame:
    """Return the win rate and score of every group of decks, in the order of the collection.

    Columns: players, decks (tuple of ids), names (tuple), group (names joined), games, win (+...); score
    (mean main score of the games won, +...) and the other scores by their ids (+...); NaN where none was won.
    """
    missing = [name for name in FACTS if name not in collection.members]
    if missing:
        raise RunError(
            collection.path, f"is a matrix whose members lack {missing[0]!r}", "make the collection again"
        )
    rows = []
    for facts, run in collection.runs():
        row: dict[str, Any] = {
            "players": int(facts["players"]),
            "decks": tuple(facts["decks"]),
            "names": tuple(facts["names"]),
        }
        row |= {"group": " + ".join(row["names"]), "games": run.games, "won": wins(run, run.sides[0])}
        rows.append(row | _scores(run))
    table = pd.DataFrame(rows)
    return table.assign(**rate_columns("win", table["won"], table["games"])).drop(columns="won")


def _scores(run: Run) -> dict[str, float]:
    """Return the means of a run's scores as columns of one row: the main one is `score`."""
    found: dict[str, float] = {}
    table = outcome.score(run)
    for i, score in enumerate(run.declared.outcome.scores):
        name, row = score.id if i else "score", table[table["measure"] == score.id] if len(table) else table
        for tail in ("", "_low", "_high", "_n"):
            found[name + tail] = row["mean" + tail].iloc[0] if len(row) else (0 if tail == "_n" else np.nan)
    return found


def by_deck(table: pd.DataFrame) -> pd.DataFrame:
    """Return what every deck does for its groups; a row per number of players and deck, best first.

    table: of `cells`; groups of one size contain every deck equally often. Columns: players, deck, name,
    groups, games, win (of all games of groups with it, +...), others (of those without, +...).
    """
    rows = []
    for players, part in table.groupby("players", sort=True):
        won = (part["win"] * part["games"]).round()
        decks = dict(zip(chain(*part["decks"]), chain(*part["names"]), strict=True))
        for deck, name in decks.items():
            has = np.array([deck in group for group in part["decks"]])
            row = {"players": players, "deck": deck, "name": name, "groups": int(has.sum())}
            row |= {"games": int(part.loc[has, "games"].sum()), "won": int(won[has].sum())}
            row |= {"other_games": int(part.loc[~has, "games"].sum()), "other_won": int(won[~has].sum())}
            rows.append(row)
    frame = pd.DataFrame(rows)
    columns = rate_columns("win", frame["won"], frame["games"])
    columns |= rate_columns("others", frame["other_won"], frame["other_games"])
    frame = frame.drop(columns=["won", "other_won", "other_games"]).assign(**columns)
    order = ["players", "win"]
    return frame.sort_values(order, ascending=[True, False], kind="stable", ignore_index=True)
