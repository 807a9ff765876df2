"""Who is ahead after each round, when that changes, and what it says about the final winner.

Reads the columns `lead_round_<r>`: first side's score minus the second's after round r, null if the
game was over before. Every function returns an empty table for a run without them.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from mazarbul.analysis.counting.lead import SPAN, Leads
from mazarbul.analysis.estimates import mean_columns, rate_columns
from mazarbul.analysis.opened import of_opened
from mazarbul.analysis.prediction import blind, judged
from mazarbul.analysis.run import Run

DEFICITS = (1, 2, 3, 5, 8)
BUCKETS = ((-SPAN, -6), (-5, -3), (-2, -1), (0, 0), (1, 2), (3, 5), (6, SPAN))


def counted(run: Run) -> tuple[list[int], dict[str, np.ndarray]]:
    """Return the numbers of the rounds, and the totals of `Leads`; no rounds unless the run has leads."""
    statistic = Leads.of(run)
    return ([], {}) if statistic is None else (statistic.rounds, run.total(statistic))


@of_opened
def by_round(run: Run) -> pd.DataFrame:
    """Return how well the leader after each round predicts the winner.

    Columns: round, games (that reached the end of this round), lead (mean, +...), tied (share, +...),
    leader_wins (share of games with a leader that the leader goes on to win, +...),
    and for each of the two sides ahead_<side> (share of games, +...) and wins_<side> (if ahead, +...).
    """
    rounds, total = counted(run)
    if not rounds:
        return pd.DataFrame()
    counts = total["leads"].sum(0)
    leads = np.arange(-SPAN, SPAN + 1)
    games, per_lead = counts.sum((1, 2)), counts.sum(2)
    columns = {"round": rounds, "games": games}
    columns |= mean_columns("lead", per_lead @ leads, per_lead @ leads**2, games)
    columns |= rate_columns("tied", per_lead[:, SPAN], games)
    ahead = [counts[:, SPAN + 1 :], counts[:, :SPAN]]
    won = [ahead[side][:, :, side].sum(1) for side in (0, 1)]
    led = [ahead[side].sum((1, 2)) for side in (0, 1)]
    columns |= rate_columns("leader_wins", won[0] + won[1], led[0] + led[1])
    for side, name in enumerate(run.sides):
        columns |= rate_columns(f"ahead_{name}", led[side], games)
        columns |= rate_columns(f"wins_{name}", won[side], led[side])
    return pd.DataFrame(columns)


@of_opened
def by_lead(run: Run) -> pd.DataFrame:
    """Return the win rate of the first side for each round and size of its lead.

    Columns: round, lead (words such as "+1 to +2"), low_lead, high_lead, games, win (+...).
    """
    rounds, total = counted(run)
    if not rounds:
        return pd.DataFrame()
    counts = total["leads"].sum(0)
    rows = []
    for i, number in enumerate(rounds):
        for low, high in BUCKETS:
            cell = counts[i, low + SPAN : high + SPAN + 1].sum(0)
            rows.append((number, _bucket(low, high), low, high, cell.sum(), cell[0]))
    table = pd.DataFrame(rows, columns=["round", "lead", "low_lead", "high_lead", "games", "wins"])
    return table.assign(**rate_columns("win", table["wins"], table["games"])).drop(columns="wins")


@of_opened
def prediction(run: Run) -> pd.DataFrame:
    """Return how well the lead after each round predicts whether the first side wins, out of sample.

    The win rate of each lead is learned from the games with even numbers and tested on those with odd
    numbers, and the other way around. Columns: round (0: no lead known, only how often the first side wins),
    games (that reached the end of this round); accuracy (share of right guesses, +...), base_accuracy
    (the same without knowing the lead, in the same games, +...); skill (Brier skill
    score: 1 - mean squared error / that of the base rate in the same games, +...; 0: no information, 1:
    certainty); auc (chance that, of a game won and one lost, the one won had the better lead, +...);
    log_loss, base_log_loss (nats per game).
    """
    rounds, total = counted(run)
    if not rounds:
        return pd.DataFrame()
    counts = total["leads"]
    lost_won = np.stack([counts[..., 1:].sum(-1), counts[..., 0]], -1)  # (2, rounds, leads, 2)
    tables = [blind(lost_won[:, 0]), *np.moveaxis(lost_won, 1, 0)]
    return pd.DataFrame({"round": [0, *rounds]}).join(pd.DataFrame([judged(table) for table in tables]))


@of_opened
def changes(run: Run) -> pd.DataFrame:
    """Return when the lead changes hands, and when the winner takes it for good. A tie does not change it.

    Columns: round, games (that reached it), changed (share in which the leader differs from the one before,
    +...), for_good (share of all games whose winner is ahead from here to the end and not before, +...).
    The share missing from the sum of for_good is that of games whose winner was not ahead after the last
    round.
    """
    rounds, total = counted(run)
    if not rounds:
        return pd.DataFrame()
    reached, for_good = total["reached"], total["for_good"]
    columns = {"round": rounds, "games": reached} | rate_columns("changed", total["changed"], reached)
    return pd.DataFrame(columns | rate_columns("for_good", for_good, np.full(len(rounds), run.games)))


@of_opened
def swings(run: Run) -> pd.DataFrame:
    """Return how often the lead changes hands in a game. A tie does not change it.

    Columns: changes, games, share (+...), win_<side> (+...) for every side.
    """
    rounds, total = counted(run)
    if not rounds:
        return pd.DataFrame()
    counts = total["swings"]
    counts = counts[: np.flatnonzero(counts.sum(1))[-1] + 1]
    games = counts.sum(1)
    columns = {"changes": np.arange(len(counts)), "games": games}
    columns |= rate_columns("share", games, np.full(len(counts), run.games))
    for side, name in enumerate(run.sides):
        columns |= rate_columns(f"win_{name}", counts[:, side], games)
    return pd.DataFrame(columns)


@of_opened
def comebacks(run: Run) -> pd.DataFrame:
    """Return how far behind winners have been, and how often a side that was this far behind still won.

    One row per deficit (DEFICITS) and side, and for both sides ("all"). Columns: behind (points, after any
    round), side; came_back (share of the games won by the side in which it had been this far behind, +...);
    win (share of the games in which it had been this far behind that it won, +...). In the rows of both sides
    a game counts twice in win_n if each side had been this far behind; that interval is a little too narrow.
    """
    rounds, total = counted(run)
    if not rounds:
        return pd.DataFrame()
    rows = []
    for behind in DEFICITS:
        cells = []
        for side, by_depth in enumerate(total["deepest"]):
            fell = by_depth[behind:]
            cells.append([fell[:, side].sum(), by_depth[:, side].sum(), fell.sum()])
        rows += [(behind, side, *cell) for side, cell in zip(run.sides, cells, strict=True)]
        rows.append((behind, "all", *np.sum(cells, 0)))
    frame = pd.DataFrame(rows, columns=["behind", "side", "back", "won", "fell"])
    columns = rate_columns("came_back", frame["back"], frame["won"])
    columns |= rate_columns("win", frame["back"], frame["fell"])
    return frame[["behind", "side"]].assign(**columns)


def _bucket(low: int, high: int) -> str:
    """Return a range of leads in words; the second side's leads carry a minus sign."""
    if low == high:
        return "level" if low == 0 else f"{low:+d}"
    if low == -SPAN:
        return f"{high:+d} or less".replace("-", "\N{MINUS SIGN}")
    if high == SPAN:
        return f"{low:+d} or more"
    return f"{low:+d} to {high:+d}".replace("-", "\N{MINUS SIGN}")
