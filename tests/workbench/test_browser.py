"""The workbench in a browser: games are played to their end by clicks and keys, without complaint."""

from __future__ import annotations

import re
import time

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
#: Game -> its scenario, the fewest and most decisions of a person who takes anything, and how many of them
#: are judged at the end: all of those of the board game would take half an hour.
PLAYED = {
    "card_game": ("duel", 20, 400, 400),
    "lotr_lcg": ("passage_through_mirkwood", 20, 1000, 1000),
    "board_game": ("two_player", 40, 2000, 5),
}
#: What there is now: options, whether the game is over, decisions so far; null while something is awaited.
NOW = """
  const now = () => document.body.classList.contains('is-thinking') ? null :
    [document.querySelectorAll('[data-option]').length, !!document.querySelector('#decision a.main'),
      document.querySelectorAll('#log [data-step]').length];"""
#: Waits in the page until there have been more decisions than so many, or the game is over.
NEXT = f"""{NOW}
  const [before, done] = arguments;
  const look = () => {{
    const found = now();
    if (found && (found[1] || found[2] > before)) done(found);
    else setTimeout(look, 5);
  }};
  look();"""
#: Takes an option by a click: on the table, where one is about a card there, or in the list.
CLICK = """
  const [n, onTable] = arguments;
  const cards = onTable ? document.querySelectorAll('.card.can') : [];
  if (cards.length) cards[n % cards.length].click();
  const isOpen = !cards.length || document.querySelector('.card.is-picked');
  if (isOpen) document.querySelector('[data-option]').click();"""
#: Dice of the Shadow that the Free Peoples could take.
STRANGE = """
  return [...document.querySelectorAll('[data-area="dice:shadow"] .can')].map(die => die.textContent);"""
#: Whether so many decisions of a game are judged, or all.
JUDGED = """
  const note = document.querySelector('#decision .note');
  const [, n, all] = /decisions: (\\d+) of (\\d+)\\. $/.exec(note?.textContent) ?? [];
  return document.querySelector('.worst') && Number(n) >= Math.min(arguments[0], Number(all));"""


#: What is said of a thing while its answer is awaited, and in another dialog once the answer has come.
LATE = """
  const [done] = arguments, own = window.fetch, said = document.getElementById('ask-said');
  window.fetch = async (...given) => {
    const found = await own(...given);
    await new Promise(resolve => setTimeout(resolve, 300));
    setTimeout(() => done([first, said.textContent]), 300);
    return found;
  };
  const click = new MouseEvent('contextmenu', { bubbles: true });
  document.querySelector('#table [data-thing]').dispatchEvent(click);
  const first = said.textContent;
  for (const id of ['ask-close', 'save']) document.getElementById(id).click();
  window.fetch = own;"""


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
    scenario, fewest, most, judged = PLAYED[game]
    sized(driver, 1280, "light")
    driver.get(address)
    until(driver, lambda _: driver.find_elements(By.CSS_SELECTOR, "#seats tbody tr"))
    choose(driver, "game", game)
    choose(driver, "scenario", scenario)
    until(driver, lambda _: driver.find_elements(By.CSS_SELECTOR, f"#seats[data-shown={scenario}]"))
    for bot in driver.find_elements(By.CSS_SELECTOR, "#seats input.bot")[1:]:
        if bot.is_displayed():  # it is hidden in the row of a seat that nobody has
            bot.clear()
            bot.send_keys("random")
    driver.find_element(By.ID, "go").click()
    until(driver, lambda _: seen(driver)[0], PATIENCE_SECONDS)
    options, is_over, decisions = seen(driver)
    n = 0
    while not is_over:
        assert n < most
        assert driver.execute_script(STRANGE) == []
        if n == 3:
            options, is_over, decisions = _look_around(driver)
        _take(driver, n, options)
        options, is_over, decisions = _next(driver, decisions)
        n += 1
    assert n > fewest
    assert re.search("Winner|Nobody wins", driver.find_element(By.ID, "decision").text)
    watch_it = driver.find_element(By.CSS_SELECTOR, "#decision a.main")
    driver.find_element(By.ID, "review").click()
    until(driver, lambda _: driver.execute_script(JUDGED, judged), PATIENCE_SECONDS)
    watch_it.click()  # it is the same link though what the review finds has been drawn anew
    until(driver, lambda _: driver.find_elements(By.ID, "slider"))
    assert [entry for entry in driver.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")] == []


def seen(driver):
    """What there is now; nothing while something is awaited."""
    return driver.execute_script(f"{NOW} return now()") or [0, False, 0]


def _next(driver, before):
    """Wait for another decision, or the end, and return what there is then."""
    driver.set_script_timeout(STEP_SECONDS)
    return driver.execute_async_script(NEXT, before)


def _take(driver, n, options):
    """Take an option in one of the ways there are: by a key, by a click, on the table."""
    if n % 3 == 0:
        driver.find_element(By.TAG_NAME, "body").send_keys(str(min(options, 1 + n % 9)))
    else:
        driver.execute_script(CLICK, n, n % 3 == 1)


def _look_around(driver):
    """A hint, a reason, undo; phone width and dark: everything answers and nothing is too wide."""
    before = seen(driver)[2]
    body = driver.find_element(By.TAG_NAME, "body")
    body.send_keys("h")
    until(driver, lambda _: driver.find_elements(By.CSS_SELECTOR, "#decision .note"))
    body.send_keys("w")
    text = until(driver, lambda _: driver.find_element(By.ID, "ask-text"))
    text.send_keys("pass", Keys.ENTER)
    until(driver, lambda _: '"passes"' in driver.find_element(By.ID, "ask-said").text)
    text.send_keys(Keys.ESCAPE)
    driver.find_element(By.ID, "undo").click()
    until(driver, lambda _: seen(driver)[2] == before - 1)
    _take(driver, 2, 1)
    found = _next(driver, before - 1)
    for width, theme in ((390, "dark"), (1280, "light")):
        sized(driver, width, theme)
        assert driver.execute_script("return document.documentElement.scrollWidth <= innerWidth")
        assert faults(driver) == [], width
    driver.execute_script("document.documentElement.scrollTo(0, 0)")
    return found


def test_a_card_that_is_held_on_a_phone_says_what_may_not_be_done_with_it(driver, address):
    sized(driver, 390, "light")
    driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
    driver.get(address)
    until(driver, lambda _: driver.find_elements(By.CSS_SELECTOR, "#seats tbody tr"))
    choose(driver, "game", "card_game")
    choose(driver, "scenario", "duel")
    until(driver, lambda _: driver.find_elements(By.CSS_SELECTOR, "#seats[data-shown=duel]"))
    choose(driver, "seed", "7")
    for bot in driver.find_elements(By.CSS_SELECTOR, "#seats input.bot")[1:]:
        bot.clear()
        bot.send_keys("random")
    driver.find_element(By.ID, "go").click()
    until(driver, lambda _: seen(driver)[0], PATIENCE_SECONDS)
    before = seen(driver)
    place = driver.find_element(By.CSS_SELECTOR, "#table [data-thing]:not(.can)")
    _hold(driver, place, 0.2)
    assert not driver.find_element(By.ID, "ask").is_displayed(), "that was a tap"
    _hold(driver, place, 0.8)
    said = until(driver, lambda _: driver.find_element(By.ID, "ask-said").text)
    assert said == "your decision is not about it"
    assert not driver.find_element(By.ID, "ask-text").is_displayed()
    assert faults(driver) == []
    driver.find_element(By.ID, "ask-close").click()
    _hold(driver, driver.find_element(By.CSS_SELECTOR, "#table .can"), 0.8)
    until(driver, lambda _: "among your options" in driver.find_element(By.ID, "ask-said").text)
    driver.find_element(By.ID, "ask-close").click()
    assert seen(driver) == before, "what is held is not taken"
    assert driver.execute_async_script(LATE) == ["\N{HORIZONTAL ELLIPSIS}", ""]
    driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})


def _hold(driver, element, seconds):
    """Put a finger on an element for a while."""
    script = """arguments[0].scrollIntoView({ block: 'center' });
                const { x, y, width, height } = arguments[0].getBoundingClientRect();
                return { x: x + width / 2, y: y + Math.min(height / 2, 20) }"""
    point = driver.execute_script(script, element)
    driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    time.sleep(seconds)
    driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
