"""The worth of locations becoming active: the next path, or a battleground of a deck or scoring area."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.bits import has, lowest_bit
from mazarbul.sim.games.card_game.bots.heuristic.situation import (
    empty_margin,
    reserve_strength,
    settle,
    side_value,
    strength,
)
from mazarbul.sim.games.card_game.bots.weights import W
from mazarbul.sim.games.card_game.content.vocabulary import PATH_CHOICE
from mazarbul.sim.games.card_game.ids import BATTLEGROUNDS, IN, SIDE
from mazarbul.sim.games.card_game.rules.combat import location_shield
from mazarbul.sim.games.card_game.rules.places import attacking_side
from mazarbul.sim.games.card_game.rules.rounds import score
from mazarbul.sim.games.card_game.rules.usable import eligible_battlegrounds, paths_from
from mazarbul.sim.games.card_game.rules.zones import side_cards


@kernel
def lead_of(s, t, side):
    """Return the side's lead in points."""
    lead = score(s, t, SIDE.FREE_PEOPLES) - score(s, t, SIDE.SHADOW)
    return lead if side == SIDE.FREE_PEOPLES else -lead


@kernel
def path_value(s, t, choice, side, m):
    """Return the worth of replacing the active path by choice of the deciding seat; kept in `m.change`."""
    if m.change[choice] != m.change[choice]:
        m.change[choice] = change_value(s, t, choice, side, m)
    return m.change[choice]


@kernel
def change_value(s, t, choice, side, m):
    """Return the worth of replacing the active path: its combat is decided by the cards there now."""
    place = BATTLEGROUNDS + np.int64(s.path)
    settle(s, t, place, m)
    value = side_value(t, place, side, current_margin(s, t, m, place), m, 0.5) - m.value[place]
    share = m.w[W.NEXT_PATH if choice == PATH_CHOICE.NEXT else W.SAME_PATH]
    value += share * best_path(s, t, paths_from(s, t, choice), side, m)
    if choice == PATH_CHOICE.NEXT:
        value += m.w[W.SKIP] * max(min(lead_of(s, t, side), 4), -4) * 0.5
    return value


@kernel
def best_path(s, t, paths, side, m):
    """Return the worth for `side` of the best path of a set, 0 for an empty set."""
    if paths == 0:
        return 0.0
    best = -np.inf
    while paths != 0:
        best = max(best, new_path_value(s, t, lowest_bit(paths), side, m))
        paths &= paths - 1
    return best


@kernel
def new_path_value(s, t, p, side, m):
    """Return the worth for `side` of path `p` becoming active: it starts with no cards."""
    return side_value(t, BATTLEGROUNDS + p, side, empty_margin(s, t, BATTLEGROUNDS + p, m), m, m.spread)


@kernel
def current_margin(s, t, m, place):
    """Return defense minus attack at the active path now."""
    defenders = side_cards(s, t, SIDE.FREE_PEOPLES, IN.PATH)
    attackers = side_cards(s, t, SIDE.SHADOW, IN.PATH)
    defense = location_shield(s, t, place) + strength(s, t, m, defenders, SIDE.FREE_PEOPLES, place, False)
    attack = s.place_attack[place] + strength(s, t, m, attackers, SIDE.SHADOW, place, True)
    return np.float64(defense - attack)


@kernel
def battleground_value(s, t, b, side, m):
    """Return the worth for the deciding side of battleground `b` becoming active; kept in `m.opening`."""
    if m.opening[b] != m.opening[b]:
        m.opening[b] = opening_value(s, t, b, side, m)
    return m.opening[b]


@kernel
def opening_value(s, t, b, side, m):
    """Return the worth for `side` of battleground `b` becoming active now."""
    attacker = attacking_side(t, b)
    margin = np.float64(
        t.place_defense[b]
        + reserve_strength(s, t, m, 1 - attacker, b, False)
        - reserve_strength(s, t, m, attacker, b, True)
    )
    value = m.w[W.OPEN] * side_value(t, b, side, margin, m, 2.0 * m.w[W.SPREAD])
    if has(s.bg_area[1 - side], b):
        value += 0.5 * m.w[W.POINT] * t.place_points[b]
    elif has(s.bg_area[side], b):
        value -= 0.5 * m.w[W.POINT] * t.place_points[b]
    return value


@kernel
def best_battleground(s, t, places, sources, side, m):
    """Return the worth of the best battleground that a text could (re)activate."""
    best = -np.inf
    rest = eligible_battlegrounds(s, t, places, sources)
    while rest != 0:
        best = max(best, battleground_value(s, t, lowest_bit(rest), side, m))
        rest &= rest - 1
    return best if best > -np.inf else 0.0
