"""What texts are made of once they are compiled: the codes of the words that cards speak (vocabulary.py)."""

# Codes of operations: selecting
PICK = 16
ALL = 17
RANDOM = 18
TOPMOST = 19
LOOK = 20
PICK_PLAYER = 21
# Codes of operations: doing
READY = 22
EXHAUST = 23
DAMAGE = 24
HEAL = 25
RESOURCES = 26
THREAT = 27
PROGRESS = 28
PROGRESS_ON = 29
DRAW = 30
MOVE = 31
ATTACH = 32
ATTACH_TO_DECK = 33
FACE_DOWN_ENEMY = 34
REVEAL = 35
SURGE = 36
CANCEL = 37
SHUFFLE = 38
ATTACK = 39
DEAL_SHADOW = 40
UNCOMMIT = 41
CAPTURE = 42
RESCUE = 43
ADVANCE = 44
WIN = 45
# Codes of operations: blocks
UNTIL = 46
LATER = 47
EACH = 48
EACH_CARD = 49
CHOOSE = 50
OPTION = 51

# Codes of modifiers
WILLPOWER = 16
ATTACK_BONUS = 17
DEFENSE = 18
HIT_POINTS = 19
THREAT_BONUS = 20
STAGING_THREAT = 21
TRAIT = 22
ICON = 23
CANNOT_ATTACK = 24
CANNOT_DEFEND = 25
NO_THREAT = 26
NO_DEFENSE = 27
NO_DRAW = 28
MULTIPLE_DEFENDERS = 29
READY_TAX = 30
NO_OPTIONAL_ENGAGEMENT = 31
NO_ENGAGEMENT_CHECKS = 32
NO_STAGING = 33
EXTRA_REVEALS = 34
ALLY_LIMIT = 35
MUST_TRAVEL = 36
NO_ATTACHMENTS = 37
ATTACKS_STAGING = 38
HOLD = 39
EXCESS_RAISES_THREAT = 40
REFRESH_THREAT = 41
STATS = 5  # the first modifiers change the numbers of a card; code - WILLPOWER is the column

# Codes of conditions and numbers
COUNT = 16
IS_A = 17
AT = 18
UNDEFENDED = 19
ATTACKING = 20
BLANK_SHADOW = 21
X = 22
PLAYERS_IN_GAME = 23
AMOUNT = 24
THREAT_OF = 25
DAMAGE_ON = 26
TOKENS_ON = 27
ALL_DAMAGE = 28

# Players
YOU = 0
THEY = 1
FIRST = 2
ATTACKED = 3
CHOSEN = 4
THAT_PLAYER = 5
OWNER = 6
ENGAGED_PLAYER = 7
ANYONE = 8
NOT_YOU = 9

# Cards spoken of (negative, so that they differ from sets)
SELF = -1
HOST = -2
THAT = -3
IT = -4
ATTACKER = -5
DEFENDERS = -6
SHADOW_CARD = -7
NOTHING = -8

# Destinations of `move`
TO_HAND = 0
TO_DISCARD = 1
TO_DECK_TOP = 2
TO_DECK_BOTTOM = 3
TO_DECK = 4
TO_STAGING = 5
TO_ENGAGED = 6
TO_PLAY = 7
TO_CONTROL = 8
TO_ASIDE = 9

# Times
UNTIL_ATTACK = 0
UNTIL_PHASE = 1
UNTIL_COMBAT = 2
UNTIL_ROUND = 3

# Further arguments
ON_CURRENT = 0
ON_QUEST = 1
ON_ACTIVE = 2
AMONG_ALL = 0
AMONG_OTHERS = 1
AMONG_HIGHEST_THREAT = 2
PILE_ENCOUNTER = 0
PILE_DECK = 1
PILE_SHADOW = 2
EVERY_PLAYER = 0
EVERY_OTHER = 1
ALL_OF_IT = 99

SPHERES = ("leadership", "tactics", "spirit", "lore", "neutral")
TYPES = (
    "hero",
    "ally",
    "attachment",
    "event",
    "enemy",
    "location",
    "treachery",
    "objective",
)
KEYWORDS = ("ranged", "sentinel", "restricted", "surge", "guarded")
SIDES = ("players", "encounter")
