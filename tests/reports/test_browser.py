"""The pages in a browser: no errors, tables that sort and filter, all pictures, nothing too wide."""

from __future__ import annotations

import os
import shutil

import pytest

from tests.reports import quests

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
DRIVER = shutil.which("chromedriver")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not (BROWSER and DRIVER), reason="no chromium with chromedriver installed"),
]
PAGES = ("report", "study", "ladder", "tuning", "whatif", "quest run", "quest study")
WIDTHS = (390, 1280)


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    from selenium import webdriver
    from selenium.webdriver.chrome.options import Options
    from selenium.webdriver.chrome.service import Service

    options = Options()
    options.binary_location = BROWSER
    home = tmp_path_factory.mktemp("browser")
    for argument in (
        "--headless=new",
        "--hide-scrollbars",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        f"--user-data-dir={home}",
    ):
        options.add_argument(argument)
    if os.geteuid() == 0:
        options.add_argument("--no-sandbox")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(DRIVER))
    yield driver
    driver.quit()


@pytest.fixture(scope="module", params=PAGES)
def page(request, tmp_path_factory):
    """index.html of several kinds of report in turn, with their charts."""
    if request.param.startswith("quest "):
        kind = request.param.removeprefix("quest ")
        folder = request.getfixturevalue("quest_folders")[kind]
        return quests.report(kind, folder, tmp_path_factory.mktemp("drawn") / kind)
    if request.param in ("report", "study"):
        return request.getfixturevalue({"study": "study_report"}.get(request.param, request.param))
    return request.getfixturevalue("collection_reports")[request.param]


def visit(browser, page, width=1280):
    """Open a page, with everything unfolded, in a window with an inner width of `width`."""
    metrics = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    browser.get_log("browser")  # drop the messages of other pages
    browser.get(page.as_uri())
    browser.execute_script("document.querySelectorAll('details').forEach(item => { item.open = true; })")
    return browser.execute_script


def table(browser, name):
    """Sort values of the cells, row by row, of the rows shown."""
    return browser.execute_script(
        """return [...document.querySelectorAll(`#table_${arguments[0]} tbody tr`)].filter(row => !row.hidden)
           .map(row => [...row.cells].map(cell => cell.dataset.sort))""",
        name,
    )


def test_no_errors_and_all_pictures(browser, page):
    run = visit(browser, page)
    pictures = run("return [...document.images].map(image => [image.complete, image.naturalWidth])")
    assert pictures
    assert all(complete and width > 800 for complete, width in pictures)
    assert [entry for entry in browser.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")] == []


@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_scrolls_sideways(browser, page, width):
    run = visit(browser, page, width)
    assert run("return document.documentElement.clientWidth") == width
    assert run("return document.documentElement.scrollWidth") == width
    wide = run(
        """return [...document.querySelectorAll("body *")].filter(item => !item.closest(".scroll")
           && item.getBoundingClientRect().right > innerWidth + 0.5).map(item => item.outerHTML)"""
    )
    assert wide == []


def test_every_long_table_sorts_by_a_click(browser, report):
    run = visit(browser, report)
    heads = run(
        """return [...document.querySelectorAll('#table_cards_adjusted thead th')]
           .map(head => head.dataset.label)"""
    )
    column = next(i for i, head in enumerate(heads) if head.startswith("Effect when dealt"))
    button = browser.find_elements("css selector", "#table_cards_adjusted thead button")[column]
    for name, down in (("descending", True), ("ascending", False)):
        button.click()
        numbers = [float(row[column]) for row in table(browser, "cards_adjusted") if row[column]]
        assert len(numbers) > 20
        assert numbers == sorted(numbers, reverse=down)
        state = "return document.querySelectorAll('#table_cards_adjusted thead th')[arguments[0]].ariaSort"
        assert run(state, column) == name


def test_sorts_words_from_the_keyboard(browser, report):
    run = visit(browser, report)
    run("document.querySelector('#table_cards_adjusted thead button').focus()")
    browser.switch_to.active_element.send_keys(" ")
    names = [row[0] for row in table(browser, "cards_adjusted")]
    order = "return arguments[0].toSorted((a, b) => a.localeCompare(b, 'en', {numeric: true}))"
    assert names == run(order, names)


def test_filter_of_a_long_table(browser, report):
    visit(browser, report)
    box = browser.find_element("css selector", "#table_places_fought .find")
    everything = table(browser, "places_fought")
    box.send_keys("Path 2")
    found = table(browser, "places_fought")
    assert 0 < len(found) < len(everything)
    assert [row[1] for row in found] == ["path 2"] * 3, found
    box.clear()
    box.send_keys("nowhere at all")
    assert table(browser, "places_fought") == []


def test_links_within_the_page_lead_to_what_is_seen(browser, study_report):
    run = visit(browser, study_report)
    browser.find_element("css selector", "#findings article .more a").click()
    target = run("return location.hash.slice(1)")
    top = run("return document.getElementById(arguments[0]).getBoundingClientRect().top", target)
    assert abs(top) < 900
