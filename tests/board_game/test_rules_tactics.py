"""Combat cards: when they are used and when they work, and a test of every combat half (BG-12, 20.9)."""

from __future__ import annotations

import pytest

from mazarbul.sim.games.board_game import ids
from mazarbul.sim.games.board_game.rules import combat, control
from tests.board_game.acting import CardBoard
from tests.board_game.board import FREE, PLAIN, SHADOW, F, N, P
from tests.board_game.fights import ALL, ROLLS, _dice, fight  # noqa: F401  (a fixture)

pytestmark = [PLAIN, pytest.mark.usefixtures("_dice")]
ATTACKER, DEFENDER = ids.ROLE
ROLL, AGAIN, EARLY, LATE = combat.FIRST_ROLL, combat.AGAIN, combat.EARLY, combat.LATE
HITS = (6, 6, 6, 6, 6)


class Duel:
    """Southrons attack Gondor from Osgiliath in Lossarnach, or others elsewhere; each side may use a card."""

    def __init__(self, *tactics: str, **switches) -> None:
        self.board = CardBoard(empty=True, **switches)
        self.tactics = tactics
        self.origin, self.at = "osgiliath", "lossarnach"
        self.free, self.shadow = "gondor", "southrons"

    def armies(self, free: tuple, shadow: tuple) -> Duel:
        """Place the units: Regulars, Elites, Leaders."""
        self.board.put(self.at, self.free, *free)
        self.board.put(self.origin, self.shadow, *shadow)
        self.board.war(self.free, self.shadow)
        return self

    def elsewhere(self, origin: str, at: str, free: str, shadow: str) -> Duel:
        """Let other Nations fight elsewhere."""
        self.origin, self.at, self.free, self.shadow = origin, at, free, shadow
        return self

    def figures(self, **where: str) -> Duel:
        """Place Characters on a side: `boromir="at"`, `mouth_of_sauron="origin"`."""
        for name, side in where.items():
            self.board.figure(name, getattr(self, side))
        return self

    def nazgul(self, n: int) -> Duel:
        """Let plain Nazgûl attack with the Shadow."""
        self.board.nazgul(self.origin, n)
        return self

    def fight(self, rolls: dict | None = None) -> CardBoard:
        """Attack; each side uses its card in the first round."""
        board = self.board
        for tactic in self.tactics:
            board.hold(board.card_of(tactic))
        fight(board, SHADOW, self.origin, self.at, {(1, *key): found for key, found in (rolls or {}).items()})
        self.use(*self.tactics)
        return board

    def use(self, *tactics: str) -> None:
        """Choose Combat cards."""
        board = self.board
        while board.decision in ("tactic", "withdraw"):
            if board.decision == "withdraw":
                board.choose("withdraw", 0, 0)
                continue
            cards = [("tactic", board.card(board.card_of(name)), 0) for name in tactics]
            board.choose(*next(card for card in cards if card in board.options))


def waiting(board: CardBoard) -> list[int]:
    """Return the hits of both roles that were taken in casualties."""
    return [int(combat.waiting_hits(board.s, role)) for role in range(2)]


# Free Peoples ----------------------------------------------------------------------------------------


def test_it_is_a_gift():
    duel = Duel("it_is_a_gift").armies((3, 0, 1), (5,))
    duel.board.s.bearers = duel.board.at("lossarnach")
    board = duel.fight({(DEFENDER, ROLL): (4, 4, 2), (DEFENDER, AGAIN): (4,)})
    assert (board.s.roll_hits[DEFENDER], board.s.again_hits[DEFENDER]) == (2, 1)


def test_it_is_a_gift_only_where_the_bearers_are():
    board = Duel("it_is_a_gift").armies((3,), (5,)).fight()
    assert board.zone(board.card_of("it_is_a_gift")) == "hand"  # it was not offered


def test_blade_of_westernesse():
    for is_used in (0, 1):
        duel = Duel("blade_of_westernesse").armies((3,), (5,))
        board = duel.figures(meriadoc="at", mouth_of_sauron="origin").fight({(DEFENDER, AGAIN): (6,)})
        board.choose("may", 0, is_used)
        assert waiting(board)[DEFENDER] == 1 - is_used
        assert board.where("mouth_of_sauron") == ("dead" if is_used else "osgiliath")


def test_blade_of_westernesse_needs_a_hit():
    duel = Duel("blade_of_westernesse").armies((3,), (5,))
    board = duel.figures(meriadoc="at", mouth_of_sauron="origin").fight({(DEFENDER, ROLL): (6,)})
    assert board.decision != "may"


def test_mighty_attack():
    duel = Duel("mighty_attack").armies((3,), (5,)).figures(boromir="at")
    board = duel.fight({(DEFENDER, ROLL): (6, 1, 1)})
    assert (board.s.roll_hits[DEFENDER], board.s.again_n[DEFENDER]) == (2, 0)


def test_mighty_attack_asks_who_pays():
    """BD-32."""
    duel = Duel("mighty_attack").armies((3,), (5,)).figures(boromir="at", gimli="at")
    board = duel.fight()
    assert board.kinds("figure") == {(F.BOROMIR, 0), (F.GIMLI, 0)}
    board.choose("figure", F.GIMLI)
    assert (board.s.forfeits[DEFENDER], board.s.again_n[DEFENDER]) == (1 << F.GIMLI, 1)


def test_servant_of_the_secret_fire():
    duel = Duel("servant_of_the_secret_fire").armies((3,), (5,)).figures(gandalf_grey="at")
    board = duel.fight({(DEFENDER, ROLL): (4, 3), (DEFENDER, AGAIN): (4,)})
    assert (board.s.roll_hits[DEFENDER], board.s.again_hits[DEFENDER]) == (1, 0)


@pytest.mark.parametrize(("heir", "n"), [("strider", 1), ("aragorn", 2)])
def test_anduril(heir, n):
    board = Duel("anduril").armies((3,), (5,)).figures(**{heir: "at"}).fight()
    assert (board.s.roll_hits[DEFENDER], board.s.again_n[DEFENDER]) == (n, 0)


def test_heroic_death_of_a_companion():
    """BD-34."""
    duel = Duel("heroic_death").armies((5, 0, 1), (5,)).figures(boromir="at")
    board = duel.fight({(ATTACKER, ROLL): (6, 6, 6)})
    assert board.kinds("option") == {(0, 0), (1, 0), (2, 0)}
    board.choose("option", 1)
    assert waiting(board)[ATTACKER] == 1
    assert board.where("boromir") == "dead"


def test_heroic_death_of_a_leader():
    board = Duel("heroic_death").armies((5, 0, 1), (5,)).fight({(ATTACKER, ROLL): (6, 6, 6)})
    assert board.kinds("option") == {(0, 0), (2, 0)}  # no Companion, no bargain
    board.choose("option", 0)
    assert (waiting(board)[ATTACKER], board.leaders("lossarnach")) == (2, 0)


def test_heroic_death_for_nothing():
    board = Duel("heroic_death").armies((5, 0, 1), (5,)).fight()
    assert board.decision == "continue"


def test_daring_defiance():
    duel = Duel("daring_defiance", "deadly_strife").armies((5,), (5,)).figures(boromir="at", gimli="at")
    board = duel.fight()
    assert board.s.roll_bonus.tolist() == [0, 0]
    assert board.s.again_n[DEFENDER] == 0
    assert {board.zone(board.card_of(name)) for name in duel.tactics} == {"discard"}


def test_fateful_strike():
    duel = Duel("fateful_strike").armies((3, 0, 2), (5,)).nazgul(2).figures(mouth_of_sauron="origin")
    board = duel.fight({(DEFENDER, AGAIN): (6,)})
    assert board.s.nazgul[board.at("osgiliath")] == 1
    duel = Duel("fateful_strike").armies((3, 0, 2), (5,)).nazgul(2).figures(mouth_of_sauron="origin")
    board = duel.fight({(DEFENDER, AGAIN): (6, 6)})
    board.choose("option", 1)
    assert board.s.nazgul[board.at("osgiliath")] == 2
    assert board.where("mouth_of_sauron") == "dead"


def test_BG_12_10_fateful_strike():
    for reading in ("plain", "any"):
        duel = Duel("fateful_strike", fateful_strike_nazgul=reading).armies((3, 0, 2), (5,))
        board = duel.figures(witch_king="origin").fight({(DEFENDER, AGAIN): (6,)})
        assert (board.where("witch_king") == "dead") == (reading == "any")


def test_sudden_strike():
    duel = Duel("sudden_strike").armies((3, 0, 2), (3,))
    board = duel.fight({(DEFENDER, EARLY): (6, 5)})
    assert board.s.roll_n[ATTACKER] == 1  # two are gone before the roll
    assert board.s.extra_hits[DEFENDER] == 2


def test_BG_12_6_the_last_are_hit():
    duel = Duel("sudden_strike", "onslaught").armies((3, 0, 2), (2,))
    board = duel.fight({(DEFENDER, EARLY): (6, 5)})
    assert (board.s.battle, board.units("osgiliath", "southrons")) == (ids.NONE, (0, 0))
    assert {board.zone(board.card_of(name)) for name in duel.tactics} == {"discard"}


def test_brave_stand():
    board = Duel("brave_stand").armies((3,), (3,)).figures(boromir="at", meriadoc="at").fight()
    assert board.s.roll_n[ATTACKER] == 1


def rohan(tactic: str) -> Duel:
    """Let Isengard attack Rohan."""
    return Duel(tactic).elsewhere("eastemnet", "folde", "rohan", "isengard")


def test_ents_rage():
    board = rohan("ents_rage").armies((3,), (5,)).fight({(DEFENDER, ROLL): (3, 2, 1)})
    assert board.s.roll_hits[DEFENDER] == 1


def test_huorn_dark():
    assert rohan("huorn_dark").armies((3,), (5,)).fight().s.roll_n[ATTACKER] == 2


def test_nameless_wood():
    for results, n in (((6,), 3), ((), 0)):
        board = rohan("nameless_wood").armies((3,), (5,)).fight({(DEFENDER, ROLL): results})
        assert waiting(board)[DEFENDER] == n


def test_daylight():
    assert Duel("daylight").armies((3,), (5,)).fight().s.roll_n.tolist() == [3, 3]


def test_no_quarter():
    for results, n in (((6,), 2), ((), 0)):
        board = Duel("no_quarter").armies((3,), (5,)).fight({(DEFENDER, ROLL): results})
        assert waiting(board)[DEFENDER] == n


def test_advantageous_position():
    board = Duel("advantageous_position").armies((3,), (5,)).fight({(ATTACKER, ROLL): (5, 6, 4)})
    assert board.s.roll_hits[ATTACKER] == 1


def test_scouts():
    """BD-33."""
    duel = Duel("scouts").armies((3,), (5,))
    board = duel.fight({(ATTACKER, ROLL): HITS})
    assert board.decision == "scout"
    assert "pelargir" in board.places
    board.pick("scout", "pelargir")
    assert board.decision == "advance"
    assert board.zone(board.card_of("scouts")) == "discard"
    assert board.units("pelargir", "gondor") == (3, 0)


def test_scouts_into_the_stronghold():
    duel = Duel("scouts").elsewhere("osgiliath", "minas_tirith", "gondor", "southrons").armies((3,), (5,))
    board = duel.fight()
    board.pick("scout", "minas_tirith_box")
    board.choose("advance", ALL)
    assert control.is_besieged(board.s, board.t, board.at("minas_tirith"))
    assert board.units("minas_tirith_box", "gondor") == (3, 0)


def test_shield_wall():
    for results, n in (((6, 6), 1), ((6,), 1)):
        board = Duel("shield_wall").armies((5,), (5,)).fight({(ATTACKER, ROLL): results})
        assert waiting(board)[ATTACKER] == n


def test_confusion():
    duel = Duel("confusion").armies((5,), (3,)).nazgul(3)
    board = duel.fight({(ATTACKER, ROLL): (1, 1, 2), (ATTACKER, AGAIN): (6,)})
    assert waiting(board) == [1, 2]
    assert board.s.again_n[ATTACKER] == 1
    assert board.units("osgiliath", "southrons") == (1, 0)


def test_charge():
    board = Duel("charge").armies((0, 2), (4,)).fight({(DEFENDER, EARLY): (6, 6)})
    assert board.s.roll_n[ATTACKER] == 2


def test_valour():
    board = Duel("valour").armies((0, 2), (4,)).fight({(DEFENDER, ROLL): (4, 3)})
    assert board.s.roll_hits[DEFENDER] == 1


# Shadow ----------------------------------------------------------------------------------------------


def test_one_for_the_dark_lord():
    duel = Duel("one_for_the_dark_lord").armies((5,), (3,)).nazgul(1)
    duel.board.s.bearers = duel.board.at("lossarnach")
    board = duel.fight({(ATTACKER, ROLL): (4, 2, 2), (ATTACKER, AGAIN): (4,)})
    assert (board.s.roll_hits[ATTACKER], board.s.again_hits[ATTACKER]) == (1, 1)


def test_cruel_as_death():
    board = Duel("cruel_as_death").armies((5,), (3,)).nazgul(3).fight({(ATTACKER, ROLL): (4, 2, 2)})
    assert (board.s.roll_hits[ATTACKER], board.s.again_n[ATTACKER]) == (1, 1)


def test_they_are_terrible():
    board = Duel("they_are_terrible").armies((5,), (3,)).nazgul(2).fight({(ATTACKER, AGAIN): (4,)})
    assert (board.s.again_hits[ATTACKER], board.s.again_n[ATTACKER]) == (1, 1)


def test_dread_and_despair():
    board = Duel("dread_and_despair").armies((5,), (3,)).nazgul(3).fight()
    assert board.kinds("number") == {(0, 1), (0, 2), (0, 3)}
    board.choose("number", 0, 2)
    assert (board.s.roll_n[DEFENDER], board.s.again_n[ATTACKER]) == (3, 1)


def test_black_breath():
    duel = Duel("black_breath").armies((5, 0, 1), (3,)).nazgul(1).figures(meriadoc="at", boromir="at")
    board = duel.fight({(ATTACKER, AGAIN): (6,)})
    assert board.kinds("option") == {(0, 0), (1, 0), (2, 0)}
    board.choose("option", 1)
    assert (board.where("meriadoc"), board.where("boromir")) == ("dead", "lossarnach")  # only Level 1
    duel = Duel("black_breath").armies((5, 0, 1), (3,)).nazgul(1)
    board = duel.fight({(ATTACKER, AGAIN): (6,)})
    board.choose("option", 0)
    assert board.leaders("lossarnach") == 0


@pytest.mark.parametrize(("nazgul", "n"), [(1, 1), (2, 0)])
def test_foul_stench(nazgul, n):
    board = Duel("foul_stench").armies((5, 0, 2), (3,)).nazgul(nazgul).fight()
    assert (board.s.again_n[DEFENDER] == 0) == (n == 0)


def test_words_of_power():
    duel = Duel("words_of_power").armies((3,), (3,)).nazgul(1).figures(strider="at")
    board = duel.fight()
    assert (board.s.roll_n[DEFENDER], board.s.again_n[DEFENDER]) == (3, 0)


def test_BG_12_5_the_muted_cannot_pay():
    for is_price in (True, False):
        duel = Duel("words_of_power", "mighty_attack", forfeit_is_price=is_price).armies((3,), (3,))
        board = duel.nazgul(1).figures(boromir="at").fight()
        assert board.s.roll_hits[DEFENDER] == (0 if is_price else 1)


def test_durins_bane():
    duel = Duel("durins_bane").elsewhere("moria", "dimrill_dale", "elves", "sauron").armies((5,), (3,))
    board = duel.fight({(ATTACKER, EARLY): (4, 4, 3)})
    assert board.s.roll_n[DEFENDER] == 3


def siege(tactic: str) -> CardBoard:
    """Return an assault of Isengard on Helm's Deep."""
    board = CardBoard(empty=True)
    board.put("helms_deep_box", "rohan", 3)
    board.put("helms_deep", "isengard", 3)
    control.begin_siege(board.s, board.t, board.at("helms_deep"))
    board.war("rohan", "isengard")
    board.settle()
    board.hold(board.card_of(tactic))
    return board


def test_devilry_of_orthanc():
    board = siege("devilry_of_orthanc")
    fight(board, SHADOW, "helms_deep", "helms_deep_box", {(1, ATTACKER, ROLL): (5, 4)})
    board.choose("tactic", board.card(board.card_of("devilry_of_orthanc")))
    assert board.s.roll_hits[ATTACKER] == 1


@pytest.mark.parametrize(("tactic", "low"), [("deadly_strife", 3), ("desperate_battle", 4)])
def test_both_sides(tactic, low):
    rolls = {(role, ROLL): (low, low - 1, 1) for role in range(2)}
    board = Duel(tactic).armies((3,), (3,)).fight(rolls)
    assert board.s.roll_hits.tolist() == [1, 1]
    assert board.s.again_bonus.tolist() == board.s.roll_bonus.tolist()


def test_onslaught():
    """BG-12.7."""
    board = Duel("onslaught").armies((5,), (3,)).fight({(ATTACKER, LATE): (4, 3)})
    assert board.kinds("number") == {(0, 0), (0, 1), (0, 2)}  # the last unit stays (BG-12.7)
    board.choose("number", 0, 2)
    assert board.units("osgiliath", "southrons") == (1, 0)
    assert board.units("lossarnach", "gondor") == (4, 0)


def test_relentless_assault():
    board = Duel("relentless_assault").armies((5,), (4,)).fight({(ATTACKER, ROLL): (3, 2)})
    board.choose("number", 0, 2)
    assert board.units("osgiliath", "southrons") == (2, 0)
    assert (board.s.roll_hits[ATTACKER], board.s.roll_n[ATTACKER]) == (1, 2)


def test_great_host():
    for n, left in ((4, 1), (3, 2)):
        board = Duel("great_host").armies((2,), (n,)).fight()
        assert board.units("lossarnach", "gondor") == (left, 0)


def test_mumakil():
    duel = Duel("mumakil").armies((5,), (2, 1))
    board = duel.fight({(ATTACKER, ROLL): (4, 1, 1)})
    assert waiting(board)[ATTACKER] == 2
    duel = Duel("mumakil").armies((5,), (2, 1))
    board = duel.fight({(ATTACKER, ROLL): (4, 1, 1), (DEFENDER, ROLL): (6,)})
    assert waiting(board)[ATTACKER] == 1


def test_swarm_of_bats():
    duel = Duel("swarm_of_bats", "daylight").armies((5,), (5,)).nazgul(1)
    board = duel.fight({(ATTACKER, AGAIN): (4,)})
    assert (board.s.roll_n[ATTACKER], board.s.again_hits[ATTACKER]) == (5, 0)
    board = Duel("swarm_of_bats").armies((5,), (5,)).nazgul(1).fight({(ATTACKER, AGAIN): (4,)})
    assert board.s.again_hits[ATTACKER] == 1


def test_we_come_to_kill():
    board = Duel("we_come_to_kill").armies((3,), (2, 2)).fight({(ATTACKER, LATE): (5, 4)})
    assert board.units("lossarnach", "gondor") == (2, 0)


# Rules of Combat cards -------------------------------------------------------------------------------


def test_BG_12_1_one_a_round_then_discarded():
    """BD-31."""
    duel = Duel("daylight").armies((3,), (5,))
    duel.board.hold("fp_str_18")
    board = duel.fight()
    assert board.zone(board.card_of("daylight")) == "discard"
    assert board.decision == "continue"
    board.choose("continue", 0, 1)
    board.choose("none")
    assert board.kinds("tactic") == {(board.card("fp_str_18"), 0)}


def test_BG_12_1_balrog_from_the_table():
    duel = Duel("durins_bane").elsewhere("moria", "dimrill_dale", "elves", "sauron").armies((5,), (3,))
    duel.tactics = ()
    duel.board.table("sh_char_17")
    board = duel.board
    fight(board, SHADOW, "moria", "dimrill_dale", {(1, ATTACKER, EARLY): (4, 4, 4)})
    board.choose("tactic", board.card("sh_char_17"))
    assert board.zone("sh_char_17") == "discard"
    assert board.s.extra_hits[ATTACKER] == 3


def test_BG_12_3_order():
    for order, n in (("initiative", 0), ("defender_first", 1)):
        duel = Duel("words_of_power", "sudden_strike", combat_card_order=order)
        duel.armies((3,), (3,)).nazgul(1).figures(boromir="at")
        board = duel.fight({(DEFENDER, EARLY): (6,)})
        assert board.s.extra_hits[DEFENDER] == n  # the muted lead no strike


def test_BG_12_4_the_defender_cancels_first():
    duel = Duel("swarm_of_bats", "daring_defiance").armies((5,), (5,)).nazgul(1).figures(boromir="at")
    board = duel.fight()
    assert board.s.is_cancelled.tolist() == [1, 0]


def test_BG_7_5_no_cards_in_minas_tirith():
    board = CardBoard(empty=True)
    board.put("minas_tirith_box", "gondor", 3)
    board.put("minas_tirith", "southrons", 3)
    control.begin_siege(board.s, board.t, board.at("minas_tirith"))
    board.war("gondor", "southrons")
    board.settle()
    board.table("sh_str_03")
    board.hold(board.card_of("daylight"))
    fight(board, SHADOW, "minas_tirith", "minas_tirith_box")
    assert board.zone(board.card_of("daylight")) == "hand"


def test_BG_11_5_white_rider():
    """BG-11.11, BD-35."""
    duel = Duel("cruel_as_death").armies((3,), (3,)).nazgul(3).figures(gandalf_white="at")
    board = duel.fight()
    board.choose("may", 0, 1)
    assert (board.s.no_nazgul, board.s.rider) == (1, 1 << F.GANDALF_WHITE)
    assert board.zone(board.card_of("cruel_as_death")) == "hand"  # it cannot be used (BG-11.11)
    assert board.s.again_n.tolist() == [0, 0]


def test_BG_11_5_white_rider_elsewhere():
    duel = Duel().armies((3,), (3,)).nazgul(1)
    duel.board.figure("gandalf_white", "bree")
    assert duel.fight().decision == "continue"


def test_BG_11_6_sorcerer():
    """BD-36."""
    for is_there in (True, False):
        duel = Duel("deadly_strife").armies((5,), (5,))
        duel.board.figure("witch_king", "osgiliath" if is_there else "barad_dur")
        board = duel.fight()
        assert (board.decision == "may") == is_there
        if is_there:
            board.choose("may", 0, 1)
            assert int(board.s.hand[1]).bit_count() == 1
            assert board.s.deck_n[3] == 22


def test_BG_13_8_card_locked():
    board = CardBoard(empty=True)
    board.put("helms_deep_box", "rohan", 5)
    board.put("helms_deep", "isengard", 3)
    board.figure("witch_king", "helms_deep")
    control.begin_siege(board.s, board.t, board.at("helms_deep"))
    board.war("rohan", "isengard")
    board.settle()
    board.hold("sh_char_20", board.card_of("daylight"))
    board.acting(SHADOW, ids.FACE.CHARACTER, ids.FACE.CHARACTER)
    board.choose("play", board.card("sh_char_20"), ids.FACE.CHARACTER)
    board.choose("send", ALL) if board.decision == "send" else None
    assert board.decision == "continue"  # the first round is over without a card
    assert board.s.rounds_left == 2
    board.choose("continue", 0, 1)
    assert board.decision == "tactic"
    assert board.s.actor == FREE
    assert board.s.pool[N.SAURON, P.NAZGUL] == 8


@pytest.mark.parametrize("who", ["direct_damage", "all_card_attacks"])
def test_BG_7_9_who_outlives_an_attack_by_a_card(who):
    board = CardBoard(empty=True, card_attack_spares_characters=who)
    board.put("helms_deep_box", "rohan", 1)
    board.put("helms_deep", "isengard", 3)
    board.figure("witch_king", "helms_deep")
    board.figure("gimli", "helms_deep_box")
    control.begin_siege(board.s, board.t, board.at("helms_deep"))
    board.war("rohan", "isengard")
    board.settle()
    board.hold("sh_char_20")
    ROLLS[1, ATTACKER, ROLL] = HITS
    board.acting(SHADOW, ids.FACE.CHARACTER, ids.FACE.CHARACTER)
    board.choose("play", board.card("sh_char_20"), ids.FACE.CHARACTER)
    board.choose("send", ALL)
    assert board.s.control[board.at("helms_deep")] == SHADOW
    assert board.where("gimli") == ("dead" if who == "direct_damage" else "helms_deep")
