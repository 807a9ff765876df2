"""What is sent of a game: the table as one seat sees it, its options, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any

from pydantic import TypeAdapter

from mazarbul.reports.replay import shapes_of, walk
from mazarbul.sim.engine.actions import unpacked
from mazarbul.sim.games import seen
from mazarbul.sim.games.kit import Kit
from mazarbul.sim.games.replay import scenery_of
from mazarbul.sim.games.scene import Area, Group, Thing, Zone
from mazarbul.sim.games.seen import SeenMatch
from mazarbul.workbench.asked import Rest

NUMBER = "number"  # sort of a number that says how many
_ZONES = TypeAdapter(dict[str, Zone])
_THINGS = TypeAdapter(list[Thing])
_AREAS = TypeAdapter(list[Area])
_GROUPS = TypeAdapter(list[Group])


class Table:
    """The table of a part of a game, as far as it stays the same. kit: of the part. number: from 0."""

    def __init__(self, kit: Kit, number: int) -> None:
        self.kit, self.number = kit, number
        self.scenery, self.names = scenery_of(kit), kit.names
        things = _plain(_THINGS, self.scenery.things(self.names))
        self.things: dict[str, dict[str, Any]] = {thing["id"]: thing for thing in things}
        self.words: dict[str, list[str]] = {}  # first word of how scripts call a thing -> ids of such things
        for name in self.things:
            self.words.setdefault(called(name).split()[0], []).append(name)

    @cached_property
    def areas(self) -> list[dict[str, Any]]:
        """The areas of the table."""
        return _plain(_AREAS, self.scenery.areas(self.names))

    @cached_property
    def regions(self) -> list[str]:
        """The ids of things that are areas, too: regions of a map."""
        return [area["id"] for area in walk(self.areas) if area["id"] in self.things]

    @cached_property
    def shapes(self) -> dict[str, Any]:
        """The shapes of its maps."""
        return shapes_of(self.areas)

    def part(self) -> dict[str, Any]:
        """Return what the page must know before it draws a table; things come with the steps."""
        groups = _plain(_GROUPS, self.scenery.groups(self.names))
        title = self.kit.title() or ""
        return {"title": title, "groups": groups, "things": [], "areas": self.areas, "moves": [], "steps": []}

    def about(self, action: str, visible: set[str]) -> list[str]:
        """Return the ids of visible things that an action names."""
        named = [name for word in action.split() for name in self.words.get(word, ()) if names(action, name)]
        return [name for name in dict.fromkeys(named) if name in visible]


def called(thing: str) -> str:
    """Return how scripts call a thing of the table, in one word or several. thing: its id."""
    return thing.rpartition(":")[2]


def names(said: str, thing: str) -> bool:
    """Return whether words of a script name a thing of the table. thing: its id."""
    return f" {called(thing)} " in f" {said} "


def step(table: Table, match: SeenMatch, seat: int) -> dict[str, Any]:
    """Return a moment of a game as a seat sees it: as a step of a replay, with all zones and its things."""
    kit, s = match.kit, match.state
    zones = seen.zones(kit, s, seat)
    visible = set(seen.things_in(zones)) | set(table.regions)
    number, phase = table.scenery.clock(kit.names, s)
    return {
        "round": number,
        "phase": phase,
        "zones": _ZONES.dump_python(zones, mode="json", exclude_defaults=True),
        "things": list(_things(table, visible)),
        "decision": _decision(table, match, seat, visible),
    }


def _decision(table: Table, match: SeenMatch, seat: int, visible: set[str]) -> dict[str, Any] | None:
    """Return the decision of a seat with its options; None if another one decides, or nobody."""
    if match.is_over or int(match.state.actor) != seat:
        return None
    name, kind = match.pending()
    codes = match.codes()
    options = [_option(table, match, seat, code, visible) for code in codes]
    found = ends(match)
    numbers = [codes.index(found[end]) for end in ("least", "most")] if found else None
    return {"seat": name, "kind": kind, "options": options, "ends": numbers}


def ends(match: SeenMatch) -> dict[str, int] | None:
    """Return the options that take the least and the most; None unless it is asked how many of something."""
    codes = match.codes()
    kinds = [match.kit.moves.kinds[unpacked(code)[0]] for code in codes]
    if any(not kind.a or kind.b != NUMBER for kind in kinds):
        return None
    return {"least": min(codes, key=_number), "most": max(codes, key=_number)}


def _number(code: int) -> int:
    return unpacked(code)[2]


def again(match: SeenMatch, code: int, rest: Rest) -> int | None:
    """Return the answer to what is asked again, None if there is none. code: the former answer."""
    if rest == "same":
        return code if code in match.codes() else None
    found = ends(match)
    return found.get(rest) if found else None


def ending(match: SeenMatch) -> dict[str, Any]:
    """Return how a game has ended: who has won, and the lines about it."""
    outcome = match.outcome()
    sides = {side["id"]: side["name"] for side in match.setup.catalogue["sides"]}
    lines = list(match.kit.result(match.state, outcome.record))
    return {"winner": sides.get(outcome.winner), "lines": lines}


def _option(table: Table, match: SeenMatch, seat: int, code: int, visible: set[str]) -> dict[str, Any]:
    """Return an option: as scripts write it, as a sentence says it, and what it is about."""
    move = match.text(code)
    return {"move": move, "text": match.act(seat, code), "things": table.about(move, visible)}


def _things(table: Table, visible: Iterable[str]) -> Iterator[dict[str, Any]]:
    """Yield the things that are seen, and the backs of those that are not."""
    for name in sorted(visible):
        if name in table.things:
            yield table.things[name]
        else:
            yield _plain(_THINGS, [seen.back(name.partition(":")[2])])[0]


def _plain(adapter: TypeAdapter[Any], found: Sequence[Any]) -> list[dict[str, Any]]:
    return adapter.dump_python(list(found), mode="json", exclude_defaults=True)
