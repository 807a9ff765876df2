"""Scripts: a situation, what is done in it, and what must hold then. See docs/play-script.md."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

import numpy as np

from sim.games.card_game import actions, ids, kernel
from sim.games.card_game.catalogue import make_setup
from sim.games.card_game.expectations import expect
from sim.games.card_game.lines import Line, ScriptError, Token
from sim.games.card_game.loading import load_data, printed
from sim.games.card_game.names import Names
from sim.games.card_game.notation import action_text, legal_texts, read_action
from sim.games.card_game.position_builder import advance, build_state
from sim.games.card_game.position_reader import PHASES, PositionReader
from sim.games.card_game.reasons import why_illegal
from sim.games.card_game.rules.locations import HOW_ACTIVATED, activate_battleground
from sim.games.card_game.rules.stack import push
from sim.games.card_game.state import empty_state
from sim.games.card_game.story import Story
from sim.games.card_game.tables import make_tables

__all__ = ["ScriptError", "run_script"]

MOST_DECISIONS = 20_000  # of one `auto`
UNTIL = ("end", "turn", "round", *(phase for phase in PHASES if phase != "round_start"))


@lru_cache(maxsize=64)
def printed_names(scenario: str, *switches: tuple[str, object]) -> Names:
    """Return the names and tables of a printed scenario with switches: compiled once for many scripts."""
    return Names(make_setup("card_game", make_tables(load_data(scenario, dict(switches)))))


def run_script(path: str | Path) -> list[str]:
    """Replay a script and return its report, line by line.

    Raises ScriptError, with file, line and column, at the first mistake, illegal action or
    expectation that does not hold; DataError for a faulty overlay.
    """
    file = Path(path)
    try:
        text = file.read_text(encoding="utf-8")
    except OSError as error:
        raise ScriptError(f"cannot read this file ({error.strerror or error})", str(path)) from None
    except UnicodeDecodeError:
        raise ScriptError("this is not UTF-8 text", str(path)) from None
    return ScriptPlayer(file).run(text)


class ScriptPlayer:
    """Carries out the lines of a script one after the other."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.report: list[str] = []
        self.scenario: str | Path = "trilogy"
        self.switches: dict[str, object] = {}
        self.overlay: Path | None = None
        self.decks: dict[str, str | Path] = {}
        self.seed, self.game = 1, 0
        self.names: Names | None = None
        self.story: Story | None = None
        self.reader: PositionReader | None = None
        self.s: np.record | None = None
        self.halt: int | None = None
        self.expected_n = 0

    def run(self, text: str) -> list[str]:
        """Carry out every line and return the report."""
        for number, raw in enumerate(text.splitlines(), 1):
            line = Line(raw, number, str(self.file))
            if not line.is_done:
                self._line(line)
        if self.reader is not None:
            self._start()
        if self.s is None:
            what = "this script has no 'position', 'do', 'auto', 'activate' or 'expect'"
            raise ScriptError(what, str(self.file))
        self.report.append(f"{self.file.name}: {self.expected_n} expectations hold")
        return self.report

    def _line(self, line: Line) -> None:
        word = line.peek()
        if self.reader is not None and word in PositionReader.statements() and word not in _COMMANDS:
            self.reader.read(line)
            return
        token = line.word("a command")
        if token.text not in _COMMANDS:
            known = [*_COMMANDS, *(PositionReader.statements() if self.reader is not None else ())]
            note = "" if self.reader is not None else "; statements of a position follow a line 'position'"
            is_statement = token.text in PositionReader.statements()
            raise line.unknown("command", token, known, note if is_statement else "")
        _COMMANDS[token.text](self, line, token)

    # Header -------------------------------------------------------------------------------------

    def _header(self, line: Line, token: Token) -> None:
        """Read a line that says what is played; it begins anew with the next position or move."""
        self.names, self.reader, self.s = None, None, None
        if token.text == "scenario":
            word = line.word("a scenario")
            self.scenario = self._file(word.text) if word.text.endswith(".toml") else word.text
            if not word.text.endswith(".toml") and word.text not in printed().scenarios:
                raise line.unknown("scenario", word, printed().scenarios)
        elif token.text == "switch":
            self._switch(line)
        elif token.text == "overlay":
            word = line.word("a TOML file, or none,")
            self.overlay = None if word.text == "none" else self._file(word.text)
        elif token.text == "deck_of":
            seat = line.word("a seat").text
            word = line.word("a deck").text
            self.decks[seat] = self._file(word) if word.endswith(".toml") else word
        elif token.text == "seed":
            self.seed = line.number_of("a seed")
            if not line.is_done:
                line.want("game")
                self.game = line.number_of("the number of a game")
        line.end()

    def _switch(self, line: Line) -> None:
        word = line.word("a switch")
        if word.text not in printed().switches:
            raise line.unknown("switch", word, printed().switches)
        value = line.word("a value").text
        plain = {"true": True, "false": False}.get(value, value)
        self.switches[word.text] = int(value) if value.isdigit() else plain

    def _file(self, name: str) -> Path:
        """Return a file named in the script, which stands relative to the script."""
        return self.file.parent / name

    def _position(self, line: Line, _token: Token) -> None:
        """Begin a position; what follows the word is its title."""
        self._set_up()
        self.s = None
        self.reader = PositionReader(self.names, self.seed, self.game)
        if line.rest:
            self.report.append(f"== {line.rest} ==")

    def _set_up(self) -> None:
        """Compile the scenario with its switches and overlay, if that is still to be done."""
        if self.names is None:
            if isinstance(self.scenario, str) and self.overlay is None and not self.decks:
                self.names = printed_names(self.scenario, *sorted(self.switches.items()))
            else:
                data = load_data(self.scenario, self.switches, self.overlay, self.decks)
                self.names = Names(make_setup("card_game", make_tables(data)))
            self.story = Story(self.names)

    def _start(self) -> None:
        """Make a state of the position, or deal a new game if there is none."""
        self._set_up()
        if self.reader is not None:
            self.s, self.halt = build_state(self.reader), self.reader.numbers.get("halt")
            self.reader = None
        elif self.s is None:
            self.s = empty_state()
            self.s.is_logged, self.halt = 1, None
            with np.errstate(over="ignore"):
                kernel.new_game(self.s, self.names.tables, self.seed, self.game)
        else:
            return
        self._tell()

    # Moves --------------------------------------------------------------------------------------

    def _do(self, line: Line, _token: Token) -> None:
        """Carry out `do SEAT: ACTION`, or several actions of a seat divided by commas."""
        self._start()
        word = line.word("a seat")
        seat = self.names.find_seat(line, word)
        line.want(":")
        while True:
            self._one_action(line, word, seat)
            if not line.skip(","):
                break
        line.end()

    def _one_action(self, line: Line, word: Token, seat: int) -> None:
        s, names = self.s, self.names
        if s.actor == ids.NONE:
            raise line.error(f"nobody is to decide now: {self._why_nobody()}", word)
        if s.actor != seat:
            who, kind = names.seats[s.actor], actions.KIND_NAMES[s.decision]
            what = f"it is not {word.text} who decides now, but {who} ({kind}): {self._legal()}"
            raise line.error(what, word)
        at = line.tokens[line.next_i] if not line.is_done else word
        code = read_action(names, s, line)
        if code not in s.options[: s.option_n]:
            reason = why_illegal(names, s, code)
            wanted = action_text(names, code)
            raise line.error(f"{word.text} may not '{wanted}': {reason}; legal: {self._legal()}", at)
        self._apply(code)

    def _apply(self, code: int) -> None:
        self.report.append(f"  {self.names.seats[self.s.actor]}: {action_text(self.names, code)}")
        with np.errstate(over="ignore"):
            kernel.carry_out(self.s, self.names.tables, code)
        self.s.decisions += 1
        advance(self.s, self.names.tables, self.halt)
        self._tell(code)

    def _why_nobody(self) -> str:
        """Return why no decision is pending."""
        return "the game is over" if self.s.phase == ids.OVER else "the position halts here"

    def _legal(self) -> str:
        """Return the legal actions in one line."""
        return ", ".join(legal_texts(self.names, self.s))

    def _tell(self, code: int | None = None) -> None:
        """Add what has happened to the report; code: the action told just before."""
        self.report += ["  " * depth + text for depth, text in self.story.tell(self.s, code)]
        self.s.event_n = 0

    def _auto(self, line: Line, _token: Token) -> None:
        """Let decisions be made by the least that can be done, until something is reached."""
        self._start()
        is_reached = self._until(line)
        line.end()
        for _ in range(MOST_DECISIONS):
            if self.s.actor == ids.NONE or is_reached():
                return
            self._apply(self._least())
        raise line.error(f"this was not reached within {MOST_DECISIONS} decisions")

    def _until(self, line: Line) -> Callable[[], bool]:
        """Return the condition that ends an `auto`."""
        s = self.s
        if line.is_done:
            return lambda: s.decision == actions.TURN
        if line.peek().isdigit():
            last = int(s.decisions) + line.number_of("a number of decisions")
            return lambda: s.decisions >= last
        line.want("until")
        what = line.choice("aim", UNTIL)
        if what == "end":
            return lambda: False
        if what == "turn":
            before = int(s.turns)
            if line.is_done:
                return lambda: s.decision == actions.TURN and s.turns > before
            seat = self.names.find_seat(line, line.word("a seat"))
            return lambda: s.decision == actions.TURN and s.actor == seat
        if what == "round":
            number = line.number_of("the number of a round")
            return lambda: s.round_number >= number
        now = max(int(s.round_number), 1)
        target = (now if s.phase <= PHASES[what] else now + 1, PHASES[what])
        return lambda: (s.round_number, s.phase) >= target

    def _least(self) -> int:
        """Return the action that does least: pass, else cycle a card; elsewhere the first legal one."""
        options = [int(code) for code in self.s.options[: self.s.option_n]]
        if self.s.decision == actions.TURN:
            for kind in (actions.PASS, actions.CYCLE):
                for code in options:
                    if code >> 16 == kind:
                        return code
        return options[0]

    def _activate(self, line: Line, _token: Token) -> None:
        """Make a location active now and resolve its text, whatever else is pending."""
        self._start()
        token = line.word("a location")
        place = self.names.find_place(line, token)
        line.end()
        s, t = self.s, self.names.tables
        if s.phase == ids.OVER:
            raise line.error("the game is over", token)
        if place >= ids.BATTLEGROUNDS:
            if not s.path_deck >> (place - ids.BATTLEGROUNDS) & 1:
                what = f"{token.text} is not in the path deck: a path can be active once only"
                raise line.error(what, token)
            push(s, ids.F_ENTER_PATH, place - ids.BATTLEGROUNDS, 0, 0, 0)
        elif s.active >> place & 1:
            raise line.error(f"{token.text} is active already", token)
        else:
            activate_battleground(s, t, place, HOW_ACTIVATED)
        self.report.append(f"  activate {token.text}")
        advance(s, t, self.halt)
        self._tell()

    def _expect(self, line: Line, _token: Token) -> None:
        """Check an expectation."""
        self._start()
        text = line.rest
        expect(self.names, self.s, line)
        line.end()
        self.expected_n += 1
        self.report.append(f"    holds: {text}")

    def _show(self, line: Line, _token: Token) -> None:
        """Add the legal actions, or the position, to the report."""
        from sim.games.card_game.position import position_text

        self._start()
        what = line.choice("thing to show", ("legal", "position"))
        line.end()
        if what == "legal":
            seat = "nobody" if self.s.actor == ids.NONE else self.names.seats[self.s.actor]
            self.report.append(f"  {seat} may: {self._legal()}")
            return
        try:
            self.report += position_text(self.names, self.s).splitlines()
        except ValueError as error:
            raise line.error(str(error)) from None


_COMMANDS: dict[str, Callable[[ScriptPlayer, Line, Token], None]] = {
    "scenario": ScriptPlayer._header,
    "switch": ScriptPlayer._header,
    "overlay": ScriptPlayer._header,
    "deck_of": ScriptPlayer._header,
    "seed": ScriptPlayer._header,
    "position": ScriptPlayer._position,
    "do": ScriptPlayer._do,
    "auto": ScriptPlayer._auto,
    "activate": ScriptPlayer._activate,
    "expect": ScriptPlayer._expect,
    "show": ScriptPlayer._show,
}
