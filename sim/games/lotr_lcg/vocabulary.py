"""The words of the effect language that this game understands (LCG-20 to LCG-22), with their codes.

Kernels import the codes; `texts.py` compiles the effect texts of the data files with `VOCABULARY`.
A text is carried out statement by statement. Statements that select cards (`pick`, `all`, ...) put
them into `it`, which the statements after them speak of; `pick_player` likewise fills `chosen`.
"""

from collections.abc import Mapping

from sim.effects import (
    CONDITION,
    NUMBER,
    Alias,
    Attribute,
    Block,
    Changing,
    Choice,
    Condition,
    Field,
    Flags,
    Modifier,
    Operation,
    Quantity,
    Set,
    SetOr,
    Vocabulary,
    optional,
)
from sim.games.lotr_lcg import ids

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

PLAYERS = Choice(
    "player",
    {
        "you": YOU,
        "they": THEY,
        "first": FIRST,
        "attacked": ATTACKED,
        "chosen": CHOSEN,
        "that_player": THAT_PLAYER,
        "owner": OWNER,
        "engaged_player": ENGAGED_PLAYER,
    },
)
WHOSE = Choice("player", {**PLAYERS.names, "anyone": ANYONE, "not_you": NOT_YOU})
CARDS = Set("card")
_NAMED = {
    "self": SELF,
    "host": HOST,
    "that": THAT,
    "it": IT,
    "attacker": ATTACKER,
    "defenders": DEFENDERS,
    "shadow_card": SHADOW_CARD,
}
TARGET = SetOr("card", _NAMED)
ONE = Choice("card", _NAMED)
ONE_OR_NONE = Choice("card", {**_NAMED, "nobody": NOTHING})
ZONES = Flags(
    "zone",
    {
        "play": ids.Z_PLAY,
        "staging": ids.Z_STAGING,
        "engaged": ids.Z_ENGAGED,
        "active": ids.Z_ACTIVE,
        "hand": ids.Z_HAND,
        "discard": ids.Z_DISCARD,
        "deck": ids.Z_DECK,
        "encounter_deck": ids.Z_ENCOUNTER_DECK,
        "encounter_discard": ids.Z_ENCOUNTER_DISCARD,
        "looked": ids.Z_LOOKED,
        "aside": ids.Z_ASIDE,
    },
)
DESTINATION = Choice(
    "destination",
    {
        "hand": TO_HAND,
        "discard": TO_DISCARD,
        "deck_top": TO_DECK_TOP,
        "deck_bottom": TO_DECK_BOTTOM,
        "deck": TO_DECK,
        "staging": TO_STAGING,
        "engaged": TO_ENGAGED,
        "play": TO_PLAY,
        "control": TO_CONTROL,
        "aside": TO_ASIDE,
    },
)
WHERE = Choice("place", {"current": ON_CURRENT, "quest": ON_QUEST, "active": ON_ACTIVE})
AMONG = Choice("players", {"all": AMONG_ALL, "others": AMONG_OTHERS, "highest_threat": AMONG_HIGHEST_THREAT})
EVERY = Choice("players", {"players": EVERY_PLAYER, "others": EVERY_OTHER})
PILES = Choice("pile", {"encounter_deck": PILE_ENCOUNTER, "deck": PILE_DECK, "shadow": PILE_SHADOW})
DURATION = Choice(
    "duration", {"attack": UNTIL_ATTACK, "phase": UNTIL_PHASE, "combat": UNTIL_COMBAT, "round": UNTIL_ROUND}
)
TIME = Choice("time", {"phase_end": UNTIL_PHASE, "combat_end": UNTIL_COMBAT, "round_end": UNTIL_ROUND})
SPHERE = Choice("sphere", {name: i for i, name in enumerate(SPHERES[:4])})
STAGE = Choice("stage", {"next": 0})
TRIGGERS = Choice("trigger", {name: i for i, name in enumerate(ids.TRIGGERS)})
PHASES = Choice(
    "phase", {name: i for i, name in enumerate(ids.PHASE_NAMES) if ids.RESOURCE <= i <= ids.REFRESH}
)
BY = Choice("user", {"controller": ids.BY_CONTROLLER, "any": ids.BY_ANY, "first": ids.BY_FIRST})
LEAVES_TO = Choice("destination", {"deck_top": TO_DECK_TOP, "deck": TO_DECK, "staging": TO_STAGING})


def make_vocabulary(traits: Mapping[str, int]) -> Vocabulary:
    """Return the vocabulary of a game whose cards have these traits, each with its number."""
    return Vocabulary(
        "lotr_lcg",
        "The Lord of the Rings: The Card Game",
        words=(
            Operation(
                "pick",
                PICK,
                "that player picks n matching cards, as many as there are; in a cost, exactly n",
                cards=CARDS,
                n=optional(NUMBER, 1),
                who=optional(PLAYERS, "you"),
                zone=optional(ZONES, "play"),
                of=optional(WHOSE, "anyone"),
                but=optional(ONE_OR_NONE, "nobody"),
                on=optional(ONE_OR_NONE, "nobody"),
                cost=optional(NUMBER, -1),
            ),
            Operation(
                "all",
                ALL,
                "every matching card",
                cards=CARDS,
                zone=optional(ZONES, "play"),
                of=optional(WHOSE, "anyone"),
            ),
            Operation(
                "random",
                RANDOM,
                "n matching cards at random",
                cards=CARDS,
                n=optional(NUMBER, 1),
                zone=optional(ZONES, "play"),
                of=optional(WHOSE, "anyone"),
            ),
            Operation(
                "topmost",
                TOPMOST,
                "the matching card that lies topmost in a player's discard pile",
                cards=CARDS,
                of=WHOSE,
            ),
            Operation(
                "look",
                LOOK,
                "the user learns the top n cards of a pile; they are `it` and the zone `looked` (LCG-22.9)",
                pile=PILES,
                n=optional(NUMBER, 1),
                of=optional(PLAYERS, "you"),
            ),
            Operation(
                "pick_player",
                PICK_PLAYER,
                "that player picks a player, who is `chosen` from then on",
                who=optional(PLAYERS, "you"),
                among=optional(AMONG, "all"),
            ),
            Operation("ready", READY, "ready cards", what=TARGET),
            Operation("exhaust", EXHAUST, "exhaust ready cards (LCG-2.4)", what=TARGET),
            Operation("damage", DAMAGE, "put n damage on each (LCG-15)", what=TARGET, n=NUMBER),
            Operation(
                "heal", HEAL, "take up to n damage off each; `all_damage` takes all", what=TARGET, n=NUMBER
            ),
            Operation(
                "resources",
                RESOURCES,
                "add n resources to the pool of each; negative takes away, as a cost needs them",
                what=TARGET,
                n=NUMBER,
            ),
            Operation(
                "threat", THREAT, "raise a player's threat by n; negative lowers it", who=PLAYERS, n=NUMBER
            ),
            Operation(
                "progress",
                PROGRESS,
                "put n progress on the quest (active location first, LCG-9.6), on the quest card only "
                "or on the active location; negative removes",
                where=WHERE,
                n=NUMBER,
            ),
            Operation(
                "progress_on", PROGRESS_ON, "put n progress on each of these locations", what=TARGET, n=NUMBER
            ),
            Operation("draw", DRAW, "that player draws n cards (LCG-5.2)", who=PLAYERS, n=NUMBER),
            Operation(
                "move",
                MOVE,
                "move each card; `who` is the player meant by `engaged`, `play` and `control`",
                what=TARGET,
                to=DESTINATION,
                who=optional(PLAYERS, "you"),
            ),
            Operation("attach", ATTACH, "attach a card to another card", what=ONE, to=ONE),
            Operation(
                "attach_to_deck", ATTACH_TO_DECK, "attach a card to a player's deck", what=ONE, who=PLAYERS
            ),
            Operation(
                "face_down_enemy",
                FACE_DOWN_ENEMY,
                "the top card of that player's deck engages him face down as an enemy (LCG-28.13)",
                who=PLAYERS,
            ),
            Operation(
                "reveal",
                REVEAL,
                "reveal n encounter cards one by one (LCG-8.5), as guards of an objective if one is named",
                n=NUMBER,
                guards=optional(ONE_OR_NONE, "nobody"),
            ),
            Operation("surge", SURGE, "the card being revealed gains Surge (LCG-21.2)"),
            Operation("cancel", CANCEL, "what the response answers does not happen (LCG-22.6)"),
            Operation("shuffle", SHUFFLE, "shuffle a deck", pile=PILES, of=optional(PLAYERS, "you")),
            Operation(
                "attack",
                ATTACK,
                "characters attack now (LCG-14.7); an enemy attacks the attacked player now (LCG-13.14)",
                what=ONE,
            ),
            Operation("deal_shadow", DEAL_SHADOW, "deal an enemy n more shadow cards", what=ONE, n=NUMBER),
            Operation(
                "uncommit", UNCOMMIT, "take characters off the quest; they stay exhausted", what=TARGET
            ),
            Operation("capture", CAPTURE, "a hero becomes the prisoner (LCG-28.14)", what=ONE),
            Operation("rescue", RESCUE, "the prisoner is free; `it` is that hero (LCG-28.12)"),
            Operation("advance", ADVANCE, "go on to the next stage, at random among several", to=STAGE),
            Operation("win", WIN, "the players win"),
            Operation(
                "until",
                UNTIL,
                "these modifiers hold that long; on `it` and other named cards now, on a set also for "
                "cards that come to match later (LCG-22.7)",
                time=DURATION,
                modifiers=Block("modifier"),
            ),
            Operation("later", LATER, "carry out the list at that time", time=TIME, body=Block("operation")),
            Operation(
                "each",
                EACH,
                "carry out the list for every player in the game, in player order; that player is `they`",
                players=EVERY,
                body=Block("operation"),
            ),
            Operation(
                "each_card",
                EACH_CARD,
                "carry out the list for each card of `it`, one by one in the first player's order (LCG-25.1)",
                body=Block("operation"),
            ),
            Operation(
                "choose",
                CHOOSE,
                "that player chooses one of the options that can be carried out",
                who=PLAYERS,
                options=Block("operation"),
            ),
            Operation("option", OPTION, "one option of a choice", body=Block("operation")),
            Modifier("willpower", WILLPOWER, "n more willpower", what=TARGET, n=NUMBER),
            Modifier("attack", ATTACK_BONUS, "n more attack", what=TARGET, n=NUMBER),
            Modifier("defense", DEFENSE, "n more defense", what=TARGET, n=NUMBER),
            Modifier("hit_points", HIT_POINTS, "n more hit points", what=TARGET, n=NUMBER),
            Modifier("threat", THREAT_BONUS, "n more threat", what=TARGET, n=NUMBER),
            Modifier(
                "staging_threat", STAGING_THREAT, "n more threat in the staging area as a whole", n=NUMBER
            ),
            Modifier("trait", TRAIT, "the card gains a trait", what=ONE, trait=Choice("trait", dict(traits))),
            Modifier("icon", ICON, "the hero gains a sphere's icon", what=ONE, sphere=SPHERE),
            Modifier(
                "cannot_attack",
                CANNOT_ATTACK,
                "an enemy cannot attack (for a while: the player it is engaged with); a hero is no attacker",
                what=TARGET,
            ),
            Modifier(
                "cannot_defend", CANNOT_DEFEND, "a character cannot be declared as a defender", what=TARGET
            ),
            Modifier("no_threat", NO_THREAT, "adds no threat in the staging area", what=TARGET),
            Modifier("no_defense", NO_DEFENSE, "its defense counts 0", what=TARGET),
            Modifier("no_draw", NO_DRAW, "no player can draw"),
            Modifier(
                "multiple_defenders",
                MULTIPLE_DEFENDERS,
                "that player may declare any number of defenders (LCG-13.7)",
                who=PLAYERS,
            ),
            Modifier(
                "ready_tax",
                READY_TAX,
                "readies in the refresh phase only for n of its own resources",
                what=TARGET,
                n=NUMBER,
            ),
            Modifier(
                "no_optional_engagement", NO_OPTIONAL_ENGAGEMENT, "cannot be engaged by choice", what=TARGET
            ),
            Modifier(
                "no_engagement_checks", NO_ENGAGEMENT_CHECKS, "no engagement checks are made (LCG-11.2)"
            ),
            Modifier("no_staging", NO_STAGING, "the staging step is skipped (LCG-8.2)"),
            Modifier("extra_reveals", EXTRA_REVEALS, "n more cards in each staging step (LCG-8.1)", n=NUMBER),
            Modifier(
                "ally_limit",
                ALLY_LIMIT,
                "all players together may play n allies a round (LCG-28.11)",
                n=NUMBER,
            ),
            Modifier(
                "must_travel",
                MUST_TRAVEL,
                "must be travelled to if travel is possible (LCG-10.3)",
                what=TARGET,
            ),
            Modifier("no_attachments", NO_ATTACHMENTS, "no attachment can be played on it", what=TARGET),
            Modifier(
                "attacks_staging",
                ATTACKS_STAGING,
                "may attack enemies in the staging area alone (LCG-14.2)",
                what=TARGET,
            ),
            Modifier("hold", HOLD, "this stage cannot be completed (LCG-18.3)"),
            Modifier(
                "excess_raises_threat",
                EXCESS_RAISES_THREAT,
                "what its attack deals above the last hit points of a character raises the player's threat",
                what=TARGET,
            ),
            Modifier(
                "refresh_threat", REFRESH_THREAT, "threat rises by n more in the refresh phase", n=NUMBER
            ),
            Quantity(
                "count",
                COUNT,
                "how many matching cards there are",
                cards=CARDS,
                zone=optional(ZONES, "play"),
                of=optional(WHOSE, "anyone"),
            ),
            Condition("is_a", IS_A, "that card (one of those cards) is in the set", what=ONE, cards=CARDS),
            Condition("at", AT, "that card is in that zone", what=ONE, zone=ZONES),
            Condition("undefended", UNDEFENDED, "the current attack has no defender (LCG-13.8)"),
            Condition(
                "attacking",
                ATTACKING,
                "that character is attacking an enemy of the set in that zone",
                what=ONE,
                cards=CARDS,
                zone=optional(ZONES, "play"),
            ),
            Condition(
                "blank_shadow",
                BLANK_SHADOW,
                "that enemy was dealt a card without shadow effect in this phase",
                what=ONE,
            ),
            Quantity("x", X, "what was chosen for the card's X (LCG-6.11)"),
            Quantity("players", PLAYERS_IN_GAME, "players still in the game"),
            Quantity("amount", AMOUNT, "how much: damage of a `damaged` event, progress of `progress_made`"),
            Quantity("threat_of", THREAT_OF, "a player's threat", who=PLAYERS),
            Quantity("damage_on", DAMAGE_ON, "damage on that card", what=ONE),
            Quantity("tokens_on", TOKENS_ON, "resources on that card", what=ONE),
            Quantity("all_damage", ALL_DAMAGE, "as much as there can be, for `heal`"),
        ),
        sets={
            "card": (
                Alias("hero", "heroes", "type(hero)"),
                Alias("ally", "allies", "type(ally)"),
                Alias("character", "heroes and allies (LCG-2.1)", "type(hero, ally)"),
                Alias(
                    "attachment",
                    "attachments, encounter cards that are attached among them",
                    "type(attachment)",
                ),
                Alias("event", "events", "type(event)"),
                Alias("enemy", "enemies, face-down ones among them", "type(enemy)"),
                Alias("location", "locations", "type(location)"),
                Alias("treachery", "treacheries", "type(treachery)"),
                Alias("objective", "objectives", "type(objective)"),
                Attribute("name", "the cards with these ids", key="card"),
                Attribute("type", "cards of these types", values=TYPES),
                Attribute("sphere", "cards of these spheres, heroes with their icons (A-31)", values=SPHERES),
                Attribute("trait", "cards with one of these traits"),
                Attribute("keyword", "cards with one of these keywords", values=KEYWORDS),
                Attribute("cost", "cards with these printed costs"),
                Attribute("set", "encounter cards of these encounter sets"),
                Changing("exhausted", "exhausted cards", required=ids.IS_EXHAUSTED),
                Changing("ready", "cards that are not exhausted", forbidden=ids.IS_EXHAUSTED),
                Changing("committed", "characters committed to the quest", required=ids.IS_COMMITTED),
                Changing("captive", "the prisoner, whom no other set contains", required=ids.IS_CAPTIVE),
                Changing("claimed", "objectives attached to a hero", required=ids.IS_CLAIMED),
                Changing("guarded", "objectives with a guard", required=ids.IS_GUARDED),
            ),
        },
        fields=(
            Field(
                "on",
                TRIGGERS,
                "what sets the text off; `static` holds all the time, `action` is used in windows",
            ),
            Field("card", TARGET, "events: which card it must happen to; this card if nothing is said"),
            Field("of", WHOSE, "events: whose card it must be: controlled by, or engaged with"),
            Field("may", None, "events: true for a response, which may be declined"),
            Field("hand", None, "events: true for a card that responds from hand (events always do)"),
            Field("phase", PHASES, "actions and phase events: only in that phase"),
            Field("by", BY, "who uses it: the controller, any player or the first player"),
            Field("if", CONDITION, "what must hold"),
            Field(
                "cost", Block("operation"), "what must be carried out in full first; for `travel`, its cost"
            ),
            Field("do", Block("operation"), "what happens, in order; for `static`, the modifiers that hold"),
            Field(
                "limit",
                Choice("limit", {"round": ids.PER_ROUND, "phase": ids.PER_PHASE}),
                "so often in that time",
            ),
            Field("times", None, 'how often; 1 if nothing is said. With `by = "any"`, for each player'),
            Field("destroyed", None, "leaving: true if only its destruction is replaced"),
            Field("to", LEAVES_TO, "leaving: where the card goes instead of the discard pile (LCG-20.9)"),
        ),
    )


VOCABULARY = make_vocabulary({})
