"""What the bot has seen of the map when it last looked: most decisions change nothing there."""

import numpy as np

from sim.engine.jit import kernel
from sim.games.board_game.bots.weights import WEIGHTS
from sim.games.board_game.ids import NATION_N, PLACES, REGIONS, SIDE_N, UNIT_N, WORDS

#: All that `situation.look_at_map` and `campaign.find_targets` read, but for the tables.
SEEN_FIELDS = [
    ("has_seen", "i8"),  # whether the rest is of a position
    ("seen_units", "i1", (PLACES, NATION_N, UNIT_N)),
    ("seen_who", "i2", (PLACES,)),
    ("seen_leaders", "i2", (PLACES,)),
    ("seen_nazgul", "i1", (PLACES,)),
    ("seen_armies", "i8", (SIDE_N, WORDS)),
    ("seen_control", "i1", (REGIONS,)),
    ("seen_sieges", "i8"),
    ("seen_at_war", "i8"),
    ("seen_lacking", "f8", (SIDE_N,)),
    ("seen_w", "f8", (len(WEIGHTS),)),
]


@kernel
def is_new(s, m):
    """Return whether the map, or the weights, differ from when this was last asked; remember both."""
    changed = np.int64(m.has_seen == 0)
    m.has_seen = 1
    changed |= (m.seen_sieges ^ s.sieges) | (m.seen_at_war ^ s.at_war)
    m.seen_sieges = s.sieges
    m.seen_at_war = s.at_war
    for place in range(PLACES):
        for nation in range(NATION_N):
            for piece in range(UNIT_N):
                changed |= m.seen_units[place, nation, piece] ^ s.units[place, nation, piece]
                m.seen_units[place, nation, piece] = s.units[place, nation, piece]
    changed |= renew(m.seen_who, s.who) | renew(m.seen_leaders, s.leader_n) | renew(m.seen_nazgul, s.nazgul)
    changed |= renew(m.seen_control, s.control)
    is_moved = changed != 0
    for side in range(SIDE_N):
        is_moved |= renew(m.seen_armies[side], s.armies[side]) != 0
        is_moved |= m.seen_lacking[side] != m.lacking[side]
        m.seen_lacking[side] = m.lacking[side]
    for i in range(len(m.w)):
        is_moved |= m.seen_w[i] != m.w[i]
        m.seen_w[i] = m.w[i]
    return is_moved


@kernel
def renew(kept, now):
    """Copy integers, as many as are kept; return 0 if they are the same as before."""
    changed = np.int64(0)
    for i in range(len(kept)):
        changed |= kept[i] ^ now[i]
        kept[i] = now[i]
    return changed
