"""What options do: ways to move a card, choices of a place, and what needs neither."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.actions import a_of, b_of, kind_of
from mazarbul.sim.engine.bits import has, mask_of
from mazarbul.sim.engine.stack import top
from mazarbul.sim.games.card_game import actions
from mazarbul.sim.games.card_game.frames import Scope
from mazarbul.sim.games.card_game.ids import ICON, IN, NONE, PLACE_SOURCE, SPOT
from mazarbul.sim.games.card_game.rules.places import is_path, spot_place
from mazarbul.sim.games.card_game.rules.zones import side_of

#: Ways to move a card.
WAYS = (
    "play to reserve",
    "play to path",
    "play to attack",
    "play to defend",
    "play as item",
    "play as event",
    "move to path",
    "move to attack",
    "move to defend",
    "use",
    "cycle",
    "eliminate from hand",
    "forsake from reserve",
    "lose in combat",
    "take",
    "eliminate enemy",
    "eliminate own",
    "use optional text of",
)
(
    TO_RESERVE,
    TO_PATH,
    TO_ATTACK,
    TO_DEFEND,
    AS_ITEM,
    AS_EVENT,
    MOVE_PATH,
    MOVE_ATTACK,
    MOVE_DEFEND,
    USE,
    CYCLED,
    LOST,
    FORSAKEN,
    FALLEN,
    TAKEN,
    VICTIM,
    GIVEN_UP,
    OPTIONAL,
) = range(len(WAYS))
#: Ways to choose a place: send a card there, activate it, have its combat next.
CHOICES = ("play to", "move to", "activate", "combat at")
PLAY_TO, MOVE_TO, ACTIVATE, COMBAT_AT = range(len(CHOICES))
#: What a seat does without a card or place, and on its turn with any card.
PLAIN = ("pass", "winnow", "ring", "cycle on its turn", "forsake top")
PASS, WINNOW, RING, CYCLE, TOP = range(len(PLAIN))
#: [kind] what an action without a card does, or NONE.
PLAIN_OF = actions.KINDS.table(
    {actions.PASS: PASS, actions.WINNOW: WINNOW, actions.RING: RING, actions.FORSAKE_TOP: TOP}
)
#: Set of the kinds that cycle a card of the hand, or of those that a seat digs through.
CYCLES = mask_of(
    (
        actions.PAY,
        actions.CYCLE,
        actions.CYCLE_HAND,
        actions.SETUP_CYCLE,
        actions.TRIM,
        actions.DIG_CYCLE,
    )
)
MARGINS, BOARDS = 8, 8  # expected margins, and margins of what is there, that are told apart
ICONS = 5  # numbers of icons that are told apart: 0 to 4
SENT = (*WAYS[TO_PATH : TO_DEFEND + 1], *WAYS[MOVE_PATH : MOVE_DEFEND + 1])  # ways to send a card to a place


@kernel
def bucket(value, least, n):
    """Return the place of a whole number among n words, of which the first stands for `least` and less."""
    return min(max(np.int64(value) - least, 0), n - 1)


@kernel
def way_to(place, is_attack, is_played):
    """Return the way to send a card to a place."""
    way = TO_PATH if is_path(place) else TO_ATTACK if is_attack else TO_DEFEND
    return np.int64(way if is_played else way + MOVE_PATH - TO_PATH)


@kernel
def sent_to(s, action):
    """Return the place that an action sends a card to, or NONE."""
    kind = kind_of(action)
    target = b_of(action)
    if kind == actions.MOVE_TO:
        return np.int64(target)
    is_sent = kind == actions.PLAY or kind == actions.MOVE or kind == actions.DIG_PLAY
    if not is_sent or target == SPOT.EVENT or target >= SPOT.WIELDER:
        return np.int64(NONE)
    return np.int64(spot_place(s, target))


@kernel
def icons_sent(t, card, place, is_attack):
    """Return the printed icons that a card can bring to a place, at most 4."""
    if is_path(place):
        n = t.icons[card, ICON.PATH]
    elif is_attack:
        n = t.icons[card, ICON.BG_ATTACK] + t.icons[card, ICON.LEAD_ATTACK]
    else:
        n = t.icons[card, ICON.BG_DEFENSE] + t.icons[card, ICON.LEAD_DEFENSE]
    return min(np.int64(n), ICONS - 1)


@kernel
def way_of(s, t, action, seat):
    """Return what an action that sends no card to a place does with its card, or NONE."""
    kind = kind_of(action)
    card = a_of(action)
    target = b_of(action)
    way = NONE
    if kind == actions.PLAY or kind == actions.DIG_PLAY or kind == actions.MOVE:
        way = AS_EVENT if target == SPOT.EVENT else AS_ITEM if target >= SPOT.WIELDER else TO_RESERVE
    elif kind == actions.USE:
        way = USE
    elif has(CYCLES, kind):
        way = CYCLED
    elif kind == actions.FORSAKE:
        way = LOST if s.zone[card] == IN.HAND else FORSAKEN
    elif kind == actions.ELIMINATE_HAND or kind == actions.DIG_ELIMINATE:
        way = LOST
    elif kind == actions.CASUALTY:
        way = FALLEN
    elif kind == actions.TAKE or kind == actions.SAVE:
        way = TAKEN
    elif kind == actions.ELIMINATE_PLAY:
        way = GIVEN_UP if side_of(card) == t.seat_side[seat] else VICTIM
    elif kind == actions.MAY and target == 1 and top(s)[Scope.source] < PLACE_SOURCE:
        way = OPTIONAL
    return np.int64(way)
