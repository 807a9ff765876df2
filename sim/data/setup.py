"""A scenario made ready to play, in the form that code without knowledge of the game uses."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Setup:
    """A scenario made ready to play.

    tables: the frozen record the kernels read. tables_hash: SHA-256 (hex) of its bytes.
    seats, seat_sides: ids in seat order. switches: every switch, resolved. catalogue: what a report
    needs to know about cards, places and fields; JSON types only. changed: ids of the cards and places in it
    that differ from the printed ones in more than numbers: what was learnt of these does not hold. data: the
    checked data that it was made from, for positions that need other cards. memo: what was worked out of all
    this and is asked for again and again; it stays in this process.
    """

    game: str
    scenario: str
    title: str
    tables: Any  # a record; a recarray of them in a campaign
    tables_hash: str
    seats: tuple[str, ...]
    seat_sides: tuple[str, ...]
    switches: dict[str, object]
    catalogue: dict[str, Any]
    changed: frozenset[str] = frozenset()
    data: Any = field(default=None, repr=False, compare=False)
    memo: dict[Any, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def parts(self) -> list[str]:
        """The quests of a campaign, in their order; none of anything else."""
        quests = [quest["id"] for quest in self.catalogue.get("quests", ())]
        return quests if len(quests) > 1 else []

    @property
    def sides(self) -> list[str]:
        """The sides that have seats, in the game's order, as in reports, else in the order of the seats."""
        seated = list(dict.fromkeys(self.seat_sides))
        named = [side["id"] for side in self.catalogue.get("sides", ())]
        return sorted(seated, key=lambda side: named.index(side) if side in named else len(named))

    def __deepcopy__(self, _memo: object) -> Setup:
        """Return itself: it never changes."""
        return self

    def __getstate__(self) -> dict[str, Any]:
        """Return what is pickled."""
        return self.__dict__ | {"memo": {}}
