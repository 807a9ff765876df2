"""When games are decided: prediction, comebacks and swings against brute force over every game."""

from __future__ import annotations

import itertools

import numpy as np
import pyarrow.parquet as pq
import pytest
from scipy.stats import mannwhitneyu

from mazarbul.analysis import lead, load_run
from mazarbul.analysis.prediction import area_of
from tests.analysis.conftest import GAMES
from tests.analysis.synthetic import Plan, write_run

LEADS = [f"lead_round_{number}" for number in range(1, 10)]


@pytest.fixture(scope="module")
def games(run_folder):
    return pq.read_table(run_folder / "games").to_pandas()


@pytest.fixture(scope="module")
def table(run):
    return lead.prediction(run).set_index("round")


def predicted(games, number):
    """(chance, base rate, won) of every game that reached the round, learned from the other half."""
    known = games[games[f"lead_round_{number}"].notna()] if number else games
    won = (known["winner"] == "free_peoples").to_numpy(float)
    value = known[f"lead_round_{number}"].to_numpy() if number else np.zeros(len(known))
    even = known["game"].to_numpy() % 2 == 0
    chance, base = np.empty(len(won)), np.empty(len(won))
    for half in (even, ~even):
        base[half] = won[~half].mean()
        for one in np.unique(value[half]):
            same = won[~half & (value == one)]
            chance[half & (value == one)] = (same.sum() + won[~half].mean()) / (len(same) + 1)
    return chance, base, won, even


@pytest.mark.parametrize("number", [0, 1, 5, 9])
def test_prediction(games, table, number):
    chance, base, won, even = predicted(games, number)
    row = table.loc[number]
    assert row["games"] == row["accuracy_n"] == len(won)
    assert row["accuracy"] == pytest.approx(((chance >= 0.5) == won).mean())
    assert row["base_accuracy"] == pytest.approx(((base >= 0.5) == won).mean())  # of the same games
    assert row["skill"] == pytest.approx(
        1 - ((chance - won) ** 2).mean() / ((base - won) ** 2).mean(), abs=1e-9
    )
    gain = (base - won) ** 2 - (chance - won) ** 2
    half = 1.96 * gain.std(ddof=1) / np.sqrt(len(won)) / ((base - won) ** 2).mean()
    assert row["skill_high"] - row["skill"] == pytest.approx(half, rel=1e-3, abs=1e-12)
    loss = -np.log(np.where(won == 1, chance, 1 - chance)).mean()
    assert row["log_loss"] == pytest.approx(loss)
    areas = [
        mannwhitneyu(chance[part & (won == 1)], chance[part & (won == 0)]).statistic
        / ((part & (won == 1)).sum() * (part & (won == 0)).sum())
        for part in (even, ~even)
    ]
    assert row["auc"] == pytest.approx(np.mean(areas))


def test_interval_of_the_area_covers(table):
    """Scores of winners and losers drawn from known distributions; tolerance 4 standard errors."""
    rng, inside = np.random.default_rng(3), []
    lost, won = np.array([0.4, 0.3, 0.2, 0.1]), np.array([0.1, 0.2, 0.3, 0.4])
    truth = sum(won[i] * (lost[:i].sum() + lost[i] / 2) for i in range(4))
    for _ in range(500):
        counts = np.stack([rng.multinomial(60, lost), rng.multinomial(80, won)], 1)
        area, variance = area_of(np.arange(4.0), counts)
        inside.append(abs(area - truth) < 1.96 * np.sqrt(variance))
    assert abs(np.mean(inside) - 0.95) < 4 * np.sqrt(0.05 * 0.95 / 500)


def test_a_lead_that_says_nothing_has_no_skill(tmp_path):
    """Out of sample, noise is not learned: the leads of winners are those of other games."""
    run = load_run(write_run(tmp_path / "run", 3_000, 3_000, seed=2))
    part = run.files["games"][0]
    table = pq.read_table(part)
    order = np.random.default_rng(1).permutation(len(table))
    for name in ["winner"]:
        column = table.column_names.index(name)
        table = table.set_column(column, name, table[name].take(order))
    pq.write_table(table, part)
    made = lead.prediction(run).set_index("round")
    assert (made["skill"].loc[1:] < 0.005).all()
    assert (made["skill_low"].loc[1:] < 0).all()
    assert abs(made.loc[3, "auc"] - 0.5) < 4 * (made.loc[3, "auc_high"] - made.loc[3, "auc"]) / 1.96


def test_comebacks(games, run):
    table = lead.comebacks(run).set_index(["behind", "side"])
    values = games[LEADS].to_numpy(float)
    deepest = {"free_peoples": -np.nanmin(values, 1), "shadow": np.nanmax(values, 1)}
    for behind in lead.DEFICITS:
        back = fell = 0
        for side in run.sides:
            won, down = (games["winner"] == side).to_numpy(), deepest[side] >= behind
            row = table.loc[(behind, side)]
            assert row["win"] == pytest.approx(won[down].mean())
            assert row["win_n"] == down.sum()
            assert row["came_back"] == pytest.approx(down[won].mean())
            back, fell = back + (won & down).sum(), fell + down.sum()
        row = table.loc[(behind, "all")]
        assert row["win"] == pytest.approx(back / fell)
        assert row["came_back"] == pytest.approx(back / games["winner"].notna().sum())


def test_swings(games, run):
    changes = []
    for values in games[LEADS].to_numpy(float):
        signs = [np.sign(value) for value in values if not np.isnan(value) and value]
        changes.append(sum(a != b for a, b in itertools.pairwise(signs)))
    table = lead.swings(run).set_index("changes")
    assert table["games"].sum() == GAMES
    assert table["games"][table["games"] > 0].to_dict() == dict(
        zip(*np.unique(changes, return_counts=True), strict=True)
    )
    one = (games["winner"] == "shadow")[np.array(changes) == 1]
    assert table.loc[1, "win_shadow"] == pytest.approx(one.mean())


def test_run_without_leads(tmp_path):
    run = load_run(write_run(tmp_path / "run", 30, 30, plan=Plan()))
    part = run.files["games"][0]
    pq.write_table(pq.read_table(part).drop_columns(LEADS), part)
    assert all(make(run).empty for make in (lead.prediction, lead.comebacks, lead.swings))
