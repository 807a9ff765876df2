"""The gate on speed fails where a decision costs clearly more than was kept, and only there."""

from __future__ import annotations

import importlib.util
import sys
import tomllib
from pathlib import Path

import pytest

FILE = Path(__file__).parents[1] / "benchmarks" / "gate.py"


@pytest.fixture
def gate(monkeypatch, tmp_path):
    """The script, with a cost of 100 steps kept for one game."""
    spec = importlib.util.spec_from_file_location("gate", FILE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "KEPT", tmp_path / "kept.toml")
    module.KEPT.write_text('"dice/hill" = 100\n')
    return module


@pytest.mark.parametrize(("found", "code"), [(60.0, 0), (114.9, 0), (115.1, 1), (300.0, 1)])
def test_only_what_costs_clearly_more_fails(gate, monkeypatch, capsys, found, code):
    monkeypatch.setattr(gate, "cost", lambda name, enough=0.0: found)
    monkeypatch.setattr(sys, "argv", ["gate.py"])
    assert gate.main() == code
    assert ("too slow" in capsys.readouterr().out) == bool(code)
    assert tomllib.loads(gate.KEPT.read_text()) == {"dice/hill": 100}


def test_a_cost_that_is_meant_is_kept(gate, monkeypatch):
    monkeypatch.setattr(gate, "cost", lambda name, enough=0.0: 140.4)
    monkeypatch.setattr(sys, "argv", ["gate.py", "--keep"])
    assert gate.main() == 0
    assert gate.KEPT.read_text() == gate.HEAD + '"dice/hill" = 140\n'


def test_every_kept_cost_is_of_a_game_that_there_is():
    from mazarbul.sim.games import get

    for name in tomllib.loads(FILE.with_name("kept.toml").read_text()):
        game, _, scenario = name.partition("/")
        assert scenario in get(game).scenarios()
