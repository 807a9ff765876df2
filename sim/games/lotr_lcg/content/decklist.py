"""Plain text deck lists, as deck-building sites export them: reads and writes them.

    My Deck

    Hero (1)
    Aragorn (Core Set)

    Ally (2)
    2x Faramir (Core Set)

The first line is the name of the deck, unless it is a heading or a card. A line is a card with
its number of copies, before or after its name; a hero needs none. Capitals, accents and punctuation of
names are ignored, and a card's id may stand for its name. A name may be followed, in brackets, by the product
the card is from. If a heading gives a number of cards, it is checked. Other lines are allowed below the
last card, and `#` or `//` begins a comment. A list may be in Markdown (`.md`), where `#` begins a heading, or
a deck of OCTGN (`.o8d`, see `octgn.py`). All lines that cannot be read are reported together.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path as FilePath

from sim.data.nodes import Node, build
from sim.games.lotr_lcg.content.markdown import SUFFIX as MARKDOWN
from sim.games.lotr_lcg.content.markdown import plain_line
from sim.games.lotr_lcg.content.octgn import SUFFIX as OCTGN
from sim.games.lotr_lcg.content.octgn import read_entries
from sim.games.lotr_lcg.content.schema import Card, Deck
from sim.games.lotr_lcg.content.titles import Titles, id_of, plain
from sim.toml import DataError, Document, Mistakes, read_text
from sim.toml.scan import Scan

SUFFIXES = (".txt", MARKDOWN, OCTGN)
HEADINGS = {"hero": "Hero", "ally": "Ally", "attachment": "Attachment", "event": "Event"}

_SECTIONS = {
    "hero": "hero", "heroes": "hero", "ally": "ally", "allies": "ally", "attachment": "attachment",
    "attachments": "attachment", "event": "event", "events": "event",
}  # fmt: skip
_ANY_TYPE = ("deck", "maindeck", "cards")  # headings that do not say a type
_ASIDE = ("sideboard", "maybeboard")  # cards below are not part of the deck
_OF_QUEST = ("quest", "secondquestdeck", "encounter", "special", "setup", "campaign")  # sections of OCTGN
_COMMENTS = ("#", "//")
_BULLETS = re.compile(r"(?:[•*\s]|-(?!\d))*")  # "-1 Gandalf" is a mistake, not a bullet
_MOST_LINES = 2_000
_LONGEST_COUNT = 3  # digits; a longer number with a card's name is a mistake
_HEADING = re.compile(r"(?P<name>[^\W\d][^():]*?)\s*(?:\((?P<count>\d+)\)|:)?")
_BEFORE = re.compile(r"(?P<count>\d+)(?:\s*[x\u00d7]\s+|\s+)(?P<name>.*)", re.IGNORECASE)
_AFTER = re.compile(r"(?P<name>.*\S)\s+[x\u00d7]\s*(?P<count>\d+)", re.IGNORECASE)
_SUMMARY = re.compile(r"(?:\d+ (?:hero|card|ally|allie|attachment|event)(?:e?s)?[,;. ]*)+", re.IGNORECASE)


@dataclass(frozen=True)
class _Line:
    """A line with content: its text without bullets, and the offset of the text in the list."""

    text: str
    start: int
    is_last_of_block: bool


@dataclass
class _Section:
    """The lines below one heading. kind: type of the cards, "" for any. count: number in the heading."""

    kind: str = ""
    line: _Line | None = None
    count: int | None = None
    found: int = 0
    is_aside: bool = False


@dataclass
class _Reading:
    """The part of a list read so far. places: path in the deck's row -> offset in the list."""

    name: str = ""
    heroes: list[str] = field(default_factory=list)
    cards: dict[str, int] = field(default_factory=dict)
    places: dict[tuple[str | int, ...], int] = field(default_factory=dict)
    sections: list[_Section] = field(default_factory=lambda: [_Section()])
    remark: _Line | None = None
    in_block: bool = False  # whether the previous line belongs to the same block of heroes


def load_deck_list(path: FilePath, cards: Mapping[str, Card], decks: Mapping[str, Node]) -> Node:
    """Read the deck list in a file as the row of a deck; its id is made from the file's name.

    cards: all that are known. decks: rows of the existing decks; the new one must have another id.
    Raises DataError with all lines that cannot be read.
    """
    node = deck_node(read_text(path), str(path), cards)
    name = str(node.find(("id",)).value)
    known = decks.get(name)
    if known is not None and (known.document is None or known.document.file != str(path)):
        raise node.error(f"there is already a deck '{name}'; give this file another name")
    return node


def read_decklist(text: str, file: str, cards: Mapping[str, Card]) -> Deck:
    """Return the deck that a list describes; raises DataError with all lines that cannot be read.

    file: name of the list in errors; its last part, without the extension, becomes the deck's id.
    cards: all that are known. Whether the deck can be played is not checked here.
    """
    node = deck_node(text, file, cards)
    return build(Deck, node, f"deck '{node.find(('id',)).value}'")


def deck_node(text: str, file: str, cards: Mapping[str, Card]) -> Node:
    """Return the row of the deck that a list describes, whose parts know their lines."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return _Reader(text, file, Titles(cards)).node()


def write_decklist(deck: Deck, cards: Mapping[str, Card]) -> str:
    """Return a deck as a deck list: heroes, allies, attachments and events, each by name."""
    titles = Titles(cards)
    parts = [_title_line(deck.name, titles)]
    for kind, heading in HEADINGS.items():
        if kind == "hero":
            rows = [(hero, 1) for hero in deck.heroes]
        else:
            rows = [
                (card, copies) for card, copies in deck.cards.items() if copies and cards[card].type == kind
            ]
        if rows:
            lines = [f"{copies}x {titles.written(card)}" for card, copies in rows]
            parts.append("\n".join([f"{heading} ({sum(copies for _, copies in rows)})", *lines]))
    return "\n\n".join(parts) + "\n"


class _Reader:
    """Reads one list. titles: the cards it can name."""

    def __init__(self, text: str, file: str, titles: Titles) -> None:
        self.text = text
        self.file = file
        self.titles = titles
        starts = [0, *(i + 1 for i, letter in enumerate(text) if letter == "\n")]
        self.scan = Scan(lines=starts)
        self.out = _Reading()
        self.mistakes = Mistakes()
        self.suffix = FilePath(file).suffix.lower()

    def node(self) -> Node:
        """Return the deck's row; raises DataError with all lines that cannot be read."""
        if self.suffix == OCTGN:
            self._read_octgn()
        else:
            self._read_lines(list(self._lines()))
        self.mistakes.check()
        if not self.out.heroes:
            raise DataError("this deck list has no heroes", self.file, 1)
        stem = FilePath(self.file).stem
        data = {
            "id": id_of(stem),
            "name": self.out.name or stem or "Deck",
            "heroes": self.out.heroes,
            "cards": self.out.cards,
            "source": "deck list",
        }
        self.scan.values.update(self.out.places)
        return Node.of(data, Document(data, self.file, self.text, self.scan))

    def _read_lines(self, lines: list[_Line]) -> None:
        if lines and self._is_title(lines):
            self.out.name = lines[0].text
            self.out.places["name",] = lines[0].start
            lines = lines[1:]
        is_whole = True
        for line in lines:
            before = self.mistakes.count
            with self.mistakes.going_on():
                self._read(line)
            is_whole = is_whole and self.mistakes.count == before
        for section in self.out.sections if is_whole else ():
            with self.mistakes.going_on():
                self._count(section)

    def _read_octgn(self) -> None:
        for entry in read_entries(self.text, self.file):
            heading = plain(entry.section)
            if heading in (*_ASIDE, *_OF_QUEST):
                continue
            line = _Line(entry.name, self.scan.lines[entry.line - 1] + entry.column - 1, False)
            self.out.in_block = True
            name = entry.id if entry.id in self.titles.cards else entry.name
            with self.mistakes.going_on():
                if entry.count is None:
                    raise self._error(line, f"'{entry.name}': qty is a whole number, such as qty=\"2\"")
                section = _Section(_SECTIONS.get(heading, ""), line)
                self._card(line, entry.count, name, section)

    def _lines(self) -> Iterator[_Line]:
        """Yield the lines that are neither empty nor comments."""
        texts = self.text.split("\n")
        if len(texts) > _MOST_LINES:
            raise DataError(f"a deck list has at most {_MOST_LINES:,} lines", self.file, _MOST_LINES + 1)
        for i, (text, start) in enumerate(zip(texts, self.scan.lines, strict=True)):
            if self.suffix != MARKDOWN and text.strip().startswith(_COMMENTS):
                continue
            if self.suffix == MARKDOWN:
                bullets, shown = len(text) - len(text.lstrip()), plain_line(text)
            else:
                bullets = _end_of_bullets(text)
                shown = text[bullets:]
            kept = " ".join(shown.split())
            if kept:
                after = texts[i + 1].strip() if i + 1 < len(texts) else ""
                yield _Line(kept, start + bullets, not after)

    def _is_title(self, lines: list[_Line]) -> bool:
        """Whether the first line is the name of the deck."""
        line = lines[0]
        if _kind_of_heading(line.text) is not None:
            return False
        count, name = _split(line.text, self.titles)
        if not self.titles.knows(name):
            return line.is_last_of_block or count is None
        return count is None and (
            line.is_last_of_block or (len(lines) > 1 and _kind_of_heading(lines[1].text) is not None)
        )

    def _read(self, line: _Line) -> None:
        """Read one line below the title."""
        out = self.out
        heading, kind = _HEADING.fullmatch(line.text), _kind_of_heading(line.text)
        is_other = line.text[-1] in "):" and not self.titles.knows(line.text)
        if heading is not None and (kind is not None or is_other):
            count = _number(heading["count"])
            is_aside = plain(heading["name"]) in _ASIDE
            out.sections.append(_Section(kind or "", line, count, 0, is_aside))
            out.in_block = True
            return
        section = out.sections[-1]
        if section.is_aside or _SUMMARY.fullmatch(line.text):
            return
        count, name = _split(line.text, self.titles)
        if count is None and not self.titles.knows(name):
            self._remark(line, name, section)
        else:
            self._card(line, count, name, section)
        out.in_block = not line.is_last_of_block

    def _remark(self, line: _Line, name: str, section: _Section) -> None:
        """Skip a line that is not a card, if it cannot be meant as one and is below all cards."""
        if (section.kind == "hero" and self.out.in_block) or self.titles.is_meant(name):
            raise self._unknown(line, name)
        self.out.remark = self.out.remark or line

    def _card(self, line: _Line, count: int | None, name: str, section: _Section) -> None:
        """Add a card's line to the deck."""
        out = self.out
        if not self.titles.knows(name):
            raise self._unknown(line, name)
        if out.remark is not None:
            raise self._unknown(out.remark, out.remark.text)
        if section.kind and not out.in_block and not self.titles.knows(name, section.kind):
            section = _Section()  # an empty line has ended the heading's section
            out.sections.append(section)
        try:
            card = self.titles.find(name, section.kind, prefers_hero=count is None)
        except ValueError as error:
            raise self._error(line, str(error)) from None
        copies = 1 if count is None else count
        if copies >= 10**_LONGEST_COUNT:
            raise self._error(line, f"no deck can have so many copies of '{name}'")
        section.found += copies
        if self.titles.cards[card].type != "hero":
            out.cards[card] = out.cards.get(card, 0) + copies
            out.places.setdefault(("cards",), line.start)
            out.places["cards", card] = line.start
            return
        if copies != 1:
            raise self._error(line, f"a hero comes once, not {copies} times")
        out.places.setdefault(("heroes",), line.start)
        out.places["heroes", len(out.heroes)] = line.start
        out.heroes.append(card)

    def _count(self, section: _Section) -> None:
        """Check that a heading's number of cards is right."""
        if section.line is not None and section.kind and section.count not in (None, section.found):
            message = f"this heading says {section.count}; the lines below it add up to {section.found}"
            raise self._error(section.line, message)

    def _unknown(self, line: _Line, name: str) -> DataError:
        near = self.titles.near(name)
        others = f" (also near: {', '.join(near[1:])})" if near[1:] else ""
        return self._error(line, f"unknown card '{name}'{others}", near[0] if near else None)

    def _error(self, line: _Line, message: str, suggestion: str | None = None) -> DataError:
        return DataError(message, self.file, *self.scan.line_column(line.start), suggestion)


def _kind_of_heading(text: str) -> str | None:
    """Return the type of card that a well-known heading announces, "" for any; None for other lines."""
    found = _HEADING.fullmatch(text)
    word = "" if found is None else plain(found["name"])
    return "" if word in (*_ANY_TYPE, *_ASIDE) else _SECTIONS.get(word)


def _split(text: str, titles: Titles) -> tuple[int | None, str]:
    """Return the number of copies that a line gives, None if it gives none, and the rest of it."""
    if titles.knows(text):
        return None, text
    found = _BEFORE.fullmatch(text) or _AFTER.fullmatch(text)
    if found is None or (len(found["count"]) > _LONGEST_COUNT and not titles.knows(found["name"])):
        return None, text
    return _number(found["count"]), found["name"].strip()


def _number(digits: str | None) -> int | None:
    """Return a written number, None if there is none; a very long one is only known to be large."""
    return None if digits is None else int(digits[: _LONGEST_COUNT + 1])


def _end_of_bullets(text: str) -> int:
    """Return where the words of a line begin, after bullets."""
    match = _BULLETS.match(text)
    return match.end() if match else 0


def _title_line(name: str, titles: Titles) -> str:
    """Return a line that reads as the name of a deck."""
    line = " ".join(name.split())
    is_read = line and not line.startswith(_COMMENTS) and not _end_of_bullets(line)
    if is_read and _kind_of_heading(line) is None and _split(line, titles)[0] is None:
        return line
    return f"Deck {line}" if plain(line) else "Unnamed deck"
