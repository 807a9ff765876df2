"""From data files to `GameData`: the printed game with switches, user files and overlays, checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path as FilePath
from typing import TypeVar

from mazarbul.sim.data.book import Book, row_id
from mazarbul.sim.data.loading import NOTHING, Merged, book_of, data_version, each, merged
from mazarbul.sim.data.nodes import Node, build, merge
from mazarbul.sim.data.overlays import Overlays, overlay_nodes
from mazarbul.sim.data.printed import Printed
from mazarbul.sim.games.lotr_lcg.content import checks, deck_checks
from mazarbul.sim.games.lotr_lcg.content.decklist import SUFFIXES, load_deck_list
from mazarbul.sim.games.lotr_lcg.content.quest_deck import with_encounter_deck, with_quests
from mazarbul.sim.games.lotr_lcg.content.schema import (
    MODELS,
    Card,
    Deck,
    EncounterCard,
    GameData,
    Scenario,
    Stage,
    encounter_deck,
)
from mazarbul.sim.games.lotr_lcg.ids import PRINTED_LIMIT
from mazarbul.sim.toml import ends_in, user_path

M = TypeVar("M", Card, EncounterCard, Stage, Deck)

DATA = FilePath(__file__).parents[1] / "data"
KINDS = ("card", "encounter", "stage", "deck")
DECKS = ("leadership", "tactics", "spirit", "lore")
QUESTS = ("passage_through_mirkwood", "journey_down_the_anduin", "escape_from_dol_guldur")
CAMPAIGNS = ("expert_campaign", "nightmare_campaign")


def load_data(
    scenario: str | FilePath,
    switches: Mapping[str, object] = NOTHING,
    overlay: Overlays = None,
    decks: Mapping[str, str | FilePath] = NOTHING,
) -> GameData:
    """Read, merge and check everything that a quest or campaign and its players need.

    scenario: an id or a TOML file. switches: id -> value; they override those of an
    overlay. overlay: one or several TOML files, nested dicts or quests of OCTGN (`.o8d`);
    later ones override earlier ones. decks: seat id -> deck id, TOML file or deck list. There are
    as many players as decks, player1 first; if none is given, the seats with a deck in the scenario play.
    Raises DataError, with file, line and column where known, for every mistake a user can make.
    """
    book, names = _with_quests_of(scenario)
    overlay = with_quests(overlay)

    def read(path: FilePath, known: Book) -> Node:
        return load_deck_list(path, _cards_of(known, overlay))

    given = merged(book, scenario, switches, overlay, decks, readers=dict.fromkeys(SUFFIXES, read))
    taking_part = {seat: node for seat, node in given.decks.items() if not decks or seat in decks}
    return _checked(replace(given, decks=taking_part), names)


@cache
def printed() -> Book:
    """Return the game as printed, unmerged. Read once a process; copy it before changing it."""
    first = {"decks": DECKS, "scenarios": (*QUESTS, *CAMPAIGNS)}
    places = {"encounter": "encounter"}
    return book_of(DATA, *KINDS, sharing=(("card", "encounter"),), places=places, first=first)


PRINTED = Printed(MODELS, printed)


def _with_quests_of(scenario: str | FilePath) -> tuple[Book, dict[str, str]]:
    """Return the printed book with the quests that a campaign names by file, and those as name -> id."""
    book = printed().copy()
    names: dict[str, str] = {}
    if str(scenario) in book.scenarios or not ends_in(scenario, ".toml"):
        return book, names
    quests = Node.load(scenario).find(("quests",)).value
    for part in quests if isinstance(quests, list) else ():
        if isinstance(part.value, str) and ends_in(part.value, ".toml"):
            own, rows = book.split_rows(Node.load(user_path(scenario).parent / user_path(part.value)))
            book.add(rows)
            book.add_scenario(own)
            names[part.value] = row_id(own, "scenario")
    return book, names


def _cards_of(book: Book, overlay: Overlays) -> dict[str, Card]:
    """Return the cards that a deck list can name: those of the book, including those of overlays."""
    book = book.copy()
    for change in overlay_nodes(overlay):
        part = change.table().get("card")
        if part is not None and isinstance(part.value, dict):
            rows = part.value.items()
            known = {
                name: row for name, row in rows if name in book.rows["card"] or row.find(("new",)) is not row
            }
            part = replace(part, value=known)
        if part is not None:
            book.change(replace(change, value={"card": part}))
    return _models(Card, book, "card")


def _decks(
    given: Merged, known: Mapping[str, Deck], cards: Mapping[str, Card], threat_limit: int
) -> dict[str, Deck]:
    """Return the deck of each seat as it is dealt; mistakes in them are noted."""
    nodes, mistakes, tournament = given.book.rows["deck"], given.mistakes, bool(given.switches["tournament"])
    with mistakes.going_on():
        deck_checks.check_names(nodes, given.book.rows["card"])
    chosen: dict[str, Deck] = {}
    for seat, place in given.decks.items():
        if isinstance(place.value, str) and place.value in known:
            deck = known[place.value]
            with mistakes.going_on():
                deck_checks.check_deck(
                    deck, nodes[deck.id], cards, tournament=tournament, threat_limit=threat_limit
                )
            chosen[seat] = _dealt(deck)
        elif isinstance(place.value, str) and place.value not in nodes:
            mistakes.note(place.unknown("deck", place.value, known))
    return chosen


def _checked(given: Merged, names: Mapping[str, str]) -> GameData:
    """Make all models, check that they fit together, and return them. names: as in `_with_quests_of`."""
    book, table = given.book, given.scenario
    mistakes = given.mistakes
    cards = given.models(Card, "card")
    encounter = given.models(EncounterCard, "encounter", "encounter card")
    stages, all_decks = given.models(Stage, "stage"), given.models(Deck, "deck")
    changes, table = _without(with_encounter_deck(table, book), "changes")
    threat_limit = PRINTED_LIMIT
    with mistakes.going_on():
        scenario = build(Scenario, table, _what(table))
        threat_limit = scenario.threat_limit
    with mistakes.going_on():
        checks.check_switches(given.switches)
    with mistakes.going_on():
        each(checks.check_cards, cards, book.rows["card"])
    with mistakes.going_on():
        each(checks.check_encounter, encounter, book.rows["encounter"])
    chosen = _decks(given, all_decks, cards, threat_limit)
    mistakes.check()
    checks.check_stages(stages, book.rows["stage"])
    checks.check_scenario(scenario, table)
    quests = []
    for node in _quest_nodes(book, scenario, table, changes, names):
        quests.append(build(Scenario, node, _what(node)))
        checks.check_quest(quests[-1], node, encounter, stages)
    deck_checks.check_seats(table, given.decks)
    deck_checks.check_decks_together(chosen, given.decks, cards, one_box=bool(given.switches["box_limits"]))
    held = {card for deck in chosen.values() for card in (*deck.heroes, *deck.cards)}
    given.warn_of_idle("card", held, "deck")
    met = {card for quest in quests for card in encounter_deck(quest, encounter)}
    given.warn_of_idle("encounter", met, "encounter deck")
    return GameData(
        cards,
        encounter,
        stages,
        chosen,
        all_decks,
        scenario,
        tuple(quests),
        dict(given.switches),
        data_version(DATA),
    )


def _quest_nodes(
    book: Book, scenario: Scenario, table: Node, changes: Node | None, names: Mapping[str, str]
) -> Iterable[Node]:
    """Yield the quests that are played: the scenario itself, or those of a campaign with its changes."""
    if changes is not None:
        if not scenario.is_campaign:
            raise changes.error(f"{_what(table)} is not a campaign, so it has no quests to change", key=True)
        own = [names.get(name, name) for name in scenario.quests]
        for name, change in changes.table().items():
            if name not in own:
                raise change.unknown("quest of this campaign", name, own, key=True)
            if "id" in change.table():
                raise change.error("the id of a quest cannot be changed", ("id",), key=True)
    if not scenario.is_campaign:
        yield table
    for i, name in enumerate(scenario.quests):
        quest_id = names.get(name, name)
        if quest_id not in book.scenarios:
            raise table.find(("quests", i)).unknown("scenario", name, book.scenarios)
        node = book.scenarios[quest_id]
        if "quests" in node.table():
            raise table.error(f"a campaign is made of quests; '{name}' is a campaign", ("quests", i))
        laid_over = None if changes is None else changes.table().get(quest_id)
        yield with_encounter_deck(node if laid_over is None else merge(node, laid_over), book)


def _dealt(deck: Deck) -> Deck:
    """Return a deck without the cards that have 0 copies."""
    return deck.model_copy(update={"cards": {card: copies for card, copies in deck.cards.items() if copies}})


def _models(model: type[M], book: Book, kind: str) -> dict[str, M]:
    """Return all rows of a kind as models, id -> model."""
    what = "encounter card" if kind == "encounter" else kind
    return {name: build(model, node, f"{what} '{name}'") for name, node in book.rows[kind].items()}


def _what(scenario: Node) -> str:
    return f"scenario '{scenario.find(('id',)).value}'"


def _without(node: Node, key: str) -> tuple[Node | None, Node]:
    """Return the part of a table at a key, if there is one, and the table without it."""
    rest = dict(node.table())
    part = rest.pop(key, None)
    return part, replace(node, value=rest)
