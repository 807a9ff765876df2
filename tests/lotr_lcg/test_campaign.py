"""Campaigns: the things reset between their quests, and those carried over."""

import random

import numpy as np
import pytest

import mazarbul
from mazarbul.sim.engine.bits import members
from mazarbul.sim.games.lotr_lcg import actions, ids, kernel
from mazarbul.sim.games.lotr_lcg.content.loading import load_data
from mazarbul.sim.games.lotr_lcg.driver import DRIVER
from mazarbul.sim.games.lotr_lcg.game import GAME
from mazarbul.sim.games.lotr_lcg.rules.elimination import end_game
from mazarbul.sim.games.lotr_lcg.text.places import deck_of, discard_of
from mazarbul.sim.games.lotr_lcg.text.position import parse_position
from mazarbul.sim.games.lotr_lcg.text.position_fit import make_names
from mazarbul.sim.games.match import Match
from mazarbul.sim.games.scripts import position_of
from mazarbul.sim.toml import DataError
from tests.marks import compiles

pytestmark = [compiles, pytest.mark.filterwarnings("ignore:overflow encountered")]

DECKS = {"player1": "leadership", "player2": "spirit", "player3": "lore"}
WON = """
phase quest resolution
round 6
stage beorns_path progress 9
first player2
threat player1 40
threat player2 10
heroes player1: aragorn(damage 2, exhausted, committed, resources 3)[steward_of_gondor] gloin
discard player1: theodred faramir
allies player1: gandalf
hand player1: sneak_attack
deck player1: ...
heroes player2: eowyn(committed, exhausted, resources 1) dunhere eleanor
deck player2: ...
eliminated player3 threat
heroes player3:
discard player3: glorfindel denethor beravor
encounter_deck: forest_gate
"""


def won(scenario):
    """Return the names and the state of a campaign whose first quest has just been won."""
    names = make_names(load_data(scenario, {}, None, DECKS))
    same, s = parse_position(names, WON)
    assert same is names
    assert s.winner == ids.SIDE.PLAYERS
    return names, s


@pytest.mark.slow
def test_LCG_27_4_nightmare_carries_over_threat_damage_deaths_and_decks():
    """LCG-27.4, A-35: also that eliminated players take no part in later quests."""
    names, s = won("nightmare_campaign")
    t = names.whole.tables[1]
    kernel.deal_next_quest(s, t, 5, 0, 1)
    DRIVER.advance(s, t)
    assert s.quest == 1
    assert s.decision == actions.MULLIGAN
    aragorn, theodred = names.card_index["aragorn"], names.card_index["theodred"]
    assert s.threat[:3].tolist() == [40, 24, 50]  # raised to the threat costs of the living heroes
    assert s.damage[aragorn] == 2
    assert s.tokens[aragorn] == 0
    assert not s.exhausted[0]
    assert members(t.heroes[0] & s.in_play[0]) == [0, 1]
    assert set(discard_of(s, 0)) == {theodred, names.copies["faramir"][0]}
    assert int(s.hand[0]).bit_count() == 6
    assert int(s.hand[0]).bit_count() + len(deck_of(s, 0)) == 29  # 30 cards, one in the discard pile
    assert members(s.in_game) == [0, 1]
    assert not s.hand[2]
    assert s.quest_progress == 0


@pytest.mark.slow
def test_LCG_27_3_expert_resets_everything():
    names, s = won("expert_campaign")
    t = names.whole.tables[1]
    kernel.deal_game(s, t, 5, 0, 1)
    DRIVER.advance(s, t)
    assert s.quest == 1
    assert s.threat[:3].tolist() == [29, 24, 30]
    assert not s.damage.any()
    assert s.discard_n[:3].tolist() == [0, 0, 0]
    assert members(s.in_game) == [0, 1, 2]
    fresh = s.copy()
    kernel.deal_game(fresh, t, 5, 0, 1)
    DRIVER.advance(fresh, t)
    assert np.array_equal(fresh.deck, s.deck)


@pytest.mark.slow
def test_a_position_of_a_later_quest_is_read_back():
    """LCG-27.3, LCG-27.4: in the second and third quest of a campaign, with everything carried over."""
    _, s = won("nightmare_campaign")
    setup = GAME.setup("nightmare_campaign", decks=DECKS)
    header = ["game lotr_lcg", "scenario nightmare_campaign", "seed 5"]
    header += [f"deck_of {seat} {deck}" for seat, deck in DECKS.items()]
    match = Match(GAME, GAME.kit(setup), 5, state=s, header=header)
    luck = random.Random(8)
    for quest in (1, 2):
        assert match.kit.quest == quest
        for n in range(60):
            if n % 4 == 0 or quest == 2:
                again = position_of(match.position())
                assert again.kit.quest == quest
                assert again.kit.position_text(again.state) == match.kit.position_text(match.state)
                assert again.legal() == match.legal()
                assert again.view() == match.view()
                if n % 20 == 0:
                    follow(again, match.copy(), random.Random(n))
            last = match.copy()
            match.advance(luck.choice(match.codes()))
            if match.is_over or match.kit.quest != quest:
                break
        assert n > (10 if quest == 1 else 1)  # who comes to the last one at random is soon lost
        end_game(last.state, ids.SIDE.PLAYERS, ids.ENDED.QUEST_COMPLETED)
        match = Match(GAME, last.kit, 5, state=last.state, header=header)
    assert match.is_over


def test_later_quests_are_dealt_alike_from_a_position():
    """LCG-27.3: the text of a campaign's game says which seed and number its later quests come from."""
    match = mazarbul.match("lotr_lcg/nightmare_campaign", seed=6, index=2, decks=DECKS)
    text = match.position()
    follow(mazarbul.position(text), match.copy(), random.Random(1))
    with pytest.raises(AssertionError):
        follow(mazarbul.position(text.replace("seed 6", "seed 7")), match, random.Random(1))


def follow(one, other, luck) -> None:
    """Play two matches on alike; win the quest after some decisions, so that the next one is dealt."""
    for _ in range(30):
        if other.is_over:
            break
        code = luck.choice(other.codes())
        one.advance(code)
        other.advance(code)
        assert one.codes() == other.codes()
    if other.is_over:
        return
    ends = []
    for each in (one, other):
        end_game(each.state, ids.SIDE.PLAYERS, ids.ENDED.QUEST_COMPLETED)
        ends.append(Match(GAME, each.kit, each.seed, each.index, state=each.state))
    assert ends[0].is_over == ends[1].is_over
    assert ends[0].codes() == ends[1].codes()
    if not ends[0].is_over:
        assert ends[0].kit.position_text(ends[0].state) == ends[1].kit.position_text(ends[1].state)


def test_LCG_27_3_the_quests_come_in_the_order_of_the_book():
    data = load_data("expert_campaign")
    assert [quest.difficulty for quest in data.quests] == [1, 4, 7]


def test_LCG_26_3_two_players_cannot_use_the_same_hero():
    with pytest.raises(DataError, match=r"LCG-26\.3"):
        load_data("passage_through_mirkwood", {}, None, {"player1": "lore", "player2": "lore"})
