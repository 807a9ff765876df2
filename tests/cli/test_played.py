"""Commands that play and report: what they print, and where."""

from __future__ import annotations

import json

from mazarbul.sim import cli
from mazarbul.sim.cli.pages import echo_json
from mazarbul.sim.runner.manifest import load
from tests.runner.help import GAME, command, play


def test_run_prints_the_folder_alone_to_stdout(tmp_path):
    done = command("run", f"{GAME}/pair", "--games", 300, "--seed", 5, "--jobs", 2, "--out", tmp_path / "run")
    assert (done.returncode, done.stdout) == (0, f"{tmp_path / 'run'}\n")
    assert "300 of 300 games, " in done.stderr
    manifest = load(tmp_path / "run")
    assert (manifest.seed, manifest.games_done, manifest.bots) == (
        5,
        300,
        {"north": "heuristic", "south": "heuristic"},
    )


def test_quiet_tells_nothing(tmp_path):
    done = command("run", f"{GAME}/pair", "--games", 300, "--out", tmp_path / "run", "--quiet")
    assert (done.returncode, done.stderr) == (0, "")


def test_options_reach_the_run(mazarbul, tmp_path):
    done = mazarbul(
        "run", f"{GAME}/pair", "--games", 50, "--chunk", 20, "--bot", "heuristic", "--bot", "south=lucky",
        "--switch", "loaded=true", "--out", tmp_path / "run", "--quiet",
    )  # fmt: skip
    assert done.exit_code == 0, done.stderr
    manifest = load(tmp_path / "run")
    assert manifest.bots == {"north": "heuristic", "south": "lucky"}
    assert manifest.switches == {"loaded": True}
    assert [chunk.games for chunk in manifest.chunks] == [20, 20, 10]


def test_an_experiment_file_runs(mazarbul, tmp_path):
    path = tmp_path / "x.toml"
    path.write_text(f'game = "{GAME}"\nscenario = "pair"\ngames = 30\n[run]\nout = "{tmp_path}/run"\n')
    done = mazarbul("run", path, "--seed", 3, "--quiet")
    assert done.exit_code == 0, done.stderr
    assert (load(tmp_path / "run").seed, load(tmp_path / "run").games_done) == (3, 30)


def test_a_run_without_a_folder_gets_a_new_one(mazarbul, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for number in (1, 2):
        assert mazarbul("run", f"{GAME}/pair", "--games", 10, "--quiet").stdout == f"runs/pair-{number}\n"


def test_json_has_no_negative_zero(capsys):
    echo_json({"change": [-0.0, (1, -0.0)], "n": 0})
    assert "-0" not in capsys.readouterr().out


def test_balance_plays_and_reports(mazarbul, tmp_path, reports, monkeypatch):
    monkeypatch.setattr("mazarbul.sim.cli.playing.BALANCE_GAMES", 40)
    done = mazarbul("balance", f"{GAME}/pair", "--out", tmp_path / "run", "--quiet")
    lines = done.stdout.splitlines()
    assert (done.exit_code, lines[-1]) == (0, f"report: {tmp_path}/run/report/index.html")
    assert lines[0] == "Two dice: 40 games, seed 1, bots: heuristic"
    assert load(tmp_path / "run").games_done == 40
    assert reports == [(tmp_path / "run", tmp_path / "run/report")]


def test_balance_takes_a_number_of_games_and_goes_on(mazarbul, tmp_path, reports):
    mazarbul("balance", f"{GAME}/pair", "--games", 30, "--out", tmp_path / "run", "--quiet")
    done = mazarbul("balance", "--resume", "--out", tmp_path / "run", "--to", tmp_path / "page", "--quiet")
    assert done.stdout.splitlines()[-1] == f"report: {tmp_path}/page/index.html"
    assert load(tmp_path / "run").games_done == 30


def test_balance_plays_100_000_games_by_default():
    assert cli.playing.BALANCE_GAMES == 100_000


def test_report_of_a_run(mazarbul, tmp_path, reports):
    folder = play(tmp_path / "run")
    done = mazarbul("report", folder, "--to", tmp_path / "page")
    assert (done.stdout, done.stderr) == (f"{tmp_path}/page/index.html\n", "at work\n")
    assert mazarbul("report", folder, "--to", tmp_path / "page", "--quiet").stderr == ""
    assert reports == [(folder, tmp_path / "page")] * 2


def test_figures_as_json(mazarbul, tmp_path):
    """One object on stdout, progress on stderr; reports: tests/studies/test_commands.py."""
    run = tmp_path / "run"
    done = mazarbul("run", f"{GAME}/pair", "--games", 40, "--out", run, "--json")
    assert json.loads(done.stdout) | {"games_done": 40, "folder": str(run)} == json.loads(done.stdout)
    assert "40 of 40 games" in done.stderr
    speed = json.loads(mazarbul("bench", f"{GAME}/pair", "--seconds", 0.1, "--jobs", 1, "--json").stdout)
    assert speed["one_worker"]["games_a_second"] > 0


def test_bench_measures(mazarbul):
    done = mazarbul("bench", f"{GAME}/slow", "--seconds", 0.1, "--jobs", 1)
    assert done.exit_code == 0, done.stderr
    assert "games/s" in done.stdout
