"""From data files to `GameData`: the printed game, a scenario, switches, user files and overlays.

Later things win, in this order: printed data; what switches stand for; rows that user files bring
(`[[card]]`, `[[path]]`, `[[battleground]]`, `[[deck]]`); the changes of the overlays, in their order.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from functools import cache, reduce
from pathlib import Path as FilePath
from types import MappingProxyType

from sim.games.card_game import checks
from sim.games.card_game.nodes import Node, build
from sim.games.card_game.overlay import Book, change_scenario, expand_all, row_id, rows_by_id, split_rows
from sim.games.card_game.schema import Battleground, Card, Deck, GameData, Path, Scenario, Switch
from sim.games.overlays import Overlays, each_overlay, name_of

DATA = FilePath(__file__).parent / "data"
NOTHING: Mapping = MappingProxyType({})


def load_data(
    scenario: str | FilePath,
    switches: Mapping[str, object] = NOTHING,
    overlay: Overlays = None,
    decks: Mapping[str, str | FilePath] = NOTHING,
) -> GameData:
    """Read, merge and check everything a scenario needs.

    scenario: an id (see `scenarios`) or a TOML file. switches: id -> value; they beat those of an
    overlay. overlay: TOML files, or the same as nested dicts, one or several, later ones laid over
    earlier ones. decks: seat id -> deck id or TOML file.
    Raises DataError, with file, line and column where known, for every mistake a user can make.
    """
    changes = _overlays(overlay)
    book = printed().copy()
    values = _switch_values(book, changes, switches)
    table, own_rows = split_rows(_scenario(book, scenario))
    for effect in _switch_overlays(book, values, table):
        table = change_scenario(table, effect)
        book.change(effect)
    book.add(own_rows)
    table = reduce(change_scenario, changes, table)
    seat_decks = _seat_decks(book, table, decks)
    for change in changes:
        book.change(change)
    return _check_all(book, table, seat_decks, values)


def scenarios() -> dict[str, str]:
    """Return the scenarios that come with the game: id -> title."""
    return {name: str(node.find(("title",)).value) for name, node in printed().scenarios.items()}


def decks() -> dict[str, str]:
    """Return the decks that come with the game: id -> name."""
    return {name: str(node.find(("name",)).value) for name, node in printed().rows["deck"].items()}


def switches() -> dict[str, str]:
    """Return the rule switches: id -> what it means, its values and its default."""
    found = {}
    for name, node in printed().switches.items():
        switch = _switch(node)
        words = {"bool": "true | false", "int": "a whole number", "choice": " | ".join(switch.choices)}
        default = str(switch.default).lower() if switch.kind == "bool" else switch.default
        found[name] = f"{switch.text} ({switch.rule}; {words[switch.kind]}; default {default})"
    return found


@cache
def printed() -> Book:
    """Return the game as printed, unmerged. Read once a process; copy it before changing it."""
    book = Book()
    for file in sorted((DATA / "cards").glob("*.toml")):
        book.add(Node.load(file), only=("card",))
    book.add(Node.load(DATA / "paths.toml"), only=("path",))
    book.add(Node.load(DATA / "battlegrounds.toml"), only=("battleground",))
    for name in _names("decks", ("frodo", "aragorn", "witch_king", "saruman")):
        book.add_deck(Node.load(DATA / "decks" / f"{name}.toml"))
    for name in _names("scenarios", ("trilogy", "duel", "duel3", "fellowship")):
        node = Node.load(DATA / "scenarios" / f"{name}.toml")
        book.scenarios[row_id(node, "scenario")] = node
    file = Node.load(DATA / "switches.toml")
    book.switches.update(rows_by_id(file.table()["switch"], "switch"))
    return book


@cache
def data_version() -> str:
    """Return 12 hex digits that change with any byte of the printed data files."""
    digest = hashlib.sha256()
    for file in sorted(DATA.rglob("*.toml"), key=lambda file: file.relative_to(DATA).as_posix()):
        digest.update(file.relative_to(DATA).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()[:12]


def _names(folder: str, first: tuple[str, ...]) -> list[str]:
    """Return the names of a folder's files, the well-known ones first."""
    rest = sorted(file.stem for file in (DATA / folder).glob("*.toml"))
    return [*first, *(name for name in rest if name not in first)]


def _overlays(overlays: Overlays) -> list[Node]:
    """Return the overlays as nodes, in order."""
    given = each_overlay(overlays)
    return [
        Node.of(overlay, None, file=name_of(i, len(given)))
        if isinstance(overlay, Mapping)
        else Node.load(overlay)
        for i, overlay in enumerate(given, 1)
    ]


def _scenario(book: Book, scenario: str | FilePath) -> Node:
    """Return the node of a scenario given by id or file."""
    name = str(scenario)
    if name not in book.scenarios and not name.endswith(".toml"):
        raise Node.of(None, None).unknown("scenario", name, book.scenarios)
    node = book.scenarios[name] if name in book.scenarios else Node.load(scenario)
    row_id(node, "scenario")
    if "seat" not in node.table():
        raise node.error("this scenario lacks seats, '[[seat]]'")
    return node


def _switch_values(book: Book, changes: Sequence[Node], given: Mapping[str, object]) -> dict[str, object]:
    """Return every switch's value: default, else that of the last overlay with one, else the given one."""
    values: dict[str, object] = {name: node.find(("default",)).value for name, node in book.switches.items()}
    tables = [change.find(("switches",)) for change in changes if "switches" in change.table()]
    for table in (*tables, Node.of(given, None, file="switches")):
        for name, node in table.table().items():
            if name not in book.switches:
                raise node.unknown("switch", name, book.switches, key=True)
            values[name] = _switch_value(_switch(book.switches[name]), node)
    return values


def _switch(node: Node) -> Switch:
    """Make the model of a switch; what its values stand for stays in the node."""
    own = {key: part for key, part in node.table().items() if key != "overlay"}
    return build(Switch, Node(own, node.document, node.path), "switch")


def _switch_value(switch: Switch, node: Node) -> object:
    """Return the value of a node if the switch can have it."""
    value = node.value
    if switch.kind == "bool" and not isinstance(value, bool):
        raise node.error(f"switch '{switch.id}' is true or false, not {node.plain()!r}")
    if switch.kind == "int" and (not isinstance(value, int) or isinstance(value, bool) or value < 0):
        raise node.error(f"switch '{switch.id}' is a whole number from 0 up, not {node.plain()!r}")
    if switch.kind == "choice" and value not in switch.choices:
        raise node.unknown(f"value of switch '{switch.id}':", node.plain(), switch.choices)
    return value


def _switch_overlays(book: Book, values: Mapping[str, object], scenario: Node) -> list[Node]:
    """Return the changes of the data that the switches' values stand for in this scenario."""
    found = []
    for name, value in values.items():
        node = book.switches[name]
        where = _switch(node).scenarios
        word = str(value).lower() if isinstance(value, bool) else str(value)
        overlays = node.find(("overlay",)).table() if "overlay" in node.table() else {}
        if word in overlays and (not where or scenario.find(("id",)).value in where):
            found.append(overlays[word])
    return found


def _seat_decks(book: Book, table: Node, wanted: Mapping[str, str | FilePath]) -> dict[str, Node]:
    """Return the deck id of every seat, seat id -> node; decks in files of their own join the book."""
    seats = rows_by_id(table.find(("seat",)), "seat")
    for seat, deck in wanted.items():
        if seat not in seats:
            raise Node.of(str(deck), None, file="decks").unknown("seat", seat, seats)
    found = {}
    for seat, row in seats.items():
        node, folder = row.find(("deck",)), FilePath()
        if seat in wanted:
            node = Node.of(str(wanted[seat]), None, file=f"deck of seat '{seat}'")
        elif node.document is not None:
            folder = FilePath(node.document.file).parent
        name = node.value
        if isinstance(name, str) and name.endswith(".toml"):
            name = book.add_deck(Node.load(folder / name))
        found[seat] = Node(name, node.document, node.path, node.file)
    return found


def _check_all(
    book: Book, table: Node, seat_decks: Mapping[str, Node], values: Mapping[str, object]
) -> GameData:
    """Make all models, check that they fit together, and return them."""
    nodes = book.rows
    cards = {name: build(Card, node, f"card '{name}'") for name, node in nodes["card"].items()}
    paths = {name: build(Path, node, f"path '{name}'") for name, node in nodes["path"].items()}
    battlegrounds = {
        name: build(Battleground, node, f"battleground '{name}'")
        for name, node in nodes["battleground"].items()
    }
    all_decks = {name: build(Deck, node, f"deck '{name}'") for name, node in nodes["deck"].items()}
    table = expand_all(table, {"paths": paths, "battlegrounds": battlegrounds})
    scenario = build(Scenario, table, f"scenario '{table.find(('id',)).value}'")
    checks.check_cards(cards, nodes["card"])
    checks.check_places(paths, battlegrounds, nodes)
    checks.check_scenario(scenario, table, paths, battlegrounds)
    chosen: dict[str, Deck] = {}
    for seat, node in seat_decks.items():
        if node.value not in all_decks:
            raise node.unknown("deck", node.value, all_decks)
        chosen[seat] = all_decks[node.value]
        checks.check_deck(chosen[seat], nodes["deck"][chosen[seat].id], cards)
    dealt = {seat: _deal(deck, cards, promos=bool(values["promos"])) for seat, deck in chosen.items()}
    checks.check_seat_decks(scenario, table, seat_decks, chosen, dealt)
    return GameData(
        cards,
        paths,
        battlegrounds,
        dealt,
        {seat: deck.id for seat, deck in chosen.items()},
        all_decks,
        scenario,
        dict(values),
        data_version(),
    )


def _deal(deck: Deck, cards: Mapping[str, Card], *, promos: bool) -> dict[str, int]:
    """Return card id -> copies of a deck, with its promo cards if they are in use (X-1).

    A promo card that the deck holds already does not join it again.
    """
    dealt = {card: copies for card, copies in deck.cards.items() if copies}
    for card in deck.promos if promos else ():
        dealt[card] = min(dealt.get(card, 0) + 1, cards[card].copies)
    return dealt
