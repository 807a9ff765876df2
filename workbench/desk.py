"""The games that are played at one workbench, and what may be played there."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

from mazarbul.sim import games
from mazarbul.sim.games.contract import Game, HasDecks, HasKeys, Setup
from mazarbul.sim.games.seating import default_bot
from mazarbul.sim.toml import DataError
from mazarbul.workbench.asked import TOML, Start, located
from mazarbul.workbench.kept import Drawer, Script, Shelf, fresh
from mazarbul.workbench.play import Play

MOST_PLAYS = 20  # in memory; the others go on from their files


class Desk:
    """What one workbench has. folder: of its files. bots: further ones, as texts, which may be in Python."""

    def __init__(self, folder: Path, bots: tuple[str, ...] = ()) -> None:
        self.folder, self.bots = folder.resolve(), bots
        self.shelf = Shelf(self.folder)
        self._plays: dict[str, Play] = {}
        self._lock = threading.Lock()

    def begin(self, start: Start) -> Play:
        """Begin a game. Raises DataError for what may not be played."""
        known = located(start, self.folder, self.bots)
        return self._add(Play(fresh(start.scenario), self.shelf, self.folder), Script(known, "", (), {}))

    def resume(self, drawer: Drawer, name: str) -> Play:
        """Go on with a game in a file. Raises DataError."""
        script = self.shelf.read(drawer, name)
        if script.start is not None:
            start = located(script.start, self.folder, self.bots)
            script = Script(start, script.base, script.moves, script.notes)
        if drawer == "running" and name in self._plays:
            return self._plays[name]
        own = name if drawer == "running" else fresh(name)
        return self._add(Play(own, self.shelf, self.folder), script)

    def _add(self, play: Play, script: Script) -> Play:
        with self._lock:
            while len(self._plays) >= MOST_PLAYS:
                del self._plays[next(iter(self._plays))]
            self._plays[play.name] = play
        threading.Thread(target=play.prepare, args=(script,), daemon=True, name=f"play {play.name}").start()
        return play

    def play(self, name: str) -> Play:
        """Return a game that is played. Raises DataError."""
        if name not in self._plays:
            raise DataError("this game is not open; go on with it from the first page")
        return self._plays[name]

    # What there is to choose -----------------------------------------------------------------------

    def games(self) -> list[dict[str, Any]]:
        """Return all games with their scenarios."""
        known, _ = games.playable()
        return [{"id": game.name, "title": game.title, "scenarios": game.scenarios()} for game in known]

    def table(self, game: str, scenario: str) -> dict[str, Any]:
        """Return what can be chosen for a scenario: seats, decks, bots, switches, files.

        free: further seats, which are played if they get a deck.
        """
        known = games.get(game)
        if scenario not in known.scenarios():
            raise DataError(f"{known.title} has no scenario {scenario!r}")
        setup = known.setup(scenario)
        return {
            "seats": [
                {name: seat.get(name) for name in ("id", "name", "side", "deck")}
                for seat in setup.catalogue["seats"]
            ],
            "free": _free(known, setup),
            "sides": [{"id": side["id"], "name": side["name"]} for side in setup.catalogue["sides"]],
            "decks": known.decks() if isinstance(known, HasDecks) else {},
            "bots": self._bots(known),
            "bot": default_bot(known),
            "switches": [
                {"id": name, "help": said, "value": setup.switches[name]}
                for name, said in known.switches().items()
            ],
            "files": self.files(),
        }

    def _bots(self, game: Game) -> dict[str, str]:
        return game.bots() | dict.fromkeys(self.bots, "from the command line")

    def files(self) -> list[str]:
        """Return the TOML files of the folder, which may be overlays."""
        return sorted(path.name for path in self.folder.glob(f"*{TOML}"))[:200]


def _free(game: Game, setup: Setup) -> list[dict[str, Any]]:
    """Return the seats of a scenario that nobody plays unless they get a deck; all are on one side."""
    if not (isinstance(game, HasDecks) and isinstance(game, HasKeys)):
        return []
    known: Any = game.values(setup.scenario).get("scenario", {})
    return [
        {"id": seat, "name": values["name"], "side": setup.seat_sides[0], "deck": None}
        for seat, values in known.get("seat", {}).items()
        if seat not in setup.seats
    ]
