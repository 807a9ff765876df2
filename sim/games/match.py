"""One game to play by hand: inspected, played action by action, copied, described.

    match = Match(game, game.kit(game.setup("trilogy")), seed=7)
    while not match.is_over:
        match.apply(match.legal()[0])

A match with a seed and an index is the game with that index in a run with that seed, action by action, if
the same bots choose.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy, deepcopy
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from mazarbul.sim.bots.bot import Bot
from mazarbul.sim.bots.python import Answer, PythonBot
from mazarbul.sim.engine.actions import NONE
from mazarbul.sim.games import shown
from mazarbul.sim.games.contract import Game, Labelled
from mazarbul.sim.games.kit import Kit, Recorder
from mazarbul.sim.games.seating import bot_of, default_bot
from mazarbul.sim.games.turn import Turn
from mazarbul.sim.notation.lines import ScriptError
from mazarbul.sim.notation.story import HEADING
from mazarbul.sim.toml import DataError

SHOWN = 5  # legal actions in a message


class IllegalAction(DataError):
    """An action that is not legal now; the message says why, with the rule where there is one."""


@dataclass(frozen=True)
class Outcome:
    """The result of a game.

    winner: id of a side, None for nobody. end_reason: why it ended. rounds: number of rounds played. scores:
    side -> points, for sides that score. record: the game's whole row in the `games` table of a run.
    """

    winner: str | None
    end_reason: str | None
    rounds: int | None
    scores: dict[str, int] = field(default_factory=dict)
    record: dict[str, Any] = field(default_factory=dict, repr=False)


class Match:
    """One game of a set-up, from its first decision to its end.

    game, kit: what is played. seed, index: the game's number in a run with that seed. bots: one per seat,
    used by `choose` and `play_out`; all the default one if not given. is_logged: whether `events` are kept,
    which costs time. records: the recorder, and this game's number in it. state: to continue from instead of
    dealing. story: describes the game, if `is_logged`. header: first lines of a script of this game, for
    `position`.
    """

    def __init__(
        self,
        game: Game,
        kit: Kit,
        seed: int = 1,
        index: int = 0,
        bots: Sequence[Bot] | None = None,
        *,
        is_logged: bool = True,
        records: tuple[Recorder, int] | None = None,
        state: np.record | None = None,
        header: Sequence[str] | None = None,
    ) -> None:
        self.game, self.kit, self.setup = game, kit, kit.setup
        self.seed, self.index = seed, index
        self.bots = tuple(bots or [bot_of(game, default_bot(game), kit.setup)] * len(kit.setup.seats))
        self._recorder, self._slot = records or (kit.recorder(1), 0)
        self.story = kit.story() if is_logged else None
        self._header = header
        self._answers: dict[int, Answer] = {}  # of bots in Python, by seat
        self._events: list[tuple[int, str]] = []
        self._ended = 0  # decisions of the parts that have ended
        self._is_noted = False
        self.state = kit.new_state() if state is None else state
        self.state.is_logged = int(is_logged)
        if state is None:
            kit.deal(self.state, seed, index)
        self._recorder.begin(self._slot, self.state)
        self._go_on(None)

    def __repr__(self) -> str:
        when = f"{self.setup.game}/{self.setup.scenario}, seed {self.seed}, game {self.index}"
        if self.kit.scenery is not None:
            when += ", round {} ({})".format(*self.kit.scenery.clock(self.kit.names, self.state))
        winner = self.outcome().winner if self.is_over else None
        now = f"over, {winner or 'nobody'} won" if self.is_over else f"{self.actor} decides, {self.decision}"
        return f"<Match {when}: {now}>"

    def __str__(self) -> str:
        """Return the position, without the lines that name what is played if they have no text."""
        return repr(self) if self.is_over else self._position(self._header or ())

    def _repr_html_(self) -> str:
        """Return what notebooks show: the table now, with all cards open; else the position."""
        return shown.html(self.kit, self.state, repr(self)[1:-1], str(self))

    # Questions ------------------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        """Return whether the game has ended."""
        return self.kit.is_over(self.state)

    @property
    def actor(self) -> str | None:
        """Return the deciding seat, None when the game is over."""
        seat = int(self.state.actor)
        return None if self.is_over or seat == NONE else self.kit.names.seats[seat]

    @property
    def decision(self) -> str | None:
        """Return the kind of the pending decision, None when the game is over."""
        return None if self.actor is None else self.kit.moves.kinds[self.state.decision].name

    def pending(self) -> tuple[str, str]:
        """Return the deciding seat and the kind of its decision; raises DataError when the game is over."""
        seat, decision = self.actor, self.decision
        if seat is None or decision is None:
            raise DataError("the game is over: nothing is to be decided")
        return seat, decision

    @property
    def decisions(self) -> int:
        """Return the number of decisions so far, in all parts of the game."""
        return self._ended + int(self.state.decisions)

    def codes(self) -> list[int]:
        """Return the codes of the legal actions, in the order of `legal`."""
        return [] if self.is_over else [int(code) for code in self.state.options[: self.state.option_n]]

    def legal(self) -> list[str]:
        """Return the texts of the legal actions."""
        return [self.text(code) for code in self.codes()]

    def text(self, code: int) -> str:
        """Return the text of an action. Raises DataError for a number that is no action's code."""
        try:
            return self.kit.moves.text(self.kit.names, code)
        except (LookupError, TypeError, ValueError, OverflowError):
            raise DataError(f"{code!r} is not the code of any action of this game") from None

    def code(self, action: str | int) -> int:
        """Return the code of an action, legal or not; raises ScriptError for a text that is not an action."""
        if isinstance(action, str):
            return self.kit.moves.parse(self.kit.names, self.state, action)
        if isinstance(action, bool) or not isinstance(action, int | np.integer):
            raise ScriptError(f"an action is a text or the code of one, not {action!r}")
        return int(action)

    def why_not(self, action: str | int) -> str | None:
        """Return why an action is not legal now, None if it is; raises ScriptError if it is not an action."""
        if self.actor is None:
            return "the game is over"
        code = self.code(action)
        if not isinstance(action, str) and code not in self.codes() and code not in self._readable(code):
            return f"{action} is not the code of any action of this game"
        return self.kit.moves.why_illegal(self.kit.names, self.state, code)

    def _readable(self, code: int) -> tuple[int, ...]:
        """Return the code itself if it has a text, else nothing."""
        try:
            return (self.code(self.text(code)),)
        except DataError:
            return ()

    # Actions --------------------------------------------------------------------------------------

    def apply(self, action: str | int) -> None:
        """Take an action, given as text or code, and advance to the next decision or the end.

        Raises IllegalAction for an action that is not legal, and ScriptError for a text that is not an
        action; the game is then unchanged.
        """
        code = None if self.is_over else self._read(action)
        if code is None or code not in self.codes():
            reason = self.why_not(action)
            raise IllegalAction(f"{self.actor or 'nobody'} may not '{action}': {reason}")
        self.advance(code)

    def choose(self, bot: str | Bot | None = None) -> str:
        """Return the action that a bot takes for the deciding seat; its own bot if none is given."""
        return self.text(self.choice(bot))

    def choice(self, bot: str | Bot | None = None) -> int:
        """Return the code of the action that a bot takes for the deciding seat."""
        self.pending()
        seat = int(self.state.actor)
        given = None if bot is None else self._bot(bot)
        bots = self.bots if given is None else (given,) * len(self.bots)
        chooser = bots[seat]
        if isinstance(chooser, PythonBot):
            return self._answer(chooser, seat, is_own=given is None)
        return self.kit.chooser(in_kernels(bots))(self.state)

    def _bot(self, bot: object) -> Bot:
        """Return a bot or the one that a text names. Raises DataError."""
        if isinstance(bot, str):
            return bot_of(self.game, bot, self.setup)
        if not isinstance(bot, Bot):
            raise DataError(f"a bot is given by its name or file, not as {bot!r}")
        return bot

    def _answer(self, bot: PythonBot, seat: int, *, is_own: bool) -> int:
        """Return the code of a Python bot's action; what it remembers stays with its own seat."""
        answer = self._answers.get(seat) if is_own else None
        if answer is None:
            answer = bot.begin()
            if is_own:
                self._answers[seat] = answer
        try:
            wanted = answer(Turn(self))
        except Exception as error:
            raise bot.failure(error, self._now()) from error
        code, reason = self._understood(wanted)
        if reason is None:
            return code
        file = f"; it is in {bot.file}" if bot.file else ""
        raise IllegalAction(
            f"the bot {bot.name!r} may not '{wanted}' {self._now()}: {reason}; {self._some_legal()}{file}"
        )

    def _understood(self, wanted: object) -> tuple[int, str | None]:
        """Return the code of what a Python bot returned, and why it is no legal action, None if it is one."""
        if not isinstance(wanted, str | int | np.integer):
            return 0, f"it is neither the text nor the code of an action but {type(wanted).__name__}"
        wanted = wanted if isinstance(wanted, str) else int(wanted)
        try:
            code = self.code(wanted)
            return code, None if code in self.codes() else self.why_not(wanted)
        except ScriptError as error:
            return 0, error.message

    def _now(self) -> str:
        """Return which decision this is, in words."""
        return f"at decision {self.decisions + 1} of game {self.index} ({self.actor}, {self.decision})"

    def _some_legal(self) -> str:
        """Return the first legal actions in words."""
        legal = self.legal()
        more = f" and {len(legal) - SHOWN} more" if len(legal) > SHOWN else ""
        return f"legal: {', '.join(repr(each) for each in legal[:SHOWN])}{more}"

    def _read(self, action: str | int) -> int:
        """Return the code of an action; raises ScriptError, with legal ones, for a text that is none."""
        try:
            return self.code(action)
        except ScriptError as error:
            raise ScriptError(
                f"{error.message}; {self._some_legal()}", suggestion=error.suggestion
            ) from error

    def play_out(self, bots: str | Bot | Sequence[Bot] | None = None) -> Outcome:
        """Play to the end and return the outcome. bots: for all seats, or one per seat; its own if None."""
        if bots is not None:
            one = isinstance(bots, str) or not isinstance(bots, Sequence)
            each: Sequence[object] = (bots,) * len(self.bots) if one else bots  # type: ignore[assignment]
            given = tuple(map(self._bot, each))
            if len(given) != len(self.bots):
                raise DataError(f"{len(given)} bots for {len(self.bots)} seats: give one, or one for each")
            self.bots, self._answers = given, {}
        while not self.is_over:
            self.advance(self.choice())
        return self.outcome()

    def advance(self, code: int) -> None:
        """Take an action that is known to be legal."""
        self.kit.apply(self.state, code)
        self._events = []
        self._go_on(code)

    def _go_on(self, code: int | None) -> None:
        """Keep what has happened; record an end, and continue with the next part of the same game.

        code: the action that was taken.
        """
        self._tell(code)
        if self.state.decisions >= self.kit.cap and not self.is_over:
            self.kit.give_up(self.state)
        while self.is_over and not self._is_noted:
            following = self.kit.following(self.state)
            self._recorder.end(self._slot, self.state.copy())
            if following is None:
                self._is_noted = True
                return
            self._ended += int(self.state.decisions)
            self.kit = following
            self.story = following.story() if self.story else None
            following.deal(self.state, self.seed, self.index)
            title = following.title()
            self._events += [(HEADING, title)] if title and self.story else []
            self._tell(None)

    def _tell(self, code: int | None) -> None:
        """Keep what has happened, in the words of the story; code: the action that was taken."""
        if self.story is not None:
            self._events += self.story.tell(self.state, code)

    # Views ----------------------------------------------------------------------------------------

    def events(self) -> list[str]:
        """Return the events since the last action, or since the game began, one text each."""
        return [text for _, text in self._events]

    def events_with_depth(self) -> list[tuple[int, str]]:
        """Return the events with their depth (see `mazarbul.sim.notation.story`)."""
        return list(self._events)

    def outcome(self) -> Outcome:
        """Return the result of the game; raises DataError while it is not over."""
        if not self._is_noted:
            raise DataError("the game is not over yet: it has no outcome")
        record = plain(self._recorder.families(self.index - self._slot)["games"], self._slot)
        scores = {side: record[f"score_{side}"] for side in self.kit.names.sides if f"score_{side}" in record}
        return Outcome(record["winner"], record.get("end_reason"), record.get("rounds"), scores, record)

    def position(self) -> str:
        """Return the position as the text of a script: what is played, then where everything is.

        Raises DataError for a game that has none: one that is over, or with an overlay that is not a file.
        """
        if self._header is None:
            raise DataError("a position names its game by files: write all overlays to one file")
        self.pending()
        return self._position(self._header)

    def _position(self, header: Sequence[str]) -> str:
        return "\n".join([*header, "position", self.kit.position_text(self.state)])

    def view(self, seat: str | None = None) -> dict[str, Any]:
        """Return what a seat may know of the game, as plain data; by default the deciding seat."""
        name = self.pending()[0] if seat is None else seat
        if not isinstance(name, str) or name not in self.kit.names.seats:
            valid = ", ".join(self.kit.names.seats)
            raise DataError(f"unknown seat {name!r}; valid: {valid}")
        return self.kit.view(self.state, self.kit.names.seats.index(name))

    def copy(self) -> Match:
        """Return an independent copy, to be played in the same thread."""
        other = object.__new__(type(self))
        other.__dict__ |= vars(self)
        other.state = self.state.copy()
        other.story = copy(self.story)
        other._recorder = self._recorder.copy()
        other._events, other._answers = list(self._events), deepcopy(self._answers)
        return other

    __copy__ = copy

    def __deepcopy__(self, _memo: object) -> Match:
        """Return a copy that may be played in another thread."""
        other = self.copy()
        other.kit = copy(self.kit)
        return other

    def __getstate__(self) -> dict[str, Any]:
        """Return what is pickled; the kit and the names in the story are made again."""
        story = self.story and {name: value for name, value in vars(self.story).items() if name != "names"}
        return vars(self) | {"story": story}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        """Continue a pickled game. Raises DataError if its states have another form here."""
        self.__dict__ |= kept
        if self.state.dtype != self.kit.state:
            raise DataError("this game was pickled by another version of the program: its states differ")
        self.setup, self.story = self.kit.setup, None
        if kept["story"] is not None:
            self.story = self.kit.story()
            self.story.__dict__ |= kept["story"]


def in_kernels(bots: Sequence[Bot]) -> list[Bot]:
    """Return bots for kernels, one of which at least is no bot in Python: it stands in for those that are."""
    stand_in = next(bot for bot in bots if not isinstance(bot, PythonBot))
    return [stand_in if isinstance(bot, PythonBot) else bot for bot in bots]


def plain(columns: dict[str, np.ndarray | Labelled], i: int) -> dict[str, Any]:
    """Return row `i` of a table as plain values; None for missing ones."""
    found = {}
    for name, column in columns.items():
        if isinstance(column, Labelled):
            code = int(column.codes[i])
            found[name] = column.labels[code] if code >= 0 else None
        else:
            found[name] = None if np.ma.is_masked(column[i]) else column[i].item()
    return found
