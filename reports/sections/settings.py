"""The parameters that a run or a collection was made with, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from mazarbul.analysis import words
from mazarbul.reports.blocks import Column, Table
from mazarbul.reports.sections.common import Topic

VARIANTS = {"blank": "blanked", "plus": "a number one higher", "minus": "a number one lower"}


def rows(topic: Topic, given: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the parameters that something was made with, by name, in words; without those not given."""
    return [
        (LABELS.get(name, words.capital(words.human(name))), said(topic, name, value))
        for name, value in given.items()
        if value not in (None, {}, [], ()) and name != "knobs"
    ]


def knobs(given: Mapping[str, Any]) -> list[Table]:
    """Return the table of what a search could change; none if it was no search."""
    found = given.get("knobs") or ()
    lines = [
        {
            "name": knob.get("name") or words.human(knob["path"]),
            "printed": plain(knob.get("printed", words.NONE)),
            "values": words.listing(map(plain, knob.get("values", ()))) or words.NONE,
            "cost": float(knob.get("cost", float("nan"))),
        }
        for knob in found
    ]
    columns = [
        Column("name", "What could change"),
        Column("printed", "Before"),
        Column("values", "Values that were allowed"),
        Column("cost", "Cost of a step", "number"),
    ]
    return [Table("knobs", "What could change", pd.DataFrame(lines), columns)] if lines else []


def said(topic: Topic, name: str, value: Any) -> str:
    """Return a parameter in words. name: that of the parameter."""
    form = FORMS.get(name)
    return plain(value) if form is None else form(topic, value)


def plain(value: Any) -> str:
    """Return a value in words, whatever it is."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return words.count(value)
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, Mapping):
        known = {key: each for key, each in value.items() if each not in (None, {}, [], ())}
        return "; ".join(f"{words.human(key)}: {plain(each)}" for key, each in known.items())
    if isinstance(value, Sequence) and not isinstance(value, str):
        between = "; " if any(isinstance(each, Mapping) for each in value) else ", "
        return between.join(map(plain, value))
    return str(value)


def _things(topic: Topic, ids: Sequence[str]) -> str:
    """Return the names of things, from the ids that the user gave."""
    return words.listing(topic.run.names.get(each, each) for each in ids)


def _subjects(topic: Topic, ids: Sequence[str]) -> str:
    return words.listing(topic.declared.subject(each).many for each in ids)


def _kinds(_: Topic, ids: Sequence[str]) -> str:
    return words.listing(VARIANTS.get(each, words.human(each)) for each in ids)


def _screening(_: Topic, steps: Sequence[Mapping[str, int]]) -> str:
    return "; ".join(
        f"{words.plural(step['candidates'], 'exchange')} with {words.count(step['games'])} games each"
        for step in steps
    )


def _overlays(_: Topic, overlays: Sequence[Any]) -> str:
    """Return changes laid over the data: files by their names, tables as an overlay writes them."""
    return "; ".join(part for each in overlays for part in _paths("", each))


def _paths(path: str, value: Any) -> Iterator[str]:
    """Yield every value of a table with its path: "card.gimli.icons.path = 2"."""
    if isinstance(value, Mapping):
        for key, each in value.items():
            yield from _paths(f"{path}.{key}" if path else str(key), each)
    else:
        yield f"{path} = {plain(value)}" if path else str(value)


def _tried(_: Topic, changes: Sequence[Mapping[str, Any]]) -> str:
    """Return the changes that a study tries, with their scenarios."""
    return "; ".join(
        each["title"] + (f" ({words.title(Path(each['scenario']).stem)})" if each.get("scenario") else "")
        for each in changes
    )


def _points(_: Topic, share: float) -> str:
    return f"{100 * share:g} points"


#: Names of parameters whose words would not say enough.
LABELS = {
    "games": "Games each",
    "band": "Band that it was made for",
    "only": "Only these",
    "subjects": "Kinds of things",
    "numbers_of": "Things whose numbers were changed",
    "clear_of": "Until clear of",
    "precision": "Until known to within",
    "out": "May leave the deck",
    "put": "May enter the deck",
    "confirmed_games": "Games of what was played again",
    "whatif": "Changes tried",
    "whatif_games": "Games with and without each change",
    "minutes": "Minutes of training for each side",
}
#: Parameter -> its value in words.
FORMS: dict[str, Callable[[Topic, Any], str]] = {
    "game": lambda topic, _: topic.game,
    "seed": lambda _, seed: str(seed),
    "band": lambda _, band: words.band(band),
    "target": lambda _, share: words.percent(share),
    "precision": _points,
    "clear_of": _points,
    "side": lambda topic, side: topic.side(side),
    "seat": lambda topic, seat: topic.seat(seat),
    "only": _things,
    "out": _things,
    "put": _things,
    "subjects": _subjects,
    "kinds": _kinds,
    "overlay": _overlays,
    "scenarios": lambda _, names: words.listing(words.title(Path(name).stem) for name in names),
    "whatif": _tried,
    "screening": _screening,
}
