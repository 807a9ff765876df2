"""Commands that ask more of what a run played: the same scenario, decks, switches and overlays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from mazarbul.analysis.commands import typed
from mazarbul.analysis.run import Run
from mazarbul.formats.plain import inline


def command(run: Run, name: str) -> str:
    """Return a command of mazarbul on what a run played. name: of the command."""
    return typed(*_words(run, name))


def _words(run: Run, name: str) -> Iterator[str]:
    yield from ("mazarbul", name, _target(run), *_options(run.manifest.get("experiment") or {}))


def printed(run: Run, key: str) -> str:
    """Return the command that prints what an overlay can change at a key."""
    return typed("mazarbul", "list", key, _target(run))


def _target(run: Run) -> str:
    scenario = (run.manifest.get("experiment") or {}).get("scenario", run.manifest["scenario"])
    return f"{run.manifest['game']}/{scenario}"


def change(base: Run, other: Run) -> str:
    """Return the command that plays a change again, "" where options do not make what was changed as well."""
    given = base.manifest.get("experiment") or {}
    seated = (other.manifest.get("experiment") or {}).get("bots") or {}
    if any(given.get(name) for name in ("switches", "decks", "overlay", "bots")):
        return ""
    bots = [
        word for seat, bot in seated.items() for word in ("--bot", bot if seat == "all" else f"{seat}={bot}")
    ]
    return typed(*_words(other, "whatif"), *bots)


def _options(experiment: Mapping[str, Any]) -> Iterator[str]:
    for option, given in (("--switch", "switches"), ("--deck", "decks")):
        for key, value in (experiment.get(given) or {}).items():
            yield from (option, f"{key}={_word(value)}")
    for overlay in experiment.get("overlay") or ():
        yield from ("--overlay", overlay if isinstance(overlay, str) else inline(overlay))


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
