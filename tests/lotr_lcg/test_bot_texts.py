"""The heuristic bot's reading of texts: a modifier in an `until` is not an operation, whatever its code."""

from __future__ import annotations

import numpy as np
import pytest

from mazarbul.sim.bots.mind import make_mind
from mazarbul.sim.games.lotr_lcg import ids
from mazarbul.sim.games.lotr_lcg.bots import policies as bots
from mazarbul.sim.games.lotr_lcg.bots.features import MIND
from mazarbul.sim.games.lotr_lcg.bots.heuristic import guesses
from mazarbul.sim.games.lotr_lcg.content import words
from mazarbul.sim.games.lotr_lcg.game import GAME
from tests.lotr_lcg.compiled import changed, numbers, tables
from tests.marks import compiles

pytestmark = compiles


def read(text: str):
    """Return (mind, number of the text) of a bot that has read Aragorn's only text, an action."""
    made = tables(changed("aragorn", {"on": "action", "do": text}))
    t = made.record[0]
    mind = make_mind(MIND, [GAME.bot("heuristic")] * int(t.player_n), [ids.SIDE.PLAYERS] * int(t.player_n))
    with np.errstate(over="ignore"):
        bots.prepare(t, mind)
    return mind, int(t.effect_first[numbers(made, "aragorn")[0]])


@pytest.mark.parametrize("granted", ["no_optional_engagement(enemy)", "no_attachments(enemy)", "hold"])
def test_a_grant_is_no_move(granted):
    """The codes of modifiers are those of operations too: one of them is the code of `move`."""
    plain, e = read("pick(ally); move(it, control)")
    mind, f = read(f"until(phase, {granted}); pick(ally); move(it, control)")
    assert mind.when[f] == plain.when[e] == 0


def test_operations_and_grants_are_distinguished():
    mind, e = read("until(phase, willpower(self, 1), no_optional_engagement(enemy)); draw(you, 1)")
    operation, modifier = words.OPERATION, words.MODIFIER
    assert guesses.does(mind, e, operation.UNTIL)
    assert guesses.does(mind, e, operation.DRAW)
    assert not guesses.does(mind, e, operation.MOVE)
    assert guesses.grants(mind, e, modifier.WILLPOWER)
    assert guesses.grants(mind, e, modifier.NO_OPTIONAL_ENGAGEMENT)
    assert not guesses.grants(mind, e, modifier.READY_TAX)
