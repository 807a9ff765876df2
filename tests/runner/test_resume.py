"""A run that is stopped, by whatever means, goes on to the same table."""

from __future__ import annotations

import json
import signal

import pytest

from sim.engine.toml import DataError
from sim.runner import folder as folders
from sim.runner import run as runs
from sim.runner.errors import Interrupted, RunFailure
from sim.runner.manifest import NAME, load
from sim.runner.store import TEMPORARY
from tests.runner.help import GAME, command, play, start, stop, table, wait_for_parts

SLOW = ("run", f"{GAME}/slow", "--games", 4000, "--seed", 7, "--chunk", 250, "--jobs", 2)


@pytest.mark.parametrize("backend", ["threading", "loky"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL], ids=str)
def test_a_stopped_run_goes_on(tmp_path, backend, number):
    process = start(*SLOW, "--out", tmp_path / "run", "--backend", backend)
    wait_for_parts(tmp_path / "run", 2)
    _, err = stop(process, number)
    done = load(tmp_path / "run").games_done
    assert 500 <= done < 4000
    if number == signal.SIGINT:
        assert process.returncode == 130
        assert f"stopped with {done:,} of 4,000 games kept" in err
        assert f"mazarbul run --resume --out {tmp_path / 'run'}" in err
        assert "Traceback" not in err
    resumed = command("run", "--resume", "--out", tmp_path / "run", "--quiet")
    assert (resumed.returncode, resumed.stderr) == (0, "")
    whole = play(tmp_path / "whole", scenario="slow", games=4000, execution={"jobs": 2})
    assert table(tmp_path / "run") == table(whole)
    manifest = load(tmp_path / "run")
    assert manifest.finished
    assert manifest.games_done == 4000
    assert not [*(tmp_path / "run").rglob(f"*{TEMPORARY}")]


def test_what_was_finished_is_not_played_again(tmp_path):
    process = start(*SLOW, "--out", tmp_path / "run")
    wait_for_parts(tmp_path / "run", 3)
    stop(process, signal.SIGKILL)
    kept = {chunk.index for chunk in load(tmp_path / "run").chunks}
    times = {path: path.stat().st_mtime_ns for path in (tmp_path / "run/games").iterdir()}
    command("run", "--resume", "--out", tmp_path / "run")
    for path, before in times.items():
        assert path.stat().st_mtime_ns == before or int(path.stem.removeprefix("part-")) not in kept


def test_a_run_killed_before_its_manifest_stood_begins_anew(tmp_path):
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / folders.LOCK).touch()
    (tmp_path / "run" / f"{NAME}{TEMPORARY}").write_text("{")
    folder = play(tmp_path / "run", resume=True)
    assert load(folder).finished
    assert not (folder / f"{NAME}{TEMPORARY}").exists()


def test_resuming_a_finished_run_changes_nothing(tmp_path):
    folder = play(tmp_path / "run")
    before = load(folder)
    assert play(folder, resume=True) == folder
    after = load(folder)
    assert after.chunks == before.chunks
    assert after.seconds_playing == before.seconds_playing


def test_a_run_killed_before_its_last_word_is_finished(tmp_path):
    folder = play(tmp_path / "run")
    manifest = load(folder)
    manifest.finished = None
    manifest.save(folder)
    assert load(play(folder, resume=True)).finished


def test_seed_and_games_are_the_runs_unless_given(tmp_path):
    folder = play(tmp_path / "run", seed=9, games=300)
    done = command("run", f"{GAME}/pair", "--resume", "--out", folder)
    assert done.returncode == 0
    assert (load(folder).seed, load(folder).games_planned) == (9, 300)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"seed": 8}, "the seed changed, from 7 to 8"),
        ({"scenario": "slow"}, "the scenario changed, from pair to slow"),
        ({"switches": {"loaded": True}}, "the switches changed, loaded from False to True"),
        ({"bots": {"south": "lucky"}}, "the bots changed, south from heuristic to lucky"),
        ({"games": 999}, "planned with 1,000 games; it cannot shrink to 999"),
    ],
    ids=str,
)
def test_a_changed_experiment_is_refused(tmp_path, changed, message):
    folder = play(tmp_path / "run")
    before = (folder / NAME).read_bytes()
    with pytest.raises(DataError, match=message):
        play(folder, resume=True, **changed)
    assert (folder / NAME).read_bytes() == before


def test_changed_data_are_refused(tmp_path):
    overlay = tmp_path / "change.toml"
    overlay.write_text("bonus = 1\n")
    folder = play(tmp_path / "run", overlay=overlay)
    assert (folder / "inputs/overlay.toml").read_text() == "bonus = 1\n"
    assert load(play(folder, resume=True, overlay=overlay)).finished
    overlay.write_text("bonus = 2\n")
    with pytest.raises(DataError, match=r"the data \(cards, decks, overlay or scenario\) changed"):
        play(folder, resume=True, overlay=overlay)
    assert (folder / "inputs/overlay.toml").read_text() == "bonus = 1\n"


def test_runs_with_several_overlays_are_kept_and_resumed(tmp_path):
    file = tmp_path / "change.toml"
    file.write_text("bonus = 3\n")
    folder = play(tmp_path / "run", games=300, overlay=[{"bonus": 1}, file])
    assert [path.name for path in (folder / "inputs").iterdir()] == ["overlay-2.toml"]
    assert load(folder).experiment["overlay"] == [{"bonus": 1}, str(file)]
    resumed = command("run", "--resume", "--out", folder, "--games", 600, "--quiet")
    assert (resumed.returncode, resumed.stderr) == (0, "")
    assert table(folder) == table(play(tmp_path / "whole", games=600, overlay={"bonus": 3}))


def test_an_older_manifest_goes_on(tmp_path):
    """One written before there were several overlays and a choice of what is kept."""
    folder = play(tmp_path / "run", games=300)
    data = json.loads((folder / NAME).read_text())
    data["experiment"]["overlay"] = None
    del data["keep"]
    (folder / NAME).write_text(json.dumps(data))
    assert command("run", "--resume", "--out", folder, "--games", 600).returncode == 0
    assert load(folder).games_done == 600


def test_a_run_keeps_only_its_games_if_told(tmp_path):
    light = {"jobs": 1, "keep": "games"}
    folder = play(tmp_path / "run", games=300, execution=light)
    manifest = load(folder)
    assert (manifest.keep, manifest.families) == ("games", ["games"])
    assert {path.name for path in folder.iterdir()} >= {"games", "catalogue.json"}
    assert not (folder / "cards").exists()
    play(folder, games=600, resume=True)
    assert load(folder).families == ["games"]
    assert all([*chunk.files] == ["games"] for chunk in load(folder).chunks)
    assert table(folder) == table(play(tmp_path / "whole", games=600))
    with pytest.raises(DataError, match=r"what is kept changed, from games to all; as it was begun it goes"):
        play(folder, games=900, resume=True, execution={"jobs": 1, "keep": "all"})
    with pytest.raises(DataError, match="what is kept changed, from all to games"):
        play(tmp_path / "whole", games=900, resume=True, execution=light)


def test_changed_weights_of_a_bot_are_refused(tmp_path):
    bot = tmp_path / "mine.toml"
    bot.write_text("luck = 1\n")
    folder = play(tmp_path / "run", bots={"north": str(bot)})
    bot.write_text("luck = 2\n")
    with pytest.raises(DataError, match="what decides how the bots play changed, north from"):
        play(folder, resume=True, bots={"north": str(bot)})


def test_a_bot_that_is_held_back_otherwise_is_refused(tmp_path):
    folder = play(tmp_path / "run", bots={"north": "lucky avoid=card:six"})
    assert load(folder).bots["north"] == "lucky avoid=card:six"
    assert load(play(folder, resume=True, bots={"north": "lucky  avoid=card:six"})).finished
    with pytest.raises(DataError, match="the bots changed, north from lucky avoid=card:six to lucky"):
        play(folder, resume=True, bots={"north": "lucky"})


def test_changed_code_is_refused(tmp_path):
    folder = play(tmp_path / "run")
    manifest = load(folder)
    manifest.code_version = "0" * 64
    manifest.save(folder)
    with pytest.raises(DataError, match="the program's code changed, from 000000000000 to"):
        play(folder, resume=True)


def test_changed_libraries_are_told(tmp_path, capsys):
    folder = play(tmp_path / "run")
    manifest = load(folder)
    manifest.libraries["numba"] = "0.1"
    manifest.save(folder)
    resumed = command("run", "--resume", "--out", folder)
    assert resumed.returncode == 0
    assert "libraries changed since this run was begun: numba from 0.1 to" in resumed.stderr


def test_a_missing_part_is_played_again(tmp_path):
    folder = play(tmp_path / "run", execution={"jobs": 1, "chunk": 100})
    expected = table(folder, "cards")
    (folder / "cards/part-00003.parquet").unlink()
    resumed = command("run", "--resume", "--out", folder)
    assert resumed.returncode == 0
    assert "part-00003.parquet: this part of the run is missing: its games are played again" in resumed.stderr
    assert table(folder, "cards") == expected


@pytest.mark.parametrize(
    "damage", [lambda data: data[:-1], lambda data: data[:50] + b"?" + data[51:]], ids=["cut", "bent"]
)
def test_a_damaged_part_is_named_and_left_alone(tmp_path, damage):
    folder = play(tmp_path / "run", execution={"jobs": 1, "chunk": 100})
    part = folder / "games/part-00007.parquet"
    data = damage(part.read_bytes())
    part.write_bytes(data)
    with pytest.raises(
        RunFailure, match=r"part-00007.parquet: this part is damaged.*delete it, and.*--resume"
    ):
        play(folder, resume=True)
    assert part.read_bytes() == data


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("{", RunFailure, "manifest is damaged, it is not JSON"),
        ("[]", DataError, "no manifest of a run in format 1"),
        ('{"format": 2}', DataError, "its format is 2"),
        ('{"format": 1}', RunFailure, "damaged at 'game': Field required"),
    ],
)
def test_a_damaged_or_foreign_manifest(tmp_path, text, error, message):
    folder = play(tmp_path / "run")
    (folder / NAME).write_text(text)
    with pytest.raises(error, match=message):
        play(folder, resume=True)
    assert (folder / NAME).read_text() == text


def test_a_manifest_that_does_not_add_up(tmp_path):
    folder = play(tmp_path / "run")
    data = json.loads((folder / NAME).read_text())
    (folder / NAME).write_text(json.dumps(data | {"games_done": 5}))
    with pytest.raises(RunFailure, match="'games_done' is not the sum of its chunks"):
        load(folder)


def test_an_interrupted_run_in_this_process(tmp_path, monkeypatch):
    kept = []

    def keep(self, played, original=folders.RunFolder.keep):
        if len(kept) == 2:
            raise KeyboardInterrupt
        kept.append(played)
        original(self, played)

    monkeypatch.setattr(runs.RunFolder, "keep", keep)
    with pytest.raises(Interrupted, match="stopped with 200 of 1,000 games kept"):
        play(tmp_path / "run", execution={"jobs": 1, "chunk": 100})
    assert load(tmp_path / "run").games_done == 200
