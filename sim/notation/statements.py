"""Positions as text: how their statements are read, and how long lines are wrapped."""

from __future__ import annotations

import textwrap
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np

from mazarbul.sim.engine.actions import NONE
from mazarbul.sim.engine.frames import FrameKinds
from mazarbul.sim.engine.rng import game_seed
from mazarbul.sim.notation.lines import MOST, Line, Token
from mazarbul.sim.notation.names import Names
from mazarbul.sim.notation.remains import Remains

WIDTH = 110
MOST_GAME = 2**62  # number of a game in its run
MOST_COUNTED = 1_000_000  # decisions and the like


@dataclass
class CardWord:
    """A card word of a position: its place in the text, and its card once `name_cards` has decided."""

    line: Line
    token: Token
    card: int = field(default=NONE, kw_only=True)

    def copies(self, names: Names) -> list[int]:
        """Return the kernel numbers the word can mean; raises ScriptError."""
        return names.find_card(self.line, self.token)


class StatementReader(ABC):
    """Collects the statements of a position, from which a game's builder makes a state.

    Reading raises ScriptError for statements that are wrong by themselves, building for those that
    contradict each other. seed, game: source of the game's chance, unless `luck` is given. numbers: the
    numbers in statements, by first word. frame_kinds: of the game's work stack.
    """

    frame_kinds: ClassVar[FrameKinds]

    def __init__(self, names: Names, seed: int = 1, game: int = 0) -> None:
        self.names = names
        self.t = names.tables
        self.seed = seed
        self.game = game
        self.luck: int | None = None
        self.numbers: dict[str, int] = {}
        self.remains = Remains(self.frame_kinds)

    @classmethod
    @abstractmethod
    def statements(cls) -> Mapping[str, Callable]:
        """Return first word of a statement -> method(self, line, word) that reads the rest."""

    def read_text(self, text: str, file: str | None = None, first_line: int = 1) -> None:
        """Read every line of a text."""
        for i, raw in enumerate(text.splitlines()):
            line = Line(raw, first_line + i, file)
            if not line.is_done:
                self.read(line)

    def read(self, line: Line) -> None:
        """Read one statement."""
        known = self.statements()
        word = line.word("a statement")
        if word.text not in known:
            raise line.unknown("statement", word, known)
        known[word.text](self, line, word.text)
        line.end()

    def read_number(self, line: Line, what: str, least: int = 0, most: int = MOST) -> None:
        """Read the number of a statement such as `round 3` into `numbers`."""
        self.numbers[what] = line.number_of(f"a number after '{what}'", least, most)

    def read_also(self, line: Line, _what: str) -> None:
        """Keep a line `also` (see `mazarbul.sim.notation.remains`)."""
        self.remains.add(line)

    def read_seal(self, line: Line, _what: str) -> None:
        """Check the seal of those lines."""
        self.remains.check(line)

    def read_luck(self, line: Line, _what: str) -> None:
        """Read `luck SEED [GAME]`: the seed of the game itself."""
        self.luck = line.number_of("the seed of the game's chance", most=2**64 - 1)
        self.game = 0 if line.is_done else line.number_of("the number of the game", most=MOST_GAME)

    def game_seed(self) -> np.uint64:
        """Return the seed of the random streams of the game."""
        with np.errstate(over="ignore"):
            return np.uint64(game_seed(self.seed, self.game) if self.luck is None else self.luck)


def name_cards(names: Names, words: Iterable[CardWord]) -> None:
    """Decide which physical card each card word means, words with a number first. Raises ScriptError."""
    words = list(words)
    taken: dict[int, CardWord] = {}
    for is_exact in (True, False):
        for word in words:
            copies = word.copies(names)
            if (len(copies) == 1) != is_exact:
                continue
            free = [card for card in copies if card not in taken]
            if not free:
                other = taken[copies[0]]
                where = f"line {other.line.number}" if other.line.number else "this position"
                what = "this card is" if len(copies) == 1 else f"all {len(copies)} copies are"
                raise word.line.error(f"{what} already placed, see {where}: {word.token.text}", word.token)
            word.card = free[0]
            taken[word.card] = word


def wrapped(head: str, texts: Iterable[str]) -> list[str]:
    """Return lines that all begin with `head`, none too long; repeated statements add up."""
    room = WIDTH - len(head)
    joined = " ".join(text.replace(" ", "\x00") for text in texts)
    parts = textwrap.wrap(joined, room, break_on_hyphens=False, break_long_words=False)
    return [f"{head} {part}".replace("\x00", " ") for part in parts] or [head]
