"""Playing whole games with bots and recording what the analysis needs (kernels)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.playing import to_its_end
from mazarbul.sim.games.board_game import records
from mazarbul.sim.games.board_game.bots.policies import choose, prepare
from mazarbul.sim.games.board_game.ids import (
    BLOCK,
    COURSE_TURNS,
    FACE_N,
    FIGURE_N,
    MEASURE,
    NATION_N,
    REGIONS,
    SIDE_N,
    TALLY,
    TILE_KINDS,
)
from mazarbul.sim.games.board_game.kernel import MOVING, PLAYING

#: One row per game; `results.families` turns them into tables. Cards lie side by side in index order.
RESULT = np.dtype(
    [
        ("winner", "i8"),
        ("end_reason", "i8"),
        ("turns", "i8"),
        ("decisions", "i8"),
        ("corruption", "i8"),
        ("mordor", "i8"),
        ("points", "i8", (SIDE_N,)),
        ("best", "i8", (SIDE_N,)),
        ("tally", "i4", (len(TALLY),)),
        ("course", "i1", (COURSE_TURNS, len(MEASURE))),
        ("cards", "u4", (SIDE_N * BLOCK,)),
        ("regions", "u4", (REGIONS,)),
        ("figures", "u4", (FIGURE_N,)),
        ("nations", "u4", (NATION_N,)),
        ("faces", "u4", (SIDE_N, FACE_N)),
        ("tiles", "u4", (TILE_KINDS,)),
    ],
    align=True,
)


@kernel
def outcome(s, t, row):
    """Fill a RESULT record from a finished game."""
    row.winner = s.winner
    row.end_reason = s.end_reason
    row.turns = s.turn
    row.decisions = s.decisions
    row.corruption = s.corruption
    row.mordor = s.mordor
    for side in range(SIDE_N):
        row.points[side] = s.points[side]
        row.best[side] = records.best_partner(s, t, side)
        for face in range(FACE_N):
            row.faces[side, face] = s.face_record[side, face]
    for i in range(len(TALLY)):
        row.tally[i] = s.tally[i]
    for i in range(COURSE_TURNS):
        for measure in range(len(MEASURE)):
            row.course[i, measure] = s.course[i, measure]
    write_ends(s, t)
    write_things(s, t, row)


@kernel
def write_ends(s, t):
    """Add to the records of things what has become of them."""
    for side in range(SIDE_N):
        for i in range(t.card_n[side]):
            card = side * BLOCK + i
            records.set_card_field(s, card, records.CARD_END, np.int64(s.zone[card]))
    for region in range(t.region_n):
        records.set_region_field(s, region, records.REGION_END, 1 + np.int64(s.control[region]))
    for figure in range(FIGURE_N):
        where = records.where_at_end(np.int64(s.stand[figure]))
        records.set_figure_field(s, figure, records.FIGURE_END, where)
    for nation in range(NATION_N):
        records.set_nation_field(s, nation, records.STEPS, np.int64(s.steps[nation]))


@kernel
def write_things(s, t, row):
    """Copy the records of things to a row."""
    k = 0
    for side in range(SIDE_N):
        for i in range(t.card_n[side]):
            row.cards[k] = s.card_record[side * BLOCK + i]
            k += 1
    for region in range(REGIONS):
        row.regions[region] = s.region_record[region]
    for figure in range(FIGURE_N):
        row.figures[figure] = s.figure_record[figure]
    for nation in range(NATION_N):
        row.nations[nation] = s.nation_record[nation]
    for kind in range(TILE_KINDS):
        row.tiles[kind] = s.tile_record[kind]


play = to_its_end(MOVING, PLAYING, choose)


@kernel
def play_batch(s, t, m, seed, first, rows):
    """Play games `first`, `first + 1`, ... of a run, one for each element of `rows`.

    m: mind of the bots, see `bots.features`. rows: RESULT recarray (n,). The state `s` is workspace; a fault
    that stops a game stays in it, and no more games are played.
    """
    prepare(t, m)
    for i in range(rows.size):
        if not play(s, t, m, seed, first + i):
            return
        outcome(s, t, rows[i])
