"""The political track (BG-10)."""

from mazarbul.sim.games.board_game.rules import politics
from tests.board_game.board import FREE, PLAIN, SHADOW, Board, F, N

pytestmark = PLAIN


def test_BG_10_1_passive_stops():
    """BG-X15."""
    board = Board()
    for _ in range(3):
        politics.advance(board.s, N.ROHAN)
    assert board.s.steps[N.ROHAN] == 1
    assert not politics.can_advance(board.s, N.ROHAN)
    politics.activate(board.s, board.t, N.ROHAN, 0, -1)
    politics.advance(board.s, N.ROHAN)
    assert politics.is_at_war(board.s, N.ROHAN)


def test_BG_10_3_entry():
    board = Board()
    politics.entered(board.s, board.t, board.at("anfalas"), SHADOW)
    assert politics.is_active(board.s, N.GONDOR)
    assert board.s.steps[N.GONDOR] == 2
    politics.entered(board.s, board.t, board.at("folde"), FREE)
    assert not politics.is_active(board.s, N.ROHAN)


def test_BG_10_4_attacked():
    board = Board()
    politics.attacked(board.s, board.t, board.at("dale"), board.at("dale"))
    assert politics.is_active(board.s, N.NORTH)
    assert board.s.steps[N.NORTH] == 2
    politics.attacked(board.s, board.t, board.at("moria"), board.at("moria"))
    assert politics.is_at_war(board.s, N.SAURON)


def test_BG_10_4_attacked_switch():
    board = Board(attacked_advances_shadow_nations=False)
    politics.attacked(board.s, board.t, board.at("moria"), board.at("moria"))
    assert board.s.steps[N.SAURON] == 1


def test_BG_8_5_companion_wakes():
    board = Board()
    politics.visited(board.s, board.t, board.at("edoras"), 1 << F.STRIDER)
    assert not politics.is_active(board.s, N.ROHAN)  # he wakes the North only
    politics.visited(board.s, board.t, board.at("edoras"), 1 << F.PEREGRIN | 1 << F.STRIDER)
    assert politics.is_active(board.s, N.ROHAN)
    assert board.s.steps[N.ROHAN] == 3
    politics.visited(board.s, board.t, board.at("lossarnach"), 1 << F.PEREGRIN)
    assert not politics.is_active(board.s, N.GONDOR)  # a Town


def test_BG_8_5_conquered():
    board = Board()
    board.s.control[board.at("edoras")] = SHADOW
    politics.visited(board.s, board.t, board.at("edoras"), 1 << F.PEREGRIN)
    assert not politics.is_active(board.s, N.ROHAN)
