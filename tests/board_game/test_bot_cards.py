"""What a player expects of the heuristic bot with cards (BG-B5, BG-B31), and that it knows no hidden ones."""

from __future__ import annotations

import random
from functools import cache

import numpy as np
import pytest

from mazarbul.sim.engine.actions import NONE
from mazarbul.sim.games.board_game import ids, kernel
from mazarbul.sim.games.board_game.bots.heuristic.cards import event_worth, forget_cards, standing_worth
from mazarbul.sim.games.board_game.bots.policies import choose
from mazarbul.sim.games.board_game.ids import FACE
from mazarbul.sim.games.board_game.rules import control, stands
from tests.board_game.board import FREE, PLAIN, SHADOW
from tests.board_game.minds import BotBoard
from tests.board_game.veil import veiled

pytestmark = [PLAIN, pytest.mark.filterwarnings("ignore::RuntimeWarning")]
NATIONS = ("dwarves", "elves", "north", "gondor", "rohan", "sauron", "isengard", "southrons")


def worth(board: BotBoard, card: str) -> float:
    """Return the worth of the event of a card to its side now."""
    number = board.card(card)
    side = number // ids.BLOCK
    board.look(side)
    forget_cards(board.mind)
    return float(event_worth(board.s, board.t, board.mind, side, number))


# Positions in which every card is good for something -------------------------------------------------


def at_start() -> BotBoard:
    """The beginning of a game."""
    return BotBoard()


def in_the_middle() -> BotBoard:
    """Minions and Companions are on the map, the Fellowship is on its way, Nations are At War."""
    board = BotBoard()
    board.war("sauron", "isengard", "southrons", "gondor", "rohan")
    for name, place in (
        ("saruman", "orthanc"),
        ("witch_king", "minas_morgul"),
        ("boromir", "minas_tirith"),
        ("gandalf_grey", "fangorn"),
        ("strider", "edoras"),
    ):
        board.figure(name, place)
    board.put("far_harad", "sauron", 1)
    board.put("south_ithilien", "southrons", 8)
    board.s.corruption, board.s.progress, board.s.bearers = 5, 5, board.at("hollin")
    board.settle()
    return board


def at_the_end() -> BotBoard:
    """Minas Tirith and Helm's Deep are under siege, Lórien has fallen, the Fellowship is revealed."""
    board = in_the_middle()
    board.war(*NATIONS)
    for place, nation in (("minas_tirith", "sauron"), ("helms_deep", "isengard")):
        at = board.at(place)
        stands.move_all(board.s, at, board.at(f"{place}_box"), FREE, -1)
        board.put(place, nation, 5)
        control.begin_siege(board.s, board.t, at)
    board.put("lossarnach", "gondor", 5, 1, 1)
    board.nazgul("minas_tirith", 2)
    stands.put_figure(board.s, ids.FIGURE.WITCH_KING, board.at("minas_tirith"))
    stands.put_figure(board.s, ids.FIGURE.GANDALF_WHITE, board.at("fangorn"))
    stands.put_figure(board.s, ids.FIGURE.ARAGORN, board.at("osgiliath"))
    control.set_control(board.s, board.t, board.at("lorien"), SHADOW)
    board.s.is_hidden, board.s.corruption = 0, 7
    board.settle()
    return board


@cache
def worths() -> dict[str, list[float]]:
    """Return what each card is worth in these positions."""
    found: dict[str, list[float]] = {}
    for make in (at_start, in_the_middle, at_the_end):
        board = make()
        board.s.dice[:], board.s.dice_n[:] = 1, 5
        for name in board.tables.cards:
            found.setdefault(name, []).append(worth(board, name))
    return found


@pytest.mark.slow
def test_BG_B31_every_event_is_worth_something_somewhere():
    useless = {name for name, found in worths().items() if max(found) < 2}
    assert useless <= {"sh_char_18"}, useless  # The Lidless Eye: of use to a Shadow that hunts


def test_BG_B31_no_event_is_beyond_all_measure():
    assert max(max(found) for found in worths().values()) < 200
    assert min(min(found) for found in worths().values()) > -40


def test_BG_B31_healing_is_worth_more_with_more_corruption():
    found = []
    for corruption in (0, 3, 8):
        board = BotBoard()
        board.s.corruption = corruption
        found.append(worth(board, "fp_char_12"))
    assert found[0] == 0 < found[1] < found[2] - 8


def test_BG_B31_recruits_are_worth_more_where_the_enemy_is_near():
    board = BotBoard()
    before = worth(board, "fp_str_14")
    board.war("sauron", "southrons")
    board.put("north_ithilien", "sauron", 8, 2)
    assert worth(board, "fp_str_14") > before + 5


def test_BG_B31_the_shadow_corrupts_more_who_is_corrupted():
    board = in_the_middle()
    before = worth(board, "sh_char_08")
    board.s.corruption = 9
    assert worth(board, "sh_char_08") > before + 10


def test_BG_B31_a_step_to_war_is_worth_most_before_war():
    board = BotBoard()
    board.s.active |= 1 << ids.NATION.GONDOR
    far = worth(board, "fp_str_08")
    board.s.steps[ids.NATION.GONDOR] = 1
    assert worth(board, "fp_str_08") > far + 5


def test_BG_B31_healing_is_played_when_it_is_needed():
    board = BotBoard()
    board.hold("fp_char_12")
    board.s.corruption, board.s.is_hidden = 9, 1
    board.s.box[SHADOW] = 5
    board.acting(FREE, FACE.EVENT, FACE.MUSTER)
    board.run()
    assert board.choice[:2] == ("play", board.card("fp_char_12"))


def test_BG_B31_a_card_written_by_a_user_is_judged():
    """A text is judged by its operations, not by its card: what is twice as good is worth about twice."""
    from mazarbul.sim.games.board_game.content.loading import load_data
    from mazarbul.sim.games.board_game.content.tables import make_tables

    effects = [{"on": "play", "do": "recruit(elves, elite, 2, name(lorien)); corrupt(-2)"}]
    overlay = {"card": {"fp_char_12": {"effects": effects}}}
    other = make_tables(load_data("two_player", overlay=overlay))
    board = BotBoard()
    board.s.corruption = 4
    printed = worth(board, "fp_char_12")
    board.t = other.record
    assert worth(board, "fp_char_12") > 2 * printed


def test_BG_B5_the_least_useful_card_is_discarded():
    board = BotBoard()
    cards = ["fp_char_19", "fp_char_05", "fp_char_03", "fp_str_23", "fp_str_20", "fp_str_18", "fp_str_16"]
    board.hold(*cards)
    from mazarbul.sim.games.board_game.rules.cards import check_limit

    check_limit(board.s, board.t, 0)
    board.run()
    assert board.decision == "discard"
    assert board.choice[1] == board.card("fp_char_19")  # The Ents need Gandalf the White


def test_BG_B31_a_card_that_softens_a_blow_is_used_on_a_hard_one():
    from mazarbul.sim.engine.stack import push
    from mazarbul.sim.games.board_game.frames import Tile

    gains = []
    for damage, corruption in ((1, 0), (3, 8)):
        board = BotBoard()
        board.table("fp_char_06")
        board.s.corruption = corruption
        push(board.s, Tile.kind, ids.TILE_STEP.CARD, 0, 0, 0, 0, damage, 0, int(board.s.guide), -1)
        board.run()
        assert board.decision == "may"
        answer = board.choice[2]
        gains.append(float(board.mind.score[0] - board.mind.score[1]))
    assert answer == 1
    assert gains[1] > gains[0] + 20


def test_BG_B31_cards_on_the_table_are_worth_something_to_their_side():
    board = in_the_middle()
    board.look(FREE)
    for name in ("fp_char_05", "fp_str_01", "fp_str_02", "sh_char_15", "sh_char_21", "sh_str_05"):
        card = board.card(name)
        assert standing_worth(board.s, board.t, board.mind, card) > 1, name


# What is hidden ------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["two_player", "four_player"])
def test_BG_19_3_a_bot_chooses_the_same_whatever_is_hidden_from_it(scenario):
    """Decisions of a game with choices by chance: the bot's is the same in a world that fits its view."""
    board, luck = BotBoard(scenario), random.Random(11)
    s, t = board.s, board.t
    checked = 0
    with np.errstate(all="ignore"):
        kernel.DRIVER.new_game(s, t, 5, 3)
        for number in range(240):
            if kernel.is_over(s):
                break
            if number % 8 == 0:
                before = int(choose(s, t, board.mind))
                other, _ = veiled(s, t, luck)
                assert int(choose(other, t, board.mind)) == before, number
                checked += 1
            kernel.take(s, t, int(s.options[luck.randrange(int(s.option_n))]), NONE)
    assert checked > 20
