"""The documentation site is built without a warning, its links hold, it asks nothing of the network."""

from __future__ import annotations

import os
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag

import pytest
from selenium.webdriver.support.wait import WebDriverWait

from handbook.browser import started
from tests.reports.seen import in_browser

pytest.importorskip("mkdocs")
pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
GAMES = 200  # of each run of a tutorial: a regression needs more games than cards
#: Elements whose address is loaded with the page; other addresses are followed by readers only.
LOADED = {"script": "src", "img": "src", "iframe": "src", "source": "src", "link": "href"}
#: Relations of a `link` that load nothing.
UNLOADED = {"canonical", "next", "prev", "alternate", "author"}


class Addresses(HTMLParser):
    """The ids of a page, what it loads and where it links to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.loaded: list[str] = []
        self.links: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list) -> None:
        """Note the addresses of an element."""
        found = dict(attrs)
        self.ids |= {found[key] for key in ("id", "name") if found.get(key)}
        address = found.get(LOADED.get(tag, ""))
        if address and not (tag == "link" and found.get("rel") in UNLOADED):
            self.loaded.append(address)
        elif tag == "a" and found.get("href"):
            self.links.append(found["href"])


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The folder of the site, with tutorials of few games."""
    out = tmp_path_factory.mktemp("site")
    given = {"TUTORIAL_GAMES": str(GAMES), "NO_MKDOCS_2_WARNING": "1"}
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(out)]
    done = subprocess.run(
        command, cwd=ROOT, env=os.environ | given, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return out


@pytest.fixture(scope="module")
def pages(site):
    """Path -> the addresses of a page of the site; reports that come along are no part of it."""
    return {
        path: Addresses(path.read_text(encoding="utf-8"))
        for path in site.rglob("*.html")
        if "reports" not in path.relative_to(site).parts and path.name != "404.html"
    }


def broken(path: Path, addresses: list[str], pages: dict[Path, Addresses]) -> list[str]:
    """Return the local addresses of a page that lead nowhere."""
    found = []
    for address in addresses:
        if "://" in address or address.startswith(("mailto:", "data:")):
            continue
        name, anchor = urldefrag(address)
        aim = (path.parent / unquote(name)).resolve() if name else path
        if not aim.is_file() or (anchor and aim in pages and unquote(anchor) not in pages[aim].ids):
            found.append(address)
    return found


def test_every_link_leads_somewhere(pages):
    assert len(pages) > 25
    known = {path.resolve(): page for path, page in pages.items()}
    wrong = {
        path.name: broken(path.resolve(), page.links + page.loaded, known) for path, page in known.items()
    }
    assert {name: found for name, found in wrong.items() if found} == {}


def test_no_page_loads_anything_of_others(pages):
    assert {url for page in pages.values() for url in page.loaded if "//" in url} == set()


def test_styles_load_nothing_of_others(site):
    texts = [path.read_text(encoding="utf-8") for path in site.rglob("*.css")]
    assert texts
    assert not any("url(http" in text or "url(//" in text or "@import" in text for text in texts)


@pytest.mark.parametrize("name", ["balance", "bot", "card", "design"])
def test_a_tutorial_shows_what_it_printed(site, pages, name):
    page = pages[site / "tutorials" / f"{name}.html"]
    assert any(f"{name}_files/output" in address for address in page.loaded)
    text = (site / "tutorials" / f"{name}.html").read_text(encoding="utf-8")
    assert f'GAMES</span> <span class="o">=</span> <span class="mi">{GAMES}' in text
    assert "Traceback" not in text
    assert (site / "tutorials" / f"{name}.ipynb").stat().st_size > 1_000


def test_a_broken_link_is_found(tmp_path):
    path = tmp_path / "page.html"
    path.write_text("", encoding="utf-8")
    known = {path.resolve(): Addresses('<p id="here">')}
    links = ["page.html#here", "#here", "https://example.org/x", "page.html#gone", "gone.html"]
    assert broken(path.resolve(), links, known) == ["page.html#gone", "gone.html"]


@in_browser
def test_the_search_works_from_a_folder(site, tmp_path):
    """No worker starts there and nothing can be fetched: the index is a script, the search is in a frame."""
    driver = started(tmp_path)
    try:
        driver.get((site / "tutorials" / "card.html").as_uri())
        driver.set_window_size(1440, 900)
        driver.find_element("css selector", ".md-search__input").send_keys("overlay")
        first = "return document.querySelector('.md-search-result__item a')?.href"
        found = WebDriverWait(driver, 60).until(lambda driver: driver.execute_script(first))
        assert found.startswith(site.as_uri())
        assert driver.get_log("browser") == []
    finally:
        driver.quit()
