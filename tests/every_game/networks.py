"""Bots whose networks have learnt nothing, or whose weights are drawn by lot, and what they read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from mazarbul.sim.bots.bot import Bot
from mazarbul.sim.bots.learner import fresh
from mazarbul.sim.bots.network_files import Network, base_hash, blocks_of
from mazarbul.sim.engine.actions import NONE
from mazarbul.sim.games.contract import Game, Setup
from mazarbul.sim.games.kit import Kit

SPREAD = 0.05  # of weights drawn by lot


class Read(NamedTuple):
    """What a network read of a decision: the inputs that are 1, sorted. options: of each action."""

    state: list[int]
    options: dict[int, list[int]]


def with_networks(game: Game, kit: Kit, *, is_fresh: bool) -> list[Bot]:
    """Return heuristic bots for all seats, with networks that have learnt nothing or with any weights."""
    bot, inputs, luck = game.bot("heuristic", kit.setup), kit.practice.inputs, np.random.default_rng(5)
    sides = {}
    for side in kit.setup.sides:
        sides[side] = fresh(inputs, luck)
        if not is_fresh:
            sides[side] = {name: drawn(values, luck) for name, values in sides[side].items()}
    rows = {"state": blocks_of(inputs.state), "options": blocks_of(inputs.options)}
    network = Network(sides, {side: {base_hash(bot)} for side in sides}, rows, inputs.known())
    return [replace(bot, network=network)] * len(kit.setup.seats)


def drawn(values: np.ndarray, luck: np.random.Generator) -> np.ndarray:
    """Return weights that are a little different."""
    return (values + luck.normal(size=values.shape) * SPREAD).astype(np.float32)


class Reader:
    """The mind of bots with networks, which decides and says what they read."""

    def __init__(self, kit: Kit, bots: Sequence[Bot]) -> None:
        self.kit, self.mind = kit, kit.mind(bots)
        with np.errstate(over="ignore"):
            kit.steps.prepare(kit.tables, self.mind)

    def choose(self, s: np.record) -> int:
        """Return the action of the deciding seat."""
        with np.errstate(over="ignore"):
            return int(self.kit.steps.choose(s, self.kit.tables, self.mind))

    def read(self, s: np.record, renamed: Mapping[int, int] | None = None) -> Read:
        """Return what the deciding seat's network reads. renamed: what the actions are called."""
        self.choose(s)
        mind, names = self.mind, renamed or {}
        rows = (sorted(int(row) for row in mind.option_row[i] if row != NONE) for i in range(s.option_n))
        actions = (int(action) for action in s.options[: s.option_n])
        options = {names.get(action, action): each for action, each in zip(actions, rows, strict=True)}
        return Read(sorted(map(int, mind.state_row[: mind.state_n])), options)


def first_scores(game: Game, setup: Setup, seed: int, n: int) -> list[list[float]]:
    """Return the scores of all options in the first n decisions of bots with networks of any weights."""
    kit = game.kit(setup)
    reader, s, found = Reader(kit, with_networks(game, kit, is_fresh=False)), kit.new_state(), []
    kit.deal(s, seed, 0)
    while len(found) < n and not kit.is_over(s):
        action = reader.choose(s)
        found.append(reader.mind.score[: s.option_n].tolist())
        kit.apply(s, action)
    return found
