"""The order in which the parts of a game's data are laid over each other, the same in every game.

Later parts win: printed data; the data that switches stand for; rows that user files add (`[[card]]`,
`[[deck]]` and so on); the changes of the overlays, in their order.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from mazarbul.sim.compile.hashing import hash_of
from mazarbul.sim.data.book import Book, change_scenario, row_id, rows_by_id
from mazarbul.sim.data.nodes import M, Node, build
from mazarbul.sim.data.overlays import Overlays, overlay_nodes
from mazarbul.sim.data.people import NAME as PEOPLE
from mazarbul.sim.data.switches import switch_overlays, switch_values
from mazarbul.sim.toml import DataError, DataWarning, Mistakes, ends_in, user_path

DECK = "deck"
#: What tells things of one kind with the same name apart, for a reader.
TOLD_APART = ("type", "side", "faction", "sphere", "set", "sort", "kind", "product", "depth")
NOTHING: Mapping = MappingProxyType({})
TOML = ".toml"

#: Reads a deck file that is not TOML. Gets its path and the book so far; returns the deck's row.
DeckReader = Callable[[Path, Book], Node]


@dataclass(frozen=True)
class Merged:
    """A scenario with everything laid over it, not yet checked.

    book: all rows. scenario: its node. decks: seat id -> the node that names its deck, with the deck's id as
    its value; a seat without a deck is left out. switches: id -> value, all of them.
    changes: the overlays. mistakes: found so far; what they are in is not merged.
    """

    book: Book
    scenario: Node
    decks: Mapping[str, Node]
    switches: Mapping[str, object]
    changes: tuple[Node, ...] = ()
    mistakes: Mistakes = field(default_factory=Mistakes)

    def models(
        self, model: type[M], kind: str, what: str = "", only: Collection[str] | None = None
    ) -> dict[str, M]:
        """Return all rows of a kind as models, id -> model; those that do not fit are noted as mistakes.

        what: the kind in errors, if it has another name there. only: ids; all rows if None.
        """
        found = {}
        for name, node in self.book.rows[kind].items():
            if only is not None and name not in only:
                continue
            with self.mistakes.going_on():
                found[name] = build(model, node, f"{what or kind} '{name}'")
        if kind != DECK:  # two people may call their decks alike
            self._check_names(found, kind, what or kind)
        return found

    def _check_names(self, rows: Mapping[str, Any], kind: str, what: str) -> None:
        """Note rows as mistakes that nobody could tell from another one by what a reader sees first."""
        known: dict[tuple, str] = {}
        for name, row in rows.items():
            seen = (row.name.casefold(), *(getattr(row, fact, None) for fact in TOLD_APART))
            if (other := known.setdefault(seen, name)) != name:
                place = self.book.rows[kind][name].find(("name",))
                self.mistakes.note(place.error(f"{what} '{name}' has the name of '{other}': {row.name!r}"))

    def warn_of_idle(self, kind: str, used: Collection[str], where: str) -> None:
        """Warn of rows in overlays that change nothing, since nothing in play has them.

        used: ids of the rows of this kind in play. where: of the scenario, in words, such as "deck".
        """
        title = self.scenario.find(("title",)).value
        for change in self.changes:
            part = change.table().get(kind)
            if part is None:
                continue
            is_list = isinstance(part.value, list)
            for name, row in (rows_by_id(part, kind) if is_list else part.table()).items():
                if name not in used:
                    message = f"{kind} '{name}' is in no {where} of {title}, so this changes nothing"
                    warnings.warn(str(row.error(message, key=True)), DataWarning, stacklevel=2)


def each(check: Callable[..., None], things: Mapping[str, object], *rest: object) -> None:
    """Make a check that takes several things with each of them alone; raises all mistakes together."""
    mistakes = Mistakes()
    for name, thing in things.items():
        with mistakes.going_on():
            check({name: thing}, *rest)
    mistakes.check()


def merged(
    printed: Book,
    scenario: str | Path,
    switches: Mapping[str, object] = NOTHING,
    overlay: Overlays = None,
    decks: Mapping[str, str | Path] = NOTHING,
    *,
    lists: Iterable[str] = ("seat",),
    readers: Mapping[str, DeckReader] = NOTHING,
) -> Merged:
    """Read a scenario and lay everything given over it. `printed` is not changed.

    scenario: an id or a TOML file. switches: id -> value; they beat those of an overlay, which beat those of
    the scenario. overlay: TOML files, or the same as nested dicts, one or several. decks: seat id -> deck id
    or TOML file. lists: see `change_scenario`. readers: ending such as ".txt" -> how deck files with that
    ending are read.
    Raises DataError for what cannot be read or found; unknown rows in overlays are noted in `mistakes`.
    """
    mistakes = Mistakes()
    changes = overlay_nodes(overlay)
    book = printed.copy()
    lists = tuple(lists)
    table, own_rows = book.split_rows(_scenario(book, scenario))
    values = switch_values(book.switches, (table, *changes), switches)
    table = replace(table, value={key: part for key, part in table.table().items() if key != "switches"})
    for effect in switch_overlays(book.switches, values, table):
        table = change_scenario(table, effect, lists)
        book.change(effect)
    book.add(own_rows)
    for change in changes:
        with mistakes.going_on():
            table = change_scenario(table, change, lists)
    seat_decks = _seat_decks(book, table, decks, readers, mistakes)
    for change in changes:
        with mistakes.going_on():
            book.change(change)
    return Merged(book, table, seat_decks, values, tuple(changes), mistakes)


@cache
def data_version(folder: Path) -> str:
    """Return 12 hex digits that change with any byte, or any name, of the data files in a folder.

    A folder is read once a process, so it must be one of printed data.
    """
    played = (file for file in folder.rglob("*.toml") if file.name != PEOPLE)  # those do not change a game
    files = sorted(played, key=lambda file: file.relative_to(folder).as_posix())
    return hash_of(files, folder)[:12]


def data_files(folder: Path, first: Sequence[str] = ()) -> list[Path]:
    """Return the TOML files of a folder by name, those named in `first` before the others."""
    rest = sorted(file.stem for file in folder.glob("*.toml"))
    return [folder / f"{name}.toml" for name in (*first, *(name for name in rest if name not in first))]


def book_of(
    folder: Path,
    *kinds: str,
    sharing: tuple[Collection[str], ...] = (),
    places: Mapping[str, str] = NOTHING,
    first: Mapping[str, Sequence[str]] = NOTHING,
) -> Book:
    """Return the book of a folder: rows of each kind, scenarios and switches. It is not to be changed.

    The rows of a kind are in a file, as `cards.toml`, or in all files of a folder, as `cards`; in a folder
    each deck is a file. sharing: groups of kinds that may not use the same id. places: kind -> name of its
    file or folder, if it is not the kind with an s. first: folder -> its files that come before the others.
    """
    book = Book(kinds, sharing)
    for kind in kinds:
        place = folder / places.get(kind, f"{kind}s")
        if not place.is_dir():
            book.add(Node.load(place.with_suffix(TOML)), only=(kind,))
            continue
        for file in data_files(place, first.get(place.name, ())):
            if kind == DECK:
                book.add_file(kind, Node.load(file))
            else:
                book.add(Node.load(file), only=(kind,))
    for file in data_files(folder / "scenarios", first.get("scenarios", ())):
        book.add_scenario(Node.load(file))
    book.add_switches(Node.load(folder / "switches.toml"))
    return book


def texts_at(nodes: Mapping[str, Node], key: str) -> dict[str, str]:
    """Return the texts at a key of some rows or scenarios, such as their titles: id -> text."""
    return {name: str(node.find((key,)).value) for name, node in nodes.items()}


def _scenario(book: Book, scenario: str | Path) -> Node:
    """Return the node of a scenario given by id or file."""
    name = str(scenario)
    if name not in book.scenarios and not ends_in(name, ".toml"):
        raise Node.of(None, None).unknown("scenario", name, book.scenarios)
    node = book.scenarios[name] if name in book.scenarios else Node.load(scenario)
    row_id(node, "scenario")
    if "seat" not in node.table():
        raise node.error("this scenario lacks seats, '[[seat]]'")
    return node


def _seat_decks(
    book: Book,
    table: Node,
    wanted: Mapping[str, str | Path],
    readers: Mapping[str, DeckReader],
    mistakes: Mistakes,
) -> dict[str, Node]:
    """Return the deck id of every seat, seat id -> node; decks in files of their own join the book.

    A seat whose deck has mistakes that keep it from joining is left out.
    """
    seats = rows_by_id(table.find(("seat",)), "seat")
    for seat, deck in wanted.items():
        if seat not in seats:
            mistakes.note(Node.of(str(deck), None, file="decks").unknown("seat", seat, seats))
    found, before = {}, dict(book.rows.get("deck", {}))
    for seat, row in seats.items():
        if seat not in wanted and "deck" not in row.table():
            continue
        node, folder = row.find(("deck",)), Path()
        if seat in wanted:
            node = Node.of(str(wanted[seat]), None, file=f"deck of seat '{seat}'")
        elif node.document is not None:
            folder = Path(node.document.file).parent
        name: Any = node.value
        with mistakes.going_on():
            if isinstance(name, str):
                own = _deck_in(book, node, folder / user_path(name), readers, mistakes)
                if own is not None:
                    name = book.add_file("deck", _with_own_id(book, own, seat, before))
            found[seat] = Node(name, node.document, node.path, node.file)
    return found


def _deck_in(
    book: Book, node: Node, path: Path, readers: Mapping[str, DeckReader], mistakes: Mistakes
) -> Node | None:
    """Return the deck in the file that a seat's node names; None if it names a deck by its id.

    path: of the file, if it is one.
    """
    ending = path.suffix.lower()
    if ending == TOML:
        return _with_id(Node.load(path), path.stem, mistakes)
    if ending in readers:
        return readers[ending](path, book)
    if str(node.value) not in book.rows["deck"] and path.is_file():
        read = ", ".join((TOML, *readers))
        raise node.error(f"'{node.value}' is no deck: files of decks end in {read}")
    return None


def _with_own_id(book: Book, deck: Node, seat: str, before: Mapping[str, Node]) -> Node:
    """Return a deck of a file, with its seat behind its id if a deck of another file has the id.

    before: the decks without those of files. A TOML file, which gives its id, replaces such a deck.
    """
    name, file = row_id(deck, "deck"), _file_of(deck)
    known = book.rows["deck"].get(name)
    replaces = known is before.get(name) and ends_in(file, TOML)
    if known is None or _file_of(known) == file or replaces:
        return deck
    return replace(deck, value=deck.table() | {"id": replace(deck.find(("id",)), value=f"{name}_{seat}")})


def _file_of(node: Node) -> str:
    """Return the file that a node was read from, "" for none."""
    return "" if node.document is None else node.document.file


def _with_id(deck: Node, name: str, mistakes: Mistakes) -> Node:
    """Return a deck; if it has no id, this is noted and it gets a name, so that the rest can be checked."""
    try:
        row_id(deck, "deck")
    except DataError as mistake:
        mistakes.note(mistake)
        return replace(deck, value=deck.table() | {"id": replace(deck, value=name)})
    return deck
