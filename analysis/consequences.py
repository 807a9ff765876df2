"""What a change did besides moving a win rate: what is played otherwise, which games it turned."""

from __future__ import annotations

import pandas as pd

from mazarbul.analysis import held, played
from mazarbul.analysis.estimates import difference, difference_columns
from mazarbul.analysis.paired import corrected, won
from mazarbul.analysis.run import Run
from mazarbul.formats.declared import Asked

USES = ("drawn", "played", "played_if_drawn", "played_round")
KEYS = ("seat", "id")
IN_DECK = "cards"  # before the things of a deck, in a path of an overlay


def altered(base: Run, other: Run) -> list[str]:
    """Return the ids of the things that one run has otherwise than the other; of a deck, those in it."""
    paths = [path.split(".") for path in played.altered(base, other) or ()]
    found = (path[-1:] if IN_DECK in path[:-1] else path[1:2] for path in paths)
    return list(dict.fromkeys(part for parts in found for part in parts))


def uses(base: Run, other: Run, asked: Asked) -> pd.DataFrame:
    """Return how things are used in two runs, the largest change of what is played first.

    Columns: facts of the thing; for each of USES, and for share (of games in which it is played), <use>_base
    and <use>_other (+_low _high _n); change (of the share, +..., corrected for all rows). A thing of one run
    alone has NaN for the other. Empty if a run does not record it.
    """
    one, two = _use(base, asked, "base"), _use(other, asked, "other")
    if one is None or two is None:
        return pd.DataFrame()
    facts = [name for name in (*KEYS, "name") if name in one and name in two]
    both = one.merge(two, "outer", facts)
    counts = []
    for run in ("other", "base"):
        n = both[f"share_{run}_n"].fillna(0)
        counts += [both[f"share_{run}"].fillna(0) * n, n]
    found = difference_columns("change", difference(*counts), counts[1], counts[3])
    table = corrected(both.assign(**found))
    order = table["change"].abs().sort_values(ascending=False, kind="stable", na_position="last").index
    return table.loc[order].reset_index(drop=True)


def _use(run: Run, asked: Asked, tag: str) -> pd.DataFrame | None:
    """Return how things are used in a run, its columns <use>_<tag>...; None if it does not record it."""
    counted = held.tally(run, asked)
    if counted is None or "played_round" not in asked.family.named:
        return None
    together, _ = counted
    usage, results = held.usage(together), held.results(together)
    keys = [key for key in KEYS if key in usage]
    ends = ("", "_low", "_high", "_n")
    names = {f"{use}{end}": f"{use}_{tag}{end}" for use in USES for end in ends if f"{use}{end}" in usage}
    shares = {f"played{end}": f"share_{tag}{end}" for end in ends}
    one, two = usage.rename(columns=names), results.rename(columns=shares)
    facts = [name for name in (*keys, "name") if name in one]
    kept = one[[*facts, *names.values()]].drop_duplicates(keys)
    return kept.merge(two[[*keys, *shares.values()]].drop_duplicates(keys), on=keys)


def turned(base: Run, other: Run, side: str, most: int = 3) -> pd.DataFrame:
    """Return the first games that a change turned: columns game, wins (whether `side` wins with the change).

    At most `most` of those that it wins and of those that it loses. Raises RunError for runs without games.
    """
    before, after = won(base, side), won(other, side)
    gained = (after - before).dropna()
    rows = [
        {"game": int(game), "wins": wins}
        for wins, sign in ((True, 1.0), (False, -1.0))
        for game in gained.index[gained == sign].sort_values()[:most]
    ]
    return pd.DataFrame(rows, columns=["game", "wins"])
