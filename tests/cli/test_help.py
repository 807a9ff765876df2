"""The command's help, its version, what the shell completes."""

from __future__ import annotations

import os
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from mazarbul.sim import cli
from mazarbul.sim.cli.app import SECTIONS
from mazarbul.sim.version import VERSION
from tests.runner.help import ROOT


def test_version(mazarbul):
    assert mazarbul("--version").stdout == f"mazarbul {VERSION}\n"


@pytest.mark.parametrize(
    ("word", "code", "said"),
    [
        ("--version", 0, f"mazarbul {VERSION}\n"),
        ("lits", 2, "mazarbul: no such command 'lits'; did you mean 'list'?; see mazarbul --help\n"),
    ],
)
def test_the_package_runs_as_the_command_does(word, code, said):
    done = subprocess.run(
        [sys.executable, "-m", "mazarbul", word],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout + done.stderr) == (code, said)


@pytest.mark.parametrize("name", [name for section in SECTIONS.values() for name in section])
def test_every_help_has_examples(mazarbul, name):
    shown = mazarbul(name, "--help")
    assert shown.exit_code == 0
    assert f"    mazarbul {name} " in shown.stdout
    assert "Example" in shown.stdout


def test_help_imports_nothing_heavy():
    heavy = "numba numpy pandas matplotlib pyarrow duckdb scipy joblib rich mazarbul.sim.runner"
    code = (
        "import sys\nfrom mazarbul.sim import cli\n"
        "try: cli.app(['run', '--help'])\nexcept SystemExit: pass\n"
        f"print([name for name in '{heavy}'.split() if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize(
    ("words", "incomplete", "found"),
    [
        ("run", "card_game/du", ["card_game/duel", "card_game/duel3"]),
        ("run card_game/duel --bot", "gandalf=heur", ["gandalf=heuristic"]),
        ("run lotr_lcg/passage_through_mirkwood --deck", "player1=lea", ["player1=leadership"]),
        ("run --deck", "no_such", []),
        ("run card_game/duel --switch", "joint=en", ["joint=enemy"]),
        ("train card_game/duel --switch", "auto_sup", ["auto_support=true", "auto_support=false"]),
        ("train card_game/trilogy", "card_game/duel3", ["card_game/duel3"]),
        ("trace", "lotr_lcg/pass", ["lotr_lcg/passage_through_mirkwood"]),
        ("tune card_game/trilogy --knobs", "tri", ["trilogy"]),
        ("study", "lotr", ["lotr_lcg"]),
        ("list", "quest", ["quests"]),
        ("list", "card", ["cards", "card_game"]),
        ("list cards", "card_game/tr", ["card_game/trilogy"]),
        ("docs", "play", ["play-script"]),
        ("rule", "cg-9.5", ["cg-9.5"]),
        ("ablate card_game/duel --cards", "rivendell,gandalf_the_w", ["rivendell,gandalf_the_white"]),
        ("ablate configs/experiments/duel.toml --cards", "rivende", ["rivendell"]),
        ("ablate card_game/duel --change", "blank,p", ["blank,plus"]),
    ],
)
def test_the_shell_completes_names(words, incomplete, found):
    line = f"mazarbul {words} {incomplete}"
    asked = {
        "_MAZARBUL_COMPLETE": "complete_bash",
        "COMP_WORDS": line,
        "COMP_CWORD": str(len(line.split()) - 1),
    }
    done = CliRunner().invoke(cli.app, [], prog_name="mazarbul", env=asked)
    assert done.stdout.split() == found


@pytest.mark.slow
def test_bash_completes_a_word_that_it_takes_for_several(tmp_path):
    """The script that --install-completion writes, called with the words as bash splits them."""
    (tmp_path / "mazarbul").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m mazarbul "$@"\n')
    (tmp_path / "mazarbul").chmod(0o755)
    there = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}

    def completed(*words):
        typed = " ".join(f"'{word}'" for word in ("mazarbul", *words))
        code = (
            'eval "$(_MAZARBUL_COMPLETE=source_bash mazarbul)"; '
            f"COMP_WORDS=({typed}); COMP_CWORD={len(words)}; _mazarbul_completion mazarbul; "
            'printf "%s\\n" "${COMPREPLY[@]}"'
        )
        done = subprocess.run(
            ["bash", "--norc", "-c", code], cwd=ROOT, env=there, capture_output=True, text=True, check=True
        )
        return done.stdout.split()

    target = ("run", "card_game/trilogy")
    assert completed(*target, "--switch", "joint", "=", "en") == ["enemy"]
    assert completed(*target, "--switch", "joint", "=") == ["captain", "enemy"]
    assert completed(*target, "--switch", "=", "joint", "=", "en") == ["enemy"]
    assert completed(*target, "--switch", "auto_s") == ["auto_support=true", "auto_support=false"]
    assert completed(*target, "--bot", "frodo", "=", "heur") == ["heuristic"]


def test_the_installed_command_is_this_one():
    import tomllib

    data = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert data["project"]["scripts"] == {"mazarbul": "mazarbul.sim.cli:main"}


def test_the_help_names_every_command_in_a_section(mazarbul):
    shown = mazarbul("--help").stdout
    names = [name for section in SECTIONS.values() for name in section]
    assert sorted(names) == sorted(typer.main.get_command(cli.app).commands)
    assert [
        line.split()[0] for line in shown.splitlines() if line.split()[:1] and line.split()[0] in names
    ] == names


def test_an_installed_package_knows_the_commit_that_it_was_built_from(tmp_path):
    (tmp_path / "sim").mkdir()
    version = Path(shutil.copy(ROOT / "sim" / "version.py", tmp_path / "sim"))
    assert runpy.run_path(str(version))["commit"]() is None
    version.with_name("commit.txt").write_text("0123456789ab\n")
    assert runpy.run_path(str(version))["commit"]() == "0123456789ab"
