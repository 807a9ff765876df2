"""Overlays and user files: merging, players, and limits."""

import pickle

import pytest

from mazarbul.sim.games.lotr_lcg.content.loading import DATA, load_data
from mazarbul.sim.games.lotr_lcg.content.tables import make_tables
from mazarbul.sim.toml import DataError

PASSAGE = "passage_through_mirkwood"
RIDER = """
[[card]]
id        = "rider_of_rohan"
name      = "Rider of Rohan"
type      = "ally"
sphere    = "spirit"
cost      = 3
willpower = 2
hit_points = 2
traits    = ["rohan"]
effects   = [{ on = "committed", may = true, do = "draw(you, 1)" }]
source    = "made up"
"""
BARROW = """
[[encounter]]
id         = "barrow_wight"
name       = "Barrow-wight"
type       = "enemy"
set        = "barrows"
copies     = 4
engagement = 30
threat     = 2
attack     = 3
hit_points = 5
source     = "made up"

[[stage]]
id           = "the_old_barrow"
name         = "The Old Barrow"
number       = 901
depth        = 1
quest_points = 12
source       = "made up"
"""
QUEST = """
id             = "barrow_downs"
title          = "Barrow-downs"
encounter_sets = ["barrows"]
quest          = ["the_old_barrow"]

[[seat]]
id   = "player1"
name = "Player 1"
deck = "spirit"
"""


def test_overlay_changes_numbers_texts_and_stages(write):
    overlay = write(
        "[card.aragorn]\nattack = 4\n[encounter.hill_troll]\nattack = 5\n"
        "[stage.beorns_path]\nquest_points = 6\n"
        '[card.feint]\neffects = [{ on = "action", do = "draw(you, 2)" }]\n'
    )
    data = load_data(PASSAGE, overlay=overlay)
    assert (data.cards["aragorn"].attack, data.cards["aragorn"].willpower) == (4, 2)
    assert (data.encounter["hill_troll"].attack, data.stages["beorns_path"].quest_points) == (5, 6)
    (effect,) = data.cards["feint"].effects
    assert (effect.do.text, effect.do.file, effect.do.line) == ("draw(you, 2)", str(overlay), 8)


def test_overlay_changes_a_deck_and_its_heroes(write):
    overlay = write(
        '[deck.leadership]\nheroes = ["aragorn", "eowyn"]\ncards = { grim_resolve = 0, feint = 2 }\n'
    )
    deck = load_data(PASSAGE, overlay=overlay).decks["player1"]
    assert deck.heroes == ("aragorn", "eowyn")
    assert "grim_resolve" not in deck.cards
    assert (deck.cards["feint"], sum(deck.cards.values())) == (2, 31)


def test_overlay_changes_the_encounter_deck(write):
    overlay = write(
        '[scenario]\nencounter_sets = ["spiders_of_mirkwood", "dol_guldur_orcs"]\n'
        "[scenario.encounter_cards]\nhill_troll = 2\nking_spider = 0\nhummerhorns = 3\n"
    )
    data = load_data(PASSAGE, overlay=overlay)
    deck = data.encounter_deck(data.scenario)
    assert (deck["hill_troll"], deck["hummerhorns"], sum(deck.values())) == (2, 3, 26 + 2 - 2 + 2)
    assert not {"king_spider", "forest_spider"} & set(deck)


def test_overlay_gives_a_seat_a_deck_of_its_own(write):
    data = load_data(PASSAGE, overlay=write('[scenario.seat.player2]\ndeck = "lore"\n'))
    assert {seat: deck.id for seat, deck in data.decks.items()} == {
        "player1": "leadership",
        "player2": "lore",
    }


def test_overlays_are_laid_over_each_other_in_order():
    overlays = [{"card": {"gimli": {"attack": 5, "defense": 3}}}, {"card": {"gimli": {"attack": 1}}}]
    gimli = load_data(PASSAGE, overlay=overlays).cards["gimli"]
    assert (gimli.attack, gimli.defense) == (1, 3)


def test_switches_of_an_overlay_and_given_ones():
    overlay = {"switches": {"mode": "basic", "round_cap": 20}}
    switches = load_data(PASSAGE, {"round_cap": 30}, overlay).switches
    assert (switches["mode"], switches["round_cap"], switches["prune"]) == ("basic", 30, False)


def test_an_overlay_wins_over_what_a_switch_stands_for():
    overlay = {"encounter": {"forest_spider": {"text": "Mine.", "attack": 4}}}
    spider = load_data(PASSAGE, {"spider_duration": "round"}, overlay).encounter["forest_spider"]
    assert (spider.text, spider.attack) == ("Mine.", 4)
    assert "until(round," in spider.effects[0].do.text


def test_LCG_1_4_as_many_players_as_decks():
    four = {"player1": "lore", "player2": "spirit", "player3": "tactics", "player4": "leadership"}
    for number in range(1, 5):
        given = dict(list(four.items())[:number])
        data = load_data(PASSAGE, decks=given)
        assert {seat: deck.id for seat, deck in data.decks.items()} == given
        assert data.seats == tuple(given)


def test_decks_replace_those_of_the_scenario(write):
    overlay = write('[scenario.seat.player2]\ndeck = "lore"\n')
    assert load_data(PASSAGE, overlay=overlay, decks={"player1": "tactics"}).seats == ("player1",)


def test_decks_come_in_the_order_of_the_seats():
    data = load_data(PASSAGE, decks={"player2": "lore", "player1": "tactics"})
    assert [(seat, deck.id) for seat, deck in data.decks.items()] == [
        ("player1", "tactics"),
        ("player2", "lore"),
    ]


def test_LCG_26_4_box_limits():
    decks = {"player1": "lore", "player2": "spirit", "player3": "tactics", "player4": "leadership"}
    assert load_data(PASSAGE, {"box_limits": True}, decks=decks).switches["box_limits"] is True
    overlay = {"deck": {name: {"cards": {"gandalf": 2}} for name in ("lore", "spirit", "tactics")}}
    assert load_data(PASSAGE, overlay=overlay, decks=decks).decks["player1"].cards["gandalf"] == 2
    with pytest.raises(DataError, match=r"together have 6 copies of gandalf; one box has 4 \(LCG-26.4\)"):
        load_data(PASSAGE, {"box_limits": True}, overlay, {seat: decks[seat] for seat in list(decks)[:3]})


@pytest.mark.parametrize("quest", [PASSAGE, "expert_campaign"])
def test_LCG_17_1_a_scenario_may_have_another_limit_of_threat(quest):
    assert set(make_tables(load_data(quest)).record.threat_limit) == {50}
    changed = load_data(quest, overlay={"scenario": {"threat_limit": 40}})
    assert set(make_tables(changed).record.threat_limit) == {40}
    with pytest.raises(DataError, match=r"'threat_limit' .* less than or equal to 99"):
        load_data(quest, overlay={"scenario": {"threat_limit": 100}})


def test_LCG_26_2_tournament_decks():
    names = ("feint", "beorn", "blade_mastery", "citadel_plate", "dwarven_axe", "hasty_stroke")
    cards = dict.fromkeys(names, 3)
    overlay = {"deck": {"leadership": {"cards": cards | {"gandalf": 3}}}}
    deck = load_data(PASSAGE, {"tournament": True}, overlay).decks["player1"]
    assert sum(deck.cards.values()) == 50
    del cards["feint"]
    with pytest.raises(DataError, match=r"has 47 cards; a tournament deck has at least 50"):
        load_data(PASSAGE, {"tournament": True}, {"deck": {"leadership": {"cards": cards | {"gandalf": 3}}}})


def test_copies_of_a_title_are_counted_together(write):
    other = RIDER.replace("[[card]]", "[[card]]\nproduct = 'Other'")
    twin = other.replace("rider_of_rohan", "another_rider") + RIDER
    cards = "[deck.leadership.cards]\nrider_of_rohan = 2\nanother_rider = {}\n"
    assert (
        load_data(PASSAGE, overlay=write(twin + cards.format(1))).decks["player1"].cards["another_rider"] == 1
    )
    with pytest.raises(DataError, match=r"4 copies of another_rider; at most 3 of a title are allowed"):
        load_data(PASSAGE, overlay=write(twin + cards.format(2)))


def test_rows_of_an_overlay_add_cards(write):
    data = load_data(PASSAGE, overlay=write(RIDER + "[deck.leadership.cards]\nrider_of_rohan = 3\n"))
    assert data.decks["player1"].cards["rider_of_rohan"] == 3
    assert data.cards["rider_of_rohan"].effects[0].do.text == "draw(you, 1)"


def test_a_deck_file_brings_cards_of_its_own_and_overlays_reach_it(write):
    deck = write(
        'id = "mine"\nname = "Mine"\nheroes = ["eowyn", "dunhere"]\ncards = { rider_of_rohan = 3 }\n' + RIDER,
        "deck.toml",
    )
    overlay = {"deck": {"mine": {"cards": {"gandalf": 1}}}, "card": {"rider_of_rohan": {"cost": 2}}}
    data = load_data(PASSAGE, overlay=overlay, decks={"player1": deck})
    assert data.decks["player1"].cards == {"rider_of_rohan": 3, "gandalf": 1}
    assert data.cards["rider_of_rohan"].cost == 2


def test_a_quest_of_ones_own(write):
    data = load_data(write(QUEST + BARROW))
    assert (data.scenario.title, data.decks["player1"].id) == ("Barrow-downs", "spirit")
    assert data.encounter_deck(data.scenario) == {"barrow_wight": 4}
    with pytest.raises(DataError, match="unknown seat 'player2'"):
        load_data(write(QUEST + BARROW), decks={"player1": "spirit", "player2": "lore"})


def test_a_campaign_of_ones_own_with_a_quest_of_ones_own(write):
    write(QUEST + BARROW, "barrow.toml")
    campaign = write(
        'id = "mine"\ntitle = "Mine"\nquests = ["barrow.toml", "passage_through_mirkwood"]\n'
        '[[seat]]\nid = "player1"\nname = "Player 1"\ndeck = "lore"\n',
        "campaign.toml",
    )
    data = load_data(campaign, overlay={"encounter": {"barrow_wight": {"attack": 6}}})
    assert [quest.id for quest in data.quests] == ["barrow_downs", PASSAGE]
    assert (data.encounter["barrow_wight"].attack, data.decks["player1"].id) == (6, "lore")


def test_overlay_changes_the_quests_of_a_campaign():
    change = {"encounter_cards": {"hill_troll": 2}}
    data = load_data("expert_campaign", overlay={"scenario": {"changes": {PASSAGE: change}}})
    totals = [sum(data.encounter_deck(quest).values()) for quest in data.quests]
    assert totals == [38, 47, 41]
    assert data.quests[0].title == "Passage Through Mirkwood"


def test_a_scenario_file_names_a_deck_file_beside_it(write):
    write((DATA / "decks" / "lore.toml").read_text("utf-8").replace('"lore"', '"mine"'), "other.toml")
    data = load_data(write((QUEST + BARROW).replace('"spirit"', '"other.toml"')))
    assert (data.decks["player1"].id, sum(data.decks["player1"].cards.values())) == ("mine", 30)


def test_game_data_survives_pickling():
    data = load_data("nightmare_campaign", decks={"player1": "lore", "player2": "spirit"})
    assert pickle.loads(pickle.dumps(data)) == data


def test_limits_of_the_encounter_deck(write):
    text = (QUEST + BARROW).replace("copies     = 4", "copies = 63")
    assert sum(load_data(write(text)).encounter_deck(load_data(write(text)).scenario).values()) == 63
    more = text.replace("[[encounter]]", "[encounter_cards]\nhill_troll = 1\n[[encounter]]")
    with pytest.raises(DataError, match="scenario 'barrow_downs' has 64 encounter cards, at most 63 fit"):
        load_data(write(more))


def test_limit_of_a_deck():
    names = (
        "feint", "beorn", "blade_mastery", "citadel_plate", "dwarven_axe", "hasty_stroke", "gleowine",
        "wandering_took", "lorien_guide", "secret_paths",
    )  # fmt: skip
    cards = dict.fromkeys(names, 3)
    deck = load_data(PASSAGE, overlay={"deck": {"leadership": {"cards": cards}}}).decks["player1"]
    assert sum(deck.cards.values()) == 60
    with pytest.raises(DataError, match="deck 'leadership' has 61 cards, at most 60 fit"):
        load_data(PASSAGE, overlay={"deck": {"leadership": {"cards": cards | {"quick_strike": 1}}}})
