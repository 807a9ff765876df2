"""Control, captures, sieges and points (BG-1.7, BG-13, BG-17.6)."""

from mazarbul.sim.games.board_game import ids
from mazarbul.sim.games.board_game.rules import control, politics, stands, victory
from tests.board_game.board import FREE, PLAIN, SHADOW, Board, F, N, P

pytestmark = PLAIN


def besieged(region: str = "dol_amroth", nation: str = "gondor") -> Board:
    """Return a Stronghold with two Regulars in the box and three of the Southrons before it."""
    board = Board(empty=True)
    board.put(region + "_box", nation, 2)
    board.put(region, "southrons", 3)
    control.begin_siege(board.s, board.t, board.at(region))
    board.settle()
    return board


def test_BG_13_13_capture():
    board = Board(empty=True)
    board.put("dale", "southrons", 2)
    control.enter_region(board.s, board.t, board.at("dale"), SHADOW)
    assert board.s.control[board.at("dale")] == SHADOW
    assert board.s.points.tolist() == [0, 1]
    assert politics.is_active(board.s, N.NORTH)
    assert board.s.steps[N.NORTH] == 2


def test_BG_13_13_retaken():
    """BG-1.7."""
    board = Board(empty=True)
    control.enter_region(board.s, board.t, board.at("dale"), SHADOW)
    control.enter_region(board.s, board.t, board.at("dale"), FREE)
    assert board.s.control[board.at("dale")] == FREE
    assert board.s.points.tolist() == [0, 0]
    assert board.s.steps[N.NORTH] == 2


def test_BG_8_10_orthanc_captured():
    board = Board(empty=True)
    board.figure("saruman", "orthanc")
    control.enter_region(board.s, board.t, board.at("orthanc"), FREE)
    assert board.s.stand[F.SARUMAN] == ids.AWAY.DEAD
    assert board.s.points.tolist() == [2, 0]
    board = Board(empty=True, saruman_orthanc="stays")
    board.figure("saruman", "orthanc")
    control.enter_region(board.s, board.t, board.at("orthanc"), FREE)
    assert board.s.stand[F.SARUMAN] == board.at("orthanc")


def test_BG_9_6_joining_a_siege_captures_nothing():
    board = besieged()
    control.enter_region(board.s, board.t, board.at("dol_amroth"), SHADOW)
    assert board.s.control[board.at("dol_amroth")] == FREE
    assert not control.is_open_to_muster(board.s, board.t, N.GONDOR, board.at("dol_amroth"))
    assert control.is_free(board.s, board.t, SHADOW, board.at("dol_amroth"))


def test_BG_13_12_besiegers_gone():
    board = besieged()
    stands.move(board.s, board.at("dol_amroth"), board.at("anfalas"), N.SOUTHRONS, P.REGULAR, 3)
    board.settle()
    assert board.units("dol_amroth", "gondor") == (2, 0)
    assert board.s.sieges == 0


def test_BG_13_9_garrison_gone():
    board = besieged()
    board.figure("boromir", "dol_amroth_box")
    stands.eliminate(board.s, board.at("dol_amroth_box"), N.GONDOR, P.REGULAR, 2)
    board.settle()
    assert board.s.control[board.at("dol_amroth")] == SHADOW
    assert board.s.points[SHADOW] == 2
    assert board.s.sieges == 0
    assert board.s.steps[N.GONDOR] == 1
    assert board.s.stand[F.BOROMIR] == board.at("dol_amroth")  # BG-7.9


def test_BG_17_6_points():
    """BG-X29."""
    board = Board()
    s, t = board.s, board.t
    for name in ("minas_tirith", "pelargir", "dol_amroth", "lorien", "edoras", "helms_deep"):
        control.capture(s, t, board.at(name), SHADOW)
    for name in ("moria", "orthanc"):
        control.capture(s, t, board.at(name), FREE)
    assert s.points.tolist() == [4, 10]
    victory.check_conquest(s, t)
    assert s.winner == SHADOW
    assert s.end_reason == ids.ENDED.SHADOW_MILITARY


def test_BG_17_4_free_peoples():
    board = Board()
    for name in ("moria", "orthanc"):
        control.capture(board.s, board.t, board.at(name), FREE)
    victory.check_conquest(board.s, board.t)
    assert board.s.end_reason == ids.ENDED.FREE_MILITARY


def test_BG_17_1_corruption():
    board = Board()
    victory.corrupt(board.s, board.t, -1)
    assert board.s.corruption == 0
    victory.corrupt(board.s, board.t, 13)
    assert board.s.corruption == 12
    assert board.s.end_reason == ids.ENDED.CORRUPTED
