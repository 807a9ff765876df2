"""Games that the workbench saved, damaged: gone on with, or refused."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

from mazarbul.sim.runner.experiment import Experiment
from mazarbul.workbench.kept import Script, text_of
from mazarbul.workbench.seated import begun, resumed
from tests.fuzz.kind import InputKind
from tests.fuzz.run_folders import clear

PERSON = "gandalf"
DECISIONS = 8
EXPERIMENT = Experiment(game="card_game", scenario="duel", bots={"witch_king": "random"}, seed=3)


@cache
def _saved() -> tuple[str, str]:
    """Return a game of a person against a bot at random, from its deal and from its last position."""
    with tempfile.TemporaryDirectory() as name:
        play = begun(EXPERIMENT, (PERSON,), "Ann", Path(name))
        for _ in range(DECISIONS):
            play.act(0)
        script = play.script()
        place = Script(script.start, play.match.position(), (), {})
        return text_of(script), text_of(place)


def _go_on(raw: bytes, folder: Path) -> None:
    """Go on with a saved game up to the next decision of the person."""
    file, place = folder / "input.txt", folder / "input"
    file.write_bytes(raw)
    try:
        play = resumed(file, place)
        assert play.match.is_over or play.match.pending()[0] in play.people
    finally:
        clear(place)


KINDS = (InputKind("saved games", _saved, _go_on, seconds=60),)
