"""Reads the statements of a position one by one; `position_builder.py` makes the state of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from mazarbul.sim.engine.actions import NONE
from mazarbul.sim.games.board_game import ids
from mazarbul.sim.games.board_game.content.schema import MOST_RINGS, MOST_STEPS
from mazarbul.sim.games.board_game.frames import FRAME_KINDS
from mazarbul.sim.games.board_game.text.names import MOVED, PART, REARGUARD, Names, find
from mazarbul.sim.games.board_game.text.position_items import (
    Counted,
    Head,
    Placed,
    read_counts,
    read_figures,
)
from mazarbul.sim.games.board_game.text.position_words import (
    ACTIVE,
    AT_WAR,
    HIDDEN,
    MORDOR,
    NUMBERS,
    ONCE,
    PASSIVE,
    PHASES,
    REST,
    REVEALED,
    STEPS,
    TILES,
    ZONES,
)
from mazarbul.sim.notation.lines import Line, Token
from mazarbul.sim.notation.statements import MOST_COUNTED, StatementReader

MOST_TURN = 999
_MOST = {"turn": MOST_TURN, "decisions": MOST_COUNTED}
LISTS = (PART, REARGUARD)  # statements for working stands; those of `moved` have a number and a place


class PositionReader(StatementReader):
    """Collects the statements of a position."""

    names: Names
    frame_kinds = FRAME_KINDS

    def __init__(self, names: Names, seed: int = 1, game: int = 0) -> None:
        super().__init__(names, seed, game)
        self.begins_at_start = False
        self.point: tuple[int, int] | None = None  # phase, step
        self.counted: list[Counted] = []
        self.placed: list[Placed] = []
        self.heads: dict[int, Head] = {}  # stands that are named
        self.moved_at: dict[int, int] = {}
        self.steps: dict[int, int] = {}
        self.is_active: dict[int, bool] = {}
        self.politics: dict[int, Head] = {}
        self.captured: dict[int, tuple[int, Line, Token]] = {}
        self.takers: dict[int, int] = {}  # region -> seat that captured it
        self.bearers: int | None = None  # region, NONE in Mordor
        self.is_hidden = True
        self.guide: tuple[int, Line, Token] | None = None
        self.has_members = False
        self.guided: list[int] | None = None
        self.way: list[int] = []
        self.tiles: dict[str, list[int]] = {}
        self.tile_places: dict[int, tuple[str, Line, Token]] = {}
        self.has_rest_of_tiles = False
        self.dice: dict[int, list[int]] = {}
        self.of_sides: dict[tuple[str, int], int] = {}  # numbers by statement and side
        self.done = 0
        self.seats: dict[str, dict[int, int]] = {"next": {}, "leads": {}}  # statement -> side -> seat
        self.used = [(0, ids.NONE)] * ids.SIDE_N  # by side: Nations, the stand of their Army
        self.fought: dict[int, int] = {}
        self.cards: dict[int, tuple[int, int, Line, Token]] = {}  # card -> zone, seat, its word
        self.face_down = [0] * ids.SEATS  # by seat: set of cards
        self.piles: dict[int, list[int]] = {}
        self.with_rest: set[int] = set()

    @classmethod
    def statements(cls) -> Mapping[str, Callable]:
        """Return the words that a statement can begin with -> method that reads the rest."""
        return _STATEMENTS

    # Clock --------------------------------------------------------------------------------------

    def _number(self, line: Line, what: str) -> None:
        self.read_number(line, what, most=_MOST.get(what, ids.MOST_A_TURN - 1))

    def _phase(self, line: Line, _what: str) -> None:
        phase = PHASES[line.choice("phase", PHASES)]
        steps = STEPS[phase]
        step = line.choice("step", steps) if not line.is_done else next(iter(steps))
        self.point = phase, steps[step]

    def _halt(self, line: Line, what: str) -> None:
        self.numbers[what] = PHASES[line.choice("phase", PHASES)]

    def _acts(self, line: Line, what: str) -> None:
        self.numbers[what] = self.find_side(line)

    def _seats(self, line: Line, what: str) -> None:
        """Read a seat for each side, or for one."""
        line.want(":")
        for token in line.words("a seat"):
            seat = self.names.find_seat(line, token)
            side = int(self.t.seat_side[seat])
            if side in self.seats[what]:
                raise line.error(f"there is already a seat of {self.names.sides[side]}", token)
            self.seats[what][side] = seat

    def _done(self, line: Line, _what: str) -> None:
        line.want(":")
        for token in line.words("a mark"):
            if token.text not in ONCE:
                raise line.unknown("mark of a turn", token, ONCE)
            self.done |= ONCE[token.text]

    def _used(self, line: Line, _what: str) -> None:
        """Read what the last action of a side used (BG-18.9)."""
        side = self.find_side(line)
        line.want(":")
        nations, stand = 0, ids.NONE
        for token in line.words("a nation, field or box"):
            if token.text in ids.NATIONS:
                nations |= 1 << self.names.find_nation(line, token)
            else:
                stand = self.names.find_stand(line, token)
        self.used[side] = nations, stand

    def _fought(self, line: Line, _what: str) -> None:
        region = self.find_region(line)
        self.fought[region] = line.number_of("a number of battles", 1, ids.MOST_A_TURN - 1)

    def find_side(self, line: Line) -> int:
        """Read a side."""
        return self.names.find_side(line, line.word("a side"))

    def find_region(self, line: Line) -> int:
        """Read a region."""
        return self.names.find_region(line, line.word("a region"))

    # Figures ------------------------------------------------------------------------------------

    def _start(self, _line: Line, _what: str) -> None:
        self.begins_at_start = True

    def _field(self, line: Line, _what: str) -> None:
        token = line.word("a region")
        self._figures(line, token, self.names.find_region(line, token))

    def _box(self, line: Line, _what: str) -> None:
        token = line.word("a Stronghold")
        self._figures(line, token, ids.BOX + find(line, token, "Stronghold", self.names.strongholds))

    def _list(self, line: Line, what: str) -> None:
        stand = self.names.stands.index(what)
        self._figures(line, line.tokens[0], stand)

    def _moved(self, line: Line, _what: str) -> None:
        number = line.number_of("the number of a move", 1, ids.MOVES) - 1
        token = line.word("a field or box")
        self.moved_at[number] = self.names.find_stand(line, token)
        self._figures(line, token, ids.MOVED + number)

    def _figures(self, line: Line, token: Token, stand: int) -> None:
        """Read the figures at a stand; its statements add up."""
        line.want(":")
        self.heads.setdefault(stand, Head(line, token))
        counted, placed = read_figures(self.names, line, stand)
        self.counted += counted
        for each in placed:
            self._place(each)

    def _place(self, each: Placed) -> None:
        """Put a Character where a word says; lists of moves name those who stand elsewhere again."""
        for other in self.placed:
            if other.figure == each.figure and is_list(other.where) == is_list(each.where):
                if is_list(each.where) and other.where != each.where:
                    continue
                where = f"line {other.line.number}" if other.line.number else "this position"
                raise each.line.error(f"{each.token.text} is already placed, see {where}", each.token)
        self.placed.append(each)

    def _casualties(self, line: Line, _what: str) -> None:
        token = line.word("a nation")
        nation = self.names.find_nation(line, token)
        if nation >= ids.FREE_NATIONS:
            raise line.error(f"what {token.text} loses returns to its pool (BG-1.13)", token)
        self.counted += read_counts(self.names, line, NONE, nation)

    def _away(self, line: Line, what: str) -> None:
        """Read who is in the Fellowship, or gone for good."""
        line.want(":")
        self.has_members |= what == "members"
        where = ids.AWAY.FELLOWSHIP if what == "members" else ids.AWAY.DEAD
        for token in line.words("a figure"):
            figure = self.names.find_figure(line, token)
            if what == "members" and figure >= ids.COMPANIONS:
                raise line.error(f"{token.text} is no Companion (BG-15.6)", token)
            self._place(Placed(line, token, figure, where))

    # Nations and places -------------------------------------------------------------------------

    def _politics(self, line: Line, _what: str) -> None:
        """Read `politics gondor 2 passive`, or `politics gondor at_war`."""
        token = line.word("a nation")
        nation = self.names.find_nation(line, token)
        self.politics[nation] = Head(line, token)
        if line.skip(AT_WAR):
            self.steps[nation], self.is_active[nation] = 0, True
            return
        self.steps[nation] = line.number_of("a number of steps to war", 0, MOST_STEPS)
        if not line.is_done:
            self.is_active[nation] = line.choice("attitude", (ACTIVE, PASSIVE)) == ACTIVE

    def _captured(self, line: Line, _what: str) -> None:
        """Read the Settlements that a side has captured, or one of two partners (BG-18.11)."""
        if line.peek() in self.names.sides:
            side = self.find_side(line)
            seat = int(self.t.first_leading[side])
        else:
            seat = self.names.find_seat(line, line.word("a side or seat"))
            side = int(self.t.seat_side[seat])
        line.want(":")
        for token in line.words("a region"):
            region = self.names.find_region(line, token)
            if self.t.owner[region] == NONE:
                raise line.error(f"{token.text} has no Settlement to capture (BG-1.7)", token)
            if self.t.owner[region] == side:
                what = f"{token.text} belongs to {self.names.sides[side]} by itself (BG-1.7)"
                raise line.error(what, token)
            self.captured[region] = side, line, token
            self.takers[region] = seat

    # The Fellowship and the Hunt ----------------------------------------------------------------

    def _fellowship(self, line: Line, _what: str) -> None:
        """Read `fellowship rivendell progress 2 corruption 1 hidden`, or `fellowship mordor 3 ...`."""
        t = self.t
        if line.skip(MORDOR):
            self.bearers = NONE
            self.numbers[MORDOR] = line.number_of("a step of the Mordor Track", 0, int(t.crack))
        else:
            self.bearers = self.find_region(line)
        if line.skip("progress"):
            self.numbers["progress"] = line.number_of("a Progress", 0, int(t.most_progress))
        if line.skip("corruption"):
            self.numbers["corruption"] = line.number_of("a Corruption", 0, int(t.most_corruption) - 1)
        if not line.is_done:
            self.is_hidden = line.choice("state of the Fellowship", (HIDDEN, REVEALED)) == HIDDEN

    def _guide(self, line: Line, _what: str) -> None:
        token = line.word("a figure")
        self.guide = self.names.find_figure(line, token), line, token

    def _guided(self, line: Line, _what: str) -> None:
        line.want(":")
        self.guided = [self.names.find_figure(line, token) for token in line.words("a figure")]

    def _way(self, line: Line, _what: str) -> None:
        line.want(":")
        self.way += [self.names.find_region(line, token) for token in line.words("a region")]
        if len(self.way) > ids.PATH:
            raise line.error(f"a way has at most {ids.PATH} regions")

    def _tiles(self, line: Line, what: str) -> None:
        """Read tiles of the pool, or elsewhere; a kind alone means one that is not placed yet."""
        line.want(":")
        own = self.tiles.setdefault(what, [])
        for token in line.words("a tile"):
            if token.text == REST and what == "tiles":
                self.has_rest_of_tiles = True
                continue
            found = self.names.find_tile(line, token)
            free = [tile for tile in found if tile not in self.tile_places]
            if not free:
                where = self.tile_places[found[0]][1].number
                what_is = "this tile is" if len(found) == 1 else f"all {len(found)} of them are"
                raise line.error(f"{what_is} already placed, see line {where}: {token.text}", token)
            own.append(free[0])
            self.tile_places[free[0]] = what, line, token

    # Dice and Rings -----------------------------------------------------------------------------

    def _dice(self, line: Line, _what: str) -> None:
        """Read the unused dice of a side by their faces."""
        side = self.find_side(line)
        line.want(":")
        own = self.dice.setdefault(side, [])
        for token in line.words("a face"):
            own.append(find(line, token, "face", ids.FACES))
            if len(own) > self.t.most_dice[side]:
                what = f"{self.names.sides[side]} has at most {self.t.most_dice[side]} dice (BG-1.16)"
                raise line.error(what, token)

    def _of_side(self, line: Line, what: str) -> None:
        side = self.find_side(line)
        most = {"rings": MOST_RINGS, "hunt_box": 2 * ids.DICE}.get(what, int(self.t.most_dice[side]))
        self.of_sides[what, side] = line.number_of(f"a number after '{what}'", 0, most)

    # Cards --------------------------------------------------------------------------------------

    def _hand(self, line: Line, _what: str) -> None:
        seat = self.names.find_seat(line, line.word("a seat"))
        line.want(":")
        for card, token in self._read_cards(line, int(self.t.seat_side[seat])):
            self._put(card, ids.ZONE.HAND, seat, line, token)

    def _of_zone(self, line: Line, what: str) -> None:
        """Read the cards of a side on the table, or discarded."""
        side = self.find_side(line)
        line.want(":")
        for card, token in self._read_cards(line, side):
            if what == "table" and not self.t.stays[card]:
                raise line.error(f"{token.text} does not stay on the table (BG-7.5)", token)
            self._put(card, ZONES[what], side, line, token)

    def _face_down(self, line: Line, _what: str) -> None:
        """Read what a seat has discarded for its hand limit, which only it knows (BG-19.3)."""
        seat = self.names.find_seat(line, line.word("a seat"))
        line.want(":")
        side = int(self.t.seat_side[seat])
        for card, token in self._read_cards(line, side):
            self._put(card, ids.ZONE.DISCARD, side, line, token)
            self.face_down[seat] |= 1 << card % ids.BLOCK

    def _resolving(self, line: Line, _what: str) -> None:
        line.want(":")
        for token in line.words("a card"):
            self._put(self.names.find_card(line, token)[0], ids.ZONE.RESOLVING, NONE, line, token)

    def _deck(self, line: Line, _what: str) -> None:
        """Read a deck from the top."""
        side = self.find_side(line)
        pile = side * ids.DECK_N + ids.DECKS.index(line.choice("deck", ids.DECKS))
        line.want(":")
        own = self.piles.setdefault(pile, [])
        for token in line.words("a card"):
            if token.text == REST:
                self.with_rest.add(pile)
                continue
            card = self.names.find_card(line, token)[0]
            if self.t.card_pile[card] != pile:
                raise line.error(f"{token.text} is not a card of this deck", token)
            self._put(card, ids.ZONE.DECK, NONE, line, token)
            own.append(card)

    def _read_cards(self, line: Line, side: int) -> Iterator[tuple[int, Token]]:
        """Read cards of a side."""
        for token in line.words("a card"):
            card = self.names.find_card(line, token)[0]
            if card // ids.BLOCK != side:
                raise line.error(f"{token.text} is a card of {self.names.sides[1 - side]}", token)
            yield card, token

    def _put(self, card: int, zone: int, seat: int, line: Line, token: Token) -> None:
        """Put a card into a zone, once."""
        if card in self.cards:
            number = self.cards[card][2].number
            raise line.error(f"this card is already placed, see line {number}: {token.text}", token)
        self.cards[card] = zone, seat, line, token


def is_list(stand: int) -> bool:
    """Return whether a stand only lists figures that stand elsewhere."""
    return stand >= ids.PART


_STATEMENTS = {
    **dict.fromkeys(NUMBERS, PositionReader._number),
    "phase": PositionReader._phase,
    "halt": PositionReader._halt,
    "acts": PositionReader._acts,
    "next": PositionReader._seats,
    "leads": PositionReader._seats,
    "done": PositionReader._done,
    "used": PositionReader._used,
    "fought": PositionReader._fought,
    "start": PositionReader._start,
    "field": PositionReader._field,
    "box": PositionReader._box,
    **dict.fromkeys(LISTS, PositionReader._list),
    MOVED: PositionReader._moved,
    "casualties": PositionReader._casualties,
    "members": PositionReader._away,
    "gone": PositionReader._away,
    "politics": PositionReader._politics,
    "captured": PositionReader._captured,
    "fellowship": PositionReader._fellowship,
    "guide": PositionReader._guide,
    "guided": PositionReader._guided,
    "way": PositionReader._way,
    **dict.fromkeys(TILES, PositionReader._tiles),
    "dice": PositionReader._dice,
    **dict.fromkeys(("hunt_box", "action_dice", "rings"), PositionReader._of_side),
    "hand": PositionReader._hand,
    **dict.fromkeys(ZONES, PositionReader._of_zone),
    "face_down": PositionReader._face_down,
    "resolving": PositionReader._resolving,
    "deck": PositionReader._deck,
    "luck": PositionReader.read_luck,
    "also": PositionReader.read_also,
    "sealed": PositionReader.read_seal,
}
