"""Every public function and method of `mazarbul` refuses odd arguments with a `DataError` alone."""

from __future__ import annotations

import inspect
import math
from functools import cache, partial

import numpy as np
import pytest

import mazarbul
from mazarbul.sim.games.base import DataGame
from mazarbul.sim.runner import run as runs
from tests.agents.tables import COURIER
from tests.runner.help import GAME, play

TARGET = "card_game/duel"
ODD = (
    None, object(), 0, -1, 2**63, math.nan, math.inf, True, 1.5, "", "x", "\ud800", "a\0b", b"x", [], {}, (),
    ["x"], [None], {"x": 1}, {1: "x"}, [[]], np.zeros(2), lambda: None,
)  # fmt: skip
#: Function -> arguments that are right.
RIGHT = {
    "scenarios": {"game": "card_game"},
    "match": {"target": TARGET},
    "position": {"text": "game card_game\n"},
    "run": {"target": TARGET, "games": 2},
    "load_run": {"path": "nowhere"},
    "whatif": {"target": TARGET, "switches": {"trim": False}},
    "ablate": {"target": TARGET},
    "load_answer": {"path": "nowhere"},
    "train": {"target": TARGET, "side": "shadow"},
    "review": {"target": TARGET, "games": 1},
    "table": {"target": TARGET},
    "compare": {"base": "nowhere", "other": "nowhere"},
    "study": {"file": "card_game"},
    "register_bot": {"name": "mine"},
    "env": {"target": TARGET},
    "gym_env": {"target": TARGET},
    "vector_env": {"target": TARGET, "n": 2},
}
#: Method of a table -> arguments that are right.
ASKED = {
    "match": {},
    "run": {"games": 2},
    "whatif": {"switches": {"trim": False}},
    "ablate": {},
    "cards": {},
    "tune": {"knobs": "trilogy"},
    "swap": {},
    "skill": {},
    "audit": {},
    "review": {},
    "train": {"side": "shadow"},
    "practise": {},
    "env": {},
    "gym_env": {},
    "vector_env": {"n": 2},
}
#: Where functions begin to play.
PLAYED = (
    "mazarbul.runs.play",
    "mazarbul.studies.whatif.whatif",
    "mazarbul.studies.ablation.ablate",
    "mazarbul.studies.cards.cards",
    "mazarbul.studies.training.train",
    "mazarbul.studies.review.review",
    "mazarbul.studies.tuning.tune",
    "mazarbul.studies.swap.swap",
    "mazarbul.studies.skill.both",
    "mazarbul.studies.audit.audit",
    "mazarbul.studies.practice.practise",
    "mazarbul.studies.study.play",
)
FUNCTIONS = [name for name in mazarbul.__all__ if inspect.isfunction(getattr(mazarbul, name))]


class Accepted(Exception):
    """Everything was accepted: games would be played now."""


@pytest.fixture
def nothing_played(monkeypatch, tmp_path):
    """Let every function end where it would begin to play."""

    def stop(*_, **__):
        raise Accepted

    monkeypatch.chdir(tmp_path)
    for place in PLAYED:
        monkeypatch.setattr(place, stop)
    monkeypatch.setattr(DataGame, "setup", made_once)
    assert runs


USUAL_SETUP, MADE = DataGame.setup, {}


def made_once(game, scenario, **given):
    """Return a set-up; that of the printed game is made once: hundreds of calls need it, and none plays."""
    if given or not isinstance(scenario, str):
        return USUAL_SETUP(game, scenario, **given)
    if (game.name, scenario) not in MADE:
        MADE[game.name, scenario] = USUAL_SETUP(game, scenario)
    return MADE[game.name, scenario]


def refused_or_accepted(call) -> bool:
    """Return whether a call is refused; any error but DataError is a failure."""
    try:
        call()
    except mazarbul.DataError as error:
        assert str(error).strip()
        assert len(str(error)) < 20_000
        return True
    except Accepted:
        pass
    return False


def test_every_function_is_tried():
    assert {*RIGHT} | {"games"} == {*FUNCTIONS}


@pytest.mark.parametrize("name", RIGHT)
def test_odd_arguments_of_functions(name, nothing_played):
    assert refusals(getattr(mazarbul, name), RIGHT[name]) > len(ODD) / 2


def refusals(function, right) -> int:
    """Return how many calls are refused of those with one odd argument each. right: the other arguments."""
    refused = 0
    for parameter in inspect.signature(function).parameters.values():
        for odd in ODD:
            if parameter.kind is parameter.VAR_POSITIONAL:
                first = [right[key] for key in right if key == "target"]
                rest = {key: value for key, value in right.items() if key != "target"}
                calls = partial(function, *first, odd, **rest)
            else:
                calls = partial(function, **right | {parameter.name: odd})
            refused += refused_or_accepted(calls)
    return refused


@pytest.mark.parametrize("name", ASKED)
def test_odd_arguments_of_a_table(name, nothing_played, a_table):
    assert refusals(getattr(a_table, name), ASKED[name]) >= (name != "match") * len(ODD) / 2


@pytest.fixture(scope="module")
def a_table():
    return mazarbul.table(TARGET)


def test_every_method_of_a_table_is_tried():
    methods = {name for name, _ in inspect.getmembers(mazarbul.Table, inspect.isfunction) if name[0] != "_"}
    assert methods == {*ASKED}


@pytest.mark.parametrize("name", sorted({*ASKED} & {*RIGHT}))
def test_a_function_of_a_target_takes_what_the_method_takes_and_what_a_table_takes(name):
    both = {*inspect.signature(getattr(mazarbul, name)).parameters.values()}
    asked = {*inspect.signature(getattr(mazarbul.Table, name)).parameters.values()}
    own = {(each.name, each.default) for each in asked if each.name not in ("self", "others")}
    assert own <= {(each.name, each.default) for each in both}
    more = {each.name for each in both} - {each.name for each in asked} - {"target"}
    given = {*inspect.signature(mazarbul.table).parameters} - {"target"}
    assert more in (set(), given, given - {"bots"})


@cache
def saved(folder):
    return mazarbul.load_run(play(folder, games=40, seed=3, execution={"jobs": 1, "chunk": 40}))


def begun(make):
    env = make()
    env.reset(seed=1)
    return env


#: What has methods -> how it is made, and the methods that take something.
HELD = {
    "match": (
        lambda: mazarbul.match("courier/chase", bots="random"),
        ("apply", "why_not", "text", "code", "choose", "choice", "play_out", "view"),
    ),
    "table": (
        lambda: begun(lambda: mazarbul.env("courier/chase")),
        ("step", "reset", "action_text", "token_text", "unflatten"),
    ),
    "seat": (
        lambda: begun(lambda: mazarbul.gym_env("courier/chase", bots="random")),
        ("step", "reset", "action_text", "token_text", "unflatten"),
    ),
    "vector": (
        lambda: begun(lambda: mazarbul.vector_env("courier/chase", 2, bots="random")),
        ("step", "reset", "token_text", "unflatten"),
    ),
}


@pytest.mark.parametrize(
    ("held", "method"), [(held, each) for held, (_, methods) in HELD.items() for each in methods]
)
def test_odd_arguments_of_what_is_held(held, method):
    make = HELD[held][0]
    one, refused = make(), 0
    for odd in ODD:
        name = "seed" if method == "reset" else None
        call = getattr(one, method)
        is_refused = refused_or_accepted(lambda: call(**{name: odd}) if name else call(odd))  # noqa: B023
        refused += is_refused
        if not is_refused:
            one = make()
    assert refused > len(ODD) / 2
    assert COURIER


@pytest.mark.parametrize(
    "method", ["table", "long", "card", "all_cards", "card_table", "cards", "report", "sql"]
)
def test_odd_arguments_of_a_saved_run(method, tmp_path_factory, monkeypatch):
    run = saved(tmp_path_factory.getbasetemp() / "odd-run")
    monkeypatch.chdir(tmp_path_factory.getbasetemp())
    monkeypatch.setattr("mazarbul.reports.build.build_report", lambda *_, **__: None)
    assert refused_or_accepted(lambda: run.long("cards", ["nothing"]))
    assert sum(refused_or_accepted(lambda odd=odd: run.plot.cards(odd)) for odd in ODD) >= len(ODD) - 1
    assert GAME
    assert sum(refused_or_accepted(lambda odd=odd: getattr(run, method)(odd)) for odd in ODD) > len(ODD) / 2
