"""The selves of two trained sides meet: which one of each side is taken in the end.

Training in turns can go in circles: each self beats the last one of the other side and loses to one before,
so the last is not the best. The win rates of all against all are a zero-sum game in which each side chooses
one of its bots. Its equilibrium says how to mix them so that the other side's best answer gains the least.
Taken is, for each side, the bot that is best against the mixture of the other side. Guests, other bots that
the sides were trained against, are in the mixtures and are not taken: a self that loses to one of them is
seen to be weak there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import linprog

from mazarbul.sim.bots.bot import Bot
from mazarbul.studies.arena import Arena, Batch, seated

SELVES = 5  # last selves of each side that meet, besides its bot at the start
GAMES = 30_000  # of all meetings together: some seconds
TIE = 1e-6  # win rates that the solver cannot tell apart


@dataclass(frozen=True)
class Taken:
    """What the meeting says about a side. name: of the side. label: of the bot that is taken, in words.

    place: of that bot among those that met, 0 the last self. mixed: its win rate against the other side's
    mixture. worst, worst_label: its lowest win rate, and against whom. games: with each opponent.
    """

    side: str
    name: str
    place: int
    label: str
    mixed: float
    worst: float
    worst_label: str
    games: int

    def words(self) -> str:
        """Return it in a line."""
        return (
            f"{self.name}: {self.label} is taken; it wins {self.mixed:.1%} against the best mixture of the"
            f" others, and at worst {self.worst:.1%}, against {self.worst_label} ({self.games:,} games each)"
        )


def candidates(selves: Sequence[Bot], first: Bot) -> list[tuple[str, Bot]]:
    """Return label and bot of those of a side that meet: its last selves, the last one first, and its first.

    selves: all of the side's, the last one first. They are numbered in the order in which they were found.
    """
    total = len(selves)
    found = [(f"self {total - age} of {total}", bot) for age, bot in enumerate(selves[:SELVES])]
    return [*found, ("the bot at the start", first)]


def played(
    arena: Arena,
    starts: Sequence[Sequence[Bot]],
    seeds: Sequence[int],
    bots: Mapping[str, Sequence[Sequence[Bot]]],
    games: int,
) -> list[list[float]]:
    """Return the win rates of the first side's bots (rows) against the second's (columns).

    starts, seeds: of each table. bots: side -> those that meet, each one as it plays at every table. games:
    of each pair at each table, the same games for all pairs. A game that nobody wins counts half. With
    several tables it is the mean of the rates.
    """
    (one, rows), (two, columns) = bots.items()
    batches = [
        Batch(seated(arena.setups[table], start, pair), seed, 0, games, table)
        for table, (start, seed) in enumerate(zip(starts, seeds, strict=True))
        for row in rows
        for column in columns
        for pair in [{one: row[table], two: column[table]}]
    ]
    rates = [float((each.is_won + each.is_drawn / 2).mean()) for each in arena.outcomes(batches, one)]
    return np.reshape(rates, (len(starts), len(rows), len(columns))).mean(axis=0).tolist()


def equilibrium(rates: np.ndarray) -> np.ndarray:
    """Return the mixture of the rows, shares with sum 1, that wins most against its best answer.

    rates: what the rows win against each column, float64 (rows, columns).
    """
    rows, columns = rates.shape
    # the greatest value v with shares @ rates >= v in every column; linprog minimises -v
    found = linprog(
        c=[*np.zeros(rows), -1.0],
        A_ub=np.hstack([-rates.T, np.ones((columns, 1))]),
        b_ub=np.zeros(columns),
        A_eq=[[*np.ones(rows), 0.0]],
        b_eq=[1.0],
        bounds=[*[(0, 1)] * rows, (None, None)],
    )
    shares = np.clip(found.x[:rows], 0, None)
    return shares / shares.sum()


def best_answer(rates: np.ndarray, guests: int = 0) -> tuple[int, float]:
    """Return the row that wins most against the columns' mixture, and how much.

    guests: number of the last rows, which cannot be chosen. In an equilibrium all rows of a mixture win
    equally much. Of equals it is the one whose worst opponent wins the least, then the first.
    """
    own = len(rates) - guests
    mixed = (rates @ equilibrium(1 - rates.T))[:own]
    worst = np.where(mixed >= mixed.max() - TIE, rates[:own].min(axis=1), -1.0)
    place = int(worst.argmax())
    return place, float(mixed[place])


def taken(
    rates: Sequence[Sequence[float]],
    labels: Mapping[str, Sequence[str]],
    names: Mapping[str, str],
    games: int,
    guests: int = 0,
) -> list[Taken]:
    """Return what the meeting says about both sides.

    rates: as from `played`. labels: side -> those of all that met for it, guests last. names: side -> name.
    games: of a pair. guests: their number, the same on both sides.
    """
    own = np.array(rates)
    views = (own, 1 - own.T)
    found = []
    across = reversed(list(labels.values()))
    for (side, mine), theirs, view in zip(labels.items(), across, views, strict=True):
        place, mixed = best_answer(view, guests)
        against = int(view[place].argmin())
        worst = float(view[place, against])
        found.append(Taken(side, names[side], place, mine[place], mixed, worst, theirs[against], games))
    return found
