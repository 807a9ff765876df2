"""Scripts of the board game without the JIT: a kit and a game that are made of the tables alone."""

from mazarbul.sim.games.board_game import ids
from mazarbul.sim.games.board_game.content.loading import printed
from mazarbul.sim.games.board_game.kernel import DRIVER
from mazarbul.sim.games.board_game.state import empty_state
from mazarbul.sim.games.board_game.text.position import position_text
from mazarbul.sim.games.board_game.text.reasons import MOVES
from mazarbul.sim.games.board_game.text.script import Script
from mazarbul.sim.games.board_game.text.story import Story
from tests.board_game.board import names_of


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


GAME = OneGame()


def play(text: str) -> list[str]:
    """Play a script and return its report."""
    return Script(GAME, "a.txt").run(text)
