"""The tables record: everything about a quest and its decks that does not change during its games.

A what-if is another tables record, not another compile. Sets of cards are masks `[block]` over the
locals of that block's physical cards. A campaign is an array of such records, one for each quest.
"""

import numpy as np

from mazarbul.sim.compile.read_only import read_only
from mazarbul.sim.effects.codes import ROW_WIDTH, SET_WIDTH, VALUE_WIDTH
from mazarbul.sim.games.lotr_lcg.ids import (
    BLOCKS,
    CARDS,
    FORMS,
    KEYWORD_N,
    SOURCES,
    STAGES,
    STAT_N,
    TRIGGER_N,
    TYPE_N,
)

ROWS = 1024
EXPRESSIONS = 1024
SETS = 192
SET_ROWS = 256
DEFINITIONS = 1024
DEFINITION_BITS = 62  # definitions in one word of `set_definitions`
DEFINITION_WORDS = -(-DEFINITIONS // DEFINITION_BITS)
EFFECTS = 384
MODIFIERS = 192
MODIFIER_CODES = 48

# Columns of `effects`
EFFECT = np.dtype(
    [
        ("on", "i2"),  # ON
        ("card", "i2"),  # events: set, or SELF ... (vocabulary), card it must happen to
        ("of", "i2"),  # events: player code, ANYONE for any player
        ("may", "i2"),  # events: 1 for a response
        ("hand", "i2"),  # 1: used from hand
        ("phase", "i2"),  # only in that phase, NONE for any
        ("by", "i2"),  # BY
        ("condition", "i4"),  # value, 1 if none
        ("cost", "i2"),  # first operation row, NONE if none
        ("do", "i2"),  # first operation row, NONE if none
        ("limit", "i2"),  # NO_LIMIT, PER_ROUND or PER_PHASE
        ("times", "i2"),  # uses within that limit
        ("destroyed", "i2"),  # leaving: 1 if only destruction is replaced
        ("to", "i2"),  # leaving: TO
    ],
    align=True,
)

# Columns of `modifiers`: the standing ones of cards and stages
MODIFIER = np.dtype(
    [
        ("code", "i2"),  # vocabulary code
        ("condition", "i4"),  # value, 1 if none
        ("what", "i2"),  # set, or SELF or HOST; 0 if the code has no card
        ("n", "i4"),  # value: the last argument; for gains the number of the gain
    ],
    align=True,
)

TABLES = np.dtype(
    [
        # The quest and its players
        ("player_n", "i2"),
        ("is_basic", "i2"),  # 1: no shadow cards                                       LCG-27.1
        ("carries_over", "i2"),  # 1: threat, damage and decks pass to the next quest    LCG-27.4
        ("is_first_random", "i2"),  # 1: the first player is random                      LCG-3.2
        ("prunes", "i2"),  # 1: useless options are not offered                         LCG-30.5
        ("round_cap", "i2"),  #                                                         LCG-30.1
        ("round_score", "i2"),  # what each round adds to the score                     LCG-19.6
        ("attack_goes_on", "i2"),  # 1: an attack goes on when its enemy is in staging       A-07
        ("guards_attached", "i2"),  # 1: guards are not revealed                        LCG-21.4
        ("start_resources", "i2"),  # of each hero when a quest begins                  LCG-27.5
        ("threat_limit", "i2"),  # a player with so much threat is out                  LCG-17.1
        ("stage_n", "i2"),
        ("stage_points", "i2", (STAGES,)),  # [stage] quest points, 0: never completed by progress
        ("stage_next", "i8", (STAGES,)),  # [stage] set of stages that may follow, 0: the last one
        ("stage_depth", "i2", (STAGES,)),  # [stage] 1 ..: its number in the sequence
        ("depth_n", "i2"),  # stages of a game from first to last
        ("quest_length", "i2"),  # most quest points of a game, all stages together
        # Cards (a card: block * 64 + local)
        ("card_n", "i2", (BLOCKS,)),  # [block] locals 0 .. card_n - 1 are in use
        ("deck", "i8", (BLOCKS,)),  # [block] cards of the deck: all but heroes
        ("heroes", "i8", (BLOCKS,)),  # [player] heroes
        ("type", "i2", (CARDS,)),  # HERO ... OBJECTIVE as printed
        ("sphere", "i2", (CARDS,)),
        ("cost", "i2", (CARDS,)),  # COST_X for X
        ("threat_cost", "i2", (CARDS,)),
        ("stats", "i2", (CARDS, STAT_N)),  # [card, STAT] printed
        ("engagement", "i2", (CARDS,)),
        ("quest_points", "i2", (CARDS,)),  # of locations
        ("victory", "i2", (CARDS,)),
        ("doomed", "i2", (CARDS,)),
        ("title", "i2", (CARDS,)),  # cards of the same title have the same number     LCG-23.1
        ("unique", "i8", (BLOCKS,)),
        ("of_type", "i8", (BLOCKS, TYPE_N)),
        ("keyword", "i8", (BLOCKS, KEYWORD_N)),  # [block, KEYWORD]
        ("attach_to", "i2", (CARDS,)),  # [attachment] set of legal hosts
        ("attach_zone", "i2", (CARDS,)),  # [attachment] Z flags where the host must be
        ("pays_apart", "i2", (CARDS,)),  # 1: each resource from another hero          LCG-6.13
        ("card_key", "i8", (CARDS,)),  # what its shuffling key is hashed from
        ("twins", "i8", (CARDS,)),  # lower-numbered copies of the same card in its block
        ("form_definition", "i2", (CARDS, FORMS)),  # [card, form] definition it counts as
        ("icons", "i2", (CARDS, FORMS)),  # [hero, form] set of its spheres                LCG-6.3
        ("guard_definition", "i2"),  # definition of a face-down enemy
        # Compiled texts
        ("effect_first", "i2", (SOURCES,)),  # [source] its first effect
        ("effect_n", "i2", (SOURCES,)),
        ("effects", EFFECT, (EFFECTS,)),
        ("modifier_first", "i2", (SOURCES,)),  # [source] its standing modifiers are consecutive
        ("modifier_n", "i2", (SOURCES,)),
        ("modifiers", MODIFIER, (MODIFIERS,)),
        ("rows", "i4", (ROWS, ROW_WIDTH)),
        ("expressions", "i4", (EXPRESSIONS, VALUE_WIDTH)),
        ("set_cards", "i8", (SETS, BLOCKS)),  # [set, block] cards that belong to it as printed
        ("set_definitions", "i8", (SETS, DEFINITION_WORDS)),  # [set] bits of the definitions in it
        ("set_required", "i8", (SETS,)),  # IS bits a member must have
        ("set_forbidden", "i8", (SETS,)),  # IS bits a member must not have
        ("set_start", "i2", (SETS,)),  # first of the rows that join other sets, 0 if there are none
        ("set_rows", "i2", (SET_ROWS, SET_WIDTH)),
        # Listeners to events
        ("heard", "i8"),  # set of ON that any card or stage of this game has
        ("forced", "i8", (TRIGGER_N, BLOCKS)),  # [ON, block] cards with a forced text from play
        ("responders", "i8", (TRIGGER_N, BLOCKS)),  # [ON, block] cards with a response from play
        ("hand_responders", "i8", (TRIGGER_N, BLOCKS)),  # [ON, block] cards with a response from hand
        ("stage_hears", "i8", (STAGES,)),  # [stage] set of ON of its texts
        ("actors", "i8", (BLOCKS,)),  # cards with an action for their controller
        ("open_actors", "i8", (BLOCKS,)),  # cards with an action that any player may use
        ("hand_actors", "i8", (BLOCKS,)),  # events with an action
        # Standing modifiers
        ("flagged", "i8", (MODIFIER_CODES, BLOCKS)),  # [code, block] cards with a modifier of that code
        ("stage_flags", "i8", (STAGES,)),  # [stage] set of modifier codes it has
        ("any_flags", "i8"),  # set of modifier codes that any card or stage of this game has
        ("own_stats", "i8", (BLOCKS,)),  # cards whose text changes their own numbers
        ("host_stats", "i8", (BLOCKS,)),  # attachments that change numbers of their host
        ("aura_stats", "i8", (BLOCKS,)),  # cards that change numbers of a set of cards
        ("gainers", "i8", (BLOCKS,)),  # cards that give a trait or icon
        ("has_auras", "i2"),  # 1: some card or stage changes numbers of a set of cards
    ],
    align=True,
)
read_only(TABLES)

COST_X = 99
