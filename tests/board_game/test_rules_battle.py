"""Battles, sieges, assaults and sorties without Combat cards (BG-11, BG-13)."""

import pytest

from mazarbul.sim.games.board_game import ids
from mazarbul.sim.games.board_game.rules import combat, control, losses, retreats
from tests.board_game.board import FREE, PLAIN, SHADOW, Board, F, N, P
from tests.board_game.fights import ROLLS, _dice, fight  # noqa: F401  (a fixture)

pytestmark = [PLAIN, pytest.mark.usefixtures("_dice")]
A, C = ids.FACE.ARMY, ids.FACE.CHARACTER
ALL, BUT_ONE, CUSTOM, NOBODY = ids.WHOLE
ATTACKER, DEFENDER = ids.ROLE
HIT, MISS = (6,), (1,)


def two_armies(at_war: bool = True) -> Board:
    """Return two Armies of the Southrons and of Gondor beside each other."""
    board = Board(empty=True)
    board.put("south_ithilien", "southrons", 3)
    board.put("osgiliath", "gondor", 2)
    if at_war:
        board.war("southrons", "gondor")
    return board


def test_BG_11_2_only_at_war():
    """BG-11.1."""
    board = two_armies(at_war=False)
    board.put("south_ithilien", "sauron", 1)
    board.acting(SHADOW, A, A)
    assert "attack" not in {kind for kind, _, _ in board.options}
    board.war("sauron")
    fight(board, SHADOW, "south_ithilien", "osgiliath")
    assert board.units("south_ithilien", "sauron") == (1, 0)
    assert board.s.units[ids.REARGUARD, N.SOUTHRONS, P.REGULAR] == 3


def test_BG_11_4_politics():
    """BG-10.5, BG-X14, BD-41."""
    board = Board(empty=True)
    board.put("vale_of_the_carnen", "southrons", 6)
    board.put("dale", "north", 1, leaders=1)
    board.war("southrons")
    rolls = {(1, ATTACKER, False): (6, 1, 1, 1, 1), (1, DEFENDER, False): MISS, (1, DEFENDER, True): MISS}
    fight(board, SHADOW, "vale_of_the_carnen", "dale", rolls)  # BG-X14
    assert board.s.active & 1 << N.NORTH
    assert board.s.steps[N.NORTH] == 2
    assert board.decision == "advance"
    assert board.s.dead[N.NORTH].tolist() == [1, 0, 1, 0]
    board.choose("advance", ALL)
    assert board.units("dale", "southrons") == (6, 0)
    assert board.s.points[SHADOW] == 1
    assert board.s.steps[N.NORTH] == 1


def test_BG_11_7_dice():
    """BG-X19."""
    board = two_armies()
    board.put("osgiliath", "gondor", 2)
    for name in ("strider", "boromir"):
        board.figure(name, "osgiliath")
    fight(board, SHADOW, "south_ithilien", "osgiliath")
    s, t = board.s, board.t
    s.battle, s.battle_side, s.battle_stand[:] = ids.BATTLE.FIELD, SHADOW, [board.at("south_ithilien"), 0]
    s.battle_stand[DEFENDER] = board.at("osgiliath")
    s.units[board.at("osgiliath")] = 0
    s.units[board.at("osgiliath"), N.GONDOR, 0] = s.unit_n[board.at("osgiliath")] = 4
    combat.clear_round(s)
    assert combat.strength(s, t, DEFENDER) == 6
    assert combat.combat_dice(s, t, DEFENDER) == 5
    assert combat.leadership(s, t, DEFENDER) == 2
    board.figure("gimli", "osgiliath")
    s.unit_n[board.at("osgiliath")] = 1
    assert combat.combat_dice(s, t, DEFENDER) == 4
    s.fewer_dice[DEFENDER] = 9
    assert combat.combat_dice(s, t, DEFENDER) == 1


def test_BG_13_1_city_in_round_one():
    """BG-11.8, BG-11.10, BG-X20."""
    board = Board(empty=True)
    board.put("osgiliath", "southrons", 4)
    board.nazgul("osgiliath", 2)
    board.put("pelargir", "gondor", 4, 1)
    board.war("southrons", "gondor")
    rolls = {
        (1, ATTACKER, False): (5, 5, 6, 2),
        (1, ATTACKER, True): (6, 5),
        (1, DEFENDER, False): (4, 3, 2, 1, 4),
    }
    fight(board, SHADOW, "osgiliath", "pelargir", rolls)
    assert board.s.roll_hits.tolist() == [1, 0]
    assert board.s.again_hits.tolist()[ATTACKER] == 1
    assert combat.hit_number(board.s, board.t, DEFENDER) == 5
    board.s.battle_round = 2
    assert combat.hit_number(board.s, board.t, ATTACKER) == 5


@pytest.mark.slow
def test_BG_11_13_casualty_states():
    """BD-37, BG-X21: every chain of choices for three hits."""
    found = set()
    waiting = [()]
    while waiting:
        chain = waiting.pop()
        board = Board(empty=True)
        board.put("osgiliath", "gondor", 3, 3)
        losses.take_hits(board.s, board.at("osgiliath"), 3)
        board.s.phase = ids.PHASE.VICTORY
        board.run()
        for option in chain:
            board.choose(*option)
        if board.decision == "lose":
            waiting += [(*chain, option) for option in board.options]
        else:
            found.add(board.units("osgiliath", "gondor"))
    assert found == {(0, 3), (2, 2), (4, 1), (6, 0)}


def test_BG_11_14_rearguard_survives():
    board = Board(empty=True)
    board.put("osgiliath", "southrons", 3)
    board.nazgul("osgiliath", 1)
    board.put("pelargir", "gondor", 5)
    board.war("southrons", "gondor")
    rolls = {(1, ATTACKER, False): MISS, (1, ATTACKER, True): MISS, (1, DEFENDER, False): (6, 6, 6, 1, 1)}
    board.s.turn = 1
    fight(board, SHADOW, "osgiliath", "pelargir", rolls)
    assert board.units("osgiliath", "southrons") == (0, 0)
    assert board.s.pool[N.SAURON, P.NAZGUL] == 8  # all attacked, so he died too


def test_BG_11_15_retreats():
    """BG-X26."""
    for retreat_into_enemy_nation in (True, False):
        board = Board(empty=True, retreat_into_enemy_nation=retreat_into_enemy_nation)
        board.put("osgiliath", "southrons", 2)
        s, t = board.s, board.t
        names = ("lossarnach", "pelargir", "minas_tirith", "druadan_forest", "south_ithilien")
        legal = [retreats.can_retreat_to(s, t, SHADOW, board.at(name)) for name in names]
        assert legal == [False, False, False, retreat_into_enemy_nation, True]


def test_BG_11_15_retreat_and_advance():
    """BD-38, BD-39."""
    board = two_armies()
    rolls = {(1, ATTACKER, False): (1, 1, 1), (1, DEFENDER, False): (1, 1)}
    fight(board, SHADOW, "south_ithilien", "osgiliath", rolls)
    board.choose("continue", 0, 1)
    assert board.decision == "retreat"
    board.pick("retreat", "lossarnach")
    assert board.units("lossarnach", "gondor") == (2, 0)
    board.choose("advance", BUT_ONE)
    assert board.units("osgiliath", "southrons") == (2, 0)
    assert board.units("south_ithilien", "southrons") == (1, 0)
    assert board.s.battle == ids.NONE


def test_BG_11_17_cease():
    board = two_armies()
    rolls = {(1, ATTACKER, False): (1, 1, 1), (1, DEFENDER, False): (1, 1)}
    fight(board, SHADOW, "south_ithilien", "osgiliath", rolls)
    board.choose("continue")
    assert board.units("osgiliath", "gondor") == (2, 0)
    assert board.units("south_ithilien", "southrons") == (3, 0)


def test_BG_11_18_both_wiped_out():
    """BG-11.12, BG-X25."""
    board = Board(empty=True)
    board.put("eastemnet", "isengard", 1)
    board.put("folde", "rohan", 1)
    board.war("isengard", "rohan")
    fight(board, SHADOW, "eastemnet", "folde", {(1, ATTACKER, False): HIT, (1, DEFENDER, False): HIT})
    assert board.s.side_of[board.at("folde")] == board.s.side_of[board.at("eastemnet")] == ids.NONE
    assert board.s.points.tolist() == [0, 0]


def walled(**switches) -> Board:
    """Return Minas Tirith with eight Gondor units and a Leader, and an Army before it that has attacked."""
    board = Board(empty=True, **switches)
    board.put("minas_tirith", "gondor", 6, 2, leaders=1)
    board.put("osgiliath", "sauron", 9)
    board.war("sauron", "gondor")
    return fight(board, SHADOW, "osgiliath", "minas_tirith")


def trim_all(board: Board) -> None:
    """Remove what is too much, the first piece each time."""
    while board.decision == "trim":
        board.choose(*board.options[0])


@pytest.mark.parametrize("switches", [{}, {"siege_advance": "automatic"}])
def test_BG_13_4_withdrawal(switches):
    """BG-13.3, BD-28, BD-29, BG-X22."""
    board = walled(**switches)
    assert board.decision == "withdraw"
    board.choose("withdraw", 0, 1)
    if not switches:
        board.choose("advance", ALL)
    trim_all(board)
    assert board.s.unit_n[board.at("minas_tirith_box")] == 5
    assert board.leaders("minas_tirith_box") == 1
    assert board.units("minas_tirith", "sauron") == (9, 0)
    assert control.is_besieged(board.s, board.t, board.at("minas_tirith"))
    assert board.s.control[board.at("minas_tirith")] == FREE
    assert board.s.pool[N.GONDOR, P.REGULAR] == 15 - 6 + 3


def test_BG_13_4_no_siege():
    """BG-X22: the attackers decline."""
    board = walled()
    board.choose("withdraw", 0, 1)
    board.choose("advance", NOBODY)
    assert board.units("minas_tirith", "gondor") == (6, 2)
    assert not control.is_besieged(board.s, board.t, board.at("minas_tirith"))
    assert board.leaders("minas_tirith") == 1


def siege(garrison: tuple, besiegers: tuple) -> Board:
    """Return Dol Amroth under siege by the Southrons, all nations At War."""
    board = Board(empty=True)
    board.put("dol_amroth_box", "gondor", *garrison)
    board.put("dol_amroth", "southrons", *besiegers)
    control.begin_siege(board.s, board.t, board.at("dol_amroth"))
    board.war("gondor", "southrons")
    board.settle()
    return board


def test_BG_13_7_assault_hits_on_six():
    board = siege((3,), (5,))
    rolls = {(1, ATTACKER, False): (5, 5, 5, 5, 5), (1, DEFENDER, False): (5, 1, 1)}
    fight(board, SHADOW, "dol_amroth", "dol_amroth_box", rolls)
    assert board.units("dol_amroth_box", "gondor") == (3, 0)
    assert board.units("dol_amroth", "southrons") == (4, 0)  # without an Elite the assault is over
    assert control.is_besieged(board.s, board.t, board.at("dol_amroth"))


def test_BG_13_8_extended():
    """BD-40, BG-X23."""
    board = siege((3,), (3, 2))
    fight(board, SHADOW, "dol_amroth", "dol_amroth_box")
    assert board.decision == "press"
    board.choose("press", N.SOUTHRONS)
    assert board.s.battle_round == 2
    board.choose("press", N.SOUTHRONS)
    assert board.units("dol_amroth", "southrons") == (5, 0)  # none is left to go on with
    assert board.s.battle == ids.NONE
    assert control.is_besieged(board.s, board.t, board.at("dol_amroth"))


def test_BG_13_9_fall():
    board = siege((1,), (2,))
    fight(board, SHADOW, "dol_amroth", "dol_amroth_box", {(1, ATTACKER, False): (6, 1)})
    assert board.s.control[board.at("dol_amroth")] == SHADOW
    assert board.s.points[SHADOW] == 2


def test_BG_13_10_lost_sortie():
    """BG-X24."""
    rolls = {(1, DEFENDER, False): (6, 6, 1), (1, ATTACKER, False): (1, 1)}
    board = siege((2,), (3,))
    fight(board, FREE, "dol_amroth_box", "dol_amroth", rolls)
    assert board.s.control[board.at("dol_amroth")] == SHADOW
    assert board.s.points[SHADOW] == 2


def test_BG_13_10_one_kept_back():
    """BD-18, BG-X24."""
    board = siege((3,), (3,))
    ROLLS[1, DEFENDER, False] = (6, 6, 1)
    board.acting(FREE, ids.FACE.WILL, ids.FACE.WILL)
    board.choose("attack", 0, ids.FACE.WILL)
    board.choose("send", BUT_ONE)
    assert board.units("dol_amroth_box", "gondor") == (1, 0)
    assert control.is_besieged(board.s, board.t, board.at("dol_amroth"))


def test_BG_13_10_won_sortie():
    board = siege((2,), (1,))
    fight(board, FREE, "dol_amroth_box", "dol_amroth", {(1, ATTACKER, False): (6, 1)})
    assert board.units("dol_amroth", "gondor") == (2, 0)
    assert board.s.sieges == 0


def test_BG_13_11_relief():
    """BD-17."""
    board = siege((2,), (1,))
    board.put("erech", "gondor", 2)
    fight(board, FREE, "erech", "dol_amroth", {(1, ATTACKER, False): (6, 1)})
    board.choose("advance", ALL)
    assert board.units("dol_amroth", "gondor") == (4, 0)
    assert board.s.sieges == 0


def test_BG_13_13_besieged_is_not_entered():
    board = siege((2,), (1,))
    assert not control.is_free(board.s, board.t, FREE, board.at("dol_amroth"))
    assert board.s.stand[F.GOLLUM] == ids.AWAY.UNUSED
