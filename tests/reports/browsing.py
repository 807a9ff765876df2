"""A browser without a window, and pages opened in it."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
DRIVER = shutil.which("chromedriver")
NEEDS_BROWSER = [
    pytest.mark.slow,
    pytest.mark.skipif(not (BROWSER and DRIVER), reason="no chromium with chromedriver installed"),
]


def start(home: Path):
    """Start a browser that keeps its files in `home`. Returns its driver; quit it at the end."""
    from selenium import webdriver
    from selenium.webdriver.chrome.options import Options
    from selenium.webdriver.chrome.service import Service

    options = Options()
    options.binary_location = BROWSER
    for argument in (
        "--headless=new",
        "--hide-scrollbars",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        f"--user-data-dir={home}",
    ):
        options.add_argument(argument)
    if os.geteuid() == 0:
        options.add_argument("--no-sandbox")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(options=options, service=Service(DRIVER))


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
