"""A small game's vocabulary and catalogue: like the card game's, with additions for later games."""

from __future__ import annotations

from mazarbul.sim.effects import (
    CONDITION,
    NUMBER,
    Attribute,
    Block,
    Changing,
    Choice,
    Compiler,
    Condition,
    Field,
    Flags,
    Live,
    Modifier,
    Operation,
    Program,
    Quantity,
    Relation,
    Set,
    SetOr,
    Term,
    Value,
    Vocabulary,
    optional,
)

PLAYERS = Choice("player", {"you": 0, "they": 1, "rohan": 2, "mordor": 3})
SIDES = Choice("side", {"free_peoples": 0, "shadow": 1})
PLACES = Flags("place", {"reserve": 1, "path": 2, "battleground": 4, "in_play": 7})
PILES = Flags("pile", {"draw": 1, "cycle": 2})
ZONES = Choice("zone", {"here": 0, "path": 1, "in_play": 2})
KINDS = Choice("kind", {"attack": 0, "defense": 1})
CARDS = Set("card")
SPOTS = Set("place")
WHAT = SetOr("card", {"self": -1, "wielder": -2})
SEAT = Value("player", {"owner": 5})

VOCABULARY = Vocabulary(
    "tiny",
    "A Tiny Game",
    words=(
        Operation("draw", "that seat draws n cards", who=PLAYERS, n=NUMBER),
        Operation(
            "take", "take matching cards", who=PLAYERS, zones=PILES, cards=CARDS,
            most=optional(NUMBER, 1), least=optional(NUMBER, 1),
        ),
        Operation(
            "dig", "draw n aside", who=PLAYERS, n=NUMBER, eliminate=optional(NUMBER, 0),
            play=optional(NUMBER, 0), cards=optional(CARDS, "everything"), to=optional(ZONES, "in_play"),
        ),
        Operation("each", "serve every seat of a side", side=SIDES, body=Block("operation")),
        Operation("grant", "until the end of the round", modifiers=Block("modifier")),
        Operation("move", "move a card", what=WHAT, to=PLACES),
        Operation("remove", "remove matching cards", n=Value("number", {"any": -1}), cards=CARDS),
        Operation("pass_turn", "do no more"),
        Operation("pay", "that seat pays", who=SEAT, n=NUMBER),
        Operation(
            "later", "carried out at another time", what=optional(CARDS, "nothing"), who=PLAYERS,
            when=optional(ZONES, "path"), body=Block("operation"),
        ),
        Modifier("icons", "more icons", target=WHAT, kind=KINDS, n=NUMBER),
        Modifier("forbid_path", "not on a path"),
        Condition("here", "this card is at a matching location", places=SPOTS),
        Condition("at", "this card is at one of those places", places=PLACES),
        Quantity("count", "matching cards in a zone", cards=CARDS, zone=optional(ZONES, "here")),
        Quantity("same", "the number remembered"),
        Quantity("least", "the smaller number", first=NUMBER, second=NUMBER),
        Quantity(
            "matching", "n if a card matches", n=NUMBER, cards=CARDS, when=optional(CONDITION, "same"),
        ),
        Term("player", "active_seat", "the seat whose turn it is"),
        Term("player", "next_to", "the seat after one", who=SEAT),
    ),
    sets={
        "card": (
            Attribute("name", "cards by id", key="id"),
            Attribute("faction", "cards of these factions"),
            Attribute("type", "cards of these types", values=("army", "character", "item", "event")),
            Attribute("trait", "cards with a trait"),
            Changing("ready", "cards that are ready", required=1),
            Changing("exhausted", "cards that are exhausted", forbidden=1),
            Changing("wounded", "cards that are wounded", required=2),
        ),
        "place": (
            Attribute("name", "places by id", key="id"),
            Attribute("number", "paths of these numbers"),
            Relation("near", "places within n steps", lambda ids, n: near(ids, n), default=1),
            Changing("held", "places that somebody holds", required=1),
            Changing("open", "places that are not closed", forbidden=2),
            Live("lit", "places that the beacons show now"),
            Live("where", "places where such cards are", of="card"),
        ),
    },
    fields=(Field("on", None, "when"), Field("at", PLACES, "where"), Field("if", CONDITION, "whether")),
)  # fmt: skip

CATALOGUE = {
    "card": {
        "strider": {"faction": "dunedain", "type": "character", "trait": ["ranger"]},
        "eomer": {"faction": "rohan", "type": "character", "trait": ("rider", "horse")},
        "riders": {"faction": "rohan", "type": "army"},
        "orc_pack": {"faction": "mordor", "type": "army", "trait": None},
        "witch-king": {"faction": "mordor", "type": "character", "trait": {"nazgul"}},
    },
    "place": {
        "bag_end": {"number": 1},
        "bree": {"number": 2},
        "moria": {"number": 3},
        "edoras": {},
    },
}
CARD_IDS = tuple(CATALOGUE["card"])
PLACE_IDS = tuple(CATALOGUE["place"])


def near(ids, steps):
    """Places are in a row in the order of the catalogue."""
    at = [PLACE_IDS.index(name) for name in ids]
    return [name for i, name in enumerate(PLACE_IDS) if any(abs(i - j) <= steps for j in at)]


def new_compiler() -> Compiler:
    return Compiler(VOCABULARY, CATALOGUE, Program())
