"""Games of people beside those of a run's bots: what is counted of both, and whether they differ.

The p-values are of Fisher's exact test of two independent samples; nothing corrects them, as every row is
a question that was asked before the games were played.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import pandas as pd
from pydantic import ValidationError

from mazarbul.analysis import scenarios
from mazarbul.analysis.estimates import rate_columns
from mazarbul.analysis.run import Run
from mazarbul.formats.people import KEY, Count, People

MOST_EXACT = 1_000_000  # games of bots up to which the test is exact; beyond, their rate is all but known
WIN, ENDING = "win", "ending"


@dataclass(frozen=True)
class Group:
    """Counts of one kind of games, added up. wins, endings: as in `mazarbul.formats.people.Count`."""

    name: str
    n: int = 0
    wins: Mapping[str, int] = field(default_factory=dict)
    endings: Mapping[str, int] = field(default_factory=dict)
    counts: Sequence[Count] = ()

    @property
    def title(self) -> str:
        """What it is in words: "58 tournament games", "1 tournament game"."""
        name = re.sub(r"\bgames\b", "game", self.name, count=1) if self.n == 1 else self.name
        return f"{self.n:,} {name}"

    @property
    def differs(self) -> list[str]:
        """What was not as in the games of bots, each once."""
        return list(dict.fromkeys(each.differs for each in self.counts if each.differs))


def of(run: Run, given: People | None = None) -> People:
    """Return what is known of people's games of a run's scenario. given: besides what its catalogue has."""
    try:
        known = People.model_validate(run.catalogue.get(KEY) or {})
    except ValidationError:
        known = People()
    scenario = str(run.catalogue.get("scenario", run.manifest["scenario"]))
    return known.and_also([given] if given else []).about(scenario)


def groups(run: Run, people: People) -> list[Group]:
    """Return the counts with as many players as a run, by group, the largest first."""
    seats = len(run.catalogue["seats"])
    found: dict[str, list[Count]] = {}
    for count in people.count:
        if count.seats in (None, seats):
            found.setdefault(count.group, []).append(count)
    added = [
        Group(
            name,
            sum(each.n for each in counts),
            _added(each.wins for each in counts),
            _added(each.endings for each in counts),
            counts,
        )
        for name, counts in found.items()
    ]
    return sorted(added, key=lambda group: -group.n)


def beside(run: Run, people: People) -> pd.DataFrame:
    """Return what is counted of people and of a run's bots, a row for each rate and group.

    Columns: group, title, what (WIN or ENDING), key (side, or way in which games end), people and bots (each
    + _low _high _n), p. Only sides that play, and only counts that all of a group have.
    """
    wins = scenarios.win_rates(run).groupby("side", sort=False)[["wins", "games"]].sum()
    ends = scenarios.endings(run)
    shares = {} if ends.empty else dict(zip(ends["reason"], ends["games"], strict=True))
    rows = []
    for group in groups(run, people):
        rows += [
            (group, WIN, side, group.wins[side], *wins.loc[side]) for side in run.sides if side in group.wins
        ]
        rows += [(group, ENDING, key, n, shares.get(key, 0), run.games) for key, n in group.endings.items()]
    if not rows:
        return pd.DataFrame()
    frame = pd.DataFrame(
        [(group.name, group.title, what, key, group.n, *counts) for group, what, key, *counts in rows],
        columns=["group", "title", "what", "key", "n", "count", "bot_count", "bot_n"],
    )
    chances = [chance(*row) for row in frame[["count", "n", "bot_count", "bot_n"]].itertuples(index=False)]
    return frame[["group", "title", "what", "key"]].assign(
        **rate_columns("people", frame["count"], frame["n"]),
        **rate_columns("bots", frame["bot_count"], frame["bot_n"]),
        p=chances,
    )


def chance(count: int, n: int, other: int, other_n: int) -> float:
    """Return the chance of a difference at least as unlikely as that of two counts, for equal rates."""
    from scipy import stats  # slow to import

    if other_n > MOST_EXACT:
        return float(stats.binomtest(int(count), int(n), other / other_n).pvalue)
    table = np.array([[count, n - count], [other, other_n - other]], dtype=np.int64)
    return float(stats.fisher_exact(table)[1])


def _added(counts: Iterable[Mapping[str, int]]) -> dict[str, int]:
    """Add up counts; what one of them does not count is left out."""
    every = list(counts)
    return {key: sum(each[key] for each in every) for key in every[0] if all(key in each for each in every)}
