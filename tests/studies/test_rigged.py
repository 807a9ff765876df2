"""A card made absurdly strong comes first everywhere: drawn, dealt, regressed, blanked, forbidden."""

from __future__ import annotations

import pytest

from mazarbul.analysis import held, load_run, paired, regression
from mazarbul.analysis.collection import load_collection
from mazarbul.sim.runner.experiment import Execution, Experiment
from mazarbul.sim.runner.progress import Quiet
from mazarbul.sim.runner.run import run
from mazarbul.studies.ablation import ablate
from mazarbul.studies.skill import restrict

pytestmark = pytest.mark.slow

RIGGED, SIDE = "saruman", "shadow"
TEXTS = [
    {"on": "play", "at": "reserve", "do": "corruption(4)"},
    {"on": "draw_step", "at": "reserve", "do": "corruption(3)"},
]
STRONG = {"card": {RIGGED: {"effects": TEXTS}}}
OTHERS = ["the_destroyer", "gollum", "grond", "balrog_of_moria", "the_commander"]
GAMES = 4_000


@pytest.fixture(scope="module")
def experiment():
    return Experiment(game="card_game", scenario="trilogy", games=GAMES, overlay=[STRONG])


@pytest.fixture(scope="module")
def folder(experiment, tmp_path_factory):
    out = tmp_path_factory.mktemp("rigged") / "run"
    return run(experiment, Execution(out=out), Quiet())


def top(table, name):
    """Return the id of the card of the rigged one's side with the largest value."""
    mine = table[table["side"] == SIDE]
    return mine.loc[mine[name].idxmax(), "id" if "id" in mine else "subject"]


def test_when_it_is_drawn_or_dealt(folder):
    together, _ = held.tally(load_run(folder))
    table = held.results(together)
    assert top(table, "improvement_same_length") == RIGGED
    assert top(table, "opening_effect") == RIGGED


@pytest.mark.parametrize("exposure", ["opening", "early"])
def test_in_the_regression(folder, exposure):
    table = regression.adjusted(load_run(folder), exposure)
    assert top(table, "effect") == RIGGED
    assert table.set_index("id").loc[RIGGED, "effect_bh"] < 0.001


def test_when_it_is_blanked(experiment, folder, tmp_path):
    few = experiment.model_copy(update={"games": 1_000})
    path = ablate(
        few,
        Execution(out=tmp_path / "out"),
        Quiet(),
        base_run=folder,
        only=[RIGGED, *OTHERS],
        kinds=["blank"],
    )
    table = paired.changes(load_collection(path))
    assert table.loc[0, "subject"] == RIGGED
    assert table.loc[0, "change_high"] < table.loc[1, "change_low"]


def test_when_it_is_forbidden(experiment, tmp_path):
    few = experiment.model_copy(update={"games": 500})
    path = restrict(
        few, Execution(out=tmp_path / "out"), Quiet(), only=[f"card:{card}" for card in (RIGGED, *OTHERS)]
    )
    assert paired.changes(load_collection(path)).loc[0, "thing"] == RIGGED
