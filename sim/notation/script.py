"""Scripts: a situation, the moves made in it, and what must hold then. See docs/play-script.md."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

import numpy as np

from mazarbul.sim.data.book import DECK_SUFFIXES
from mazarbul.sim.engine.actions import NONE
from mazarbul.sim.notation.held import Decked, Held, Scripted
from mazarbul.sim.notation.lines import Line, ScriptError, Token
from mazarbul.sim.notation.statements import MOST_GAME, StatementReader
from mazarbul.sim.notation.story import Story
from mazarbul.sim.toml import DataError, ends_in, read_text, user_path

MOST_DECISIONS = 20_000  # of one `auto`
NAME_IT = (
    "the first line of a script names its game: write 'game card_game', or another one of `mazarbul list`"
)

Command = Callable[[Line, Token], None]
R = TypeVar("R", bound=StatementReader)
"""What reads the positions of a game."""


class ScriptPlayer(ABC, Generic[R]):
    """Carries out the lines of a script in order.

    A game defines: `reader_class`, which reads its positions; `aims`, the words after `auto until` besides
    `end`. halt: where play stops, as the game's driver takes it; None for nowhere. within: the folder of all
    files that it may name; None for any. A script that names no scenario is about the game's first one.
    """

    reader_class: type[R]
    aims: ClassVar[tuple[str, ...]] = ()

    within: Path | None = None

    def __init__(self, game: Scripted, file: str | Path) -> None:
        self.game = game
        self.file = Path(file)
        self.report: list[str] = []
        self.scenario: str | Path = next(iter(game.printed().scenarios))
        self.switches: dict[str, object] = {}
        self.overlay: Path | None = None
        self.decks: dict[str, str | Path] = {}
        self.seed, self.index = 1, 0
        self.reader: R | None = None
        self.halt: Any = None
        self._kit: Held | None = None
        self._story: Story | None = None
        self._s: np.record | None = None
        self.expected_n = 0
        self.header: list[str] = []  # its lines, as written

    # What a game defines ------------------------------------------------------------------------

    @abstractmethod
    def build(self, reader: R) -> np.record:
        """Return a state with a log, made from a position and advanced to its first decision or `halt`."""

    @abstractmethod
    def is_turn(self) -> bool:
        """Return whether a seat is free to act: where a bare `auto` stops."""

    @abstractmethod
    def least(self) -> int:
        """Return the legal action that does the least, which `auto` takes."""

    @abstractmethod
    def aim(self, what: str, line: Line) -> Callable[[], bool]:
        """Return the condition that ends `auto until WHAT`; reads the rest of its words."""

    @abstractmethod
    def expect(self, line: Line) -> None:
        """Check the words after `expect`."""

    def own_commands(self) -> dict[str, Command]:
        """Return the game's further commands: word -> method(line, token) that reads what follows."""
        return {}

    @property
    def kit(self) -> Held:
        """What is played, once `start` has been called or a position has begun."""
        return _there(self._kit)

    @property
    def story(self) -> Story:
        """The story of the game, as `kit`."""
        return _there(self._story)

    @property
    def s(self) -> np.record:
        """The state, once `start` has been called."""
        return _there(self._s)

    @property
    def names(self) -> Any:
        """The names of the set-up, of the game's own class."""
        return self.kit.names

    def is_over(self) -> bool:
        """Return whether the game has ended."""
        return self.kit.is_over(self.s)

    # The script -----------------------------------------------------------------------------------

    def play(self) -> list[str]:
        """Replay the file and return the report, line by line.

        Raises ScriptError, with file, line and column, at the first mistake, illegal action or
        expectation that does not hold; DataError for a file that cannot be read or a faulty overlay.
        """
        return self.run(read_text(self.file))

    def run(self, text: str) -> list[str]:
        """Carry out every line and return the report; an error has the report so far as its `before`."""
        try:
            return self._run(text)
        except DataError as error:
            error.before = tuple(self.report)
            raise

    def _run(self, text: str) -> list[str]:
        """Carry out every line and return the report."""
        for line in _lines(text, self.file):
            self._line(line)
        if self.reader is not None:
            self.start()
        if self._s is None:
            *starting, last = ("position", "do", "auto", *self.own_commands(), "expect")
            what = f"this script has no {', '.join(map(repr, starting))} or {last!r}"
            raise ScriptError(what, str(self.file))
        self.report.append(f"{self.file.name}: {self.expected_n} expectations hold")
        return self.report

    def commands(self) -> dict[str, Command]:
        """Return every command: word -> method(line, token) that reads what follows."""
        header = dict.fromkeys(("scenario", "switch", "overlay", "deck_of", "seed"), self._header)
        header["game"] = self._game
        moves = {"position": self._position, "do": self._do, "auto": self._auto}
        return header | moves | self.own_commands() | {"expect": self._expect, "show": self._show}

    def _line(self, line: Line) -> None:
        commands, statements = self.commands(), self.reader_class.statements()
        word = line.peek()
        if self.reader is not None and word in statements and word not in commands:
            self.reader.read(line)
            return
        token = line.word("a command")
        if token.text not in commands:
            known = [*commands, *(statements if self.reader is not None else ())]
            note = "" if self.reader is not None else "; statements of a position follow a line 'position'"
            raise line.unknown("command", token, known, note if token.text in statements else "")
        commands[token.text](line, token)

    def _game(self, line: Line, token: Token) -> None:
        """Read the line that names the game, by which this player was chosen."""
        name = line.word("the name of a game")
        line.end()
        if name.text != self.game.name:
            raise line.error(f"this script is read as one of {self.game.name}", name)
        if self._kit is not None or self.reader is not None:
            raise line.error("a script must name its game in its first line", token)
        self.header.append(line.text.strip())

    # Header -------------------------------------------------------------------------------------

    def _header(self, line: Line, token: Token) -> None:
        """Read a line that says what is played; the game starts over with the next position or move."""
        self._kit, self.reader, self._s = None, None, None
        if token.text == "scenario":
            word = line.word("a scenario")
            self.scenario = self._file(line, word) if ends_in(word.text, ".toml") else word.text
            if not ends_in(word.text, ".toml") and word.text not in self.game.printed().scenarios:
                raise line.unknown("scenario", word, self.game.printed().scenarios)
        elif token.text == "switch":
            self._switch(line)
        elif token.text == "overlay":
            word = line.word("a TOML file, or none,")
            self.overlay = None if word.text == "none" else self._file(line, word)
        elif token.text == "deck_of":
            if not isinstance(self.game, Decked):
                game = f"{self.game.title} ({self.game.name})"
                raise line.error(f"{game} has no decks to choose; leave this line out", token)
            seat = line.word("a seat").text
            deck = line.word("a deck")
            is_file = ends_in(deck.text, *DECK_SUFFIXES)
            self.decks[seat] = self._file(line, deck) if is_file else deck.text
        elif token.text == "seed":
            self.seed = line.number_of("a seed", most=2**63 - 1)
            if not line.is_done:
                line.want("game")
                self.index = line.number_of("the number of a game", most=MOST_GAME)
        line.end()
        self.header.append(line.text.strip())

    def _switch(self, line: Line) -> None:
        word = line.word("a switch")
        if word.text not in self.game.printed().switches:
            raise line.unknown("switch", word, self.game.printed().switches)
        value = line.word("a value").text
        try:
            self.switches[word.text] = int(value)
        except ValueError:
            self.switches[word.text] = {"true": True, "false": False}.get(value, value)

    def _file(self, line: Line, token: Token) -> Path:
        """Return a file named in the script, relative to the script or to `within`, where it must be then."""
        path = (self.within or self.file.parent) / user_path(token.text)
        if self.within is not None and not path.resolve().is_relative_to(self.within.resolve()):
            raise line.error(f"this script may name no file outside {self.within}", token)
        return path

    def _position(self, line: Line, _token: Token) -> None:
        """Begin a position; what follows the word is its title."""
        self._set_up()
        self._s = None
        self.reader = self.reader_class(self.names, self.seed, self.index)
        if line.rest:
            self.report.append(f"== {line.rest} ==")

    def _set_up(self) -> None:
        """Compile the scenario with its switches, overlay and decks, unless that is done."""
        if self._kit is None:
            if isinstance(self.scenario, str) and self.overlay is None and not self.decks:
                self._kit = _printed_kit(self.game, self.scenario, *sorted(self.switches.items()))
            else:
                given = {"switches": self.switches, "overlay": self.overlay, "decks": self.decks}
                self._kit = self.game.kit(self.game.setup(self.scenario, **given))
            self._story = self.kit.story()

    def start(self) -> None:
        """Make a state from the position, or deal a new game if there is none, unless that is done."""
        self._set_up()
        with np.errstate(over="ignore"):
            if self.reader is not None:
                self.halt = self.reader.numbers.get("halt")
                self._s = self.build(self.reader)
                self.reader = None
            elif self._s is None:
                self.halt = None
                self._s = self.kit.new_state()
                self.s.is_logged = 1
                self.kit.deal(self.s, self.seed, self.index)
            else:
                return
        self.tell()

    # Moves --------------------------------------------------------------------------------------

    def _do(self, line: Line, _token: Token) -> None:
        """Carry out `do SEAT: ACTION`, or several actions of a seat separated by commas."""
        self.start()
        word = line.word("a seat")
        seat = self.names.find_seat(line, word)
        line.want(":")
        while True:
            self._one_action(line, word, seat)
            if not line.skip(","):
                break
        line.end()

    def _one_action(self, line: Line, word: Token, seat: int) -> None:
        s, names, moves = self.s, self.names, self.kit.moves
        if s.actor == NONE:
            why = "the game is over" if self.is_over() else "the position halts here"
            raise line.error(f"no decision is pending: {why}", word)
        if s.actor != seat:
            who, kind = names.seats[s.actor], moves.kinds[s.decision].name
            legal = moves.legal(names, s)
            raise line.error(f"{word.text} does not decide now; {who} does ({kind}): {legal}", word)
        at = line.tokens[line.next_i] if not line.is_done else word
        code = moves.read(names, s, line)
        if code not in s.options[: s.option_n]:
            reason = moves.why_illegal(names, s, code)
            wanted, legal = moves.text(names, code), moves.legal(names, s)
            raise line.error(f"{word.text} may not '{wanted}': {reason}; legal: {legal}", at)
        self._apply(code)

    def _apply(self, code: int) -> None:
        self.report.append(f"  {self.names.seats[self.s.actor]}: {self.kit.moves.text(self.names, code)}")
        self.kit.apply(self.s, code, self.halt)
        self.tell(code)

    def tell(self, code: int | None = None) -> None:
        """Add what has happened to the report; code: the action reported just before."""
        self.report += ["  " * depth + text for depth, text in self.story.tell(self.s, code)]
        self.s.event_n = 0

    def _auto(self, line: Line, _token: Token) -> None:
        """Decide by the action that does the least, until something is reached."""
        self.start()
        is_reached = self._until(line)
        line.end()
        for _ in range(MOST_DECISIONS):
            if self.s.actor == NONE or is_reached():
                return
            self._apply(self.least())
        raise line.error(f"this was not reached within {MOST_DECISIONS} decisions")

    def _until(self, line: Line) -> Callable[[], bool]:
        """Return the condition that ends an `auto`."""
        if line.is_done:
            return self.is_turn
        if line.peek().isdecimal():
            last = int(self.s.decisions) + line.number_of("a number of decisions", most=MOST_DECISIONS)
            return lambda: self.s.decisions >= last
        line.want("until")
        what = line.choice("aim", ("end", *self.aims))
        return (lambda: False) if what == "end" else self.aim(what, line)

    # What must hold -------------------------------------------------------------------------------

    def _expect(self, line: Line, _token: Token) -> None:
        """Check an expectation."""
        self.start()
        text = line.rest
        self.expect(line)
        line.end()
        self.expected_n += 1
        self.report.append(f"    holds: {text}")

    def _show(self, line: Line, _token: Token) -> None:
        """Add the legal actions, or the position, to the report."""
        self.start()
        what = line.choice("thing to show", ("legal", "position"))
        line.end()
        if what == "legal":
            seat = "nobody" if self.s.actor == NONE else self.names.seats[self.s.actor]
            self.report.append(f"  {seat} may: {self.kit.moves.legal(self.names, self.s)}")
            return
        try:
            self.report += self.kit.position_text(self.s).splitlines()
        except ValueError as error:
            raise line.error(str(error)) from None


T = TypeVar("T")


def _there(set_up: T | None) -> T:
    """Return what a script has once it has been set up."""
    assert set_up is not None, "the script has not been started"
    return set_up


@lru_cache(maxsize=64)
def _printed_kit(game: Any, scenario: str, *switches: tuple[str, object]) -> Held:
    """Return the kit of a printed scenario with switches, compiled once for many scripts."""
    return game.kit(game.setup(scenario, switches=dict(switches)))


def game_of(text: str, file: Path | None = None) -> str:
    """Return the game that the first line of a script names; raises ScriptError if it names none."""
    for line in _lines(text, file):
        return _game_of(line)
    raise ScriptError(NAME_IT, None if file is None else str(file))


def _game_of(line: Line) -> str:
    """Read the first line of a script, `game NAME`, and return the name."""
    token = line.word("'game' and the name of a game")
    if token.text != "game":
        raise line.error(NAME_IT, token)
    name = line.word("the name of a game").text
    line.end()
    return name


def _lines(text: str, file: Path | None) -> Iterator[Line]:
    """Yield the lines of a text that are not empty."""
    for number, raw in enumerate(text.splitlines(), 1):
        line = Line(raw, number, None if file is None else str(file))
        if not line.is_done:
            yield line
