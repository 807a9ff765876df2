"""Reviews of the bots' own moves: what a search finds better, weighed in worlds that it has not seen."""

from __future__ import annotations

import csv
import json
import math
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from typer.testing import CliRunner

from mazarbul.analysis import audit as audits
from mazarbul.analysis.collection import load_collection
from mazarbul.analysis.reviewed import by, without_copies
from mazarbul.reports.build import build_collection_report
from mazarbul.sim import cli, games
from mazarbul.sim.bots.search import WORLDS, Search
from mazarbul.sim.cli.pages import echo_json
from mazarbul.sim.games import seating
from mazarbul.sim.games.match import Match
from mazarbul.sim.runner.errors import Interrupted
from mazarbul.sim.runner.experiment import Execution, Experiment
from mazarbul.sim.runner.progress import Quiet
from mazarbul.sim.toml import DataError
from mazarbul.studies import review as reviewing
from mazarbul.studies.audit import Audit, Scope, audit
from mazarbul.studies.review import Review, ReviewStopped, review
from mazarbul.studies.study import load_study, play
from tests.courier.game import GAME as COURIER
from tests.reports.parsed import text_of

needs_kernels = pytest.mark.slow  # compiles kernels of its own


@pytest.fixture(autouse=True)
def courier(monkeypatch):
    """Let the test game be found by its name."""
    monkeypatch.setattr(games, "_registered", dict(games._registered))
    games.register(COURIER)


def reviewed(bot: str, games: int = 8, jobs: int = 2, **effort: int):
    asked = Experiment(game="courier", scenario="chase", games=games, seed=5, bots={"all": bot})
    return review(asked, Execution(jobs=jobs), Quiet(), **effort)


def test_losses_are_summed_by_game_before_their_interval():
    """Side one loses 0.3 and 0.1 in two of four games, by one kind; side two is judged and loses nothing."""
    moves = pd.DataFrame(
        [(0, "one", "go", 0.1), (0, "one", "go", 0.2), (3, "one", "go", 0.1)],
        columns=["game", "side", "kind", "gain"],
    )
    judged = pd.DataFrame(
        [(0, "one", "go", 6), (3, "one", "go", 2), (1, "two", "stay", 4)],
        columns=["game", "side", "kind", "n"],
    )
    table = by(moves, judged, 4, ["side", "kind"]).set_index("side")
    lost = np.array([0.3, 0.0, 0.0, 0.1])
    half = 1.959964 * lost.std(ddof=1) / 2
    assert table.loc["one", "lost"] == pytest.approx(lost.mean())
    assert table.loc["one", "lost_high"] - table.loc["one", "lost"] == pytest.approx(half)
    assert table.loc["one", ["decisions", "improved"]].tolist() == [2.0, 0.75]
    assert table.loc["two", ["decisions", "improved", "lost"]].tolist() == [1.0, 0.0, 0.0]


def review_of_one_game() -> Review:
    """Nothing can be said of the spread of losses."""
    moves = pd.DataFrame(
        [(0, 3, "courier", "couriers", "go_on", "a 1", "b 2", 0.2, 0.1, "goes first", "goes second")],
        columns=reviewing.Judgement._fields,
    )
    judged = pd.DataFrame([(0, "couriers", "go_on", 6)], columns=["game", "side", "kind", "n"])
    return Review(COURIER.setup("chase"), ("random",), 1, 1, 1, 20, 10, moves, judged)


def test_a_review_of_one_game_is_json():
    def refuse(word):
        raise AssertionError(f"{word} is not JSON")

    facts = json.loads(json.dumps(review_of_one_game().facts()), parse_constant=refuse)
    (side,) = facts["sides"]
    assert (side["lost"], side["lost_low"], side["lost_high"]) == (0.2, None, None)
    assert side["improved"] == 1.0
    assert facts["decisions"][0]["decision"] == 3


def test_a_review_tells_moves_as_a_replay_does():
    lines = [*review_of_one_game().lines()]
    assert any(line.startswith("  go on ") for line in lines)
    assert any("  Courier: goes first " in line for line in lines)
    assert lines[-1].endswith("0.20 (0.10)   Courier goes first; better: goes second")
    assert not any("a 1" in line or "b 2" in line for line in lines)


def test_moves_of_former_reviews_are_told_as_they_are_written():
    moves = review_of_one_game().moves.drop(columns=["own_said", "other_said"]).assign(own="take axe#2")
    own = without_copies(moves)
    assert own[["own", "own_said", "other_said"]].to_numpy().tolist() == [["take axe", "take axe", "b 2"]]


def test_no_command_prints_nan_as_json():
    with pytest.raises(ValueError, match="not JSON compliant"):
        echo_json({"lost": math.nan})


@needs_kernels
def test_a_simple_bot_loses_where_a_search_wins_more():
    """A search for the courier wins 100% of 200 games, not 72%; one for the hunter wins 33%, not 28%."""
    sides = reviewed("heuristic", games=16).tables()["sides"].set_index("side")
    assert sides.loc["couriers", "lost_low"] > sides.loc["hunters", "lost"] > 0.1


@needs_kernels
def test_kinds_of_decisions_add_up_to_their_side():
    tables = reviewed("random").tables()
    sums = tables["kinds"].groupby("side")[["decisions", "improved", "lost"]].sum()
    whole = tables["sides"].set_index("side")[["decisions", "improved", "lost"]]
    pd.testing.assert_frame_equal(sums, whole)
    assert tables["moves"]["lost"].sum() == pytest.approx(whole["lost"].sum())
    assert tables["instead"]["lost"].sum() == pytest.approx(whole["lost"].sum())


@needs_kernels
def test_the_result_does_not_depend_on_the_workers():
    assert reviewed("random", jobs=1, games=4).facts() == reviewed("random", jobs=3, games=4).facts()


@needs_kernels
def test_compiling_searches_as_little_as_it_can(monkeypatch):
    asked, judged = [], reviewing._judged

    def noted(*arguments):
        asked.append((arguments[-2].rollouts, arguments[-1]))
        return judged(*arguments)

    monkeypatch.setattr(reviewing, "_judged", noted)
    reviewed("random", games=2, jobs=1, rollouts=40, worlds=30)
    assert asked == [(2, 2), (40, 30), (40, 30)]


@needs_kernels
def test_a_better_move_is_weighed_in_worlds_that_the_search_has_not_seen():
    """The two moves are legal and differ; in each world one game with each was won or lost."""
    setup = COURIER.setup("chase")
    kit, bots = COURIER.kit(setup), [seating.bot_of(COURIER, "random", setup)] * len(setup.seats)
    judge = kit.searcher.judge(kit, bots, Search(rollouts=50), 40)
    match, found = Match(COURIER, kit, 5, 0, bots), []
    while not match.is_over:
        before = match.state.copy()
        better = judge(match.state) if match.state.option_n > 1 else None
        assert match.state == before
        if better:
            assert better.own == match.choice()
            assert better.own != better.other
            assert better.other in match.codes()
            assert better.gain.shape == (40,)
            assert set(better.gain) <= {-1.0, 0.0, 1.0}
            found.append(better)
        match.advance(match.choice())
    assert found


@needs_kernels
def test_an_audit_reviews_the_usual_bot_and_its_report_says_what_it_loses(tmp_path):
    asked = Experiment(game="courier", scenario="chase", games=40, seed=5)
    scope = Scope(rollouts=(20,), search_games=(10,), review_games=4, value_games=0)
    execution = Execution(jobs=2, out=tmp_path / "audit")
    path = audit(asked, scope, execution, Quiet())
    found = load_collection(path)
    alone = review(asked.model_copy(update={"games": 4}), Execution(jobs=2), Quiet(), rollouts=20)
    pd.testing.assert_frame_equal(found.table("moves"), alone.moves)
    pd.testing.assert_frame_equal(audits.lost(found)["sides"], alone.tables()["sides"])
    page = text_of(build_collection_report(path, tmp_path / "report"))
    assert "Moves that lose games" in page
    assert len(pd.read_parquet(tmp_path / "report/tables/review_own.parquet")) == len(alone.tables()["moves"])


@needs_kernels
def test_an_audit_that_goes_on_reviews_nothing_again(tmp_path, monkeypatch):
    asked = Experiment(game="courier", scenario="chase", games=40, seed=5)
    scope = Scope(rollouts=(20,), search_games=(4,), review_games=2, value_games=0)
    execution = Execution(jobs=2, out=tmp_path / "audit")
    before = load_collection(audit(asked, scope, execution, Quiet()))
    asked_again: list[int] = []
    monkeypatch.setattr("mazarbul.studies.audit.review", lambda *_, **__: asked_again.append(1))
    after = load_collection(audit(asked, scope, execution, Quiet(), resume=True))
    assert asked_again == []
    assert after.info["review"] == before.info["review"]
    pd.testing.assert_frame_equal(after.table("moves"), before.table("moves"))


def test_bots_in_python_are_counted_and_timed_as_what_they_are(tmp_path):
    """They play no more than the others, and are not thought as fast as the usual bot."""
    (tmp_path / "mine.py").write_text("def first(view):\n    return view.actions[0]\n")
    bots = (f"{tmp_path}/mine.py:first", "random")
    for wanted, played in ((40, 40), (500, 200)):
        asked = Experiment(game="courier", scenario="chase", games=wanted, seed=5)
        plan = Audit(asked, Scope(bots, rollouts=(), value_games=0))
        assert [rung.games for rung in plan.rungs] == [wanted, wanted, played, wanted]
        loads = plan.loads(has_base=False, has_values=False)
        ((usual,), (mine,)) = loads.values()
        assert (usual.games, mine.games) == (3 * wanted, played)
        assert set(mine.experiment.bots.values()) == {bots[0]}


@needs_kernels
def test_the_audit_of_a_study_reviews_as_many_games_as_its_file_says(tmp_path):
    file = tmp_path / "study.toml"
    file.write_text(
        'title = "Chase"\ngame = "courier"\nscenarios = ["chase"]\ngames = 40\n'
        "[audit]\ngames = 40\nsearch = [20]\nsearch_games = [4]\nreview_games = 2\nvalue_games = 0\n"
    )
    path = play(*load_study(file), Execution(out=tmp_path / "out", jobs=2), Quiet())
    (part,) = json.loads((path / "study.json").read_text())["scenarios"]
    assert load_collection(path / part["audit"]).info["review"]["games"] == 2


@needs_kernels
def test_what_cannot_be_reviewed_is_refused():
    with pytest.raises(DataError, match="take heuristic"):
        reviewed("search:10")
    with pytest.raises(DataError, match=f"at most {WORLDS:,}"):
        reviewed("heuristic", worlds=WORLDS + 1)


@needs_kernels
def test_the_command_prints_writes_and_gives_json(tmp_path):
    def run(*words: str):
        wanted = ["review", "courier/chase", "--bot", "all=random", "-n", "3", "--quiet", *words]
        return CliRunner().invoke(cli.app, wanted)

    shown = run("--out", str(tmp_path / "found.csv"), "--worlds", "30")
    assert shown.exit_code == 0, shown.output
    assert "wins lost a game (95% interval)" in shown.stdout
    assert "Moves that lose most" in shown.stdout
    rows = list(csv.DictReader((tmp_path / "found.csv").open(encoding="utf-8-sig")))
    facts = json.loads(run("--json", "--worlds", "30").stdout)
    assert facts["kind"] == "review"
    assert len(facts["decisions"]) == len(rows) > 0
    assert float(rows[0]["gain"]) in [row["gain"] for row in facts["decisions"]]
    wrong = run("--out", str(tmp_path))
    assert wrong.exit_code == 2
    assert "is a folder: name a file in it" in wrong.stderr


@needs_kernels
def test_ctrl_c_keeps_the_games_that_were_reviewed(monkeypatch):
    beats = iter(range(10))

    def stopped_after_two(_display: Quiet, _games: int) -> None:
        if next(beats) == 1:
            raise KeyboardInterrupt

    monkeypatch.setattr(Quiet, "beat", stopped_after_two)
    command = ["review", "courier/chase", "--bot", "all=random", "-n", "5", "--quiet", "-j", "1"]
    found = CliRunner().invoke(cli.app, command)
    assert found.exit_code == 130, found.output
    assert "\nstopped after 2 of 5 games, " in found.stdout
    monkeypatch.undo()
    games.register(COURIER)
    asked = Experiment(game="courier", scenario="chase", games=2, seed=1, bots={"all": "random"})
    whole = list(review(asked, Execution(jobs=1), Quiet()).lines())
    assert [line for line in whole if line and not line.startswith("2 games")] == [
        line
        for line in found.stdout.splitlines()
        if line and not line.startswith(("stopped after", "to watch a game"))
    ]


@needs_kernels
def test_an_audit_whose_review_was_stopped_reviews_all_games_later(tmp_path, monkeypatch):
    asked = Experiment(game="courier", scenario="chase", games=40, seed=5)
    scope = Scope(rollouts=(20,), search_games=(4,), review_games=2, value_games=0)
    whole = reviewing.review

    def stopped(*given, **more):
        raise ReviewStopped(replace(whole(*given, **more), planned=9))

    with monkeypatch.context() as stopping:
        stopping.setattr("mazarbul.studies.audit.review", stopped)
        with pytest.raises(Interrupted):
            audit(asked, scope, Execution(jobs=2, out=tmp_path / "audit"), Quiet())
    path = audit(asked, scope, Execution(jobs=2, out=tmp_path / "audit"), Quiet(), resume=True)
    assert load_collection(path).info["review"]["games"] == 2
