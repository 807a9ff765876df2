"""A game that lives in its own folder goes through every command, with no change outside of it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from typer.testing import CliRunner

import mazarbul
from mazarbul.analysis import audit as audits
from mazarbul.analysis.collection import load_collection
from mazarbul.sim import cli, games
from mazarbul.sim.engine import sets
from mazarbul.sim.games.match import IllegalAction, Match
from mazarbul.sim.games.scripts import run_script
from mazarbul.sim.runner.experiment import Execution, Experiment
from mazarbul.sim.runner.progress import Quiet
from mazarbul.sim.toml import DataError
from mazarbul.studies.audit import Scope, audit
from tests.courier import ids
from tests.courier.game import GAME
from tests.reports.parsed import text_of

SCENARIOS = ("chase", "pack")
SCRIPTS = sorted((Path(__file__).parent / "scripts").glob("*.txt"))


@pytest.fixture(autouse=True)
def _registered(monkeypatch):
    monkeypatch.setattr(games, "_registered", dict(games._registered))
    games.register(GAME)


def command(*arguments: object) -> str:
    """Call the command line in this process; return what it printed."""
    done = CliRunner().invoke(cli.app, [str(argument) for argument in arguments])
    assert done.exit_code == 0, done.output + repr(done.exception)
    return done.stdout


def rows(scenario: str, n: int, bot: str = "heuristic", **given):
    """Return the games table of some games."""
    setup = GAME.setup(scenario, **given)
    return GAME.play(setup, [GAME.bot(bot, setup)] * len(setup.seats), 1, 0, n)


# The game itself ----------------------------------------------------------------------------------


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_script(script):
    assert run_script(script)[-1].endswith("expectations hold")


def test_the_map_is_larger_than_one_word():
    """CO-1.1: a hundred regions; regions are beside each other both ways."""
    setup = GAME.setup("chase")
    assert setup.tables.region_n == 100
    for region in range(100):
        for other in sets.listed(setup.tables.beside[region]):
            assert region in sets.listed(setup.tables.beside[other])
            assert setup.tables.way[region, other] == 1


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_games_end_in_all_ways(scenario):
    """CO-7: delivered, caught or late, and neither side nearly always wins."""
    games_ = rows(scenario, 400)["games"]
    ends = Counter(games_["end_reason"].labels[code] for code in games_["end_reason"].codes)
    assert set(ends) <= {"delivered", "caught", "late"}
    assert 0.1 < ends["delivered"] / 400 < 0.9
    random = rows(scenario, 400, "random")["games"]
    late = random["end_reason"].labels.index("late")
    assert (random["end_reason"].codes == late).any()


def test_dice_are_fair():
    """CO-4.1: each face of some thousand dice comes up in a sixth, within 4 standard errors."""
    found = rows("chase", 600, "random")["games"]
    faces = [int(found[f"face_{face}"].sum()) for face in range(1, ids.FACES + 1)]
    n = sum(faces)
    error = (n * 5 / 36) ** 0.5
    assert max(abs(face - n / 6) for face in faces) < 4 * error


def test_a_switch_of_a_scenario_stands_below_the_users():
    """CO-5.1: the pack is seen at once, unless a switch says otherwise."""
    assert GAME.setup("pack").tables.first_sight == 1
    assert GAME.setup("pack", switches={"first_sight": False}).tables.first_sight == 0
    assert GAME.setup("chase").tables.first_sight == 0


def test_a_hunter_is_not_shown_where_the_courier_is():
    """CO-9: only its own seat knows where the courier is; all see where it was seen last."""
    match = Match(GAME, GAME.kit(GAME.setup("pack")), seed=5)
    while match.actor != "north":
        match.apply(match.choose())
    assert match.view("courier")["courier"]
    assert all("courier" not in match.view(seat) for seat in ("north", "south"))
    assert len({match.view(seat)["seen"] for seat in match.setup.seats}) == 1


def test_an_illegal_action_says_why():
    match = Match(GAME, GAME.kit(GAME.setup("chase")), seed=7)
    match.apply("start a2")
    match.apply("draw roads")
    with pytest.raises(IllegalAction, match=r"courier may not 'step j5': j5 is not beside a2 \(CO-3.1\)"):
        match.apply("step j5")
    assert match.why_not("step b2") is None


def test_bots_without_scores_in_their_minds_show_none():
    match = Match(GAME, GAME.kit(GAME.setup("chase")), seed=7)
    assert match.kit.scorer(match.bots)(match.state) is None


def test_an_overlay_changes_the_map():
    """One more neighbouring region makes a way shorter."""
    overlay = {"region": {"e4": {"near": ["e5", "e3", "d4", "f4"]}, "f4": {"near": ["g4", "f5", "f3", "e4"]}}}
    before, after = GAME.setup("chase").tables, GAME.setup("chase", overlay=overlay).tables
    assert before.way[34, 35] > 1 == after.way[34, 35]
    with pytest.raises(DataError, match="but not the other way round"):
        GAME.setup("chase", overlay={"region": {"a1": {"near": ["b1"]}}})


# Every command ------------------------------------------------------------------------------------


def test_from_python():
    match = mazarbul.match("courier/pack", seed=3, bots="random")
    assert (match.actor, match.decision) == ("courier", "start")
    while not match.is_over:
        match.apply(match.choose())
    assert match.outcome().end_reason in ids.END_REASONS
    assert match.outcome().scores == {}


def test_run_and_report(tmp_path):
    run, report = tmp_path / "run", tmp_path / "report"
    command("run", "courier/chase", "--games", 300, "--seed", 3, "--jobs", 1, "--out", run, "--quiet")
    command("report", run, "--to", report)
    page = text_of(report / "index.html")
    for words in ("The Chase", "Regions", "distance to a harbour", "the courier is caught", "Saltgate"):
        assert words in page, words
    assert "Final score" not in page


def test_balance_trace_and_script(tmp_path):
    out = command("balance", "courier/pack", "--games", 300, "--jobs", 1, "--out", tmp_path / "b", "--quiet")
    assert "Hunters" in out
    trace = command("trace", "courier/chase", "--seed", 7)
    assert "Round 1" in trace
    assert "sends rider1 to" in trace
    assert "expectations hold" in command("play-script", SCRIPTS[0])


def test_a_script_of_a_game_without_decks_refuses_a_deck(tmp_path):
    script = tmp_path / "script.txt"
    script.write_text("game courier\nscenario chase\n  deck_of courier roads\nposition\nexpect round = 1\n")
    done = CliRunner().invoke(cli.app, ["play-script", str(script)])
    what = "The Courier (courier) has no decks to choose; leave this line out"
    assert (done.exit_code, done.stdout, done.stderr) == (2, "", f"mazarbul: {script}:3:3: {what}\n")


def test_train(tmp_path):
    rest = ("--games", 10, "--generations", 6, "--confirm", 20, "--jobs", 1, "--quiet", "--out", tmp_path)
    lines = command("train", "courier/chase", *rest).splitlines()
    assert "Courier against heuristic" in lines[1]
    bot = GAME.bot(lines[-1].removeprefix("bot: "))
    assert bot.weights.size == 2 * len(GAME.weights())


@pytest.mark.slow
def test_ablate_whatif_and_compare(tmp_path):
    common = ("--games", 120, "--jobs", 1, "--quiet")
    command("ablate", "courier/chase", *common, "--out", tmp_path / "ablate")
    change = tmp_path / "change.toml"
    change.write_text('[card.relay]\neffects = [{ on = "play", do = "rides(6)" }]\n')
    command("whatif", "courier/chase", "--overlay", change, *common, "--out", tmp_path / "whatif")
    command("run", "courier/chase", *common, "--out", tmp_path / "run")
    command("run", "courier/chase", "--overlay", change, *common, "--out", tmp_path / "changed")
    command("compare", tmp_path / "run", tmp_path / "changed")


@pytest.mark.slow
def test_an_audit_has_bots_that_search(tmp_path):
    experiment = Experiment(game="courier", scenario="chase", games=30)
    scope = Scope(rollouts=(4, 8), search_games=(6, 3), value_games=0)
    found = load_collection(audit(experiment, scope, Execution(out=tmp_path / "out", jobs=1), Quiet()))
    ladder = audits.ladder(found)
    assert list(ladder["label"])[::2] == ["heuristic with 10% blunders", "heuristic", "search:4", "search:8"]
    assert list(ladder["games"])[::2] == [30, 30, 6, 3]
    steps = audits.steps(audits.ladder(found))
    assert steps[["below", "above"]].to_numpy().tolist() == [
        ["heuristic", "search:4"],
        ["search:4", "search:8"],
    ]
    assert steps["change_n"].tolist() == [6, 3], "the deals that both played"
    assert audits.gains(found)[["label", "side", "change_n"]].to_numpy().tolist() == [
        ["search:4", "couriers", 6], ["search:4", "hunters", 6]
    ]  # fmt: skip


@pytest.mark.slow
def test_the_command_audit_with_bots_that_search(tmp_path):
    common = (
        "--games",
        60,
        "--search",
        "4,8",
        "--search-games",
        8,
        "--value-games",
        20,
        "--jobs",
        1,
        "--quiet",
    )
    printed = command("audit", "courier/chase", *common, "--out", tmp_path / "audit")
    assert "from search:4 to search:8" in printed
    assert "search:4 against the usual bot on the other side gains" in printed
    assert "Nothing was blanked: whether the values of things hold with other bots is not known." in printed
