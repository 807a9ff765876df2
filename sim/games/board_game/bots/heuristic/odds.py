"""The odds of battles: tables of win chances and mean losses, computed once for all games of a batch.

A side is given by its hit points and its Leadership. It rolls as many Combat dice as it has hit points, up to
the limit of the rules; an Army with Elites has fewer units than hit points, and counts as one of `might` hit
points (see `fill_might`). A battle of the tables goes on until a side is destroyed, without Combat cards.
"""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.declared import numbered

#: Sorts of battles in the tables: in the field, with a first round against a City or Fortification, and
#: against a box, where rounds are counted as if each could be extended.
FIGHT = numbered("Fight", ("FIELD", "CITY", "SIEGE"))
FIGHT_N = len(FIGHT)

HIT_POINTS = 14  # 0 .. 13 in the tables
LEADS = 5  # Leadership 0 .. 4; more changes next to nothing
DICE = 6  # Combat dice 0 .. 5
MOST_UNITS = 13  # units, and Elites among them, of `might`
DIE_SIDES = 6.0
LOST, WIN = 0, 2  # first number of a value in `odds`: hit points that a ROLE loses, the attacker's chance

ODDS_FIELDS = [
    # [LOST of a role or WIN, FIGHT, Leadership of the attacker, of the defender, hit points of them]
    ("odds", "f4", (3, FIGHT_N, LEADS, LEADS, HIT_POINTS, HIT_POINTS)),
    ("hits", "f8", (2, LEADS, DICE, DICE)),  # [protected enemy or not, Leadership, dice, hits] chance
    ("mean_hits", "f8", (2, LEADS, DICE)),  # [protected enemy or not, Leadership, dice] of a round
    ("might", "f8", (MOST_UNITS, MOST_UNITS)),  # [units, Elites] hit points of Regulars that do as much
    # The battle looked up last, see `consult`
    ("win", "f8"),
    ("lost", "f8", (2,)),  # [ROLE]
]


@kernel
def prepare_odds(t, m):
    """Fill the tables of odds of a mind."""
    for protected in range(2):
        chance = (DIE_SIDES + 1.0 - np.float64(t.hits_on[protected])) / DIE_SIDES
        for lead in range(LEADS):
            fill_hits(m, protected, lead, min(1.0, max(1.0 / DIE_SIDES, chance)))
    fill_might(m)
    for lead in range(LEADS):
        for other in range(LEADS):
            for fight in (FIGHT.FIELD, FIGHT.SIEGE, FIGHT.CITY):  # a City's later rounds are of the field
                fill_fights(m, fight, lead, other)


@kernel
def fill_hits(m, protected, lead, chance):
    """Fill the chances of each number of hits in a round: a roll, then a re-roll of missed dice."""
    for dice in range(DICE):
        m.hits[protected, lead, dice, :] = 0.0
        for first in range(dice + 1):
            again = min(lead, dice - first)
            for second in range(again + 1):
                both = binomial(dice, first, chance) * binomial(again, second, chance)
                m.hits[protected, lead, dice, first + second] += both
        mean = 0.0
        for hits in range(1, dice + 1):
            mean += hits * m.hits[protected, lead, dice, hits]
        m.mean_hits[protected, lead, dice] = mean


@kernel
def binomial(n, k, chance):
    """Return the chance of k successes in n tries."""
    value = 1.0
    for i in range(k):
        value *= (n - i) / (i + 1.0) * chance
    for _ in range(n - k):
        value *= 1.0 - chance
    return value


@kernel
def fill_might(m):
    """Fill in how many Regulars do as much as some units with Elites among them.

    Both sums are taken over the life of an Army: of the dice it rolls for each hit point until it is gone.
    One with Elites reduces them first, as that leaves its dice as they are.
    """
    for units in range(MOST_UNITS):
        for elites in range(MOST_UNITS):
            left = 0.0
            for n in range(1, units + 1):
                left += min(n, DICE - 1)
            left += min(elites, units) * min(units, DICE - 1)
            points = 0.0
            n = 0
            while left > 0.0:
                n = min(n + 1, DICE - 1)
                points += min(1.0, left / n)
                left -= n
            m.might[units, elites] = points


@kernel
def fill_fights(m, fight, lead, other):
    """Fill the odds of all battles of a sort between sides of some Leadership, small ones first."""
    for total in range(2 * HIT_POINTS - 1):
        for a in range(max(0, total - HIT_POINTS + 1), min(total, HIT_POINTS - 1) + 1):
            d = total - a
            if a > 0 and d > 0:
                fill_fight(m, fight, lead, other, a, d)
            else:
                m.odds[WIN, fight, lead, other, a, d] = 1.0 if a > 0 else 0.0
                m.odds[LOST, fight, lead, other, a, d] = 0.0
                m.odds[LOST + 1, fight, lead, other, a, d] = 0.0


@kernel
def fill_fight(m, fight, lead, other, a, d):
    """Fill the odds of one battle from those of smaller ones, after a round with x hits against y."""
    later = np.int64(fight if fight == FIGHT.SIEGE else FIGHT.FIELD)
    mine = m.hits[np.int64(fight != FIGHT.FIELD), lead, min(a, DICE - 1)]
    theirs = m.hits[0, other, min(d, DICE - 1)]
    after = m.odds[:, later, lead, other]
    win = 0.0
    lost = 0.0
    beaten = 0.0
    still = 0.0  # chance that nobody loses anything
    for x in range(min(a, DICE - 1) + 1):
        for y in range(min(d, DICE - 1) + 1):
            chance = mine[x] * theirs[y]
            if x + y == 0 and later == fight:
                still = chance
                continue
            i = max(0, a - y)
            k = max(0, d - x)
            win += chance * after[WIN, i, k]
            lost += chance * (a - i + after[LOST, i, k])
            beaten += chance * (d - k + after[LOST + 1, i, k])
    m.odds[WIN, fight, lead, other, a, d] = win / (1.0 - still)
    m.odds[LOST, fight, lead, other, a, d] = lost / (1.0 - still)
    m.odds[LOST + 1, fight, lead, other, a, d] = beaten / (1.0 - still)


# Looking up ----------------------------------------------------------------------------------------


@kernel
def might_of(m, units, elites):
    """Return how many Regulars do as much as an Army of so many units with Elites among them."""
    most = np.int64(MOST_UNITS - 1)
    return m.might[min(units, most), min(elites, most)] + 1.0 * max(np.int64(0), units - most)


@kernel
def consult(m, fight, lead, other, mine, theirs):
    """Look up a battle: `win` of the mind is the attacker's chance, `lost` what each role loses.

    lead, other: Leadership of attacker and defender. mine, theirs: their `might`, which may lie between two.
    """
    most = np.float64(HIT_POINTS - 1)
    scale = max(1.0, max(mine, theirs) / most)
    a = max(0.0, mine / scale)
    d = max(0.0, theirs / scale)
    la = min(lead, np.int64(LEADS - 1))
    ld = min(other, np.int64(LEADS - 1))
    m.win = between(m, np.int64(WIN), fight, la, ld, a, d)
    for role in range(2):
        m.lost[role] = scale * between(m, np.int64(role), fight, la, ld, a, d)
    if scale > 1.0:  # what was cut off makes the fight more certain than the smaller one
        m.win = min(1.0, max(0.0, 0.5 + (m.win - 0.5) * np.sqrt(scale)))


@kernel
def between(m, what, fight, lead, other, mine, theirs):
    """Return a value of `odds` between its entries."""
    i = min(np.int64(mine), np.int64(HIT_POINTS - 2))
    k = min(np.int64(theirs), np.int64(HIT_POINTS - 2))
    x = mine - i
    y = theirs - k
    low = m.odds[what, fight, lead, other, i, k] * (1.0 - y) + m.odds[what, fight, lead, other, i, k + 1] * y
    i += 1
    high = m.odds[what, fight, lead, other, i, k] * (1.0 - y) + m.odds[what, fight, lead, other, i, k + 1] * y
    return np.float64(low * (1.0 - x) + high * x)
