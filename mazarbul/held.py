"""Single games to play by hand, made from what a user writes."""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mazarbul.sim.games.contract import HasKit, able
from mazarbul.sim.games.match import Match
from mazarbul.sim.games.scripts import position_of
from mazarbul.sim.games.seating import bot_of
from mazarbul.sim.runner.experiment import EVERY_SEAT, Experiment, bot_texts, prepare
from mazarbul.sim.runner.options import choose
from mazarbul.sim.toml import DataError

if TYPE_CHECKING:
    from mazarbul import Bots, Overlay


def given(
    bots: Bots | None,
    switches: Mapping[str, bool | int | str] | None,
    overlay: Overlay | None,
    decks: Mapping[str, str] | None,
) -> dict[str, Any]:
    """Return what is given besides a target, as fields of an experiment."""
    seated = {EVERY_SEAT: bots} if isinstance(bots, str) else dict(bots or {})
    found = {"bots": seated, "switches": dict(switches or {}), "overlay": _overlays(overlay)}
    return found | {"decks": {seat: fspath(deck) for seat, deck in (decks or {}).items()}}


def match(
    target: str,
    seed: int,
    index: int,
    bots: Bots | None,
    switches: Mapping[str, bool | int | str] | None,
    overlay: Overlay | None,
    decks: Mapping[str, str] | None,
) -> Match:
    """Return a new game, at its first decision (see `mazarbul.match`)."""
    if not 0 <= index < 2**63:
        raise DataError(f"index: a number of a game from 0 to 2**63 - 1 is expected (got {index})")
    experiment, _ = choose(target, {"seed": seed} | given(bots, switches, overlay, decks), {})
    game, setup, seated = prepare(experiment)
    kit = able(game, HasKit).kit(setup)
    return Match(game, kit, experiment.seed, index, seated, header=header(experiment, index))


def position(text: str, bots: Bots | None) -> Match:
    """Return a game that continues from a position (see `mazarbul.position`)."""
    held = position_of(text)
    seated = given(bots, None, None, None)["bots"]
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
    return [Path(each) if isinstance(each, str | PathLike) else dict(each) for each in several]
