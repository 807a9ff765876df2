"""A script as users write it: `tests/test_typing.py` has mypy check it, and it is never run."""

from pathlib import Path
from random import Random
from typing import Any, assert_type

import gymnasium
import pandas as pd
from gymnasium.vector import VectorEnv

import mazarbul
from mazarbul.analysis import paired, scenarios


@mazarbul.register_bot("mine")
def mine(turn: mazarbul.Turn) -> str:
    """Choose by luck."""
    assert_type(turn.legal, list[str])
    assert_type(turn.view, dict[str, Any])
    assert_type(turn.luck, Random)
    return turn.luck.choice(turn.legal)


match = mazarbul.match("card_game/duel", seed=7, bots={"all": "random", "gandalf": "mine"})
assert_type(match, mazarbul.Match)
while not match.is_over:
    assert_type(match.actor, str | None)
    match.apply(match.legal()[0])
assert_type(match.outcome(), mazarbul.Outcome)
assert_type(match.outcome().winner, str | None)
assert_type(match.outcome().scores, dict[str, int])
assert_type(mazarbul.position(match.position()), mazarbul.Match)
assert_type(mazarbul.scenarios("card_game"), dict[str, str])

run = mazarbul.run("card_game/duel", games=4, overlay={"card": {"gandalf_the_white": {"icons": {}}}})
assert_type(run, mazarbul.SavedRun)
assert_type(run.games, pd.DataFrame)
assert_type(run.cards(), pd.DataFrame)
assert_type(run.sql("select count(*) from games"), pd.DataFrame)
assert_type(run.families, tuple[str, ...])
assert_type(mazarbul.load_run(run.path), mazarbul.SavedRun)
for change in run.changes or ():
    assert_type(change.what, str)

answer = mazarbul.whatif("card_game/duel", switches={"joint": "enemy"}, precision=0.01)
assert_type(answer, mazarbul.Answer)
assert_type(answer.changes, pd.DataFrame)
assert_type(answer.base, mazarbul.SavedRun | None)
assert_type(mazarbul.load_answer(mazarbul.ablate("card_game/duel", only=["gimli"]).path), mazarbul.Answer)
assert_type(run.report(), Path)
assert_type(mazarbul.train("card_game/duel", side="shadow", minutes=1).path, Path)
assert_type(mazarbul.review("card_game/duel", games=3).moves, pd.DataFrame)

table = mazarbul.table("card_game/duel", bots={"gandalf": "random"}, decks=None)
assert_type(table, mazarbul.Table)
assert_type(table.match(seed=7), mazarbul.Match)
assert_type(table.run(games=4, jobs=2, keep="games"), mazarbul.SavedRun)
assert_type(table.whatif(switches={"trim": False}, precision=0.01, seed=2), mazarbul.Answer)
assert_type(table.tune("trilogy", target=0.5, band=(0.45, 0.55)).tables, dict[str, pd.DataFrame])
assert_type(table.skill(kinds=["bot"]), dict[str, mazarbul.Answer])
assert_type(table.practise(table, games=100).path, Path)
assert_type(mazarbul.compare(run, run.path), pd.DataFrame)
assert_type(mazarbul.study("card_game", games=100).runs, dict[str, mazarbul.SavedRun])
assert_type(run.card_table(), pd.DataFrame)
assert_type(run.cards(["name"]), pd.DataFrame)
assert_type(run.plot.cards("shadow").spec, dict[str, Any])
assert_type(scenarios.win_rates(run), pd.DataFrame)
assert_type(paired.compare(run, mazarbul.load_run(run.path)), pd.DataFrame)
assert_type(paired.changes(answer), pd.DataFrame)

env = mazarbul.gym_env("card_game/duel", seat="gandalf", render_mode="ansi")
assert_type(env, gymnasium.Env[dict[str, Any], Any])
observation, info = env.reset(seed=7)
assert_type(observation, dict[str, Any])
envs = mazarbul.vector_env("card_game/duel", 64, threads=2)
assert_type(envs, VectorEnv[dict[str, Any], Any, Any])
agents = mazarbul.env("card_game/duel")  # of a library without types
agents.reset(seed=7)
