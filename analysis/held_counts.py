"""Counts of the events of things that seats draw, as arrays; `mazarbul.analysis.held` has the tables."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from mazarbul.analysis.counting.held import ANY, HISTOGRAMS, RESULTS, SEAT, Held, seats_of
from mazarbul.analysis.opened import of_opened
from mazarbul.analysis.run import Run
from mazarbul.formats.declared import Asked, Family

BY_COPIES = ("first_play", "left", *HISTOGRAMS)


@dataclass(frozen=True)
class Counts:
    """Counts of a whole run. First axis of every array = things, or single copies.

    results: int64 (units, 16 states, ROUNDS, 2): games by state bits, length and whether its side won.
      For copies taken together a bit is set if any copy has it: one observation per game.
    first_play: (units, rounds, places) copies by round and place of the first play.
    left: (units, 3 statuses, ways) copies by status (never drawn, drawn only, played) and last way out.
    by_round, by_place: (units, rounds or places, 2) games in which it, or any copy of it, was first played
      then or there, by whether its side won. seat_by_round, seat_by_place: the same of any thing of its seat.
    drawn_round, draws, plays, end, moved_place: (units, values) copies.
    """

    results: np.ndarray
    first_play: np.ndarray
    left: np.ndarray
    by_round: np.ndarray
    by_place: np.ndarray
    seat_by_round: np.ndarray
    seat_by_place: np.ndarray
    drawn_round: np.ndarray
    draws: np.ndarray
    plays: np.ndarray
    end: np.ndarray
    moved_place: np.ndarray


@dataclass(frozen=True)
class Tally:
    """Counts over a whole run. units: things or single copies, with their facts, in the order of `counts`."""

    run: Run
    family: Family
    units: pd.DataFrame
    counts: Counts


@of_opened
def tally(run: Run, asked: Asked | None = None) -> tuple[Tally, Tally] | None:
    """Count the things of a question of the kind "held", the first if not given; None if not recorded.

    Returns (things with identical copies taken together, single copies).
    """
    asked = asked or next(iter(run.declared.asked("held")), None)
    statistic = Held.of(run, asked) if asked else None
    if asked is None or statistic is None:
        return None
    known, total = statistic.units, run.total(statistic)
    copies = {name: total[name] for name in (*RESULTS, *BY_COPIES)}
    cards = {name: np.array([total[name][rows].sum(0) for rows in known.rows]) for name in BY_COPIES}
    for name in RESULTS:  # for a single copy both are the same
        cards[name] = total[name][[rows[0] for rows in known.rows]]
        cards[name][statistic.several] = total[ANY + name]
    for table, counts in ((known.copies, copies), (known.kinds, cards)):
        seats = [statistic.seats.index(each) for each in zip(seats_of(table), table["side"], strict=True)]
        counts |= {SEAT + name: total[SEAT + name][seats] for name in ("by_round", "by_place")}
    return (
        Tally(run, asked.family, known.kinds, Counts(**cards)),
        Tally(run, asked.family, known.copies, Counts(**copies)),
    )
