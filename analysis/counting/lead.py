"""Counts of the lead after each round."""

from __future__ import annotations

import numpy as np

from mazarbul.analysis.counting.statistic import Arrays, Batch, by_cell, known_numbers
from mazarbul.analysis.layout import Layout

SPAN = 64  # leads are counted up to this many points either way; larger ones count as this


class Leads(Arrays):
    """Leads, changes of the lead and deficits, of two sides.

    leads: (2, rounds, 2 * SPAN + 1, sides + 1) games by parity of their number, round, lead (l is at index
    l + SPAN) and winner; the last winner index means no winner. reached, changed, for_good: (rounds,) games
    that reached a round, in which the leader then differs from the one before, whose winner is ahead from
    there to the end and not before. swings: (rounds + 1, sides + 1) games by changes of the lead and winner.
    deepest: (sides, SPAN + 1, sides + 1) games by a side's largest deficit, and winner. A tie leaves the lead
    where it was.
    """

    name = "lead"

    def __init__(self, layout: Layout, rounds: list[tuple[int, str]]) -> None:
        self.layout, self.rounds = layout, [number for number, _ in rounds]
        self.names = [name for _, name in rounds]
        self.columns = {"games": ["winner", *self.names]}
        n, outcomes = len(rounds), len(layout.sides) + 1
        self.shapes = {
            "leads": (2, n, 2 * SPAN + 1, outcomes),
            "reached": (n,),
            "changed": (n,),
            "for_good": (n,),
            "swings": (n + 1, outcomes),
            "deepest": (len(layout.sides), SPAN + 1, outcomes),
        }

    @classmethod
    def of(cls, layout: Layout) -> Leads | None:
        """Return it, or None unless the run has two sides and leads by round."""
        rounds = layout.numbered("games", "lead_round_")
        return cls(layout, rounds) if rounds and len(layout.sides) == 2 else None

    def count(self, batch: Batch) -> dict[str, np.ndarray]:
        """Return the total of some games."""
        games, total = batch["games"], self.zeros()
        codes = self.layout.winner_codes(games)
        outcomes = len(self.layout.sides) + 1
        winner = codes % outcomes
        sign = np.array([1, -1, 0])[codes]  # of the winner's lead; -1, nobody, picks the last
        parity = games.column("game").to_numpy() % 2
        holder, changes, since = (np.zeros(len(codes), np.int64) for _ in range(3))
        ahead = np.zeros(len(codes), bool)  # the winner, after the last round so far
        deepest = np.zeros((2, len(codes)), np.int64)
        for i, name in enumerate(self.names):
            lead, known = known_numbers(games, name)
            lead = np.clip(lead, -SPAN, SPAN)
            key = (parity * (2 * SPAN + 1) + lead + SPAN) * outcomes + winner
            total["leads"][:, i] = by_cell(key[known], total["leads"][:, i].shape)
            now = np.where(known & (lead != 0), np.sign(lead), holder)
            is_changed = now * holder < 0
            total["reached"][i], total["changed"][i] = known.sum(), is_changed.sum()
            changes += is_changed
            since = np.where(known & ((now != sign) | (sign == 0)), i + 1, since)
            holder, ahead = now, np.where(known, (now == sign) & (sign != 0), ahead)
            deepest = np.maximum(deepest, [-lead, lead])  # unknown leads count as 0
            if i == 0:
                is_played = known
        total["for_good"] = np.bincount(since[ahead], minlength=len(self.names))[: len(self.names)]
        total["swings"] = by_cell(changes * outcomes + winner, total["swings"].shape)
        for side, depth in enumerate(deepest):
            total["deepest"][side] = by_cell(
                (depth * outcomes + winner)[is_played], total["deepest"][side].shape
            )
        return total
