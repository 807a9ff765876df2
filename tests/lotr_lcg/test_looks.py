"""Features of positions, for learning their value: each has a name, and says what its name says."""

from __future__ import annotations

import numpy as np
import pytest

from mazarbul.sim.engine.bits import members
from mazarbul.sim.games.lotr_lcg import ids
from mazarbul.sim.games.lotr_lcg.bots.looks import FEATURES, HEIGHTS, look, names
from mazarbul.sim.games.lotr_lcg.game import GAME
from tests.every_game.worlds import ESCAPE, JOURNEY, PASSAGE, World, bot_play, kit_of, quest
from tests.marks import compiles

pytestmark = compiles

DECKS = ("leadership", "lore", "spirit", "tactics")
WORLDS = [
    quest(PASSAGE, "spirit", "tactics"),
    quest(JOURNEY, "leadership", "lore"),
    quest(ESCAPE, *DECKS),
]


def seen(world: World, every: int = 5):
    """Yield (match, features of its position) at some decisions of games of heuristic and random bots."""
    for bot in ("heuristic", "random"):
        for number, match in enumerate(bot_play(world, bot, seed=71)):
            if number % every == 0:
                x = np.full(FEATURES, np.nan)  # whatever was there before
                look(match.state, match.kit.tables, x)
                yield match, x


def named(world: World, x: np.ndarray) -> dict[str, float]:
    """Return name -> value of the features that a set-up has."""
    return {name: value for name, value in zip(names(kit_of(world).setup), x, strict=True) if name}


@pytest.mark.parametrize("world", WORLDS, ids=str)
def test_every_feature_has_a_name_of_its_own(world):
    found = names(kit_of(world).setup)
    own = [name for name in found if name]
    assert len(own) == len(set(own))
    is_named = np.array([bool(name) for name in found])
    ever = np.zeros(FEATURES, np.bool_)
    for _, x in seen(world):
        assert np.isfinite(x).all()
        ever |= x != 0
    assert not (ever & ~is_named).any()
    assert ever.sum() > 100


def test_names_do_not_depend_on_the_order_of_the_players():
    one, two = (names(kit_of(quest(PASSAGE, *decks)).setup) for decks in (DECKS[:2], DECKS[1::-1]))
    assert one != two
    assert set(one) == set(two)


@pytest.mark.parametrize("world", WORLDS, ids=str)
def test_features_are_those_of_the_position(world):
    """Counted anew, without kernels."""
    for match, x in seen(world):
        s, t = match.state, match.kit.tables
        found = named(world, x)
        players = members(s.in_game)
        threats = [int(s.threat[player]) for player in players]
        assert found["constant"] == 1
        assert found["players"] == len(players)
        assert found["threat"] == sum(threats)
        assert found["highest threat"] == max(threats, default=0)
        for height in HEIGHTS:
            assert found[f"threat beyond {height}"] == sum(max(each - height, 0) for each in threats)
        assert found["cards in hands"] == sum(len(members(s.hand[player])) for player in players)
        heroes = [
            block * ids.BLOCK + i
            for block in range(ids.SEATS)
            for i in members(t.heroes[block] & s.in_play[block])
        ]
        free = [hero for hero in heroes if hero != s.captive]
        assert found["heroes"] == len(free)
        assert found["resources"] == sum(int(s.tokens[hero]) for hero in free)
        assert found["damage on heroes"] == sum(int(s.damage[hero]) for hero in free)
        assert sum(value for name, value in found.items() if name.startswith("stage ")) == 1
        assert 0 <= found["progress"] <= 1


@pytest.mark.parametrize("world", WORLDS, ids=str)
def test_cards_count_where_they_are(world):
    for match, x in seen(world, every=20):
        s, found = match.state, named(world, x)
        held = sum(value for name, value in found.items() if name.endswith(" in hand"))
        assert held == sum(len(members(s.hand[block])) for block in range(ids.SEATS))
        discarded = sum(value for name, value in found.items() if name.endswith(" discarded"))
        in_piles = np.isin(s.zone, (ids.ZONE.DISCARD, ids.ZONE.VICTORY)).sum()
        assert discarded == in_piles


def test_the_quests_of_a_campaign_are_played_to_their_end():
    """The cards of its quests have the same numbers, so that names would be ambiguous."""
    kit = GAME.kit(GAME.setup("expert_campaign", decks={"player1": "spirit"}))
    assert kit.searcher.looks is None
    assert kit.searcher.search is kit_of(WORLDS[0]).searcher.search


@pytest.mark.parametrize("world", WORLDS, ids=str)
def test_values_that_come_with_a_quest_know_its_features(world):
    """Those of all decks, so that they hold for any of them."""
    bot = GAME.bot("search", kit_of(world).setup)
    assert bot.evaluation is not None
    known = set(names(kit_of(quest(world.scenario, *DECKS)).setup))
    assert set(bot.evaluation.features) <= known
    for deck in DECKS:
        own = set(names(kit_of(quest(world.scenario, deck)).setup))
        assert len(own & set(bot.evaluation.features)) > 100
