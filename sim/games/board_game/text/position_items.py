"""Figures in positions: `gondor 3R 1E 1L, rohan 2R, strider` in a field, a box or a list."""

from __future__ import annotations

import re
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import numpy as np

from mazarbul.sim.engine.bits import members
from mazarbul.sim.games.board_game import ids
from mazarbul.sim.games.board_game.content.schema import MOST_FIGURES
from mazarbul.sim.games.board_game.text.names import LETTERS, Names
from mazarbul.sim.notation.lines import Line, Token

_COUNT = re.compile(rf"(\d+)([{LETTERS}])")


@dataclass(frozen=True)
class Counted:
    """A number of figures of a piece at a stand, as a word says it. stand: NONE for casualties."""

    line: Line
    token: Token
    stand: int
    nation: int
    piece: int
    n: int

    @property
    def key(self) -> tuple[int, int]:
        """Nation and piece."""
        return self.nation, self.piece


@dataclass(frozen=True)
class Placed:
    """A Character at a stand, or where AWAY says, as a word says it."""

    line: Line
    token: Token
    figure: int
    where: int


@dataclass(frozen=True)
class Head:
    """The word that names a stand."""

    line: Line
    token: Token


def count_text(counts: np.ndarray) -> str:
    """Return the numbers of figures of a Nation, as `3R 1E`, "" for none. counts: by PIECE."""
    return " ".join(f"{n}{letter}" for n, letter in zip(counts, LETTERS, strict=True) if n)


def opened(s: np.record) -> Any:
    """Return the fields of a state as plain attributes, to read many: a record looks up each one anew.

    Arrays are those of the state, numbers are copies.
    """
    return SimpleNamespace(**{name: s[name] for name in s.dtype.names or ()})


def counts_at(s: np.record, stand: int) -> np.ndarray:
    """Return how many figures are at a stand: [nation, PIECE]."""
    found = np.zeros((ids.NATION_N, ids.PIECE_N), np.int64)
    found[:, : ids.UNIT_N] = s.units[stand]
    found[: ids.FREE_NATIONS, ids.PIECE.LEADER] = s.leaders[stand]
    found[ids.NATION.SAURON, ids.PIECE.NAZGUL] = s.nazgul[stand]
    return found


def stand_texts(s: np.record, stand: int) -> list[str]:
    """Return the figures at a stand, each Nation and Character as one text."""
    found = []
    for nation, counts in zip(ids.NATIONS, counts_at(s, stand), strict=True):
        if counts.any():
            found.append(f"{nation} {count_text(counts)}")
    found += [ids.FIGURES[figure] for figure in members(int(s.who[stand]))]
    return [f"{text}," for text in found[:-1]] + found[-1:]


def read_counts(names: Names, line: Line, stand: int, nation: int) -> list[Counted]:
    """Read numbers of figures of a Nation: `3R 1E`, one at least. Raises ScriptError."""
    found: list[Counted] = []
    while not found or _COUNT.fullmatch(line.peek()):
        token = line.word(f"a number of figures of {ids.NATIONS[nation]}, as 2R or 1E,")
        match = _COUNT.fullmatch(token.text)
        if match is None:
            what = f"a number and one of {' '.join(LETTERS)} is expected, as 2R or 1E, not '{token.text}'"
            raise line.error(what, token)
        piece, n = LETTERS.index(match[2]), int(match[1])
        if n > MOST_FIGURES:
            raise line.error(f"at most {MOST_FIGURES} figures of a sort are possible, not {n}", token)
        if not has_piece(names, nation, piece):
            what = f"{ids.NATIONS[nation]} has no figures of the sort {ids.PIECES[piece]} (BG-1.8)"
            raise line.error(what, token)
        found.append(Counted(line, token, stand, nation, piece, n))
    return found


def read_figures(names: Names, line: Line, stand: int) -> tuple[list[Counted], list[Placed]]:
    """Read all figures at a stand, up to the end of the line. Raises ScriptError."""
    counted: list[Counted] = []
    placed: list[Placed] = []
    while not line.is_done:
        if line.skip(","):
            continue
        token = line.word("a nation or figure")
        if token.text in ids.NATIONS:
            counted += read_counts(names, line, stand, ids.NATIONS.index(token.text))
        elif token.text in ids.FIGURES:
            placed.append(Placed(line, token, ids.FIGURES.index(token.text), stand))
        else:
            raise line.unknown("nation or figure", token, (*ids.NATIONS, *ids.FIGURES))
    return counted, placed


def has_piece(names: Names, nation: int, piece: int) -> bool:
    """Return whether a Nation has figures of a sort, if only in its pool."""
    return totals(names)[nation, piece] > 0


def totals(names: Names) -> np.ndarray:
    """Return how many figures there are: [nation, PIECE] (BG-1.8)."""
    t = names.tables
    found = t.start_pool.astype(np.int64)
    found[:, : ids.UNIT_N] += t.start_units.sum(axis=0, dtype=np.int64)
    found[: ids.FREE_NATIONS, ids.PIECE.LEADER] += t.start_leaders.sum(axis=0, dtype=np.int64)
    found[ids.NATION.SAURON, ids.PIECE.NAZGUL] += t.start_nazgul.sum(dtype=np.int64)
    return found
