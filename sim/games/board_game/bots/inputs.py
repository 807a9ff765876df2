"""The inputs of the network of this game's bots; `bots.noting` finds those that are 1."""

from __future__ import annotations

from mazarbul.sim.bots.inputs import GAPS, Inputs, Rows
from mazarbul.sim.bots.sight_rows import EACH, SightRows
from mazarbul.sim.games.board_game.bots.deeds import DEEDS, MEETINGS
from mazarbul.sim.games.board_game.bots.deeds import ODDS as MEETING_ODDS
from mazarbul.sim.games.board_game.bots.sight import SIGHT
from mazarbul.sim.games.board_game.frames import FRAME_KINDS
from mazarbul.sim.games.board_game.ids import (
    CARDS,
    FACE_N,
    FIGURE_N,
    PURPOSE,
    REGIONS,
    SIDE,
    SIDE_N,
    STANDS,
    ZONE,
)

STRENGTHS, THREATS, NEAR, DISTANCES = 7, 7, 3, 8
LACKS, WAYS, STEPS, ODDS, DAMAGES = 12, 16, 24, 10, 12

STATE, OPTION = Rows({}), Rows({})
SEEN = SightRows(
    SIGHT,
    STATE,
    OPTION,
    bins={
        "units": 5, "leaders": 2, "nazgul": 3, "turn": 21, "done": 63, "points": 13, "steps": 4,
        "progress": 12, "is_hidden": 1, "mordor": 6, "corruption": 13, "pool": 7, "dead": 3, "box": 6,
        "dice": 6, "pool_dice": 12, "rings": 3, "hand_n": 7, "deck_n": 15,
    },
    usual={"zone": ZONE.OUT, "control": SIDE.SHADOW, "away": 0},
    without=("next_seat", "leading", "discard", "aside_n", "swap"),  # said already, or little
)  # fmt: skip
# The frame of the pending decision
AT_FRAME = STATE.add("frame", len(FRAME_KINDS.names) + 1)
AT_PURPOSE = STATE.add("purpose", len(PURPOSE))
AT_TO = STATE.add("to", STANDS)
AT_FROM = STATE.add("from", STANDS)
AT_GROUP = STATE.add("group", FIGURE_N)
AT_TEXT = STATE.add("text of", CARDS)
# What the heuristic makes of the position
AT_THERE = STATE.add("strength at", SIDE_N, REGIONS, STRENGTHS)
AT_NEAR = STATE.add("army near", SIDE_N, REGIONS, NEAR)
AT_THREAT = STATE.add("threat at", REGIONS, THREATS)
AT_TARGET = STATE.add("target", SIDE_N, REGIONS)
AT_DISTANCE = STATE.add("distance", SIDE_N, DISTANCES)
AT_LACK = STATE.add("lacking", SIDE_N, LACKS)
AT_WAY = STATE.add("way", WAYS)
AT_STEPS = STATE.add("steps left", STEPS)
AT_ODDS = STATE.add("odds of the Ring", ODDS)
AT_DAMAGE = STATE.add("damage of a step", DAMAGES)
AT_PLAN = STATE.add("plan of the Shadow", 2)
AT_RING_PLAN = STATE.add("plan of the Ring", 4)

DEED_N = len(DEEDS)
TO_GAP = OPTION.add("gap", GAPS)
TO_DEED = OPTION.add("deed", FACE_N + 1, DEED_N)
TO_MEETING = OPTION.add("meeting", MEETING_ODDS, len(MEETINGS))

UNIT = 2.5  # points of the heuristic
INPUTS = Inputs(STATE, OPTION, dict, most=768, each=3 + EACH, unit=UNIT)
