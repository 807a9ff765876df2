"""The numbers of physical cards: which bit of its side's masks each one is."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

from sim.games.card_game import ids
from sim.games.card_game import vocabulary as words
from sim.games.card_game.schema import GameData


@dataclass(frozen=True)
class PhysicalCard:
    """One physical card. `index` is the kernels' number of it, `column` its name in run tables."""

    index: int
    id: str
    copy: int
    copies: int
    seat: int
    seat_id: str

    @property
    def text(self) -> str:
        """Name in actions and scripts: the card's id, with `#copy` where there are several."""
        return f"{self.id}#{self.copy}" if self.copies > 1 else self.id

    @property
    def column(self) -> str:
        """Name of the card's column in the cards table of a run."""
        suffix = f"#{self.copy}" if self.copy > 1 else ""
        return f"{self.seat_id}/{self.id}{suffix}"


def stable_key(name: str) -> int:
    """Return a non-negative 62-bit hash of a name, the same on every machine."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big") >> 2


def number_cards(data: GameData) -> tuple[PhysicalCard, ...]:
    """Number the physical cards: side by side, seat by seat, in the order of the data files."""
    found = []
    n = [0, 0]
    for seat, row in enumerate(data.scenario.seats):
        side = words.SIDES.index(row.side)
        deck = data.decks[row.id]
        for name in data.cards:
            for copy in range(1, deck.get(name, 0) + 1):
                index = side * ids.SIDE_CARDS + n[side]
                found.append(PhysicalCard(index, name, copy, deck[name], seat, row.id))
                n[side] += 1
    return tuple(sorted(found, key=lambda card: card.index))


def mask_of(members: Iterable[int]) -> int:
    """Return the mask of the given bit numbers."""
    mask = 0
    for i in members:
        mask |= 1 << int(i)
    return mask


def members_of(mask: int) -> list[int]:
    """Return the bit numbers of a mask."""
    return [i for i in range(64) if mask >> i & 1]
