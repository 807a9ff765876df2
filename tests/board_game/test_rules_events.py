"""Cards and Characters in the course of a turn: what is offered, and when texts work (BG-7)."""

import random

from mazarbul.sim.engine.bits import members
from mazarbul.sim.games.board_game import ids
from mazarbul.sim.games.board_game.kernel import DRIVER
from mazarbul.sim.games.board_game.rules import fellowship, standing
from mazarbul.sim.games.board_game.state import empty_state
from tests.board_game.acting import CardBoard, TextBoard
from tests.board_game.board import FREE, PLAIN, SHADOW, F, N, P, tables

pytestmark = PLAIN
FACE = ids.FACE


def test_BG_7_1_icons_and_dice():
    """BD-10."""
    board = CardBoard()
    board.hold("fp_str_14", "fp_char_05")  # muster, character
    board.acting(FREE, *FACE[:6])
    guards, coat = board.card("fp_str_14"), board.card("fp_char_05")
    assert board.kinds("play") == {
        *((guards, face) for face in (FACE.MUSTER, FACE.ARMY_MUSTER, FACE.EVENT, FACE.WILL)),
        *((coat, face) for face in (FACE.CHARACTER, FACE.EVENT, FACE.WILL)),
    }
    board.choose("play", coat, FACE.EVENT)
    assert board.zone("fp_char_05") == "table"
    assert board.s.dice[FREE, FACE.EVENT] == 0


def test_BG_6_6_messenger_plays_an_army_card():
    for is_there in (False, True):
        board = CardBoard()
        board.hold("sh_str_22", "sh_str_07")
        if is_there:
            board.figure("mouth_of_sauron", "barad_dur")
        board.acting(SHADOW, FACE.MUSTER, FACE.MUSTER)
        card = board.card("sh_str_07")
        assert ((card, FACE.MUSTER) in board.kinds("play")) == is_there
        if is_there:
            board.choose("play", card, FACE.MUSTER)
            assert board.s.done & ids.ONCE.MESSENGER


def test_BG_7_1_the_grey_draws():
    board = CardBoard()
    board.hold("fp_char_05", "fp_str_14")
    board.acting(FREE, FACE.EVENT, FACE.EVENT)
    board.choose("play", board.card("fp_char_05"), FACE.EVENT)
    board.choose("may", 0, 1)
    assert int(board.s.hand[0]).bit_count() == 2
    assert board.s.deck_n[ids.DECK.CHARACTER] == 22


def test_BG_7_5_forced_off_the_table():
    board = CardBoard()
    board.table("sh_char_21")
    board.figure("saruman", "orthanc")
    board.acting(FREE, FACE.WILL, FACE.EVENT)
    card = board.card("sh_char_21")
    assert board.kinds("force") == {(card, FACE.WILL), (card, FACE.EVENT)}
    board.choose("force", card, FACE.EVENT)
    assert board.zone("sh_char_21") == "discard"
    assert board.s.rings.tolist() == [2, 1]


def test_BG_8_8_minions_enter():
    """BD-20."""
    board = CardBoard()
    board.war("isengard")
    board.acting(SHADOW, FACE.MUSTER, FACE.MUSTER)
    board.choose("minion", F.SARUMAN, FACE.MUSTER)
    assert board.where("saruman") == "orthanc"


def test_BG_9_1_old_moves_are_forgotten():
    board = CardBoard(empty=True)
    board.put("gorgoroth", "sauron", 2)
    board.war("sauron")
    board.s.moved_at[0] = board.at("gorgoroth")  # of the action before
    board.s.units[ids.MOVED, N.SAURON, P.REGULAR] = 2
    board.acting(SHADOW, FACE.ARMY, FACE.ARMY)
    assert board.kinds("move") == {(0, FACE.ARMY)}


def test_BG_14_16_balrog_on_the_way():
    board = CardBoard()
    board.table("sh_char_17")
    s = board.s
    s.bearers, s.progress = board.at("hollin"), 2
    s.phase, s.step = ids.PHASE.FELLOWSHIP, ids.STEP.DECLARE
    fellowship.answer_declare(s, board.t, board.at("dimrill_dale"))
    board.run()
    assert board.options == [("may", 0, 1), ("may", 0, 0)]
    board.choose("may", 0, 1)
    assert board.zone("sh_char_17") == "discard"
    assert int(s.drawn).bit_count() == 1


def test_BG_14_16_not_beside_the_way():
    board = CardBoard()
    board.table("sh_char_17")
    s = board.s
    s.bearers, s.progress = board.at("moria"), 2
    s.phase, s.step = ids.PHASE.FELLOWSHIP, ids.STEP.DECLARE
    fellowship.answer_declare(s, board.t, board.at("moria"))  # it stays
    board.run()
    assert board.zone("sh_char_17") == "table"


def test_BG_14_9_casualty_window():
    board = CardBoard()
    board.table("sh_char_15")
    board.hold("fp_char_01", "fp_char_02")
    s = board.s
    s.phase, s.step = ids.PHASE.FELLOWSHIP, ids.STEP.DECLARE
    s.tiles = int(board.t.tiles_of_kind[board.tables.tiles.index("std_3")])
    fellowship.draw_for(s, 0, ids.DRAWN.HUNT, 0)
    board.run()
    board.choose("casualty", ids.CASUALTY.GUIDE)
    board.choose("may", 0, 1)
    assert int(s.discard[FREE]).bit_count() == 1
    assert board.zone("sh_char_15") == "table"


def test_BG_14_19_nothing_reduces_isildurs_bane():
    board = TextBoard()
    board.play("fp_char_06")
    board.s.tiles = int(board.t.tiles_of_kind[board.tables.tiles.index("std_3")])
    board.s.bearers = board.at("hollin")
    board.play("sh_char_06")
    assert board.s.corruption == 3


def test_BG_7_7_all_armies_march():
    """Two Armies of The Shadow Lengthens march; of The Shadow is Moving any of up to four."""
    for card, may_stop in (("sh_str_08", False), ("sh_str_09", True)):
        board = TextBoard(empty=True)
        board.war("sauron", "isengard", "southrons")
        for region in ("gorgoroth", "nurn", "barad_dur"):
            board.put(region, "sauron", 1)
        board.play(card)
        board.pick("march", "nurn", "gorgoroth")
        while board.decision == "march" and board.options[0][1] == board.at("gorgoroth"):
            board.choose("none")
        assert ("none" in {kind for kind, _, _ in board.options}) == may_stop
        assert board.decision == "march"


def test_BG_15_5_hiding_twice():
    for needs_revealed in (True, False):
        board = CardBoard(hide_needs_revealed=needs_revealed)
        board.acting(FREE, FACE.CHARACTER, FACE.CHARACTER)
        assert bool(board.kinds("hide")) == (not needs_revealed)


def test_BG_4_4_nothing_done():
    for is_allowed in (True, False):
        board = CardBoard(allow_null_plays=is_allowed)
        board.hold("fp_char_12")  # nothing to heal
        board.s.steps[N.ROHAN] = 1  # passive: it goes no farther
        board.acting(FREE, FACE.MUSTER, FACE.EVENT)
        assert bool(board.kinds("play")) == is_allowed
        assert ((N.ROHAN, FACE.MUSTER) in board.kinds("politics")) == is_allowed


def test_BG_18_10_saruman():
    for scenario, switch, found in (
        ("two_player", True, {N.ISENGARD}),
        ("four_player", True, {N.ISENGARD, N.SOUTHRONS}),
        ("three_player", False, {N.ISENGARD}),
    ):
        board = CardBoard(scenario, mp_saruman=switch)
        board.figure("saruman", "orthanc")
        assert set(members(int(standing.leading_elites(board.s, board.t)))) == found


def test_BG_3_9_games_end():
    t = tables(turn_cap=2).record
    s = empty_state()
    rng = random.Random(3)
    DRIVER.new_game(s, t, 5, 1)
    played = 0
    while s.phase != ids.PHASE.OVER:
        DRIVER.apply(s, t, rng.choice(s.options[: s.option_n].tolist()))
        played += int((s.events[: s.event_n, 0] == ids.EVENT.PLAY).sum())
    assert s.fault == 0
    assert s.end_reason == ids.ENDED.CAPPED
