"""Pages of the gallery share what is the same in them: scripts, a style, and the cards of a game.

A page finds it in hidden frames, which send it: a page that is opened from a folder may read no other file.
What it may run is in its own policy as before, so a frame can add no script.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from mazarbul.reports.packed import ID, opened, packing
from mazarbul.reports.policy import hashed, policy

FOLDER = "shared"
SCRIPTS = "scripts"
#: Of a policy: a page may have frames from where it lies.
FRAMES = "frame-src 'self' file:"
PACKED = re.compile(
    rf'<script type="text/plain" id="{ID}"(?: data-shared="[^"]*")?>([^<]*)</script>\n<script>(.*?)</script>',
    re.DOTALL,
)
#: The style of tables that sort, which a script makes.
STYLE = re.compile(r"<style>(\.tabulator.*?)</style>\n?", re.DOTALL)
POLICY = re.compile(r'(?<=<meta http-equiv="Content-Security-Policy" content=")[^"]*')
FRAME = """<!doctype html>
<html lang="en">
<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="{policy}">
<title>What pages of the gallery share</title>
<p>This is no page to read: the others take scripts and cards from it.</p>
<script type="text/plain" id="{id}">{inside}</script>
<script>{script}</script>
</html>
"""
SENDS = f'parent.postMessage(document.getElementById("{ID}").textContent, "*");'


def share(gallery: Path, games: Iterable[str]) -> None:
    """Take what several pages of a gallery have out of them, into pages in its folder `shared`.

    gallery: with a folder of pages for each game. Pages that share already are read as they are.
    """
    paths = [page for game in games for page in sorted((gallery / game).glob("*.html"))]
    pages = {page: page.read_text(encoding="utf-8") for page in paths}
    parts = {page: _whole(page, text) for page, text in pages.items() if PACKED.search(text)}
    scripts = Counter(
        each for found in parts.values() for each in dict.fromkeys([*found["scripts"], *found["styles"]])
    )
    common = {SCRIPTS: [each for each, times in scripts.items() if times > 1]}
    for game in games:
        own = [found for page, found in parts.items() if page.parent.name == game]
        data = Counter(each for found in own for each in dict.fromkeys(found["data"]))
        common[game] = [each for each, times in data.items() if times > 1]
    (gallery / FOLDER).mkdir(exist_ok=True)
    for name, texts in common.items():
        (gallery / FOLDER / f"{name}.html").write_text(_frame(texts), encoding="utf-8")
    for page, found in parts.items():
        known = {name: common[name] for name in (SCRIPTS, page.parent.name)}
        page.write_text(_sharing(STYLE.sub("", pages[page]), found, known), encoding="utf-8")


def _whole(page: Path, text: str) -> dict[str, list[str]]:
    """Return the data, scripts and first styles of a page, with those that it shares already."""
    match = PACKED.search(text)
    assert match is not None
    found = {"styles": STYLE.findall(text)} | opened(match[1])
    beside = re.search(r'data-shared="([^"]*)"', match[0])
    frames = []
    for name in beside[1].split() if beside else ():
        frame = re.search(rf'id="{ID}">([^<]*)<', (page.parent / name).read_text(encoding="utf-8"))
        assert frame is not None, name
        frames.append(opened(frame[1]))
    return {
        kind: [each if isinstance(each, str) else frames[each[0]][each[1]] for each in items]
        for kind, items in found.items()
    }


def _sharing(text: str, found: Mapping[str, list[str]], known: Mapping[str, list[str]]) -> str:
    """Return a page that takes what is known from frames. known: name of a frame -> what it has."""
    names = [
        name
        for name, texts in known.items()
        if any(each in texts for part in found.values() for each in part)
    ]
    places = {each: [i, known[name].index(each)] for i, name in enumerate(names) for each in known[name]}
    rest = {kind: [places.get(each, each) for each in items] for kind, items in found.items()}
    frames = " ".join(f"../{FOLDER}/{name}.html" for name in names)
    inside = f'<script type="text/plain" id="{ID}" data-shared="{frames}">{packing(rest)}</script>'
    old = PACKED.search(text)
    assert old is not None
    text = text.replace(old[0], f"{inside}\n<script>{_takes()}</script>")

    before = POLICY.search(text)
    assert before is not None
    allowed = before[0].replace(hashed(old[2]), hashed(_takes()))
    return text.replace(before[0], allowed if FRAMES in allowed else f"{allowed}; {FRAMES}")


def _frame(texts: list[str]) -> str:
    """Return a page that sends some texts to the one that has it as a frame."""
    return FRAME.format(policy=policy([SENDS]), id=ID, inside=packing(texts), script=SENDS)


@cache
def _takes() -> str:
    """Return the script of a page that takes what it shares from frames."""
    return Path(__file__).with_name("sharing.js").read_text(encoding="utf-8")
