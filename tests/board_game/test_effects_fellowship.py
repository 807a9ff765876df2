"""Events and table cards about the Fellowship and the Hunt, and texts of Characters."""

import pytest

from mazarbul.sim.effects.coverage import faults
from mazarbul.sim.engine.stack import push
from mazarbul.sim.games.board_game import ids
from mazarbul.sim.games.board_game.content.vocabulary import VOCABULARY
from mazarbul.sim.games.board_game.coverage import PARTS
from mazarbul.sim.games.board_game.frames import Hunt, Tile
from mazarbul.sim.games.board_game.rules import abilities, control, tiles
from tests.board_game.acting import TextBoard
from tests.board_game.board import FREE, PLAIN, SHADOW, F, N

pytestmark = PLAIN


def only(board: TextBoard, kind: str) -> None:
    """Leave only the tiles of a kind in the Hunt Pool."""
    board.s.tiles = int(board.t.tiles_of_kind[board.tables.tiles.index(kind)])


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.name)
def test_words_are_known(part):
    assert faults(VOCABULARY, part) == []


# Groups that leave -----------------------------------------------------------------------------------


def test_fp_char_11_alone():
    board = TextBoard()
    board.s.corruption = 1
    board.play("fp_char_11")
    board.choose("join", F.PEREGRIN)
    far = {r for i, r in enumerate(board.tables.regions) if board.t.distance[board.at("rivendell"), i] > 2}
    assert not board.places & far
    assert board.places
    board.choose(*board.options[1])
    board.choose("guide", F.STRIDER)
    assert board.s.corruption == 0


@pytest.mark.parametrize(("card", "steps"), [("fp_char_15", 4), ("fp_char_16", 4)])
def test_on_the_map_into_a_siege(card, steps):
    board = TextBoard(empty=True)
    board.figure("gimli", "eastemnet")  # Level 2
    board.put("helms_deep_box", "rohan", 2)
    board.put("helms_deep", "isengard", 3)
    control.begin_siege(board.s, board.t, board.at("helms_deep"))
    board.play(card)
    board.choose("option", 1)
    most = max(int(board.t.distance[board.at("eastemnet"), board.at(r)]) for r in board.places)
    assert most == steps
    board.pick("go", "helms_deep")
    assert board.where("gimli") == "helms_deep_box"


# Tiles -----------------------------------------------------------------------------------------------


def test_sh_char_05_patrol():
    board = TextBoard()
    board.s.bearers = board.at("trollshaws")
    only(board, "std_2")
    board.play("sh_char_05")
    board.choose("casualty", ids.CASUALTY.NOBODY)
    assert board.s.corruption == 2
    board = TextBoard()
    board.s.bearers = board.at("trollshaws")
    only(board, "std_eye")
    board.play("sh_char_05")
    assert (board.s.corruption, board.s.is_hidden) == (0, 1)  # set aside
    assert board.s.drawn


def test_sh_char_06_bane():
    board = TextBoard()
    board.s.bearers = board.at("trollshaws")
    only(board, "std_2")
    board.play("sh_char_06")
    assert board.s.corruption == 2


def test_sh_char_07_foul_thing():
    board = TextBoard()
    board.s.bearers = board.at("trollshaws")
    only(board, "std_3")
    board.play("sh_char_07")
    while board.options:
        board.choose(*board.options[0])
    assert int(board.s.members).bit_count() == 6


def test_sh_char_09_black_riders():
    board = TextBoard()
    board.s.progress = 1
    board.s.bearers = board.at("trollshaws")
    board.nazgul("trollshaws")
    board.play("sh_char_09")
    board.choose("none")
    assert board.decision == "reveal"


def test_sh_char_08b_strike():
    board = TextBoard()
    board.s.progress = 1
    board.s.bearers = board.at("trollshaws")
    board.nazgul("trollshaws")
    board.play("fp_char_05")
    board.play("sh_char_08b")
    board.choose("none")
    board.choose("option", 0)
    assert board.zone("fp_char_05") == "discard"


def tile_at_work(board: TextBoard, kind: str) -> None:
    """Let a tile of a kind be at work, with cards to be used on it."""
    push(board.s, Tile.kind, ids.TILE_STEP.CARD, 0, 0, 0, -1, 0, 0, -1, -1)
    tile = next(i for i in range(int(board.t.tile_n)) if board.tables.tiles[board.t.tile_kind[i]] == kind)
    board.s.tiles &= ~(1 << tile)
    board.s.drawn |= 1 << tile
    tiles.set_tile(board.s, board.t, board.s.frames[board.s.frame_n - 1], tile)
    board.run()


def test_BG_14_9_one_card_a_tile():
    """BD-42."""
    board = TextBoard()
    board.play("fp_char_06")
    board.play("fp_char_07")
    tile_at_work(board, "std_2")
    board.choose("may", 0, 0)
    board.choose("may", 0, 1)
    assert board.decision == "casualty"
    board.choose("casualty", ids.CASUALTY.NOBODY)
    assert board.s.corruption == 1
    assert sorted((board.zone("fp_char_06"), board.zone("fp_char_07"))) == ["discard", "table"]


def test_fp_char_05_mithril():
    board = TextBoard()
    board.play("fp_char_05")
    only(board, "std_1")
    tile_at_work(board, "std_3")
    board.choose("may", 0, 1)
    board.choose("casualty", ids.CASUALTY.NOBODY)
    assert board.s.corruption == 1
    assert board.zone("fp_char_05") == "discard"
    assert int(board.s.tiles).bit_count() >= 1  # the first is back


def test_fp_char_08_staff():
    """BG-14.6."""
    board = TextBoard()
    board.play("fp_char_08")
    push(board.s, Tile.kind, ids.TILE_STEP.BEFORE, 0, 0, 0, -1, 0, 0, -1, -1)
    board.run()
    board.choose("may", 0, 1)
    assert (board.s.drawn, board.s.corruption) == (0, 0)
    assert board.zone("fp_char_08") == "discard"


def test_sh_char_16_crebain():
    """BD-45."""
    board = TextBoard()
    board.play("sh_char_16")
    push(board.s, Hunt.kind, 0, 0)
    board.s.box[SHADOW], board.s.is_logged = 1, 1
    board.run()
    board.choose("may", 0, 1)
    assert (ids.EVENT.HUNT, 1, 1, 1) in {tuple(row) for row in board.s.events[: board.s.event_n].tolist()}
    assert board.zone("sh_char_16") == "discard"


# Characters ------------------------------------------------------------------------------------------


def enter(board: TextBoard, figure: str) -> None:
    """Use the text by which a Character enters play."""
    f = ids.FIGURES.index(figure)
    side = FREE if f < ids.COMPANIONS else SHADOW
    kind = abilities.actions.CROWN if side == FREE else abilities.actions.MINION
    board.settle()
    abilities.start_ability(board.s, board.t, side, kind, f)
    board.run()


def test_BG_8_9_aragorn():
    board = TextBoard()
    board.figure("strider", "minas_tirith")
    enter(board, "aragorn")
    assert (board.where("aragorn"), board.where("strider")) == ("minas_tirith", "dead")
    assert board.s.active >> N.GONDOR & 1


def test_BG_8_9_gandalf_the_white():
    """BD-21."""
    board = TextBoard()
    board.figure("saruman", "orthanc")
    board.s.stand[F.GANDALF_GREY] = ids.AWAY.DEAD
    board.s.members &= ~1
    board.s.guided = board.s.members
    enter(board, "gandalf_white")
    assert board.places == {"fangorn", "grey_havens", "lorien", "rivendell", "woodland_realm"}
    board.pick("region", "fangorn")
    assert board.where("gandalf_white") == "fangorn"


def test_BG_8_8_witch_king():
    board = TextBoard()
    board.war("sauron", "gondor")
    enter(board, "witch_king")
    board.pick("region", "moria")
    assert board.where("witch_king") == "moria"
    assert board.s.active == 255


def test_BG_6_7_gimli_in_erebor():
    """BD-27."""
    board = TextBoard()
    board.figure("gimli", "erebor")
    board.play("sh_str_05")
    board.settle()
    abilities.start_ability(board.s, board.t, FREE, abilities.actions.ROUSE, F.GIMLI)
    board.run()
    assert board.s.steps[N.DWARVES] == 2
    assert board.zone("sh_str_05") == "discard"  # its time ends with a Companion's own ability


def test_BG_6_6_voice_of_saruman():
    board = TextBoard()
    board.figure("saruman", "orthanc")
    board.settle()
    abilities.start_ability(board.s, board.t, SHADOW, abilities.actions.VOICE, 1)
    board.run()
    assert board.units("orthanc", "isengard") == (2, 3)
