"""What was played, as a run's manifest says: what is not as printed, and how two runs differ.

A run records every value that is not as printed (`Change`). Runs of versions that did not record them have
None; what they requested is still known (`asked`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mazarbul.analysis import words
from mazarbul.analysis.run import Run
from mazarbul.formats.changes import Change, Value

#: The kinds of differences that can cause another result, in the order in which they are named.
CAUSES = ("bots", "switches", "decks", "overlay", "data", "program")
#: Those that only change the luck, or how many games are known.
LUCK = ("seed", "games")
GIVEN = ("switches", "decks", "overlay")  # what a run is given, which changes its tables
#: What two runs have in common that play the same game, whatever their overlays say.
ALIKE = ("tables_hash", "code_version", "bots", "bot_hashes", "switches")


@dataclass(frozen=True)
class Difference:
    """One thing in which two runs differ. kind: of CAUSES or LUCK. what: in words. base, other: its values.

    is_new: a thing that is not printed; its values describe it, None where a run does not have it.
    """

    kind: str
    what: str
    base: Value = None
    other: Value = None
    is_new: bool = False


def changes(run: Run) -> tuple[Change, ...] | None:
    """Return what is not as printed in a run; None if the run does not record it."""
    known = run.manifest.get("changes")
    return None if known is None else tuple(Change(**each) for each in known)


def asked(run: Run) -> dict[str, Any]:
    """Return what a run was given besides its scenario: overlay, switches, decks; only what there is."""
    experiment = run.manifest.get("experiment") or {}
    return {key: given for key in GIVEN if (given := experiment.get(key))}


def differences(base: Run, other: Run) -> list[Difference]:
    """Return in what two runs of a scenario differ, causes first."""
    found = [*_bots(base, other), *_changed(base, other)]
    found += _cards(base, other, found)
    found += _versions(base, other, found)
    order = (*CAUSES, *LUCK)
    return sorted([*found, *_sizes(base, other)], key=lambda each: order.index(each.kind))


def causes(found: Sequence[Difference]) -> list[str]:
    """Return the kinds among some differences that can cause another result, each once."""
    return list(dict.fromkeys(each.kind for each in found if each.kind in CAUSES))


def why_idle(base: Run, other: Run) -> str:
    """Return why a change of a game changes nothing in play; "" if it does, or if that is not known.

    An overlay may alter a card that is in no deck of the scenario. Both runs then play with the same tables.
    """
    if any(base.manifest.get(key) != other.manifest.get(key) for key in ALIKE):
        return ""
    return unread(changes(base), changes(other), base.names)


def unread(before: Sequence[Change] | None, now: Sequence[Change] | None, there: Mapping[str, str]) -> str:
    """Return why a change that leaves all tables as they are changes nothing; "" if that is not known.

    before, now: what is not as printed, without the change and with it. there: names of all in play, by id.
    """
    moved = _moved(before, now)
    if moved is None:
        return ""
    if not moved:
        return "all values are what they were"
    changed = {path: _thing(each) for path, each in moved.items()}
    absent = dict.fromkeys(
        name for path, name in changed.items() if not {*path.split(".")[1:2]} & there.keys()
    )
    if not absent:
        return f"the rules do not read what it alters ({'; '.join(each.what for each in moved.values())})"
    verb = "is" if len(absent) == 1 else "are"
    return f"{words.listing(absent)} {verb} in no deck of this scenario and nowhere else in play"


def altered(base: Run, other: Run) -> dict[str, Change] | None:
    """Return path -> change of every value that one run has otherwise than the other; None if not known."""
    return _moved(changes(base), changes(other))


def _moved(before: Sequence[Change] | None, now: Sequence[Change] | None) -> dict[str, Change] | None:
    if before is None or now is None:
        return None
    old, new = ({each.path: each for each in known} for known in (before, now))
    paths = [path for path in {**old, **new} if old.get(path) != new.get(path)]
    return {path: new.get(path) or old[path] for path in paths}


def _thing(change: Change) -> str:
    """Return the name of the thing that a change alters: "Gimli" of "Gimli, path icons"."""
    return change.what if change.is_new else change.what.rsplit(", ", 1)[0]


def _bots(base: Run, other: Run) -> Iterator[Difference]:
    names = {seat["id"]: seat.get("name", seat["id"]) for seat in base.catalogue.get("seats") or ()}
    sums = [run.manifest.get("bot_hashes") or {} for run in (base, other)]
    bots = [run.manifest["bots"] for run in (base, other)]
    for seat in bots[0]:
        before, now = (each.get(seat) for each in bots)
        if before != now:
            yield Difference("bots", f"bot of {names.get(seat, seat)}", before, now)
        elif sums[0].get(seat) != sums[1].get(seat):
            what = f"bot of {names.get(seat, seat)}, of the same name but with other weights or code"
            yield Difference("bots", what, _short(sums[0].get(seat)), _short(sums[1].get(seat)))


def _changed(base: Run, other: Run) -> Iterator[Difference]:
    """Yield the values in which the runs differ; what they requested, if one does not record values."""
    known = changes(base), changes(other)
    if None in known:
        yield from _asked(base, other)
        return
    before, now = ({each.path: each for each in of_run or ()} for of_run in known)
    for path in {**before, **now}:
        one, two = before.get(path), now.get(path)
        either = two or one
        assert either is not None
        old, new = one.new if one else either.old, two.new if two else either.old
        if old != new:
            yield Difference(either.kind, either.what, old, new, is_new=either.is_new)


def _asked(base: Run, other: Run) -> Iterator[Difference]:
    one, two = asked(base), asked(other)
    switches = [run.manifest.get("switches") or {} for run in (base, other)]
    for kind, (before, now) in {
        "switches": switches,
        "decks": (one.get("decks", {}), two.get("decks", {})),
    }.items():
        for name in {**before, **now}:
            if before.get(name) != now.get(name):
                what = words.human(name)
                yield Difference(kind, what, before.get(name), now.get(name))
    if one.get("overlay") != two.get("overlay"):
        before, now = (list(map(str, each.get("overlay", []))) for each in (one, two))
        yield Difference("overlay", "overlays", before, now)


def _cards(base: Run, other: Run, found: Sequence[Difference]) -> Iterator[Difference]:
    """Yield the seats whose decks hold other cards, where nothing found before says so."""
    if any(each.kind in ("decks", "overlay") for each in found):
        return
    held = [
        Counter((card.get("seat"), card["id"]) for card in run.catalogue.get("cards") or ())
        for run in (base, other)
    ]
    for seat in base.catalogue.get("seats") or ():
        one, two = ({card: n for (owner, card), n in each.items() if owner == seat["id"]} for each in held)
        if one != two:
            name = seat.get("name", seat["id"])
            yield Difference("decks", f"cards of {name}, copies", sum(one.values()), sum(two.values()))


def _versions(base: Run, other: Run, found: Sequence[Difference]) -> Iterator[Difference]:
    """Yield other printed data, another program, and tables that differ for no recorded reason."""
    data = [run.catalogue.get("data_version") for run in (base, other)]
    if data[0] != data[1]:
        yield Difference("data", "printed data", data[0], data[1])
    code = [run.manifest.get("code_version") for run in (base, other)]
    if code[0] != code[1]:
        yield Difference("program", "code that plays", program(base), program(other))
    tables = [run.manifest.get("tables_hash") for run in (base, other)]
    if tables[0] != tables[1] and data[0] == data[1] and not {each.kind for each in found} & set(GIVEN):
        yield Difference("data", "data as played", _short(tables[0]), _short(tables[1]))


def _sizes(base: Run, other: Run) -> Iterator[Difference]:
    if base.manifest["seed"] != other.manifest["seed"]:
        yield Difference("seed", "seed", base.manifest["seed"], other.manifest["seed"])
    if base.games != other.games:
        yield Difference("games", "games", base.games, other.games)


def program(run: Run) -> str:
    """Return the version that played a run, with its commit if it is known: "0.1.0 (e87b0f49cd24)"."""
    manifest: Mapping = run.manifest
    version, commit = manifest.get("version"), manifest.get("commit")
    code = _short(manifest.get("code_version"))
    if version is None:
        return "not recorded" if code is None else f"code {code}"
    return f"{version} ({commit})" if commit else f"{version} (code {code})"


def _short(digest: object) -> str | None:
    return None if digest is None else str(digest)[:12]
