"""Training a game whose best weights are known: what is found, what is written, how it is resumed."""

from __future__ import annotations

import json

import numpy as np
import pytest
from typer.testing import CliRunner

from mazarbul.sim import cli
from mazarbul.sim.toml import DataError
from mazarbul.studies.aim import aim
from mazarbul.studies.climb import Climber, Space, ranks
from mazarbul.studies.league import opponents
from mazarbul.studies.training import TrainingStopped
from tests.studies import archers
from tests.studies.drills import GAMES, answers, body, bot, experiments, trained
from tests.studies.help import Spy


def mazarbul(*arguments):
    return CliRunner().invoke(cli.app, [str(each) for each in ("train", *arguments, "--quiet")])


def test_a_side_finds_better_weights_and_its_gain_is_confirmed(tmp_path):
    start = archers.Archers().bot("heuristic")
    before = archers.chance(archers.skill(start, "light") - archers.skill(start, "dark"))
    display = Spy()
    result = trained(tmp_path, side="light", generations=30, confirm=4_000, display=display)
    found = bot(result.path)
    after = archers.chance(archers.skill(found, "light") - archers.skill(start, "dark"))
    main, other = result.gains
    assert archers.skill(found, "light") > -0.15 > archers.skill(start, "light")
    assert main.is_clear
    assert main.columns["base_low"] < before < main.columns["base_high"]
    assert main.columns["change_low"] - 0.01 < after - before < main.columns["change_high"] + 0.01
    assert (main.against, other.against) == ("heuristic", "random")
    assert main.tables["The duel"].n == 4_000
    assert np.array_equal(found.weights[3:], start.weights[3:]), "the other side keeps its weights"
    assert any("best for Light so far wins" in line and "left" in line for line in display.lines)
    assert display.begun == [(0, 16_000)]
    assert display.games == 16_000


def test_the_file_says_where_it_comes_from_and_plays(tmp_path):
    result = trained(tmp_path / "out", side="light")
    text = result.path.read_text(encoding="utf-8")
    for part in ("archers/duel", "Seed: 5", "12 generations", "2,000 pairs", "Began with: heuristic"):
        assert part in text
    assert result.gains[0].words() in text
    seat = f"light={result.path}"
    played = CliRunner().invoke(
        cli.app,
        ["run", "archers/duel", "--bot", seat, "--games", "50", "--out", str(tmp_path / "run"), "--quiet"],
    )
    assert played.exit_code == 0, played.output


def test_sides_are_trained_in_turn_and_meet_each_other(tmp_path):
    result = trained(tmp_path, generations=40, confirm=4_000)
    found = bot(result.path)
    start = archers.Archers().bot("heuristic")
    for side in archers.SIDES:
        assert archers.skill(found, side) > archers.skill(start, side) + 0.5
    labels = [(gain.side, gain.against) for gain in result.gains]
    assert labels[:2] == [("light", "heuristic"), ("dark", "heuristic")]
    assert ("light", "the other side trained") in labels
    assert [gain.is_clear for gain in result.gains[:2]] == [True, True]


def test_the_figures_as_json(tmp_path):
    """One object on stdout; progress is on stderr."""
    asked = ("archers/duel", "--side", "light", "--games", GAMES, "--generations", 2, "--confirm", 100)
    words = [str(each) for each in ("train", *asked, "--out", tmp_path, "--json")]
    facts = json.loads(CliRunner().invoke(cli.app, words).stdout)
    assert (facts["kind"], facts["file"]) == ("training", str(tmp_path / "trained.toml"))
    assert facts["generations"] == 2
    assert [(gain["side"], gain["against"]) for gain in facts["gains"]] == [
        ("light", "heuristic"),
        ("light", "random"),
    ]
    assert all(gain["change_low"] < gain["change"] < gain["change_high"] for gain in facts["gains"])
    assert facts["gains"][0]["tables"][0]["pairs"] == 100


def test_players_together_are_trained_against_their_quest(tmp_path):
    result = trained(tmp_path, "quest", generations=25)
    (gain,) = result.gains
    assert (gain.side, gain.against, gain.is_clear) == ("light", "", True)
    assert archers.skill(bot(result.path), "light") > -0.2


def test_where_nobody_wins_progress_shows_the_way(tmp_path):
    result = trained(tmp_path, "hopeless", generations=25)
    assert result.gains[0].tables["The hopeless dragon"].neither == 2_000
    assert archers.skill(bot(result.path), "light") > -0.2
    assert any("No clear gain for Light" in line for line in result.lines())
    assert "No clear gain for Light" in result.path.read_text(encoding="utf-8")


def test_the_same_seed_gives_the_same_whatever_the_workers(tmp_path):
    one = trained(tmp_path / "one")
    two = trained(tmp_path / "two", jobs=3)
    assert body(one.path) == body(two.path)
    assert answers(tmp_path / "one") == answers(tmp_path / "two")
    assert one.gains == two.gains


def test_a_resumed_training_is_the_same_as_an_uninterrupted_one(tmp_path):
    whole = trained(tmp_path / "whole", generations=13)
    trained(tmp_path / "part", generations=3)
    trained(tmp_path / "part", generations=7, resume=True)
    resumed = trained(tmp_path / "part", generations=13, resume=True)
    assert body(whole.path) == body(resumed.path)
    assert answers(tmp_path / "whole") == answers(tmp_path / "part")
    assert whole.gains == resumed.gains


class Impatient(Spy):
    """Stops the training when it speaks for the third time, as Ctrl-C does."""

    def say(self, text):
        super().say(text)
        if len(self.lines) == 3:
            raise KeyboardInterrupt


def test_ctrl_c_keeps_every_generation_and_the_best_so_far(tmp_path):
    whole = trained(tmp_path / "whole", generations=25)
    with pytest.raises(TrainingStopped, match=r"stopped after 15 generations, .* --resume --out .*part"):
        trained(tmp_path / "part", generations=25, display=Impatient())
    assert "not confirmed" in (tmp_path / "part/trained.toml").read_text(encoding="utf-8")
    assert bot(tmp_path / "part/trained.toml").policy == 1
    assert body(trained(tmp_path / "part", generations=25, resume=True).path) == body(whole.path)


class Leaving(Spy):
    """Stops the training when the second part of a confirmation begins, as Ctrl-C does."""

    def beat(self, games):
        super().beat(games)
        if len(self.begun) == 2 and self.games > self.begun[0][1] + 2 * 2_000:
            raise KeyboardInterrupt


def test_what_the_end_has_played_is_not_played_again(tmp_path):
    whole = trained(tmp_path / "whole", generations=15)
    with pytest.raises(TrainingStopped):
        trained(tmp_path / "part", generations=15, display=Leaving())
    display = Spy()
    resumed = trained(tmp_path / "part", generations=15, display=display, resume=True)
    (begun,) = display.begun
    assert begun[0] == 2 * 2_000, "the meeting is known, and one part of the confirmation"
    assert display.games == begun[1] - begun[0]
    assert (resumed.taken, resumed.gains) == (whole.taken, whole.gains)
    again = Spy()
    assert trained(tmp_path / "part", generations=15, display=again, resume=True).lines() == resumed.lines()
    assert again.games == 0


def test_a_search_that_goes_on_drops_what_its_end_had_found(tmp_path):
    trained(tmp_path, generations=12)
    assert {"check", "confirmed"} < set(answers(tmp_path)[1])
    trained(tmp_path, generations=15, resume=True)
    assert "check" not in answers(tmp_path)[1]


def test_the_selves_of_two_sides_meet_and_the_file_has_those_that_are_taken(tmp_path):
    result = trained(tmp_path, generations=30, confirm=100)
    text = result.path.read_text(encoding="utf-8")
    assert [line.split(":")[0] for line in result.taken] == ["Light", "Dark"]
    assert all("at worst" in line and line in text for line in result.taken)
    assert result.lines()[1:3] == [f"  {line}" for line in result.taken]


def test_an_early_self_that_won_the_meeting_is_confirmed_and_written(tmp_path, monkeypatch):
    seen = {}

    def first_self_wins(arena, starts, seeds, bots, games):
        seen.update(bots)
        light = len(bots["light"])
        # behind the selves are the bot at the start and a guest, random
        return [[0.9 if i == light - 3 else 0.5] * len(bots["dark"]) for i in range(light)]

    monkeypatch.setattr("mazarbul.studies.meeting.played", first_self_wins)
    result = trained(tmp_path, generations=40, confirm=100)
    assert len(seen["light"]) > 4, "light found several selves, and its bot at the start met too"
    assert "Light: self 1 of" in result.taken[0]
    assert np.array_equal(bot(result.path).weights[:3], seen["light"][-3][0].weights[:3])


@pytest.mark.parametrize("more", [{"side": "light"}, {"scenario": "quest"}])
def test_one_side_meets_nobody(tmp_path, more):
    scenario = more.pop("scenario", "duel")
    display = Spy()
    assert trained(tmp_path, scenario, generations=10, confirm=100, display=display, **more).taken == []
    assert len(display.begun) == 1


def test_minutes_end_a_search_and_count_what_was_searched_before(tmp_path):
    result = trained(tmp_path, generations=None, minutes=0.005, confirm=100)
    assert result.generations >= 1
    again = trained(tmp_path, generations=None, minutes=0.005, confirm=100, resume=True)
    assert again.generations == result.generations


def test_only_the_named_weights_change(tmp_path):
    found = body(trained(tmp_path, side="light", names=["draw"]).path)["light"]
    assert found["draw"] != 1.0
    assert (found["wind"], found["song"]) == (0.5, 0.0)


def test_a_weight_of_zero_is_searched_by_amounts_and_others_by_factors():
    space = Space(archers.WEIGHTS, np.array([2.0, -0.5, 0.0]), [0, 1, 2])
    assert space.weights(np.zeros(3)).tolist() == [2.0, -0.5, 0.0]
    found = space.weights(np.array([np.log(2), -np.log(2), 0.7]))
    assert found.tolist() == [4.0, -0.25, 0.7]
    assert space.weights(np.full(3, 1e6)).tolist() == [100.0, -25.0, 3.912]


def test_ranks_break_ties_by_the_second_number_and_share_what_is_equal():
    assert ranks([(0.5, 0.1), (0.7, 0.0), (0.5, 0.2), (0.5, 0.1)]) == [3.5, 1.0, 2.0, 3.5]


def test_the_search_leaves_the_global_stream_alone():
    np.random.seed(3)  # noqa: NPY002
    climber = Climber(3, 0.3, 6, 1)
    points = climber.ask()
    climber.tell([1, 2, 3, 4, 5, 6])
    drawn = np.random.random()  # noqa: NPY002
    np.random.seed(3)  # noqa: NPY002
    assert drawn == np.random.random()  # noqa: NPY002
    assert np.array_equal(points, Climber(3, 0.3, 6, 1).ask())


def test_the_league_of_a_side_has_the_last_selves_of_the_others():
    other, first, second = (archers.Archers().bot("heuristic") for _ in range(3))
    found = opponents("light", archers.SIDES, {"random": other}, {"light": [first], "dark": [second, first]})
    assert [each.label for each in found] == ["start", "random", "best so far", "self 1 before"]
    assert [dict(each.bots) for each in found][2:] == [{"dark": second}, {"dark": first}]
    assert [each.label for each in opponents("light", ("light",), {"random": other}, {})] == ["quest"]


def test_further_opponents_are_in_the_league_meet_the_selves_and_are_in_the_comment(tmp_path):
    strong, same = tmp_path / "strong.toml", tmp_path / "same.toml"
    strong.write_text('like = "heuristic"\n[dark]\nwind = 1.5\nsong = 1\n', encoding="utf-8")
    same.write_text('like = "heuristic"\n', encoding="utf-8")
    texts = [str(strong), str(same)]
    (table,) = aim(experiments("duel"), against=texts).tables
    assert list(table.league) == ["random", "strong"], "one that plays like the bot at the start is left out"
    result = trained(tmp_path / "out", generations=10, confirm=100, against=[str(strong)])
    assert "# League: random, strong\n" in result.path.read_text(encoding="utf-8")
    assert {gain.against for gain in result.gains} >= {"strong", "random"}
    (rates,) = [found for key, found in answers(tmp_path / "out")[1].items() if key.startswith("meeting")]
    assert rates[0][-1] < rates[0][0], "strong is the last column, and light wins less against it"


def test_a_second_opponent_of_the_same_name_has_the_name_of_its_file(tmp_path):
    texts = []
    for number in (1, 2):
        path = tmp_path / str(number) / "trained.toml"
        path.parent.mkdir()
        path.write_text(f'like = "heuristic"\n[light]\ndraw = {number + 1}\n', encoding="utf-8")
        texts.append(str(path))
    (table,) = aim(experiments("duel"), against=texts).tables
    assert list(table.league) == ["random", "trained", texts[1]]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("bones/plain",), "has no weights for its bots"),
        (("archers/duel", "--side", "lihgt"), "did you mean 'light'"),
        (("archers/duel", "--weights", "drew"), "did you mean 'draw'"),
        (("archers/duel", "--minutes", "1", "--generations", "3"), "give one of them"),
        (("archers/duel", "--bot", "light=random"), "the seats to be trained have different bots"),
        (("archers/duel", "--minutes", "nan"), "write a number above 0"),
        (("archers/duel", "--minutes", "0"), "write a number above 0"),
        (("archers/duel", "--minutes", "1e300"), "at most 1,000,000"),
        (("archers/duel", "--against", "hueristic"), "did you mean 'heuristic'"),
        (("archers/duel", "--against", "nowhere.toml"), "nowhere.toml"),
        (("card_game/duel", "--against", "search:2"), "too slow for an opponent"),
        (("archers/nowhere",), "unknown scenario"),
        (("archers/duel", "archers/nowhere"), "unknown scenario"),
        (("archers/duel", "archers/quest"), "quest has the sides light, and duel has light, dark"),
        (("archers/duel", "archers/uphill", "archers/duel"), "The duel is there twice"),
        (("archers/duel", "lotr_lcg/passage_through_mirkwood"), "one game, not of archers and lotr_lcg"),
        (("archers/duel", "archers/uphill", "--for-scenario"), "these tables need general weights"),
        (("archers/duel light=a light=b",), "gives 'light' two values"),
        (("archers/duel light=",), "write it as --deck name=value"),
        (("archers/duel", "--bot", "nobody"), "unknown bot"),
    ],
)
def test_mistakes_end_with_2_and_one_line(tmp_path, arguments, words):
    result = mazarbul(*arguments, "--out", tmp_path / "out")
    assert result.exit_code == 2, result.output
    assert words in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert not (tmp_path / "out/training.json").exists()


@pytest.mark.parametrize("option", ["--minutes", "--generations", "--population", "--sigma", "--games"])
def test_impossible_numbers_end_with_2(tmp_path, option):
    result = mazarbul("archers/duel", option, "-1", "--out", tmp_path / "out")
    assert result.exit_code == 2, result.output
    assert option in result.stderr


def test_the_command_prints_the_gain_and_the_file(tmp_path):
    rest = ("--side", "light", "--games", 60, "--generations", 6, "--confirm", 500, "--out", tmp_path)
    result = mazarbul("archers/duel", *rest)
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert lines[0].startswith("The duel: 6 generations")
    assert "500 pairs of games" in lines[1]
    assert lines[-1] == f"bot: {tmp_path / 'trained.toml'}"
    again = mazarbul("archers/duel", *rest)
    assert again.exit_code == 2
    assert "use --resume" in again.stderr
    fewer = mazarbul("archers/duel", *rest, "--resume", "--generations", 2)
    assert fewer.exit_code == 2
    assert "cannot shrink" in fewer.stderr


def test_another_training_cannot_be_resumed(tmp_path):
    trained(tmp_path, side="light")
    with pytest.raises(DataError, match=r"cannot be resumed: the sides that are trained changed"):
        trained(tmp_path, side="dark", resume=True)


def test_a_damaged_training_is_named(tmp_path):
    trained(tmp_path, side="light", generations=2)
    path = tmp_path / "training.json"
    path.write_bytes(path.read_bytes().replace(b'"seed": 5', b'"seed": 6'))
    rest = ("--side", "light", "--games", GAMES, "--seed", 5, "--resume", "--out", tmp_path)
    result = mazarbul("archers/duel", *rest)
    assert result.exit_code == 1, result.output
    assert "training.json: this file is damaged" in result.stderr


def test_a_folder_with_something_else_is_refused(tmp_path):
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(DataError, match="not empty"):
        trained(tmp_path)


def test_a_change_of_nothing_has_no_sign():
    from mazarbul.studies.trained import _change

    columns = {"base": 1.0, "other": 1.0, "change": -0.00001, "change_low": -0.0, "change_high": 0.001}
    assert _change(columns) == "100.0% to 100.0%, 0.0 points (0.0 to +0.1)"
    assert "(\N{MINUS SIGN}3.0 to " in _change(columns | {"change_low": -0.03})
