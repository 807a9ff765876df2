"""The physical cards of a game: copies of the cards that its data describes."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class PhysicalCard:
    """One physical card. `index` is its number in kernels, `column` its name in run tables.

    copy: 1 to `copies`, the number of copies of the same card that belong together. seat: its owner,
    -1 for a card of no seat; seat_id: the first part of its column's name.
    """

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
