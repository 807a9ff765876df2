"""Reads what a report wrote: the pages' tags, tables and charts, and the tables of the Markdown."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

from mazarbul.reports.packed import ID, opened

VOID = {"meta", "img", "br", "input", "link", "hr"}
INLINE = {"a", "strong", "em", "small", "span", "code", "i"}
UNSAID = {"script", "style", "td", "th", "title", "code"}
SENTENCES = re.compile(r"(?<=[.!?]) +(?=[A-Z0-9])")


class Parsed(HTMLParser):
    """A page's tags, which must be balanced, the text of its cells, and its tables by name.

    grids: what a script makes of a table, by name. specs: of charts.
    """

    def __init__(self, text: str):
        super().__init__()
        self.open, self.tags, self.cells = [], [], []
        self.tables: dict[str, list[list[str]]] = {}
        self.name = None
        self.grids: dict[str, list[dict]] = {}
        self.specs: list[dict] = []
        self.data: dict = {}
        self.feed(text)
        assert not self.open

    @classmethod
    def of(cls, page: Path) -> Parsed:
        return cls(text_of(page))

    @classmethod
    def whole(cls, page: Path) -> Parsed:
        """All pages of the report that a start page belongs to."""
        return cls(whole(page))

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.tags.append((tag, attrs))
        if tag not in VOID:
            self.open.append(tag)
        if attrs.get("id", "").startswith("table_"):
            self.name = attrs["id"].removeprefix("table_")
            self.tables[self.name] = []
        if tag == "tr":
            self.tables[self.name].append([])
        if tag in ("td", "th"):
            self.cells.append("")
            self.tables[self.name][-1].append("")

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.tags and self.tags[-1] == ("script", {"type": "application/json"}) and data.strip():
            self.add_data(json.loads(data))
        if self.tags and self.tags[-1][1].get("id") == "card_data" and data.strip():
            self.data = json.loads(data)
        if {"td", "th"} & set(self.open):
            self.cells[-1] += data
            self.add(data)

    def add_data(self, found):
        if isinstance(found, list):
            self.grids[self.name] = found
        else:
            self.specs.append(found)

    def add(self, text):
        self.tables[self.name][-1][-1] += text

    def all(self, tag: str) -> list[dict]:
        return [attrs for name, attrs in self.tags if name == tag]

    @property
    def charts(self) -> list[str]:
        """The words for the blind of every chart."""
        return [attrs["aria-label"] for attrs in self.all("div") if attrs.get("role") == "img"]

    @property
    def ids(self) -> set[str]:
        return {attrs["id"] for _, attrs in self.tags if "id" in attrs}

    @property
    def cards(self) -> dict[str, dict]:
        """The page's cards by key."""
        names = ("key", "id", "scope", "name", "side", "heading", "text", "notes", "command", "rows")
        return {row[0]: dict(zip(names, row, strict=True)) for row in self.data.get("cards", ())}

    def has(self, anchor: str) -> bool:
        """Return whether an address within the page, without its "#", leads to something."""
        if anchor.startswith("card-"):
            return anchor.removeprefix("card-") in self.cards
        return anchor in self.ids


@cache
def _anchors(page: Path) -> Callable[[str], bool]:
    """Return which addresses within a page lead to something."""
    text = text_of(page)
    return Parsed(text).has if page.suffix == ".html" else lambda anchor: f' id="{anchor}"' in text


def text_of(page: Path) -> str:
    """Return the text of a file, with the data and scripts of a page where they are once it is open."""
    text = page.read_text(encoding="utf-8")
    return unpacked(text, page.parent) if f'id="{ID}"' in text else text


def _taken(part: str | list[int], frames: list[list[str]]) -> str:
    """Return a part of a page, which may be in one of its frames."""
    return part if isinstance(part, str) else frames[part[0]][part[1]]


def unpacked(text: str, folder: Path = Path()) -> str:
    """Return the page that a packed one unfolds to. folder: that of the page, which may have frames."""
    element = rf'<script type="text/plain" id="{ID}"(?: data-shared="(.*?)")?>(.*?)</script>'
    before, beside, inside, after = re.split(element, text)
    text, found = before + after, opened(inside)
    if isinstance(found, list):  # a frame itself
        return text
    others = [
        re.search(element, (folder / name).read_text(encoding="utf-8")) for name in (beside or "").split()
    ]
    frames = [opened(other[2]) for other in others]
    found = {kind: [_taken(part, frames) for part in parts] for kind, parts in found.items()}
    data = iter(found["data"])
    tag = r'<script type="application/json"[^>]*>(?=</script>)'
    scripts = "".join(f"<script>{script}</script>" for script in found["scripts"])
    return re.sub(tag, lambda tag: tag[0] + next(data), text).replace("</body>", f"{scripts}</body>")


def leads(page: Path, link: str) -> bool:
    """Return whether a link of a page, of HTML or Markdown, leads to a file, and to a place in it."""
    name, _, anchor = link.partition("#")
    other = page.parent / name if name else page
    return other.is_file() and (not anchor or _anchors(other)(anchor))


def whole(page: Path) -> str:
    """Return the text of all pages of a report, the start page first."""
    others = sorted(other for other in page.parent.glob("*.html") if other != page)
    return "".join(map(text_of, (page, *others)))


def markdown_tables(text: str) -> dict[str, list[list[str]]]:
    """Tables of the Markdown by name, without their line of dashes, escapes undone."""
    found, rows = {}, []
    for line in text.splitlines():
        if line.startswith("|"):
            rows.append([plain(cell) for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))])
        elif link := re.search(r"\[CSV\]\(tables/(\w+)\.csv\)", line):
            found[link[1]], rows = [rows[0], *rows[2:]], []
    return found


def plain(cell: str) -> str:
    """Return a cell's text without Markdown."""
    text = re.sub(r"\*\*(.*?)\*\*", r"\1", cell.replace("\\*", "\0"))
    text = re.sub(r"\\([^\sA-Za-z0-9])", r"\1", text).replace("\0", "*")
    return " ".join(html.unescape(text).split())


class _Prose(HTMLParser):
    """The paragraphs, captions and items of lists of a page, without what stands in tables."""

    def __init__(self, text: str):
        super().__init__()
        self.said, self.unsaid = [""], 0
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.unsaid += tag in UNSAID
        self._broken(tag)

    def handle_endtag(self, tag):
        self.unsaid -= tag in UNSAID
        self._broken(tag)

    def _broken(self, tag):
        if tag not in INLINE and self.said[-1]:
            self.said.append("")

    def handle_data(self, data):
        self.said[-1] += "" if self.unsaid else data


def sentences(text: str) -> list[str]:
    """Return the sentences of a page that a reader sees outside tables."""
    whole = (" ".join(part.split()) for part in _Prose(text).said)
    return [said for part in whole for said in SENTENCES.split(part) if said]


def head(page: Path) -> dict[str, list[str]]:
    """Return the head of a page: name -> values."""
    block = re.search(r'<dl class="summary">(.*?)</dl>', page.read_text(encoding="utf-8"), re.DOTALL)[1]
    return {
        re.search("<dt>(.*?)</dt>", part)[1]: re.findall("<dd>(.*?)</dd>", part)
        for part in re.findall("<div.*?</div>", block, re.DOTALL)
    }
