"""Preferences: every use of a card has a row, players do what they prefer, changed cards have none."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from mazarbul.sim.bots.weight_table import WeightTable
from mazarbul.sim.engine.actions import a_of, kind_of
from mazarbul.sim.games.lotr_lcg import actions
from mazarbul.sim.games.lotr_lcg.bots.preferences import names
from mazarbul.sim.games.lotr_lcg.bots.rows import NO_ROW, STAGES, WAYS, note_rows
from mazarbul.sim.games.lotr_lcg.game import GAME
from tests.every_game.worlds import ESCAPE, JOURNEY, PASSAGE, bot_play, kit_of, quest
from tests.marks import compiles
from tests.playing import options

pytestmark = compiles

WORLDS = [quest(PASSAGE, "spirit", "tactics"), quest(JOURNEY, "leadership")]
#: Kinds of actions without preferences.
PLAIN = {actions.PAY, actions.CHOOSE_X, actions.PLAYER, actions.MODE, actions.ORDER, actions.MULLIGAN}
PLAIN |= {actions.ATTACKER, actions.REFRESH_PAY, actions.RESTRICTED, actions.DONE}


@pytest.mark.parametrize("world", WORLDS, ids=str)
@pytest.mark.parametrize("bot", ["heuristic", "random"])
def test_every_action_has_a_row_that_names_its_card(world, bot):
    kit = kit_of(world)
    (own, *others) = names(kit.setup)
    assert all(other == own for other in others), "players learn the same"
    found = [*(name for name, _ in own.rows(STAGES)), ""]
    assert len(found) == NO_ROW + 1
    mind = kit.mind([GAME.bot("heuristic", kit.setup)] * len(kit.setup.seats))
    cards = {card["index"]: card for card in kit.setup.catalogue["cards"]}
    kinds = set()
    for match in bot_play(world, bot, seed=8):
        s = match.state
        for code in options(s):
            kind, card = kind_of(code), a_of(code)
            note_rows(s, kit.tables, mind, code, 0)
            name, alone = (found[row] for row in mind.row[0])
            assert alone == (f"alone: {name}" if name and len(kit.setup.seats) == 1 else "")
            if name.startswith("nothing to"):
                assert name == f"nothing to {actions.KINDS.names[int(s.decision)]}"
            elif kind not in PLAIN and card in cards:
                assert name.endswith(cards[card]["id"]), (name, cards[card]["id"])
                assert name.removesuffix(f" {cards[card]['id']}") in WAYS
            kinds.add(kind)
    assert len(kinds) > 8


def test_players_do_what_they_prefer():
    """D-09: a hero that is preferred is committed whenever it can be, and one that is not never is."""
    world = quest(PASSAGE, "spirit")
    kit = kit_of(world)
    usual = GAME.bot("heuristic", kit.setup)
    for wish in (200.0, -200.0):
        table = WeightTable(("commit eowyn",), (0,), np.array([[wish]]))
        choose = kit.seat([replace(usual, preferences=table)])
        asked = 0
        for match in bot_play(world, "heuristic", seed=2):
            s = match.state
            if match.is_over or s.decision != actions.COMMIT:
                continue
            heroes = [code for code in options(s) if "eowyn" in kit.moves.text(kit.names, code)]
            first = options(s)[1] if len(options(s)) > 1 else None
            if heroes and heroes[0] == first:  # those before her cannot be passed over for her
                asked += 1
                assert (choose(s) == heroes[0]) == (wish > 0)
        assert asked > 3


def test_a_changed_card_has_no_preferences():
    decks = {"player1": "spirit"}
    change = {"card": {"eowyn": {"willpower": 1}}, "encounter": {"forest_spider": {"threat": 1}}}
    changed = GAME.setup(PASSAGE, decks=decks, overlay=change)
    before, after = (set(names(setup)[0].staged) for setup in (GAME.setup(PASSAGE, decks=decks), changed))
    assert before - after == {name for name in before if name.endswith((" eowyn", " forest_spider"))} != set()


def test_what_comes_with_a_quest_knows_its_names():
    for scenario in (PASSAGE, JOURNEY):
        setup = kit_of(quest(scenario, "leadership", "lore", "spirit", "tactics")).setup
        bot = GAME.bot("heuristic", setup)
        known = set(names(setup)[0].staged)
        assert set(bot.preferences.features) <= known | {f"alone: {name}" for name in known}
        assert any(name.startswith("alone: commit") for name in bot.preferences.features)
        assert len(bot.preferences.features) > 100
        assert GAME.bot("search", setup).preferences == bot.preferences


def test_a_quest_with_a_network_has_no_preferences():
    setup = kit_of(quest(ESCAPE, "leadership", "spirit")).setup
    assert [GAME.bot(name, setup).preferences for name in ("heuristic", "expert")] == [None, None]
    assert GAME.bot("expert", setup).network.has("players")
    assert not GAME.bot("heuristic", setup).network


def test_in_a_campaign_players_have_none():
    """The cards of its quests have the same numbers, so that names would be ambiguous."""
    setup = GAME.setup("expert_campaign", decks={"player1": "spirit"})
    kit = GAME.kit(setup)
    assert kit.practice is None
    table = WeightTable(("commit eowyn",), (0,), np.array([[1.0]]))
    mind = kit.mind([replace(GAME.bot("heuristic", setup), preferences=table)])
    assert not mind.has_preferences.any()
    assert not mind.preference.any()
