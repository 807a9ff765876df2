"""The kinds of actions, each declared once, with the decision points they answer.

See `mazarbul.sim.engine.kinds`.

The kinds are also the codes of `state.decision`, one per decision point of section 12; a turn (TURN) is
answered by several kinds. The text of the sorts of a and b is in `text/moves.py`.
"""

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.actions import offer
from mazarbul.sim.engine.bits import lowest_bit
from mazarbul.sim.engine.kinds import Kinds
from mazarbul.sim.games.card_game.ids import BATTLEGROUNDS, CARDS, PATHS, PLACES, SIDE_CARDS, SPOT

NOBODY = 255

#: Sorts: a spot is one of ids.SPOT, an effect its number among those of the card, a leader the local index
#: of the character an army supports, or NOBODY. Marks: `uses` puts its card to use, `again` is followed by an
#: event that repeats it.
KINDS = Kinds(
    "card_game",
    card=CARDS,
    spot=SPOT.WIELDER + SIDE_CARDS,
    effect=SIDE_CARDS,
    path=PATHS,
    place=PLACES,
    battleground=BATTLEGROUNDS,
    leader=NOBODY + 1,
    answer=2,
)

# Verbs of a turn
PASS = KINDS.add("pass", "passes", answers="turn")  # DP-2
PLAY = KINDS.add(  # DP-3
    "play", "plays {a} {b}", a="card", b="spot", answers="turn", avoided="plays no card", marks="uses again"
)
MOVE = KINDS.add(  # DP-4
    "move", "moves {a} {b}", a="card", b="spot", answers="turn", avoided="moves no card", marks="uses again"
)
CYCLE = KINDS.add(  # DP-5
    "cycle", "cycles {a}", a="card", answers="turn", avoided="cycles no card on its turn", marks="again"
)
WINNOW = KINDS.add("winnow", "winnows", answers="turn", avoided="never winnows")  # DP-6
USE = KINDS.add(  # DP-7
    "use",
    "uses an action of {a}",
    a="card",
    b="effect",
    answers="turn",
    avoided="uses no action text",
    marks="uses",
)
RING = KINDS.add("ring", "uses the Ring token", answers="turn", avoided="never uses the Ring token")  # DP-8
# Answers to other decisions
SETUP_CYCLE = KINDS.add("setup-cycle", "cycles {a}", verb="cycle", a="card", marks="again")  # DP-1
PAY = KINDS.add("pay", "pays by cycling {a}", a="card", marks="again")  # DP-9
FORSAKE = KINDS.add("forsake", "forsakes {a}", a="card", marks="again")  # DP-10
FORSAKE_TOP = KINDS.add(  # DP-10
    "forsake-top", "forsakes the top card of the draw deck", verb="forsake top", answers="forsake"
)
CYCLE_HAND = KINDS.add("cycle-hand", "cycles {a}", verb="cycle", a="card", marks="again")  # DP-11
ELIMINATE_HAND = KINDS.add(  # DP-6, DP-12
    "eliminate-hand", "eliminates {a}", verb="eliminate", a="card", marks="again"
)
MAY = KINDS.add(  # DP-13
    "may", "does without the text", "makes use of the text", b="answer", avoided="uses no optional text"
)
DIG_ELIMINATE = KINDS.add(  # DP-14
    "dig-eliminate", "eliminates {a}", verb="eliminate", a="card", marks="again"
)
DIG_PLAY = KINDS.add(  # DP-15
    "dig-play", "plays {a} {b}", verb="play", a="card", b="spot", marks="uses again"
)
DIG_CYCLE = KINDS.add("dig-cycle", "cycles {a}", verb="cycle", a="card", marks="again")  # DP-16
TAKE = KINDS.add("take", "takes {a}", a="card", marks="uses again")  # DP-17
CHOOSE_PATH = KINDS.add(  # DP-18
    "choose-path", "chooses {b}", verb="activate", b="path", marks="evident"
)
CHOOSE_BATTLEGROUND = KINDS.add(  # DP-19
    "choose-battleground", "chooses {b}", verb="activate", b="battleground", marks="evident"
)
TOKEN_BATTLEGROUND = KINDS.add("token", "chooses {b}", b="place")  # DP-20: a battleground
MOVE_TO = KINDS.add(  # DP-21
    "move-to", "moves {a} to {b}", verb="move", a="card", b="battleground", marks="uses again"
)
ELIMINATE_PLAY = KINDS.add("eliminate", "eliminates {a}", a="card", marks="again")  # DP-22
NEXT_COMBAT = KINDS.add(  # DP-23
    "next-combat", "has the combat at {b} resolved next", verb="combat", b="place"
)
SUPPORT = KINDS.add("support", "has {a} support {b}", a="card", b="leader")  # DP-24: an army
CASUALTY = KINDS.add("casualty", "picks as a casualty {a}", verb="lose", a="card")  # DP-25
SAVE = KINDS.add("save", "saves {a}", a="card")  # DP-26
TRIM = KINDS.add("trim", "cycles {a}", verb="cycle", a="card", marks="again")  # DP-27
STOP = KINDS.add(
    "stop", "takes no more", answers="dig-play take eliminate save"
)  # DP-15, DP-17, DP-22, DP-26
TURN = KINDS.decision("turn")
KINDS.check()

USES_CARD = KINDS.marked("uses")
PUTS_CARD = KINDS.using("spot")


@kernel
def offer_cards(s, t, kind, mask, side):
    """Offer every card of `mask` (of `side`) with `kind`, but only one of several identical copies there."""
    rest = mask
    while rest != 0:
        local = lowest_bit(rest)
        rest &= rest - 1
        card = side * SIDE_CARDS + local
        if t.twins[card] & mask == 0:
            offer(s, kind, card, 0)
