"""Deck lists as people have them, whatever site or program they are from.

    My Deck

    Hero (1)
    Aragorn (Core Set)

    Ally (2)
    2x Faramir (Core Set)

The first line is the name of the deck, unless it is a heading or a card. A line is a card with
its number of copies, before or after its name; a hero needs none. Capitals, accents and punctuation of
names are ignored, and a card's id may stand for its name. A name may be followed, in brackets, by the product
the card is from. Numbers in headings and totals are checked. Other lines are allowed below the
last card and above the first heading, and `#` or `//` begins a comment. What follows `Sideboard` is left out.

A list may be plain text, Markdown, BBCode or HTML (see `deck_lines.py`), JSON of RingsDB or DragnCards (see
`deck_json.py`), or a deck of OCTGN (see `octgn.py`). All lines that cannot be read are reported together:
nothing that may be a card is left out silently, and nothing is counted twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path as FilePath

from mazarbul.sim.data.nodes import Node, build
from mazarbul.sim.games.lotr_lcg.content import deck_json
from mazarbul.sim.games.lotr_lcg.content.codes import is_code
from mazarbul.sim.games.lotr_lcg.content.deck_lines import HTML, Line, lines
from mazarbul.sim.games.lotr_lcg.content.deck_words import (
    ASIDE,
    ENCOUNTERS,
    LONGEST_COUNT,
    QUESTS,
    WHOLE,
    Heading,
    heading,
    kind_of,
    listed,
    split,
    summed,
)
from mazarbul.sim.games.lotr_lcg.content.markdown import SUFFIXES as MARKDOWN
from mazarbul.sim.games.lotr_lcg.content.octgn import SUFFIX as OCTGN
from mazarbul.sim.games.lotr_lcg.content.octgn import Entry, looks_like_deck, read_entries
from mazarbul.sim.games.lotr_lcg.content.schema import Card, Deck
from mazarbul.sim.games.lotr_lcg.content.titles import Titles, id_of, plain
from mazarbul.sim.toml import DataError, Document, Mistakes, read_text
from mazarbul.sim.toml.scan import Scan

SUFFIXES = (".txt", *MARKDOWN, *HTML, deck_json.SUFFIX, OCTGN)


@dataclass
class _Section:
    """The lines below one heading. kind: type of the cards, "" for any, None if the heading is not known.

    count: number in the heading, None also for that of a whole deck. found, titles: copies, lines of cards.
    """

    kind: str | None = ""
    line: Line | None = None
    count: int | None = None
    found: int = 0
    titles: int = 0
    is_aside: bool = False

    @property
    def is_counted(self) -> bool:
        """Whether the number in its heading is that of its lines. A sphere may have headings below it."""
        return self.count is not None and not self.is_aside and (self.kind != "" or self.found > 0)


@dataclass
class _Reading:
    """The part of a list read so far. places: path in the deck's row -> offset in the list.

    totals: lines that say how many cards of a type there are, "card" for all.
    """

    name: str = ""
    heroes: list[str] = field(default_factory=list)
    cards: dict[str, int] = field(default_factory=dict)
    places: dict[tuple[str | int, ...], int] = field(default_factory=dict)
    sections: list[_Section] = field(default_factory=lambda: [_Section()])
    totals: list[tuple[Line, dict[str, int]]] = field(default_factory=list)
    remark: Line | None = None
    in_block: bool = False  # whether the previous line belongs to the same block of heroes
    of_quest: int = 0  # cards of a quest, which are left out

    @property
    def is_empty(self) -> bool:
        """Whether no card was read."""
        return not (self.heroes or self.cards)


def load_deck_list(path: FilePath, cards: Mapping[str, Card]) -> Node:
    """Read the deck list in a file as the row of a deck; its id is made from the file's name.

    cards: all that are known. Raises DataError with all lines that cannot be read.
    """
    return deck_node(read_text(path), str(path), cards)


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


class _Reader:
    """Reads one list. titles: the cards it can name."""

    def __init__(self, text: str, file: str, titles: Titles) -> None:
        self.text = text
        self.file = file
        self.titles = titles
        self.scan = Scan(lines=[0, *(i + 1 for i, letter in enumerate(text) if letter == "\n")])
        self.out = _Reading()
        self.mistakes = Mistakes()
        self.suffix = FilePath(file).suffix.lower()

    def node(self) -> Node:
        """Return the deck's row; raises DataError with all lines that cannot be read."""
        if self.suffix == OCTGN or looks_like_deck(self.text):
            self._read_entries(read_entries(self.text, self.file))
        elif self.suffix == deck_json.SUFFIX or deck_json.looks_like_json(self.text):
            self.out.name, entries = deck_json.read_json(self.text, self.file, self.scan)
            self._read_entries(entries)
        else:
            self._read_lines(lines(self.text, self.file, self.suffix, self.scan))
        self.mistakes.check()
        if self.out.is_empty and self.out.of_quest:
            hint = "lay it over a scenario, as --overlay or as its encounter_deck"
            raise DataError(f"this is a quest, not a player's deck: {hint}", self.file, 1)
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

    def _read_lines(self, given: Sequence[Line]) -> None:
        found = [part for line in given for part in self._parts(line)]
        if found and self._is_title(found):
            self.out.name = found[0].text
            self.out.places["name",] = found[0].start
            found = found[1:]
        for line in found:
            with self.mistakes.going_on():
                self._read(line)
        if not self.mistakes.count:
            self._count()

    def _parts(self, line: Line) -> Iterator[Line]:
        """Yield a heading and the cards behind it in its line apart; every other line as it is."""
        parts = listed(line.text, self.titles)
        if parts is None:
            yield line
            return
        for i, (text, at) in enumerate(parts):
            start = line.start + at if self.text.startswith(text, line.start + at) else line.start
            yield Line(text, start, i == len(parts) - 1)  # the heading is that of its line alone

    def _read_entries(self, entries: Sequence[Entry]) -> None:
        for entry in entries:
            word = plain(entry.section)
            if word in ASIDE:
                continue
            if word in (*QUESTS, *ENCOUNTERS):
                self.out.of_quest += 1
                continue
            line = Line(entry.name, self.scan.lines[entry.line - 1] + entry.column - 1, False)
            self.out.in_block = True
            with self.mistakes.going_on():
                if entry.count is None:
                    raise self._error(line, f"'{entry.name}': qty is a whole number, such as qty=\"2\"")
                kind = kind_of(word) if word and word not in _OTHER_SECTIONS else ""
                if kind is None:
                    raise self._error(line, f"'{entry.section}' is no section of a deck that is known")
                self._card(line, entry.count, self._named(entry, line), _Section(kind, line))

    def _named(self, entry: Entry, line: Line) -> str:
        """Return the id of an entry's card if its code is known, else its name."""
        card = self.titles.of_code(entry.id)
        if card is None and is_code(entry.id) and self.titles.knows(entry.name):
            hint = "remove the id if the card of the core set is meant"
            raise self._error(line, f"the id of '{entry.name}' is that of a card of another product: {hint}")
        return card or entry.name

    def _is_title(self, found: Sequence[Line]) -> bool:
        """Whether the first line is the name of the deck."""
        line = found[0]
        if _is_heading(line):
            return False
        count, name = split(line.text, self.titles)
        if not self.titles.knows(name):
            return line.is_last_of_block or count is None
        return count is None and (line.is_last_of_block or (len(found) > 1 and _is_heading(found[1])))

    def _read(self, line: Line) -> None:
        """Read one line below the title."""
        out, found = self.out, heading(line.text)
        if found is not None and (found.kind is not None or not self.titles.knows(line.text)):
            self._begin(line, found)
            return
        section, totals = out.sections[-1], summed(line.text)
        if section.is_aside:
            return
        if totals is not None:
            out.totals.append((line, totals))
            return
        count, name = split(line.text, self.titles)
        try:
            if count is None and not self.titles.knows(name):
                self._remark(line, name, section)
            else:
                self._card(line, count, name, section)
        finally:
            out.in_block = not line.is_last_of_block

    def _begin(self, line: Line, found: Heading) -> None:
        """Begin a section. What is not of the deck lasts until a heading of the main deck."""
        out = self.out
        is_aside = found.is_aside or (out.sections[-1].is_aside and not found.is_main)
        if found.kind is None and not is_aside and self.titles.is_meant(line.text):
            raise self._unknown(line, line.text)
        if out.is_empty and found.kind is not None:
            out.remark = None  # it was above the list
        if found.is_total and found.count is not None and not is_aside:
            out.totals.append((line, {"card": found.count}))
        count = None if found.is_total else found.count
        out.sections.append(_Section(found.kind, line, count, is_aside=is_aside))
        out.in_block = True

    def _remark(self, line: Line, name: str, section: _Section) -> None:
        """Skip a line that is not a card, if it cannot be meant as one and is not among the cards."""
        if (section.kind == "hero" and self.out.in_block) or self.titles.is_meant(name):
            raise self._unknown(line, name)
        self.out.remark = self.out.remark or line

    def _card(self, line: Line, count: int | None, name: str, section: _Section) -> None:
        """Add a card's line to the deck."""
        out = self.out
        if not self.titles.knows(name):
            raise self._unknown(line, name)
        if out.remark is not None:
            raise self._unknown(out.remark, out.remark.text)
        if section.kind is None:
            raise self._error(section.line or line, _UNKNOWN_HEADING)
        if section.kind and not out.in_block and not self.titles.knows(name, section.kind):
            section = _Section()  # an empty line has ended the heading's section
            out.sections.append(section)
        try:
            card = self.titles.find(name, section.kind or "", prefers_hero=count is None)
        except ValueError as error:
            raise self._error(line, str(error)) from None
        copies = 1 if count is None else count
        if copies >= 10**LONGEST_COUNT:
            raise self._error(line, f"no deck can have so many copies of '{name}'")
        section.found += copies
        section.titles += 1
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

    def _count(self) -> None:
        """Check the numbers in headings, of copies or in some exports of titles, and all totals."""
        counted = [section for section in self.out.sections if section.is_counted]
        if all(section.count == section.titles for section in counted):
            counted = []
        for section in counted:
            if section.line is not None and section.count != section.found:
                message = f"this heading says {section.count}; the lines below it add up to {section.found}"
                self.mistakes.note(self._error(section.line, message))
        heroes, copies = len(self.out.heroes), sum(self.out.cards.values())
        for line, totals in self.out.totals:
            for word, said in totals.items():
                known: tuple[int, ...] = (self._held(word),)
                if word == "card":
                    known = (copies,) if "hero" in totals else (copies, copies + heroes)
                if said not in known:
                    message = f"this says {said} {_PLURALS[word]}; the lines of the deck add up to {known[0]}"
                    self.mistakes.note(self._error(line, message))

    def _held(self, kind: str) -> int:
        """Return how many cards of a type the deck has."""
        if kind == "hero":
            return len(self.out.heroes)
        return sum(n for card, n in self.out.cards.items() if self.titles.cards[card].type == kind)

    def _unknown(self, line: Line, name: str) -> DataError:
        near = self.titles.near(name)
        others = f" (also near: {', '.join(near[1:])})" if near[1:] else ""
        return self._error(line, f"unknown card '{name}'{others}", near[0] if near else None)

    def _error(self, line: Line, message: str, suggestion: str | None = None) -> DataError:
        return DataError(message, self.file, *self.scan.line_column(line.start), suggestion)


_OTHER_SECTIONS = (
    *WHOLE,
    "sidequest",
    "sidequests",
    "playersidequest",
    "playersidequests",
    "contract",
    "treasure",
)
_PLURALS = {
    "card": "cards", "hero": "heroes", "ally": "allies", "attachment": "attachments", "event": "events",
}  # fmt: skip
_UNKNOWN_HEADING = (
    "it is not known whether the cards below this heading are of the deck: "
    "write 'Main Deck' above it, or 'Sideboard'"
)


def _is_heading(line: Line) -> bool:
    """Return whether a line is a well-known heading, and no name of a deck."""
    found = heading(line.text)
    return found is not None and found.is_certain
