"""What all environments of a scenario share: its games, what their seats see, spaces, texts and rewards."""

from __future__ import annotations

import operator
import sys
from copy import deepcopy
from typing import Any, Protocol

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete

from mazarbul.sim.bots.sight import Field
from mazarbul.sim.games.contract import Bot, Game, HasKit, Setup, able
from mazarbul.sim.games.match import Match
from mazarbul.sim.games.tables import Window, sight_of
from mazarbul.sim.runner.errors import unknown
from mazarbul.sim.runner.experiment import Ready
from mazarbul.sim.toml import DataError

ANSI, HUMAN = RENDER_MODES = ("ansi", "human")
CAPPED = "capped"  # end reason of a game that was given up after very many decisions
ILLEGAL = -1.0  # reward of an agent that takes an option which it does not have

Observation = dict[str, np.ndarray]


class Playable(Protocol):
    """What is played, such as `mazarbul.tables.Table`."""

    @property
    def name(self) -> str:
        """GAME/SCENARIO."""

    @property
    def ready(self) -> Ready:
        """The game, its set-up and the bots in seat order."""


class Arena:
    """A scenario that agents play. table: what is played. seats: ids. sight: what seats see."""

    def __init__(self, table: Playable) -> None:
        self.__setstate__((table.name, *table.ready))

    def __getstate__(self) -> tuple[str, Game, Setup, tuple[Bot, ...]]:
        """Return what is pickled and copied; what has addresses of kernels in it is made again."""
        return self.name, self.game, self.setup, self.bots

    def __setstate__(self, kept: tuple[str, Game, Setup, tuple[Bot, ...]]) -> None:
        self.name, self.game, self.setup, self.bots = kept
        self.kit = able(self.game, HasKit).kit(self.setup)
        self.sight = sight_of(self.game, self.kit)
        self.seats = self.setup.seats
        self._window = Window(self.sight)

    def seat(self, name: str | None) -> int:
        """Return the number of a seat, the first one for None. Raises DataError for an unknown one."""
        if name is not None and name not in self.seats:
            raise unknown(f"seat of {self.name}", name, self.seats)
        return self.seats.index(name) if name else 0

    def action_space(self) -> Discrete:
        """Return a new action space: the number of an option of the pending decision."""
        return Discrete(self.sight.most_options)

    def observation_space(self) -> Dict:
        """Return a new observation space."""
        n, (low, high) = self.sight.most_options, self.sight.bounds()
        return Dict(
            {
                "observation": Box(low, high, dtype=np.int16),
                "options": Box(0, max(len(self.sight.kinds), self.sight.tokens - 1), (n, 3), np.int16),
                "action_mask": Box(0, 1, (n,), np.int8),
            }
        )

    def match(self, seed: int, index: int, *, is_logged: bool) -> Match:
        """Return game `index` of the run with a seed, at its first decision."""
        return Match(self.game, self.kit, seed, index, self.bots, is_logged=is_logged)

    def first(self, seed: int, index: int, *, is_logged: bool) -> Match:
        """Return the first game of a run, from `index` on, in which anything is decided."""
        while (match := self.match(seed, index, is_logged=is_logged)).is_over:
            index += 1
        return match

    def look(self, match: Match, seat: int) -> np.record:
        """Return what a seat sees of a game, see `Sight.look`."""
        return self._window.look(match.state, match.kit.tables, seat)

    def rewards(self, match: Match) -> dict[str, float]:
        """Return the reward of each seat at the end of a game: 1 won, -1 lost, 0 for nobody or given up."""
        outcome = match.outcome()
        is_open = outcome.winner is None or outcome.end_reason == CAPPED
        return {
            seat: 0.0 if is_open else 1.0 if side == outcome.winner else -1.0
            for seat, side in zip(self.seats, self.setup.seat_sides, strict=True)
        }

    def token_text(self, token: int) -> str:
        """Return what a token of an option stands for, such as "card gimli"; "" for 0. Raises DataError."""
        if not 0 <= (token := whole(token, "a token")) < self.sight.tokens:
            raise DataError(f"there is no token {token}: they are 0 to {self.sight.tokens - 1}")
        if token == 0:
            return ""
        if token == self.sight.tokens - 1:
            return "a hidden card"
        sort = max((first, sort) for sort, first in self.sight.first_tokens.items() if first <= token)[1]
        value = token - self.sight.first_tokens[sort]
        try:
            text = self.kit.moves.parts[sort].text(self.kit.names, value, 0)
        except LookupError:  # not in this scenario
            text = ""
        return f"{sort} {text or value}"


def observed(look: np.record | np.recarray[Any, Any]) -> Observation:
    """Return a seat's observation from what it sees."""
    return {name: look[name] for name in ("observation", "options", "action_mask")}


class Copied:
    """What has no part in common with its copies, deep or not."""

    def __copy__(self) -> Any:
        return deepcopy(self)


class Readable(Copied):
    """What the numbers of an environment mean, the same for all environments of an arena."""

    arena: Arena

    @property
    def fields(self) -> tuple[Field, ...]:
        """The fields of `observation`: names, meanings, shapes and columns."""
        return self.arena.sight.fields

    def unflatten(self, observation: np.ndarray) -> dict[str, np.ndarray]:
        """Return the fields of observations by name. observation: (..., width), one or a batch."""
        width = self.arena.sight.width
        if not isinstance(observation, np.ndarray) or observation.shape[-1:] != (width,):
            raise DataError(f"an observation is an array of {width} numbers, or a batch of them")
        outer = observation.shape[:-1]
        return {
            field.name: observation[..., field.columns].reshape((*outer, *field.shape))
            for field in self.fields
        }

    def token_text(self, token: int) -> str:
        """Return what a token of an option stands for, see `Arena.token_text`."""
        return self.arena.token_text(token)


class Transcript:
    """What has happened in a game since it was shown last, and how it is shown. mode: of rendering."""

    def __init__(self, mode: str | None) -> None:
        if mode not in (None, *RENDER_MODES):
            raise unknown("render mode", mode, RENDER_MODES)
        self.mode = mode
        self._events: list[str] = []

    def begin(self, match: Match) -> None:
        """Begin with a new game."""
        self._events = []
        self.note(match)

    def note(self, match: Match) -> None:
        """Note what has just happened in a game, if it will be shown."""
        if self.mode is not None:
            self._events += match.events()

    def show(self, arena: Arena, match: Match) -> str | None:
        """Return the game as text, or print it in the mode "human"; None without a mode."""
        if self.mode is None:
            return None
        lines, self._events = self._events, []
        if match.is_over:
            lines.append(f"the game is over; winner: {match.outcome().winner or 'nobody'}")
        else:
            look = arena.look(match, int(match.state.actor))
            lines.append(f"{match.actor} decides ({match.decision}):")
            lines += [f"  {i}  {match.text(int(code))}" for i, code in enumerate(look.codes[: look.option_n])]
        if self.mode == HUMAN:
            sys.stdout.write("\n".join([*lines, ""]))
            return None
        return "\n".join(lines)


def whole(number: object, what: str = "an action") -> int:
    """Return a whole number; raises DataError for anything else."""
    try:
        return operator.index(number)  # type: ignore[arg-type]
    except TypeError:
        raise DataError(f"{what} is a whole number, not {number!r}") from None


def option(action: object, n: int) -> int:
    """Return the number of one of n options; raises DataError for anything else."""
    number = whole(action)
    if not 0 <= number < n:
        raise DataError(f"there is no action {number}: the options are 0 to {n - 1}")
    return number


def run_seed(seed: object) -> int:
    """Return the seed of a run; raises DataError for anything else."""
    number = whole(seed, "a seed")
    if not 0 <= number < 2**63:
        raise DataError(f"a seed is a whole number from 0 to 2**63 - 1, not {number}")
    return number


def luck(rng: np.random.Generator) -> int:
    """Return a seed for a run of games whose user gave none."""
    return int(rng.integers(2**31))


def ended(match: Match) -> dict[str, Any]:
    """Return what is worth knowing of the end of a game beside the rewards."""
    outcome = match.outcome()
    return {"winner": outcome.winner, "end_reason": outcome.end_reason, "scores": outcome.scores}
