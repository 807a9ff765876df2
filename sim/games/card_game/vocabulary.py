"""The words of the effect language that this game understands (CG-13), with their codes.

Kernels import the codes; `texts.py` compiles the effect texts of the data files with `VOCABULARY`.
"""

from sim.effects import (
    CONDITION,
    NUMBER,
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
from sim.games.card_game import ids

# Codes of operations, CG-13.4
DRAW = 16
CYCLE = 17
FORSAKE = 18
ELIMINATE = 19
REMOVE = 20
LEAVE = 21
TAKE = 22
RECYCLE = 23
DIG = 24
ACTIVATE_PATH = 25
ACTIVATE_BATTLEGROUND = 26
MOVE = 27
TOKEN = 28
CORRUPTION = 29
GRANT = 30
EACH = 31

# Codes of modifiers, CG-13.5
ICONS = 16
CARRYOVER = 17
DRAW_BONUS = 18
ALLOW_PLACE = 19
ALLOW_SUPPORT = 20
FORBID_PATH = 21
FORBID_BATTLEGROUND = 22
FORBID_ITEM = 23
PEEK_TOP = 24

# Codes of conditions and numbers, CG-13.3 and CG-13.5
IN_PLAY = 16
IN_RESERVE = 17
AT = 18
HERE = 19
BESIDE = 20
SUPPORTING = 21
ACTIVE = 22
COUNT = 23
SAME = 24

# Arguments
YOU = 0
THEY = 1
FIRST_FACTION = 2
FACTIONS = (
    "dunedain",
    "elf",
    "dwarf",
    "hobbit",
    "rohan",
    "wizard",
    "mordor",
    "isengard",
    "monstrous",
    "southron",
)
SIDES = ("free_peoples", "shadow")
TYPES = ("army", "character", "item", "event")

FROM_DRAW = 1
FROM_CYCLE = 2
FROM_DECK = 1
FROM_SCORING = 2
ZONE_HERE = 0
ZONE_PATH = 1
ZONE_BATTLEGROUNDS = 2
ZONE_OWN_RESERVE = 3
ZONE_IN_PLAY = 4
TO_CYCLE = 0
TO_ELIMINATE = 1
TO_ANYWHERE = 0
TO_RESERVE = 1
TO_HERE = 2
REST_CYCLE = 0
REST_HAND = 1
PATH_SAME = 0
PATH_NEXT = 1
MOVE_PATH = 0
MOVE_BATTLEGROUND = 1
MOVE_THAT = 2
TOKEN_ATTACK = 0
TOKEN_DEFENSE = 1
TOKEN_ON_PATH = 0
TOKEN_ON_BATTLEGROUND = 1
TOKEN_ON_SELF = 2

PLAYERS = Choice(
    "player", {"you": YOU, "they": THEY} | {name: FIRST_FACTION + i for i, name in enumerate(FACTIONS)}
)
SIDE = Choice("side", {name: i for i, name in enumerate(SIDES)})
PLACES = Flags(
    "place",
    {
        "reserve": ids.AT_RESERVE,
        "path": ids.AT_PATH,
        "battleground": ids.AT_BATTLEGROUND,
        "in_play": ids.AT_IN_PLAY,
        "anywhere": ids.AT_ANYWHERE,
    },
)
WHEN = Flags(
    "when",
    {
        "any": ids.BY_ANY,
        "forsake_top": ids.BY_FORSAKE_TOP,
        "forsake_reserve": ids.BY_FORSAKE_RESERVE,
        "path_combat": ids.BY_PATH_COMBAT,
        "battleground_combat": ids.BY_BATTLEGROUND_COMBAT,
    },
)
TRIGGERS = Choice(
    "trigger",
    {
        "play": ids.ON_PLAY,
        "enter": ids.ON_ENTER,
        "action": ids.ON_ACTION,
        "static": ids.ON_STATIC,
        "draw_step": ids.ON_DRAW_STEP,
        "activate": ids.ON_ACTIVATE,
        "replace": ids.ON_REPLACE,
    },
)
WHO = Choice("who", {"self": 0, "wielder": 1, "self_and_one": 2})
ITEMS = Choice("items", {"cycle": TO_CYCLE, "eliminate": TO_ELIMINATE})
LIMIT = Choice("limit", {"round": 1})

CARDS = Set("card")
SPOTS = Set("place")
AMOUNT = Value("number", {"any": ids.ANY_NUMBER})
ZONE = Choice(
    "zone",
    {
        "here": ZONE_HERE,
        "path": ZONE_PATH,
        "battlegrounds": ZONE_BATTLEGROUNDS,
        "own_reserve": ZONE_OWN_RESERVE,
        "in_play": ZONE_IN_PLAY,
    },
)
CARRIER = Choice("card", {"self": ids.TARGET_SELF, "wielder": ids.TARGET_WIELDER})
PILE = Choice("pile", {"cycle": TO_CYCLE, "eliminate": TO_ELIMINATE})
TAKE_ZONES = Flags("zone", {"draw": FROM_DRAW, "cycle": FROM_CYCLE})
DIG_TO = Choice("destination", {"anywhere": TO_ANYWHERE, "reserve": TO_RESERVE, "here": TO_HERE})
DIG_REST = Choice("rest", {"cycle": REST_CYCLE, "hand": REST_HAND})
SOURCES = Flags("source", {"deck": FROM_DECK, "scoring": FROM_SCORING})
MOVED = SetOr("card", {"self": ids.TARGET_SELF, "wielder": ids.TARGET_WIELDER})
MOVE_TO = Choice("destination", {"path": MOVE_PATH, "battleground": MOVE_BATTLEGROUND, "that": MOVE_THAT})
TOKEN_TARGET = Choice(
    "target", {"path": TOKEN_ON_PATH, "battleground": TOKEN_ON_BATTLEGROUND, "self": TOKEN_ON_SELF}
)
TOKEN_KIND = Choice("token", {"attack": TOKEN_ATTACK, "defense": TOKEN_DEFENSE})
PATH_CHOICE = Choice("path", {"same": PATH_SAME, "next": PATH_NEXT})
ICON_TARGET = SetOr("card", {"self": ids.TARGET_SELF, "location": ids.TARGET_LOCATION})
ICON_KIND = Choice(
    "icon",
    {
        "path": ids.PATH_ICONS,
        "bg_attack": ids.BG_ATTACK,
        "bg_defense": ids.BG_DEFENSE,
        "defense": ids.LOCATION_DEFENSE,
    },
)

VOCABULARY = Vocabulary(
    "card_game",
    "War of the Ring: The Card Game",
    words=(
        Operation("draw", DRAW, "that seat draws n cards (CG-9.1)", who=PLAYERS, n=NUMBER),
        Operation(
            "cycle",
            CYCLE,
            "that seat cycles n cards of its choice from hand; a shortfall is forsaken (CG-9.11)",
            who=PLAYERS,
            n=NUMBER,
        ),
        Operation(
            "forsake", FORSAKE, "that seat forsakes n cards, one at a time (CG-9.5)", who=PLAYERS, n=NUMBER
        ),
        Operation(
            "eliminate",
            ELIMINATE,
            "that seat picks and eliminates n matching cards of a zone (CG-9.8)",
            who=PLAYERS,
            n=AMOUNT,
            zone=ZONE,
            cards=CARDS,
        ),
        Operation("remove", REMOVE, "eliminate every match from wherever it is (CG-9.9)", cards=CARDS),
        Operation(
            "leave", LEAVE, "that card leaves play to that pile, with its items", what=CARRIER, pile=PILE
        ),
        Operation(
            "take",
            TAKE,
            "that seat takes least to most matching cards from its own zones into hand (CG-9.12)",
            who=PLAYERS,
            zones=TAKE_ZONES,
            cards=CARDS,
            most=optional(NUMBER, 1),
            least=optional(NUMBER, 1),
        ),
        Operation("recycle", RECYCLE, "shuffle the cycle pile into the draw deck (CG-9.4)", who=PLAYERS),
        Operation(
            "dig",
            DIG,
            "draw n aside; eliminate some, play some, cycle some, then cycle or take the rest (CG-9.13)",
            who=PLAYERS,
            n=NUMBER,
            eliminate=optional(NUMBER, 0),
            play=optional(NUMBER, 0),
            cards=optional(CARDS, "everything"),
            to=optional(DIG_TO, "anywhere"),
            cycle=optional(NUMBER, 0),
            rest=optional(DIG_REST, "cycle"),
        ),
        Operation(
            "activate_path",
            ACTIVATE_PATH,
            "activate an unused path of the same or the next number (CG-5.12)",
            number=PATH_CHOICE,
        ),
        Operation(
            "activate_battleground",
            ACTIVATE_BATTLEGROUND,
            "activate or reactivate a matching battleground from those sources (CG-5.3)",
            places=SPOTS,
            sources=SOURCES,
        ),
        Operation(
            "move",
            MOVE,
            "move a card of your reserve, fresh or not, as far as placement allows (CG-9.17)",
            what=MOVED,
            to=MOVE_TO,
        ),
        Operation(
            "token",
            TOKEN,
            "put n tokens on the active path, an active battleground of your choice or this card",
            target=TOKEN_TARGET,
            kind=TOKEN_KIND,
            n=NUMBER,
        ),
        Operation(
            "corruption", CORRUPTION, "add n corruption; negative removes, not below 0 (CG-9.20)", n=NUMBER
        ),
        Operation(
            "grant", GRANT, "these modifiers hold until the end of the round", modifiers=Block("modifier")
        ),
        Operation(
            "each",
            EACH,
            "carry out the list for every seat of a side, in turn order (CG-1.13)",
            side=SIDE,
            body=Block("operation"),
        ),
        Modifier(
            "icons",
            ICONS,
            "n more icons of a kind on this card, its location or matching own cards in play",
            target=ICON_TARGET,
            kind=ICON_KIND,
            n=NUMBER,
        ),
        Modifier("carryover", CARRYOVER, "the owner's carryover limit changes by n (CG-6.8)", n=NUMBER),
        Modifier("draw_bonus", DRAW_BONUS, "the owner draws n more in the draw step (CG-4.3)", n=NUMBER),
        Modifier(
            "allow_place",
            ALLOW_PLACE,
            "matching own armies and characters may be placed there (CG-7.9)",
            cards=CARDS,
            places=SPOTS,
        ),
        Modifier(
            "allow_support",
            ALLOW_SUPPORT,
            "matching armies may support matching characters (CG-10.20)",
            characters=CARDS,
            armies=CARDS,
        ),
        Modifier("forbid_path", FORBID_PATH, "this card may not be placed on a path (CG-7.9)"),
        Modifier(
            "forbid_battleground",
            FORBID_BATTLEGROUND,
            "this card may not be placed there (CG-7.9)",
            places=SPOTS,
        ),
        Modifier(
            "forbid_item",
            FORBID_ITEM,
            "the wielder may not also wield a matching item (CG-7.16)",
            cards=CARDS,
        ),
        Modifier("peek_top", PEEK_TOP, "the owner always knows the top card of the own draw deck"),
        Condition("in_play", IN_PLAY, "a matching card is in play, on either side", cards=CARDS),
        Condition("in_reserve", IN_RESERVE, "a matching card is in a reserve of the own side", cards=CARDS),
        Condition("at", AT, "this card (an item: its wielder) is at one of those places", places=PLACES),
        Condition("here", HERE, "this card (an item: its wielder) is on a matching location", places=SPOTS),
        Condition(
            "beside",
            BESIDE,
            "a matching card of either side, not this one, shares the path or battleground",
            cards=CARDS,
        ),
        Condition(
            "supporting", SUPPORTING, "in this combat, this army supports a matching character", cards=CARDS
        ),
        Condition("active", ACTIVE, "a matching battleground is active", places=SPOTS),
        Quantity("count", COUNT, "how many matching cards are in a zone", cards=CARDS, zone=ZONE),
        Quantity("same", SAME, "the number that `any` stood for on this card"),
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
        Field("on", TRIGGERS, "what sets the effect off"),
        Field("at", PLACES, "where the card must be"),
        Field("if", CONDITION, "what must hold"),
        Field("may", PLAYERS, "the seat that decides whether to use an optional effect"),
        Field("cost", Block("operation"), "what must be carried out in full first"),
        Field("do", Block("operation"), "what happens, in order; for `static`, the modifiers that hold"),
        Field("by", PLAYERS, "the seat that may use an action, where it is not the owner"),
        Field("limit", LIMIT, "`round`: once a round for each card"),
        Field("who", WHO, "replace: whose elimination is replaced"),
        Field("when", WHEN, "replace: which eliminations are replaced"),
        Field("then", Choice("then", {"cycle": 0}), "replace: the card is cycled instead"),
        Field("items", ITEMS, "replace: what becomes of the items on the card"),
        Field("filter", CARDS, "replace: which other card `self_and_one` may save"),
    ),
)
