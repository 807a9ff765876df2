"""One report on a small synthetic run, shared by the tests."""

from __future__ import annotations

import pytest

from reports.build import build_report
from tests.analysis.synthetic import Plan, write_run

PLAN = Plan(base=0.57, capped=0.01, card_effects={"frodo/card_3": 0.12}, path_effects={"path_2a": 0.12})


@pytest.fixture(scope="session")
def run_folder(tmp_path_factory):
    return write_run(tmp_path_factory.mktemp("report") / "run", 4_000, 1_500, seed=9, plan=PLAN)


@pytest.fixture(scope="session")
def report(run_folder, tmp_path_factory):
    return build_report(run_folder, tmp_path_factory.mktemp("out") / "report")
