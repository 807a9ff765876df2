"""Opens action windows; separate from `windows.py`, which has everything that can be done in one."""

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.stack import push
from mazarbul.sim.games.lotr_lcg.frames import Window
from mazarbul.sim.games.lotr_lcg.rules.zones import player_at


@kernel
def open_window(s, t, window):
    """Push the frame of an action window (WINDOW); the first player has priority (LCG-4.3)."""
    push(s, Window.kind, player_at(s, t, s.first_player, 0), 0, window)
