"""The value that a dotted overlay path such as `card.gimli.icons.path` has in a set-up."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import BaseModel

from sim.engine.toml import DataError, Source, nearest
from sim.games.card_game.schema import GameData

SHOWN = 12  # known words listed where none is near


def value_at(path: str, data: GameData) -> int | float | bool | str:
    """Return a value, defaults included; raises DataError naming the part of the path that is unknown."""
    found: object = _all_values(data)
    parts = path.split(".")
    for i, part in enumerate(parts):
        if not isinstance(found, Mapping):
            raise DataError(f"{path}: {'.'.join(parts[:i])!r} has no parts")
        if part not in found:
            raise _unknown(path, parts[:i], part, found)
        found = found[part]
    if isinstance(found, Mapping):
        listed = ", ".join(list(found)[:SHOWN]) + (" ..." if len(found) > SHOWN else "")
        raise DataError(f"{path}: this is a table, go on with one of {listed}")
    if found is None or not isinstance(found, int | float | bool | str):
        raise DataError(
            f"{path}: this is {'not given' if found is None else 'a list'}, a single value is wanted"
        )
    return found


def _unknown(path: str, above: list[str], part: str, known: Mapping[str, object]) -> DataError:
    """Return the error for a part of a path that is not among the known ones."""
    near = nearest(part, known)
    listed = "" if near or len(known) > SHOWN else f"; known: {', '.join(known)}"
    where = f" in {'.'.join(above)!r}" if above else ""
    return DataError(f"{path}: unknown part {part!r}{where}{listed}", suggestion=near)


def _all_values(data: GameData) -> dict[str, object]:
    """Return all that an overlay can change, as nested tables."""
    scenario = _table(data.scenario)
    scenario["seat"] = {seat.id: _table(seat) for seat in data.scenario.seats}
    decks = {}
    for name, deck in data.deck_models.items():
        none = {card.id: 0 for card in data.cards.values() if card.side == deck.side}
        decks[name] = _table(deck) | {"cards": none | dict(deck.cards)}
    return {
        "card": {name: _table(card) for name, card in data.cards.items()},
        "path": {name: _table(place) for name, place in data.paths.items()},
        "battleground": {name: _table(place) for name, place in data.battlegrounds.items()},
        "deck": decks,
        "scenario": scenario,
        "switches": dict(data.switches),
    }


def _table(model: BaseModel) -> dict[str, object]:
    """Return a model as a table; its id, which no overlay can change, is left out."""
    return {
        field.alias or name: _plain(getattr(model, name))
        for name, field in type(model).model_fields.items()
        if name != "id"
    }


def _plain(value: object) -> object:
    if isinstance(value, BaseModel):
        return _table(value)
    return value.text if isinstance(value, Source) else value
