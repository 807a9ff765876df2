"""A run that is stopped in any way ends with the same table once resumed."""

from __future__ import annotations

import json
import signal

import pytest

from mazarbul.formats.manifest import MANIFEST as NAME
from mazarbul.formats.sealing import sealed
from mazarbul.sim.runner import folder as folders
from mazarbul.sim.runner import run as runs
from mazarbul.sim.runner.errors import Interrupted, RunFailure
from mazarbul.sim.runner.manifest import FORMER, load, save
from mazarbul.sim.runner.store import TEMPORARY
from mazarbul.sim.toml import DataError
from tests.runner.help import GAME, command, files, play, spoil, start_to_stop, stop, table, wait_for_parts

pytestmark = pytest.mark.slow

OUTSIDE = {"file": "../games/part-00000.parquet", "sha256": "0" * 64, "bytes": 1}
SLOW = ("run", f"{GAME}/slow", "--games", 4000, "--seed", 7, "--chunk", 100, "--jobs", 2)


@pytest.mark.parametrize(
    ("backend", "number"),
    [
        ("threading", signal.SIGKILL),
        ("loky", signal.SIGINT),
        ("threading", signal.SIGINT),
        ("loky", signal.SIGKILL),
    ],
    ids=str,
)
def test_a_stopped_run_goes_on(tmp_path, backend, number):
    process = start_to_stop(*SLOW, "--out", tmp_path / "run", "--backend", backend)
    wait_for_parts(tmp_path / "run", 2)
    _, err = stop(process, number)
    done = load(tmp_path / "run").games_done
    assert 200 <= done < 4000
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
    process = start_to_stop(*SLOW, "--out", tmp_path / "run")
    wait_for_parts(tmp_path / "run", 3)
    stop(process, signal.SIGKILL)
    kept = {chunk.index for chunk in load(tmp_path / "run").chunks}
    times = {path: path.stat().st_mtime_ns for path in (tmp_path / "run/games").glob("*.parquet")}
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
    save(manifest, folder)
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


def test_a_run_keeps_only_its_games_if_asked(tmp_path):
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
    with pytest.raises(DataError, match=r"what is kept changed, from games to all; to resume it unchanged"):
        play(folder, games=900, resume=True, execution={"jobs": 1, "keep": "all"})
    with pytest.raises(DataError, match="what is kept changed, from all to games"):
        play(tmp_path / "whole", games=900, resume=True, execution=light)


def test_changed_weights_of_a_bot_are_refused(tmp_path):
    bot = tmp_path / "mine.toml"
    bot.write_text("luck = 1\n")
    folder = play(tmp_path / "run", bots={"north": str(bot)})
    bot.write_text("luck = 2\n")
    with pytest.raises(DataError, match="changed, north from"):
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
    save(manifest, folder)
    with pytest.raises(DataError, match="the program's code changed, from 000000000000 to"):
        play(folder, resume=True)


def test_another_compiler_is_refused(tmp_path):
    folder = play(tmp_path / "run")
    manifest = load(folder)
    manifest.libraries["numba"] = "0.1"
    save(manifest, folder)
    with pytest.raises(DataError, match=r"the compiler of the kernels changed, from numba 0\.1, llvmlite"):
        play(folder, resume=True)


def test_other_libraries_and_processors_are_reported(tmp_path):
    folder = play(tmp_path / "run")
    manifest = load(folder)
    manifest.libraries["pyarrow"], manifest.cpu = "0.1", "z80"
    save(manifest, folder)
    resumed = command("run", "--resume", "--out", folder, "--quiet")
    assert resumed.returncode == 0
    assert "libraries changed since this run was started: pyarrow from 0.1 to" in resumed.stderr
    assert "the processor changed since this run was started: from z80 to" in resumed.stderr


DAMAGES = {
    "missing": lambda _: None,
    "empty": lambda _: b"",
    "cut": lambda data: data[:-9],
    "bent": lambda data: data[:50] + b"?" + data[51:],
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_part_is_reported_and_played_again(tmp_path, damage):
    folder = play(tmp_path / "run", execution={"jobs": 1, "chunk": 100})
    before = files(folder)
    spoil(folder / "cards/part-00003.parquet", DAMAGES[damage])
    resumed = command("run", "--resume", "--out", folder, "--quiet")
    assert resumed.returncode == 0
    what = "of the run is missing" if damage == "missing" else "is damaged"
    assert f"cards/part-00003.parquet: this part {what}" in resumed.stderr
    assert "discarded, its games are played again" in resumed.stderr
    assert resumed.stderr.count("\n") == 1
    assert files(folder) == before


def test_parts_that_were_not_noted_are_reported(tmp_path):
    folder = play(tmp_path / "run", execution={"jobs": 1, "chunk": 100})
    before = files(folder)
    manifest = load(folder)
    manifest.drop(3)
    save(manifest, folder)
    messages = command("run", "--resume", "--out", folder).stderr
    assert "2 parts were written but not recorded: their games are played again" in messages
    assert files(folder) == before
    spoil(folder / "cards/part-00003.parquet", DAMAGES["cut"])
    messages = command("run", "--resume", "--out", folder).stderr
    assert "cards/part-00003.parquet: this part is damaged" in messages
    assert "not recorded" not in messages


def test_a_damaged_manifest_is_reported_and_the_one_before_it_serves(tmp_path):
    folder = play(tmp_path / "run", games=500, execution={"jobs": 1, "chunk": 100})
    play(folder, resume=True, games=1000)
    before = files(folder)
    for damage in DAMAGES.values():
        spoil(folder / NAME, damage)
        resumed = command("run", "--resume", "--out", folder, "--games", 1000, "--quiet")
        assert resumed.returncode == 0, resumed.stderr
        assert f"{NAME}: this file " in resumed.stderr
        assert "resuming from the previous one, manifest.json.former" in resumed.stderr
        assert files(folder) == before
        assert load(folder).games_done == 1000


def test_without_a_sound_manifest_nothing_is_touched(tmp_path):
    folder = play(tmp_path / "run")
    for name in (NAME, FORMER):
        (folder / name).write_text("{")
    before = files(folder)
    with pytest.raises(RunFailure, match=r"manifest\.json: this file is damaged, it is not JSON"):
        play(folder, resume=True)
    assert files(folder) == before


@pytest.mark.parametrize(
    ("text", "message"),
    [("{}", r"format 3 \(its format is None\)"), ('{"format": 1}', "its format is 1")],
)
def test_a_foreign_manifest_is_refused(tmp_path, text, message):
    folder = play(tmp_path / "run")
    (folder / NAME).write_text(text)
    with pytest.raises(DataError, match=message):
        play(folder, resume=True)
    assert (folder / NAME).read_text() == text


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"games_done": 5}, "'games_done' is not the sum of its chunks"),
        ({"games_planned": 999}, "chunk 0 is not one of the run's"),
        ({"chunk_games": 0}, "damaged at 'chunk_games'"),
        ({"games": 5}, "damaged at 'games': Extra inputs are not permitted"),
        ({"chunks": [{"index": 0, "first": 0, "games": 1000, "files": {"games": OUTSIDE}}]}, "'chunks.0.fil"),
    ],
)
def test_a_manifest_that_does_not_add_up(tmp_path, change, message):
    """Even one with a correct checksum; it cannot name a part outside the run's folder."""
    folder = play(tmp_path / "run", execution={"jobs": 1, "chunk": 1000})
    (folder / NAME).write_bytes(sealed(json.loads((folder / NAME).read_text()) | change))
    with pytest.raises(RunFailure, match=message):
        load(folder)


def test_every_bent_byte_of_a_manifest_is_noticed_or_says_nothing(tmp_path):
    """A space between two words has no meaning, nor perhaps the last digit of a long number."""
    folder = play(tmp_path / "run", games=10)
    whole, sound = (folder / NAME).read_bytes(), load(folder)
    unnoticed = b""
    for place in range(len(whole)):
        (folder / NAME).write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        try:
            assert load(folder) == sound
            unnoticed += whole[place : place + 1]
        except (RunFailure, DataError):
            pass
    assert len(unnoticed.translate(None, b" \n")) <= 1


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
