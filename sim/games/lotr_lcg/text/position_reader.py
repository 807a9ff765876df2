"""Reads the statements of a position one by one; card words are matched with cards later.

`position_fit.py` then makes sure that the game has all the cards, and `position_builder.py` makes the state.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from mazarbul.sim.engine.actions import NONE
from mazarbul.sim.games.lotr_lcg import ids
from mazarbul.sim.games.lotr_lcg.content.schema import MOST_POINTS, SEATS
from mazarbul.sim.games.lotr_lcg.frames import FRAME_KINDS
from mazarbul.sim.games.lotr_lcg.text.names import Names
from mazarbul.sim.games.lotr_lcg.text.position_items import (
    ENCOUNTER_PILES,
    FLAGS,
    KINDS,
    MARKS,
    NUMBERS,
    PILES,
    PLAYER_ZONES,
    SHARED_ZONES,
    TEXTLESS,
    Attack,
    Item,
    Lasting,
    Reference,
)
from mazarbul.sim.games.lotr_lcg.text.position_words import (
    ELIMINATIONS,
    MODIFIERS,
    ON_CARDS,
    ON_PLAYER,
    PHASES,
    STEPS,
    TIMES,
    WINDOWS,
)
from mazarbul.sim.notation.lines import MOST, Line, Token
from mazarbul.sim.notation.statements import MOST_COUNTED, StatementReader

MOST_TOKENS = 999
_MOST = {"round": ids.ROUNDS, "vain": ids.SEATS, "random": MOST_COUNTED, "decisions": MOST_COUNTED}


class PositionReader(StatementReader):
    """Collects the statements of a position."""

    names: Names
    frame_kinds = FRAME_KINDS

    def __init__(self, names: Names, seed: int = 1, game: int = 0) -> None:
        super().__init__(names, seed, game)
        if names.data is None:
            raise ValueError("positions need names with the data they were made from")
        self.data = names.data
        self.items: list[Item] = []
        self.points: dict[str, tuple[int, int]] = {}  # phase, halt -> phase, step
        self.stage: Token | None = None
        self.stage_line: Line | None = None
        self.threats: dict[int, int] = {}
        self.mentioned: dict[int, tuple[Line, Token]] = {}  # seats, with their first mention
        self.with_heroes: set[int] = set()
        self.eliminated: dict[int, int] = {}
        self.with_rest: set[int] = set()  # blocks whose unnamed cards are in the deck
        self.acted: dict[int, int] = {}
        self.attack: Attack | None = None
        self.lasting: list[Lasting] = []
        self.later: list[tuple[Reference, int, int, list[Reference]]] = []
        self.used: list[tuple[Reference, int, int, int]] = []
        self.known: dict[tuple[int, int], int] = {}
        self.seen: dict[int, list[Reference]] = {}
        self.noticed: list[int] = []
        self.shuffles: dict[int, int] = {}

    @classmethod
    def statements(cls) -> Mapping[str, Callable]:
        """Return the words that a statement can begin with -> method that reads the rest."""
        return _STATEMENTS

    # Clock and quest --------------------------------------------------------------------------

    def _number(self, line: Line, what: str) -> None:
        most = _MOST.get(what, MOST)
        self.read_number(line, what, most=most)

    def _seat_of(self, line: Line, what: str) -> None:
        if what == "turn" and line.skip("over"):
            self.numbers[what] = NONE
        else:
            self.numbers[what] = self.find_seat(line)

    def _point(self, line: Line, what: str) -> None:
        self.points[what] = read_point(line)

    def _window(self, line: Line, what: str) -> None:
        window = ids.WINDOW_NAMES.index(line.choice("window", ids.WINDOW_NAMES))
        self.numbers[what] = window
        self.points["phase"] = WINDOWS[window]
        if line.peek() in SEATS:
            self.numbers["priority"] = self.find_seat(line)
        if line.skip("passes"):
            self.numbers["passes"] = line.number_of("a number of passes", most=ids.SEATS)

    def _stage(self, line: Line, what: str) -> None:
        self.stage, self.stage_line = line.word("a stage"), line
        if self.stage.text == TEXTLESS and line.peek().isdecimal():
            self.numbers["points"] = line.number_of("quest points", most=MOST_POINTS)
        elif self.stage.text != TEXTLESS and self.stage.text not in self.data.stages:
            raise line.unknown(what, self.stage, [*self.data.stages, TEXTLESS])
        if line.skip("progress"):
            self.numbers["progress"] = line.number_of("progress", most=MOST_TOKENS)

    def _noticed(self, line: Line, _what: str) -> None:
        while not line.is_done:
            self.noticed.append(line.number_of("the number of a text", 1, ids.BLOCK - 1) - 1)

    # Players ------------------------------------------------------------------------------------

    def find_seat(self, line: Line) -> int:
        """Read a seat, which may not take part yet."""
        token = line.word("a player")
        if token.text not in SEATS:
            raise line.unknown("player", token, SEATS)
        seat = SEATS.index(token.text)
        self.mentioned.setdefault(seat, (line, token))
        return seat

    def _threat(self, line: Line, _what: str) -> None:
        seat = self.find_seat(line)
        self.threats[seat] = line.number_of("a threat", most=self.data.scenario.threat_limit)

    def _eliminated(self, line: Line, _what: str) -> None:
        seat = self.find_seat(line)
        self.eliminated[seat] = ELIMINATIONS[line.choice("cause", ELIMINATIONS)]

    def _acted(self, line: Line, _what: str) -> None:
        seat = self.find_seat(line)
        self.acted[seat] = line.number_of("a number of actions")

    # Cards --------------------------------------------------------------------------------------

    def _pile(self, line: Line, what: str) -> None:
        seat = self.find_seat(line)
        line.want(":")
        self._plain_cards(line, what, seat, seat)

    def _encounter_pile(self, line: Line, what: str) -> None:
        line.want(":")
        self._plain_cards(line, what, NONE, ids.ENCOUNTER)

    def _plain_cards(self, line: Line, what: str, seat: int, owner: int) -> None:
        """Read the cards of a pile, from the top."""
        for token in line.words("a card"):
            if token.text == "...":
                if what not in ("deck", "encounter_deck"):
                    raise line.error("'...' is only allowed for the rest of a deck", token)
                self.with_rest.add(owner)
                continue
            self._put(Item(line, token, what, seat, owner))

    def _player_zone(self, line: Line, what: str) -> None:
        seat = self.find_seat(line)
        line.want(":")
        if what == "heroes":
            self.with_heroes.add(seat)
        self._cards(line, what, seat)

    def _shared_zone(self, line: Line, what: str) -> None:
        line.want(":")
        self._cards(line, what, NONE)

    def _cards(self, line: Line, what: str, seat: int) -> None:
        """Read cards with marks and attachments up to the end of the line."""
        while not line.is_done:
            token = line.word("a card")
            item = Item(line, token, what, seat, self._owner(token, what, seat))
            self._put(item)
            self._read_marks(line, item)
            self._check_kind(item)
            if not line.skip("["):
                continue
            while not line.skip("]"):
                token = line.word("an attachment or ']'")
                attached = Item(
                    line, token, "attached", seat, self._owner(token, "attached", seat), host=item
                )
                self._put(attached)
                self._read_marks(line, attached)
                self._check_kind(attached)

    def _put(self, item: Item) -> None:
        """Add a card to the position; its id must be that of a card of this side."""
        if item.id not in self.data.cards and item.id not in self.data.encounter:
            raise item.line.unknown("card", item.token, [*self.data.cards, *self.data.encounter])
        is_encounter = item.owner == ids.ENCOUNTER
        if is_encounter != (item.id in self.data.encounter):
            what = "a player card" if is_encounter else "an encounter card"
            raise item.line.error(f"{item.id} is {what} and cannot be here", item.token)
        self.items.append(item)

    def _check_kind(self, item: Item) -> None:
        """Check that a card is of a type that is allowed in its zone."""
        kind = (self.data.encounter.get(item.id) or self.data.cards[item.id]).type
        wanted = KINDS.get(item.zone, (kind,))
        is_hidden = item.zone == "engaged" and "face_down" in item.flags and item.owner != ids.ENCOUNTER
        if kind not in wanted and not is_hidden:
            text = f"{item.token.text} is of type {kind}; {' or '.join(wanted)} is expected in '{item.zone}'"
            raise item.line.error(text, item.token)
        if item.zone == "active" and any(other.zone == "active" for other in self.items if other is not item):
            raise item.line.error("only one location can be active (LCG-10.1)", item.token)

    def _owner(self, token: Token, what: str, seat: int) -> int:
        """Return the default owner of a card: the zone's player, or else the first player."""
        is_encounter = token.text.partition("#")[0] in self.data.encounter
        if is_encounter or (what in SHARED_ZONES and seat == NONE):
            return ids.ENCOUNTER
        return max(seat, 0)

    def _read_marks(self, line: Line, item: Item) -> None:
        """Read `(exhausted, damage 2)` after a card."""
        if not line.skip("("):
            return
        while not line.skip(")"):
            mark = line.choice("mark of a card", MARKS)
            if mark in FLAGS:
                item.flags.add(mark)
            elif mark in NUMBERS:
                item.numbers[mark] = line.number_of(f"a number after '{mark}'", most=MOST_TOKENS)
            elif mark == "guard":
                item.guard = self._reference(line)
            elif mark == "shadow":
                token = line.word("a card")
                self._put(Item(line, token, "shadow", NONE, ids.ENCOUNTER, host=item))
            elif mark == "struck":
                item.struck.append(self.find_seat(line))
            else:
                item.owner = self.find_seat(line)
            if not line.skip(",") and line.peek() != ")":
                raise line.error("',' or ')' is expected here")

    # Current attack and effects - --------------------------------------------------------------------------

    def _reference(self, line: Line) -> Reference:
        return Reference(line, line.word("a card"))

    def _references(self, line: Line) -> list[Reference]:
        """Read cards after a colon up to the end of the line."""
        line.want(":")
        return [Reference(line, token) for token in line.words("a card")]

    def _attack(self, line: Line, what: str) -> None:
        enemy = self._reference(line)
        line.want("on" if what == "attack" else "by")
        seat, strength = self.find_seat(line), 0
        if what == "strike" and line.skip("strength"):
            strength = line.number_of("a strength", most=MOST_TOKENS)
        self.attack = Attack(what == "attack", enemy, seat, strength, self._references(line))

    def _lasting(self, line: Line, _what: str) -> None:
        word = line.choice("modifier", MODIFIERS)
        code, has_number, on = MODIFIERS[word]
        n = line.number_of("a number", -MOST_POINTS, MOST_POINTS) if has_number else 1
        found = Lasting(code, n, NONE, NONE)
        if on == ON_PLAYER or line.peek() in SEATS:
            found.player = self.find_seat(line)
        line.want("until")
        found.until = TIMES[line.choice("time", TIMES)]
        if on == ON_CARDS and line.skip("cards_of"):
            found.source = self._reference(line)
            if not line.is_done:
                found.number = line.number_of("the number of a set", 1)
        elif on == ON_CARDS:
            found.cards = self._references(line)
        self.lasting.append(found)

    def _later(self, line: Line, _what: str) -> None:
        source, number = self._reference(line), 1
        if line.peek().isdecimal():
            number = line.number_of("the number of a text", 1)
        seat = self.find_seat(line)
        self.later.append((source, number, seat, self._references(line)))

    def _used(self, line: Line, _what: str) -> None:
        source, seat, times = self._reference(line), NONE, 1
        number = line.number_of("the number of a text", 1)
        if line.skip("by"):
            seat = self.find_seat(line)
        if line.skip("times"):
            times = line.number_of("a number of uses")
        self.used.append((source, number, seat, times))

    def _knows(self, line: Line, _what: str) -> None:
        seat = self.find_seat(line)
        block = ids.ENCOUNTER if line.choice("deck", ("deck", "encounter_deck")) != "deck" else None
        block = self.find_seat(line) if block is None else block
        self.known[seat, block] = line.number_of("a number of cards", most=ids.BLOCK)

    def _seen(self, line: Line, _what: str) -> None:
        seat = self.find_seat(line)
        self.seen.setdefault(seat, []).extend(self._references(line))

    def _shuffles(self, line: Line, _what: str) -> None:
        block = ids.ENCOUNTER if line.skip("encounter_deck") else self.find_seat(line)
        self.shuffles[block] = line.number_of("a number of shuffles")


def read_point(line: Line) -> tuple[int, int]:
    """Read a phase and, if given, its next step; return phase and step. Raises ScriptError."""
    phase = PHASES[line.choice("phase", PHASES)]
    steps = STEPS[phase]
    return phase, steps[line.choice("step", steps)] if not line.is_done else 0


_STATEMENTS = {
    "round": PositionReader._number,
    "first": PositionReader._seat_of,
    "phase": PositionReader._point,
    "window": PositionReader._window,
    "halt": PositionReader._point,
    "turn": PositionReader._seat_of,
    "turns_from": PositionReader._seat_of,
    "vain": PositionReader._number,
    "acted": PositionReader._acted,
    "stage": PositionReader._stage,
    "noticed": PositionReader._noticed,
    "threat": PositionReader._threat,
    "eliminated": PositionReader._eliminated,
    "allies_played": PositionReader._number,
    **dict.fromkeys(PILES, PositionReader._pile),
    **dict.fromkeys(PLAYER_ZONES, PositionReader._player_zone),
    **dict.fromkeys(SHARED_ZONES, PositionReader._shared_zone),
    **dict.fromkeys(ENCOUNTER_PILES, PositionReader._encounter_pile),
    "attack": PositionReader._attack,
    "strike": PositionReader._attack,
    "lasting": PositionReader._lasting,
    "later": PositionReader._later,
    "used": PositionReader._used,
    "knows": PositionReader._knows,
    "seen": PositionReader._seen,
    "shuffles": PositionReader._shuffles,
    "random": PositionReader._number,
    "decisions": PositionReader._number,
    "luck": PositionReader.read_luck,
    "also": PositionReader.read_also,
    "sealed": PositionReader.read_seal,
}
