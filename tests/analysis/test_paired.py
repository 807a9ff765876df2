"""Comparing runs game by game: known answers, coverage, a twin in pandas, runs that cannot be compared."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from scipy.stats import binom

from mazarbul.analysis import RunError, load_run, paired
from mazarbul.analysis.estimates import p_of
from mazarbul.analysis.paired import Pairs
from tests import sealing
from tests.analysis.synthetic import Plan, write_run
from tests.marks import slow_but

GAMES = 6_000
PLAN = Plan(base=0.52, capped=0.01)


@pytest.fixture(scope="module")
def pair(tmp_path_factory):
    """Two runs with the same luck, the second with ten points more for the first side, in other parts."""
    folder = tmp_path_factory.mktemp("pair")
    base = load_run(write_run(folder / "base", GAMES, 2_000, seed=3, plan=PLAN))
    return base, load_run(write_run(folder / "other", GAMES, 2_000, seed=3, plan=replace(PLAN, base=0.62)))


def change_manifest(run, **fields):
    """Return the run with other values in its manifest."""
    return replace(run, manifest=run.manifest | fields)


def games_of(run) -> pd.DataFrame:
    table = pd.concat([pq.read_table(path).to_pandas() for path in run.files["games"]])
    return table.set_index("game").sort_index()


def test_a_run_against_itself_changes_nothing(pair):
    table = paired.compare(pair[0], pair[0])
    assert (table["change"] == 0).all()
    assert (table["same"] == 1).all()
    assert (table["change_p"] == 1).all()
    assert table["variance_ratio"].isna().all()
    assert (table["change_high"] > 0).all(), "no pair differs, but some could: the interval has a width"


def test_compare_agrees_with_a_twin_in_pandas(pair):
    one, two = (games_of(run) for run in pair)
    for row in paired.compare(*pair).to_dict("records"):
        won = [(table["winner"] == row["side"]).astype(int) for table in (one, two)]
        assert row["games"] == GAMES
        assert row["base"] == pytest.approx(won[0].mean())
        assert row["other"] == pytest.approx(won[1].mean())
        gap = won[1] - won[0]
        assert row["change"] == pytest.approx(gap.mean())
        assert (row["change_high"] - row["change_low"]) / 2 == pytest.approx(
            1.96 * gap.std() / GAMES**0.5, rel=0.01
        )
        assert row["same"] == pytest.approx((gap == 0).mean())
        independent = sum(each.var(ddof=0) for each in won)
        assert row["variance_ratio"] == pytest.approx(independent / gap.var(ddof=0))
        assert row["variance_ratio_low"] < row["variance_ratio"] < row["variance_ratio_high"]
        margin = [table["score_free_peoples"] - table["score_shadow"] for table in (one, two)]
        sign = 1 if row["side"] == "free_peoples" else -1
        assert row["margin_change"] == pytest.approx(sign * (margin[1] - margin[0]).mean())
        assert row["margin_change_low"] < row["margin_change"] < row["margin_change_high"]
        assert row["rounds_change"] == pytest.approx((two["rounds"] - one["rounds"]).mean())


def test_the_change_is_found_and_pairs_beat_independent_runs(pair):
    row = paired.compare(*pair).set_index("side").loc["free_peoples"]
    assert row["change_low"] < 0.1 * (1 - PLAN.capped) < row["change_high"]
    loose = paired.unpaired(*pair).set_index("side").loc["free_peoples"]
    assert loose["change"] == pytest.approx(row["change"])
    widths = [each["change_high"] - each["change_low"] for each in (row, loose)]
    assert (widths[1] / widths[0]) ** 2 == pytest.approx(row["variance_ratio"], rel=0.05)


@pytest.mark.parametrize("cells", [(0.4, 0.05, 0.10, 0.45), (0.2, 0.01, 0.01, 0.78), (0.1, 0.3, 0.25, 0.35)])
def test_paired_interval_covers_and_is_unbiased(cells):
    rng, times, n = np.random.default_rng(11), 4_000, 400
    drawn = rng.multinomial(n, cells, times)
    truth = cells[2] - cells[1]
    change = (drawn[:, 2] - drawn[:, 1]) / n
    half = np.array([1.96 * np.sqrt(paired.paired_variance(Pairs(*row)) / n) for row in drawn.tolist()])
    error = np.sqrt((cells[1] + cells[2] - truth**2) / n / times)
    assert abs(change.mean() - truth) < 4 * error
    covered = (np.abs(change - truth) <= half).mean()
    assert covered > 0.95 - 4 * np.sqrt(0.95 * 0.05 / times)
    assert covered < 0.985


#: Numbers of pairs, and shares of them that differ.
SHARES = slow_but([(60, 0.2), (400, 0.05)], [(60, 0.2), (400, 0.05), (400, 0.2), (1_000, 0.1)])


def alarms(n: int, many: int) -> list[bool]:
    """Return whether a change is called clear, for every number of `many` pairs that only the base won."""
    value, variance = np.array([
        ((many - 2 * few) / n, paired.paired_variance(Pairs(0, few, many - few, n - many)))
        for few in range(many + 1)
    ]).T  # fmt: skip
    half = 1.96 * np.sqrt(variance / n)
    return list(p_of(value, value - half, value + half) < 0.05)


@pytest.mark.parametrize(("n", "differ"), SHARES)
def test_false_alarms_of_pairs(n, differ):
    """Exact shares, over all numbers of pairs that differ: no more than 5%, and not far below."""
    probabilities = binom.pmf(np.arange(n + 1), n, differ)
    share = sum(
        probabilities[many] * binom.pmf(np.arange(many + 1), many, 0.5)[alarms(n, many)].sum()
        for many in np.flatnonzero(probabilities > 1e-9)
    )
    assert 0.025 < share < 0.0525


def test_only_shared_games_count(pair, tmp_path):
    longer = load_run(write_run(tmp_path / "longer", GAMES + 2_000, 2_000, seed=3, plan=PLAN))
    assert list(paired.compare(pair[0], longer)["games"]) == [GAMES, GAMES]


def test_a_confidence_sequence_is_wider_and_less_certain(pair):
    plain, sequence = paired.compare(*pair), paired.compare(*pair, sequence=0.01)
    assert (sequence["change_p"] > plain["change_p"]).all()
    assert (sequence["change"] == plain["change"]).all()
    assert (sequence["change_high"] > plain["change_high"]).all()


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"seed": 4}, "--unpaired"),
        ({"scenario": "duel"}, "compare runs of one scenario"),
        ({"game": "chess"}, "is of another game"),
        ({"tables_hash": "cd" * 32}, "the data files changed in between"),
    ],
)
def test_runs_that_cannot_be_paired(pair, fields, words):
    with pytest.raises(RunError, match=words):
        paired.compare(pair[0], change_manifest(pair[1], **fields))


def test_other_tables_by_an_overlay_are_what_is_compared(pair):
    asked = pair[1].manifest["experiment"] | {"overlay": ["change.toml"]}
    changed = change_manifest(pair[1], tables_hash="cd" * 32, experiment=asked)
    assert len(paired.compare(pair[0], changed)) == 2


def test_independent_runs_may_have_other_seeds_but_not_another_game(pair):
    assert len(paired.unpaired(pair[0], change_manifest(pair[1], seed=4))) == 2
    with pytest.raises(RunError, match="another scenario"):
        paired.unpaired(pair[0], change_manifest(pair[1], scenario="duel"))


def test_runs_without_a_common_game(pair, tmp_path):
    folder = write_run(tmp_path / "far", 2_000, 2_000, seed=3, plan=PLAN)
    manifest = sealing.read(folder / sealing.MANIFEST)
    part = folder / manifest["chunks"][0]["files"]["games"]["file"]
    table = pq.read_table(part).to_pandas()
    table["game"] += 1_000_000
    table.to_parquet(part)
    sealing.change(folder)
    with pytest.raises(RunError, match="shares no game"):
        paired.compare(pair[0], load_run(folder))


@pytest.mark.parametrize(
    ("altered", "words"),
    [
        (lambda table: pa.concat_tables([table, table]), "holds 60 games, the manifest says 30"),
        (lambda table: table.set_column(0, "game", pa.array([7] * table.num_rows)), "games of one number"),
        (lambda table: table.drop_columns(["winner"]), "has no column 'winner'"),
    ],
    ids=["each game twice", "one number for all", "no winners"],
)
def test_games_that_are_not_those_of_the_manifest_are_not_paired(tmp_path, altered, words):
    folder = write_run(tmp_path / "run", 60, 30, seed=3)
    part = min(folder.glob("games/*.parquet"))
    table = pq.read_table(part)
    assert table.column_names[0] == "game"
    pq.write_table(altered(table), part)
    sealing.change(folder)
    with pytest.raises(RunError, match=words):
        paired.won(load_run(folder), "shadow")
