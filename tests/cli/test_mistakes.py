"""What a mistake, a bug or a machine that refuses ends with: one message, and an exit code."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from mazarbul.sim import cli
from tests.runner.help import GAME


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["run", f"{GAME}/pare"], "unknown scenario 'pare'; valid: pair, slow, broken; did you mean 'pair'?"),
        (["run", "dise/pair"], "did you mean 'dice'?"),
        (["run", f"{GAME}/"], "'dice/' is not a target: a target is GAME/SCENARIO"),
        (["run", "nowhere.toml"], "nowhere.toml: cannot read this file"),
        (["run"], "name what to play: a target is GAME/SCENARIO"),
        (["run", "--resume"], "or a run to resume: --resume --out DIR"),
        (["run", "--resume", "--out", "nowhere"], "nowhere: there is no such run folder"),
        (
            ["run", f"{GAME}/pair", "--bot", "luky"],
            "unknown bot 'luky'; valid: heuristic, lucky; did you mean 'lucky'?",
        ),
        (
            ["run", f"{GAME}/pair", "--bot", "nort=lucky"],
            "'nort'; valid: north, south; did you mean 'north'?",
        ),
        (
            ["run", f"{GAME}/pair", "--switch", "load=true"],
            "unknown switch 'load'; valid: loaded; did you mean 'loaded'?",
        ),
        (["run", f"{GAME}/pair", "--switch", "loaded"], "--switch 'loaded': write it as --switch name=value"),
        (["run", f"{GAME}/pair", "--deck", "north"], "--deck 'north': write it as --deck name=value"),
        (
            ["run", f"{GAME}/pair", "--games", "0"],
            "--games: input should be greater than or equal to 1 (got 0)",
        ),
        (
            ["run", f"{GAME}/pair", "--jobs", "0"],
            "--jobs: input should be greater than or equal to 1 (got 0)",
        ),
        (
            ["run", f"{GAME}/pair", "--seed", "-1"],
            "--seed: input should be greater than or equal to 0 (got -1)",
        ),
        (
            ["run", f"{GAME}/pair", "--backend", "mpi"],
            "--backend: input should be 'threading', 'loky' or 'dask'",
        ),
        (["run", f"{GAME}/pair", "--overlay", "none.toml"], "none.toml: cannot read this file"),
        (["trace", f"{GAME}/pare"], "unknown scenario 'pare'"),
        (["list", "dise"], "unknown game 'dise'"),
        (["report", "nowhere"], "nowhere: there is no such run folder"),
        (["report", "."], "this folder is not a run of mazarbul"),
        (["bench", f"{GAME}/pair", "--bot", "luky"], "unknown bot 'luky'"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_mistake_ends_with_2_and_one_message(mazarbul, tmp_path, monkeypatch, arguments, message):
    monkeypatch.chdir(tmp_path)
    done = mazarbul(*arguments)
    assert (done.exit_code, done.stdout) == (2, "")
    assert message in done.stderr
    assert done.stderr.startswith("mazarbul: ")
    assert done.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_trace_of_a_folder_without_a_run(mazarbul, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = mazarbul("trace", "runs/none")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "there is no folder runs/none, and no game 'runs'; valid games: " in done.stderr
    assert mazarbul("run", f"{GAME}/pair", "--games", 2, "--out", "whatif/base", "--quiet").exit_code == 0
    done = mazarbul("trace", "whatif", "--game", 1)
    expected = f"the folder whatif is not a run; name one of the runs in it, such as {Path('whatif/base')}"
    assert (done.exit_code, done.stderr) == (2, f"mazarbul: {expected}\n")


def test_a_target_without_its_game_is_guessed(mazarbul, tmp_path, monkeypatch):
    monkeypatch.setattr("mazarbul.sim.games.names", lambda: (GAME,))
    done = mazarbul("run", "pair")
    assert done.exit_code == 2
    assert "'pair' is not a target" in done.stderr
    assert "did you mean 'dice/pair'?" in done.stderr


@pytest.mark.parametrize(
    "arguments", [["run", "--bogus"], ["walk"], ["run", "a", "--games", "many"], ["trace"]]
)
def test_a_mistyped_command_ends_with_2(mazarbul, arguments):
    assert mazarbul(*arguments).exit_code == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["walk"], "no such command 'walk'; see mazarbul --help"),
        (["lst"], "no such command 'lst'; did you mean 'list'?; see mazarbul --help"),
        (
            ["run", "--gams", "3"],
            "run: no such option: --gams; did you mean '--games'?; see mazarbul run --help",
        ),
        (["trace"], "trace: missing argument 'TARGET'; see mazarbul trace --help"),
        (["run", "a", "--games", "many"], "run: invalid value for '--games' / '-n'"),
        (["--bogus"], "no such option: --bogus; see mazarbul --help"),
    ],
)
def test_a_mistyped_command_is_one_message(mazarbul, arguments, message):
    done = mazarbul(*arguments)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith(f"mazarbul: {message}")
    assert done.stderr.count("\n") == 1


def test_a_bug_is_not_hidden(mazarbul, monkeypatch):
    def broken(*_):
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr("mazarbul.sim.runner.listing.lines", broken)
    done = mazarbul("list")
    assert isinstance(done.exception, ZeroDivisionError)


def test_errors_can_be_seen_in_full(mazarbul, monkeypatch):
    monkeypatch.setenv("MAZARBUL_TRACEBACK", "1")
    assert "unknown game" in str(mazarbul("list", "dise").exception)


@pytest.mark.parametrize("arguments", [["report"], ["balance", f"{GAME}/pair", "--out"]], ids=" ".join)
def test_a_page_of_somebody_else_is_kept(mazarbul, tmp_path, arguments):
    page = tmp_path / "site/index.html"
    page.parent.mkdir()
    page.write_text("<!doctype html><title>Mine</title>")
    done = mazarbul(*arguments, tmp_path / "run", "--to", page.parent, "--quiet")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "holds an index.html that mazarbul did not write; give another folder" in done.stderr
    assert page.read_text().endswith("Mine</title>")
    assert not (tmp_path / "run").exists()  # the error comes before anything is played


@pytest.mark.parametrize("arguments", [["report"], ["balance", f"{GAME}/pair", "--out"]], ids=" ".join)
def test_a_folder_of_somebody_else_is_kept(mazarbul, tmp_path, arguments):
    notes = tmp_path / "mine/tables/notes.csv"
    notes.parent.mkdir(parents=True)
    notes.write_text("mine")
    done = mazarbul(*arguments, tmp_path / "run", "--to", tmp_path / "mine", "--quiet")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "holds files but no report of mazarbul; give an empty folder, or a new one" in done.stderr
    assert [path for path in (tmp_path / "mine").rglob("*") if path.is_file()] == [notes]
    assert not (tmp_path / "run").exists()  # the error comes before anything is played


@pytest.mark.parametrize(
    ("name", "message"),
    [("", "is a folder: name a file in it"), ("game.html", "cannot be played step by step")],
)
def test_a_page_of_a_game_that_cannot_be_written_is_refused(mazarbul, tmp_path, name, message):
    done = mazarbul("trace", f"{GAME}/pair", "--html", tmp_path / name)
    assert (done.exit_code, done.stdout) == (2, "")
    assert message in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (
            ["list", "crads", "card_game/duel"],
            ["unknown kind of things to list, 'crads'", "did you mean 'cards'?"],
        ),
        (["list", "card_game", "cards"], ["write the kind of things first: mazarbul list cards card_game"]),
        (["list", "cards", "card_gam"], ["unknown game 'card_gam'"]),
    ],
)
def test_an_unknown_thing_to_list_ends_with_2(mazarbul, arguments, words):
    done = mazarbul(*arguments)
    assert (done.exit_code, done.stdout) == (2, "")
    assert all(word in done.stderr for word in words)


def test_an_unknown_rule_ends_with_2(mazarbul):
    done = mazarbul("rule", "AM-25", "AN-25")
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith("mazarbul: unknown rule 'AN-25'; did you mean 'A-25'?")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("position\n", "1:1: the first line of a script names its game: write 'game card_game', or "),
        ("", " the first line of a script names its game"),
        ("game dize\n", "unknown game 'dize'"),
        ("game\n", "1:5: the name of a game is expected here"),
    ],
)
def test_a_script_names_its_game(mazarbul, tmp_path, text, message):
    script = tmp_path / "script.txt"
    script.write_text(text)
    done = mazarbul("play-script", script)
    assert done.exit_code == 2
    assert message in done.stderr


def test_what_the_machine_refuses_is_told_in_words(monkeypatch):
    def full(*_, **__):
        raise OSError(28, "No space left on device", "plays/x.txt")

    monkeypatch.setattr("mazarbul.workbench.seated.begun", full)
    done = CliRunner().invoke(cli.app, ["play", "card_game/duel"])
    assert (done.exit_code, done.stderr) == (1, "mazarbul: plays/x.txt: no space left on device\n")


def test_a_folder_of_play_is_a_folder(write):
    file = write("x")
    done = CliRunner().invoke(cli.app, ["play", "card_game/duel", "--folder", str(file)])
    assert (done.exit_code, done.stderr) == (2, f"mazarbul: --folder {file} is no folder\n")
