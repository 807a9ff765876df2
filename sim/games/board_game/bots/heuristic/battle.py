"""What a battle is worth, and the answers in it: withdrawing, retreating, advancing (BG-B1, BG-B28)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.bits import has
from mazarbul.sim.engine.stack import top
from mazarbul.sim.games.board_game import actions
from mazarbul.sim.games.board_game.bots.heuristic.odds import DICE, FIGHT, LEADS, consult, might_of
from mazarbul.sim.games.board_game.bots.heuristic.worths import (
    hit_worth,
    need_at,
    others_worth,
    piece_worth,
    prize,
    stake,
)
from mazarbul.sim.games.board_game.bots.weights import W
from mazarbul.sim.games.board_game.frames import Act, Compose
from mazarbul.sim.games.board_game.ids import (
    BATTLE,
    FIGURE_N,
    FREE_NATIONS,
    NATION_N,
    NONE,
    PIECE,
    PURPOSE,
    REGIONS,
    ROLE,
    SETTLEMENT,
    SIDE,
    WHOLE,
)
from mazarbul.sim.games.board_game.rules import combat
from mazarbul.sim.games.board_game.rules.control import is_besieged
from mazarbul.sim.games.board_game.rules.seats import enemy_of
from mazarbul.sim.games.board_game.rules.standing import leading_elites
from mazarbul.sim.games.board_game.rules.stands import box_of, nation_units, units_of

EVERY_NATION = (1 << NATION_N) - 1

# Armies --------------------------------------------------------------------------------------------


@kernel
def part_of(s, stand, nations):
    """Return (units, Elites) of some Nations at a stand."""
    units = np.int64(0)
    elites = np.int64(0)
    for nation in range(NATION_N):
        if has(nations, nation) and has(s.nations[stand], nation):
            units += nation_units(s, stand, nation)
            elites += np.int64(s.units[stand, nation, PIECE.ELITE])
    return units, elites


@kernel
def leadership_of(s, t, stand, side, nations):
    """Return the Leadership that a side's Army at a stand has with the Leaders of some Nations (BG-11.9)."""
    n = np.int64(0)
    if side == SIDE.SHADOW:
        n += np.int64(s.nazgul[stand])
    else:
        for nation in range(FREE_NATIONS):
            if has(nations, nation):
                n += np.int64(s.leaders[stand, nation])
    if s.who[stand] != 0:
        for figure in range(FIGURE_N):
            if has(s.who[stand], figure) and t.figure_side[figure] == side:
                n += np.int64(t.leadership[figure])
    elites = leading_elites(s, t) & nations & np.int64(s.nations[stand])
    for nation in range(NATION_N):
        if has(elites, nation):
            n += np.int64(s.units[stand, nation, PIECE.ELITE])
    return n


@kernel
def load_army(s, t, m, role, stand, side, nations):
    """Put the numbers of an Army into the mind, as those of a role in a battle to judge."""
    units, elites = part_of(s, stand, nations)
    m.units_in[role] = units
    m.elites_in[role] = elites
    m.lead_in[role] = leadership_of(s, t, stand, side, nations)


@kernel
def load_battle(s, t, m):
    """Put the numbers of the battle at work into the mind."""
    for role in range(2):
        stand = np.int64(s.battle_stand[role])
        m.units_in[role] = combat.units_in(s, role)
        m.elites_in[role] = np.int64(s.elite_n[stand])
        m.lead_in[role] = combat.leadership(s, t, role)


# What a battle is worth -----------------------------------------------------------------------------


@kernel
def clash(m, side, fight, gain):
    """Return what a battle of the Armies in the mind is worth to the side that attacks: `gain` if it wins.

    Either it is fought to its end, or only a round of it; rounds of an assault that go beyond those which
    Elites pay for cost further dice.
    """
    mine = might_of(m, np.int64(m.units_in[0]), np.int64(m.elites_in[0]))
    theirs = might_of(m, np.int64(m.units_in[1]), np.int64(m.elites_in[1]))
    consult(m, fight, np.int64(m.lead_in[0]), np.int64(m.lead_in[1]), mine, theirs)
    own = hit_worth(m, side)
    other = hit_worth(m, np.int64(1 - side))
    whole = m.win * gain + m.lost[ROLE.DEFENDER] * other - m.lost[ROLE.ATTACKER] * own
    protected = np.int64(fight != FIGHT.FIELD)
    x = round_hits(m, protected, np.int64(0))
    y = round_hits(m, np.int64(0), np.int64(1))
    if fight == FIGHT.SIEGE:
        rounds = theirs / max(x, 0.1)
        whole -= own * min(rounds, 1.0 * m.elites_in[0])
        whole -= m.w[W.NEXT_ASSAULT] * max(0.0, rounds - 1.0 - m.elites_in[0])
    short = min(x, theirs) * other - min(y, mine) * own
    return max(whole, short)


@kernel
def round_hits(m, protected, role):
    """Return the mean hits of a role in a round, of the Armies in the mind."""
    dice = min(np.int64(m.units_in[role]), np.int64(DICE - 1))
    return m.mean_hits[protected, min(np.int64(m.lead_in[role]), np.int64(LEADS - 1)), dice]


@kernel
def battle_worth(s, t, m, seat, from_stand, at_stand):
    """Return what it is worth to attack an Army with all that is At War in another (BG-B1)."""
    side = np.int64(t.seat_side[seat])
    enemy = enemy_of(side)
    region = np.int64(t.region_of[at_stand])
    load_army(s, t, m, np.int64(0), from_stand, side, np.int64(s.at_war))
    if m.units_in[0] == 0:
        return m.w[W.NO_ATTACK]
    load_army(s, t, m, np.int64(1), at_stand, enemy, np.int64(EVERY_NATION))
    worth = worth_against(s, t, m, side, from_stand, at_stand, region)
    worth -= m.w[W.ROUSED] * roused_by(s, at_stand)
    return worth + m.w[W.ATTACKING] if worth > 0.0 else worth


@kernel
def roused_by(s, stand):
    """Return how many Nations an attack on an Army brings nearer to war (BG-10.4)."""
    n = 0
    for nation in range(NATION_N):
        n += np.int64(has(s.nations[stand], nation) and s.steps[nation] > 0)
    return n


@kernel
def worth_against(s, t, m, side, from_stand, at_stand, region):
    """Return what an attack of the Armies in the mind is worth; a defender at his walls does what is best."""
    others = others_worth(s, t, m, at_stand, enemy_of(side))
    if at_stand >= REGIONS:
        return clash(m, side, np.int64(FIGHT.SIEGE), prize(s, t, m, side, region) + others)
    if from_stand >= REGIONS:
        return clash(m, side, np.int64(FIGHT.FIELD), others + m.w[W.FREED] * stake(s, t, m, side, region))
    gain = prize(s, t, m, side, region) + others
    box = box_of(t, region)
    is_relief = box != NONE and units_of(s, box, side) > 0
    if is_relief:
        gain += m.w[W.FREED] * stake(s, t, m, side, region)
    fight = np.int64(FIGHT.CITY if t.is_fortified[region] == 1 else FIGHT.FIELD)
    worth = clash(m, side, fight, gain)
    is_walled = t.settlement[region] == SETTLEMENT.STRONGHOLD and s.control[region] == enemy_of(side)
    if is_walled and not is_besieged(s, t, region):
        worth = min(worth, siege_worth(s, t, m, side, region))
    return worth


@kernel
def siege_worth(s, t, m, side, region):
    """Return what it is worth to the attacker that the defender in the mind withdraws (BG-13.4)."""
    excess = max(0.0, m.units_in[1] - 1.0 * t.box_limit)
    units = m.units_in[1]
    m.units_in[1] = min(units, 1.0 * t.box_limit)
    worth = m.w[W.LATER] * max(0.0, clash(m, side, np.int64(FIGHT.SIEGE), prize(s, t, m, side, region)))
    m.units_in[1] = units
    return worth + m.w[W.BESIEGED] + excess * hit_worth(m, enemy_of(side))


# Answers -------------------------------------------------------------------------------------------


@kernel
def score_battle_answer(s, t, m, seat, kind, a, b):
    """Return the score of an answer in a battle, except those about Combat cards."""
    side = np.int64(t.seat_side[seat])
    if kind == actions.WITHDRAW:
        return withdrawing(s, t, m, side) if b == 1 else 0.0
    if kind == actions.CONTINUE:
        return going_on(s, t, m, side) if b == 1 else 0.0
    if kind == actions.PRESS:
        return pressing(s, t, m, side, a) if a != NONE else 0.0
    if kind == actions.RETREAT and a == NONE:
        return -danger_in(s, t, m, side)
    if kind == actions.RETREAT or kind == actions.SCOUT:
        return retreating(s, t, m, side, a)
    if kind == actions.ADVANCE:
        return advancing(s, t, m, side, a)
    return 0.0


@kernel
def fight_of(s, t):
    """Return the sort of fight of the rounds to come of the battle at work."""
    if s.battle == BATTLE.ASSAULT:
        return np.int64(FIGHT.SIEGE)
    is_first = s.battle == BATTLE.FIELD and s.battle_round <= 1 and t.is_fortified[s.battle_region] == 1
    return np.int64(FIGHT.CITY if is_first else FIGHT.FIELD)


@kernel
def gain_in(s, t, m, side):
    """Return what winning the battle at work is worth to the side that attacks."""
    region = np.int64(s.battle_region)
    gain = others_worth(s, t, m, np.int64(s.battle_stand[ROLE.DEFENDER]), enemy_of(side))
    if s.battle == BATTLE.SORTIE:
        return gain + m.w[W.FREED] * stake(s, t, m, side, region)
    return gain + prize(s, t, m, side, region)


@kernel
def withdrawing(s, t, m, side):
    """Return how much better it is for a defender to withdraw than to fight in the field (BG-B28)."""
    enemy = enemy_of(side)
    region = np.int64(s.battle_region)
    load_battle(s, t, m)
    field = clash(m, enemy, fight_of(s, t), gain_in(s, t, m, enemy))
    return field - siege_worth(s, t, m, enemy, region) + m.w[W.WALLS]


@kernel
def going_on(s, t, m, side):
    """Return what it is worth to the attacker to fight on rather than to cease."""
    load_battle(s, t, m)
    fight = np.int64(FIGHT.SIEGE if s.battle == BATTLE.ASSAULT else FIGHT.FIELD)
    return clash(m, side, fight, gain_in(s, t, m, side)) - losing_figures(s, t, m, side)


@kernel
def losing_figures(s, t, m, side):
    """Return what the figures with the attacker are worth if the battle looked up last is lost."""
    figures = others_worth(s, t, m, np.int64(s.battle_stand[ROLE.ATTACKER]), side)
    return m.w[W.TRAPPED] * (1.0 - m.win) * figures


@kernel
def pressing(s, t, m, side, nation):
    """Return what another round of an assault is worth for an Elite of a Nation, 0 for none (BG-13.8)."""
    load_battle(s, t, m)
    m.elites_in[0] -= 1
    price = piece_worth(m, nation, np.int64(PIECE.ELITE)) - piece_worth(m, nation, np.int64(PIECE.REGULAR))
    x = round_hits(m, np.int64(1), np.int64(0))
    y = round_hits(m, np.int64(0), np.int64(1))
    own = hit_worth(m, side)
    trade = x * hit_worth(m, enemy_of(side)) - y * own
    worth = clash(m, side, np.int64(FIGHT.SIEGE), gain_in(s, t, m, side))
    later = m.w[W.NEXT_ASSAULT] * min(1.0, x / max(1.0, m.lost[ROLE.DEFENDER]))
    if worth <= 0.0:
        return min(worth, trade) - price
    return max(trade, m.win * worth) + later - price - m.w[W.PRESSING]


@kernel
def danger_in(s, t, m, side):
    """Return what a defender expects to lose if he stays in the battle at work."""
    load_battle(s, t, m)
    enemy = enemy_of(side)
    own = others_worth(s, t, m, np.int64(s.battle_stand[ROLE.DEFENDER]), side)
    gain = prize(s, t, m, enemy, np.int64(s.battle_region)) + own
    worth = clash(m, enemy, np.int64(FIGHT.FIELD), gain)
    return worth + m.w[W.STAYING] * m.win


@kernel
def retreats_from(s):
    """Return where the Army is that retreats: from a battle, or because a text drives it off."""
    is_in_battle = s.battle_region != NONE
    return np.int64(s.battle_stand[ROLE.DEFENDER]) if is_in_battle else np.int64(top(s)[Act.thing])


@kernel
def retreating(s, t, m, side, stand):
    """Return the score of a retreat to a region or the own Stronghold: what is lost, and where it leads."""
    region = np.int64(t.region_of[stand])
    if stand >= REGIONS:
        load_battle(s, t, m)
        return -siege_worth(s, t, m, enemy_of(side), region)
    origin = retreats_from(s)
    score = -stake(s, t, m, side, np.int64(t.region_of[origin]))
    score += m.w[W.RETREAT_NEED] * need_at(s, t, m, side, region)
    if s.control[region] == side and t.settlement[region] == SETTLEMENT.STRONGHOLD:
        score += m.w[W.RETREAT_WALLS]
    if s.side_of[region] == side:
        over = 1.0 * s.unit_n[region] + s.unit_n[origin] - t.field_limit
        score -= max(0.0, over) * hit_worth(m, side)
    enemies = 0.0
    for k in range(t.near_n[region]):
        enemies += 1.0 * units_of(s, np.int64(t.near[region, k]), enemy_of(side))
    return score - m.w[W.RETREAT_NEAR] * enemies


@kernel
def advancing(s, t, m, side, whole):
    """Return the score of a template for those who advance: all, unless an own place would be left open."""
    frame = top(s)
    origin = np.int64(frame[Compose.stand])
    to = np.int64(frame[Compose.to])
    left = need_at(s, t, m, side, np.int64(t.region_of[origin])) if origin < REGIONS else 0.0
    guarded = stake(s, t, m, side, origin) if origin < REGIONS else 0.0
    worth = prize(s, t, m, side, to) + need_at(s, t, m, side, to) + m.w[W.ADVANCING]
    if frame[Compose.purpose] == PURPOSE.BESIEGE:
        worth += m.w[W.BESIEGED]
    is_open = guarded > 0.0 and m.nearest[enemy_of(side), origin] <= 2
    if whole == WHOLE.NOBODY:
        return left
    if whole == WHOLE.BUT_ONE:
        return worth - 2.0 if is_open else worth - 4.0
    if whole == WHOLE.ALL:
        return worth - (m.w[W.LEFT_OPEN] if is_open else 0.0)
    return worth - 10.0
