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
from sim.games.lotr_lcg import ids, words

PLAYERS = Choice(
    "player",
    {
        "you": words.YOU,
        "they": words.THEY,
        "first": words.FIRST,
        "attacked": words.ATTACKED,
        "chosen": words.CHOSEN,
        "that_player": words.THAT_PLAYER,
        "owner": words.OWNER,
        "engaged_player": words.ENGAGED_PLAYER,
    },
)
WHOSE = Choice("player", {**PLAYERS.names, "anyone": words.ANYONE, "not_you": words.NOT_YOU})
CARDS = Set("card")
_NAMED = {
    "self": words.SELF,
    "host": words.HOST,
    "that": words.THAT,
    "it": words.IT,
    "attacker": words.ATTACKER,
    "defenders": words.DEFENDERS,
    "shadow_card": words.SHADOW_CARD,
}
TARGET = SetOr("card", _NAMED)
ONE = Choice("card", _NAMED)
ONE_OR_NONE = Choice("card", {**_NAMED, "nobody": words.NOTHING})
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
        "hand": words.TO_HAND,
        "discard": words.TO_DISCARD,
        "deck_top": words.TO_DECK_TOP,
        "deck_bottom": words.TO_DECK_BOTTOM,
        "deck": words.TO_DECK,
        "staging": words.TO_STAGING,
        "engaged": words.TO_ENGAGED,
        "play": words.TO_PLAY,
        "control": words.TO_CONTROL,
        "aside": words.TO_ASIDE,
    },
)
WHERE = Choice("place", {"current": words.ON_CURRENT, "quest": words.ON_QUEST, "active": words.ON_ACTIVE})
AMONG = Choice(
    "players",
    {"all": words.AMONG_ALL, "others": words.AMONG_OTHERS, "highest_threat": words.AMONG_HIGHEST_THREAT},
)
EVERY = Choice("players", {"players": words.EVERY_PLAYER, "others": words.EVERY_OTHER})
PILES = Choice(
    "pile", {"encounter_deck": words.PILE_ENCOUNTER, "deck": words.PILE_DECK, "shadow": words.PILE_SHADOW}
)
DURATION = Choice(
    "duration",
    {
        "attack": words.UNTIL_ATTACK,
        "phase": words.UNTIL_PHASE,
        "combat": words.UNTIL_COMBAT,
        "round": words.UNTIL_ROUND,
    },
)
TIME = Choice(
    "time", {"phase_end": words.UNTIL_PHASE, "combat_end": words.UNTIL_COMBAT, "round_end": words.UNTIL_ROUND}
)
SPHERE = Choice("sphere", {name: i for i, name in enumerate(words.SPHERES[:4])})
STAGE = Choice("stage", {"next": 0})
TRIGGERS = Choice("trigger", {name: i for i, name in enumerate(ids.TRIGGERS)})
PHASES = Choice(
    "phase", {name: i for i, name in enumerate(ids.PHASE_NAMES) if ids.RESOURCE <= i <= ids.REFRESH}
)
BY = Choice("user", {"controller": ids.BY_CONTROLLER, "any": ids.BY_ANY, "first": ids.BY_FIRST})
LEAVES_TO = Choice(
    "destination", {"deck_top": words.TO_DECK_TOP, "deck": words.TO_DECK, "staging": words.TO_STAGING}
)


def make_vocabulary(traits: Mapping[str, int]) -> Vocabulary:
    """Return the vocabulary of a game whose cards have these traits, each with its number."""
    return Vocabulary(
        "lotr_lcg",
        "The Lord of the Rings: The Card Game",
        words=(
            Operation(
                "pick",
                words.PICK,
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
                words.ALL,
                "every matching card",
                cards=CARDS,
                zone=optional(ZONES, "play"),
                of=optional(WHOSE, "anyone"),
            ),
            Operation(
                "random",
                words.RANDOM,
                "n matching cards at random",
                cards=CARDS,
                n=optional(NUMBER, 1),
                zone=optional(ZONES, "play"),
                of=optional(WHOSE, "anyone"),
            ),
            Operation(
                "topmost",
                words.TOPMOST,
                "the matching card that lies topmost in a player's discard pile",
                cards=CARDS,
                of=WHOSE,
            ),
            Operation(
                "look",
                words.LOOK,
                "the user learns the top n cards of a pile; they are `it` and the zone `looked` (LCG-22.9)",
                pile=PILES,
                n=optional(NUMBER, 1),
                of=optional(PLAYERS, "you"),
            ),
            Operation(
                "pick_player",
                words.PICK_PLAYER,
                "that player picks a player, who is `chosen` from then on",
                who=optional(PLAYERS, "you"),
                among=optional(AMONG, "all"),
            ),
            Operation("ready", words.READY, "ready cards", what=TARGET),
            Operation("exhaust", words.EXHAUST, "exhaust ready cards (LCG-2.4)", what=TARGET),
            Operation("damage", words.DAMAGE, "put n damage on each (LCG-15)", what=TARGET, n=NUMBER),
            Operation(
                "heal",
                words.HEAL,
                "take up to n damage off each; `all_damage` takes all",
                what=TARGET,
                n=NUMBER,
            ),
            Operation(
                "resources",
                words.RESOURCES,
                "add n resources to the pool of each; negative takes away, as a cost needs them",
                what=TARGET,
                n=NUMBER,
            ),
            Operation(
                "threat",
                words.THREAT,
                "raise a player's threat by n; negative lowers it",
                who=PLAYERS,
                n=NUMBER,
            ),
            Operation(
                "progress",
                words.PROGRESS,
                "put n progress on the quest (active location first, LCG-9.6), on the quest card only "
                "or on the active location; negative removes",
                where=WHERE,
                n=NUMBER,
            ),
            Operation(
                "progress_on",
                words.PROGRESS_ON,
                "put n progress on each of these locations",
                what=TARGET,
                n=NUMBER,
            ),
            Operation("draw", words.DRAW, "that player draws n cards (LCG-5.2)", who=PLAYERS, n=NUMBER),
            Operation(
                "move",
                words.MOVE,
                "move each card; `who` is the player meant by `engaged`, `play` and `control`",
                what=TARGET,
                to=DESTINATION,
                who=optional(PLAYERS, "you"),
            ),
            Operation("attach", words.ATTACH, "attach a card to another card", what=ONE, to=ONE),
            Operation(
                "attach_to_deck",
                words.ATTACH_TO_DECK,
                "attach a card to a player's deck",
                what=ONE,
                who=PLAYERS,
            ),
            Operation(
                "face_down_enemy",
                words.FACE_DOWN_ENEMY,
                "the top card of that player's deck engages him face down as an enemy (LCG-28.13)",
                who=PLAYERS,
            ),
            Operation(
                "reveal",
                words.REVEAL,
                "reveal n encounter cards one by one (LCG-8.5), as guards of an objective if one is named",
                n=NUMBER,
                guards=optional(ONE_OR_NONE, "nobody"),
            ),
            Operation("surge", words.SURGE, "the card being revealed gains Surge (LCG-21.2)"),
            Operation("cancel", words.CANCEL, "what the response answers does not happen (LCG-22.6)"),
            Operation("shuffle", words.SHUFFLE, "shuffle a deck", pile=PILES, of=optional(PLAYERS, "you")),
            Operation(
                "attack",
                words.ATTACK,
                "characters attack now (LCG-14.7); an enemy attacks the attacked player now (LCG-13.14)",
                what=ONE,
            ),
            Operation(
                "deal_shadow", words.DEAL_SHADOW, "deal an enemy n more shadow cards", what=ONE, n=NUMBER
            ),
            Operation(
                "uncommit", words.UNCOMMIT, "take characters off the quest; they stay exhausted", what=TARGET
            ),
            Operation("capture", words.CAPTURE, "a hero becomes the prisoner (LCG-28.14)", what=ONE),
            Operation("rescue", words.RESCUE, "the prisoner is free; `it` is that hero (LCG-28.12)"),
            Operation("advance", words.ADVANCE, "go on to the next stage, at random among several", to=STAGE),
            Operation("win", words.WIN, "the players win"),
            Operation(
                "until",
                words.UNTIL,
                "these modifiers hold that long; on `it` and other named cards now, on a set also for "
                "cards that come to match later (LCG-22.7)",
                time=DURATION,
                modifiers=Block("modifier"),
            ),
            Operation(
                "later", words.LATER, "carry out the list at that time", time=TIME, body=Block("operation")
            ),
            Operation(
                "each",
                words.EACH,
                "carry out the list for every player in the game, in player order; that player is `they`",
                players=EVERY,
                body=Block("operation"),
            ),
            Operation(
                "each_card",
                words.EACH_CARD,
                "carry out the list for each card of `it`, one by one in the first player's order (LCG-25.1)",
                body=Block("operation"),
            ),
            Operation(
                "choose",
                words.CHOOSE,
                "that player chooses one of the options that can be carried out",
                who=PLAYERS,
                options=Block("operation"),
            ),
            Operation("option", words.OPTION, "one option of a choice", body=Block("operation")),
            Modifier("willpower", words.WILLPOWER, "n more willpower", what=TARGET, n=NUMBER),
            Modifier("attack", words.ATTACK_BONUS, "n more attack", what=TARGET, n=NUMBER),
            Modifier("defense", words.DEFENSE, "n more defense", what=TARGET, n=NUMBER),
            Modifier("hit_points", words.HIT_POINTS, "n more hit points", what=TARGET, n=NUMBER),
            Modifier("threat", words.THREAT_BONUS, "n more threat", what=TARGET, n=NUMBER),
            Modifier(
                "staging_threat",
                words.STAGING_THREAT,
                "n more threat in the staging area as a whole",
                n=NUMBER,
            ),
            Modifier(
                "trait", words.TRAIT, "the card gains a trait", what=ONE, trait=Choice("trait", dict(traits))
            ),
            Modifier("icon", words.ICON, "the hero gains a sphere's icon", what=ONE, sphere=SPHERE),
            Modifier(
                "cannot_attack",
                words.CANNOT_ATTACK,
                "an enemy cannot attack (for a while: the player it is engaged with); a hero is no attacker",
                what=TARGET,
            ),
            Modifier(
                "cannot_defend",
                words.CANNOT_DEFEND,
                "a character cannot be declared as a defender",
                what=TARGET,
            ),
            Modifier("no_threat", words.NO_THREAT, "adds no threat in the staging area", what=TARGET),
            Modifier("no_defense", words.NO_DEFENSE, "its defense counts 0", what=TARGET),
            Modifier("no_draw", words.NO_DRAW, "no player can draw"),
            Modifier(
                "multiple_defenders",
                words.MULTIPLE_DEFENDERS,
                "that player may declare any number of defenders (LCG-13.7)",
                who=PLAYERS,
            ),
            Modifier(
                "ready_tax",
                words.READY_TAX,
                "readies in the refresh phase only for n of its own resources",
                what=TARGET,
                n=NUMBER,
            ),
            Modifier(
                "no_optional_engagement",
                words.NO_OPTIONAL_ENGAGEMENT,
                "cannot be engaged by choice",
                what=TARGET,
            ),
            Modifier(
                "no_engagement_checks", words.NO_ENGAGEMENT_CHECKS, "no engagement checks are made (LCG-11.2)"
            ),
            Modifier("no_staging", words.NO_STAGING, "the staging step is skipped (LCG-8.2)"),
            Modifier(
                "extra_reveals", words.EXTRA_REVEALS, "n more cards in each staging step (LCG-8.1)", n=NUMBER
            ),
            Modifier(
                "ally_limit",
                words.ALLY_LIMIT,
                "all players together may play n allies a round (LCG-28.11)",
                n=NUMBER,
            ),
            Modifier(
                "must_travel",
                words.MUST_TRAVEL,
                "must be travelled to if travel is possible (LCG-10.3)",
                what=TARGET,
            ),
            Modifier(
                "no_attachments", words.NO_ATTACHMENTS, "no attachment can be played on it", what=TARGET
            ),
            Modifier(
                "attacks_staging",
                words.ATTACKS_STAGING,
                "may attack enemies in the staging area alone (LCG-14.2)",
                what=TARGET,
            ),
            Modifier("hold", words.HOLD, "this stage cannot be completed (LCG-18.3)"),
            Modifier(
                "excess_raises_threat",
                words.EXCESS_RAISES_THREAT,
                "what its attack deals above the last hit points of a character raises the player's threat",
                what=TARGET,
            ),
            Modifier(
                "refresh_threat",
                words.REFRESH_THREAT,
                "threat rises by n more in the refresh phase",
                n=NUMBER,
            ),
            Quantity(
                "count",
                words.COUNT,
                "how many matching cards there are",
                cards=CARDS,
                zone=optional(ZONES, "play"),
                of=optional(WHOSE, "anyone"),
            ),
            Condition(
                "is_a", words.IS_A, "that card (one of those cards) is in the set", what=ONE, cards=CARDS
            ),
            Condition("at", words.AT, "that card is in that zone", what=ONE, zone=ZONES),
            Condition("undefended", words.UNDEFENDED, "the current attack has no defender (LCG-13.8)"),
            Condition(
                "attacking",
                words.ATTACKING,
                "that character is attacking an enemy of the set in that zone",
                what=ONE,
                cards=CARDS,
                zone=optional(ZONES, "play"),
            ),
            Condition(
                "blank_shadow",
                words.BLANK_SHADOW,
                "that enemy was dealt a card without shadow effect in this phase",
                what=ONE,
            ),
            Quantity("x", words.X, "what was chosen for the card's X (LCG-6.11)"),
            Quantity("players", words.PLAYERS_IN_GAME, "players still in the game"),
            Quantity(
                "amount", words.AMOUNT, "how much: damage of a `damaged` event, progress of `progress_made`"
            ),
            Quantity("threat_of", words.THREAT_OF, "a player's threat", who=PLAYERS),
            Quantity("damage_on", words.DAMAGE_ON, "damage on that card", what=ONE),
            Quantity("tokens_on", words.TOKENS_ON, "resources on that card", what=ONE),
            Quantity("all_damage", words.ALL_DAMAGE, "as much as there can be, for `heal`"),
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
                Attribute("type", "cards of these types", values=words.TYPES),
                Attribute(
                    "sphere", "cards of these spheres, heroes with their icons (A-31)", values=words.SPHERES
                ),
                Attribute("trait", "cards with one of these traits"),
                Attribute("keyword", "cards with one of these keywords", values=words.KEYWORDS),
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
