"""The lines of a deck list in the forms that it is shared in: plain, Markdown, BBCode, a page of HTML."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html.parser import HTMLParser

from mazarbul.sim.games.lotr_lcg.content.deck_words import heading
from mazarbul.sim.games.lotr_lcg.content.markdown import SUFFIXES as MARKDOWN
from mazarbul.sim.games.lotr_lcg.content.markdown import plain_line
from mazarbul.sim.toml import DataError
from mazarbul.sim.toml.scan import Scan

HTML = (".html", ".htm")
COMMENTS = ("#", "//")
MOST_LINES = 2_000

_DASHES = "-\u2010-\u2015\u2212"
_BULLETS = re.compile(rf"(?:[\u2022\u00b7\u25aa\u25cf\u25e6*>\s]|[{_DASHES}](?!\d))*")  # "-1 x" is a mistake
_BREAK = re.compile(r"\n|\[\*\]|\[/?li\]", re.IGNORECASE)
_BBCODE = re.compile(
    r"\[/?(?:b|i|u|s|url|size|color|font|list|quote|center|left|right|indent|img|code|spoiler|card|ul|ol|h\d)"
    r"(?:=[^\[\]]*)?\]",
    re.IGNORECASE,
)
_PAGE = re.compile(
    r"\s*<(?:!doctype html|html|head|body|div|section|p|ul|ol|table|h\d|b|strong|span)\b", re.IGNORECASE
)
_MARKED = re.compile(r"^[ \t]*#{1,6}[ \t]*[*_]*([^\n]*?)[*_]*[ \t]*$", re.MULTILINE)
_LINKED = re.compile(r"\[[^\[\]\n]+\]\(https?:")
_PARAGRAPHS = frozenset(("p", "ul", "ol", "table", "dl", "section", "h1", "h2", "h3", "h4", "h5", "h6", "hr"))
_LINES = frozenset(("br", "li", "tr", "div", "dt", "dd"))
_SKIPPED = frozenset(("script", "style", "head", "template", "svg"))


@dataclass(frozen=True)
class Line:
    """A line with content: its text without marks, and the offset of the text in the list."""

    text: str
    start: int
    is_last_of_block: bool


def lines(text: str, file: str, suffix: str, scan: Scan) -> list[Line]:
    """Return the lines that are neither empty nor comments, without bullets and marks.

    suffix: of the file, small; the form also follows from the text. scan: knows where lines begin.
    """
    is_page = suffix in HTML or _PAGE.match(text)
    raw = _Page(scan).read(text) if is_page else list(_pieces(text))
    if len(raw) > MOST_LINES:
        raise DataError(f"a deck list has at most {MOST_LINES:,} lines", file, MOST_LINES + 1)
    return list(_shown(raw, is_markdown=suffix in MARKDOWN or _is_markdown(text)))


def end_of_bullets(text: str) -> int:
    """Return where the words of a line begin, after bullets."""
    match = _BULLETS.match(text)
    return match.end() if match else 0


def _pieces(text: str) -> Iterator[tuple[str, int]]:
    """Yield the lines of a text and where they begin; an item of a list of BBCode is a line, too."""
    start = 0
    for found in _BREAK.finditer(text):
        if found[0] == "\n" or text[start : found.start()].strip():
            yield text[start : found.start()], start
        start = found.end()
    yield text[start:], start


def _is_markdown(text: str) -> bool:
    """Whether a text is in Markdown, whatever its file is called: it has links or well-known headings."""
    if _LINKED.search(text):
        return True
    marked = (heading(found[1].strip()) for found in _MARKED.finditer(text) if found[1].strip())
    return any(each is not None and each.kind is not None for each in marked)


def _shown(raw: list[tuple[str, int]], *, is_markdown: bool) -> Iterator[Line]:
    """Yield the lines as they read on a page."""
    for i, (text, start) in enumerate(raw):
        if not is_markdown and text.strip().startswith(COMMENTS):
            continue
        bare = _BBCODE.sub("", text)
        if is_markdown:
            bullets, shown = len(text) - len(text.lstrip()), plain_line(bare)
        else:
            bullets = end_of_bullets(text)
            shown = bare[end_of_bullets(bare) :]
        kept = " ".join(shown.split())
        if kept:
            after = raw[i + 1][0].strip() if i + 1 < len(raw) else ""
            yield Line(kept, start + bullets, not after)


class _Page(HTMLParser):
    """Collects the lines that a page of HTML shows."""

    def __init__(self, scan: Scan) -> None:
        super().__init__()
        self._starts = scan.lines
        self._lines: list[tuple[str, int]] = []
        self._text, self._start = "", 0
        self._skipped = 0

    def read(self, text: str) -> list[tuple[str, int]]:
        """Return the lines of a page and where they begin."""
        self.feed(text)
        self.close()
        self._end()
        return self._lines

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        """Begin a line or a paragraph."""
        self._skipped += tag in _SKIPPED
        self._break(tag)

    def handle_endtag(self, tag: str) -> None:
        """End a line or a paragraph."""
        self._skipped = max(0, self._skipped - (tag in _SKIPPED))
        self._break(tag)

    def handle_data(self, data: str) -> None:
        """Add words to the line."""
        if self._skipped:
            return
        if not self._text.strip() and data.strip():
            line, column = self.getpos()
            before = data[: len(data) - len(data.lstrip())]
            self._start = self._starts[line - 1] + column + len(before)
        self._text += data

    def _break(self, tag: str) -> None:
        if tag in _LINES or tag in _PARAGRAPHS:
            self._end()
            if tag in _PARAGRAPHS:
                self._lines.append(("", self._start))

    def _end(self) -> None:
        if self._text.strip():
            self._lines.append((" ".join(self._text.split()), self._start))
        self._text = ""
