"""A new card of a draft: its id, made from its name, and what it begins with.

It begins as a copy of another card, or as a blank of a type: with what every card of the type has, as most of
them have it, and without text.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, StringConstraints, TypeAdapter, ValidationError

from mazarbul.sim import games
from mazarbul.sim.data.model import Name, model_in
from mazarbul.sim.games.base import DataGame
from mazarbul.sim.toml import DataError
from mazarbul.workbench.asked import Word
from mazarbul.workbench.drafts import Draft, tables_of
from mazarbul.workbench.sheets import TYPE, mapping, sheets

SOURCE = "an idea"
PUBLISHED = ("copies", "number", "product", "promo")  # values of a card that was printed, not of a new one
ITS_OWN_WORDS = ("name", "text", "traits", "keywords")  # values that a blank does not have
NUMBER, COPIES, EFFECTS = "number", "copies", "effects"
_NAME: TypeAdapter[str] = TypeAdapter(Name)


class Added(Draft):
    """A card to be added to a draft.

    kind: of the row. like: the card that it copies. blank: else the type of which it is a blank, None
    where cards have no types.
    """

    kind: Word
    name: Annotated[str, StringConstraints(max_length=80)]
    like: Word | None = None
    blank: Word | None = None


def added(asked: Added, folder: Path, allowed: tuple[str, ...]) -> dict[str, Any]:
    """Return the id of a new card, and the tables of the draft with it. Raises DataError.

    folder: of the workbench. allowed: bots from the command line.
    """
    kinds = {kind["path"]: kind for kind in sheets(asked.experiment(folder, allowed))["kinds"]}
    kind, game = kinds.get(asked.kind), games.get(asked.game)
    if kind is None or kind["new"] is None or not isinstance(game, DataGame):
        raise DataError(f"{game.title} has no cards of the kind {asked.kind!r}")
    tables = tables_of(asked.written())
    own = {} if tables is None else tables.get(asked.kind, {})
    if tables is None or not isinstance(own, dict):
        raise DataError(f"mend the draft first: there must be a table [{asked.kind}.ID] for each card")
    name, identifier = _named(asked.name)
    sharing = [
        *(each for group in game.printed().sharing if asked.kind in group for each in group),
        asked.kind,
    ]
    for each in sharing:
        taken = [*(row["id"] for row in kinds[each]["rows"]), *mapping(tables.get(each))]
        if identifier in taken:
            title = kinds[each]["title"]
            raise DataError(
                f"the id of {name!r} is {identifier}, which another {title} has: choose another name"
            )
    row = _copy(kind, asked.like) if asked.like else _blank(kind, asked.blank, game.models()[asked.kind])
    row = {"new": True, "name": name} | _numbered(kind, row, own) | {"source": SOURCE}
    return {"id": identifier, "tables": tables | {asked.kind: own | {identifier: row}}}


def _named(text: str) -> tuple[str, str]:
    """Return a name and the id made from it: small letters, digits, underscores, a letter first."""
    try:
        name = _NAME.validate_python(text.strip())
    except ValidationError as error:
        raise DataError(error.errors()[0]["msg"]) from None
    plain = unicodedata.normalize("NFKD", name.replace("'", "")).encode("ascii", "ignore").decode().lower()
    identifier = "_".join(re.findall(r"[a-z0-9]+", plain)).lstrip("_0123456789")
    if not identifier:
        raise DataError(f"no id can be made from {name!r}: a name needs a letter from a to z")
    return name, identifier


def _copy(kind: Mapping[str, Any], like: str) -> dict[str, Any]:
    """Return what a card says. Raises DataError for one that there is not."""
    found = next((row["values"] for row in kind["rows"] if row["id"] == like), None)
    if found is None:
        raise DataError(f"there is no {kind['title']} {like!r} to be copied")
    return _said(found, kind["new"]["values"])


def _blank(kind: Mapping[str, Any], type_: str | None, model: type[BaseModel]) -> dict[str, Any]:
    """Return what every card of a type says, as most of them say it. Raises DataError for an unknown type."""
    if type_ is None and kind["new"]["types"]:
        raise DataError(f"say of which type it is: {', '.join(kind['new']['types'])}")
    rows = [row for row in kind["rows"] if type_ is None or row["values"].get(TYPE) == type_]
    if not rows:
        raise DataError(f"there is no {kind['title']} of the type {type_!r}")
    said = [_said(row["values"], kind["new"]["values"]) for row in rows if row["is_played"]]
    said = said or [_said(row["values"], kind["new"]["values"]) for row in rows]
    shared = [key for key in kind["fields"] if key not in ITS_OWN_WORDS and all(key in each for each in said)]
    numbers = [key for key in shared if kind["fields"][key]["kind"] == "number"]
    others = [key for key in shared if key not in numbers]
    # what is no number goes together, such as a side and a faction of it
    told = [{key: each[key] for key in others if key != EFFECTS} for each in said]
    row = said[told.index(_commonest(told))]
    row = {key: row[key] for key in others} | {
        key: _commonest([each[key] for each in said]) for key in numbers
    }
    if EFFECTS in row:
        inner = model_in(model.model_fields[EFFECTS].annotation)
        needed = [key for key, info in inner.model_fields.items() if info.is_required()] if inner else []
        row[EFFECTS] = [{key: row[EFFECTS][0][key] for key in needed} | {"do": ""}]
    return row


def _said(values: Mapping[str, Any], usual: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values that are not the usual ones, in parts as well."""
    return {
        key: _said(value, usual[key]) if isinstance(value, Mapping) and key in usual else value
        for key, value in values.items()
        if value != usual.get(key)
    }


def _commonest(values: Sequence[Any]) -> Any:
    return json.loads(Counter(json.dumps(value) for value in values).most_common(1)[0][0])


def _numbered(kind: Mapping[str, Any], row: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """Return a card as one that is not printed: in no deck, with a number of its own where it needs one.

    own: what the draft says of cards of the kind.
    """
    fields = kind["fields"]
    found = {key: row[key] for key in fields if key in row and key not in ("name", *PUBLISHED)}
    if fields.get(COPIES, {}).get("low") == 0:
        found[COPIES] = 0
    if NUMBER in row and not fields[NUMBER].get("optional"):
        known = [each["values"] for each in kind["rows"]]
        words = [key for key, field in fields.items() if field["kind"] == "word"]
        apart = {(each[NUMBER], *(each.get(word) for word in words)) for each in known}
        is_own = len(apart) == len(known)
        drafted = [each.get(NUMBER) for each in own.values() if isinstance(each, Mapping)]
        taken = [*(each[NUMBER] for each in known), *(n for n in drafted if isinstance(n, int))]
        found[NUMBER] = max(taken) + 1 if is_own else row[NUMBER]
    return found
