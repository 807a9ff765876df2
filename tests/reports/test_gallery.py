"""The gallery: small, complete pages with the numbers of the reports they are made from."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from selenium.webdriver.support.wait import WebDriverWait

from mazarbul.reports.gallery.__main__ import GAMES, PAGES, small
from mazarbul.reports.gallery.sharing import share
from tests.reports.parsed import Parsed, leads, text_of, whole
from tests.reports.seen import in_browser, visit

GALLERY = Path(__file__).resolve().parents[2] / "reports" / "gallery"
MOST_BYTES = 3_000_000


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
    assert {path.suffix for path in files} == {".md", ".html", ".png", ".py", ".js", ".toml"}
    assert [path.name for path in files if path.suffix == ".js"] == ["sharing.js"]


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


def test_pages_that_share_are_as_before(tmp_path):
    """Sharing again changes nothing that is said; what is shared stands once, and every page still has it."""
    shutil.copytree(GALLERY, tmp_path / "gallery", ignore=shutil.ignore_patterns("*.py*", "*.js", "figures"))
    gallery = tmp_path / "gallery"
    before = {page: text_of(page) for page in gallery.rglob("*.html")}  # bytes differ by version of zlib
    share(gallery, GAMES)
    assert {page: text_of(page) for page in gallery.rglob("*.html")} == before
    for game in GAMES:
        pages = {name: (gallery / game / name) for name in PAGES}
        assert "vegaLite.compile" in text_of(pages["findings.html"])
        assert "vegaLite.compile" not in text_of(pages["method.html"])
        assert len(Parsed.of(pages["index.html"]).cards) > 50
        assert all(page.stat().st_size < 120_000 for page in pages.values())


@in_browser
@pytest.mark.parametrize("game", GAMES)
def test_a_page_draws_with_what_it_shares(browser, game):
    run = visit(browser, GALLERY / game / "findings.html", 1280)
    plots = run(
        "return [...document.querySelectorAll('.plot')].map(plot => plot.querySelectorAll('svg').length)"
    )
    assert set(plots) == {1}
    assert run("return document.querySelectorAll('.tabulator').length") > 0
    assert [entry for entry in browser.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")] == []


@in_browser
def test_a_page_without_what_it_shares_says_so(browser, tmp_path):
    shutil.copy(GALLERY / "card_game" / "index.html", tmp_path / "index.html")
    browser.get((tmp_path / "index.html").as_uri())
    wait = WebDriverWait(browser, 20)
    said = wait.until(lambda _: browser.find_elements("css selector", "header .notice"))
    assert "need the folder shared" in said[-1].text
