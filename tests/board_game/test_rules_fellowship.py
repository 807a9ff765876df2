"""Turns, dice and Rings, the Fellowship, the Hunt and Mordor (BG-3 to BG-5, BG-14 to BG-16)."""

import pytest

from mazarbul.sim.engine.bits import members
from mazarbul.sim.games.board_game import ids
from mazarbul.sim.games.board_game.rules import dice, fellowship, hunt, riders, tiles, turn
from tests.board_game.board import FREE, PLAIN, SHADOW, Board, F, N

pytestmark = [PLAIN, pytest.mark.filterwarnings("ignore:overflow")]
C, M, EYE, WILL = ids.FACE.CHARACTER, ids.FACE.MUSTER, ids.FACE.EYE, ids.FACE.WILL
NOBODY, GUIDE, RANDOM = ids.CASUALTY


def company(board: Board, *names: str) -> Board:
    """Let only these Companions be in the Fellowship, the first as Guide."""
    s = board.s
    for figure in range(7):
        s.stand[figure] = ids.AWAY.DEAD
    s.members = 0
    for name in names:
        figure = ids.FIGURES.index(name)
        s.stand[figure] = ids.AWAY.FELLOWSHIP
        s.members |= 1 << figure
    s.guided, s.guide = s.members, ids.FIGURES.index(names[0]) if names else F.GOLLUM
    if not names:
        s.stand[F.GOLLUM] = ids.AWAY.FELLOWSHIP
    return board


@pytest.fixture
def next_tile(monkeypatch):
    """Return a function that says which kinds of tiles are drawn next."""
    waiting = []

    def scripted(s, t):
        tile = min(members(int(t.tiles_of_kind[waiting.pop(0)])))
        s.tiles &= ~(1 << tile)
        s.drawn |= 1 << tile
        return tile

    monkeypatch.setattr(tiles, "draw_tile", scripted)
    return lambda board, *names: waiting.extend(board.tables.tiles.index(name) for name in names)


@pytest.fixture
def next_dice(monkeypatch):
    """Return a list of the results that Hunt dice show next."""
    waiting = []
    monkeypatch.setattr(hunt, "roll_die", lambda *_: waiting.pop(0))
    return waiting


def drawn(board: Board, eye: int = 0, flags: int = ids.DRAWN.HUNT) -> None:
    """Have a tile drawn outside of a Hunt roll."""
    board.s.phase, board.s.step, board.s.turn = ids.PHASE.VICTORY, 0, 1
    fellowship.draw_for(board.s, eye, flags, 0)
    board.run()


# Turns, dice, Rings ---------------------------------------------------------------------------------


def test_BG_3_2_pools():
    board = Board()
    board.figure("aragorn", "pelargir")
    board.figure("saruman", "orthanc")
    dice.recover(board.s, board.t)
    assert board.s.pool_dice.tolist() == [5, 8]


@pytest.mark.parametrize(("names", "most"), [(ids.FIGURES[:7], 7), (("boromir",), 1), ((), 1)])
def test_BG_3_4_allocation(names, most):
    """BD-07, BG-X03."""
    board = company(Board(), *names)
    board.s.box[FREE] = 1 if len(names) == 1 else 0
    dice.recover(board.s, board.t)
    turn.begin_phase(board.s, ids.PHASE.HUNT)
    turn.step_hunt_allocation(board.s, board.t)
    assert [b for _, _, b in board.options] == list(range(int(len(names) == 1), most + 1))


def test_BG_3_5_eyes_go_to_the_box():
    board = Board()
    s, t = board.s, board.t
    eyes = 0
    for number in range(1, 40):
        s.turn = number
        dice.recover(s, t)
        s.box[SHADOW] = 2
        dice.roll_all(s, t)
        assert s.dice_n.tolist() == [4, 5 - (s.box[SHADOW] - 2)]
        assert s.dice[SHADOW, EYE] == 0
        eyes += s.box[SHADOW] - 2
    assert 15 < eyes < 55


def test_BG_3_6_passing():
    """BD-09."""
    board = Board()
    board.s.dice[SHADOW, M] = board.s.dice_n[SHADOW] = 2
    board.s.dice[FREE, C] = board.s.dice_n[FREE] = 1
    board.s.turn, board.s.phase, board.s.step = 1, ids.PHASE.ACTIONS, ids.STEP.BEGIN
    board.run()
    assert ("pass", 0, 0) in board.options
    board.choose("pass")
    assert board.s.actor == 1
    assert ("pass", 0, 0) not in board.options


def test_BG_5_rings():
    """BG-5.1, BG-5.2, BD-08, BG-X28."""
    board = Board()
    s = board.s
    board.acting(FREE, M, M)
    s.dice[SHADOW, M] = s.dice_n[SHADOW] = 2
    assert not any(kind == "ring" and b == WILL for kind, _, b in board.options)
    board.choose("ring", M, C)
    assert s.rings.tolist() == [2, 1]
    assert not any(kind == "ring" for kind, _, _ in board.options)
    board.choose("waste", 0, C)
    board.choose("ring", M, EYE)
    assert s.rings.tolist() == [2, 0]
    assert s.box[SHADOW] == 1
    assert s.dice_n[SHADOW] == 1


# The Hunt -------------------------------------------------------------------------------------------


def test_BG_14_4_bonus(next_dice):
    """BG-X04, BG-X06."""
    board = Board()
    board.s.box[:] = (1, 3)
    next_dice.extend((1, 5, 4))
    assert hunt.roll_hunt(board.s, board.t, 1) == 1
    assert hunt.is_success(board.t, 6, 0)
    assert not hunt.is_success(board.t, 1, 5)


def test_BG_14_5_rerolls(next_dice):
    """BG-14.3, BG-X05."""
    board = Board()
    board.s.bearers = board.at("hollin")
    board.s.box[:] = (1, 3)
    board.nazgul("hollin")
    assert hunt.rerolls(board.s, board.t) == 1
    next_dice.extend((1, 5, 5, 4))
    assert hunt.roll_hunt(board.s, board.t, 1) == 2
    board.s.bearers = board.at("dol_guldur")
    assert hunt.rerolls(board.s, board.t) == 3


def test_BG_14_1_walk(next_dice, next_tile):
    board = Board()
    board.s.box[SHADOW] = 2
    next_dice.extend((6, 1))
    next_tile(board, "std_2")
    board.acting(FREE, C, C)
    board.choose("walk", 0, C)
    assert board.decision == "casualty"
    board.choose("casualty", NOBODY)
    assert board.s.corruption == 2
    assert board.s.progress == 1
    assert board.s.box[FREE] == 1


def test_BG_14_8_refill():
    board = Board()
    s, t = board.s, board.t
    s.turn = 1
    seen = [int(tiles.draw_tile(s, t)) for _ in range(16)]
    assert sorted(seen) == members(int(t.standard_tiles))
    assert s.tiles == 0
    tiles.draw_tile(s, t)
    assert len(members(int(s.tiles))) == 15


def test_BG_14_13_casualty(next_tile):
    """BD-44, BG-X07."""
    board = company(Board(), "gandalf_grey", "meriadoc")
    next_tile(board, "std_3")
    drawn(board)
    board.choose("casualty", GUIDE)
    assert board.s.corruption == 0
    assert board.s.stand[F.GANDALF_GREY] == ids.AWAY.DEAD
    assert board.s.guide == F.MERIADOC


def test_BG_14_13_taken_alive(next_tile, monkeypatch):
    """BD-26, BG-X07."""
    monkeypatch.setattr(tiles, "random_companion", lambda *_: F.MERIADOC)
    board = company(Board(), "gandalf_grey", "meriadoc")
    next_tile(board, "std_3")
    drawn(board)
    board.choose("casualty", RANDOM)
    assert board.decision == "go"
    assert "bruinen" not in board.places or board.t.distance[board.s.bearers, board.at("bruinen")] <= 1
    board.pick("go", "rivendell")
    assert board.s.corruption == 2
    assert board.s.stand[F.MERIADOC] == board.at("rivendell")


def test_BG_14_10_new_guide_at_once(next_tile):
    """BD-43, BG-X08."""
    board = company(Board(), "boromir", "meriadoc", "peregrin")
    next_tile(board, "std_eye")
    board.s.is_hidden = 0
    drawn(board, eye=4)
    board.choose("casualty", GUIDE)
    board.choose("guide", F.MERIADOC)
    board.choose("use-guide", 0, 1)
    board.pick("go", "rivendell")
    board.choose("use-guide", 0, 1)
    board.pick("go", "rivendell")
    assert board.s.corruption == 0
    assert board.s.guide == F.GOLLUM


def test_BG_14_14_reveal(next_tile):
    """BD-46."""
    board = Board()
    board.s.progress = 4
    board.s.corruption = 3
    next_tile(board, "std_0r", "std_1")
    drawn(board)
    assert board.decision == "reveal"
    assert "lorien" not in board.places
    board.pick("reveal", "dimrill_dale")  # round Moria is too far
    assert board.s.is_hidden == 0
    assert board.s.progress == 0
    assert board.decision == "casualty"  # the tile of Moria


def test_BG_14_15_fewest_tiles():
    board = Board()
    s, t = board.s, board.t
    s.progress = 12
    fellowship.find_way(s, t, board.at("hollin"), board.at("dimrill_dale"), 12, True)
    assert fellowship.tiles_on_way(s, t) == 0
    fellowship.find_way(s, t, board.at("moria"), board.at("moria"), 3, True)
    assert s.path_n == 1
    assert fellowship.tiles_on_way(s, t) == 1


# The Fellowship and Mordor --------------------------------------------------------------------------


def test_BG_15_4_declare_and_heal():
    """BG-15.3, BG-X10."""
    board = Board()
    s, t = board.s, board.t
    s.progress, s.corruption = 5, 3
    fellowship.answer_declare(s, t, board.at("lorien"))
    assert (s.progress, s.is_hidden, s.corruption) == (0, 1, 2)


def test_BG_15_4_declare_activates():
    """BG-X11."""
    board = Board()
    board.s.bearers, board.s.progress = board.at("lorien"), 4
    fellowship.answer_declare(board.s, board.t, board.at("edoras"))
    assert board.s.active & 1 << N.ROHAN
    assert board.s.steps[N.ROHAN] == 3


def test_BG_16_2_pool():
    """BG-X12."""
    board = Board()
    s, t = board.s, board.t
    kinds = [board.tables.tiles.index(name) for name in ("std_3", "std_2r", "std_0r", "std_eye")]
    gone = [members(int(t.tiles_of_kind[kind]))[0] for kind in kinds]
    gone.append(members(int(t.tiles_of_kind[kinds[3]]))[1])
    for tile in gone:
        s.tiles &= ~(1 << tile)
        s.drawn |= 1 << tile
    for name in ("fp_phial", "sh_shelob"):
        s.specials |= int(t.tiles_of_kind[board.tables.tiles.index(name)])
    fellowship.enter_mordor(s, t)
    assert len(members(int(s.tiles))) == 11 + 2 + 2


@pytest.mark.parametrize(("entry", "can"), [("declare", False), ("presence", True)])
def test_BG_16_1_entry(entry, can):
    """BG-X13."""
    board = Board(mordor_entry=entry)
    board.s.bearers, board.s.is_hidden = board.at("minas_morgul"), 0
    assert fellowship.can_enter(board.s, board.t) == can
    assert not fellowship.can_declare(board.s)


@pytest.mark.parametrize(("corruption", "winner"), [(10, SHADOW), (9, FREE)])
def test_BG_16_6_crack(next_tile, corruption, winner):
    """BG-16.3, BG-17.2, BG-X09."""
    board = company(Board())
    s = board.s
    s.mordor, s.bearers, s.corruption = 4, ids.NONE, corruption
    next_tile(board, "std_2")
    board.acting(FREE, C, C)
    board.choose("walk", 0, C)
    if board.decision == "use-guide":
        board.choose("use-guide", 0, 0)
    assert s.mordor == 5
    assert s.corruption == corruption + 2
    assert s.winner == winner


def test_BG_16_4_eye_in_mordor(next_tile):
    """BG-16.5."""
    board = company(Board())
    s = board.s
    s.mordor, s.bearers, s.is_hidden = 1, ids.NONE, 1
    s.box[:] = (2, 3)
    next_tile(board, "std_eye")
    board.acting(FREE, C, C)
    board.choose("walk", 0, C)
    assert s.corruption == 5
    assert s.mordor == 2
    assert s.is_hidden == 0
    assert s.box[FREE] == 3


def test_BG_3_8_idle():
    """BG-16.8."""
    board = Board()
    board.s.mordor = 1
    fellowship.idle_in_mordor(board.s, board.t)
    assert board.s.corruption == 1
    board.s.is_hidden = 0
    fellowship.hide(board.s, board.t)
    fellowship.idle_in_mordor(board.s, board.t)
    assert board.s.corruption == 1


# Companions and Nazgûl ------------------------------------------------------------------------------


def test_BG_8_6_separation():
    """BD-25."""
    board = Board()
    board.acting(FREE, C, C)
    board.choose("separate", 0, C)
    board.choose("join", F.STRIDER)
    board.choose("join", F.BOROMIR)
    board.choose("none")
    reached = board.places
    assert all(board.t.distance[board.s.bearers, board.at(name)] <= 3 for name in reached)
    assert "dimrill_dale" not in reached or board.t.distance[board.s.bearers, board.at("dimrill_dale")] < 3
    board.pick("go", "hollin")
    assert board.s.stand[[F.STRIDER, F.BOROMIR]].tolist() == [board.at("hollin")] * 2
    assert board.s.guide == F.GANDALF_GREY


def test_BG_8_4_nazgul():
    """BG-6.4, BD-23."""
    board = Board()
    assert not riders.may_fly_to(board.s, board.t, board.at("minas_tirith"))
    assert riders.may_fly_to(board.s, board.t, board.at("edoras"))
    board.acting(SHADOW, C, C)
    board.choose("ride", 0, C)
    board.choose("rider", ids.FIGURE_N + board.at("morannon"))
    board.pick("go", "rivendell" if "rivendell" in board.places else "hollin")
    assert board.s.nazgul[board.at("hollin")] == 1
    assert ("rider", ids.FIGURE_N + board.at("hollin"), 0) not in board.options
