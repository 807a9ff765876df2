"""The book of all rows of data, and how user files add to it and overlays change it.

A *row* is one thing of a kind, such as a card or a deck. In a user file `[[card]]` adds or replaces
a whole card; in an overlay `[card.<id>]` changes some keys of one, or adds one if it says `new = true`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace

from mazarbul.sim.data.nodes import Node, merge
from mazarbul.sim.toml import Mistakes

#: Endings of deck files: a deck as data, or as sites and programs for building decks export it.
DECK_SUFFIXES = (".toml", ".txt", ".md", ".markdown", ".html", ".htm", ".json", ".o8d")


@dataclass
class Book:
    """All rows by kind and id; scenarios and switches by id.

    kinds: the kinds of rows a game has, by their names in its files. sharing: groups of kinds that may not
    use the same id.
    """

    kinds: tuple[str, ...]
    sharing: tuple[Collection[str], ...] = ()
    rows: dict[str, dict[str, Node]] = field(default_factory=dict)
    scenarios: dict[str, Node] = field(default_factory=dict)
    switches: dict[str, Node] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for kind in self.kinds:
            self.rows.setdefault(kind, {})

    @property
    def overlay_keys(self) -> tuple[str, ...]:
        """The tables an overlay can have."""
        return (*self.kinds, "scenario", "switches")

    def copy(self) -> Book:
        """Return a book that can be changed without changing this one (nodes never change)."""
        rows = {kind: dict(rows) for kind, rows in self.rows.items()}
        return Book(self.kinds, self.sharing, rows, dict(self.scenarios), dict(self.switches))

    def add(self, node: Node, only: Collection[str] | None = None) -> None:
        """Add the rows of a file whose top-level keys are lists such as `[[card]]`.

        only: the kinds it may have, all if not given.
        """
        allowed = self.kinds if only is None else only
        for kind, rows in node.table().items():
            if kind not in allowed:
                raise rows.unknown("key", kind, allowed, key=True)
            self._put(kind, rows_by_id(rows, kind))

    def add_file(self, kind: str, node: Node) -> str:
        """Add a file that is one row, such as a deck, and the further rows in it; return the row's id."""
        own, rows = self.split_rows(node)
        self.add(rows)
        name = row_id(own, kind)
        self._put(kind, {name: own})
        return name

    def add_scenario(self, node: Node) -> None:
        """Add a scenario's file."""
        self.scenarios[row_id(node, "scenario")] = node

    def add_switches(self, node: Node) -> None:
        """Add a file of switches, `[[switch]]`."""
        self.switches.update(rows_by_id(node.find(("switch",)), "switch"))

    def change(self, overlay: Node) -> None:
        """Lay an overlay over the rows; the book ignores its `scenario` and `switches`.

        Raises a DataError with all rows that cannot be changed, after the others have been.
        """
        mistakes = Mistakes()
        for kind, part in overlay.table().items():
            with mistakes.going_on():
                self._change(kind, part, mistakes)
        mistakes.check()

    def _change(self, kind: str, part: Node, mistakes: Mistakes) -> None:
        """Lay one table of an overlay over the rows."""
        if kind not in self.overlay_keys:
            raise part.unknown("table", kind, self.overlay_keys, key=True)
        if kind not in self.kinds:
            return
        if isinstance(part.value, list):
            self._put(kind, rows_by_id(part, kind))
            return
        for name, row in part.table().items():
            with mistakes.going_on():
                self._put(kind, {name: _changed(self.rows[kind], kind, name, row)})

    def split_rows(self, node: Node) -> tuple[Node, Node]:
        """Split a scenario or deck file into its own keys and the rows (`[[card]]` ...) that it adds."""
        own: dict[str, Node] = {}
        rows: dict[str, Node] = {}
        for key, part in node.table().items():
            (rows if key in self.kinds else own)[key] = part
        return replace(node, value=own), replace(node, value=rows)

    def _put(self, kind: str, rows: Mapping[str, Node]) -> None:
        """Add or replace rows; kinds that share their ids may not use the same one."""
        others = [other for group in self.sharing if kind in group for other in group if other != kind]
        for name, row in rows.items():
            for other in others:
                if name in self.rows[other]:
                    article = "an" if other[0] in "aeiou" else "a"
                    raise row.error(f"{kind} '{name}' has the id of {article} {other}", ("id",))
            self.rows[kind][name] = row


def _changed(rows: Mapping[str, Node], kind: str, name: str, row: Node) -> Node:
    """Return the row called `name` after the change `row`, or `row` itself if it is new."""
    keys = dict(row.table())
    is_new = keys.pop("new", None)
    if is_new is not None and is_new.value is not True:
        raise is_new.error("'new' must be true or left out")
    if "id" in keys:
        raise keys["id"].error(f"the id is already in the header [{kind}.{name}]", key=True)
    row = replace(row, value=keys)
    if name in rows:
        if is_new is not None:
            raise is_new.error(f"there is already a {kind} '{name}'", key=True)
        return merge(rows[name], row)
    if is_new is None:
        raise row.unknown(kind, name, rows, key=True, note=" (a new one says 'new = true')")
    return replace(row, value={"id": replace(row, value=name)} | keys)


def change_scenario(scenario: Node, overlay: Node, lists: Iterable[str] = ("seat",)) -> Node:
    """Return the scenario with the `scenario` part of an overlay laid over it.

    lists: keys of the scenario that are lists of tables; an overlay's table there changes them by id.
    """
    if "scenario" not in overlay.table():
        return scenario
    changes = dict(overlay.find(("scenario",)).table())
    by_id = {key: changes.pop(key) for key in lists if key in changes}
    scenario = merge(scenario, replace(overlay, value=changes))
    for key, change in by_id.items():
        rows = change if isinstance(change.value, list) else _changed_list(scenario, key, change)
        scenario = replace(scenario, value=scenario.table() | {key: rows})
    return scenario


def _changed_list(scenario: Node, key: str, change: Node) -> Node:
    """Return a list of the scenario's tables after changes to some of them."""
    found = rows_by_id(scenario.find((key,)), key)
    for name, row in change.table().items():
        if name not in found:
            raise row.unknown(key, name, found, key=True)
        if "id" in row.table():
            raise row.error(f"the id is already in the header [scenario.{key}.{name}]", ("id",), key=True)
        found[name] = merge(found[name], row)
    return replace(scenario.find((key,)), value=list(found.values()))


def expand_all(scenario: Node, known: Mapping[str, Iterable[str]]) -> Node:
    """Return the scenario with "all" replaced by the ids it stands for. known: key -> ids."""
    keys = dict(scenario.table())
    for key, names in known.items():
        if key in keys and keys[key].value == "all":
            keys[key] = replace(keys[key], value=[replace(keys[key], value=name) for name in names])
    return replace(scenario, value=keys)


def rows_by_id(node: Node, kind: str) -> dict[str, Node]:
    """Return a list of tables by their ids; raises DataError for a missing or repeated id."""
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
        raise node.error(f"the id of a {kind} must be a string")
    return node.value
