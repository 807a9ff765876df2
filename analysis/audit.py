"""How far a figure depends on the bots: a scenario played by bots of several kinds, and by better ones.

Reads a collection of the kind `audit`. Its base is the usual bot at every seat. Its members have the facts
`part`, `level`, `label` (the bot, for readers) and `rollouts` (of a bot that searches, else 0). Those of the
part `ladder` have one bot at every seat, weakest first; the usual bot is among them (`is_usual`). Those of
the part `gain` have a better bot on the side `side` and the usual one on all others, in the base's deals.
`info["values"]` names two ablations, one under the usual bot and one under another: {"label", "path"}.
`info["review"]` says how the usual bot's moves were judged: {"games", "rollouts", "worlds"}; the tables
`moves` and `judged` say what was found.
"""

from __future__ import annotations

import math
from collections import ChainMap
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import pandas as pd

from mazarbul.analysis import paired, reviewed, verdicts
from mazarbul.analysis.collection import Collection, load_collection
from mazarbul.analysis.estimates import CLEAR, Z, rate_columns
from mazarbul.analysis.opened import of_opened
from mazarbul.analysis.run import Run
from mazarbul.analysis.scenarios import seconds, share_cut_off, wins
from mazarbul.analysis.sealed import RunError, outside
from mazarbul.formats.folders import COLLECTION
from mazarbul.formats.places import beside

LADDER, GAIN = "ladder", "gain"
MOVES, JUDGED = "moves", "judged"  # tables of a review
FACTS = ("part", "level", "label", "rollouts")
ALIKE = 1 - 1e-9  # the largest rank correlation that Fisher's z is taken of
TAILS = ("", "_low", "_high", "_n", "_p")
VALUE = ("", "_low", "_high", "_n", "_bh", "_noise")
FEWEST = 10  # things that a rank correlation with an interval needs


@of_opened
def ladder(found: Collection) -> pd.DataFrame:
    """Return how often every side wins with each bot at every seat; a row per bot and side, weakest first.

    Columns: level, label, rollouts, is_usual, kind (of `verdicts.KINDS`), errs (share of decisions made at
    random on purpose), seconds (of play, for each game), side, games, cut (share of games cut off), win
    (+_low _high _n); change (+_low _high _n _p): of the win rate against the usual bot, in the deals that
    both played; below, step (+_low _high _n _p): the next weaker bot that plays to win, and the change from
    it. NaN and "" without one.
    """
    runs = _runs(found, LADDER)
    facts_of = [_rung(facts, run) for facts, run in runs]
    under = {id(row): None for row in facts_of} | {
        id(facts_of[above]): below for below, above in pairwise(_climb(facts_of))
    }
    rows = []
    for facts, (_, run) in zip(facts_of, runs, strict=True):
        against = {} if facts["is_usual"] else _by_side(found.compared_with, run, "change")
        place = under[id(facts)]
        steps = {} if place is None else _by_side(runs[place][1], run, "step")
        below = "" if place is None else facts_of[place]["label"]
        for side in run.sides:
            row = facts | {"side": side, "games": run.games, "won": wins(run, side), "below": below}
            row["cut"] = share_cut_off(run)
            rows.append(row | against.get(side, {}) | steps.get(side, {}))
    columns = [*rows[0], *(f"{name}{tail}" for name in ("change", "step") for tail in TAILS)]
    table = pd.DataFrame(rows, columns=list(dict.fromkeys(columns)))
    return table.assign(**rate_columns("win", table["won"], table["games"])).drop(columns="won")


def _rung(facts: dict[str, Any], run: Run) -> dict[str, Any]:
    """Return what a step of the ladder is."""
    bots = list(map(str, run.manifest["bots"].values()))
    known = {name: facts[name] for name in ("level", "label", "rollouts")} | {
        "is_usual": bool(facts["is_usual"])
    }
    kind = verdicts.SEARCH if facts["rollouts"] else verdicts.kind_of(bots)
    return known | {"kind": kind, "errs": verdicts.blunders(bots), "seconds": seconds(run)}


def _climb(rows: Sequence[dict[str, Any]]) -> list[int]:
    """Return the places of the bots that have a vote, weakest first."""
    order = {id(row): place for place, row in enumerate(rows)}
    return [order[id(row)] for row in verdicts.voters(rows)]


def _by_side(base: Run, other: Run, name: str) -> dict[str, dict[str, float]]:
    """Return what changes from one run to another for each side; `name` stands for change."""
    rows = paired.compare(base, other).set_index("side").to_dict("index")
    return {side: {f"{name}{tail}": row[f"change{tail}"] for tail in TAILS} for side, row in rows.items()}


@of_opened
def searching(found: Collection) -> tuple[str, Run] | None:
    """Return the bot that searches at every seat in most games, and its run; None if none does."""
    runs = [(facts["label"], run) for facts, run in _runs(found, LADDER) if facts["rollouts"]]
    return max(runs, key=lambda each: each[1].games, default=None)


def steps(rungs: pd.DataFrame) -> pd.DataFrame:
    """Return what the first side's win rate changes from step to step of the bots that play to win.

    rungs: of `ladder`. Columns: below, above (labels), change (+_low _high _n _p; over the deals of both).
    Empty without such steps.
    """
    first = rungs[rungs["side"] == rungs["side"].iloc[0]]
    rows = [row for row in verdicts.voters(first.to_dict("records")) if row["below"]]
    known = {f"change{tail}": [row[f"step{tail}"] for row in rows] for tail in TAILS}
    return pd.DataFrame(
        {"below": [row["below"] for row in rows], "above": [row["label"] for row in rows]} | known
    )


@of_opened
def gains(found: Collection) -> pd.DataFrame:
    """Return what a better bot gains for one side while all others have the usual one.

    Columns: label, rollouts (0: a bot that was trained), side; those of `mazarbul.analysis.paired.compare`
    for that side. Empty if none was tried.
    """
    rows = []
    for facts, run in _runs(found, GAIN):
        table = paired.compare(found.compared_with, run).set_index("side")
        side = facts["side"]
        rows.append(
            {"label": facts["label"], "rollouts": facts["rollouts"], "side": side} | table.loc[side].to_dict()
        )
    return pd.DataFrame(rows)


@of_opened
def lost(found: Collection) -> dict[str, pd.DataFrame]:
    """Return the wins that the usual bot loses by its own moves (see `reviewed.tables`); empty if unknown."""
    if not found.info.get("review"):
        return {}
    return reviewed.tables(found.table(MOVES), found.table(JUDGED), found.info["review"]["games"])


@of_opened
def values(found: Collection) -> pd.DataFrame:
    """Return what blanking a thing changes under the usual bot and under another one; a row per thing.

    Columns: id, name, subject_kind, side, one and other (changes of the win rate, +_low _high _n _bh and
    _noise, the variance that chance adds to the differences between the things of its side), the largest
    under the usual bot first. Empty if nothing was blanked. Raises RunError if an ablation cannot be
    read.
    """
    if len(known := found.info.get("values") or ()) != 2:
        return pd.DataFrame()
    for each in known:
        if beside(found.path, each["path"]) is None:
            raise outside(found.path / COLLECTION, each["path"])
    one, other = (_blanked(load_collection(found.path / each["path"])) for each in known)
    if one.empty or other.empty:
        return pd.DataFrame()
    facts = ["id", "name", "subject_kind", "side"]
    left, right = (
        table[[*([*facts] if name == "one" else ["id"]), *columns]].rename(columns=columns)
        for name, table in (("one", one), ("other", other))
        for columns in [{f"change{tail}": f"{name}{tail}" for tail in VALUE}]
    )
    return left.merge(right, on="id", sort=False)


def agreement(table: pd.DataFrame) -> dict[str, float]:
    """Return whether order and sign of the values hold between two bots. table: of `values`.

    measured: Spearman's rank correlation of the things of a side, over all sides (weighted means of Fisher's
    z). Chance in the values pulls it down; equal: what it would be if the true values were the same, the mean
    of the roots of the products of their reliabilities. rank (+_low _high _n): the former divided by the
    latter (Spearman 1904, The proof and measurement of association between two things, American Journal of
    Psychology 15), and so the ends of the interval for ranks of Bonett and Wright (2000), Sample size
    requirements for estimating Pearson, Kendall and Spearman correlations, Psychometrika 65. All values of a
    side share the luck of the base, which moves them up or down together: it changes no order within a side,
    but it would change one over several sides. NaN if no side has FEWEST things whose values differ, or if
    they differ by no more than chance. sides: how many it is over. sign (+_low _high _n): share of the things
    clear under either bot whose sign is the same under both.
    """
    found = dict.fromkeys(("rank", "rank_low", "rank_high", "measured", "equal"), np.nan)
    found |= {"rank_n": len(table), "sides": 0}
    if table.empty:
        return found | _shares(0, 0)
    ranked = [
        (rows["one"].rank().corr(rows["other"].rank()), _equal(rows), len(rows))  # Spearman's
        for _, rows in table.groupby("side")
        if len(rows) >= FEWEST and min(np.ptp(rows[name]) for name in ("one", "other")) > 0
    ]
    if ranked:
        ranks, equals, sizes = map(np.array, zip(*ranked, strict=True))
        middle = np.average(np.arctanh(np.clip(ranks, -ALIKE, ALIKE)), weights=sizes - 3)
        half = Z * np.sqrt((1 + np.tanh(middle) ** 2 / 2) / (sizes - 3).sum())
        ends = {"rank": middle, "rank_low": middle - half, "rank_high": middle + half}
        equal = float(np.average(equals, weights=sizes))
        found |= {"measured": float(np.tanh(middle)), "equal": equal}
        if equal > 0:
            found |= {name: float(np.clip(np.tanh(value) / equal, -1, 1)) for name, value in ends.items()}
        found |= {"rank_n": int(sizes.sum()), "sides": len(sizes)}
    clear = table[(table["one_bh"] < CLEAR) | (table["other_bh"] < CLEAR)]
    return found | _shares(int((np.sign(clear["one"]) == np.sign(clear["other"])).sum()), len(clear))


def _equal(rows: pd.DataFrame) -> float:
    """Return the correlation that two bots with the same true values of some things would show."""
    shares = [max(1 - rows[f"{name}_noise"].mean() / rows[name].var(), 0.0) for name in ("one", "other")]
    return math.sqrt(shares[0] * shares[1])


def _shares(same: int, n: int) -> dict[str, float]:
    return {key: np.asarray(value).item() for key, value in rate_columns("sign", same, n).items()}


def _blanked(ablation: Collection) -> pd.DataFrame:
    """Return the changes of an ablation's blanked things."""
    table = paired.changes(ablation)
    table = table[table["kind"] == "blank"] if len(table) else table
    noises = [_noises(ablation, rows["id"], str(side)) for side, rows in table.groupby("side")] or [{}]
    return table.assign(change_noise=table["id"].map(ChainMap(*noises)))


def _noises(ablation: Collection, members: Iterable[str], side: str) -> dict[str, float]:
    """Return the variance of every value of a side apart from what all of its values have in common.

    The games with nothing blanked, and luck that decides a game whatever is blanked, move all together.
    """
    wins = pd.DataFrame({each: paired.won(ablation.run(each), side) for each in members}).dropna()
    apart = wins.sub(wins.mean(axis=1), axis=0)
    return dict(apart.var() / max(len(apart), 1) * len(wins.columns) / max(len(wins.columns) - 1, 1))


def _runs(found: Collection, part: str) -> Sequence[tuple[dict[str, Any], Run]]:
    """Return the facts and the runs of a part, in the order of their levels. Raises RunError."""
    missing = [name for name in FACTS if name not in found.members]
    if missing or found.base is None:
        lack = f"members that lack {missing[0]!r}" if missing else "no base"
        raise RunError(found.path, f"is a {found.kind} with {lack}", "give an audit")
    return sorted(
        ((facts, run) for facts, run in found.runs() if facts["part"] == part),
        key=lambda each: each[0]["level"],
    )
