"""What a user reads after a mistake in a card, a stage or an effect: place, message, suggestion."""

import pytest

from tests.lotr_lcg.complaints import cases, complaint

IN_PLAYER_CARDS = """
[cards.aragorn] / attack = 2
1:2: unknown table 'cards'; did you mean 'card'?

[card.aragon] / attack = 2
1:7: unknown card 'aragon' (a new one says 'new = true'); did you mean 'aragorn'?

[card.aragorn] / atack = 2
2:1: unknown key 'atack'; did you mean 'attack'?

[card.aragorn] / type = "heroe"
2:9: unknown value of 'type': 'heroe'; did you mean 'hero'?

[card.aragorn] / sphere = "leadreship"
2:11: unknown value of 'sphere': 'leadreship'; did you mean 'leadership'?

[card.aragorn] / attack = "2"
2:11: a whole number is expected for 'attack' of card 'aragorn'

[card.aragorn] / attack = 61
2:10: 'attack' of card 'aragorn': input should be less than or equal to 60

[card.aragorn] / attack = -1
2:10: 'attack' of card 'aragorn': input should be greater than or equal to 0

[card.faramir] / cost = "Y"
2:9: 'cost' of card 'faramir': a whole number from 0 to 60 or "X" is expected

[card.faramir] / cost = -1
2:8: 'cost' of card 'faramir': a whole number from 0 to 60 or "X" is expected

[card.faramir] / cost = 2.5
2:8: 'cost' of card 'faramir': a whole number from 0 to 60 or "X" is expected

[card.aragorn] / unique = 1
2:10: true or false is expected for 'unique' of card 'aragorn'

[card.aragorn] / traits = "noble"
2:11: a list is expected for 'traits' of card 'aragorn'

[card.aragorn] / traits = ["Noble One"]
2:12: a word of small letters, digits and underscores is expected for 'traits' of card 'aragorn'

[card.aragorn] / traits = ["noble", "noble"]
2:10: card 'aragorn' names 'noble' twice

[card.aragorn] / keywords = ["sentinal"]
2:14: unknown value of 'keywords': 'sentinal'; did you mean 'sentinel'?

[card.aragorn] / keywords = ["surge"]
2:14: card 'aragorn' is a hero; 'surge' is for enemies, locations, treacheries, objectives

[card.steward_of_gondor] / keywords = ["ranged"]
2:14: card 'steward_of_gondor' is an attachment; 'ranged' is for heroes, allies

[card.aragorn] / name = ""
2:9: 'name' of card 'aragorn': a name with letters is expected

[card.aragorn] / id = "other"
2:1: the id is already in the header [card.aragorn]

[card.aragorn] / new = true
2:1: there is already a card 'aragorn'

[card.scout] / new = true
1:7: card 'scout' lacks 'name'

[[card]] / name = "x"
1:3: this card lacks an 'id'

[[card]] / id = "hill_troll" / name = "x"
2:7: card 'hill_troll' has the id of an encounter

[[card]] / id = "a" / name = "x" / type = "hero" / sphere = "lore" / source = "x"
4:9: card 'a' is a hero and lacks 'threat_cost'

[[card]] / id = "a" / name = "x" / type = "ally" / sphere = "lore" / source = "x"
4:9: card 'a' is an ally and lacks 'cost'

[card.aragorn] / cost = 3
2:1: card 'aragorn' is a hero; such a card has no 'cost'

[card.aragorn] / sphere = "neutral"
2:11: card 'aragorn' is a hero; every hero has a sphere (LCG-1.7)

[card.aragorn] / hit_points = 0
2:14: card 'aragorn': a hero has at least 1 hit point

[card.faramir] / threat_cost = 3
2:1: card 'faramir' is an ally; such a card has no 'threat_cost'

[card.feint] / attack = 3
2:1: card 'feint' is an event; only characters have 'attack'

[card.steward_of_gondor] / hit_points = 3
2:1: card 'steward_of_gondor' is an attachment; only characters have 'hit_points'

[card.faramir] / attach = "hero"
2:1: card 'faramir' is an ally; such a card has no 'attach'

[[card]] / id = "a" / name = "x" / type = "attachment" / cost = 1 / sphere = "lore" / source = "x"
4:9: card 'a' is an attachment and lacks 'attach'

[card.feint] / attach_zone = "engaged"
2:1: card 'feint' is an event; only attachments have 'attach_zone'

[card.forest_snare] / attach = 3
2:10: a text in the effect language is expected for 'attach' of card 'forest_snare'

[card.feint] / pays = "alone"
2:9: unknown value of 'pays': 'alone'; known: apart, together

[card.stand_and_fight] / pays = "apart"
2:9: card 'stand_and_fight': only a cost that is a number can be paid apart (LCG-6.13)
"""

IN_ENCOUNTER_CARDS_AND_STAGES = """
[encounter.hill_trol] / attack = 2
1:12: unknown encounter 'hill_trol' (a new one says 'new = true'); did you mean 'hill_troll'?

[stage.beorn_path] / depth = 2
1:8: unknown stage 'beorn_path' (a new one says 'new = true'); did you mean 'beorns_path'?

[encounter.hill_troll] / quest_points = 3
2:1: encounter card 'hill_troll' is an enemy; 'quest_points' is for locations

[encounter.hill_troll] / hit_points = 0
2:14: encounter card 'hill_troll': an enemy has at least 1 hit point

[encounter.forest_gate] / quest_points = 0
2:16: encounter card 'forest_gate': a location has at least 1 quest point

[encounter.forest_gate] / engagement = 3
2:1: encounter card 'forest_gate' is a location; 'engagement' is for enemies

[encounter.despair] / threat = 3
2:1: encounter card 'despair' is a treachery; 'threat' is for enemies, locations

[encounter.despair] / victory = 3
2:1: encounter card 'despair' is a treachery; 'victory' is for enemies, locations

[encounter.hill_troll] / attached_as = ["item"]
2:1: encounter card 'hill_troll' is an enemy; 'attached_as' is for treacheries, objectives

[encounter.hill_troll] / keywords = ["guarded"]
2:14: encounter card 'hill_troll' is an enemy; 'guarded' is for objectives

[encounter.hill_troll] / set = "Big Trolls"
2:8: a word of small letters, digits and underscores is expected for 'set' of encounter card 'hill_troll'

[stage.beorns_path] / depth = 9
2:9: 'depth' of stage 'beorns_path': input should be less than or equal to 8

[stage.beorns_path] / next = ["x"]
2:10: unknown stage 'x'; known: a_fork_in_the_road, ambush_on_the_shore, anduin_passage, beorns_path,
  dont_leave_the_path, flies_and_spiders, out_of_the_dungeons, the_necromancers_tower,
  through_the_caverns, to_the_river

[stage.flies_and_spiders] / next = ["beorn_path"]
2:10: unknown stage 'beorn_path'; did you mean 'beorns_path'?

[stage.flies_and_spiders] / next = ["beorns_path", "beorns_path"]
2:8: stage 'flies_and_spiders' names 'beorns_path' twice

[stage.beorns_path] / next = ["flies_and_spiders"]
2:10: stage 'beorns_path' has depth 3; 'flies_and_spiders' after it has 1

[stage.beorns_path] / quest_points = 100
2:16: 'quest_points' of stage 'beorns_path': input should be less than or equal to 99
"""

IN_EFFECTS = """
[card.aragorn] / effects = [{ on = "comitted", do = "" }]
2:20: unknown value of 'on': 'comitted'; did you mean 'committed'?

[card.aragorn] / effects = [{ on = "action" }]
2:12: card 'aragorn': an effect on 'action' lacks 'do'

[card.aragorn] / effects = [{ on = "action", do = 3 }]
2:34: a text in the effect language is expected for 'do' of card 'aragorn'

[card.aragorn] / effects = [{ on = "action", doo = "" }]
2:29: unknown key 'doo'; did you mean 'do'?

[card.aragorn] / effects = [{ on = "action", card = "self", do = "" }]
2:29: card 'aragorn': an effect on 'action' has no 'card', its keys are phase, by, if, cost, do, limit,
  times

[card.aragorn] / effects = [{ on = "static", cost = "", do = "" }]
2:29: card 'aragorn': an effect on 'static' has no 'cost', its keys are if, do

[card.aragorn] / effects = [{ on = "committed", cost = "", do = "" }]
2:32: card 'aragorn': 'cost' is for actions and responses; this effect lacks 'may = true'

[card.aragorn] / effects = [{ on = "committed", phase = "quest", do = "" }]
2:32: card 'aragorn': an effect on 'committed' has no 'phase', its keys are card, of, may, hand, by, if,
  cost, do, limit, times

[card.aragorn] / effects = [{ on = "round_ends", card = "self", do = "" }]
2:33: card 'aragorn': an effect on 'round_ends' has no 'card', its keys are may, hand, by, if, cost, do,
  limit, times

[card.aragorn] / effects = [{ on = "action", limit = "turn", do = "" }]
2:38: unknown value of 'limit': 'turn'; known: phase, round

[card.aragorn] / effects = [{ on = "action", times = 2, do = "" }]
2:29: card 'aragorn': 'times' is only allowed with 'limit'

[card.aragorn] / effects = [{ on = "action", limit = "round", times = 0, do = "" }]
2:54: 'times' of card 'aragorn': input should be greater than or equal to 1

[card.aragorn] / effects = [{ on = "action", phase = "quests", do = "" }]
2:38: unknown value of 'phase': 'quests'; did you mean 'quest'?

[card.aragorn] / effects = [{ on = "action", by = "all", do = "" }]
2:35: unknown value of 'by': 'all'; known: any, controller, first

[card.aragorn] / effects = [{ on = "shadow", do = "" }]
2:20: card 'aragorn': only encounter cards are shadow cards

[card.aragorn] / effects = [{ on = "setup", do = "" }]
2:20: card 'aragorn': only stages are set up

[card.aragorn] / effects = [{ on = "leaving", destroyed = true }]
2:12: card 'aragorn': an effect on 'leaving' lacks 'to'

[card.aragorn] / effects = [{ on = "leaving", to = "hand" }]
2:36: unknown value of 'to': 'hand'; known: deck, deck_top, staging

[card.feint] / effects = [{ on = "static", do = "" }]
2:20: card 'feint' is an event; its effects must be actions or have may = true (LCG-20.2)

[card.feint] / effects = [{ on = "leaves", do = "" }]
2:20: card 'feint' is an event; its effects must be actions or have may = true (LCG-20.2)

[encounter.hill_troll] / effects = [{ on = "travel", cost = "" }]
2:20: encounter card 'hill_troll': only locations are travelled to

[encounter.forest_gate] / effects = [{ on = "travel" }]
2:12: encounter card 'forest_gate': an effect on 'travel' lacks 'cost'

[encounter.forest_gate] / effects = [{ on = "travelled", may = true, do = "" }]
2:12: encounter card 'forest_gate': it has no controller; write by = "first" or by = "any" (LCG-20.8)

[encounter.forest_gate] / effects = [{ on = "action", do = "" }]
2:12: encounter card 'forest_gate': it has no controller; write by = "first" or by = "any" (LCG-20.8)

[encounter.forest_gate] / effects = [{ on = "action", by = "controller", do = "" }]
2:35: encounter card 'forest_gate': it has no controller; write by = "first" or by = "any" (LCG-20.8)

[stage.beorns_path] / effects = [{ on = "action", do = "" }]
2:20: stage 'beorns_path': a stage has no actions

[stage.beorns_path] / effects = [{ on = "leaving", to = "deck" }]
2:20: stage 'beorns_path': a stage does not leave play

[stage.beorns_path] / effects = [{ on = "shadow", do = "" }]
2:20: stage 'beorns_path': only encounter cards are shadow cards
"""


@pytest.mark.parametrize(
    ("text", "wanted"),
    [*cases(IN_PLAYER_CARDS), *cases(IN_ENCOUNTER_CARDS_AND_STAGES), *cases(IN_EFFECTS)],
)
def test_mistakes_in_an_overlay(write, text, wanted):
    path = write(text)
    found = complaint(scenario="passage_through_mirkwood", overlay=path)
    assert str(found.alone()) == f"{path}:{wanted}"
