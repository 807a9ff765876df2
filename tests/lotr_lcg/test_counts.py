"""Counts of real games say what their records say."""

from __future__ import annotations

import pytest

from mazarbul.analysis import load_run
from mazarbul.analysis.aggregates import Summary
from mazarbul.sim.runner.experiment import Execution, Experiment
from mazarbul.sim.runner.progress import Quiet
from mazarbul.sim.runner.run import run
from tests.analysis.counted import check_reports, check_totals

DECKS = {"player1": "leadership", "player2": "spirit"}


@pytest.mark.slow
def test_reports_are_the_same(tmp_path):
    asked = Experiment(game="lotr_lcg", scenario="passage_through_mirkwood", games=400, seed=3, decks=DECKS)
    folders = []
    for keep, chunk in (("all", 150), ("aggregates", 90)):
        how = Execution(out=tmp_path / keep, jobs=2, keep=keep, chunk=chunk)
        folders.append(run(asked, how, Quiet(), summarize=lambda: Summary))
    runs = [load_run(folder) for folder in folders]
    check_totals(*runs)
    check_reports(*runs)
