"""The names of a setup's places, Nations, figures, pieces, tiles and dice, besides its cards and seats."""

from __future__ import annotations

from collections.abc import Iterable

from mazarbul.sim.data.setup import Setup
from mazarbul.sim.games.board_game import ids
from mazarbul.sim.games.board_game.content.ground import box_of
from mazarbul.sim.notation import names
from mazarbul.sim.notation.lines import Line, Token

REARGUARD, PART, MOVED = "rearguard", "part", "moved"
"""The working stands; `moved1` is the first of several."""
#: The letters of pieces in positions, as in `3R 1E`.
LETTERS = "RELN"


class Names(names.Names):
    """The names of one setup, both ways.

    regions, figures, kinds (of tiles), tactics: ids by number. stands: of all stands, a box as
    `minas_tirith_box`. tiles: of physical tiles, with `#number` if a kind has several. pieces: as
    `gondor regular`.
    """

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        catalogue = setup.catalogue
        self.regions = _ids(catalogue["regions"])
        self.strongholds = _ids(catalogue["strongholds"])
        self.stands = [""] * ids.STANDS
        self.stands[: len(self.regions)] = self.regions
        boxes = [box_of(name) for name in self.strongholds]
        self.stands[ids.BOX : ids.BOX + len(boxes)] = boxes
        self.stands[ids.REARGUARD], self.stands[ids.PART] = REARGUARD, PART
        self.stands[ids.MOVED :] = [f"{MOVED}{i + 1}" for i in range(ids.MOVES)]
        self.kinds = _ids(catalogue["tiles"])
        self.tiles = _copies(catalogue["tiles"])
        self.tactics = _ids(catalogue["tactics"])
        self.pieces = [f"{nation} {piece}" for nation in ids.NATIONS for piece in ids.PIECES]

    # Numbers of words ---------------------------------------------------------------------------

    def find_region(self, line: Line, token: Token) -> int:
        """Return the number of a region; raises ScriptError."""
        return find(line, token, "region", self.regions)

    def find_stand(self, line: Line, token: Token) -> int:
        """Return the number of a field, box or working stand; raises ScriptError."""
        if token.text not in self.stands:
            raise line.unknown("field or box", token, filter(None, self.stands))
        return self.stands.index(token.text)

    def find_nation(self, line: Line, token: Token) -> int:
        """Return the number of a Nation; raises ScriptError."""
        return find(line, token, "nation", ids.NATIONS)

    def find_figure(self, line: Line, token: Token) -> int:
        """Return the number of a Character; raises ScriptError."""
        return find(line, token, "figure", ids.FIGURES)

    def find_tile(self, line: Line, token: Token) -> list[int]:
        """Return the physical tiles that a word can mean: one, or all of a kind; raises ScriptError."""
        if token.text in self.tiles:
            return [self.tiles.index(token.text)]
        found = [i for i, name in enumerate(self.tiles) if name.partition("#")[0] == token.text]
        if found:
            return found
        kind, sign, number = token.text.partition("#")
        if sign and kind in self.kinds:
            n = sum(name.partition("#")[0] == kind for name in self.tiles)
            raise line.error(f"there is no copy '{number}' of {kind}; this game has {n}", token)
        raise line.unknown("tile", token, self.kinds)

    def find_tactic(self, line: Line, token: Token) -> list[int]:
        """Return the cards that a word can mean as Combat cards: one card, or all with a tactic."""
        if token.text in self.tactics:
            number = self.tactics.index(token.text)
            return [card for card in self.cards if self.tables.tactic[card] == number]
        if token.text not in self.copies:
            raise line.unknown("card or tactic", token, (*self.copies, *self.tactics))
        return self.find_card(line, token)

    # Printed names ------------------------------------------------------------------------------

    def printed(self, family: str, number: int) -> str:
        """Return the printed name of a thing of a family of the catalogue, such as `regions`."""
        return str(self.setup.catalogue[family][number]["name"])

    def place(self, stand: int) -> str:
        """Return where a stand is, for people: `Minas Tirith`, or `the Stronghold of Minas Tirith`."""
        if ids.BOX <= stand < ids.BOX + len(self.strongholds):
            region = self.regions.index(self.strongholds[stand - ids.BOX])
            return f"the Stronghold of {self.printed('regions', region)}"
        return self.printed("regions", stand) if stand < ids.BOX else self.stands[stand]


def find(line: Line, token: Token, kind: str, known: Iterable[str]) -> int:
    """Return the number of a word among `known`; raises ScriptError, with `kind` in its message."""
    words = list(known)
    if token.text not in words:
        raise line.unknown(kind, token, words)
    return words.index(token.text)


def _ids(rows: Iterable[dict]) -> list[str]:
    return [row["id"] for row in rows]


def _copies(rows: Iterable[dict]) -> list[str]:
    """Return the names of physical tiles in the order of their numbers."""
    return [
        f"{row['id']}#{i + 1}" if row["copies"] > 1 else row["id"]
        for row in rows
        for i in range(row["copies"])
    ]
