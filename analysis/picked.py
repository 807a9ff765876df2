"""Places: how picking one changes the result, how often they are fought over, who wins them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pandas as pd

from mazarbul.analysis.counting.packed import facts
from mazarbul.analysis.counting.picked import Fought, Picked
from mazarbul.analysis.estimates import (
    difference,
    difference_columns,
    family_columns,
    histogram_mean,
    rate_columns,
    stratified_difference,
)
from mazarbul.analysis.opened import of_opened
from mazarbul.analysis.run import Run
from mazarbul.formats.declared import Asked


@of_opened
def contests(run: Run, asked: Asked | None = None) -> pd.DataFrame:
    """Return how often everything was fought over, and who won it.

    asked: the first question of the kind "fought" if not given. Columns: the thing's facts; active (share of
    games in which it came up, +...), times (mean if it did, +...), contested (share of these games, +...),
    for every label of the `winner` field except the first won_<label> (share of games in which it was
    resolved, +...), the question's numbers (means, +...). Empty if the run does not record them.
    """
    asked = asked or next(iter(run.declared.asked("fought")), None)
    statistic = Fought.of(run, asked) if asked else None
    if asked is None or statistic is None:
        return pd.DataFrame()
    total, fields = run.total(statistic), asked.family.named
    active, resolved = total["times"][:, 1:].sum(1), total["winner"][:, 1:].sum((1, 2))
    columns = rate_columns("active", active, total["times"].sum(1))
    seen = total["times"].copy()
    seen[:, 0] = 0
    columns |= histogram_mean("times", seen)
    if "contested" in fields:
        columns |= rate_columns("contested", total["winner"][:, :, 1].sum(1), active)
    for code, label in enumerate(fields["winner"].labels or ()):
        if code and label:
            columns |= rate_columns(f"won_{label}", total["winner"][:, code].sum(1), resolved)
    for each in asked.question.numbers:
        columns |= histogram_mean(each.id, total[each.id])
    return facts(asked.family, statistic.things).assign(**columns)


@of_opened
def effects(run: Run, asked: Asked | None = None, side: str | None = None) -> pd.DataFrame:
    """Estimate how a side's win rate changes when this thing is picked instead of another of its group.

    The things of a group share the facts that the question names: the draw is among them, so chance makes the
    comparison fair. Games in which the thing was picked are compared, round by round, with games in which
    another one of the group was picked in that round. asked: the first question of the kind "picked" if not
    given. side: default the run's first. Columns: the thing's facts; others (size of the group less one),
    drawn (share of games, +...), win (side's win rate when drawn, +...), effect (difference, +... _p),
    effect_bh (p corrected for the table). Empty if the run does not record them.
    """
    found = _against_rivals(run, asked, side)
    if found is None:
        return pd.DataFrame()
    named, others, total, games, wins, other_games, other_wins = found
    drawn = games.sum(1)
    columns = {"others": others} | rate_columns("drawn", drawn, total)
    columns |= rate_columns("win", wins.sum(1), drawn)
    result = stratified_difference(wins, games, other_wins, other_games)
    columns |= difference_columns("effect", result, drawn, other_games.sum(1))
    return named.assign(**columns, **family_columns("effect", columns))


@of_opened
def by_round(run: Run, asked: Asked | None = None, side: str | None = None) -> pd.DataFrame:
    """Return the same as `effects` by round of the first pick, to see whether the round matters.

    One row per thing and round in which it was ever picked. Columns: the thing's facts; round; drawn (share
    of the games that reached a draw in that round among the things of its group, +...), win (+...), effect
    (+... _p), effect_bh (corrected for all rows of the table).
    """
    found = _against_rivals(run, asked, side)
    if found is None:
        return pd.DataFrame()
    named, _, _, *tables = found
    place, number = np.nonzero(tables[0])
    games, wins, other_games, other_wins = (table[place, number] for table in tables)
    columns = {"round": number} | rate_columns("drawn", games, games + other_games)
    columns |= rate_columns("win", wins, games)
    result = difference(wins, games, other_wins, other_games)
    columns |= difference_columns("effect", result, games, other_games)
    columns |= family_columns("effect", columns)
    return named.iloc[place].reset_index(drop=True).assign(**columns)


def _against_rivals(run: Run, asked: Asked | None, side: str | None) -> tuple[Any, ...] | None:
    """Return facts, rivals and games; and by thing and round games and wins with it, and with a rival."""
    asked = asked or next(iter(run.declared.asked("picked")), None)
    statistic = Picked.of(run, asked) if asked else None
    if asked is None or statistic is None:
        return None
    total, winner = run.total(statistic), run.sides.index(side or run.sides[0])
    member = _rivals(asked, statistic.things)
    games, wins = total["drawn"][:, :, 1].sum(2), total["drawn"][:, :, 1, winner]
    others = member @ games - games, member @ wins - wins
    return facts(asked.family, statistic.things), member.sum(1) - 1, total["games"], games, wins, *others


def _rivals(asked: Asked, things: pd.DataFrame) -> np.ndarray:
    """Return which things are in the same group, each itself included: int64 (things, things)."""
    wanted = things.reindex(columns=list(asked.question.among)).astype(object)
    rows = wanted.where(wanted.notna(), "").itertuples(index=False, name=None)
    group, _ = pd.factorize(pd.Series(list(rows), dtype=object))
    return (group[:, None] == group[None, :]).astype(np.int64)


def kinds(frame: pd.DataFrame, name: str) -> Iterable[tuple[str, pd.DataFrame]]:
    """Split a table of things by kind, in the catalogue's order. name: for all of them if without kinds.

    A table without things has no kinds.
    """
    if "kind" in frame:
        return frame.groupby("kind", sort=False)
    return [(name, frame)] if len(frame) else []
