"""The environments keep the rules of PettingZoo and Gymnasium, and play the games that matches play."""

from __future__ import annotations

import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from pettingzoo.test import api_test, seed_test

import mazarbul
import mazarbul.agents
from mazarbul.agents.needs import check_installed
from mazarbul.sim.toml import DataError
from tests.agents.tables import COURIER, QUICK, TARGETS, options_of

every_game = pytest.mark.parametrize("target", TARGETS)


@pytest.fixture(autouse=True)
def _quietly():
    """Do without advice: agents are named by seats, observations are in a dictionary."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        yield


# All seats ----------------------------------------------------------------------------------------


@every_game
def test_pettingzoo_accepts_it(target):
    api_test(mazarbul.env(target), num_cycles=200)
    seed_test(lambda: mazarbul.env(target), num_cycles=200)


@every_game
def test_a_game_of_all_seats_is_the_game_of_a_match(target):
    """The mask has the legal actions, in observation and info; rewards come at the end, as the sides won."""
    env, match, luck = mazarbul.env(target), mazarbul.match(target, seed=5), np.random.default_rng(5)
    env.reset(seed=5)
    for agent in env.agent_iter():
        observation, reward, is_over, is_capped, info = env.last()
        if is_over or is_capped:
            winner = match.outcome().winner
            side = match.setup.seat_sides[match.setup.seats.index(agent)]
            assert reward == (0 if winner is None else 1 if winner == side else -1)
            env.step(None)
            continue
        assert (agent, reward) == (match.actor, 0)
        mask = observation["action_mask"]
        assert (mask == info["action_mask"]).all()
        texts = [env.action_text(i) for i in np.flatnonzero(mask)]
        assert sorted(texts) == sorted(match.legal())
        assert not any(env.observe(other)["action_mask"].any() for other in env.agents if other != agent)
        action = int(options_of(mask, luck))
        match.apply(env.action_text(action))
        env.step(action)
    assert match.is_over


@pytest.mark.parametrize("target", QUICK)
def test_the_rewards_of_two_sides_sum_to_zero(target):
    env, luck = mazarbul.env(target), np.random.default_rng(6)
    for _ in range(5):
        env.reset(seed=6)
        while not any(env.terminations.values()):
            env.step(int(options_of(env.last()[0]["action_mask"], luck)))
        assert {abs(reward) for reward in env.rewards.values()} == {1}
        sides = dict(zip(env.possible_agents, env.unwrapped.arena.setup.seat_sides, strict=True))
        assert sum({sides[seat]: reward for seat, reward in env.rewards.items()}.values()) == 0


@pytest.mark.compiles
def test_players_together_win_or_lose_together():
    env, luck = mazarbul.env("lotr_lcg/passage_through_mirkwood"), np.random.default_rng(7)
    env.reset(seed=7)
    while not any(env.terminations.values()):
        env.step(int(options_of(env.last()[0]["action_mask"], luck)))
    assert len(set(env.rewards.values())) == 1


def test_games_follow_each_other_as_in_a_run():
    env = mazarbul.env("courier/chase")
    env.reset(seed=3)
    env.reset()
    here, there = env.unwrapped.match, mazarbul.match("courier/chase", seed=3, index=1)
    assert here.kit.position_text(here.state) == there.kit.position_text(there.state)
    assert {(info["seed"], info["game"]) for info in env.infos.values()} == {(3, 1)}


def test_an_option_that_there_is_not_ends_the_game():
    env = mazarbul.env("courier/chase")
    env.reset(seed=3)
    agent = env.agent_selection
    env.step(env.action_space(agent).n - 1)
    assert env.rewards[agent] == -1
    assert all(env.terminations.values())


# One seat -----------------------------------------------------------------------------------------


@every_game
def test_gymnasium_accepts_it(target):
    check_env(mazarbul.gym_env(target, bots="random"), skip_render_check=True)


def test_gymnasium_makes_it_by_its_id():
    one = gymnasium.make(mazarbul.agents.ID, target="courier/chase", bots="random")
    check_env(one.unwrapped, skip_render_check=True)
    many = gymnasium.make_vec(
        mazarbul.agents.ID, 3, vectorization_mode="vector_entry_point", target="courier/chase", bots="random"
    )
    assert many.reset(seed=1)[0]["observation"].shape == (3, one.unwrapped.arena.sight.width)


@pytest.mark.parametrize("bots", ["search:2", {"all": "random", "hunter": "heuristic"}])
def test_any_bots_play_the_other_seats(bots):
    env, luck = mazarbul.gym_env("courier/chase", seat="courier", bots=bots), np.random.default_rng(8)
    (observation, _), is_over = env.reset(seed=8), False
    while not is_over:
        assert env.match.actor == "courier"
        observation, reward, is_over, _, info = env.step(int(options_of(observation["action_mask"], luck)))
    assert abs(reward) == 1
    assert info["winner"] in COURIER.setup("chase").sides


def test_the_game_is_shown_as_text(capsys):
    env = mazarbul.gym_env("courier/chase", bots="random", render_mode="ansi")
    env.reset(seed=9)
    assert "  0  " in env.render()
    env.step(0)
    assert "decides (" in env.render()
    shown = mazarbul.env("courier/chase", render_mode="human")
    shown.reset(seed=9)
    shown.step(0)
    assert "decides (" in capsys.readouterr().out


# Many games ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("bots", ["random", "heuristic"])
@every_game
def test_many_games_are_those_of_one_after_the_other(target, bots):
    n, luck = 6, np.random.default_rng(10)
    many = mazarbul.vector_env(target, n, bots=bots)
    ones = [mazarbul.gym_env(target, bots=bots) for _ in range(n)]
    seen, info = many.reset(seed=10)
    now, is_done, ends = [one.reset(seed=10 + i) for i, one in enumerate(ones)], [False] * n, 0
    for _ in range(150):
        for i, (observation, own) in enumerate(now):
            assert all((seen[name][i] == observation[name]).all() for name in observation)
            assert (info["seed"][i], info["game"][i]) == (own["seed"], own["game"])
        actions = options_of(seen["action_mask"], luck)
        seen, rewards, is_over, is_capped, info = many.step(actions)
        for i, one in enumerate(ones):
            if is_done[i]:
                now[i], end = one.reset(), (0, False, False)
            else:
                observation, *end, own = one.step(actions[i])
                now[i], end = (observation, own), tuple(end)
            assert (rewards[i], is_over[i], is_capped[i]) == end
            is_done[i] = end[1] or end[2]
            ends += is_done[i]
    assert ends > 0 or not target.startswith("courier")


def test_threads_change_nothing():
    luck = np.random.default_rng(11)
    some = [
        mazarbul.vector_env("courier/chase", 200, bots="heuristic", threads=threads) for threads in (1, 3)
    ]
    seen = [env.reset(seed=11)[0] for env in some]
    for _ in range(60):
        actions = options_of(seen[0]["action_mask"], luck)
        seen = [env.step(actions)[0] for env in some]
        assert all((seen[0][name] == seen[1][name]).all() for name in seen[0])
    for env in some:
        env.close()


def test_many_games_say_how_they_begin_anew():
    env = mazarbul.vector_env("courier/chase", 4, bots="random")
    assert env.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    env.reset(seed=[4, 4, 5, 5])
    none = env.step(np.full(4, env.single_action_space.n - 1))
    assert (none[1] == -1).all()
    assert none[2].all()
    assert none[4]["is_illegal"].all()
    _, rewards, is_over, _, info = env.step(np.zeros(4, int))
    assert (rewards.tolist(), is_over.any(), info["game"].tolist()) == ([0.0] * 4, False, [1] * 4)


# Fields and tokens --------------------------------------------------------------------------------


@every_game
def test_fields_and_tokens_are_named(target):
    env = mazarbul.gym_env(target, bots="random")
    observation, _ = env.reset(seed=12)
    fields = env.unflatten(observation["observation"])
    assert [field.name for field in env.fields] == list(fields)
    assert all(fields[field.name].shape == field.shape and field.meaning for field in env.fields)
    assert sum(field.size for field in env.fields) == len(observation["observation"])
    assert fields["seat"].tolist()[:2] == [1, 0]
    texts = [env.token_text(token) for token in range(env.arena.sight.tokens)]
    assert (texts[0], texts[-1]) == ("", "a hidden card")
    assert all(texts[1:])
    cards = [text for text in texts if text.startswith("card ")]
    assert len(set(cards)) == len(cards) > 60


# Mistakes -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (lambda: mazarbul.gym_env("courier/chase", seat="hunte"), "'hunte'"),
        (lambda: mazarbul.env("courier/chase", render_mode="rgb_array"), "render mode"),
        (lambda: mazarbul.env("courier/chas"), "'chas'"),
        (lambda: mazarbul.vector_env("courier/chase", 2, bots="search:2"), "use mazarbul.gym_env"),
        (lambda: mazarbul.vector_env("lotr_lcg/expert_campaign", 2), "use mazarbul.gym_env"),
    ],
)
def test_mistakes_are_said(make, why):
    with pytest.raises(DataError, match=why):
        make()


def test_a_game_without_sight_says_so(monkeypatch):
    monkeypatch.setattr("tests.courier.kit.Kit.sight", None)
    with pytest.raises(DataError, match="does not say what an agent sees"):
        mazarbul.env("courier/chase")


def test_a_missing_package_is_named(monkeypatch):
    monkeypatch.setattr(
        "mazarbul.agents.needs.find_spec", lambda name: None if name == "pettingzoo" else name
    )
    with pytest.raises(DataError, match=r"need pettingzoo: pip install 'mazarbul\[agents\]'"):
        check_installed()
