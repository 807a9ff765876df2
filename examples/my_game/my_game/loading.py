"""Turns data files into `GameData`: the game as printed with switches, user files and overlays, checked."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from mazarbul.sim.data.book import Book
from mazarbul.sim.data.loading import Merged, data_files, data_version, merged
from mazarbul.sim.data.nodes import Node, build
from mazarbul.sim.data.printed import Printed
from my_game.ids import CARDS, SIDES
from my_game.schema import Card, GameData, Scenario, Seat

DATA = Path(__file__).parent / "data"


def load_data(scenario: str | Path, **given) -> GameData:
    """Read, merge and check everything that a scenario needs; raises DataError for every mistake."""
    return _checked(merged(printed(), scenario, **given))


@cache
def printed() -> Book:
    """Return the game as printed, unmerged."""
    book = Book(("card",))
    book.add(Node.load(DATA / "cards.toml"))
    for file in data_files(DATA / "scenarios"):
        book.add_scenario(Node.load(file))
    book.add_switches(Node.load(DATA / "switches.toml"))
    return book


PRINTED = Printed({"card": Card, "scenario": Scenario, "seat": Seat}, printed)


def _checked(given: Merged) -> GameData:
    cards = given.models(Card, "card")
    given.mistakes.check()
    scenario = build(Scenario, given.scenario, "scenario")
    _check_seats(scenario, given.scenario)
    _check_cards(cards, scenario, given.scenario)
    return GameData(cards, scenario, dict(given.switches), data_version(DATA))


def _check_seats(scenario: Scenario, node: Node) -> None:
    """Check that each side has its seat (R1)."""
    for i, seat in enumerate(scenario.seats):
        if seat.side != SIDES[i]:
            raise node.find(("seat", i, "side")).error(f"the side of seat {i + 1} is '{SIDES[i]}'")


def _check_cards(cards: dict[str, Card], scenario: Scenario, node: Node) -> None:
    """Check that both sides have cards enough for a hand (R1.1), and that all of them fit."""
    if len(cards) > CARDS:
        raise node.error(f"there are {len(cards)} cards; at most {CARDS} fit")
    for side in SIDES:
        n = sum(card.side == side for card in cards.values())
        if n < scenario.hand:
            raise node.find(("hand",)).error(f"{side} has {n} cards, fewer than a hand of {scenario.hand}")
