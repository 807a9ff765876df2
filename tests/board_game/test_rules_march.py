"""Armies that march and muster, and stack limits (BG-9, BG-1.11)."""

import pytest

from mazarbul.sim.games.board_game import ids
from mazarbul.sim.games.board_game.rules import compose, march, muster, stands
from tests.board_game.board import FREE, PLAIN, SHADOW, Board, F, N, P

pytestmark = PLAIN
A, C, M = ids.FACE.ARMY, ids.FACE.CHARACTER, ids.FACE.MUSTER
ALL, BUT_ONE, CUSTOM, NOBODY = ids.WHOLE


def marching(board: Board, side: int, *faces: int) -> Board:
    """Let a side march with the first of its dice."""
    board.acting(side, *faces)
    board.choose("move", 0, faces[0])
    return board


def targets(board: Board, origin: str) -> set[str]:
    """Return where an Army may march."""
    return {board.name(b) for kind, a, b in board.options if kind == "march" and a == board.at(origin)}


def test_BG_9_2_two_moves():
    """BD-12, BD-13, BD-14, BD-16."""
    board = Board(empty=True)
    board.put("gorgoroth", "sauron", 2)
    board.put("southern_rhovanion", "southrons", 1)
    board.war("sauron")
    marching(board, SHADOW, A, A)
    board.pick("march", "gorgoroth", "nurn")
    board.choose("send", ALL)
    assert board.units("nurn", "sauron") == (2, 0)
    assert targets(board, "nurn") == set()  # they have moved
    board.pick("march", "southern_rhovanion", "noman_lands")
    assert board.units("noman_lands", "southrons") == (1, 0)
    assert board.decision != "march"


def test_BG_9_2_second_move_from_the_same_stack():
    for is_allowed in (True, False):
        board = Board(empty=True, second_move_same_origin=is_allowed)
        board.put("gorgoroth", "sauron", 3)
        marching(board, SHADOW, A, A)
        board.pick("march", "gorgoroth", "nurn")
        board.choose("send", BUT_ONE)
        assert ("march" in {kind for kind, _, _ in board.options}) == is_allowed


def test_BG_9_1_moved_figures_stay():
    board = Board(empty=True)
    board.put("gorgoroth", "sauron", 2)
    board.put("nurn", "sauron", 1)
    marching(board, SHADOW, A, A)
    board.pick("march", "gorgoroth", "nurn")
    board.choose("send", ALL)
    board.pick("march", "nurn", "gorgoroth")
    assert board.units("nurn", "sauron") == (2, 0)
    assert board.units("gorgoroth", "sauron") == (1, 0)


def test_BG_9_2_character_needs_a_leader():
    board = Board(empty=True)
    board.put("gorgoroth", "sauron", 2)
    assert not march.any_march(board.s, board.t, 1, 1)
    board.nazgul("gorgoroth")
    board.acting(SHADOW, C, C)
    board.choose("move", 0, C)
    board.pick("march", "gorgoroth", "nurn")
    board.choose("send", CUSTOM)
    board.choose("take", N.SAURON * ids.PIECE_N + P.REGULAR, 1)
    assert board.s.nazgul[board.at("nurn")] == 1  # he had to go
    assert board.units("nurn", "sauron") == (1, 0)
    assert board.decision != "march"


def test_BG_9_4_border_rule():
    """BG-X18."""
    board = Board(empty=True)
    board.put("folde", "rohan", 1)
    board.put("westemnet", "rohan", 1)
    board.put("fangorn", "rohan", 1)
    marching(board, FREE, A, A)
    assert "druadan_forest" not in targets(board, "folde")
    assert "fangorn" in targets(board, "westemnet")
    assert "fords_of_isen" in targets(board, "fangorn")
    board = Board(empty=True)
    board.put("folde", "rohan", 1)
    board.war("rohan")
    marching(board, FREE, A, A)
    assert "druadan_forest" in targets(board, "folde")


def test_BG_9_4_binds_each_nation():
    board = Board(empty=True)
    board.put("folde", "rohan", 1)
    board.put("folde", "gondor", 1)
    marching(board, FREE, A, A)
    board.pick("march", "folde", "druadan_forest")
    assert board.units("druadan_forest", "gondor") == (1, 0)
    assert board.units("folde", "rohan") == (1, 0)


def test_BG_1_12_leader_goes_with_the_last_unit():
    """BG-X17."""
    board = Board(empty=True)
    board.put("dale", "north", 1, leaders=1)
    marching(board, FREE, A, A)
    board.pick("march", "dale", "vale_of_the_carnen")
    if board.decision == "send":
        board.choose("send", CUSTOM)
    assert board.leaders("vale_of_the_carnen") == 1
    assert board.leaders("dale") == 0


def test_BG_1_12_barred_leader_keeps_a_unit():
    board = Board(empty=True)
    board.put("folde", "gondor", 2)
    board.put("folde", "rohan", 1, leaders=1)
    stands.eliminate(board.s, board.at("folde"), N.ROHAN, P.REGULAR, 1)
    marching(board, FREE, A, A)
    board.choose("send", ALL)  # to Druadan Forest, the only way; the Leader of Rohan may not go
    assert board.units("druadan_forest", "gondor") == (1, 0)
    assert board.leaders("folde") == 1


def test_BG_9_3_enemy_army():
    board = Board(empty=True)
    board.put("osgiliath", "gondor", 1)
    board.put("south_ithilien", "southrons", 1)
    board.war("gondor")
    marching(board, FREE, A, A)
    assert "south_ithilien" not in targets(board, "osgiliath")


def test_BG_9_6_capture_by_entering():
    board = Board(empty=True)
    board.put("vale_of_the_carnen", "southrons", 1)
    board.war("southrons")
    marching(board, SHADOW, A, A)
    board.pick("march", "vale_of_the_carnen", "dale")
    assert board.s.points[SHADOW] == 1
    assert board.s.steps[N.NORTH] == 2


def test_BG_8_5_companion_with_an_army():
    board = Board(empty=True)
    board.put("folde", "gondor", 1)
    board.war("gondor")
    board.figure("peregrin", "folde")
    marching(board, FREE, A, A)
    board.pick("march", "folde", "edoras")
    board.choose("send", ALL)
    assert board.s.active & 1 << N.ROHAN
    assert board.s.stand[F.PEREGRIN] == board.at("edoras")


def test_BG_1_11_stack_limit():
    """BD-30, BG-X27."""
    board = Board(empty=True)
    board.put("gorgoroth", "sauron", 7)
    board.put("nurn", "sauron", 3, 2)
    marching(board, SHADOW, A, A)
    board.pick("march", "gorgoroth", "nurn")
    board.choose("send", ALL)
    while board.decision == "march":
        board.choose("none")
    for _ in range(2):
        assert board.decision == "trim"
        board.choose("trim", N.SAURON * ids.PIECE_N + P.REGULAR)
    assert board.s.unit_n[board.at("nurn")] == 10
    assert board.s.pool[N.SAURON, P.REGULAR] == 36 - 8


def test_BG_1_11_forbidden():
    board = Board(empty=True, overstack_move="forbid")
    board.put("gorgoroth", "sauron", 7)
    board.put("nurn", "sauron", 8)
    marching(board, SHADOW, A, A)
    board.pick("march", "gorgoroth", "nurn")
    board.choose("send", ALL)
    assert board.units("nurn", "sauron") == (10, 0)


def chains(board: Board) -> set[tuple]:
    """Return what stands in the region marched to after every chain of choices; each must be legal."""
    found = set()
    before = board.s.copy()
    waiting = [before]
    while waiting:
        board.s = waiting.pop()
        if board.decision not in ("send", "take"):
            to = board.at("eastemnet")
            s = board.s
            assert s.unit_n[to] > 0
            origin = board.at("folde")
            assert s.leader_n[origin] == 0 or s.unit_n[origin] > 0
            found.add((tuple(s.units[to].ravel()), tuple(s.leaders[to]), int(s.who[to])))
            continue
        for option in board.options:
            board_s = board.s
            board.s = board_s.copy()
            board.choose(*option)
            waiting.append(board.s)
            board.s = board_s
    return found


@pytest.mark.slow
def test_BG_9_1_every_prefix_has_a_completion():
    """BD-15."""
    board = Board(empty=True)
    board.put("folde", "gondor", 2, 1, leaders=1)
    board.put("folde", "rohan", 1, leaders=1)
    board.figure("boromir", "folde")
    board.war("gondor", "rohan")
    marching(board, FREE, A, A)
    board.pick("march", "folde", "eastemnet")
    parts = chains(board)
    units = {part[0] for part in parts}
    assert len(units) == 3 * 2 * 2 - 1
    whole = max(units, key=sum)
    assert {part[1] for part in parts if part[0] == whole} == {(0, 0, 1, 0, 1)}
    assert len(parts) == 10 * 2 * 2 * 2 + 2


def test_BG_9_8_muster():
    """BD-19, BG-X16."""
    board = Board()
    board.war("sauron")
    s, t = board.s, board.t

    def can(piece, region):
        return muster.can_place(s, t, 1, N.SAURON, piece, board.at(region))

    assert can(P.REGULAR, "barad_dur")
    assert can(P.ELITE, "morannon")
    assert can(P.NAZGUL, "dol_guldur")
    assert can(P.REGULAR, "angmar")
    assert not can(P.NAZGUL, "angmar")
    assert not can(P.REGULAR, "gorgoroth")
    board.acting(SHADOW, M, M)
    board.choose("muster", 0, M)
    board.choose("package", ids.PACKAGE.TWO_REGULARS)
    regular = N.SAURON * ids.PIECE_N + P.REGULAR
    board.choose("place", regular, board.at("barad_dur"))
    assert ("place", regular, board.at("barad_dur")) not in board.options
    board.choose("place", regular, board.at("nurn"))
    assert board.units("barad_dur", "sauron") == (5, 1)
    assert board.units("nurn", "sauron") == (3, 0)


def test_BG_9_8_limits():
    board = Board()
    board.acting(SHADOW, M, M)
    assert "muster" not in {kind for kind, _, _ in board.options}  # nobody is At War
    board.war("rohan")
    leader = muster.can_place(board.s, board.t, 0, N.ROHAN, P.LEADER, board.at("westemnet"))
    assert not leader  # no unit there
    assert muster.can_place(board.s, board.t, 0, N.ROHAN, P.LEADER, board.at("edoras"))
    board.s.pool[N.ROHAN, P.REGULAR] = 1
    assert not muster.can_muster(board.s, board.t, 0, ids.PACKAGE.TWO_REGULARS)


def test_BG_6_9_elites_lead_with_saruman():
    board = Board(empty=True)
    board.put("orthanc", "isengard", 1, 1)
    board.war("isengard")
    assert not march.any_march(board.s, board.t, 1, 1)
    board.figure("saruman", "orthanc")
    assert march.any_march(board.s, board.t, 1, 1)
    marching(board, SHADOW, C, C)
    board.pick("march", "orthanc", "gap_of_rohan")
    board.choose("send", ALL)
    assert board.s.stand[F.SARUMAN] == board.at("orthanc")
    assert board.units("gap_of_rohan", "isengard") == (1, 1)


def test_BG_9_5_box_does_not_move():
    board = Board(empty=True)
    board.put("dol_amroth_box", "gondor", 2)
    board.put("dol_amroth", "southrons", 3)
    board.s.sieges |= 1 << int(board.t.stronghold[board.at("dol_amroth")])
    board.war("gondor")
    assert not march.any_march(board.s, board.t, 0, 0)
    assert compose.STEPS == 35
