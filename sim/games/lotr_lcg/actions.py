"""The kinds of actions, each declared once, with the decision points they answer.

See `mazarbul.sim.engine.kinds`.

The kinds are also the codes of `state.decision`, one or more for each decision point of Part II of the
rules. `text/moves.py` has the sorts of a and b as text.
"""

from mazarbul.sim.engine.kinds import Kinds
from mazarbul.sim.games.lotr_lcg.ids import BLOCK, CARDS, PENDING, SEATS, SOURCES

TEXTS = 8  # of one card that an answer can name

#: Sorts: a source is a card or a stage, a text its number among those of its source, an occasion TEXTS times
#: its place among what happened and the text's number, a place one among the pending texts. Marks:
#: `uses` uses its card (a card may still be paid with, discarded, damaged and lost, and be a target of
#: other texts), `picks` picks a card for a text, `again` is followed by an event that repeats it.
KINDS = Kinds(
    "lotr_lcg",
    card=CARDS,
    source=SOURCES,
    text=TEXTS,
    occasion=PENDING * TEXTS,
    place=PENDING,
    player=SEATS,
    option=BLOCK,
    number=BLOCK + 1,
    answer=2,
)

MULLIGAN = KINDS.add(  # D-01
    "mulligan",
    "keeps the opening hand",
    "shuffles the opening hand back and draws anew",
    verb="keep/redraw",
    b="answer",
    avoided="keeps the first hand",
)
PASS = KINDS.add(  # D-02, D-10, D-14, D-19: nothing
    "pass", "passes", answers="window response engage sentinel"
)
PLAY = KINDS.add(  # D-02, D-03: card from hand
    "play", "plays {a}", a="card", answers="window planning", avoided="plays no card", marks="uses"
)
USE = KINDS.add(  # D-02
    "use",
    "uses an action of {a}",
    a="source",
    b="text",
    answers="window",
    avoided="uses no action text",
    marks="uses",
)
DONE = KINDS.add(  # D-03, D-09, D-18, D-22, D-23: enough
    "done", "is done", answers="planning commit defend attacker"
)
PAY = KINDS.add("pay", "pays 1 from {a}", a="card")  # D-04: hero
CHOOSE_X = KINDS.add("x", "chooses X = {b}", b="number")  # D-05
TARGET = KINDS.add("target", "chooses {a}", verb="choose", a="card", marks="picks")  # D-06
PLAYER = KINDS.add("player", "chooses {b}", b="player")  # D-07
MODE = KINDS.add("option", "chooses option {b}", b="option", marks="evident")  # D-08
COMMIT = KINDS.add(  # D-09
    "commit", "selects {a} for the quest", a="card", avoided="commits nobody to the quest", marks="uses"
)
RESPOND = KINDS.add(  # D-10
    "respond",
    "responds with {a}",
    a="source",
    b="occasion",
    answers="response",
    avoided="uses no response",
    marks="uses",
)
ORDER = KINDS.add(  # D-11
    "order", "has the text of {a} resolved next", verb="resolve", a="source", b="place"
)
TRAVEL = KINDS.add("travel", "travels to {a}", a="card", avoided="travels nowhere")  # D-12: location
STAY = KINDS.add("stay", "does not travel", answers="travel")  # D-12
ENGAGE = KINDS.add(  # D-14: enemy
    "engage", "engages {a}", a="card", avoided="engages no enemy by choice", marks="again"
)
ENGAGE_TIE = KINDS.add("engage-tie", "lets {a} engage", verb="engage", a="card")  # D-15: enemy
ENCOUNTER_TARGET = KINDS.add(  # D-16
    "encounter-target", "chooses {a}", verb="choose", a="card", marks="picks"
)
NEXT_ATTACKER = KINDS.add(  # D-17: enemy
    "next-attacker", "lets {a} attack next", verb="face", a="card", marks="again"
)
DEFEND = KINDS.add(  # D-18: character
    "defend", "defends with {a}", a="card", avoided="lets every attack be undefended", marks="uses again"
)
NO_DEFENDER = KINDS.add(  # D-18
    "no-defender", "declares no defender", verb="undefended", answers="defend"
)
SENTINEL = KINDS.add(  # D-19: character
    "sentinel",
    "defends with {a}",
    verb="defend",
    a="card",
    avoided="defends no other player",
    marks="uses again",
)
UNDEFENDED_HERO = KINDS.add(  # D-20: hero
    "undefended-hero", "lets {a} take the attack", verb="damage", a="card"
)
DAMAGED_DEFENDER = KINDS.add(  # D-21: character
    "damaged-defender", "lets {a} take the damage", verb="damage", a="card"
)
ATTACK = KINDS.add(  # D-22: enemy
    "attack", "attacks {a}", a="card", avoided="attacks no enemy", marks="again"
)
ATTACKER = KINDS.add("attacker", "attacks with {a}", verb="with", a="card", marks="uses")  # D-23: character
HAND_CARD = KINDS.add(  # D-24: card in hand
    "hand-card", "chooses {a} from hand", verb="choose", a="card", marks="picks"
)
LOOKED = KINDS.add(  # D-25: card looked at, also the order in which cards go back
    "looked", "chooses {a}", verb="choose", a="card", marks="picks"
)
REFRESH_PAY = KINDS.add(  # D-26
    "refresh-pay", "leaves {a} exhausted", "pays to ready {a}", verb="leave/ready", a="card", b="answer"
)
RESTRICTED = KINDS.add("restricted", "discards {a}", verb="drop", a="card")  # D-27: attachment
LOSS = KINDS.add(  # D-28: own card that an encounter text exhausts, damages, discards or returns
    "loss", "chooses {a}", verb="choose", a="card", marks="picks"
)
STOP = KINDS.add("stop", "makes no more attacks", answers="attack")  # D-22
WINDOW = KINDS.decision("window")
PLANNING = KINDS.decision("planning")
RESPONSE = KINDS.decision("response")
HOST = KINDS.add(  # D-06: card that an attachment being played is attached to
    "host", "chooses {a} to attach it to", verb="on", a="card"
)
TRAVEL_COST = KINDS.add(  # D-13: own card paid for travelling
    "travel-cost", "chooses {a}", verb="choose", a="card", marks="picks"
)
KINDS.check()

USES_CARD = KINDS.marked("uses")
PICKS = KINDS.marked("picks")
