"""Plays a small study of players together against quests, with every part, for the tests of reports."""

from __future__ import annotations

from pathlib import Path

from mazarbul.reports.build import build_collection_report, build_report, build_study_report
from mazarbul.sim.runner.experiment import Execution, Experiment
from mazarbul.sim.runner.progress import Quiet
from mazarbul.sim.runner.run import run
from mazarbul.studies.knobs import load_knobs
from mazarbul.studies.study import load_study, play
from mazarbul.studies.tuning import goal, tune
from tests.studies import coop

KINDS = ("ablation", "restrictions", "ladder", "matrix", "swaps", "whatif", "audit", "tuning")
STUDY = """
title = "Coop, how hard?"
game = "coop"
scenarios = ["hill", "tower"]
games = 1_200
decks = { player1 = "iron", player2 = "leaf" }

[ablation]
games = 500
numbers_of = 2

[restrictions]
kinds = ["bot", "card"]
games = 300

[ladder]
games = 300

[matrix]
decks = ["iron", "leaf", "gold"]
players = [1, 2, 3]
games = 300

[swaps]
games = 50
confirmed_games = 400

[audit]
games = 300
value_games = 100

[[whatif]]
id = "sharper"
title = "a sharper sword"
overlay = { card = { sword = { worth = 12 } } }
"""
KNOBS = """
[[knob]]
path = "card.sword.worth"
low = 4
high = 8
"""


def folders(home: Path) -> dict[str, Path]:
    """Play everything below `home`; return kind of report -> folder."""
    (home / "study.toml").write_text(STUDY)
    (home / "knobs.toml").write_text(KNOBS)
    study, folder = load_study(home / "study.toml")
    path = play(study, folder, _into(home / "study"), Quiet())
    found = {kind: path / "hill" / kind for kind in KINDS[:-1]} | {"study": path}
    asked = Experiment(game=coop.Coop.name, scenario="hill", games=400, seed=2)
    settings = load_knobs(home / "knobs.toml", asked)
    aim, execution = goal(asked, None, 0.6), _into(home / "tuning")
    found["tuning"] = tune(asked, settings, aim, execution, Quiet(), trials=6, keep=2, confirm_games=600)
    three = asked.model_copy(
        update={"games": 3_000, "decks": {f"player{i + 1}": d for i, d in enumerate(DECKS)}}
    )
    found["run"] = run(three, _into(home / "run"), Quiet())
    return found


def _into(out: Path) -> Execution:
    """Return how to play here: in few parts, since each costs more than its games."""
    return Execution(out=out, jobs=1, chunk=10_000)


DECKS = ("iron", "leaf", "gold")


def report(kind: str, folder: Path, out: Path) -> Path:
    """Build the report of one of these folders; return its index.html."""
    build = {"run": build_report, "study": build_study_report}.get(kind, build_collection_report)
    return build(folder, out, markdown=True)
