"""The book of all rows of data, and how user files add to it and overlays change it.

A *row* is a card, path, battleground or deck. In a user file `[[card]]` adds or replaces a whole
card; in an overlay `[card.<id>]` changes some keys of one, or adds one if it says `new = true`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from sim.games.card_game.nodes import Node, merge

KINDS = ("card", "path", "battleground", "deck")
OVERLAY_KEYS = (*KINDS, "scenario", "switches")


@dataclass
class Book:
    """All rows by kind and id; scenarios and switches by id."""

    rows: dict[str, dict[str, Node]] = field(default_factory=lambda: {kind: {} for kind in KINDS})
    scenarios: dict[str, Node] = field(default_factory=dict)
    switches: dict[str, Node] = field(default_factory=dict)

    def copy(self) -> Book:
        """Return a book that can be changed without changing this one (nodes never change)."""
        rows = {kind: dict(rows) for kind, rows in self.rows.items()}
        return Book(rows, dict(self.scenarios), dict(self.switches))

    def add(self, node: Node, only: Iterable[str] = KINDS) -> None:
        """Add the rows of a file whose top-level keys are lists such as `[[card]]`."""
        for kind, rows in node.table().items():
            if kind not in only:
                raise rows.unknown("key", kind, only, key=True)
            self._put(kind, rows_by_id(rows, kind))

    def add_deck(self, node: Node) -> str:
        """Add a deck file, with the rows it brings along; return the deck's id."""
        deck, rows = split_rows(node)
        self.add(rows)
        name = row_id(deck, "deck")
        self._put("deck", {name: deck})
        return name

    def change(self, overlay: Node) -> None:
        """Lay an overlay over the rows; its `scenario` and `switches` are not for the book."""
        for kind, part in overlay.table().items():
            if kind not in OVERLAY_KEYS:
                raise part.unknown("table", kind, OVERLAY_KEYS, key=True)
            if kind not in KINDS:
                continue
            if isinstance(part.value, list):
                self._put(kind, rows_by_id(part, kind))
                continue
            for name, row in part.table().items():
                self._put(kind, {name: _changed(self.rows[kind], kind, name, row)})

    def _put(self, kind: str, rows: Mapping[str, Node]) -> None:
        """Add or replace rows; paths and battlegrounds share the names of locations."""
        other = {"path": "battleground", "battleground": "path"}.get(kind)
        for name, row in rows.items():
            if other is not None and name in self.rows[other]:
                raise row.error(f"{kind} '{name}' has the id of a {other}", ("id",))
            self.rows[kind][name] = row


def _changed(rows: Mapping[str, Node], kind: str, name: str, row: Node) -> Node:
    """Return the row called `name` after the change `row`, or the new row that it is."""
    keys = dict(row.table())
    is_new = keys.pop("new", None)
    if is_new is not None and is_new.value is not True:
        raise is_new.error("'new' is either true or left out")
    if "id" in keys:
        raise keys["id"].error(f"the id stands in the header [{kind}.{name}] already", key=True)
    row = replace(row, value=keys)
    if name in rows:
        if is_new is not None:
            raise is_new.error(f"there is a {kind} '{name}' already", key=True)
        return merge(rows[name], row)
    if is_new is None:
        raise row.unknown(kind, name, rows, key=True, note=" (a new one says 'new = true')")
    return replace(row, value={"id": replace(row, value=name)} | keys)


def change_scenario(scenario: Node, overlay: Node) -> Node:
    """Return the scenario with the `scenario` part of an overlay laid over it; seats are found by id."""
    if "scenario" not in overlay.table():
        return scenario
    keys = dict(overlay.find(("scenario",)).table())
    seats = keys.pop("seat", None)
    scenario = merge(scenario, replace(overlay, value=keys))
    if seats is None:
        return scenario
    if isinstance(seats.value, list):
        return replace(scenario, value=scenario.table() | {"seat": seats})
    found = rows_by_id(scenario.find(("seat",)), "seat")
    for name, seat in seats.table().items():
        if name not in found:
            raise seat.unknown("seat", name, found, key=True)
        if "id" in seat.table():
            raise seat.error(f"the id stands in the header [scenario.seat.{name}] already", ("id",), key=True)
        found[name] = merge(found[name], seat)
    rows = replace(scenario.find(("seat",)), value=list(found.values()))
    return replace(scenario, value=scenario.table() | {"seat": rows})


def expand_all(scenario: Node, known: Mapping[str, Iterable[str]]) -> Node:
    """Return the scenario with "all" replaced by the ids it stands for. known: key -> ids."""
    keys = dict(scenario.table())
    for key, names in known.items():
        if key in keys and keys[key].value == "all":
            keys[key] = replace(keys[key], value=[replace(keys[key], value=name) for name in names])
    return replace(scenario, value=keys)


def split_rows(node: Node) -> tuple[Node, Node]:
    """Split a scenario or deck file into its own keys and the rows (`[[card]]` ...) it brings along."""
    own, rows = {}, {}
    for key, part in node.table().items():
        (rows if key in KINDS else own)[key] = part
    return replace(node, value=own), replace(node, value=rows)


def rows_by_id(node: Node, kind: str) -> dict[str, Node]:
    """Return a list of tables by their ids; raises DataError if one has none or one comes twice."""
    found: dict[str, Node] = {}
    for row in node.rows():
        name = row_id(row, kind)
        if name in found:
            raise row.error(f"there are two {kind}s '{name}'", ("id",))
        found[name] = row
    return found


def row_id(row: Node, kind: str) -> str:
    """Return the id of a row; raises DataError if it has none."""
    if "id" not in row.table():
        raise row.error(f"this {kind} lacks an 'id'")
    node = row.find(("id",))
    if not isinstance(node.value, str):
        raise node.error(f"the id of a {kind} is a text")
    return node.value
