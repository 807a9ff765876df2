"""Scripts: positions, moves and expectations in one text, played line by line."""

import pytest

from sim.games.board_game import ids
from sim.games.board_game.content.loading import printed
from sim.games.board_game.driver import DRIVER
from sim.games.board_game.state import empty_state
from sim.games.board_game.text.position import position_text
from sim.games.board_game.text.reasons import MOVES
from sim.games.board_game.text.script import BoardGameScript
from sim.games.board_game.text.story import Story
from sim.notation.lines import ScriptError
from tests.board_game.board import PLAIN, names_of

pytestmark = [PLAIN, pytest.mark.filterwarnings("ignore:overflow encountered")]


class OneKit:
    """What scripts use of a kit, made of the tables alone."""

    def __init__(self, scenario: str) -> None:
        self.names = names_of(scenario)
        self.moves = MOVES

    def new_state(self):
        return empty_state()

    def deal(self, s, seed, index):
        DRIVER.new_game(s, self.names.tables, seed, index)

    def apply(self, s, code, halt=None):
        DRIVER.apply(s, self.names.tables, code, halt)

    def is_over(self, s):
        return s.phase == ids.PHASE.OVER

    def story(self):
        return Story(self.names)

    def position_text(self, s):
        return position_text(self.names, s)


class OneGame:
    """What scripts use of the game itself."""

    name, title = "board_game", "the board game"

    def printed(self):
        return printed()

    def setup(self, scenario, **given):
        return scenario

    def kit(self, scenario):
        return OneKit(scenario)


class Script(BoardGameScript):
    game = OneGame()


def play(text: str) -> list[str]:
    return Script("a.txt").run(text)


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
