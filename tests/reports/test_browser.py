"""The pages in a browser: no errors, every chart drawn, themes, print, nothing too wide."""

from __future__ import annotations

import re

import pytest
from selenium.webdriver.support.wait import WebDriverWait

from mazarbul.reports.blocks import Chart, Section
from mazarbul.reports.charts import palette
from mazarbul.reports.page import Page
from mazarbul.reports.write import write
from tests.reports.forms import FORMS
from tests.reports.seen import NEEDED, colours, rgb, visit

pytestmark = NEEDED
PAGES = ("forms", "report", "study", "ladder", "tuning", "whatif", "quest run", "quest study")
WIDTHS = (390, 1280)
#: The text of the tooltip.
SHOWN = "const tip = document.querySelector('.tip'); return tip.hidden ? '' : tip.innerText"


@pytest.fixture(scope="module")
def forms(tmp_path_factory):
    """index.html of a page with a chart of every form."""
    charts = [
        Chart(name.replace(" ", "_"), form, f"A chart of the form {name}.", f"Words for a chart: {name}.")
        for name, form in FORMS.items()
    ]
    page = Page("Forms", "Game", [], [Section("method", "Method", blocks=charts)])
    return write(page, tmp_path_factory.mktemp("forms"))


@pytest.fixture(scope="module", params=PAGES)
def page(request):
    """index.html of several kinds of report in turn."""
    if request.param.startswith("quest "):
        start = request.getfixturevalue("quest_reports")[request.param.removeprefix("quest ")]
        return start.with_name("hill.html") if request.param == "quest study" else start
    if request.param in ("forms", "report"):
        return request.getfixturevalue(request.param)
    if request.param == "study":
        return request.getfixturevalue("study_report").with_name("first.html")
    return request.getfixturevalue("collection_reports")[request.param]


@pytest.mark.parametrize("width", WIDTHS)
def test_every_chart_is_drawn_without_a_word_of_complaint(browser, page, width):
    run = visit(browser, page, width)
    drawn = run(
        """return [...document.querySelectorAll(".plot")].map(plot => [
             plot.closest("figure").id, plot.getAttribute("role"), plot.ariaLabel.length,
             plot.querySelectorAll("svg").length, plot.querySelectorAll("path").length])"""
    )
    assert drawn
    for name, role, words, pictures, marks in drawn:
        assert (role, pictures) == ("img", 1), name
        assert words > 20, name
        assert marks > 1, name
    assert [entry for entry in browser.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")] == []


@pytest.mark.parametrize("width", [360, 1280])
def test_no_text_is_cut_or_covers_another(browser, forms, width):
    """The texts of a chart stay inside it, as do the labels of an axis beside each other."""
    run = visit(browser, forms, width)
    found = run(
        """const box = item => item.getBoundingClientRect();
           const meet = (one, other) => one.left < other.right - 1 && other.left < one.right - 1
             && one.top < other.bottom - 2 && other.top < one.bottom - 2;
           return [...document.querySelectorAll(".plot svg")].map(svg => {
             const seen = [...svg.querySelectorAll("text")]
               .filter(text => text.textContent && text.getAttribute("opacity") !== "0");
             const { left, right, top, bottom } = box(svg);
             const cut = seen.filter(text => box(text).left < left - 1 || box(text).right > right + 1
               || box(text).top < top - 1 || box(text).bottom > bottom + 1);
             const axes = [...svg.querySelectorAll(".role-axis-label")]
               .map(axis => seen.filter(text => axis.contains(text)).map(box));
             const covered = axes.flatMap(labels => labels.flatMap((one, i) =>
               labels.slice(0, i).filter(other => meet(one, other))));
             return [svg.closest("figure").id, cut.map(text => text.textContent), covered.length];
           })"""
    )
    assert found
    for name, out, over in found:
        assert out == [], name
        assert over == 0, name


def test_a_chart_is_drawn_when_it_comes_near(browser, report):
    run = visit(browser, report, drawn=False)
    count = "return document.querySelectorAll('.plot svg').length"
    all_charts = run("return document.querySelectorAll('.plot').length")
    WebDriverWait(browser, 5).until(lambda _: run(count) < all_charts)
    run("document.querySelector('#chart_cards_pairs').scrollIntoView()")
    WebDriverWait(browser, 5).until(
        lambda _: run("return !!document.querySelector('#chart_cards_pairs svg')")
    )


def hover(browser, figure):
    """Move over the marks of a chart, the uppermost first; return the first text that is shown."""
    run = browser.execute_script
    run("arguments[0].scrollIntoView({block: 'center'})", figure)
    places = run(
        """const paths = [...arguments[0].querySelectorAll(".plot svg path")];
           return paths.map(path => path.getBoundingClientRect())
           .filter(box => box.width > 4 && box.height > 4 && box.height < innerHeight)
           .map(box => [box.x + box.width / 2, box.y + box.height / 2])""",
        figure,
    )
    for x, y in reversed(places):
        browser.execute_cdp_cmd("Input.dispatchMouseEvent", {"type": "mouseMoved", "x": x, "y": y})
        if text := run(SHOWN):
            return text
    return ""


@pytest.mark.parametrize("name", FORMS)
def test_hovering_shows_value_and_interval(browser, forms, name):
    visit(browser, forms)
    figure = browser.find_element("id", f"chart_{name.replace(' ', '_')}")
    text = hover(browser, figure)
    first, *rest = text.split("\n")
    assert first
    assert any(re.search(r"\d", line) for line in rest)
    assert any(line.startswith("95% interval ") for line in rest)


def test_a_tap_shows_the_same_and_another_hides_it(browser, forms):
    run = visit(browser, forms, 390)
    run("document.querySelector('#chart_bars').scrollIntoView({block: 'center'})")
    box = run(
        """const boxes = [...document.querySelectorAll('#chart_bars .mark-rect path')]
             .map(path => path.getBoundingClientRect());
           const box = boxes.find(box => box.height > 20);
           return [box.x + box.width / 2, box.y + box.height / 2]"""
    )

    def tap(x, y):
        browser.execute_cdp_cmd(
            "Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}
        )
        browser.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
    try:
        tap(*box)
        WebDriverWait(browser, 5).until(lambda _: "95% interval" in run(SHOWN))
        tap(5, 5)
        WebDriverWait(browser, 5).until(lambda _: run(SHOWN) == "")
    finally:
        browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})


@pytest.mark.parametrize(("theme", "chosen"), [("light", palette.LIGHT), ("dark", palette.DARK)])
def test_page_and_charts_follow_the_theme(browser, forms, theme, chosen):
    run = visit(browser, forms, theme=theme)
    assert colours(run, "body", "backgroundColor") == {rgb(chosen["paper"])}
    assert colours(run, ".plot .role-axis-label text", "fill") == {rgb(chosen["ink"])}
    assert rgb(chosen["ink"]) in colours(run, "#chart_dots .mark-symbol path", "stroke")
    other = {"light": "dark", "dark": "light"}[theme]
    features = [{"name": "prefers-color-scheme", "value": other}]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
    changed = {"light": palette.LIGHT, "dark": palette.DARK}[other]
    assert colours(run, ".plot .role-axis-label text", "fill") == {rgb(changed["ink"])}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_printed_page_has_all_charts_on_white(browser, report, theme):
    run = visit(browser, report, theme=theme, drawn=False)
    browser.execute_cdp_cmd("Page.printToPDF", {"printBackground": False})
    assert run(
        "return document.querySelectorAll('.plot svg').length == document.querySelectorAll('.plot').length"
    )
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print", "features": []})
    assert colours(run, ".plot .role-axis-label text", "fill") == {rgb(palette.LIGHT["ink"])}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "", "features": []})


@pytest.mark.parametrize(("width", "is_beside"), [(390, False), (1440, True)])
def test_the_chart_is_beside_the_verdict_where_there_is_room(browser, report, width, is_beside):
    run = visit(browser, report, width)
    verdict, chart, looks = (
        run(
            "return document.querySelector(arguments[0]).getBoundingClientRect().toJSON()", f"#summary {each}"
        )
        for each in ("ul", "figure", "figure ~ ul")
    )
    assert (chart["left"] >= verdict["right"]) == is_beside
    assert (chart["top"] < verdict["bottom"]) == is_beside
    assert looks["left"] == chart["left"]
    assert looks["top"] >= chart["bottom"]
    assert not is_beside or looks["bottom"] < 900, "all of it is on the first screen"


@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_scrolls_sideways(browser, page, width):
    run = visit(browser, page, width)
    assert run("return document.documentElement.clientWidth") == width
    assert run("return document.documentElement.scrollWidth") == width
    wide = run(
        """return [...document.querySelectorAll("body *")].filter(item => !item.closest(".scroll, .grid")
           && !item.ownerSVGElement && item.getBoundingClientRect().right > innerWidth + 0.5)
           .map(item => item.outerHTML)"""
    )
    assert wide == []
