"""Positions as text, both ways: every field that play from a turn of the action step depends on.

Fields that only the records of a run need (card and place records, leads, points by faction) are left out.
docs/play-script.md describes the statements; `position_reader.py` reads them.
"""

from __future__ import annotations

import numpy as np

from mazarbul.sim.engine.bits import members
from mazarbul.sim.engine.frames import KIND
from mazarbul.sim.games.card_game import ids
from mazarbul.sim.games.card_game.frames import FRAME_KINDS, Turn
from mazarbul.sim.games.card_game.text.names import Names
from mazarbul.sim.games.card_game.text.position_builder import build_state, make_state
from mazarbul.sim.games.card_game.text.position_reader import PositionReader, grants_of
from mazarbul.sim.games.card_game.text.reasons import MOVES
from mazarbul.sim.games.card_game.text.view import items_of
from mazarbul.sim.notation.remains import remains
from mazarbul.sim.notation.statements import wrapped

#: Fields that a position does not carry: workspace, the log, and fields that only the records of a run need.
OUTSIDE = (
    "keys", "stack", "is_logged", "event_n", "events", "lead_changes", "leader", "lead", "path_record",
    "bg_record", "ring_record", "card_record", "place_record", "points",
)  # fmt: skip


def parse_position(names: Names, text: str, file: str | None = None, first_line: int = 1) -> np.record:
    """Return a new STATE record from the text of a position, advanced to its first decision.

    Anything the text leaves out has the values of a new game. Raises ScriptError.
    """
    reader = PositionReader(names)
    reader.read_text(text, file, first_line)
    return build_state(reader)


def position_text(names: Names, s: np.record) -> str:
    """Return the text of a position, at any decision.

    s: STATE record. Raises ValueError if no decision is pending. If a seat is on turn and nothing else is
    pending, the statements describe everything; otherwise the rest follows them (see
    `mazarbul.sim.notation.remains`).
    """
    if s.actor == ids.NONE or s.phase == ids.PHASE.OVER:
        raise ValueError("a position has a text only while a decision is pending")
    lines = _statements(names, s)
    if s.phase != ids.PHASE.ACTION or s.frame_n != 1 or s.frames[0, KIND] != Turn.kind:
        lines += _remains(names, s, lines)
    return "\n".join(lines) + "\n"


def _remains(names: Names, s: np.record, lines: list[str]) -> list[str]:
    """Return the lines of what is pending, after a comment that describes it in words."""
    reader = PositionReader(names)
    reader.read_text("\n".join(lines))
    with np.errstate(over="ignore"):
        made = make_state(reader)
    legal = MOVES.legal(names, s)
    return [f"# {names.seats[s.actor]} decides: {legal}", *remains(_tidy(made), _tidy(s), FRAME_KINDS)]


def _tidy(s: np.record) -> np.record:
    """Return a copy without the parts that a position does not carry: OUTSIDE and unused rows."""
    other = s.copy()
    for field in OUTSIDE:
        other[field] = 0
    for rows, n in (("frames", s.frame_n), ("grants", s.grant_n), ("options", s.option_n)):
        other[rows][n:] = 0
    for seat, n in enumerate(s.deck_n):
        other.order[seat, n:] = 0
    return other


def _statements(names: Names, s: np.record) -> list[str]:
    """Return the statements of a position."""
    lines = [*_clock(names, s), *_places(names, s)]
    for seat in range(len(names.seats)):
        lines += _seat(names, s, seat)
    return [*lines, *_marks(names, s), *_hidden(names, s)]


def _clock(names: Names, s: np.record) -> list[str]:
    passed = " ".join(names.slots[i] for i in members(s.passed))
    rings = " ".join(seat for i, seat in enumerate(names.seats) if s.ring[i])
    return [
        f"round {max(int(s.round_number), 1)}",
        f"start {names.slots[s.start_slot]}",
        f"turn {names.slots[s.slot]}",
        *([f"passed: {passed}"] if passed else []),
        f"corruption {s.corruption}",
        f"ring: {rings}".rstrip(),
    ]


def _places(names: Names, s: np.record) -> list[str]:
    """Return the lines of active locations, scoring areas and the path deck."""
    lines = []
    if s.path != ids.NONE:
        place = ids.BATTLEGROUNDS + int(s.path)
        lines.append(_location(names, s, "path", place, ids.IN.PATH))
    else:
        lines.append(f"last_path {s.last_path}")
    lines += [
        _location(names, s, "battleground", place, ids.IN.BATTLEGROUND + place) for place in members(s.active)
    ]
    for side, name in enumerate(names.sides):
        area = [names.place(b) for b in members(s.bg_area[side])]
        area += [names.path(p) for p in members(s.path_area[side])]
        if area:
            lines += wrapped(f"area {name}:", area)
    if s.resolved_number:
        lines.append(f"resolved {s.resolved_number}")
    return lines + wrapped("path_deck:", [names.path(p) for p in members(s.path_deck)])


def _location(names: Names, s: np.record, kind: str, place: int, zone: int) -> str:
    """Return the line of an active location with the cards there."""
    head = f"{kind} {names.place(place)}"
    if kind == "battleground" and s.bare >> place & 1:
        head += " bare"
    head += "".join(f" {mark}" for mark in _tokens(s.place_attack[place], s.place_defense[place]))
    return " ".join((f"{head}:", *(_card(names, s, card) for card in _cards_in(s, names, zone))))


def _seat(names: Names, s: np.record, seat: int) -> list[str]:
    """Return the lines of a seat's own zones."""
    name = names.seats[seat]
    order = [int(s.order[seat, i]) for i in range(int(s.deck_n[seat]) - 1, -1, -1)]
    first = int(names.tables.seat_side[seat]) * ids.SIDE_CARDS
    lines = wrapped(f"hand {name}:", [names.card(card) for card in _own(s, seat, first, ids.IN.HAND)])
    reserve = [_card(names, s, card) for card in _own(s, seat, first, ids.IN.RESERVE)]
    if reserve:
        lines += wrapped(f"reserve {name}:", reserve)
    lines += wrapped(f"deck {name}:", [names.card(card) for card in order])
    for word, zone in (("cycle_pile", ids.IN.CYCLE_PILE), ("eliminated", ids.IN.ELIMINATED)):
        cards = [names.card(card) for card in _own(s, seat, first, zone)]
        if cards:
            lines += wrapped(f"{word} {name}:", cards)
    return lines


def _marks(names: Names, s: np.record) -> list[str]:
    """Return the lines of marks on cards and of permissions until the end of the round."""
    lines = []
    for word, masks in (("played", s.played), ("used", s.used), ("gone", s.gone)):
        cards = [side * ids.SIDE_CARDS + i for side in range(ids.SIDE_N) for i in members(masks[side])]
        if cards:
            lines += wrapped(f"{word}:", [names.card(card) for card in cards])
    for card, text in names.cards.items():
        if s.remembered[card]:
            lines.append(f"remembered {text} {s.remembered[card]}")
        if s.activated[card] != ids.NONE:
            lines.append(f"activated {text} {names.place(s.activated[card])}")
    for modifier, source in s.grants[: s.grant_n]:
        number = grants_of(names.tables, int(source)).index(int(modifier)) + 1
        lines.append(f"grant {names.source(int(source))} {number}")
    return lines


def _hidden(names: Names, s: np.record) -> list[str]:
    """Return the lines of the hidden state: the random streams and the counters."""
    return [
        *(f"shuffles {seat} {s.shuffle_n[i]}" for i, seat in enumerate(names.seats)),
        *(f"shuffles {side} {s.bg_shuffle_n[i]}" for i, side in enumerate(names.sides)),
        f"counted {s.turns} turns {s.decisions} decisions",
        f"luck {int(s.seed):#x} {s.game}",
    ]


def _own(s: np.record, seat: int, first: int, zone: int) -> list[int]:
    """Return the seat's cards in a zone."""
    return [first + i for i in members(s.in_zone[seat, zone])]


def _cards_in(s: np.record, names: Names, zone: int) -> list[int]:
    """Return all cards in a zone of the table."""
    found = []
    for seat in range(len(names.seats)):
        found += _own(s, seat, int(names.tables.seat_side[seat]) * ids.SIDE_CARDS, zone)
    return found


def _card(names: Names, s: np.record, card: int) -> str:
    """Return a card in play with its marks and items."""
    marks = _tokens(s.attack_tokens[card], s.defense_tokens[card])
    if s.fresh[card // ids.SIDE_CARDS] >> card % ids.SIDE_CARDS & 1:
        marks.insert(0, "fresh")
    items = items_of(names, s, card)
    text = names.card(card)
    if marks:
        text += f"({', '.join(marks)})"
    if items:
        text += f"[{' '.join(_card(names, s, item) for item in items)}]"
    return text


def _tokens(attack: int, defense: int) -> list[str]:
    """Return the marks for tokens."""
    found = [f"attack {attack}"] if attack else []
    return found + ([f"defense {defense}"] if defense else [])
