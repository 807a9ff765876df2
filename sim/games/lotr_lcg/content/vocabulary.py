"""The words of the effect language that this game understands (LCG-20 to LCG-22).

`programs.py` compiles the effect texts of the data files with `VOCABULARY`; words.py has the
parts that kernels need.
A text is carried out statement by statement. Statements that select cards (`pick`, `all`, ...) put
them into `it`, which the next statements use; `pick_player` likewise fills `chosen`.

Marks of operations: `selects` puts cards into `it`, `affects` acts on each of the cards it names, `sized`
has a number, how much it does to its first argument, `opens` carries out its list at once. Marks of
modifiers: `stat` changes a number of a card, `gain` gives it something that only a standing text can give,
`passing` can only apply for a while.
"""

from collections.abc import Mapping

from mazarbul.sim.effects import (
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
from mazarbul.sim.engine.declared import spelled
from mazarbul.sim.games.lotr_lcg import ids
from mazarbul.sim.games.lotr_lcg.content.phrases import PHRASES

PLAYERS = Choice(
    "player",
    ("you", "they", "first", "attacked", "chosen", "that_player", "owner", "engaged_player"),
)
WHOSE = Choice("player", (*PLAYERS.names, "anyone", "not_you"))
CARDS = Set("card")
_NAMED = {
    name: -number
    for number, name in enumerate(("self", "host", "that", "it", "attacker", "defenders", "shadow_card"), 1)
}
TARGET = SetOr("card", _NAMED)
ONE = Choice("card", _NAMED)
ONE_OR_NONE = Choice("card", {**_NAMED, "nobody": -1 - len(_NAMED)})
ZONES = Flags("zone", spelled(ids.Z))
DESTINATION = Choice(
    "destination",
    (
        "hand",
        "discard",
        "deck_top",
        "deck_bottom",
        "deck",
        "staging",
        "engaged",
        "play",
        "control",
        "aside",
    ),
)
WHERE = Choice("place", ("current", "quest", "active"))
AMONG = Choice("players", ("all", "others", "highest_threat"))
EVERY = Choice("players", ("players", "others"))
PILES = Choice("pile", ("encounter_deck", "deck", "shadow"))
DECKS = Choice("pile", {name: PILES.names[name] for name in ("encounter_deck", "deck")})
DURATION = Choice("duration", ("attack", "phase", "combat", "round"))
TIME = Choice("time", {f"{name}_end": DURATION.names[name] for name in ("phase", "combat", "round")})
SPHERE = Choice("sphere", [name for name in ids.SPHERES if name != "neutral"])
STAGE = Choice("stage", ("next",))
TRIGGERS = Choice("trigger", spelled(ids.ON))
PHASES = Choice("phase", ids.ROUND_PHASES)
BY = Choice("user", spelled(ids.BY))
LIMIT = Choice("limit", spelled(ids.LIMIT, "round", "phase"))
LEAVES_TO = Choice("destination", {name: DESTINATION.names[name] for name in ("deck_top", "deck", "staging")})


def make_vocabulary(traits: Mapping[str, int]) -> Vocabulary:
    """Return the vocabulary of a game whose cards have these traits, each with its number."""
    return Vocabulary(
        "lotr_lcg",
        "The Lord of the Rings: The Card Game",
        phrases=PHRASES,
        words=(
            Operation(
                "pick",
                "that player picks n matching cards, as many as there are; in a cost, exactly n",
                "selects",
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
                "every matching card",
                "selects",
                cards=CARDS,
                zone=optional(ZONES, "play"),
                of=optional(WHOSE, "anyone"),
            ),
            Operation(
                "random",
                "n matching cards at random",
                "selects",
                cards=CARDS,
                n=optional(NUMBER, 1),
                zone=optional(ZONES, "play"),
                of=optional(WHOSE, "anyone"),
            ),
            Operation(
                "topmost",
                "the matching card nearest the top of a player's discard pile",
                "selects",
                cards=CARDS,
                of=WHOSE,
            ),
            Operation(
                "look",
                "the user learns the top n cards of a pile; they are `it` and the zone `looked` (LCG-22.9)",
                "selects",
                pile=PILES,
                n=optional(NUMBER, 1),
                of=optional(PLAYERS, "you"),
            ),
            Operation(
                "pick_player",
                "that player picks a player, who is `chosen` from then on",
                who=optional(PLAYERS, "you"),
                among=optional(AMONG, "all"),
            ),
            Operation("ready", "ready cards", "affects", what=TARGET),
            Operation("exhaust", "exhaust ready cards (LCG-2.4)", "affects", what=TARGET),
            Operation("damage", "put n damage on each (LCG-15)", "affects sized", what=TARGET, n=NUMBER),
            Operation(
                "heal",
                "take up to n damage off each; `all_damage` takes all",
                "affects sized",
                what=TARGET,
                n=NUMBER,
            ),
            Operation(
                "resources",
                "add n resources to the pool of each; negative takes away, as a cost needs them",
                "affects sized",
                what=TARGET,
                n=NUMBER,
            ),
            Operation(
                "threat",
                "raise a player's threat by n; negative lowers it",
                "sized",
                who=PLAYERS,
                n=NUMBER,
            ),
            Operation(
                "progress",
                "put n progress on the quest (active location first, LCG-9.6), on the quest card only "
                "or on the active location; negative removes",
                "sized",
                where=WHERE,
                n=NUMBER,
            ),
            Operation(
                "progress_on",
                "put n progress on each of these locations",
                "affects sized",
                what=TARGET,
                n=NUMBER,
            ),
            Operation("draw", "that player draws n cards (LCG-5.2)", "sized", who=PLAYERS, n=NUMBER),
            Operation(
                "move",
                "move each card; `who` is the player for `engaged`, `play` and `control`",
                what=TARGET,
                to=DESTINATION,
                who=optional(PLAYERS, "you"),
            ),
            Operation("attach", "attach a card to another card", what=ONE, to=ONE),
            Operation(
                "attach_to_deck",
                "attach a card to a player's deck",
                what=ONE,
                who=PLAYERS,
            ),
            Operation(
                "face_down_enemy",
                "the top card of that player's deck engages that player face down as an enemy (LCG-28.13)",
                who=PLAYERS,
            ),
            Operation(
                "reveal",
                "reveal n encounter cards one by one (LCG-8.5), as guards of an objective if one is named",
                n=NUMBER,
                guards=optional(ONE_OR_NONE, "nobody"),
            ),
            Operation("surge", "the card being revealed gains Surge (LCG-21.2)"),
            Operation("cancel", "the event that it responds to does not happen (LCG-22.6)"),
            Operation("shuffle", "shuffle a deck", pile=DECKS, of=optional(PLAYERS, "you")),
            Operation(
                "attack",
                "characters attack now (LCG-14.7); an enemy attacks the attacked player now (LCG-13.14)",
                what=ONE,
            ),
            Operation("deal_shadow", "deal an enemy n more shadow cards", "sized", what=ONE, n=NUMBER),
            Operation(
                "uncommit", "take characters off the quest; they stay exhausted", "affects", what=TARGET
            ),
            Operation("capture", "a hero becomes the prisoner (LCG-28.14)", what=ONE),
            Operation("rescue", "the prisoner is free; `it` is that hero (LCG-28.12)"),
            Operation("advance", "advance to the next stage, at random among several", to=STAGE),
            Operation("win", "the players win"),
            Operation(
                "until",
                "these modifiers apply that long; on `it` and other named cards now, on a set also for "
                "cards that come to match later (LCG-22.7)",
                time=DURATION,
                modifiers=Block("modifier"),
            ),
            Operation("later", "carry out the list at that time", time=TIME, body=Block("operation")),
            Operation(
                "each",
                "carry out the list for every player in the game, in player order; that player is `they`",
                "opens",
                players=EVERY,
                body=Block("operation"),
            ),
            Operation(
                "each_card",
                "carry out the list for each card of `it`, one by one in the first player's order (LCG-25.1)",
                "opens",
                body=Block("operation"),
            ),
            Operation(
                "choose",
                "that player chooses one of the options that can be carried out",
                "opens",
                who=PLAYERS,
                options=Block("operation"),
            ),
            Operation("option", "one option of a choice", "opens", body=Block("operation")),
            Modifier("willpower", "n more willpower", "stat", what=TARGET, n=NUMBER),
            Modifier("attack", "n more attack", "stat", what=TARGET, n=NUMBER),
            Modifier("defense", "n more defense", "stat", what=TARGET, n=NUMBER),
            Modifier("hit_points", "n more hit points", "stat", what=TARGET, n=NUMBER),
            Modifier("threat", "n more threat", "stat", what=TARGET, n=NUMBER),
            Modifier(
                "staging_threat",
                "n more threat in the staging area as a whole",
                n=NUMBER,
            ),
            Modifier(
                "trait", "the card gains a trait", "gain", what=ONE, trait=Choice("trait", dict(traits))
            ),
            Modifier("icon", "the hero gains a sphere's icon", "gain", what=ONE, sphere=SPHERE),
            Modifier(
                "cannot_attack",
                "an enemy cannot attack (for a while: the player it is engaged with); a hero is no attacker",
                what=TARGET,
            ),
            Modifier(
                "cannot_defend",
                "a character cannot be declared as a defender",
                what=TARGET,
            ),
            Modifier("no_threat", "adds no threat in the staging area", what=TARGET),
            Modifier("no_defense", "its defense counts as 0", what=TARGET),
            Modifier("no_draw", "no player can draw"),
            Modifier(
                "multiple_defenders",
                "that player may declare any number of defenders (LCG-13.7)",
                "passing",
                who=PLAYERS,
            ),
            Modifier(
                "ready_tax",
                "readies in the refresh phase only for n of its own resources",
                what=TARGET,
                n=NUMBER,
            ),
            Modifier(
                "no_optional_engagement",
                "cannot be engaged by choice",
                what=TARGET,
            ),
            Modifier("no_engagement_checks", "no engagement checks are made (LCG-11.2)"),
            Modifier("no_staging", "the staging step is skipped (LCG-8.2)"),
            Modifier("extra_reveals", "n more cards in each staging step (LCG-8.1)", n=NUMBER),
            Modifier(
                "ally_limit",
                "all players together may play n allies per round (LCG-28.11)",
                n=NUMBER,
            ),
            Modifier(
                "must_travel",
                "must be travelled to if travel is possible (LCG-10.3)",
                what=TARGET,
            ),
            Modifier("no_attachments", "no attachment can be played on it", what=TARGET),
            Modifier(
                "attacks_staging",
                "may attack enemies in the staging area alone (LCG-14.2)",
                what=TARGET,
            ),
            Modifier("hold", "this stage cannot be completed (LCG-18.3)"),
            Modifier(
                "excess_raises_threat",
                "damage of its attack beyond the hit points of a character raises the player's threat",
                what=TARGET,
            ),
            Modifier(
                "refresh_threat",
                "threat rises by n more in the refresh phase",
                n=NUMBER,
            ),
            Quantity(
                "count",
                "how many matching cards there are",
                cards=CARDS,
                zone=optional(ZONES, "play"),
                of=optional(WHOSE, "anyone"),
            ),
            Condition("is_a", "that card (one of those cards) is in the set", what=ONE, cards=CARDS),
            Condition("at", "that card is in that zone", what=ONE, zone=ZONES),
            Condition("undefended", "the current attack has no defender (LCG-13.8)"),
            Condition(
                "attacking",
                "that character is attacking an enemy of the set in that zone",
                what=ONE,
                cards=CARDS,
                zone=optional(ZONES, "play"),
            ),
            Condition(
                "blank_shadow",
                "that enemy was dealt a card without a shadow effect in this phase",
                what=ONE,
            ),
            Quantity("x", "the value chosen for the card's X (LCG-6.11)"),
            Quantity("players", "players still in the game"),
            Quantity("amount", "how much: damage of a `damaged` event, progress of `progress_made`"),
            Quantity("threat_of", "a player's threat", who=PLAYERS),
            Quantity("damage_on", "damage on that card", what=ONE),
            Quantity("tokens_on", "resources on that card", what=ONE),
            Quantity("all_damage", "as much as there can be, for `heal`"),
        ),
        sets={
            "card": (
                Alias("hero", "heroes", "type(hero)"),
                Alias("ally", "allies", "type(ally)"),
                Alias("character", "heroes and allies (LCG-2.1)", "type(hero, ally)"),
                Alias(
                    "attachment",
                    "attachments, including attached encounter cards",
                    "type(attachment)",
                ),
                Alias("event", "events", "type(event)"),
                Alias("enemy", "enemies, including face-down ones", "type(enemy)"),
                Alias("location", "locations", "type(location)"),
                Alias("treachery", "treacheries", "type(treachery)"),
                Alias("objective", "objectives", "type(objective)"),
                Attribute("name", "the cards with these ids", key="card"),
                Attribute("type", "cards of these types", values=ids.TYPES),
                Attribute(
                    "sphere", "cards of these spheres, heroes with their icons (A-31)", values=ids.SPHERES
                ),
                Attribute("trait", "cards with one of these traits"),
                Attribute("keyword", "cards with one of these keywords", values=ids.KEYWORDS),
                Attribute("cost", "cards with these printed costs"),
                Attribute("set", "encounter cards of these encounter sets"),
                Changing("exhausted", "exhausted cards", required=ids.IS.EXHAUSTED),
                Changing("ready", "cards that are not exhausted", forbidden=ids.IS.EXHAUSTED),
                Changing("committed", "characters committed to the quest", required=ids.IS.COMMITTED),
                Changing("captive", "the prisoner, who is in no other set", required=ids.IS.CAPTIVE),
                Changing("claimed", "objectives attached to a hero", required=ids.IS.CLAIMED),
                Changing("guarded", "objectives with a guard", required=ids.IS.GUARDED),
            ),
        },
        fields=(
            Field(
                "on",
                TRIGGERS,
                "what triggers the text; `static` always applies, `action` is used in windows",
            ),
            Field("card", TARGET, "events: which card it must happen to; this card by default"),
            Field("of", WHOSE, "events: the player who must control the card or be engaged with it"),
            Field("may", None, "events: true for a response, which may be declined"),
            Field("hand", None, "events: true for a card that responds from hand (events always do)"),
            Field("phase", PHASES, "actions and phase events: only in that phase"),
            Field("by", BY, "who uses it: the controller, any player or the first player"),
            Field("if", CONDITION, "what must hold"),
            Field(
                "cost", Block("operation"), "what must first be carried out in full; for `travel`, its cost"
            ),
            Field("do", Block("operation"), "what happens, in order; for `static`, the modifiers that apply"),
            Field(
                "limit",
                LIMIT,
                "the time in which its uses are counted",
            ),
            Field("times", None, 'how often; 1 by default. With `by = "any"`, for each player'),
            Field("destroyed", None, "leaving: true if only its destruction is replaced"),
            Field("to", LEAVES_TO, "leaving: where the card goes instead of the discard pile (LCG-20.9)"),
        ),
    )


VOCABULARY = make_vocabulary({})
