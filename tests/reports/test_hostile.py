"""Names from data of others are text on a page, and nothing that is not ours runs there."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import pandas as pd
import pytest
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait

from mazarbul.reports.blocks import Chart, Column, Section, Table
from mazarbul.reports.build import build_report
from mazarbul.reports.cards import Book, Scope
from mazarbul.reports.charts import Axis, DotPlot
from mazarbul.reports.page import Page
from mazarbul.reports.policy import policy
from mazarbul.reports.write import write
from tests import sealing
from tests.analysis.synthetic import write_run
from tests.reports.forms import series
from tests.reports.seen import in_browser, visit
from tests.reports.undrawn import undrawn

EVIL = "<img src=x onerror=\"document.title='ran'\"></script><script>document.title='ran'</script>"
#: Keys of our files whose texts are shown.
SHOWN = (
    "title",
    "name",
    "label",
    "text",
    "summary",
    "game_title",
    "one",
    "many",
    "first_bot",
    "deck",
    "faction",
)
#: Of the first cards of a page.
KEYS = "return JSON.parse(card_data.textContent).cards.slice(0, 3).map(card => card[0])"


def hostile(data):
    """Return data in which every text that is shown has markup at its end."""
    if isinstance(data, list):
        return [hostile(each) for each in data]
    if not isinstance(data, dict):
        return data
    return {
        key: value + EVIL
        if key in SHOWN and isinstance(value, str) and value
        else hostile(value)
        if key != "fields"  # their names are ids
        else value
        for key, value in data.items()
    }


def by_hand(folder, *, one_file):
    """Write a page with a table, which has lists of choices, and charts; return its start."""
    names = [f"Name {i} {EVIL}" for i in range(20)]
    frame = pd.DataFrame(
        {"name": names, "side": [f"{'AB'[i % 2]} {EVIL}" for i in range(20)], "n": range(20)}
    )
    columns = [
        Column("name", f"Name {EVIL}"),
        Column("side", f"Side {EVIL}"),
        Column("n", f"Games {EVIL}", "count"),
    ]
    dots = DotPlot([f"a {EVIL}", f"b {EVIL}"], [series(2)], Axis(f"Share {EVIL}"), groups=[f"A {EVIL}", "B"])
    blocks = [
        Table("names", f"Caption {EVIL}", frame, columns),
        Chart("dots", dots, f"Says {EVIL}", f"Alt {EVIL}"),
    ]
    section = Section("method", f"Method {EVIL}", f"Intro {EVIL}", blocks=blocks)
    page = Page(f"Title {EVIL}", f"Game {EVIL}", [(f"Bots {EVIL}", EVIL)], [section])
    return write(page, folder, one_file=one_file)


def of_run(folder):
    """Write the report of a run in whose catalogue and manifest every name is hostile; return its start."""
    run = write_run(folder / "run", 300, 300, seed=9)
    manifest = sealing.read(run / sealing.MANIFEST)
    bots = {seat: f"{bot} as {EVIL}" for seat, bot in manifest["bots"].items()}
    sealing.seal(run, manifest | {"bots": bots}, hostile(sealing.read(run / sealing.CATALOGUE)))
    with undrawn():
        return build_report(run, folder / "report")


RUN = pytest.param("run", marks=pytest.mark.thorough)  # hundreds of lists to open


@pytest.fixture(scope="module", params=["by hand", "one file", RUN])
def pages(request, tmp_path_factory):
    """All pages of a report."""
    folder = tmp_path_factory.mktemp("hostile")
    start = (
        of_run(folder) if request.param == "run" else by_hand(folder, one_file=request.param == "one file")
    )
    return sorted(start.parent.glob("*.html"))


def complaints(browser):
    return [
        entry["message"] for entry in browser.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")
    ]


@in_browser
def test_nothing_of_a_name_becomes_an_element(browser, pages):
    lists = shown = 0
    for page in pages:
        run = visit(browser, page)
        grids = run("return document.querySelectorAll('.table:has(> script)').length")
        for tab in browser.find_elements("css selector", "[role=tab]") or [None]:
            if tab is not None:
                run("arguments[0].click()", tab)
            for table in browser.find_elements("css selector", ".table:has(> script)"):
                if table.is_displayed():
                    run("arguments[0].scrollIntoView()", table)
                    WebDriverWait(browser, 20).until(partial(is_built, table))
                    lists += opened(browser, table)
        if run("return !!document.getElementById('card_data')"):
            for key in run(KEYS):
                run("location.hash = `card-${arguments[0]}`", key)
        shown += grids
        assert run("return document.querySelectorAll('img').length") == 0, page.name
        assert "ran" not in run("return document.title").split(), page.name
        assert complaints(browser) == [], page.name
    assert shown
    assert lists


def is_built(table, browser):
    return browser.execute_script("return !!arguments[0].grid", table)


def opened(browser, table):
    """Open every list of choices in the heads of a table; return how many there are."""
    count = 0
    for box in table.find_elements("css selector", ".tabulator-header-filter input"):
        browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", box)
        box.send_keys("")
        browser.execute_script("arguments[0].click()", box)
        items = browser.find_elements("css selector", ".tabulator-edit-list-item")
        count += bool(items)
        box.send_keys(Keys.ESCAPE)
        browser.execute_script("arguments[0].blur()", box)
    return count


@in_browser
def test_what_gets_into_a_page_nevertheless_does_not_run(browser, pages):
    page = pages[0]
    text = page.read_text(encoding="utf-8")
    own = page.with_name("injected.html")
    own.write_text(text.replace("<h1>", f"<h1>{EVIL}", 1), encoding="utf-8")
    run = visit(browser, own)
    assert run("return document.querySelectorAll('h1 img').length") == 1
    assert "ran" not in run("return document.title").split()
    assert sum("Content Security Policy" in each for each in complaints(browser)) >= 2


def test_a_policy_names_what_is_ours_and_nothing_from_elsewhere():
    found = dict(part.split(" ", 1) for part in policy(["one", "two", "one"]).split("; "))
    assert (
        found["default-src"]
        == found["base-uri"]
        == found["form-action"]
        == found["style-src-elem"]
        == "'none'"
    )
    assert len(re.findall(r"'sha256-[A-Za-z0-9+/]{43}='", found["script-src"])) == 2
    assert not re.search("unsafe|http", found["script-src"])


def test_a_card_whose_id_is_markup_is_an_address(monkeypatch):
    class Card:
        id = key = 'x"><img src=x>'
        name, seat = "Gandalf", ""

    book = Book((Scope("", "A scenario", [Card()]),))
    assert str(book.linked("Gandalf wins.")) == (
        '<a class="card" href="#card-x&#34;&gt;&lt;img src=x&gt;">Gandalf</a> wins.'
    )


def test_every_template_of_a_page_has_a_policy():
    templates = Path(__file__).resolve().parents[2] / "reports" / "templates"
    whole = [file for file in templates.glob("*.html") if "<!doctype" in file.read_text(encoding="utf-8")]
    assert {file.name for file in whole} == {"report.html", "replay.html"}
    for file in whole:
        head = file.read_text(encoding="utf-8").partition("</head>")[0]
        assert head.index("Content-Security-Policy") < head.index("<title")
        assert not re.search(r"<(script|style)>(?!\{\{)", file.read_text(encoding="utf-8")), file.name
