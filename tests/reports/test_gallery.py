"""The gallery: small, complete pages with the numbers of the reports they are made from."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mazarbul.reports.gallery.__main__ import GAMES, PAGES, small
from tests.reports.parsed import Parsed, leads, text_of, whole

GALLERY = Path(__file__).resolve().parents[2] / "reports" / "gallery"
MOST_BYTES = 6_500_000


def links(page: Path) -> set[str]:
    """Return what a page of Markdown or HTML links to or shows."""
    text = re.sub(r"<script.*?</script>", "", text_of(page), flags=re.DOTALL)
    link = r"\]\(([^)\s]+)\)" if page.suffix == ".md" else r'(?:href|src)="(.*?)"'
    return set(re.findall(link, text))


def dead_links(page: Path) -> list[str]:
    """Return the broken links of a page."""
    return [link for link in links(page) if not leads(page, link)]


def test_the_gallery_is_small_and_has_pages_only():
    files = [path for path in GALLERY.rglob("*") if path.is_file() and path.suffix != ".pyc"]
    assert sum(path.stat().st_size for path in files) <= MOST_BYTES
    assert {path.suffix for path in files} == {".md", ".html", ".png", ".py", ".toml"}


@pytest.mark.parametrize("game", GAMES)
def test_links_of_the_gallery_lead_somewhere(game):
    folder = GALLERY / game
    for text in (whole(folder / "index.html"), (folder / "report.md").read_text(encoding="utf-8")):
        assert "headline" in text
    assert {page.name: dead_links(page) for page in folder.glob("*.*") if dead_links(page)} == {}


@pytest.mark.parametrize("game", GAMES)
def test_the_gallery_names_no_folder_of_a_machine(game):
    for page in (GALLERY / game).glob("*.*"):
        played = re.findall(r"mazarbul trace (\S+)", text_of(page).replace("\\_", "_"))
        assert {tuple(path.split("/")[:3]) for path in played} <= {("runs", "gallery", game)}, page.name


def numbers(page: Path) -> list[str]:
    """Return the rows of all tables of a page of Markdown."""
    return [line for line in text_of(page).splitlines() if line.startswith("|")]


@pytest.mark.slow
def test_what_is_kept_of_a_report(study_report, tmp_path):
    whole, kept = study_report.parent, tmp_path / "kept"
    small(whole, kept)
    small(whole, kept)  # over an earlier one
    assert sorted(path.name for path in kept.iterdir()) == [
        "figures", "findings.html", "index.html", "method.html", "report.md",
    ]  # fmt: skip
    assert numbers(kept / "report.md") == numbers(whole / "report.md") != []
    for page in (*PAGES, "report.md"):
        assert dead_links(kept / page) == []
    for figure in (kept / "figures").iterdir():
        assert figure.name.startswith("study_") or figure.stem == "headline"
        assert figure.read_bytes() == (whole / "figures" / figure.name).read_bytes()
    names = {path.stem for path in (kept / "figures").iterdir()}
    page, all_charts = Parsed.whole(kept / "index.html"), Parsed.whole(whole / "index.html")
    assert names == {attrs["id"].removeprefix("chart_") for attrs in page.all("figure")} != set()
    assert 0 < len(page.specs) == len(names) < len(all_charts.specs)
    assert "vegaLite.compile" in text_of(kept / "findings.html")
    assert "href=" in re.sub("<nav.*?</nav>", "", text_of(kept / "index.html"), flags=re.DOTALL)
