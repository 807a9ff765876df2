"""The names of cards as people write them: with or without accents, punctuation, capitals, product."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Mapping

from mazarbul.sim.games.lotr_lcg.content.codes import by_number, number_of
from mazarbul.sim.games.lotr_lcg.content.schema import Card

_PRODUCT = re.compile(r"(?P<name>.*\S)\s*[(\[](?P<product>[^()\[\]]*)[)\]]")
_DIGITS = "0123456789"
_LONGEST_GUESS = 80


class Titles:
    """Finds cards by name. cards: id -> card, all that are known."""

    def __init__(self, cards: Mapping[str, Card]) -> None:
        self.cards = cards
        self._by_number = by_number(cards)
        self._by_name: dict[str, list[str]] = {}
        for card_id, card in cards.items():
            for name in {plain(card.name), plain(card_id)} - {""}:
                self._by_name.setdefault(name, []).append(card_id)

    def knows(self, name: str, kind: str = "") -> bool:
        """Whether a card of that type ("" for any) has that name; a product in brackets may follow."""
        return any(kind in ("", self.cards[card].type) for card in self._called(name)[0])

    def find(self, name: str, kind: str = "", *, prefers_hero: bool = False) -> str:
        """Return the id of the one card with a known name.

        kind: its type, "" for any. prefers_hero: take the hero if it could be several.
        Raises ValueError with the reason if no card of that type has that name, or several have.
        """
        called, product = self._called(name)
        found = [card for card in called if kind in ("", self.cards[card].type)]
        if not found:
            raise ValueError(f"'{name}' is listed under {_SOME[kind]}, but is {self._types(called)}")
        found = self._from(found, product, name)
        heroes = [card for card in found if self.cards[card].type == "hero"]
        if prefers_hero and len(heroes) == 1:
            return heroes[0]
        if len(found) > 1 and name in found:
            return name
        if len(found) > 1:
            raise ValueError(f"'{name}' may be {' or '.join(found)}; write one of these")
        return found[0]

    def of_code(self, code: str) -> str | None:
        """Return the id of the card with a code of RingsDB or OCTGN, or with that id; None for others."""
        if code in self.cards:
            return code
        number = number_of(code)
        return None if number is None else self._by_number.get(number)

    def near(self, name: str) -> list[str]:
        """Return up to three names of cards that `name` may be a misspelling of, the nearest first."""
        word = plain(_without_product(name)[0])[:_LONGEST_GUESS]
        near = difflib.get_close_matches(word, self._by_name, n=3, cutoff=0.7)
        return list(dict.fromkeys(self.cards[self._by_name[plain_name][0]].name for plain_name in near))

    def is_meant(self, text: str) -> bool:
        """Whether a text seems to name a card: it is similar to a name, or begins with one."""
        start = plain(text)
        return bool(self.near(text)) or any(start.startswith(name) for name in self._by_name)

    def written(self, card: str) -> str:
        """Return a card's name and product, or its id if the name would not be read as this card."""
        name = " ".join(self.cards[card].name.split())
        if self.cards[card].product:
            name += f" ({self.cards[card].product})"
        try:
            is_read = self.knows(name) and self.find(name, self.cards[card].type) == card
        except ValueError:
            is_read = False
        return name if is_read else card

    def _called(self, name: str) -> tuple[list[str], str]:
        """Return the cards with that name, and the product that had to be removed to find them."""
        called = self._by_name.get(plain(name), [])
        if called:
            return called, ""
        name, product = _without_product(name)
        return self._by_name.get(plain(name), []), product

    def _from(self, found: list[str], product: str, name: str) -> list[str]:
        """Return the cards of a product, or those without one; raises ValueError if all are of others."""
        word = plain(product)
        if not word:
            return found
        same = [card for card in found if _is_same(word, plain(self.cards[card].product))]
        same = same or [card for card in found if not self.cards[card].product]
        if not same:
            known = " and ".join(dict.fromkeys(self.cards[card].product for card in found))
            only = _without_product(name)[0]
            raise ValueError(f"'{only}' is from {known}, not from {product}; leave the product out")
        return same

    def _types(self, cards: list[str]) -> str:
        kinds = dict.fromkeys(self.cards[card].type for card in cards)
        return " or ".join(f"an {kind}" if kind[0] in "ae" else f"a {kind}" for kind in kinds)


_SOME = {"hero": "heroes", "ally": "allies", "attachment": "attachments", "event": "events"}


def plain(name: str) -> str:
    """Return the letters and digits of a name, small and without accents."""
    letters = unicodedata.normalize("NFKD", name).casefold()
    return "".join(letter for letter in unicodedata.normalize("NFKD", letters) if letter.isalnum())


def id_of(name: str) -> str:
    """Return an id made from a name: small letters, digits and underscores, a letter first."""
    words = re.findall(
        r"[a-z0-9]+", unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    )
    joined = "_".join(words)
    return joined if joined[:1].isalpha() else f"deck_{joined}".rstrip("_")


def _without_product(name: str) -> tuple[str, str]:
    """Return a name without the brackets at its end, and their content."""
    found = _PRODUCT.fullmatch(name)
    if found is None:
        return name, ""
    product = found["product"].strip()
    bare = product.rstrip(_DIGITS)  # without the number of the card in its product
    return found["name"], bare.removesuffix("#").rstrip(", ") if bare and bare != product else product


def _is_same(written: str, known: str) -> bool:
    """Whether two products are the same except for words such as "revised"."""
    return bool(known) and (written in known or known in written)
