"""Three and four players: whose action, whose Armies, whose Nations (BG-18)."""

import random

import pytest

from mazarbul.sim.games.board_game import ids
from mazarbul.sim.games.board_game.kernel import DRIVER
from mazarbul.sim.games.board_game.state import empty_state
from tests.board_game.acting import CardBoard
from tests.board_game.board import FREE, PLAIN, SHADOW, F, N, P, tables
from tests.board_game.fights import _dice, fight  # noqa: F401  (a fixture)
from tests.board_game.test_rules_games import check

pytestmark = [PLAIN, pytest.mark.usefixtures("_dice")]
FACE = ids.FACE
A, C, M = FACE.ARMY, FACE.CHARACTER, FACE.MUSTER
ALL, BUT_ONE, CUSTOM, NOBODY = ids.WHOLE
FREE_1, FREE_2, SAURON, ISENGARD = range(4)


def shared(*, sauron: int = 2, southrons: int = 2, place: str = "gorgoroth") -> CardBoard:
    """Return a game for four where both partners of the Shadow have units in a region, at war."""
    board = CardBoard("four_player", empty=True)
    board.put(place, "sauron", sauron)
    board.put(place, "southrons", southrons)
    board.war("sauron", "southrons", "isengard")
    return board


def acts(board: CardBoard, seat: int, *faces: int) -> None:
    """Let a seat act with dice of its side."""
    side = int(board.t.seat_side[seat])
    board.acting(side, *faces)
    if int(board.s.actor) != seat:
        board.s.next_seat[side] = seat
        board.run()
    assert board.s.actor == seat


def test_BG_18_1_leading_markers_pass():
    t = tables("four_player").record
    s = empty_state()
    rng = random.Random(2)
    DRIVER.new_game(s, t, 5, 2)
    assert s.leading.tolist() == [FREE_1, SAURON]
    while s.turn == 1:
        DRIVER.apply(s, t, rng.choice(s.options[: s.option_n].tolist()))
    assert s.leading.tolist() == [FREE_2, ISENGARD]


def test_BG_18_3_draws_and_limits():
    t = tables("four_player").record
    s = empty_state()
    DRIVER.new_game(s, t, 5, 2)
    assert [int(s.hand[seat]).bit_count() for seat in range(4)] == [2, 2, 2, 2]
    assert t.hand_limit.tolist() == [4, 4, 4, 4]


def test_BG_18_5_order():
    board = CardBoard("four_player")
    s = board.s
    s.turn, s.phase, s.step = 1, ids.PHASE.ACTIONS, ids.STEP.BEGIN
    s.dice[:, FACE.EVENT], s.dice_n[:] = 2, 2
    board.run()
    order = []
    while s.phase == ids.PHASE.ACTIONS and board.decision == "turn":
        order.append(int(s.actor))
        board.choose("waste", 0, FACE.EVENT)
    assert order[:4] == [FREE_2, ISENGARD, FREE_1, SAURON]


def test_BG_18_5_passing_keeps_the_turn():
    board = CardBoard("four_player")
    s = board.s
    s.turn, s.phase, s.step = 1, ids.PHASE.ACTIONS, ids.STEP.BEGIN
    s.dice[:, FACE.EVENT], s.dice_n[:] = [1, 3], [1, 3]
    board.run()
    assert s.actor == FREE_2
    board.choose("pass")
    board.choose("waste", 0, FACE.EVENT)
    assert s.actor == FREE_2


def test_BG_18_6_own_nations():
    board = shared()
    for seat, nations in ((SAURON, {N.SAURON}), (ISENGARD, {N.ISENGARD, N.SOUTHRONS})):
        acts(board, seat, M, M)
        board.choose("muster", 0, M)
        board.choose("package", ids.PACKAGE.REGULAR)
        assert {a // ids.PIECE_N for _, a, _ in board.options} == nations
        board = shared()


def test_BG_18_7_own_events():
    board = CardBoard("four_player")
    board.s.leading[SHADOW] = ISENGARD
    board.war("sauron")
    board.hold("sh_str_24", "sh_str_17")  # the first is Sauron's
    acts(board, ISENGARD, FACE.EVENT, FACE.EVENT)
    assert {a for a, _ in board.kinds("play")} == {board.card("sh_str_17")}


def test_BG_18_8_own_units_march():
    board = shared(sauron=2, southrons=3)
    acts(board, SAURON, A, A)
    board.choose("move", 0, A)
    board.pick("march", "gorgoroth", "nurn")
    assert board.decision == "send"  # the partner commands what stands there together
    board.choose("send", ALL)
    assert (board.units("nurn", "sauron"), board.units("nurn", "southrons")) == ((2, 0), (0, 0))
    assert board.units("gorgoroth", "southrons") == (3, 0)


def test_BG_18_8_joint_march():
    """BD-51."""
    for is_agreed in (1, 0):
        board = shared(sauron=3, southrons=2)
        acts(board, SAURON, A, A)
        board.choose("move", 0, A)
        board.pick("march", "gorgoroth", "nurn")
        board.choose("consent", 0, 1)
        assert board.s.actor == ISENGARD
        board.choose("consent", 0, is_agreed)
        board.choose("send", ALL)
        assert board.units("nurn", "southrons") == (2 * is_agreed, 0)
        assert board.units("nurn", "sauron") == (3, 0)


def test_BG_18_8_control_is_kept():
    board = shared(sauron=3, southrons=2)
    acts(board, SAURON, A, A)
    board.choose("move", 0, A)
    board.pick("march", "gorgoroth", "nurn")
    board.choose("consent", 0, 1)
    board.choose("consent", 0, 1)
    board.choose("send", CUSTOM)
    assert board.kinds("take") == {(N.SAURON * ids.PIECE_N, n) for n in range(1, 4)}
    board.choose("take", N.SAURON * ids.PIECE_N, 1)
    assert board.units("nurn", "southrons") == (1, 0) or board.kinds("take") == {
        (N.SOUTHRONS * ids.PIECE_N, n) for n in range(2)
    }


def test_BG_18_8_separate_attack():
    board = shared(sauron=2, southrons=3, place="osgiliath")
    board.put("lossarnach", "gondor", 4)
    acts(board, SAURON, A, A)
    board.choose("attack", 0, A)
    board.choose("send", ALL) if board.decision == "send" else None
    assert board.s.unit_n[board.s.battle_stand[ids.ROLE.ATTACKER]] == 2
    assert board.s.units[ids.REARGUARD, N.SOUTHRONS, P.REGULAR] == 3


def test_BG_18_8_attacked_together():
    board = CardBoard("four_player", empty=True)
    board.put("lossarnach", "gondor", 1)
    board.put("lossarnach", "rohan", 2)
    board.put("osgiliath", "southrons", 3)
    board.war("southrons", "gondor", "rohan")
    board.s.leading[FREE] = FREE_2
    board.hold("fp_str_18", "fp_str_15")
    acts(board, ISENGARD, A, A)
    board.choose("attack", 0, A)
    board.choose("send", ALL)
    assert board.decision == "tactic"
    assert board.s.actor == FREE_2  # more units are Rohan's


def test_BG_18_8_stack_limit_in_turn():
    board = shared(sauron=8, southrons=6)
    board.s.phase, board.s.step = ids.PHASE.ACTIONS, ids.STEP.TRIM
    board.s.dice_n[:] = 0
    board.s.on_turn = SHADOW
    board.run()
    assert board.units("gorgoroth", "sauron") == (6, 0)
    assert board.units("gorgoroth", "southrons") == (4, 0)


def alone(*faces: int) -> CardBoard:
    """Return a game for three with Gondor and Rohan at war, and what the Free Peoples need to act."""
    board = CardBoard("three_player", empty=True)
    board.put("lossarnach", "gondor", 2)
    board.put("folde", "rohan", 2)
    board.war("gondor", "rohan")
    board.acting(FREE, *faces)
    return board


def again(board: CardBoard, *faces: int) -> None:
    """Let the Free Peoples act next."""
    board.s.step, board.s.frame_n = ids.STEP.ACT, 0
    board.acting(FREE, *faces)


def march(board: CardBoard, origin: str, to: str) -> None:
    """March with everything."""
    board.choose("move", 0, FACE.WILL)
    board.pick("march", origin, to)
    if board.decision == "send":
        board.choose("send", ALL)
    if board.decision == "march":
        board.choose("none")


def origins(board: CardBoard) -> set[str]:
    """Return from where the Free Peoples may march."""
    board.choose("move", 0, FACE.WILL)
    return {board.name(a) for a, _ in board.kinds("march")}


def test_BG_18_9_not_the_same_nation():
    board = alone(FACE.WILL, FACE.WILL)
    march(board, "lossarnach", "erech" if "erech" in board.places else "minas_tirith")
    assert board.s.used[FREE] == 1 << N.GONDOR
    again(board, FACE.WILL, FACE.WILL)
    assert (N.GONDOR, M) not in board.kinds("politics")
    assert origins(board) == {"folde"}


def test_BG_18_9_musters_and_cards():
    board = alone(M, M)
    board.s.used[FREE] = 1 << N.GONDOR
    board.hold("fp_str_14", "fp_str_16")
    again(board, M, M, FACE.EVENT)
    assert {a for a, _ in board.kinds("play")} == {board.card("fp_str_16")}
    board.choose("muster", 0, M)
    board.choose("package", ids.PACKAGE.REGULAR)
    assert {a // ids.PIECE_N for _, a, _ in board.options} == {N.ROHAN}


def mixed(**switches) -> CardBoard:
    """Return a game for three with an Army of Gondor and Rohan."""
    board = CardBoard("three_player", empty=True, **switches)
    board.put("minas_tirith", "gondor", 2)
    board.put("minas_tirith", "rohan", 2)
    board.put("edoras", "rohan", 1)
    board.war("gondor", "rohan")
    return board


def test_BG_18_9_mixed_armies():
    board = mixed()
    board.s.used[FREE] = 1 << N.GONDOR | 1 << N.ROHAN
    again(board, FACE.WILL, FACE.WILL)
    assert origins(board) == {"minas_tirith"}
    board.pick("march", "minas_tirith", "druadan_forest")
    board.choose("send", CUSTOM)
    board.choose("take", N.GONDOR * ids.PIECE_N, 2)
    assert (N.ROHAN * ids.PIECE_N, 0) not in board.kinds("take")  # not of Gondor alone


@pytest.mark.parametrize(("reading", "may"), [("not_same_army_twice", False), ("except_gondor_rohan", True)])
def test_BG_18_9_not_the_same_army(reading, may):
    board = mixed(three_player_mixed=reading)
    board.s.used_at[FREE] = board.at("minas_tirith")
    again(board, FACE.WILL, FACE.WILL)
    assert ("minas_tirith" in origins(board)) == may


def test_BG_18_9_other_actions_between():
    board = alone(FACE.EVENT, FACE.WILL)
    board.s.used[FREE] = 1 << N.GONDOR
    again(board, FACE.EVENT, FACE.WILL)
    board.choose("draw", 0, FACE.EVENT)
    assert board.s.used[FREE] == 0


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["three_player", "four_player"])
def test_BG_18_games(scenario):
    t = tables(scenario).record
    s = empty_state()
    rng = random.Random(scenario)
    DRIVER.new_game(s, t, 6, 1)
    for _ in range(150):
        options = s.options[: s.option_n].tolist()
        assert len(set(options)) == len(options)
        DRIVER.apply(s, t, rng.choice(options))
        assert s.fault == 0
        check(s, t)
    assert s.stand[F.SARUMAN] != ids.AWAY.DEAD or s.turn > 1
