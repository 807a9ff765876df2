"""The command `mazarbul`: what it prints, where, and its exit codes."""

from __future__ import annotations

import json
import os
import re
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
from mazarbul.sim.cli.pages import echo_json
from mazarbul.sim.runner.manifest import load
from mazarbul.sim.version import VERSION
from tests.runner.help import GAME, ROOT, command, play

COMMANDS = (
    "run",
    "balance",
    "trace",
    "list",
    "rule",
    "play-script",
    "bench",
    "report",
    "compare",
    "ablate",
    "whatif",
    "swap",
    "tune",
    "train",
    "skill",
    "audit",
    "study",
    "deck",
    "new",
)


@pytest.fixture
def mazarbul():
    """Call the command in this process: arguments -> result with exit_code, stdout, stderr."""
    return lambda *arguments: CliRunner().invoke(cli.app, [str(argument) for argument in arguments])


@pytest.fixture
def reports(monkeypatch):
    """Replace the builder of reports with one that only notes what is requested."""
    calls = []

    def build_report(run_dir: Path, out_dir: Path, *, progress, **rest) -> Path:
        progress("at work")
        calls.append((run_dir, out_dir))
        return out_dir / "index.html"

    monkeypatch.setattr("mazarbul.reports.build.build_report", build_report)
    return calls


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


def test_help_lists_the_commands(mazarbul):
    shown = mazarbul("--help")
    assert shown.exit_code == 0
    assert all(f"\n  {name} " in shown.stdout for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
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


def test_json_has_no_negative_zero(capsys):
    echo_json({"change": [-0.0, (1, -0.0)], "n": 0})
    assert "-0" not in capsys.readouterr().out


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


def test_a_bug_is_not_hidden(mazarbul, monkeypatch):
    def broken(*_):
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr("mazarbul.sim.runner.listing.lines", broken)
    done = mazarbul("list")
    assert isinstance(done.exception, ZeroDivisionError)


def test_errors_can_be_seen_in_full(mazarbul, monkeypatch):
    monkeypatch.setenv("MAZARBUL_TRACEBACK", "1")
    assert "unknown game" in str(mazarbul("list", "dise").exception)


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


@pytest.mark.parametrize("encoding", ["cp1252", "cp437"])
def test_a_change_is_told_on_any_terminal(tmp_path, encoding):
    """An ablation names changes with an arrow: it must not end in an error after all its games."""
    from tests.studies import help as studies

    target, out = f"{studies.GAME}/plain", tmp_path / encoding
    command = ["ablate", target, "--games", "20", "--out", str(out)]
    code = f"import tests.studies.help\nfrom mazarbul.sim import cli\ncli.app({command!r})"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": encoding},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert b" -> " in done.stdout


def test_any_terminal_can_show_it():
    code = (
        "from mazarbul.sim import cli\n"
        "from mazarbul.sim.runner import listing\n"
        "listing.lines = lambda game: ['a \u2192 b \u2265 2 \xd7 1\u20132 \u016b \u9f8d \\udce9']\n"
        "cli.main()\n"
    )
    for encoding, shown in (
        ("cp1252", "a -> b >= 2 \xd7 1\u20132 u ? \xe9"),
        ("latin-1", "a -> b >= 2 \xd7 1-2 u ? \xe9"),
        ("utf-8", "a \u2192 b \u2265 2 \xd7 1\u20132 \u016b \u9f8d \udce9"),
    ):
        done = subprocess.run(
            [sys.executable, "-c", code, "list"],
            cwd=ROOT,
            env={**os.environ, "PYTHONIOENCODING": encoding},
            capture_output=True,
            check=True,
        )
        assert done.stdout.decode(encoding, "surrogateescape") == f"{shown}\n"


def test_trace_tells_the_game_of_that_number(mazarbul):
    traces = [
        mazarbul("trace", f"{GAME}/pair", "--seed", 7, "--game", 3, "--bot", bot).stdout
        for bot in ("heuristic", "lucky")
    ]
    assert traces[0].startswith("north rolls ")
    assert traces[0] != traces[1]


def test_trace_of_a_run_says_what_is_not_as_printed(mazarbul, tmp_path):
    """In words and as data, on stdout; a change of a card that is in no deck is noted once."""
    overlay, run, page = (tmp_path / name for name in ("change.toml", "run", "game.html"))
    overlay.write_text("[card]\naragorn.icons = { path = 2 }\ngandalf_the_white.icons = { path = 5 }\n")
    game = ("card_game/fellowship", "--overlay", overlay, "--deck", "gandalf=gandalf_duel")
    assert mazarbul("run", *game, "--games", 1, "--out", run).exit_code == 0
    told = mazarbul("trace", run)
    first, title = told.stdout.splitlines()[:2]
    assert first.startswith("not as printed: deck of Gandalf: ")
    assert "Gandalf the White, path icons: " in first
    assert first.count("\N{RIGHTWARDS ARROW} 5") == 1
    assert title == "Fellowship of the Ring (card_game/fellowship), game 0 of seed 1"
    assert "not as printed" not in mazarbul("trace", "card_game/fellowship").stdout
    data = tmp_path / "game.json"
    assert mazarbul("trace", run, "--html", page, "--json", data).exit_code == 0
    kinds = {each["kind"] for each in json.loads(data.read_text(encoding="utf-8"))["changes"]}
    assert kinds == {"decks", "overlay"}
    assert first.removeprefix("not as printed: ") in page.read_text(encoding="utf-8")


def test_a_note_is_told_once_and_names_the_scenario(mazarbul, tmp_path):
    overlay, run = tmp_path / "change.toml", tmp_path / "run"
    overlay.write_text("[card]\naragorn.icons = { path = 2 }\n")
    mazarbul("run", "card_game/fellowship", "--games", 1, "--out", run, "--overlay", overlay)
    note = "card 'aragorn' is in no deck of Fellowship of the Ring, so this changes nothing"
    assert mazarbul("trace", run).stderr.count(note) == 1


@pytest.mark.parametrize(
    ("name", "message"),
    [("", "is a folder: name a file in it"), ("game.html", "cannot be played step by step")],
)
def test_a_page_of_a_game_that_cannot_be_written_is_refused(mazarbul, tmp_path, name, message):
    done = mazarbul("trace", f"{GAME}/pair", "--html", tmp_path / name)
    assert (done.exit_code, done.stdout) == (2, "")
    assert message in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_list_tells_what_there_is(mazarbul):
    text = mazarbul("list", GAME).stdout
    for part in ("dice: Dice", "dice/pair", "Two dice", "lucky", "loaded"):
        assert part in text


def test_list_tells_all_things_of_a_kind(mazarbul):
    for kind in ("seats", "cards", "locations", "weights", "decks"):
        listed = mazarbul("list", kind, "card_game/duel", "--json")
        rows = json.loads(listed.stdout)
        text = mazarbul("list", kind, "card_game/duel").stdout
        assert rows, kind
        assert all(row["game"] == "card_game" and f"{row['id']}" in text for row in rows), kind
    gimli = next(
        row
        for row in json.loads(mazarbul("list", "cards", "card_game", "--json").stdout)
        if row["id"] == "gimli"
    )
    assert (gimli["name"], gimli["seat"], gimli["type"]) == ("Gimli", "frodo", "character")
    assert [row["id"] for row in json.loads(mazarbul("list", "scenarios", GAME, "--json").stdout)][:2] == [
        "pair",
        "slow",
    ]
    assert [game["game"] for game in json.loads(mazarbul("list", GAME, "--json").stdout)] == [GAME]


def test_a_weight_has_its_default_as_a_number(mazarbul):
    rows = json.loads(mazarbul("list", "weights", "lotr_lcg", "--json").stdout)
    surplus = next(row for row in rows if row["id"] == "surplus")
    assert surplus["default"] == 0.3
    assert surplus["help"].startswith("worth of a point of progress")
    text = mazarbul("list", "weights", "lotr_lcg").stdout
    assert re.search(r"^surplus +0\.3: worth of a point", text, re.MULTILINE)


def test_locations_that_are_cards_are_listed(mazarbul):
    listed = mazarbul("list", "locations", "lotr_lcg/passage_through_mirkwood", "--json")
    rows = json.loads(listed.stdout)
    assert {row["type"] for row in rows} == {"location"}
    assert {"forest_gate", "necromancers_pass"} <= {row["id"] for row in rows}


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


def test_figures_as_json(mazarbul, tmp_path):
    """One object on stdout, progress on stderr; reports: tests/studies/test_commands.py."""
    run = tmp_path / "run"
    done = mazarbul("run", f"{GAME}/pair", "--games", 40, "--out", run, "--json")
    assert json.loads(done.stdout) | {"games_done": 40, "folder": str(run)} == json.loads(done.stdout)
    assert "40 of 40 games" in done.stderr
    speed = json.loads(mazarbul("bench", f"{GAME}/pair", "--seconds", 0.1, "--jobs", 1, "--json").stdout)
    assert speed["one_worker"]["games_a_second"] > 0


def test_rule_prints_one_rule_or_the_heads_of_a_chapter(mazarbul):
    one = mazarbul("rule", "am-25").stdout
    assert one.startswith("AM-25 Frodo or Bilbo in a winnow or a forsake\n  Legal. ")
    assert "**" not in one
    assert "<a id" not in one
    assert mazarbul("rule", "AM-25", "AM-26").stdout.startswith(one + "\nAM-26 ")
    chapter = mazarbul("rule", "CG-9").stdout.splitlines()
    assert (chapter[0], len(chapter)) == ("CG-9.1 Draw n", 20)
    assert all(line.startswith("A-") for line in mazarbul("rule", "A").stdout.splitlines())


def test_rule_with_a_table_and_a_list(mazarbul):
    table = mazarbul("rule", "CG-3.1").stdout
    assert "  | Last path | 9 | 9 | 9 | 6 |" in table
    assert "Decks. Shuffle" not in table
    assert "\n  - Balrog. " in mazarbul("rule", "CG-3.20").stdout


def test_an_unknown_rule_ends_with_2(mazarbul):
    done = mazarbul("rule", "AM-25", "AN-25")
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith("mazarbul: unknown rule 'AN-25'; did you mean 'A-25'?")


def test_play_script(mazarbul, tmp_path):
    script = tmp_path / "script.txt"
    script.write_text(f"# a roll\ngame {GAME}\nroll 6\n")
    assert mazarbul("play-script", script).stdout == f"# a roll\ngame {GAME}\nroll 6\n"
    script.write_text(f"game {GAME}\ncheat\n")
    done = mazarbul("play-script", script)
    assert (done.exit_code, done.stderr) == (2, f"mazarbul: {script}:1:1: the script cheats\n")
    script.write_text(f"game {GAME}\nroll 2\ncheat\n")
    done = mazarbul("play-script", script)
    assert (done.exit_code, done.stdout) == (2, f"game {GAME}\nroll 2\n")
    missing = mazarbul("play-script", tmp_path / "none.txt")
    assert (missing.exit_code, missing.stdout) == (2, "")


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


def test_bench_measures(mazarbul):
    done = mazarbul("bench", f"{GAME}/slow", "--seconds", 0.1, "--jobs", 1)
    assert done.exit_code == 0, done.stderr
    assert "games/s" in done.stdout


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
