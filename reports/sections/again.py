"""Commands that ask more of what a run played: the same scenario, decks, switches and overlays."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from typing import Any

from mazarbul.analysis.run import Run


def command(run: Run, name: str) -> str:
    """Return a command of mazarbul on what a run played. name: of the command.

    Overlays that no file holds, as a study may have, cannot be named and are left out.
    """
    target = f"{run.manifest['game']}/{run.manifest['scenario']}"
    return shlex.join(["mazarbul", name, target, *_options(run.manifest.get("experiment") or {})])


def _options(experiment: Mapping[str, Any]) -> Iterator[str]:
    for option, given in (("--switch", "switches"), ("--deck", "decks")):
        for key, value in (experiment.get(given) or {}).items():
            yield from (option, f"{key}={_word(value)}")
    for overlay in experiment.get("overlay") or ():
        if isinstance(overlay, str):
            yield from ("--overlay", overlay)


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
