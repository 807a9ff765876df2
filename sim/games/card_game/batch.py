"""Playing whole games with bots and recording what the analysis needs (kernels)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.playing import to_its_end
from mazarbul.sim.games.card_game.bots.policies import choose, prepare
from mazarbul.sim.games.card_game.ids import (
    IN,
    LOCATION_KIND,
    MOST_FACTIONS,
    PLACES,
    ROUNDS,
    SEATS,
    SIDE_CARDS,
    SIDE_N,
)
from mazarbul.sim.games.card_game.kernel import MOVING, PLAYING
from mazarbul.sim.games.card_game.records import END, ENDED_IN, set_card_field
from mazarbul.sim.games.card_game.rules.rounds import score

#: One row per game; `results.game_columns` turns them into the `games` family.
RESULT = np.dtype(
    [
        ("winner", "i8"),
        ("end_reason", "i8"),
        ("rounds", "i8"),
        ("score", "i8", (SIDE_N,)),
        ("corruption", "i8"),
        ("turns", "i8"),
        ("decisions", "i8"),
        ("lead_changes", "i8"),
        ("start", "i8"),
        ("lead", "i8", (ROUNDS,)),
        ("path", "i8", (ROUNDS,)),
        ("battleground", "i8", (ROUNDS,)),
        ("ring", "i8", (SEATS,)),
    ],
    align=True,
)


@kernel
def ended_in(zone):
    """Return the ENDED_IN code of a card's zone."""
    if zone == IN.DECK:
        return ENDED_IN.DRAW_DECK
    if zone == IN.HAND:
        return ENDED_IN.HAND
    if zone == IN.CYCLE_PILE:
        return ENDED_IN.CYCLE_PILE
    if zone == IN.RESERVE:
        return ENDED_IN.RESERVE
    if zone == IN.PATH:
        return ENDED_IN.PATH
    if zone >= IN.BATTLEGROUND:
        return ENDED_IN.BATTLEGROUND
    if zone == IN.WIELDER:
        return ENDED_IN.WIELDER
    return ENDED_IN.ELIMINATED


@kernel
def outcome(s, t, row):
    """Fill a RESULT record from a finished game."""
    row.winner = s.winner
    row.end_reason = s.end_reason
    row.rounds = s.round_number
    row.corruption = s.corruption
    row.turns = s.turns
    row.decisions = s.decisions
    row.lead_changes = s.lead_changes
    row.start = t.slots[0]  # holds the starting token in the first round (CG-3.6)
    for side in range(SIDE_N):
        row.score[side] = score(s, t, side)
    for i in range(ROUNDS):
        row.lead[i] = s.lead[i]
        row.path[i] = s.path_record[i]
        row.battleground[i] = s.bg_record[i]
    for seat in range(SEATS):
        row.ring[seat] = s.ring_record[seat]


@kernel
def write_records(s, t, cards, places, factions):
    """Copy the bit fields of cards and places and the points of factions into one row each.

    cards: uint32 (cards in play), side by side in index order. places: uint32 (PLACES,).
    factions: int16 (FACTIONS, 3, 2), hundredths of a victory point.
    """
    k = 0
    for side in range(SIDE_N):
        for i in range(t.card_n[side]):
            card = side * SIDE_CARDS + i
            set_card_field(s, card, END, ended_in(s.zone[card]))
            cards[k] = s.card_record[card]
            k += 1
    for place in range(PLACES):
        places[place] = s.place_record[place]
    for faction in range(MOST_FACTIONS):
        for kind in range(len(LOCATION_KIND)):
            for i in range(2):
                factions[faction, kind, i] = np.int16(round(s.points[faction, kind, i] * 100))


play = to_its_end(MOVING, PLAYING, choose)


@kernel
def play_batch(s, t, m, seed, first, rows, cards, places, factions):
    """Play games `first`, `first + 1`, ... of a run, one for each element of `rows`.

    m: mind of the bots, see `bots.features`. rows: RESULT recarray (n,). cards: uint32 (n, cards).
    places: uint32 (n, PLACES). factions: int16 (n, FACTIONS, 3, 2). The state `s` is workspace;
    a fault that stops a game stays in it, and no more games are played.
    """
    prepare(t, m)
    for i in range(rows.size):
        if not play(s, t, m, seed, first + i):
            return
        outcome(s, t, rows[i])
        write_records(s, t, cards[i], places[i], factions[i])
