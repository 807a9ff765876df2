"""Scripts of any game: the first line of one names its game (see docs/play-script.md)."""

from __future__ import annotations

from pathlib import Path
from typing import cast

from mazarbul.sim import games
from mazarbul.sim.games.contract import HasScripts, able
from mazarbul.sim.games.kit import Kit
from mazarbul.sim.games.match import Match
from mazarbul.sim.notation.script import game_of
from mazarbul.sim.toml import read_text


def run_script(path: Path) -> list[str]:
    """Replay a script file and return its report; raises a DataError if an expectation fails."""
    return able(games.get(game_of(read_text(path), path)), HasScripts).script(path).play()


def position_of(text: str, within: Path | None = None) -> Match:
    """Return the game at the end of a script given as text. Raises a DataError for a mistake in it.

    within: the folder of all files that it may name, and from which it names them; None for any file.
    """
    game = games.get(game_of(text))
    script = able(game, HasScripts).script(Path("position"))
    script.within = within
    script.run(text)
    kit, s = cast("Kit", script.kit), script.s
    return Match(game, kit, script.seed, int(s.game), state=s, header=script.header)
