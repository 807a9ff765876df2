"""The numbers of an action as text and in stories, by their sorts; positions are in `position.py`.

A verb may belong to several kinds of decision: `none` declines whatever is asked. As only one decision is
pending, the state decides which is meant. Words such as `to`, `in` and `with` before a place or a die may be
left out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from mazarbul.sim.effects.context import a
from mazarbul.sim.engine.declared import spelled
from mazarbul.sim.games.board_game import actions, ids
from mazarbul.sim.games.board_game.text.names import Names, find
from mazarbul.sim.notation.lines import Line, Token
from mazarbul.sim.notation.moves import CARD, Part

NAZGUL = "nazgul"
#: Words that may stand before a place, and before the die that pays.
TO = ("to", "in", "at", "from", "into")
WITH = ("with", "by", "to", "into")

FACE_NAMES = (
    "a Character result",
    "an Army result",
    "a Muster result",
    "an Army/Muster result",
    "an Event result",
    "a Will of the West",
    "an Eye",
)
WHOLE_NAMES = ("everything", "all but one Regular", "a part", "nobody")
PACKAGE_NAMES = (
    "two Regulars",
    "a Regular and a Leader",
    "two Leaders",
    "a Regular",
    "a Leader",
    "an Elite",
)
LOSS_NAMES = ("loses a Regular", "reduces an Elite", "takes two hits with an Elite")
CASUALTY_NAMES = ("nobody", "the Guide", "a random Companion")
VOICE_NAMES = ("recruit Regulars", "turn Regulars into Elites")
PIECE_NAMES = ("Regular", "Elite", "Leader", "Nazgûl")


def piece_name(names: Names, piece: int) -> str:
    """Return a piece for people: `Regular of Gondor`."""
    nation, sort = divmod(int(piece), ids.PIECE_N)
    return f"{PIECE_NAMES[sort]} of {names.printed('nations', nation)}"


def slot_name(names: Names, slot: int) -> str:
    """Return a slot of a part for people: a piece, or the name of a Character."""
    slots = len(names.pieces)
    return piece_name(names, slot) if slot < slots else names.printed("figures", slot - slots)


# As text ------------------------------------------------------------------------------------------


def _slot_text(names: Names, slot: int, _a: int) -> str:
    slots = len(names.pieces)
    return names.pieces[slot] if slot < slots else ids.FIGURES[slot - slots]


def _rider_text(names: Names, rider: int, _a: int) -> str:
    return ids.FIGURES[rider] if rider < ids.FIGURE_N else f"{NAZGUL} {names.stands[rider - ids.FIGURE_N]}"


def _stand_text(names: Names, stand: int, a: int) -> str:
    """Return a stand; the second of an action begins with `to`."""
    return names.stands[stand] if stand == a else f"to {names.stands[stand]}"


# From text ----------------------------------------------------------------------------------------


def _skip(line: Line, words: Sequence[str]) -> None:
    """Read one of some words, if it comes next."""
    if line.peek() in words:
        line.next_i += 1


def _read_place(names: Names, _s: np.record, line: Line, _a: int) -> list[int]:
    _skip(line, TO)
    return [names.find_region(line, line.word("a region"))]


def _read_stand(names: Names, _s: np.record, line: Line, _a: int) -> list[int]:
    """Read a field or box."""
    _skip(line, TO)
    return [names.find_stand(line, line.word("a field or box"))]


def _read_face(_names: Names, _s: np.record, line: Line, _a: int) -> list[int]:
    _skip(line, WITH)
    return [find(line, line.word("the face of a die"), "face", ids.FACES)]


def _read_card(names: Names, s: np.record, line: Line, _a: int) -> list[int]:
    """Read a card; one that is to be used in combat can be named by its tactic."""
    token = line.word("a card")
    return names.find_tactic(line, token) if s.decision == actions.TACTIC else names.find_card(line, token)


def _read_piece(names: Names, _s: np.record, line: Line, _a: int) -> list[int]:
    nation = names.find_nation(line, line.word("a nation"))
    piece = find(line, line.word("a sort of figures"), "sort of figures", ids.PIECES)
    return [nation * ids.PIECE_N + piece]


def _read_slot(names: Names, s: np.record, line: Line, a: int) -> list[int]:
    """Read a piece or a Character."""
    if line.peek() in ids.FIGURES:
        return [len(names.pieces) + names.find_figure(line, line.word("a figure"))]
    if line.peek() not in ids.NATIONS:
        raise line.unknown("nation or figure", line.word("a nation or figure"), (*ids.NATIONS, *ids.FIGURES))
    return _read_piece(names, s, line, a)


def _read_rider(names: Names, s: np.record, line: Line, a: int) -> list[int]:
    """Read a Character, or the plain Nazgûl of a field or box."""
    if line.skip(NAZGUL):
        return [ids.FIGURE_N + stand for stand in _read_stand(names, s, line, a)]
    return [find(line, line.word("a figure"), "figure", (*ids.FIGURES, NAZGUL))]


def _read_option(_names: Names, _s: np.record, line: Line, _a: int) -> list[int]:
    return [line.number_of("the number of an option", 1, actions.KINDS.sorts["option"]) - 1]


def _read_number(_names: Names, _s: np.record, line: Line, _a: int) -> list[int]:
    return [line.number_of("a number", 0, actions.KINDS.sorts["number"] - 1)]


def _silent(*_: Any) -> str:
    """Return no words; the rest of the sentence is enough."""
    return ""


def _words(kind: str, known: Sequence[str], printed: Sequence[str]) -> Part:
    """Return the part of a sort with a word for each value."""

    def read(_names: Names, _s: np.record, line: Line, _a: int) -> list[int]:
        return [find(line, line.word(f"a {kind}"), kind, known)]

    return Part(lambda _names, i, _: known[i], read, lambda _story, i, _: printed[i])


def _named(known: Sequence[str], family: str, reader: Callable[[Names, Line, Token], int]) -> Part:
    """Return the part of a sort whose values have entries in a family of the catalogue."""
    kind = family.removesuffix("s")
    return Part(
        lambda _names, i, _: known[i],
        lambda names, _s, line, _: [reader(names, line, line.word(f"a {kind}"))],
        lambda story, i, _: story.names.printed(family, i),
    )


#: Sort of a or b -> how it is written, read and put in a story.
PARTS = {
    "card": replace(CARD, read=_read_card),
    "deck": _words("deck", ids.DECKS, ("the Character deck", "the Strategy deck")),
    "face": Part(lambda _names, face, _: ids.FACES[face], _read_face, lambda _story, i, _: FACE_NAMES[i]),
    "figure": _named(ids.FIGURES, "figures", Names.find_figure),
    "nation": _named(ids.NATIONS, "nations", Names.find_nation),
    "piece": Part(
        lambda names, piece, _: names.pieces[piece],
        _read_piece,
        lambda story, piece, _: a(piece_name(story.names, piece)),
    ),
    "region": Part(
        lambda names, region, _: names.regions[region],
        _read_place,
        lambda story, region, _: story.names.printed("regions", region),
    ),
    "rider": Part(
        _rider_text,
        _read_rider,
        lambda story, rider, _: (
            story.names.printed("figures", rider)
            if rider < ids.FIGURE_N
            else f"Nazgûl in {story.names.place(rider - ids.FIGURE_N)}"
        ),
    ),
    "seat": Part(
        lambda names, seat, _: names.seats[seat],
        lambda names, _s, line, _: [names.find_seat(line, line.word("a seat"))],
        lambda story, seat, _: story.seats[seat],
    ),
    "slot": Part(_slot_text, _read_slot, lambda story, slot, _: slot_name(story.names, slot)),
    "stand": Part(_stand_text, _read_stand, lambda story, stand, _: story.names.place(stand)),
    "package": _words("package", ids.PACKAGES, PACKAGE_NAMES),
    "whole": _words("part of an army", tuple(spelled(ids.WHOLE)), WHOLE_NAMES),
    "loss": _words("way to take a hit", tuple(spelled(ids.LOSS)), LOSS_NAMES),
    "casualty": _words("casualty", tuple(spelled(ids.CASUALTY)), CASUALTY_NAMES),
    "voice": _words("use of the Voice", tuple(spelled(ids.VOICE)), VOICE_NAMES),
    "option": Part(lambda _names, i, _: str(i + 1), _read_option, lambda _story, i, _: str(i + 1)),
    "number": Part(lambda _names, n, _: str(n), _read_number, lambda _story, n, _: str(n)),
    "answer": Part(_silent, lambda *_: (0, 1), _silent),
}
