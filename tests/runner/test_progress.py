"""What a user sees during a run."""

from __future__ import annotations

import io
import time

import pytest
from numba.core import event

from mazarbul.sim.compile import once
from mazarbul.sim.games.contract import Labelled
from mazarbul.sim.runner import bench, warming
from mazarbul.sim.runner import run as runs
from mazarbul.sim.runner.experiment import Execution, Experiment
from mazarbul.sim.runner.progress import Lines, Live, Quiet, duration
from tests.runner import dice
from tests.runner.help import GAME


def test_lines_tell_games_speed_and_time_left():
    stream = io.StringIO()
    lines = Lines(stream, every=0.05)
    lines.begin(100, 1000)
    time.sleep(0.1)
    lines.beat(300)
    lines.beat(100)
    lines.end()
    first, last = stream.getvalue().splitlines()
    assert first.startswith("400 of 1,000 games, ")
    assert "games/s, 0:00:00 left" in first
    assert last.startswith("500 of 1,000 games, ")


def test_the_live_bar_goes_to_stderr(capfd):
    live = Live()
    live.say("a word")
    live.begin(0, 2000)
    for _ in range(4):
        live.beat(500)
        time.sleep(0.01)
    live.end()
    out, err = capfd.readouterr()
    assert out == ""
    assert "a word" in err
    assert "2,000 of 2,000 games" in err
    assert "games/s" in err


@pytest.mark.parametrize(
    ("what", "takes", "said"),
    [
        (once.COMPILING, 0.3, 1),
        (once.WAITING, 0.3, 1),
        (once.COMPILING, 0, 0),
        (once.WAITING, 0, 0),
        (None, 0.3, 0),
    ],
)
def test_what_is_compiled_is_reported_once_if_it_takes_long(tmp_path, monkeypatch, what, takes, said):
    def warm_up(self, setup, bots):
        for _ in range(2):
            if what:
                with event.trigger_event(what):
                    time.sleep(takes)

    monkeypatch.setattr(warming, "PATIENCE_SECONDS", 0.1)

    monkeypatch.setattr(dice.Dice, "warm_up", warm_up)
    stream = io.StringIO()
    runs.run(Experiment(game=GAME, scenario="pair", games=10), Execution(out=tmp_path / "run"), Lines(stream))
    lines = stream.getvalue().splitlines()
    assert [line for line in lines if line == warming.MESSAGES.get(what)] == said * lines[:1]
    assert len(lines) == 1 + said


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "0:00:00"), (59.6, "0:01:00"), (3_725, "1:02:05"), (90_000, "25:00:00"), (1e12, "?")],
)
def test_durations(seconds, text):
    assert duration(seconds) == text


def test_the_benchmark_measures(monkeypatch):
    monkeypatch.setattr(bench, "REFERENCE_STEPS", 1000)
    found = list(bench.lines(Experiment(game=GAME, scenario="slow"), jobs=2, seconds=0.1, display=Quiet()))
    assert found[0] == "dice/slow, bots heuristic, heuristic, seed 1"
    assert [line.split()[0] for line in found[1:]] == ["ready", "1", "2", "reference", "stored"]
    assert "decisions a game" in found[2]


def test_labels_and_masks_become_nulls():
    import numpy as np

    from mazarbul.sim.runner.store import column

    labelled = column(Labelled(np.array([1, -1, 0], np.int8), ("a", "b")))
    assert labelled.to_pylist() == ["b", None, "a"]
    masked = column(np.ma.MaskedArray(np.array([5, 6], np.int8), mask=[True, False]))
    assert masked.to_pylist() == [None, 6]
    assert str(masked.type) == "int8"
