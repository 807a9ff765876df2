"""The checks that a script can make of a state: one function for each word after `expect`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from mazarbul.sim.engine.bits import has, members
from mazarbul.sim.games.board_game import ids
from mazarbul.sim.games.board_game.text.names import Names, find
from mazarbul.sim.games.board_game.text.position_items import counts_at
from mazarbul.sim.games.board_game.text.position_words import PHASES
from mazarbul.sim.games.board_game.text.reasons import MOVES
from mazarbul.sim.notation.expectations import (
    Check,
    check_field,
    check_number,
    check_pile,
    check_truth,
    check_value,
    decision_checks,
    read_seat,
)
from mazarbul.sim.notation.lines import Line

FELLOWSHIP, MORDOR, NOBODY = "fellowship", "mordor", "nobody"
AWAY = {ids.AWAY.UNUSED: "unused", ids.AWAY.FELLOWSHIP: FELLOWSHIP, ids.AWAY.DEAD: "gone"}


def _side(names: Names, line: Line) -> int:
    return names.find_side(line, line.word("a side"))


def _region(names: Names, line: Line) -> int:
    return names.find_region(line, line.word("a region"))


def _nation(names: Names, line: Line) -> int:
    return names.find_nation(line, line.word("a nation"))


def _stand(names: Names, line: Line) -> int:
    line.skip("in")
    return names.find_stand(line, line.word("a field or box"))


# Figures --------------------------------------------------------------------------------------------


def _counted(pieces: tuple[int, ...]) -> Check:
    """Return the check of a number of figures, `units gondor in minas_tirith = 4`, or of all Nations."""

    def check(names: Names, s: np.record, line: Line) -> None:
        nations = list(range(ids.NATION_N))
        if line.peek() in ids.NATIONS:
            nations = [_nation(names, line)]
        counts = counts_at(s, _stand(names, line))
        check_number(line, int(counts[nations][:, list(pieces)].sum()))

    return check


def _off_map(field: str) -> Check:
    """Return the check of figures in a pool or among casualties: `pool gondor regular = 6`."""

    def check(names: Names, s: np.record, line: Line) -> None:
        at = line.word("a nation")
        nation = names.find_nation(line, at)
        if nation >= len(s[field]):
            raise line.error(f"{at.text} has no casualties (BG-1.13)", at)
        piece = find(line, line.word("a sort of figures"), "sort of figures", ids.PIECES)
        check_number(line, int(s[field][nation, piece]))

    return check


def _where(names: Names, s: np.record, line: Line) -> None:
    """Check `where strider = minas_tirith`, or `fellowship`, `gone`, `unused`."""
    stand = int(s.stand[names.find_figure(line, line.word("a figure"))])
    actual = AWAY[stand] if stand < 0 else names.stands[stand]
    check_value(line, actual, "place", [*filter(None, names.stands), *AWAY.values()])


def _army(names: Names, s: np.record, line: Line) -> None:
    """Check whose Army is somewhere: `army minas_tirith = shadow`, or `nobody`."""
    side = int(s.side_of[_stand(names, line)])
    actual = NOBODY if side == ids.NONE else names.sides[side]
    check_value(line, actual, "side", [*names.sides, NOBODY])


# Places and Nations ---------------------------------------------------------------------------------


def _control(names: Names, s: np.record, line: Line) -> None:
    side = int(s.control[_region(names, line)])
    actual = NOBODY if side == ids.NONE else names.sides[side]
    check_value(line, actual, "side", [*names.sides, NOBODY])


def _siege(names: Names, s: np.record, line: Line) -> None:
    token = line.word("a Stronghold")
    number = find(line, token, "Stronghold", names.strongholds)
    check_truth(line, has(int(s.sieges), number))


def _of_nation(test: Callable[[Any, int], bool]) -> Check:
    """Return the check of something that is true or false of a Nation."""
    return lambda names, s, line: check_truth(line, bool(test(s, _nation(names, line))))


def _steps(names: Names, s: np.record, line: Line) -> None:
    check_number(line, int(s.steps[_nation(names, line)]))


# The Fellowship, the Hunt, dice ---------------------------------------------------------------------


def _bearers(names: Names, s: np.record, line: Line) -> None:
    actual = MORDOR if s.bearers == ids.NONE else names.regions[s.bearers]
    check_value(line, actual, "region", [*names.regions, MORDOR])


def _mordor(_names: Names, s: np.record, line: Line) -> None:
    """Check the step on the Mordor Track; `no` before."""
    if s.mordor == ids.NONE or line.peek() == "no":
        check_value(line, "no" if s.mordor == ids.NONE else str(int(s.mordor)), "step", ("no",))
    else:
        check_number(line, int(s.mordor))


def _guide(_names: Names, s: np.record, line: Line) -> None:
    check_value(line, ids.FIGURES[s.guide], "figure", ids.FIGURES)


def _tiles(field: str) -> Check:
    """Return the check of tiles somewhere: `tiles = 16`, or those of a kind: `tiles std_eye = 4`."""

    def check(names: Names, s: np.record, line: Line) -> None:
        found = list(members(int(s[field])))
        if line.peek() and line.tokens[line.next_i].is_word:
            kind = names.find_tile(line, line.word("a tile"))
            found = [tile for tile in found if tile in kind]
        check_number(line, len(found), " ".join(names.tiles[tile] for tile in found))

    return check


def _dice(names: Names, s: np.record, line: Line) -> None:
    """Check unused dice of a side: `dice shadow = 3`, or `dice shadow army = 1`."""
    side = _side(names, line)
    if line.peek() in ids.FACES:
        check_number(line, int(s.dice[side, ids.FACES.index(line.word("a face").text)]))
    else:
        check_number(line, int(s.dice_n[side]))


def _of_side(field: str) -> Check:
    """Return the check of a number that each side has."""
    return lambda names, s, line: check_number(line, int(s[field][_side(names, line)]))


# Cards ----------------------------------------------------------------------------------------------


def _hand(names: Names, s: np.record, line: Line) -> None:
    seat = read_seat(names, line)
    first = int(names.tables.seat_side[seat]) * ids.BLOCK
    check_pile(line, names, [first + i for i in members(int(s.hand[seat]))])


def _masked(field: str) -> Check:
    """Return the check of the cards that a side has somewhere."""

    def check(names: Names, s: np.record, line: Line) -> None:
        side = _side(names, line)
        check_pile(line, names, [side * ids.BLOCK + i for i in members(int(s[field][side]))])

    return check


def _deck(names: Names, s: np.record, line: Line) -> None:
    """Check a deck: `deck shadow character = 23`, or its cards."""
    pile = _side(names, line) * ids.DECK_N + ids.DECKS.index(line.choice("deck", ids.DECKS))
    check_pile(line, names, [int(card) for card in s.deck[pile, : s.deck_n[pile]]])


def _zone(names: Names, s: np.record, line: Line) -> None:
    card = names.find_card(line, line.word("a card"))[0]
    check_value(line, ids.ZONES[s.zone[card]], "zone", ids.ZONES)


# The game -------------------------------------------------------------------------------------------


def _phase(_names: Names, s: np.record, line: Line) -> None:
    check_value(line, ids.PHASE_NAMES[s.phase], "phase", [*PHASES, "over"])


def _acts(names: Names, s: np.record, line: Line) -> None:
    check_value(line, names.sides[s.on_turn], "side", names.sides)


def _battle(_names: Names, s: np.record, line: Line) -> None:
    actual = "none" if s.battle == ids.NONE else ids.BATTLES[s.battle]
    check_value(line, actual, "sort of battle", [*ids.BATTLES, "none"])


def _winner(names: Names, s: np.record, line: Line) -> None:
    is_decided = s.phase == ids.PHASE.OVER and s.winner != ids.NONE
    check_value(line, names.sides[s.winner] if is_decided else NOBODY, "winner", (*names.sides, NOBODY))


def _end(_names: Names, s: np.record, line: Line) -> None:
    check_value(line, ids.END_REASONS[s.end_reason], "end", ids.END_REASONS)


EXPECTATIONS: dict[str, Check] = {
    "units": _counted((ids.PIECE.REGULAR, ids.PIECE.ELITE)),
    "regulars": _counted((ids.PIECE.REGULAR,)),
    "elites": _counted((ids.PIECE.ELITE,)),
    "leaders": _counted((ids.PIECE.LEADER,)),
    "nazgul": _counted((ids.PIECE.NAZGUL,)),
    "pool": _off_map("pool"),
    "casualties": _off_map("dead"),
    "where": _where,
    "army": _army,
    "control": _control,
    "siege": _siege,
    "points": _of_side("points"),
    "steps": _steps,
    "active": _of_nation(lambda s, nation: has(int(s.active), nation)),
    "at_war": _of_nation(lambda s, nation: has(int(s.at_war), nation)),
    "bearers": _bearers,
    "mordor": _mordor,
    "progress": check_field("progress"),
    "corruption": check_field("corruption"),
    "hidden": lambda _names, s, line: check_truth(line, bool(s.is_hidden)),
    "guide": _guide,
    "hunt_box": _of_side("box"),
    "tiles": _tiles("tiles"),
    "drawn": _tiles("drawn"),
    "specials": _tiles("specials"),
    "removed": _tiles("removed"),
    "dice": _dice,
    "action_dice": _of_side("pool_dice"),
    "rings": _of_side("rings"),
    "hand": _hand,
    "table": _masked("table"),
    "discard": _masked("discard"),
    "deck": _deck,
    "zone": _zone,
    "turn": check_field("turn"),
    "phase": _phase,
    "acts": _acts,
    "battle": _battle,
    "round": check_field("battle_round"),
    "winner": _winner,
    "end": _end,
    "over": lambda _names, s, line: check_truth(line, s.phase == ids.PHASE.OVER),
    **decision_checks(MOVES),
}
