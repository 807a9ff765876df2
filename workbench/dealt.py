"""How a game of people begins: dealt anew, or placed as the position of a script has it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from mazarbul.formats.changes import Change
from mazarbul.held import header
from mazarbul.sim.games.contract import Game, HasKit, Setup, able
from mazarbul.sim.games.scripts import position_of
from mazarbul.sim.games.seating import bot_of, default_bot
from mazarbul.sim.games.seen import SeenMatch
from mazarbul.sim.runner.experiment import changes, prepare
from mazarbul.sim.toml import DataError
from mazarbul.tables import Table
from mazarbul.workbench.asked import Start
from mazarbul.workbench.kept import Script, is_position


@dataclass(frozen=True)
class Beginning:
    """A game before its first decision.

    start: what was asked for. base: its lines in a script. changes: what is not as printed.
    """

    start: Start
    base: str
    changes: Sequence[Change]
    match: SeenMatch


def beginning(script: Script, home: Path | None, say: Callable[[str], None]) -> Beginning:
    """Return the beginning of a game in a file. Raises DataError.

    home: the folder of all files that it may name; None for any. say: hears what goes on.
    """
    if script.start is None or is_position(script.base):
        return _placed(script, home)
    return _dealt(script.start, say)


def _dealt(start: Start, say: Callable[[str], None]) -> Beginning:
    """Deal a new game."""
    given = start.model_dump(include={"bots", "switches", "decks"}) | {"overlay": start.overlay or None}
    table = Table.of(f"{start.game}/{start.scenario}", given)
    experiment = table.experiment.model_copy(update={"seed": start.seed})
    game, setup, bots = prepare(experiment)
    say("the cards are dealt")
    kit = able(game, HasKit).kit(setup)
    lines = header(experiment, 0) or []
    match = SeenMatch(game, kit, start.seed, 0, bots, header=lines, seats=_numbers(game, setup, start))
    return Beginning(start, "\n".join(lines), changes(experiment, game, setup) or [], match)


def _placed(script: Script, home: Path | None) -> Beginning:
    """Begin with the position at the end of a script."""
    found = position_of(script.base, home)
    start = script.start or Start(
        game=found.game.name,
        scenario=found.setup.scenario,
        people={found.actor or found.setup.seats[0]: ""},
    )
    texts = [start.bots.get(seat) or default_bot(found.game) for seat in found.setup.seats]
    bots = [bot_of(found.game, text, found.setup) for text in texts]
    given = found.game, found.kit, found.seed, found.index, bots
    seats = _numbers(found.game, found.setup, start)
    return Beginning(start, script.base, [], SeenMatch(*given, state=found.state, seats=seats))


def _numbers(game: Game, setup: Setup, start: Start) -> list[int]:
    """Return the numbers of the seats of people. Raises DataError for a seat that there is not."""
    for seat in start.people:
        if seat not in setup.seats:
            raise DataError(f"{game.title}, {setup.title}, has no seat {seat!r}")
    return [i for i, seat in enumerate(setup.seats) if seat in start.people]
