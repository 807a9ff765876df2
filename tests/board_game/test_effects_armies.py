"""Events of Armies: recruits, upgrades, marches, attacks, direct damage, card by card."""

import pytest

from mazarbul.sim.games.board_game import ids
from mazarbul.sim.games.board_game.rules import control, politics
from tests.board_game.acting import TextBoard
from tests.board_game.board import PLAIN, SHADOW, F, N, P

pytestmark = PLAIN
ALL, BUT_ONE, CUSTOM, NOBODY = ids.WHOLE


def place(board: TextBoard, nation: int, piece: int, region: str) -> None:
    """Choose which piece is placed."""
    board.choose("place", nation * ids.PIECE_N + piece, board.at(region))


def marches(board: TextBoard) -> set[tuple[str, str]]:
    """Return the marches that are offered: from where, and the first region."""
    return {(board.name(a), board.name(b)) for kind, a, b in board.options if kind == "march"}


def siege(board: TextBoard, region: str) -> None:
    """Put a Stronghold under siege."""
    control.begin_siege(board.s, board.t, board.at(region))


def damage(board: TextBoard, place: str, nation: str) -> int:
    """Take the hits that are asked for, and return the hit points that are left on a place."""
    while board.decision == "lose":
        board.choose(*board.options[0])
    regulars, elites = board.units(place, nation)
    return regulars + 2 * elites


@pytest.mark.parametrize(
    ("card", "region", "nation"),
    [
        ("fp_str_14", "minas_tirith", "gondor"),
        ("fp_str_16", "edoras", "rohan"),
        ("fp_str_17", "carrock", "north"),
        ("fp_str_18", "dol_amroth", "gondor"),
        ("fp_str_22", "erebor", "dwarves"),
    ],
)
def test_unit_and_leader(card, region, nation):
    """BD-48."""
    board = TextBoard()
    before, leaders = board.units(region, nation), board.leaders(region)
    board.play(card)
    place(board, ids.NATIONS.index(nation), P.ELITE, region)
    assert board.units(region, nation) == (before[0], before[1] + 1)
    assert board.leaders(region) == leaders + 1


@pytest.mark.parametrize(
    ("card", "region", "nation"),
    [
        ("fp_str_15", "lorien", "elves"),
        ("fp_str_21", "rivendell", "elves"),
        ("fp_str_24", "woodland_realm", "elves"),
    ],
)
def test_elves_and_card(card, region, nation):
    board = TextBoard()
    before = board.units(region, nation)
    board.play(card)
    place(board, N.ELVES, P.REGULAR, region)
    assert board.units(region, nation) == (before[0] + 1, before[1])
    assert int(board.s.hand[0]).bit_count() == 1


def test_fp_str_13_cirdan():
    board = TextBoard()
    board.war("elves")
    board.play("fp_str_13")
    assert board.places == {"dol_amroth", "grey_havens", "pelargir"}
    board.pick("region", "pelargir")
    place(board, N.ELVES, P.ELITE, "pelargir")
    place(board, N.ELVES, P.ELITE, "pelargir")
    assert board.units("pelargir", "elves") == (0, 2)


def test_fp_str_19_20():
    board = TextBoard()
    board.play("fp_str_19")
    assert board.units("dale", "north") == (3, 0)
    board.play("fp_str_20")
    place(board, N.NORTH, P.REGULAR, "the_shire")
    place(board, N.DWARVES, P.ELITE, "ered_luin")
    assert board.units("the_shire", "north") == (2, 0)
    assert board.units("ered_luin", "dwarves") == (1, 1)


def test_fp_str_23_eomer():
    board = TextBoard()
    board.play("fp_str_23")
    assert board.places == {"edoras", "folde", "helms_deep", "westemnet"}
    board.pick("region", "westemnet")
    place(board, N.ROHAN, P.REGULAR, "westemnet")
    assert board.units("westemnet", "rohan") == (1, 0)
    assert board.leaders("westemnet") == 1


def test_BG_7_6_into_a_besieged_box():
    """BG-X30."""
    board = TextBoard(empty=True)
    board.put("minas_tirith_box", "gondor", 5)
    board.put("minas_tirith", "sauron", 3)
    siege(board, "minas_tirith")
    board.play("fp_str_14")
    assert board.units("minas_tirith_box", "gondor") == (5, 0)  # the box is full
    assert board.leaders("minas_tirith_box") == 1


def test_BG_7_6_not_into_an_enemy_settlement():
    board = TextBoard(empty=True)
    control.set_control(board.s, board.t, board.at("dale"), SHADOW)
    board.s.deck_n[:] = 0
    board.hold("fp_str_19")
    assert not board.can_play("fp_str_19")


def test_BG_7_6_partial_switch():
    board = TextBoard(event_recruit_partial=True)
    board.play("sh_str_18") if board.can_play("sh_str_18") else None
    board.figure("aragorn", "bree")
    board.play("sh_str_18")
    board.choose("number", 0, 2)
    board.choose("number", 0, 0)
    assert board.units("minas_morgul", "sauron") == (7, 0)


def test_sh_str_11_dunlendings():
    board = TextBoard()
    board.war("isengard")
    board.play("sh_str_11")
    board.pick("region", "enedwaith")
    board.choose("region", board.at("enedwaith")) if board.decision == "region" else None
    while board.decision == "take":
        board.choose(*board.options[-1])
    assert board.units("enedwaith", "isengard") == (4, 0)
    assert board.units("north_dunland", "isengard") == (0, 0)


def test_sh_str_12_witch_king_returns():
    board = TextBoard()
    board.figure("witch_king", "barad_dur")
    board.play("sh_str_12")
    assert board.where("witch_king") == "angmar"
    assert board.units("angmar", "sauron") == (2, 1)


@pytest.mark.parametrize(
    ("card", "nation", "region"), [("sh_str_13", "isengard", "umbar"), ("sh_str_14", "sauron", "moria")]
)
def test_joins_an_army(card, nation, region):
    board = TextBoard()
    board.war(nation)
    board.play(card)
    board.pick("region", region)
    before = board.units(region, nation)
    place(board, ids.NATIONS.index(nation), P.ELITE, region)
    assert board.units(region, nation) == (before[0], before[1] + 1)


def test_sh_str_15_trolls():
    board = TextBoard()
    board.war("sauron")
    board.play("sh_str_15")
    board.pick("army", "moria")
    board.pick("army", "moria")
    assert board.units("moria", "sauron") == (0, 2)


def test_sh_str_16_new_power():
    board = TextBoard()
    board.figure("saruman", "orthanc")
    board.play("sh_str_16")
    place(board, N.ISENGARD, P.ELITE, "orthanc")
    place(board, N.ISENGARD, P.ELITE, "orthanc")
    assert board.units("north_dunland", "isengard") == board.units("south_dunland", "isengard") == (3, 0)
    assert board.units("orthanc", "isengard") == (4, 3)


def test_sh_str_17_kings():
    board = TextBoard()
    board.play("sh_str_17")
    for region in ("umbar", "near_harad", "far_harad"):
        assert board.decision == "region"
        board.pick("region", region)
    assert [board.units(r, "southrons")[0] for r in ("umbar", "near_harad", "far_harad")] == [5, 5, 5]


def test_sh_str_19_misty_mountains():
    board = TextBoard()
    board.play("sh_str_19")
    board.pick("region", "mount_gram")
    place(board, N.SAURON, P.ELITE, "mount_gram")
    place(board, N.SAURON, P.REGULAR, "mount_gram")
    assert board.units("mount_gram", "sauron") == (1, 1)
    assert board.s.nazgul[board.at("mount_gram")] == 1


def test_sh_str_20_22():
    board = TextBoard()
    board.play("sh_str_20")
    assert board.units("dol_guldur", "sauron") == (8, 1)
    assert board.units("mount_gundabad", "sauron") == (5, 0)
    board.play("sh_str_22")
    assert board.units("weather_hills", "sauron") == (0, 0)  # the pool has two Regulars left
    assert board.units("trollshaws", "sauron") == (0, 1)


def test_sh_str_21_hordes():
    board = TextBoard()
    board.war("southrons")
    board.play("sh_str_21")
    assert "umbar" not in board.places
    board.choose(*board.options[0])
    assert board.s.pool[N.SOUTHRONS, P.REGULAR] == 5


def test_sh_str_23_musterings():
    board = TextBoard()
    board.war("sauron", "isengard", "southrons")
    board.play("sh_str_23")
    assert board.units("gorgoroth", "southrons") == (5, 0)
    assert board.units("nurn", "sauron") == (7, 0)


# Direct damage -------------------------------------------------------------------------------------


def test_fp_char_18_eagles():
    board = TextBoard()
    board.nazgul("moria", 3)
    board.put("dimrill_dale", "elves", 1)
    board.figure("gimli", "dimrill_dale")
    board.play("fp_char_18")
    board.pick("region", "barad_dur")
    assert board.s.nazgul[board.at("moria")] == 0
    slain = 8 - int(board.s.nazgul[: ids.PLACES].sum()) - int(board.s.pool[N.SAURON, P.NAZGUL])
    assert slain == 0  # those slain are in the pool
    assert 1 <= board.s.nazgul[board.at("barad_dur")] <= 4


@pytest.mark.parametrize("card", ["fp_char_19", "fp_char_20", "fp_char_21"])
def test_ents(card):
    board = TextBoard()
    board.figure("gandalf_white", "fangorn")
    board.figure("saruman", "orthanc")
    board.play(card)
    assert politics.is_at_war(board.s, N.ISENGARD)  # it counts as an attack
    left = damage(board, "orthanc", "isengard")
    assert 3 <= left <= 6
    assert board.where("saruman") == "orthanc"


def test_fp_char_19_ents_alone_with_saruman():
    board = TextBoard(empty=True)
    board.figure("gandalf_white", "fangorn")
    board.figure("saruman", "orthanc")
    board.play("fp_char_19")
    assert board.where("saruman") == "dead"


def test_fp_char_19_ents_free_card():
    """BD-50."""
    board = TextBoard()
    board.figure("gandalf_white", "fangorn")
    board.hold("fp_char_01", "fp_char_02")
    board.play("fp_char_19")
    damage(board, "orthanc", "isengard")
    board.choose("may", 0, 1)
    board.choose("card", board.card("fp_char_02"))
    assert board.zone("fp_char_02") == "discard"
    assert board.zone("fp_char_01") == "hand"


def test_fp_char_22_dead_men():
    board = TextBoard(empty=True)
    board.figure("strider", "edoras")
    board.figure("gimli", "edoras")
    board.put("pelargir", "southrons", 1)
    control.capture(board.s, board.t, board.at("pelargir"), SHADOW)
    board.play("fp_char_22")
    board.pick("region", "pelargir")
    board.choose("join", F.GIMLI)
    if board.decision == "retreat":
        board.choose(*board.options[0])
    board.choose("number", 0, 2)
    assert board.where("strider") == board.where("gimli") == "pelargir"
    assert board.units("pelargir", "gondor") == (2, 0)
    assert board.s.control[board.at("pelargir")] == 0
    assert board.units("pelargir", "southrons") == (0, 0)


def test_fp_str_05_quarrel():
    board = TextBoard(empty=True)
    board.put("moria", "sauron", 3)
    board.put("moria", "isengard", 3)
    board.play("fp_str_05")
    while board.decision == "lose":
        board.choose(*board.options[0])
    assert board.s.unit_n[board.at("moria")] <= 6
    assert not politics.is_at_war(board.s, N.SAURON)  # no attack


def test_fp_str_06_faramir():
    board = TextBoard()
    board.put("south_ithilien", "sauron", 2)
    board.play("fp_str_06")
    while board.decision == "lose":
        board.choose(*board.options[0])
    place(board, N.GONDOR, P.ELITE, "osgiliath")
    assert board.units("osgiliath", "gondor") == (2, 1)
    assert board.leaders("osgiliath") == 1


def test_sh_char_19_nazgul_search():
    board = TextBoard(empty=True)
    board.put("moria", "sauron", 1)
    board.nazgul("moria", 5)
    board.put("dimrill_dale", "elves", 5, 5)
    board.play("sh_char_19")
    hits = 15 - damage(board, "dimrill_dale", "elves")
    assert 0 <= hits <= 5


def test_sh_str_01_valinor():
    board = TextBoard()
    control.set_control(board.s, board.t, board.at("lorien"), SHADOW)
    board.play("sh_str_01")
    while board.decision == "lose":
        board.choose(*board.options[0])
    assert board.s.fault == 0


# Marches -------------------------------------------------------------------------------------------


def march(board: TextBoard, origin: str, to: str, whole: int = ALL) -> None:
    """March with an Army."""
    board.pick("march", origin, to)
    if board.decision == "send":
        board.choose("send", whole)


def test_fp_str_11_paths():
    board = TextBoard()
    board.war("rohan")
    board.play("fp_str_11")
    march(board, "helms_deep", "minas_tirith")
    assert board.units("minas_tirith", "rohan") == (1, 0)


def test_fp_str_12_through_a_day_and_a_night():
    board = TextBoard(empty=True)
    board.put("edoras", "rohan", 2, 1)
    board.war("rohan")
    board.figure("gimli", "edoras")
    board.figure("boromir", "edoras")
    board.play("fp_str_12")
    board.pick("march", "edoras", "folde")
    board.choose("rider", F.BOROMIR)
    board.choose("send", CUSTOM)
    while board.decision == "take":
        board.choose(*board.options[-1 if board.options[-1][1] < ids.NATION_N * ids.PIECE_N else 0])
    assert board.where("boromir") == "folde"  # he must go along
    assert board.where("gimli") == "edoras"
    board.pick("march", "folde", "druadan_forest")
    assert board.units("druadan_forest", "rohan") == (2, 1)
    assert board.where("boromir") == "druadan_forest"
    assert not board.options


def test_sh_str_07_joins():
    board = TextBoard(empty=True)
    board.put("moria", "sauron", 2)
    board.put("mount_gundabad", "sauron", 1)
    board.put("dol_guldur", "sauron", 1)
    board.play("sh_str_07")
    board.pick("march", "dol_guldur", "north_anduin_vale")
    if board.decision == "send":
        board.choose("send", ALL)
    assert board.units("moria", "sauron") == (3, 0)  # the only way to join, in three steps
    assert not board.options


def test_sh_str_07_nations_that_cannot_go_together():
    board = TextBoard(empty=True)
    board.put("dimrill_dale", "sauron", 1)
    board.put("dimrill_dale", "southrons", 2)
    board.put("moria", "sauron", 1)
    board.play("sh_str_07")
    board.pick("march", "dimrill_dale", "moria")  # Southrons not At War may not enter Moria
    assert board.units("moria", "sauron") == (2, 0)
    assert board.units("dimrill_dale", "southrons") == (2, 0)


def test_sh_str_09_four_armies():
    board = TextBoard()
    board.war("sauron", "isengard", "southrons")
    board.play("sh_str_09")
    for origin, to in (
        ("nurn", "gorgoroth"),
        ("far_harad", "near_harad"),
        ("south_rhun", "east_rhun"),
        ("north_dunland", "south_dunland"),
    ):
        march(board, origin, to)
    assert board.units("south_dunland", "isengard") == (2, 0)
    assert not board.options


def test_sh_str_10_corsairs_fight_to_the_end():
    board = TextBoard(empty=True)
    board.war("southrons")
    board.put("umbar", "southrons", 5, 5)
    board.put("pelargir", "gondor", 1)
    board.play("sh_str_10")
    march(board, "umbar", "pelargir")
    kinds = set()
    while board.options:
        kinds.add(board.decision)
        wanted = [option for option in board.options if option[0] != "retreat"]
        board.choose(*wanted[0])
    assert "continue" not in kinds
    assert board.units("pelargir", "gondor") == (0, 0)
    assert board.units("pelargir", "southrons")[1] > 0
    assert politics.is_active(board.s, N.GONDOR)


# Attacks -------------------------------------------------------------------------------------------


def test_fp_str_10_help():
    board = TextBoard(empty=True)
    board.put("minas_tirith_box", "gondor", 3)
    board.put("minas_tirith", "sauron", 5)
    board.put("lossarnach", "gondor", 5)
    board.war("gondor")
    siege(board, "minas_tirith")
    board.play("fp_str_10")
    assert board.decision == "send"
    board.choose("send", ALL)
    assert board.s.battle == ids.BATTLE.FIELD
    assert board.s.always_fewer[ids.ROLE.DEFENDER] == 3
    assert board.s.roll_n[ids.ROLE.DEFENDER] == 2


@pytest.mark.parametrize("card", ["sh_char_20", "sh_str_02"])
def test_three_rounds(card):
    for is_guarded in (False, True):
        board = TextBoard(empty=True)
        board.put("helms_deep_box", "rohan", 0, 5)
        board.put("helms_deep", "isengard", 5, 4)
        board.war("isengard")
        siege(board, "helms_deep")
        board.figure("witch_king", "helms_deep")
        board.figure("saruman", "orthanc")
        if is_guarded:
            board.figure("gimli", "helms_deep_box")
        board.hold("fp_str_15")
        board.play(card)
        board.choose("send", ALL)
        assert board.s.battle == ids.BATTLE.ASSAULT
        assert board.s.rounds_left == 2
        assert (board.decision == "tactic") == is_guarded


def test_sh_char_23_attack():
    board = TextBoard(empty=True)
    board.war("sauron")
    board.put("moria", "sauron", 5)
    board.nazgul("moria", 2)
    board.put("dimrill_dale", "elves", 1)
    board.play("sh_char_23")
    board.choose("none")
    board.choose("option", 1)
    assert board.decision == "send"


def test_sh_char_24_black_captain():
    board = TextBoard(empty=True)
    board.put("angmar", "sauron", 2)
    board.figure("witch_king", "angmar")
    board.play("sh_char_24")
    board.choose("option", 0)
    assert board.s.nazgul[board.at("angmar")] == 2
    board.choose("option", 0)
    board.pick("march", "angmar", "mount_gram")
    board.choose("send", ALL)
    assert board.where("witch_king") == "mount_gram"


def test_sh_char_23_a_nazgul_goes_along():
    board = TextBoard(empty=True)
    board.put("moria", "sauron", 3)
    board.nazgul("moria", 2)
    board.play("sh_char_23")
    board.choose("none")
    board.choose("option", 0)
    board.pick("march", "moria", "dimrill_dale")
    board.choose("send", CUSTOM)
    board.choose("take", N.SAURON * ids.PIECE_N + P.REGULAR, 1)
    board.choose("take", N.SAURON * ids.PIECE_N + P.NAZGUL, 1)  # one at least
    assert board.s.nazgul[board.at("dimrill_dale")] == 1


def test_sh_str_24_pits():
    board = TextBoard(empty=True)
    board.war("sauron")
    board.play("sh_str_24")
    for region in ("minas_morgul", "moria", "dol_guldur"):
        board.pick("region", region)
        assert board.units(region, "sauron") == (2, 0)
    assert not board.options


def test_sh_str_08_two_armies_join_others():
    board = TextBoard(empty=True)
    board.put("moria", "sauron", 2)
    board.put("dimrill_dale", "sauron", 1)
    board.put("nurn", "sauron", 1)
    board.put("gorgoroth", "sauron", 1)
    board.play("sh_str_08")
    board.pick("march", "dimrill_dale", "moria")
    assert board.units("moria", "sauron") == (3, 0)
    board.pick("march", "nurn", "gorgoroth")
    while board.decision == "march":
        board.choose("none")
    assert board.units("gorgoroth", "sauron") == (2, 0)


def test_BG_9_1_an_army_that_has_moved_is_no_second_army_of_a_card():
    """Southrons who are not at war cannot go on to Pelargir, and those of Sauron beside them have moved."""
    board = TextBoard(empty=True)
    board.war("sauron")
    board.put("south_ithilien", "sauron", 2)
    board.put("west_harondor", "southrons", 3)
    board.put("pelargir", "sauron", 1)
    board.play("sh_str_08")
    board.pick("march", "south_ithilien", "west_harondor")
    while board.units("west_harondor", "sauron") == (0, 0) or ("none", 0, 0) in board.options:
        board.choose(*board.options[-1])
    assert board.decision == "march"
    assert ("west_harondor", "osgiliath") not in marches(board)


def test_BG_9_4_who_could_not_go_along_may_march_elsewhere():
    board = TextBoard(empty=True)
    board.war("sauron")
    board.put("west_harondor", "sauron", 2)
    board.put("west_harondor", "southrons", 2)
    board.put("pelargir", "sauron", 1)
    board.put("near_harad", "southrons", 1)
    board.play("sh_str_08")
    board.pick("march", "west_harondor", "osgiliath")
    while board.units("pelargir", "sauron") != (3, 0):
        board.choose(*board.options[0])
    assert board.units("west_harondor", "southrons") == (2, 0)
    assert ("west_harondor", "near_harad") in marches(board)


def test_fp_str_01_last_battle():
    board = TextBoard()
    board.figure("aragorn", "osgiliath")
    board.play("fp_str_01")
    assert board.zone("fp_str_01") == "table"
    board.figure("aragorn", "minas_tirith")  # at home
    board.run()
    assert board.zone("fp_str_01") == "discard"
