"""What a player expects of the heuristic bot about the Fellowship and the Hunt (BG-B11, BG-B20 to BG-B27)."""

from __future__ import annotations

import pytest

from mazarbul.sim.engine.stack import push
from mazarbul.sim.games.board_game import ids
from mazarbul.sim.games.board_game.frames import Tile
from mazarbul.sim.games.board_game.ids import CASUALTY, FACE, TILE_STEP
from mazarbul.sim.games.board_game.rules import turn
from tests.board_game.board import FREE, PLAIN, F
from tests.board_game.minds import BotBoard

pytestmark = [PLAIN, pytest.mark.filterwarnings("ignore::RuntimeWarning")]


def acting(*faces: int, **state: int) -> BotBoard:
    """The Free Peoples act with these dice; fields of the state are set before."""
    board = BotBoard()
    for name, value in state.items():
        board.s[name] = value
    board.acting(FREE, *faces)
    board.run()
    return board


def test_BG_B21_the_fellowship_walks_at_the_beginning():
    assert acting(FACE.CHARACTER, FACE.MUSTER).choice[0] == "walk"


def test_BG_B21_a_tired_fellowship_walks_less():
    fresh, tired = acting(FACE.CHARACTER), acting(FACE.CHARACTER, corruption=9)
    for board in (fresh, tired):
        board.s.box[ids.SIDE.SHADOW] = 4
        board.choice  # noqa: B018  (fills the scores)
    assert score_of(tired, "walk") < score_of(fresh, "walk") - 20


def score_of(board: BotBoard, kind: str) -> float:
    """Return the best score of the options of a kind."""
    options = board.options
    return max(float(board.mind.score[i]) for i, (name, _, _) in enumerate(options) if name == kind)


def test_BG_B22_a_revealed_fellowship_hides():
    assert acting(FACE.CHARACTER, FACE.MUSTER, is_hidden=0, progress=0).choice[0] == "hide"


def test_BG_B21_in_mordor_there_is_a_step_each_turn():
    board = acting(FACE.CHARACTER, FACE.EVENT, mordor=1, bearers=ids.NONE, corruption=5)
    assert board.choice[0] == "walk"


def declaring(**state: int) -> tuple[BotBoard, tuple[str, int, int]]:
    """Return a board at the phase of the Fellowship, and what the bot does there."""
    board = BotBoard()
    for name, value in state.items():
        board.s[name] = value
    board.recover()
    return board, board.choice


def test_BG_B23_the_fellowship_stays_undeclared_without_need():
    board = BotBoard()
    _, choice = declaring(progress=3, bearers=board.at("hollin"))
    assert choice[0] == "none"


def test_BG_B23_the_fellowship_rests_where_it_heals():
    board = BotBoard()
    board, choice = declaring(progress=3, bearers=board.at("moria"), corruption=5)
    assert choice[0] == "declare"
    assert board.name(choice[1]) == "lorien"


def test_BG_B23_the_fellowship_heals_in_place():
    board = BotBoard()
    board, choice = declaring(progress=0, corruption=4, bearers=board.at("lorien"))
    assert choice == ("declare", board.at("lorien"), 0)


def test_BG_B23_the_fellowship_enters_mordor():
    board = BotBoard()
    board, choice = declaring(progress=2, bearers=board.at("north_ithilien"), corruption=4)
    assert choice[0] == "declare"
    assert board.name(choice[1]) in ("minas_morgul", "morannon")
    board.choose(*choice)
    assert board.decision == "enter"
    assert board.choice[2] == 1


def casualty(damage: int, **state: int) -> int:
    """Return which casualty is taken for the damage of a tile."""
    board = BotBoard()
    for name, value in state.items():
        board.s[name] = value
    push(board.s, Tile.kind, TILE_STEP.CASUALTY, 0, 0, 0, 0, damage, 0, int(board.s.guide), -1)
    board.run()
    assert board.decision == "casualty"
    return board.choice[1]


def test_BG_B24_a_little_corruption_is_taken():
    assert casualty(1) == CASUALTY.NOBODY
    assert casualty(1, corruption=2) == CASUALTY.NOBODY


def test_BG_B24_a_companion_is_taken_before_the_end():
    assert casualty(3, corruption=9) != CASUALTY.NOBODY


def test_BG_B24_companions_are_spent_in_mordor():
    assert casualty(3, corruption=6, mordor=4, bearers=ids.NONE) != CASUALTY.NOBODY


def test_BG_B27_gandalf_the_grey_is_given_up_when_the_white_may_come():
    board = BotBoard()
    board.figure("saruman", "orthanc")
    state = {"stand": board.s.stand.copy(), "corruption": 3}
    assert casualty(3, **state) == CASUALTY.GUIDE


def test_BG_B26_aragorn_is_crowned():
    board = BotBoard()
    board.figure("strider", "minas_tirith")
    board.acting(FREE, FACE.WILL, FACE.CHARACTER)
    board.run()
    assert board.choice[:2] == ("crown", F.ARAGORN)


@pytest.mark.slow
def test_BG_B25_strider_leaves_for_a_crown():
    board = BotBoard()
    board.s.bearers, board.s.progress = board.at("lorien"), 3
    board.acting(FREE, FACE.CHARACTER)
    board.run()
    board.choose("separate", 0, FACE.CHARACTER)
    assert board.decision == "join"
    assert board.choice == ("join", F.STRIDER, 0)
    board.choose("join", F.STRIDER)
    while board.decision == "join":
        board.choose(*board.choice)
    assert board.decision == "go"
    assert board.place in ("minas_tirith", "dol_amroth", "pelargir")


def allocating(**state) -> int:
    """Return how many dice the Shadow puts into the Hunt Box."""
    board = BotBoard()
    board.s.turn = 5
    for name, value in state.items():
        board.s[name] = value
    board.s.pool_dice[:] = 4, 8
    board.s.dice_n[:] = 4, 8
    board.s.phase, board.s.step = ids.PHASE.HUNT, ids.STEP.BEGIN
    turn.step_hunt_allocation(board.s, board.t)
    return board.choice[2]


def test_BG_B11_the_hunt_grows_with_the_danger():
    assert allocating(turn=1) <= 1
    assert allocating(mordor=2, bearers=ids.NONE) == 5
    assert allocating(corruption=9) >= 3
