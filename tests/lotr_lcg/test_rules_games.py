"""Properties of every game: invariants, endings, and fair shuffles and random picks (LCG-30.3)."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chi2

from mazarbul.sim.games.lotr_lcg import ids, kernel
from mazarbul.sim.games.lotr_lcg.driver import DRIVER
from mazarbul.sim.games.lotr_lcg.game import GAME
from tests.lotr_lcg.compiled import numbers
from tests.lotr_lcg.games import (
    QUESTS,
    TABLES_OF_DECKS,
    bot_game,
    kit_of,
    random_game,
    tables,
)
from tests.lotr_lcg.invariants import check
from tests.marks import compiles
from tests.playing import match_of, options, played

pytestmark = compiles


@pytest.mark.parametrize("limit", [35, 60])
def test_LCG_17_1_an_overlay_changes_the_limit_of_threat(limit):
    setup = GAME.setup(QUESTS[0], overlay={"scenario": {"threat_limit": limit}})
    games = GAME.play(setup, [GAME.bot("heuristic")], 5, 0, 60)["games"]
    out, threat = games["eliminated_n"] > 0, games["threat_player1"]
    assert out.any()
    assert set(threat[out]) == {limit}
    assert (threat[~out] < limit).all()


OTHER = {  # every switch the other way round
    "rules": "faq_1_9",
    "mode": "basic",
    "returned_attack": "goes_on",
    "round_score": 10,
    "will_of_the_west": "leaves",
    "guards": "attached",
    "first_player": "random",
    "horn_trigger": "destroyed",
    "ufthak_timing": "after_attack",
    "spider_duration": "round",
    "prune": True,
    "round_cap": 12,
}
WORLDS = [(quest, decks, {}) for quest in QUESTS for decks in TABLES_OF_DECKS]
WORLDS += [(quest, TABLES_OF_DECKS[1], OTHER) for quest in QUESTS]
WORLDS += [(quest, TABLES_OF_DECKS[-1], {"mode": "easy", "rules": "faq_1_9"}) for quest in QUESTS]


@settings(max_examples=6, deadline=None)
@given(world=st.sampled_from(WORLDS), seed=st.integers(0, 2**62))
def test_LCG_2_2_invariants_hold_and_every_game_ends(world, seed):
    """LCG-2.2, LCG-17.5: whatever is chosen, every card is in one place, and the game ends."""
    quest, decks, switches = world
    ct = tables(quest, *decks, **switches)
    for s in random_game(ct, seed):
        if seed % 2 == s.decisions % 2 or kernel.is_over(s):
            check(s, ct.record[0])
    assert kernel.is_over(s)
    assert s.end_reason in (
        ids.ENDED.QUEST_COMPLETED,
        ids.ENDED.ALL_ELIMINATED,
        ids.ENDED.PRISONER_LOST,
        ids.ENDED.TIMED_OUT,
    )


@pytest.mark.slow
@settings(max_examples=3, deadline=None)
@given(world=st.sampled_from(WORLDS), seed=st.integers(0, 2**62))
def test_LCG_2_2_invariants_hold_in_games_of_bots_that_get_far(world, seed):
    """LCG-2.2: the same in games that reach later stages."""
    quest, decks, switches = world
    ct = tables(quest, *decks, **switches)
    for s in bot_game(ct, "heuristic blunder=0.1", seed):
        if seed % 4 == s.decisions % 4 or kernel.is_over(s):
            check(s, ct.record[0])


@pytest.mark.parametrize("quest", QUESTS)
def test_the_same_seed_is_the_same_game_also_in_a_used_state(quest):
    ct = tables(quest, *TABLES_OF_DECKS[1])
    first = [(int(s.decision), options(s)) for s in random_game(ct, 4, 2)]
    *_, used = random_game(ct, 9)
    luck = random.Random("4 2")
    DRIVER.new_game(used, ct.record[0], 4, 2)
    again = [(int(used.decision), options(used))]
    while not kernel.is_over(used):
        DRIVER.apply(used, ct.record[0], luck.choice(options(used)))
        again.append((int(used.decision), options(used)))
    assert again == first


def test_LCG_30_3_every_hero_is_taken_prisoner_equally_often():
    """LCG-28.10, LCG-30.3: one hero, uniformly random among all heroes in play."""
    ct = tables(QUESTS[2], *TABLES_OF_DECKS[1])
    taken = np.zeros(ids.CARDS, int)
    kit = kit_of(ct)
    for game in range(600):
        match = match_of(GAME, kit, 17, game, is_logged=False)
        s = match.state
        while s.captive == ids.NONE and not match.is_over:
            match.advance(match.codes()[0])
        taken[s.captive] += 1
    heroes = [hero for name in HEROES for hero in numbers(ct, name)]
    assert taken.sum() == taken[heroes].sum() == 600
    expected = 600 / len(heroes)
    assert ((taken[heroes] - expected) ** 2 / expected).sum() < chi2.ppf(0.9999, len(heroes) - 1)


HEROES = ("eowyn", "eleanor", "dunhere", "legolas", "gimli", "thalin")


def test_LCG_3_3_every_card_is_in_the_opening_hand_equally_often():
    """LCG-3.3, LCG-30.3: six of thirty cards, whatever their place in the data."""
    ct = tables(QUESTS[0], "lore")
    t = ct.record[0]
    kit, games, held = kit_of(ct), 2000, np.zeros(ids.BLOCK)
    for game in range(games):
        hand = int(match_of(GAME, kit, 5, game, is_logged=False).state.hand[0])
        held += [hand >> i & 1 for i in range(ids.BLOCK)]
    deck = [i for i in range(ids.BLOCK) if int(t.deck[0]) >> i & 1]
    assert held[deck].sum() == 6 * games
    expected = games * 6 / len(deck)
    spread = np.sqrt(expected * (1 - 6 / len(deck)))
    assert np.abs(held[deck] - expected).max() < 4.5 * spread


@pytest.mark.slow
def test_LCG_28_2_both_last_stages_of_passage_come_equally_often():
    """LCG-28.2: stage 121 or 122 at random."""
    overlay = {"stage": {"a_fork_in_the_road": {"quest_points": 1}, "flies_and_spiders": {"quest_points": 1}}}
    from tests.lotr_lcg.compiled import tables as changed_tables

    ct = changed_tables(overlay, player1="spirit", player2="leadership")
    kit, ends = kit_of(ct), []
    for game in range(300):
        for match in played(match_of(GAME, kit, 3, game, "heuristic", is_logged=False)):
            s = match.state
            if ct.record[0].stage_depth[s.stage] == 3:
                ends.append(int(s.stage))
                break
    assert len(ends) > 150
    share = ends.count(min(ends)) / len(ends)
    assert abs(share - 0.5) < 4 * np.sqrt(0.25 / len(ends))
