"""What a player expects of the heuristic bot in battles (BG-B1, BG-B3, BG-B4, BG-B28)."""

from __future__ import annotations

import pytest

from mazarbul.sim.engine.stack import push
from mazarbul.sim.games.board_game import ids
from mazarbul.sim.games.board_game.bots.heuristic.battle import battle_worth
from mazarbul.sim.games.board_game.bots.heuristic.cards import forget_cards
from mazarbul.sim.games.board_game.bots.heuristic.tactics import tactic_worth
from mazarbul.sim.games.board_game.frames import Losses
from mazarbul.sim.games.board_game.rules import combat, control
from tests.board_game.board import FREE, PLAIN, SHADOW, N
from tests.board_game.fights import _dice, fight  # noqa: F401  (a fixture)
from tests.board_game.minds import BotBoard

pytestmark = [PLAIN, pytest.mark.usefixtures("_dice"), pytest.mark.filterwarnings("ignore::RuntimeWarning")]
L = ids.LOSS


def duel(free: tuple, shadow: tuple, at: str = "lossarnach", origin: str = "osgiliath") -> BotBoard:
    """Gondor against Southrons: Regulars, Elites, Leaders."""
    board = BotBoard(empty=True)
    board.put(at, "gondor", *free)
    board.put(origin, "southrons", *shadow)
    board.war("gondor", "southrons")
    board.settle()
    return board


def attack_of(
    board: BotBoard, origin: str = "osgiliath", at: str = "lossarnach", seat: int = SHADOW
) -> float:
    """Return what an attack is worth to a seat."""
    board.look(seat)
    return float(battle_worth(board.s, board.t, board.mind, seat, board.at(origin), board.at(at)))


# Attacks -------------------------------------------------------------------------------------------


def test_BG_B1_many_attack_few_and_few_do_not_attack_many():
    assert attack_of(duel((2, 0), (8, 2))) > 15
    assert attack_of(duel((8, 2, 2), (2, 0))) < 0


def test_BG_B1_points_make_an_attack_worth_more():
    field = attack_of(duel((2, 0), (8, 2)))
    city = attack_of(duel((2, 0), (8, 2), at="pelargir", origin="lossarnach"), "lossarnach", "pelargir")
    assert city > field + 15


def test_BG_B1_an_army_that_is_not_at_war_does_not_attack():
    board = duel((2, 0), (8, 2))
    board.s.at_war &= ~(1 << N.SOUTHRONS)
    assert attack_of(board) < -20


def besieged(garrison: tuple, besiegers: tuple) -> BotBoard:
    """Gondor in Minas Tirith's box, Southrons around it."""
    board = BotBoard(empty=True)
    board.put("minas_tirith_box", "gondor", *garrison)
    board.put("minas_tirith", "southrons", *besiegers)
    board.war("gondor", "southrons")
    control.begin_siege(board.s, board.t, board.at("minas_tirith"))
    board.settle()
    return board


def test_BG_B1_an_assault_asks_for_more_than_a_battle_in_the_field():
    weak = attack_of(besieged((5, 0, 2), (5, 0)), "minas_tirith", "minas_tirith_box")
    strong = attack_of(besieged((2, 0), (8, 2)), "minas_tirith", "minas_tirith_box")
    assert weak < 10 < 30 < strong


def test_BG_B1_the_place_that_wins_the_war_is_worth_most():
    board = besieged((2, 0), (8, 2))
    before = attack_of(board, "minas_tirith", "minas_tirith_box")
    board.s.points[SHADOW] = 8
    assert attack_of(board, "minas_tirith", "minas_tirith_box") > before + 40


def test_BG_B1_the_attacker_goes_on_while_he_is_stronger():
    for units, shadow, answer in (((4, 0), (8, 2), 1), ((8, 2, 2), (2, 0), 0)):
        board = fight(duel(units, shadow), SHADOW, "osgiliath", "lossarnach")
        while board.decision == "tactic":
            board.choose("none")
        assert board.decision == "continue"
        assert board.choice[2] == answer


def test_BG_B1_an_elite_is_not_spent_on_a_hopeless_assault():
    board = fight(besieged((5, 0, 2), (2, 1)), SHADOW, "minas_tirith", "minas_tirith_box")
    while board.decision == "tactic":
        board.choose("none")
    assert board.decision == "press"
    assert board.choice[0] == "none"


def test_BG_B28_a_few_withdraw_before_many():
    board = BotBoard(empty=True)
    board.put("minas_tirith", "gondor", 3, 1, 1)
    board.put("osgiliath", "southrons", 8, 2)
    board.war("southrons")
    fight(board, SHADOW, "osgiliath", "minas_tirith")
    assert board.decision == "withdraw"
    assert board.choice[2] == 1


def test_BG_B28_many_fight_before_their_walls():
    board = BotBoard(empty=True)
    board.put("minas_tirith", "gondor", 5, 5, 3)
    board.put("osgiliath", "southrons", 2, 0)
    board.war("southrons")
    fight(board, SHADOW, "osgiliath", "minas_tirith")
    assert board.decision == "withdraw"
    assert board.choice[2] == 0


def test_BG_B28_a_beaten_army_retreats_where_nothing_is_lost():
    board = fight(duel((2, 0, 1), (8, 2)), SHADOW, "osgiliath", "lossarnach")
    while board.decision == "tactic":
        board.choose("none")
    board.choose("continue", 0, 1)
    assert board.decision == "retreat"
    kind, region, _ = board.choice
    assert kind == "retreat"
    assert board.name(region) in ("minas_tirith", "pelargir")


# Losses --------------------------------------------------------------------------------------------


def losing(regulars: int, elites: int, hits: int = 2) -> tuple[str, int, int]:
    """Return how an Army of Gondor takes the first of some hits."""
    board = BotBoard(empty=True)
    board.put("osgiliath", "gondor", regulars, elites)
    board.settle()
    push(board.s, Losses.kind, board.at("osgiliath"), hits)
    board.run()
    return board.choice


def test_BG_B3_a_large_army_loses_regulars():
    assert losing(6, 2) == ("lose", N.GONDOR, L.REGULAR)


def test_BG_B3_a_small_army_keeps_its_dice():
    assert losing(2, 2) == ("lose", N.GONDOR, L.REDUCE)


# Combat cards --------------------------------------------------------------------------------------


def worth_of(board: BotBoard, tactic: str, seat: int) -> float:
    """Return what a Combat card is worth before a round of the battle at work."""
    combat.clear_round(board.s)
    board.look(seat)
    forget_cards(board.mind)
    card = board.card(board.card_of(tactic))
    return float(tactic_worth(board.s, board.t, board.mind, seat, card))


def at_work(**figures: str) -> BotBoard:
    """A battle of large Armies."""
    board = duel((5, 2, 2), (8, 2))
    for name, place in figures.items():
        board.figure(name, place)
    board.nazgul("osgiliath", 2)
    board.settle()
    return fight(board, SHADOW, "osgiliath", "lossarnach")


def test_BG_B4_what_changes_more_hits_is_worth_more():
    board = at_work(boromir="lossarnach")
    assert worth_of(board, "deadly_strife", SHADOW) > worth_of(board, "desperate_battle", SHADOW) - 2
    assert worth_of(board, "mumakil", SHADOW) > worth_of(board, "cruel_as_death", SHADOW) > 0.5
    assert worth_of(board, "we_come_to_kill", SHADOW) > 1
    assert worth_of(board, "charge", FREE) > 1
    assert worth_of(board, "sudden_strike", FREE) > worth_of(board, "mighty_attack", FREE)
    assert worth_of(board, "huorn_dark", FREE) > worth_of(board, "daylight", FREE) > 1
    assert worth_of(board, "no_quarter", FREE) > 1


def test_BG_B4_what_cannot_do_anything_is_worth_nothing():
    board = duel((5, 0), (5, 0))
    fight(board, SHADOW, "osgiliath", "lossarnach")
    assert worth_of(board, "words_of_power", SHADOW) <= 0.01
    assert worth_of(board, "fateful_strike", FREE) <= 0.01


def asked(card: str) -> str:
    """Return what the attacker does with a card: the name of the option."""
    board = duel((5, 2, 2), (8, 2))
    board.hold(card)
    board.war("sauron", "isengard")
    fight(board, SHADOW, "osgiliath", "lossarnach")
    assert board.decision == "tactic"
    return board.choice[0]


def test_BG_B4_a_dear_event_is_kept_and_a_useless_one_used():
    assert asked("sh_str_24") == "none"
    assert asked("sh_str_15") == "tactic"


def test_BG_B4_scouts_lead_away_from_a_lost_battle_but_not_out_of_a_city():
    """What leaving costs counts: the place that is given up."""
    lost = fight(duel((2, 0, 1), (8, 2)), SHADOW, "osgiliath", "lossarnach")
    city = fight(duel((4, 1), (5, 0), "pelargir", "lossarnach"), SHADOW, "lossarnach", "pelargir")
    assert worth_of(lost, "scouts", FREE) > 3
    assert worth_of(city, "scouts", FREE) < worth_of(lost, "scouts", FREE)
