"""--dry-run: every command that plays long says how much, and plays and writes nothing."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from mazarbul.sim import cli
from tests.studies import bones

TARGET = f"{bones.Bones.name}/plain"
#: Command -> its words, and the games of its parts.
COMMANDS = {
    "run": ((TARGET, "--games", "400"), [400]),
    "balance": ((TARGET, "--games", "400"), [400]),
    "ablate": ((TARGET, "--games", "100", "--change", "blank"), [500]),
    "whatif": ((TARGET, "--games", "100", "--bot", "random"), [200]),
    "cards": ((TARGET, "--games", "100"), [500, 500]),
    "skill": ((TARGET, "--games", "100", "--kinds", "bot"), None),
    "audit": ((TARGET, "--games", "100", "--search", "0", "--value-games", "0"), None),
}


def dry(command, *words):
    done = CliRunner().invoke(cli.app, [command, *words, "--dry-run", "--jobs", "1", "--quiet"])
    assert done.exit_code == 0, done.output
    return done.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_it_says_the_games_and_writes_nothing(command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words, games = COMMANDS[command]
    text = dry(command, *words)
    assert "nothing was played" in text.splitlines()[-1]
    assert "MB of memory" in text.splitlines()[-1]
    facts = json.loads(dry(command, *words, "--json"))
    assert facts["kind"] == "forecast"
    assert facts["memory_mb"] > 10
    assert [part["games"] for part in facts["parts"]] == games or games is None
    assert all(part["seconds"] > 0 for part in facts["parts"])
    assert list(tmp_path.iterdir()) == []


def test_every_command_that_plays_long_has_it():
    plays = {"run", "balance", "cards", "whatif", "ablate", "swap", "tune", "skill", "audit", "review"}
    plays |= {"study", "train", "practise"}
    for name in plays:
        done = CliRunner().invoke(cli.app, [name, "--help"], terminal_width=200)
        assert "--dry-run" in done.output, name
