"""Deck files of OCTGN (`.o8d`): XML with a section for each type of card.

    <deck game="...">
      <section name="Hero">
        <card qty="1" id="...">Aragorn</card>
      </section>
    </deck>

Only elements are read. A document type, which could define entities or name other files, is refused.
"""

from __future__ import annotations

from dataclasses import dataclass
from xml.parsers import expat

from mazarbul.sim.toml import DataError

SUFFIX = ".o8d"


@dataclass(frozen=True)
class Entry:
    """A card of a deck file. section: its heading. id: its code. count: None if it is not a number.

    line, column: 1-based, where its element begins.
    """

    section: str
    name: str
    id: str
    count: int | None
    line: int
    column: int


def looks_like_deck(text: str) -> bool:
    """Return whether a text, whatever its file is called, begins as a deck file does."""
    return text.lstrip().startswith(("<?xml", "<deck"))


def read_entries(text: str, file: str) -> list[Entry]:
    """Return the cards of a deck file in their order. Raises DataError if it is not one.

    file: its name in errors.
    """
    reader = _Reader(file)
    try:
        reader.parser.Parse(text, True)
    except expat.ExpatError as error:
        reason = expat.ErrorString(error.code)
        raise DataError(f"this is not XML ({reason})", file, error.lineno, error.offset + 1) from None
    return reader.entries


class _Reader:
    """Collects the cards while expat reads."""

    def __init__(self, file: str) -> None:
        self.entries: list[Entry] = []
        self._file = file
        self._is_deck = False
        self._section = ""
        self._card: dict[str, str] | None = None
        self._place = (1, 1)
        self._name = ""
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartDoctypeDeclHandler = self._document_type
        self.parser.StartElementHandler = self._begin
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text

    def _here(self) -> tuple[int, int]:
        return self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1

    def _document_type(self, *_: object) -> None:
        message = "a deck file has no document type: remove the line <!DOCTYPE"
        raise DataError(message, self._file, *self._here())

    def _begin(self, tag: str, attributes: dict[str, str]) -> None:
        if not self._is_deck and tag != "deck":
            message = f"this is not a deck of OCTGN: it begins with <{tag}>, not with <deck>"
            raise DataError(message, self._file, *self._here())
        self._is_deck = True
        if tag == "section":
            self._section = attributes.get("name", "")
        elif tag == "card":
            self._card, self._place, self._name = attributes, self._here(), ""

    def _text(self, text: str) -> None:
        if self._card is not None:
            self._name += text

    def _end(self, tag: str) -> None:
        if tag == "section":
            self._section = ""
        elif tag == "card" and self._card is not None:
            quantity = self._card.get("qty", "1").strip()
            count = int(quantity) if quantity.isdecimal() and len(quantity) < 5 else None
            name = " ".join(self._name.split())
            self.entries.append(Entry(self._section, name, self._card.get("id", ""), count, *self._place))
            self._card = None
