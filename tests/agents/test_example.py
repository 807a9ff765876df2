"""The agent of the example learns, is measured and is saved."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.agents.tables import COURIER

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "train_agent.py"


def trained(words: str, file: Path, monkeypatch, capsys) -> tuple[dict, float, float]:
    """Return the weights in a file that the example writes, and the percentages won before and after."""
    spec = importlib.util.spec_from_file_location("train_agent", EXAMPLE)
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    monkeypatch.setattr(sys, "argv", ["train_agent.py", *words.split(), "--out", str(file)])
    example.main()
    before, after = (float(line.split("%")[0].split()[-1]) for line in capsys.readouterr().out.splitlines())
    with np.load(file) as weights:
        return {part: weights[part] for part in weights.files}, before, after


def test_the_same_seed_trains_the_same_agent(tmp_path, monkeypatch, capsys):
    words = f"--target {COURIER.name}/chase --updates 3 --games 100 --seed 3"
    one, *rates = trained(words, tmp_path / "one.npz", monkeypatch, capsys)
    other, *again = trained(words, tmp_path / "other.npz", monkeypatch, capsys)
    assert rates == again
    assert all((one[part] == other[part]).all() for part in one)
    assert all(one[part].any() for part in one)


@pytest.mark.slow
def test_the_agent_learns_the_duel(tmp_path, monkeypatch, capsys):
    words = "--seat witch_king --updates 15 --games 300"
    _, before, after = trained(words, tmp_path / "agent.npz", monkeypatch, capsys)
    assert after > before + 10
