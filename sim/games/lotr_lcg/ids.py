"""Codes of blocks, types, zones, phases and events; the kinds of frames are in `frames`.

A *card* is one physical card: `block * 64 + local`. Blocks 0 to 3 hold the cards owned by the players,
heroes first; block 4 holds the encounter cards. The cards of a block are the bits of one int64 (see
`mazarbul.sim.engine.bits`). Quest cards are not cards in this sense: they are the *stages* of a quest, 0 and
up, and are among the sources of texts at `STAGE_SOURCE + stage`.
"""

from mazarbul.sim.engine.actions import NONE as NONE
from mazarbul.sim.engine.declared import flagged, numbered, spelled, valued

# Capacities: the limits of the fixed-size state and tables.
SEATS = 4
BLOCK = 64  # bit 63 stays free, so a block has at most 63 cards
BLOCKS = SEATS + 1
ENCOUNTER = 4  # the block of the encounter cards
CARDS = BLOCKS * BLOCK
STAGES = 8
SOURCES = CARDS + STAGES
STAGE_SOURCE = CARDS
HEROES = 3  # of a player, locals 0, 1 and 2
GAINS = 3  # different traits and icons that the cards of a game can gain
FACE_DOWN = 8  # form of a card that is a face-down enemy; below: the set of its gains
ATTACHED = 1  # form of an encounter card that is attached
FORMS = 9
PRINTED_LIMIT = 50  # of threat, unless a scenario has another `threat_limit` (LCG-17.1)
ROUNDS = 64  # rounds recorded one by one
OPTIONS = 512
FRAMES = 64
GRANTS = 96
DELAYED = 24
PENDING = 128
USES = 64
EVENTS = 1024
DECK_HOST = CARDS  # + player: the host of a card attached to a player's deck

# Card types (LCG-1.5)
TYPE = numbered(
    "Type",
    ("HERO", "ALLY", "ATTACHMENT", "EVENT", "ENEMY", "LOCATION", "TREACHERY", "OBJECTIVE"),
)
TYPES = tuple(spelled(TYPE))
TYPE_N = len(TYPE)

# The spheres of cards (LCG-1.7)
SPHERE = numbered("Sphere", ("LEADERSHIP", "TACTICS", "SPIRIT", "LORE", "NEUTRAL"))
SPHERES = tuple(spelled(SPHERE))

# Numbers of a card: the columns of `tables.stats`, in the order of the language's modifiers
STAT = numbered("Stat", ("WILLPOWER", "ATTACK", "DEFENSE", "HIT_POINTS", "THREAT"))
STAT_N = len(STAT)

# Where a card is: `state.zone`.
ZONE = numbered(
    "Zone",
    (
        "OUT",  # not in this game
        "DECK",
        "HAND",
        "DISCARD",
        "PLAY",  # attachments, characters, enemies and locations in play
        "SHADOW",
        "VICTORY",
        "ASIDE",
        "RESOLVING",  # an event being played, or an encounter card being revealed that is not in play
    ),
)

# The keywords of cards (LCG-21)
KEYWORD = numbered("Keyword", ("RANGED", "SENTINEL", "RESTRICTED", "SURGE", "GUARDED"))
KEYWORDS = tuple(spelled(KEYWORD))
KEYWORD_N = len(KEYWORD)

# Zones of the effect language, as bits (LCG-2.2, LCG-2.3)
Z = flagged(
    "Z",
    (
        "PLAY",
        "STAGING",
        "ENGAGED",
        "ACTIVE",
        "HAND",
        "DISCARD",
        "DECK",
        "ENCOUNTER_DECK",
        "ENCOUNTER_DISCARD",
        "LOOKED",
        "ASIDE",
    ),
)

# States of a card in play, as bits: words of sets that change during the game
IS = flagged("Is", ("EXHAUSTED", "COMMITTED", "CAPTIVE", "CLAIMED", "GUARDED"))

# The phases of a round and of the game (LCG-4.1), in chronological order (see `rules.clock`)
PHASE = numbered(
    "Phase",
    ("SETUP", "RESOURCE", "PLANNING", "QUEST", "TRAVEL", "ENCOUNTER", "COMBAT", "REFRESH", "OVER"),
)
PHASE_NAMES = tuple(spelled(PHASE))
ROUND_PHASES = {name: i for name, i in spelled(PHASE).items() if i not in (PHASE.SETUP, PHASE.OVER)}

# Action windows (LCG-4.2)
WINDOW = numbered(
    "Window",
    (
        "R1", "P1", "Q1", "Q2", "Q3", "T1", "E1", "E2", "C0", "C1", "C2", "C3", "C4",
        "A1", "A2", "A3", "C9", "F1",
    ),
)  # fmt: skip
WINDOW_NAMES = tuple(name.upper() for name in spelled(WINDOW))
ENEMY_ATTACK_WINDOWS = (WINDOW.C1, WINDOW.C2, WINDOW.C3, WINDOW.C4)
PLAYER_ATTACK_WINDOWS = (WINDOW.A1, WINDOW.A2, WINDOW.A3)

# How a game ended (LCG-17.5, LCG-28.14, LCG-30.1)
ENDED = numbered(
    "Ended", ("RUNNING", "QUEST_COMPLETED", "ALL_ELIMINATED", "PRISONER_LOST", "TIMED_OUT", "CAPPED")
)
END_REASONS = tuple(spelled(ENDED))

# Sides
SIDE = numbered("Side", ("PLAYERS", "ENCOUNTER"))
SIDES = tuple(spelled(SIDE))

# How a player was eliminated (LCG-17.1); NONE: still in the game
ELIMINATED_BY = numbered("EliminatedBy", ("NONE", "THREAT", "HEROES", "EFFECT"))
ELIMINATIONS = tuple(spelled(ELIMINATED_BY))

# When a text works: `effects.on`. The first ones are kinds of their own, the rest are events.
_KINDS = (
    "ACTION",
    "STATIC",
    "SETUP",
    "REVEALED",
    "SHADOW",
    "TRAVEL",
    "LEAVING",  # changes where the card goes (LCG-20.9)
)
_HAPPENINGS = (
    "COMMITTED",
    "ENTERS",
    "PLAYED",
    "LEAVES",
    "DESTROYED",
    "DAMAGED",
    "REVEALS",  # a card is being revealed: forced at step 2, responses before step 4 (LCG-8.5)
    "ENGAGES",
    "ATTACKS",
    "ATTACKED",
    "DEFENDS",
    "SHADOW_DEALT",
    "SHADOW_TRIGGERS",
    "SHADOW_RESOLVED",
    "KILLS",
    "TRAVELLED",
    "EXPLORED",
    "QUEST_FAILED",
    "PROGRESS_MADE",
    "STAGE_DONE",
    "RESCUED",
    "PHASE_BEGINS",
    "PHASE_ENDS",
    "ROUND_ENDS",
    "WOULD_DRAW",
    "STATE",
)
ON = numbered("On", (*_KINDS, *_HAPPENINGS))
TRIGGERS = tuple(spelled(ON))
TRIGGER_N = len(ON)
HAPPENINGS = frozenset(spelled(ON, *(name.lower() for name in _HAPPENINGS)).values())

# Who may use a text (LCG-20.2, LCG-20.8)
BY = numbered("By", ("CONTROLLER", "ANY", "FIRST"))

# Limits of a text (LCG-4.5)
LIMIT = numbered("Limit", ("NONE", "ROUND", "PHASE"))

# Purposes of random streams
STREAM = valued(
    "Stream",
    {
        "DECK": 0,  # + block
        "RANDOM": 8,  # random picks, in the order in which they happen
        "BOT": 9,  # + player
        "BLUNDER": 13,  # + player
        "PRACTICE": 17,  # + player
    },
)

# Events of a game's log (`state.events`): events since the last decision.
E = numbered(
    "E",
    (
        "PHASE",  # phase, round
        "DRAW",  # player, card
        "PLAY",  # player, card, target or NONE
        "ENTER",  # card, player (or NONE for staging)
        "LEAVE",  # card, zone it went to
        "EXHAUST",  # card
        "READY",  # card
        "COMMIT",  # player, card
        "REVEAL",  # card, 1 if it is only attached as a guard
        "CANCEL",  # card or NONE
        "DAMAGE",  # card, number
        "HEAL",  # card, number
        "RESOURCE",  # card, change
        "THREAT",  # player, change, threat now
        "PROGRESS",  # card or STAGE_SOURCE + stage, change
        "QUEST",  # willpower, threat
        "TRAVEL",  # card
        "ENGAGE",  # card, player
        "SHADOW",  # enemy, card dealt face down
        "SHADOW_UP",  # enemy, card
        "ATTACK",  # enemy, player
        "DEFEND",  # card, enemy
        "STRIKE",  # player, enemy
        "BLOW",  # target, strength, defense
        "ATTACH",  # card, host
        "TEXT",  # source: its text is being resolved
        "STAGE",  # stage
        "ELIMINATED",  # player, how
        "END",  # winner, reason
        "FORCED",  # an action (see `mazarbul.sim.engine.log.note_action`): the only option, applied at once
        "SHUFFLE",  # block
        "LOOK",  # player, card
        "CAPTIVE",  # card, 1 captured or 0 rescued
        "FIRST",  # player
        "BACK",  # enemy back to staging
    ),
    first=1,
)
