"""Going on in a game up to the next decision, or to where a position halts."""

from __future__ import annotations

import numpy as np

from sim.engine.log import note_action
from sim.games.lotr_lcg import ids, kernel
from sim.games.lotr_lcg.rules import phases
from sim.games.lotr_lcg.rules.stages import state_checks
from sim.games.lotr_lcg.rules.triggers import open_triggers

Point = tuple[int, int]
"""A phase and a step of it."""


def advance(s, t, halt: Point | None = None) -> None:
    """Go on to the next decision as `kernel.advance` does, but stop where phase and step `halt` begin."""
    with np.errstate(over="ignore"):
        if halt is None:
            kernel.advance(s, t)
            return
        s.option_n = 0
        while s.phase != ids.OVER:
            if s.is_dirty != 0:
                state_checks(s, t)
            elif s.pending_n > s.pending_base:
                open_triggers(s)
            elif s.frame_n > 0:
                kernel.step_frame(s, t)
            elif (s.phase, s.step) == halt:
                break
            else:
                phases.step_phase(s, t)
            if s.option_n > 1:
                return
            if s.option_n == 1:
                action = int(s.options[0])
                note_action(s, ids.E_FORCED, action)
                s.option_n = 0
                kernel.carry_out(s, t, action)
        s.actor = ids.NONE
