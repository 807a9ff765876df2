"""Turns data files into `GameData`: the printed game with switches, user files and overlays, checked."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from mazarbul.sim.data.book import Book
from mazarbul.sim.data.loading import Merged, book_of, data_version, merged
from mazarbul.sim.data.nodes import Node, build
from mazarbul.sim.data.printed import Printed
from tests.courier.ids import COURIER, REGIONS, RIDERS, SIDES
from tests.courier.schema import Card, Deck, GameData, Region, Scenario

DATA = Path(__file__).parent / "data"


def load_data(scenario: str | Path, **given) -> GameData:
    """Read, merge and check everything that a scenario needs; raises DataError for every mistake."""
    return _checked(merged(printed(), scenario, **given))


@cache
def printed() -> Book:
    """Return the game as printed, unmerged."""
    return book_of(DATA, "region", "card", "deck")


PRINTED = Printed({"region": Region, "card": Card, "deck": Deck}, printed)


def _checked(given: Merged) -> GameData:
    rows = given.book.rows
    regions, cards, decks = (
        {name: build(model, node, f"{kind} '{name}'") for name, node in rows[kind].items()}
        for kind, model in PRINTED.models.items()
    )
    scenario = build(Scenario, given.scenario, "scenario")
    _check_map(regions, rows["region"])
    for deck in decks.values():
        for card in deck.cards:
            if card not in cards:
                raise rows["deck"][deck.id].find(("cards", card)).unknown("card", card, cards, key=True)
    _check_scenario(scenario, given.scenario, regions, decks)
    return GameData(regions, cards, decks, scenario, dict(given.switches), data_version(DATA))


def _check_map(regions: dict[str, Region], nodes: dict[str, Node]) -> None:
    """Check that the map has room, and that regions are beside each other both ways (CO-1.1)."""
    if len(regions) > REGIONS:
        raise next(iter(nodes.values())).error(f"the map has {len(regions)} regions; at most {REGIONS} fit")
    for region in regions.values():
        for i, other in enumerate(region.near):
            place = nodes[region.id].find(("near", i))
            if other not in regions:
                raise place.unknown("region", other, regions)
            if region.id not in regions[other].near:
                raise place.error(f"'{region.id}' is beside '{other}', but not the other way round")


def _check_scenario(scenario: Scenario, node: Node, regions: dict, decks: dict) -> None:
    for i, start in enumerate(scenario.starts):
        if start not in regions:
            raise node.find(("starts", i)).unknown("region", start, regions)
    for i, seat in enumerate(scenario.seats):
        if (seat.side == SIDES[0]) != (i == COURIER):
            raise node.find(("seat", i, "side")).error("the first seat is the courier's, all others hunt")
        for j, deck in enumerate(seat.piles):
            if deck not in decks:
                raise node.find(("seat", i, "piles", j)).unknown("deck", deck, decks)
        for j, region in enumerate(seat.riders):
            if region not in regions:
                raise node.find(("seat", i, "riders", j)).unknown("region", region, regions)
    if not 0 < sum(len(seat.riders) for seat in scenario.seats) <= RIDERS:
        raise node.error(f"the hunters have 1 to {RIDERS} riders together")
