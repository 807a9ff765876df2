"""The state of one game: a fixed-size structured record.

Copying a game is one assignment. Sets of cards are bit masks (`mazarbul.sim.engine.bits`), one int64 for each
block.
"""

import numpy as np

from mazarbul.sim.engine.declared import numbered
from mazarbul.sim.engine.faults import list_number
from mazarbul.sim.engine.records import empty_record
from mazarbul.sim.engine.state import play_fields
from mazarbul.sim.games.lotr_lcg.frames import WIDTH
from mazarbul.sim.games.lotr_lcg.ids import (
    BLOCK,
    BLOCKS,
    CARDS,
    DELAYED,
    EVENTS,
    FRAMES,
    GRANTS,
    NONE,
    OPTIONS,
    PENDING,
    PHASE,
    ROUNDS,
    SEATS,
    STAT_N,
    USES,
)

#: A lasting modifier (LCG-22.7).
GRANT = np.dtype(
    [
        ("code", "i2"),  # vocabulary code, 0: free
        ("card", "i2"),  # the card it is on, or NONE for a set or the whole game
        ("set", "i2"),  # the set it is on, or NONE
        ("n", "i2"),  # its number
        ("player", "i2"),  # cannot_attack: the attacked one; multiple_defenders: the defender; else NONE
        ("until", "i2"),  # UNTIL
    ],
    align=True,
)

#: Columns of a use of a limited text: the text, its source, its user (or NONE), how often (LCG-4.5).
USE = numbered("Use", ("TEXT", "SOURCE", "PLAYER", "TIMES"))

#: A list to be carried out later (LCG-4.4).
LATER = np.dtype(
    [
        ("row", "i4"),  # row of the `later` statement, NONE when done
        ("time", "i2"),  # UNTIL
        ("source", "i2"),
        ("you", "i2"),
        ("it", "i8", (BLOCKS,)),
    ],
    align=True,
)

#: An event, as forced texts and responses see it.
OCCASION = np.dtype(
    [
        ("on", "i2"),  # ON
        ("card", "i2"),  # its subject: card, STAGE_SOURCE + stage, or NONE
        ("player", "i2"),  # its player, or NONE
        ("amount", "i2"),
        ("other", "i2"),  # the shadow card dealt
        ("frame", "i2"),  # frame that a `cancel` stops, or NONE
        ("effect", "i2"),  # forced text to carry out, NONE for an occasion of responses
        ("source", "i2"),  # its source
        ("form", "i2"),  # form of the card when it happened
        ("bits", "i8"),  # its IS bits when it happened
        ("has_stage", "i2"),  # 1 when the stage has responded to it
        ("answered", "i8", (BLOCKS,)),  # cards that have responded to it
    ],
    align=True,
)

STATE = np.dtype(
    [
        *play_fields("lotr_lcg", options=OPTIONS, frames=FRAMES, width=WIDTH, events=EVENTS),
        # Clock
        ("quest", "i2"),  # quest of a campaign, 0 in a single game
        ("phase", "i2"),  # PHASE                                                     LCG-4.1
        ("step", "i2"),  # step within the phase
        ("cursor", "i2"),  # current player of the step
        ("turn_of", "i2"),  # first player or player on turn, for the order in the step
        ("round_number", "i2"),  # 1 ..
        ("first_player", "i2"),  #                                                     LCG-2.5
        ("in_game", "i8"),  # set of players still in the game                          LCG-17.3
        ("random_n", "i4"),  # random picks so far
        # Players
        ("threat", "i2", (SEATS,)),  # 0 .. `threat_limit` of the tables                LCG-17.1
        ("eliminated", "i2", (SEATS,)),  # ELIMINATED_BY
        ("hand", "i8", (BLOCKS,)),  # [player] cards in hand
        ("in_deck", "i8", (BLOCKS,)),  # [block] cards in the deck
        ("deck", "i2", (BLOCKS, BLOCK)),  # [block, 0..deck_n) cards, the top one last
        ("deck_n", "i2", (BLOCKS,)),
        ("shuffle_n", "i2", (BLOCKS,)),
        ("in_discard", "i8", (BLOCKS,)),
        ("discard", "i2", (BLOCKS, BLOCK)),  # [block, 0..discard_n) cards, the topmost last
        ("discard_n", "i2", (BLOCKS,)),
        ("on_deck", "i8", (SEATS,)),  # [player] encounter cards attached to the deck
        ("known", "i2", (SEATS, BLOCKS)),  # [player, block] top cards of that deck the player knows
        ("shadow_known", "i8", (SEATS,)),  # [player] face-down shadow cards the player has seen
        ("looked", "i8", (BLOCKS,)),  # cards being looked at
        # Cards
        ("zone", "i2", (CARDS,)),  # ZONE
        ("in_play", "i8", (BLOCKS,)),  #                                                LCG-2.3
        ("exhausted", "i8", (BLOCKS,)),
        ("committed", "i8", (BLOCKS,)),
        ("controlled", "i8", (SEATS, BLOCKS)),  # [player] characters and attachments under control
        ("engaged", "i8", (SEATS, BLOCKS)),  # [player] enemies engaged with the player
        ("face_down", "i8", (BLOCKS,)),  # cards that are face-down enemies             LCG-28.13
        ("staging", "i8"),  # encounter cards in the staging area
        ("active", "i2"),  # active location, or NONE
        ("aside", "i8"),  # encounter cards set aside
        ("victory", "i8"),  # encounter cards in the victory area
        ("shadows", "i8"),  # encounter cards that are face-down or resolved shadow cards
        ("form", "i2", (CARDS,)),  # its form: gains, ATTACHED or FACE_DOWN
        ("varied", "i8", (BLOCKS,)),  # cards with a form other than 0
        ("host", "i2", (CARDS,)),  # [attachment] card, DECK_HOST + player, or NONE
        ("first_on", "i2", (CARDS,)),  # [card] its first attachment, or NONE
        ("next_on", "i2", (CARDS,)),  # [attachment] next attachment of the same host, or NONE
        ("first_shadow", "i2", (CARDS,)),  # [enemy] its first shadow card, or NONE
        ("next_shadow", "i2", (CARDS,)),  # [shadow card] next one of the same enemy, or NONE
        ("damage", "i2", (CARDS,)),
        ("damaged", "i8", (BLOCKS,)),  # cards with damage
        ("blame", "i2", (CARDS,)),  # [character] encounter card that damaged it last, or NONE
        ("tokens", "i2", (CARDS,)),  # resources
        ("progress", "i2", (CARDS,)),  # of locations
        ("guard", "i2", (BLOCK,)),  # [local of an objective] its guard, or NONE         LCG-21.5
        ("guarded", "i8"),  # encounter cards that are guarded objectives
        ("captive", "i2"),  # the prisoner, or NONE                                     LCG-28.14
        ("bonus", "i2", (CARDS, STAT_N)),  # [card] sum of granted changes of its numbers
        ("order", "i4", (CARDS,)),  # [enemy] when it engaged: counts up
        ("order_n", "i4"),
        ("has_attacked", "i8", (BLOCKS,)),  # enemies that attacked in this phase
        ("struck", "i8", (SEATS, BLOCKS)),  # [player] enemies the player attacked in this phase
        ("blank", "i8", (BLOCKS,)),  # enemies dealt a card without shadow effect in this phase
        ("entered", "i4", (CARDS,)),  # [card] how often it entered play: to recognize a new stay
        # The quest
        ("stage", "i2"),  # current stage
        ("quest_progress", "i2"),  # on the quest card
        ("past_points", "i2"),  # quest points of the stages completed
        ("is_advancing", "i2"),  # 1 while the next stage is being turned up
        ("was_true", "i8"),  # set of texts `state` of the stage whose condition held at the last check
        ("allies_played", "i2"),  # this round, by all players                          LCG-28.11
        # Lasting effects
        ("grant_n", "i2"),
        ("grants", GRANT, (GRANTS,)),
        ("granted", "i8"),  # set of modifier codes among the grants
        ("later_n", "i2"),
        ("later", LATER, (DELAYED,)),
        ("use_n", "i2"),
        ("uses", "i2", (USES, len(USE))),  # [i, USE]: uses of limited texts   LCG-4.5
        # Triggers
        ("is_dirty", "i2"),  # bits: 1 state checks are due, 2 gained traits, 4 Restricted too   LCG-22.4
        ("pending_n", "i2"),
        ("pending_base", "i2"),  # occasions below belong to outer frames
        ("pending", OCCASION, (PENDING,)),
        # Frames of the work stack
        ("attack_frame", "i2"),  # frame of the innermost enemy attack, or NONE
        ("strike_frame", "i2"),  # frame of the innermost player attack, or NONE
        ("reveal_frame", "i2"),  # frame of the innermost reveal, or NONE
        # Result
        ("winner", "i2"),  # SIDE or NONE
        ("end_reason", "i2"),  # ENDED
        # Records for the analysis
        ("threat_record", "i2", (ROUNDS,)),  # [round - 1] highest threat of a player in the game at its end
        ("progress_record", "i2", (ROUNDS,)),  # [round - 1] percent of all quest points at its end
        ("card_record", "u4", (CARDS,)),  # bit fields, see records.py
        ("harm_record", "u4", (CARDS,)),  # bit fields of the harm by encounter cards, see records.py
        # Scratch
        ("keys", "i8", (BLOCK,)),  # sorting keys while a deck is shuffled
        ("found", "i8", (BLOCKS,)),  # a set of cards returned by a function
    ],
    align=True,
)
#: What does not start at 0.
START = {
    **dict.fromkeys(
        (
            "attack_frame",
            "strike_frame",
            "reveal_frame",
            "winner",
            "host",
            "first_on",
            "next_on",
            "blame",
            "active",
            "first_shadow",
            "next_shadow",
            "guard",
            "captive",
        ),
        NONE,
    ),
    "phase": PHASE.SETUP,
    "is_advancing": 1,
}
#: What the caller of a set-up has filled, and what the next quest of a campaign can find (LCG-27.4).
CALLERS = ("quest",)
CARRIED = (
    "in_game",
    "threat",
    "eliminated",
    "in_discard",
    "discard",
    "discard_n",
    "damage",
    "damaged",
    "found",
)

GRANTS_LIST = list_number(STATE, "grants")
LATER_LIST = list_number(STATE, "later")
PENDING_LIST = list_number(STATE, "pending")
USES_LIST = list_number(STATE, "uses")


def empty_state() -> np.record:
    """Return a zeroed state record, to be filled by `DRIVER.new_game`."""
    return empty_record(STATE)
