"""What options do: ways to use a card, and to do nothing."""

import numpy as np

from mazarbul.sim.engine.actions import b_of, kind_of
from mazarbul.sim.engine.bits import has
from mazarbul.sim.engine.jit import kernel
from mazarbul.sim.games.lotr_lcg import actions
from mazarbul.sim.games.lotr_lcg.ids import CARDS, NONE
from mazarbul.sim.games.lotr_lcg.rules.zones import is_face_down

#: Ways to use a card.
WAYS = (
    "play",
    "use",
    "respond with",
    "commit",
    "travel to",
    "engage",
    "attack",
    "face",
    "defend with",
    "damage",
    "choose",
    "attach to",
)
(
    PLAYED,
    USED,
    RESPONDING,
    COMMITTED,
    TRAVELLED,
    ENGAGED,
    ATTACKED,
    FACED,
    DEFENDING,
    DAMAGED,
    CHOSEN,
    HOST,
) = range(len(WAYS))


@kernel
def is_known(s, card):
    """Return whether a source of texts is a card whose title lies open; a stage of the quest is none."""
    return card < CARDS and not is_face_down(s, card)


@kernel
def way_of(kind):
    """Return how an action of a kind uses its card, or NONE."""
    if kind == actions.PLAY:
        return np.int64(PLAYED)
    if kind == actions.USE:
        return np.int64(USED)
    if kind == actions.RESPOND:
        return np.int64(RESPONDING)
    if kind == actions.COMMIT:
        return np.int64(COMMITTED)
    if kind == actions.TRAVEL:
        return np.int64(TRAVELLED)
    if kind == actions.ENGAGE or kind == actions.ENGAGE_TIE:
        return np.int64(ENGAGED)
    if kind == actions.ATTACK:
        return np.int64(ATTACKED)
    if kind == actions.NEXT_ATTACKER:
        return np.int64(FACED)
    if kind == actions.DEFEND or kind == actions.SENTINEL:
        return np.int64(DEFENDING)
    if kind == actions.UNDEFENDED_HERO or kind == actions.DAMAGED_DEFENDER:
        return np.int64(DAMAGED)
    if kind == actions.HOST:
        return np.int64(HOST)
    return np.int64(CHOSEN if has(actions.PICKS, kind) else NONE)


@kernel
def does_nothing(s, action):
    """Return whether an action does nothing; whom to commit is a matter of the plan."""
    kind = kind_of(action)
    is_nothing = (
        kind == actions.PASS
        or kind == actions.DONE
        or kind == actions.STAY
        or kind == actions.NO_DEFENDER
        or kind == actions.STOP
        or (kind == actions.MULLIGAN and b_of(action) == 0)
    )
    return is_nothing and s.decision != actions.COMMIT
