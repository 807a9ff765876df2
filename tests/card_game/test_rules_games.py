"""What holds in every game: invariants, endings, equal treatment of copies, and fair shuffles and picks."""

from __future__ import annotations

import random
from math import sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chi2

from mazarbul.sim.engine.bits import members
from mazarbul.sim.games.card_game import actions, ids, kernel
from mazarbul.sim.games.card_game.game import GAME
from mazarbul.sim.games.card_game.kernel import DRIVER
from mazarbul.sim.games.card_game.rules.zones import shuffle_deck
from mazarbul.sim.games.card_game.text.view import cards_of
from tests.card_game.games import (
    SCENARIOS,
    check,
    check_decision,
    kind,
    kit_of,
    random_game,
    start,
    tables,
)
from tests.playing import match_of, options

PROMOS = {"promos": True}
OTHER = {  # every switch that kernels read, the other way round
    "zero_icon_lost": False,
    "each_order": "active_player",
    "joint": "enemy",
    "trim": False,
    "dig_order": "play_effects_first",
    "empty_actions": True,
    "optional_forsake": False,
    "ignored_tokens": "ignored",
    "late_recycle": "at_once",
    "replaced_counts": False,
    "path_choice": "after_combat",
    "auto_support": True,
    "team_info": True,
}
WORLDS = [(name, {}) for name in SCENARIOS]
WORLDS += [(name, PROMOS | OTHER) for name in SCENARIOS]
WORLDS += [
    ("trilogy", PROMOS),
    ("duel3", {"duel3_end": "all_slots", "duel3_double_shadow": True}),
    ("fellowship", {"fellowship_min_rounds": 7}),
    (
        "trilogy",
        {
            "eowyn_scope": "in_play",
            "treebeard_scope": "in_play",
            "paths_of_the_dead": "in_play",
            "shelob": "path_or_battleground",
            "messenger_self": True,
        },
    ),
]


@settings(max_examples=25, deadline=None)
@given(world=st.sampled_from(WORLDS), seed=st.integers(0, 2**62))
def test_CG_2_9_invariants_hold_and_every_game_ends(world, seed):
    """CG-2.9: for any choices, all cards and locations are in allowed places, and decisions are real choices.

    Also CG-2.1, CG-2.2, CG-2.3, CG-2.4, CG-2.5 (what there is in a game), CG-6.3, CG-6.10 and CG-12.1.
    """
    name, switches = world
    ct = tables(name, **switches)
    eliminated, used, s = np.zeros(ids.SEATS, dtype=np.int64), set(), None
    for s in random_game(ct, seed):
        check(s, ct)
        now = s.in_zone[:, ids.IN.ELIMINATED].copy()
        assert (eliminated & ~now == 0).all(), "the eliminated pile only grows"
        eliminated = now
        scored = set(members(s.path_area[0] | s.path_area[1]))
        assert used <= scored, "a used path never comes back"
        used = scored
        if not kernel.is_over(s):
            check_decision(s, ct)
    assert s.end_reason in (ids.ENDED.TEN_POINTS, ids.ENDED.LAST_PATH)
    assert s.winner in (ids.SIDE.FREE_PEOPLES, ids.SIDE.SHADOW)
    assert s.option_n == 0


@pytest.mark.parametrize("name", SCENARIOS)
def test_CG_4_1_a_game_has_as_many_rounds_as_path_numbers_at_most(name):
    """CG-4.1, CG-11.3: nine rounds, in Fellowship six, unless the points decide before."""
    ct = tables(name)
    for game in range(3):
        *_, s = random_game(ct, 5, game)
        assert s.round_number <= ct.record.last_number
        if s.end_reason == ids.ENDED.LAST_PATH:
            assert s.resolved_number == ct.record.last_number


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_same_seed_is_the_same_game_also_in_a_used_state(name):
    ct = tables(name)
    first = [(int(s.decision), options(s)) for s in random_game(ct, 4, 2)]
    again = [(int(s.decision), options(s)) for s in random_game(ct, 4, 2)]
    other = [(int(s.decision), options(s)) for s in random_game(ct, 4, 3)]
    assert first == again != other
    *_, used = random_game(ct, 11, 5)
    fresh = start(ct, 4, 2)
    DRIVER.new_game(used, ct.record, 4, 2)
    assert options(used) == fresh.codes()
    assert (used.in_zone == fresh.state.in_zone).all()
    luck = random.Random(1)
    for _ in range(80):
        action = luck.choice(fresh.codes())
        DRIVER.apply(used, ct.record, action)
        fresh.advance(action)
        assert options(used) == fresh.codes()


@pytest.mark.parametrize("name", ["trilogy", "duel"])
def test_keeping_a_log_does_not_change_play(name):
    ct = tables(name)
    match, other = start(ct, 6), start(ct, 6)
    quiet, logged = match.state, other.state
    logged.is_logged = 1
    luck, seen = random.Random(2), 0
    while not match.is_over:
        assert match.codes() == other.codes()
        action = luck.choice(match.codes())
        match.advance(action)
        other.advance(action)
        seen += int(logged.event_n)
        assert quiet.event_n == 0
        assert logged.event_n < ids.EVENTS
    assert seen > 100
    assert (quiet.in_zone == logged.in_zone).all()
    assert (quiet.winner, quiet.corruption) == (logged.winner, logged.corruption)


# Chance (CG-2.8) --------------------------------------------------------------------------------


def assert_uniform(counts: np.ndarray, what: str) -> None:
    """Fail if counts are further from equal than luck allows once in a million tests."""
    expected = counts.sum() / counts.size
    statistic = ((counts - expected) ** 2 / expected).sum()
    assert statistic < chi2.isf(1e-6, counts.size - 1), f"{what}: {counts}"


def shuffled(s, ct, seat):
    with np.errstate(over="ignore"):
        shuffle_deck(s, ct.record, seat)
    return [int(card) for card in s.order[seat, : s.deck_n[seat]]]


def test_CG_2_8_every_card_is_as_likely_anywhere_in_a_shuffled_deck():
    """CG-2.8, CG-3.2, CG-9.2."""
    ct = tables("trilogy")
    s = start(ct, 9).state
    n = len(shuffled(s, ct, 0))
    first = min(s.order[0, :n])
    index = {card: i for i, card in enumerate(cards_of(s, ct.record, 0, ids.IN.DECK))}
    counts = np.zeros((n, n))
    follows = 0
    for _ in range(2000):
        order = shuffled(s, ct, 0)
        for place, card in enumerate(order):
            counts[index[card], place] += 1
        follows += order.index(first) > order.index(max(order))
    for card in range(n):
        assert_uniform(counts[card], f"places of card {card}")
    assert abs(follows - 1000) < 4 * sqrt(2000 / 4)


def test_CG_2_8_decks_of_different_games_are_unrelated():
    ct = tables("trilogy")
    kit = kit_of(ct)
    dealt = (match_of(GAME, kit, 77, game, is_logged=False).state for game in range(900))
    bottoms = [int(s.order[0, 0]) for s in dealt]
    deck = [card.index for card in ct.cards if card.seat == 0]
    assert_uniform(np.array([bottoms.count(card) for card in deck]), "bottom card of the first deck")


@given(seed=st.integers(0, 10**6), data=st.data())
@settings(max_examples=30, deadline=None)
def test_taking_a_card_out_of_a_deck_leaves_the_order_of_the_others(seed, data):
    """The order of a deck comes from a key for each card, so that variants of a deck share their luck."""
    ct = tables("trilogy")
    s = start(ct, seed).state
    shorter = s.copy()
    seat = data.draw(st.integers(0, 3))
    card = data.draw(st.sampled_from([int(c) for c in s.order[seat, : s.deck_n[seat]]]))
    bit = np.int64(1) << np.int64(card % ids.SIDE_CARDS)
    shorter.in_zone[seat, ids.IN.DECK] &= ~bit
    shorter.in_zone[seat, ids.IN.ELIMINATED] |= bit
    shorter.zone[card] = ids.IN.ELIMINATED
    whole = shuffled(s, ct, seat)
    assert [c for c in whole if c != card] == shuffled(shorter, ct, seat)


def first_locations(ct, seed, games):
    """Yield (battleground, path) of the first round of many games."""
    kit = kit_of(ct)
    for game in range(games):
        match = match_of(GAME, kit, seed, game, is_logged=False)
        s = match.state
        while s.path_record[0] == ids.NONE:
            match.advance(match.codes()[0])
        yield int(s.bg_record[0]), int(s.path_record[0])


def test_CG_5_2_and_5_8_the_picks_of_the_first_round_are_uniform():
    """CG-5.2, CG-5.8, CG-2.8: among seven battlegrounds of the starting side and three paths 1."""
    ct = tables("duel")
    games = 700
    picks = list(first_locations(ct, 21, games))
    battlegrounds, paths = (np.array(column) for column in zip(*picks, strict=True))
    own = [b for b in members(ct.record.battlegrounds_all) if ct.record.bg_side[b] == ids.SIDE.FREE_PEOPLES]
    ones = members(ct.record.numbered[1])
    assert set(battlegrounds) == set(own)
    assert set(paths) == set(ones)
    table = np.array([[((battlegrounds == b) & (paths == p)).sum() for p in ones] for b in own])
    assert_uniform(table.sum(axis=1), "battlegrounds")
    assert_uniform(table.sum(axis=0), "paths")
    assert_uniform(table.ravel(), "battleground and path together")


def test_CG_5_9_later_picks_are_uniform_and_one_number_higher():
    """CG-5.9, WE-5: the path of the next round is any unused one of the next number."""
    ct = tables("duel")
    counts: dict[int, int] = {}
    kit = kit_of(ct)
    for game in range(150):
        match = match_of(GAME, kit, 33, game, is_logged=False)
        s = match.state
        while not match.is_over and s.path_record[1] == ids.NONE:
            codes = match.codes()
            match.advance(next((code for code in codes if kind(code) == actions.PASS), codes[0]))
        if s.path_record[1] != ids.NONE:
            before, now = (int(p) for p in s.path_record[:2])
            assert ct.record.path_number[now] == ct.record.path_number[before] + 1
            assert s.path_deck & ct.record.numbered[int(ct.record.path_number[before])] == 0
            counts[now] = counts.get(now, 0) + 1
    assert sorted(counts) == members(ct.record.numbered[2])
    assert_uniform(np.array(list(counts.values())), "paths 2")
