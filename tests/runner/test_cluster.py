"""Runs on a real Dask scheduler with two real worker processes, some of which die before the end."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time

import pytest

from mazarbul.sim.runner.manifest import load
from tests.runner.help import GAME, ROOT, command, files, play, start, wait_for_parts

pytestmark = pytest.mark.slow
distributed = pytest.importorskip("dask.distributed", reason="the extra dask is not installed")

GAMES, CHUNK = 8_000, 200
WAIT_SECONDS = 60


class Cluster:
    """A scheduler on the loopback address and its workers, each a process without a nanny."""

    def __init__(self, place):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.address = f"tcp://127.0.0.1:{port}"
        self._place = place
        self.processes = []
        self._start("scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard")

    def add_worker(self, folder=ROOT):
        options = ["--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", self._place]
        return self._start("worker", self.address, *options, folder=folder)

    def _start(self, *arguments, folder=ROOT):
        env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        with (self._place / f"{arguments[0]}-{len(self.processes)}.log").open("w") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", "dask", *arguments], cwd=folder, env=env, stdout=log, stderr=log
            )
        self.processes.append(process)
        return process

    def wait_for_workers(self, number):
        with distributed.Client(self.address) as client:
            client.wait_for_workers(number, timeout=WAIT_SECONDS)

    def end(self):
        for process in self.processes:
            process.kill()
            process.wait(WAIT_SECONDS)


@pytest.fixture
def cluster(tmp_path):
    made = Cluster(tmp_path)
    yield made
    made.end()


def arguments(cluster, folder, scenario="slow"):
    size = ("--games", GAMES, "--seed", 7, "--chunk", CHUNK)
    where = ("--backend", "dask", "--scheduler", cluster.address, "--out", folder)
    return ("run", f"{GAME}/{scenario}", *size, *where)


def lines_until(process, words):
    """Return what a process writes as errors, up to the line with the last one of some words."""
    lines, missing = [], set(words)
    for line in process.stderr:
        lines.append(line)
        missing -= {word for word in missing if word in line}
        if not missing:
            break
    return "".join(lines)


def test_a_worker_that_dies_costs_only_its_chunk(tmp_path, cluster):
    workers = [cluster.add_worker(), cluster.add_worker()]
    cluster.wait_for_workers(2)
    process = start(*arguments(cluster, tmp_path / "run"))
    wait_for_parts(tmp_path / "run", 5)
    begun = lines_until(process, [f"worker {worker.pid} on " for worker in workers])
    assert not load(tmp_path / "run").finished
    workers[0].send_signal(signal.SIGKILL)
    err = begun + process.stderr.read()
    process.wait(WAIT_SECONDS)
    assert process.returncode == 0, err
    assert "Traceback" not in err
    ready = set(re.findall(r"worker (\d+) on \S+ loaded the game in \d+\.\d s", err))
    assert ready == {str(worker.pid) for worker in workers}
    whole = play(tmp_path / "whole", scenario="slow", games=GAMES, execution={"jobs": 2, "chunk": CHUNK})
    assert files(tmp_path / "run") == files(whole)


def test_a_worker_that_comes_late_takes_part(tmp_path, cluster):
    cluster.add_worker()
    process = start(*arguments(cluster, tmp_path / "run"))
    wait_for_parts(tmp_path / "run", 2)
    late = cluster.add_worker()
    _, err = process.communicate(timeout=WAIT_SECONDS)
    assert process.returncode == 0, err
    assert f"worker {late.pid} on " in err


def test_a_lost_scheduler_loses_no_games(tmp_path, cluster):
    cluster.add_worker()
    process = start(*arguments(cluster, tmp_path / "run"))
    wait_for_parts(tmp_path / "run", 5)
    cluster.processes[0].kill()
    _, err = process.communicate(timeout=WAIT_SECONDS)
    assert process.returncode == 1, err
    assert "Traceback" not in err
    done = load(tmp_path / "run").games_done
    assert "mazarbul: the connection to the Dask scheduler is lost" in err
    assert f"{done:,} of {GAMES:,} games are kept, resume with: mazarbul run --resume" in err
    assert command("run", "--resume", "--out", tmp_path / "run", "--quiet").returncode == 0
    whole = play(tmp_path / "whole", scenario="slow", games=GAMES, execution={"jobs": 2, "chunk": CHUNK})
    assert files(tmp_path / "run") == files(whole)


def test_a_cluster_that_loses_all_workers_waits_for_others(tmp_path, cluster):
    worker = cluster.add_worker()
    process = start(*arguments(cluster, tmp_path / "run"))
    wait_for_parts(tmp_path / "run", 2)
    worker.kill()
    assert "worker" in process.stderr.readline()
    assert "the cluster has lost all its workers: waiting for new ones" in process.stderr.readline()
    cluster.add_worker()
    process.communicate(timeout=WAIT_SECONDS)
    assert process.returncode == 0
    assert load(tmp_path / "run").games_done == GAMES


def test_a_scheduler_without_workers(tmp_path, cluster):
    time.sleep(1)
    failed = command(*arguments(cluster, tmp_path / "run", scenario="pair"))
    assert failed.returncode == 1
    assert "the Dask scheduler has no workers: start some with `dask worker tcp://" in failed.stderr


def test_no_scheduler_leaves_no_run(tmp_path):
    what = ("run", f"{GAME}/pair", "--games", 100, "--backend", "dask", "--out", tmp_path / "run")
    failed = command(*what, "--scheduler", "carrier://pigeon")
    assert failed.returncode == 2
    assert "no Dask scheduler answers at 'carrier://pigeon'" in failed.stderr
    assert command("run", f"{GAME}/pair", "--games", 100, "--out", tmp_path / "run").returncode == 0


def test_a_worker_with_other_code_does_not_play(tmp_path, cluster):
    for name in ("mazarbul", "sim", "formats"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    with (tmp_path / "sim/engine/bits.py").open("a") as source:
        source.write("# another\n")
    cluster.add_worker(folder=tmp_path)
    failed = command(*arguments(cluster, tmp_path / "run", scenario="pair"))
    assert failed.returncode == 1
    assert re.search(
        r"the worker tcp://\S+ plays with code \w+, numba \S+, llvmlite \S+; install", failed.stderr
    )
    assert "Traceback" not in failed.stderr


def test_a_failing_game_on_a_cluster_names_the_games(tmp_path, cluster):
    cluster.add_worker()
    failed = command(*arguments(cluster, tmp_path / "run", scenario="broken"))
    assert failed.returncode == 1
    assert "dice/broken with seed 7 failed in games" in failed.stderr
    assert "Traceback" not in failed.stderr
