"""Checks that the parts of the data fit together, which no single model can see.

Every check takes models and the nodes they were built from, and raises a DataError at the line that
must change.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from mazarbul.sim.data.nodes import Node
from mazarbul.sim.games.card_game.content.schema import (
    MOST_CARDS_OF_A_SIDE,
    MOST_SEATS_OF_A_SIDE,
    BattlegroundCard,
    Card,
    Deck,
    Effect,
    PathCard,
    Scenario,
    Seat,
)
from mazarbul.sim.games.card_game.ids import (
    BATTLEGROUNDS,
    FACTION_SIDES,
    PATHS,
    SEATS,
    SIDES,
)
from mazarbul.sim.toml import Mistakes

KEYS_OF_TRIGGER: dict[str, tuple[str, ...]] = {
    "play": ("at", "if", "may", "cost", "do"),
    "enter": ("at", "if", "may", "cost", "do"),
    "action": ("at", "if", "by", "limit", "cost", "do"),
    "static": ("at", "if", "do"),
    "draw_step": ("at", "if", "may", "cost", "do"),
    "activate": ("if", "may", "cost", "do"),
    "replace": ("who", "when", "filter", "may", "then", "items"),
}
NEEDED_BY_TRIGGER = dict.fromkeys(KEYS_OF_TRIGGER, ("do",)) | {"replace": ("who", "when", "then", "items")}


def check_cards(cards: Mapping[str, Card], nodes: Mapping[str, Node]) -> None:
    """Check every card by itself: side, type and effects (CG-1.3 to CG-1.8, CG-13.2)."""
    for card_id, card in cards.items():
        node = nodes[card_id]
        what = f"card '{card_id}'"
        if card.side != FACTION_SIDES[card.faction]:
            raise node.error(
                f"{what}: the {card.faction} faction is of side '{FACTION_SIDES[card.faction]}'", ("side",)
            )
        if card.type == "item" and card.wielders is None:
            raise node.error(f"{what} is an item and lacks 'wielders'", ("type",))
        if card.type != "item" and card.wielders is not None:
            raise node.error(f"{what} is not an item; only items have 'wielders'", ("wielders",), key=True)
        if card.type != "character" and card.paths:
            raise node.error(f"{what} is not a character; only characters have 'paths'", ("paths",), key=True)
        if card.type == "event" and any(card.icons.model_dump().values()):
            first = next(key for key, number in card.icons.model_dump().items() if number)
            raise node.error(f"{what} is an event; events have no icons", ("icons", first))
        if len(set(card.paths)) < len(card.paths):
            raise node.error(f"{what} names a path number twice", ("paths",))
        _check_effects(card.effects, node, what, is_location=False)


def check_places(
    paths: Mapping[str, PathCard],
    battlegrounds: Mapping[str, BattlegroundCard],
    nodes: Mapping[str, Mapping[str, Node]],
) -> None:
    """Check the locations: their numbers, ids, factions of a battleground, effects."""
    _check_most(len(paths), PATHS, "paths", nodes["path"].values())
    _check_most(len(battlegrounds), BATTLEGROUNDS, "battlegrounds", nodes["battleground"].values())
    for path_id, path in paths.items():
        _check_effects(path.effects, nodes["path"][path_id], f"path '{path_id}'", is_location=True)
    for place_id, place in battlegrounds.items():
        node, what = nodes["battleground"][place_id], f"battleground '{place_id}'"
        for key, side in (("attackers", _other(place.side)), ("defenders", place.side)):
            for i, faction in enumerate(getattr(place, key)):
                if FACTION_SIDES[faction] != side:
                    raise node.error(f"{what}: its {key} are of side '{side}', '{faction}' is not", (key, i))
        _check_effects(place.effects, node, what, is_location=True)


def check_deck_names(decks: Mapping[str, Node], cards: Collection[str]) -> None:
    """Check that the cards of every deck exist, also in decks that nobody plays here. cards: ids."""
    mistakes = Mistakes()
    for deck in decks.values():
        for card_id, place in deck.entries("cards"):
            if card_id not in cards:
                mistakes.note(place.unknown("card", card_id, cards, key=True))
        for card_id, place in deck.entries("promos"):
            if card_id not in cards:
                mistakes.note(place.unknown("card", card_id, cards))
    mistakes.check()


def check_deck(deck: Deck, node: Node, cards: Mapping[str, Card]) -> None:
    """Check one played deck: its cards are of its side and add up to its size (CG-1.5).

    Cards that do not exist are left to `check_deck_names`.
    """
    what, mistakes = f"deck '{deck.id}'", Mistakes()
    for card_id, copies in deck.cards.items():
        if card_id not in cards:
            continue
        card, place = cards[card_id], ("cards", card_id)
        if card.side != deck.side:
            message = f"{what} is of side '{deck.side}', '{card_id}' is not"
            mistakes.note(node.error(message, place, key=True))
        if copies > card.copies:
            message = f"{what} asks for {copies} '{card_id}', there are {card.copies}"
            mistakes.note(node.error(message, place))
    for i, card_id in enumerate(deck.promos):
        if card_id in cards and cards[card_id].side != deck.side:
            message = f"{what} is of side '{deck.side}', '{card_id}' is not"
            mistakes.note(node.find(("promos", i)).error(message))
    total = sum(deck.cards.values())
    if total != deck.size:
        message = f"{what} holds {total} cards, but its size is given as {deck.size}"
        mistakes.note(node.error(message, ("size",)))
    mistakes.check()


def check_scenario(
    scenario: Scenario, node: Node, paths: Mapping[str, PathCard], battlegrounds: Iterable[str]
) -> None:
    """Check a scenario by itself: seats, factions, turn order, locations (CG-3.1)."""
    seats = [seat.id for seat in scenario.seats]
    if len(seats) > SEATS:
        raise node.error(f"a scenario has at most {SEATS} seats; this one is too many", ("seat", SEATS))
    for i, seat in enumerate(scenario.seats):
        _check_seat(seat, node.find(("seat", i)))
    for i, slot in enumerate(scenario.turn_order):
        if slot not in seats:
            raise node.find(("turn_order", i)).unknown("seat", slot, seats)
    missing = [seat for seat in seats if seat not in scenario.turn_order]
    if missing:
        raise node.error(f"seat '{missing[0]}' has no slot in the turn order", ("turn_order",))
    for side in SIDES:
        _check_side(side, scenario, node)
    _check_locations(scenario, node, paths, set(battlegrounds))


def check_seat_decks(
    scenario: Scenario,
    node: Node,
    deck_nodes: Mapping[str, Node],
    decks: Mapping[str, Deck],
    dealt: Mapping[str, Mapping[str, int]],
) -> None:
    """Check the decks together: side of the seat, one owner for a card on each side, room for them.

    deck_nodes: seat id -> where its deck is named. decks: seat id -> deck.
    dealt: seat id -> {card id: copies}, promos included.
    """
    totals = dict.fromkeys(SIDES, 0)
    owners: dict[str, str] = {}
    for i, seat in enumerate(scenario.seats):
        place, deck = deck_nodes[seat.id], decks[seat.id]
        if deck.side != seat.side:
            raise place.error(
                f"seat '{seat.id}' is of side '{seat.side}', deck '{deck.id}' of side '{deck.side}'"
            )
        for card_id in dealt[seat.id]:
            if owners.setdefault(card_id, seat.id) != seat.id:
                both = f"'{owners[card_id]}' and '{seat.id}'"
                raise place.error(f"card '{card_id}' is in the decks of {both}; a card has only one owner")
        size = sum(dealt[seat.id].values())
        if seat.opening_draw > size:
            message = f"seat '{seat.id}' opens with {seat.opening_draw} cards, its deck has {size}"
            raise node.error(message, ("seat", i, "opening_draw"))
        totals[seat.side] += size
        if totals[seat.side] > MOST_CARDS_OF_A_SIDE:
            raise place.error(
                f"side '{seat.side}' has {totals[seat.side]} cards, at most {MOST_CARDS_OF_A_SIDE} fit"
            )


def _check_effects(effects: Iterable[Effect], node: Node, what: str, *, is_location: bool) -> None:
    """Check that each effect's keys fit its trigger, and the trigger fits its bearer (CG-13.1)."""
    for i, effect in enumerate(effects):
        place = node.find(("effects", i))
        if is_location != (effect.on == "activate"):
            rule = (
                "the only trigger of a location is 'activate'"
                if is_location
                else "a card cannot be activated"
            )
            raise place.error(f"{what}: {rule}", ("on",))
        given, allowed = effect.model_dump(by_alias=True, exclude_none=True), KEYS_OF_TRIGGER[effect.on]
        for key in given:
            if key != "on" and key not in allowed:
                message = (
                    f"{what}: an effect on '{effect.on}' has no '{key}', its keys are {', '.join(allowed)}"
                )
                raise place.error(message, (key,), key=True)
        for key in NEEDED_BY_TRIGGER[effect.on]:
            if key not in given:
                raise place.error(f"{what}: an effect on '{effect.on}' lacks '{key}'")
        if effect.on == "replace" and (effect.filter is None) == (effect.who == "self_and_one"):
            raise place.error(f"{what}: 'filter' is only allowed with who = \"self_and_one\"")


def _check_seat(seat: Seat, node: Node) -> None:
    """Check the numbers and factions of one seat."""
    if seat.opening_cycle > seat.opening_draw:
        raise node.error(
            f"seat '{seat.id}' cannot cycle {seat.opening_cycle} of {seat.opening_draw} opening cards",
            ("opening_cycle",),
        )
    for i, faction in enumerate(seat.factions):
        if FACTION_SIDES[faction] != seat.side:
            raise node.error(
                f"seat '{seat.id}' is of side '{seat.side}', '{faction}' is not", ("factions", i)
            )


def _check_side(side: str, scenario: Scenario, node: Node) -> None:
    """Check that a side has one or two seats and a named player for each faction (CG-1.12, CG-3.8)."""
    places = [i for i, seat in enumerate(scenario.seats) if seat.side == side]
    if not places:
        raise node.error(f"scenario '{scenario.id}' has no seat of side '{side}'")
    if len(places) > MOST_SEATS_OF_A_SIDE:
        raise node.error(f"a side has at most {MOST_SEATS_OF_A_SIDE} seats", ("seat", places[-1]))
    players: dict[str, str] = {}
    for i in places:
        seat = scenario.seats[i]
        for j, faction in enumerate(seat.factions):
            if faction in players:
                message = f"the {faction} player is already '{players[faction]}'; a faction has one player"
                raise node.error(message, ("seat", i, "factions", j))
            players[faction] = seat.id
    for faction, its_side in FACTION_SIDES.items():
        if its_side == side and faction not in players:
            raise node.error(f"no seat is the {faction} player", ("seat", places[0], "factions"))


def _check_locations(
    scenario: Scenario, node: Node, paths: Mapping[str, PathCard], battlegrounds: set[str]
) -> None:
    """Check that the locations exist, once each, and that the path numbers reach the last one (CG-5.9)."""
    _check_names(scenario.paths, node.find(("paths",)), "path", paths)
    _check_names(scenario.battlegrounds, node.find(("battlegrounds",)), "battleground", battlegrounds)
    numbers = {paths[path].number for path in scenario.paths}
    for number in range(1, scenario.last_path + 1):
        if number not in numbers:
            raise node.error(
                f"the last path is {scenario.last_path}, but there is no path {number}", ("last_path",)
            )
    scheduled: set[str] = set()
    for i, group in enumerate(scenario.schedule):
        for j, place in enumerate(group):
            spot = node.find(("schedule", i, j))
            if place not in scenario.battlegrounds:
                raise spot.unknown("battleground of this scenario", place, scenario.battlegrounds)
            if place in scheduled:
                raise spot.error(f"battleground '{place}' is in the schedule twice")
            scheduled.add(place)


def _check_names(names: Iterable[str], node: Node, kind: str, known: Iterable[str]) -> None:
    """Check that every name is known and none is repeated."""
    seen: set[str] = set()
    for i, name in enumerate(names):
        if name not in known:
            raise node.find((i,)).unknown(kind, name, known)
        if name in seen:
            raise node.error(f"{kind} '{name}' is listed twice", (i,))
        seen.add(name)


def _check_most(number: int, most: int, kind: str, nodes: Iterable[Node]) -> None:
    """Check a capacity; the error is at the last node."""
    if number > most:
        raise list(nodes)[-1].error(f"there are {number} {kind}, at most {most} fit")


def _other(side: str) -> str:
    """Return the opposing side."""
    return SIDES[1 - SIDES.index(side)]
