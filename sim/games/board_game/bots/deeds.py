"""What options do, whatever with: deeds, the dice that pay for them, and where Armies meet."""

from __future__ import annotations

from itertools import accumulate

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.games.board_game import actions
from mazarbul.sim.games.board_game.ids import FACE_N, NONE, ROLE
from mazarbul.sim.games.board_game.rules.losses import hit_points

#: Kind -> the number of its choices that are distinguished, if more than one: values of b, or else of a.
BY_B = {
    "allocate": 8,
    "lose": 3,
    "enter": 2,
    "withdraw": 2,
    "continue": 2,
    "use-guide": 2,
    "may": 2,
    "consent": 2,
}
BY_A = {"send": 4, "advance": 4, "package": 6, "casualty": 3, "voice": 2}
NAMES = actions.KINDS.names
COUNTS = [BY_B.get(name, BY_A.get(name, 1)) for name in NAMES]
#: [kind] number of its first deed, how many it has, and whether b distinguishes them.
FIRST = np.array([*accumulate(COUNTS, initial=0)][:-1], np.int64)
DEED_N = np.array(COUNTS, np.int64)
IS_BY_B = np.array([name in BY_B for name in NAMES], np.int64)
#: What a seat does, whatever with.
DEEDS = tuple(
    f"{name} {i}" if count > 1 else name or "nothing"
    for name, count in zip(NAMES, COUNTS, strict=True)
    for i in range(count)
)
#: Ways in which an option has Armies meet, each of a kind whose name it begins with.
MEETINGS = ("march to", "strike", "place", "retreat", "withdraw", "continue", "tactic", "press")
WAY_OF = {way.split()[0]: i for i, way in enumerate(MEETINGS)}
MEETING_WAY = np.array([WAY_OF.get(name, NONE) for name in NAMES], np.int64)  # [kind]
ODDS = 8  # of two strengths that are told apart


@kernel
def deed_of(kind, a, b):
    """Return what an option does, a number of DEEDS."""
    n = DEED_N[kind]
    value = b if IS_BY_B[kind] != 0 else a
    return FIRST[kind] + min(max(np.int64(value), 0), n - 1)


@kernel
def die_of(kind, b):
    """Return the face of the die that pays for an option, or FACE_N for none."""
    pays = kind <= actions.FORCE and kind != actions.PASS
    return np.int64(b) if pays and b < FACE_N else np.int64(FACE_N)


@kernel
def odds_bucket(own, enemy):
    """Return the number of the odds of two strengths: 0 is no enemy, 4 is near even."""
    if enemy <= 0:
        return np.int64(0)
    share = np.float64(own) / np.float64(own + enemy)
    return 1 + min(np.int64(share * 7.0), 6)


@kernel
def meeting_row(s, t, kind, a, b, side):
    """Return the row of the strengths of both sides where an option has Armies meet, or NONE."""
    way = MEETING_WAY[kind]
    if way == NONE:
        return np.int64(NONE)
    if kind == actions.STRIKE:
        own = hit_points(s, a)
        enemy = hit_points(s, b)
    elif kind == actions.MARCH or kind == actions.PLACE:
        region = np.int64(b) if kind == actions.PLACE else np.int64(t.region_of[b])
        own = hit_points(s, a) if kind == actions.MARCH else hit_points(s, region) + 1
        enemy = strength_beside(s, t, region, 1 - side)
    elif s.battle != NONE:
        role = ROLE.ATTACKER if s.battle_side == side else ROLE.DEFENDER
        own = hit_points(s, np.int64(s.battle_stand[role]))
        enemy = hit_points(s, np.int64(s.battle_stand[1 - role]))
    else:
        return np.int64(NONE)
    return odds_bucket(own, enemy) * len(MEETINGS) + way


@kernel
def strength_beside(s, t, region, side):
    """Return the most hits that an Army of a side beside a region can take."""
    most = np.int64(0)
    for i in range(t.near_n[region]):
        stand = np.int64(t.near[region, i])
        if s.side_of[stand] == side:
            most = max(most, hit_points(s, stand))
    return most
