"""My Game as mazarbul sees it: what is recorded, and all of it put together."""

from mazarbul.sim.bots.choosing import POLICIES, nothing_to_prepare
from mazarbul.sim.bots.files import BotSpec
from mazarbul.sim.games import kit
from mazarbul.sim.games.base import DataGame
from mazarbul.sim.games.ends import EndStates
from mazarbul.sim.games.rows import Rows
from mazarbul.sim.notation.names import Names
from my_game.bots import WEIGHTS, choose, play_batch, seated
from my_game.content import CONTENT, DATA
from my_game.ids import ENDS, SIDES
from my_game.rules import DRIVER, MOVING
from my_game.shown import SCENERY, SIGHT
from my_game.state import STATE
from my_game.text import MOVES, POSITIONS, Story


class Records(EndStates):
    """What is recorded of n games: the points, and North's lead after each round."""

    state, sides, ends, packed = STATE, SIDES, ENDS, {"cards": "card_record"}
    scores, courses, last = "score", {"lead": "lead"}, "hand"


class Kit(kit.Kit):
    """What it takes to play a set-up step by step."""

    state, moving, driver, moves, positions = STATE, MOVING, DRIVER, MOVES, POSITIONS
    steps = kit.Steps(nothing_to_prepare, choose, play_batch)
    parts = kit.Parts(Names, Records, Story, seated, POSITIONS.view, POSITIONS.text)
    sight, scenery = SIGHT, SCENERY


class MyGame(DataGame[Rows]):
    """Two seats play cards against each other, and the stronger one takes the round."""

    name, title, content = "my_game", "My Game", CONTENT
    kit_at, script_at = "game.Kit", "text.Script"
    bot_spec = BotSpec("my_game", POLICIES, WEIGHTS, SIDES, DATA / "bots")


GAME = MyGame()
