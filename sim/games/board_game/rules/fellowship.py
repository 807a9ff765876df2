"""The Fellowship: Guide, declaring, hiding, and the way of its figure (BG-15)."""

from sim.engine.jit import kernel
from sim.engine.log import note
from sim.games.board_game.ids import EVENT


@kernel
def set_guide(s, figure):
    """Make a figure the Guide (BG-15.6)."""
    if s.guide != figure:
        s.guide = figure
        note(s, EVENT.GUIDE, figure, 0, 0)
