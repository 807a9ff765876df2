"""The words of positions for phases, their steps and marks of a turn, with what they mean."""

from __future__ import annotations

from mazarbul.sim.engine.declared import spelled
from mazarbul.sim.games.board_game import actions, ids

#: phase -> its number
PHASES = {name: i for name, i in spelled(ids.PHASE).items() if i != ids.PHASE.OVER}

_PLAIN = ("begin", "done")
#: phase -> word of the next step -> step
STEPS: dict[int, dict[str, int]] = dict.fromkeys(PHASES.values(), spelled(ids.STEP, *_PLAIN)) | {
    ids.PHASE.RECOVERY: spelled(ids.STEP, "begin", "draw", "limit", "exchange", "done"),
    ids.PHASE.FELLOWSHIP: spelled(ids.STEP, "begin", "declare", "enter", "guide", "done"),
    ids.PHASE.ACTIONS: spelled(ids.STEP, "act", "begin", "next", "trim"),
}

#: Decisions of phases that are asked again from a step: (phase, decision) -> the step.
ASKED_FROM: dict[tuple[int, int], int] = {
    (ids.PHASE.FELLOWSHIP, actions.DECLARE): ids.STEP.BEGIN,
    (ids.PHASE.FELLOWSHIP, actions.ENTER): ids.STEP.DECLARE,
    (ids.PHASE.HUNT, actions.ALLOCATE): ids.STEP.BEGIN,
    (ids.PHASE.ACTIONS, actions.TURN): ids.STEP.ACT,
}

#: What has been done in this turn: word -> bit
ONCE = spelled(ids.ONCE)
ACTIVE, PASSIVE, AT_WAR = "active", "passive", "at_war"
HIDDEN, REVEALED, MORDOR = "hidden", "revealed", "mordor"
USED = "used"
"""What the last action of a side used: Nations and the place of its Army (BG-18.9)."""
REST = "..."
"""In a pile: everything that nothing else places."""

#: Sets of tiles: statement -> field of the state
TILES = {"tiles": "tiles", "drawn": "drawn", "specials": "specials", "removed": "removed"}
#: Numbers: statement -> field of the state
NUMBERS = {
    "turn": "turn",
    "cursor": "cursor",
    "hunts": "hunt_n",
    "tiles_drawn": "tile_n",
    "random": "random_n",
    "decisions": "decisions",
}
#: Cards of a side in a zone: statement -> zone
ZONES = {"table": ids.ZONE.TABLE, "discard": ids.ZONE.DISCARD}
