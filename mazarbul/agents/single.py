"""The environment with one seat as the agent and bots on the others, in Gymnasium's form."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded

from mazarbul.agents.arena import (
    CAPPED,
    HUMAN,
    ILLEGAL,
    RENDER_MODES,
    Arena,
    Observation,
    Playable,
    Readable,
    Transcript,
    ended,
    luck,
    observed,
    option,
    run_seed,
    whole,
)
from mazarbul.sim.games.match import Match

_NONE_YET = "the game has ended or has not begun: call reset"


class SeatEnv(Readable, gymnasium.Env[dict[str, Any], Any]):
    """A game with one seat as the agent.

    table: what is played. seat: its id, by default the first one; the table's bots have the others.
    render_mode: "ansi" returns text, "human" prints it after each step.
    """

    metadata: dict[str, Any] = {"render_modes": [*RENDER_MODES], "render_fps": 1}  # noqa: RUF012  (as in Env)

    def __init__(self, table: Playable, seat: str | None = None, *, render_mode: str | None = None) -> None:
        self.arena = Arena(table)
        self._seat = self.arena.seat(seat)
        self.seat, self.render_mode = self.arena.seats[self._seat], render_mode
        self.action_space = self.arena.action_space()
        self.observation_space = self.arena.observation_space()
        self._match: Match | None = None
        self._transcript = Transcript(render_mode)
        self._look: np.record | None = None
        self._run_seed: int | None = None
        self._index = 0

    @property
    def match(self) -> Match:
        """The game. Raises ResetNeeded before the first one."""
        if self._match is None:
            raise ResetNeeded(_NONE_YET)
        return self._match

    def action_text(self, action: int) -> str:
        """Return the text of an action of the agent, as on the command line.

        Raises ResetNeeded if nothing is to be decided.
        """
        if self._look is None:
            raise ResetNeeded(_NONE_YET)
        return self.match.text(int(self._look.codes[option(action, self._look.option_n)]))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin game 0 of the run with a seed; without one, the next game of the same run.

        A game that ends before the agent decides anything is left out.
        """
        seed = None if seed is None else run_seed(seed)
        super().reset(seed=seed, options=options)
        if seed is None and self._run_seed is not None:
            self._index += 1
        else:
            self._run_seed, self._index = luck(self.np_random) if seed is None else seed, 0
        while True:
            match = self.arena.match(self._run_seed, self._index, is_logged=self.render_mode is not None)
            self._match = match
            self._transcript.begin(self.match)
            self._play_others()
            if not self.match.is_over:
                return self._seen()
            self._index += 1

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Take an option of the agent's decision; then the bots play until it decides again.

        An option that there is not ends the game with the reward -1.
        """
        if self._look is None:
            raise ResetNeeded(_NONE_YET)
        if not 0 <= (action := whole(action)) < self._look.option_n:
            observation, info = self._seen()
            self._look = None
            return observation, ILLEGAL, True, False, info | {"is_illegal": True}
        self.match.advance(int(self._look.codes[action]))
        self._transcript.note(self.match)
        self._play_others()
        observation, info = self._seen()
        if self.render_mode == HUMAN:
            self.render()
        if not self.match.is_over:
            return observation, 0.0, False, False, info
        self._look = None
        is_capped = self.match.outcome().end_reason == CAPPED
        reward = self.arena.rewards(self.match)[self.seat]
        return observation, reward, not is_capped, is_capped, info | ended(self.match)

    def render(self) -> str | None:
        """Return or print what has happened since the last time, and the options of the agent."""
        return self._transcript.show(self.arena, self.match)

    def _play_others(self) -> None:
        """Let the bots play until the agent decides or the game is over."""
        match = self.match
        while not match.is_over and match.state.actor != self._seat:
            match.advance(match.choice())
            self._transcript.note(match)

    def _seen(self) -> tuple[Observation, dict[str, Any]]:
        """Return what the agent sees, and which game of which run this is."""
        self._look = self.arena.look(self.match, self._seat)
        observation = observed(self._look)
        mask = observation["action_mask"].copy()
        return observation, {"action_mask": mask, "seed": self._run_seed, "game": self._index}
