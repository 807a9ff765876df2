"""The environment with all seats as agents, in PettingZoo's form (AEC: one agent acts after the other)."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Dict, Discrete
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from mazarbul.agents.arena import (
    CAPPED,
    HUMAN,
    ILLEGAL,
    RENDER_MODES,
    Arena,
    Copied,
    Observation,
    Readable,
    Transcript,
    ended,
    luck,
    observed,
    option,
    run_seed,
)
from mazarbul.sim.games.match import Match
from mazarbul.sim.toml import DataError


def env(arena: Arena, render_mode: str | None) -> AECEnv:
    """Return the environment of a scenario with PettingZoo's usual checks: order, range, illegal actions."""
    made = wrappers.TerminateIllegalWrapper(TableEnv(arena, render_mode), illegal_reward=ILLEGAL)
    return Checked(made)


class Checked(Copied, wrappers.OrderEnforcingWrapper):  # type: ignore[misc]  # pettingzoo has no types
    """Refuses calls in a wrong order, and actions that are none.  An option that is masked ends the game."""

    def step(self, action: int | None) -> None:
        """Take an option of the selected agent's decision; None for an agent whose game has ended."""
        if self._has_reset and self.agents:
            agent = self.agent_selection
            is_over = self.terminations[agent] or self.truncations[agent]
            if is_over and action is not None:
                raise DataError(f"the game of {agent} has ended: its only action is None, not {action!r}")
            action = None if is_over else option(action, self.action_space(agent).n)
        super().step(action)


class TableEnv(Readable, AECEnv):  # type: ignore[misc]  # pettingzoo has no types
    """A game with all seats as agents, named by their ids.

    arena: what is played. render_mode: "ansi" returns text, "human" prints it after each step.
    """

    def __init__(self, arena: Arena, render_mode: str | None) -> None:
        super().__init__()
        self.arena, self.render_mode = arena, render_mode
        self.metadata = {"name": arena.name, "render_modes": [*RENDER_MODES], "is_parallelizable": False}
        self.possible_agents = list(arena.seats)
        self.agents: list[str] = []
        self.action_spaces: dict[str, Discrete] = {seat: arena.action_space() for seat in arena.seats}
        self.observation_spaces: dict[str, Dict] = {seat: arena.observation_space() for seat in arena.seats}
        self._match: Match | None = None
        self._transcript = Transcript(render_mode)
        self._seed: int | None = None
        self._index = 0

    @property
    def match(self) -> Match:
        """The game. Raises ResetNeeded before the first one."""
        if self._match is None:
            raise ResetNeeded("the game has not begun: call reset")
        return self._match

    def observation_space(self, agent: str) -> Dict:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """Return the space of an agent's actions: options of its decision, by number."""
        return self.action_spaces[agent]

    def action_text(self, action: int) -> str:
        """Return the text of an action of the agent that decides, as on the command line."""
        look = self.arena.look(self.match, self.possible_agents.index(self.agent_selection))
        return self.match.text(int(look.codes[option(action, look.option_n)]))

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Begin game 0 of the run with a seed; without one, the next game of the same run."""
        if seed is None and self._seed is not None:
            self._index += 1
        else:
            self._seed, self._index = luck(np.random.default_rng()) if seed is None else run_seed(seed), 0
        self._match = self.arena.first(self._seed, self._index, is_logged=self.render_mode is not None)
        self._index = self.match.index
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._transcript.begin(self.match)
        self._note()

    def step(self, action: int | None) -> None:
        """Take an option of the selected agent's decision."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        look = self.arena.look(self.match, self.possible_agents.index(agent))
        self.match.advance(int(look.codes[: look.option_n][action]))
        self._transcript.note(self.match)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.match.is_over:
            self.rewards = self.arena.rewards(self.match)
            is_capped = self.match.outcome().end_reason == CAPPED
            self.terminations = dict.fromkeys(self.agents, not is_capped)
            self.truncations = dict.fromkeys(self.agents, is_capped)
        self._accumulate_rewards()
        self._note()
        if self.render_mode == HUMAN:
            self.render()

    def observe(self, agent: str) -> Observation:
        """Return what an agent may know."""
        return observed(self.arena.look(self.match, self.arena.seat(agent)))

    def render(self) -> str | None:
        """Return or print what has happened since the last time, and the options of who decides."""
        return self._transcript.show(self.arena, self.match)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def _note(self) -> None:
        """Select the agent that decides, and note for all of them what there is beside observations."""
        info = {"seed": self._seed, "game": self._index} | (ended(self.match) if self.match.is_over else {})
        self.infos = {agent: dict(info) for agent in self.agents}
        if self.match.actor is not None:
            self.agent_selection = self.match.actor
        self.infos[self.agent_selection]["action_mask"] = self.observe(self.agent_selection)["action_mask"]
