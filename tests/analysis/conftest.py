"""A small synthetic run shared by the tests of the analysis."""

from __future__ import annotations

import pytest

from mazarbul.analysis import load_run
from tests.analysis.synthetic import Plan, write_run

PLAN = Plan(
    base=0.54,
    capped=0.01,
    card_effects={"frodo/card_3": 0.08, "saruman/card_4": -0.07},
    path_effects={"path_2a": 0.1},
)
GAMES = 12_000


@pytest.fixture(scope="session")
def run_folder(tmp_path_factory):
    return write_run(tmp_path_factory.mktemp("runs") / "known", GAMES, 5_000, seed=5, plan=PLAN)


@pytest.fixture(scope="session")
def run(run_folder):
    return load_run(run_folder)
