"""Trainings of archers, small enough for tests, and what they leave behind."""

from __future__ import annotations

import tomllib

from mazarbul.sim.bots.bot import Bot
from mazarbul.sim.runner.experiment import Execution, Experiment
from mazarbul.studies.aim import aim
from mazarbul.studies.generations import Effort
from mazarbul.studies.training import train
from tests import sealing
from tests.studies import archers
from tests.studies.help import Spy

GAMES = 60  # of a candidate in a generation


def experiments(*scenarios):
    return [Experiment(game="archers", scenario=scenario, games=GAMES, seed=5) for scenario in scenarios]


def trained(
    out,
    *scenarios,
    side=None,
    names=(),
    against=(),
    for_scenario=False,
    resume=False,
    jobs=1,
    display=None,
    **effort,
):
    how = Effort(**{"generations": 12, "confirm": 2_000} | effort)
    goal = aim(experiments(*(scenarios or ["duel"])), side, names, against=against, for_scenario=for_scenario)
    return train(goal, how, Execution(out=out, jobs=jobs), display or Spy(), resume=resume)


def bot(path) -> Bot:
    return archers.Archers().bot(str(path))


def body(path) -> dict:
    """Return the file without its comment, which has the time."""
    return tomllib.loads(path.read_text(encoding="utf-8"))


def answers(folder) -> tuple[dict, dict]:
    """Return what the ledger knows of the search and of its end."""
    data = sealing.read(folder / "training.json")
    return data["answers"], data["end"]
