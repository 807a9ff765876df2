"""Helpers shared by the tests of studies."""

from __future__ import annotations

from pathlib import Path

from mazarbul.sim.runner.experiment import Execution, Experiment
from mazarbul.sim.runner.progress import Quiet
from tests.studies import bones

GAME = bones.Bones.name


class Spy(Quiet):
    """A display that remembers what was reported to it."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.begun: list[tuple[int, int]] = []
        self.games = 0

    def say(self, text: str) -> None:
        self.lines.append(text)

    def begin(self, done: int, planned: int) -> None:
        self.begun.append((done, planned))

    def beat(self, games: int) -> None:
        self.games += games


def experiment(**fields) -> Experiment:
    return Experiment(**{"game": GAME, "scenario": "plain", "games": 2_000, "seed": 3} | fields)


def execution(out: Path, chunk: int | None = 10_000) -> Execution:
    """Return how to play here: in few parts, as each costs more than its games. chunk: None for the usual."""
    return Execution(out=out, jobs=1, chunk=chunk)
