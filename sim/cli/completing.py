"""What the shell completes: targets, bots, cards ... by name. Files are left to the shell.

Every function takes what is typed of a word and returns the words that it can become.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import Any

import typer

#: Where typer's script for bash leaves the words of the line, a line each, and the number of the last one.
WORDS, LAST = "COMP_WORDS", "COMP_CWORD"
BREAKS = ("=", ":")  # at which bash begins a new word


@contextmanager
def whole_words() -> Iterator[None]:
    """Let words be completed that bash has taken apart, such as `seat=bot` into `seat`, `=` and `bot`.

    They are put together in the environment, and of each completion only what bash replaces is printed.
    """
    words, number = os.environ.get(WORDS, "").split("\n"), os.environ.get(LAST, "")
    is_asked = os.environ.get("_MAZARBUL_COMPLETE") == "complete_bash"
    if not (is_asked and len(words) > 1 and number.isdecimal()):
        yield
        return
    words = words[: int(number) + 1]
    joined = _joined(words)
    os.environ |= {WORDS: "\n".join(joined), LAST: str(len(joined) - 1)}
    typed = joined[-1].partition("=")[2] if joined[-1].startswith("--") else joined[-1]
    kept = max(0, len(typed) - (0 if words[-1] in BREAKS else len(words[-1])))
    printed = io.StringIO()
    try:
        with redirect_stdout(printed):
            yield
    finally:
        sys.stdout.write("".join(f"{line[kept:]}\n" for line in printed.getvalue().splitlines()))


def _joined(words: Sequence[str]) -> list[str]:
    """Return words with those put together that only signs in BREAKS separate."""
    found: list[str] = []
    for word in words:
        if word and found and (word in BREAKS or found[-1].endswith(BREAKS)):
            found[-1] += word
        else:
            found.append(word)
    return found


def _offered(known: Iterable[str], incomplete: str) -> list[str]:
    """Return the words that begin as typed."""
    return [word for word in known if word.startswith(incomplete)]


def targets(incomplete: str) -> list[str]:
    """Return the scenarios that begin so, as GAME/SCENARIO."""
    return _offered(_scenarios(), incomplete)


def _scenarios() -> list[str]:
    from mazarbul.sim import games

    return [f"{game.name}/{name}" for game in games.playable()[0] for name in game.scenarios()]


def list_words(incomplete: str) -> list[str]:
    """Return the kinds of things that `list` knows, and the games, that begin so."""
    from mazarbul.sim import games
    from mazarbul.sim.runner import listing

    return _offered((*listing.kinds(), *games.names()), incomplete)


def list_targets(incomplete: str) -> list[str]:
    """Return the games and the scenarios that begin so."""
    from mazarbul.sim import games

    return _offered((*games.names(), *_scenarios()), incomplete)


def bots(ctx: typer.Context, incomplete: str) -> list[str]:
    """Return the bots of the target's game that begin so; SEAT= may stand before them."""
    return _behind("=", incomplete, _ids(ctx, "bots"))


def seats(ctx: typer.Context, incomplete: str) -> list[str]:
    """Return the seats of the target that begin so."""
    return _offered(_ids(ctx, "seats"), incomplete)


def decks(ctx: typer.Context, incomplete: str) -> list[str]:
    """Return the decks of the target's game that begin so, behind SEAT=."""
    return _behind("=", incomplete, _ids(ctx, "decks"))


def switches(ctx: typer.Context, incomplete: str) -> list[str]:
    """Return the rule switches of the target's game that begin so, as NAME=VALUE for each value."""
    from mazarbul.sim import games
    from mazarbul.sim.games.base import DataGame

    wanted = _target(ctx).partition("/")[0]
    found = [
        f"{name}={value}"
        for game in games.playable()[0]
        if game.name == wanted or wanted not in games.names()
        for name, values in (game.switch_words() if isinstance(game, DataGame) else {}).items()
        for value in values
    ]
    return _offered(dict.fromkeys(found), incomplete)


def cards(ctx: typer.Context, incomplete: str) -> list[str]:
    """Return the cards and locations of the target that begin so, behind others and a comma."""
    return _behind(",", incomplete, sorted({*_ids(ctx, "cards"), *_ids(ctx, "locations")}))


def changes(incomplete: str) -> list[str]:
    """Return the kinds of changes that `ablate` makes, behind others and a comma."""
    from mazarbul.studies.ablation import KINDS

    return _behind(",", incomplete, KINDS)


def knobs(incomplete: str) -> list[str]:
    """Return the files of knobs that come with mazarbul and begin so."""
    from mazarbul.sim.runner.experiment import KNOBS, shipped

    return _offered(shipped(KNOBS), incomplete)


def studies(incomplete: str) -> list[str]:
    """Return the studies that come with mazarbul and begin so."""
    from mazarbul.sim.runner.experiment import STUDIES, shipped

    return _offered(shipped(STUDIES), incomplete)


def pages(incomplete: str) -> list[str]:
    """Return the pages of the documentation that begin so."""
    from mazarbul.sim.notation import handbook

    return _offered(handbook.NAMES, incomplete)


def rules(incomplete: str) -> list[str]:
    """Return the ids of rules and chapters that begin so; capitals do not count."""
    from mazarbul.sim.notation import rulebook

    known = [part for name in rulebook.rules() for part in (name.partition(".")[0], name)]
    found = _offered(dict.fromkeys(known), incomplete.upper())
    return [f"{incomplete}{name[len(incomplete) :]}" for name in found]


def _behind(sign: str, incomplete: str, known: Iterable[str]) -> list[str]:
    """Return the words that begin as what is typed behind the last sign, with all that stands before it."""
    before, found, _ = incomplete.rpartition(sign)
    return _offered([f"{before}{found}{name}" for name in known], incomplete)


def _ids(ctx: typer.Context, word: str) -> list[str]:
    """Return the ids of things of a kind in the target's game, or in its scenario if it has one."""
    from mazarbul.sim.runner import listing

    target = _target(ctx)
    wanted = target.partition("/")[0] if word in listing.PARTS else target
    try:
        return sorted({row["id"] for row in listing.things(word, wanted or None)})
    except ValueError:  # a target or kind that is not known, or not complete yet
        return []


def _target(ctx: typer.Context) -> str:
    """Return the target of a line that is not complete, as GAME/SCENARIO or the GAME alone; "" for none."""
    from mazarbul.sim.runner import manifest
    from mazarbul.sim.runner.experiment import FILE_SUFFIX, find, load
    from mazarbul.sim.toml import ends_in

    given: Any = ctx.params.get("target") or next(iter(ctx.params.get("targets") or ctx.args), "")
    target = str(given).partition(" ")[0]
    asked: Any = None
    try:
        if ends_in(target, FILE_SUFFIX):
            asked, _ = load(find(Path(target)))
        elif manifest.is_in(Path(target)):
            asked, _ = manifest.recovered(Path(target))
    except (ValueError, RuntimeError):  # a file or run with mistakes: the command will name them
        return ""
    return f"{asked.game}/{asked.scenario}" if asked else target
