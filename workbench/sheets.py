"""What can be changed in a scenario, as tables to search, with the forms that change it.

The forms are made from the models that check the data: names, kinds of values, ranges, words, and what their
documentation says of each value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from mazarbul.sim.data.changes import DECK, SCENARIO, SWITCHES
from mazarbul.sim.data.model import OneOf
from mazarbul.sim.data.values import as_written, table_of
from mazarbul.sim.effects.context import usage
from mazarbul.sim.games.base import DataGame
from mazarbul.sim.games.contract import Game, HasVocabulary
from mazarbul.sim.runner.experiment import Experiment, bot_texts, prepare
from mazarbul.sim.toml import DataError, Source

SEAT = "seat"
UNCHANGEABLE = ("id", "source")
CARD = {"text", "effects"}  # what has both is a card, whatever the game calls it
TYPE = "type"
RULE = re.compile(r"\s*\((?:[A-Z]+-[\d.]+(?:, )?)+\)")  # number of a rule in a description


def sheets(experiment: Experiment) -> dict[str, Any]:
    """Return all that an overlay can change in a scenario. Raises DataError.

    kinds: a dict for each kind of row with id, title, rows, fields, and of cards new: which types there are,
    and the values of a card that says nothing of them. Rows have their values as they are now. bots: who
    plays. words: those of the effect language.
    """
    game, setup, _ = prepare(experiment)
    if not isinstance(game, DataGame):
        raise DataError(f"{game.title} has no data that a form could change")
    data = game.load(experiment.scenario, **experiment.made_with())
    values, models = game.values_of(data), game.models()
    scenario = dict(mapping(values.get(SCENARIO)))
    seats = mapping(scenario.pop(SEAT, {}))
    tables = {name: rows for name, rows in values.items() if name not in (SCENARIO, SWITCHES)}
    played, decks = _in_play(setup.catalogue), {seat.get(DECK) for seat in setup.catalogue["seats"]}
    kinds = [
        _kind(game, name, name, mapping(rows), models.get(name), decks if name == DECK else played)
        for name, rows in tables.items()
    ]
    if seats:
        kinds.append(_kind(game, f"{SCENARIO}.{SEAT}", "seat", seats, models.get(SEAT), set(seats)))
    kinds.append(_kind(game, "", SCENARIO, {SCENARIO: scenario}, models.get(SCENARIO), {SCENARIO}))
    kinds[-1]["fields"].pop(SEAT, None)
    kinds.append(_switches(game, mapping(values.get(SWITCHES))))
    return {
        "title": setup.title,
        "kinds": kinds,
        "bots": bot_texts(experiment.bots, game, setup),
        "words": _words(game),
    }


def _kind(
    game: DataGame[Any],
    path: str,
    name: str,
    rows: Mapping[str, Any],
    model: type[BaseModel] | None,
    played: set[str],
) -> dict[str, Any]:
    """Return a kind of rows. path: where an overlay changes them."""
    fields = {} if model is None else _fields(model, game.value_words())
    values = {row: _values(mapping(facts), fields) for row, facts in rows.items()}
    types = dict.fromkeys(each[TYPE] for each in values.values() if TYPE in each)
    return {
        "path": path,
        "title": game.value_words().get(name, name.replace("_", " ")),
        "fields": fields,
        "rows": [{"id": row, "is_played": row in played, "values": each} for row, each in values.items()],
        "new": {"types": list(types), "values": defaults(model)} if model and fields.keys() >= CARD else None,
    }


def defaults(model: type[BaseModel]) -> dict[str, Any]:
    """Return the values of a row that says nothing of them, in JSON types."""
    found = {}
    for name, info in model.model_fields.items():
        value = None if info.is_required() else info.get_default(call_default_factory=True)
        if value is not None:
            found[info.alias or name] = as_written(table_of(value) if isinstance(value, BaseModel) else value)
    return found


def _switches(game: DataGame[Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the rule switches as a kind with one row."""
    words, fields = game.switch_words(), {}
    for name, said in game.switches().items():
        value = values.get(name)
        form: dict[str, Any] = {"kind": "word", "words": list(words.get(name, ()))}
        if isinstance(value, bool | int):
            form = {"kind": "truth"} if isinstance(value, bool) else {"kind": "number", "step": 1}
        fields[name] = form | {"title": name.replace("_", " "), "help": said}
    row = {"id": SWITCHES, "is_played": True, "values": dict(values)}
    return {"path": "", "title": SWITCHES, "fields": fields, "rows": [row], "new": None}


def _in_play(catalogue: Mapping[str, Any]) -> set[str]:
    """Return the ids of all things that a set-up has."""
    lists = [rows for rows in catalogue.values() if isinstance(rows, list)]
    return {row["id"] for rows in lists for row in rows if isinstance(row, dict) and "id" in row}


def mapping(value: object) -> Mapping[str, Any]:
    """Return a value if it is a mapping, else an empty one."""
    return value if isinstance(value, Mapping) else {}


def _values(facts: Mapping[str, Any], fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a row that a form shows, in JSON types."""
    return {name: as_written(value) for name, value in facts.items() if name in fields or not fields}


# Forms -------------------------------------------------------------------------------------------


def _fields(model: type[BaseModel], words: Mapping[str, str], above: str = "") -> dict[str, Any]:
    """Return the fields of a model: key -> how it is changed. words: names of paths. above: the path here."""
    said = dict(_helps(model))
    found = {}
    for name, info in model.model_fields.items():
        key = info.alias or name
        if key in UNCHANGEABLE:
            continue
        path = f"{above}{key}"
        form = _form(info.annotation, tuple(info.metadata), words, f"{path}.")
        form["title"] = words.get(path, key.replace("_", " "))
        form["help"] = said.get(name, "")
        found[key] = form
    return found


def _helps(model: type[BaseModel]) -> Iterator[tuple[str, str]]:
    """Yield what the documentation of a model says of its fields."""
    text = " ".join((model.__doc__ or "").split())
    names = "|".join(map(re.escape, model.model_fields))
    parts = re.split(rf"(?:^|(?<=\. ))((?:{names})(?:, (?:{names}))*): ", text)
    for known, said in zip(parts[1::2], parts[2::2], strict=True):
        for name in known.split(", "):
            yield name, RULE.sub("", said).strip()


def _form(annotation: Any, marks: tuple[Any, ...], words: Mapping[str, str], above: str) -> dict[str, Any]:
    """Return how a value of a type is changed. marks: limits and words of the type."""
    origin, inner = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        more = [mark for each in inner[1:] for mark in _marks(each)]
        return _form(inner[0], (*marks, *more), words, above)
    if origin in (Union, UnionType):
        known = [each for each in inner if each is not type(None)]
        return _form(known[0], marks, words, above) | {"optional": type(None) in inner}
    if origin is Literal:
        return {"kind": "word", "words": [str(each) for each in inner]}
    if origin in (tuple, list):
        return {"kind": "list", "of": _form(inner[0], (), words, above)}
    if origin is not None and issubclass(origin, Mapping):
        return {"kind": "table", "of": _form(inner[1], (), words, above)}
    if not isinstance(annotation, type):
        return {"kind": "text"}
    if issubclass(annotation, BaseModel):
        return {"kind": "group", "fields": _fields(annotation, words, above)}
    return _single(annotation, marks)


def _single(annotation: type, marks: tuple[Any, ...]) -> dict[str, Any]:
    """Return how a single value is changed."""
    chosen = next((mark.words for mark in marks if isinstance(mark, OneOf)), None)
    if chosen is not None:
        return {"kind": "word", "words": chosen}
    if issubclass(annotation, bool):
        return {"kind": "truth"}
    if issubclass(annotation, int | float):
        limits = {key: getattr(mark, sign) for mark in marks for sign, key in LIMITS if hasattr(mark, sign)}
        return {"kind": "number", "step": 1 if issubclass(annotation, int) else "any"} | limits
    return {"kind": "effect" if issubclass(annotation, Source) else "text"}


LIMITS = (("ge", "low"), ("le", "high"))


def _marks(mark: Any) -> list[Any]:
    return list(mark.metadata) if isinstance(mark, FieldInfo) else [mark]


def _words(game: Game) -> list[dict[str, str]]:
    """Return the words of the effect language of a game, with what they mean."""
    if not isinstance(game, HasVocabulary):
        return []
    known = game.vocabulary()
    found = [{"word": each.name, "usage": usage(each), "help": each.help} for each in known]
    sets = [
        {"word": word.name, "usage": word.name, "help": word.help}
        for words in known.sets.values()
        for word in words.values()
    ]
    return found + sets
