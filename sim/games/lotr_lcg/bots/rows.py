"""The rows of preferences: ways to use the cards of a title, and to do nothing.

See `mazarbul.sim.bots.preferences`.

All players learn the same preferences; a player without others has more of them besides. A stage is a
round; later rounds are as the last one.
"""

import numpy as np

from mazarbul.sim.bots.preferences import UNIT, preferred
from mazarbul.sim.engine.actions import a_of, b_of, kind_of
from mazarbul.sim.engine.bits import has
from mazarbul.sim.engine.jit import kernel
from mazarbul.sim.games.lotr_lcg import actions
from mazarbul.sim.games.lotr_lcg.ids import CARDS
from mazarbul.sim.games.lotr_lcg.rules.zones import is_face_down

STAGES = 11  # rounds with preferences of their own, and one before the first

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
AT_NOTHING = len(WAYS) * CARDS  # first row of doing nothing, by decision; before them [way, title]
AT_ALONE = AT_NOTHING + len(actions.KINDS.names)  # first row of what a player without others prefers besides
STAGED = 2 * AT_ALONE  # rows of a stage
ROWS = STAGES * STAGED
NO_ROW = ROWS
EACH = 2  # most rows of an action


@kernel
def stage(s):
    """Return the number of the round, at most that of the last stage."""
    return min(np.int64(s.round_number), np.int64(STAGES - 1))


@kernel
def card_row(s, t, way, card):
    """Return the row of a way to use a card; one that lies face down has none, as its title is hidden."""
    return np.int64(NO_ROW) if is_face_down(s, card) else np.int64(way * CARDS + t.title[card])


@kernel
def source_row(s, t, way, source):
    """Return the row of a way to use a source of texts; a stage of the quest has none."""
    return card_row(s, t, way, source) if source < CARDS else np.int64(NO_ROW)


@kernel
def action_row(s, t, action):
    """Return the row of what an action does with its card, or of doing nothing.

    To commit nobody else has none.
    """
    kind = kind_of(action)
    card = a_of(action)
    if kind == actions.PLAY:
        return card_row(s, t, PLAYED, card)
    if kind == actions.USE:
        return source_row(s, t, USED, card)
    if kind == actions.RESPOND:
        return source_row(s, t, RESPONDING, card)
    if kind == actions.COMMIT:
        return card_row(s, t, COMMITTED, card)
    if kind == actions.TRAVEL:
        return card_row(s, t, TRAVELLED, card)
    if kind == actions.ENGAGE or kind == actions.ENGAGE_TIE:
        return card_row(s, t, ENGAGED, card)
    if kind == actions.ATTACK:
        return card_row(s, t, ATTACKED, card)
    if kind == actions.NEXT_ATTACKER:
        return card_row(s, t, FACED, card)
    if kind == actions.DEFEND or kind == actions.SENTINEL:
        return card_row(s, t, DEFENDING, card)
    if kind == actions.UNDEFENDED_HERO or kind == actions.DAMAGED_DEFENDER:
        return card_row(s, t, DAMAGED, card)
    if kind == actions.HOST:
        return card_row(s, t, HOST, card)
    if has(actions.PICKS, kind):
        return card_row(s, t, CHOSEN, card)
    is_nothing = (
        kind == actions.PASS
        or kind == actions.DONE
        or kind == actions.STAY
        or kind == actions.NO_DEFENDER
        or kind == actions.STOP
        or (kind == actions.MULLIGAN and b_of(action) == 0)
    )
    is_nothing &= s.decision != actions.COMMIT  # whom to commit is a matter of the plan
    return np.int64(AT_NOTHING + s.decision if is_nothing else NO_ROW)


@kernel
def note_rows(s, t, m, action, i):
    """Fill the rows of an option: for all players, and for a player without others besides."""
    row = action_row(s, t, action)
    if row == NO_ROW:
        m.row[i, 0] = NO_ROW
        m.row[i, 1] = NO_ROW
        return
    row += stage(s) * STAGED
    m.row[i, 0] = row
    m.row[i, 1] = row + AT_ALONE if t.player_n == 1 else np.int64(NO_ROW)


@kernel
def preferred_to_commit(s, t, m, seat, card):
    """Return how much a player prefers to commit a character."""
    row = card_row(s, t, COMMITTED, card)
    if row == NO_ROW:
        return 0.0
    row += stage(s) * STAGED
    n = np.int64(m.preference[seat, row])
    if t.player_n == 1:
        n += m.preference[seat, row + AT_ALONE]
    return UNIT * n


@kernel
def add_preferences(s, t, m, seat):
    """Add a player's preferences to the scores; those of whom to commit are part of the plan already."""
    for i in range(s.option_n):
        action = np.int64(s.options[i])
        note_rows(s, t, m, action, i)
        if kind_of(action) != actions.COMMIT:
            m.score[i] += preferred(m, seat, i)
