"""A quest as a deck file of OCTGN: its sections are the encounter deck of a scenario.

    [scenario]                                      # in an overlay, or the same key in a scenario's own file
    encounter_deck = "Passage Through Mirkwood.o8d"

Cards that are set aside or begin in the staging area are in sections of their own; here the texts of the
quest cards take them out of the encounter deck, so they belong to it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path as FilePath

from mazarbul.sim.data.book import Book
from mazarbul.sim.data.nodes import Node
from mazarbul.sim.data.overlays import Overlay, Overlays, each_overlay
from mazarbul.sim.games.lotr_lcg.content.codes import number_of
from mazarbul.sim.games.lotr_lcg.content.deck_words import ENCOUNTERS, QUESTS
from mazarbul.sim.games.lotr_lcg.content.octgn import SUFFIX, Entry, read_entries
from mazarbul.sim.games.lotr_lcg.content.titles import plain
from mazarbul.sim.toml import DataError, Mistakes, ends_in, nearest, read_text, user_path

KEY = "encounter_deck"


def with_quests(overlay: Overlays) -> tuple[Overlay, ...]:
    """Return overlays in which the file of a quest is a change of the scenario's encounter deck."""
    return tuple(
        {"scenario": {KEY: str(each)}} if not isinstance(each, Mapping) and ends_in(each, SUFFIX) else each
        for each in each_overlay(overlay)
    )


def with_encounter_deck(scenario: Node, book: Book) -> Node:
    """Return a scenario with the encounter deck, and the quest, of the file that it names, if it names one.

    Its own `encounter_cards` change that deck. Raises DataError with all cards that are not known.
    """
    rows = dict(scenario.table())
    given = rows.pop(KEY, None)
    if given is None:
        return scenario
    if "quests" in rows:
        raise given.error("a campaign has no encounter deck: give one to a quest, below 'changes'", key=True)
    if not (isinstance(given.value, str) and ends_in(given.value, SUFFIX)):
        raise given.error(f"'{KEY}' is a deck file of OCTGN, such as \"quest{SUFFIX}\"")
    folder = FilePath() if given.document is None else FilePath(given.document.file).parent
    counts, stages = _read(folder / user_path(given.value), book)
    sets = {part.value for part in rows["encounter_sets"].rows()} if "encounter_sets" in rows else set()
    cards = {
        name: 0 for name, row in book.rows["encounter"].items() if row.find(("set",)).value in sets
    } | counts
    own = rows["encounter_cards"].table() if "encounter_cards" in rows else {}
    rows["encounter_cards"] = replace(
        given, value={name: replace(given, value=n) for name, n in cards.items()} | own
    )
    if not {part.value for part in rows["quest"].rows()}.issuperset(stages):
        rows["quest"] = replace(given, value=[replace(given, value=name) for name in stages])
    return replace(scenario, value=rows)


def _read(path: FilePath, book: Book) -> tuple[dict[str, int], list[str]]:
    """Return the encounter cards of a quest's file with their copies, and its quest cards in their order."""
    cards, stages = _Rows(book.rows["encounter"]), _Rows(book.rows["stage"])
    counts: dict[str, int] = {}
    quest: list[str] = []
    mistakes = Mistakes()
    for entry in read_entries(read_text(path), str(path)):
        word = plain(entry.section)
        with mistakes.going_on():
            if entry.count is None:
                raise DataError(f"'{entry.name}': qty is a whole number", path, entry.line, entry.column)
            if word in ENCOUNTERS:
                name = cards.found(entry, "encounter card", path)
                counts[name] = counts.get(name, 0) + entry.count
            elif word in QUESTS:
                quest.append(stages.found(entry, "quest card", path))
    mistakes.check()
    if not counts:
        raise DataError("this file has no encounter deck: it is no quest", path, 1)
    depth = {name: book.rows["stage"][name].find(("depth",)).value for name in quest}
    return counts, sorted(dict.fromkeys(quest), key=lambda name: (depth[name], quest.index(name)))


class _Rows:
    """Finds rows of a kind by the code, the id or the name of an entry."""

    def __init__(self, rows: Mapping[str, Node]) -> None:
        self._ids = dict.fromkeys(rows)
        self._numbers = {row.find(("number",)).value: name for name, row in rows.items()}
        self._names = {plain(str(row.find(("name",)).value)): name for name, row in rows.items()}
        self._names |= {plain(name): name for name in rows}

    def found(self, entry: Entry, what: str, path: FilePath) -> str:
        """Return the id of an entry's row; raises DataError if there is none."""
        if entry.id in self._ids:
            return entry.id
        number = number_of(entry.id)
        name = self._names.get(plain(entry.name)) if number is None else self._numbers.get(number)
        if name is None:
            guess = nearest(entry.name, self._ids)
            raise DataError(f"unknown {what} '{entry.name}'", path, entry.line, entry.column, guess)
        return name
