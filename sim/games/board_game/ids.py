"""Codes of sides, nations, figures, places, dice, cards, phases and events; capacities.

A *stand* is a place where figures are together (BG-1.9): the fields of the 105 regions, the boxes of the 16
Strongholds, and working ones. In the rearguard of a battle figures really stand; the others only list figures
that stand elsewhere: the part that is being chosen to march or fight, and those that have moved already.

A *piece* is a sort of counted figures: `nation * PIECE_N + PIECE`. A *card* is `side * BLOCK + local`, a
*pile* is `side * DECK_N + DECK`; the cards of a side are the bits of one int64.
"""

from mazarbul.sim.engine.actions import NONE as NONE
from mazarbul.sim.engine.declared import flagged, numbered, spelled, valued
from mazarbul.sim.engine.sets import words_for

# Sides, the teams of one or two seats (BG-1.1, BG-18.1)
SIDE = numbered("Side", ("FREE_PEOPLES", "SHADOW"))
SIDES = tuple(spelled(SIDE))
SIDE_N = len(SIDE)

# Nations, in the order in which choices of one player are asked (BG-1.1, BG-19.4)
NATION = numbered(
    "Nation", ("DWARVES", "ELVES", "GONDOR", "NORTH", "ROHAN", "SAURON", "ISENGARD", "SOUTHRONS")
)
NATIONS = tuple(spelled(NATION))
NATION_N = len(NATION)
FREE_NATIONS = 5  # nations 0 to 4 are the Free Peoples', the others the Shadow's

# Sorts of counted figures (BG-1.8); those of units come first
PIECE = numbered("Piece", ("REGULAR", "ELITE", "LEADER", "NAZGUL"))
PIECES = tuple(spelled(PIECE))
PIECE_N = len(PIECE)
UNIT_N = 2

# Characters (BG-1.8, BG-8): Companions, Gollum, Minions
FIGURE = numbered(
    "Figure",
    (
        "GANDALF_GREY",
        "STRIDER",
        "BOROMIR",
        "LEGOLAS",
        "GIMLI",
        "MERIADOC",
        "PEREGRIN",
        "ARAGORN",
        "GANDALF_WHITE",
        "GOLLUM",
        "WITCH_KING",
        "MOUTH_OF_SAURON",
        "SARUMAN",
    ),
)
FIGURES = tuple(spelled(FIGURE))
FIGURE_N = len(FIGURE)
COMPANIONS = 9  # figures 0 to 8
FIGURES_OF = (0b0001111111111, 0b1110000000000)  # [side] sets
MINIONS = (FIGURE.WITCH_KING, FIGURE.MOUTH_OF_SAURON, FIGURE.SARUMAN)

# Capacities: the limits of the fixed-size state and tables
SEATS = 4
REGIONS = 105
STRONGHOLDS = 16
LEVELS = 100  # the Level of a figure without a limit, and more than any distance
NEIGHBOURS = 12  # of a region
BLOCK = 64  # bit 63 stays free, so a side has at most 63 cards
CARDS = SIDE_N * BLOCK
TACTICS = 64  # combat halves of cards
TILES = 63  # physical Hunt tiles
TILE_KINDS = 24
DICE = 16  # Action dice of a side
TURNS = 64  # of a game
PATH = 24  # regions of a path of the Fellowship
OPTIONS = 512
FRAMES = 40
EVENTS = 1024

# Stands: fields are numbered as their regions
BOX = REGIONS  # + Stronghold
REARGUARD = BOX + STRONGHOLDS  # units that stay out of a battle in their place (BG-11.2)
PART = REARGUARD + 1  # lists the part that marches or is being chosen (BG-9.1)
MOVED = PART + 1  # + number of a move: lists what has moved in this action and may not again (BG-9.1)
MOVES = 4  # moves of one action
STANDS = MOVED + MOVES
PLACES = REARGUARD  # the stands on the map come before the working ones
WORDS = words_for(STANDS)  # of a set of stands, and of one of regions

# Where a figure is when it is in no stand: `state.stand`
AWAY = valued("Away", {"UNUSED": -1, "FELLOWSHIP": -2, "DEAD": -3})

# The sorts of Settlements, see BG-1.4
SETTLEMENT = numbered("Settlement", ("NONE", "TOWN", "CITY", "STRONGHOLD"))
SETTLEMENTS = tuple(spelled(SETTLEMENT))

# Results of Action dice (BG-4.1)
FACE = numbered("Face", ("CHARACTER", "ARMY", "MUSTER", "ARMY_MUSTER", "EVENT", "WILL", "EYE"))
FACES = tuple(spelled(FACE))
FACE_N = len(FACE)

# Sorts of Hunt tiles, and what the number of a tile can be beside a number (BG-1.16, BG-14.7)
TILE = numbered("Tile", ("STANDARD", "FREE_PEOPLES", "SHADOW"))
TILE_SORTS = tuple(spelled(TILE))
TILE_VALUE = numbered("TileValue", ("NUMBER", "EYE", "DIE"))

# What becomes of a tile that is drawn: it is carried out, it is void, it is only seen, its number is used
TOLD = numbered("Told", ("CARRIED_OUT", "ASIDE", "SEEN", "NUMBER"))

# Decks of a side (BG-1.16) and where a card is: `state.zone`
DECK = numbered("Deck", ("CHARACTER", "STRATEGY"))
DECKS = tuple(spelled(DECK))
DECK_N = len(DECK)
PILES = SIDE_N * DECK_N
ZONE = numbered(
    "Zone",
    (
        "OUT",  # not in this game
        "DECK",
        "HAND",
        "TABLE",
        "RESOLVING",  # an event being played, or a Combat card until the end of its round
        "DISCARD",
    ),
)
ZONES = tuple(spelled(ZONE))

# Icons of cards that another die can pay for (BG-7.1)
ICON = numbered("Icon", ("CHARACTER", "ARMY", "MUSTER"))
ICONS = tuple(spelled(ICON))

# The phases of a turn and of the game (BG-3.1), in chronological order
PHASE = numbered(
    "Phase",
    ("SETUP", "RECOVERY", "FELLOWSHIP", "HUNT", "ROLL", "ACTIONS", "VICTORY", "END", "OVER"),
)
PHASE_NAMES = tuple(spelled(PHASE))

# Steps of phases: `state.step`; a phase without steps of its own has BEGIN and DONE
STEP = valued(
    "Step",
    {
        "BEGIN": 0,
        "DONE": 9,
        # of the recovery, see BG-3.2 and BG-18.3
        "DRAW": 1,
        "LIMIT": 2,
        "EXCHANGE": 3,
        # of the phase of the Fellowship, see BG-15.2
        "DECLARE": 1,
        "ENTER": 2,
        "GUIDE": 3,
        # of the actions, see BG-3.6
        "NEXT": 1,  # find who acts
        "ACT": 2,
        "TRIM": 3,  # stack limits after the action (BG-3.9)
    },
)

# How a game ended (BG-17, BG-3.9)
ENDED = numbered(
    "Ended",
    ("RUNNING", "RING_DESTROYED", "CORRUPTED", "SHADOW_MILITARY", "FREE_MILITARY", "CAPPED"),
)
END_REASONS = tuple(spelled(ENDED))

# Sorts of battles (BG-11.1)
BATTLE = numbered("Battle", ("FIELD", "ASSAULT", "SORTIE"))
BATTLES = tuple(spelled(BATTLE))
ROLE = numbered("Role", ("ATTACKER", "DEFENDER"))

# What one Muster result brings (BG-9.8); LEADER is a Nazgûl for the Shadow
PACKAGE = numbered("Package", ("TWO_REGULARS", "REGULAR_LEADER", "TWO_LEADERS", "REGULAR", "LEADER", "ELITE"))
PACKAGES = tuple(spelled(PACKAGE))

# The steps of a battle (BG-11.6)
BATTLE_STEP = numbered(
    "BattleStep",
    (
        "START",
        "ROUND",
        "ATTACKER_CARD",
        "DEFENDER_CARD",
        "SHOW",
        "BEFORE",  # steps 0 to 3 of Combat cards
        "ROLL",
        "CHANGE",  # step 4
        "AGAIN",
        "AFTER",  # steps 5 and 6
        "ATTACKER_LOSES",
        "DEFENDER_LOSES",
        "LAST",  # step 7
        "CARDS",  # they are discarded
        "DESTROYED",
        "CONTINUE",
        "RETREAT",
        "BESIEGE",
        "ADVANCE",
        "END",
    ),
)

# What a decision about a part of an Army offers first (BD-14), and what a card's step can pay
WHOLE = numbered("Whole", ("ALL", "BUT_ONE", "CUSTOM", "NOBODY"))
PURPOSE = numbered("Purpose", ("MARCH", "ATTACK", "ADVANCE", "BESIEGE"))  # of a part
# What a hit takes (BG-11.13)
LOSS = numbered("Loss", ("REGULAR", "REDUCE", "ELITE"))
# How a Hunt casualty is taken (BD-44)
CASUALTY = numbered("Casualty", ("NOBODY", "GUIDE", "RANDOM"))
# The two ways of Saruman's Voice (BD-27)
VOICE = numbered("Voice", ("RECRUIT", "UPGRADE"))

# How Companions leave the Fellowship: bits of a Separate frame (BG-8.6, BG-14.13)
PARTING = flagged(
    "Parting",
    (
        "ON_MAP",  # or a group on the map moves
        "INTO_SIEGE",  # it may end in a besieged Stronghold of its side
        "STAYS",  # it stays in the Ring-bearers' region
        "ALIVE",  # Take Them Alive: the group is given
    ),
)

# What a Hunt tile is drawn for: bits of a Tile frame (BG-14.9, BG-14.19, BG-16)
DRAWN = flagged(
    "Drawn",
    (
        "UNREDUCED",  # nothing reduces its damage, and no casualty is taken
        "FORCED",  # a random casualty is compulsory
        "NUMBER",  # only its number is wanted
        "HUNT",  # by a successful Hunt, or a move in Mordor
        "MOVE",  # in Mordor: the Fellowship advances
        "DECLARED",  # because of a declaration (BG-14.17)
    ),
)

# The steps of a tile (BG-14.9), and what has been done on it: bits of a Tile frame
TILE_STEP = numbered(
    "TileStep", ("BEFORE", "DRAW", "CARD", "ADVANCE", "GUIDE", "CASUALTY", "CORRUPT", "REVEAL", "DONE")
)
ON_TILE = flagged("OnTile", ("CASUALTY", "REVEALS", "CARD"))
MOST_A_TURN = 256  # Hunts, tiles and other chances of a turn: factor of their keys

# Things done once a turn: bits of `state.done`
ONCE = flagged(
    "Once",
    (
        "RING_FREE",  # FP used an Elven Ring (BG-5.1)
        "RING_SHADOW",
        "MESSENGER",  # the Mouth of Sauron used a Muster result as an Army result (BG-6.6)
        "HUNTED_BOX",  # FP got a die back from the Hunt Box in phase 1 (BG-3.4)
        "DECLARED",  # the Fellowship was declared (BG-16.1)
        "STROVE",  # FP tried to move or hide on the Mordor Track (BG-3.8)
    ),
)

# Standing changes of the rules by cards on the table and by Characters (see `rules/standing.py`)
RULE = numbered(
    "Rule",
    (
        "WALKS_SET_ASIDE",  # dice for moves of the Fellowship do not go to the Hunt Box
        "BARRED",  # Armies of a side do not enter regions, nor attack there
        "GUARDED",  # only some events activate a Nation
        "NO_TACTICS",  # a side uses no Combat cards in regions
        "NO_ROUSING",  # a side does not advance passive Nations by Muster results
        "STRENGTH",  # more Combat Strength
        "HIDE_WITH_ANY_DIE",
        "RIDE",  # another Level to move
        "NO_REVEAL",  # Reveal on tiles is ignored
        "MUSTER_AS_ARMY",
        "ELITES_LEAD",  # Elites of nations are Leaders too
    ),
)
RULES = tuple(spelled(RULE))

# Ways in which a Nation becomes active (BG-10.3), for cards that allow only some
ROUSED = numbered("Roused", ("ENTRY", "ATTACK", "DECLARED", "COMPANION", "TEXT"))

# What ends the time of a table card (BG-7.5): bits
UNTIL = flagged(
    "Until",
    ("DECLARED", "REVEALED", "DECLARED_IN_CITY", "ADVANCED_BY_ATTACK", "ADVANCED_BY_ABILITY"),
)

# What is recorded of a game: counts of the whole of it, and measures after each of its first turns
TALLY = numbered(
    "Tally",
    (
        "MOVES",  # of the Fellowship, in Mordor too
        "HUNTS",  # with dice
        "CAUGHT",  # Hunts that succeed
        "CASUALTIES",  # Companions lost to tiles
        "DECLARED",
        "REVEALED",
        "BATTLES",
        "SIEGES",
        "CAPTURES",
        "RINGS_FREE_PEOPLES",  # used
        "RINGS_SHADOW",
    ),
)
TALLIES = tuple(spelled(TALLY))
MEASURE = numbered("Measure", ("WAY", "CORRUPTION", "POINTS_FREE_PEOPLES", "POINTS_SHADOW", "SIEGES"))
MEASURES = tuple(spelled(MEASURE))
COURSE_TURNS = 30

# Purposes of random streams
STREAM = valued(
    "Stream",
    {
        "DECK": 0,  # + pile
        "ACTION_DICE": 4,  # + side; number: turn; item: index of the die
        "HUNT_DICE": 6,  # number: turn and Hunt of the turn; item: die
        "HUNT_AGAIN": 7,  # its re-rolls
        "TILE": 8,  # number: turn and tile of the turn; the least key of the pool is drawn
        "TILE_DIE": 9,
        "COMPANION": 10,  # number: turn and casualty of the turn; the least key of the Fellowship is taken
        "BATTLE": 11,  # number: region, turn, battle there, round; item: role, sort of roll, die
        "EVENT_DICE": 12,  # number: card; item: die
        "RANDOM_CARD": 13,  # number: turn and discard of the turn; the least key of the hand is taken
        "BOT": 16,  # + seat
        "BLUNDER": 20,  # + seat
        "PRACTICE": 24,  # + seat
    },
)

# Events of a game's log (`state.events`): events since the last decision.
EVENT = numbered(
    "Event",
    (
        "TURN",  # turn
        "PHASE",  # PHASE, turn
        "POOL",  # side, Action dice this turn
        "ROLLED",  # side, FACE of one Action die
        "DIE",  # side, FACE: an Action die is used up
        "TURNED",  # side, FACE before, FACE after: an unused die is changed
        "RING",  # side: an Elven Ring of it is used
        "SHUFFLE",  # pile
        "DRAW",  # seat, card
        "DISCARD",  # card, seat or NONE
        "PLAY",  # seat, card, FACE of the die or NONE
        "TABLE",  # card: it stays on the table
        "OFF_TABLE",  # card
        "EXCHANGE",  # seat, seat: they exchange a card
        "ADD",  # stand, piece, number: figures from the pool
        "REMOVE",  # stand, piece, number
        "REDUCE",  # stand, nation: an Elite becomes a Regular (or is lost when there is none)
        "MARCH",  # stand from, stand to; what goes follows
        "GOES",  # piece, number
        "FIGURE",  # figure, stand or AWAY
        "CONTROL",  # region, side that controls it now
        "SIEGE",  # region, 1 begun or 0 ended
        "ACTIVE",  # nation
        "STEPS",  # nation, steps to war now
        "DECLARED",  # region
        "REVEALED",  # region, or NONE on the Mordor Track
        "HIDDEN",
        "PROGRESS",  # Progress now
        "MORDOR",  # step now
        "GUIDE",  # figure
        "CORRUPTION",  # change, Corruption now
        "BOX",  # side, dice of it in the Hunt Box now
        "HUNT",  # dice, bonus, 1 + re-rolls
        "HUNT_DIE",  # result, 1 for a re-roll
        "RESULT",  # result of a die that a text has rolled
        "TILE",  # kind of tile, damage, TOLD
        "CASUALTY",  # figure, damage left
        "BATTLE",  # stand from, stand attacked, BATTLE
        "ROUND",  # round
        "TACTIC",  # seat, Combat card or NONE
        "COMBAT",  # ROLE, result, 1 for a re-roll
        "HITS",  # ROLE that scored them, hits
        "CEASE",
        "RETREAT",  # stand from, stand to
        "WITHDRAW",  # region
        "FALL",  # region: its garrison is gone
        "TEXT",  # card, figure: the text of one of them is being carried out
        "POINTS",  # side, points
        "PASS",  # seat
        "END",  # winner, reason
        "FORCED",  # an action (see `mazarbul.sim.engine.log.note_action`): the only option, applied at once
    ),
    first=1,
)
