"""Cases that the tests of whole chapters leave out: one short position each."""

import random

import numpy as np
import pytest

from mazarbul.sim.engine.bits import members
from mazarbul.sim.games.board_game import actions, ids
from mazarbul.sim.games.board_game.kernel import DRIVER
from mazarbul.sim.games.board_game.rules import (
    combat,
    control,
    fellowship,
    muster,
    politics,
    retreats,
    riders,
    standing,
    stands,
    tiles,
    victory,
    ways,
)
from mazarbul.sim.games.board_game.state import empty_state
from mazarbul.sim.games.board_game.text.view import view
from tests.board_game.acting import CardBoard, TextBoard
from tests.board_game.board import FREE, PLAIN, SHADOW, Board, F, N, P, names_of, tables
from tests.board_game.fights import _dice, fight  # noqa: F401  (a fixture)

pytestmark = [PLAIN, pytest.mark.usefixtures("_dice")]
FACE = ids.FACE
A, C, M = FACE.ARMY, FACE.CHARACTER, FACE.MUSTER
ALL = ids.WHOLE.ALL
ATTACKER, DEFENDER = ids.ROLE


def kinds(board: Board) -> set[str]:
    """Return the kinds of the options."""
    return {kind for kind, _, _ in board.options}


# Dice ------------------------------------------------------------------------------------------------


def test_BG_4_1_faces():
    """BG-X02: the chances follow from the faces and the common keyed dice."""
    faces = tables().record.faces
    free, shadow = faces[FREE].tolist(), faces[SHADOW].tolist()
    helpful = free.count(FACE.CHARACTER) + free.count(FACE.WILL)
    assert 1 - (1 - helpful / 6) ** 4 == 15 / 16
    eye = shadow.count(FACE.EYE) / 6
    assert 21 * eye**2 * (1 - eye) ** 5 == pytest.approx(0.2344, abs=1e-4)


def test_BG_4_3_army_muster_is_both():
    """BG-10.6, BD-22."""
    board = CardBoard()
    board.war("sauron")
    board.acting(SHADOW, FACE.ARMY_MUSTER, FACE.ARMY_MUSTER)
    assert {"move", "muster", "politics"} <= kinds(board)


@pytest.mark.parametrize(("scope", "may"), [("any_result", True), ("events_and_characters", False)])
def test_BG_4_3_what_a_will_becomes(scope, may):
    board = CardBoard(will_of_the_west_scope=scope)
    board.acting(FREE, FACE.WILL, FACE.WILL)
    assert ("politics" in kinds(board)) == may
    assert {"draw", "walk"} <= kinds(board)


def test_BG_5_3_faces_of_rings():
    board = CardBoard()
    board.acting(FREE, FACE.WILL, M)
    assert FACE.WILL not in {to for _, to in board.kinds("ring")}
    board.choose("ring", M, C)
    assert board.s.rings.tolist() == [2, 1]
    board.acting(SHADOW, M, M)
    assert FACE.EYE in {to for _, to in board.kinds("ring")}


def test_BG_6_2_character_dice_need_leaders():
    board = CardBoard(empty=True)
    board.put("gorgoroth", "sauron", 2)
    board.put("osgiliath", "sauron", 2)
    board.war("sauron")
    board.nazgul("gorgoroth")
    board.acting(SHADOW, C, C)
    board.choose("move", 0, C)
    assert {board.name(a) for a, _ in board.kinds("march")} == {"gorgoroth"}


def test_BG_6_8_will_crowns_aragorn():
    """BG-10.8."""
    board = CardBoard()
    board.figure("strider", "minas_tirith")
    board.s.active &= ~(1 << N.GONDOR)
    board.acting(FREE, FACE.WILL, M)
    board.choose("crown", F.ARAGORN, FACE.WILL)
    assert (board.where("aragorn"), board.where("strider")) == ("minas_tirith", "dead")
    assert politics.is_active(board.s, N.GONDOR)  # BG-10.8


# Events ----------------------------------------------------------------------------------------------


def test_BG_7_2_what_is_possible_is_done():
    """BG-20.8."""
    board = TextBoard(empty=True)
    board.put("osgiliath", "gondor", 2)
    board.play("fp_str_06")  # no Army of the Shadow to hit
    assert board.decision == "place"
    assert board.zone("fp_str_06") in ("resolving", "hand")


def test_BG_7_8_attacks_by_cards_need_war():
    for is_warring in (False, True):
        board = TextBoard(empty=True)
        board.put("dol_amroth_box", "gondor", 2)
        board.put("dol_amroth", "southrons", 2)
        control.begin_siege(board.s, board.t, board.at("dol_amroth"))
        board.put("erech", "gondor", 3)
        if is_warring:
            board.war("gondor")
        board.settle()
        board.hold("fp_str_10")
        assert board.can_play("fp_str_10") == is_warring


def test_BG_7_10_nowhere_in_mordor():
    board = TextBoard()
    board.s.mordor, board.s.bearers, board.s.progress = 1, -1, 2
    board.hold("sh_char_10", "sh_char_05")
    assert not board.can_play("sh_char_10")
    assert board.can_play("sh_char_05")


def test_BG_7_12_no_die_for_the_hunt_box():
    board = TextBoard()
    for figure in range(7):
        board.s.stand[figure] = ids.AWAY.DEAD
    board.s.members, board.s.is_dirty, board.s.corruption = 0, 1, 2
    board.run()
    board.play("fp_char_10", FACE.EVENT)
    board.choose("option", 1)
    assert (board.s.progress, board.s.box[FREE]) == (1, 0)


@pytest.mark.parametrize("is_used", [0, 1])
def test_BG_14_12_staff_against_a_card(is_used):
    board = TextBoard()
    board.play("fp_char_08")
    board.s.bearers = board.at("hollin")
    board.play("sh_char_05")
    board.choose("may", 0, is_used)
    assert (int(board.s.drawn) == 0) == bool(is_used)


# Characters ------------------------------------------------------------------------------------------


def test_BG_8_2_saruman_does_not_retreat():
    board = Board(empty=True)
    board.put("orthanc", "isengard", 2)
    board.figure("saruman", "orthanc")
    board.figure("mouth_of_sauron", "orthanc")
    retreats.retreat(board.s, board.t, board.at("orthanc"), board.at("south_dunland"))
    assert board.s.stand[F.SARUMAN] == board.at("orthanc")
    assert board.s.stand[F.MOUTH_OF_SAURON] == board.at("south_dunland")


def test_BG_8_3_stops():
    board = Board()
    s, t = board.s, board.t
    ways.measure_steps(s, t, board.at("hollin"), 3, FREE, 0)
    assert s.reach[0, board.at("moria")] == 1
    assert s.reach[0, board.at("dimrill_dale")] > 3  # not through Moria
    assert s.reach[0, board.at("north_dunland")] <= 3


def test_BG_8_7_into_the_box():
    board = Board(empty=True)
    board.put("minas_tirith_box", "gondor", 2)
    board.put("minas_tirith", "sauron", 2)
    control.begin_siege(board.s, board.t, board.at("minas_tirith"))
    riders.arrive(board.s, board.t, 1 << F.BOROMIR, board.at("minas_tirith"))
    assert board.s.stand[F.BOROMIR] == board.at("minas_tirith_box")
    assert politics.is_active(board.s, N.GONDOR)


def test_BG_8_11_shadowfax():
    board = Board()
    board.figure("gandalf_white", "bree")
    s, t = board.s, board.t
    white, merry, boromir = 1 << F.GANDALF_WHITE, 1 << F.MERIADOC, 1 << F.BOROMIR
    assert riders.level_of(s, t, white) == riders.level_of(s, t, white | merry) == 4
    assert riders.level_of(s, t, white | boromir) == 3


def test_BG_9_7_nazgul_capture_nothing():
    board = CardBoard(empty=True)
    board.nazgul("gorgoroth")
    board.acting(SHADOW, C, C)
    board.choose("ride", 0, C)
    board.pick("go", "dale")
    assert board.s.control[board.at("dale")] == FREE


def test_BD_24_some_of_a_stack_fly():
    board = CardBoard(empty=True)
    board.nazgul("gorgoroth", 3)
    board.acting(SHADOW, C, C)
    board.choose("ride", 0, C)
    assert board.kinds("number") == {(0, 1), (0, 2), (0, 3)}
    board.choose("number", 0, 2)
    board.pick("go", "dale")
    assert board.s.nazgul[[board.at("gorgoroth"), board.at("dale")]].tolist() == [1, 2]


# Nations ---------------------------------------------------------------------------------------------


def test_BG_10_2_recruits_without_war():
    board = TextBoard()
    board.hold("fp_str_14")
    assert not politics.is_at_war(board.s, N.GONDOR)
    assert board.can_play("fp_str_14")
    assert not muster.can_place(board.s, board.t, FREE, N.GONDOR, P.REGULAR, board.at("minas_tirith"))


def test_BG_10_9_captured_places():
    board = Board()
    board.war("north")
    region = board.at("dale")
    control.set_control(board.s, board.t, region, SHADOW)
    board.s.active &= ~(1 << N.NORTH)
    politics.visited(board.s, board.t, region, 1 << F.STRIDER)
    assert not politics.is_active(board.s, N.NORTH)
    assert not control.is_open_to_muster(board.s, board.t, N.NORTH, region)


# Battles ---------------------------------------------------------------------------------------------


def test_BG_11_3_all_defend():
    board = CardBoard(empty=True)
    board.put("osgiliath", "southrons", 3)
    board.put("lossarnach", "gondor", 2)
    board.put("lossarnach", "rohan", 2)  # passive
    board.war("southrons", "gondor")
    fight(board, SHADOW, "osgiliath", "lossarnach")
    assert board.s.roll_n[DEFENDER] == 4


def test_BG_11_9_elites_lead_with_saruman():
    for is_there in (False, True):
        board = CardBoard(empty=True)
        board.put("eastemnet", "isengard", 2, 2)
        board.put("folde", "rohan", 5)
        board.war("isengard", "rohan")
        if is_there:
            board.figure("saruman", "orthanc")
        fight(board, SHADOW, "eastemnet", "folde")
        assert board.s.again_n[ATTACKER] == (2 if is_there else 0)


def test_BG_11_16_too_many_retreat():
    board = CardBoard(empty=True)
    board.put("osgiliath", "southrons", 9)
    board.put("lossarnach", "gondor", 4)
    board.put("pelargir", "gondor", 8)
    board.war("southrons", "gondor")
    fight(board, SHADOW, "osgiliath", "lossarnach")
    board.choose("continue", 0, 1)
    board.pick("retreat", "pelargir")
    board.choose("advance", ids.WHOLE.NOBODY)
    assert board.s.unit_n[board.at("pelargir")] == 10


def test_BG_12_8_no_hits_below_none():
    board = Board()
    board.s.more_hits[ATTACKER], board.s.less_hits[ATTACKER] = -1, 2
    assert combat.waiting_hits(board.s, ATTACKER) == 0


def test_BG_12_9_cards_are_hidden_until_shown():
    board = CardBoard(empty=True)
    board.put("osgiliath", "southrons", 3)
    board.put("lossarnach", "gondor", 2)
    board.war("southrons", "gondor")
    board.hold("sh_str_01", "fp_str_15")
    fight(board, SHADOW, "osgiliath", "lossarnach")
    board.choose("tactic", board.card("sh_str_01"))
    names = names_of()
    seen = view(names, board.s, FREE)
    assert seen["battle"]["cards"] == ["strategy", None]
    assert seen["hands"]["shadow"] == {"character": 0, "strategy": 1}
    board.choose("tactic", board.card("fp_str_15"))
    assert view(names, board.s, FREE)["battle"]["cards"] == ["sh_str_01", "fp_str_15"]


def test_BG_13_2_towns_protect_nobody():
    board = CardBoard(empty=True)
    board.put("osgiliath", "southrons", 3)
    board.put("lossarnach", "gondor", 2)
    board.war("southrons", "gondor")
    fight(board, SHADOW, "osgiliath", "lossarnach")
    assert combat.hit_number(board.s, board.t, ATTACKER) == 5


def test_BG_13_14_walls_of_the_new_owner():
    board = CardBoard(empty=True)
    control.set_control(board.s, board.t, board.at("helms_deep"), SHADOW)
    board.put("helms_deep", "isengard", 3)
    board.put("westemnet", "rohan", 4)
    board.war("isengard", "rohan")
    fight(board, FREE, "westemnet", "helms_deep")
    assert (board.decision, int(board.s.actor)) == ("withdraw", SHADOW)


def test_BG_13_5_a_held_stronghold_is_not_entered():
    board = Board(empty=True)
    board.put("helms_deep", "rohan", 1)
    board.put("westemnet", "isengard", 3)
    board.war("isengard")
    assert not control.is_open_to_march(board.s, SHADOW, board.at("helms_deep"))


def test_BG_13_6_a_garrison_does_not_march():
    board = CardBoard(empty=True)
    board.put("helms_deep_box", "rohan", 2)
    board.put("helms_deep", "isengard", 1)
    control.begin_siege(board.s, board.t, board.at("helms_deep"))
    board.war("rohan")
    board.acting(FREE, FACE.WILL, FACE.WILL)
    assert "move" not in kinds(board)


# The Fellowship --------------------------------------------------------------------------------------


def test_BG_14_2_the_last_battle():
    board = CardBoard(empty=True)
    board.put("dagorlad", "gondor", 2)
    board.figure("aragorn", "dagorlad")
    board.table("fp_str_01")
    board.s.is_dirty = 1
    board.acting(FREE, C, C)
    board.choose("walk", 0, C)
    assert (board.s.progress, board.s.box[FREE]) == (1, 0)


def test_BG_14_17_declared_in_a_haven():
    for place, is_hidden in (("edoras", 1), ("folde", 0)):
        board = TextBoard()
        s = board.s
        s.bearers = board.at(place)
        s.tiles = int(board.t.tiles_of_kind[board.tables.tiles.index("std_0r")])
        fellowship.draw_for(s, 0, ids.DRAWN.HUNT | ids.DRAWN.DECLARED, 0)
        board.run()
        assert s.is_hidden == is_hidden


def test_BG_16_7_who_separates_in_mordor():
    board = TextBoard()
    board.s.mordor, board.s.bearers, board.s.corruption = 1, -1, 2
    board.play("fp_char_11")
    board.choose("join", F.BOROMIR)
    board.choose("none")
    board.choose("guide", F.STRIDER)
    assert (board.where("boromir"), board.s.corruption) == ("dead", 1)


def test_BG_16_9_cards_move_nobody_in_mordor():
    board = TextBoard()
    board.s.mordor, board.s.bearers = 1, -1
    board.s.tiles = int(board.t.tiles_of_kind[board.tables.tiles.index("std_1")])
    board.play("sh_char_05")
    board.choose("casualty", ids.CASUALTY.NOBODY)
    assert (board.s.mordor, board.s.corruption) == (1, 1)


# Victory ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "winner"), [([4, 9], FREE), ([4, 10], SHADOW), ([3, 10], SHADOW), ([3, 9], -1)]
)
def test_BG_17_5_order(points, winner):
    """BG-17.3."""
    board = Board()
    board.s.points[:] = points
    victory.check_conquest(board.s, board.t)
    assert board.s.winner == winner


def test_BG_18_11_the_better_partner():
    board = Board("four_player", empty=True)
    s, t = board.s, board.t
    board.put("dale", "sauron", 1)
    board.put("edoras", "isengard", 1)
    board.put("minas_tirith", "southrons", 1)
    for region in ("dale", "edoras", "minas_tirith"):
        control.enter_region(s, t, board.at(region), SHADOW)
    assert [victory.partner_score(s, t, seat) for seat in (2, 3)] == [1, 3]
    assert victory.best_partner(s, t) == -1  # nobody has won
    s.winner = SHADOW
    assert victory.best_partner(s, t) == 3
    s.winner = FREE
    assert [victory.partner_score(s, t, seat) for seat in (0, 1)] == [-2, -2]
    assert victory.best_partner(s, t) == -1


def test_BG_18_6_political_steps_of_the_own_nations():
    board = CardBoard("four_player")
    board.figure("boromir", "minas_tirith")
    for seat in (0, 1):
        board.s.leading[FREE] = seat
        board.acting(FREE, M, M)
        assert (int(board.s.actor), bool(board.kinds("rouse"))) == (seat, seat == 0)


# Phases and decisions --------------------------------------------------------------------------------


def test_BG_3_1_phases():
    """BG-3.3, BG-3.7."""
    t = tables(turn_cap=1).record
    s = empty_state()
    s.is_logged = 1
    rng, phases = random.Random(4), []
    DRIVER.new_game(s, t, 5, 4)
    while True:
        phases += [int(row[1]) for row in s.events[: s.event_n] if row[0] == ids.EVENT.PHASE]
        if s.phase == ids.PHASE.OVER:
            break
        DRIVER.apply(s, t, rng.choice(s.options[: s.option_n].tolist()))
    assert phases == list(range(ids.PHASE.RECOVERY, ids.PHASE.OVER))


def test_BG_18_3_partners_draw_and_exchange():
    """BD-02, BD-03."""
    t = tables("four_player").record
    s = empty_state()
    DRIVER.new_game(s, t, 5, 2)
    first, second = 0, 1
    mine, yours = int(s.hand[first]), int(s.hand[second])
    DRIVER.apply(s, t, int(s.options[0]))
    assert s.actor == second
    DRIVER.apply(s, t, int(s.options[0]))
    assert (int(s.hand[first]) & yours).bit_count() == (int(s.hand[second]) & mine).bit_count() == 1
    rng = random.Random(6)
    while s.turn == 1:
        DRIVER.apply(s, t, rng.choice(s.options[: s.option_n].tolist()))
    assert actions.KINDS[int(s.decision)].name == "draw-from"
    assert t.seat_side[s.actor] == SHADOW


def test_BG_6_1_draw_and_discard():
    """BG-4.2, BD-01, BD-11."""
    board = CardBoard()
    board.hold(*(f"fp_str_{n:02}" for n in range(1, 7)))
    board.acting(FREE, FACE.EVENT, M)
    assert board.kinds("draw") == {(deck, FACE.EVENT) for deck in ids.DECK}
    board.choose("draw", ids.DECK.CHARACTER, FACE.EVENT)
    assert (board.decision, len(board.options)) == ("discard", 7)
    board.choose("discard", board.card("fp_str_01"))
    assert int(board.s.hand[FREE]).bit_count() == 6
    assert (board.s.dice[FREE, FACE.EVENT], board.s.dice_n[FREE]) == (0, 1)


def test_BG_6_3_character_dice():
    """BG-6.5: what an Army die pays for."""
    board = CardBoard()
    board.figure("boromir", "bree")
    board.war("elves", "sauron")
    board.acting(FREE, C, C)
    assert {"walk", "separate", "ride", "move"} <= kinds(board)
    assert not {"hide", "muster", "politics"} & kinds(board)
    board.hold("sh_str_07")
    board.acting(SHADOW, A, A)
    assert kinds(board) == {"move", "play", "waste"}  # nobody is near enough to attack


def test_BG_15_2_order():
    """BD-04, BD-05, BD-06, BG-15.6."""
    board = Board()
    s = board.s
    s.turn, s.phase, s.step, s.bearers = 1, ids.PHASE.FELLOWSHIP, ids.STEP.BEGIN, board.at("morannon")
    s.progress = 1
    board.run()
    assert board.decision == "declare"
    board.choose("none")
    assert board.decision == "enter"
    board.choose("enter", 0, 0)
    assert board.options == [("guide", F.GANDALF_GREY, 0), ("guide", F.STRIDER, 0)]


def test_BG_18_4_the_leading_partner_allocates():
    for leading in (2, 3):
        board = Board("four_player")
        s = board.s
        s.turn, s.phase, s.step, s.leading[SHADOW] = 1, ids.PHASE.HUNT, ids.STEP.BEGIN, leading
        s.pool_dice[:] = 4, 7
        board.run()
        assert (board.decision, int(s.actor)) == ("allocate", leading)


# Who and what is meant -------------------------------------------------------------------------------


def test_BG_7_3_the_owner_takes_casualties():
    board = TextBoard(empty=True)
    board.put("osgiliath", "sauron", 2, 2)
    board.put("osgiliath", "southrons", 2, 2)
    board.s.seed = 2
    board.play("fp_str_05")
    assert board.decision == "lose"
    assert board.s.actor == SHADOW


def test_BG_7_11_whose_it_was_first():
    board = TextBoard()
    board.s.bearers = board.at("dale")
    control.set_control(board.s, board.t, board.at("dale"), SHADOW)
    board.hold("sh_char_05")
    assert not board.can_play("sh_char_05")  # a Settlement of the Free Peoples still


def test_BG_10_7_nazgul_are_at_war():
    board = CardBoard(empty=True)
    board.put("osgiliath", "southrons", 3)
    board.nazgul("osgiliath", 2)
    board.put("lossarnach", "gondor", 3)
    board.war("southrons", "gondor")  # Sauron is not
    fight(board, SHADOW, "osgiliath", "lossarnach")
    assert board.s.again_n[ATTACKER] == 2


def test_BG_13_15_the_bearers_do_not_care():
    board = Board(empty=True)
    board.s.bearers, board.s.progress = board.at("dale"), 3
    board.put("dale", "southrons", 2)
    control.enter_region(board.s, board.t, board.at("dale"), SHADOW)
    assert (board.s.bearers, board.s.progress, board.s.is_hidden) == (board.at("dale"), 3, 1)


def test_BG_14_7_numbers_of_tiles():
    board = Board()
    s, t = board.s, board.t
    one = {name: members(int(t.tiles_of_kind[i]))[0] for i, name in enumerate(board.tables.tiles)}
    assert tiles.damage_of(s, t, one["std_3"], 2) == 3
    assert tiles.damage_of(s, t, one["std_eye"], 2) == 2
    healing = [i for i in range(int(t.kind_n)) if t.tile_number[i] < 0]
    assert healing
    s.corruption = 1
    victory.corrupt(s, t, int(t.tile_number[healing[0]]))
    assert s.corruption == 0


def test_BG_14_11_any_companion():
    board = Board()
    found = set()
    with np.errstate(over="ignore"):
        for n in range(60):
            board.s.random_n = n
            found.add(int(tiles.random_companion(board.s, board.t)))
    assert found == set(range(7))


def test_BG_15_7_gollum_comes():
    board = TextBoard()
    stands.eliminate_figures(board.s, int(board.s.members))
    board.run()
    assert (board.where("gollum"), int(board.s.guide)) == ("fellowship", F.GOLLUM)
    assert standing.ignored_tiles(board.s, board.t) != 0
