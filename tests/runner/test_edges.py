"""What people do at the edge: pipes, readers that go, more workers than games, killed clients."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import joblib
import pytest

from mazarbul.analysis import RunError, load_run
from mazarbul.formats.manifest import Span
from mazarbul.sim.runner import texts, verify, workers
from mazarbul.sim.runner.experiment import Execution, Experiment, from_options, load
from mazarbul.sim.runner.manifest import load as load_manifest
from mazarbul.sim.toml import DataError, read_text
from tests.analysis.synthetic import Plan, write_run
from tests.runner.help import play

ROOT = Path(__file__).resolve().parents[2]
PATIENCE_SECONDS = 120


@pytest.mark.parametrize(
    ("text", "number"),
    [("5000", 5000), (" 7 ", 7), ("100k", 100_000), ("100K", 100_000), ("1.5m", 1_500_000), ("1e5", 100_000),
     ("2.5e3", 2500), ("1_000", 1000), ("0", 0), ("-3", -3)],
)  # fmt: skip
def test_numbers_as_people_write_them(text, number):
    assert texts.number(text) == number


@pytest.mark.parametrize(
    "text", ["", "k", "1.5", "1e-3", "1e99", "9" * 25 + "k", "nan", "inf", "12x", "1k2", "0x10"]
)
def test_what_is_no_number(text):
    with pytest.raises(DataError, match="write it such as 5000, 100k or 1e6"):
        texts.number(text)


@pytest.mark.parametrize("band", [[], [0.6], [0.4, 0.5, 0.6], ["a", "b"], [None, None], 0.5])
def test_a_band_is_two_shares(band, tmp_path):
    fields = {"game": "card_game", "scenario": "duel", "band": band}
    with pytest.raises(DataError, match="band"):
        from_options(Experiment, fields)
    if None not in (band if isinstance(band, list) else ()):
        file = tmp_path / "experiment.toml"
        file.write_text(f'game = "card_game"\nscenario = "duel"\nband = {band!r}\n'.replace("'", '"'))
        with pytest.raises(DataError, match=rf"{file.name}:3.*band"):
            load(file)


@pytest.fixture
def _patience():
    """Fail instead of waiting for ever."""

    def late(*_):
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(PATIENCE_SECONDS)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.mark.usefixtures("_patience")
def test_a_pipe_without_a_writer_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "overlay.toml")
    with pytest.raises(DataError, match="a pipe: name a file"):
        read_text(tmp_path / "overlay.toml")


def test_a_pipe_of_a_shell_is_read():
    reading, writing = os.pipe()
    os.write(writing, b"bonus = 1\n")
    os.close(writing)
    assert read_text(f"/dev/fd/{reading}") == "bonus = 1\n"
    os.close(reading)


@pytest.mark.parametrize("jobs", [1, 3, 4096])
def test_there_are_no_more_threads_than_tasks(jobs, monkeypatch):
    made, parallel = [], joblib.Parallel
    monkeypatch.setattr(
        joblib, "Parallel", lambda n, *args, **more: made.append(n) or parallel(n, *args, **more)
    )
    with workers.in_threads([partial(int, 1)] * 4, jobs) as results:
        assert list(results) == [1] * 4
    with workers.in_threads([], jobs) as results:
        assert list(results) == []
    assert made == [min(jobs, 4), 1]


@pytest.mark.parametrize("backend", ["threading", "loky", "dask"])
def test_there_are_no_more_workers_than_chunks(backend, monkeypatch):
    class Asked(Exception):
        pass

    def asked(*args, n_jobs=None, **_):
        raise Asked(n_jobs or args[3])

    monkeypatch.setattr(joblib, "parallel_config", asked)
    monkeypatch.setattr("mazarbul.sim.runner.cluster.results", asked)
    spans = [Span(i, i, 1) for i in range(4)]
    with pytest.raises(Asked, match="4"):
        next(workers.results(None, spans, Execution(jobs=1000, backend=backend), None, print))


@pytest.mark.slow
def test_a_worker_whose_client_is_gone_before_it_begins_ends():
    """The number of the client comes from the client: a worker's parent may be another one by then."""
    code = (
        "import time; from mazarbul.sim.runner.workers import serve_the_client;"
        "serve_the_client({}); time.sleep({})"
    )
    gone = subprocess.Popen([sys.executable, "-c", "pass"])
    gone.wait(PATIENCE_SECONDS)
    started = [sys.executable, "-c", code.format(gone.pid, 10 * PATIENCE_SECONDS)]
    assert subprocess.run(started, cwd=ROOT, timeout=PATIENCE_SECONDS).returncode == 1
    started = [sys.executable, "-c", code.format(os.getpid(), 3 * workers.LOOK_SECONDS)]
    assert subprocess.run(started, cwd=ROOT, timeout=PATIENCE_SECONDS).returncode == 0


@pytest.mark.parametrize("words", [["docs", "python"], ["list"]])
def test_a_reader_that_has_seen_enough_is_no_failure(words):
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "mazarbul", *words]
    done = subprocess.run(
        command, cwd=ROOT, stdout=writing, stderr=subprocess.PIPE, text=True, timeout=PATIENCE_SECONDS
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_part_that_cannot_be_read_says_why(tmp_path, monkeypatch):
    def denied(*_):
        raise PermissionError(13, "Permission denied")

    folder = play(tmp_path / "run", games=40)
    manifest = load_manifest(folder)
    monkeypatch.setattr("mazarbul.sim.runner.verify.file_sha256", denied)
    (first, *_) = verify.discarded(folder, manifest)
    assert first.endswith("this part cannot be read: Permission denied")
    write_run(tmp_path / "other", 20, 20, seed=1, plan=Plan(cards=1))
    sums = "mazarbul.analysis.sealed._sum_of"
    monkeypatch.setattr(sums, lambda path, *_: denied() if path.suffix == ".parquet" else _real(path))
    with pytest.raises(RunError, match=r"part-00000.parquet: cannot be read \(Permission denied\)"):
        load_run(tmp_path / "other")


def _real(path: Path) -> str:
    from mazarbul.sim.runner.store import file_sha256 as sum_of

    return sum_of(path)


def test_a_folder_whose_name_is_not_utf8_is_refused_before_play_and_when_read(tmp_path):
    folder = tmp_path / os.fsdecode(b"run-\xff")
    with pytest.raises(DataError, match="not UTF-8"):
        from_options(Execution, {"out": folder})
    play(tmp_path / "run", games=40)
    (tmp_path / "run").rename(folder)
    with pytest.raises(RunError, match=r"not UTF-8.*rename it"):
        load_run(folder)
