"""What was played, in words: the head of every report, and how two runs differ."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import pandas as pd

from mazarbul.analysis import Run, words
from mazarbul.analysis.played import CAUSES, Difference, asked, causes, changes, differences, program
from mazarbul.formats.changes import Change, both, listed, phrase
from mazarbul.reports.blocks import Column, Fact, Table
from mazarbul.reports.sections.common import Topic

TOP = 40  # rows of a table of changes on a page
TELLS_CHANGE = "The change: "  # before what a change is
FEW = 3  # changes in a sentence
#: Kinds of differences -> their names in sentences.
KINDS = {
    "bots": "bots",
    "switches": "rule switches",
    "decks": "decks",
    "overlay": "cards, places or scenario",
    "data": "printed data",
    "program": "program",
    "seed": "seed",
    "games": "number of games",
}
PRINTED = "none: as printed"
COMMON = 3  # facts that every run has
#: Kinds of changes -> the name of their line in the head.
HEADS = {"switches": "Switches", "decks": "Decks", "overlay": "Changes"}


def facts(topic: Topic) -> list[Fact]:
    """Return what the run of a topic played, for the head of a page: (name, value or list)."""
    run = topic.run
    found: list[Fact] = [("Scenario", scenario(run)), ("Players", players(topic)), ("Bots", bots(topic))]
    known = changes(run)
    if known is None:
        return [*found, ("Changes", _requested(run))]
    for kind, name in HEADS.items():
        if items := [said(each) for each in known if each.kind == kind and not _is_seated(run, each)]:
            found.append((name, listed(items)))
    return found if len(found) > COMMON else [*found, ("Changes", PRINTED)]


def _is_seated(run: Run, change: Change) -> bool:
    """Return whether a change is only the choice of a printed deck, which stands beside its player."""
    return change.is_printed_deck and any(
        seat.get("deck_name") == change.new != seat.get("name") for seat in run.catalogue.get("seats") or ()
    )


def origin(run: Run) -> list[Fact]:
    """Return the seed, the printed data and the program of a run, for the head of a page."""
    data = str(run.catalogue.get("data_version", "not recorded"))
    return [
        ("Seed", str(run.manifest["seed"])),
        ("Printed data", data),
        ("Program", f"mazarbul {program(run)}"),
    ]


def together(topics: Sequence[Topic]) -> list[Fact]:
    """Return what several runs played, each fact once where it is the same for all."""
    heads = [dict([*facts(topic)[1:], *origin(topic.run)]) for topic in topics]
    found: list[Fact] = []
    for name in dict.fromkeys(name for head in heads for name in head):
        values = [head.get(name, PRINTED) for head in heads]
        if all(value == values[0] for value in values):
            found.append((name, values[0]))
        else:
            texts = [value if isinstance(value, str) else "; ".join(value) for value in values]
            titles = [topic.run.catalogue["title"] for topic in topics]
            found.append((name, [f"{title}: {text}" for title, text in zip(titles, texts, strict=True)]))
    return found


def scenario(run: Run) -> str:
    """Return the title of a run's scenario, and whether it is the user's own."""
    named = str((run.manifest.get("experiment") or {}).get("scenario", ""))
    return run.catalogue["title"] + (", not a printed one" if named.endswith(".toml") else "")


def players(topic: Topic) -> str:
    """Return the number of players, and their decks where the game has decks."""
    seats = topic.run.catalogue.get("seats") or ()
    said_of = [_seat(seat) for seat in seats]
    return f"{len(seats)}: {words.listing(said_of)}" if seats else str(len(topic.run.manifest["bots"]))


def _seat(seat: dict) -> str:
    name, deck = seat.get("name", seat["id"]), seat.get("deck_name")
    return f"{name} with {deck}" if deck and deck != name else name


def bots(topic: Topic) -> str:
    """Return the bots in one phrase."""
    names = {seat: str(bot) for seat, bot in topic.run.manifest["bots"].items()}
    if len(set(names.values())) == 1:
        return f"{next(iter(names.values()))} at every seat"
    return words.listing(f"{bot} for {topic.seat(seat)}" for seat, bot in names.items())


def lines(topic: Topic) -> list[str]:
    """Return what is not as printed, in lines for the terminal: players together, switches, changes."""
    heads = HEADS.values()
    shown = [(name, value) for name, value in facts(topic) if name in heads and value != PRINTED]
    if topic.stakes.has_sizes:
        shown.insert(0, ("Players", players(topic)))
    return [
        f"{name.lower()}: {value if isinstance(value, str) else '; '.join(value)}" for name, value in shown
    ]


def said(change: Change | Difference) -> str:
    """Return a change in words: "Gimli, path icons: 1 -> 2", "new card Halbarad"."""
    old, new = (change.old, change.new) if isinstance(change, Change) else (change.base, change.other)
    return phrase(change.kind, change.what, old, new, is_new=change.is_new)


def table(name: str, caption: str, known: Sequence[Change]) -> Table:
    """Return all changes as a table, folded."""
    rows = [(each.what, *both(each.old, each.new, each.kind), each.path) for each in known]
    frame = pd.DataFrame(rows, columns=["what", "old", "new", "path"])
    columns = [
        Column("what", "What"),
        Column("old", "Printed"),
        Column("new", "Played"),
        Column("path", "As an overlay writes it"),
    ]
    return Table(name, caption, frame, columns, folded=True)


def _requested(run: Run) -> list[str] | str:
    """Return what a run was given, where it does not record its values."""
    given = asked(run)
    parts = [
        f"{words.human(key)}: {value}"
        for key in ("switches", "decks")
        for key, value in given.get(key, {}).items()
    ]
    parts += [
        f"overlay {each}" if isinstance(each, str) else "an overlay" for each in given.get("overlay", ())
    ]
    return [*parts, "which values this changes is not recorded"] if parts else PRINTED


# Two runs ---------------------------------------------------------------------------------------------


class Names(NamedTuple):
    """What two runs are called. is_change: they are a game and a change of it, not two runs with names."""

    base: str
    other: str
    is_change: bool = False

    @property
    def when(self) -> tuple[str, str]:
        """Words for a place behind a value: "before", "in t7"."""
        return self[:2] if self.is_change else (f"in {self.base}", f"in {self.other}")


CHANGE = Names("before", "after", is_change=True)


def names_of(base: Run, other: Run) -> Names:
    """Return the names of two runs: those of their folders, with the path if they are the same."""
    folders = base.path.resolve().name, other.path.resolve().name
    return Names(*(folders if folders[0] != folders[1] else (str(base.path), str(other.path))))


def differ(found: Sequence[Difference], names: Names) -> str:
    """Say in what two runs differ, and whether a difference of their results has one cause."""
    kinds = causes(found)
    luck = words.listing(KINDS[each.kind] for each in found if each.kind not in CAUSES)
    both = "The two games" if names.is_change else f"{names.base} and {names.other}"
    if not kinds:
        return f"{both} differ in nothing that is recorded{f' but the {luck}' if luck else ''}."
    parts = {kind: [said(each) for each in found if each.kind == kind] for kind in kinds}
    also = f" Also different: the {luck}." if luck else ""
    if len(kinds) == 1:
        items = "; ".join(listed(parts[kinds[0]], FEW))
        head = TELLS_CHANGE if names.is_change else f"{both} differ in their {KINDS[kinds[0]]}: "
        return f"{head}{items}.{also}"
    each = "; ".join(f"{KINDS[kind]} ({'; '.join(listed(items, FEW))})" for kind, items in parts.items())
    return (
        f"{both} differ in {len(kinds)} kinds of things at once, so no difference below can be attributed to"
        f" one of them: {each}.{also}"
    )


def is_named(said: str, title: str) -> bool:
    """Return whether a title has all that `differ` says of a change."""
    changed = said.removeprefix(TELLS_CHANGE).removesuffix(".")
    return changed != said and changed in title


def switched(value: object) -> str:
    """Return the value of a rule switch in words."""
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else words.human(value)


def idles(why: str) -> str:
    """Say that a change changes nothing in play. why: of `mazarbul.analysis.played.why_idle`, not empty."""
    return f"It changes nothing here, as {why}; it does not count among the changes that were tried."


def differing(found: Sequence[Difference], names: Names) -> list[Table]:
    """Return the table of all differences of two runs; none if there are none."""
    if not found:
        return []
    rows = [(KINDS[each.kind], each.what, *both(each.base, each.other, each.kind)) for each in found]
    frame = pd.DataFrame(rows, columns=["kind", "what", "base", "other"])
    one, two = map(words.capital, names[:2])
    columns = [Column("kind", "In"), Column("what", "What"), Column("base", one), Column("other", two)]
    return [Table("differences", "What differs", frame, columns, folded=len(found) > TOP)]


def shared(base: Topic, other: Topic) -> list[Fact]:
    """Return what two runs have in common, for the head of a page."""
    return [fact for fact in facts(base) if fact in facts(other)]


def compared(base: Run, other: Run, names: Names) -> list[Fact]:
    """Return both runs and what differs between them, for the head of a page."""
    found = differences(base, other)
    runs: list[Fact] = [
        (str(name), f"{words.count(run.games)} games, seed {run.manifest['seed']}, mazarbul {program(run)}")
        for name, run in zip(names, (base, other), strict=False)
    ]
    said_of = listed([said(each) for each in found if each.kind in CAUSES])
    return [*runs, ("Differ in", said_of or "nothing that is recorded")]
