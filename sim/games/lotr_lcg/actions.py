"""Actions of this game: the kinds, one or more for each decision point of Part II of the rules.

The kinds are also the codes of `state.decision`. Packing is that of `sim.engine.actions`: kind, card,
target. The text form of an action is made in `notation.py`.
"""

MULLIGAN = 1  # D-01: target 1 redraw, 0 keep
PASS = 2  # D-02, D-10, D-14, D-19: nothing
PLAY = 3  # D-02, D-03: card from hand
USE = 4  # D-02: card, number of the text among the card's texts
DONE = 5  # D-03, D-09, D-18, D-22, D-23: enough
PAY = 6  # D-04: hero
CHOOSE_X = 7  # D-05: target X
TARGET = 8  # D-06: card
PLAYER = 9  # D-07: target player
MODE = 10  # D-08: target number of the option
COMMIT = 11  # D-09: card
RESPOND = 12  # D-10: card, or STAGE_SOURCE + stage; target number of the text
ORDER = 13  # D-11: source; target: place among the pending texts
TRAVEL = 14  # D-12: location
STAY = 15  # D-12
ENGAGE = 16  # D-14: enemy
ENGAGE_TIE = 17  # D-15: enemy
ENCOUNTER_TARGET = 18  # D-16: card
NEXT_ATTACKER = 19  # D-17: enemy
DEFEND = 20  # D-18: character
NO_DEFENDER = 21  # D-18
SENTINEL = 22  # D-19: character
UNDEFENDED_HERO = 23  # D-20: hero
DAMAGED_DEFENDER = 24  # D-21: character
ATTACK = 25  # D-22: enemy
ATTACKER = 26  # D-23: character
HAND_CARD = 27  # D-24: card of the hand
LOOKED = 28  # D-25: card looked at, also the order in which cards go back
REFRESH_PAY = 29  # D-26: hero; target 1 pay, 0 leave exhausted
RESTRICTED = 30  # D-27: attachment
LOSS = 31  # D-28: own card that an encounter text exhausts, damages, discards or returns
STOP = 32  # D-22: no more attacks
WINDOW = 33  # only as a decision: PASS, PLAY, USE
PLANNING = 34  # only as a decision: DONE, PLAY
RESPONSE = 35  # only as a decision: PASS, RESPOND
HOST = 36  # D-06: card that an attachment being played is attached to
TRAVEL_COST = 37  # D-13: own card paid for travelling
KINDS = 38

KIND_NAMES = (
    "", "mulligan", "pass", "play", "use", "done", "pay", "x", "target", "player", "option", "commit",
    "respond", "order", "travel", "stay", "engage", "engage-tie", "encounter-target", "next-attacker",
    "defend", "no-defender", "sentinel", "undefended-hero", "damaged-defender", "attack", "attacker",
    "hand-card", "looked", "refresh-pay", "restricted", "loss", "stop", "window", "planning", "response",
    "host", "travel-cost",
)  # fmt: skip
