"""Reports of every kind on small synthetic runs, shared by the tests."""

from __future__ import annotations

import pytest

from mazarbul.reports.build import build_collection_report, build_report, build_study_report
from tests.analysis.synthetic import Plan, write_run
from tests.reports import folders, quests
from tests.reports.undrawn import undrawn

PLAN = Plan(
    base=0.51,
    capped=0.01,
    shuffled=True,
    card_effects={"frodo/card_3": 0.1},
    opening_effects={"frodo/card_3": 0.2},
    path_effects={"path_2a": 0.12},
    start_effects={"saruman": -0.1},
)


@pytest.fixture(scope="session")
def run_folder(tmp_path_factory):
    return write_run(tmp_path_factory.mktemp("report") / "run", 4_000, 1_500, seed=9, plan=PLAN)


@pytest.fixture(scope="session")
def report(run_folder, tmp_path_factory):
    with undrawn():
        return build_report(run_folder, tmp_path_factory.mktemp("out") / "report", markdown=True)


@pytest.fixture(scope="session")
def collections(tmp_path_factory):
    """Kind of collection -> its folder."""
    home = tmp_path_factory.mktemp("collections")
    return {kind: make(home / kind) for kind, make in folders.KINDS.items()}


@pytest.fixture(scope="session")
def collection_reports(collections, tmp_path_factory):
    """Kind of collection -> index.html of its report."""
    home = tmp_path_factory.mktemp("pages")
    return {
        kind: build_collection_report(path, home / kind, markdown=True) for kind, path in collections.items()
    }


@pytest.fixture(scope="session")
def study_folder(tmp_path_factory):
    return folders.study(tmp_path_factory.mktemp("study") / "study")


@pytest.fixture(scope="session")
def study_report(study_folder, tmp_path_factory):
    with undrawn():
        return build_study_report(study_folder, tmp_path_factory.mktemp("out") / "study", markdown=True)


@pytest.fixture(scope="session")
def quest_folders(tmp_path_factory):
    """Kind of report -> folder: a study of quests with all its parts, two runs, a tuning."""
    return quests.folders(tmp_path_factory.mktemp("quests"))


@pytest.fixture(scope="session")
def quest_reports(quest_folders, tmp_path_factory):
    """Kind of report -> index.html of the report on players against a quest."""
    home = tmp_path_factory.mktemp("quest_pages")
    with undrawn():
        return {kind: quests.report(kind, folder, home / kind) for kind, folder in quest_folders.items()}


@pytest.fixture(scope="session")
def browser(tmp_path_factory):
    from handbook.browser import started  # selenium, which few tests need

    driver = started(tmp_path_factory.mktemp("browser"))
    yield driver
    driver.quit()
