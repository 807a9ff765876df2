"""Components, set-up and the figures on the map (BG-1, BG-2)."""

import pytest

from mazarbul.sim.engine.bits import members
from mazarbul.sim.games.board_game import ids
from mazarbul.sim.games.board_game.rules import control, stands
from tests.board_game.board import FREE, PLAIN, SHADOW, Board, F, N, P

pytestmark = PLAIN


def test_BG_1_2_map():
    t = Board().t
    assert t.region_n == 105
    assert t.near_n.sum() == 2 * 232
    assert all(t.near_n > 0)
    assert t.distance.max() < ids.LEVELS


def test_BG_1_3_nations_of_regions():
    t = Board().t
    found = [int((t.region_nation == nation).sum()) for nation in range(ids.NATION_N)]
    assert found == [4, 4, 8, 8, 6, 11, 4, 7]


def test_BG_1_4_values():
    t = Board().t
    assert [int(t.value[t.owner == side].sum()) for side in (FREE, SHADOW)] == [20, 18]


def test_BG_2_1_totals():
    """BG-X01."""
    s = Board().s
    units = s.units[: ids.PLACES].sum(axis=0)
    assert units[:5].sum(axis=0).tolist() == [23, 11]
    assert units[5:].sum(axis=0).tolist() == [48, 6]
    assert s.leaders.sum() == 8
    assert s.nazgul.sum() == 4
    assert s.pool[:5, :3].sum(axis=0).tolist() == [22, 19, 12]
    assert s.pool[5:, [0, 1, 3]].sum(axis=0).tolist() == [24, 12, 4]


def test_BG_2_2_politics():
    s = Board().s
    assert s.steps.tolist() == [3, 3, 2, 3, 3, 1, 1, 2]
    assert s.at_war == 0
    assert members(s.active) == [N.ELVES, N.SAURON, N.ISENGARD, N.SOUTHRONS]


def test_BG_2_3_fellowship():
    board = Board()
    s = board.s
    assert s.bearers == board.at("rivendell")
    assert s.is_hidden
    assert s.progress == s.corruption == 0
    assert members(s.members) == list(range(7))
    assert s.guide == F.GANDALF_GREY
    assert s.mordor == ids.NONE


def test_BG_2_4_tiles():
    assert len(members(Board().s.tiles)) == 16


def test_BG_1_10_one_army():
    board = Board(empty=True)
    board.put("dale", "north", 1)
    assert board.s.side_of[board.at("dale")] == FREE
    board.put("dale", "dwarves", 0, 1)
    assert members(board.s.nations[board.at("dale")]) == [N.DWARVES, N.NORTH]
    stands.eliminate(board.s, board.at("dale"), N.NORTH, P.REGULAR, 1)
    assert board.s.side_of[board.at("dale")] == FREE
    assert board.s.unit_n[board.at("dale")] == 1
    stands.eliminate(board.s, board.at("dale"), N.DWARVES, P.ELITE, 1)
    assert board.s.side_of[board.at("dale")] == ids.NONE
    assert board.s.elite_n.sum() == 0


def test_BG_1_12_leader_alone():
    board = Board()
    stands.eliminate(board.s, board.at("dale"), N.NORTH, P.REGULAR, 1)
    board.settle()
    assert board.leaders("dale") == 0
    assert board.s.dead[N.NORTH, P.LEADER] == 1


def test_BG_1_12_leader_with_any_nation():
    board = Board()
    board.put("dale", "elves", 1)
    stands.eliminate(board.s, board.at("dale"), N.NORTH, P.REGULAR, 1)
    board.settle()
    assert board.leaders("dale") == 1


def test_BG_1_13_where_figures_go():
    board = Board()
    s = board.s
    stands.eliminate(s, board.at("moria"), N.SAURON, P.REGULAR, 2)
    stands.eliminate(s, board.at("morannon"), N.SAURON, P.NAZGUL, 1)
    stands.eliminate(s, board.at("pelargir"), N.GONDOR, P.REGULAR, 1)
    assert s.pool[N.SAURON].tolist() == [10, 4, 0, 5]
    assert s.dead[N.GONDOR, P.REGULAR] == 1
    assert s.pool[N.GONDOR, P.REGULAR] == 6


@pytest.mark.parametrize("dead", [0, 1])
def test_BG_11_13_reduced_elite(dead):
    board = Board()
    s = board.s
    s.dead[N.ROHAN, P.REGULAR] = dead
    stands.reduce(s, board.at("edoras"), N.ROHAN)
    assert board.units("edoras", "rohan") == (2, 0)
    assert s.dead[N.ROHAN].tolist()[:2] == [0, 1]
    assert s.pool[N.ROHAN, P.REGULAR] == 6 - (1 - dead)


def test_BG_11_13_no_regular_left():
    board = Board()
    board.s.pool[N.ROHAN, P.REGULAR] = 0
    stands.reduce(board.s, board.at("edoras"), N.ROHAN)
    assert board.units("edoras", "rohan") == (1, 0)


def test_BG_1_14_three_notions_of_free():
    board = Board()
    s, t = board.s, board.t
    dale, lorien, isen = board.at("dale"), board.at("lorien"), board.at("fords_of_isen")
    assert not control.is_open_to_march(s, SHADOW, dale)
    assert not control.is_free(s, t, SHADOW, dale)
    empty = board.at("lossarnach")  # a Town of Gondor without an Army
    assert control.is_open_to_march(s, SHADOW, empty)
    assert not control.is_free(s, t, SHADOW, empty)
    assert control.is_free(s, t, FREE, empty)
    assert control.is_open_to_muster(s, t, N.GONDOR, empty)
    assert not control.is_open_to_muster(s, t, N.ROHAN, isen)
    assert control.is_free(s, t, SHADOW, board.at("hollin"))
    assert control.is_free(s, t, FREE, lorien)
