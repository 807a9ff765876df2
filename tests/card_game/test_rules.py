"""Every script of `scripts/` holds; its name begins with the rule it shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from mazarbul.sim.games.card_game.game import GAME

SCRIPTS = sorted((Path(__file__).parent / "scripts").glob("*.txt"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_script(script):
    assert GAME.script(script).play()[-1].endswith("expectations hold")
