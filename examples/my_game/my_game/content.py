"""The data of My Game: what it may say, and what is made of it."""

from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import Field

from mazarbul.sim.data.loading import Merged
from mazarbul.sim.data.model import Id, Model, Name
from mazarbul.sim.engine.bits import mask_of
from mazarbul.sim.engine.rng import stable_key
from mazarbul.sim.games import rows
from my_game.ids import CARDS, HAND, SEATS, SIDES, STRENGTH
from my_game.state import CARD_FIELDS

DATA = Path(__file__).parent / "data"


class Card(Model):
    """A card. side: whose it is."""

    id: Id
    name: Name
    side: Literal[SIDES]
    strength: Annotated[int, Field(ge=0, le=STRENGTH)]


class Scenario(rows.Scenario):
    """A scenario. hand: cards of each seat (R1.1). leader: side that leads in the first round (R1.2)."""

    hand: Annotated[int, Field(ge=1, le=HAND)]
    leader: Literal[SIDES]


def check(data: rows.Rows, given: Merged) -> None:
    """Check that each side has cards enough for a hand (R1.1), and that all fit."""
    cards, hand = data.rows["card"].values(), data.scenario.hand
    if len(cards) > CARDS:
        raise given.scenario.error(f"there are {len(cards)} cards; at most {CARDS} fit")
    for side in SIDES:
        n = sum(card.side == side for card in cards)
        if n < hand:
            raise given.scenario.find(("hand",)).error(f"{side} has {n} cards, fewer than a hand of {hand}")


TABLES = np.dtype(
    [
        ("hand", "i2"),  # cards of each seat                                R1.1
        ("leader", "i2"),  # seat that leads in the first round              R1.2
        ("ties_follow", "i2"),  # 1: a tie goes to the seat that follows     R2.2
        ("deck", "i8", (SEATS,)),  # [seat] set of cards
        ("strength", "i2", (CARDS,)),
        ("card_key", "i8", (CARDS,)),  # [card] what its shuffling key is hashed from
    ],
    align=True,
)


def fill(t: Any, data: rows.Rows) -> None:
    """Fill the tables of a scenario; cards have the numbers of their order in the data."""
    t.hand = data.scenario.hand
    t.leader = SIDES.index(data.scenario.leader)
    t.ties_follow = bool(data.switches["ties_follow"])
    cards = list(data.rows["card"].values())
    for seat, side in enumerate(SIDES):
        t.deck[seat] = mask_of(i for i, card in enumerate(cards) if card.side == side)
    for i, card in enumerate(cards):
        t.strength[i] = card.strength
        t.card_key[i] = stable_key(card.id)


CONTENT = rows.content_of_rows(
    "my_game", DATA, SIDES, {"card": Card}, Scenario, check, TABLES, fill,
    fields={"cards": CARD_FIELDS}, numbers={"card": {"strength": STRENGTH}},
)  # fmt: skip
