"""Audits of games with known odds: the ladder, better bots, values, what is resumed, mistakes."""

from __future__ import annotations

import json
import re

import pytest
from typer.testing import CliRunner

from mazarbul.analysis import audit as audits
from mazarbul.analysis.collection import load_collection
from mazarbul.reports.build import build_study_report
from mazarbul.sim import cli
from mazarbul.sim.runner import texts
from mazarbul.sim.runner.experiment import Execution, Experiment
from mazarbul.sim.runner.progress import Quiet
from mazarbul.studies.audit import Scope, audit
from mazarbul.studies.collection import WorkStopped
from mazarbul.studies.study import load_study, play
from tests.reports.parsed import text_of
from tests.studies import archers, bones
from tests.studies.help import Spy, execution, experiment

pytestmark = pytest.mark.slow

PRINTED = {card: bonus for card, (_, bonus) in bones.CARDS.items()}
TARGET = "bones/plain"


def mazarbul(*arguments):
    return CliRunner().invoke(cli.app, [str(each) for each in ("audit", *arguments, "--quiet")])


@pytest.fixture(scope="module")
def audited(tmp_path_factory):
    """An audit of the test game that cannot search."""
    out = tmp_path_factory.mktemp("audit") / "out"
    scope = Scope(bots=["random", "steady"], value_games=1_000)
    return audit(experiment(games=3_000), scope, execution(out), Spy())


def test_the_ladder_has_a_row_for_each_bot_and_side(audited):
    table = audits.ladder(load_collection(audited))
    assert list(table["label"])[::2] == ["heuristic with 10% blunders", "heuristic", "random", "steady"]
    usual = table[table["is_usual"] & (table["side"] == "light")].iloc[0]
    assert usual["win_low"] < bones.odds(PRINTED) < usual["win_high"]
    assert usual["win_n"] == 3_000
    by_bot = table.groupby("label")["win"].sum()
    assert by_bot.to_numpy() == pytest.approx(1), "one of the two sides wins"
    assert table["change"].isna().tolist() == table["is_usual"].tolist()


def test_bots_differ_in_the_same_deals(audited):
    found = load_collection(audited)
    table = audits.ladder(found).set_index(["label", "side"])
    row = table.loc["random", "light"]
    assert row["change"] == pytest.approx(row["win"] - table.loc["heuristic", "light"]["win"])
    assert row["change_n"] == 3_000


def test_values_are_compared_thing_by_thing(audited):
    found = load_collection(audited)
    table = audits.values(found).set_index("name")
    assert set(table.index) == {"Blade", "Shield", "Axe", "Stone"}
    assert [each["label"] for each in found.info["values"]] == ["heuristic", "steady"]
    truth = bones.odds(PRINTED | {"blade": 0}) - bones.odds(PRINTED)
    assert table.loc["Blade", "one_low"] < truth < table.loc["Blade", "one_high"]
    agreed = audits.agreement(table)
    assert (agreed["sign"], agreed["sign_n"]) == (1, 3)
    assert agreed["rank"] != agreed["rank"], "four things are too few for a rank correlation"


def test_a_game_without_search_has_no_steps_and_no_gains(audited, tmp_path):
    alone = audit(experiment(games=200), Scope(value_games=0), execution(tmp_path / "out"), Quiet())
    assert audits.steps(audits.ladder(load_collection(alone))).empty
    with_steady = audits.steps(audits.ladder(load_collection(audited)))
    assert with_steady[["below", "above"]].to_numpy().tolist() == [["steady", "heuristic"]]
    assert audits.gains(load_collection(audited)).empty


def test_a_trained_bot_joins_the_ladder_and_its_gain_is_what_the_odds_say(tmp_path):
    asked = Experiment(game="archers", scenario="duel", games=4_000, seed=5)
    path = audit(asked, Scope(minutes=0.01), execution(tmp_path / "out"), Spy())
    found = load_collection(path)
    ladder = audits.ladder(found)
    assert list(ladder["label"])[-1] == "tuned otherwise"
    gains = audits.gains(found).set_index("side")
    game = archers.Archers()
    skill = {side: archers.skill(game.bot("heuristic"), side) for side in archers.SIDES}
    trained = {
        side: archers.skill(game.bot(str(path / f"trained/{side}/trained.toml")), side)
        for side in archers.SIDES
    }
    for side, other in zip(archers.SIDES, archers.SIDES[::-1], strict=True):
        gain = archers.chance(trained[side] - skill[other]) - archers.chance(skill[side] - skill[other])
        row = gains.loc[side]
        half = (row["change_high"] - row["change_low"]) / 2
        assert gain > 0.1
        assert row["change"] == pytest.approx(gain, abs=2 * half)
    both = archers.chance(trained["light"] - trained["dark"])
    row = ladder[(ladder["label"] == "tuned otherwise") & (ladder["side"] == "light")].iloc[0]
    assert row["win"] == pytest.approx(both, abs=2 * (row["win_high"] - row["win_low"]) / 2)


def test_nothing_is_played_or_trained_again(tmp_path):
    asked = Experiment(game="archers", scenario="duel", games=500)
    scope = Scope(minutes=0.002)
    path = audit(asked, scope, execution(tmp_path / "out"), Spy())
    before = {part: part.stat().st_mtime_ns for part in path.rglob("*.*") if part.name != "collection.json"}
    table = audits.ladder(load_collection(path))
    audit(asked, scope, execution(path), Spy(), resume=True)
    after = {part: part.stat().st_mtime_ns for part in path.rglob("*.*") if part.name != "collection.json"}
    assert {part for part in before if part.suffix in (".parquet", ".toml")} <= set(after)
    assert {part: time for part, time in after.items() if part.suffix in (".parquet", ".toml")} == {
        part: time for part, time in before.items() if part.suffix in (".parquet", ".toml")
    }
    assert audits.ladder(load_collection(path)).equals(table)


class Impatient(Spy):
    """Stops at the line that begins with some words, as Ctrl-C does."""

    def __init__(self, words: str) -> None:
        super().__init__()
        self._words = words

    def say(self, text):
        super().say(text)
        if text.startswith(self._words):
            raise KeyboardInterrupt


def test_ctrl_c_names_the_folder_of_the_whole_audit(audited, tmp_path):
    asked, scope = experiment(games=3_000), Scope(bots=["random", "steady"], value_games=1_000)
    with pytest.raises(WorkStopped, match=r"--resume --out .*out$"):
        audit(asked, scope, execution(tmp_path / "out"), Impatient("things blanked, with steady"))
    audit(asked, scope, execution(tmp_path / "out"), Quiet(), resume=True)
    for table in (audits.ladder, audits.values):
        again, whole = (table(load_collection(folder)) for folder in (tmp_path / "out", audited))
        slow = ["seconds"]  # how long play took is no result
        assert again.drop(columns=slow, errors="ignore").equals(whole.drop(columns=slow, errors="ignore"))


def test_an_audit_can_grow_but_not_change(tmp_path):
    audit(experiment(games=200), Scope(value_games=0), execution(tmp_path / "out"), Quiet())
    audit(experiment(games=300), Scope(value_games=0), execution(tmp_path / "out"), Quiet(), resume=True)
    assert load_collection(tmp_path / "out").base.games == 300
    again = mazarbul(TARGET, "--games", 300, "--out", tmp_path / "out")
    assert again.exit_code == 2
    assert "use --resume" in again.stderr
    other = mazarbul(TARGET, "--seed", 3, "--bot", "random", "--resume", "--out", tmp_path / "out")
    assert other.exit_code == 2
    assert "cannot be resumed: parameters" in other.stderr


def test_the_last_number_of_games_holds_for_all_further_bots():
    scope = Scope(rollouts=(10, 50, 200), search_games=(200, 100))
    assert [scope.games_of(place) for place in range(3)] == [200, 100, 100]
    assert texts.counts("--search", "50, 200") == [50, 200]
    assert texts.counts("--search", "0") == []


def test_the_command_prints_ladder_and_page(tmp_path):
    rest = ("--games", 500, "--value-games", 100, "--jobs", 1, "--out", tmp_path / "out")
    result = mazarbul(TARGET, *rest, "--markdown")
    assert result.exit_code == 0, result.output
    assert "heuristic with 10% blunders" in result.stdout
    assert "No best response was looked for" in result.stdout
    page = result.stdout.splitlines()[-1].removeprefix("report: ")
    text = (tmp_path / "out/report/report.md").read_text()
    assert page.endswith("index.html")
    assert "over 2 bots" in text
    assert "| heuristic | Light | " in text


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("bones/nowhere",), "unknown scenario"),
        ((TARGET, "--bot", "nobody"), "unknown bot 'nobody'"),
        ((TARGET, "--search", "many"), "write whole numbers, such as 16,50"),
        ((TARGET, "--search", "200,50"), "name the fewest first"),
        ((TARGET, "--search-games", "0"), "need one game or more"),
        ((TARGET, "--train", "5"), "has no weights for its bots"),
        (("different.toml",), "the same one"),
        (("stepped.toml",), "decides move by move"),
    ],
)
def test_mistakes_end_with_2_and_one_line(tmp_path, arguments, words):
    target, *rest = arguments
    if target.endswith(".toml"):
        (tmp_path / "slow.py").write_text("def first(view):\n    return view.actions[0]\n")
        bots = {"different.toml": 'light = "random"', "stepped.toml": f'all = "{tmp_path}/slow.py:first"'}
        target = tmp_path / target
        target.write_text(f'game = "bones"\nscenario = "plain"\n[bots]\n{bots[target.name]}\n')
    result = mazarbul(target, *rest, "--out", tmp_path / "out")
    assert result.exit_code == 2, result.output
    assert words in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert not (tmp_path / "out/collection.json").exists()


def test_an_audit_in_a_study_shares_its_games_and_widens_its_headlines(tmp_path):
    file = tmp_path / "study.toml"
    file.write_text(
        'title = "Bones"\ngame = "bones"\nscenarios = ["plain"]\ngames = 2_000\nband = [0.2, 0.8]\n'
        "[ablation]\ngames = 400\nnumbers_of = 0\n[audit]\ngames = 1_000\nbots = ['random', 'steady']\n"
    )
    study, folder = load_study(file)
    path = play(study, folder, Execution(out=tmp_path / "out", jobs=1), Quiet())
    (part,) = json.loads((path / "study.json").read_text())["scenarios"]
    found = load_collection(path / part["audit"])
    assert found.base.path.resolve() == (path / part["run"]).resolve()
    assert (path / part["audit"] / found.info["values"][0]["path"]).resolve() == (path / part["ablation"])
    assert sorted(audits.ladder(found)["games"].unique()) == [1_000, 2_000]
    text = text_of(build_study_report(path, tmp_path / "page"))
    assert "Plain bones is balanced: " in text
    low, high = re.search(r"Light wins \d+% \((\d+)\D(\d+)%\), judged by heuristic alone", text).groups()
    assert int(high) - int(low) > 10, "2,000 games alone would say within 4 points"
