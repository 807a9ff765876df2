"""What differs between a game as it is played and the game as printed, value by value and in words.

Both are given as the nested tables that overlays change (`mazarbul.sim.data.values`), so a change of any kind
is
found: by an overlay, by a file of the user's own, by a deck.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pydantic import BaseModel

from mazarbul.formats.changes import Change, Value
from mazarbul.sim.data.values import written
from mazarbul.sim.toml import Source

Tables = Mapping[str, object]

UNPLAYED = ("source",)  # keys that only say where a thing was published
NOTHING = (None, "", (), 0, False)  # what a description of a thing leaves out
ALIKE = 0.5  # of a deck's cards: if no more differ, it is told as a change of the printed deck
SCENARIO, SWITCHES, DECK = "scenario", "switches", "deck"
WORDS = {"bg": "battleground", "vp": "victory points"}


def changes_of(base: Tables, now: Tables, words: Mapping[str, str], decks: Mapping[str, str]) -> list[Change]:
    """Return what differs from `base` to `now`: switches, decks, rows of every kind, the scenario.

    words: dotted path in a row -> its name. decks: seat -> id of the deck that was chosen for it.
    """
    names = _names(now) | _names(base)
    chosen = [change for seat, deck in decks.items() for change in _deck(base, now, names, seat, deck)]
    own = {deck for deck in decks.values() if deck not in _table(base, DECK)}
    rows = [
        change
        for table in now
        if table not in (SWITCHES, SCENARIO)
        for name, row in _table(now, table).items()
        if not (table == DECK and name in own)
        for change in _row(base, table, name, row, names, words)
    ]
    return [*_switches(base, now), *chosen, *rows, *_scenario(base, now, names, words)]


def _switches(base: Tables, now: Tables) -> Iterator[Change]:
    defaults = _table(base, SWITCHES)
    for name, value in _table(now, SWITCHES).items():
        if value != defaults.get(name):
            path = f"{SWITCHES}.{name}"
            yield Change(kind="switches", path=path, what=_human(name), old=defaults.get(name), new=value)


def _deck(base: Tables, now: Tables, names: Mapping[str, str], seat: str, deck: str) -> Iterator[Change]:
    """Yield the deck of a seat if it is not its own, and its cards if it is not printed."""
    usual = _table(_table(_table(base, SCENARIO), "seat"), seat).get(DECK)
    known, decks = _table(base, DECK), _table(now, DECK)
    owner = f"deck of {names.get(seat, _human(seat))}"
    if deck != usual:
        old, new = (None if each is None else names.get(each, each) for each in (usual, deck))
        is_new = deck not in known
        path = f"{SCENARIO}.seat.{seat}.{DECK}"
        yield Change(kind="decks", path=path, what=owner, old=old, new=new, is_new=is_new)
    if deck not in known and usual is not None and usual in known:
        before, after = (
            _table(_table(rows, name), "cards") for rows, name in ((known, usual), (decks, deck))
        )
        copies = {card: (before.get(card) or 0, after.get(card) or 0) for card in {**before, **after}}
        apart = {card: (old, new) for card, (old, new) in copies.items() if old != new}
        if len(apart) > ALIKE * sum(new > 0 for _, new in copies.values()):
            return  # a deck of its own: what it lacks of another deck says nothing
        for card, (old, new) in apart.items():
            what = f"{owner}, {names.get(card, _human(card))}"
            yield Change(kind="decks", path=f"deck.{deck}.cards.{card}", what=what, old=old, new=new)


def _row(
    base: Tables, table: str, name: str, row: object, names: Mapping[str, str], words: Mapping[str, str]
) -> Iterator[Change]:
    """Yield what is changed in a row, or that it is new."""
    printed = _table(base, table)
    what = str(
        _table(printed or {}, name).get("name") or _table({name: row}, name).get("name") or _human(name)
    )
    if name not in printed:
        what = f"new {words.get(table) or _human(table)} {what}"
        yield Change(kind="overlay", path=f"{table}.{name}", what=what, new=_said(row), is_new=True)
        return
    what = f"deck {what}" if table == DECK else what
    for path, old, new in _differing(printed[name], row):
        field = _field(path[1:] if table == DECK and len(path) > 1 else path, names, words)
        path = (table, name, *path)
        yield Change(kind="overlay", path=".".join(path), what=f"{what}, {field}", old=old, new=new)


def _scenario(
    base: Tables, now: Tables, names: Mapping[str, str], words: Mapping[str, str]
) -> Iterator[Change]:
    for path, old, new in _differing(base.get(SCENARIO, {}), now.get(SCENARIO, {})):
        shown = path[1:] if path[0] == "seat" and len(path) > 1 else path
        what, path = _field(shown, names, words), (SCENARIO, *path)
        yield Change(kind="overlay", path=".".join(path), what=what, old=old, new=new)


def _differing(
    base: object, now: object, path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], Value, Value]]:
    """Yield the path, old and new value of everything that differs in two nested tables."""
    is_same = base == now or (base is None and now in NOTHING) or (now is None and base in NOTHING)
    if is_same or (path and path[-1] in UNPLAYED):
        return
    before, after = _parts(base), _parts(now)
    is_list = isinstance(base, tuple | list)
    if before is None or after is None or (is_list and before.keys() != after.keys()):
        old, new = _value(base), _value(now)
        if old != new:  # texts also differ by where they are written
            yield path, old, new
        return
    for key in {**before, **after}:
        yield from _differing(before.get(key), after.get(key), (*path, str(key)))


def _parts(value: object) -> Mapping | None:
    """Return the parts of a table, of a model or of a list of models, by id or place; None for a value."""
    if isinstance(value, BaseModel):
        return written(value)
    if isinstance(value, tuple | list) and value and all(isinstance(part, BaseModel) for part in value):
        return {str(getattr(part, "id", i)): part for i, part in enumerate(value)}
    return value if isinstance(value, Mapping) else None


def _value(value: object) -> Value:
    """Return a value in JSON types."""
    if isinstance(value, Source):
        return value.text
    if isinstance(value, tuple | list):
        return [_said(part) for part in value]
    return value if value is None or isinstance(value, bool | int | float | str) else _said(value)


def _said(value: object) -> str:
    """Return any value as a text."""
    parts = _parts(value)
    if parts is not None:
        return ", ".join(
            f"{key} {_said(part)}"
            for key, part in parts.items()
            if part not in NOTHING and key not in UNPLAYED
        )
    if isinstance(value, tuple | list):
        return " ".join(map(_said, value))
    return value.text if isinstance(value, Source) else str(value)


def _names(values: Tables) -> dict[str, str]:
    """Return the printed names of things, seats and decks by their ids; a thing's comes before a deck's."""
    tables = (
        [values[DECK], *(rows for name, rows in values.items() if name != DECK)] if DECK in values else []
    )
    found: dict[str, str] = {}
    for rows in (*(tables or values.values()), _table(_table(values, SCENARIO), "seat")):
        for name, row in rows.items() if isinstance(rows, Mapping) else ():
            if isinstance(row, Mapping) and isinstance(row.get("name"), str):
                found[name] = row["name"]
    return found


def _field(path: tuple[str, ...], names: Mapping[str, str], words: Mapping[str, str]) -> str:
    """Return the words for a path inside a row: ("icons", "path") -> "path icons"."""
    if (known := words.get(".".join(path))) is not None:
        return known
    said: list[str] = []
    for part in path:
        if part.isdigit() and said:
            said[-1] = f"{said[-1].removesuffix('s')} {int(part) + 1}"
        else:
            said.append(names.get(part) or _human(part))
    return ", ".join(said)


def _table(values: object, name: str) -> Mapping:
    """Return a table in a table, an empty one if there is none."""
    found = values.get(name) if isinstance(values, Mapping) else None
    return found if isinstance(found, Mapping) else {}


def _human(name: str) -> str:
    """Return an id as words."""
    return " ".join(WORDS.get(part, part) for part in name.split("_"))
