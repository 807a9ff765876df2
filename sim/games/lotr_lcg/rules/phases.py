"""The course of the round: the phase that does the next thing (LCG-4.1, LCG-4.2)."""

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.faults import Fault, fail
from mazarbul.sim.games.lotr_lcg.ids import PHASE
from mazarbul.sim.games.lotr_lcg.rules.combat import step_combat
from mazarbul.sim.games.lotr_lcg.rules.encounter import step_encounter
from mazarbul.sim.games.lotr_lcg.rules.planning import step_planning
from mazarbul.sim.games.lotr_lcg.rules.quest import step_quest
from mazarbul.sim.games.lotr_lcg.rules.refresh import step_refresh
from mazarbul.sim.games.lotr_lcg.rules.rounds import EXPIRY, step_ending, step_resource
from mazarbul.sim.games.lotr_lcg.rules.setup import step_setup
from mazarbul.sim.games.lotr_lcg.rules.travel import step_travel


@kernel
def step_phase(s, t):
    """Take the next step of the phase when no frame is left (LCG-4.2)."""
    phase = s.phase
    if s.step >= EXPIRY:
        step_ending(s, t)
    elif phase == PHASE.RESOURCE:
        step_resource(s, t)
    elif phase == PHASE.PLANNING:
        step_planning(s, t)
    elif phase == PHASE.QUEST:
        step_quest(s, t)
    elif phase == PHASE.TRAVEL:
        step_travel(s, t)
    elif phase == PHASE.ENCOUNTER:
        step_encounter(s, t)
    elif phase == PHASE.COMBAT:
        step_combat(s, t)
    elif phase == PHASE.SETUP:
        step_setup(s, t)
    elif phase == PHASE.REFRESH:
        step_refresh(s, t)
    else:
        fail(s, Fault.PHASE, phase)
