"""The words of this game's effect language (CG-13).

`programs.py` compiles the effect texts of the data files with `VOCABULARY`. Kernels import the codes at
the end: of words, and of the names among their arguments.
"""

from mazarbul.sim.effects import (
    CONDITION,
    NUMBER,
    VALUES,
    Attribute,
    Block,
    Choice,
    Condition,
    Field,
    Flags,
    Modifier,
    Operation,
    Quantity,
    Set,
    SetOr,
    Value,
    Vocabulary,
    optional,
)
from mazarbul.sim.effects.classes import class_of
from mazarbul.sim.engine.declared import spelled
from mazarbul.sim.games.card_game import ids
from mazarbul.sim.games.card_game.content.phrases import PHRASES
from mazarbul.sim.games.card_game.ids import FACTIONS, SIDES, TYPES

SEAT_WORDS = ("you", "they")

PLAYERS = Choice("player", (*SEAT_WORDS, *FACTIONS))
SIDE = Choice("side", SIDES)
PLACES = Flags("place", spelled(ids.AT))
WHEN = Flags(
    "when", spelled(ids.BY, "any", "forsake_top", "forsake_reserve", "path_combat", "battleground_combat")
)
TRIGGERS = Choice("trigger", spelled(ids.ON))
REPLACES = Choice("who", ("self", "wielder", "self_and_one"))
PILES = Choice("pile", ("cycle", "eliminate"))
ITEMS = Choice("items", PILES.names)
LIMIT = Choice("limit", ("round",))
THEN = Choice("then", ("cycle",))

CARDS = Set("card")
SPOTS = Set("place")
AMOUNT = Value("number", {"any": ids.ANY_NUMBER})
ZONES = Choice("zone", ("here", "path", "battlegrounds", "own_reserve", "in_play"))
CARRIER = Choice("card", spelled(ids.TARGET, "self", "wielder"))
TAKE_ZONES = Flags("zone", ("draw", "cycle"))
DIG_TARGETS = Choice("destination", ("anywhere", "reserve", "here"))
DIG_RESTS = Choice("rest", ("cycle", "hand"))
SOURCES = Flags("source", ("deck", "scoring"))
MOVED = SetOr("card", CARRIER.names)
MOVE_TARGETS = Choice("destination", ("path", "battleground", "that"))
TOKEN_TARGETS = Choice("target", ("path", "battleground", "self"))
TOKEN_KINDS = Choice("token", ("attack", "defense"))
PATH_CHOICES = Choice("path", ("same", "next"))
ICON_TARGETS = SetOr("card", spelled(ids.TARGET, "self", "location"))
ICON_KINDS = Choice(
    "icon", {**spelled(ids.ICON, "path", "bg_attack", "bg_defense"), "defense": ids.LOCATION_DEFENSE}
)

VOCABULARY = Vocabulary(
    "card_game",
    "War of the Ring: The Card Game",
    phrases=PHRASES,
    words=(
        Operation("draw", "that seat draws n cards (CG-9.1)", who=PLAYERS, n=NUMBER),
        Operation(
            "cycle",
            "that seat cycles n cards of its choice from hand and forsakes any shortfall (CG-9.11)",
            who=PLAYERS,
            n=NUMBER,
        ),
        Operation("forsake", "that seat forsakes n cards, one at a time (CG-9.5)", who=PLAYERS, n=NUMBER),
        Operation(
            "eliminate",
            "that seat picks n matching cards of a zone and eliminates them (CG-9.8)",
            who=PLAYERS,
            n=AMOUNT,
            zone=ZONES,
            cards=CARDS,
        ),
        Operation("remove", "eliminate every matching card, wherever it is (CG-9.9)", cards=CARDS),
        Operation("leave", "that card goes from play to that pile, with its items", what=CARRIER, pile=PILES),
        Operation(
            "take",
            "that seat takes from least to most matching cards from its own zones into hand (CG-9.12)",
            who=PLAYERS,
            zones=TAKE_ZONES,
            cards=CARDS,
            most=optional(NUMBER, 1),
            least=optional(NUMBER, 1),
        ),
        Operation("recycle", "shuffle the cycle pile into the draw deck (CG-9.4)", who=PLAYERS),
        Operation(
            "dig",
            "draw n aside; eliminate some, play some, cycle some, then cycle or take the rest (CG-9.13)",
            who=PLAYERS,
            n=NUMBER,
            eliminate=optional(NUMBER, 0),
            play=optional(NUMBER, 0),
            cards=optional(CARDS, "everything"),
            to=optional(DIG_TARGETS, "anywhere"),
            cycle=optional(NUMBER, 0),
            rest=optional(DIG_RESTS, "cycle"),
        ),
        Operation(
            "activate_path",
            "activate an unused path of the same or the next number (CG-5.12)",
            number=PATH_CHOICES,
        ),
        Operation(
            "activate_battleground",
            "activate or reactivate a matching battleground from those sources (CG-5.3)",
            places=SPOTS,
            sources=SOURCES,
        ),
        Operation(
            "move",
            "move a card of your reserve, fresh or not, as far as placement allows (CG-9.17)",
            what=MOVED,
            to=MOVE_TARGETS,
        ),
        Operation(
            "token",
            "put n tokens on the active path, an active battleground of your choice or this card",
            target=TOKEN_TARGETS,
            kind=TOKEN_KINDS,
            n=NUMBER,
        ),
        Operation(
            "corruption", "add n corruption; a negative n removes, but not below 0 (CG-9.20)", n=NUMBER
        ),
        Operation("grant", "these modifiers apply until the end of the round", modifiers=Block("modifier")),
        Operation(
            "each",
            "carry out the list for every seat of a side, in turn order (CG-1.13)",
            side=SIDE,
            body=Block("operation"),
        ),
        Modifier(
            "icons",
            "n more icons of a kind on this card, its location or matching own cards in play",
            target=ICON_TARGETS,
            kind=ICON_KINDS,
            n=NUMBER,
        ),
        Modifier("carryover", "the owner's carryover limit changes by n (CG-6.8)", n=NUMBER),
        Modifier("draw_bonus", "the owner draws n more in the draw step (CG-4.3)", n=NUMBER),
        Modifier(
            "allow_place",
            "matching own armies and characters may be placed there (CG-7.9)",
            cards=CARDS,
            places=SPOTS,
        ),
        Modifier(
            "allow_support",
            "matching armies may support matching characters (CG-10.20)",
            characters=CARDS,
            armies=CARDS,
        ),
        Modifier("forbid_path", "this card may not be placed on a path (CG-7.9)"),
        Modifier(
            "forbid_battleground",
            "this card may not be placed there (CG-7.9)",
            places=SPOTS,
        ),
        Modifier(
            "forbid_item",
            "the wielder may not also wield a matching item (CG-7.16)",
            cards=CARDS,
        ),
        Modifier("peek_top", "the owner always knows the top card of its draw deck"),
        Condition("in_play", "a matching card is in play, on either side", cards=CARDS),
        Condition("in_reserve", "a matching card is in a reserve of the own side", cards=CARDS),
        Condition("at", "this card (an item: its wielder) is at one of those places", places=PLACES),
        Condition("here", "this card (an item: its wielder) is on a matching location", places=SPOTS),
        Condition(
            "beside",
            "a matching card of either side, not this one, shares the path or battleground",
            cards=CARDS,
        ),
        Condition("supporting", "in this combat, this army supports a matching character", cards=CARDS),
        Condition("active", "a matching battleground is active", places=SPOTS),
        Quantity("count", "number of matching cards in a zone", cards=CARDS, zone=ZONES),
        Quantity("same", "the number chosen for `any` on this card"),
    ),
    sets={
        "card": (
            Attribute("name", "the cards with these ids", key="id"),
            Attribute("faction", "cards of these factions", values=FACTIONS),
            Attribute("type", "cards of these types", values=TYPES),
            Attribute("trait", "cards with one of these traits"),
            Attribute("side", "cards of that side", values=SIDES),
        ),
        "place": (
            Attribute("name", "the locations with these ids", key="id"),
            Attribute("number", "paths of these numbers"),
            Attribute("side", "battlegrounds of that side", values=SIDES),
            Attribute("faction", "battlegrounds that list one of these factions (CG-1.11)", values=FACTIONS),
        ),
    },
    fields=(
        Field("on", TRIGGERS, "what triggers the effect"),
        Field("at", PLACES, "where the card must be"),
        Field("if", CONDITION, "what must hold"),
        Field("may", PLAYERS, "the seat that decides whether to use an optional effect"),
        Field("cost", Block("operation"), "what must first be carried out in full"),
        Field("do", Block("operation"), "what happens, in order; for `static`, the modifiers that apply"),
        Field("by", PLAYERS, "the seat that may use an action, if it is not the owner"),
        Field("limit", LIMIT, "`round`: once per round for each card"),
        Field("who", REPLACES, "replace: the card whose elimination is replaced"),
        Field("when", WHEN, "replace: which eliminations are replaced"),
        Field("then", THEN, "replace: the card is cycled instead"),
        Field("items", ITEMS, "replace: the pile that the card's items go to"),
        Field("filter", CARDS, "replace: the other cards that `self_and_one` may save"),
    ),
)

# For kernels: the codes of words, and the numbers of the names among their arguments.
OPERATION = VOCABULARY.codes("operation")  # CG-13.4
MODIFIER = VOCABULARY.codes("modifier")  # CG-13.5
VALUE = VOCABULARY.codes(VALUES)  # CG-13.3 and CG-13.5
ORDER = class_of(VOCABULARY, "operation", "who")  # what a seat has to do, as bits
PLAYER = PLAYERS.codes
FIRST_FACTION = len(SEAT_WORDS)
ZONE = ZONES.codes
PILE = PILES.codes
REPLACED = REPLACES.codes
TAKEN_FROM = TAKE_ZONES.codes
ACTIVATED_FROM = SOURCES.codes
DIG_TO = DIG_TARGETS.codes
DIG_REST = DIG_RESTS.codes
MOVE_TO = MOVE_TARGETS.codes
TOKEN_ON = TOKEN_TARGETS.codes
TOKEN_KIND = TOKEN_KINDS.codes
PATH_CHOICE = PATH_CHOICES.codes
