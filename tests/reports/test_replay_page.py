"""The page that replays a game: complete in one file; in a browser every step can be reached and is drawn."""

from __future__ import annotations

import json
import random
import re
from functools import cache
from pathlib import Path

import pytest
from selenium.webdriver.support.wait import WebDriverWait

from mazarbul.reports.replay import LARGEST, render, watch_of
from mazarbul.sim.games import replay
from tests.every_game.worlds import SEED, WORLDS, World, game_of, kit_of, match_of, shown
from tests.reports.parsed import unpacked
from tests.reports.seen import faults, in_browser

NAUGHTY = "</script><script>alert(1)</script>"  # the text of its card
#: A document with an area of every form.
SMALL = json.loads(Path(__file__).with_name("toy_game.json").read_text(encoding="utf-8"))


def test_the_page_needs_no_network_and_no_text_can_end_its_script():
    page = unpacked(render(SMALL))
    assert NAUGHTY not in page
    assert not re.findall(r"""(?:src|href)=["'](?!#)|@import|url\(|fetch\(|import\(""", page)
    data = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert json.loads(data[1])["document"] == SMALL


def test_a_map_has_the_shape_of_each_region_and_the_borders_without_a_way():
    data = re.search(r'id="data">(.*?)</script>', unpacked(render(SMALL)), re.DOTALL)[1]
    (found,) = json.loads(data)["shapes"]
    assert set(found["map"]["cells"]) == {"a", "b", "c"}
    assert len(found["map"]["walls"]) == 2  # from Beyond to the other two


@pytest.mark.parametrize(("letters", "is_shown"), [(10, True), (LARGEST, False)])
def test_a_report_has_no_page_of_a_game_beside_it_that_is_large(letters, is_shown):
    rows = random.Random(1).choices("abcdefghijklmnopqrstuvwxyz0123456789", k=2 * letters)
    document = SMALL | {"title": "".join(rows)}
    page = watch_of(lambda _folder, _game: json.dumps(document))(Path("run"), 7)
    assert (page is not None) == is_shown
    assert watch_of(lambda _folder, _game: None)(Path("run"), 7) is None


# In a browser -------------------------------------------------------------------------------------

SHOWN = shown(WORLDS)


@cache
def played(world: World) -> dict:
    """Return the document of a game of the usual bots, made once for all pages of it."""
    match = match_of(world, bot="heuristic")
    document = replay.replay(game_of(world), kit_of(world).setup, match.bots, SEED, 0)
    return json.loads(replay.text_of(document))


def visit(browser, tmp_path, document, width: int = 1280):
    """Open the page of a document; return what runs scripts there."""
    path = tmp_path / "game.html"
    path.write_text(render(document), encoding="utf-8")
    browser.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": width < 500},
    )
    browser.get("about:blank")
    browser.get(path.as_uri())
    WebDriverWait(browser, 10).until(lambda _: browser.execute_script("return !!table?.firstChild"))
    return browser.execute_script


def press(run, key: str) -> None:
    """Press a key on the page."""
    event = "new KeyboardEvent('keydown', {key: arguments[0], bubbles: true})"
    run(f"document.body.dispatchEvent({event})", key)


def complaints(browser) -> list:
    return [entry for entry in browser.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")]


@in_browser
def test_an_area_of_every_form_is_drawn(browser, tmp_path):
    run = visit(browser, tmp_path, SMALL)
    assert run("return document.querySelectorAll('.region').length") == 3
    assert run("return document.querySelector('.badge text').textContent") == "3R"
    assert run("return document.querySelector('[data-area=hand] .card .name').textContent") == "Legolas"
    scores = run("return [...document.querySelectorAll('.options .score')].map(e => e.textContent)")
    assert scores == ["1.50", "never"]
    assert run("return document.querySelector('[data-area=place]').hidden")
    run("go(1)")
    assert run("return document.querySelector('[data-area=hand] .card')") is None
    assert "1 damage" in run("return document.querySelector('[data-area=place]').innerText")
    assert run("return document.querySelector('#decision').innerText").startswith("Winner: Good")
    assert complaints(browser) == []


#: Pairs of names on a map of which one lies on the other.
COVERED = """const names = [...document.querySelectorAll(".region-name")]
    .map(e => [e.textContent, e.getBBox()]);
  return names.flatMap(([one, a], i) => names.slice(0, i)
    .filter(([, b]) => a.x < b.x + b.width - 1 && b.x < a.x + a.width - 1
      && a.y < b.y + b.height - 3 && b.y < a.y + a.height - 3)
    .map(([other]) => [one, other]))"""


@in_browser
@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("world", SHOWN, ids=str)
def test_every_game_can_be_watched(browser, tmp_path, world, width):
    document = played(world)
    last = len(document["parts"][0]["steps"]) - 1
    run = visit(browser, tmp_path, document, width)
    assert run("return steps.length") == last + 1
    for key, step in (("ArrowRight", 1), ("ArrowLeft", 0), ("End", last), ("Home", 0)):
        press(run, key)
        assert run("return now") == step
    press(run, "PageDown")
    assert run("return now") == run("return rounds[1].at")
    run("slider.value = arguments[0]; slider.dispatchEvent(new Event('input'))", last // 2)
    assert run("return now") == last // 2
    run("document.querySelectorAll('#log .act')[3].click()")
    assert run("return now") == 3
    press(run, " ")
    assert run("return timer !== null")
    press(run, " ")
    assert run("return timer === null")
    assert run("return document.documentElement.scrollWidth <= innerWidth")
    assert run(COVERED) == []
    assert complaints(browser) == []


@in_browser
@pytest.mark.parametrize("world", SHOWN, ids=str)
def test_the_cards_drawn_are_those_of_the_document(browser, tmp_path, world):
    """At a step reached by a leap, each area draws as many cards as it holds."""
    run = visit(browser, tmp_path, played(world))
    for share in (0.9, 0.2, 0.5):
        wrong = run(
            """go(Math.floor(arguments[0] * steps.length));
               const step = steps[now];
               const all = (zone) => [...contents(zone).values()].reduce((a, b) => a + b, 0);
               return [...holders.values()].filter(({ area }) => ["cards", "pile"].includes(area.form))
                 .filter(({ area, element }) =>
                   element.querySelectorAll(".card").length !== all(zoneAt(step, area.id)))
                 .map(({ area }) => area.id)""",
            share,
        )
        assert wrong == []


def with_chances() -> dict:
    """Return the small document, longer, with chances: a seat sees the first side fall, then it wins."""
    document = json.loads(json.dumps(SMALL))
    first, *_, last = document["parts"][0]["steps"]
    seen = (0.6, 0.61, 0.3, 0.32)
    steps = [first | {"chance": seen[0]}, *(first | {"chance": each, "zones": {}} for each in seen[1:])]
    document["parts"][0]["steps"] = [*steps, last | {"chance": 1.0}]
    return document


@in_browser
def test_the_chance_to_win_is_a_curve_whose_jumps_lead_to_their_steps(browser, tmp_path):
    run = visit(browser, tmp_path, with_chances())
    assert run("return chances") == [0.6, 0.61, 0.3, 0.32, 1]
    assert run("return document.querySelector('#ahead b').textContent") == "60%"
    (jump,) = browser.find_elements("css selector", ".jump")
    side = SMALL["sides"][0]["name"]
    assert f"decision 3: {side} 61% to 30%" in jump.get_attribute("aria-label")
    jump.click()
    assert run("return now") == 2
    assert run("return document.querySelector('#ahead b').textContent") == "30%"
    box = run("const { left, top, width } = document.querySelector('#curve').getBoundingClientRect();"
              "return [left + width - 1, top + 3]")  # fmt: skip
    click = "new MouseEvent('click', {bubbles: true, clientX: arguments[0], clientY: arguments[1]})"
    run(f"document.elementFromPoint(...arguments).dispatchEvent({click})", *box)
    assert run("return now") == 4
    assert complaints(browser) == []


@in_browser
def test_a_choice_that_loses_games_is_marked_with_the_better_move(browser, tmp_path):
    document = with_chances()
    steps = document["parts"][0]["steps"]
    better = {"move": 1, "gain": 0.12, "error": 0.04}
    steps[1] = steps[1] | {"decision": steps[1]["decision"] | {"better": better}}
    run = visit(browser, tmp_path, document)
    browser.find_element("css selector", ".jump.is-loss").click()
    assert run("return now") == 1
    said = run("return document.querySelector('.better').textContent")
    assert said == "A search found better: passes (12 more wins in 100 games, \u00b1 4)"
    assert run("return document.querySelector('#log .is-now .sign').textContent") == " ?"
    run("go(0)")
    assert run("return document.querySelector('.better')") is None
    assert complaints(browser) == []


@in_browser
def test_a_game_without_chances_has_no_curve(browser, tmp_path):
    run = visit(browser, tmp_path, SMALL)
    assert run("return document.querySelector('#curve')") is None


@in_browser
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(browser, tmp_path, theme):
    browser.execute_cdp_cmd(
        "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": theme}]}
    )
    visit(browser, tmp_path, with_chances())
    assert faults(browser) == []


@in_browser
def test_options_that_read_alike_are_told_apart(browser, tmp_path):
    document = json.loads(json.dumps(SMALL))
    for move in document["parts"][0]["moves"]:
        move["text"] = "uses an action"
    run = visit(browser, tmp_path, document | {"score_unit": "one point"})
    words = ".options li > span:nth-child(2)"
    texts = run(f"return [...document.querySelectorAll('{words}')].map(e => e.textContent)")
    assert len(set(texts)) == len(texts) > 1
    assert run("return document.querySelector('.units').textContent") == "Score: 1 is one point"


@in_browser
def test_the_bar_of_an_option_that_is_ruled_out_is_empty(browser, tmp_path):
    document = json.loads(json.dumps(SMALL))
    decision = next(step["decision"] for step in document["parts"][0]["steps"] if step.get("decision"))
    decision["scores"] = [-1.5, -2000000.0]
    run = visit(browser, tmp_path, document)
    bars = run("return [...document.querySelectorAll('.options .bar i')].map(e => e.style.width)")
    assert bars == ["100%", "0%"]
    scores = run("return [...document.querySelectorAll('.options .score')].map(e => e.textContent)")
    assert scores == ["\u22121.50", "never"]


@in_browser
def test_a_map_is_zoomed_moved_and_shown_whole_again(browser, tmp_path):
    run = visit(browser, tmp_path, SMALL)
    view = "return document.querySelector('.form-map svg').getAttribute('viewBox').split(' ').map(Number)"
    send = "document.querySelector('.form-map svg').dispatchEvent(new %s)"
    whole = run(view)
    run(send % "WheelEvent('wheel', {deltaY: -300, clientX: 300, clientY: 200, cancelable: true})")
    assert run(view) == whole  # without Ctrl, the page scrolls
    run(
        send
        % "WheelEvent('wheel', {deltaY: -300, ctrlKey: true, clientX: 300, clientY: 200, cancelable: true})"
    )
    near = run(view)
    assert near[2] < 0.6 * whole[2]
    mouse = "pointerType: 'mouse', bubbles: true"
    run(send % f"PointerEvent('pointerdown', {{clientX: 300, clientY: 200, {mouse}}})")
    run(send % f"PointerEvent('pointermove', {{clientX: 340, clientY: 200, {mouse}}})")
    run(send % f"PointerEvent('pointerup', {{clientX: 340, clientY: 200, {mouse}}})")
    assert run(view)[0] < near[0]
    run(send % "MouseEvent('dblclick')")
    assert run(view) == whole
    assert complaints(browser) == []
