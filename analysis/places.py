"""Locations: which were drawn and what that did to the result, how often they were fought over, who won.

Reads the packed columns of the family `places` by the names of their bit fields in the catalogue.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import pandas as pd

from analysis.counting.places import Places
from analysis.estimates import (
    benjamini_hochberg,
    difference,
    difference_columns,
    histogram_mean,
    rate_columns,
    stratified_difference,
)
from analysis.run import Run

FACTS = ("column", "id", "name", "kind", "side", "number", "vp")


@dataclass(frozen=True)
class PlaceTally:
    """Counts over a whole run, first axis = places in the catalogue's order.

    times: (p, t) games by number of activations. winner: (p, w, 2) by the `winner` field and contested.
    attack, defense: (p, v) icons when it was last resolved. drawn: (p, r, 2, sides + 1) games in which it
    first became active in round r, by whether the location step picked it, and by the game's winner.
    """

    run: Run
    places: pd.DataFrame
    times: np.ndarray
    winner: np.ndarray
    attack: np.ndarray
    defense: np.ndarray
    drawn: np.ndarray


def tally(run: Run) -> PlaceTally | None:
    """Count every place of the run; None if the run records no places."""
    statistic = Places.of(run)
    return None if statistic is None else PlaceTally(run, run.items("places"), **run.total(statistic))


def contests(counts: PlaceTally) -> pd.DataFrame:
    """How often every place was active and fought over, and who won it.

    Columns: the place's facts; active (share of games, +...), times (mean activations if active, +...),
    contested (share of games in which it was active, +...), for every label of the `winner` field
    but the first won_<label> (share of games in which it was resolved, +...), attack, defense (means, +...).
    """
    active = counts.times[:, 1:].sum(1)
    resolved = counts.winner[:, 1:].sum((1, 2))
    fields = counts.run.place_fields
    columns = rate_columns("active", active, counts.times.sum(1))
    seen = counts.times.copy()
    seen[:, 0] = 0
    columns |= histogram_mean("times", seen)
    if "contested" in fields:
        columns |= rate_columns("contested", counts.winner[:, :, 1].sum(1), active)
    for code, label in enumerate(fields["winner"].labels or ()):
        if code and label:
            columns |= rate_columns(f"won_{label}", counts.winner[:, code].sum(1), resolved)
    for name, values in (("attack", counts.attack), ("defense", counts.defense)):
        if name in fields:
            columns |= histogram_mean(name, values)
    return _facts(counts).assign(**columns)


def effects(counts: PlaceTally, side: str | None = None) -> pd.DataFrame:
    """Estimate what it does to a side's win rate that this place is drawn rather than another of its group.

    A group is the places of one kind, side and number: the draw is among them, so chance makes the
    comparison fair. Games in which the location step picked the place are compared, round by round,
    with games in which it picked another place of the group in that round.
    side: default the run's first. Columns: the place's facts; others (size of the group less one),
    drawn (share of games, +...), win (side's win rate when drawn, +...), effect (difference, +... _p),
    effect_bh (p corrected for all places of the table).
    """
    facts, games, wins, other_games, other_wins = _against_rivals(counts, side)
    drawn = games.sum(1)
    columns = {"others": _rivals(facts).sum(1) - 1} | rate_columns("drawn", drawn, counts.times.sum(1))
    columns |= rate_columns("win", wins.sum(1), drawn)
    result = stratified_difference(wins, games, other_wins, other_games)
    columns |= difference_columns("effect", result, drawn, other_games.sum(1))
    return facts.assign(**columns, effect_bh=benjamini_hochberg(columns["effect_p"]))


def by_round(counts: PlaceTally, side: str | None = None) -> pd.DataFrame:
    """As `effects`, for each round in which a place was first drawn, to see whether it matters when.

    One row per place and round in which it was ever drawn. Columns: the place's facts; round; drawn (share
    of the games that reached a draw in that round among the places of its group, +...), win (+...), effect
    (+... _p), effect_bh (corrected for all rows of the table).
    """
    facts, *tables = _against_rivals(counts, side)
    place, number = np.nonzero(tables[0])
    games, wins, other_games, other_wins = (table[place, number] for table in tables)
    columns = {"round": number} | rate_columns("drawn", games, games + other_games)
    columns |= rate_columns("win", wins, games)
    result = difference(wins, games, other_wins, other_games)
    columns |= difference_columns("effect", result, games, other_games)
    columns["effect_bh"] = benjamini_hochberg(columns["effect_p"])
    return facts.iloc[place].reset_index(drop=True).assign(**columns)


def _against_rivals(counts: PlaceTally, side: str | None):
    """Facts, and by place and round: games and wins when the location step picked it, and when a rival."""
    winner = counts.run.sides.index(side or counts.run.sides[0])
    facts = _facts(counts)
    member = _rivals(facts)
    games, wins = counts.drawn[:, :, 1].sum(2), counts.drawn[:, :, 1, winner]
    return facts, games, wins, member @ games - games, member @ wins - wins


def _rivals(facts: pd.DataFrame) -> np.ndarray:
    """Which places are drawn from one group, each itself included: int64 (places, places)."""
    keys = facts.reindex(columns=["kind", "side", "number"]).astype(object).fillna("").agg(tuple, axis=1)
    return (keys.to_numpy()[:, None] == keys.to_numpy()[None, :]).astype(np.int64)


def kinds(frame: pd.DataFrame) -> Iterable[tuple[str, pd.DataFrame]]:
    """Split a table of places by kind, in the catalogue's order."""
    return frame.groupby("kind", sort=False) if "kind" in frame else [("place", frame)]


def _facts(counts: PlaceTally) -> pd.DataFrame:
    return counts.places[[name for name in FACTS if name in counts.places]]
