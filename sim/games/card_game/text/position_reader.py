"""Reads a position: first its statements; then its cards are placed and the state is filled."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from mazarbul.sim.effects import codes
from mazarbul.sim.engine.bits import mask_of
from mazarbul.sim.engine.declared import spelled
from mazarbul.sim.games.card_game import ids
from mazarbul.sim.games.card_game.content import columns
from mazarbul.sim.games.card_game.content import vocabulary as words
from mazarbul.sim.games.card_game.frames import FRAME_KINDS
from mazarbul.sim.games.card_game.text.names import Names
from mazarbul.sim.notation.lines import Line, Token
from mazarbul.sim.notation.statements import MOST_COUNTED, CardWord, StatementReader

PILES = spelled(ids.IN, "deck", "hand", "cycle_pile", "eliminated")
PHASES = {name: i for name, i in spelled(ids.PHASE).items() if i not in (ids.PHASE.SETUP, ids.PHASE.OVER)}
MOST_TOKENS = 99
REST = ("deck", "cycle_pile", "eliminated")


@dataclass
class Item(CardWord):
    """A card word of a position: the card's zone, its marks, and its wielder if it is an item."""

    zone: int
    seat: int | None  # owner of the zone; None for a location
    fresh: bool = False
    attack: int = 0
    defense: int = 0
    wielder: Item | None = None


class PositionReader(StatementReader):
    """Collects the statements of a position; `position_builder.build_state` makes a state of them."""

    names: Names
    frame_kinds = FRAME_KINDS

    def __init__(self, names: Names, seed: int = 1, game: int = 0) -> None:
        super().__init__(names, seed, game)
        self.items: list[Item] = []
        self.masks: dict[str, int] = {}
        self.locations: dict[int, str] = {}  # place -> where it is
        self.active: dict[int, tuple[bool, int, int]] = {}  # place -> bare, attack, defense
        self.areas: dict[int, int] = {}  # place -> side
        self.rest: dict[int, str] = {}
        self.lists: dict[str, list[tuple[Line, Token]]] = {}
        self.shuffles: dict[str, int] = {}
        self.facts: list[tuple[str, int, int]] = []

    @classmethod
    def statements(cls) -> Mapping[str, Callable]:
        """Return the words that a statement can begin with -> method that reads the rest."""
        return _STATEMENTS

    # Statements -------------------------------------------------------------------------------

    def _number(self, line: Line, what: str) -> None:
        most = {"round": ids.ROUNDS - 1, "last_path": ids.ROUNDS - 1}.get(what, 10_000)
        self.read_number(line, what, 1 if what == "round" else 0, most)

    def _slot(self, line: Line, what: str) -> None:
        self.numbers[what] = self.names.find_slot(line, line.word("a seat"))

    def _phase(self, line: Line, what: str) -> None:
        self.numbers[what] = PHASES[line.choice("phase", PHASES)]

    def _slots(self, line: Line, what: str) -> None:
        line.want(":")
        slots = [self.names.find_slot(line, token) for token in line.words("a seat")]
        self.masks[what] = self.masks.get(what, 0) | mask_of(slots)

    def _seats(self, line: Line, what: str) -> None:
        line.want(":")
        seats = [self.names.find_seat(line, token) for token in line.words("a seat")]
        self.masks[what] = self.masks.get(what, 0) | mask_of(seats)

    def _pile(self, line: Line, what: str) -> None:
        seat = self.names.find_seat(line, line.word("a seat"))
        line.want(":")
        for token in line.words("a card"):
            if token.text == "...":
                if what != "deck":
                    raise line.error("'...' is only allowed for the rest of a deck; see also 'rest'", token)
                continue
            self.items.append(Item(line, token, PILES[what], seat))

    def _reserve(self, line: Line, _what: str) -> None:
        seat = self.names.find_seat(line, line.word("a seat"))
        line.want(":")
        self._cards_in_play(line, ids.IN.RESERVE, seat)

    def _location(self, line: Line, what: str) -> None:
        token = line.word(f"a {what}")
        place = self.names.find_place(line, token)
        if (place >= ids.BATTLEGROUNDS) != (what == "path"):
            raise line.error(f"{token.text} is not a {what}", token)
        if what == "path" and any(other >= ids.BATTLEGROUNDS for other in self.active):
            raise line.error("only one path can be active", token)
        self._locate(line, token, place, "active")
        bare, attack, defense = False, 0, 0
        while not line.is_done and line.peek() != ":":
            mark = line.choice("mark of a location", ("bare", "attack", "defense", ":"))
            if mark == "bare":
                bare = True
            elif mark == "attack":
                attack = line.number_of("a number of tokens", most=MOST_TOKENS)
            else:
                defense = line.number_of("a number of tokens", most=MOST_TOKENS)
        self.active[place] = (bare, attack, defense)
        if line.skip(":"):
            self._cards_in_play(line, ids.IN.PATH if what == "path" else ids.IN.BATTLEGROUND + place, None)

    def _area(self, line: Line, _what: str) -> None:
        side = self.names.find_side(line, line.word("a side"))
        line.want(":")
        for token in line.words("a location"):
            place = self.names.find_place(line, token)
            self._locate(line, token, place, f"in area {self.names.sides[side]}")
            self.areas[place] = side

    def _path_deck(self, line: Line, what: str) -> None:
        line.want(":")
        self.masks.setdefault(what, 0)
        for token in line.words("a path"):
            place = self.names.find_place(line, token)
            if place < ids.BATTLEGROUNDS:
                raise line.error(f"{token.text} is not a path", token)
            self._locate(line, token, place, "in the path deck")
            self.masks[what] |= 1 << place - ids.BATTLEGROUNDS

    def _rest(self, line: Line, _what: str) -> None:
        seats: Iterable[int] = range(len(self.names.seats))
        if line.peek() in self.names.seats:
            seats = [self.names.find_seat(line, line.word("a seat"))]
        where = line.choice("pile", REST)
        self.rest.update(dict.fromkeys(seats, where))

    def _list(self, line: Line, what: str) -> None:
        line.want(":")
        for token in line.words("a card"):
            self.names.find_card(line, token)
            self.lists.setdefault(what, []).append((line, token))

    def _fact(self, line: Line, what: str) -> None:
        card = self._one_card(line, line.word("a card"))
        if what == "remembered":
            self.facts.append((what, card, line.number_of("a number", most=MOST_TOKENS)))
        else:
            self.facts.append((what, card, self.names.find_place(line, line.word("a battleground"))))

    def _grant(self, line: Line, what: str) -> None:
        token = line.word("a card")
        if token.text in self.names.place_index:
            source = ids.PLACE_SOURCE + self.names.place_index[token.text]
        else:
            source = self._one_card(line, token)
        found = grants_of(self.t, source)
        if not found:
            raise line.error(f"the text of {token.text} does not grant anything", token)
        if line.is_done:
            self.facts += [(what, source, modifier) for modifier in found]
            return
        n = line.number_of(f"the number of a permission of {token.text}", 1, len(found))
        self.facts.append((what, source, found[n - 1]))

    def _shuffles(self, line: Line, _what: str) -> None:
        name = line.choice("seat or side", (*self.names.seats, *self.names.sides))
        self.shuffles[name] = line.number_of("a number of shuffles")

    def _counted(self, line: Line, _what: str) -> None:
        for word in ("turns", "decisions"):
            self.numbers[word] = line.number_of(f"a number of {word}", most=MOST_COUNTED)
            line.want(word)

    # Parts of statements ----------------------------------------------------------------------

    def _locate(self, line: Line, token: Token, place: int, where: str) -> None:
        """Note where a location is; it can only be in one place."""
        if place in self.locations:
            raise line.error(f"{token.text} is already {self.locations[place]}", token)
        self.locations[place] = where

    def _one_card(self, line: Line, token: Token) -> int:
        """Return a single card named outside the zones."""
        found = self.names.find_card(line, token)
        return found[0]

    def _cards_in_play(self, line: Line, zone: int, seat: int | None) -> None:
        """Read cards with marks and items up to the end of the line."""
        while not line.is_done:
            item = Item(line, line.word("a card"), zone, seat)
            self._read_marks(line, item)
            self.items.append(item)
            if not line.skip("["):
                continue
            while not line.skip("]"):
                carried = Item(line, line.word("an item or ']'"), ids.IN.WIELDER, None, wielder=item)
                self._read_marks(line, carried)
                self.items.append(carried)

    def _read_marks(self, line: Line, item: Item) -> None:
        """Read `(fresh, attack 1, defense 2)` after a card."""
        if not line.skip("("):
            return
        while not line.skip(")"):
            mark = line.choice("mark of a card", ("fresh", "attack", "defense"))
            if mark == "fresh":
                item.fresh = True
            elif mark == "attack":
                item.attack = line.number_of("a number of tokens", most=MOST_TOKENS)
            else:
                item.defense = line.number_of("a number of tokens", most=MOST_TOKENS)
            if not line.skip(",") and line.peek() != ")":
                raise line.error("',' or ')' is expected here")


def grants_of(t: np.record, source: int) -> list[int]:
    """Return the modifiers that the texts of a card or location can grant, in the order of their rows."""
    found = []
    first = int(t.effect_first[source])
    for effect in t.effects[first : first + int(t.effect_n[source])]:
        row = int(effect.do)
        if effect.on == ids.ON.STATIC or row == ids.NONE:
            continue
        while t.rows[row, codes.CODE] != codes.END:
            if t.rows[row, codes.CODE] == words.OPERATION.GRANT:
                end = int(t.rows[row, columns.BLOCK.END])
                found += [int(t.grant_row[i]) for i in range(row + 1, end)]
                row = end
            else:
                row += 1
    return found


_STATEMENTS = {
    "round": PositionReader._number,
    "start": PositionReader._slot,
    "turn": PositionReader._slot,
    "phase": PositionReader._phase,
    "halt": PositionReader._phase,
    "passed": PositionReader._slots,
    "corruption": PositionReader._number,
    "ring": PositionReader._seats,
    "path": PositionReader._location,
    "last_path": PositionReader._number,
    "resolved": PositionReader._number,
    "battleground": PositionReader._location,
    "area": PositionReader._area,
    "path_deck": PositionReader._path_deck,
    "hand": PositionReader._pile,
    "reserve": PositionReader._reserve,
    "deck": PositionReader._pile,
    "cycle_pile": PositionReader._pile,
    "eliminated": PositionReader._pile,
    "rest": PositionReader._rest,
    "played": PositionReader._list,
    "used": PositionReader._list,
    "gone": PositionReader._list,
    "remembered": PositionReader._fact,
    "activated": PositionReader._fact,
    "grant": PositionReader._grant,
    "shuffles": PositionReader._shuffles,
    "counted": PositionReader._counted,
    "luck": PositionReader.read_luck,
    "also": PositionReader.read_also,
    "sealed": PositionReader.read_seal,
}
