"""Experiment files, options, and the messages for what is wrong with them."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.engine.toml import DataError
from sim.runner import options
from sim.runner.experiment import Execution, Experiment, find, load, prepare
from tests.runner.help import GAME, ROOT

GOOD = f"""\
game = "{GAME}"
scenario = "pair"
games = 300
seed = 4
overlay = "changes/more.toml"

[bots]
all = "heuristic"
north = "bots/mine.toml"

[switches]
loaded = true

[run]
jobs = 2
backend = "loky"
"""


@pytest.fixture
def write(tmp_path):
    def written(text: str) -> Path:
        path = tmp_path / "x.toml"
        path.write_text(text)
        return path

    return written


def test_a_file_says_all(write, tmp_path):
    experiment, execution = load(write(GOOD))
    assert experiment == Experiment(
        game=GAME,
        scenario="pair",
        games=300,
        seed=4,
        overlay=tmp_path / "changes/more.toml",
        bots={"all": "heuristic", "north": str(tmp_path / "bots/mine.toml")},
        switches={"loaded": True},
    )
    assert execution == Execution(jobs=2, backend="loky")
    assert set(experiment.files()) == {"overlay", "bot-north"}


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("games = 300", "gmaes = 300", r"x.toml:3:1: unknown key 'gmaes'; valid: .*; did you mean 'games'\?"),
        (
            "games = 300",
            "games = 0",
            r"x.toml:3:9: games: input should be greater than or equal to 1 \(got 0\)",
        ),
        ("games = 300", 'games = "300"', r"x.toml:3:\d+: games: input should be a valid integer"),
        ("jobs = 2", "jobs = 0", r"x.toml:15:8: jobs: input should be greater"),
        ('"loky"', '"lokey"', r"x.toml:16:12: backend: input should be 'threading', 'loky' or 'dask'"),
        ("[run]", "[rum]", r"x.toml:14:2: unknown key 'rum'; .*; did you mean 'run'\?"),
        ('scenario = "pair"', "", r"the key 'scenario' is missing"),
        ("seed = 4", "seed = -4", r"x.toml:4:8: seed: "),
        ("loaded = true", "loaded = 1.5", r"x.toml:12:10: switches.loaded: "),
        ("seed = 4", "seed = ", r"x.toml:4:8: this is not valid TOML"),
    ],
)
def test_a_mistake_is_told_with_its_place(write, old, new, message):
    with pytest.raises(DataError, match=message):
        load(write(GOOD.replace(old, new)))


def test_a_missing_file():
    with pytest.raises(DataError, match=r"nowhere.toml: cannot read this file"):
        load(Path("nowhere.toml"))


def test_experiments_that_come_along_are_found_from_anywhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shipped = find(Path("configs/experiments/trilogy.toml"))
    assert shipped == ROOT / "configs/experiments/trilogy.toml"
    assert find(Path("nowhere.toml")) == Path("nowhere.toml")


@pytest.mark.parametrize(
    "path", sorted((ROOT / "configs/experiments").glob("*.toml")), ids=lambda path: path.stem
)
def test_shipped_experiments_are_valid(path):
    experiment, _ = load(path)
    assert (experiment.game, experiment.scenario, experiment.games) == ("card_game", path.stem, 100_000)


def test_options_override_a_file(write):
    path = write(GOOD)
    what = {"games": 7, "bots": {"south": "lucky"}, "switches": {}, "seed": None}
    experiment, execution = options.choose(str(path), what, {"jobs": 1, "out": None})
    assert (experiment.games, experiment.seed, experiment.switches) == (7, 4, {"loaded": True})
    assert set(experiment.bots) == {"all", "north", "south"}
    assert (execution.jobs, execution.backend) == (1, "loky")


def test_a_bot_for_every_seat_overrides_those_of_a_file(write):
    experiment, _ = options.choose(str(write(GOOD)), {"bots": options.bots(["lucky"])}, {})
    assert experiment.bots == {"all": "lucky"}


def test_bots_are_seated():
    _, setup, bots = prepare(
        Experiment(game=GAME, scenario="pair", bots={"all": "lucky", "south": "heuristic"})
    )
    assert dict(zip(setup.seats, (bot.name for bot in bots), strict=True)) == {
        "north": "lucky",
        "south": "heuristic",
    }


def test_options_are_read():
    assert options.bots(["random", "frodo=mine.toml"]) == {"all": "random", "frodo": "mine.toml"}
    assert options.switches(["a=true", "b=3", "c=captain", "d = False"]) == {
        "a": True, "b": 3, "c": "captain", "d": False,
    }  # fmt: skip
    assert options.choose(f"{GAME}/pair", {}, {}, default_games=5)[0].games == 5
    assert options.choose(f"{GAME}/pair", {"games": 6}, {}, default_games=5)[0].games == 6


@pytest.mark.parametrize("text", ["loaded", "=true", "loaded="])
def test_an_option_without_a_value(text):
    with pytest.raises(DataError, match="write it as --switch name=value"):
        options.switches([text])


def test_an_option_with_two_values():
    with pytest.raises(DataError, match="gives 'north' two values, 'random' and 'heuristic'"):
        options.bots(["north=random", "north=heuristic"])


def test_a_scenario_file_of_ones_own_is_taken_from_here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    experiment, _ = options.choose(f"{GAME}/mine.toml", {}, {})
    assert experiment.scenario == str(tmp_path / "mine.toml")
