"""Scripts of any game: the first line of one names its game (see docs/play-script.md)."""

from __future__ import annotations

from pathlib import Path

from sim import games
from sim.games.contract import HasScripts, able
from sim.games.match import Match
from sim.notation.script import game_of
from sim.toml import read_text


def run_script(path: Path) -> list[str]:
    """Replay a script file and return its report; raises a DataError if an expectation fails."""
    return able(games.get(game_of(read_text(path), path)), HasScripts).script(path).play()


def position_of(text: str) -> Match:
    """Return the game at the end of a script given as text. Raises a DataError for a mistake in it."""
    game = games.get(game_of(text))
    script = able(game, HasScripts).script(Path("position"))
    script.run(text)
    return Match(game, script.kit, script.seed, int(script.s.game), state=script.s, header=script.header)
