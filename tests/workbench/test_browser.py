"""The workbench in a browser: games are played to their end by clicks and keys, without complaint."""

from __future__ import annotations

import re

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait

from handbook.browser import started
from mazarbul.workbench.server import beside
from tests.reports.seen import NEEDED, faults
from tests.workbench.conftest import PATIENCE_SECONDS, TOKEN

pytestmark = NEEDED
STEP_SECONDS = 60
#: Game -> its scenario, and the fewest and most decisions of a person who takes anything.
PLAYED = {
    "card_game": ("duel", 20, 400),
    "lotr_lcg": ("passage_through_mirkwood", 20, 1000),
    "board_game": ("two_player", 40, 2000),
}
#: How many options there are now, and how many decisions there have been; null while something is awaited.
NOW = """
  const options = document.querySelectorAll('[data-option]').length;
  const over = document.querySelector('#decision a.main');
  return document.body.classList.contains('is-thinking') ? null : [options, !!over,
    document.querySelectorAll('#log [data-step]').length];
"""
#: Whether every decision of a game is judged.
JUDGED = """
  const [note] = document.querySelectorAll('#decision .note');
  return document.querySelector('.worst') && /decisions: (\\d+) of \\1\\. $/.test(note.textContent)"""


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """The address of a server in a thread."""
    with beside(tmp_path_factory.mktemp("folder"), TOKEN) as found:
        yield f"{found}/?token={TOKEN}"


@pytest.fixture(scope="module")
def driver(tmp_path_factory):
    """A browser."""
    found = started(tmp_path_factory.mktemp("browser"))
    yield found
    found.quit()


def sized(driver, width, theme):
    """Give the page a width and a theme."""
    metrics = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    features = [{"name": "prefers-color-scheme", "value": theme}]
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})


def until(driver, what, seconds=STEP_SECONDS):
    """Wait for something and return it."""
    return WebDriverWait(driver, seconds, poll_frequency=0.05).until(what)


def choose(driver, name, value):
    """Choose something in the form."""
    script = """const chosen = document.getElementById(arguments[0]);
                chosen.value = arguments[1];
                chosen.dispatchEvent(new Event('change'))"""
    driver.execute_script(script, name, value)


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=[pytest.mark.thorough] * (game != "card_game")) for game in PLAYED]
)
def test_a_game_is_played_to_its_end_by_clicks(driver, address, game):
    scenario, fewest, most = PLAYED[game]
    sized(driver, 1280, "light")
    driver.get(address)
    until(driver, lambda _: driver.find_elements(By.CSS_SELECTOR, "#seats tbody tr"))
    choose(driver, "game", game)
    choose(driver, "scenario", scenario)
    until(driver, lambda _: driver.find_elements(By.CSS_SELECTOR, f"#seats[data-shown={scenario}]"))
    for bot in driver.find_elements(By.CSS_SELECTOR, "#seats input.bot")[1:]:
        bot.clear()
        bot.send_keys("random")
    driver.find_element(By.ID, "go").click()
    until(driver, lambda _: driver.execute_script(NOW)[0], PATIENCE_SECONDS)
    n = 0
    while True:
        assert n < most
        options, is_over, decisions = until(driver, lambda _: driver.execute_script(NOW))
        if is_over:
            break
        if n == 3:
            _look_around(driver)
        _take(driver, n, options)
        until(driver, lambda _, before=decisions: _is_on(driver, before))
        n += 1
    assert n > fewest
    assert re.search("Winner|Nobody wins", driver.find_element(By.ID, "decision").text)
    driver.find_element(By.ID, "review").click()
    until(driver, lambda _: driver.execute_script(JUDGED), PATIENCE_SECONDS)
    driver.find_element(By.CSS_SELECTOR, "#decision a.main").click()
    until(driver, lambda _: driver.find_elements(By.ID, "slider"))
    assert [entry for entry in driver.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")] == []


def _take(driver, n, options):
    """Take an option in one of the ways there are: by a key, by a click, on the table."""
    body = driver.find_element(By.TAG_NAME, "body")
    if n % 3 == 0:
        body.send_keys(str(min(options, 1 + n % 9)))
        return
    cards = driver.find_elements(By.CSS_SELECTOR, ".card.can") if n % 3 == 1 else []
    if cards:
        driver.execute_script("arguments[0].click()", cards[n % len(cards)])
        narrowed = driver.find_elements(By.CSS_SELECTOR, ".card.is-picked")
        if not narrowed:
            return
    driver.execute_script("document.querySelector('[data-option]').click()")


def _is_on(driver, before):
    """Whether another decision has been made."""
    found = driver.execute_script(NOW)
    return found and (found[1] or found[2] > before)


def _look_around(driver):
    """A hint, a reason, undo; phone width and dark: everything answers and nothing is too wide."""
    before = driver.execute_script(NOW)[2]
    body = driver.find_element(By.TAG_NAME, "body")
    body.send_keys("h")
    until(driver, lambda _: driver.find_elements(By.CSS_SELECTOR, "#decision .note"))
    body.send_keys("w")
    text = until(driver, lambda _: driver.find_element(By.ID, "ask-text"))
    text.send_keys("pass", Keys.ENTER)
    until(driver, lambda _: "'pass'" in driver.find_element(By.ID, "ask-said").text)
    text.send_keys(Keys.ESCAPE)
    driver.find_element(By.ID, "undo").click()
    until(driver, lambda _: (driver.execute_script(NOW) or [0, 0, before])[2] == before - 1)
    driver.execute_script("document.querySelector('[data-option]').click()")
    until(driver, lambda _: _is_on(driver, before - 1))
    for width, theme in ((390, "dark"), (1280, "light")):
        sized(driver, width, theme)
        assert driver.execute_script("return document.documentElement.scrollWidth <= innerWidth")
        assert faults(driver) == [], width
    driver.execute_script("document.documentElement.scrollTo(0, 0)")
