"""Who is ahead after each round, when that changes, and what it tells about the final winner.

Reads the columns `lead_round_<r>`: first side's score minus the second's after round r, null if the
game was over before. Every function returns an empty table for a run without them.
"""

from __future__ import annotations

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from analysis.estimates import mean_columns, rate_columns
from analysis.run import Run

SPAN = 64  # leads are counted up to this many points either way; larger ones count as this
BUCKETS = ((-SPAN, -6), (-5, -3), (-2, -1), (0, 0), (1, 2), (3, 5), (6, SPAN))


def lead_counts(run: Run) -> tuple[list[int], np.ndarray]:
    """Round numbers, and games by round, lead and winner: int64 (rounds, 2 * SPAN + 1, sides + 1).

    Lead l is at index l + SPAN; the last winner index stands for no winner.
    """
    rounds = run.numbered("games", "lead_round_")
    sides = len(run.sides)
    shape = (2 * SPAN + 1, sides + 1)
    counts = np.zeros((len(rounds), *shape), np.int64)
    for batch in run.batches({"games": ["winner", *(name for _, name in rounds)]}):
        winner = run.winner_codes(batch["games"]) % (sides + 1)
        for i, (_, name) in enumerate(rounds):
            lead, known = _numbers(batch["games"], name)
            key = (np.clip(lead, -SPAN, SPAN) + SPAN) * (sides + 1) + winner
            counts[i] += np.bincount(key[known], minlength=counts[i].size).reshape(shape)
    return [number for number, _ in rounds], counts


def by_round(run: Run) -> pd.DataFrame:
    """How well the leader after each round foretells the winner.

    Columns: round, games (that reached the end of this round), lead (mean, +...), tied (share, +...),
    leader_wins (share of games with a leader that the leader goes on to win, +...),
    and for each of the two sides ahead_<side> (share of games, +...) and wins_<side> (if ahead, +...).
    """
    if len(run.sides) != 2:
        return pd.DataFrame()
    rounds, counts = lead_counts(run)
    if not rounds:
        return pd.DataFrame()
    leads = np.arange(-SPAN, SPAN + 1)
    games, per_lead = counts.sum((1, 2)), counts.sum(2)
    columns = {"round": rounds, "games": games}
    columns |= mean_columns("lead", per_lead @ leads, per_lead @ leads**2, games)
    columns |= rate_columns("tied", per_lead[:, SPAN], games)
    ahead = [counts[:, SPAN + 1 :], counts[:, :SPAN]]
    won = [ahead[side][:, :, side].sum(1) for side in (0, 1)]
    total = [ahead[side].sum((1, 2)) for side in (0, 1)]
    columns |= rate_columns("leader_wins", won[0] + won[1], total[0] + total[1])
    for side, name in enumerate(run.sides):
        columns |= rate_columns(f"ahead_{name}", total[side], games)
        columns |= rate_columns(f"wins_{name}", won[side], total[side])
    return pd.DataFrame(columns)


def by_lead(run: Run) -> pd.DataFrame:
    """Win rate of the first side for each round and size of its lead.

    Columns: round, lead (words such as "+1 to +2"), low_lead, high_lead, games, win (+...).
    """
    if len(run.sides) != 2:
        return pd.DataFrame()
    rounds, counts = lead_counts(run)
    rows = []
    for i, number in enumerate(rounds):
        for low, high in BUCKETS:
            cell = counts[i, low + SPAN : high + SPAN + 1].sum(0)
            rows.append((number, _bucket(low, high), low, high, cell.sum(), cell[0]))
    table = pd.DataFrame(rows, columns=["round", "lead", "low_lead", "high_lead", "games", "wins"])
    return table.assign(**rate_columns("win", table["wins"], table["games"])).drop(columns="wins")


def changes(run: Run) -> pd.DataFrame:
    """When the lead changes hands, and when the winner takes it for good. A tie leaves it where it was.

    Columns: round, games (that reached it), changed (share in which the leader is another than before,
    +...), for_good (share of all games whose winner is ahead from here to the end and not before, +...).
    The share missing from the sum of for_good are games whose winner was not ahead after the last round.
    """
    rounds = run.numbered("games", "lead_round_")
    if not rounds or len(run.sides) != 2:
        return pd.DataFrame()
    reached, changed, for_good = (np.zeros(len(rounds), np.int64) for _ in range(3))
    for batch in run.batches({"games": ["winner", *(name for _, name in rounds)]}):
        table = batch["games"]
        sign = np.array([1, -1, 0])[run.winner_codes(table)]  # as a lead; -1 (nobody) picks the last
        holder = np.zeros(table.num_rows, np.int64)
        since = np.zeros(table.num_rows, np.int64)  # index of the round since which the winner is ahead
        last = np.zeros(table.num_rows, bool)  # the winner is ahead after the last round so far
        for i, (_, name) in enumerate(rounds):
            lead, known = _numbers(table, name)
            now = np.where(known & (lead != 0), np.sign(lead), holder)
            reached[i] += known.sum()
            changed[i] += np.count_nonzero(now * holder < 0)
            since = np.where(known & ((now != sign) | (sign == 0)), i + 1, since)
            holder, last = now, np.where(known, (now == sign) & (sign != 0), last)
        for_good += np.bincount(since[last], minlength=len(rounds))[: len(rounds)]
    columns = {"round": [number for number, _ in rounds], "games": reached}
    columns |= rate_columns("changed", changed, reached)
    return pd.DataFrame(columns | rate_columns("for_good", for_good, np.full(len(rounds), run.games)))


def _numbers(table: pa.Table, name: str) -> tuple[np.ndarray, np.ndarray]:
    """Return a column with nulls as (values int64 (n,), 0 for null; known bool (n,))."""
    column = table.column(name)
    return (
        pc.fill_null(column, 0).to_numpy().astype(np.int64),
        pc.is_valid(column).to_numpy().astype(bool),
    )


def _bucket(low: int, high: int) -> str:
    """Return a range of leads in words; the second side's leads carry a minus sign."""
    if low == high:
        return "level" if low == 0 else f"{low:+d}"
    if low == -SPAN:
        return f"{high:+d} or less".replace("-", "\N{MINUS SIGN}")
    if high == SPAN:
        return f"{low:+d} or more"
    return f"{low:+d} to {high:+d}".replace("-", "\N{MINUS SIGN}")
