"""What a user reads after a mistake in a data file: place, message, suggestion."""

import re

import pytest

from mazarbul.sim.games.board_game.content.loading import DATA, load_data
from mazarbul.sim.games.board_game.ids import PATH, TURNS
from mazarbul.sim.toml import DataError

# Two lines per case: the overlay, with " / " for the end of a line, and the complaint. A line that begins
# with spaces continues the one before it.
ON_THE_MAP = """
[region.dale] / near = []
2:8: region 'dale' has no neighbours; name at least one region in 'near'

[region.lorien] / near = ["dimrill_dale", "parth_celebrant", "moria"]
2:45: region 'lorien' is beside 'moria', but not the other way round; name 'lorien' there too

[region.lorien] / near = ["parth_celebrant"]
2:8: region 'dimrill_dale' is beside 'lorien', but not the other way round;
  name 'dimrill_dale' here, or leave out 'lorien' there

[region.lorien] / near = ["dimril_dale", "parth_celebrant"]
2:10: unknown region 'dimril_dale'; did you mean 'dimrill_dale'?

[region.lorien] / near = ["dimrill_dale", "parth_celebrant", "lorien"]
2:45: region 'lorien' is not its own neighbour

[region.lorien] / near = ["dimrill_dale", "dimrill_dale"]
2:26: region 'lorien' names 'dimrill_dale' twice

[region.barad_dur] / near = ["nurn"] / [region.nurn] / near = ["barad_dur"]
  / [region.gorgoroth] / near = ["minas_morgul", "morannon"]
6:8: no way leads from region 'barad_dur' to 'andrast'; the map must be in one piece (BG-1.2)

[region.lorin] / coastal = true
1:9: unknown region 'lorin' (a new one says 'new = true'); did you mean 'lorien'?

[region.lorien] / nation = "elfs"
2:11: unknown value of 'nation': 'elfs'; did you mean 'elves'?

[region.lorien] / settlement = "castle"
2:15: unknown value of 'settlement': 'castle'; known: city, stronghold, town

[region.lorien] / costal = true
2:1: unknown key 'costal'; did you mean 'coastal'?

[region.fangorn] / settlement = "town"
2:15: region 'fangorn' has a Settlement, so it lies in a Nation; 'nation' is missing (BG-1.7)

[region.dale] / fortification = true
2:17: region 'dale' has a Settlement; a Fortification stands where there is none (BG-1.5)

[region.fangorn] / points = 1
2:1: region 'fangorn' has no Settlement to give points for (BG-1.4)

[region.dale] / settlement = "stronghold"
2:15: the map has 17 Strongholds, at most 16 fit

[region.westfold] / new = true / name = "W" / near = ["folde"] / at = [1, 1] / source = "x"
1:9: the map has 106 regions, at most 105 fit

[region.gollum] / new = true / name = "G" / near = ["folde"] / at = [1, 1] / source = "x"
1:9: region 'gollum' has the id of a figure

[region.morannon] / gate = false / [region.minas_morgul] / gate = false
4:8: no region has 'gate = true', so nobody can enter Mordor (BG-16.1)

[region.dale] / at = [1200, 1]
2:7: 'at' of region 'dale': input should be less than or equal to 1000
"""

FIGURES_AT_THE_START = """
[region.minas_tirith.start.gondor] / elite = 6
2:9: the map begins with 6 Elites of nation 'gondor', there are only 5 in all (BG-1.8)

[nation.gondor.figures] / regular = 8
2:11: the map begins with 9 Regulars of nation 'gondor', there are only 8 in all (BG-1.8)

[region.fangorn.start.sauron] / nazgul = 5
2:10: the map begins with 9 Nazgûl of nation 'sauron', there are only 8 in all (BG-1.8)

[region.erech.start.rohan] / regular = 1 / leader = 4
3:10: the map begins with 5 Leaders of nation 'rohan', there are only 4 in all (BG-1.8)

[region.minas_tirith.start.gondor] / regular = 10
2:11: region 'minas_tirith' begins with 11 units, at most 10 may stand there (BG-1.11)

[scenario.limits] / field = 5
2:9: region 'dol_guldur' begins with 6 units, at most 5 may stand there (BG-1.11)

[region.minas_tirith.start.gondr] / regular = 1
1:28: unknown key 'gondr'; did you mean 'gondor'?

[region.minas_tirith.start.gondor] / regulars = 1
2:1: unknown key 'regulars'; did you mean 'regular'?

[region.minas_tirith.start.gondor] / regular = -1
2:11: 'regular' of region 'minas_tirith': input should be greater than or equal to 0

[region.fangorn.start] / rohan = { leader = 1 }
2:20: region 'fangorn': a Leader needs a unit beside him (BG-1.12)

[region.osgiliath.start] / sauron = { regular = 1 }
2:10: region 'osgiliath' has figures of both sides; enemies share a region only in a siege (BG-1.10)

[region.umbar] / start = { gondor = { regular = 1 }, southrons = { regular = 0 } }
2:20: region 'umbar': 'gondor' cannot begin in a Settlement of the enemy (BG-1.7)
"""

NATIONS_AND_FIGURES = """
[nation.harad] / new = true
1:9: unknown nation 'harad'; known: dwarves, elves, gondor, isengard, north, rohan, sauron, southrons
  (the rules have no others)

[nation.gondor] / side = "shadow"
2:9: nation 'gondor' is of side 'free_peoples'

[nation.gondor] / player = "sh1"
2:11: nation 'gondor' is of side 'free_peoples', player 'sh1' is not

[nation.gondor] / player = "fp3"
2:11: unknown value of 'player': 'fp3'; did you mean 'fp2'?

[nation.gondor] / steps = 4
2:9: 'steps' of nation 'gondor': input should be less than or equal to 3

[nation.gondor] / steps = 0
2:9: nation 'gondor': a passive Nation is at least 1 step from war (BG-10.1)

[nation.sauron] / active = false
2:10: nation 'sauron': a Nation of the Shadow is always active (BG-2.2)

[nation.sauron.figures] / leader = 1
2:10: nation 'sauron': only Nations of the Free Peoples have Leaders (BG-1.8)

[nation.isengard.figures] / nazgul = 1
2:10: nation 'isengard': only Sauron has Nazgûl (BG-1.8)

[figure.frodo] / new = true
1:9: unknown figure 'frodo' (the rules have no others)

[figure.strider] / level = "3"
2:10: a whole number is expected for 'level' of figure 'strider'

[figure.strider] / kind = "minion"
2:9: figure 'strider' is a companion

[figure.strider] / side = "shadow"
2:9: figure 'strider' is of side 'free_peoples'

[figure.strider] / activates = ["north", "sauron"]
2:24: figure 'strider': a Companion activates Nations of the Free Peoples (BG-8.5)

[figure.strider] / activates = ["north", "north"]
2:24: figure 'strider' names 'north' twice

[figure.saruman] / hobbit = true
2:1: figure 'saruman' is a minion; only companions have 'hobbit'

[figure.aragorn] / fellowship = true
2:14: figure 'aragorn' replaces 'strider', so it does not set out with the Fellowship (BG-2.3)

[figure.aragorn] / replaces = "aragorn"
2:13: figure 'aragorn' cannot replace itself

[figure.aragorn] / replaces = "gollum"
2:13: figure 'aragorn': 'gollum' is no companion

[figure.saruman] / player = "fp1"
2:11: figure 'saruman' is of side 'shadow', player 'fp1' is not

[figure.strider] / player = "fp1"
2:1: figure 'strider' is a companion; partners share it, only Minions have 'player' (BG-18.1)
"""

TILES_DICE_AND_CARDS = """
[tile.std_eye] / value = 1
2:1: tile 'std_eye' shows no number, so it has no 'value'

[tile.std_2] / card = "fp_char_01"
2:1: tile 'std_2' is a standard tile; no card brings it

[tile.fp_rope] / card = "fp_char_99"
2:9: unknown card 'fp_char_99'; did you mean 'fp_char_19'?

[tile.fp_rope] / card = "sh_char_01"
2:9: tile 'fp_rope' is of side 'free_peoples', card 'sh_char_01' is not

[tile.mine] / new = true / name = "M" / sort = "shadow" / copies = 1 / symbol = "eye" / source = "x"
4:9: tile 'mine' is a special tile and lacks 'card', its event

[tile.std_2] / copies = 60
2:10: there are 82 tiles, at most 63 fit

[tile.std_2] / symbol = "ring"
2:11: unknown value of 'symbol': 'ring'; known: die, eye, number

[die.shadow.faces] / eye = 2
2:7: die 'shadow' has 7 faces, it needs 6

[die.shadow.faces] / eye = 0 / will = 1
3:8: die 'shadow': this side has no use for 'will' (BG-4.1)

[die.shadow] / start = 11
2:9: die 'shadow': 11 dice at the start are more than the 10 there are

[die.shadow.faces] / eyes = 2
2:1: unknown key 'eyes'; did you mean 'eye'?

[card.fp_char_01] / tactic = "it_is_a_gif"
2:11: unknown tactic 'it_is_a_gif'; did you mean 'it_is_a_gift'?

[card.fp_char_01] / owner = "sh1"
2:10: card 'fp_char_01' is of side 'free_peoples', player 'sh1' is not

[card.fp_char_01] / number = 2
2:10: cards 'fp_char_01' and 'fp_char_02' have the same number in their deck
"""

SCENARIOS_AND_SWITCHES = """
[scenario] / victories = 3
2:1: unknown key 'victories'; did you mean 'victory'?

[scenario.victory] / shadows = 9
2:1: unknown key 'shadows'; did you mean 'shadow'?

[scenario.victory] / shadow = 0
2:10: 'shadow' of scenario 'two_player': input should be greater than or equal to 1

[scenario.fellowship] / start = "rivendel"
2:10: unknown region 'rivendel'; did you mean 'rivendell'?

[scenario.fellowship] / guide = "aragorn"
2:10: scenario 'two_player': the Guide sets out with the Fellowship, 'aragorn' does not (BG-2.3)

[scenario.fellowship] / guide = "boromir"
2:10: scenario 'two_player': the Guide has the highest Level, 3; 'boromir' has less (BG-15.6)

[scenario.seat.shadow] / players = ["sh1", "fp1"]
2:20: seat 'shadow' is of side 'shadow', player 'fp1' is not

[scenario.seat.shadow] / players = ["sh1", "sh1"]
2:20: seat 'shadow' has player 'sh1' already

[scenario.seat.sauron] / hand = 4
1:16: unknown seat 'sauron'; known: free_peoples, shadow

[scenario.seat.shadow] / draw = "both"
2:9: unknown value of 'draw': 'both'; known: each_deck, one_card

[switches] / mordor_entri = "declare"
2:1: unknown switch 'mordor_entri'; did you mean 'mordor_entry'?

[switches] / mordor_entry = "declared"
2:17: unknown value of switch 'mordor_entry': 'declared'; did you mean 'declare'?

[switches] / mouth_stop = 1
2:14: switch 'mouth_stop' must be true or false, not 1
"""


def cases(table):
    """Return the (overlay, complaint) pairs of a table."""
    pairs = [re.sub(r"\n +", " ", case).split("\n") for case in table.strip().split("\n\n")]
    return [pytest.param(text.replace(" / ", "\n"), wanted, id=text[:80]) for text, wanted in pairs]


def scenario_text(name="two_player"):
    return (DATA / "scenarios" / f"{name}.toml").read_text("utf-8")


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        *cases(ON_THE_MAP),
        *cases(FIGURES_AT_THE_START),
        *cases(NATIONS_AND_FIGURES),
        *cases(TILES_DICE_AND_CARDS),
        *cases(SCENARIOS_AND_SWITCHES),
    ],
)
def test_mistakes_in_an_overlay(write, text, wanted):
    path = write(text)
    with pytest.raises(DataError) as caught:
        load_data("two_player", overlay=path)
    assert str(caught.value) == f"{path}:{wanted}"


def test_mistakes_in_the_seats_of_a_scenario(write):
    text = scenario_text("four_player")
    last = text[text.rindex("[[seat]]") :]
    for wrong, wanted in {
        text.replace('players = ["sh2"]', 'players = ["sh1"]'): "seat 'sh1' has player 'sh1' already",
        text.replace(last, ""): "scenario 'four_player': no seat has the Nations of player 'sh2'",
        text + last.replace('id      = "sh2"', 'id = "sh3"').replace('name    = "', 'name = "Other '): (
            "a scenario has at most 4 seats; this one is too many"
        ),
        text[: text.index("[[seat]]")]: "this scenario lacks seats, '[[seat]]'",
        text.replace('title      = "Four players"\n', ""): "scenario 'four_player' lacks 'title'",
    }.items():
        assert wrong != text
        path = write(wrong)
        with pytest.raises(DataError) as caught:
            load_data(path)
        assert caught.value.file == str(path)
        assert wanted in str(caught.value)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"scenario": "two_players"}, "unknown scenario 'two_players'; did you mean 'two_player'?"),
        (
            {"switches": {"turn_cap": TURNS}},
            f"switches: switch 'turn_cap' is a whole number from 1 to {TURNS - 1}, not {TURNS}",
        ),
        (
            {"switches": {"progress_cap": 0}},
            f"switches: switch 'progress_cap' is a whole number from 1 to {PATH - 1}, not 0",
        ),
        (
            {"overlay": {"region": {"dale": {"near": ["erebor"]}}}},
            "overlay region.dale.near: region 'iron_hills' is beside 'dale', but not the other way round",
        ),
        ({"overlay": "none.toml"}, "none.toml: cannot read this file (No such file or directory)"),
    ],
)
def test_mistakes_without_a_file(arguments, message):
    with pytest.raises(DataError) as caught:
        load_data(**{"scenario": "two_player"} | arguments)
    assert message in str(caught.value)
