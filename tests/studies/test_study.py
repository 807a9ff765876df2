"""Studies from a file: everything asked of every scenario, and files with mistakes."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from mazarbul.analysis import RunError, load_run, paired
from mazarbul.analysis.collection import load_collection
from mazarbul.reports.study import load_study as load_written
from mazarbul.sim import cli
from mazarbul.sim.runner.experiment import Execution, Experiment
from mazarbul.sim.runner.run import run
from mazarbul.sim.toml import DataError
from mazarbul.studies.collection import WorkStopped
from mazarbul.studies.forecast import Overall, Part
from mazarbul.studies.parts import tasks
from mazarbul.studies.study import expected, load_study, play, scenes
from tests.studies.help import Spy, experiment

STUDY = """
title = "Bones, twice"
game = "bones"
scenarios = ["plain", "other"]
games = 1_000
band = [0.4, 0.6]

[ablation]
games = 500
numbers_of = 1

[restrictions]
kinds = ["card"]

[ladder]
games = 200
bots = ["random", "heuristic"]

[[whatif]]
id = "sharper"
title = "a sharper axe"
scenario = "other"
overlay = { card = { axe = { bonus = 5 } } }
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "study.toml"
    path.write_text(STUDY)
    return path


def test_a_study_plays_all_it_asks_for(file, tmp_path):
    study, folder = load_study(file)
    path = play(study, folder, Execution(out=tmp_path / "out", jobs=1), Spy())
    info = json.loads((path / "study.json").read_text())
    assert [part["id"] for part in info["scenarios"]] == ["plain", "other"]
    assert info["band"] == [0.4, 0.6]
    for part in info["scenarios"]:
        assert load_run(path / part["run"]).games == 1_000
        kinds = {kind: load_collection(path / part[kind]) for kind in ("ablation", "restrictions", "ladder")}
        assert {kind: collection.kind for kind, collection in kinds.items()} == {kind: kind for kind in kinds}
        assert kinds["ablation"].base.path.resolve() == (path / part["run"]).resolve()
        assert kinds["restrictions"].parameters["games"] == 1_000, "no part plays more than the scenario"
    plain, other = info["scenarios"]
    assert "whatif" not in plain
    (change,) = paired.changes(load_collection(path / other["whatif"])).to_dict("records")
    assert (change["id"], change["label"], change["games"]) == ("sharper", "a sharper axe", 1_000)
    assert change["change"] < -0.1
    with pytest.raises(DataError, match="--resume"):
        play(study, folder, Execution(out=tmp_path / "out", jobs=1), Spy())
    before = {part: part.stat().st_mtime_ns for part in path.rglob("*.parquet")}
    play(study, folder, Execution(out=tmp_path / "out", jobs=1), Spy(), resume=True)
    assert {part: part.stat().st_mtime_ns for part in path.rglob("*.parquet")} == before, (
        "nothing is played again"
    )


@pytest.mark.parametrize("scenario", ['scenario = "other"\n', ""])
def test_a_change_that_changes_nothing_where_it_is_asked_for_is_a_mistake(tmp_path, scenario):
    text = STUDY.replace("bonus = 5", "bonus = 2").replace('scenario = "other"\n', scenario)
    (tmp_path / "study.toml").write_text(text)
    study, folder = load_study(tmp_path / "study.toml")
    if not scenario:
        assert scenes(study, folder), "it may be in play in another scenario"
        return
    with pytest.raises(DataError, match="this changes nothing in Other bones, as"):
        scenes(study, folder)


def scenarios_of(path):
    return [row["id"] for row in json.loads((path / "study.json").read_text())["scenarios"]]


class Impatient(Spy):
    """Stops at the line that begins with some words, as Ctrl-C does."""

    def __init__(self, words: str) -> None:
        super().__init__()
        self._words = words

    def say(self, text):
        if text.startswith(self._words):
            raise KeyboardInterrupt
        super().say(text)


@pytest.mark.slow
def test_a_study_that_is_stopped_keeps_what_is_finished(file, tmp_path):
    study, folder = load_study(file)
    out = tmp_path / "out"

    def stopped(words, *, resume):
        with pytest.raises(WorkStopped, match=r"--resume --out .*out$"):
            play(study, folder, Execution(out=out, jobs=1), Impatient(words), games=300, resume=resume)
        return scenarios_of(out)

    assert stopped("Plain bones, ablation", resume=False) == [], "the study is known from its start"
    with pytest.raises(RunError, match="has no scenarios"):
        load_written(out)
    assert stopped("Other bones, run", resume=True) == ["plain"]
    play(study, folder, Execution(out=out, jobs=1), Spy(), games=300, resume=True)
    assert scenarios_of(out) == ["plain", "other"]
    assert stopped("Plain bones, run", resume=True) == ["plain", "other"]
    assert len(load_written(out).scenarios) == 2


def test_a_folder_with_something_else_is_refused(file, tmp_path):
    study, folder = load_study(file)
    run(experiment(games=100), Execution(out=tmp_path / "run", jobs=1), Spy())
    for path, words in ((tmp_path / "run", "holds no study"), (file, "this is a file")):
        for resume in (False, True):
            with pytest.raises(DataError, match=words):
                play(study, folder, Execution(out=path, jobs=1), Spy(), resume=resume)
    assert not (tmp_path / "run/study.json").exists()


def test_parts_that_are_not_named_are_left_out(file, tmp_path):
    file.write_text(STUDY[: STUDY.index("[restrictions]")])
    study, folder = load_study(file)
    path = play(study, folder, Execution(out=tmp_path / "out", jobs=1), Spy(), games=300)
    (part, _) = json.loads((path / "study.json").read_text())["scenarios"]
    assert set(part) == {"id", "title", "run", "ablation"}
    assert load_run(path / part["run"]).games == 300


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (('title = "Bones, twice"\n', ""), "the key 'title' is missing"),
        (("[ladder]", "[ladders]"), "unknown key 'ladders'.*did you mean 'ladder'"),
        (('scenario = "other"', 'scenario = "else"'), "not a scenario of this study"),
        (("numbers_of = 1", "numbers_of = -1"), "greater than or equal to 0"),
        (("band = [0.4, 0.6]", "band = [0.6, 0.4]"), "the smaller one first"),
        (('scenarios = ["plain", "other"]', "scenarios = []"), "at least 1"),
    ],
)
def test_mistakes_in_a_study(file, change, words):
    file.write_text(STUDY.replace(*change))
    with pytest.raises(DataError, match=words):
        load_study(file)


def test_all_mistakes_in_a_study_are_told_at_once(file):
    """Those of its form with their places; then those that do not fit together; then those of its parts."""
    told = []
    for changes in (
        [('title = "Bones, twice"\n', ""), ("games = 200", "games = 0"), ("numbers_of", "number_of")],
        [
            ("[0.4, 0.6]", "[0.6, 0.4]"),
            ('["plain", "other"]', '["plain", "other", "plain"]'),
            ('= "other"', '= "x"'),
        ],
        [("axe =", "spoon ="), ('"heuristic"]', '"cheater"]'), ('kinds = ["card"]', 'kinds = ["bone"]')],
    ):
        text = STUDY
        for change in changes:
            assert change[0] in text
            text = text.replace(*change)
        file.write_text(text)
        with pytest.raises(DataError) as caught:
            scenes(*load_study(file))
        told.append(str(caught.value).splitlines())
    form, sense, parts = told
    assert len(form) == len(sense) == 3
    assert any("study.toml:9:1: unknown key 'ablation.number_of'" in line for line in form), form
    assert any("study.toml:15:9: ladder.games: " in line for line in form), form
    assert any("'title' is missing" in line for line in form), form
    words = ("the smaller one first", "two scenarios have the same name", "not a scenario of this study")
    assert all(word in line for word, line in zip(words, sense, strict=True)), sense
    for word in ("'spoon'", "unknown bot 'cheater'", "'bone'"):
        assert any(word in line for line in parts), (word, parts)


def test_files_of_a_ladder_lie_beside_the_study(tmp_path):
    (tmp_path / "mine.toml").write_text('like = "heuristic"\nblunder = 0.5\n')
    file = tmp_path / "study.toml"
    file.write_text(
        'title = "Mine"\ngame = "card_game"\nscenarios = ["duel"]\n'
        '[ladder]\nbots = ["mine.toml", "heuristic"]\n'
    )
    study, folder = load_study(file)
    found = tasks(study, "duel", Experiment(game="card_game", scenario="duel"), folder)
    bots = {bot for load in found[-1].loads for bot in load.experiment.bots.values()}
    assert bots == {str(tmp_path / "mine.toml"), "heuristic"}


def test_a_mistake_in_a_change_is_reported_before_anything_is_played(file, tmp_path):
    file.write_text(STUDY.replace("{ axe =", "{ spoon ="))
    study, folder = load_study(file)
    with pytest.raises(DataError, match="unknown card"):
        play(study, folder, Execution(out=tmp_path / "out", jobs=1), Spy())
    assert not (tmp_path / "out").exists()


def test_an_unknown_scenario_is_reported_before_anything_is_played(file, tmp_path):
    file.write_text(STUDY.replace('"other"', '"othre"'))
    study, folder = load_study(file)
    with pytest.raises(DataError, match="unknown scenario 'othre'"):
        play(study, folder, Execution(out=tmp_path / "out", jobs=1), Spy())
    assert not (tmp_path / "out").exists()


def test_the_games_of_a_study_are_known_before_it_is_played(file, tmp_path):
    study, folder = load_study(file)
    parts = expected(scenes(study, folder), Execution(jobs=1), Spy())
    spy = Spy()
    play(study, folder, Execution(out=tmp_path / "out", jobs=1), spy)
    assert len(parts) == len([line for line in spy.lines if ": part " in line]) == 9
    assert sum(part.games for part in parts) == pytest.approx(spy.games, rel=0.1)
    assert all(part.seconds > 0 for part in parts)


def test_a_dry_run_plays_and_writes_nothing(file, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    before = sorted(tmp_path.rglob("*"))
    done = CliRunner().invoke(cli.app, ["study", str(file), "--dry-run", "--games", "400", "--jobs", "1"])
    assert done.exit_code == 0, done.output
    assert "Plain, run" in done.stdout.replace("  ", "") or ", run " in done.stdout
    assert "400 games" in done.stdout
    assert "nothing was played" in done.stdout.splitlines()[-1]
    assert sorted(tmp_path.rglob("*")) == before


def test_the_time_left_follows_the_games_that_come():
    """Two parts of 100 s each; games come at half the expected speed."""
    now, spy = [0.0], Spy()
    whole = Overall(spy, [Part("a", 100, 100), Part("b", 100, 100)], clock=lambda: now[0])
    whole.start(0)
    assert spy.lines == ["a: part 1 of 2, about 0:03:20 left of the whole"]
    whole.begin(0, 100)
    for _ in range(5):
        now[0] += 20
        whole.beat(10)
    assert whole.left() == "about 0:05:00 left of the whole"
    assert spy.lines[1:] == ["about 0:05:40 left of the whole"]
    whole.start(1)
    assert spy.lines[-1] == "b: part 2 of 2, about 0:03:20 left of the whole"
    whole.begin(100, 100)
    assert whole.left() == "about 0:00:00 left of the whole"
