"""Mistakes in positions: each is named with its place, and with what would be right."""

from functools import cache

import pytest

from mazarbul.sim.games.board_game.kernel import DRIVER
from mazarbul.sim.games.board_game.text.names import Names
from mazarbul.sim.games.board_game.text.position import parse_position, position_text
from mazarbul.sim.games.board_game.text.reasons import MOVES
from mazarbul.sim.notation.lines import ScriptError
from tests.board_game.board import PLAIN, names_of

pytestmark = [PLAIN, pytest.mark.filterwarnings("ignore:overflow encountered")]


@cache
def names() -> Names:
    return names_of()


def mistake(text: str) -> ScriptError:
    with pytest.raises(ScriptError) as error:
        parse_position(names(), text, "a.txt")
    return error.value


WORDS = [
    ("feild dale: north 1R", 1, "unknown statement 'feild'", "field"),
    ("turn 1\nfield dal: north 1R", 7, "unknown region 'dal'", "dale"),
    ("box dale: north 1R", 5, "unknown Stronghold 'dale'", None),
    ("field dale: nroth 1R", 13, "unknown nation or figure 'nroth'", "north"),
    ("field dale: north", 18, "a number of figures of north, as 2R or 1E, is expected", None),
    ("field dale: north 2X", 19, "is expected, as 2R or 1E, not '2X'", None),
    ("field dale: north 1N", 19, "north has no figures of the sort nazgul", None),
    ("field moria: sauron 1L", 21, "sauron has no figures of the sort leader", None),
    ("field dale: north 99R", 19, "at most 63 figures", None),
    ("phase action", 7, "unknown phase 'action'", "actions"),
    ("phase actions draw", 15, "unknown step 'draw'", None),
    ("acts shadows", 6, "unknown side 'shadows'", "shadow"),
    ("next: shadow shadow", 14, "there is already a seat of shadow", None),
    ("done: danced", 7, "unknown mark of a turn 'danced'", None),
    ("politics gondor 4", 17, "from 0 to 3 is expected", None),
    ("politics gondor 2 lazy", 19, "unknown attitude 'lazy'", None),
    ("fellowship mordor 9", 19, "from 0 to 5 is expected", None),
    ("fellowship rivendell corruption 12", 33, "from 0 to 11 is expected", None),
    ("members: gollum", 10, "gollum is no Companion", None),
    ("tiles: std_9", 8, "unknown tile 'std_9'", None),
    ("drawn: std_2#3", 8, "there is no copy '3' of std_2; this game has 2", None),
    ("dice shadow: sword", 14, "unknown face 'sword'", None),
    ("rings shadow 12", 14, "from 0 to 9 is expected", None),
    ("hand shadow: fp_str_01", 14, "fp_str_01 is a card of free_peoples", None),
    ("deck shadow character: sh_str_01", 24, "sh_str_01 is not a card of this deck", None),
    ("hand shadow: sh_str_99", 14, "unknown card 'sh_str_99'", None),
    ("field dale north 1R", 12, "':' is expected here", None),
    ("turn 3 4", 8, "nothing more is expected here", None),
]


@pytest.mark.parametrize(("text", "column", "message", "suggestion"), WORDS)
def test_words(text, column, message, suggestion):
    error = mistake(text)
    assert message in str(error)
    assert error.column == column
    assert error.line == text.count("\n") + 1
    if suggestion is not None:
        assert error.suggestion == suggestion


IMPOSSIBLE = [
    (
        "start\nfield dale: north 11R",
        2,
        "there are 10 figures north regular, and this position has 14 (BG-1.8)",
    ),
    ("field moria: sauron 9N", 1, "there are 8 figures sauron nazgul"),
    ("casualties rohan 6E", 1, "there are 5 figures rohan elite"),
    ("casualties sauron 1R", 1, "what sauron loses returns to its pool (BG-1.13)"),
    ("field dale: north 1R, sauron 1R", 1, "an army of free_peoples is already there (BG-1.10)"),
    ("field dale: north 1L, strider", 1, "Leaders are never without a unit of free_peoples (BG-1.12)"),
    ("field dale: north 8R 3E", 1, "11 units are here, at most 10 can be (BG-1.11)"),
    ("field dale: strider\nfield bree: strider", 2, "strider is already placed, see line 1"),
    ("members: strider\nfield bree: strider", 2, "strider is already placed, see line 1"),
    ("members: strider\nfield bree: aragorn", 2, "aragorn replaces strider, who is in play too (BG-8.9)"),
    ("members: aragorn", 1, "aragorn is never in the Fellowship (BG-8.9)"),
    ("box lorien: elves 1R", 1, "nobody besieges lorien: its garrison is in the field then (BG-13.12)"),
    ("box lorien: legolas", 1, "say 'field lorien' (BG-1.9)"),
    ("field lorien: elves 1R\nbox lorien: sauron 1R", 2, "must be of free_peoples"),
    ("field lorien: sauron 2R\nbox lorien: elves 1R, saruman", 2, "only figures of free_peoples"),
    ("field lorien: sauron 2R\nbox lorien: elves 6R", 2, "there are 5 figures elves regular"),
    ("field lorien: sauron 2R\nbox lorien: elves 3R 3E", 2, "6 units are here, at most 5 can be (BG-1.11)"),
    ("field dale: sauron 2R", 1, "'captured shadow: dale' is missing (BG-13.13)"),
    ("captured shadow: dale\nfield dale: north 1R", 2, "here has retaken it: it cannot be captured"),
    ("captured shadow: osgiliath", 1, "osgiliath has no Settlement to capture (BG-1.7)"),
    ("captured free_peoples: dale", 1, "dale belongs to free_peoples by itself (BG-1.7)"),
    ("politics gondor 0 passive", 1, "a passive Nation is never At War (BG-10.1)"),
    ("politics sauron 1 passive", 1, "Nations of the Shadow are always active (BG-2.2)"),
    ("guide gimli", 1, "the Guide has the highest Level in the Fellowship: gandalf_grey or strider"),
    ("drawn: std_2r\nremoved: std_2r", 2, "this tile is already placed, see line 1"),
    ("hand shadow: sh_str_01\ntable shadow: sh_str_01", 2, ""),
    ("hand shadow: sh_str_01\ndiscard shadow: sh_str_01", 2, "this card is already placed, see line 1"),
    ("dice free_peoples: " + "army " * 7, 1, "free_peoples has at most 6 dice (BG-1.16)"),
    (
        "hand shadow: sh_str_01 sh_str_02 sh_str_03 sh_str_04 sh_str_05 sh_str_06 sh_str_07",
        1,
        "shadow holds at most 6 cards (BG-3.2)",
    ),
]


@pytest.mark.parametrize(("text", "line", "message"), IMPOSSIBLE)
def test_impossible_positions(text, line, message):
    error = mistake(text)
    assert message in str(error)
    assert error.line == line


def test_what_is_pending_is_only_valid_as_it_was_written():
    n = names()
    text = "start\npolitics sauron at_war\ndice shadow: army army\nacts shadow"
    s = parse_position(n, text)
    DRIVER.apply(s, n.tables, MOVES.parse(n, s, "move army"))
    lines = position_text(n, s).splitlines()
    assert position_text(n, parse_position(n, "\n".join(lines))).splitlines() == lines
    assert "must end with their seal" in str(mistake("\n".join(lines[:-1])))
    wrong = [line.replace("March", "Muster") for line in lines]
    assert "were changed" in str(mistake("\n".join(wrong)))
