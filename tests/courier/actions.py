"""The kinds of actions of the Courier, each declared once (CO-8)."""

from mazarbul.sim.engine.kinds import Kinds
from tests.courier.ids import CARDS, PILES, REGIONS, RIDERS

KINDS = Kinds("courier", region=REGIONS, card=CARDS, pile=PILES, rider=RIDERS, option=16)

START = KINDS.add("start", "sets out from {a}", a="region")
DRAW = KINDS.add("draw", "draws from {a}", a="pile")
STEP = KINDS.add("step", "rides to {a}", a="region", answers="turn")
PLAY = KINDS.add("play", "plays {a}", a="card", answers="turn", avoided="plays no card", marks="again")
RIDE = KINDS.add("ride", "sends {a} to {b}", a="rider", b="region", answers="turn")
SEARCH = KINDS.add("search", "has {a} search", a="rider", answers="turn", avoided="never searches")
REST = KINDS.add("rest", "rests", answers="turn")
JUMP = KINDS.add("jump", "goes to {a}", a="region")
MODE = KINDS.add("mode", "takes way {a}", a="option")
DISCARD = KINDS.add("discard", "discards {a}", a="card")
TURN = KINDS.decision("turn")
KINDS.check()
