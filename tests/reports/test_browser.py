"""The page in a browser: sorting from a header button, and no sideways scrolling on a phone."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
pytestmark = pytest.mark.skipif(BROWSER is None, reason="no chromium installed")
PROBE = """
<script>
addEventListener("load", () => {
  const table = document.querySelector("#cards .table table"), root = document.documentElement;
  const heads = [...table.tHead.rows[0].cells];
  const column = heads.findIndex(head => head.textContent.startsWith("Improvement"));
  const values = () => [...table.tBodies[0].rows].map(row => Number(row.cells[column].dataset.sort));
  const button = heads[column].querySelector("button");
  button.focus();
  root.dataset.focused = document.activeElement === button;
  button.click();
  root.dataset.down = values().join(" ") + "|" + heads[column].getAttribute("aria-sort");
  button.click();
  root.dataset.up = values().join(" ") + "|" + heads[column].getAttribute("aria-sort");
  root.dataset.overflow = root.scrollWidth - root.clientWidth;
  root.dataset.wide = root.clientWidth;
});
</script>
"""


@pytest.fixture(scope="module")
def seen(report, tmp_path_factory):
    """data-* attributes of the page after the probe ran in a narrow window."""
    probe = tmp_path_factory.mktemp("browser") / "probe.html"
    probe.write_text(report.read_text() + PROBE)
    options = ["--headless", "--no-sandbox", "--disable-gpu", "--window-size=390,800", "--dump-dom"]
    home = f"--user-data-dir={probe.parent / 'profile'}"
    done = subprocess.run(
        [BROWSER, *options, home, probe.as_uri()], capture_output=True, text=True, timeout=120
    )
    root = re.search(r"<html[^>]*>", done.stdout)
    assert root, done.stderr[-2000:]
    return dict(re.findall(r'data-(\w+)="([^"]*)"', root.group()))


def test_sorts_by_number(seen):
    for way, name in (("down", "descending"), ("up", "ascending")):
        values, state = seen[way].split("|")
        numbers = [float(value) for value in values.split()]
        assert len(numbers) > 20
        assert numbers == sorted(numbers, reverse=way == "down")
        assert state == name


def test_headers_take_the_keyboard(seen):
    assert seen["focused"] == "true"


def test_phone_does_not_scroll_sideways(seen):
    assert int(seen["wide"]) <= 500
    assert int(seen["overflow"]) <= 0
