"""The kinds of actions of My Game, each declared once."""

from my_game.ids import CARDS
from sim.engine.kinds import Kinds

KINDS = Kinds("my_game", card=CARDS)

PLAY = KINDS.add("play", "plays {a}", a="card")
KINDS.check()
