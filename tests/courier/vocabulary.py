"""The words of the effect language that the Courier understands (CO-6)."""

from collections.abc import Callable

from mazarbul.sim.effects import (
    CONDITION,
    NUMBER,
    VALUES,
    Attribute,
    Block,
    Choice,
    Condition,
    Field,
    Live,
    Operation,
    Quantity,
    Relation,
    Set,
    Statement,
    Vocabulary,
)
from tests.courier.ids import TERRAINS

REGIONS = Set("region")
PILES = Choice("pile", ("roads", "tricks"))
TRIGGERS = Choice("trigger", ("play",))


class Option(Statement):
    """A statement that only stands in a choice."""

    sort = "option"


def vocabulary(near: Callable[[frozenset[str], int], frozenset[str]]) -> Vocabulary:
    """Return the vocabulary for one map. near: (ids of regions, steps) -> regions so near to one of them."""
    return Vocabulary(
        "courier",
        "The Courier",
        words=(
            Operation("steps", "the courier may ride n regions further this turn", n=NUMBER),
            Operation("rides", "the seat has n more rides this turn", n=NUMBER),
            Operation("searches", "the seat has n more searches this turn", n=NUMBER),
            Operation("hide", "the hunters forget where they saw the courier"),
            Operation("show", "the courier is seen where it is"),
            Operation("ward", "no rider enters these regions this round", regions=REGIONS),
            Operation("block", "the courier cannot enter these regions in its next turn", regions=REGIONS),
            Operation("jump", "the courier goes to one of these regions", regions=REGIONS),
            Operation("scent", "the courier is seen if it is in one of these regions", regions=REGIONS),
            Operation("draw", "draw n cards from a pile", pile=PILES, n=NUMBER),
            Operation("choose", "carry out one of the options", body=Block("option")),
            Option("option", "one option of a choice", body=Block("operation")),
            Condition("is_seen", "the hunters know of a place where the courier was"),
            Condition("is_in", "the courier is in one of these regions", regions=REGIONS),
            Quantity("since_seen", "rounds since the courier was seen"),
            Quantity("distance", "how far the courier is from the nearest harbour"),
        ),
        sets={
            "region": (
                Attribute("name", "the regions with these ids", key="id"),
                Attribute("terrain", "regions of these terrains", values=TERRAINS),
                Relation("near", "regions at most so many steps away", find=near, default=1),
                Live("courier", "where the courier is"),
                Live("seen", "where the courier was seen last"),
                Live("riders", "where riders are"),
                Live("own_riders", "where the riders of the seat are"),
            )
        },
        fields=(
            Field("on", TRIGGERS, "what sets the text off"),
            Field("if", CONDITION, "what must hold for the card to be played"),
            Field("do", Block("operation"), "what happens, in order"),
        ),
    )


VOCABULARY = vocabulary(lambda regions, steps: regions)  # of no map: for codes and help
OPERATION = VOCABULARY.codes("operation")
VALUE = VOCABULARY.codes(VALUES)
PILE = PILES.codes
LIVE = VOCABULARY.live_codes("region")
