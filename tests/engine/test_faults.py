"""Anything that does not fit into a state, or has no rule, stops the game with an error that names it."""

from __future__ import annotations

import numpy as np
import pytest

from mazarbul.sim import games
from mazarbul.sim.cli.app import FAILURE, _exit_code
from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine import actions
from mazarbul.sim.engine.faults import Fault, GameFault, check_fault, fail, list_number
from mazarbul.sim.engine.kinds import LimitError
from mazarbul.sim.engine.machine import Rows
from mazarbul.sim.engine.records import empty_record
from mazarbul.sim.engine.stack import push
from mazarbul.sim.engine.state import clear_play, play_fields
from mazarbul.sim.games.card_game.kernel import DRIVER as CARD_GAME
from mazarbul.sim.games.card_game.state import empty_state as card_game_state
from mazarbul.sim.games.lotr_lcg.driver import DRIVER as LOTR_LCG
from mazarbul.sim.games.lotr_lcg.state import empty_state as lotr_lcg_state

STATE = np.dtype(
    [*play_fields("toy", options=3, frames=2, width=7, events=2), ("grants", "i2", (2,))], align=True
)
GRANTS_LIST = list_number(STATE, "grants")


@kernel
def offer_many(s, kind, n, b):
    """Ask and offer n actions."""
    actions.ask(s, 0, kind)
    for i in range(n):
        actions.offer(s, kind, i % 8, b)


@kernel
def fail_twice(s):
    """Fail with one list, then with something else."""
    fail(s, Fault.LIST, GRANTS_LIST)
    fail(s, Fault.FRAME, 9)


def test_one_option_too_many_is_a_fault():
    s = empty_record(STATE)
    s.game = 12
    offer_many(s, 5, 3, 0)
    check_fault(s, "toy")
    offer_many(s, 5, 4, 0)
    with pytest.raises(GameFault) as caught:
        check_fault(s, "toy", 7)
    why = "a decision of kind 5 has more options than the state can hold"
    assert str(caught.value) == f"game 12 of toy with seed 7 was stopped: {why}"


@pytest.mark.parametrize("b", [-1, 1024])
def test_a_number_that_does_not_fit_an_action_is_a_fault(b):
    s = empty_record(STATE)
    offer_many(s, 5, 1, b)
    assert s.option_n == 0
    with pytest.raises(GameFault, match="an action of kind 5 has a number that actions cannot hold"):
        check_fault(s, "toy")


def test_the_first_fault_stays_until_the_next_game():
    s = empty_record(STATE)
    fail_twice(s)
    with pytest.raises(GameFault, match="game 0 of toy was stopped: the list 'grants' of the state is full"):
        check_fault(s, "toy")
    clear_play(s)
    check_fault(s, "toy")


@pytest.mark.parametrize("what", ["options", "frames", "width", "events"])
@pytest.mark.parametrize("n", [0, 40_000])
def test_sizes_that_cannot_be_counted_are_refused(what, n):
    sizes = {"options": 3, "frames": 2, "width": 7, "events": 2} | {what: n}
    with pytest.raises(LimitError, match=f"^toy: 1 to 32767 .* are possible, not {n}"):
        play_fields("toy", **sizes)


@pytest.mark.parametrize(
    ("driver", "empty", "game", "scenario"),
    [
        (CARD_GAME, card_game_state, "card_game", "duel"),
        pytest.param(
            LOTR_LCG, lotr_lcg_state, "lotr_lcg", "passage_through_mirkwood", marks=pytest.mark.slow
        ),
    ],
    ids=["card_game", "lotr_lcg"],
)
def test_a_fault_stops_a_game(driver, empty, game, scenario):
    tables = games.get(game).setup(scenario).tables
    t, s = tables[0] if game == "lotr_lcg" else tables, empty()
    driver.new_game(s, t, 1, 3)
    kind = int(s.decision)
    with pytest.raises(
        GameFault, match=f"game 3 of {game} was stopped: no rule accepts an answer of kind 61"
    ):
        driver.apply(s, t, actions.packed(61))
    assert (s.actor, s.option_n) == (actions.NONE, 0), "nobody decides after that"
    with pytest.raises(GameFault, match="kind 61"):
        driver.advance(s, t)
    driver.new_game(s, t, 1, 3)
    assert s.decision == kind
    offer_many(s, kind, s.options.size + 1, 0)
    with pytest.raises(GameFault, match=f"a decision of kind {kind} has more options"):
        driver.advance(s, t)


@pytest.mark.parametrize("game", ["card_game", pytest.param("lotr_lcg", marks=pytest.mark.slow)])
def test_a_frame_or_word_without_a_rule_stops_a_game(game):
    """A declared operation without a branch in the kernels once won the game for the players."""
    driver, empty = {"card_game": (CARD_GAME, card_game_state), "lotr_lcg": (LOTR_LCG, lotr_lcg_state)}[game]
    tables = games.get(game).setup({"card_game": "duel", "lotr_lcg": "passage_through_mirkwood"}[game]).tables
    t, s = (tables[0] if game == "lotr_lcg" else tables).copy(), empty()
    driver.new_game(s, t, 1, 3)
    push(s, 99, 0)
    with pytest.raises(GameFault, match="no rule continues frames of kind 99"):
        driver.advance(s, t)
    driver.new_game(s, t, 1, 3)
    t.rows[0, 0] = 99
    push(s, Rows.kind, 0, actions.NONE)
    with pytest.raises(GameFault, match="no rule carries out the word with code 99"):
        driver.advance(s, t)


def test_a_fault_is_a_failure_of_the_program():
    assert _exit_code(GameFault("game 3 of toy was stopped")) == FAILURE
