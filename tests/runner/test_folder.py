"""Where a run may be written, and what happens when it cannot be."""

from __future__ import annotations

import resource
import signal
import subprocess

import pytest

from mazarbul.sim.runner import folder as folders
from mazarbul.sim.runner.manifest import load
from mazarbul.sim.runner.store import write_whole
from mazarbul.sim.toml import DataError
from tests.runner.help import GAME, command, files, play, start, stop, table, wait_for_parts


def test_a_run_in_use_is_refused_to_a_second_process(tmp_path):
    first = start(
        "run", f"{GAME}/slow", "--games", 100_000, "--chunk", 100, "--jobs", 1, "--out", tmp_path / "run"
    )
    try:
        wait_for_parts(tmp_path / "run", 1)
        second = command("run", "--resume", "--out", tmp_path / "run")
        assert second.returncode == 2
        assert "another process is playing this run" in second.stderr
    finally:
        stop(first, signal.SIGINT)
    assert (
        command("run", "--resume", "--out", tmp_path / "run", "--games", 100_001, "--bot", "lucky").returncode
        == 2
    )


def test_a_held_folder_is_free_again_after_use(tmp_path):
    for _ in range(2):
        with folders.held(tmp_path):
            pass


def test_a_folder_with_a_run_is_refused(tmp_path):
    folder = play(tmp_path / "run")
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    with pytest.raises(DataError, match="already holds a run: resume it with --resume"):
        play(folder)
    assert before == {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("resume", [False, True])
def test_a_foreign_folder_is_refused_and_left_alone(tmp_path, resume):
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(DataError, match="not empty and not a run"):
        play(tmp_path, resume=resume)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_a_file_is_no_folder(tmp_path):
    (tmp_path / "file").write_text("mine")
    with pytest.raises(DataError, match="this is a file"):
        play(tmp_path / "file")


def test_a_place_that_cannot_be_written(tmp_path):
    (tmp_path / "file").write_text("mine")
    failed = command("run", f"{GAME}/pair", "--out", tmp_path / "file" / "run")
    assert failed.returncode == 1
    assert failed.stderr.startswith(f"mazarbul: cannot write {tmp_path}/file/run: Not a directory")
    assert failed.stderr.count("\n") == 1


@pytest.mark.slow
def test_a_full_disk_loses_nothing(tmp_path):
    folder = tmp_path / "run"
    short = command(
        "run", f"{GAME}/pair", "--games", 1000, "--chunk", 100, "--jobs", 1, "--out", folder, "--quiet"
    )
    assert short.returncode == 0
    before = table(folder)
    largest = max(path.stat().st_size for path in folder.rglob("*") if path.is_file())

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (largest + 1000, largest + 1000))

    failed = command("run", "--resume", "--games", 5000, "--out", folder, "--quiet", preexec_fn=limit)
    assert failed.returncode == 1
    assert "cannot write" in failed.stderr
    assert "File too large" in failed.stderr
    done = load(folder).games_done
    assert 1000 <= done < 5000
    assert f"{done:,} of 5,000 games are kept" in failed.stderr
    assert table(folder)[:1000] == before
    assert command("run", "--resume", "--out", folder, "--quiet").returncode == 0
    assert table(folder) == table(play(tmp_path / "whole", games=5000, seed=1))


@pytest.fixture
def small_disk(tmp_path):
    """A disk of 300 kB, and a function that makes it larger; only the superuser can have one."""
    disk = tmp_path / "disk"
    disk.mkdir()

    def mount(options):
        return subprocess.run(
            ["mount", "-t", "tmpfs", "-o", options, "tmpfs", disk], capture_output=True, check=False
        )

    try:
        if mount("size=300k").returncode:
            pytest.skip("file systems cannot be mounted here")
    except FileNotFoundError:
        pytest.skip("there is no command mount here")
    yield disk, lambda: mount("remount,size=64m")
    subprocess.run(["umount", disk], check=True)


@pytest.mark.slow
def test_a_full_disk_stops_a_run_that_goes_on_when_there_is_room(tmp_path, small_disk):
    disk, enlarge = small_disk
    what = ("run", f"{GAME}/pair", "--games", 50_000, "--seed", 7, "--chunk", 500, "--jobs", 2)
    failed = command(*what, "--out", disk / "run", "--quiet")
    assert failed.returncode == 1
    assert "No space left on device" in failed.stderr
    assert failed.stderr.count("\n") == 1
    done = load(disk / "run").games_done
    assert 0 < done < 50_000
    assert f"{done:,} of 50,000 games are kept, resume with: mazarbul run --resume" in failed.stderr
    enlarge()
    assert command("run", "--resume", "--out", disk / "run", "--quiet").returncode == 0
    whole = play(tmp_path / "whole", games=50_000, execution={"jobs": 1, "chunk": 500})
    assert files(disk / "run") == files(whole)


def test_writing_is_whole_or_not_at_all(tmp_path, monkeypatch):
    path = tmp_path / "part"
    write_whole(path, b"old")

    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write_whole(path, b"new")
    assert path.read_bytes() == b"old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["part"]


def test_fresh_folders_are_numbered(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert str(folders.fresh("pair")) == "runs/pair-1"
    (tmp_path / "runs/pair-1").mkdir(parents=True)
    assert str(folders.fresh("pair")) == "runs/pair-2"


def test_many_chunks_do_not_mean_many_manifests(tmp_path, monkeypatch):
    saves = []

    def save(manifest, folder, original=folders.manifests.save):
        saves.append(manifest.games_done)
        original(manifest, folder)

    monkeypatch.setattr(folders.manifests, "save", save)
    monkeypatch.setattr(folders, "SAVE_SHARE", 1e-9)
    folder = play(tmp_path / "run", execution={"jobs": 1, "chunk": 5})
    assert saves == [0, 1000]
    assert len(load(folder).chunks) == 200


def test_a_failing_game_names_the_games_and_keeps_the_rest(tmp_path):
    failed = command("run", f"{GAME}/broken", "--chunk", 100, "--jobs", 1, "--out", tmp_path / "run")
    assert failed.returncode == 1
    assert "dice/broken with seed 1 failed in games" in failed.stderr
    assert "ArithmeticError: the die rolled off the table" in failed.stderr
    assert load(tmp_path / "run").games_done == 700
