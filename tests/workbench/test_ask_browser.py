"""Questions about the game as it is, asked by a click: each begins, goes on, and ends with its sentence."""

from __future__ import annotations

import re

import pytest
from selenium.webdriver.common.by import By

from handbook.browser import started
from mazarbul.workbench.server import beside
from tests.reports.seen import NEEDED, faults
from tests.workbench.conftest import PATIENCE_SECONDS, TOKEN
from tests.workbench.test_browser import choose, sized, until
from tests.workbench.test_change_browser import text

pytestmark = NEEDED
#: Kind of work -> the scenario, games of each variant, and what its sentence has.
ASKED = {
    "cards": ("duel", 10, r"is worth|costs|None of \d+ is clear"),
    "ablate": ("duel", 10, r"is worth|costs|None of \d+ is clear"),
    "swap": ("fellowship", 10, r"Of \d+ exchanges of one card tried"),
    "tune": ("duel", 20, r"instead of"),
}
#: Everything that the page has said, beginning with its opening.
HEARD = """
  window.heard = [];
  new MutationObserver(() => heard.push(document.getElementById('watch').textContent))
    .observe(document.getElementById('watch'), { childList: true, subtree: true });"""


@pytest.fixture(scope="module")
def driver(tmp_path_factory):
    """A browser that may see a workbench."""
    browser = started(tmp_path_factory.mktemp("browser"))
    with beside(tmp_path_factory.mktemp("folder"), TOKEN) as address:
        browser.get(f"{address}/?token={TOKEN}")
        browser.address = address
        yield browser
    browser.quit()


@pytest.mark.parametrize(
    "kind",
    ["tune", *(pytest.param(kind, marks=pytest.mark.thorough) for kind in ("ablate", "cards", "swap"))],
)
def test_a_question_is_asked_by_a_click_and_ends_with_its_sentence(driver, kind):
    scenario, games, said = ASKED[kind]
    driver.get(f"{driver.address}/change")
    choose(driver, "game", "card_game")
    until(driver, lambda _: "Gimli" in text(driver, "rows"), PATIENCE_SECONDS)
    choose(driver, "scenario", scenario)
    choose(driver, "bot", "random")
    until(driver, lambda _: "played by random" in text(driver, "by"))
    driver.execute_script("document.getElementById('more').open = true")
    choose(driver, "games", games)
    choose(driver, "knobs", "duel")
    driver.find_element(By.CSS_SELECTOR, f"[data-kind={kind}]").click()
    until(driver, lambda _: driver.find_elements(By.ID, "watch") and "/works/" in driver.current_url)
    driver.execute_script(HEARD)
    until(driver, lambda _: "is done" in text(driver, "watch"), PATIENCE_SECONDS)
    heard = driver.execute_script("return heard.join(' ')")
    assert "is played" in heard
    assert driver.find_elements(By.CSS_SELECTOR, "#watch progress") == []
    sentence = driver.execute_script("return document.querySelector('#watch .sentence').textContent")
    assert re.search(said, sentence), sentence
    for width, theme in ((390, "dark"), (1200, "light")):
        sized(driver, width, theme)
        assert driver.execute_script("return document.documentElement.scrollWidth <= innerWidth")
        assert faults(driver) == []
    driver.execute_script("""document.querySelector('[data-tool="report"]').click()""")  # drawn anew at times
    shown = "return document.body?.textContent ?? ''"  # the page changes meanwhile
    until(driver, lambda _: sentence[:40] in driver.execute_script(shown), PATIENCE_SECONDS)
    assert [entry for entry in driver.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")] == []
