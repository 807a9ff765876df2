"""Tables that sort and filter, contents and tabs in a browser, and what axe says of the pages."""

from __future__ import annotations

import base64
import re

import pandas as pd
import pytest
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait

from mazarbul.reports.blocks import Column, Section, Table
from mazarbul.reports.build import build_study_report
from mazarbul.reports.charts import palette
from mazarbul.reports.page import Page
from mazarbul.reports.write import write
from tests import sealing
from tests.reports.seen import NEEDED, colours, faults, rgb, visit

pytestmark = NEEDED


@pytest.fixture(scope="module")
def one_file(study_folder, tmp_path_factory):
    """index.html of a study whose pages are tabs."""
    return build_study_report(study_folder, tmp_path_factory.mktemp("one"), one_file=True)


@pytest.fixture(scope="module")
def named(tmp_path_factory):
    """index.html of a page with a long table of names with accents and of long texts."""
    names = [
        "Th\u00e9oden",
        "\u00c9owyn",
        "Gr\u00edma Wormtongue",
        *(f"Rider {i} of the Mark" for i in range(37)),
    ]
    says = [f"the Shadow conquers everything, 27 to 40% over {i} bots, n 1,234 to 5,678" for i in range(40)]
    frame = pd.DataFrame({"name": names, "says": says, "n": range(40)})
    columns = [Column("name", "Card"), Column("says", "Check"), Column("n", "Games", "count")]
    table = Table("named", "Names", frame, columns)
    page = Page("Names", "Game", [], [Section("method", "Method", blocks=[table])])
    return write(page, tmp_path_factory.mktemp("named"))


def grid(browser, name):
    """Bring a table that sorts into view; return its element once it is made."""
    element = browser.find_element("id", f"table_{name}")
    browser.execute_script("arguments[0].scrollIntoView()", element)
    WebDriverWait(browser, 10).until(lambda _: browser.execute_script("return !!arguments[0].grid", element))
    return element


def column(browser, element, number):
    """Values of a column of a grid, in the order of the rows that pass its filters."""
    script = "return arguments[0].grid.getData('active').map(row => row[`c${arguments[1]}`])"
    return browser.execute_script(script, element, number)


def heads(element):
    """The headers of a grid by their text."""
    found = element.find_elements("css selector", ".tabulator-col")
    title = ("css selector", ".tabulator-col-title")
    return {head.find_element(*title).get_property("textContent"): head for head in found}


def test_a_click_on_a_header_sorts_numbers_as_numbers(browser, report):
    visit(browser, report)
    element = grid(browser, "cards_adjusted")
    names = list(heads(element))
    place = next(i for i, name in enumerate(names) if name.startswith("Effect when dealt"))
    for state, down in (("descending", True), ("ascending", False)):
        heads(element)[names[place]].find_element("css selector", ".tabulator-col-title").click()
        numbers = [value for value in column(browser, element, place) if value is not None]
        assert len(numbers) > 20
        assert numbers == sorted(numbers, reverse=down)
        assert heads(element)[names[place]].get_attribute("aria-sort") == state


def test_sorts_words_from_the_keyboard(browser, report):
    run = visit(browser, report)
    element = grid(browser, "cards_adjusted")
    run("arguments[0].focus()", heads(element)["Card"])
    browser.switch_to.active_element.send_keys(" ")
    names = column(browser, element, 0)
    how = "{numeric: true, sensitivity: 'base'}"
    order = f"return arguments[0].toSorted((a, b) => a.localeCompare(b, 'en', {how}))"
    assert names == run(order, names)


def test_search_of_a_long_table(browser, report):
    visit(browser, report)
    element = grid(browser, "places_fought")
    box, everything = element.find_element("css selector", ".find"), column(browser, element, 0)
    box.send_keys("Path 2")
    found = column(browser, element, list(heads(element)).index("Kind"))
    assert found == ["path 2"] * 3
    assert element.find_element("css selector", ".count").text == f"3 of {len(everything)} rows"
    box.clear()
    box.send_keys("nowhere at all")
    WebDriverWait(browser, 5).until(lambda _: column(browser, element, 0) == [])


@pytest.mark.parametrize("box", [".find", ".tabulator-col input"])
@pytest.mark.parametrize("written", ["theoden", "TH\u00c9ODEN", "The\u0301oden"])
def test_a_search_needs_neither_accents_nor_capitals(browser, named, box, written):
    visit(browser, named)
    element = grid(browser, "named")
    element.find_element("css selector", box).send_keys(written)
    WebDriverWait(browser, 5).until(lambda _: column(browser, element, 0) == ["Th\u00e9oden"])


@pytest.mark.parametrize("width", [390, 1280])
def test_no_text_of_a_grid_is_cut(browser, named, width):
    run = visit(browser, named, width)
    element = grid(browser, "named")
    cut = run(
        """return [...arguments[0].querySelectorAll(".tabulator-cell")].filter(cell =>
             cell.scrollWidth > cell.clientWidth + 1 || cell.scrollHeight > cell.clientHeight + 2)
             .map(cell => cell.textContent)""",
        element,
    )
    assert cut == []
    first = element.find_element("css selector", ".tabulator-col").size["width"]
    assert first < width / 2  # the others are seen beside it


@pytest.mark.parametrize(
    ("wish", "keeps"), [("> 0", lambda value: value > 0), ("-1 to 1", lambda value: -1 <= value <= 1)]
)
def test_a_filter_of_a_column_of_numbers(browser, report, wish, keeps):
    visit(browser, report)
    element = grid(browser, "cards_adjusted")
    place = next(i for i, name in enumerate(heads(element)) if name.startswith("Effect when dealt"))
    wished = [value for value in column(browser, element, place) if value is not None and keeps(value)]
    box = element.find_elements("css selector", ".tabulator-col")[place].find_element("css selector", "input")
    box.send_keys(wish)
    WebDriverWait(browser, 5).until(lambda _: column(browser, element, place) == wished)
    assert wished


def test_columns_are_chosen(browser, report):
    run = visit(browser, report)
    element = grid(browser, "cards_adjusted")
    seen = """return [...arguments[0].querySelectorAll(".tabulator-col")]
      .filter(head => head.checkVisibility())
      .map(head => head.querySelector(".tabulator-col-title").textContent)"""
    before = run(seen, element)
    run("arguments[0].querySelectorAll('.choice input')[1].click()", element)
    assert run(seen, element) == [before[0], *before[2:]]


def test_what_was_decided_later_in_a_game_does_not_sort(browser, report):
    visit(browser, report)
    found = heads(grid(browser, "cards_held"))
    sortable = {name: "tabulator-sortable" in head.get_attribute("class") for name, head in found.items()}
    assert not sortable["Improvement when drawn, points"]
    assert sortable["Dealt in the opening hand, points"]


def test_a_grid_prints_its_first_rows_as_the_plain_table_does(browser, report):
    run = visit(browser, report)
    for name in ("cards_held", "cards_adjusted", "places_fought", "lengths", "cards_usage"):
        element = grid(browser, name)
        plain, made = run(
            """const [table] = arguments, rows = table.grid.getRows().slice(0, 10);
               return [[...table.querySelectorAll(".plain tbody tr")].map(row =>
                   [...row.cells].map(cell => cell.textContent)),
                 rows.map(row => row.getCells().map(cell => cell.getElement().textContent))]""",
            element,
        )
        assert made == plain, name


def test_without_a_script_and_in_print_the_first_rows_stand(browser, report):
    run = visit(browser, report)
    element = grid(browser, "cards_held")
    run("document.getElementById('print_all').checked = true")  # otherwise the first sections alone
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print", "features": []})
    shown = (
        "return ['.plain', '.grid', '.tools'].map(name => arguments[0].querySelector(name).checkVisibility())"
    )
    assert run(shown, element) == [True, False, False]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "", "features": []})
    assert run(shown, element) == [False, True, True]


@pytest.mark.parametrize(("theme", "chosen"), [("light", palette.LIGHT), ("dark", palette.DARK)])
def test_grids_follow_the_theme(browser, report, theme, chosen):
    run = visit(browser, report, theme=theme)
    grid(browser, "cards_adjusted")
    assert colours(run, "#table_cards_adjusted .tabulator-header", "backgroundColor") == {
        rgb(chosen["paper"])
    }
    assert colours(run, "#table_cards_adjusted .tabulator-table", "color") == {rgb(chosen["ink"])}


def test_on_a_phone_a_grid_scrolls_inside(browser, report):
    run = visit(browser, report, 390)
    element = grid(browser, "cards_held")
    body = element.find_element("css selector", ".tabulator-tableholder")
    assert run("return arguments[0].scrollWidth > arguments[0].clientWidth", body)
    assert run("return document.documentElement.scrollWidth") == 390


def seen(element):
    """The titles of the columns of a grid that are seen, and their right ends."""
    found = [(name, head) for name, head in heads(element).items() if head.is_displayed()]
    return {name: head.rect["x"] + head.rect["width"] for name, head in found}


@pytest.mark.parametrize("name", ["report", "quest_reports"])
def test_every_table_fits_a_wide_window(browser, request, name):
    page = request.getfixturevalue(name)
    visit(browser, page["run"] if name == "quest_reports" else page, 1440, drawn=False)
    browser.set_script_timeout(60)
    found = browser.execute_async_script(
        """const [done] = arguments, tables = [...document.querySelectorAll(".table")];
           const next = () => new Promise(resolve => setTimeout(resolve, 20));
           (async () => {
             for (const table of tables) {
               table.scrollIntoView();
               while (table.querySelector(":scope > script") && !table.grid) await next();
             }
             done(tables.map(table => {
               const box = table.querySelector(table.grid ? ".tabulator-tableholder" : ".scroll");
               return [table.id, box.scrollWidth, box.clientWidth];
             }));
           })()"""
    )
    assert len(found) > 10
    assert [each for each in found if not 0 < each[1] <= each[2] <= 1112] == []


def test_columns_that_do_not_fit_are_asked_for(browser, report):
    run = visit(browser, report, 1440)
    element = grid(browser, "cards_held")
    every, before = element.find_elements("css selector", ".choice input"), seen(element)
    away = [box for box in every if not box.get_property("checked")]
    button = element.find_element("css selector", ".choice summary")
    names = [box.find_element("xpath", "..").get_property("textContent").strip() for box in away]
    more = [name for name in names if not name.startswith("n of ")]
    assert button.text == f"Columns: {len(more)} more"
    assert more[-3:] == ["Faction", "Type", "Copies"]
    run("arguments[0].click()", away[-1])
    assert seen(element).keys() - before.keys() == {"Copies"}
    assert run(
        "return arguments[0].querySelector('.plain').querySelectorAll('th:not([hidden])').length", element
    )


def test_on_a_phone_the_figure_that_tells_most_stands_beside_the_name(browser, report):
    visit(browser, report, 390)
    for name in ("cards_held", "cards_adjusted", "places_picked"):
        (_, beside), *_ = list(seen(grid(browser, name)).items())[1:]
        assert beside <= 390, name


def test_a_grid_shows_at_its_edge_that_it_goes_on(browser, report):
    run = visit(browser, report, 390, drawn=False)
    element = grid(browser, "cards_held")
    inner = "arguments[0].querySelector('.tabulator-tableholder')"
    is_wider = "return arguments[0].querySelector('.grid').classList.contains('wider')"
    wait = WebDriverWait(browser, 10)
    wait.until(lambda _: run(is_wider, element))
    run(f"{inner}.scrollLeft = {inner}.scrollWidth", element)
    wait.until(lambda _: not run(is_wider, element))


def test_contents_behind_a_button_on_a_phone(browser, study_report):
    run = visit(browser, study_report, 390)
    button, links = browser.find_element("css selector", ".menu"), ("css selector", ".side a")
    assert not browser.find_element(*links).is_displayed()
    button.click()
    assert browser.find_element(*links).is_displayed()
    run("arguments[0].focus()", button)
    button.send_keys(Keys.ESCAPE)
    assert not browser.find_element(*links).is_displayed()
    visit(browser, study_report, 1280)
    assert not browser.find_element("css selector", ".menu").is_displayed()


def test_tabs_of_one_file_from_the_keyboard(browser, one_file):
    run = visit(browser, one_file)
    shown = "return [...document.querySelectorAll('[role=tabpanel]:not([hidden])')].map(panel => panel.id)"
    WebDriverWait(browser, 5).until(lambda _: run(shown) == ["page_index"])  # when it is unpacked
    run("document.querySelector('[role=tab]').focus()")
    browser.switch_to.active_element.send_keys(Keys.ARROW_RIGHT)
    WebDriverWait(browser, 5).until(lambda _: run(shown) == ["page_findings"])
    assert browser.switch_to.active_element.get_attribute("aria-selected") == "true"
    browser.get(f"{one_file.as_uri()}#first_result")
    WebDriverWait(browser, 5).until(lambda _: run(shown) == ["page_first"])


def test_one_file_has_charts_grids_and_cards(browser, one_file):
    run = visit(browser, one_file)
    WebDriverWait(browser, 20).until(lambda _: run("return document.querySelectorAll('[role=tab]').length"))
    run("document.querySelector('[role=tab][href=\"#page_findings\"]').click()")
    run("dispatchEvent(new Event('beforeprint'))")
    WebDriverWait(browser, 20).until(
        lambda _: run("return !!document.querySelector('#page_findings .plot svg')")
    )
    run("document.querySelector('#page_findings .table:has(> script)').scrollIntoView()")
    WebDriverWait(browser, 20).until(
        lambda _: run("return !!document.querySelector('#page_findings .tabulator')")
    )
    run("document.querySelector('#page_findings a.card').click()")
    WebDriverWait(browser, 20).until(lambda _: run("return document.getElementById('card').open"))
    assert [entry for entry in browser.get_log("browser") if entry["level"] == "SEVERE"] == []


@pytest.fixture
def four_scenarios(study_folder, tmp_path):
    """index.html of a study with four scenarios, half of them with all their parts."""
    info, scenarios = sealing.read(study_folder / "study.json"), []
    for again in ("", "again"):
        for facts in info["scenarios"]:
            own = {"id": facts["id"] + again, "title": f"{facts['title']} {again}".strip()}
            parts = {key: f"study/{path}" for key, path in facts.items() if path and key not in own}
            scenarios.append(parts | own)
    (tmp_path / "study").symlink_to(study_folder)
    sealing.write(tmp_path / "study.json", info | {"scenarios": scenarios})
    return build_study_report(tmp_path, tmp_path / "report")


def test_a_study_s_start_page_prints_on_two_sheets(browser, four_scenarios):
    visit(browser, four_scenarios)
    a4 = {"paperWidth": 8.27, "paperHeight": 11.69}
    printed = base64.b64decode(browser.execute_cdp_cmd("Page.printToPDF", a4)["data"])
    assert len(re.findall(rb"/Type */Page\b", printed)) <= 2


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", ["report", "study_report"])
def test_axe_finds_nothing(browser, request, name, theme):
    visit(browser, request.getfixturevalue(name), theme=theme)
    for element in browser.find_elements("css selector", ".table:has(> script)")[:12]:
        grid(browser, element.get_attribute("id").removeprefix("table_"))
    assert faults(browser) == []


def test_a_finding_leads_to_its_details(browser, study_report):
    run = visit(browser, study_report)
    browser.find_element("css selector", "#findings li a.more[aria-label^=Details]").click()
    target = run("return location.hash.slice(1)")
    assert not run("return location.pathname").endswith("index.html")
    top = run("return document.getElementById(arguments[0]).getBoundingClientRect().top", target)
    assert abs(top) < 900
