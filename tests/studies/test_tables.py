"""Training at several tables: what counts, what is confirmed, what the command takes, where weights hold."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from mazarbul.analysis.estimates import Z
from mazarbul.analysis.paired import Pairs, paired_variance
from mazarbul.sim.runner import options
from mazarbul.sim.runner.experiment import Experiment
from mazarbul.sim.toml import DataError
from mazarbul.studies.aim import aim
from mazarbul.studies.generations import Effort, Training
from mazarbul.studies.league import League, scores_at
from mazarbul.studies.trained import Gain
from tests.studies import archers
from tests.studies.drills import GAMES, answers, body, bot, experiments, trained
from tests.studies.help import Spy


def test_tables_of_very_different_win_rates_are_trained_together(tmp_path):
    result = trained(tmp_path, "quest", "hopeless", generations=25)
    (gain,) = result.gains
    found = bot(result.path)
    quest = [
        archers.chance(archers.skill(own, "light")) for own in (archers.Archers().bot("heuristic"), found)
    ]
    assert archers.skill(found, "light") > -0.2
    assert list(gain.tables) == ["The dragon", "The hopeless dragon"]
    assert [pairs.n for pairs in gain.tables.values()] == [2_000, 2_000]
    change = (quest[1] - quest[0]) / 2
    assert gain.is_clear
    assert gain.columns["change_low"] - 0.01 < change < gain.columns["change_high"] + 0.01
    assert result.title == "Archers, 2 tables"
    mean, one, two = gain.lines()
    assert mean.startswith("Light, mean of 2 tables: ")
    assert mean.endswith("2,000 pairs of games at each")
    assert one.startswith("  The dragon: ")
    assert two.startswith("  The hopeless dragon: 0.0% to 0.0%, 0.0 points")


def test_the_interval_of_the_mean_is_that_of_independent_tables():
    pairs = Pairs(300, 100, 200, 400), Pairs(10, 5, 25, 960)
    gain = Gain("light", "Light", "", True, dict(zip("ab", pairs, strict=True)))
    changes = [(each.other - each.base) / each.n for each in pairs]
    errors = [Z * np.sqrt(paired_variance(each) / each.n) for each in pairs]
    assert gain.columns["change"] == pytest.approx(np.mean(changes))
    half = gain.columns["change_high"] - gain.columns["change"]
    assert half == pytest.approx(np.hypot(*errors) / 2)


def test_the_same_bot_scores_the_same_at_a_table_and_tables_have_luck_of_their_own():
    goal = aim(experiments("duel", "uphill"))
    training = Training(goal, Effort(), 1, Spy())
    assert training.games == GAMES / 2
    seeds = training.seeds("generation", 3)
    assert len(set(seeds)) == 2
    assert seeds[0] == Training(aim(experiments("duel")), Effort(), 1, Spy()).seeds("generation", 3)[0]
    leagues = [
        League(training.arena, number, "light", table.start, training.opponents("light", number, {}))
        for number, table in enumerate(goal.tables)
    ]
    one = goal.first["light"]
    twice = scores_at(training.arena, leagues, [one, one], seeds, 500)
    assert twice[0] == twice[1]
    assert twice[0][0].wins > twice[0][1].wins + 0.1, "uphill light wins less"


def test_both_sides_are_trained_at_two_tables_and_their_selves_meet_there(tmp_path):
    result = trained(tmp_path, "duel", "uphill", generations=40)
    start, found = archers.Archers().bot("heuristic"), bot(result.path)
    for side in archers.SIDES:
        assert archers.skill(found, side) > archers.skill(start, side) + 0.4
    assert len(result.taken) == 2
    assert all(len(gain.tables) == 2 for gain in result.gains)
    text = result.path.read_text(encoding="utf-8")
    assert "# Table: archers/duel\n# Table: archers/uphill\n" in text


def test_several_tables_are_the_same_for_any_workers_and_when_resumed(tmp_path):
    whole = trained(tmp_path / "whole", "duel", "uphill", generations=13)
    trained(tmp_path / "part", "duel", "uphill", generations=7, jobs=3)
    resumed = trained(tmp_path / "part", "duel", "uphill", generations=13, resume=True)
    assert body(whole.path) == body(resumed.path)
    assert answers(tmp_path / "whole") == answers(tmp_path / "part")
    with pytest.raises(DataError, match=r"the scenario changed, from .* to duel"):
        trained(tmp_path / "part", "duel", resume=True)


def test_weights_of_several_scenarios_begin_with_the_general_ones_and_hold_everywhere(tmp_path):
    start = tmp_path / "start.toml"
    start.write_text(
        'like = "heuristic"\n[light]\ndraw = 1.5\n[scenarios.duel.light]\ndraw = 3.0\n', encoding="utf-8"
    )
    both = [each.model_copy(update={"bots": {"all": str(start)}}) for each in experiments("duel", "uphill")]
    assert [aim(own).first["light"].weights[0] for own in (both, both[:1], both[1:])] == [1.5, 3.0, 1.5]
    assert [table.start[0].weights[0] for table in aim(both).tables] == [3.0, 1.5]
    result = trained(tmp_path / "out", "duel", "uphill", side="light", confirm=100)
    assert set(body(result.path)) == {"summary", "like", "light"}
    assert "They are general" in result.path.read_text(encoding="utf-8")


def test_weights_for_a_scenario_leave_the_bot_as_it_was_elsewhere(tmp_path):
    result = trained(tmp_path, "duel", for_scenario=True, confirm=100)
    assert set(body(result.path)["scenarios"]["duel"]) == {"light", "dark"}
    assert "They are for duel alone" in result.path.read_text(encoding="utf-8")
    game = archers.Archers()
    duel, uphill = (game.bot(str(result.path), game.setup(name)).weights for name in ("duel", "uphill"))
    assert np.array_equal(uphill, game.bot("heuristic").weights)
    assert not np.array_equal(duel, uphill)
    general = trained(tmp_path / "general", "duel", confirm=100)
    assert np.array_equal(duel, bot(general.path).weights), "only where they stand differs"


def test_tables_with_the_same_scenario_are_called_by_their_decks():
    decks = [{"player1": "spirit"}, {"player1": "tactics", "player2": "lore"}]
    found = [
        Experiment(game="lotr_lcg", scenario="passage_through_mirkwood", decks=own, switches=switches)
        for own, switches in ((decks[0], {}), (decks[1], {}), (decks[1], {"mode": "basic"}))
    ]
    goal = aim(found)
    names = ["Spirit", "Tactics + Lore (1)", "Tactics + Lore (2)"]
    assert [table.label.partition(", ")[2] for table in goal.tables] == names
    assert goal.tables[1].target == "lotr_lcg/passage_through_mirkwood player1=tactics player2=lore"
    assert goal.scenarios == ["passage_through_mirkwood"]


def test_targets_may_have_decks_of_their_own(tmp_path):
    file = tmp_path / "my table.toml"
    file.write_text('game = "lotr_lcg"\nscenario = "x"\n[decks]\nplayer1 = "lore"\n', encoding="utf-8")
    targets = ["lotr_lcg/y", " lotr_lcg/y player1=spirit  player2=my deck.txt ", f"{file} player2=tactics"]
    found, _ = options.choose_tables(
        targets, {"decks": {"player1": "leadership"}, "seed": 4}, {}, default_games=9
    )
    assert found[0].decks == {"player1": "leadership"}
    assert found[1].decks == {"player1": "spirit", "player2": str((Path.cwd() / "my deck.txt").resolve())}
    assert found[2].decks == {"player1": "leadership", "player2": "tactics"}
    assert {(each.seed, each.games) for each in found} == {(4, 9)}


@pytest.mark.parametrize("key", ["games", "seed"])
def test_files_that_differ_in_a_number_are_refused_unless_it_is_given(tmp_path, key):
    targets = []
    for number in (7, 5_000):
        path = tmp_path / f"{number}.toml"
        path.write_text(f'game = "archers"\nscenario = "duel"\n{key} = {number}\n', encoding="utf-8")
        targets.append(str(path))
    with pytest.raises(DataError, match=f"7 and 5,000: give --{key}"):
        options.choose_tables(targets, {}, {}, default_games=9)
    found, _ = options.choose_tables(targets, {key: 3}, {}, default_games=9)
    assert [getattr(each, key) for each in found] == [3, 3]
