"""Environments and matches that are copied, pickled or sent to another process go on as the original does."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from pathlib import Path

import cloudpickle
import numpy as np
import pytest

import mazarbul
from tests.agents.tables import TARGETS, options_of
from tests.marks import compiles

ROOT = Path(__file__).resolve().parents[2]
every_game = pytest.mark.parametrize("target", TARGETS)
WAYS = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda one: pickle.loads(pickle.dumps(one)),
    "cloudpickle": lambda one: pickle.loads(cloudpickle.dumps(one)),
}
every_way = pytest.mark.parametrize("again", WAYS.values(), ids=WAYS)
PATIENCE_SECONDS = 600


def seat_moves(env, steps: int) -> list:
    """Play the first options; return what the agent saw."""
    seen, mask = [], env.match.state.option_n
    for _ in range(steps):
        if env.match.is_over:
            break
        observation, reward, *_ = env.step(0)
        seen.append((observation["observation"].tobytes(), observation["action_mask"].tobytes(), reward))
    assert mask
    return seen


def table_moves(env, steps: int) -> list:
    """Play the last options; return what the agents saw."""
    seen = []
    for _ in range(steps):
        observation, reward, is_over, is_capped, _ = env.last()
        if is_over or is_capped:
            break
        assert observation["action_mask"].any()
        seen.append((env.agent_selection, observation["observation"].tobytes(), reward))
        env.step(int(np.flatnonzero(observation["action_mask"])[-1]))
    return seen


def vector_moves(env, steps: int) -> list:
    """Play options at random; return what the agents saw."""
    luck, seen, actions = np.random.default_rng(3), [], np.zeros(env.num_envs, int)
    for _ in range(steps):
        observation, rewards, *_ = env.step(actions)
        seen.append((observation["observation"].tobytes(), rewards.tobytes()))
        actions = options_of(observation["action_mask"], luck)
    return seen


def match_moves(match, steps: int) -> list:
    """Let the bots play; return what happened."""
    seen = []
    for _ in range(steps):
        if match.is_over:
            break
        match.apply(match.choose())
        seen.append((match.decisions, match.actor, match.legal(), match.events()))
    return [*seen, match.position()]


MAKERS = {
    "seat": (lambda target: mazarbul.gym_env(target, bots="random"), seat_moves),
    "table": (mazarbul.env, table_moves),
    "vector": (lambda target: mazarbul.vector_env(target, 3, bots="heuristic"), vector_moves),
    "match": (lambda target: mazarbul.match(target, seed=4, bots="random"), match_moves),
}


def begun(kind: str, target: str):
    """Return something in the middle of a game, and the function that goes on with it."""
    make, go_on = MAKERS[kind]
    one = make(target)
    if kind != "match":
        one.reset(seed=3)
    go_on(one, 5)
    return one, go_on


@every_way
@pytest.mark.parametrize("kind", MAKERS)
@every_game
def test_a_copy_goes_on_by_itself(target, kind, again):
    one, go_on = begun(kind, target)
    other = again(one)
    found = go_on(other, 12)
    assert go_on(one, 12) == found
    assert len(found) > 1


@pytest.mark.parametrize("kind", ["seat", "table", "vector"])
def test_one_that_has_not_begun_is_copied_too(kind):
    make, go_on = MAKERS[kind]
    one = make("card_game/duel")
    other = pickle.loads(pickle.dumps(one))
    for each in (one, other):
        each.reset(seed=9)
    assert go_on(one, 8) == go_on(other, 8)


@every_game
def test_another_process_goes_on_with_them(target, tmp_path):
    """Addresses of compiled functions are of one process."""
    some = [(kind, *begun(kind, target)) for kind in MAKERS]
    there = {kind: one for kind, one, _ in some}
    (tmp_path / "begun").write_bytes(pickle.dumps(there))
    code = "from tests.agents import test_pickled; import sys; test_pickled.go_on_here(*sys.argv[1:])"
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "begun"), str(tmp_path / "found")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
    )
    assert done.returncode == 0, done.stderr
    expected = {kind: go_on(one, 12) for kind, one, go_on in some}
    assert pickle.loads((tmp_path / "found").read_bytes()) == expected


def go_on_here(begun_file: str, found_file: str) -> None:
    """Go on in this process with what another one began, and write what was seen."""
    some = pickle.loads(Path(begun_file).read_bytes())
    Path(found_file).write_bytes(pickle.dumps({kind: MAKERS[kind][1](one, 12) for kind, one in some.items()}))


@compiles
def test_a_match_of_a_campaign_is_pickled_with_its_quest():
    match = mazarbul.match("lotr_lcg/expert_campaign", seed=1, bots="heuristic")
    while not (match.kit.quest or match.is_over):
        match.apply(match.choose())
    other = pickle.loads(pickle.dumps(match))
    assert other.kit.quest == match.kit.quest
    assert match_moves(other, 12) == match_moves(match, 12)


def test_a_state_of_another_version_is_refused():
    match = pickle.loads(pickle.dumps(mazarbul.match("card_game/duel")))
    kept = match.__getstate__()
    kept["state"] = np.zeros(1, [("phase", "i1")]).view(np.recarray)[0]
    with pytest.raises(mazarbul.DataError, match="another version"):
        match.__setstate__(kept)
    env = mazarbul.vector_env("card_game/duel", 2)
    kept = env._games.__getstate__()
    kept["arrays"]["states"] = np.zeros(2, [("phase", "i1")])
    with pytest.raises(mazarbul.DataError, match="another version"):
        env._games.__setstate__(kept)
