"""Writes decks in the forms that sites and programs read: a plain list, Markdown, a deck file of OCTGN."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from xml.sax.saxutils import escape, quoteattr

from mazarbul.sim.games.lotr_lcg.content.codes import PRODUCT as CORE
from mazarbul.sim.games.lotr_lcg.content.codes import octgn, ringsdb
from mazarbul.sim.games.lotr_lcg.content.deck_lines import COMMENTS, end_of_bullets
from mazarbul.sim.games.lotr_lcg.content.deck_words import heading, split
from mazarbul.sim.games.lotr_lcg.content.schema import Card, Deck
from mazarbul.sim.games.lotr_lcg.content.titles import Titles, plain

HEADINGS = {"hero": "Hero", "ally": "Ally", "attachment": "Attachment", "event": "Event"}
_GAME = "a21af4e8-be4b-4cda-a6b6-534f9717391f"  # of OCTGN
_MARKS = "\\`*_[]<>#"


def write_decklist(deck: Deck, cards: Mapping[str, Card]) -> str:
    """Return a deck as a deck list: heroes, allies, attachments and events, each by name."""
    titles = Titles(cards)
    parts = [_title_line(deck.name, titles)]
    for title, rows in _sections(deck, cards):
        lines = [f"{copies}x {titles.written(card)}" for card, copies in rows]
        parts.append("\n".join([f"{title} ({sum(copies for _, copies in rows)})", *lines]))
    return "\n\n".join(parts) + "\n"


def write_markdown(deck: Deck, cards: Mapping[str, Card]) -> str:
    """Return a deck as Markdown, with links to the cards that RingsDB has."""
    titles = Titles(cards)
    parts = [f"# {_marked(_title_line(deck.name, titles))}"]
    for title, rows in _sections(deck, cards):
        lines = [f"* {copies}x {_linked(cards[card], titles)}" for card, copies in rows]
        parts.append("\n".join([f"## {title} ({sum(copies for _, copies in rows)})", "", *lines]))
    return "\n\n".join(parts) + "\n"


def write_octgn(deck: Deck, cards: Mapping[str, Card]) -> str:
    """Return a deck as a deck file of OCTGN, which DragnCards reads, too. Own cards have their ids there."""
    lines = ['<?xml version="1.0" encoding="utf-8" standalone="yes"?>', f'<deck game="{_GAME}">']
    for title, rows in _sections(deck, cards):
        lines.append(f'  <section name="{title}" shared="False">')
        for card, copies in rows:
            code = quoteattr(_guid(cards[card]) or card)
            name = escape(" ".join(cards[card].name.split()))
            lines.append(f'    <card qty="{copies}" id={code}>{name}</card>')
        lines.append("  </section>")
    return "\n".join([*lines, "</deck>", ""])


#: The forms in which a deck can be written, by their names.
WRITERS: Mapping[str, Callable[[Deck, Mapping[str, Card]], str]] = {
    "text": write_decklist,
    "o8d": write_octgn,
    "markdown": write_markdown,
}


def _sections(deck: Deck, cards: Mapping[str, Card]) -> Iterator[tuple[str, list[tuple[str, int]]]]:
    """Yield the headings of a deck with the cards below each and their copies."""
    for kind, title in HEADINGS.items():
        if kind == "hero":
            rows = [(hero, 1) for hero in deck.heroes]
        else:
            rows = [
                (card, copies) for card, copies in deck.cards.items() if copies and cards[card].type == kind
            ]
        if rows:
            yield title, rows


def _guid(card: Card) -> str | None:
    """Return the GUID of a printed card; None for another."""
    return None if card.number is None or card.product != CORE else octgn(card.number)


def _linked(card: Card, titles: Titles) -> str:
    """Return a card in Markdown: its name, linked if RingsDB has it, and its product."""
    written = titles.written(card.id)
    name = " ".join(card.name.split())
    if card.number is None or card.product != CORE or not written.startswith(name):
        return _marked(written)
    return (
        f"[{_marked(name)}](https://ringsdb.com/card/{ringsdb(card.number)}) _{written[len(name) :].strip()}_"
    )


def _marked(text: str) -> str:
    """Return a text whose signs mean nothing in Markdown."""
    return "".join(f"\\{letter}" if letter in _MARKS else letter for letter in text)


def _title_line(name: str, titles: Titles) -> str:
    """Return a line that reads as the name of a deck."""
    line = " ".join(name.split())
    is_read = line and not line.startswith(COMMENTS) and not end_of_bullets(line)
    found = heading(line)
    if (
        is_read
        and not (found and found.is_certain)
        and split(line, titles)[0] is None
        and line[0] not in "{[<"
    ):
        return line
    return f"Deck {line}" if plain(line) else "Unnamed deck"
