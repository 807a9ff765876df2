"""Turns data files into `GameData`: the printed game with switches, user files and overlays, checked."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from mazarbul.sim.data.book import Book, expand_all
from mazarbul.sim.data.loading import NOTHING, Merged, book_of, data_version, each, merged
from mazarbul.sim.data.nodes import build
from mazarbul.sim.data.overlays import Overlays
from mazarbul.sim.data.printed import Printed
from mazarbul.sim.games.card_game.content import checks
from mazarbul.sim.games.card_game.content.schema import (
    BattlegroundCard,
    Card,
    Deck,
    GameData,
    PathCard,
    Scenario,
    Seat,
)

DATA = Path(__file__).parents[1] / "data"
#: The kinds of rows: name in the files -> the model of one.
ROWS: Mapping[str, type[Card | PathCard | BattlegroundCard | Deck]] = {
    "card": Card,
    "path": PathCard,
    "battleground": BattlegroundCard,
    "deck": Deck,
}
#: What comes first in its folder.
FIRST = {
    "decks": ("frodo", "aragorn", "witch_king", "saruman"),
    "scenarios": ("trilogy", "duel", "duel3", "fellowship"),
}
MODELS = {**ROWS, "scenario": Scenario, "seat": Seat}


def load_data(
    scenario: str | Path,
    switches: Mapping[str, object] = NOTHING,
    overlay: Overlays = None,
    decks: Mapping[str, str | Path] = NOTHING,
) -> GameData:
    """Read, merge and check everything a scenario needs.

    scenario: an id or a TOML file. switches: id -> value; they override those of an
    overlay. overlay: one or several TOML files or nested dicts; later ones override
    earlier ones. decks: seat id -> deck id or TOML file.
    Raises DataError, with file, line and column if known, for every user mistake.
    """
    return _checked(merged(printed(), scenario, switches, overlay, decks))


@cache
def printed() -> Book:
    """Return the game as printed, unmerged. Read once per process; copy it before changing it."""
    return book_of(DATA, *ROWS, sharing=(("path", "battleground"),), first=FIRST)


PRINTED = Printed(MODELS, printed)


def _checked(given: Merged) -> GameData:
    """Make all models, check that they fit together, and return them."""
    nodes, mistakes = given.book.rows, given.mistakes
    cards, paths = given.models(Card, "card"), given.models(PathCard, "path")
    battlegrounds = given.models(BattlegroundCard, "battleground")
    all_decks = given.models(Deck, "deck")
    table = expand_all(given.scenario, {"paths": nodes["path"], "battlegrounds": nodes["battleground"]})
    with mistakes.going_on():
        scenario = build(Scenario, table, f"scenario '{table.find(('id',)).value}'")
    with mistakes.going_on():
        each(checks.check_cards, cards, nodes["card"])
    chosen = _decks(given, all_decks, cards)
    mistakes.check()
    checks.check_places(paths, battlegrounds, nodes)
    checks.check_scenario(scenario, table, paths, battlegrounds)
    dealt = {seat: _deal(deck, cards, promos=bool(given.switches["promos"])) for seat, deck in chosen.items()}
    checks.check_seat_decks(scenario, table, given.decks, chosen, dealt)
    given.warn_of_idle("card", {card for deck in dealt.values() for card in deck}, "deck")
    return GameData(
        cards,
        paths,
        battlegrounds,
        dealt,
        {seat: deck.id for seat, deck in chosen.items()},
        all_decks,
        scenario,
        dict(given.switches),
        data_version(DATA),
    )


def _decks(given: Merged, known: Mapping[str, Deck], cards: Mapping[str, Card]) -> dict[str, Deck]:
    """Return the deck of each seat; mistakes in them are noted."""
    nodes, mistakes = given.book.rows["deck"], given.mistakes
    with mistakes.going_on():
        checks.check_deck_names(nodes, given.book.rows["card"])
    chosen: dict[str, Deck] = {}
    for seat, node in given.decks.items():
        if isinstance(node.value, str) and node.value in known:
            chosen[seat] = known[node.value]
            with mistakes.going_on():
                checks.check_deck(chosen[seat], nodes[node.value], cards)
        elif isinstance(node.value, str) and node.value not in nodes:
            mistakes.note(node.unknown("deck", node.value, known))
    return chosen


def _deal(deck: Deck, cards: Mapping[str, Card], *, promos: bool) -> dict[str, int]:
    """Return card id -> copies of a deck, with its promo cards if that switch is on (X-1).

    A promo card that is already in the deck is not added again.
    """
    dealt = {card: copies for card, copies in deck.cards.items() if copies}
    for card in deck.promos if promos else ():
        dealt[card] = min(dealt.get(card, 0) + 1, cards[card].copies)
    return dealt
