"""Takes the pictures of README.md and the documentation: python -m handbook.pictures [NAME ...].

It opens a workbench on an empty folder and does in a browser what two tutorials tell, so that what they show
is what the program does. It needs chromium with chromedriver; games are played, which takes some minutes.
"""

from __future__ import annotations

import io
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from PIL import Image
from selenium import webdriver
from selenium.webdriver.support.wait import WebDriverWait

import mazarbul
from handbook.browser import started
from mazarbul.workbench.server import beside

ASSETS = Path(__file__).resolve().parents[1] / "docs/assets"
OUT = ASSETS / "workbench"
GAMES = 100_000  # of the report in README.md
TOKEN = "pictures"
WIDTH, HEIGHT = 1200, 760
PATIENCE_SECONDS = 1800  # a game may have to be compiled, and a change to be played, on a busy machine
CHOSEN = """const field = document.querySelector(arguments[0]);
  field.value = arguments[1];
  field.dispatchEvent(new Event('input'));
  field.dispatchEvent(new Event('change'))"""
DO = "[aria-label='Beacon of Hope, effects 1: do']"
ICONS = "[aria-label='Saruman, icons: path icons']"


class Camera:
    """A browser that looks at a workbench. address: of the workbench."""

    def __init__(self, driver: webdriver.Chrome, address: str) -> None:
        self.driver, self.address = driver, address
        self.open(f"/?token={TOKEN}")

    def open(self, path: str) -> None:
        """Open a page of the workbench."""
        self.driver.get(self.address + path)

    def choose(self, selector: str, value: str) -> None:
        """Write into the field that a selector finds, or choose in its list."""
        self.driver.execute_script(CHOSEN, selector, value)

    def click(self, selector: str) -> None:
        """Click the first button that a selector finds, once it can be pressed."""
        self.until(f"document.querySelector({f'{selector}:not(:disabled)'!r})")
        self.driver.execute_script("document.querySelector(arguments[0]).click()", selector)

    def until(self, what: str) -> None:
        """Wait until an expression of JavaScript is true."""
        WebDriverWait(self.driver, PATIENCE_SECONDS, poll_frequency=0.2).until(
            lambda driver: driver.execute_script(f"return Boolean({what})")
        )

    def take(self, name: str, at: str = "") -> None:
        """Write what is seen as a picture. at: a selector of what stands on top."""
        script = "document.querySelector(arguments[0])?.scrollIntoView(); document.activeElement?.blur()"
        self.driver.execute_script(script, at or "header")
        OUT.mkdir(parents=True, exist_ok=True)
        self.picture().save(OUT / f"{name}.webp", quality=60, method=6)

    def picture(self) -> Image.Image:
        """Return what is seen."""
        return Image.open(io.BytesIO(self.driver.get_screenshot_as_png())).convert("RGB")


def report(camera: Camera) -> None:
    """Play what README.md begins with; the first screen of its report."""
    with tempfile.TemporaryDirectory() as folder:
        run = mazarbul.table("card_game/trilogy").run(games=GAMES, out=f"{folder}/run")
        camera.driver.get(run.report().as_uri())
        camera.until("document.querySelector('#chart_headline svg')")
        camera.picture().quantize().save(ASSETS / "report.png", optimize=True)


def change_the_trilogy(camera: Camera) -> None:
    """Open the page of changes for the Trilogy."""
    camera.open("/change")
    camera.choose("#game", "card_game")
    camera.until("document.getElementById('rows').textContent.includes('Gimli')")
    camera.choose("#scenario", "trilogy")
    camera.until("document.getElementById('rows').textContent.includes('Saruman')")


def weaken(camera: Camera) -> None:
    """Weaken Saruman: his form, what the change does, its report."""
    change_the_trilogy(camera)
    camera.choose("#words", "saruman")
    camera.driver.execute_script(
        "[...document.querySelectorAll('#rows tbody button')].find(b => b.textContent === 'Saruman').click()"
    )
    camera.until(f"document.querySelector({ICONS!r})")
    camera.choose(ICONS, "1")
    camera.until("document.getElementById('changes').textContent.includes('path icons: 2')")
    camera.take("weaken-form", "h1")
    camera.choose("#precision", "2")
    camera.click("#go")
    camera.until("document.getElementById('watch').textContent.includes('is done')")
    camera.take("weaken-answer", "[aria-label='What it does']")
    camera.click("[data-tool=report]")
    camera.until("document.getElementById('summary')")
    camera.take("weaken-report", "#summary")


def card(camera: Camera) -> None:
    """Make a card of one's own, in the place of another one."""
    change_the_trilogy(camera)
    camera.choose("#called", "Beacon of Hope")
    camera.choose("#like", '{"blank":"event"}')
    camera.click("#add")
    camera.until(f"document.querySelector({DO!r})")
    camera.choose(DO, "draw(you, 1)")
    camera.until("!document.querySelector('#fields .fault')")
    camera.choose("[aria-label^='Instead of, in deck Frodo']", "fatty_bolger")
    camera.until("document.getElementById('changes').textContent.includes('new card')")
    camera.take("card-form", "h1")


def beat(camera: Camera) -> None:
    """Sit down against the expert: the table, and what the bot would do."""
    camera.open("/")
    camera.until("document.querySelector('#seats tbody tr')")
    camera.choose("#game", "card_game")
    camera.choose("#scenario", "duel")
    camera.until("document.querySelector('#seats[data-shown=duel]')")
    camera.choose("#seed", "7")
    camera.take("beat-begin", "h1")
    camera.click("#go")
    decided = "document.querySelectorAll('#log [data-step]').length"
    awaited = "!document.body.classList.contains('is-thinking') && document.querySelector('[data-option]')"
    camera.until(awaited)
    for n in range(3):
        camera.click("[data-option]")
        camera.until(f"{awaited} && {decided} > {n}")
    camera.click("#hint")
    camera.until("document.querySelector('#decision .note')")
    camera.take("beat-ask")


WALKS: dict[str, Callable[[Camera], None]] = {"report": report, "weaken": weaken, "card": card, "beat": beat}


def main() -> None:
    """Take the pictures of the walks that are named, or of all."""
    with tempfile.TemporaryDirectory() as folder, beside(Path(folder), TOKEN) as address:
        driver = started(Path(folder) / ".browser")
        driver.set_window_size(WIDTH, HEIGHT)
        try:
            camera = Camera(driver, address)
            for name in sys.argv[1:] or WALKS:
                WALKS[name](camera)
        finally:
            driver.quit()


if __name__ == "__main__":
    main()
