"""A browser that opens pages: how wide and in which theme it shows a page, what axe finds on it."""

from __future__ import annotations

from pathlib import Path

import pytest

from handbook.browser import BROWSER, DRIVER

NEEDED = [
    pytest.mark.slow,
    pytest.mark.skipif(not (BROWSER and DRIVER), reason="no chromium with chromedriver installed"),
]


def in_browser(test):
    """Mark a test as one that needs a browser, for a file with others too."""
    for mark in NEEDED:
        test = mark(test)
    return test


def visit(browser, page, width=1280, *, theme="light", drawn=True):
    """Open a page, with everything unfolded and drawn, in a window with an inner width of `width`."""
    metrics = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    features = [{"name": "prefers-color-scheme", "value": theme}]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
    browser.get_log("browser")  # drop the messages of other pages
    browser.get(page.as_uri())
    browser.execute_script("document.querySelectorAll('details').forEach(item => { item.open = true; })")
    if drawn:
        browser.execute_script("dispatchEvent(new Event('beforeprint'))")
    return browser.execute_script


def colours(run, selector, what):
    """Return the colours of elements as a browser computes them."""
    script = "[...document.querySelectorAll(arguments[0])].map(item => getComputedStyle(item)[arguments[1]])"
    return set(run(f"return {script}", selector, what))


def rgb(colour):
    """Return a colour as a browser prints it."""
    return f"rgb({', '.join(str(int(colour[i : i + 2], 16)) for i in (1, 3, 5))})"


def faults(browser):
    """Return what axe finds wrong with the page as it is seen: (rule, the first element)."""
    browser.execute_script((Path(__file__).parent / "vendor/axe.min.js").read_text(encoding="utf-8"))
    browser.set_script_timeout(120)
    found = browser.execute_async_script("axe.run().then(arguments[0])")["violations"]
    return [(each["id"], each["nodes"][0]["html"][:200]) for each in found]
