"""The operations that are carried out at once, and those of Hunt tiles; others begin with a frame `Act`."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine import sets
from mazarbul.sim.engine.actions import NONE
from mazarbul.sim.engine.bits import bit, has, lowest_bit
from mazarbul.sim.engine.dice import roll_die
from mazarbul.sim.engine.faults import Fault, fail
from mazarbul.sim.engine.log import note
from mazarbul.sim.engine.machine import carry_out_block
from mazarbul.sim.engine.stack import pop, push, top
from mazarbul.sim.games.board_game.content import words
from mazarbul.sim.games.board_game.content.layout import SOURCES
from mazarbul.sim.games.board_game.content.triggers import ON
from mazarbul.sim.games.board_game.frames import Act, Draw, Hunt, Riders, Scope, Tile
from mazarbul.sim.games.board_game.ids import (
    AWAY,
    DECK_N,
    DRAWN,
    EVENT,
    FIGURE_N,
    FREE_NATIONS,
    ON_TILE,
    ROUSED,
    SIDE,
    STREAM,
    TILE_STEP,
    TILE_VALUE,
    TOLD,
    UNTIL,
)
from mazarbul.sim.games.board_game.rules import cards, columns, fellowship, politics, riders, tiles
from mazarbul.sim.games.board_game.rules.conditions import evaluate, figures_of, find_frame
from mazarbul.sim.games.board_game.rules.doable import MOST_STEPS, can_move_some, new_tiles
from mazarbul.sim.games.board_game.rules.hunt import SIDES_OF_DIE, turn_key
from mazarbul.sim.games.board_game.rules.repeats import note_use
from mazarbul.sim.games.board_game.rules.sets import find
from mazarbul.sim.games.board_game.rules.standing import happens
from mazarbul.sim.games.board_game.rules.stands import put_figure
from mazarbul.sim.games.board_game.rules.victory import corrupt
from mazarbul.sim.games.board_game.rules.windows import open_for

OPERATION = words.OPERATION
PLAIN_TILES = (OPERATION.REDRAW, OPERATION.SKIP_TILE, OPERATION.REDUCE, OPERATION.HUNT_BONUS)
ON_TILES = sum(1 << code for code in PLAIN_TILES)
MOST_OF_TEXT = 128  # rows of a text, and dice of a roll: factors of the numbers of its dice


@kernel
def start_act(s, row, f):
    """Begin a statement that asks something, or that takes several steps. f: frame of its list."""
    push(s, Act.kind, row, f, s.frames[f, Scope.seat], 0, NONE)


@kernel
def number_in(s, t, row, column, f):
    """Return the number in a column of a row."""
    return evaluate(s, t, np.int64(t.rows[row, column]), f)


@kernel
def operate(s, t, row, code, f):
    """Carry out one statement in the scope of frame `f`."""
    if code == OPERATION.CORRUPT:
        corrupt(s, t, number_in(s, t, row, columns.NUMBER.N, f))
    elif code == OPERATION.ROLL:
        roll_dice(s, t, row, f)
    elif code == OPERATION.ADVANCE or code == OPERATION.ACTIVATE or code == OPERATION.ENTER_WAR:
        find(s, t, np.int64(t.rows[row, columns.NATIONS.NATIONS]), f)
        n = number_in(s, t, row, columns.ADVANCE.N, f) if code == OPERATION.ADVANCE else np.int64(0)
        operate_on_nations(s, t, code, n, np.int64(s.found[0]), f)
    elif code == OPERATION.DRAW:
        draw(s, t, row, f)
    elif code == OPERATION.ADD_TILE:
        add_tiles(s, t, row, f)
    elif has(ON_TILES, code):
        change_tile(s, t, row, code, f)
    elif code == OPERATION.DEPART or code == OPERATION.ELIMINATE or code == OPERATION.MOVE_FIGURES:
        operate_on_figures(s, t, row, code, f)
    elif (
        code == OPERATION.HIDE or code == OPERATION.WALK or code == OPERATION.REVEAL or code == OPERATION.HUNT
    ):
        operate_on_fellowship(s, t, code)
    else:
        start_act(s, row, f)


@kernel
def operate_on_fellowship(s, t, code):
    """Hide, move, reveal or hunt the Fellowship, if that is possible."""
    if code == OPERATION.HIDE:
        if s.is_hidden == 0:
            fellowship.hide(s, t)
    elif code == OPERATION.WALK:
        if fellowship.can_walk(s, t):
            fellowship.walk(s, NONE)
    elif code == OPERATION.REVEAL:
        reveal(s, t)
    elif s.mordor == NONE:
        push(s, Hunt.kind, 0, 0)


@kernel
def reveal(s, t):
    """Reveal the Fellowship; while a Hunt tile is at work, at its end (BG-14.9)."""
    at = find_frame(s, Tile.kind)
    if at == NONE:
        fellowship.reveal(s, t)
    else:
        s.frames[at, Tile.used] |= ON_TILE.REVEALS


# Dice and cards ------------------------------------------------------------------------------------


@kernel
def roll_dice(s, t, row, f):
    """Roll dice for a text: `rolled` is how many show enough, or their sum (BG-7.2).

    The event of a card has its own luck, whenever it is played; other texts have that of the moment.
    """
    frame = s.frames[f]
    effect = t.effects[frame[Scope.text]]
    number = frame[Scope.card]
    if effect.on != ON.PLAY:
        number = SOURCES + turn_key(s, np.int64(s.random_n))
        s.random_n += 1
    place = frame[Scope.place] + 1
    first = (place * MOST_OF_TEXT + (row - np.int64(effect.do)) % MOST_OF_TEXT) * MOST_OF_TEXT
    needed = number_in(s, t, row, columns.ROLL.AT_LEAST, f)
    total = np.int64(0)
    for die in range(number_in(s, t, row, columns.ROLL.DICE, f)):
        result = roll_die(s.seed, STREAM.EVENT_DICE, number, first + die, SIDES_OF_DIE)
        note(s, EVENT.RESULT, result, 0, 0)
        total += np.int64(result >= needed) if needed > 0 else result
    frame[Scope.rolled] = total


@kernel
def draw(s, t, row, f):
    """Draw cards for the user (BG-6.1); from either deck one after the other."""
    seat = s.frames[f, Scope.seat]
    n = number_in(s, t, row, columns.DRAW.N, f)
    deck = np.int64(t.rows[row, columns.DRAW.DECK])
    if deck == words.ANY_DECK.EITHER:
        push(s, Draw.kind, seat, n)
        return
    if deck == words.ANY_DECK.SAME:
        card = s.frames[f, Scope.card]
        if card == NONE:
            return
        deck = np.int64(t.card_pile[card]) % DECK_N
    for _ in range(n):
        cards.draw(s, t, seat, deck)
    cards.check_limit(s, t, seat)


# Nations and Characters ----------------------------------------------------------------------------


@kernel
def operate_on_nations(s, t, code, n, nations, f):
    """Advance Nations, or make them active or At War (BG-10.1, BG-10.3e)."""
    is_ability = s.frames[f, Scope.figure_of] != NONE
    is_roused = False
    for nation in range(len(s.steps)):
        if not has(nations, nation):
            continue
        before = np.int64(s.steps[nation])
        if code == OPERATION.ADVANCE:
            for _ in range(n):
                politics.advance(s, nation)
            if n < 0 and before < MOST_STEPS:
                politics.set_steps(s, nation, min(before - n, np.int64(MOST_STEPS)))
        else:
            politics.activate(s, t, nation, ROUSED.TEXT, NONE)
            is_free = politics.is_active(s, nation)  # a card can keep it from that
            if code == OPERATION.ENTER_WAR and is_free and before > 0:
                politics.set_steps(s, nation, 0)
        is_roused |= nation < FREE_NATIONS and s.steps[nation] < before
    if is_ability:
        note_use(s, t, s.frames[f, Scope.side], nations, np.int64(NONE))
    if is_ability and is_roused:
        happens(s, t, UNTIL.ADVANCED_BY_ABILITY)


@kernel
def operate_on_figures(s, t, row, code, f):
    """Let Characters depart, be eliminated, or move as by a Character die."""
    figures = figures_of(s, t, np.int64(t.rows[row, columns.FIGURES.FIGURES]), f)
    if code == OPERATION.MOVE_FIGURES:
        move_figures(s, t, figures, f)
        return
    rest = figures & ((np.int64(1) << FIGURE_N) - 1)
    while rest != 0:
        figure = lowest_bit(rest)
        rest &= rest - 1
        if code == OPERATION.DEPART:
            if has(s.members, figure):
                tiles.leave(s, figure)
        elif has(s.members, figure):
            tiles.lose_companion(s, t, figure)
        elif s.stand[figure] >= 0:
            put_figure(s, figure, AWAY.DEAD)


@kernel
def move_figures(s, t, figures, f):
    """Let the user move any of some figures on the map; the others count as moved (BG-8.3, BG-8.4)."""
    if not can_move_some(s, t, figures, f):
        return
    riders.start_riders(s, t, s.frames[f, Scope.seat])
    top(s)[Riders.moved] = ~figures & (bit(FIGURE_N) - 1) | bit(FIGURE_N)
    if not has(figures, FIGURE_N):
        s.flown[:] = s.nazgul


# Hunt tiles ----------------------------------------------------------------------------------------


@kernel
def add_tiles(s, t, row, f):
    """Bring special tiles into play, on the Mordor Track into the pool (BG-16.2)."""
    find(s, t, np.int64(t.rows[row, columns.ADD_TILE.TILES]), f)
    found = new_tiles(s, t)
    if s.mordor == NONE:
        s.specials |= found
    else:
        s.tiles |= found


@kernel
def change_tile(s, t, row, code, f):
    """Change the tile, or the Hunt roll, at work below this text (BG-14.4, BG-14.9)."""
    if code == OPERATION.HUNT_BONUS:
        at = find_frame(s, Hunt.kind)
        if at != NONE:
            s.frames[at, Hunt.bonus] += number_in(s, t, row, columns.NUMBER.N, f)
        return
    if code == OPERATION.SKIP_TILE:
        skip_tile(s, t)
        return
    at = find_frame(s, Tile.kind)
    if at == NONE:
        return
    frame = s.frames[at]
    if code == OPERATION.REDUCE:
        frame[Tile.damage] = max(np.int64(0), frame[Tile.damage] - number_in(s, t, row, columns.NUMBER.N, f))
    elif code == OPERATION.REDRAW:
        redraw(s, t, frame)
    else:
        fail(s, Fault.WORD, code)


@kernel
def redraw(s, t, frame):
    """Draw a second tile that counts instead of the first, which goes back (BG-14.9)."""
    first = frame[Tile.tile]
    s.drawn &= ~bit(first)  # it is not drawn itself from a pool that is filled again
    second = tiles.draw_tile(s, t)
    tiles.put_back(s, first)
    if second == NONE:
        frame[Tile.step] = TILE_STEP.DONE
        return
    if tiles.set_tile(s, t, frame, second):
        frame[Tile.step] = TILE_STEP.DONE


@kernel
def skip_tile(s, t):
    """Let no tile be drawn (BG-14.6); in Mordor the Fellowship advances all the same by a switch."""
    for i in range(s.frame_n - 1, -1, -1):
        frame = s.frames[i]
        if frame[0] == Tile.kind:
            if frame[Tile.flags] & DRAWN.MOVE != 0 and t.mordor_skip_advances == 1:
                fellowship.advance_in_mordor(s)
                fellowship.check_crack(s, t)
            if s.frame_n > 0:
                frame[Tile.step] = TILE_STEP.DONE
            return
        if frame[0] == Act.kind and t.rows[frame[Act.row], 0] == OPERATION.DRAW_TILE:
            frame[Act.step] = SKIPPED
            return


DRAWING, SKIPPED = 1, 2  # steps of a `draw_tile`


@kernel
def step_tiles(s, t, frame, code):
    """Draw a tile as a successful Hunt does, or probe some."""
    if code == OPERATION.PROBE_TILES:
        probe(s, t, frame)
        return
    f = frame[Act.context]
    if frame[Act.step] == 0:
        frame[Act.step] = DRAWING
        open_for(s, t, ON.BEFORE_TILE, SIDE.FREE_PEOPLES)
        return
    tile = tiles.draw_tile(s, t) if frame[Act.step] == DRAWING else np.int64(NONE)
    row = frame[Act.row]
    pop(s)
    find(s, t, np.int64(t.rows[row, columns.DRAW_TILE.VOID]), f)
    is_drawn = tile != NONE and not sets.has(s.found, t.tile_kind[tile])
    s.frames[f, Scope.last] = np.int64(is_drawn)
    s.frames[f, Scope.rolled] = 0
    if tile == NONE:
        return
    if not is_drawn:
        note(s, EVENT.TILE, np.int64(t.tile_kind[tile]), 0, TOLD.ASIDE)
        return
    how = np.int64(t.rows[row, columns.DRAW_TILE.HOW])
    if t.effects[s.frames[f, Scope.text]].on == ON.PATH:
        how |= DRAWN.DECLARED  # a revealed Fellowship cannot be revealed again
    void = np.int64(s.found[0])
    push(s, Tile.kind, TILE_STEP.CARD, 0, how, void, NONE, 0, 0, NONE, NONE)
    tiles.set_tile(s, t, top(s), tile)
    s.frames[f, Scope.rolled] = top(s)[Tile.damage]
    if how & words.DRAWING.NUMBER != 0:
        pop(s)


@kernel
def probe(s, t, frame):
    """Draw tiles to look at: all Eyes bring the list about, fewer leave the game; the rest returns."""
    row = frame[Act.row]
    f = frame[Act.context]
    pop(s)
    n = number_in(s, t, row, columns.PROBE_TILES.N, f)
    seen = np.int64(0)
    eyes = np.int64(0)
    eye_n = np.int64(0)
    for i in range(n):
        tile = tiles.draw_tile(s, t) if i == 0 or s.tiles != 0 else np.int64(NONE)
        if tile != NONE:
            s.drawn &= ~bit(tile)  # it stays in sight
            seen |= bit(tile)
            note(s, EVENT.TILE, np.int64(t.tile_kind[tile]), 0, TOLD.SEEN)
            if t.tile_value[t.tile_kind[tile]] == TILE_VALUE.EYE:
                eyes |= bit(tile)
                eye_n += 1
    if eye_n == n and n > 0:
        s.tiles |= seen
        carry_out_block(s, t, row, f)
    else:
        s.tiles |= seen & ~eyes
        s.removed |= eyes
