"""What a user writes of a game, and single games to play by hand made from it."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from mazarbul.given import Bots, Overlay
from mazarbul.sim.games.match import Match
from mazarbul.sim.games.scripts import position_of
from mazarbul.sim.games.seating import bot_of
from mazarbul.sim.runner.experiment import EVERY_SEAT, Experiment, bot_texts


def fields_of(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is played besides a target, as fields of an experiment. given: as in `Given`."""
    bots, overlay = given.get("bots"), given.get("overlay")
    seated = {EVERY_SEAT: bots} if isinstance(bots, str) else dict(bots or {})
    found = {"bots": seated, "switches": dict(given.get("switches") or {}), "overlay": _overlays(overlay)}
    return found | {"decks": {seat: fspath(deck) for seat, deck in (given.get("decks") or {}).items()}}


def position(text: str, bots: Bots | None) -> Match:
    """Return a game that continues from a position (see `mazarbul.position`)."""
    held = position_of(text)
    seated = fields_of({"bots": bots})["bots"]
    texts = bot_texts(seated, held.game, held.setup)
    held.bots = tuple(bot_of(held.game, text, held.setup) for text in texts.values())
    return held


def header(experiment: Experiment, index: int) -> list[str] | None:
    """Return the lines of a script that say what is played; None if an overlay is not a file.

    index: number of the game. What is not dealt yet, such as the later quests of a campaign, comes from the
    seed and this number.
    """
    if any(isinstance(overlay, dict) for overlay in experiment.overlay) or len(experiment.overlay) > 1:
        return None
    return [
        f"game {experiment.game}",
        f"scenario {experiment.scenario}",
        *(f"switch {name} {str(value).lower()}" for name, value in experiment.switches.items()),
        *(f"overlay {overlay}" for overlay in experiment.overlay),
        *(f"deck_of {seat} {deck}" for seat, deck in experiment.decks.items()),
        f"seed {experiment.seed}" + (f" game {index}" if index else ""),
    ]


def _overlays(overlay: Overlay | None) -> list[Any] | None:
    """Return overlays as a list of paths and tables; None if none is given."""
    if overlay is None:
        return None
    is_one = isinstance(overlay, str | PathLike | Mapping)
    several: Any = [overlay] if is_one else overlay
    return [Path(each) if isinstance(each, str | PathLike) else deepcopy(dict(each)) for each in several]
