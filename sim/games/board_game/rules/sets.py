"""Sets of the effect language as they are now: regions, Armies, figures, Nations, tiles (words_of_sets.py).

A set is computed into `s.found`. What a text has picked is in a frame `f` of the work stack with the slots of
`frames.Scope`, NONE for texts that pick nothing.
"""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.effects import codes
from mazarbul.sim.engine import sets
from mazarbul.sim.engine.bits import bit, has
from mazarbul.sim.engine.faults import Fault, fail
from mazarbul.sim.engine.set_programs import join
from mazarbul.sim.games.board_game.content import words
from mazarbul.sim.games.board_game.content.states import ARMY_IS, FIGURE_IS, NATION_IS, REGION_IS
from mazarbul.sim.games.board_game.frames import Scope
from mazarbul.sim.games.board_game.ids import (
    AWAY,
    FIGURE_N,
    NONE,
    PLACES,
    REARGUARD,
    REGIONS,
    ROLE,
    SETTLEMENT,
    SIDE,
    WORDS,
)
from mazarbul.sim.games.board_game.rules.control import is_besieged, is_free

SORT = words.SORT
NAZGUL = FIGURE_N  # the figure that stands for all plain Nazgûl
LEADER = FIGURE_N + 1  # the figure that stands for all Leaders

# A set in brackets is computed first; the row with the bracket and the sort of its set wait meanwhile in the
# bits of one int64.
ROW_BITS = 10  # of a row of sets
WAIT_BITS = ROW_BITS + 3
MOST_WAITING = 4

#: [sort] the live words without brackets, as bits
_PLAIN = (
    (words.LIVE_REGIONS.FELLOWSHIP, words.LIVE_REGIONS.PLACE, words.LIVE_REGIONS.BATTLE),
    (words.LIVE_ARMIES.ARMY, words.LIVE_ARMIES.TARGET),
    (words.LIVE_FIGURES.FIGURE,),
    (words.LIVE_NATIONS.PICKED,),
    (),
)
PLAIN_WORDS = tuple(sum(1 << code for code in plain) for plain in _PLAIN)

# What is picked ------------------------------------------------------------------------------------


@kernel
def register(s, f, slot):
    """Return what a slot of a scope holds, NONE without a scope."""
    return s.frames[f, slot] if f != NONE else np.int64(NONE)


# States --------------------------------------------------------------------------------------------


@kernel
def bits_of_region(s, t, region, asked):
    """Return the REGION_IS bits of a region, of those that are asked for."""
    bits = np.int64(0)
    is_conquered = s.control[region] != t.owner[region] and t.settlement[region] != SETTLEMENT.NONE
    if asked & REGION_IS.CONQUERED != 0 and is_conquered:
        bits |= REGION_IS.CONQUERED
    if asked & REGION_IS.BESIEGED != 0 and is_besieged(s, t, region):
        bits |= REGION_IS.BESIEGED
    if asked & REGION_IS.FREE_TO_FREE_PEOPLES != 0 and is_free(s, t, SIDE.FREE_PEOPLES, region):
        bits |= REGION_IS.FREE_TO_FREE_PEOPLES
    if asked & REGION_IS.FREE_TO_SHADOW != 0 and is_free(s, t, SIDE.SHADOW, region):
        bits |= REGION_IS.FREE_TO_SHADOW
    return bits


@kernel
def bits_of_army(s, t, stand):
    """Return the ARMY_IS bits of a stand where an Army is."""
    bits = np.int64(ARMY_IS.SHADOW if s.side_of[stand] == SIDE.SHADOW else ARMY_IS.FREE_PEOPLES)
    if is_besieged(s, t, np.int64(t.region_of[stand])):
        bits |= ARMY_IS.BESIEGING if stand < REGIONS else ARMY_IS.BESIEGED
    nations = np.int64(s.nations[stand])
    if nations & np.int64(s.at_war) != 0:
        bits |= ARMY_IS.WARRING
    if nations & (nations - 1) != 0:
        bits |= ARMY_IS.MIXED
    return bits


@kernel
def bits_of_figure(s, figure):
    """Return the FIGURE_IS bits of a figure."""
    bits = np.int64(0)
    if figure >= FIGURE_N:
        for stand in range(REARGUARD + 1):
            n = s.nazgul[stand] if figure == NAZGUL else s.leader_n[stand]
            if n > 0:
                bits = np.int64(FIGURE_IS.ON_MAP)
        return bits
    if s.stand[figure] >= 0:
        bits |= FIGURE_IS.ON_MAP
    elif s.stand[figure] == AWAY.FELLOWSHIP:
        bits |= FIGURE_IS.IN_FELLOWSHIP
    elif s.stand[figure] == AWAY.DEAD:
        bits |= FIGURE_IS.GONE
    if s.guide == figure:
        bits |= FIGURE_IS.GUIDE
    return bits


@kernel
def bits_of(s, t, sort, i, asked):
    """Return the bits of the state of a thing of a sort, those that are asked for at least."""
    if sort == SORT.REGION:
        return bits_of_region(s, t, i, asked)
    if sort == SORT.ARMY:
        return bits_of_army(s, t, i)
    if sort == SORT.FIGURE:
        return bits_of_figure(s, i)
    bits = np.int64(0)
    if sort == SORT.NATION:
        if has(s.active, i):
            bits |= NATION_IS.ACTIVE
        if has(s.at_war, i):
            bits |= NATION_IS.AT_WAR
    return bits


# Computing a set -----------------------------------------------------------------------------------


@kernel
def find(s, t, number, f):
    """Compute a set into `s.found`. f: frame with the scope, or NONE."""
    height = np.int64(0)
    row = np.int64(t.set_start[number])
    sort = np.int64(t.set_sort[number])
    if row == 0:
        push_mask(s, t, number, height)
    waiting = np.int64(0)
    depth = 0
    while row != 0 and s.fault == Fault.NONE:
        code = np.int64(t.set_rows[row, codes.CODE])
        argument = np.int64(t.set_rows[row, codes.SET_ARGUMENT])
        if code == codes.END:
            if sort == SORT.ARMY:
                keep_armies(s, height - 1)
            if depth == 0:
                break
            depth -= 1
            row = waiting >> 3 & (1 << ROW_BITS) - 1
            inner = sort
            sort = waiting & 7
            waiting >>= WAIT_BITS
            turn_into(s, t, sort, np.int64(t.set_rows[row, codes.CODE]), inner, height - 1)
        elif code == codes.MASK:
            height = push_mask(s, t, argument, height)
        elif code < codes.FIRST_CODE:
            height = join(s, t, row, height)
        elif has(PLAIN_WORDS[sort], code):
            height = push_live(s, sort, code, f, height)
        elif t.set_start[argument] == 0:
            height = push_mask(s, t, argument, height)
            turn_into(s, t, sort, code, np.int64(t.set_sort[argument]), height - 1)
        else:
            if depth == MOST_WAITING:
                fail(s, Fault.WORD, code)
            depth += 1
            waiting = waiting << WAIT_BITS | row << 3 | sort
            sort = np.int64(t.set_sort[argument])
            row = np.int64(t.set_start[argument])
            continue
        row += 1
    sets.assign(s.found, s.set_stack[0])


@kernel
def found_n(s):
    """Return how many things are in the set computed last."""
    return sets.count(s.found)


@kernel
def claim_set(s, height):
    """Return the number of sets on the stack with one more, which is empty; a full stack stops the game."""
    if height == codes.SET_STACK_LIMIT:
        fail(s, Fault.WORD, codes.MASK)
        height -= 1
    sets.clear(s.set_stack[height])
    return height + 1


@kernel
def push_mask(s, t, number, height):
    """Push a set that joins no others: its members that are in the states it asks for now."""
    height = claim_set(s, height)
    these = s.set_stack[height - 1]
    sets.assign(these, t.set_words[number])
    sort = np.int64(t.set_sort[number])
    required = np.int64(t.set_required[number])
    forbidden = np.int64(t.set_forbidden[number])
    if sort == SORT.ARMY:
        keep_armies(s, height - 1)
    if required | forbidden != 0:
        for i in sets.members(these):
            bits = bits_of(s, t, sort, i, required | forbidden)
            if bits & required != required or bits & forbidden != 0:
                sets.remove(these, i)
    return height


@kernel
def keep_armies(s, at):
    """Keep in a set of stands only those where an Army is (BG-1.10)."""
    for w in range(WORDS):
        s.set_stack[at, w] &= s.armies[SIDE.FREE_PEOPLES, w] | s.armies[SIDE.SHADOW, w]


@kernel
def push_live(s, sort, code, f, height):
    """Push what a live word without brackets stands for now."""
    height = claim_set(s, height)
    i = np.int64(NONE)
    if sort == SORT.REGION:
        if code == words.LIVE_REGIONS.FELLOWSHIP:
            i = np.int64(s.bearers)
        elif code == words.LIVE_REGIONS.PLACE:
            i = register(s, f, Scope.place)
        else:
            i = np.int64(s.battle_region)
    elif sort == SORT.ARMY:
        if code == words.LIVE_ARMIES.ARMY:
            i = register(s, f, Scope.army)
        elif s.battle != NONE:
            i = np.int64(s.battle_stand[ROLE.DEFENDER])
    elif sort == SORT.FIGURE:
        i = register(s, f, Scope.figure)
    elif sort == SORT.NATION:
        i = register(s, f, Scope.nation)
    else:
        fail(s, Fault.WORD, code)
    if i != NONE:
        sets.add(s.set_stack[height - 1], i)
    return height


# Live words with brackets --------------------------------------------------------------------------


@kernel
def turn_into(s, t, sort, code, inner, at):
    """Replace a set on the stack by what a live word of a sort makes of it. inner: the sort of the set."""
    sets.assign(s.found, s.set_stack[at])
    sets.clear(s.set_stack[at])
    if inner == SORT.ARMY:
        for stand in sets.members(s.found):
            if sort == SORT.REGION:
                sets.add(s.set_stack[at], np.int64(t.region_of[stand]))
            else:
                s.set_stack[at, 0] |= figures_here(s, stand)
    elif inner == SORT.FIGURE:
        figures = np.int64(s.found[0])
        for stand in range(REARGUARD + 1):
            region = region_of(s, t, stand)
            if figures_here(s, stand) & figures != 0 and region != NONE:
                sets.add(s.set_stack[at], region if sort == SORT.REGION else np.int64(stand))
    elif inner == SORT.NATION:
        nations = np.int64(s.found[0])
        for stand in range(PLACES):
            if np.int64(s.nations[stand]) & nations != 0:
                sets.add(s.set_stack[at], stand)
    elif inner == SORT.REGION:
        turn_regions(s, t, sort, at)
    else:
        fail(s, Fault.WORD, code)
    if sort == SORT.ARMY:
        keep_armies(s, at)


@kernel
def turn_regions(s, t, sort, at):
    """Add to a set what is in the regions of `s.found`: Armies, figures, or whose land they are."""
    for region in sets.members(s.found):
        if sort == SORT.NATION and t.region_nation[region] != NONE:
            sets.add(s.set_stack[at], np.int64(t.region_nation[region]))
    if sort == SORT.NATION:
        return
    for stand in range(REARGUARD + 1):
        region = region_of(s, t, stand)
        if region != NONE and sets.has(s.found, region):
            if sort == SORT.ARMY:
                sets.add(s.set_stack[at], stand)
            else:
                s.set_stack[at, 0] |= figures_here(s, stand)


@kernel
def region_of(s, t, stand):
    """Return the region of a stand, of the rearguard of a battle where it belongs to; NONE without one."""
    if stand == REARGUARD:
        return np.int64(t.region_of[s.rear_from]) if s.rear_from != NONE else np.int64(NONE)
    return np.int64(t.region_of[stand])


@kernel
def figures_here(s, stand):
    """Return the set of the figures at a stand, all plain Nazgûl and all Leaders as one each."""
    here = np.int64(s.who[stand])
    if s.nazgul[stand] > 0:
        here |= bit(NAZGUL)
    if s.leader_n[stand] > 0:
        here |= bit(LEADER)
    return here
