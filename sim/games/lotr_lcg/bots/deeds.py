"""What options do: ways to use a card, and to do nothing."""

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.actions import b_of, kind_of
from mazarbul.sim.engine.bits import has, mask_of, members
from mazarbul.sim.games.lotr_lcg import actions
from mazarbul.sim.games.lotr_lcg.ids import CARDS
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
#: [kind] how an action uses its card, or NONE.
WAY_OF = actions.KINDS.table(
    {
        **dict.fromkeys(members(actions.PICKS), CHOSEN),
        actions.PLAY: PLAYED,
        actions.USE: USED,
        actions.RESPOND: RESPONDING,
        actions.COMMIT: COMMITTED,
        actions.TRAVEL: TRAVELLED,
        actions.ENGAGE: ENGAGED,
        actions.ENGAGE_TIE: ENGAGED,
        actions.ATTACK: ATTACKED,
        actions.NEXT_ATTACKER: FACED,
        actions.DEFEND: DEFENDING,
        actions.SENTINEL: DEFENDING,
        actions.UNDEFENDED_HERO: DAMAGED,
        actions.DAMAGED_DEFENDER: DAMAGED,
        actions.HOST: HOST,
    }
)
#: Set of the kinds that do nothing, whatever their numbers are.
NOTHING = mask_of((actions.PASS, actions.DONE, actions.STAY, actions.NO_DEFENDER, actions.STOP))


@kernel
def is_known(s, card):
    """Return whether a source of texts is a card whose title lies open; a stage of the quest is none."""
    return card < CARDS and not is_face_down(s, card)


@kernel
def does_nothing(s, action):
    """Return whether an action does nothing; whom to commit is a matter of the plan."""
    kind = kind_of(action)
    is_nothing = has(NOTHING, kind) or (kind == actions.MULLIGAN and b_of(action) == 0)
    return is_nothing and s.decision != actions.COMMIT
