"""The heuristic bot in situations with an answer that players know (Part VI of the rules)."""

from __future__ import annotations

import numpy as np
import pytest

from mazarbul.sim.bots.mind import make_mind
from mazarbul.sim.games.lotr_lcg import ids
from mazarbul.sim.games.lotr_lcg.actions import KINDS
from mazarbul.sim.games.lotr_lcg.bots import policies as bots
from mazarbul.sim.games.lotr_lcg.bots.features import MIND
from mazarbul.sim.games.lotr_lcg.driver import DRIVER
from mazarbul.sim.games.lotr_lcg.game import GAME
from mazarbul.sim.games.lotr_lcg.rules import combat
from mazarbul.sim.games.match import Match
from tests.lotr_lcg.board import Board
from tests.marks import compiles

pytestmark = compiles

JOURNEY = "journey_down_the_anduin"
FILLER = ("forest_gate", "old_forest_road", "mountains_of_mirkwood", "great_forest_web")


def answer(board: Board) -> str:
    """Return the option that the bot takes, as the board writes it."""
    n = int(board.t.player_n)
    mind = make_mind(MIND, [GAME.bot("heuristic")] * n, [ids.SIDE.PLAYERS] * n)
    with np.errstate(over="ignore"):
        bots.prepare(board.t, mind)
        chosen = int(bots.choose(board.s, board.t, mind))
    return board.options[[int(code) for code in board.s.options[: board.s.option_n]].index(chosen)]


def play_on(board: Board, *kinds: str) -> list[str]:
    """Let the bot decide as long as decisions of these kinds come; return what it took."""
    found = []
    while KINDS[board.s.decision].name in kinds and board.s.phase != ids.PHASE.OVER:
        found.append(answer(board))
        board.do(found[-1])
    return found


# Combat -------------------------------------------------------------------------------------------


def attacked(board: Board) -> None:
    board.start()
    board.until("defend")


def begin(board: Board, step: int) -> None:
    """Go on in the combat phase from a step, after the enemies' attacks."""
    board.s.phase, board.s.step, board.s.cursor, board.s.turn_of = ids.PHASE.COMBAT, step, 0, 0
    for block in range(ids.BLOCKS):
        board.s.has_attacked[block] = board.s.engaged[0, block]
    DRIVER.advance(board.s, board.t)


def test_D_18_a_cheap_ally_blocks_what_would_kill_a_hero():
    board = Board("leadership")
    board.engaged("ungoliants_spawn")
    for hero, damage in (("aragorn", 3), ("gloin", 2), ("theodred", 2)):
        board.hurt(hero, damage)
    board.ready("snowbourn_scout", "gloin")
    attacked(board)
    assert answer(board) == "defend snowbourn_scout"


def test_D_18_a_small_ally_does_not_block_where_excess_damage_would_raise_threat_to_50():
    board = Board("leadership", scenario=JOURNEY)
    board.s.threat[0] = 46
    board.engaged("hill_troll")
    board.ready("snowbourn_scout", "gandalf")
    attacked(board)
    assert answer(board) == "defend gandalf"


def test_D_18_a_defender_that_takes_no_damage_defends():
    board = Board("lore")
    board.engaged("dol_guldur_beastmaster")
    board.ready("denethor", "beravor")
    attacked(board)
    assert answer(board) == "defend denethor"


def test_D_18_nobody_defends_if_all_are_needed_to_destroy_the_attacker():
    board = Board("lore")
    board.engaged("forest_spider")
    board.ready("glorfindel", "beravor")
    attacked(board)
    assert answer(board) == "no-defender"


def test_D_18_an_attacker_that_its_defender_destroys_is_met_by_it():
    board = Board("tactics")
    bats = board.engaged("forest_spider")
    board.s.damage[bats] = 3
    board.s.damaged[ids.ENCOUNTER] |= 1 << bats % ids.BLOCK
    board.ready("gondorian_spearman", "gimli")
    attacked(board)
    assert answer(board) == "defend gondorian_spearman"


def test_D_20_the_hero_who_survives_takes_an_undefended_attack():
    board = Board("leadership")
    board.engaged("forest_spider")
    board.hurt("theodred", 3)
    board.hurt("gloin", 2)
    board.start()
    board.until("undefended-hero")
    assert answer(board) == "undefended-hero aragorn"


def test_D_22_D_23_the_fewest_who_destroy_an_enemy_attack_it():
    board = Board("leadership")
    spider = board.engaged("forest_spider")
    board.ready("aragorn", "theodred", "guard_of_the_citadel", "longbeard_orc_slayer")
    begin(board, combat.PLAYER_ATTACKS)
    taken = play_on(board, "attack", "attacker")
    assert taken[0] == "attack forest_spider"
    assert taken[1:3] == ["attacker aragorn", "attacker theodred"]
    assert "attacker guard_of_the_citadel" not in taken
    assert board.zone(spider) != ids.ZONE.PLAY


def test_D_22_what_can_be_destroyed_is_attacked_first():
    board = Board("leadership")
    board.engaged("ungoliants_spawn")
    orcs = board.engaged("dol_guldur_orcs")
    board.ready("aragorn")
    begin(board, combat.PLAYER_ATTACKS)
    assert answer(board) == "attack dol_guldur_orcs"
    assert board.is_engaged(orcs)


def test_D_17_the_strongest_attack_comes_first():
    board = Board("leadership")
    board.engaged("dol_guldur_orcs")
    board.engaged("ungoliants_spawn")
    board.ready("aragorn")
    board.start()
    board.until("next-attacker")
    assert answer(board) == "next-attacker ungoliants_spawn"


def test_D_19_a_sentinel_spares_another_player_a_hero():
    board = Board("leadership", "spirit")
    board.engaged("forest_spider", 1)
    for hero in ("eowyn", "dunhere", "eleanor"):
        board.hurt(hero, 2)
    board.ready("aragorn")
    board.start()
    board.until("sentinel")
    assert answer(board) == "sentinel aragorn"


# The quest ----------------------------------------------------------------------------------------


def test_D_09_who_has_willpower_goes_and_who_defends_stays():
    board = Board("spirit")
    board.deck(*FILLER)
    board.engaged("east_bight_patrol")
    board.hurt("dunhere", 2)  # any hero that takes an undefended attack dies
    board.ready("eowyn", "eleanor")
    board.start(ids.PHASE.QUEST)
    taken = play_on(board, "commit")
    assert taken == ["commit eowyn", "done"]


def test_D_09_nobody_stays_at_home_for_nothing():
    board = Board("spirit")
    board.deck(*FILLER)
    board.ready("eowyn", "eleanor", "dunhere", "wandering_took")
    board.start(ids.PHASE.QUEST)
    taken = play_on(board, "commit")
    assert "commit eowyn" in taken
    assert len(taken) >= 3


def commitment_of_the_first(*later: str) -> list[str]:
    """Return how an attacked Tactics player commits, if these of a Spirit player are ready."""
    board = Board("tactics", "spirit")
    board.deck(*FILLER)
    board.engaged("dol_guldur_orcs")
    board.staging("old_forest_road")
    board.s.quest_progress = 7  # one more ends the stage
    board.ready("gimli", "thalin", *later)
    board.start(ids.PHASE.QUEST)
    taken = []
    while board.s.actor == 0 and KINDS[board.s.decision].name == "commit":
        taken.append(answer(board))
        board.do(taken[-1])
    return taken


def test_D_09_who_can_fight_stays_if_a_later_player_has_the_willpower():
    assert commitment_of_the_first() != ["done"]
    assert commitment_of_the_first("eowyn", "eleanor", "wandering_took") == ["done"]


def test_D_01_a_hand_below_the_average_of_the_deck_is_drawn_anew():
    kit = GAME.kit(GAME.setup("passage_through_mirkwood"))
    taken = [Match(GAME, kit, 5, i, is_logged=False).choose() for i in range(60)]
    assert set(taken) == {"keep", "redraw"}
    assert 15 <= taken.count("redraw") <= 45


@pytest.mark.parametrize(
    ("card", "is_worth_it"), [("the_necromancers_reach", True), ("eyes_of_the_forest", False)]
)
def test_D_10_what_does_harm_is_cancelled(card, is_worth_it):
    """All heroes are exhausted and hurt: the Reach kills. No other event is in hand for the Eyes to take."""
    board = Board("spirit")
    board.deck(card, *FILLER)
    board.hand("a_test_of_will")
    board.ready("northern_tracker", "lorien_guide")
    for hero, damage in (("eowyn", 2), ("dunhere", 3), ("eleanor", 2)):
        board.hurt(hero, damage)
        board.pool(hero, 1)
    board.start(ids.PHASE.QUEST)
    board.do("done")
    board.until("response")
    assert answer(board) == ("respond a_test_of_will" if is_worth_it else "pass")


def test_D_10_a_later_occasion_of_the_same_moment_is_answered_by_its_own_text():
    """Both heroes commit at once: Aragorn's occasion is the first, Théodred's the second (W-14)."""
    board = Board("leadership")
    board.deck(*FILLER)
    board.ready("aragorn", "theodred")
    board.start(ids.PHASE.QUEST)
    board.do("commit aragorn", "commit theodred")
    board.until("response")
    assert answer(board) == "respond theodred"


def test_D_12_the_location_that_weighs_most_is_travelled_to():
    board = Board("spirit", scenario=JOURNEY)
    board.staging("the_brown_lands")
    board.staging("banks_of_the_anduin")
    board.start(ids.PHASE.TRAVEL)
    assert answer(board) == "travel the_brown_lands"


def test_D_14_an_enemy_too_strong_is_not_engaged_by_choice():
    board = Board("spirit")
    board.s.threat[0] = 10
    board.staging("ungoliants_spawn")
    board.ready("eowyn")
    board.start(ids.PHASE.ENCOUNTER)
    assert answer(board) == "pass"


# Planning -----------------------------------------------------------------------------------------


def test_D_04_heroes_with_a_use_of_their_own_for_resources_are_spared():
    board = Board("leadership")
    board.hand("guard_of_the_citadel")
    for hero in ("aragorn", "gloin", "theodred"):
        board.pool(hero, 1)
    board.start(ids.PHASE.PLANNING)
    board.do("play guard_of_the_citadel")
    assert play_on(board, "pay") == ["pay gloin"]  # the last resource can only be Théodred's
    assert board.s.tokens[board.card("aragorn")] == 1


def test_D_03_a_card_that_gives_resources_is_played_first():
    board = Board("leadership")
    board.hand("steward_of_gondor", "guard_of_the_citadel", "celebrians_stone")
    for hero in ("aragorn", "gloin"):
        board.pool(hero, 1)
    board.start(ids.PHASE.PLANNING)
    assert answer(board) == "play steward_of_gondor"


def test_D_06_a_snare_is_laid_for_the_strongest_enemy():
    board = Board("lore")
    board.hand("forest_snare")
    board.engaged("dol_guldur_orcs")
    board.engaged("ungoliants_spawn")
    for hero in ("glorfindel", "denethor", "beravor"):
        board.pool(hero, 1)
    board.start(ids.PHASE.PLANNING)
    board.do("play forest_snare")
    assert answer(board) == "host ungoliants_spawn"


def test_D_28_an_encounter_card_gets_the_least():
    """King Spider makes each player exhaust a character (LCG-22.8)."""
    board = Board("leadership")
    board.deck("king_spider", *FILLER)
    board.ready("aragorn", "snowbourn_scout")
    board.start(ids.PHASE.QUEST)
    board.do("done")
    while KINDS[board.s.decision].name != "loss":
        board.do("pass")
    assert answer(board) == "loss snowbourn_scout"


def test_D_26_a_hero_in_a_web_is_paid_for():
    board = Board("leadership")
    web, aragorn = board.staging("caught_in_a_web"), board.card("aragorn")
    board.s.staging = 0
    board.s.host[web], board.s.first_on[aragorn], board.s.form[web] = aragorn, web, ids.ATTACHED
    board.s.varied[ids.ENCOUNTER] |= 1 << web % ids.BLOCK
    board.pool("aragorn", 3)
    board.start(ids.PHASE.REFRESH)
    board.until("refresh-pay")
    board.do(answer(board))
    assert board.s.tokens[board.card("aragorn")] == 1


# Cards it has never seen --------------------------------------------------------------------------


def plays(changes: dict, card: str) -> float:
    """Return in what share of games a card in the Leadership deck that was drawn is played."""
    setup = GAME.setup("passage_through_mirkwood", overlay={"card": {card: changes}})
    found = GAME.play(setup, [GAME.bot("heuristic")], 5, 0, 150)["cards"]
    drawn = played = 0
    for name, values in found.items():
        if name.split("/")[-1].split("#")[0] == card:
            fields = values.astype(np.int64)
            drawn += int((fields >> 2 & 31 > 0).sum())
            played += int(((fields >> 14 & 3) > 0)[fields >> 2 & 31 > 0].sum())
    assert drawn > 50
    return played / drawn


def test_a_card_is_judged_by_its_numbers():
    useless = plays({"cost": 6, "willpower": 0, "attack": 0, "hit_points": 1}, "guard_of_the_citadel")
    strong = plays({"cost": 1, "willpower": 3, "attack": 3, "hit_points": 4}, "guard_of_the_citadel")
    assert strong > 0.9
    assert useless < 0.3


def test_a_card_is_judged_by_its_text():
    harm = [{"on": "action", "do": "threat(you, 4)"}]
    good = [{"on": "action", "do": "threat(you, -9)"}]
    assert plays({"cost": 1, "effects": good}, "ever_vigilant") > 0.8
    assert plays({"cost": 0, "effects": harm}, "ever_vigilant") == 0.0
