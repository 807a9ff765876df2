"""The kinds of actions (see `sim.engine.actions`), with what their card and target are.

The kinds are also the codes of `state.decision`, one per decision point of section 12; a turn
(decision TURN) offers several kinds. The text form of an action is made in `notation.py`.
"""

from sim.engine.actions import offer
from sim.engine.bits import lowest_bit
from sim.engine.jit import kernel
from sim.games.card_game.ids import SIDE_CARDS

# Verbs of a turn
PASS = 1  # DP-2
PLAY = 2  # DP-3: card, spot
MOVE = 3  # DP-4: card, spot
CYCLE = 4  # DP-5: card
WINNOW = 5  # DP-6
USE = 6  # DP-7: card, number of the effect among the card's effects
RING = 7  # DP-8
# Answers to other decisions
SETUP_CYCLE = 8  # DP-1: card
PAY = 9  # DP-9: card
FORSAKE = 10  # DP-10: card
FORSAKE_TOP = 11  # DP-10
CYCLE_HAND = 12  # DP-11: card
ELIMINATE_HAND = 13  # DP-6, DP-12: card
MAY = 14  # DP-13: target 1 yes, 0 no
DIG_ELIMINATE = 15  # DP-14: card
DIG_PLAY = 16  # DP-15: card, spot
DIG_CYCLE = 17  # DP-16: card
TAKE = 18  # DP-17: card
CHOOSE_PATH = 19  # DP-18: target path
CHOOSE_BATTLEGROUND = 20  # DP-19: target battleground
TOKEN_BATTLEGROUND = 21  # DP-20: target battleground
MOVE_TO = 22  # DP-21: target battleground
ELIMINATE_PLAY = 23  # DP-22: card
NEXT_COMBAT = 24  # DP-23: target place
SUPPORT = 25  # DP-24: card army, target local index of the character, or NOBODY
CASUALTY = 26  # DP-25: card
SAVE = 27  # DP-26: card
TRIM = 28  # DP-27: card
STOP = 29  # ends DP-15, DP-17 (take no more) and DP-22; declines DP-26
TURN = 30  # only as a decision: the verbs above
KINDS = 31

NOBODY = 255

KIND_NAMES = (
    "",
    "pass",
    "play",
    "move",
    "cycle",
    "winnow",
    "use",
    "ring",
    "setup-cycle",
    "pay",
    "forsake",
    "forsake-top",
    "cycle-hand",
    "eliminate-hand",
    "may",
    "dig-eliminate",
    "dig-play",
    "dig-cycle",
    "take",
    "choose-path",
    "choose-battleground",
    "token",
    "move-to",
    "eliminate",
    "next-combat",
    "support",
    "casualty",
    "save",
    "trim",
    "stop",
    "turn",
)


@kernel
def offer_cards(s, t, kind, mask, side):
    """Offer every card of `mask` (of `side`) with `kind`, one only of copies that are alike there."""
    rest = mask
    while rest != 0:
        local = lowest_bit(rest)
        rest &= rest - 1
        card = side * SIDE_CARDS + local
        if t.twins[card] & mask == 0:
            offer(s, kind, card, 0)
