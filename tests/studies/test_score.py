"""How results at several tables become one score."""

from __future__ import annotations

import numpy as np
import pytest

from mazarbul.studies.climb import ranks
from mazarbul.studies.score import evened, mean_wins, overall


def test_at_one_table_wins_decide_and_then_progress():
    assert overall([(0.5, 0.2)], 60) == (0.5, 0.2)
    assert overall([(0.5, 0.2)], 60) > overall([(0.5, 0.1)], 60) > overall([(0.49, 0.9)], 60)


@pytest.mark.parametrize("rate", [0.02, 0.1, 0.7, 0.95])
def test_chance_moves_the_score_equally_at_all_rates(rate):
    games, samples = 400, 4_000
    wins = np.random.default_rng(1).binomial(games, rate, samples) / games
    spread = np.std([evened(each, 0.5, games) for each in wins])
    # the standard error of a standard deviation, and the two percent by which 400 games at 2% fall short
    assert spread * np.pi * np.sqrt(games) == pytest.approx(1, abs=4 / np.sqrt(2 * samples) + 0.03)


def test_a_table_that_is_lost_weighs_more_than_one_where_a_little_is_gained():
    before, after = [(0.02, 0.0), (0.70, 0.0)], [(0.0, 0.0), (0.73, 0.0)]
    assert mean_wins(after) > mean_wins(before)
    assert overall(after, 400) < overall(before, 400)


def test_a_single_win_at_a_table_does_not_outweigh_everything_else():
    lucky, better = [(0.01, 0.0), (0.5, 0.0)], [(0.0, 0.0), (0.65, 0.0)]
    assert overall(better, 100) > overall(lucky, 100)


def test_progress_counts_at_a_table_where_nobody_wins_and_less_than_a_win():
    none, some, won = ([(wins, progress), (0.6, 0.3)] for wins, progress in ((0, 0.1), (0, 0.9), (0.01, 0)))
    assert ranks([overall(each, 100) for each in (none, some, won)]) == [3.0, 2.0, 1.0]


def test_scores_stay_between_0_and_1():
    assert 0 < evened(0.0, 0.0, 1) < evened(0.0, 1.0, 1) < evened(1.0, 0.0, 1) < evened(1.0, 1.0, 1) < 1
