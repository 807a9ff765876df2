"""The commands that compare: what they print and write, and their exit codes."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pandas as pd
import pytest
from typer.testing import CliRunner

from mazarbul.analysis import load_run
from mazarbul.sim import cli
from tests.reports.parsed import text_of
from tests.studies import coop  # noqa: F401  registers the game
from tests.studies.help import GAME

pytestmark = pytest.mark.slow

TARGET = f"{GAME}/plain"


def mazarbul(*arguments):
    return CliRunner().invoke(cli.app, [str(argument) for argument in arguments] + ["--quiet"])


def page_of(result) -> Path:
    """Return the page named in the last line printed; it must exist."""
    assert result.exit_code == 0, result.output
    page = Path(result.stdout.splitlines()[-1].removeprefix("report: "))
    assert page.is_file()
    return page


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """Runs of the test game by name."""
    folder = tmp_path_factory.mktemp("runs")
    for name, *rest in (
        ("a", TARGET),
        ("b", TARGET, "--bot", "light=random"),
        ("seed", TARGET, "--seed", 9),
        ("other", f"{GAME}/other"),
    ):
        result = mazarbul("run", *rest, "--games", 1_500, "--jobs", 1, "--out", folder / name)
        assert result.exit_code == 0, result.output
    return folder


@pytest.fixture(scope="module")
def counts(tmp_path_factory):
    """A run of the test game that keeps counts, and what `balance` printed about it."""
    folder = tmp_path_factory.mktemp("counts") / "run"
    rest = ("--games", 1_500, "--jobs", 1, "--keep", "aggregates", "--out", folder)
    return folder, mazarbul("balance", TARGET, *rest)


def test_balance_says_the_same_of_counts(counts, tmp_path):
    folder, counted = counts
    rows = mazarbul("balance", TARGET, "--games", 1_500, "--jobs", 1, "--out", tmp_path / "rows")
    pages = [page_of(result) for result in (counted, rows)]
    said = [re.sub(r" \(about [^)]* where these were played\)", "", each.stdout) for each in (counted, rows)]
    assert said[0].splitlines()[:-1] == said[1].splitlines()[:-1]
    written = [(page.parent / "tables").glob("*.csv") for page in pages]
    tables = [{path.name: path.read_bytes() for path in paths} for paths in written]
    assert tables[0].pop("run.csv") != tables[1].pop("run.csv")
    assert tables[1].pop("examples.csv"), "single games, which a run of counts does not have"
    assert tables[0] == tables[1]
    assert not [*folder.glob("*/*.parquet")]


def test_what_needs_games_one_by_one_refuses_counts(counts, runs, tmp_path):
    folder, _ = counts
    refused = mazarbul("compare", runs / "a", folder)
    assert refused.exit_code == 2
    asked = "a comparison game by game needs them one by one; play it again with --keep games"
    assert asked in refused.stderr
    refused = mazarbul("ablate", folder, "--out", tmp_path / "out")
    assert refused.exit_code == 2
    assert "this run keeps counts of its games, but variants are compared with them" in refused.stderr
    assert not (tmp_path / "out").exists()
    apart = mazarbul("compare", runs / "seed", folder, "--unpaired")
    assert apart.exit_code == 0, apart.output


def test_balance_to_a_precision_of_counts(tmp_path):
    rest = ("--precision", "2%", "--keep", "aggregates", "--out", tmp_path / "out")
    result = mazarbul("balance", TARGET, "--games", 6_000, "--jobs", 1, *rest)
    page_of(result)
    assert "95% interval after" in result.stdout


def test_ablate(tmp_path):
    result = mazarbul("ablate", TARGET, "--games", 800, "--jobs", 1, "--out", tmp_path / "out")
    page = page_of(result)
    assert "Blade" in result.stdout
    tables = [pd.read_parquet(page.parent / f"tables/{name}.parquet") for name in ("blanked_card", "numbers")]
    assert [len(table) for table in tables] == [4, 8]


def test_ablate_a_run(runs, tmp_path):
    rest = ("--change", "blank", "--out", tmp_path / "out")
    result = mazarbul("ablate", runs / "a", "--cards", "axe,blade", *rest)
    page_of(result)
    refused = mazarbul("ablate", runs / "a", "--bot", "random", "--out", tmp_path / "no")
    assert refused.exit_code == 2
    assert "which already says what is played" in refused.stderr


def test_whatif(tmp_path):
    result = mazarbul(
        "whatif", TARGET, "--bot", "light=random", "--games", 1_000, "--jobs", 1, "--out", tmp_path / "out"
    )
    page_of(result)
    assert "light=random" in text_of(tmp_path / "out/report/index.html")
    assert not (tmp_path / "out/report/report.md").exists()


def test_two_changes_are_compared_with_each_other(tmp_path):
    """The one with --against is before, the other one after; neither lies on top of the other."""
    axe, shield = "{ card.axe.bonus = 9 }", "{ card.shield.bonus = 3 }"
    rest = ("--games", 1_000, "--jobs", 1, "--out", tmp_path / "out")
    result = mazarbul("whatif", TARGET, "--overlay", axe, "--against", shield, *rest)
    page_of(result)
    assert ", against " in result.stdout
    same = mazarbul("whatif", TARGET, "--overlay", axe, "--against", axe, *rest)
    assert same.exit_code == 2
    assert "this changes nothing" in same.output
    overlays = {
        run: load_run(tmp_path / "out" / run).manifest["experiment"]["overlay"] for run in ("base", "changed")
    }
    assert overlays == {
        "base": [{"card": {"shield": {"bonus": 3}}}],
        "changed": [{"card": {"axe": {"bonus": 9}}}],
    }


def test_whatif_to_a_precision(tmp_path):
    rest = ("--precision", "2%", "--out", tmp_path / "out")
    result = mazarbul("whatif", TARGET, "--bot", "light=random", *rest)
    page_of(result)


def test_balance_to_a_precision(tmp_path):
    result = mazarbul("balance", TARGET, "--precision", "2%", "--band", "40-60%", "--out", tmp_path / "out")
    page_of(result)
    assert "95% interval after" in result.stdout
    assert "40\N{EN DASH}60% band" in result.stdout


def test_until_clear_of_a_value(tmp_path):
    whatif = mazarbul(
        "whatif", TARGET, "--bot", "light=random", "--clear-of", "-90%", "--out", tmp_path / "a"
    )
    page_of(whatif)
    assert "4,000 pairs of games" in whatif.stdout
    balance = mazarbul("balance", TARGET, "--clear-of", "1%", "--out", tmp_path / "b")
    page_of(balance)
    assert "95% confidence sequence after 4,000 games" in balance.stdout
    assert "clear of 1.00%" in balance.stdout


def test_compare(runs, tmp_path):
    result = mazarbul("compare", runs / "a", runs / "b", "--to", tmp_path / "page")
    page_of(result)
    assert "1,500" in result.stdout
    loose = mazarbul("compare", runs / "a", runs / "seed", "--unpaired")
    assert loose.exit_code == 0, loose.output


def test_the_same_figures_as_json(runs, tmp_path):
    asked = ("report", runs / "a", "--to", tmp_path / "page", "--json")
    found = json.loads(mazarbul(*asked).stdout)
    assert (found["kind"], found["games"], found["report"]) == ("run", 1_500, f"{tmp_path}/page/index.html")
    assert sum(side["win"] for side in found["sides"]) == pytest.approx(1)
    assert all(side["win_low"] < side["win"] < side["win_high"] for side in found["sides"])
    compared = json.loads(mazarbul("compare", runs / "a", runs / "b", "--json").stdout)
    change = f"{100 * compared['sides'][0]['change']:+.1f}"
    assert change in mazarbul("compare", runs / "a", runs / "b").stdout
    for kind, command in {
        "ablation": ("ablate", TARGET, "--change", "blank"),
        "whatif": ("whatif", TARGET, "--bot", "light=random"),
        "skill": ("skill", TARGET, "--kinds", "card"),
    }.items():
        done = mazarbul(*command, "--games", 100, "--jobs", 1, "--out", tmp_path / kind, "--json")
        assert json.loads(done.stdout)["kind"] == kind


def test_tune(tmp_path):
    knobs = tmp_path / "knobs.toml"
    knobs.write_text('[[knob]]\npath = "card.blade.bonus"\nlow = 1\nhigh = 4\n')
    rest = ("--games", 500, "--best", 2, "--out", tmp_path / "out")
    result = mazarbul("tune", TARGET, "--knobs", knobs, "--target", "50%", *rest)
    page_of(result)
    assert "card.blade.bonus" in result.stdout


def test_skill(tmp_path):
    result = mazarbul(
        "skill", TARGET, "--kinds", "card,bot", "--bot", "random", "--bot", "heuristic", "--games", 400,
        "--out", tmp_path / "out",
    )  # fmt: skip
    page_of(result)
    assert (tmp_path / "out/ladder/report/index.html").is_file()
    assert (tmp_path / "out/restrictions/report/index.html").is_file()


def test_study_and_its_report_with_another_band(tmp_path):
    file = tmp_path / "study.toml"
    file.write_text(
        f'title = "Bones"\ngame = "{GAME}"\nscenarios = ["plain", "other"]\ngames = 600\n'
        "[ablation]\n[restrictions]\nkinds = ['card']\n[ladder]\nbots = ['random', 'heuristic']\n"
    )
    result = mazarbul("study", file, "--jobs", 1, "--out", tmp_path / "out")
    page_of(result)
    rest = ("--band", "30-70%", "--tables", "csv", "--markdown", "--to", tmp_path / "page")
    again = mazarbul("report", tmp_path / "out", *rest)
    assert again.exit_code == 0, again.output
    assert {path.suffix for path in (tmp_path / "page/tables").iterdir()} == {".csv"}
    assert ".parquet" not in text_of(tmp_path / "page/index.html")
    assert "Parquet" not in (tmp_path / "page/report.md").read_text()
    assert "30\N{EN DASH}70%" in (tmp_path / "page/report.md").read_text()


def test_balance_of_a_quest(tmp_path):
    decks = ("--deck", "player1=iron", "--deck", "player2=leaf")
    result = mazarbul("balance", "coop/hill", *decks, "--games", 2_000, "--out", tmp_path / "out")
    page_of(result)
    assert "40\N{EN DASH}60% band" in result.stdout
    assert "group score" in result.stdout
    assert "which values this changes is not recorded" in result.stdout  # the game cannot say it
    assert "earlier version" not in result.stdout
    again = mazarbul("balance", "coop/hill", "--games", 300, "--band", "10-20%", "--out", tmp_path / "own")
    assert "% sure to lie above the 10" in again.stdout


def test_swap(tmp_path):
    rest = ("--remove", "curse", "--games", 100, "--confirm", 2_000, "--best", 2)
    result = mazarbul("swap", "coop/hill", *rest, "--out", tmp_path / "out")
    page_of(result)
    assert "Curse out, Horn in" in result.stdout
    refused = mazarbul("swap", "coop/hill", "--seat", "player2", "--out", tmp_path / "no")
    assert refused.exit_code == 2
    assert "unknown seat of coop/hill 'player2'; valid: player1" in refused.stderr


def test_skill_against_a_quest(tmp_path):
    result = mazarbul("skill", "coop/hill", "--kinds", "bot", "--games", 300, "--out", tmp_path / "out")
    page_of(result)
    assert "Players win, by the bot of all of them:" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("compare", "{runs}/a", "{runs}/other"), "compare runs of one scenario"),
        (("compare", "{runs}/a", "{runs}/seed"), "--unpaired"),
        (("compare", "{runs}/a", "{runs}/nowhere"), "there is no such folder"),
        (("compare", "{runs}/a", "{empty}"), "manifest.json"),
        (("report", "{empty}"), "is not a run"),
        (("report", "{runs}/a", "--band", "55-45%"), "write the smaller share first"),
        (("report", "{runs}/a", "--band", "half"), "write two shares"),
        (("balance", TARGET, "--precision", "much"), "write a share"),
        (("balance", TARGET, "--clear-of", "0"), "write a share"),
        (("whatif", TARGET, "--bot", "light=random", "--clear-of", "nan"), "write a change"),
        (("ablate", TARGET, "--change", "blink"), "did you mean 'blank'"),
        (("ablate", TARGET, "--cards", "spoon"), "unknown thing 'spoon'"),
        (("ablate", "{empty}"), "is not a run"),
        (("whatif", TARGET), "say what to change"),
        (("tune", TARGET, "--knobs", "{empty}/none.toml"), "cannot read this file"),
        (("skill", TARGET, "--kinds", "cards"), "did you mean 'card'"),
        (("study", "{empty}/none.toml"), "cannot read this file"),
    ],
)
def test_mistakes_end_with_2_and_one_line(runs, tmp_path, arguments, words):
    (tmp_path / "empty").mkdir()
    places = {"runs": runs, "empty": tmp_path / "empty"}
    out = [] if arguments[0] in ("compare", "report") else ["--out", tmp_path / "out"]
    result = mazarbul(*(argument.format(**places) for argument in arguments), *out)
    assert result.exit_code == 2, result.output
    assert words in result.stderr
    assert result.stderr.startswith("mazarbul: ")
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize("damage", ["truncate", "remove", "flip"])
def test_a_damaged_part_is_named(runs, tmp_path, damage):
    shutil.copytree(runs / "b", tmp_path / "b")
    part = next((tmp_path / "b/games").glob("*.parquet"))
    data = part.read_bytes()
    if damage == "remove":
        part.unlink()
    else:
        part.write_bytes(data[: len(data) // 2] if damage == "truncate" else data[:-40] + b"\0" * 40)
    result = mazarbul("compare", runs / "a", tmp_path / "b", "--to", tmp_path / "page")
    assert result.exit_code == 2, result.output
    assert part.name in result.stderr
