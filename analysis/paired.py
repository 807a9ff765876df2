"""Two runs compared game by game: what a change does when both play with the same luck.

Runs with the same seed deal the same cards and have the same luck (common random numbers), so the difference
of two runs is measured on pairs of games. Only pairs that ended differently carry uncertainty, so far fewer
games are needed than with independent runs: `variance_ratio` is the factor.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import duckdb
import numpy as np
import pandas as pd
import pyarrow as pa
from numpy.typing import ArrayLike

from mazarbul.analysis.collection import Collection
from mazarbul.analysis.estimates import (
    Z,
    difference,
    difference_columns,
    family_columns,
    mean_columns,
    p_of,
    rate_columns,
)
from mazarbul.analysis.opened import Holder, of_opened, opened
from mazarbul.analysis.played import why_idle
from mazarbul.analysis.run import Run
from mazarbul.analysis.scenarios import margins, values_of, wins
from mazarbul.analysis.sealed import RunError
from mazarbul.analysis.sequential import half_width, tightest
from mazarbul.analysis.views import add_table, quoted, text

RESAMPLES = 400  # of the four counts, for the interval of the variance ratio
SAME = ("game", "scenario", "seats")
SCORE = "score"  # the main one of those declared: not a column
MARGIN = "margin"  # of the scores of two sides: not a column, but counted
MEANS = {"score_change": SCORE, "margin_change": MARGIN, "rounds_change": "rounds"}
PLANNED = "whatif"  # the kind of collection whose changes were each asked for
CHOICES = ("overlay", "switches", "decks", "scenario", "game")


class Pairs(NamedTuple):
    """Pairs of games by who won, seen from one side: won both, only the base's, only the other's, neither."""

    both: int
    base: int
    other: int
    neither: int

    @property
    def n(self) -> int:
        """Number of pairs."""
        return sum(self)


@of_opened
def compare(base: Run, other: Run | Holder[Run], *, sequence: float | None = None) -> pd.DataFrame:
    """Return what changes from `base` to `other`, over the games that both have; one row per side.

    Columns: side; games (pairs); base, other (win rates, +_low _high _n); change (other minus base, +_low
    _high _n _p); same (share of pairs with the same winner, +...); variance_ratio (+_low _high): the
    variance of a difference of two independent runs of this size over that of the pairs; margin_change
    (+...; own score minus the other side's), score_change (+...; main score of games won, over the pairs that
    both won) and rounds_change (+...) where both runs record them.
    sequence: for runs that were played until clear of a value; the interval of `change`, and so its p-value,
    is then that of a confidence sequence that aims at this half width, which is valid at any stopping time.
    Raises RunError if the runs cannot be paired.
    """
    other = opened(other)
    check_same_game(base, other)
    check_same_luck(base, other)
    rows = []
    for side, pairs, extra in _count(base, other):
        rows.append({"side": side, "games": pairs.n, **change_columns(pairs, sequence), **extra})
    return pd.DataFrame(rows)


@of_opened
def unpaired(base: Run, other: Run | Holder[Run]) -> pd.DataFrame:
    """Return what changes between two runs as independent samples, such as runs with different seeds.

    Columns: as in `compare`, without same and variance_ratio. Raises RunError if they are of different games.
    """
    other = opened(other)
    check_same_game(base, other)
    rows = []
    means = _unpaired_means(base, other)
    for i, side in enumerate(base.sides):
        (wins0, n0), (wins1, n1) = ((wins(run, side), run.games) for run in (base, other))
        columns = rate_columns("base", wins0, n0) | rate_columns("other", wins1, n1)
        columns |= difference_columns("change", difference(wins1, n1, wins0, n0), n1, n0)
        extra = _seen_from(means, second=i == 1)
        rows.append(
            {"side": side, "games": min(n0, n1), **{k: _scalar(v) for k, v in columns.items()}, **extra}
        )
    return pd.DataFrame(rows)


@of_opened
def changes(collection: Collection, *, every_side: bool = False) -> pd.DataFrame:
    """Compare every member of a collection with its base; one row per member, strongest change first.

    every_side: a row for each side of a member. Else for its `side`, or for the run's first side if it has
    none or one without seats. Columns: the members' facts; those of `compare`; owner (the side in the facts,
    "" if none); idle (why it changes nothing in play, "" if it does: `mazarbul.analysis.played.why_idle`);
    family (of comparisons that are corrected together); change_bh, change_level, change_likely
    (`mazarbul.analysis.estimates.family_columns`; an idle row is no comparison). Raises RunError if the
    collection has no base or a member cannot be paired with it.
    """
    base = collection.base
    if base is None:
        raise RunError(
            collection.path, f"is a {collection.kind} without a base", "it has nothing to compare with"
        )
    rows = []
    for facts, run in collection.runs():
        table = compare(base, run, sequence=tightest(collection.parameters)).set_index("side")
        side = facts.get("side") if facts.get("side") in table.index else base.sides[0]
        more = {"owner": facts.get("side") or "", "idle": why_idle(base, run)}
        sides = base.sides if every_side else [side]
        rows += [facts | more | {"side": side} | table.loc[side].to_dict() for side in sides]
    frame = pd.DataFrame(rows)
    if frame.empty:
        return frame
    counts = [name for name in frame if name.endswith("_n") or name == "games"]
    frame = frame.astype(dict.fromkeys(counts, np.int64))
    frame["family"] = _families(collection, frame)
    frame = corrected(frame, frame["idle"] == "", planned=collection.kind == PLANNED)
    order = frame["change"].abs().sort_values(ascending=False, kind="stable").index
    return frame.loc[order].reset_index(drop=True)


def corrected(
    frame: pd.DataFrame, among: pd.Series | bool = True, *, name: str = "change", planned: bool = False
) -> pd.DataFrame:
    """Return differences with the columns of their families, each corrected by itself.

    frame: with those of the difference `name`, and `family`; without that, all rows are one.
    among, planned: as in `mazarbul.analysis.estimates.family_columns`.
    """
    families = frame.get("family", pd.Series("", frame.index))
    among = pd.Series(among, frame.index)
    parts = [
        pd.DataFrame(family_columns(name, rows, among[rows.index], planned=planned), rows.index)
        for _, rows in frame.groupby(families, sort=False)
    ]
    return frame.assign(**pd.concat(parts).to_dict("series")) if parts else frame


def _families(collection: Collection, frame: pd.DataFrame) -> ArrayLike:
    """Return the family of every row: of a side, of blanked things by kind, of all parts, of all numbers."""
    if collection.kind == PLANNED:
        return frame["side"].to_numpy()
    if not {"kind", "subject_kind"} <= set(frame) or collection.kind != "ablation":
        return np.full(len(frame), collection.kind)
    others = frame["kind"].map({"part": "parts"}).fillna("numbers")
    return frame["subject_kind"].where(frame["kind"] == "blank", others).to_numpy()


def check_same_game(base: Run, other: Run) -> None:
    """Raise RunError unless both runs have the same game, scenario and seats."""
    for key in SAME:
        before, now = base.manifest.get(key), other.manifest.get(key)
        if before != now:
            raise RunError(
                other.path,
                f"is of another {key} than {base.path} ({now!r}, not {before!r})",
                "compare runs of one scenario",
            )


def check_same_luck(base: Run, other: Run) -> None:
    """Raise RunError unless both runs have the same seed, and data that differs only as requested."""
    seeds = base.manifest["seed"], other.manifest["seed"]
    if seeds[0] != seeds[1]:
        raise RunError(
            other.path,
            f"has seed {seeds[1]}, {base.path} has {seeds[0]}: their games are not the same games",
            "play one of them with the other's seed, or compare them as independent samples (--unpaired)",
        )
    asked = [
        {key: (run.manifest.get("experiment") or {}).get(key) for key in CHOICES} for run in (base, other)
    ]
    tables = [run.manifest.get("tables_hash") for run in (base, other)]
    if tables[0] != tables[1] and asked[0] == asked[1] and not _same_data_version(base, other):
        raise RunError(
            other.path,
            f"was played with other data than {base.path}, though both requested the same",
            "the data files changed in between: play one of them again",
        )


def _same_data_version(base: Run, other: Run) -> bool:
    """Return whether both were made from the same data files, with different files of the user's own."""
    versions = [run.catalogue.get("data_version") for run in (base, other)]
    return versions[0] is not None and versions[0] == versions[1] and _inputs(base) != _inputs(other)


def _inputs(run: Run) -> list[tuple[str, bytes]]:
    """Return the user's own files that a run was started with, as the run keeps them."""
    return [(path.name, path.read_bytes()) for path in sorted((run.path / "inputs").glob("*"))]


def won(run: Run, side: str) -> pd.Series:
    """Return whether a side won each game of a run, 1 or 0, by the game's number. Raises RunError."""
    found = pa.concat_tables(batch["games"] for batch in run.batches({"games": ["winner"]})).to_pandas()
    if found["game"].duplicated().any():
        raise RunError(run.path, "has games of one number", "play it again")
    return (found["winner"] == side).astype(float).set_axis(found["game"])


def count_pairs(base: Run, other: Run) -> dict[str, Pairs]:
    """Return side -> pairs of games by who won. Raises RunError if the runs share no game."""
    return {side: pairs for side, pairs, _ in _count(base, other)}


def _count(base: Run, other: Run) -> list[tuple[str, Pairs, dict]]:
    """Return (side, pairs by winner, means of differences) for every side, in one query."""
    fields = [
        f"count(*) filter ({mine} and {theirs})" for side in base.sides for mine, theirs in _outcomes(side)
    ]
    means = _differences(base, other)
    for expression in means.values():
        fields += [f"count({expression})", f"sum({expression})::double", f"sum(({expression})^2)::double"]
    values = _query(base, other, ", ".join(fields))
    cells = [int(value) for value in values[: 4 * len(base.sides)]]
    if not sum(cells):
        raise RunError(other.path, f"shares no game with {base.path}", "play both with the same --games")
    extra: dict[str, object] = {}
    for i, name in enumerate(means):
        n, total, squares = values[4 * len(base.sides) + 3 * i :][:3]
        columns = mean_columns(name, total or 0.0, squares or 0.0, n)
        extra |= {key: _scalar(value) for key, value in columns.items()}
    return [
        (side, Pairs(*cells[4 * i : 4 * i + 4]), _seen_from(extra, second=i == 1))
        for i, side in enumerate(base.sides)
    ]


def _seen_from(means: dict[str, Any], *, second: bool) -> dict[str, Any]:
    """Return the means as a side sees them: the second side's margin has the other sign."""
    if not second or "margin_change" not in means:
        return means
    turned = {"margin_change": "margin_change", "margin_change_low": "margin_change_high"}
    turned |= {"margin_change_high": "margin_change_low"}
    return means | {name: -means[source] for name, source in turned.items()}


def _outcomes(side: str) -> list[tuple[str, str]]:
    """Return the conditions of the four fields of Pairs; a game without a winner counts as not won."""
    won = [f"{run}.winner is not distinct from {text(side)}" for run in ("a", "b")]
    lost = [f"{run}.winner is distinct from {text(side)}" for run in ("a", "b")]
    return [(won[0], won[1]), (won[0], lost[1]), (lost[0], won[1]), (lost[0], lost[1])]


def _differences(base: Run, other: Run) -> dict[str, str]:
    """Return the expressions of the means that both runs can give."""
    common = set(base.columns("games")) & set(other.columns("games"))
    scores = [f"score_{side}" for side in base.sides]
    found = {}
    main = next((each.id for each in base.declared.outcome.scores), None)
    if main in common:  # null unless both were won
        found["score_change"] = _change(quoted(main))
    if len(scores) == 2 and common.issuperset(scores):
        first, second = map(quoted, scores)
        margin = [f"({run}.{first}::integer - {run}.{second}::integer)" for run in ("a", "b")]
        found["margin_change"] = f"{margin[1]} - {margin[0]}"
    if "rounds" in common:
        found["rounds_change"] = _change("rounds")
    return found


def _change(column: str) -> str:
    """Return the expression of the change of a column, quoted where it has to be, from run `a` to `b`."""
    return f"b.{column}::integer - a.{column}::integer"


def _query(base: Run, other: Run, fields: str) -> tuple:
    """Return the one row of a query over pairs of games `a` (base) and `b` (other)."""
    for run in (base, other):
        run.check_rows("a comparison game by game")
    try:
        with duckdb.connect(config={"memory_limit": "1GB"}) as connection:
            for name, run in (("a", base), ("b", other)):
                add_table(connection, name, run.files["games"])
            return connection.sql(f"select {fields} from a join b using (game)").fetchall()[0]
    except duckdb.Error as error:
        message = str(error).strip().splitlines()[0]
        raise RunError(
            other.path, f"cannot be read together with {base.path} ({message})", "play both again"
        ) from error


def change_columns(pairs: Pairs, sequence: float | None = None) -> dict[str, Any]:
    """Return the estimates of one side from its pairs: base, other, change, same and variance_ratio.

    They are described at `compare`.
    """
    n = pairs.n
    found: dict[str, Any] = rate_columns("base", pairs.both + pairs.base, n)
    found |= rate_columns("other", pairs.both + pairs.other, n)
    change = (pairs.other - pairs.base) / n
    variance = paired_variance(pairs)
    half = half_width(variance, n, sequence) if sequence else Z * np.sqrt(variance / n)
    found |= {"change": change, "change_low": change - half, "change_high": change + half, "change_n": n}
    found["change_p"] = p_of(change, change - half, change + half)
    found |= rate_columns("same", pairs.both + pairs.neither, n)
    found |= dict(
        zip(
            ("variance_ratio", "variance_ratio_low", "variance_ratio_high"),
            variance_ratio(pairs),
            strict=True,
        )
    )
    return {name: _scalar(value) for name, value in found.items()}


def paired_variance(pairs: Pairs) -> float:
    """Return the variance of one pair's difference, with half a pair added to each count: never 0.

    Agresti and Min (2005), Simple improved confidence intervals for comparing matched proportions.
    """
    n, base, other = pairs.n + 2, pairs.base + 0.5, pairs.other + 0.5
    return (base + other) / n - ((other - base) / n) ** 2


def variance_ratio(pairs: Pairs) -> tuple[float, float, float]:
    """Return (ratio, low, high): how many times as many games independent runs need; NaN if no pair differs.

    The interval is a bootstrap of the four counts with a fixed seed.
    """
    counts = np.array(pairs, float)
    if pairs.base + pairs.other == 0:
        return np.nan, np.nan, np.nan
    drawn = np.random.default_rng(pairs.n).multinomial(pairs.n, counts / pairs.n, RESAMPLES)
    ratios = _ratio(drawn)  # infinite where no pair differs
    low, high = np.quantile(ratios[np.isfinite(ratios)], [0.025, 0.975])
    return float(_ratio(counts[None])[0]), float(low), float(high)


def _ratio(counts: np.ndarray) -> np.ndarray:
    """Variance ratio for each row of (both, base, other, neither)."""
    both, base, other, _ = (counts / counts.sum(1, keepdims=True)).T
    one, two = both + base, both + other
    with np.errstate(invalid="ignore", divide="ignore"):
        return (one * (1 - one) + two * (1 - two)) / (base + other - (other - base) ** 2)


def _unpaired_means(base: Run, other: Run) -> dict[str, object]:
    """Return the differences of means of two independent runs, with their normal intervals."""
    before, after = _frequencies(base), _frequencies(other)
    found: dict[str, object] = {}
    for name in MEANS:
        if name not in before or name not in after:
            continue
        (mean0, error0, n0), (mean1, error1, n1) = (_mean(*each[name]) for each in (before, after))
        half = Z * np.sqrt(error0 + error1)
        found |= {
            name: mean1 - mean0,
            f"{name}_low": mean1 - mean0 - half,
            f"{name}_high": mean1 - mean0 + half,
        }
        found[f"{name}_n"] = int(min(n0, n1))
    return found


def _frequencies(run: Run) -> dict[str, tuple[ArrayLike, ArrayLike]]:
    """Return, by name in MEANS, the values that a run records and the number of games with each."""
    known: dict[str, tuple[ArrayLike, ArrayLike]] = dict.fromkeys(run.columns("games"), ((), ()))
    known |= {name: (values, games) for name, values, games in values_of(run)}
    known.pop(SCORE, None)
    main = next((each.id for each in run.declared.outcome.scores), None)
    if main in known:
        known[SCORE] = known[main]
    margin = margins(run)
    if len(margin):
        known[MARGIN] = margin["margin"], margin["games"]
    else:
        known.pop(MARGIN, None)
    return {name: known[what] for name, what in MEANS.items() if what in known}


def _mean(found: ArrayLike, times: ArrayLike) -> tuple[float, float, int]:
    """Return mean, its squared standard error, and number of games. times: games with each value found."""
    values, games = np.asarray(found, float), np.asarray(times, np.int64)
    n = int(games.sum())
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = np.float64(values @ games) / n
        return float(mean), float(((values - mean) ** 2 @ games) / np.float64(n - 1) / n), n


def _scalar(value: object) -> object:
    """Return a 0-d array as a plain number."""
    return value.item() if isinstance(value, np.ndarray | np.generic) else value
