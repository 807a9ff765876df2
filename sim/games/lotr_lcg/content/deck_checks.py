"""Checks that decks can be played: each by itself, and all of them together (LCG-26)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from mazarbul.sim.data.nodes import Node
from mazarbul.sim.games.lotr_lcg.content.schema import (
    CHARACTERS,
    DECK_TYPES,
    MOST_DECK_CARDS,
    SEATS,
    Card,
    Deck,
)
from mazarbul.sim.toml import Mistakes

MOST_OF_A_TITLE = 3  # LCG-26.2
TOURNAMENT_CARDS = 50  # LCG-26.2


def check_seats(scenario: Node, decks: Mapping[str, Node]) -> None:
    """Check that there are players, and that they begin at player1 without a gap."""
    if not decks:
        raise scenario.error("no seat has a deck, so there are no players; give player1 one", ("seat",))
    for seat, wanted in zip(decks, SEATS, strict=False):
        if seat != wanted:
            message = f"seat '{seat}' has a deck and '{wanted}' has none; give '{wanted}' one too"
            raise decks[seat].error(message)


def check_names(decks: Mapping[str, Node], cards: Mapping[str, Node]) -> None:
    """Check that the heroes and cards of every deck exist, also of decks that are not played here."""
    mistakes = Mistakes()
    heroes = [name for name, card in cards.items() if card.find(("type",)).value == "hero"]
    for deck in decks.values():
        for hero, place in deck.entries("heroes"):
            if hero not in cards:
                mistakes.note(place.unknown("hero", hero, heroes))
        for card_id, place in deck.entries("cards"):
            if card_id not in cards:
                mistakes.note(place.unknown("card", card_id, cards, key=True))
    mistakes.check()


def check_deck(
    deck: Deck, node: Node, cards: Mapping[str, Card], *, tournament: bool, threat_limit: int
) -> None:
    """Check one deck: its heroes, its cards, the copies of each title and its size (LCG-26.2).

    Cards that do not exist are left to `check_names`.
    """
    what = f"deck '{deck.id}'"
    mistakes = Mistakes()
    with mistakes.going_on():
        _check_heroes(deck, node, cards, what, threat_limit)
    titles: Counter[str] = Counter()
    for card_id, copies in deck.cards.items():
        if card_id not in cards:
            continue
        place, card = ("cards", card_id), cards[card_id]
        if card.type not in DECK_TYPES:
            message = f"{what}: '{card_id}' is a hero; heroes belong in 'heroes' (LCG-26.2)"
            mistakes.note(node.error(message, place, key=True))
            continue
        titles[card.name] += copies
        if titles[card.name] > MOST_OF_A_TITLE:
            message = (
                f"{what} has {titles[card.name]} copies of {card_id}; "
                f"at most {MOST_OF_A_TITLE} of a title are allowed (LCG-26.2)"
            )
            mistakes.note(node.error(message, place))
    total = sum(deck.cards.values())
    if total > MOST_DECK_CARDS:
        mistakes.note(node.error(f"{what} has {total} cards, at most {MOST_DECK_CARDS} fit", ("cards",)))
    if tournament and total < TOURNAMENT_CARDS:
        message = f"{what} has {total} cards; a tournament deck has at least {TOURNAMENT_CARDS} (LCG-26.2)"
        mistakes.note(node.error(message, ("cards",)))
    mistakes.check()


def check_decks_together(
    decks: Mapping[str, Deck], places: Mapping[str, Node], cards: Mapping[str, Card], *, one_box: bool
) -> None:
    """Check the decks of all players: no hero twice, and with `one_box` no more cards than one box has.

    decks: seat -> deck. places: seat -> where its deck is given.
    """
    owners: dict[str, str] = {}
    held: Counter[str] = Counter()
    for seat, deck in decks.items():
        for hero in deck.heroes:
            first = owners.setdefault(cards[hero].name, seat)
            if first != seat:
                message = f"'{first}' and '{seat}' both use the hero {hero}; only one player can (LCG-26.3)"
                raise places[seat].error(message)
        held.update(deck.cards)
        for card_id, copies in held.items():
            most = cards[card_id].copies
            if one_box and copies > most:
                message = (
                    f"the decks together have {copies} copies of {card_id}; one box has {most} (LCG-26.4)"
                )
                raise places[seat].error(message)


def _check_heroes(deck: Deck, node: Node, cards: Mapping[str, Card], what: str, threat_limit: int) -> None:
    """Check that the heroes are heroes, differ, and leave their player below the lethal threat."""
    titles: set[str] = set()
    mistakes = Mistakes()
    for i, hero in enumerate(deck.heroes):
        if hero not in cards:
            continue
        place, card = node.find(("heroes", i)), cards[hero]
        if card.type != "hero":
            note = "an ally, not a hero" if card.type in CHARACTERS else f"an {card.type}, not a hero"
            mistakes.note(place.error(f"{what}: '{hero}' is {note}"))
            continue
        if card.name in titles:
            mistakes.note(place.error(f"{what} has the hero {hero} twice"))
        titles.add(card.name)
    threat = sum(cards[hero].threat_cost or 0 for hero in deck.heroes if hero in cards)
    if threat >= threat_limit:
        message = f"{what} begins at threat {threat}; at {threat_limit} a player is eliminated (LCG-17.1)"
        mistakes.note(node.error(message, ("heroes",)))
    mistakes.check()
