"""The codes of printed cards: of RingsDB ("01073") and of OCTGN and DragnCards (a GUID that ends in "073").

Both are made from the product and the card's number in it. Cards of the core set are known.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Protocol, TypeVar

PRODUCT = "Core Set"
_RINGSDB, _OCTGN = "01", "51223bd0-ffd1-11df-a976-0801200c9"
_IN_RINGSDB = re.compile(rf"{_RINGSDB}(\d{{3}})")
_IN_OCTGN = re.compile(rf"{_OCTGN}(\d{{3}})")
_ANY = re.compile(r"\d{5,6}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


class Numbered(Protocol):
    """A printed card or quest card."""

    @property
    def number(self) -> int | None:
        """Its number in the core set."""


N = TypeVar("N", bound=Numbered)


def number_of(code: str) -> int | None:
    """Return the number in the core set of the card with a code; None for other codes."""
    code = code.strip().lower()
    found = _IN_RINGSDB.fullmatch(code) or _IN_OCTGN.fullmatch(code)
    return None if found is None else int(found[1])


def is_code(text: str) -> bool:
    """Return whether a text is a code of some card, of whatever product."""
    return _ANY.fullmatch(text.strip().lower()) is not None


def by_number(cards: Mapping[str, N]) -> dict[int, str]:
    """Return number -> id of the cards of the core set."""
    return {
        card.number: name
        for name, card in cards.items()
        if card.number is not None and getattr(card, "product", PRODUCT) == PRODUCT
    }


def octgn(number: int) -> str:
    """Return the GUID of a card of the core set."""
    return f"{_OCTGN}{number:03d}"


def ringsdb(number: int) -> str:
    """Return the code of a card of the core set in RingsDB."""
    return f"{_RINGSDB}{number:03d}"
