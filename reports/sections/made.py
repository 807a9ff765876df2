"""What a collection of runs is and how it was made, in words: the head of its page and its parameters."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd

from analysis import words
from analysis.collection import Collection
from reports.page import Column, Fact, Table
from reports.sections import played
from reports.sections.common import Topic

#: Kinds of collections -> what they are.
KINDS = {
    "ablation": "an ablation: the same games with one thing changed at a time",
    "whatif": "a what-if: the same games before and after a change",
    "tuning": "a tuning: a search for the cheapest changes that bring the win rate into the band",
    "restrictions": "a test of skill: the same games with bots that cannot do something",
    "ladder": "a test of skill: bots of several strengths",
    "matrix": "a matrix: every group of decks, for several numbers of players",
    "swaps": "exchanges: the same games with one card of a deck exchanged",
    "audit": "an audit: the same scenario with bots of several kinds",
}
#: Kinds of collections -> one member, where all play equally many games.
MEMBERS = {
    "ablation": "variant",
    "whatif": "change",
    "restrictions": "restriction",
    "ladder": "pairing",
    "matrix": "group of decks",
    "swaps": "exchange",
}
#: Kinds of collections without any members -> why.
EMPTY = {
    "ablation": "Nothing was changed: of the things and the kinds of changes asked for, none can be played.",
    "tuning": "Nothing was tried: the search has no trials.",
    "restrictions": "Nothing was forbidden: of the restrictions asked for, none can be played.",
}
NONE = "Nothing was played besides the unchanged game."
UNCHANGED = "The unchanged game"
VARIED = ("ablation", "tuning", "swaps")  # kinds whose members change the game
VARIANTS = {"blank": "blanked", "plus": "a number one higher", "minus": "a number one lower"}


def head(topic: Topic, found: Collection) -> list[Fact]:
    """Return what a collection is, what was played in it and how often, for the head of its page."""
    given = found.parameters.get("seed")
    origin = [
        (name, str(given) if name == "Seed" and given is not None else value)
        for name, value in played.origin(topic.run)
    ]
    facts = list(_facts(topic, found))
    names = [name for name, _ in facts]
    place = max((names.index(name) + 1 for name in ("Bots", "Bots before") if name in names), default=0)
    games = ("Games", _games(topic, found))
    return [("This is", KINDS[found.kind]), *facts[:place], games, *facts[place:], *origin]


def empty(found: Collection) -> str:
    """Say that a collection has nothing to show, and why."""
    return EMPTY.get(found.kind, NONE)


def _facts(topic: Topic, found: Collection) -> Iterator[Fact]:
    """Yield what all members of a collection share, and what is so in the base alone, named as that."""
    known = played.facts(topic)
    if found.kind == "whatif":
        yield from _changed(topic, found)
        return
    for name, value in known:
        if found.kind in VARIED and value == played.PRINTED:
            yield UNCHANGED, "as printed"
        elif name == "Bots" and found.kind in BOTS:
            yield name, BOTS[found.kind](topic, found)
        elif name == "Players" and found.kind == "matrix":
            yield name, f"{words.reach(found.members['players'])}, every group of decks"
        else:
            yield name, value


def _changed(topic: Topic, found: Collection) -> Iterator[Fact]:
    """Yield what a what-if shares before and after, what was so only before, and the changes."""
    runs = [run for _, run in found.runs()]
    after = [played.facts(replace(topic, run=run)) for run in runs]
    for name, value in played.facts(topic):
        if all((name, value) in each for each in after):
            yield name, value
        elif value == played.PRINTED:
            yield UNCHANGED, "as printed"
        else:
            yield f"{name} before", value
    if len(runs) == 1 and found.base is not None:
        yield "The change", played.compared(found.base, runs[0], played.CHANGE)[-1][1]
    else:
        yield "Changes", [str(row.get("label") or words.human(row["id"])) for row, _ in found.runs()]


def _levels(_: Topic, found: Collection) -> str:
    levels = found.members.sort_values("first_level", kind="stable")["first_bot"]
    return words.listing(dict.fromkeys(levels))


def _restricted(topic: Topic, _: Collection) -> str:
    return f"{played.bots(topic)}; in each run those of a side cannot do something"


def _audited(topic: Topic, _: Collection) -> str:
    if topic.rungs is None:
        return played.bots(topic)
    return f"at every seat in turn: {words.listing(dict.fromkeys(topic.rungs['label']))}"


#: Kinds of collections in which the bots differ from member to member -> their words.
BOTS: dict[str, Callable[[Topic, Collection], str]] = {
    "ladder": _levels,
    "restrictions": _restricted,
    "audit": _audited,
}


def _games(topic: Topic, found: Collection) -> str:
    """Return how many games were played of what."""
    given = found.parameters
    per = words.count(
        min(given.get("confirmed_games") or given.get("games") or topic.run.games, topic.run.games)
    )
    if found.kind == "tuning":
        return _tuned(found)
    if found.kind == "audit":
        searched = [words.count(games) for games in given.get("search_games") or ()]
        most = words.count(topic.run.games)
        return f"{most} with each bot" + (
            f"; {words.listing(searched)} with those that search" if searched else ""
        )
    one = MEMBERS[found.kind]
    each = f"each of {words.plural(len(found.members), one)}" if len(found.members) != 1 else f"the {one}"
    if found.kind == "whatif":
        return f"{per} before and {per} after {each}"
    return f"{per} of {f'{UNCHANGED.lower()} and of ' if found.base is not None else ''}{each}"


def _tuned(found: Collection) -> str:
    """Return the games of the trials of a search and of what was played again."""
    trials, confirmed = map(found.table, ("trials", "confirmed"))
    said = [
        f"{words.count(table['games'].max())} in each of {words.plural(len(table), 'run')} {what}"
        for table, what in ((trials, "of the search"), (confirmed, "played again"))
        if len(table)
    ]
    return words.listing(said) or "none"


# How it was made --------------------------------------------------------------------------------------


def parameters(topic: Topic, given: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the parameters that something was made with, by name, in words; without those not given."""
    return [
        (LABELS.get(name, words.capital(words.human(name))), said(topic, name, value))
        for name, value in given.items()
        if value not in (None, {}, [], ()) and name != "knobs"
    ]


def knobs(given: Mapping[str, Any]) -> list[Table]:
    """Return the table of what a search could change; none if it was no search."""
    found = given.get("knobs") or ()
    rows = [
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
    return [Table("knobs", "What could change", pd.DataFrame(rows), columns)] if rows else []


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
