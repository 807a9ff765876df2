"""The kinds of actions, each declared once, with the decision points they answer.

See `mazarbul.sim.engine.kinds`.

The first ones are what a player does with a die (BD-09). The others are answers; a large choice is a chain of
them, so that no list of options is long (BG-19.1). `none` declines whatever may be declined, and ends what
may be ended. `text/moves.py` has the sorts of a and b as text.
"""

from mazarbul.sim.engine.kinds import Kinds
from mazarbul.sim.games.board_game.ids import (
    CARDS,
    DECK_N,
    FACE_N,
    FIGURE_N,
    NATION_N,
    PIECE_N,
    REGIONS,
    STANDS,
)

SLOTS = NATION_N * PIECE_N  # of a part: its pieces, then its figures

#: Sorts: a piece is a nation and a sort of figure, a slot a piece or a figure, a rider a figure or the plain
#: Nazgûl of a stand. Marks: `uses` uses its card, `dice` uses a die.
KINDS = Kinds(
    "board_game",
    card=CARDS,
    deck=DECK_N,
    face=FACE_N,
    figure=FIGURE_N,
    nation=NATION_N,
    piece=SLOTS,
    region=REGIONS,
    rider=FIGURE_N + STANDS,
    slot=SLOTS + FIGURE_N,
    stand=STANDS,
    package=6,
    whole=4,
    loss=3,
    casualty=3,
    voice=2,
    option=64,
    number=128,
    answer=2,
)

# What a player does when it is his turn to act (BD-09); b is the face of the die that pays
PASS = KINDS.add("pass", "passes", answers="turn", avoided="never passes")
WASTE = KINDS.add("waste", "wastes a die ({b})", b="face", answers="turn")
RING = KINDS.add(  # BD-08
    "ring",
    "turns {a} into {b} with an Elven Ring",
    a="face",
    b="face",
    answers="turn",
    avoided="uses no Ring",
)
DRAW = KINDS.add(  # BD-11
    "draw", "draws from {a} ({b})", a="deck", b="face", answers="turn", avoided="draws no card"
)
PLAY = KINDS.add(  # BD-10
    "play", "plays {a} ({b})", a="card", b="face", answers="turn", avoided="plays no event", marks="uses"
)
MOVE = KINDS.add("move", "moves Armies ({b})", b="face", answers="turn", avoided="moves no Army")
ATTACK = KINDS.add("attack", "attacks ({b})", b="face", answers="turn", avoided="never attacks")
MUSTER = KINDS.add("muster", "musters ({b})", b="face", answers="turn", avoided="musters nothing")
POLITICS = KINDS.add(  # BD-22
    "politics",
    "advances {a} ({b})",
    a="nation",
    b="face",
    answers="turn",
    avoided="advances no Nation",
)
MINION = KINDS.add(  # BD-20
    "minion",
    "brings {a} into play ({b})",
    a="figure",
    b="face",
    answers="turn",
    avoided="brings no Minion",
)
CROWN = KINDS.add(  # BD-21
    "crown",
    "brings {a} into play ({b})",
    a="figure",
    b="face",
    answers="turn",
    avoided="brings no upgrade",
)
WALK = KINDS.add("walk", "moves the Fellowship ({b})", b="face", answers="turn", avoided="stays")
HIDE = KINDS.add(  # BD-27 with Strider as Guide
    "hide", "hides the Fellowship ({b})", b="face", answers="turn", avoided="never hides"
)
SEPARATE = KINDS.add(
    "separate",
    "separates Companions ({b})",
    b="face",
    answers="turn",
    avoided="separates nobody",
)
RIDE = KINDS.add("ride", "moves characters ({b})", b="face", answers="turn", avoided="moves no characters")
ROUSE = KINDS.add(  # BD-27: Boromir, Legolas, Gimli
    "rouse",
    "rouses a Nation with {a} ({b})",
    a="figure",
    b="face",
    answers="turn",
    avoided="rouses no Nation",
)
VOICE = KINDS.add(  # BD-27: Saruman
    "voice",
    "uses the Voice of Saruman to {a} ({b})",
    a="voice",
    b="face",
    answers="turn",
    avoided="never uses the Voice",
)
FORCE = KINDS.add(  # BD-49
    "force",
    "forces the discard of {a} ({b})",
    a="card",
    b="face",
    answers="turn",
    avoided="forces no discard",
)

# Nothing of what is asked, or no more
DECLINE = KINDS.add(
    "none",
    "declines",
    answers="declare march rider join retreat press tactic card",
)

# Cards of a hand
DISCARD = KINDS.add("discard", "discards {a}", a="card")  # BD-01
DRAW_FROM = KINDS.add("draw-from", "draws from {a}", a="deck")  # BD-02, BD-36

# The Fellowship phase and the Hunt allocation
DECLARE = KINDS.add(
    "declare", "declares the Fellowship in {a}", a="region", avoided="never declares"
)  # BD-04
ENTER = KINDS.add("enter", "stays out of Mordor", "enters Mordor", verb="wait/enter", b="answer")  # BD-05
GUIDE = KINDS.add("guide", "makes {a} the Guide", a="figure")  # BD-06
ALLOCATE = KINDS.add("allocate", "puts {b} into the Hunt Box", b="number")  # BD-07

# Armies that march and attack
MARCH = KINDS.add("march", "marches from {a} to {b}", a="stand", b="stand")  # BD-12, BD-13
SEND = KINDS.add("send", "sends {a}", a="whole")  # BD-14, BD-18
TAKE = KINDS.add("take", "takes {a}: {b}", a="slot", b="number")  # BD-15, BD-18
STRIKE = KINDS.add("strike", "attacks {b} from {a}", a="stand", b="stand")  # BD-17

# Recruits
PACKAGE = KINDS.add("package", "musters {a}", a="package")  # BD-19
PLACE = KINDS.add("place", "places {a} in {b}", a="piece", b="region")  # BD-19, BD-48
NUMBER = KINDS.add("number", "chooses {b}", b="number")  # BD-24, BD-32, BD-48

# Characters that travel
RIDER = KINDS.add("rider", "lets {a} go", a="rider")  # BD-23
JOIN = KINDS.add("join", "takes {a} along", a="figure")  # BD-23, BD-25
GO = KINDS.add("go", "sends them to {a}", a="region")  # BD-23, BD-25, BD-26

# Battles
WITHDRAW = KINDS.add(  # BD-28
    "withdraw", "fights in the field", "withdraws into siege", verb="fight/withdraw", b="answer"
)
TACTIC = KINDS.add(
    "tactic", "uses {a} in combat", a="card", avoided="uses no Combat card", marks="uses"
)  # BD-31
SCOUT = KINDS.add("scout", "leads the Army to {a}", a="stand")  # BD-33
CONTINUE = KINDS.add("continue", "ceases", "fights on", verb="cease/continue", b="answer")  # BD-38
RETREAT = KINDS.add("retreat", "retreats to {a}", a="region", avoided="never retreats")  # BD-39
PRESS = KINDS.add("press", "presses the assault with {a}", a="nation", avoided="never presses on")  # BD-40
ADVANCE = KINDS.add("advance", "advances with {a}", a="whole")  # BD-29, BD-41
TRIM = KINDS.add("trim", "removes {a}", a="piece", answers="trim figure")  # BD-30, BD-34
LOSE = KINDS.add("lose", "{b} of {a}", a="nation", b="loss")  # BD-37

# The Hunt
USE_GUIDE = KINDS.add(  # BD-43
    "use-guide", "does without the Guide", "uses the Guide", verb="spare/use guide", b="answer"
)
CASUALTY = KINDS.add("casualty", "takes as casualty: {a}", a="casualty")  # BD-44
REVEAL = KINDS.add("reveal", "reveals the Fellowship in {a}", a="region")  # BD-46

# Choices of texts
REGION = KINDS.add("region", "chooses {a}", a="region")  # BD-20, BD-21, BD-47
ARMY = KINDS.add("army", "chooses the Army in {a}", a="stand")  # BD-47
NATION = KINDS.add("nation", "chooses {a}", a="nation")  # BD-47
FIGURE = KINDS.add("figure", "chooses {a}", a="figure")  # BD-32, BD-34, BD-47
OPTION = KINDS.add("option", "chooses option {a}", a="option", marks="evident")  # BD-45, BD-47
MAY = KINDS.add(
    "may", "does not use it", "uses it", verb="spare/use", b="answer"
)  # BD-34 to BD-36, BD-42, BD-45, BD-47
FACE = KINDS.add("face", "chooses {a}", a="face")  # BD-47
CARD = KINDS.add("card", "chooses {a}", a="card")  # BD-03, BD-45, BD-49, BD-50

# Partners
CONSENT = KINDS.add("consent", "refuses", "agrees", verb="refuse/agree", b="answer")  # BD-51

TURN = KINDS.decision("turn")
KINDS.check()

USES_CARD = KINDS.marked("uses")
