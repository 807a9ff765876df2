"""Many games at once with one seat as the agent of each, in the form of Gymnasium's vector environments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from mazarbul.agents.arena import Arena, Observation, Playable, Readable, luck, observed, run_seed, whole
from mazarbul.sim.games.seating import is_stepped
from mazarbul.sim.games.tables import Games
from mazarbul.sim.runner.experiment import MOST_JOBS
from mazarbul.sim.toml import DataError

MOST = 10**6  # games at once; each has a state of some kilobytes


class SeatVectorEnv(Readable, VectorEnv):
    """Games that kernels play step by step: sub-environment i is `SeatEnv`, reset with seed + i.

    table, seat: as for `SeatEnv`; bots in Python and those that search are too slow for this.
    num_envs: how many games. threads: how many play at once; it changes nothing but the time. copy: whether
    each step returns arrays of its own; else they are filled again by the next one.

    A game that has ended is dealt anew by the next step, whose action and reward do not count
    (`AutoresetMode.NEXT_STEP`).
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  (as in VectorEnv)
        "autoreset_mode": AutoresetMode.NEXT_STEP,
        "render_modes": [],
    }

    def __init__(
        self,
        table: Playable,
        num_envs: int = 1,
        seat: str | None = None,
        *,
        threads: int = 1,
        copy: bool = True,
    ) -> None:
        if not 1 <= whole(num_envs, "the number of games") <= MOST:
            raise DataError(f"the number of games is from 1 to {MOST:,}, not {num_envs}")
        if not 1 <= whole(threads, "the number of threads") <= MOST_JOBS:
            raise DataError(f"the number of threads is from 1 to {MOST_JOBS:,}, not {threads}")
        arena = self.arena = Arena(table)
        number, self.num_envs, self._is_copied = arena.seat(seat), num_envs, copy
        self.seat = arena.seats[number]
        others = [bot for i, bot in enumerate(arena.bots) if i != number]
        if is_stepped(others):
            raise DataError("bots in Python or with search play one game at a time: use mazarbul.gym_env")
        if np.asarray(arena.setup.tables).size > 1:
            raise DataError(f"{arena.name} is a campaign of several quests: use mazarbul.gym_env")
        self.single_action_space = arena.action_space()
        self.single_observation_space = arena.observation_space()
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._games = Games(arena.kit, arena.sight, arena.bots, number, num_envs, threads)

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin all games anew: game 0 of the run with seed + i, or with seed[i]."""
        given = None if seed is None else self._seeds(seed)
        super().reset(seed=None if given is None else given[0], options=options)
        self._games.start(np.asarray(self._seeds(luck(self.np_random)) if given is None else given, np.int64))
        return self._seen()

    def _seeds(self, seed: object) -> list[int]:
        """Return the seed of each game. Raises DataError."""
        if isinstance(seed, Sequence | np.ndarray) and np.ndim(seed):
            if len(seed) != self.num_envs:
                raise DataError(f"{len(seed)} seeds for {self.num_envs} games: give one, or one for each")
            return [*map(run_seed, seed)]
        return [run_seed(run_seed(seed) + i) for i in range(self.num_envs)]

    def step(
        self, actions: np.ndarray
    ) -> tuple[Observation, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Take an option in each game; then its bots play until the agent decides again."""
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_envs,) or chosen.dtype.kind not in "iu":
            raise DataError(f"actions are {self.num_envs} whole numbers, one for each game, not {actions!r}")
        self._games.step(chosen.astype(np.int64))
        games = self._games.games
        observation, info = self._seen()
        is_over, is_capped = games.is_terminated == 1, games.is_truncated == 1
        if games.is_illegal.any():
            info["is_illegal"] = games.is_illegal == 1
        return observation, games.reward.copy(), is_over, is_capped, info

    def close_extras(self) -> None:
        """Stop the threads."""
        self._games.close()

    def _seen(self) -> tuple[Observation, dict[str, Any]]:
        """Return what the agents see, and which game of which run each plays."""
        found = observed(self._games.looks)
        if self._is_copied:
            found = {name: array.copy() for name, array in found.items()}
        games = self._games.games
        info = {"seed": games.seed.copy(), "game": games.index.copy(), "action_mask": found["action_mask"]}
        return found, info
