"""The encounter phase and combat, by the worked examples and rulings of the rules (LCG-11 to LCG-15)."""

from __future__ import annotations

import pytest

from mazarbul.sim.games.lotr_lcg import ids
from tests.lotr_lcg.board import Board
from tests.marks import compiles

pytestmark = compiles

JOURNEY = "journey_down_the_anduin"
ESCAPE = "escape_from_dol_guldur"


# Engagement ---------------------------------------------------------------------------------------


def test_W_06_engagement_checks():
    board = Board("tactics", "leadership")
    board.s.threat[0], board.s.threat[1] = 24, 35
    king, forest = board.staging("king_spider"), board.staging("forest_spider")
    spawn, bees = board.staging("ungoliants_spawn"), board.staging("hummerhorns")
    board.start(ids.PHASE.ENCOUNTER)
    assert board.options[0] == "pass"
    assert len(board.options) == 5
    board.do("pass", "pass")
    assert [e[:2] for e in board.events(ids.E.ENGAGE)] == [(king, 0), (spawn, 1), (forest, 1)]
    assert board.is_engaged(king, 0)
    assert board.is_engaged(spawn, 1)
    assert board.is_engaged(forest, 1)
    assert board.s.staging == 1 << bees % ids.BLOCK


def test_LCG_11_1_one_enemy_each_by_choice():
    board = Board("tactics", "leadership")
    board.s.threat[:2] = 0
    bees = board.staging("hummerhorns")
    spawn = board.staging("ungoliants_spawn")
    board.start(ids.PHASE.ENCOUNTER)
    board.do("engage ungoliants_spawn")
    assert board.s.actor == 1
    assert board.options == ["pass", "engage hummerhorns"]
    board.do("pass")
    assert board.is_engaged(spawn, 0)
    assert not board.is_engaged(bees, 1)


def test_A_42_two_snipers_in_staging_cannot_be_engaged_by_choice():
    board = Board("tactics", scenario=JOURNEY)
    board.staging("goblin_sniper")
    board.staging("goblin_sniper")
    wargs = board.staging("wargs")
    board.s.threat[0] = 0
    board.start(ids.PHASE.ENCOUNTER)
    assert board.options == ["pass", "engage wargs"]
    board.do("engage wargs")
    assert board.is_engaged(wargs)


def test_LCG_11_2_anduin_passage_has_no_checks():
    board = Board("tactics", scenario=JOURNEY)
    wargs = board.staging("wargs")
    board.s.stage = 1
    board.s.threat[0] = 40
    board.start(ids.PHASE.ENCOUNTER)
    board.do("pass")
    assert not board.is_engaged(wargs)


def test_D_15_copies_that_nothing_tells_apart_are_one_option():
    board = Board("tactics")
    spiders = [board.staging(f"forest_spider#{copy}") for copy in (1, 2, 3)]
    board.hurt("forest_spider#2", 1)
    board.s.threat[0] = 30
    board.start(ids.PHASE.ENCOUNTER)
    board.do("pass")
    assert [int(o) >> 10 & 1023 for o in board.s.options[: board.s.option_n]] == spiders[:2]


# Shadow cards -------------------------------------------------------------------------------------


def test_W_07_shadow_cards_by_engagement_cost():
    board = Board("leadership")
    spider, spawn = board.engaged("forest_spider"), board.engaged("ungoliants_spawn")
    patrol, stream = board.deck("east_bight_patrol", "enchanted_stream")
    board.start()
    assert (board.s.first_shadow[spawn], board.s.first_shadow[spider]) == (patrol, stream)


def test_LCG_12_2_who_comes_last_gets_none():
    board = Board("leadership", "tactics")
    board.s.first_player = 1
    late, early = board.engaged("forest_spider#1", 0), board.engaged("forest_spider#2", 1)
    (card,) = board.deck("enchanted_stream")
    board.start()
    assert (board.s.first_shadow[early], board.s.first_shadow[late]) == (card, ids.NONE)


def test_LCG_27_1_basic_game_has_no_shadow_cards():
    board = Board("leadership", mode="basic")
    spider = board.engaged("forest_spider")
    board.deck("east_bight_patrol")
    board.start()
    assert board.s.first_shadow[spider] == ids.NONE


def test_W_08_defended_and_W_09_undefended():
    board = Board("leadership")
    board.engaged("forest_spider")
    board.engaged("ungoliants_spawn")
    board.deck("east_bight_patrol", "enchanted_stream")
    board.ready("silverlode_archer")
    board.start()
    board.do("next-attacker ungoliants_spawn", "defend silverlode_archer")
    assert board.zone("silverlode_archer") == ids.ZONE.DISCARD
    assert board.threat() == 20
    assert board.damage("aragorn") == 0
    board.do("undefended-hero aragorn")  # the spider's attack, which no character can defend
    assert board.damage("aragorn") == 2
    assert board.threat() == 20


def test_LCG_13_8_an_undefended_attack_has_the_stronger_shadow_effect():
    board = Board("leadership")
    board.engaged("forest_spider")
    board.deck("east_bight_patrol")
    board.start()
    board.do("undefended-hero aragorn")
    assert board.damage("aragorn") == 3
    assert board.threat() == 23


# Who attacks, and when an attack ends -------------------------------------------------------------


def test_W_15_what_happens_when_an_enemy_is_chosen():
    board = Board("leadership")
    ufthak, master = board.engaged("chieftain_ufthak"), board.engaged("dol_guldur_beastmaster")
    cards = board.deck("forest_gate", "old_forest_road", "enchanted_stream")
    board.ready("aragorn", "gloin")
    board.start()
    board.do("next-attacker chieftain_ufthak")
    assert board.s.tokens[ufthak] == 1
    board.do("no-defender", "undefended-hero theodred")
    assert board.zone("theodred") == ids.ZONE.DISCARD  # 5 damage on 4 hit points
    assert board.s.next_shadow[board.s.first_shadow[master]] == cards[2]


def test_LCG_13_3_marsh_adder_raises_threat():
    board = Board("leadership", scenario=JOURNEY)
    board.engaged("marsh_adder")
    board.start()
    assert board.threat() == 21


def test_LCG_13_4_an_enemy_that_cannot_attack_is_not_chosen():
    board = Board("tactics")
    board.engaged("ungoliants_spawn")
    board.engaged("forest_spider")
    board.hand("feint")
    board.pool("legolas", 1)
    board.start()
    board.do("play feint", "target ungoliants_spawn")
    board.until("undefended-hero")
    board.do("undefended-hero gimli")
    assert board.damage("gimli") == 2
    board.finish()


def test_A_11_late_engagement_attacks_without_a_shadow_card():
    board = Board("leadership")
    board.engaged("forest_spider")
    orcs = board.staging("dol_guldur_orcs")
    board.deck("enchanted_stream", "forest_gate")
    board.hand("sneak_attack", "son_of_arnor")
    board.pool("aragorn", 1)
    board.start()
    board.do("play sneak_attack", "respond son_of_arnor")
    assert board.is_engaged(orcs)
    assert board.s.first_shadow[orcs] == ids.NONE
    board.until("next-attacker")
    assert sorted(board.options) == ["next-attacker dol_guldur_orcs", "next-attacker forest_spider"]
    board.do("next-attacker dol_guldur_orcs")
    assert board.options == ["no-defender", "defend son_of_arnor"]


def test_LCG_13_13_an_attack_ends_when_the_enemy_goes_back():
    board = Board("spirit")
    orcs = board.engaged("dol_guldur_orcs")
    board.hand("a_light_in_the_dark")
    board.pool("eowyn", 2)
    board.ready("eowyn")
    board.start()
    board.do("pass")  # W-C0
    board.do("play a_light_in_the_dark")
    assert board.s.staging == 1 << orcs % ids.BLOCK
    assert board.s.attack_frame == ids.NONE
    board.finish()
    assert board.damage("eowyn") == 0


def test_LCG_13_13_a_dead_enemy_attacks_no_further():
    board = Board("tactics")
    orcs = board.engaged("dol_guldur_orcs")
    board.hurt("dol_guldur_orcs", 2)
    board.deck("east_bight_patrol")
    board.ready("gondorian_spearman")
    board.start()
    board.do("defend gondorian_spearman", "respond gondorian_spearman")
    assert board.zone(orcs) == ids.ZONE.DISCARD
    assert board.zone("gondorian_spearman") == ids.ZONE.PLAY
    assert board.damage("gondorian_spearman") == 0
    assert board.zone("east_bight_patrol") == ids.ZONE.DISCARD  # its shadow card was never turned up
    assert not board.events(ids.E.SHADOW_UP)


def test_LCG_13_13_an_attack_ends_with_its_player():
    board = Board("leadership", "tactics")
    board.s.threat[0] = 49
    patrol = board.engaged("forest_spider", 0)
    board.deck("ungoliants_spawn")
    board.start()
    assert not board.s.in_game & 1
    assert board.s.attack_frame == ids.NONE
    assert board.s.staging == 1 << patrol % ids.BLOCK
    assert board.damage("aragorn") == 0


# Defenders ----------------------------------------------------------------------------------------


def test_A_29_sentinels_are_offered_from_the_left_of_the_attacked_player():
    board = Board("tactics", "leadership", "spirit")
    board.engaged("king_spider", 1)
    board.ready("gondorian_spearman", "legolas")
    board.start()
    assert board.s.actor == 0
    assert board.options == ["pass", "sentinel gondorian_spearman"]
    board.do("sentinel gondorian_spearman")
    board.until("attack")
    assert board.zone("gondorian_spearman") == ids.ZONE.DISCARD
    assert board.damage("aragorn") == 0


def test_LCG_13_6_a_defended_attack_needs_no_sentinel():
    board = Board("leadership", "tactics")
    board.engaged("king_spider", 0)
    board.ready("aragorn", "gondorian_spearman")
    board.start()
    board.do("defend aragorn")
    assert board.damage("aragorn") == 1


def test_W_16_several_defenders():
    board = Board("tactics")
    board.engaged("ungoliants_spawn")
    board.s.tokens[:] = 0
    board.ready("gimli", "gondorian_spearman#1", "gondorian_spearman#2")
    board.hand("stand_together")
    board.start()
    board.do("play stand_together")
    board.until("defend")
    board.do("defend gimli", "defend gondorian_spearman", "defend gondorian_spearman")
    board.until("damaged-defender")
    assert board.options == [
        "damaged-defender gimli",
        "damaged-defender gondorian_spearman",
        "damaged-defender gondorian_spearman",
    ]
    board.do("damaged-defender gimli")
    assert board.damage("gimli") == 1  # 5 - (2 + 1 + 1)


def test_LCG_13_12_without_its_defender_an_attack_is_undefended():
    board = Board("tactics")
    king = board.engaged("ungoliants_spawn")
    board.deck("hummerhorns")
    board.ready("gondorian_spearman")
    board.start()
    board.do("defend gondorian_spearman", "pass")
    assert board.zone("gondorian_spearman") == ids.ZONE.DISCARD  # 1 damage on each of the player's characters
    board.do("undefended-hero gimli")
    assert board.zone("gimli") == ids.ZONE.DISCARD
    assert board.is_engaged(king)


def test_A_30_without_a_hero_to_take_it_nothing_happens():
    board = Board("leadership", scenario=ESCAPE)
    board.engaged("dol_guldur_orcs")
    for name in ("theodred", "gloin"):
        card = board.card(name)
        board.s.in_play[0] &= ~(1 << card)
        board.s.controlled[0, 0] &= ~(1 << card)
        board.s.zone[card] = ids.ZONE.ASIDE
    board.s.captive = board.card("aragorn")
    board.t = board.t.copy()
    board.t.heroes[0] = 1 << board.card("aragorn")
    board.start()
    board.finish()
    assert board.damage("aragorn") == 0


def test_LCG_15_5_hill_troll_excess_raises_threat():
    board = Board("leadership", scenario=JOURNEY)
    board.engaged("hill_troll")
    board.ready("silverlode_archer")
    board.start()
    board.do("defend silverlode_archer")
    assert board.threat() == 25  # 6 - 0 - 1
    board = Board("leadership", scenario=JOURNEY)
    board.engaged("hill_troll")
    board.start()
    board.do("undefended-hero gloin")
    assert board.threat() == 22
    assert board.zone("gloin") == ids.ZONE.DISCARD


# Shadow effects -----------------------------------------------------------------------------------


def test_despair_takes_the_defense():
    board = Board("leadership", scenario=JOURNEY)
    board.engaged("wargs")
    board.deck("despair")
    board.ready("aragorn")
    board.start()
    board.do("defend aragorn")
    assert board.damage("aragorn") == 3


def test_wargs_go_back_after_a_blank_shadow_card():
    board = Board("leadership", scenario=JOURNEY)
    wargs = board.engaged("wargs")
    (card,) = board.deck("gladden_fields")
    board.ready("aragorn")
    board.start()
    board.do("defend aragorn")
    assert board.damage("aragorn") == 1
    assert board.s.staging == 1 << wargs % ids.BLOCK
    board.finish()
    assert board.zone(card) == ids.ZONE.DISCARD  # LCG-12.4: it stayed with them to the end of the phase


@pytest.mark.parametrize("is_cancelled", [False, True])
def test_hasty_stroke_cancels(is_cancelled):
    board = Board("spirit")
    board.engaged("forest_spider")
    board.deck("dol_guldur_orcs")
    board.hand("hasty_stroke")
    board.pool("eowyn", 1)
    board.start()
    board.until("response")
    board.do("respond hasty_stroke" if is_cancelled else "pass")
    board.until("undefended-hero")
    board.do("undefended-hero dunhere")
    assert board.zone("dunhere") == (ids.ZONE.PLAY if is_cancelled else ids.ZONE.DISCARD)  # 2 or 5 damage
    assert not is_cancelled or board.damage("dunhere") == 2


def test_nazgul_costs_a_character_after_each_shadow_effect():
    board = Board("tactics", scenario=ESCAPE)
    board.engaged("nazgul_of_dol_guldur")
    board.deck("king_spider", "enchanted_stream")
    board.ready("gondorian_spearman")
    board.start()
    board.do("no-defender")
    board.until("loss")
    board.do("loss legolas")
    assert board.zone("legolas") == ids.ZONE.DISCARD
    board.do("undefended-hero gimli")
    assert board.damage("gimli") == 4


def test_massing_at_night_deals_more_cards_that_are_resolved_too():
    board = Board("leadership", "tactics", scenario=JOURNEY)
    board.engaged("wargs")
    cards = board.deck("massing_at_night", "dol_guldur_orcs#1", "dol_guldur_orcs#2", "hill_troll")
    board.ready("aragorn")
    board.start()
    board.do("defend aragorn")
    assert board.damage("aragorn") == 3  # 3 + 1 + 1 - 2
    assert [e[1] for e in board.events(ids.E.SHADOW_UP)] == cards[:3]
    assert [board.zone(card) for card in cards] == [ids.ZONE.DISCARD] * 3 + [ids.ZONE.DECK]


# Wolf Rider, LCG-13.14 ----------------------------------------------------------------------------


def wolf_rider(*deck: str) -> Board:
    """An attack with a first shadow card, Wolf Rider with its own, and a pause in every window."""
    board = Board("tactics", scenario=JOURNEY)
    board.engaged("dol_guldur_beastmaster")
    board.deck(*deck)
    board.hand("stand_together")
    return board


def test_LCG_13_14_wolf_rider_attacks_inside_the_attack():
    board = wolf_rider("dol_guldur_orcs#1", "wolf_rider", "dol_guldur_orcs#2", "gladden_fields")
    rider, own = board.card("wolf_rider"), board.card("dol_guldur_orcs#2")
    board.ready("gimli")
    board.start()
    board.until("defend")
    board.do("no-defender", "pass")  # W-C2
    assert board.options == ["no-defender", "defend gimli"]
    board.do("defend gimli")
    assert board.damage("gimli") == 1  # 2 + 1 - 2; no window came
    board.do("pass")  # W-C3 of the outer attack
    assert board.options == ["undefended-hero legolas", "undefended-hero gimli", "undefended-hero thalin"]
    board.do("undefended-hero legolas")  # 3 and 3 of the first Orcs, whose effect still lasts
    assert board.zone("legolas") == ids.ZONE.DISCARD
    assert board.zone(rider) == ids.ZONE.SHADOW
    assert board.zone(own) == ids.ZONE.SHADOW
    assert not any(mask >> rider % ids.BLOCK & 1 for mask in board.s.engaged[:, ids.ENCOUNTER])
    board.finish()
    assert board.zone(own) == ids.ZONE.DISCARD
    assert board.s.shadows == 0
    assert board.s.deck[ids.ENCOUNTER, board.s.deck_n[ids.ENCOUNTER] - 1] == rider
    assert board.s.first_shadow[rider] == ids.NONE


def test_LCG_13_14_wolf_rider_can_be_destroyed():
    board = wolf_rider("gladden_fields", "wolf_rider", "the_brown_lands", "the_brown_lands")
    rider = board.card("wolf_rider")
    board.hand("swift_strike")
    board.pool("legolas", 2)
    board.ready("gondorian_spearman")
    board.start()
    board.until("defend")
    board.do("no-defender", "pass", "defend gondorian_spearman", "respond swift_strike")
    assert board.zone(rider) == ids.ZONE.DISCARD
    assert board.damage("gondorian_spearman") == 0
    board.until("undefended-hero")
    board.do("undefended-hero gimli")
    assert board.damage("gimli") == 3
    board.finish()
    assert board.s.shadows == 0
    assert board.zone(rider) == ids.ZONE.DISCARD


def test_LCG_13_14_wolf_rider_goes_back_even_if_the_outer_enemy_dies():
    board = wolf_rider("gladden_fields", "wolf_rider", "the_brown_lands", "the_brown_lands")
    board.hurt("dol_guldur_beastmaster", 4)
    rider = board.card("wolf_rider")
    board.ready("gimli", "thalin")
    board.start()
    board.until("defend")
    board.do("no-defender", "pass", "defend gimli")
    board.until("undefended-hero")
    board.do("undefended-hero gimli")
    board.until("attack")
    board.do("attack dol_guldur_beastmaster")
    board.finish()
    assert board.zone("dol_guldur_beastmaster") == ids.ZONE.DISCARD
    assert board.s.deck[ids.ENCOUNTER, board.s.deck_n[ids.ENCOUNTER] - 1] == rider
    assert board.s.shadows == 0


# Player attacks -----------------------------------------------------------------------------------


def test_W_10_player_attacks():
    board = Board("tactics")
    orcs, master = board.engaged("dol_guldur_orcs"), board.engaged("dol_guldur_beastmaster")
    board.attach("dwarven_axe", "thalin")
    board.attach("citadel_plate", "gimli")
    board.ready("thalin", "legolas", "gondorian_spearman")
    board.start()
    board.do("next-attacker dol_guldur_orcs", "no-defender", "undefended-hero gimli")
    board.do("no-defender", "undefended-hero gimli")
    board.do("attack dol_guldur_orcs", "attacker thalin", "done")
    assert board.zone(orcs) == ids.ZONE.DISCARD  # and Legolas has nothing to respond to
    assert board.options == ["stop", "attack dol_guldur_beastmaster"]
    board.do("attack dol_guldur_beastmaster", "attacker legolas")
    assert board.options == ["done", "attacker gondorian_spearman"]
    board.do("attacker gondorian_spearman")
    assert board.events(ids.E.BLOW) == [(master, 4, 1)]
    assert board.damage("dol_guldur_beastmaster") == 3
    assert board.is_engaged(master)


def test_legolas_makes_progress_when_he_kills():
    board = Board("tactics")
    orcs = board.engaged("dol_guldur_orcs")
    board.ready("legolas")
    board.start()
    board.do("no-defender", "undefended-hero gimli", "attack dol_guldur_orcs")
    assert board.zone(orcs) == ids.ZONE.DISCARD
    board.do("respond legolas")
    assert board.s.quest_progress == 2


def test_LCG_14_2_dunhere_attacks_staging_alone():
    board = Board("spirit", "tactics")
    orcs = board.staging("dol_guldur_orcs")
    board.ready("dunhere", "eowyn", "legolas")
    board.start()
    assert board.options == ["stop", "attack dol_guldur_orcs"]
    board.do("attack dol_guldur_orcs")
    assert board.zone(orcs) == ids.ZONE.DISCARD  # 2 + 1 on 3 hit points; no player was asked to join
    assert not board.s.exhausted[0] >> board.card("eowyn") & 1


def test_A_28_only_ranged_characters_join():
    board = Board("leadership", "tactics")
    master = board.engaged("dol_guldur_beastmaster", 0)
    board.ready("aragorn", "legolas", "gimli")
    board.start()
    board.do("no-defender", "undefended-hero gloin")
    board.until("attack")
    board.do("attack dol_guldur_beastmaster")
    assert board.s.actor == 1
    assert board.options == ["done", "attacker legolas"]
    board.do("attacker legolas")
    assert board.zone(master) == ids.ZONE.DISCARD  # 3 + 3 - 1


def test_A_09_strength_is_fixed_at_step_2():
    board = Board("tactics")
    board.engaged("dol_guldur_beastmaster")
    board.hand("blade_mastery")
    board.pool("gimli", 1)
    board.ready("legolas")
    board.start()
    board.until("defend")
    board.do("no-defender")
    board.until("undefended-hero")
    board.do("undefended-hero thalin")
    board.until("attack")
    board.do("attack dol_guldur_beastmaster", "pass", "play blade_mastery", "target legolas")  # in W-A2
    assert board.damage("dol_guldur_beastmaster") == 2


def test_LCG_14_7_quick_strike():
    board = Board("tactics", "leadership")
    orcs = board.engaged("dol_guldur_orcs", 1)
    board.engaged("east_bight_patrol", 0)
    board.hand("quick_strike")
    board.pool("legolas", 1)
    board.ready("legolas", "gimli")
    board.start()
    board.do("play quick_strike", "target legolas", "attack dol_guldur_orcs")
    assert board.zone(orcs) == ids.ZONE.DISCARD
    assert board.options == ["pass", "respond legolas"]
    board.do("pass")
    assert board.s.strike_frame == ids.NONE
