"""Things that seats draw and play: how often, when, where, how they left, and how that changed the result.

Every table is arithmetic on the counts of `tally`. `mazarbul.analysis.regression` estimates the worth of each
thing from the comparison that chance makes, `mazarbul.analysis.pairs` that of two together.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from mazarbul.analysis.counting.held import STATES, STATUSES
from mazarbul.analysis.counting.packed import DEALT, DRAWN, KEPT, PLAYED, facts
from mazarbul.analysis.estimates import (
    difference,
    difference_columns,
    family_columns,
    histogram_mean,
    rate_columns,
    stratified_difference,
    untested,
)
from mazarbul.analysis.held_counts import Tally, tally

__all__ = [
    "STATUSES", "Tally", "by_place", "by_round", "facts", "fates", "plays", "results", "tally", "usage",
]  # fmt: skip
ALL_STATES = np.arange(STATES)
HARDLY = 0.001  # of the games in which something was held: played in fewer, it is not played
ENOUGH = 1_000  # games in which something must have been held to judge that


def results(tallied: Tally) -> pd.DataFrame:
    """Estimate what having a card did to its side's result; sorted by what chance decides, best first.

    Columns: the card's facts; drawn, played (share of games, +...); win rate of its side, +..., when
    win_opening (in the opening hand kept), win_drawn, win_played, win_never (never drawn);
    improvement (drawn minus never drawn), improvement_same_length (the same within games of equal length),
    each +... without _p; opening_effect (dealt in the opening hand minus not, +..., opening_effect_bh).
    Chance decides only opening_effect: the table is sorted by it, or as it stands if it is not recorded.
    Both improvements condition on how long the game went on, so a card without any effect has one: no
    p-value is given for them. A state counts for a card with copies if any copy was in it.
    """
    table = tallied.counts.results
    total = _games(table, np.ones(STATES, bool))
    drawn, never = (ALL_STATES & DRAWN) > 0, (ALL_STATES & DRAWN) == 0
    dealt = (ALL_STATES & DEALT) > 0
    columns = rate_columns("drawn", _games(table, drawn)[1], total[1])
    columns |= rate_columns("played", _games(table, (ALL_STATES & PLAYED) > 0)[1], total[1])
    groups = {
        "opening": (ALL_STATES & KEPT) > 0,
        "drawn": drawn,
        "played": (ALL_STATES & PLAYED) > 0,
        "never": never,
    }
    for name, states in groups.items():
        columns |= rate_columns(f"win_{name}", *_games(table, states))
    sizes = _games(table, drawn)[1], _games(table, never)[1]
    gap = difference(*_games(table, drawn), *_games(table, never))
    columns |= untested(difference_columns("improvement", gap, *sizes))
    same = stratified_difference(*_by_length(table, drawn), *_by_length(table, never))
    columns |= untested(difference_columns("improvement_same_length", same, *sizes))
    if "opening" in tallied.family.named:
        gap = difference(*_games(table, dealt), *_games(table, ~dealt))
        sizes = _games(table, dealt)[1], _games(table, ~dealt)[1]
        columns |= difference_columns("opening_effect", gap, *sizes)
        columns |= family_columns("opening_effect", columns)
    frame = pd.concat([facts(tallied.family, tallied.units), pd.DataFrame(columns)], axis=1)
    if "opening_effect" not in frame:
        return frame
    order = ["opening_effect", *(key for key in ("seat", "id", "copy") if key in frame)]
    return frame.sort_values(order, ascending=[False] + [True] * (len(order) - 1), ignore_index=True)


def plays(tallied: Tally) -> pd.DataFrame:
    """Return how often everything was played in the games in which it was held; the least played first.

    Columns: the card's facts; games_held (drawn, or played without that), games_played, play (share of the
    former, +...), unplayed (play is below HARDLY, over at least ENOUGH games). Of something that is not
    played nothing is measured: its values are those of the bots. A card with copies counts if any copy was.
    Empty if plays are not recorded.
    """
    if "played_round" not in tallied.family.named:
        return pd.DataFrame()
    table = tallied.counts.results
    (_, held), (_, played) = (_games(table, (ALL_STATES & bits) > 0) for bits in (DRAWN | PLAYED, PLAYED))
    columns = {"games_held": held, "games_played": played} | rate_columns("play", played, held)
    columns["unplayed"] = (held >= ENOUGH) & (played < HARDLY * held)
    frame = pd.concat([facts(tallied.family, tallied.units), pd.DataFrame(columns)], axis=1)
    return frame.sort_values("play", kind="stable", na_position="last", ignore_index=True)


def usage(tallied: Tally) -> pd.DataFrame:
    """Return when and where cards came into the game.

    n counts copies, one per game and copy. Columns: the card's facts; drawn, played (share of copies, +...),
    played_if_drawn (+...), drawn_round, played_round (mean round of the first time, +...),
    place_<label> (share of first plays, +...), moved_<label> (share of played copies, +...),
    round_<r> (share of first plays in that round, +...).
    """
    fields, status = tallied.family.named, tallied.counts.left.sum(2)
    plays = tallied.counts.first_play.copy()
    plays[:, 0] = 0
    first = plays.sum((1, 2))
    columns = rate_columns("drawn", status[:, 1:].sum(1), status.sum(1))
    columns |= rate_columns("played", status[:, 2], status.sum(1))
    columns |= rate_columns("played_if_drawn", status[:, 2], status[:, 1:].sum(1))
    if "drawn_round" in fields:
        rounds = tallied.counts.drawn_round.copy()
        rounds[:, 0] = 0
        columns |= histogram_mean("drawn_round", rounds)
    columns |= histogram_mean("played_round", plays.sum(2))
    for name, values, total in (
        ("played_place", plays.sum(1), first),
        ("moved_place", tallied.counts.moved_place, status[:, 2]),
    ):
        for code, label in enumerate(fields[name].labels or () if name in fields else ()):
            if code and label:
                columns |= rate_columns(f"{name.removeprefix('played_')}_{label}", values[:, code], total)
    columns = {name.replace("moved_place_", "moved_"): value for name, value in columns.items()}
    for number in np.flatnonzero(plays.sum((0, 2))):
        columns |= rate_columns(f"round_{number}", plays[:, number].sum(1), first)
    return pd.concat([facts(tallied.family, tallied.units), pd.DataFrame(columns)], axis=1)


def by_round(tallied: Tally) -> pd.DataFrame:
    """Return the win rate of a card's side by the round of the card's first play; a row per card and round.

    It is compared with the games in which another card of its seat, but not this one, was first played in
    that round: those games lasted as long, and the seat was equally alive. What went together, not what
    caused what: a card is played when it helps, so a card without any effect has gaps too, and no p-value is
    given for them.
    Columns: the card's facts; round; win (win rate if first played then, +...), others (in the games it is
    compared with, +...), gap (win minus others, +... without _p). A card with copies counts if any copy was.
    """
    counts = tallied.counts
    table = _against_seat(tallied, counts.by_round, counts.seat_by_round)
    return table.rename(columns={"code": "round"})


def by_place(tallied: Tally) -> pd.DataFrame:
    """Return the same as `by_round` by the place of the first play: column place (label) instead of round.

    The other games are those in which another card of the seat, but not this one, was first played there.
    Early and late plays count together.
    """
    counts, field = tallied.counts, tallied.family.named.get("played_place")
    table = _against_seat(tallied, counts.by_place, counts.seat_by_place)
    labels = (field.labels if field else None) or ()
    table["code"] = [labels[code] if code < len(labels) else str(code) for code in table["code"]]
    return table.rename(columns={"code": "place"})


def _against_seat(tallied: Tally, own: np.ndarray, seat: np.ndarray) -> pd.DataFrame:
    """Compare games with a play with those of another of the seat. own, seat: (units, codes, lost/won)."""
    unit, code = np.nonzero(own.sum(2))
    (lost1, wins1), (lost0, wins0) = own[unit, code].T, (seat - own)[unit, code].T
    n1, n0 = lost1 + wins1, lost0 + wins0
    columns = {"code": code} | rate_columns("win", wins1, n1) | rate_columns("others", wins0, n0)
    columns |= untested(difference_columns("gap", difference(wins1, n1, wins0, n0), n1, n0))
    named = facts(tallied.family, tallied.units).iloc[unit].reset_index(drop=True)
    return pd.concat([named, pd.DataFrame(columns)], axis=1)


def fates(tallied: Tally) -> pd.DataFrame:
    """Return how cards last left play or hand, one row per card, status and way.

    Columns: the card's facts; status (STATUSES), left (label), count (copies), share (of the card's copies
    with that status, +...). Empty if the run does not record it. Several copies are not independent
    observations: the interval is then a little too narrow.
    """
    field = tallied.family.named.get("left")
    if field is None:
        return pd.DataFrame()
    labels = field.labels or tuple(map(str, range(field.size)))
    left = tallied.counts.left
    status, code, unit = np.nonzero(left.transpose(1, 2, 0))
    count, total = left[unit, status, code], left.sum(2)[unit, status]
    table = facts(tallied.family, tallied.units).iloc[unit].reset_index(drop=True)
    named = {"status": np.array(STATUSES)[status], "left": np.array(labels)[code], "count": count}
    return table.assign(**named, **rate_columns("share", count, total))


def _games(table: np.ndarray, states: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return (wins, games) per unit over the chosen states. states: bool (STATES,)."""
    chosen = table[:, states].sum((1, 2))
    return chosen[:, 1], chosen.sum(1)


def _by_length(table: np.ndarray, states: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return (wins, games) per unit and length over the chosen states, each (units, ROUNDS)."""
    chosen = table[:, states].sum(1)
    return chosen[:, :, 1], chosen.sum(2)
