"""The Python on the pages on analysis, studies and scale works on runs and collections of every kind."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import mazarbul
from mazarbul.reports.build import build_report
from tests.analysis.synthetic import write_run
from tests.reports import folders

ROOT = Path(__file__).resolve().parents[2]


def blocks(page: str) -> list[str]:
    """Return the Python of a page."""
    return re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(encoding="utf-8"), re.DOTALL)


def play(page: str, names: dict[str, object] | None = None) -> None:
    """Run the Python of a page, all in the same names."""
    names, found = names or {}, blocks(page)
    assert found
    for block in found:
        exec(compile(block, page, "exec"), names)


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A folder to work in, with the run that the pages read."""
    monkeypatch.chdir(tmp_path)
    mazarbul.run("card_game/trilogy", games=600, seed=3, out=tmp_path / "runs" / "trilogy", quiet=True)
    build_report(tmp_path / "runs" / "trilogy", tmp_path / "pages" / "t7")
    return tmp_path / "runs"


@pytest.mark.slow
def test_the_analysis_page(home):
    play("docs/analysing.md")


@pytest.mark.slow
def test_the_scale_page(home):
    from mazarbul.analysis import load_run

    play("docs/scale.md", {"load_run": load_run})


@pytest.mark.slow
def test_the_studies_page(home, quest_folders):
    for name in ("a", "b"):
        write_run(home / name, 300, 300, seed=3)
    folders.ablation(home / "ablation-trilogy-1")
    folders.ladder(home / "skill-trilogy-1" / "ladder")
    folders.audit(home / "audit-duel-1")
    (home / "skill-mirkwood-1").mkdir()
    (home / "skill-mirkwood-1" / "ladder").symlink_to(quest_folders["ladder"])
    (home / "study-1" / "passage_through_mirkwood").mkdir(parents=True)
    (home / "study-1" / "passage_through_mirkwood" / "matrix").symlink_to(quest_folders["matrix"])
    play("docs/studies.md")
