"""Who sits where in a game of the command line, and the game begun: from options, or from a saved game."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from mazarbul.sim.bots.python import untrusted
from mazarbul.sim.games.contract import Setup
from mazarbul.sim.runner.errors import unknown
from mazarbul.sim.runner.experiment import Experiment, bot_texts, from_options, prepare
from mazarbul.sim.toml import DataError, user_path
from mazarbul.workbench.asked import Start
from mazarbul.workbench.kept import Script, Shelf, fresh, read
from mazarbul.workbench.play import Play

MOST_NAME = 40


def begun(experiment: Experiment, seats: Sequence[str], name: str, folder: Path) -> Play:
    """Begin a game and return it. Raises DataError.

    seats: of the person; all of the first side if empty. name: of the person. folder: of the workbench.
    """
    return _begun(
        fresh(Path(experiment.scenario).stem), Script(_start(experiment, seats, name), "", (), {}), folder
    )


def resumed(file: Path, folder: Path, *, trust_code: bool = False) -> Play:
    """Go on with the game in a file and return it. Raises DataError.

    trust_code: execute the bots in Python that it names, even if the user has not run them.
    """
    shelf, path = Shelf(folder), user_path(file)
    script = read(path)
    code = untrusted(script.start.bots.values()) if script.start and not trust_code else None
    if code is not None:
        raise DataError(
            f"{file}: a bot of this game is the Python code {code}, which you have not run as it is now, and "
            "code can do anything: read it, then give --trust-code"
        )
    return _begun(shelf.name_of(path) or fresh(path.stem), script, folder)


def _begun(name: str, script: Script, folder: Path) -> Play:
    play = Play(name, Shelf(folder))
    play.begin(script)
    return play


def _start(experiment: Experiment, seats: Sequence[str], name: str) -> Start:
    """Return what is begun. Raises DataError."""
    if len(experiment.overlay) > 1 or any(isinstance(each, dict) for each in experiment.overlay):
        raise DataError("a game of people takes one overlay, which is a file: write all changes to one")
    if len(name) > MOST_NAME or not name.isprintable() or set(name) & set("<>"):
        raise DataError(f"--name {name!r}: a name has at most {MOST_NAME} signs, without < and >")
    game, setup, _ = prepare(experiment)
    people = dict.fromkeys(_taken(setup, seats), name)
    bots = bot_texts(experiment.bots, game, setup)
    for seat in people:
        if seat in experiment.bots:
            raise DataError(f"a person plays {seat}: give --bot to another seat, or --seat to another one")
    given = {
        **experiment.model_dump(include={"game", "scenario", "seed", "switches", "decks"}),
        "people": people,
        "bots": {seat: text for seat, text in bots.items() if seat not in people},
        "overlay": str(experiment.overlay[0]) if experiment.overlay else "",
    }
    start: Start = from_options(Start, given)
    return start


def _taken(setup: Setup, seats: Sequence[str]) -> list[str]:
    """Return the seats of the person, in the order of the table. Raises DataError for an unknown one."""
    for seat in seats:
        if seat not in setup.seats:
            raise unknown(f"seat of {setup.game}/{setup.scenario},", seat, setup.seats)
    first = setup.catalogue["sides"][0]["id"]
    sides = zip(setup.seats, setup.seat_sides, strict=True)
    return [seat for seat, side in sides if (seat in seats if seats else side == first)]
