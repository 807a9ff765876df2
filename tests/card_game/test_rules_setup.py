"""Terms, set-up and what lasts from round to round, checked on the tables and on new games (CG-1 to CG-4)."""

from __future__ import annotations

import random

import numpy as np
import pytest

from mazarbul.sim.engine.actions import a_of, action, b_of, kind_of, unpacked
from mazarbul.sim.engine.declared import spelled
from mazarbul.sim.games.card_game import actions, ids
from mazarbul.sim.games.card_game.content.loading import load_data
from mazarbul.sim.games.card_game.content.tables import make_tables
from mazarbul.sim.games.card_game.ids import (
    FACTIONS,
    SIDES,
    TYPES,
)
from mazarbul.sim.games.card_game.kernel import DRIVER
from mazarbul.sim.games.card_game.rules import elimination, modifiers
from mazarbul.sim.games.card_game.text.view import cards_of
from mazarbul.sim.toml import DataError
from tests.card_game.games import SCENARIOS, random_game, start, tables
from tests.playing import options


def index(ct, card_id):
    return next(card.index for card in ct.cards if card.id == card_id)


def place_index(ct, place_id):
    return next(i for i, name in ct.places.items() if name == place_id)


@pytest.mark.parametrize("name", SCENARIOS)
def test_cards_have_a_side_a_type_and_five_icons(name):
    """CG-1.3, CG-1.4, CG-1.7, CG-1.8: the tables agree with the data of every card."""
    ct = tables(name, promos=True)
    for card in ct.cards:
        printed = ct.data.cards[card.id]
        assert SIDES[card.index // ids.SIDE_CARDS] == printed.side
        assert TYPES[ct.record.type[card.index]] == printed.type
        assert FACTIONS[ct.record.faction[card.index]] == printed.faction
        assert list(ct.record.icons[card.index]) == [getattr(printed.icons, k) for k in spelled(ids.ICON)]
        assert ct.record.owner[card.index] == card.seat


def answer_setup(s, ct, choose):
    """Let every seat choose its opening cards without continuing to round 1; return the decisions."""
    seen = []
    while s.phase == ids.PHASE.SETUP:
        seen.append((int(s.actor), len(options(s))))
        DRIVER.apply(s, ct.record, choose(options(s)), ids.PHASE.ROUND_START)
    return seen


@pytest.mark.parametrize("name", SCENARIOS)
def test_WE_22_opening_hands(name):
    """WE-22, CG-3.1, CG-3.2, CG-3.5, DP-1: draw, then cycle the stated number of cards by choice."""
    ct = tables(name)
    for seed in range(4):
        s = start(ct, seed).state
        if s.phase == ids.PHASE.SETUP:
            seen = answer_setup(s, ct, random.Random(seed).choice)
            assert [seat for seat, _ in seen] == sorted(seat for seat, _ in seen)
            for seat, row in enumerate(ct.data.scenario.seats):
                mine = [n for actor, n in seen if actor == seat]
                assert len(mine) == row.opening_cycle
                if mine:
                    assert mine[0] <= 7
                    assert mine[1] <= 6
                hand = row.opening_draw - row.opening_cycle
                deck = sum(ct.data.decks[row.id].values()) - row.opening_draw
                assert len(cards_of(s, ct.record, seat, ids.IN.HAND)) == hand
                assert len(cards_of(s, ct.record, seat, ids.IN.CYCLE_PILE)) == row.opening_cycle
                assert s.deck_n[seat] == deck
                if name == "trilogy":
                    assert (hand, row.opening_cycle, deck) == (5, 2, 23)
            continue
        assert name == "duel", "nobody cycles in the Two-player Duel"
        drawn = [(4, 56), (6, 54)]
        assert s.round_number == 1
        assert all(s.deck_n[seat] <= deck for seat, (_, deck) in enumerate(drawn))


def test_CG_3_5_seats_choose_their_opening_cards_independently():
    """CG-3.5: what one seat cycles changes nothing for the others."""
    ct = tables("trilogy")
    low, high = start(ct, 3).state, start(ct, 3).state
    answer_setup(low, ct, min)
    answer_setup(high, ct, lambda codes: max(codes) if unpacked(codes[0])[1] < ids.SIDE_CARDS else min(codes))
    for seat in range(4):
        is_free = ct.record.seat_side[seat] == ids.SIDE.FREE_PEOPLES
        same = cards_of(low, ct.record, seat, ids.IN.HAND) == cards_of(high, ct.record, seat, ids.IN.HAND)
        assert same != is_free
        assert (low.order[seat, :23] == high.order[seat, :23]).all()


@pytest.mark.parametrize("name", SCENARIOS)
def test_CG_3_6_who_starts_and_from_whose_deck_the_battleground_comes(name):
    """CG-3.6, CG-3.12, CG-3.13, CG-4.4, CG-5.2, CG-3.21, CG-5.9: in every round of random games."""
    ct = tables(name)
    t = ct.record
    for game in range(2):
        last, decks = 0, []
        for s in random_game(ct, 12, game):
            number = int(s.round_number)
            if number != last and s.phase != ids.PHASE.OVER:
                assert s.start_slot == (number - 1) % t.slot_n
                b, side = int(s.bg_record[number - 1]), int(t.seat_side[t.slots[s.start_slot]])
                if not t.schedule_n and decks:
                    assert t.bg_side[b] == (side if decks[side] else 1 - side)
                    assert decks[t.bg_side[b]] >> b & 1
                last = number
            decks = [int(mask) for mask in s.bg_deck]


def test_CG_2_6_what_both_sides_have_seen_leave():
    """CG-2.6: what is removed by name is seen by both sides, a card forsaken from hand is not."""
    ct = tables("trilogy")
    s = start(ct, 1).state
    with np.errstate(over="ignore"):
        for name in ("gimli", "eowyn"):
            card = index(ct, name)
            s.in_zone[0, s.zone[card]] &= ~(np.int64(1) << np.int64(card % ids.SIDE_CARDS))
            s.in_zone[0, ids.IN.HAND] |= np.int64(1) << np.int64(card % ids.SIDE_CARDS)
            s.zone[card] = ids.IN.HAND
        elimination.eliminate(s, ct.record, index(ct, "gimli"), ids.BY.FORSAKE_HAND)
        assert s.gone[0] >> index(ct, "gimli") & 1 == 0
        elimination.eliminate(s, ct.record, index(ct, "strider"), ids.BY.REMOVAL)
        assert s.gone[0] >> index(ct, "strider") & 1 == 1


def test_CG_12_3_actions_are_one_number():
    """CG-12.3: kind, a and b of every action are unpacked as they were packed."""
    rng = random.Random(5)
    for _ in range(300):
        parts = (rng.randrange(1, len(actions.KINDS) + 1), rng.randrange(ids.CARDS), rng.randrange(1024))
        code = action(*parts)
        assert (kind_of(code), a_of(code), b_of(code)) == parts
        assert 0 < code < 2**31


# What a designer can write beyond the printed texts --------------------------------------------


def granted(text: str):
    """Return tables and a state in which Elrond's text has granted `text` to the Free Peoples."""
    overlay = {"card": {"elrond": {"effects": [{"on": "play", "do": f"grant({text})"}]}}}
    ct = make_tables(load_data("trilogy", overlay=overlay))
    s = start(ct, 1).state
    answer_setup(s, ct, min)
    effect = ct.record.effects[ct.record.effect_first[index(ct, "elrond")]]
    s.grants[0] = (ct.record.grant_row[effect.do + 1], index(ct, "elrond"))
    s.grant_n = 1
    return ct, s


def seat_of(ct, name):
    return [seat.id for seat in ct.data.scenario.seats].index(name)


def test_CG_13_5_a_granted_limit_and_draw_bonus_hold_for_the_owner():
    """CG-13.5, CG-6.8, CG-4.3: `grant` can hold every modifier that changes numbers."""
    ct, s = granted("carryover(2)")
    assert modifiers.carryover_limit(s, ct.record, seat_of(ct, "aragorn")) == 4
    assert modifiers.carryover_limit(s, ct.record, seat_of(ct, "frodo")) == 2
    ct, s = granted("draw_bonus(1)")
    assert modifiers.draw_bonus(s, ct.record, seat_of(ct, "aragorn")) == 1
    assert modifiers.draw_bonus(s, ct.record, seat_of(ct, "frodo")) == 0


def test_CG_13_5_granted_icons_hold_for_matching_cards_of_the_own_side():
    ct, s = granted("icons(faction(rohan, mordor), bg_attack, 2)")
    eomer, orcs = index(ct, "eomer"), index(ct, "olog_hai")
    assert modifiers.icons(s, ct.record, eomer, ids.ICON.BG_ATTACK) == 3
    assert modifiers.icons(s, ct.record, eomer, ids.ICON.BG_DEFENSE) == 0
    assert modifiers.icons(s, ct.record, orcs, ids.ICON.BG_ATTACK) == 2
    s.grant_n = 0
    assert modifiers.icons(s, ct.record, eomer, ids.ICON.BG_ATTACK) == 1


def test_CG_13_5_a_granted_prohibition_beats_what_is_printed():
    """CG-13.5, CG-7.9."""
    for text in ("forbid_path()", "forbid_battleground(everything)"):
        ct, s = granted(text)
        card = index(ct, "elrond")
        path, rivendell = place_index(ct, "imladris") - ids.BATTLEGROUNDS, place_index(ct, "rivendell")
        s.path, s.active = path, 1 << rivendell
        is_free = bool(modifiers.may_be_on_path(s, ct.record, card))
        spots = modifiers.battlegrounds_for(s, ct.record, card)
        assert (is_free, spots) == ((False, s.active) if text.startswith("forbid_path") else (True, 0))


def test_CG_9_9_a_removed_card_that_is_cycled_instead_leaves_the_deck_in_order():
    """CG-9.9, CG-13.8: a text that replaces removal still takes the card out of the draw deck."""
    effects = [{"on": "replace", "who": "self", "when": "any", "then": "cycle", "items": "cycle"}]
    ct = make_tables(load_data("trilogy", overlay={"card": {"strider": {"effects": effects}}}))
    s, card, seat = start(ct, 2).state, index(ct, "strider"), seat_of(ct, "aragorn")
    while s.zone[card] != ids.IN.DECK:
        s = start(ct, 2, int(s.game) + 1).state
    n = int(s.deck_n[seat])
    with np.errstate(over="ignore"):
        elimination.eliminate(s, ct.record, card, ids.BY.REMOVAL)
    assert s.zone[card] == ids.IN.CYCLE_PILE
    assert s.deck_n[seat] == n - 1
    assert sorted(s.order[seat, : n - 1]) == cards_of(s, ct.record, seat, ids.IN.DECK)


@pytest.mark.parametrize(
    ("effect", "word", "how"),
    [
        ({"on": "play", "do": "grant(forbid_item(type(item)))"}, "forbid_item", "granted"),
        ({"on": "play", "do": "draw(you, 1); grant(carryover(1), peek_top())"}, "peek_top", "granted"),
        ({"on": "static", "if": "at(path)", "do": "peek_top()"}, "peek_top", "given a condition"),
        (
            {"on": "static", "if": "at(path)", "do": "carryover(1); forbid_item(type(item))"},
            "forbid_item",
            "given",
        ),
    ],
)
def test_CG_13_5_modifiers_that_cannot_change_during_a_game(effect, word, how):
    with pytest.raises(DataError, match=f"'{word}' cannot be {how}"):
        make_tables(load_data("trilogy", overlay={"card": {"gimli": {"effects": [effect]}}}))


@pytest.mark.parametrize("name", SCENARIOS)
def test_CG_3_7_and_11_2_are_numbers_of_the_scenario(name):
    """CG-3.7, CG-11.2: two cards, ten points, unless a scenario or an overlay says otherwise."""
    printed = tables(name).record
    assert (printed.carryover, printed.winning_lead) == (2, 10)
    overlay = {"scenario": {"carryover": 0, "winning_lead": 1}}
    t = make_tables(load_data(name, overlay=overlay)).record
    assert (t.carryover, t.winning_lead) == (0, 1)


@pytest.mark.parametrize(("key", "number"), [("carryover", -1), ("winning_lead", 0), ("winning_lead", 100)])
def test_CG_11_2_numbers_of_the_scenario_have_a_range(key, number):
    with pytest.raises(DataError, match=f"'{key}' of scenario 'trilogy'"):
        load_data("trilogy", overlay={"scenario": {key: number}})
