"""Hunt tiles: drawing one and carrying it out step by step (BG-14.7 to BG-14.19, BG-16.3 to BG-16.9)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.actions import ask, offer
from mazarbul.sim.engine.bits import bit, has, lowest_bit, popcount
from mazarbul.sim.engine.dice import roll
from mazarbul.sim.engine.faults import Fault, fail
from mazarbul.sim.engine.log import note
from mazarbul.sim.engine.machine import BEGIN
from mazarbul.sim.engine.rng import key, stream
from mazarbul.sim.engine.stack import pop, push, top
from mazarbul.sim.games.board_game import actions, records
from mazarbul.sim.games.board_game.content.layout import FIGURE_SOURCE
from mazarbul.sim.games.board_game.content.triggers import ON
from mazarbul.sim.games.board_game.frames import Lost, Separate, Tile
from mazarbul.sim.games.board_game.ids import (
    AWAY,
    CASUALTY,
    DRAWN,
    EVENT,
    NONE,
    ON_TILE,
    PARTING,
    SIDE,
    STREAM,
    TALLY,
    TILE_STEP,
    TILE_VALUE,
    TOLD,
)
from mazarbul.sim.games.board_game.rules import fellowship
from mazarbul.sim.games.board_game.rules.control import is_safe_haven
from mazarbul.sim.games.board_game.rules.hunt import SIDES_OF_DIE, turn_key
from mazarbul.sim.games.board_game.rules.seats import lead
from mazarbul.sim.games.board_game.rules.standing import ignored_tiles
from mazarbul.sim.games.board_game.rules.stands import put_figure
from mazarbul.sim.games.board_game.rules.victory import corrupt
from mazarbul.sim.games.board_game.rules.windows import open_for, push_text

# Drawing -------------------------------------------------------------------------------------------


@kernel
def refill(s, t):
    """Put all drawn standard tiles back when the pool is empty (BG-14.8)."""
    back = np.int64(s.drawn) & np.int64(t.standard_tiles)
    s.tiles = back
    s.drawn &= ~back


@kernel
def draw_tile(s, t):
    """Draw a tile from the pool and return it, NONE if there is none: the one with the least key."""
    if s.tiles == 0:
        refill(s, t)
    base = stream(s.seed, STREAM.TILE, turn_key(s, np.int64(s.tile_n)))
    s.tile_n += 1
    best = np.int64(NONE)
    least = np.int64(0)
    rest = np.int64(s.tiles)
    while rest != 0:
        tile = lowest_bit(rest)
        rest &= rest - 1
        value = key(base, np.int64(t.tile_key[tile]))
        if best == NONE or value < least:
            best = np.int64(tile)
            least = value
    if best != NONE:
        s.tiles &= ~bit(best)
        s.drawn |= bit(best)
    return best


@kernel
def put_back(s, tile):
    """Put a drawn tile back into the pool."""
    s.drawn &= ~bit(tile)
    s.tiles |= bit(tile)


@kernel
def damage_of(s, t, tile, eye):
    """Return the number of a tile (BG-14.7). eye: that of an Eye."""
    kind = np.int64(t.tile_kind[tile])
    if t.tile_value[kind] == TILE_VALUE.EYE:
        return np.int64(eye)
    if t.tile_value[kind] == TILE_VALUE.DIE:
        return roll(s.seed, STREAM.TILE_DIE, turn_key(s, np.int64(s.tile_n)), SIDES_OF_DIE)
    return np.int64(t.tile_number[kind])


@kernel
def random_companion(s, t):
    """Return a random Companion of the Fellowship, NONE if there is none (BG-14.11)."""
    base = stream(s.seed, STREAM.COMPANION, turn_key(s, np.int64(s.random_n)))
    s.random_n += 1
    best = np.int64(NONE)
    least = np.int64(0)
    rest = np.int64(s.members)
    while rest != 0:
        figure = lowest_bit(rest)
        rest &= rest - 1
        value = key(base, np.int64(t.figure_key[figure]))
        if best == NONE or value < least:
            best = np.int64(figure)
            least = value
    return best


# A tile step by step -------------------------------------------------------------------------------


@kernel
def step_tile(s, t):
    """Continue the tile on top (BG-14.9)."""
    frame = top(s)
    step = frame[Tile.step]
    if step == TILE_STEP.BEFORE:
        frame[Tile.step] = TILE_STEP.DRAW
        open_for(s, t, ON.BEFORE_TILE, SIDE.FREE_PEOPLES)
    elif step == TILE_STEP.DRAW:
        frame[Tile.step] = TILE_STEP.CARD
        take_tile(s, t, frame)
    elif step == TILE_STEP.CARD:
        frame[Tile.step] = TILE_STEP.ADVANCE
        open_for(s, t, ON.TILE_DRAWN, SIDE.FREE_PEOPLES)
    elif step == TILE_STEP.ADVANCE:
        frame[Tile.step] = TILE_STEP.GUIDE
        if frame[Tile.flags] & DRAWN.MOVE != 0 and t.tile_stops[t.tile_kind[frame[Tile.tile]]] == 0:
            fellowship.advance_in_mordor(s)
    elif step == TILE_STEP.GUIDE:
        step_guide(s, t, frame)
    elif step == TILE_STEP.CASUALTY:
        step_casualty(s, t, frame)
    elif step == TILE_STEP.CORRUPT:
        frame[Tile.step] = TILE_STEP.REVEAL
        records.raise_tile(s, kind_of_tile(t, frame), records.CORRUPTED, max(np.int64(0), frame[Tile.damage]))
        corrupt(s, t, np.int64(frame[Tile.damage]))
        fellowship.check_crack(s, t)
    elif step == TILE_STEP.DONE:
        pop(s)
    elif step == TILE_STEP.REVEAL:
        is_revealed = reveals(s, t, frame) or frame[Tile.used] & ON_TILE.REVEALS != 0
        kind = kind_of_tile(t, frame)
        pop(s)
        if is_revealed:
            records.raise_tile(s, kind, records.REVEALS, np.int64(s.is_hidden))
            fellowship.reveal(s, t)
    else:
        fail(s, Fault.STEP, step)


@kernel
def kind_of_tile(t, frame):
    """Return the kind of the tile of a frame."""
    return np.int64(t.tile_kind[frame[Tile.tile]])


@kernel
def take_tile(s, t, frame):
    """Draw the tile of a frame; without one, or with a void one, nothing more happens."""
    tile = draw_tile(s, t)
    if tile == NONE:
        pop(s)
        return
    if set_tile(s, t, frame, tile):
        pop(s)


@kernel
def set_tile(s, t, frame, tile):
    """Let a tile be the one that is carried out; return whether it is void, and only set aside."""
    frame[Tile.tile] = tile
    frame[Tile.damage] = damage_of(s, t, tile, frame[Tile.eye])
    frame[Tile.guide] = s.guide
    records.tile_drawn(s, np.int64(t.tile_kind[tile]))
    is_void = has(frame[Tile.void], t.tile_kind[tile])
    told = TOLD.ASIDE if is_void else TOLD.CARRIED_OUT
    if frame[Tile.flags] & DRAWN.NUMBER != 0:
        told = TOLD.NUMBER
    note(s, EVENT.TILE, np.int64(t.tile_kind[tile]), frame[Tile.damage], told)
    return is_void


@kernel
def reveals(s, t, frame):
    """Return whether the tile of a frame reveals the Fellowship (BG-14.14, BG-14.17)."""
    kind = np.int64(t.tile_kind[frame[Tile.tile]])
    if t.tile_reveals[kind] == 0 or has(ignored_tiles(s, t), kind):
        return False
    if frame[Tile.flags] & DRAWN.DECLARED != 0 and s.bearers != NONE:
        return not is_safe_haven(s, t, np.int64(s.bearers))
    return True


# The Guide's ability -------------------------------------------------------------------------------


@kernel
def step_guide(s, t, frame):
    """Let the Guide's ability reduce the damage, each new Guide's too (BD-43, BG-14.9, BG-14.10)."""
    guide = np.int64(s.guide)
    is_harmless = frame[Tile.damage] < 1 or frame[Tile.flags] & DRAWN.UNREDUCED != 0
    is_late = t.new_guide_same_tile == 0 and guide != frame[Tile.guide]
    if is_harmless or is_late or guide == frame[Tile.asked]:
        frame[Tile.step] = TILE_STEP.CASUALTY
        return
    frame[Tile.asked] = guide
    open_for(s, t, ON.DAMAGE, SIDE.FREE_PEOPLES)


@kernel
def leave(s, figure):
    """Let a Companion leave the Fellowship alone; in Mordor that eliminates him (BG-14.13, BG-16.7)."""
    if s.mordor != NONE:
        put_figure(s, figure, AWAY.DEAD)
    else:
        push(s, Separate.kind, lead(s, SIDE.FREE_PEOPLES), 1, bit(figure), 0, 0, 0, PARTING.ALIVE)


# Casualties ----------------------------------------------------------------------------------------


@kernel
def step_casualty(s, t, frame):
    """Ask whether a casualty is taken, once for a tile (BD-44, BG-14.9); some texts force a random one."""
    is_done = frame[Tile.used] & ON_TILE.CASUALTY != 0 or frame[Tile.flags] & DRAWN.UNREDUCED != 0
    if is_done or frame[Tile.damage] < 1 or s.members == 0:
        frame[Tile.step] = TILE_STEP.CORRUPT
    elif frame[Tile.flags] & DRAWN.FORCED != 0:
        answer_casualty(s, t, CASUALTY.RANDOM)
    else:
        ask(s, lead(s, SIDE.FREE_PEOPLES), actions.CASUALTY)
        offer(s, actions.CASUALTY, CASUALTY.NOBODY, 0)
        if has(s.members, s.guide):
            offer(s, actions.CASUALTY, CASUALTY.GUIDE, 0)
        if popcount(np.int64(s.members)) > 1:
            offer(s, actions.CASUALTY, CASUALTY.RANDOM, 0)


@kernel
def answer_casualty(s, t, how):
    """Take the casualty: his Level reduces the damage; then a new Guide may help (BG-14.10, BG-14.13)."""
    frame = top(s)
    frame[Tile.used] |= ON_TILE.CASUALTY
    if how == CASUALTY.NOBODY:
        frame[Tile.step] = TILE_STEP.CORRUPT
        return
    figure = np.int64(s.guide) if how == CASUALTY.GUIDE else random_companion(s, t)
    frame[Tile.damage] = max(np.int64(0), frame[Tile.damage] - np.int64(t.level[figure]))
    frame[Tile.step] = TILE_STEP.GUIDE
    records.tally(s, TALLY.CASUALTIES)
    records.raise_tile(s, kind_of_tile(t, frame), records.CASUALTIES, 1)
    note(s, EVENT.CASUALTY, figure, frame[Tile.damage], 0)
    open_for(s, t, ON.HUNT_CASUALTY, SIDE.SHADOW)  # after what follows now
    lose_companion(s, t, figure)


@kernel
def lose_companion(s, t, figure):
    """Eliminate a Companion in the Fellowship; a text of his may save him first (BG-14.13)."""
    push(s, Lost.kind, figure)
    seat = lead(s, SIDE.FREE_PEOPLES)
    source = FIGURE_SOURCE + figure
    for effect in range(t.effect_first[source], t.effect_first[source] + t.effect_n[source]):
        if t.effects[effect].on == ON.ELIMINATED_IN_FELLOWSHIP:
            push_text(s, t, effect, np.int64(NONE), figure, seat, np.int64(NONE), BEGIN)


@kernel
def step_lost(s):
    """Eliminate a Companion who is still in the Fellowship."""
    figure = top(s)[Lost.figure]
    pop(s)
    if has(s.members, figure):
        put_figure(s, figure, AWAY.DEAD)
