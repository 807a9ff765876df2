"""Sequential halving on arms of known worth, and bots that search as users name them."""

from __future__ import annotations

import random

import numpy as np
import pytest

from mazarbul.sim import games
from mazarbul.sim.bots import arms, halving
from mazarbul.sim.bots.search import ARMS, STEPS, Search, search_fields, search_record
from mazarbul.sim.engine.records import empty_record
from mazarbul.sim.toml import DataError

OPTIONS = 32
RECORD = np.dtype(search_fields(OPTIONS), align=True)
STATE = np.dtype([("actor", "i2"), ("decisions", "i4"), ("option_n", "i2"), ("options", "i4", (OPTIONS,))])


def state(n: int):
    """Return a decision with n options, 100 .. 100 + n - 1."""
    s = empty_record(STATE)
    s.option_n, s.decisions = n, 3
    s.options[:n] = range(100, 100 + n)
    return s


def searched(s, search: Search, value) -> tuple[int, list[tuple[int, int]]]:
    """Return the action that a search decides on, and the games it plays: (world, action).

    value(world, action): the value of a game. The options are tried in their order.
    """
    w, played = search_record(RECORD, search), []
    arms.begin(s, w)
    while arms.wants_arm(s, w):
        arms.add_arm(s, w, int(s.options[0]))
    halving.begin_games(s, w)
    while halving.next_game(w):
        assert halving.is_new_world(w) == (not played or played[-1][0] != w.world)
        played.append((int(w.world), int(w.arms[halving.arm(w), 0])))
        halving.note(w, value(*played[-1]))
    return int(w.arms[halving.decided(w), 0]), played


@pytest.mark.parametrize("rollouts", [10, 50, 200])
@pytest.mark.parametrize("n", [2, 3, 5, 8, 20])
def test_the_best_arm_is_found_with_the_games_it_may_play(n, rollouts):
    best = 100 + min(n, 8) - 1
    found, played = searched(state(n), Search(rollouts, 8, 0.0), lambda _, action: float(action == best))
    assert found == best
    assert len(played) <= max(rollouts, 3 * 8)
    tried = {action for _, action in played}
    assert tried == set(range(100, 100 + min(n, 8)))


def test_the_options_are_as_before():
    s = state(20)
    searched(s, Search(), lambda *_: 0.5)
    assert s.option_n == 20
    assert s.options[:20].tolist() == list(range(100, 120))


def test_every_arm_is_played_in_the_same_worlds_and_the_own_move_in_all():
    luck = random.Random(1)
    _, played = searched(state(8), Search(100), lambda *_: luck.random())
    worlds = {world for world, _ in played}
    assert worlds == set(range(len(worlds)))
    assert [world for world, action in played if action == 100] == sorted(worlds)
    sizes = [sum(each == world for each, _ in played) for world in sorted(worlds)]
    assert sizes == sorted(sizes, reverse=True)
    assert set(sizes) == {8, 4, 2}


def test_a_single_option_needs_no_games():
    assert searched(state(1), Search(), lambda *_: 1.0) == (100, [])


def test_an_unclear_gain_leaves_the_own_move():
    """A second arm that is better on average but not by more than its error is not played."""

    def value(world, action):
        return 0.3 if action == 100 else 0.31 + 0.03 * (-1) ** world

    for clear, chosen in ((0.0, 101), (1.4, 101), (1.6, 100)):  # the gain is 0.01, its error 0.03 / 4.36
        assert searched(state(2), Search(40, 8, clear), value)[0] == chosen


def test_how_often_pure_luck_changes_the_move():
    """With arms that are all alike, few decisions change: 1 standard error is exceeded by luck."""
    luck, changed = random.Random(5), 0
    for _ in range(400):
        changed += searched(state(2), Search(50, 8, 2.0), lambda *_: luck.random())[0] != 100
    assert 0.005 < changed / 400 < 0.06  # one side of two standard errors is 2.3 %


def test_worlds_depend_on_seat_decision_and_number():
    s, w = state(2), search_record(RECORD, Search())
    seeds = set()
    for s.decisions in range(3):
        for w.seat in range(3):
            for w.world in range(3):
                seeds.add(int(halving.world_seed(s, w)))
    assert len(seeds) == 27


def test_an_arm_goes_on_where_the_moves_taken_are_its_first_ones():
    s, w = state(4), search_record(RECORD, Search())
    for action in (101, 103, 100):
        arms.add_step(w, 0, action)
    for taken, goes_on in (((), True), ((101,), True), ((100,), False), ((101, 103, 100), False)):
        w.taken_n, w.taken[: len(taken)] = len(taken), taken
        assert arms.can_go_on(s, w, 0) == goes_on
    s.option_n = 3
    w.taken_n, w.taken[0] = 1, 101
    assert not arms.can_go_on(s, w, 0)  # 103 is no longer legal


def test_an_arm_is_taken_move_by_move():
    s, w = state(4), search_record(RECORD, Search())
    for action in (101, 103, 100):
        arms.add_step(w, 2, action)
    assert [(arms.go_on(w, 2), int(w.rest_n)) for _ in range(3)] == [(101, 2), (103, 1), (100, 0)]
    assert not arms.can_go_on(s, w, w.chosen)


def test_moves_beyond_the_longest_plan_are_left_to_the_bots():
    w = search_record(RECORD, Search())
    for action in range(STEPS + 3):
        arms.add_step(w, 0, action)
    assert w.arms[0, : w.step_n[0]].tolist() == list(range(STEPS))


# Names and files ----------------------------------------------------------------------------------

GAME = games.get("card_game")


def test_a_number_of_rollouts_follows_the_name():
    assert GAME.bot("search").search == Search()
    assert GAME.bot("search:200").search == Search(rollouts=200)
    bot = GAME.bot("search:20 avoid=card:gimli blunder=0.1")
    assert (bot.name, bot.blunder) == ("search:20 avoid=card:gimli blunder=0.1", 0.1)
    assert (bot.weights == GAME.bot("heuristic").weights).all()
    assert GAME.bot("heuristic").search is None


@pytest.mark.parametrize("number", ["0", "1", "-5", "x", "", "1e3", "5000", "٣", "9" * 5000])
def test_a_number_that_is_none_is_refused(number):
    with pytest.raises(DataError, match=r"write search:N, with 2 to 4096 rollouts a decision"):
        GAME.bot(f"search:{number}")


def test_other_bots_take_no_number():
    with pytest.raises(DataError, match="only a bot that searches takes a number"):
        GAME.bot("heuristic:50")
    with pytest.raises(DataError, match="unknown bot 'serach:50'") as caught:
        GAME.bot("serach:50")
    assert caught.value.suggestion == "search"


def test_a_file_says_how_to_search(write):
    text = 'policy = "search"\n[search]\nrollouts = 30\narms = 4\nclear = 0.5\n[shadow]\nhand = 2.5'
    bot = GAME.bot(str(write(text)))
    assert bot.search == Search(30, 4, 0.5)
    sides = bot.weights.reshape(2, -1) != GAME.bot("heuristic").weights.reshape(2, -1)
    assert (sides.sum(axis=1) == [0, 1]).all()
    other = write('policy = "search"\n[search]\nby = "random"', "other.toml")
    assert GAME.bot(str(other)).policy == GAME.bot("random").policy
    like = write('like = "other.toml"\n[search]\nrollouts = 9', "like.toml")
    assert GAME.bot(str(like)).search == Search(rollouts=9)
    assert GAME.bot(str(like)).policy == GAME.bot("random").policy


def test_the_bot_of_the_simulated_games_does_not_say_what_the_bot_avoids(write):
    write('like = "heuristic"\navoid = ["card:gimli"]\nblunder = 0.1', "shy.toml")
    bot = GAME.bot(str(write('like = "shy.toml"\npolicy = "search"\n[search]\nby = "random"')))
    assert (bot.avoid, bot.blunder) == (("card:gimli",), 0.1)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "[search]\nrollout = 30",
            "unknown option 'rollout'; valid: by, rollouts, arms, clear, horizon, every",
        ),
        ("[search]\nrollouts = 1", "'rollouts' must be a whole number from 2 to 4096, not 1"),
        ("[search]\narms = 2.5", f"'arms' must be a whole number from 2 to {ARMS}, not 2.5"),
        ("[search]\nclear = true", "'clear' must be a number from 0.0 to 10.0, not True"),
        ("[search]\nclear = nan", "'clear' must be a number from 0.0 to 10.0, not nan"),
        ("[search]\nhorizon = 100", "'horizon' must be a whole number from 0 to 99, not 100"),
        ('[search]\nby = "heuristics"', "unknown bot 'heuristics'"),
        ('[search]\nby = "search"', "must be one that does not search"),
        ('[search]\nby = "heuristic blunder=0.2"', "neither avoids anything nor blunders"),
        ("[search]\nby = 3", "'by' must be the text of another bot, not 3"),
        ("search = 3", "'search' must be a table of options"),
    ],
)
def test_mistakes_in_a_file(write, text, message):
    with pytest.raises(DataError) as caught:
        GAME.bot(str(write(f'policy = "search"\n{text}')))
    assert message in str(caught.value)


def test_a_table_search_without_the_policy_is_a_mistake(write):
    with pytest.raises(DataError, match='only a bot with policy = "search" has a table'):
        GAME.bot(str(write('policy = "heuristic"\n[search]\nrollouts = 5')))
