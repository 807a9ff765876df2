"""Lists of everything that can be played and of all that is in it, as plain data and as text."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator, Mapping
from typing import Any

from mazarbul.formats.declared import Declared
from mazarbul.formats.plain import toml
from mazarbul.sim import games
from mazarbul.sim.bots import installed
from mazarbul.sim.data.overlays import overlay_at
from mazarbul.sim.data.values import part_at
from mazarbul.sim.games.contract import Game, HasDecks, HasKeys, HasKit, HasWeights, able
from mazarbul.sim.runner.errors import unknown
from mazarbul.sim.toml import DataError, nearest

WIDTH = 110
#: What every game has: word -> its names with their help.
WEIGHTS, KEYS = "weights", "keys"
PARTS = ("scenarios", "decks", "bots", "switches", WEIGHTS, KEYS)
DOT = "."  # in the key of what an overlay can change
SHORT = 40  # letters of an example
ROWS = 3  # tables alike from which on they are rows, of which one is shown
#: The word that users say for places, and the type of the cards that they are where they are cards.
LOCATIONS, LOCATION = "locations", "location"
#: Facts of things that say nothing to a reader.
HIDDEN = ("index", "column", "copy", "pile", "at", "near")
TEXTS = ("id", "name", "title", "text")
#: Values that show nothing: another row is a better example.
NOTHING = ("not given", "an empty list", '""', "false", "0")


def lines(only: str | None = None) -> Iterator[str]:
    """Yield scenarios, decks, bots and switches of every game, or of one. Raises DataError.

    The list of all games ends with the installed ones that cannot be imported, and the reasons.
    """
    found, reasons = ([games.get(only)], []) if only else games.playable()
    for game in found:
        yield from _game(game)
    yield from map(str, reasons)


def overview(only: str | None = None) -> list[dict[str, Any]]:
    """Return what `lines` lists as plain data: a dict for each game. Raises DataError."""
    found = [games.get(only)] if only else games.playable()[0]
    return [{"game": game.name, "title": game.title} | _parts(game) for game in found]


def things(word: str, target: str | None = None) -> list[dict[str, Any]]:
    """Return all things of a kind as plain data, a dict with `game` and `id` for each.

    word: one of PARTS, or a kind of things in a catalogue, such as seats, cards, locations; or the key of
    what an overlay can change, such as card.gimli, whose `value` that row has. target: a game, or
    GAME/SCENARIO; without a scenario, those of all of them. Raises DataError for what is unknown.
    """
    name, _, scenario = (target or "").partition("/")
    chosen = [games.get(name)] if name else games.playable()[0]
    if word == WEIGHTS:
        return [
            {"game": game.name, "id": row.name, "default": row.default, "help": row.help}
            for game in chosen
            if isinstance(game, HasWeights)
            for row in game.weights().rows
        ]
    if word == KEYS:
        return [
            {"game": game.name, "id": key, "help": text}
            for game in chosen
            if isinstance(game, HasKeys)
            for key, text in _keys(game.values(scenario or next(iter(game.scenarios()))))
        ]
    if DOT in word:
        return [_part(word, name, scenario)]
    if word in PARTS:
        return [
            {"game": game.name, "id": key, "help": text}
            for game in chosen
            for key, text in _parts(game).get(word, {}).items()
        ]
    known: set[str] = set()
    rows: dict[tuple[str, ...], dict[str, Any]] = {}
    for game in chosen:
        for each in [scenario] if scenario else game.scenarios():
            catalogue = game.setup(each).catalogue
            listed = _listed(catalogue)
            known |= set(listed)
            for row in listed.get(word, []):
                key = (game.name, row["id"], str(row.get("seat", "")))
                rows.setdefault(key, {"game": game.name} | row)
    if word not in known:
        raise unknown("kind of things to list,", word, {*PARTS, *known})
    return list(rows.values())


def _part(key: str, name: str, scenario: str) -> dict[str, Any]:
    """Return what stands at a key of a game, as an overlay writes it."""
    if not name:
        raise DataError(f"say in which game: mazarbul list {key} GAME/SCENARIO")
    game = games.get(name)
    value = part_at(key, able(game, HasKeys).values(scenario or next(iter(game.scenarios()))))
    if value is None:
        raise DataError(f"{key}: this is not given")
    return {"game": name, "id": key, "value": value}


def _keys(values: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """Yield what an overlay can change, the scenario's first: its dotted key, and its value or an example."""
    kinds = sorted(values.items(), key=lambda pair: pair[0] != "scenario")
    for kind, value in kinds:
        for key, place, text in _flat(kind, kind, value):
            yield key, text if key == place else f"such as {place} = {text}"


def _flat(key: str, place: str, value: object) -> Iterator[tuple[str, str, str]]:
    """Yield (key, place of an example, value) below a key.

    Where tables of the same form stand side by side, the key has ID for their names, and the example is the
    first that says something.
    """
    if not isinstance(value, Mapping):
        yield key, place, _written(value)
    elif not _are_rows(value):
        for name, inner in value.items():
            yield from _flat(f"{key}.{name}", f"{place}.{name}", inner)
    else:
        known: dict[str, tuple[str, str]] = {}
        for name, row in value.items():
            for inner, at, text in _flat(f"{key}.ID", f"{place}.{name}", row):
                if inner not in known or known[inner][1] in NOTHING:
                    known[inner] = at, text
        yield from ((inner, *example) for inner, example in known.items())


def _are_rows(value: Mapping[str, object]) -> bool:
    rows = [each for each in value.values() if isinstance(each, Mapping)]
    return len(rows) >= ROWS and len(rows) == len(value) and any(rows[0].keys() & row for row in rows[1:])


def _written(value: object) -> str:
    """Return a value as TOML has it, a list by its length."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple | set | frozenset):
        return f"a list of {len(value)}" if value else NOTHING[1]
    if isinstance(value, str):
        return json.dumps(textwrap.shorten(value, SHORT, placeholder=" ..."), ensure_ascii=False)
    return NOTHING[0] if value is None else str(value)


def kinds() -> list[str]:
    """Return all kinds of things that can be listed: PARTS, and those in the first scenario of each game."""
    firsts = [(game, next(iter(game.scenarios()))) for game in games.playable()[0]]
    found = [kind for game, scenario in firsts for kind in _listed(game.setup(scenario).catalogue)]
    return list(dict.fromkeys([*PARTS, *found]))


def thing_lines(word: str, rows: list[dict[str, Any]]) -> Iterator[str]:
    """Yield things as text: one entry per line, with ids in a column."""
    if DOT in word:
        yield from (toml(overlay_at(row["id"], row["value"])).rstrip() for row in rows)
        return
    several = len({row["game"] for row in rows}) > 1
    entries = {}
    for row in rows:
        prefix = f"{row['game']}/" if several or word == "scenarios" else ""
        name = f"{prefix}{row['id']}"
        if name in entries:  # of two seats
            name += f" ({row.get('seat', '')})"
        default = f"{row['default']:g}: " if word == WEIGHTS else ""
        entries[name] = default + (row.get("help") or _described(row))
    yield from _entries(entries, margin="")


def _described(row: Mapping[str, Any]) -> str:
    facts = [
        f"{key} {value}"
        for key, value in row.items()
        if key not in (*TEXTS, "game") and isinstance(value, str | int) and value not in ("", None)
    ]
    name = row.get("name") or row.get("title") or ""
    text = f". {row['text']}" if row.get("text") else ""
    return f"{name}{': ' if facts else ''}{', '.join(facts)}{text}"


def _listed(catalogue: Mapping[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """Return the lists of things of a catalogue: kind -> rows, one for each id and seat, with its copies."""
    found: dict[str, list[dict[str, Any]]] = {}
    for kind, entries in catalogue.items():
        if kind in ("families", "subjects") or not isinstance(entries, list):
            continue
        if all(isinstance(each, dict) and "id" in each for each in entries):
            found[kind] = _counted(entries)
    places = Declared.of(catalogue).places
    if places is not None and places.items in found:
        found.setdefault(LOCATIONS, found[places.items])
    elif cards := [card for card in found.get("cards", ()) if card.get("type") == LOCATION]:
        found.setdefault(LOCATIONS, cards)
    return found


def _counted(entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    rows: dict[tuple[str, str], dict[str, Any]] = {}
    for each in entries:
        key = (each["id"], str(each.get("seat", "")))
        if key in rows:
            rows[key]["copies"] = rows[key].get("copies", 1) + 1
        else:
            rows[key] = {name: value for name, value in each.items() if name not in HIDDEN}
    return list(rows.values())


def _parts(game: Game) -> dict[str, Mapping[str, str]]:
    parts: dict[str, Mapping[str, str]] = {"scenarios": game.scenarios()}
    if isinstance(game, HasDecks):
        parts["decks"] = game.decks()
    python = installed.available() if isinstance(game, HasKit) else {}
    parts |= {"bots": python | game.bots(), "switches": game.switches()}
    return parts


def _game(game: Game) -> Iterator[str]:
    yield f"{game.name}: {game.title}"
    for heading, entries in _parts(game).items():
        yield ""
        yield f"  {heading}"
        prefix = f"{game.name}/" if heading == "scenarios" else ""
        yield from _entries({f"{prefix}{name}": text for name, text in entries.items()})
    yield ""


def _entries(entries: Mapping[str, str], margin: str = "    ") -> Iterator[str]:
    """Yield one entry per line, with names in a column and long help wrapped and indented."""
    width = max(map(len, entries), default=0) + 2
    indent = " " * (len(margin) + width)
    for name, help_text in entries.items():
        first = f"{margin}{name:<{width}}"
        yield (
            textwrap.fill(help_text, WIDTH, initial_indent=first, subsequent_indent=indent) or first.rstrip()
        )


def chosen(what: str | None, target: str | None) -> tuple[str | None, str | None]:
    """Return the kind of things and the target of a command line; the first word may be a game.

    Raises DataError for two words of which the first is a game.
    """
    is_game = what in games.names() or (
        target is None and what not in PARTS and nearest(what or "", games.names())
    )
    if what is None or not is_game:
        return what, target
    if target is not None:
        raise DataError(f"write the kind of things first: mazarbul list {target} {what}")
    return None, what
