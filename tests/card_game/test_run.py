"""Real runs of the Card Game through the command line: tables, workers, resume, report, mistakes."""

from __future__ import annotations

import itertools
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from typer.testing import CliRunner

from mazarbul.analysis import load_run
from mazarbul.sim import cli
from mazarbul.sim.games.card_game.ids import FACTIONS
from mazarbul.sim.runner.manifest import load
from tests.analysis.counted import check_reports, check_totals
from tests.runner.help import ROOT, files, heed_interrupts, stop, table, wait_for_parts

FAMILIES = ("games", "cards", "places", "factions")
SEATS = ("frodo", "witch_king", "aragorn", "saruman")
GAMES, SEED = 300, 7
COMMAND = [sys.executable, "-c", "from mazarbul.sim.cli import main; main()"]
PATIENCE = 900  # seconds; enough to compile everything on a slow machine


def fields_of(catalogue: dict, name: str) -> list[dict]:
    """Return the bit fields that a catalogue declares of a family."""
    return next(family["fields"] for family in catalogue["declared"]["families"] if family["id"] == name)


def start(*arguments: object) -> subprocess.Popen:
    """Start the command in a process group of its own."""
    return subprocess.Popen(
        [*COMMAND, *map(str, arguments)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=heed_interrupts,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )


def mazarbul(*arguments: object) -> str:
    """Run the command to its end, which must be without error; return what it printed."""
    process = start(*arguments)
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, err
    return out


def run(out: Path, *options: object) -> Path:
    """Play the games of these tests into a folder."""
    mazarbul("run", "card_game/trilogy", "--games", GAMES, "--seed", SEED, "--out", out, "--quiet", *options)
    return out


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    return run(tmp_path_factory.mktemp("runs") / "one", "--jobs", 1)


@pytest.fixture(scope="module")
def tables(folder) -> dict[str, pa.Table]:
    return {family: table(folder, family) for family in FAMILIES}


@pytest.fixture(scope="module")
def games(tables) -> dict[str, list]:
    return tables["games"].to_pydict()


# Tables -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        ("--jobs", 4, "--chunk", 37),
        pytest.param(("--jobs", 2, "--chunk", 100, "--backend", "loky"), marks=pytest.mark.slow),
        pytest.param(("--jobs", 2, "--chunk", 150, "--backend", "dask"), marks=pytest.mark.slow),
    ],
    ids=lambda options: " ".join(map(str, options)),
)
def test_the_same_tables_however_they_are_played(tmp_path, tables, options):
    if "dask" in options:
        pytest.importorskip("dask.distributed", reason="the extra dask is not installed")
    again = run(tmp_path / "run", *options)
    for family, expected in tables.items():
        assert table(again, family).equals(expected), family


@pytest.mark.slow
def test_counts_of_the_games_say_the_same(tmp_path, folder):
    counts = run(tmp_path / "run", "--keep", "aggregates", "--jobs", 2, "--chunk", 110)
    runs = load_run(folder), load_run(counts)
    check_totals(*runs)
    check_reports(*runs)


@pytest.mark.slow
def test_a_stopped_run_goes_on_to_the_same_tables(tmp_path, tables):
    out, more = tmp_path / "run", 2_400
    options = ("--games", more, "--seed", SEED, "--chunk", 100, "--jobs", 1)
    process = start("run", "card_game/trilogy", *options, "--out", out)
    wait_for_parts(out, 2, PATIENCE)
    _, err = stop(process, signal.SIGINT)
    assert process.returncode == 130
    assert "--resume" in err
    assert 200 <= load(out).games_done < more
    mazarbul("run", "--resume", "--out", out, "--quiet")
    assert load(out).games_done == more
    whole = run(tmp_path / "whole", "--games", more, "--chunk", 1000)
    for family, expected in tables.items():
        assert table(out, family).equals(table(whole, family))
        assert table(whole, family).slice(0, GAMES).equals(expected), "the shorter run"


CHANGES = {
    "games/card_game/data/paths.toml": ("vp      = 1", "vp      = 2", "the data (cards, decks"),
    "games/card_game/rules/points.py": ("", "\n# another\n", "the program's code changed, from"),
}


@pytest.mark.slow
@pytest.mark.parametrize("file", CHANGES)
def test_a_run_is_not_resumed_with_changed_data_or_code(tmp_path, file):
    """In a copy of the program, with real files changed between the two commands."""
    for name in ("mazarbul", "sim", "analysis", "formats", "configs"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "begin.py").write_text("from mazarbul.sim.cli import main\nmain()\n")
    what = ["run", "card_game/fellowship", "--bot", "random", "--out", tmp_path / "run", "--quiet"]
    command = [sys.executable, tmp_path / "begin.py", *what]
    env = os.environ | {"NUMBA_DISABLE_JIT": "1"}  # the copy's kernels would be compiled again
    subprocess.run([*command, "--games", "1"], cwd=tmp_path, env=env, check=True, capture_output=True)
    before = files(tmp_path / "run")
    old, new, message = CHANGES[file]
    text = (tmp_path / "sim" / file).read_text()
    (tmp_path / "sim" / file).write_text(text.replace(old, new) if old else text + new)
    again = [*command, "--resume", "--games", "2"]
    second = subprocess.run(again, cwd=tmp_path, env=env, check=False, capture_output=True, text=True)
    assert second.returncode == 2
    assert f"this run cannot be resumed: {message}" in second.stderr
    assert files(tmp_path / "run") == before


def test_the_games_table_has_its_columns(tables):
    expected = [
        "game", "winner", "end_reason", "rounds", "score_free_peoples", "score_shadow", "corruption", "turns",
        "decisions", "lead_changes", "start",
    ]  # fmt: skip
    for kind in ("lead", "path", "battleground"):
        expected += [f"{kind}_round_{number}" for number in range(1, 10)]
    expected += [f"ring_round_{seat}" for seat in SEATS]
    expected += ["seed", "scenario", *(f"bot_{seat}" for seat in SEATS)]
    schema = tables["games"].schema
    assert schema.names == expected
    texts = {"winner", "end_reason", "start", "scenario", *(f"bot_{seat}" for seat in SEATS)}
    texts |= {name for name in expected if name.startswith(("path_", "battleground_"))}
    for field in schema:
        assert pa.types.is_string(field.type) == (field.name in texts), field
        assert pa.types.is_signed_integer(field.type) == (field.name not in texts), field


def test_the_games_tables_values_make_sense(games):
    assert games["game"] == list(range(GAMES))
    assert set(games["seed"]) == {SEED}
    assert set(games["scenario"]) == {"trilogy"}
    assert set(games["bot_frodo"]) == {"expert"}
    assert set(games["winner"]) == {"free_peoples", "shadow"}
    assert set(games["end_reason"]) == {"ten_points", "last_path"}
    assert set(games["start"]) <= set(SEATS)
    for i in range(GAMES):
        row = {name: column[i] for name, column in games.items()}
        check_game(row)


def check_game(row: dict) -> None:
    """Check one row of the games table against the rules (CG-11.2 to 11.4) and against itself."""
    lead = row["score_free_peoples"] - row["score_shadow"]
    if row["end_reason"] == "ten_points":
        assert abs(lead) >= 10
        assert (lead > 0) == (row["winner"] == "free_peoples")
    else:
        assert abs(lead) < 10
        if abs(lead) > 2:  # more than the worth of unspent Ring tokens
            assert (lead > 0) == (row["winner"] == "free_peoples")
    assert 1 <= row["rounds"] <= 9
    assert 0 <= row["corruption"] <= row["score_shadow"]
    assert row["turns"] >= 4 * row["rounds"]
    assert row["decisions"] > row["rounds"]
    leads = [row[f"lead_round_{number}"] for number in range(1, 10)]
    played = leads[: row["rounds"]]
    assert None not in played
    assert set(leads[row["rounds"] :]) <= {None}
    assert played[-1] == lead
    assert all(abs(before) < 10 for before in played[:-1])
    signs = [np.sign(n) for n in played if n]
    assert row["lead_changes"] == sum(a != b for a, b in itertools.pairwise(signs))
    paths = [row[f"path_round_{number}"] for number in range(1, 10)]
    assert None not in paths[: row["rounds"]]
    assert len(set(paths[: row["rounds"]])) == row["rounds"]
    for seat in SEATS:
        used = row[f"ring_round_{seat}"]
        assert used is None or 1 <= used <= row["rounds"]


def test_the_cards_table_accounts_for_every_card(folder, tables, games):
    catalogue = load_catalogue(folder)
    cards = tables["cards"]
    assert cards.column_names == ["game", *(card["column"] for card in catalogue["cards"])]
    assert len(catalogue["cards"]) == 120
    assert catalogue["game_title"] == "War of the Ring: The Card Game"
    fields = {field["name"]: field for field in fields_of(catalogue, "cards")}
    for seat in SEATS:
        columns = [card["column"] for card in catalogue["cards"] if card["seat"] == seat]
        bits = np.array([cards[name].to_numpy() for name in columns])
        opening, end, drawn = (unpacked(bits, fields[name]) for name in ("opening", "end", "drawn_round"))
        assert ((opening > 0).sum(0) == 7).all(), "opening hands"
        assert ((opening == fields["opening"]["labels"].index("cycled")).sum(0) == 2).all()
        assert (end < len(fields["end"]["labels"])).all()
        assert (drawn <= np.array(games["rounds"])).all()


def test_places_and_factions_agree_with_the_scores(folder, tables, games):
    """CG-11.1: the score is the locations won and, for the Shadow, corruption."""
    catalogue = load_catalogue(folder)
    field = next(field for field in fields_of(catalogue, "places") if field["name"] == "winner")
    for side in ("free_peoples", "shadow"):
        score = np.array(games["corruption"]) if side == "shadow" else np.zeros(GAMES, int)
        for place in catalogue["places"]:
            if side == "free_peoples" or place["kind"] != "path":
                won = unpacked(tables["places"][place["id"]].to_numpy(), field) == field["labels"].index(side)
                score = score + won * place["vp"]
        assert (score == np.array(games[f"score_{side}"])).all()
    kinds = ("path", "free_peoples_battleground", "shadow_battleground")
    names = {"/".join(parts) for parts in itertools.product(FACTIONS, kinds, ("won", "lost"))}
    assert set(tables["factions"].column_names) == names | {"game"}
    assert all(min(column.to_pylist()) >= 0 for column in tables["factions"].columns)


def load_catalogue(folder: Path) -> dict:
    return json.loads((folder / "catalogue.json").read_text(encoding="utf-8"))


def unpacked(bits: np.ndarray, field: dict) -> np.ndarray:
    """Return a bit field of a wide table as int64."""
    return bits.astype(np.int64) >> field["shift"] & (1 << field["bits"]) - 1


# Other commands ---------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_report_is_built_from_the_run(tmp_path, folder):
    index = Path(mazarbul("report", folder, "--to", tmp_path / "page", "--quiet").strip())
    page = index.read_text(encoding="utf-8")
    assert page.count("300") > 3
    assert "Trilogy" in page
    assert "expert" in page
    assert re.search(r"Gimli|gimli", page)


def test_the_trace_is_the_game_of_the_run(games):
    lines = mazarbul("trace", "card_game/trilogy", "--seed", SEED).splitlines()
    assert lines[0] == "Trilogy (card_game/trilogy), game 0 of seed 7"
    counts = [int(n) for n in re.findall(r"\d+", lines[-1])]
    assert counts == [games[name][0] for name in ("rounds", "turns", "decisions")]


def test_list_tells_what_there_is():
    text = mazarbul("list")
    for part in ("card_game/trilogy", "card_game/duel3", "witch_king_duel", "heuristic", "trim", "AM-1"):
        assert part in text


def test_a_script_is_played():
    out = mazarbul("play-script", Path(__file__).parent / "scripts" / "CG-11.1_score.txt")
    assert re.search(r"\d+ expectations hold\n$", out)


# Mistakes ---------------------------------------------------------------------------------------

FILES = {
    "overlay.toml": '[card.gimly]\ntext = "x"\n',
    "twice.toml": "[deck.frodo.cards]\ngimli = 2\n",
    "less.toml": "[deck.frodo.cards]\ngimli = 0\n",
    "broken.txt": "game card_game\nscenario trilogy\nposition\nhand frodo: gimli\nexpect hand frodo = 3\n",
    "illegal.txt": "game card_game\nposition\nhand frodo: gimli sting\ndo frodo: play gimli path\n",
}
TRILOGY = ("run", "card_game/trilogy", "--games", "5", "--out", "out")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("run", "card_game/trilogi"), "unknown scenario 'trilogi'; did you mean 'trilogy'?"),
        (("run", "cardgame/trilogy"), "unknown game 'cardgame'; valid: card_game"),
        ((*TRILOGY, "--bot", "hueristic"), "unknown bot 'hueristic'"),
        ((*TRILOGY, "--bot", "gandalf=random"), "'gandalf'; valid: aragorn, frodo, saruman, witch_king"),
        ((*TRILOGY, "--switch", "trimm=false"), "unknown switch 'trimm'; did you mean 'trim'?"),
        ((*TRILOGY, "--switch", "trim=maybe"), "switch 'trim' must be true or false, not 'maybe'"),
        ((*TRILOGY, "--deck", "frodo=sauron"), "unknown deck 'sauron'; did you mean 'saruman'?"),
        ((*TRILOGY, "--overlay", "overlay.toml"), "overlay.toml:1:7: unknown card 'gimly'"),
        ((*TRILOGY, "--overlay", "twice.toml"), "twice.toml:2:9: deck 'frodo' asks for 2 'gimli'"),
        ((*TRILOGY, "--overlay", "less.toml"), "deck 'frodo' holds 29 cards, but its size is given as 30"),
        (("play-script", "broken.txt"), "broken.txt:5:21: expected = 3, but it is 1"),
        (("play-script", "illegal.txt"), "illegal.txt:4:"),
        (("trace", "card_game/duel", "--bot", "random", "--switch", "joint=none"), "captain"),
    ],
    ids=lambda value: " ".join(value[-2:]) if isinstance(value, tuple) else "",
)
def test_a_mistake_ends_with_2_and_one_line_that_says_what(tmp_path, monkeypatch, arguments, message):
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(cli.app, list(arguments))
    assert (done.exit_code, done.stdout) == (2, "")
    assert message in done.stderr
    assert done.stderr.startswith("mazarbul: ")
    assert done.stderr.count("\n") == (2 if "twice.toml" in arguments else 1)  # a deck of 31 cards is another
    assert {path.name for path in tmp_path.iterdir()} == set(FILES)


def test_a_mistake_is_an_exit_code_of_the_process(tmp_path):
    process = start(*TRILOGY[:-1], tmp_path / "run", "--switch", "trimm=false")
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out) == (2, "")
    assert err == "mazarbul: switches trimm: unknown switch 'trimm'; did you mean 'trim'?\n"
    assert not (tmp_path / "run").exists()
