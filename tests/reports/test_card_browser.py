"""Cards in a browser: links, addresses to share, two at a time, the keyboard, phones, dark themes."""

from __future__ import annotations

import pytest
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select
from selenium.webdriver.support.wait import WebDriverWait

from mazarbul.reports.cards import whole
from mazarbul.reports.html import inlined
from tests.reports.seen import NEEDED, visit

pytestmark = NEEDED
OPEN = "return document.getElementById('card').open"
NAMES = "return [...document.querySelectorAll('#card h2')].map(head => head.textContent)"
SCRIPT = inlined("cards.js")
HASH = "return location.hash"
ONE, TWO = "#card-card_3.frodo", "#card-card_3.frodo+card_4.saruman"


class At:
    """A page at an address within it."""

    def __init__(self, page, target):
        self.uri = page.as_uri() + target

    def as_uri(self):
        return self.uri


def at(browser, page, target, width=1280, theme="light"):
    """Open a page at an address, as someone who got a link to it."""
    browser.get("about:blank")
    return visit(browser, At(page, target), width, theme=theme, drawn=False)


def in_table(browser):
    """Return the first name of a card in a table that sorts, once a script has made it."""
    table = browser.find_element("css selector", "#table_cards_adjusted")
    browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", table)
    WebDriverWait(browser, 10).until(lambda _: browser.execute_script("return !!arguments[0].grid", table))
    return table.find_element("css selector", ".grid a.card")


def test_a_link_opens_a_card_and_the_way_back_leads_to_where_one_was(browser, report):
    run = at(browser, report, "")
    link = in_table(browser)
    run("arguments[0].click()", link)
    browser.implicitly_wait(2)
    browser.find_element("css selector", "#card[open] h2")
    assert run(NAMES) == [link.text]
    assert run("return document.activeElement.closest('#card') !== null")
    assert run("return document.title").startswith(link.text)
    browser.back()
    assert (run(OPEN), run(HASH)) == (False, "")


def test_an_address_is_enough(browser, report):
    run = at(browser, report, ONE)
    assert run(OPEN)
    shown = run("return document.getElementById('card').innerText")
    for words in (
        "Free Peoples card",
        "drawn, of games",
        "in the opening hand",
        "mazarbul trace ",
        "of 14",
    ):
        assert words in shown
    assert [entry for entry in browser.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")] == []
    browser.find_element("css selector", "#card button").click()
    assert (run(OPEN), run(HASH)) == (False, "")
    run = at(browser, report, "#card-nobody")
    assert not run(OPEN)


def test_two_cards_stand_beside_each_other(browser, report):
    run = at(browser, report, ONE)
    other = browser.find_element("css selector", "#card_two")
    Select(other).select_by_value("card_4.saruman")
    assert run(HASH) == TWO
    assert len(run(NAMES)) == 2
    cells = run("return [...document.querySelectorAll('#card tbody tr')].map(row => row.cells.length)")
    assert set(cells) == {3}
    assert run(NAMES) == at(browser, report, TWO)(NAMES)


def test_the_keyboard_is_enough(browser, report):
    run = at(browser, report, "")
    link = in_table(browser)
    link.send_keys(Keys.ENTER)
    browser.find_element("css selector", "#card[open] h2")
    browser.switch_to.active_element.send_keys(Keys.ESCAPE)
    assert not run(OPEN)
    assert run("return document.activeElement === arguments[0]", link)
    assert run("return document.getElementById('card').getAttribute('aria-labelledby')") == "card_name"


def test_a_pair_leads_to_the_other_card_and_closing_leaves_all_of_them(browser, report):
    run = at(browser, report, "")
    link = in_table(browser)
    run("arguments[0].click()", link)
    other = browser.find_element("css selector", "#card tbody th a")
    name = other.text
    run("arguments[0].click()", other)
    browser.find_element("xpath", f"//dialog[@id='card']//h2[contains(., '{name.split(' (')[0]}')]")
    browser.find_element("css selector", "#card button").click()
    browser.find_element("css selector", "#card:not([open])")
    assert run(HASH) == ""


@pytest.mark.parametrize("target", [ONE, TWO])
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_a_card_fits_and_can_be_read(browser, report, width, theme, target):
    run = at(browser, report, target, width, theme)
    box, window, inner, seen = run(
        """const dialog = document.getElementById("card"), body = dialog.querySelector(".card_body");
           const { left, right } = dialog.getBoundingClientRect();
           return [[left, right], innerWidth, [body.scrollWidth, body.clientWidth],
             getComputedStyle(dialog).backgroundColor]"""
    )
    assert box[0] >= 0
    assert box[1] <= window
    assert inner[0] <= inner[1]
    dark = sum(map(int, seen.removeprefix("rgb(").removesuffix(")").split(",")[:3])) < 3 * 128
    assert dark == (theme == "dark")


def test_a_card_is_marked_among_those_of_its_side(browser, report):
    run = at(browser, report, ONE)
    drawn = "return document.querySelectorAll('#card .strip circle' + arguments[0]).length"
    assert run(drawn, ".own") == 1
    assert run(drawn, "") > 3


@pytest.mark.parametrize(
    ("unit", "number", "shown"),
    [
        ("share", 0.00871, "0.87%"),
        ("share", 0.99999, "100.0%"),
        ("share", 0.521499, "52.1%"),
        ("mean", 2.01487, "2.01"),
        ("mean", -0.001, "0.00"),
        ("points", 0.031499, "+3.1"),
        ("points", -0.0004, "0.0"),
    ],
)
def test_a_card_prints_numbers_as_tables_do(browser, report, unit, number, shown):
    run = at(browser, report, "")
    script = SCRIPT.replace("const count =", "globalThis.FORMS = FORMS; const count =")
    run(script)
    assert run("return FORMS[arguments[0]](arguments[1])", unit, whole(unit, number)) == shown
