"""What a rule of the LCG does not know stops the game: no word or name means something by falling through."""

from __future__ import annotations

import pytest

from mazarbul.sim.effects import codes
from mazarbul.sim.engine.actions import packed
from mazarbul.sim.engine.faults import GameFault
from mazarbul.sim.engine.machine import Rows
from mazarbul.sim.engine.stack import push
from mazarbul.sim.games.lotr_lcg import actions
from mazarbul.sim.games.lotr_lcg.content import columns, words
from mazarbul.sim.games.lotr_lcg.driver import DRIVER
from mazarbul.sim.games.lotr_lcg.ids import NONE
from mazarbul.sim.games.lotr_lcg.state import empty_state
from tests.lotr_lcg.compiled import printed
from tests.marks import compiles

pytestmark = compiles

OPERATION, PLAYER = words.OPERATION, words.PLAYER
NAME = "no rule knows the name with number 9 in an argument of a word"
CARD = "no rule knows the card that the name with number -9 stands for"


@pytest.fixture
def game():
    """Return (state, tables of its own) at the first decision of a game."""
    s, t = empty_state(), printed().record[0].copy()
    DRIVER.new_game(s, t, 1, 3)
    return s, t


@pytest.mark.parametrize(
    ("operation", "arguments", "why"),
    [
        (OPERATION.SHUFFLE, {columns.SHUFFLE.PILE: words.PILE.SHADOW}, NAME.replace("9", "2")),
        (OPERATION.SHUFFLE, {columns.SHUFFLE.OF: 12}, NAME.replace("9", "12")),
        (OPERATION.LOOK, {columns.LOOK.PILE: 9}, NAME),
        (OPERATION.PROGRESS, {columns.PROGRESS.WHERE: 9, columns.PROGRESS.N: 1}, NAME),
        (OPERATION.EACH, {columns.EACH.PLAYERS: 9, columns.EACH.END: 1}, NAME),
        (OPERATION.PICK_PLAYER, {columns.PICK_PLAYER.AMONG: 9}, NAME),
        (OPERATION.DRAW, {columns.PLAYER_NUMBER.WHO: 12}, NAME.replace("9", "12")),
        (OPERATION.READY, {columns.AFFECTING.WHAT: -9}, CARD),
        (OPERATION.ATTACH, {columns.ATTACH.WHAT: -9}, CARD),
        (
            OPERATION.MOVE,
            {columns.MOVE.WHAT: words.CARD.SELF, columns.MOVE.TO: 99},
            NAME.replace("9", "99"),
        ),
        (99, {}, "no rule carries out the word with code 99"),
    ],
)
def test_a_word_or_name_without_a_rule(game, operation, arguments, why):
    s, t = game
    t.rows[0] = 0
    t.rows[0, codes.CODE] = operation
    for column, value in arguments.items():
        t.rows[0, column] = value
    t.rows[1, codes.CODE] = codes.END
    push(s, Rows.kind, 0, NONE)
    with pytest.raises(GameFault, match=f"was stopped: {why}"):
        DRIVER.advance(s, t)


@pytest.mark.parametrize("kind", [actions.PASS, actions.DONE, actions.PLAY])
def test_an_answer_to_another_decision(game, kind):
    s, t = game
    s.decision = actions.STAY
    with pytest.raises(GameFault, match=f"no rule or bot answers a decision of kind {actions.STAY}"):
        DRIVER.apply(s, t, packed(kind))
