"""Events that change numbers, Nations, cards, dice and figures: one test for the event half of each card."""

import pytest

from mazarbul.sim.games.board_game import ids
from mazarbul.sim.games.board_game.rules import plays, stands
from tests.board_game.acting import TextBoard
from tests.board_game.board import FREE, PLAIN, SHADOW, F, N, P

pytestmark = PLAIN
EYE, CHARACTER, WILL = ids.FACE.EYE, ids.FACE.CHARACTER, ids.FACE.WILL


def alone(board: TextBoard) -> TextBoard:
    """Leave the Ring-bearers without Companions: Gollum is the Guide."""
    for figure in range(7):
        board.s.stand[figure] = ids.AWAY.DEAD
    board.s.members = 0
    board.s.is_dirty = 1
    board.run()
    assert board.s.guide == F.GOLLUM
    return board


@pytest.mark.parametrize(
    ("card", "tile"),
    [
        ("fp_char_01", "fp_cloaks"),
        ("fp_char_02", "fp_rope"),
        ("fp_char_03", "fp_phial"),
        ("fp_char_04", "fp_smeagol"),
        ("sh_char_01", "sh_shelob"),
        ("sh_char_02", "sh_mine"),
        ("sh_char_03", "sh_onon"),
        ("sh_char_04", "sh_giveit"),
    ],
)
def test_special_tiles(card, tile):
    """BG-7.4."""
    for in_mordor in (False, True):
        board = TextBoard()
        s = board.s
        if in_mordor:
            s.mordor, s.bearers = 0, -1
        board.play(card)
        found = int(board.t.tiles_of_kind[board.tables.tiles.index(tile)])
        assert (int(s.specials), int(s.tiles) & found) == ((0, found) if in_mordor else (found, 0))
        assert board.zone(card) == "discard"


@pytest.mark.parametrize(
    "card", ["fp_char_05", "fp_str_03", "sh_char_15", "sh_char_16", "sh_char_17", "sh_str_05"]
)
def test_stays_on_the_table(card):
    board = TextBoard()
    board.play(card)
    assert board.zone(card) == "table"


@pytest.mark.parametrize(
    ("card", "figures"),
    [("fp_char_06", "gimli legolas"), ("fp_char_07", "boromir"), ("fp_char_08", "gandalf_grey")],
)
def test_stays_while_a_companion_walks_along(card, figures):
    board = TextBoard()
    board.play(card)
    for figure in figures.split():
        assert board.zone(card) == "table"
        board.figure(figure, "bree")
        board.run()
    assert board.zone(card) == "discard"
    other = TextBoard()
    for figure in figures.split():
        other.figure(figure, "bree")
    other.hold(card)
    assert not other.can_play(card)


def test_fp_char_09_athelas():
    board = TextBoard()
    board.hold("fp_char_09")
    assert not board.can_play("fp_char_09")  # nothing to heal
    found = set()
    for seed in range(8):
        board = TextBoard()
        board.s.seed, board.s.corruption = seed, 5
        board.s.guide = F.STRIDER
        board.play("fp_char_09")
        found.add(int(board.s.corruption))
    assert found <= {2, 3, 4, 5}
    assert len(found) > 1


def test_fp_char_10_another_way():
    board = TextBoard()
    board.s.corruption = 2
    board.play("fp_char_10")
    assert board.s.corruption == 1
    board = alone(TextBoard())
    board.s.corruption, board.s.is_hidden = 2, 0
    board.play("fp_char_10")
    assert board.options == [("option", 0, 0), ("option", 2, 0)]  # a revealed one cannot move
    board.choose("option", 0)
    assert board.s.is_hidden == 1


def test_fp_char_12_song():
    board = alone(TextBoard())
    board.s.corruption = 3
    board.play("fp_char_12")
    assert board.s.corruption == 1


def test_fp_char_13_mirror():
    board = TextBoard()
    board.s.dice[FREE, CHARACTER], board.s.dice_n[FREE] = 2, 2
    board.s.bearers, board.s.corruption = board.at("lorien"), 1
    board.play("fp_char_13")
    assert (board.s.dice[FREE, CHARACTER], board.s.dice[FREE, WILL], board.s.corruption) == (1, 1, 0)


def test_fp_char_14_challenge():
    board = TextBoard()
    board.figure("strider", "edoras")
    before = int(board.s.tiles)
    board.play("fp_char_14")
    assert board.where("strider") == "edoras" or board.s.removed == 0
    gone = int(board.s.removed)
    assert gone & ~int(board.t.eye_tiles) == 0
    assert int(board.s.tiles) | gone == before
    board = TextBoard()
    board.figure("strider", "edoras")
    board.s.tiles = int(board.t.eye_tiles)
    board.play("fp_char_14")
    assert board.where("strider") == "dead"
    assert board.s.tiles == board.t.eye_tiles


def test_fp_char_17_there_and_back():
    board = TextBoard()
    board.s.progress = 6
    board.play("fp_char_17")
    board.choose("join", F.GIMLI)
    board.choose("none")
    board.pick("go", "dale")
    board.choose("guide", F.STRIDER)
    assert board.where("gimli") == "dale"
    active = {ids.NATIONS[n] for n in range(5) if board.s.active >> n & 1}
    assert active == {"dwarves", "elves", "north"}
    assert [int(board.s.steps[n]) for n in (N.DWARVES, N.ELVES, N.NORTH)] == [2, 2, 2]


def test_fp_char_23_stewards():
    board = TextBoard()
    board.figure("boromir", "minas_tirith")
    board.play("fp_char_23")
    board.choose("place", N.GONDOR * ids.PIECE_N + P.ELITE, board.at("minas_tirith"))
    assert board.units("minas_tirith", "gondor") == (3, 2)
    assert int(board.s.hand[FREE]).bit_count() == 2


def test_fp_char_24_grey_company():
    board = TextBoard()
    board.figure("strider", "bree")
    board.play("fp_char_24")
    assert board.units("bree", "north") == (0, 1)
    assert board.s.dead[N.NORTH, P.REGULAR] == 1


def test_fp_str_02_price():
    """BD-49."""
    board = TextBoard()
    board.play("fp_str_02")
    assert board.s.steps[N.ELVES] == 2
    card = board.card("fp_str_02")
    board.hold("sh_char_01")
    assert plays.force_for(board.s, board.t, SHADOW, card, ids.FACE.MUSTER) == -1
    board.hold("sh_str_01", "sh_str_02")
    plays.start_force(board.s, board.t, SHADOW, card, ids.FACE.MUSTER)
    board.run()
    board.choose("card", board.card("sh_str_02"))
    assert board.zone("fp_str_02") == board.zone("sh_char_01") == board.zone("sh_str_02") == "discard"
    assert board.zone("sh_str_01") == "hand"


@pytest.mark.parametrize(
    ("card", "place", "nation"), [("fp_str_04", "erebor", "dwarves"), ("fp_str_07", "bree", "north")]
)
def test_companion_brings_war(card, place, nation):
    board = TextBoard()
    board.figure("gimli", place)
    board.play(card)
    board.choose("none")
    n = ids.NATIONS.index(nation)
    assert board.s.at_war >> n & 1
    assert board.s.active >> n & 1


def test_fp_str_08_book():
    board = TextBoard()
    board.play("fp_str_08")
    board.choose("nation", N.ROHAN)
    assert board.s.active >> N.ROHAN & 1
    assert board.s.steps[N.ROHAN] == 2


def test_fp_str_09_red_arrow():
    board = TextBoard()
    board.hold("fp_str_09")
    assert not board.can_play("fp_str_09")
    board.war("gondor")
    board.play("fp_str_09")
    board.choose("place", N.ROHAN * ids.PIECE_N + P.REGULAR, board.at("edoras"))
    assert board.s.steps[N.ROHAN] == 2
    assert board.units("edoras", "rohan") == (2, 1)
    assert board.leaders("edoras") == 1


def test_sh_char_08_morgul_wound():
    board = TextBoard()
    board.s.bearers = board.at("trollshaws")
    board.play("sh_char_08")
    assert 0 <= board.s.corruption <= 3


def test_sh_char_10_drift():
    board = TextBoard()
    board.s.progress = 2
    board.play("sh_char_10")
    assert "rivendell" not in board.places
    board.pick("region", "trollshaws")
    assert board.name(int(board.s.bearers)) == "trollshaws"
    assert (board.s.progress, board.s.is_hidden) == (2, 1)


@pytest.mark.parametrize(("before", "after"), [(3, 5), (4, 5)])
def test_sh_char_12(before, after):
    board = TextBoard()
    board.s.is_hidden, board.s.corruption = 0, before
    board.play("sh_char_12")
    assert board.s.corruption == after


def test_sh_char_13_lure():
    """BD-47."""
    for take in (0, 1):
        board = TextBoard()
        board.s.is_hidden = 0
        board.play("sh_char_13")
        board.choose("option", take)
        lost = 7 - int(board.s.members).bit_count()
        assert (board.s.corruption > 0) == (take == 0)
        assert lost <= 1


def test_sh_char_14_breaking():
    board = TextBoard()
    board.s.is_hidden = 0
    kind = board.tables.tiles.index("std_2")
    board.s.tiles = int(board.t.tiles_of_kind[kind])
    board.play("sh_char_14")
    board.choose("figure", F.GIMLI)
    board.choose("figure", F.BOROMIR)
    assert board.where("gimli") == board.where("boromir") == "rivendell"
    assert board.s.corruption == 0
    assert int(board.s.members).bit_count() == 5


def test_sh_char_18_dice():
    board = TextBoard()
    board.s.dice[SHADOW, ids.FACE.ARMY] = board.s.dice[SHADOW, ids.FACE.EVENT] = 1
    board.s.dice_n[SHADOW] = 2
    board.play("sh_char_18")
    board.choose("number", 0, 1)
    board.choose("face", ids.FACE.EVENT)
    assert (board.s.dice_n[SHADOW], board.s.box[SHADOW]) == (1, 1)


def test_sh_char_21_palantir():
    board = TextBoard()
    board.figure("saruman", "orthanc")
    board.play("sh_char_21", ids.FACE.EVENT)
    assert board.zone("sh_char_21") == "table"
    board.play("sh_char_01", ids.FACE.EVENT)
    assert board.decision == "draw-from"
    board.choose("draw-from", 0)
    assert int(board.s.hand[SHADOW]).bit_count() == 1
    stands.put_figure(board.s, F.SARUMAN, ids.AWAY.DEAD)
    board.run()
    assert board.zone("sh_char_21") == "discard"


def test_sh_char_22_wormtongue():
    board = TextBoard()
    board.figure("saruman", "orthanc")
    board.play("sh_char_22")
    board.play("fp_str_08")
    board.choose("nation", N.ROHAN)
    assert not board.s.active >> N.ROHAN & 1
    board.war("rohan")
    board.run()
    assert board.zone("sh_char_22") == "discard"


def test_sh_str_03_folly():
    board = TextBoard(empty=True)
    board.put("minas_tirith_box", "gondor", 1, 0, 1)
    board.put("minas_tirith", "sauron", 3)
    board.s.sieges |= 1 << int(board.t.stronghold[board.at("minas_tirith")])
    board.play("sh_str_03")
    assert board.leaders("minas_tirith_box") == 0
    assert board.zone("sh_str_03") == "table"


def test_sh_str_04_day_without_dawn():
    board = TextBoard()
    board.s.dice[FREE, WILL], board.s.dice_n[FREE] = 2, 3
    board.hold("sh_str_04")
    assert not board.can_play("sh_str_04")
    board.war("sauron", "isengard", "southrons")
    board.play("sh_str_04")
    assert (board.s.dice[FREE, WILL], board.s.dice_n[FREE]) == (0, 1)


def test_sh_str_06_stormcrow():
    board = TextBoard()
    board.figure("gimli", "dale")
    board.play("sh_str_06")
    board.choose("nation", N.NORTH)
    assert board.s.steps[N.NORTH] == 3
    board.pick("army", "bree")
    assert board.units("bree", "north") == (0, 0)
    assert board.s.dead[N.NORTH, P.REGULAR] == 1
