"""Experiment files, options, and the messages for mistakes in them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from mazarbul.sim.bots.bot import Bot, split_seat
from mazarbul.sim.runner import options
from mazarbul.sim.runner.experiment import KNOBS, STUDIES, Execution, Experiment, find, load, prepare
from mazarbul.sim.runner.manifest import bot_hash
from mazarbul.sim.toml import DataError
from tests.runner.help import GAME, ROOT, play

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
        (
            '"changes/more.toml"',
            "4",
            r"x.toml:5:11: overlay: a file, a table of changes, or a list of files and tables is expected",
        ),
        ('"changes/more.toml"', '["a.toml", 4]', r"x.toml:5:11: overlay: a file, a table"),
        (
            'backend = "loky"',
            'keep = "game"',
            r"x.toml:16:9: keep: input should be 'all', 'games' or 'aggregates'",
        ),
        ("loaded = true", "loaded = 1.5", r"x.toml:12:10: switches.loaded: "),
        ("seed = 4", "seed = ", r"x.toml:4:8: this is not valid TOML"),
    ],
)
def test_a_mistake_is_reported_with_its_place(write, old, new, message):
    with pytest.raises(DataError, match=message):
        load(write(GOOD.replace(old, new)))


@pytest.mark.parametrize(
    ("given", "files"),
    [
        ('"more.toml"', {"overlay": "more.toml"}),
        ('["more.toml"]', {"overlay": "more.toml"}),
        ("{ bonus = 2 }", {}),
        ('["a.toml", { bonus = 2 }, "b/c.toml"]', {"overlay-1": "a.toml", "overlay-3": "b/c.toml"}),
        ("[]", {}),
    ],
)
def test_overlays_are_files_or_tables_one_or_several(write, tmp_path, given, files):
    experiment, _ = load(write(GOOD.replace('"changes/more.toml"', given)))
    found = experiment.files()
    del found["bot-north"]
    assert found == {role: tmp_path / name for role, name in files.items()}
    inline = [overlay for overlay in experiment.overlay if isinstance(overlay, dict)]
    assert inline == ([{"bonus": 2}] if "bonus" in given else [])
    assert Experiment.model_validate(experiment.model_dump(mode="json")) == experiment


@pytest.mark.parametrize(("noted", "files"), [(None, ()), ("/x/more.toml", (Path("/x/more.toml"),))])
def test_experiments_noted_before_there_were_several_overlays(noted, files):
    old = {"game": GAME, "scenario": "pair", "overlay": noted}
    assert Experiment.model_validate(old).overlay == files


def test_overlays_are_laid_over_each_other(tmp_path):
    (tmp_path / "two.toml").write_text("bonus = 2\n")
    for overlays, bonus in (
        ({"bonus": 5}, 5),
        ([{"bonus": 5}, tmp_path / "two.toml"], 2),
        ([tmp_path / "two.toml", {"bonus": 5}], 5),
        (None, 0),
    ):
        _, setup, _ = prepare(Experiment(game=GAME, scenario="pair", overlay=overlays))
        assert setup.tables.bonus == bonus


def test_a_missing_file():
    with pytest.raises(DataError, match=r"nowhere.toml: cannot read this file"):
        load(Path("nowhere.toml"))


def test_experiments_that_come_along_are_found_from_anywhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shipped = find(Path("configs/experiments/trilogy.toml"))
    assert shipped == ROOT / "configs/experiments/trilogy.toml"
    assert find(Path("nowhere.toml")) == Path("nowhere.toml")


@pytest.mark.parametrize(("kind", "name"), [(STUDIES, "lotr_lcg"), (KNOBS, "trilogy")])
def test_studies_and_knobs_that_come_along_are_found_by_their_names(tmp_path, monkeypatch, kind, name):
    monkeypatch.chdir(tmp_path)
    shipped = ROOT / "configs" / kind / f"{name}.toml"
    (tmp_path / name).mkdir()
    assert find(Path(name), kind) == shipped
    assert find(Path(f"configs/{kind}/{name}.toml"), kind) == shipped
    assert find(Path(f"{name}.toml"), kind) == Path(f"{name}.toml")
    with pytest.raises(DataError, match=f"unknown file of {kind}, '{name}s'; .* '{name}'"):
        find(Path(f"{name}s"), kind)
    (tmp_path / name).rmdir()
    (tmp_path / name).touch()
    assert find(Path(name), kind) == Path(name)


@pytest.mark.parametrize(
    "path", sorted((ROOT / "configs/experiments").glob("*.toml")), ids=lambda path: path.stem
)
def test_shipped_experiments_are_valid(path):
    experiment, _ = load(path)
    assert (experiment.scenario, experiment.games) == (path.stem, 100_000)
    game, setup, _ = prepare(experiment)
    assert setup.scenario in game.scenarios()


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


def test_a_bot_may_be_held_back_and_be_a_file_all_the_same(write, tmp_path):
    text = GOOD.replace('"bots/mine.toml"', '"bots/mine.toml  avoid=card:six blunder=0.5"')
    experiment, _ = load(write(text))
    assert experiment.bots["north"] == f"{tmp_path}/bots/mine.toml avoid=card:six blunder=0.5"
    assert experiment.files()["bot-north"] == tmp_path / "bots/mine.toml"
    _, _, (north, _) = prepare(Experiment(game=GAME, scenario="pair", bots={"north": "lucky blunder=0.50"}))
    assert (north.name, north.blunder) == ("lucky blunder=0.5", 0.5)
    with pytest.raises(DataError, match="avoids the unknown card 'five'"):
        prepare(Experiment(game=GAME, scenario="pair", bots={"north": "lucky avoid=card:five"}))


@pytest.mark.parametrize(
    ("text", "seat", "bot"),
    [
        ("random", "", "random"),
        ("frodo=mine.toml", "frodo", "mine.toml"),
        (" frodo = random ", "frodo", "random"),
        ("heuristic avoid=card:gimli blunder=0.1", "", "heuristic avoid=card:gimli blunder=0.1"),
        ("frodo=my bot.toml avoid=card:gimli", "frodo", "my bot.toml avoid=card:gimli"),
    ],
)
def test_a_seat_is_separated_from_what_is_added_to_a_bot(text, seat, bot):
    assert split_seat(text) == (seat, bot)


def test_a_bots_hash_covers_all_that_decides_its_choices():
    bot = Bot("x", 1, np.ones(2))
    others = [
        replace(bot, policy=2),
        replace(bot, weights=np.zeros(2)),
        replace(bot, avoid=("card:six",)),
        replace(bot, blunder=0.5),
    ]
    assert len({bot_hash(each) for each in (bot, *others)}) == 5
    assert bot_hash(replace(bot, name="y")) == bot_hash(bot)


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


def test_the_usual_number_of_games_holds_for_a_run_that_has_yet_to_begin(tmp_path):
    how = {"out": tmp_path / "new"}
    assert options.choose(f"{GAME}/pair", {}, how, resume=True, default_games=5)[0].games == 5


def test_a_maximum_of_games_is_not_how_far_a_run_got(tmp_path):
    play(tmp_path / "run", games=40)

    def most(target=None, games=None):
        what, how = {"games": games}, {"out": tmp_path / "run"}
        chosen = options.choose(target, what, how, resume=True, default_games=5_000, is_maximum=True)
        return chosen[0].games

    assert options.choose(None, {}, {"out": tmp_path / "run"}, resume=True, default_games=5)[0].games == 40
    assert most() == most(f"{GAME}/pair") == 5_000
    assert most(games=60) == most(f"{GAME}/pair", games=60) == 60


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
