"""A change in a browser: an edit with a mistake, what it does until it is settled, the report, the run."""

from __future__ import annotations

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from typer.testing import CliRunner

from handbook.browser import started
from mazarbul.sim.cli import app
from mazarbul.workbench.server import beside
from tests.reports.seen import NEEDED, faults
from tests.workbench.conftest import PATIENCE_SECONDS, TOKEN
from tests.workbench.test_browser import choose, sized, until

pytestmark = NEEDED
WIDTHS = ((390, "dark"), (1200, "light"))


@pytest.fixture
def address(tmp_path):
    """The address of a server that works."""
    with beside(tmp_path, TOKEN) as found:
        yield found


@pytest.fixture
def driver(tmp_path):
    """A browser."""
    found = started(tmp_path / ".browser")
    yield found
    found.quit()


def text(driver, name):
    """The text of an element."""
    return driver.find_element(By.ID, name).text


def write(driver, words):
    """Write the draft."""
    script = """const draft = document.getElementById('text');
                draft.value = arguments[0];
                draft.dispatchEvent(new Event('input'))"""
    driver.execute_script(script, words)


#: The ids of fields of a form that lie over each other.
OVER = """
  const fields = [...document.querySelectorAll('.fields input, .fields select')]
    .filter(field => field.checkVisibility()).map(field => [field.id, field.getBoundingClientRect()]);
  return fields.flatMap(([one, a], i) => fields.slice(i + 1)
    .filter(([, b]) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
      && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1).map(([two]) => `${one} ${two}`))"""


def fits(driver):
    """Nothing is wider than the page, no field over another, and axe finds nothing, on phone and screen."""
    for width, theme in WIDTHS:
        sized(driver, width, theme)
        assert driver.execute_script("return document.documentElement.scrollWidth <= innerWidth")
        assert driver.execute_script(OVER) == [], width
        assert faults(driver) == [], width


def test_a_card_is_weakened_and_watched(driver, address, tmp_path):
    driver.get(f"{address}/?token={TOKEN}")
    driver.get(f"{address}/change")
    choose(driver, "game", "card_game")
    until(driver, lambda _: "Gimli" in text(driver, "rows"), PATIENCE_SECONDS)
    driver.find_element(By.ID, "words").send_keys("gimli")
    driver.find_element(By.CSS_SELECTOR, "#rows tbody button").send_keys(Keys.ENTER)
    assert driver.switch_to.active_element.text == "Gimli", "the form is next"
    printed = [each.text for each in driver.find_elements(By.CSS_SELECTOR, "#fields .printed")]
    assert {"free peoples", "path icons 1, battleground attack icons 1, battleground defense icons 1"} <= set(
        printed
    )
    icons = driver.find_element(By.CSS_SELECTOR, '[aria-label="Gimli, icons: path icons"]')
    icons.clear()
    icons.send_keys("9\t")
    until(driver, lambda _: "path icons: 1 \N{RIGHTWARDS ARROW} 9" in text(driver, "changes"))
    known = driver.find_element(By.ID, "text").get_property("value")
    assert known == "[card.gimli]\nicons = { path = 9 }\n"
    write(driver, f'{known}effects = [{{ on = "play", do = "drew(you, 1)" }}]\n')
    until(driver, lambda _: "line 3, column 33: unknown operation 'drew'" in text(driver, "mistakes"))
    assert not driver.find_element(By.ID, "go").is_enabled()
    driver.find_element(By.CSS_SELECTOR, "#mistakes button").click()
    assert driver.execute_script("return document.getElementById('text').selectionStart") == len(known) + 32
    write(driver, known)
    until(driver, lambda _: driver.find_element(By.ID, "go").is_enabled())
    fits(driver)
    driver.find_element(By.ID, "name").send_keys("strong gimli")
    driver.find_element(By.ID, "save").click()
    until(driver, lambda _: "saved:" in text(driver, "saved"))
    assert (tmp_path / "strong gimli.toml").read_text() == known
    choose(driver, "bot", "random")
    choose(driver, "precision", "3")
    until(driver, lambda _: "played by random" in text(driver, "by"))
    driver.find_element(By.ID, "go").click()
    until(driver, lambda _: "is done" in text(driver, "watch"), PATIENCE_SECONDS)
    told = text(driver, "watch")
    assert "each played twice with the same luck, until \N{PLUS-MINUS SIGN} 3" in told
    assert driver.find_elements(By.CSS_SELECTOR, "#watch svg polyline")
    fits(driver)
    driver.find_element(By.CSS_SELECTOR, '[data-tool="report"]').click()
    until(driver, lambda _: "What the change does" in driver.page_source, PATIENCE_SECONDS)
    driver.get(f"{address}/runs")
    until(driver, lambda _: "pairs" in text(driver, "runs"), PATIENCE_SECONDS)
    assert "strong gimli" in text(driver, "works")
    fits(driver)
    assert [entry for entry in driver.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")] == []


def chosen(driver, label, words):
    """Choose what has these words in the list with a label."""
    script = """const [name, words] = arguments;
                const list = document.querySelector(`[id="${name}"], [aria-label="${name}"]`);
                list.value = [...list.options].find(option => option.textContent === words).value;
                list.dispatchEvent(new Event('change'))"""
    driver.execute_script(script, label, words)


def filled(driver, label, words):
    """Write into the field with a label."""
    script = """const field = document.querySelector(`[aria-label="${arguments[0]}"]`);
                field.value = arguments[1];
                field.dispatchEvent(new Event('change'))"""
    driver.execute_script(script, label, words)


def change_a_duel(driver, address):
    """Open the page of changes for a Duel of bots at random."""
    driver.get(f"{address}/?token={TOKEN}")
    driver.get(f"{address}/change")
    until(driver, lambda _: "Gimli" in text(driver, "rows"), PATIENCE_SECONDS)
    choose(driver, "scenario", "duel")
    choose(driver, "bot", "random")
    until(driver, lambda _: "played by random" in text(driver, "by"))


def test_a_new_card_is_made_mended_and_played(driver, address, tmp_path):
    change_a_duel(driver, address)
    called = driver.find_element(By.ID, "called")
    chosen(driver, "like", "a blank event")
    called.send_keys("Gimli", Keys.ENTER)
    until(driver, lambda _: "gimli, which another card has" in text(driver, "said"))
    called.clear()
    called.send_keys("Beacon of Hope", Keys.ENTER)
    until(driver, lambda _: driver.switch_to.active_element.text == "Beacon of Hope")
    filled(driver, "Beacon of Hope, effects 1: do", "drew(you, 1)")
    place = "line 8, column 26: unknown operation 'drew'; did you mean 'draw'?"
    until(driver, lambda _: place in text(driver, "mistakes"))
    fault = driver.find_element(By.CSS_SELECTOR, '[data-key="effects"] .fault').text
    assert fault == "effects 1, column 1: unknown operation 'drew'; did you mean 'draw'?"
    assert not driver.find_element(By.ID, "go").is_enabled()
    filled(driver, "Beacon of Hope, effects 1: do", "draw(you, 1)")
    until(driver, lambda _: not driver.find_elements(By.CSS_SELECTOR, "#fields .fault"))
    deck = "deck Gandalf (Duel), cards"
    filled(driver, f"Copies in {deck}", "1")
    until(driver, lambda _: "61 cards, but it must have 60" in text(driver, "fields"))
    chosen(driver, f"Instead of, in {deck}", "Fatty Bolger")
    until(driver, lambda _: driver.find_element(By.ID, "go").is_enabled())
    assert "60 cards, as many as it must have; out of it: 1 Fatty Bolger" in text(driver, "fields")
    assert "new card Beacon of Hope" in text(driver, "changes")
    fits(driver)
    driver.find_element(By.ID, "name").send_keys("beacon")
    driver.find_element(By.ID, "save").click()
    until(driver, lambda _: "saved:" in text(driver, "saved"))
    choose(driver, "precision", "20")
    driver.find_element(By.ID, "go").click()
    until(driver, lambda _: "is done" in text(driver, "watch"), PATIENCE_SECONDS)
    assert "each played twice with the same luck" in text(driver, "watch")
    assert "The change:" not in driver.find_element(By.CSS_SELECTOR, "#watch .sentence").text
    command = ["whatif", "card_game/duel", "--overlay", str(tmp_path / "beacon.toml"), "--bot", "all=random"]
    played = CliRunner().invoke(app, [*command, "--games", "20", "--jobs", "1", "--out", str(tmp_path / "x")])
    assert played.exit_code == 0, played.output
    assert "Beacon of Hope" in played.output
    _taken_away_and_opened_again(driver)


def _taken_away_and_opened_again(driver):
    """A new card is taken away with all that made room for it, and is there again from its file."""
    known = driver.find_element(By.ID, "text").get_property("value")
    driver.find_element(By.CSS_SELECTOR, "#fields p button").click()
    until(driver, lambda _: driver.find_element(By.ID, "text").get_property("value") == "")
    assert "Beacon" not in text(driver, "rows")
    chosen(driver, "load", "beacon.toml")
    until(driver, lambda _: "Beacon of Hope" in text(driver, "rows"))
    driver.find_element(By.CSS_SELECTOR, "#rows tbody button").click()
    assert driver.switch_to.active_element.text == "Beacon of Hope"
    assert driver.find_element(By.ID, "text").get_property("value") == known
    assert "out of it: 1 Fatty Bolger" in text(driver, "fields")
    write(driver, known.replace("[card.beacon_of_hope]\n", "[card.beacon_of_hope]\nfoo = 1\n"))
    fault = until(driver, lambda _: driver.find_elements(By.CSS_SELECTOR, ".editor > .fault"))[0]
    assert fault.is_displayed()
    assert "foo" in fault.text
    assert [entry for entry in driver.get_log("browser") if entry["level"] == "WARNING"] == []


#: The first loading of a game fails, and what follows does not.
UNLUCKY = """
  const own = window.fetch;
  window.fetch = async (address, ...more) => {
    if (!address.endsWith('/sheets')) return own(address, ...more);
    window.fetch = own;
    throw new Error('unlucky');
  };"""


def test_a_game_is_changed_though_the_first_one_could_not_be_loaded(driver, address):
    driver.get(f"{address}/?token={TOKEN}")
    driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": UNLUCKY})
    driver.get(f"{address}/change")
    until(driver, lambda _: "does not answer" in text(driver, "said"))
    driver.find_element(By.ID, "words").send_keys("a")
    choose(driver, "game", "lotr_lcg")
    until(driver, lambda _: "Aragorn" in text(driver, "rows"), PATIENCE_SECONDS)
    assert text(driver, "said") == ""
    assert [entry for entry in driver.get_log("browser") if entry["level"] == "SEVERE"] == []


def test_what_is_stopped_goes_on_beside_its_draft(driver, address):
    draft = "[card.gimli]\nicons = { path = 3 }\n"
    change_a_duel(driver, address)
    choose(driver, "precision", "0.1")
    write(driver, draft)
    until(driver, lambda _: driver.find_element(By.ID, "go").is_enabled())
    driver.find_element(By.ID, "go").click()
    until(driver, lambda _: "200 games" in text(driver, "watch"), PATIENCE_SECONDS)
    stop, seen = driver.find_element(By.CSS_SELECTOR, '[data-tool="stop"]'), text(driver, "watch")
    until(driver, lambda _: text(driver, "watch") != seen)
    stop.click()  # it is the same button though all else has been drawn anew
    until(driver, lambda _: "was stopped" in text(driver, "watch"))
    driver.find_element(By.CSS_SELECTOR, '[data-tool="again"]').click()
    until(driver, lambda _: "is played" in text(driver, "watch"), PATIENCE_SECONDS)
    assert driver.find_element(By.ID, "text").get_property("value") == draft
    driver.find_element(By.CSS_SELECTOR, '[data-tool="stop"]').click()
    until(driver, lambda _: "was stopped" in text(driver, "watch"))


def test_two_drafts_play_against_each_other(driver, address, tmp_path):
    (tmp_path / "legolas.toml").write_text("[card.legolas]\nicons = { path = 9 }\n")
    change_a_duel(driver, address)
    choose(driver, "precision", "20")
    choose(driver, "against", "legolas.toml")
    write(driver, "[card.gimli]\nicons = { path = 9 }\n")
    driver.find_element(By.ID, "name").send_keys("gimli")
    until(driver, lambda _: driver.find_element(By.ID, "go").is_enabled())
    driver.find_element(By.ID, "go").click()
    until(driver, lambda _: "is done" in text(driver, "watch"), PATIENCE_SECONDS)
    heads = driver.find_elements(By.CSS_SELECTOR, "#watch th[scope=col]")
    assert [head.text for head in heads] == ["Side", "legolas", "gimli", "difference, points"]
    assert "4,000 games" not in text(driver, "watch"), "so wide an interval needs fewer"
    fits(driver)
    driver.get(f"{address}/runs")
    until(driver, lambda _: "What does gimli do against legolas?" in text(driver, "works"))


def test_a_page_whose_server_is_gone_says_so(driver, tmp_path):
    (tmp_path / "gone").mkdir()
    with beside(tmp_path / "gone", TOKEN) as address:
        change_a_duel(driver, address)
        choose(driver, "precision", "0.1")
        write(driver, "[card.gimli]\nicons = { path = 3 }\n")
        until(driver, lambda _: driver.find_element(By.ID, "go").is_enabled())
        driver.find_element(By.ID, "go").click()
        until(driver, lambda _: "is played" in text(driver, "watch"), PATIENCE_SECONDS)
        assert "does not answer" not in text(driver, "watch")
    until(driver, lambda _: "does not answer" in text(driver, "watch"))


def test_what_cannot_be_done_is_said_where_it_is_seen(driver, address):
    """The button is at the end of a long page, the sentence at its beginning."""
    seen = """const { top, bottom } = document.getElementById('said').getBoundingClientRect();
              return scrollY > 100 && bottom > top && top >= 0 && bottom <= innerHeight"""
    driver.get(f"{address}/?token={TOKEN}")
    driver.get(f"{address}/change")
    until(driver, lambda _: "Gimli" in text(driver, "rows"), PATIENCE_SECONDS)
    choose(driver, "scenario", "duel")
    driver.execute_script("document.getElementById('more').open = true")
    until(driver, lambda _: text(driver, "seat").split() == ["Gandalf", "Witch-king"])
    for width, theme in WIDTHS:
        sized(driver, width, theme)
        button = driver.find_element(By.CSS_SELECTOR, "[data-kind=swap]")
        driver.execute_script("arguments[0].scrollIntoView()", button)
        button.click()
        until(driver, lambda _: "no card to exchange" in text(driver, "said"))
        assert driver.execute_script(seen), width
