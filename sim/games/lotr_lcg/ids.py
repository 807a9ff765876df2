"""Codes of blocks, types, zones, phases and events; the kinds of frames are in `frames`.

A *card* is one physical card: `block * 64 + local`. Blocks 0 to 3 hold the cards owned by the players,
heroes first; block 4 holds the encounter cards. The cards of a block are the bits of one int64 (see
`sim.engine.bits`). Quest cards are no cards in this sense: they are the *stages* of a quest, 0 and up,
and stand among the sources of texts at `STAGE_SOURCE + stage`.
"""

NONE = -1

# Capacities: what the fixed-size state and tables can hold.
SEATS = 4
BLOCK = 64  # bit 63 stays free, so a block has at most 63 cards
BLOCKS = SEATS + 1
ENCOUNTER = 4  # the block of the encounter cards
CARDS = BLOCKS * BLOCK
STAGES = 8
SOURCES = CARDS + STAGES
STAGE_SOURCE = CARDS
HEROES = 3  # of a player, locals 0, 1 and 2
GAINS = 3  # different traits and icons that cards of one game can gain
FACE_DOWN = 8  # form of a card that is a face-down enemy; below: the set of what it has gained
ATTACHED = 1  # form of an encounter card that is attached
FORMS = 9
ROUNDS = 64  # rounds that are recorded one by one
OPTIONS = 512
FRAMES = 64
GRANTS = 96
DELAYED = 24
PENDING = 128
USES = 64
EVENTS = 1024
DECK_HOST = CARDS  # + player: the host of a card attached to a player's deck

# Card types (LCG-1.5), in the order of `vocabulary.TYPES`
HERO = 0
ALLY = 1
ATTACHMENT = 2
EVENT = 3
ENEMY = 4
LOCATION = 5
TREACHERY = 6
OBJECTIVE = 7
CARD_TYPES = 8

# Spheres (LCG-1.7), in the order of `vocabulary.SPHERES`
LEADERSHIP = 0
TACTICS = 1
SPIRIT = 2
LORE = 3
NEUTRAL = 4
SPHERES = 4

# Numbers of a card: the columns of `tables.stats`, as the modifiers of the language have them
WIL = 0
ATK = 1
DEF = 2
HP = 3
THR = 4
STATS = 5

# Where a card is: `state.zone`. Attachments, characters, enemies and locations in play are ON_TABLE.
OUT = 0  # not in this game
IN_DECK = 1
IN_HAND = 2
IN_DISCARD = 3
ON_TABLE = 4
AS_SHADOW = 5
IN_VICTORY = 6
IN_ASIDE = 7
RESOLVING = 8  # an event being played, or an encounter card being revealed that is not in play
ZONES = 9

# Keywords (LCG-21), in the order of `vocabulary.KEYWORDS`
KEYWORD_RANGED = 0
KEYWORD_SENTINEL = 1
KEYWORD_RESTRICTED = 2
KEYWORD_SURGE = 3
KEYWORD_GUARDED = 4

# Zones of the effect language, as bits (LCG-2.2, LCG-2.3)
Z_PLAY = 1
Z_STAGING = 2
Z_ENGAGED = 4
Z_ACTIVE = 8
Z_HAND = 16
Z_DISCARD = 32
Z_DECK = 64
Z_ENCOUNTER_DECK = 128
Z_ENCOUNTER_DISCARD = 256
Z_LOOKED = 512
Z_ASIDE = 1024

# States of a card in play, as bits: words of sets that change during the game
IS_EXHAUSTED = 1
IS_COMMITTED = 2
IS_CAPTIVE = 4
IS_CLAIMED = 8
IS_GUARDED = 16

# The phases of a round and of the game (LCG-4.1)
SETUP = 0
RESOURCE = 1
PLANNING = 2
QUEST = 3
TRAVEL = 4
ENCOUNTER_PHASE = 5
COMBAT = 6
REFRESH = 7
OVER = 8
PHASE_NAMES = (
    "setup",
    "resource",
    "planning",
    "quest",
    "travel",
    "encounter",
    "combat",
    "refresh",
    "over",
)

# Action windows (LCG-4.2)
W_R1 = 0
W_P1 = 1
W_Q1 = 2
W_Q2 = 3
W_Q3 = 4
W_T1 = 5
W_E1 = 6
W_E2 = 7
W_C0 = 8
W_C1 = 9
W_C2 = 10
W_C3 = 11
W_C4 = 12
W_A1 = 13
W_A2 = 14
W_A3 = 15
W_C9 = 16
W_F1 = 17
WINDOW_NAMES = (
    "R1", "P1", "Q1", "Q2", "Q3", "T1", "E1", "E2", "C0", "C1", "C2", "C3", "C4",
    "A1", "A2", "A3", "C9", "F1",
)  # fmt: skip

# How a game ended (LCG-17.5, LCG-28.14, LCG-30.1)
RUNNING = 0
QUEST_COMPLETED = 1
ALL_ELIMINATED = 2
PRISONER_LOST = 3
TIMED_OUT = 4
CAPPED = 5
END_REASONS = (
    "running",
    "quest_completed",
    "all_eliminated",
    "prisoner_lost",
    "timed_out",
    "capped",
)

# Sides
PLAYERS = 0
ENCOUNTER_SIDE = 1

# How a player was eliminated (LCG-17.1)
IN_GAME = 0
BY_THREAT = 1
BY_HEROES = 2
BY_EFFECT = 3
ELIMINATIONS = ("none", "threat", "heroes", "effect")

# When a text works: `effects.on`. The first ones are kinds of their own, the rest are events.
ON_ACTION = 0
ON_STATIC = 1
ON_SETUP = 2
ON_REVEALED = 3
ON_SHADOW = 4
ON_TRAVEL = 5
ON_LEAVING = 6  # replaces where the card goes (LCG-20.9)
ON_COMMITTED = 7
ON_ENTERS = 8
ON_PLAYED = 9
ON_LEAVES = 10
ON_DESTROYED = 11
ON_DAMAGED = 12
ON_REVEALS = 13  # a card is being revealed: forced at step 2, responses before step 4 (LCG-8.5)
ON_ENGAGES = 14
ON_ATTACKS = 15
ON_ATTACKED = 16
ON_DEFENDS = 17
ON_SHADOW_DEALT = 18
ON_SHADOW_TRIGGERS = 19
ON_SHADOW_RESOLVED = 20
ON_KILLS = 21
ON_TRAVELLED = 22
ON_EXPLORED = 23
ON_QUEST_FAILED = 24
ON_PROGRESS = 25
ON_STAGE_DONE = 26
ON_RESCUED = 27
ON_PHASE_BEGINS = 28
ON_PHASE_ENDS = 29
ON_ROUND_ENDS = 30
ON_WOULD_DRAW = 31
ON_STATE = 32
TRIGGERS = (
    "action",
    "static",
    "setup",
    "revealed",
    "shadow",
    "travel",
    "leaving",
    "committed",
    "enters",
    "played",
    "leaves",
    "destroyed",
    "damaged",
    "reveals",
    "engages",
    "attacks",
    "attacked",
    "defends",
    "shadow_dealt",
    "shadow_triggers",
    "shadow_resolved",
    "kills",
    "travelled",
    "explored",
    "quest_failed",
    "progress_made",
    "stage_done",
    "rescued",
    "phase_begins",
    "phase_ends",
    "round_ends",
    "would_draw",
    "state",
)
TRIGGER_N = len(TRIGGERS)

# Who may use a text (LCG-20.2, LCG-20.8)
BY_CONTROLLER = 0
BY_ANY = 1
BY_FIRST = 2

# Limits of a text (LCG-4.5)
NO_LIMIT = 0
PER_ROUND = 1
PER_PHASE = 2

# Purposes of random streams
STREAM_DECK = 0  # + block
STREAM_RANDOM = 8  # random picks, in the order they happen
STREAM_BOT = 9  # + player
STREAM_BLUNDER = 13  # + player

# Events of a game's log (`state.events`): what happened since the last decision.
E_PHASE = 1  # phase, round
E_DRAW = 2  # player, card
E_PLAY = 3  # player, card, target or NONE
E_ENTER = 4  # card, player (or NONE for staging)
E_LEAVE = 5  # card, zone it went to
E_EXHAUST = 6  # card
E_READY = 7  # card
E_COMMIT = 8  # player, card
E_REVEAL = 9  # card
E_CANCEL = 10  # card or NONE
E_DAMAGE = 11  # card, number
E_HEAL = 12  # card, number
E_RESOURCE = 13  # card, change
E_THREAT = 14  # player, change, threat now
E_PROGRESS = 15  # card or STAGE_SOURCE + stage, change
E_QUEST = 16  # willpower, threat
E_TRAVEL = 17  # card
E_ENGAGE = 18  # card, player
E_SHADOW = 19  # enemy, card dealt face down
E_SHADOW_UP = 20  # enemy, card
E_ATTACK = 21  # enemy, player
E_DEFEND = 22  # card, enemy
E_STRIKE = 23  # player, enemy
E_BLOW = 24  # target, strength, defense
E_ATTACH = 25  # card, host
E_TEXT = 26  # source: its text is being resolved
E_STAGE = 27  # stage
E_ELIMINATED = 28  # player, how
E_END = 29  # winner, reason
E_FORCED = 30  # an action (see `sim.engine.log.note_action`): the only option, applied at once
E_SHUFFLE = 31  # block
E_LOOK = 32  # player, card
E_CAPTIVE = 33  # card, 1 captured or 0 rescued
E_FIRST = 34  # player
E_BACK = 35  # enemy back to staging
