"""The parts of a position's statements: words for cards, lasting modifiers, current attacks."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from mazarbul.sim.games.lotr_lcg import ids
from mazarbul.sim.games.lotr_lcg.text.names import Names
from mazarbul.sim.notation.lines import Line, Token
from mazarbul.sim.notation.statements import CardWord

FLAGS = ("exhausted", "committed", "selected", "captive", "face_down", "attacked", "blank", "not_blank")
NUMBERS = ("damage", "resources", "progress")
MARKS = (*FLAGS, *NUMBERS, "shadow", "guard", "owner", "struck")
TEXTLESS = "textless"
#: Zones of players, and those of encounter cards; the cards of other zones are in lists of their own.
PILES = ("hand", "deck", "discard")
PLAYER_ZONES = ("heroes", "allies", "engaged", "on_deck")
SHARED_ZONES = ("staging", "active", "victory", "aside", "loose_shadows")
ENCOUNTER_PILES = ("encounter_deck", "encounter_discard")
_ENCOUNTERED = ("enemy", "location", "treachery", "objective")
#: The types of cards that can be in a zone; zones not named here take any.
KINDS = {
    "heroes": ("hero",),
    "allies": ("ally",),
    "engaged": ("enemy",),
    "on_deck": _ENCOUNTERED,
    "attached": ("attachment", *_ENCOUNTERED),
    "active": ("location",),
    "staging": ("enemy", "location", "objective"),
}


@dataclass
class Item(CardWord):
    """A card word that places a card.

    zone: the statement, "attached" or "shadow". seat: owner of the zone, NONE for shared ones. owner: the
    block the card belongs to. host: the card it is attached or dealt to. flags, numbers: its marks.
    """

    zone: str
    seat: int
    owner: int
    host: Item | None = None
    flags: set[str] = field(default_factory=set)
    numbers: dict[str, int] = field(default_factory=dict)
    struck: list[int] = field(default_factory=list)
    guard: Reference | None = None

    @property
    def id(self) -> str:
        """The id of the card."""
        return self.token.text.partition("#")[0]

    def copies(self, names: Any) -> list[int]:
        """Return the numbers of its owner's cards that the word can mean; raises ScriptError."""
        found = names.find_card(self.line, self.token)
        own = [card for card in found if card // ids.BLOCK == self.owner]
        if not own:
            raise self.line.error(f"{self.token.text} belongs to {_owner_text(names, found[0])}", self.token)
        return own


@dataclass
class Reference:
    """A word for a card that another statement places."""

    line: Line
    token: Token


@dataclass
class Lasting:
    """A lasting modifier. on: a card, the cards of a set in a text, or nothing."""

    code: int
    n: int
    player: int
    until: int
    cards: list[Reference] = field(default_factory=list)
    source: Reference | None = None
    number: int = 1


@dataclass
class Attack:
    """An attack during a window. is_enemys: whether the enemy attacks."""

    is_enemys: bool
    enemy: Reference
    player: int
    strength: int
    others: list[Reference]


def _owner_text(names: Names, card: int) -> str:
    """Return the owner of a card."""
    block = card // ids.BLOCK
    return "the encounter deck" if block == ids.ENCOUNTER else names.seats[block]
