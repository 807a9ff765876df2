"""What the bot has seen of the map when it last looked: most decisions change nothing there."""

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.games.board_game.ids import NATION_N, PLACES, REGIONS, SEATS, SIDE_N, STANDS, UNIT_N, WORDS

#: `alike` and all that `situation.look_at_map` and `campaign.find_targets` read, but for the tables.
SEEN_FIELDS = [
    ("alike", "i8", (SEATS,)),  # [seat] the first seat with the same weights
    ("has_seen", "i8"),  # whether the rest is of a position
    ("seen_units", "i1", (PLACES * NATION_N * UNIT_N,)),
    ("seen_who", "i2", (PLACES,)),
    ("seen_leaders", "i2", (PLACES,)),
    ("seen_nazgul", "i1", (PLACES,)),
    ("seen_armies", "i8", (SIDE_N, WORDS)),
    ("seen_control", "i1", (REGIONS,)),
    ("seen_sieges", "i8"),
    ("seen_at_war", "i8"),
    ("seen_lacking", "f8", (SIDE_N,)),
    ("seen_by", "i8"),  # `alike` of the seat that looked
]


@kernel
def prepare_seen(t, m):
    """Note which seats have the same weights: what one of them saw, the others see too."""
    for seat in range(t.seat_n):
        m.alike[seat] = seat
        for other in range(seat):
            is_alike = True
            for i in range(len(m.w)):
                is_alike &= m.weights[seat, i] == m.weights[other, i]
            if is_alike:
                m.alike[seat] = m.alike[other]


@kernel
def is_new(s, m):
    """Return whether the map, or the weights, differ from when this was last asked; remember both."""
    is_changed = m.has_seen == 0 or m.seen_sieges != s.sieges or m.seen_at_war != s.at_war
    is_changed |= m.seen_by != m.alike[m.seat]
    m.has_seen = 1
    m.seen_by = m.alike[m.seat]
    m.seen_sieges = s.sieges
    m.seen_at_war = s.at_war
    is_changed |= renew(m.seen_units, s.units.reshape(STANDS * NATION_N * UNIT_N))
    is_changed |= renew(m.seen_who, s.who) | renew(m.seen_leaders, s.leader_n)
    is_changed |= renew(m.seen_nazgul, s.nazgul) | renew(m.seen_control, s.control)
    is_changed |= renew(m.seen_lacking, m.lacking)
    for side in range(SIDE_N):
        is_changed |= renew(m.seen_armies[side], s.armies[side])
    return is_changed


@kernel
def renew(kept, now):
    """Copy numbers, as many as are kept; return whether they differ from those before."""
    is_same = True
    for i in range(len(kept)):  # without a way out, so that LLVM can vectorise it
        is_same &= kept[i] == now[i]
    if not is_same:
        for i in range(len(kept)):
            kept[i] = now[i]
    return not is_same
