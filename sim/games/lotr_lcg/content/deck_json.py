"""Decks as JSON: of RingsDB's API, by the codes of cards, and the lists that DragnCards loads.

RingsDB: {"name": "...", "heroes": {"01001": 1}, "slots": {"01001": 1, "01073": 3}, "sideslots": []}
DragnCards: [{"databaseId": "51223bd0-...", "quantity": 3, "loadGroupId": "playerNDeck"}]
"""

from __future__ import annotations

import json
from typing import Any

from mazarbul.sim.games.lotr_lcg.content.octgn import Entry
from mazarbul.sim.toml import DataError
from mazarbul.sim.toml.scan import Scan

SUFFIX = ".json"
HEROES, SLOTS, ASIDE = "heroes", "slots", "sideslots"
_LISTS = ("loadList", "cards")
_IDS = ("databaseId", "uuid", "cardDbId", "code")
_MOST_ENTRIES = 2_000


def looks_like_json(text: str) -> bool:
    """Return whether a text, whatever its file is called, is an object or a list of JSON."""
    if text.lstrip()[:1] not in ("{", "["):
        return False
    try:
        return isinstance(json.loads(text), dict | list)
    except (ValueError, RecursionError):
        return False


def read_json(text: str, file: str, scan: Scan) -> tuple[str, list[Entry]]:
    """Return the name of a deck, "" for none, and its cards. Raises DataError if it is not a deck.

    file: its name in errors. scan: knows where lines begin.
    """
    try:
        data = json.loads(text, object_pairs_hook=_once)
    except _TwiceError as error:
        place = _place(text, str(error), scan, last=True)
        raise DataError(f"'{error}' is given twice", file, *place) from None
    except (ValueError, RecursionError) as error:
        line, column = getattr(error, "lineno", 1), getattr(error, "colno", 1)
        reason = getattr(error, "msg", error)
        raise DataError(f"this is not JSON ({reason})", file, line, column) from None
    if isinstance(data, list) and data and all(isinstance(each, dict) and SLOTS in each for each in data):
        if len(data) > 1:
            raise DataError(f"this file has {len(data)} decks: keep one of them", file, 1)
        data = data[0]
    name = data.get("name", "") if isinstance(data, dict) else ""
    if isinstance(data, dict) and (SLOTS in data or HEROES in data):
        rows = _of_ringsdb(data)
    else:
        rows = _of_dragncards(data, file)
    if len(rows) > _MOST_ENTRIES:
        raise DataError(f"a deck has at most {_MOST_ENTRIES:,} entries", file, 1)
    found = []
    for section, code, title, count in rows:
        n = count if isinstance(count, int) and not isinstance(count, bool) and 0 <= count < 10_000 else None
        found.append(Entry(section, _whole(title), _whole(code), n, *_place(text, code, scan)))
    return (_whole(name) if isinstance(name, str) else ""), found


def _whole(text: str) -> str:
    """Return a text in one line, without the halves of characters that JSON can have."""
    return " ".join(text.encode("utf-8", "replace").decode().split())


class _TwiceError(ValueError):
    """A key that an object has twice."""


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise _TwiceError(key)
        found[key] = value
    return found


def _of_ringsdb(data: dict[str, Any]) -> list[tuple[str, str, str, object]]:
    """Return (section, code, name, number) of a deck of RingsDB, whose slots name the heroes again."""
    heroes, slots, aside = (_slots(data.get(key)) for key in (HEROES, SLOTS, ASIDE))
    rows: list[tuple[str, str, str, object]] = [("hero", code, code, n) for code, n in heroes.items()]
    rows += [("", code, code, n) for code, n in slots.items() if code not in heroes]
    return [*rows, *(("sideboard", code, code, n) for code, n in aside.items())]


def _slots(value: object) -> dict[str, object]:
    """Return code -> number; RingsDB writes an empty table as a list."""
    return value if isinstance(value, dict) else {}


def _of_dragncards(data: object, file: str) -> list[tuple[str, str, str, object]]:
    """Return the same of a list that DragnCards loads."""
    if isinstance(data, dict):
        data = next((data[key] for key in _LISTS if key in data), None)
    if not isinstance(data, list) or not all(isinstance(row, dict) for row in data):
        message = (
            "this is no deck: one of RingsDB has 'heroes' and 'slots', one of DragnCards a list of cards"
        )
        raise DataError(message, file, 1)
    found = []
    for row in data:
        code = str(next((row[key] for key in _IDS if key in row), ""))
        title = str(row.get("name") or row.get("_name") or code)
        found.append((_section(str(row.get("loadGroupId", ""))), code, title, row.get("quantity", 1)))
    return found


def _section(group: str) -> str:
    """Return the section that a group of DragnCards stands for, by the name that OCTGN gives it."""
    word = group.lower()
    if "sideboard" in word:
        return "sideboard"
    if word.startswith("shared"):
        return "quest" if "quest" in word else "encounter"
    return ""


def _place(text: str, word: str, scan: Scan, *, last: bool = False) -> tuple[int, int]:
    """Return line and column of a word in quotes, the beginning if it is not there."""
    found = (text.rfind if last else text.find)(json.dumps(word))
    return scan.line_column(found + 1) if found >= 0 else (1, 1)
