"""What a collection of runs is, in words, for the head of its page; its parameters are in `settings`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from mazarbul.analysis import words
from mazarbul.analysis.collection import Collection
from mazarbul.reports.blocks import Fact
from mazarbul.reports.sections import played
from mazarbul.reports.sections.common import Topic

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
    "matrix": "group",
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
