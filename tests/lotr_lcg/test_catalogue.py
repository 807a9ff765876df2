"""What the rest of the program sees of a set-up: catalogue, values, restrictions, columns of games."""

from __future__ import annotations

import json

import numpy as np
import pytest

from mazarbul.sim import games
from mazarbul.sim.bots.bot import Bot
from mazarbul.sim.bots.choosing import POLICIES
from mazarbul.sim.data.overlays import overlay_at
from mazarbul.sim.games.contract import Labelled
from mazarbul.sim.games.lotr_lcg import actions, ids
from mazarbul.sim.games.lotr_lcg.batch import RESULT
from mazarbul.sim.games.lotr_lcg.bots.restrictions import known_words, seated
from mazarbul.sim.games.lotr_lcg.bots.weights import WEIGHTS
from mazarbul.sim.games.lotr_lcg.game import GAME
from mazarbul.sim.games.lotr_lcg.results import game_columns
from mazarbul.sim.toml import DataError
from tests.lotr_lcg.compiled import ALL, QUESTS

TWO = {"player1": "spirit", "player2": "lore"}


def test_the_game_is_known_by_name():
    game = games.get("lotr_lcg")
    assert game is GAME
    assert list(game.scenarios())[:3] == list(QUESTS)
    assert list(game.decks()) == ["leadership", "tactics", "spirit", "lore"]
    assert {"mode", "first_player", "round_cap", "tournament"} <= set(game.switches())


def test_the_catalogue_of_two_players():
    setup = GAME.setup(QUESTS[0], decks=TWO)
    catalogue = json.loads(json.dumps(setup.catalogue))
    assert catalogue == setup.catalogue, "JSON types only"
    assert setup.seats == ("player1", "player2")
    assert setup.seat_sides == ("players", "players")
    assert [side["id"] for side in catalogue["sides"]] == ["players", "encounter"]
    assert [(seat["id"], seat["side"], seat["deck"]) for seat in catalogue["seats"]] == [
        ("player1", "players", "spirit"), ("player2", "players", "lore"),
    ]  # fmt: skip
    cards = catalogue["cards"]
    assert len({card["column"] for card in cards}) == len(cards) == 33 + 33 + 36
    assert [card["index"] for card in cards] == sorted(card["index"] for card in cards)
    by_column = {card["column"]: card for card in cards}
    columns = ("player1/eowyn", "player1/lorien_guide#2", "encounter/forest_spider#4")
    hero, guide, spider = (by_column[column] for column in columns)
    assert (hero["type"], hero["seat"], hero["side"], hero["deck"], hero["faction"]) == (
        "hero", "player1", "players", "spirit", "spirit",
    )  # fmt: skip
    assert (guide["id"], guide["copy"], guide["name"]) == ("lorien_guide", 2, "Lórien Guide")
    assert (spider["seat"], spider["side"], spider["deck"], spider["faction"], spider["type"]) == (
        "", "encounter", QUESTS[0], QUESTS[0], "enemy",
    )  # fmt: skip
    assert all(card["text"] for card in cards if card["id"] in ("eowyn", "forest_spider"))
    assert [stage["id"] for stage in catalogue["stages"]] == [
        "flies_and_spiders", "a_fork_in_the_road", "dont_leave_the_path", "beorns_path",
    ]  # fmt: skip
    assert catalogue["difficulty"] == 1
    assert catalogue["decks"]["player2"]["heroes"] == ["glorfindel", "denethor", "beravor"]
    card_fields, harm_fields = (
        {"drawn_round", "plays", "end"},
        {"revealed", "shadow", "damage", "kills", "threat"},
    )
    fields = {family["id"]: family["fields"] for family in catalogue["declared"]["families"]}
    for key, names in (("cards", card_fields), ("harms", harm_fields)):
        assert names <= {field["name"] for field in fields[key]}
        bits = [range(field["shift"], field["shift"] + field["bits"]) for field in fields[key]]
        assert len({bit for each in bits for bit in each}) == sum(map(len, bits)) <= 32


def test_the_catalogue_of_a_campaign_has_the_encounter_cards_of_every_quest():
    setup = GAME.setup("nightmare_campaign", decks=TWO)
    cards = setup.catalogue["cards"]
    assert len({card["column"] for card in cards}) == len(cards) == 66 + 36 + 47 + 41
    assert [card["deck"] for card in cards[66:]] == [QUESTS[0]] * 36 + [QUESTS[1]] * 47 + [QUESTS[2]] * 41
    assert all(setup.tables[i].card_n[ids.ENCOUNTER] == n for i, n in enumerate((36, 47, 41)))
    assert [quest["id"] for quest in setup.catalogue["quests"]] == list(QUESTS)
    assert len(setup.catalogue["stages"]) == 10
    assert setup.scenario == "nightmare_campaign"


def test_a_quest_can_come_twice_in_a_campaign(write):
    seat = '[[seat]]\nid = "player1"\nname = "One"\ndeck = "lore"\n'
    file = write(f'id = "twice"\ntitle = "Twice"\nquests = ["{QUESTS[0]}", "{QUESTS[0]}"]\n{seat}')
    cards = GAME.setup(str(file)).catalogue["cards"]
    assert len({card["column"] for card in cards}) == len(cards) == 33 + 2 * 36


def test_the_band_follows_the_printed_difficulty():
    """Quests of difficulty 1, 4 and 7 are not meant to be won equally often (LCG-28.1)."""
    bands = [GAME.setup(quest).catalogue["band"] for quest in QUESTS]
    assert bands == [[0.6, 0.8], [0.4, 0.6], [0.2, 0.4]]
    assert GAME.setup("expert_campaign").catalogue["band"] is None
    hardest = GAME.setup(QUESTS[0], overlay={"scenario": {"difficulty": 99}}).catalogue["band"]
    assert 0 < hardest[0] < hardest[1] < 0.3


# Values


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("card.aragorn.threat_cost", 12),
        ("card.faramir.cost", 4),
        ("card.stand_and_fight.cost", "X"),
        ("card.gandalf.name", "Gandalf"),
        ("card.thicket_of_spears.pays", "apart"),
        ("encounter.king_spider.engagement", 20),
        ("encounter.hummerhorns.victory", 5),
        ("stage.anduin_passage.quest_points", 16),
        ("deck.spirit.cards.lorien_guide", 3),
        ("deck.spirit.cards.faramir", 0),
        ("scenario.difficulty", 1),
        ("scenario.encounter_cards.forest_spider", 4),
        ("scenario.encounter_cards.hill_troll", 0),
        ("scenario.seat.player1.name", "Player 1"),
        ("switches.mode", "standard"),
        ("switches.round_cap", 60),
    ],
)
def test_a_value_is_what_is_printed_and_can_be_set_by_the_same_path(path, value):
    found = GAME.value(path, QUESTS[0], decks=TWO)
    assert (found, type(found)) == (value, type(value))
    same = GAME.setup(QUESTS[0], overlay=overlay_at(path, value), decks=TWO)
    assert same.tables_hash == GAME.setup(QUESTS[0], decks=TWO).tables_hash


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("card.aragon.attack", "unknown part 'aragon' in 'card'; did you mean 'aragorn'?"),
        ("encounter.aragorn.attack", "unknown part 'aragorn' in 'encounter'"),
        ("stages.anduin_passage", "unknown part 'stages'; did you mean 'stage'?"),
        ("card.aragorn.cost", "this is not given"),
        ("card.aragorn.traits", "this is a list, a single value is expected"),
        ("card.aragorn", "this is a table; continue the path with one of name, number, type"),
        ("deck.spirit.cards.eowyn", "unknown part 'eowyn'"),
    ],
)
def test_an_unknown_path_is_reported(path, message):
    with pytest.raises(DataError) as caught:
        GAME.value(path, QUESTS[0])
    assert message in str(caught.value)


def test_values_of_a_campaign():
    path = f"scenario.changes.{QUESTS[1]}.encounter_cards.hill_troll"
    assert GAME.value(path, "expert_campaign") == 2
    changed = GAME.setup("expert_campaign", overlay=overlay_at(path, 1))
    printed = GAME.setup("expert_campaign")
    assert changed.tables[0].card_n.tolist() == printed.tables[0].card_n.tolist()
    assert changed.tables[1].card_n[ids.ENCOUNTER] == printed.tables[1].card_n[ids.ENCOUNTER] - 1


# Restrictions


def test_restrictions_are_cards_of_the_players_and_kinds_of_actions():
    setup = GAME.setup(QUESTS[0], decks=TWO)
    found = {restriction.word: restriction for restriction in GAME.restrictions(setup)}
    assert {r.side for r in found.values()} == {"players"}
    assert {r.thing for r in found.values() if r.kind == "action"} == set(actions.KINDS.avoidable)
    cards = {card["id"] for card in setup.catalogue["cards"] if card["side"] == "players"}
    assert {r.thing for r in found.values() if r.kind == "card"} == cards
    assert found["card:eowyn"].label == "does not use Éowyn"
    assert set(found) <= set(known_words(setup))
    assert "card:gimli" in known_words(setup), "printed, though not in this game"
    alone = {r.word for r in GAME.restrictions(GAME.setup(QUESTS[0]))}
    assert "action:sentinel" not in alone, "there is no other player to defend"


# Columns of games


def finished(n):
    """Return n rows of finished games as the kernels write them: all won but the last."""
    rows = np.zeros(n, RESULT).view(np.recarray)
    rows.end_reason, rows.score, rows.stage, rows.rounds = (
        ids.ENDED.QUEST_COMPLETED,
        90,
        3,
        np.arange(5, 5 + n),
    )
    rows[-1].winner, rows[-1].end_reason = ids.SIDE.ENCOUNTER, ids.ENDED.ALL_ELIMINATED
    rows.threat[:, 0], rows.threat[:, 1] = 30, 40
    rows[-1].eliminated[0], rows[-1].eliminated[1] = ids.ELIMINATED_BY.THREAT, ids.ELIMINATED_BY.HEROES
    rows.threat_round[:] = np.arange(ids.ROUNDS) + 20
    rows.progress_round[:] = np.minimum(np.arange(ids.ROUNDS) * 10, 100)
    return rows


def test_the_columns_of_games():
    setup = GAME.setup(QUESTS[0], decks=TWO)
    columns = game_columns(setup, np.arange(3), finished(3))
    winner = columns["winner"]
    assert isinstance(winner, Labelled)
    assert [winner.labels[i] for i in winner.codes] == ["players", "players", "encounter"]
    assert columns["group_score"].tolist() == [90, 90, None], "a score is for games won (LCG-19.1)"
    assert columns["player_score"].tolist() == [45, 45, None]
    assert columns["eliminated_n"].tolist() == [0, 0, 2]
    ways = columns["eliminated_player2"]
    assert [ways.labels[i] for i in ways.codes] == ["none", "none", "heroes"]
    assert columns["threat_player2"].tolist() == [40] * 3
    assert columns["threat_round_6"].tolist() == [None, 25, 25]
    assert columns["progress_round_5"].tolist() == [40, 40, 40]
    assert "threat_round_60" in columns
    assert "threat_round_61" not in columns, "the game is lost after 60 rounds (LCG-30.1)"
    assert "quest" not in columns
    assert "threat_player3" not in columns
    n = {np.shape(column.codes if isinstance(column, Labelled) else column) for column in columns.values()}
    assert n == {(3,)}


def test_the_columns_of_a_campaign():
    setup = GAME.setup("expert_campaign", decks=ALL)
    rows = finished(2)
    rows.quest[:] = (2, 1)
    columns = game_columns(setup, np.arange(2), rows)
    assert columns["stage"].tolist() == [9, 6], "of all quests, one after another"
    assert [columns["quest"].labels[i] for i in columns["quest"].codes] == [QUESTS[2], QUESTS[1]]
    assert "threat_round_64" in columns


def test_what_a_bot_avoids_becomes_masks():
    setup = GAME.setup("expert_campaign", decks=TWO)
    weights = np.array(list(WEIGHTS.defaults.values()), np.float64)
    policy = next(iter(POLICIES.values()))
    bots = [Bot("a", policy, weights, ("action:travel", "card:gandalf")), Bot("b", policy, weights)]
    minds = seated(bots, setup)
    assert minds.shape == (3,)
    for mind in minds:
        assert mind.no_kind.tolist()[:2] == [1 << actions.TRAVEL, 0]
        held = [int(mask).bit_count() for mask in mind.no_card[0]]
        assert held == [1, 1, 0, 0, 0]
        assert not mind.no_card[1].any()
    with pytest.raises(DataError, match="avoids the unknown card 'gandlf'; did you mean 'card:gandalf'"):
        seated([Bot("a", policy, weights, ("card:gandlf",)), bots[1]], setup)
