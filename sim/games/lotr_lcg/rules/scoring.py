"""Scoring a finished quest (LCG-19)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.bits import has, lowest_bit, popcount
from mazarbul.sim.games.lotr_lcg.ids import BLOCK, ENCOUNTER
from mazarbul.sim.games.lotr_lcg.rules.elimination import dead_heroes
from mazarbul.sim.games.lotr_lcg.rules.zones import in_play


@kernel
def victory_points(s, t):
    """Return the points of the victory area (LCG-21.10)."""
    total = np.int64(0)
    rest = np.int64(s.victory)
    while rest != 0:
        total += t.victory[ENCOUNTER * BLOCK + lowest_bit(rest)]
        rest &= rest - 1
    return total


@kernel
def hero_cost(s, t, player):
    """Return (threat costs of a player's dead heroes, damage on the living ones, dead heroes) (LCG-19.1)."""
    dead = dead_heroes(s, t, player)
    cost = np.int64(0)
    damage = np.int64(0)
    rest = np.int64(t.heroes[player])
    while rest != 0:
        i = lowest_bit(rest)
        rest &= rest - 1
        card = np.int64(player) * BLOCK + i
        if has(dead, i):
            cost += t.threat_cost[card]
        elif in_play(s, card):
            damage += s.damage[card]
    return cost, damage, popcount(dead)


@kernel
def group_score(s, t):
    """Return the score of the group: threat, dead heroes, damage, less victory points; rounds (LCG-19)."""
    total = np.int64(t.round_score) * s.round_number - victory_points(s, t)
    for player in range(t.player_n):
        cost, damage, _ = hero_cost(s, t, player)
        total += s.threat[player] + cost + damage
    return total
