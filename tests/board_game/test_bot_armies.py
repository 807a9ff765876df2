"""The heuristic bot: marches, recruits, politics, Characters that travel, and dice (BG-B2 to BG-B33)."""

import numpy as np
import pytest

from mazarbul.sim.games.board_game import ids
from tests.board_game.board import FREE, PLAIN, SHADOW, F, N, P
from tests.board_game.thinking import ThinkingBoard

pytestmark = [PLAIN, pytest.mark.filterwarnings("ignore:overflow encountered")]
FACE = ids.FACE


# Marches -------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_BG_B2_an_army_takes_the_dearest_undefended_settlement():
    """Osgiliath lies beside Minas Tirith (2 points) and Pelargir (1 point), both empty."""
    board = ThinkingBoard(empty=True)
    board.put("osgiliath", "sauron", 3)
    board.war("sauron")
    board.acting(SHADOW, FACE.ARMY)
    assert board.think() == ("move", 0, FACE.ARMY)
    assert board.think() == ("march", board.at("osgiliath"), board.at("minas_tirith"))
    board.think()
    assert board.s.control[board.at("minas_tirith")] == SHADOW


def test_BG_B2_no_more_units_march_than_may_stand_together():
    """BG-1.11: ten units have room."""
    board = ThinkingBoard(empty=True)
    board.put("dagorlad", "sauron", 7)
    board.put("north_ithilien", "sauron", 6)
    board.put("minas_tirith", "gondor", 5)
    board.war("sauron")
    board.acting(SHADOW, FACE.ARMY)
    board.choose("move", 0, FACE.ARMY)
    board.pick("march", "dagorlad", "north_ithilien")
    while board.decision in ("send", "take"):
        board.think()
    assert board.units("north_ithilien", "sauron") == (10, 0)
    assert board.units("dagorlad", "sauron") == (3, 0)


def test_BG_B18_a_stronghold_near_the_enemy_keeps_a_garrison():
    board = ThinkingBoard(empty=True)
    board.put("orthanc", "isengard", 4)
    board.put("fords_of_isen", "rohan", 2)
    board.put("edoras", "rohan", 2)
    board.war("isengard", "rohan")
    board.acting(SHADOW, FACE.ARMY)
    board.choose("move", 0, FACE.ARMY)  # the Gap of Rohan is the only way
    while board.decision in ("send", "take"):
        board.think()
    assert 1 <= board.units("orthanc", "isengard")[0] < 4


def test_BG_B28_the_garrison_of_a_threatened_stronghold_stays():
    board = ThinkingBoard(empty=True)
    board.put("minas_tirith", "gondor", 4)
    board.put("osgiliath", "sauron", 8)
    board.put("pelargir", "gondor", 1)
    board.war("sauron", "gondor")
    board.acting(FREE, FACE.ARMY_MUSTER)
    options = dict(board.scores())
    assert options[("move", 0, FACE.ARMY_MUSTER)] < options[("muster", 0, FACE.ARMY_MUSTER)]


# Politics, recruits and Minions --------------------------------------------------------------------


def test_BG_B12_sauron_or_isengard_goes_to_war_first():
    board = ThinkingBoard()
    board.acting(SHADOW, FACE.MUSTER)
    kind, nation, _ = board.think()
    assert kind == "politics"
    assert nation in (N.SAURON, N.ISENGARD)


def test_BG_B13_saruman_comes_as_soon_as_isengard_is_at_war():
    board = ThinkingBoard()
    board.war("isengard", "sauron")
    board.acting(SHADOW, FACE.MUSTER)
    assert board.think() == ("minion", F.SARUMAN, FACE.MUSTER)


def test_BG_B13_the_witch_king_joins_a_large_army_at_the_front():
    board = ThinkingBoard(empty=True)
    board.put("barad_dur", "sauron", 2)
    board.put("osgiliath", "sauron", 7)
    board.put("minas_tirith", "gondor", 3)
    board.war("sauron", "gondor")
    board.acting(SHADOW, FACE.MUSTER)
    board.choose("minion", F.WITCH_KING, FACE.MUSTER)
    assert board.think() == ("region", board.at("osgiliath"), 0)


def test_BG_B15_recruits_come_near_a_target():
    """Minas Morgul is nearer to any Settlement of the Free Peoples than Barad-dûr."""
    board = ThinkingBoard(empty=True)
    board.put("minas_tirith", "gondor", 3)
    board.put("osgiliath", "sauron", 5)
    board.war("sauron")
    board.acting(SHADOW, FACE.MUSTER)
    board.choose("muster", 0, FACE.MUSTER)
    scores = dict(board.scores())
    assert max(scores, key=scores.get)[0] == "package"
    board.choose("package", ids.PACKAGE.ELITE)
    elite = N.SAURON * ids.PIECE_N + P.ELITE
    scores = dict(board.scores())
    assert scores["place", elite, board.at("minas_morgul")] > scores["place", elite, board.at("barad_dur")]


# Characters that travel ----------------------------------------------------------------------------


def test_BG_B16_a_nazgul_flies_to_a_fellowship_that_is_revealed():
    board = ThinkingBoard(empty=True)
    board.nazgul("barad_dur", 1)
    board.put("barad_dur", "sauron", 1)
    board.s.bearers, board.s.is_hidden = board.at("hollin"), 0
    board.acting(SHADOW, FACE.CHARACTER)
    assert board.think()[0] == "ride"
    assert board.think() == ("go", board.at("hollin"), 0)


def test_BG_B25_strider_rides_to_where_he_can_become_aragorn():
    board = ThinkingBoard(empty=True)
    board.figure("strider", "druwaith_iaur")
    board.acting(FREE, FACE.CHARACTER)
    board.choose("ride", 0, FACE.CHARACTER)
    while board.decision in ("rider", "join"):
        board.think()
    kind, region, _ = board.think()
    assert kind == "go"
    goals = [board.at(name) for name in ("dol_amroth", "pelargir", "minas_tirith")]
    assert min(board.t.distance[region, goal] for goal in goals) < 3


# Dice and Rings ------------------------------------------------------------------------------------


def test_BG_B21_a_character_result_pays_for_a_step_before_a_will_of_the_west():
    board = ThinkingBoard()
    board.acting(FREE, FACE.CHARACTER, FACE.WILL)
    scores = dict(board.scores())
    assert scores["walk", 0, FACE.CHARACTER] > scores["walk", 0, FACE.WILL]


def test_BG_B32_an_elven_ring_moves_the_fellowship_in_mordor():
    board = ThinkingBoard()
    board.s.turn, board.s.mordor, board.s.bearers = 6, 2, ids.NONE
    board.acting(FREE, FACE.MUSTER)
    assert board.think() == ("ring", FACE.MUSTER, FACE.CHARACTER)
    assert board.think()[0] == "walk"


def test_BG_B32_no_elven_ring_is_used_before_the_third_turn():
    board = ThinkingBoard()
    board.s.turn = 1
    board.acting(FREE, FACE.MUSTER)
    assert board.think()[0] != "ring"


def test_BG_B33_the_free_peoples_pass_rather_than_do_something_of_little_worth():
    board = ThinkingBoard(empty=True)
    board.s.dice[SHADOW, FACE.ARMY] = board.s.dice_n[SHADOW] = 0
    board.acting(FREE, FACE.MUSTER)
    board.s.dice[SHADOW, FACE.ARMY] = board.s.dice_n[SHADOW] = 3
    board.s.option_n = 0
    board.run()
    assert ("pass", 0, 0) in board.options
    scores = dict(board.scores())
    assert scores["pass", 0, 0] > scores["waste", 0, FACE.MUSTER]


def test_a_decision_reads_no_hidden_cards():
    """BG-19.3: scores are the same whatever the enemy holds."""
    board = ThinkingBoard()
    board.acting(SHADOW, FACE.ARMY, FACE.EVENT)
    before = board.scores()
    board.s.hand[int(board.s.leading[FREE])] = 0b111
    board.s.deck[:] = board.s.deck[:, ::-1]
    assert board.scores() == before


def test_scores_are_finite():
    board = ThinkingBoard()
    for side in (FREE, SHADOW):
        board.acting(side, *range(6 if side == FREE else 5))
        assert all(np.isfinite(value) for _, value in board.scores())


def test_BG_B1_an_army_that_bars_the_way_to_a_target_is_attacked():
    """Osgiliath lies before Minas Tirith; two Regulars there do not send the Shadow round it."""
    board = ThinkingBoard(empty=True)
    board.put("north_ithilien", "sauron", 9, 1)
    board.nazgul("north_ithilien", 2)
    board.put("osgiliath", "gondor", 2)
    board.put("minas_tirith", "gondor", 2)
    board.war("sauron", "gondor")
    board.acting(SHADOW, FACE.ARMY)
    scores = dict(board.scores())
    assert max(scores, key=scores.get) == ("attack", 0, FACE.ARMY)
