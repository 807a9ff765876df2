"""The words of deck lists: headings in several languages, and the ways to write a number of copies."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from mazarbul.sim.games.lotr_lcg.content.titles import Titles, plain

#: Headings that say the type of the cards below them, without accents, capitals and blanks.
TYPES = {
    "hero": "hero heroes heros held helden heroe eroe eroi",
    "ally": "ally allies allie verbundeter verbundete aliado aliados alleato alleati",
    "attachment": (
        "attachment attachments attachement attachements verstarkung verstarkungen vinculada vinculadas"
        " vinculado vinculados accessorio accessori aggregato aggregati"
    ),
    "event": "event events evenement evenements ereignis ereignisse evento eventos eventi",
}
#: Headings of the deck as a whole; a number behind them is that of all its cards.
MAIN = ("maindeck", "deck", "main", "drawdeck", "decklist")
WHOLE = (*MAIN, "cards", "playercards", "cardlist")
TOTALS = (*WHOLE, "total", "totalcards", "decksize", "cardcount")
SPHERES = ("leadership", "tactics", "spirit", "lore", "neutral")
#: Headings whose cards are not of the deck, up to a heading of the deck as a whole or the end.
ASIDE = ("sideboard", "sidedeck", "sideslots", "side", "maybeboard", "maybe", "reserve", "reserva", "riserva")
#: Sections of quests, in the files of OCTGN and DragnCards.
QUESTS = ("quest", "secondquestdeck", "campaign")
ENCOUNTERS = (
    "encounter",
    "secondencounter",
    "special",
    "secondspecial",
    "setup",
    "stagingsetup",
    "activesetup",
)

LONGEST_COUNT = 3  # digits; a longer number with a card's name is a mistake
LONGEST_LINE = 200  # of one that may be a heading, a total, or have its number in an unusual form
_KINDS = {word: kind for kind, words in TYPES.items() for word in words.split()}
_HEADING = re.compile(
    r"(?P<name>[^\W\d][^():\[\]]*?)\s*(?P<sign>:|[-\u2013\u2014](?=\s*[(\[\d]))?\s*"
    r"(?:[(\[]\s*(?P<count>\d+)\s*(?:cards?)?\s*[)\]]|(?P<bare>\d+)(?:\s*cards?)?)?\s*:?"
)
_BEFORE = re.compile(r"[(\[]?(?P<count>\d+)[)\]]?(?:\s*[x\u00d7]\s+|\s+)(?P<name>.*)", re.IGNORECASE)
_AFTER = re.compile(r"(?P<name>.*\S)\s+[x\u00d7]\s*(?P<count>\d+)", re.IGNORECASE)
#: Forms of a count that are read only behind the name of a card: remarks look alike.
_LOOSE = (
    re.compile(r"(?P<name>.*\S)\s*[(\[]\s*[x\u00d7]?\s*(?P<count>\d+)\s*[x\u00d7]?\s*[)\]]", re.IGNORECASE),
    re.compile(
        r"(?P<name>.*\S)\s*(?::|\s[-\u2013\u2014])\s*[x\u00d7]?(?P<count>\d+)[x\u00d7]?", re.IGNORECASE
    ),
    re.compile(r"(?P<count>\d+)[x\u00d7](?P<name>\S.*)", re.IGNORECASE),
)
_PRODUCT_LAST = re.compile(
    r"(?P<line>.*\s[x\u00d7]\s*\d+)\s*(?P<product>[(\[][^()\[\]]*[)\]])", re.IGNORECASE
)
_LISTED = re.compile(r"(?P<heading>[^:]{1,40}:)[*_\s]*(?P<cards>[^*_\s].*)")
#: What stands between cards in one line; what comes later is also in names.
_BETWEEN = (re.compile(r"\s*[,;/|]\s*"), re.compile(r"\s+(?:and|&|\+)\s+", re.IGNORECASE))
_SUMMARY = re.compile(
    r"(?:total:?\s*)?(?:\d+ (?:hero|card|ally|allie|attachment|event)(?:e?s)?(?: in total)?[,;. ]*)+",
    re.IGNORECASE,
)
_SUMMED = re.compile(r"(\d+) (hero|card|ally|allie|attachment|event)", re.IGNORECASE)


@dataclass(frozen=True)
class Heading:
    """A line that reads as a heading.

    word: its name, plain. kind: type of the cards below, "" for any, None for an unknown word. count: the
    number that it gives, None for none. is_total: whether that is the number of all cards of the deck.
    """

    word: str
    kind: str | None
    count: int | None

    @property
    def is_total(self) -> bool:
        """Whether its number is that of all cards."""
        return self.word in TOTALS

    @property
    def is_certain(self) -> bool:
        """Whether it is one even as the first line, where "Lore" or "Reserve" is the name of the deck."""
        return self.kind is not None and (self.count is not None or self.word not in (*SPHERES, *ASIDE))

    @property
    def is_main(self) -> bool:
        """Whether the cards below it are of the deck again, after others."""
        return self.word in MAIN

    @property
    def is_aside(self) -> bool:
        """Whether the cards below it are not of the deck."""
        return self.word in ASIDE


def heading(text: str) -> Heading | None:
    """Return a line as a heading; None if it does not look like one."""
    found = _HEADING.fullmatch(text) if len(text) <= LONGEST_LINE else None
    if found is None:
        return None
    word = plain(found["name"])
    is_known = word in (*TOTALS, *ASIDE, *SPHERES)
    kind = "" if is_known else kind_of(word)
    if kind is None and (text[-1] not in "):]" or found["bare"]):
        return None
    return Heading(word, kind, number(found["count"] or found["bare"]))


def kind_of(word: str) -> str | None:
    """Return the type of card that a plain word announces; None for another word."""
    return _KINDS.get(word)


def split(text: str, titles: Titles) -> tuple[int | None, str]:
    """Return the number of copies that a line gives, None if it gives none, and the rest of it."""
    is_short = len(text) <= LONGEST_LINE
    bracket = _LOOSE[0].fullmatch(text) if is_short else None
    if titles.knows(text) and (bracket is None or not titles.knows(bracket["name"])):
        return None, text
    turned = _PRODUCT_LAST.fullmatch(text) if is_short else None
    if turned is not None and not titles.knows(turned["line"]):
        count, name = split(turned["line"], titles)
        return count, f"{name} {turned['product']}"
    found = _BEFORE.fullmatch(text) or _AFTER.fullmatch(text)
    if is_short and (found is None or not titles.knows(found["name"])):
        known = (each.fullmatch(text) for each in _LOOSE)
        found = next((each for each in known if each and titles.knows(each["name"])), found)
    if found is None or (len(found["count"]) > LONGEST_COUNT and not titles.knows(found["name"])):
        return None, text
    return number(found["count"]), found["name"].strip()


def listed(text: str, titles: Titles) -> list[tuple[str, int]] | None:
    """Return a line such as "Heroes: Aragorn, Gimli" as a heading and cards, each with where it begins.

    None for every other line: a heading of a type comes first, and a card that is known behind it.
    """
    found = _LISTED.fullmatch(text) if len(text) <= LONGEST_LINE else None
    above = heading(found["heading"]) if found else None
    if found is None or above is None or not above.kind:
        return None
    cards = [(found["cards"], found.start("cards"))]
    for between in _BETWEEN:
        cards = [part for card in cards for part in _parted(*card, between, titles)]
    known = any(_is_card(card, titles) for card, _ in cards)
    return [(found["heading"], 0), *cards] if known else None


def _parted(text: str, at: int, between: re.Pattern, titles: Titles) -> Iterator[tuple[str, int]]:
    """Yield the parts of a text that is no card, each with where it begins. at: where the text does."""
    start = 0
    for found in () if _is_card(text, titles) else between.finditer(text):
        if found.start() > start:
            yield text[start : found.start()], at + start
        start = found.end()
    if text[start:]:
        yield text[start:], at + start


def _is_card(text: str, titles: Titles) -> bool:
    return titles.knows(split(text, titles)[1])


def summed(text: str) -> dict[str, int] | None:
    """Return what a line such as "3 Heroes, 50 Cards" says: "hero", "card" ... -> number; None for others."""
    if len(text) > LONGEST_LINE or not _SUMMARY.fullmatch(text):
        return None
    return {word.lower().replace("allie", "ally"): number(n) or 0 for n, word in _SUMMED.findall(text)}


def number(digits: str | None) -> int | None:
    """Return a written number, None if there is none; a very long one is only known to be large."""
    return None if digits is None else int(digits[: LONGEST_COUNT + 1])
