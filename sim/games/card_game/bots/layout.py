"""The layout of preferences (see `mazarbul.sim.bots.preferences`): what distinguishes moves.

A move has a preference for what it does with its card, for its place, and more of them for the situation: how
far its side is ahead, how many cards the seat may not keep, how the combat stands where the card goes.
"""

from __future__ import annotations

from mazarbul.sim.bots.preferences import Layout
from mazarbul.sim.games.card_game.ids import CARDS, PLACES, ROUNDS

#: Ways to move a card.
WAYS = (
    "play to reserve",
    "play to path",
    "play to attack",
    "play to defend",
    "play as item",
    "play as event",
    "move to path",
    "move to attack",
    "move to defend",
    "use",
    "cycle",
    "eliminate from hand",
    "forsake from reserve",
    "lose in combat",
    "take",
    "eliminate enemy",
    "eliminate own",
    "use optional text of",
)
(
    TO_RESERVE,
    TO_PATH,
    TO_ATTACK,
    TO_DEFEND,
    AS_ITEM,
    AS_EVENT,
    MOVE_PATH,
    MOVE_ATTACK,
    MOVE_DEFEND,
    USE,
    CYCLED,
    LOST,
    FORSAKEN,
    FALLEN,
    TAKEN,
    VICTIM,
    GIVEN_UP,
    OPTIONAL,
) = range(len(WAYS))
#: Ways to choose a place: send a card there, activate it, have its combat next.
CHOICES = ("play to", "move to", "activate", "combat at")
PLAY_TO, MOVE_TO, ACTIVATE, COMBAT_AT = range(len(CHOICES))
#: What a seat does without a card or place, and on its turn with any card.
PLAIN = ("pass", "winnow", "ring", "cycle on its turn", "forsake top")
PASS, WINNOW, RING, CYCLE, TOP = range(len(PLAIN))
DEEDS = WAYS + PLAIN  # what a seat does, whatever the card

# Situations: of the whole game, for the seat
LEADS = ("far behind", "behind", "near even", "ahead", "far ahead")
SURPLUS = ("0 above the limit", "1 above the limit", "2 above the limit", "more above the limit")
PASSED = ("nobody passed", "some passed", "all others passed")
MOVABLE = ("0 to move", "1 to move", "more to move")
# and of the combat at a place, from the seat's point of view
MARGINS = tuple(f"margin {n}" for n in ("-6", "-4", "-3", "-1", "1", "2", "4", "5"))
BOARDS = tuple(f"board {n}" for n in range(-4, 4))
ICONS = ("0 icons", "1 icon", "2 icons", "3 icons", "4 icons")
SENT = (*WAYS[TO_PATH : TO_DEFEND + 1], *WAYS[MOVE_PATH : MOVE_DEFEND + 1])  # ways to send a card to a place

LAYOUT = Layout(ROUNDS)  # what comes last is what the options of a decision differ in most
AT_CARDS = LAYOUT.staged(CARDS, WAYS)
AT_PLACES = LAYOUT.staged(CHOICES, PLACES)
AT_PLAIN = LAYOUT.staged(PLAIN)
AT_LEAD = LAYOUT.staged(LEADS, DEEDS)
STAGED = LAYOUT.each
AT_HAND = LAYOUT.lasting(SURPLUS, PASSED, MOVABLE, DEEDS)
AT_MARGIN = LAYOUT.lasting(MARGINS, ICONS, SENT)
AT_BOARD = LAYOUT.lasting(BOARDS, ICONS, SENT)
AT_CARD_BOARD = LAYOUT.lasting(CARDS, BOARDS, SENT)
AT_CARD_SURPLUS = LAYOUT.lasting(SURPLUS, CARDS, WAYS)
ROWS = LAYOUT.size
NO_ROW = ROWS
EACH = 7  # most rows of an action
