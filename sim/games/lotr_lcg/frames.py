"""The kinds of frames of the work stack: the things still to do, with the slots of each."""

from mazarbul.sim.engine.frames import FrameKinds, layout
from mazarbul.sim.engine.machine import KINDS, Registers
from mazarbul.sim.games.lotr_lcg.ids import BLOCKS, SEATS

#: The scope of a text, besides the number of the text.
Scope = layout(
    "Scope",
    Registers,
    "source",  # card, or STAGE_SOURCE + stage
    "you",  # its user
    "they",  # current player of a surrounding `each`, or NONE
    "chosen",  # player picked, or NONE
    "x",
    "that",  # subject of the occasion, or NONE
    "that_player",  # its player, or NONE
    "amount",
    "other",  # shadow card, or NONE
    "frame",  # frame that a `cancel` stops, or NONE
    ("it", BLOCKS),  # cards, one mask for each block
)
#: An attack, of an enemy or of players.
Attack = layout(
    "Attack",
    "enemy",
    "player",
    "step",
    "outer",  # frame of the outer attack of the same kind, or NONE
    "is_by_text",  # 1: without windows (LCG-13.14, LCG-14.7, A-56)
    ("others", BLOCKS),  # defenders or attackers, one mask for each block
)
#: Frames that a `cancel` can stop. is_cancelled: 1 once it has stopped them.
Cancellable = layout("Cancellable", "is_cancelled", first=Attack.end)
#: Players who may act one after the other. player: who has priority. passes: in a row.
Priority = layout("Priority", "player", "passes")

FRAME_KINDS = FrameKinds(after=KINDS, holding=Scope)

# Occasions and windows
Triggers = FRAME_KINDS.declare(
    "Triggers",
    "first",  # pending occasions from here ...
    "after",  # ... to before here
    "asked",  # `after`, once the responses have been offered
    "outer",  # base of the pending occasions of the frame around
)
Responses = FRAME_KINDS.declare("Responses", Priority, "first", "after")  # pending occasions
Window = FRAME_KINDS.declare("Window", Priority, "window", ("uses", SEATS))  # WINDOW, actions of each player
Delayed = FRAME_KINDS.declare("Delayed", "entry")  # of `state.later`

# Words of texts that ask for a decision
Pick = FRAME_KINDS.declare(
    "Pick",
    "row",
    "left",  # cards left
    "player",
    "decision",
    "context",  # frame of the list
    ("picked", BLOCKS),
)
PickPlayer = FRAME_KINDS.declare("PickPlayer", "who", "among", "context")
EachCard = FRAME_KINDS.declare("EachCard", "row", "context", ("cards", BLOCKS))
PutBack = FRAME_KINDS.declare("PutBack", "to", "looker", "source", ("cards", BLOCKS))

# Cards played, drawn and revealed
Play = FRAME_KINDS.declare(
    "Play",
    "card",
    "player",
    "step",
    "text",  # of an event, else NONE
    "host",
    "occasion",  # pending occasion that the event responds to, or NONE
    "x",
)
Pay = FRAME_KINDS.declare(
    "Pay",
    "player",
    "sphere",
    "left",
    "next",  # lowest local of the heroes that may still pay
    "is_apart",  # 1: each resource from another hero
)
Draw = FRAME_KINDS.declare("Draw", "player", "number", "is_announced", Cancellable)
Reveal = FRAME_KINDS.declare(
    "Reveal",
    "left",  # cards still to be revealed
    "guards",  # objective that the card guards, or NONE
    "card",  # card being revealed
    "step",
    "text",  # texts of the card that were checked
    "outer",  # outer reveal frame
    "has_surge",  # 1: the card has gained Surge
    Cancellable,
)
Restricted = FRAME_KINDS.declare("Restricted", "card")
Stage = FRAME_KINDS.declare("Stage", "stage", "next")  # next: number of the text to check next

# Attacks
EnemyAttack = FRAME_KINDS.declare(
    "EnemyAttack",
    Attack,
    Cancellable,
    "shadow_card",  # shadow card that is being resolved, or NONE
    "turned_up",  # set of shadow cards that have been turned up
    "next_effect",  # of the shadow card
    "engagement",  # number of the enemy's engagement, or of its stay in play if a text makes the attack
    "places",  # seats to the left of the attacked player, up to the next Sentinel offer
    "was_shadow",  # 1: the attack of a shadow card
)
PlayerAttack = FRAME_KINDS.declare(
    "PlayerAttack",
    Attack,
    "strength",
    "places",  # seats from the first player to the next one who may join
    "stay",  # number of the target's stay in play
    "is_lethal",  # 1: the blow destroys the target
)

WIDTH = FRAME_KINDS.width
