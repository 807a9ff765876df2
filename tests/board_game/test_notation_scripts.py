"""Scripts: positions, moves and expectations in one text, played line by line."""

import pytest

from mazarbul.sim.notation.lines import ScriptError
from tests.board_game.board import PLAIN
from tests.board_game.scripted import play

pytestmark = [PLAIN, pytest.mark.filterwarnings("ignore:overflow encountered")]

MARCH = """
game board_game
position An attack
turn 3
acts shadow
dice shadow: army muster
politics sauron at_war
field minas_morgul: sauron 4R 1E 1N
expect decision turn
do shadow: move army
do shadow: march minas_morgul to south_ithilien
do shadow: send custom, take sauron regular 2, take sauron elite 1, take sauron nazgul 0
expect units sauron in south_ithilien = 3
expect decision march
do shadow: none
expect units in minas_morgul = 2
show position
"""


def test_a_march():
    report = play(MARCH)
    assert "  shadow: march minas_morgul to south_ithilien" in report
    assert any("an Army goes from Minas Morgul to South Ithilien:" in line for line in report)
    assert report[-1] == "a.txt: 4 expectations hold"


def test_auto_reaches_an_aim():
    report = play(
        "game board_game\nauto until turn 2\nexpect turn = 2\nauto until action shadow\nexpect actor shadow"
    )
    assert report[-1] == "a.txt: 2 expectations hold"


def test_what_is_not_legal_is_explained():
    with pytest.raises(ScriptError, match="no unused die with an Eye") as error:
        play("game board_game\nauto until action free_peoples\ndo free_peoples: waste eye")
    assert error.value.line == 3
