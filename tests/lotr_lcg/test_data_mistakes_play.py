"""What a user reads after a mistake in a deck, switch, quest, campaign or argument."""

import pytest

from mazarbul.sim.games.lotr_lcg.content.loading import DATA
from tests.lotr_lcg.complaints import cases, complaint

PASSAGE = "passage_through_mirkwood"

IN_DECKS_AND_SWITCHES = """
[switches] / modus = "basic"
2:1: unknown switch 'modus'; did you mean 'mode'?

[switches] / mode = "expert"
2:9: unknown value of switch 'mode': 'expert'; known: basic, easy, standard

[switches] / prune = "yes"
2:10: switch 'prune' must be true or false, not 'yes'

[deck.leadership.cards] / faramr = 1
2:1: unknown card 'faramr'; did you mean 'faramir'?

[deck.leadership.cards] / aragorn = 1
2:1: deck 'leadership': 'aragorn' is a hero; heroes belong in 'heroes' (LCG-26.2)

[deck.leadership.cards] / hill_troll = 1
2:1: unknown card 'hill_troll'

[deck.leadership.cards] / gandalf = 4
2:11: deck 'leadership' has 4 copies of gandalf; at most 3 of a title are allowed (LCG-26.2)

[deck.leadership.cards] / gandalf = -1
2:11: 'gandalf' of deck 'leadership': input should be greater than or equal to 0

[deck.leadership.cards] / gandalf = "2"
2:12: a whole number is expected for 'gandalf' of deck 'leadership'

[deck.leadership] / heroes = []
2:10: 'heroes' of deck 'leadership' has 0 entries, it needs more

[deck.leadership] / heroes = ["aragorn", "gloin", "theodred", "gimli"]
2:10: 'heroes' of deck 'leadership' has 4 entries, at most 3 fit

[deck.leadership] / heroes = ["aragon"]
2:12: unknown hero 'aragon'; did you mean 'aragorn'?

[deck.leadership] / heroes = ["faramir"]
2:12: deck 'leadership': 'faramir' is an ally, not a hero

[deck.leadership] / heroes = ["steward_of_gondor"]
2:12: deck 'leadership': 'steward_of_gondor' is an attachment, not a hero

[deck.leadership] / heroes = ["aragorn", "gloin", "aragorn"]
2:32: deck 'leadership' has the hero aragorn twice

[deck.leadershp] / name = "x"
1:7: unknown deck 'leadershp' (a new one says 'new = true'); did you mean 'leadership'?
"""

IN_QUESTS = """
[scenario] / questt = ["flies_and_spiders"]
2:1: unknown key 'questt'; did you mean 'quest'?

[scenario] / quest = []
2:9: scenario 'passage_through_mirkwood' lacks 'quest' (its stages), or 'quests' if it is a campaign

[scenario] / quest = ["flies_and_spider"]
2:11: unknown stage 'flies_and_spider' in 'quest' of scenario 'passage_through_mirkwood'; did you mean
  'flies_and_spiders'?

[scenario] / quest = ["flies_and_spiders"]
2:11: scenario 'passage_through_mirkwood': stage 'a_fork_in_the_road', which follows
  'flies_and_spiders', is missing

[scenario] / quest = ["a_fork_in_the_road", "flies_and_spiders", "beorns_path", "dont_leave_the_path"]
2:33: scenario 'passage_through_mirkwood': no stage leads to 'flies_and_spiders'

[scenario] / quest = ["flies_and_spiders", "flies_and_spiders"]
2:9: scenario 'passage_through_mirkwood' names 'flies_and_spiders' twice

[scenario] / encounter_sets = ["dol_guldur"]
2:20: unknown encounter set 'dol_guldur' in 'encounter_sets' of scenario 'passage_through_mirkwood'; did
  you mean 'dol_guldur_orcs'?

[scenario] / encounter_sets = ["wilderlands", "wilderlands"]
2:18: scenario 'passage_through_mirkwood' names 'wilderlands' twice

[scenario] / encounter_sets = []
2:18: scenario 'passage_through_mirkwood' has no encounter cards

[scenario.encounter_cards] / hill_trol = 1
2:1: unknown encounter card 'hill_trol'; did you mean 'hill_troll'?

[scenario.encounter_cards] / hill_troll = -1
2:14: 'hill_troll' of scenario 'passage_through_mirkwood': input should be greater than or equal to 0

[scenario] / carries_over = true
2:1: scenario 'passage_through_mirkwood' is not a campaign, so nothing is carried over

[scenario] / changes = {}
2:1: scenario 'passage_through_mirkwood' is not a campaign, so it has no quests to change

[scenario.changes.x] / title = "x"
1:11: scenario 'passage_through_mirkwood' is not a campaign, so it has no quests to change

[scenario.seat.player5] / deck = "lore"
1:16: unknown seat 'player5'; did you mean 'player4'?

[scenario.seat.player2] / deck = "lorre"
2:9: unknown deck 'lorre'; did you mean 'lore'?

[scenario.seat.player3] / deck = "lore"
2:9: seat 'player3' has a deck and 'player2' has none; give 'player2' one too

[scenario.seat.player2] / deck = "leadership"
2:9: 'player1' and 'player2' both use the hero aragorn; only one player can (LCG-26.3)

[scenario.seat.player2] / name = 2
2:8: a string is expected for 'name' of scenario 'passage_through_mirkwood'

[scenario] / seat = []
2:8: no seat has a deck, so there are no players; give player1 one

[scenario] / difficulty = "hard"
2:15: a whole number is expected for 'difficulty' of scenario 'passage_through_mirkwood'

[[scenario.seat]] / id = "player2" / name = "x" / deck = "lore"
2:7: scenario 'passage_through_mirkwood': seat 'player1' is expected here

[[scenario.seat]] / id = "aragorn" / name = "x" / deck = "lore"
2:7: unknown value of 'id': 'aragorn'; known: player1, player2, player3, player4

[scenario] / encounter_sets = ["wilderlands", "saurons_reach", "dol_guldur_orcs",
  "escape_from_dol_guldur", "spiders_of_mirkwood"]
2:18: scenario 'passage_through_mirkwood' has 65 encounter cards, at most 63 fit
"""

IN_CAMPAIGNS = """
[scenario] / quest = ["flies_and_spiders"]
2:1: scenario 'expert_campaign' is a campaign; 'quest' belongs to its quests (change one with 'changes')

[scenario] / quests = ["passage"]
2:12: unknown scenario 'passage'; known: escape_from_dol_guldur, expert_campaign,
  journey_down_the_anduin, nightmare_campaign, passage_through_mirkwood

[scenario] / quests = ["passage_through_mirkwood", "nightmare_campaign"]
2:40: a campaign is made of quests; 'nightmare_campaign' is a campaign

[scenario.changes.passage] / title = "x"
1:19: unknown quest of this campaign 'passage'; known: escape_from_dol_guldur, journey_down_the_anduin,
  passage_through_mirkwood

[scenario.changes.passage_through_mirkwood] / id = "x"
2:1: the id of a quest cannot be changed

[scenario.changes.passage_through_mirkwood] / titl = "x"
2:1: unknown key 'titl'; did you mean 'title'?

[scenario.changes.passage_through_mirkwood] / encounter_sets = ["wilderland"]
2:20: unknown encounter set 'wilderland' in 'encounter_sets' of scenario 'passage_through_mirkwood'; did
  you mean 'wilderlands'?

[scenario] / changes = 3
2:11: a table is expected here

[scenario.changes] / passage_through_mirkwood = 3
2:28: a table is expected here
"""

# As above, but the complaint is about a printed file: its name below the data folder comes first.
IN_PRINTED_FILES = """
[encounter.forest_gate] / type = "enemy"
encounter/passage_through_mirkwood.toml:85:1: encounter card 'forest_gate' is an enemy; 'quest_points' is for
  locations

[card.aragorn] / threat_cost = 40
decks/leadership.toml:5:10: deck 'leadership' begins at threat 57; at 50 a player is eliminated (LCG-17.1)

[scenario] / threat_limit = 29
decks/leadership.toml:5:10: deck 'leadership' begins at threat 29; at 29 a player is eliminated (LCG-17.1)

[deck.leadership.cards] / feint = 3 / beorn = 3 / gleowine = 3 / secret_paths = 3 / hasty_stroke = 3 /
  wandering_took = 3 / citadel_plate = 3 / dark_knowledge = 3 / quick_strike = 3 / blade_mastery = 3 /
  swift_strike = 3
decks/leadership.toml:8:2: deck 'leadership' has 63 cards, at most 60 fit

[switches] / tournament = true
decks/leadership.toml:8:2: deck 'leadership' has 30 cards; a tournament deck has at least 50 (LCG-26.2)
"""


@pytest.mark.parametrize(("text", "wanted"), [*cases(IN_DECKS_AND_SWITCHES), *cases(IN_QUESTS)])
def test_mistakes_in_an_overlay(write, text, wanted):
    path = write(text)
    assert str(complaint(scenario=PASSAGE, overlay=path)) == f"{path}:{wanted}"


@pytest.mark.parametrize(("text", "wanted"), cases(IN_CAMPAIGNS))
def test_mistakes_in_an_overlay_of_a_campaign(write, text, wanted):
    path = write(text)
    assert str(complaint(scenario="expert_campaign", overlay=path)) == f"{path}:{wanted}"


@pytest.mark.parametrize(("text", "wanted"), cases(IN_PRINTED_FILES))
def test_overlays_that_make_a_printed_row_wrong(write, text, wanted):
    assert str(complaint(scenario=PASSAGE, overlay=write(text))) == f"{DATA}/{wanted}"


BOX = {"deck": {"lore": {"cards": {"dark_knowledge": 2}}}}
BOTH = "'player1' and 'player2' both use the hero glorfindel; only one player can (LCG-26.3)"
TOO_MANY = "the decks together have 2 copies of dark_knowledge; one box has 1 (LCG-26.4)"
GAP = "has a deck and 'player{0}' has none; give 'player{0}' one too"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            {"scenario": "passage_thru_mirkwood"},
            "unknown scenario 'passage_thru_mirkwood'; did you mean 'passage_through_mirkwood'?",
        ),
        ({"switches": {"prune": 1}}, "switches prune: switch 'prune' must be true or false, not 1"),
        (
            {"switches": {"round_cap": 0}},
            "switches: switch 'round_cap' is a whole number from 1 to 64, not 0",
        ),
        (
            {"switches": {"round_cap": 65}},
            "switches: switch 'round_cap' is a whole number from 1 to 64, not 65",
        ),
        ({"decks": {"player5": "lore"}}, "decks: unknown seat 'player5'; did you mean 'player4'?"),
        (
            {"decks": {"player1": "loer"}},
            "deck of seat 'player1': unknown deck 'loer'; did you mean 'lore'?",
        ),
        ({"decks": {"player2": "lore"}}, "deck of seat 'player2': seat 'player2' " + GAP.format(1)),
        (
            {"decks": {"player1": "lore", "player2": "tactics", "player4": "spirit"}},
            "deck of seat 'player4': seat 'player4' " + GAP.format(3),
        ),
        (
            {"decks": {"player1": "lore", "player2": "lore"}},
            f"deck of seat 'player2': {BOTH}",
        ),
        (
            {"switches": {"box_limits": True}, "overlay": BOX, "decks": {"player1": "lore"}},
            f"deck of seat 'player1': {TOO_MANY}",
        ),
        (
            {"overlay": {"card": {"aragorn": {"attack": "2"}}}},
            "overlay card.aragorn.attack: a whole number is expected for 'attack' of card 'aragorn'",
        ),
    ],
)
def test_mistakes_in_arguments(arguments, message):
    assert str(complaint(**({"scenario": PASSAGE} | arguments))) == message


@pytest.mark.parametrize(
    ("cut", "put", "wanted"),
    [
        ('id             = "passage_through_mirkwood"\n', "", "1:1: this scenario lacks an 'id'"),
        ('id   = "player4"\n', "", "24:3: this seat lacks an 'id'"),
        ('id   = "player4"', 'id = "player1"', "25:7: there are two seats 'player1'"),
        ('id   = "player4"', 'id = "gimli"', "25:7: unknown value of 'id': 'gimli'; known: player1, "),
        ('id   = "player1"', 'id = "player2"', "17:9: there are two seats 'player2'"),
        ("[[seat]]", "[[seats]]", "1:1: this scenario lacks seats, '[[seat]]'"),
        ("quest          =", "quest =(", "8:8: this is not valid TOML: invalid value"),
    ],
)
def test_mistakes_in_a_scenario_file(write, cut, put, wanted):
    text = (DATA / "scenarios" / f"{PASSAGE}.toml").read_text("utf-8")
    assert cut in text
    path = write(text.replace(cut, put))
    assert str(complaint(scenario=path)).startswith(f"{path}:{wanted}")


def test_a_fifth_seat(write):
    text = (DATA / "scenarios" / f"{PASSAGE}.toml").read_text("utf-8")
    path = write(text + '[[seat]]\nid = "player5"\nname = "Player 5"\n')
    assert "unknown value of 'id': 'player5'" in str(complaint(scenario=path))


def test_a_deck_file_in_which_something_is_wrong(write):
    path = write('id = "mine"\nname = "Mine"\nheroes = ["gimli"]\n[cards]\nfeint = 2\ngandlaf = 1\n')
    found = complaint(scenario=PASSAGE, decks={"player1": path})
    assert str(found) == f"{path}:6:1: unknown card 'gandlaf'; did you mean 'gandalf'?"
