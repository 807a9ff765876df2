"""The kinds of actions of My Game, each declared once."""

from mazarbul.sim.engine.kinds import Kinds
from my_game.ids import CARDS

KINDS = Kinds("my_game", card=CARDS)

PLAY = KINDS.add("play", "plays {a}", a="card")
KINDS.check()
