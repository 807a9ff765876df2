"""The Fellowship: its Guide, declaring, hiding, moving, and Mordor (BG-14.1, BG-15, BG-16)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine import sets
from mazarbul.sim.engine.actions import ask, offer
from mazarbul.sim.engine.bits import has
from mazarbul.sim.engine.log import note
from mazarbul.sim.engine.stack import pop, push, top
from mazarbul.sim.games.board_game import actions, records
from mazarbul.sim.games.board_game.frames import Hunt, Reveal, Tile, Walk
from mazarbul.sim.games.board_game.ids import (
    COMPANIONS,
    DRAWN,
    ENDED,
    EVENT,
    NONE,
    ONCE,
    ROUSED,
    RULE,
    SIDE,
    TALLY,
    TILE_STEP,
    UNTIL,
)
from mazarbul.sim.games.board_game.rules import politics
from mazarbul.sim.games.board_game.rules.control import is_safe_haven
from mazarbul.sim.games.board_game.rules.dice import add_to_box
from mazarbul.sim.games.board_game.rules.seats import lead
from mazarbul.sim.games.board_game.rules.standing import happens, is_changed
from mazarbul.sim.games.board_game.rules.victory import corrupt, end_game
from mazarbul.sim.games.board_game.rules.ways import find_way, tiles_on_way
from mazarbul.sim.games.board_game.rules.windows import open_path

# The Guide -----------------------------------------------------------------------------------------


@kernel
def set_guide(s, figure):
    """Make a figure the Guide (BG-15.6)."""
    if s.guide != figure:
        s.guide = figure
        note(s, EVENT.GUIDE, figure, 0, 0)


@kernel
def highest_level(s, t):
    """Return the highest Level of a Companion in the Fellowship."""
    best = np.int64(0)
    for figure in range(COMPANIONS):
        if has(s.members, figure):
            best = max(best, np.int64(t.level[figure]))
    return best


@kernel
def step_new_guide(s, t):
    """Ask for a Guide among the Companions of the highest Level (BD-06)."""
    if s.members == 0:
        pop(s)
        return
    best = highest_level(s, t)
    ask(s, lead(s, SIDE.FREE_PEOPLES), actions.GUIDE)
    for figure in range(COMPANIONS):
        if has(s.members, figure) and t.level[figure] == best:
            offer(s, actions.GUIDE, figure, 0)


@kernel
def answer_guide(s, figure):
    """Make the chosen Companion the Guide."""
    pop(s)
    set_guide(s, figure)


# Declaring and entering Mordor ---------------------------------------------------------------------


@kernel
def can_declare(s):
    """Return whether the Fellowship may be declared (BG-15.2)."""
    return s.is_hidden == 1 and s.mordor == NONE


@kernel
def ask_declare(s, t):
    """Ask whether and where the Fellowship is declared (BD-04)."""
    ask(s, lead(s, SIDE.FREE_PEOPLES), actions.DECLARE)
    offer(s, actions.DECLINE, 0, 0)
    for region in range(t.region_n):
        if t.distance[s.bearers, region] <= s.progress:
            offer(s, actions.DECLARE, region, 0)


@kernel
def answer_declare(s, t, region):
    """Declare the Fellowship in a region (BG-15.3, BG-15.4)."""
    find_way(s, t, np.int64(s.bearers), region, np.int64(s.progress), False)
    s.bearers = region
    s.progress = 0
    s.done |= ONCE.DECLARED
    records.declared(s, region)
    note(s, EVENT.DECLARED, region, 0, 0)
    happens(s, t, UNTIL.DECLARED)
    open_path(s, t)
    if is_safe_haven(s, t, region):
        politics.activate(s, t, np.int64(t.region_nation[region]), ROUSED.DECLARED, region)
        corrupt(s, t, np.int64(-1))
        happens(s, t, UNTIL.DECLARED_IN_CITY)


@kernel
def can_enter(s, t):
    """Return whether the Fellowship may enter Mordor (BG-16.1)."""
    if s.mordor != NONE or not sets.has(t.gates, s.bearers):
        return False
    return t.mordor_by_declaration == 0 or s.done & ONCE.DECLARED != 0


@kernel
def ask_enter(s):
    """Ask whether the Fellowship enters Mordor (BD-05)."""
    ask(s, lead(s, SIDE.FREE_PEOPLES), actions.ENTER)
    offer(s, actions.ENTER, 0, 1)
    offer(s, actions.ENTER, 0, 0)


@kernel
def answer_enter(s, t, is_entering):
    """Enter Mordor, or stay out."""
    if is_entering == 1:
        enter_mordor(s, t)


@kernel
def enter_mordor(s, t):
    """Put the Fellowship on the Mordor Track, and make the new Hunt Pool (BG-16.1, BG-16.2)."""
    s.mordor = 0
    s.bearers = NONE
    note(s, EVENT.MORDOR, 0, 0, 0)
    eyes = np.int64(s.drawn) & np.int64(t.eye_tiles) & np.int64(t.standard_tiles)
    s.tiles |= eyes | s.specials
    s.drawn &= ~eyes
    s.specials = 0


# Hiding and moving ---------------------------------------------------------------------------------


@kernel
def hide(s, t):
    """Turn the Fellowship hidden (BG-15.5); in Mordor that is doing something (BG-3.8)."""
    s.is_hidden = 1
    note(s, EVENT.HIDDEN, 0, 0, 0)
    if s.mordor != NONE and t.mordor_idle_hide_counts == 1:
        s.done |= ONCE.STROVE


@kernel
def can_walk(s, t):
    """Return whether the Fellowship can move (BG-14.1, BG-16.3)."""
    if s.is_hidden == 0:
        return False
    return s.mordor != NONE or s.progress < t.most_progress


@kernel
def walk(s, face):
    """Move the Fellowship. face: of the die that pays, or NONE (BG-7.12)."""
    push(s, Walk.kind, 0, face)


@kernel
def step_walk(s, t):
    """Move, have the Hunt, and put the die into the Hunt Box (BG-14.1, BG-16.3)."""
    frame = top(s)
    if frame[Walk.step] == 0:
        frame[Walk.step] = 1
        records.tally(s, TALLY.MOVES)
        if s.mordor == NONE:
            s.progress += 1
            note(s, EVENT.PROGRESS, np.int64(s.progress), 0, 0)
            push(s, Hunt.kind, 0, 0)
        else:
            s.done |= ONCE.STROVE
            eye = np.int64(s.box[0]) + np.int64(s.box[1])  # BG-16.4
            draw_for(s, eye, DRAWN.HUNT | DRAWN.MOVE, np.int64(0))
        return
    face = frame[Walk.face]
    pop(s)
    if face != NONE and not is_changed(s, t, RULE.WALKS_SET_ASIDE):
        add_to_box(s, SIDE.FREE_PEOPLES, 1)


@kernel
def draw_for(s, eye, flags, void):
    """Have a Hunt tile drawn and resolved.

    eye: damage of an Eye. flags: DRAWN. void: set of kinds of tiles that are set aside.
    """
    push(s, Tile.kind, TILE_STEP.BEFORE, eye, flags, void, NONE, 0, 0, NONE, NONE)


@kernel
def advance_in_mordor(s):
    """Advance the Fellowship a step on the Mordor Track (BG-16.3)."""
    s.mordor += 1
    note(s, EVENT.MORDOR, np.int64(s.mordor), 0, 0)


@kernel
def check_crack(s, t):
    """Let the Free Peoples win at the Crack of Doom (BG-16.6, BG-17.2)."""
    if s.mordor == t.crack:
        end_game(s, SIDE.FREE_PEOPLES, ENDED.RING_DESTROYED)


@kernel
def idle_in_mordor(s, t):
    """Add Corruption if the Fellowship was idle on the Mordor Track (BG-3.8)."""
    if s.mordor != NONE and s.done & ONCE.STROVE == 0:
        corrupt(s, t, np.int64(1))


# Revealed ------------------------------------------------------------------------------------------


@kernel
def reveal(s, t):
    """Reveal a hidden Fellowship: on the map its figure moves (BG-14.14), in Mordor it does not (BG-16.5)."""
    if s.is_hidden == 0:
        return
    s.is_hidden = 0
    if s.mordor == NONE:
        push(s, Reveal.kind, 0, 0)
    else:
        note_reveal(s, t, np.int64(NONE))


@kernel
def note_reveal(s, t, region):
    """Note a reveal, in a region or NONE in Mordor, and end what lasts until then (BG-7.5)."""
    records.revealed(s, region)
    note(s, EVENT.REVEALED, region, 0, 0)
    happens(s, t, UNTIL.REVEALED)


@kernel
def step_reveal(s, t):
    """Ask where the figure goes, then have the tiles of its way drawn (BD-46, BG-14.15)."""
    frame = top(s)
    if frame[Reveal.step] == 0:
        ask(s, lead(s, SIDE.FREE_PEOPLES), actions.REVEAL)
        for region in range(t.region_n):
            if t.distance[s.bearers, region] <= s.progress and not is_safe_haven(s, t, region):
                offer(s, actions.REVEAL, region, 0)
        if s.option_n == 0:
            answer_reveal(s, t, np.int64(s.bearers))
    elif frame[Reveal.left] > 0:
        frame[Reveal.left] -= 1
        draw_for(s, np.int64(0), DRAWN.HUNT, np.int64(0))
    else:
        pop(s)


@kernel
def answer_reveal(s, t, region):
    """Move the figure of the revealed Fellowship along the way with the fewest tiles (BG-14.14)."""
    frame = top(s)
    find_way(s, t, np.int64(s.bearers), region, np.int64(s.progress), True)
    frame[Reveal.left] = tiles_on_way(s, t)
    frame[Reveal.step] = 1
    s.bearers = region
    s.progress = 0
    note_reveal(s, t, region)
    open_path(s, t)
