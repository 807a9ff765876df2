"""The pages of games beside a report: linked from its table, files of their own, gone with the old report."""

from __future__ import annotations

import re

import pytest

from mazarbul.reports.build import build_report, build_study_report
from tests.reports.parsed import Parsed, text_of
from tests.reports.undrawn import undrawn


def watch(folder, game):
    """Return a page for every game but the first of all."""
    return f"<p>{folder.name} {game}" if game else None


def linked(page) -> list[str]:
    """Return the addresses of the games that a page leads to."""
    return re.findall(r'<a href="(games/[^"]+)"', text_of(page))


@pytest.fixture(scope="module")
def watched(run_folder, tmp_path_factory):
    with undrawn():
        return build_report(
            run_folder, tmp_path_factory.mktemp("games") / "report", markdown=True, watch=watch
        )


def test_every_page_of_a_game_is_linked_and_lies_beside_the_report(watched):
    pages = sorted(f"games/{path.name}" for path in (watched.parent / "games").iterdir())
    assert len(pages) > 2
    assert sorted({*linked(watched)}) == pages
    game = re.search(r"_(\d+)", pages[0])[1]
    assert (watched.parent / pages[0]).read_text() == f"<p>run {game}"
    assert f"]({pages[0]})" in (watched.parent / "report.md").read_text()


def test_a_game_without_a_page_has_its_command(watched, report):
    assert "--game 0</td>" in text_of(watched)
    assert linked(report) == []
    assert "--game GAME" not in text_of(report)
    assert "--game GAME" in text_of(watched)


def test_cards_lead_to_a_game_with_a_page(watched, report):
    rows = Parsed.of(watched).data["cards"]
    pages = {f"games/{path.name}" for path in (watched.parent / "games").iterdir()}
    shown = [row[8] for row in rows if row[8] in pages]
    assert len(shown) > len(rows) / 2, "any of these games will do"
    assert all("mazarbul trace " in row[8] for row in rows if row[8] not in pages and row[8])
    assert not any(row[8] in pages for row in Parsed.of(report).data["cards"])


def test_a_report_without_games_removes_those_of_an_earlier_one(run_folder, watched, tmp_path):
    folder = tmp_path / "report"
    with undrawn():
        build_report(run_folder, folder, watch=watch)
        (folder / "games" / "mine.html").write_text("mine")
        build_report(run_folder, folder)
    assert [path.name for path in (folder / "games").iterdir()] == ["mine.html"]


@pytest.mark.slow
def test_a_study_has_the_games_of_each_scenario_but_none_in_one_file(study_folder, tmp_path):
    with undrawn():
        start = build_study_report(study_folder, tmp_path / "study", watch=watch)
        alone = build_study_report(study_folder, tmp_path / "alone", watch=watch, one_file=True)
    pages = {f"games/{path.name}" for path in (start.parent / "games").iterdir()}
    found = [linked(page) for page in start.parent.glob("*.html")]
    assert {each for links in found for each in links} == pages
    assert len([links for links in found if links]) > 1
    assert linked(alone) == []
    assert not (alone.parent / "games").exists()
