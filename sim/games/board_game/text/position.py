"""Positions as text, both ways: the whole state of a game, for people to read and to write.

A position that a phase itself asks something at consists of statements only. At any other decision the work
stack and the numbers of a battle follow them (`mazarbul.sim.notation.remains`). `position_reader.py` reads
both.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from mazarbul.sim.engine.bits import members
from mazarbul.sim.engine.frames import KIND
from mazarbul.sim.games.board_game import actions, ids
from mazarbul.sim.games.board_game.frames import FRAME_KINDS, Compose, Riders
from mazarbul.sim.games.board_game.rules import setup
from mazarbul.sim.games.board_game.state import STATE
from mazarbul.sim.games.board_game.text.names import MOVED, PART, REARGUARD, Names
from mazarbul.sim.games.board_game.text.position_builder import build_state, make_state
from mazarbul.sim.games.board_game.text.position_items import count_text, stand_texts
from mazarbul.sim.games.board_game.text.position_reader import PositionReader
from mazarbul.sim.games.board_game.text.position_words import (
    ACTIVE,
    ASKED_FROM,
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
    USED,
    ZONES,
)
from mazarbul.sim.games.board_game.text.reasons import MOVES
from mazarbul.sim.notation.remains import remains
from mazarbul.sim.notation.statements import wrapped

#: Fields that a position does not carry: workspace, the log and records.
OUTSIDE = (
    "stack", "is_logged", "event_n", "events", "dirty", "is_dirty", "set_stack", "found", "keys",
    "card_record", "region_record", "figure_record", "nation_record", "face_record", "tile_record",
    "taken_by", "tally", "course",
)  # fmt: skip
_FIELDS = list(STATE.fields or ())
#: Fields of a battle that mean nothing when none is fought.
_BATTLE = [name for name in _FIELDS[_FIELDS.index("battle") : _FIELDS.index("set_stack")]
           if name != "battles_at"]  # fmt: skip


def parse_position(names: Names, text: str, file: str | None = None, first_line: int = 1) -> np.record:
    """Return a new STATE record from the text of a position, advanced to its first decision.

    Figures that the text does not place are in the pools, other things as when a game begins. Raises
    ScriptError.
    """
    reader = PositionReader(names)
    reader.read_text(text, file, first_line)
    return build_state(reader)


def position_text(names: Names, s: np.record) -> str:
    """Return the text of a position, at any decision. Raises ValueError if none is pending."""
    if s.actor == ids.NONE or s.phase == ids.PHASE.OVER:
        raise ValueError("a position has a text only while a decision is pending")
    lines = _statements(names, tidy(s, names.tables))
    if not is_asked_by_phase(s):
        lines += _remains(names, s, lines)
    return "\n".join(lines) + "\n"


def is_asked_by_phase(s: np.record) -> bool:
    """Return whether the pending decision is one that a phase asks again, with nothing else unfinished."""
    return s.frame_n == 0 and (int(s.phase), int(s.decision)) in ASKED_FROM


def _remains(names: Names, s: np.record, lines: list[str]) -> list[str]:
    """Return the lines of what is pending, after a comment that describes it in words."""
    reader = PositionReader(names)
    reader.read_text("\n".join(lines))
    made = tidy(make_state(reader), names.tables, like=s)
    words = f"# {names.seats[s.actor]} decides: {MOVES.legal(names, s)}"
    return [words, *remains(made, tidy(s, names.tables), FRAME_KINDS)]


def tidy(s: np.record, t: np.record, like: np.record | None = None) -> np.record:
    """Return a copy without what a position does not carry: OUTSIDE, unused rows, what is left of the past.

    like: the state whose pending decision says what matters still, by default `s` itself.
    """
    like = s if like is None else like
    other = s.copy()
    for field in OUTSIDE:
        other[field] = 0
    if like.decision != actions.GO or t.companion_activates_passing == 0:
        other.reach[:] = 0
    if like.battle == ids.NONE:
        blank = s.copy()
        setup.clear(blank)
        for field in _BATTLE:
            other[field] = blank[field]
    if like.frame_n == 0:
        other.moved_at[:] = ids.NONE
    for move in range(ids.MOVES):
        if like.frame_n == 0 or like.moved_at[move] == ids.NONE:
            _empty(other, ids.MOVED + move)
    pending = like.frames[: like.frame_n, KIND]
    if Compose.kind not in pending:
        _empty(other, ids.PART)
    if Riders.kind not in pending:
        other.flown[:] = 0
    for rows, n in (("frames", s.frame_n), ("options", s.option_n), ("path", s.path_n)):
        other[rows][n:] = 0
    for pile, n in enumerate(s.deck_n):
        other.deck[pile, n:] = 0
    return other


def _empty(s: np.record, stand: int) -> None:
    """Empty a stand that only lists figures."""
    for field in ("units", "leaders", "nazgul", "who", "unit_n", "elite_n", "leader_n", "nations"):
        s[field][stand] = 0
    s.side_of[stand] = ids.NONE


def _statements(names: Names, s: np.record) -> list[str]:
    """Return the statements of a position."""
    return [
        *_clock(names, s),
        *_dice(names, s),
        *_fellowship(names, s),
        *_tiles(names, s),
        *_nations(names, s),
        *_map(names, s),
        *_cards(names, s),
        f"decisions {s.decisions}",
        f"luck {int(s.seed):#x} {s.game}",
    ]


def _listed(head: str, texts: Iterable[str]) -> list[str]:
    """Return the lines of a statement with a list, none if that is empty."""
    texts = list(texts)
    return wrapped(f"{head}:", texts) if texts else []


# Clock and dice -------------------------------------------------------------------------------------


def _clock(names: Names, s: np.record) -> list[str]:
    phase = int(s.phase)
    step = ASKED_FROM.get((phase, int(s.decision)), int(s.step)) if s.frame_n == 0 else int(s.step)
    words = (word for word, number in STEPS[phase].items() if number == step)
    word = next(words, next(iter(STEPS[phase])))
    lines = [f"turn {s.turn}", f"phase {next(name for name, i in PHASES.items() if i == phase)} {word}"]
    lines += [f"acts {names.sides[s.on_turn]}"]
    for what, seats in (("leads", s.leading), ("next", s.next_seat)):
        lines += _listed(what, (names.seats[seat] for seat in seats if seat != ids.NONE))
    lines += _listed("done", (word for word, bit in ONCE.items() if s.done & bit))
    for side, name in enumerate(names.sides):
        nations = [ids.NATIONS[n] for n in members(int(s.used[side]))]
        place = [] if s.used_at[side] == ids.NONE else [names.stands[s.used_at[side]]]
        lines += _listed(f"{USED} {name}", nations + place)
    for what, field in NUMBERS.items():
        if what not in ("turn", "decisions") and s[field]:
            lines.append(f"{what} {s[field]}")
    return lines + [f"fought {names.regions[r]} {s.battles_at[r]}" for r in np.flatnonzero(s.battles_at)]


def _dice(names: Names, s: np.record) -> list[str]:
    lines = []
    for side, name in enumerate(names.sides):
        faces = [face for face, n in zip(ids.FACES, s.dice[side], strict=True) for _ in range(n)]
        lines += _listed(f"dice {name}", faces)
        lines += [
            f"action_dice {name} {s.pool_dice[side]}",
            f"hunt_box {name} {s.box[side]}",
            f"rings {name} {s.rings[side]}",
        ]
    return lines


# The Fellowship and the Hunt ------------------------------------------------------------------------


def _fellowship(names: Names, s: np.record) -> list[str]:
    place = f"{MORDOR} {s.mordor}" if s.bearers == ids.NONE else names.regions[s.bearers]
    hidden = HIDDEN if s.is_hidden else REVEALED
    inside = [ids.FIGURES[f] for f in members(int(s.members))]
    lines = [
        f"fellowship {place} progress {s.progress} corruption {s.corruption} {hidden}",
        f"guide {ids.FIGURES[s.guide]}",
        " ".join(("members:", *inside)),
    ]
    if s.guided != s.members:
        lines.append(" ".join(("guided:", *(ids.FIGURES[f] for f in members(int(s.guided))))))
    gone = [ids.FIGURES[f] for f in range(ids.FIGURE_N) if s.stand[f] == ids.AWAY.DEAD]
    return lines + _listed("gone", gone) + _listed("way", (names.regions[r] for r in s.path[: s.path_n]))


def _tiles(names: Names, s: np.record) -> list[str]:
    """Return the lines of the tiles; `...` in the pool are the standard ones that lie nowhere else."""
    lines = []
    standard, elsewhere = int(names.tables.standard_tiles), 0
    for what, field in TILES.items():
        if what != "tiles":
            elsewhere |= int(s[field])
            lines += _listed(what, (names.tiles[i] for i in members(int(s[field]))))
    pool = int(s.tiles)
    if standard & ~elsewhere & ~pool == 0:
        return [*_listed("tiles", [names.tiles[i] for i in members(pool & ~standard)] + [REST]), *lines]
    return [*wrapped("tiles:", [names.tiles[i] for i in members(pool)]), *lines]


# Nations and the map --------------------------------------------------------------------------------


def _nations(names: Names, s: np.record) -> list[str]:
    lines = []
    for nation, name in enumerate(ids.NATIONS):
        is_active = int(s.active) >> nation & 1
        if s.steps[nation] == 0 and is_active:
            lines.append(f"politics {name} {AT_WAR}")
        else:
            lines.append(f"politics {name} {s.steps[nation]} {ACTIVE if is_active else PASSIVE}")
    for nation, dead in enumerate(s.dead):
        if dead.any():
            lines.append(f"casualties {ids.NATIONS[nation]} {count_text(dead)}")
    t = names.tables
    for side, name in enumerate(names.sides):
        held = [r for r in range(int(t.region_n)) if s.control[r] == side != t.owner[r]]
        if t.seats_of[side] < 2:
            lines += _listed(f"captured {name}", (names.regions[r] for r in held))
            continue
        for seat in np.flatnonzero(t.seat_side == side):
            own = (names.regions[r] for r in held if s.taker[r] == seat)
            lines += _listed(f"captured {names.seats[seat]}", own)
    return lines


def _map(names: Names, s: np.record) -> list[str]:
    """Return the lines of the map by region, the field before the box, and of the working stands."""
    t = names.tables
    lines = []
    for region, name in enumerate(names.regions):
        lines += _listed(f"field {name}", stand_texts(s, region))
        if t.stronghold[region] != ids.NONE:
            lines += _listed(f"box {name}", stand_texts(s, ids.BOX + int(t.stronghold[region])))
    lines += _listed(REARGUARD, stand_texts(s, ids.REARGUARD))
    lines += _listed(PART, stand_texts(s, ids.PART))
    for number, stand in enumerate(s.moved_at):
        if stand != ids.NONE:
            head = f"{MOVED} {number + 1} {names.stands[stand]}"
            lines += wrapped(f"{head}:", stand_texts(s, ids.MOVED + number))
    return lines


# Cards ----------------------------------------------------------------------------------------------


def _cards(names: Names, s: np.record) -> list[str]:
    lines = []
    for seat, name in enumerate(names.seats):
        first = int(names.tables.seat_side[seat]) * ids.BLOCK
        for what, cards in (("hand", s.hand), ("face_down", s.face_down)):
            lines += _listed(f"{what} {name}", (names.card(first + i) for i in members(int(cards[seat]))))
    unseen = [int(np.bitwise_or.reduce(s.face_down[names.tables.seat_side == side])) for side in ids.SIDE]
    for side, name in enumerate(names.sides):
        for what, zone in ZONES.items():
            own = [card for card in names.cards if s.zone[card] == zone and card // ids.BLOCK == side]
            cards = [card for card in own if not unseen[side] >> card % ids.BLOCK & 1]
            lines += _listed(f"{what} {name}", (names.card(card) for card in cards))
    played = [card for card in names.cards if s.zone[card] == ids.ZONE.RESOLVING]
    lines += _listed("resolving", (names.card(card) for card in played))
    for pile in range(ids.PILES):
        head = f"deck {names.sides[pile // ids.DECK_N]} {ids.DECKS[pile % ids.DECK_N]}:"
        lines += wrapped(head, [names.card(card) for card in s.deck[pile, : s.deck_n[pile]][::-1]])
    return lines
