"""The state of one game: a fixed-size structured record.

Copying a game is one assignment. Sets of cards and places are bit masks (`mazarbul.sim.engine.bits`).
Masks indexed by `seat` only hold cards that the seat owns, anywhere on the table.
"""

import numpy as np

from mazarbul.sim.engine.declared import numbered
from mazarbul.sim.engine.faults import list_number
from mazarbul.sim.engine.records import empty_record
from mazarbul.sim.engine.state import play_fields
from mazarbul.sim.games.card_game.frames import WIDTH
from mazarbul.sim.games.card_game.ids import (
    CARDS,
    EVENTS,
    FRAMES,
    GRANTS,
    LOCATION_KIND,
    MOST_FACTIONS,
    NONE,
    OPTIONS,
    PLACES,
    ROUNDS,
    SEATS,
    SIDE_CARDS,
    SIDE_N,
    ZONES,
)

#: Columns of a modifier that holds until the end of the round: its number in `tables.modifiers`, its source.
GRANT = numbered("Grant", ("MODIFIER", "SOURCE"))

STATE = np.dtype(
    [
        *play_fields("card_game", options=OPTIONS, frames=FRAMES, width=WIDTH, events=EVENTS),
        # Clock
        ("phase", "i2"),  # PHASE                                                     CG-4.1
        ("round_number", "i2"),  # 1 ..
        ("start_slot", "i2"),  # slot of the turn order that holds the starting token   CG-3.6
        ("slot", "i2"),  # slot of the seat on turn                                     CG-6.1
        ("cursor", "i2"),  # next seat or slot to be served by the phase
        ("passed", "i8"),  # set of seats (or slots) that passed since the last action CG-6.7
        # Cards
        ("in_zone", "i8", (SEATS, ZONES)),  # [seat, zone] set of cards                 CG-2.9
        ("zone", "i2", (CARDS,)),  # [card] IN, or NONE for a card not in the game
        ("in_play", "i8", (SIDE_N,)),  # [side] set of its cards in play, by `zone`       CG-1.14
        ("order", "i2", (SEATS, SIDE_CARDS)),  # [seat, 0..deck_n) draw deck, top card last
        ("deck_n", "i2", (SEATS,)),  # [seat] cards in the draw deck
        ("shuffle_n", "i8", (SEATS,)),  # [seat] shuffles so far, number of the next stream
        ("wielder", "i2", (CARDS,)),  # [card] wielder of an item in play, else NONE     CG-7.11
        ("bearers", "i8", (SIDE_N,)),  # [side] characters that wield items
        ("attack_tokens", "i2", (CARDS,)),  # [card] attack tokens                      CG-10.4
        ("defense_tokens", "i2", (CARDS,)),  # [card] defense tokens
        ("with_tokens", "i8", (SIDE_N,)),  # [side] cards with tokens on them
        ("fresh", "i8", (SIDE_N,)),  # [side] cards that entered reserve this round       CG-7.21
        ("played", "i8", (SIDE_N,)),  # [side] characters and items played this round     CG-7.22
        ("used", "i8", (SIDE_N,)),  # [side] cards whose once-a-round text was used
        ("gone", "i8", (SIDE_N,)),  # [side] cards that both sides saw eliminated         CG-2.6
        ("remembered", "i2", (CARDS,)),  # [card] number chosen for `any`                CG-13.5
        ("activated", "i2", (CARDS,)),  # [card] battleground it last (re)activated, or NONE
        # Locations
        ("active", "i8"),  # set of active battlegrounds                                CG-1.15
        ("bg_deck", "i8", (SIDE_N,)),  # [side] battlegrounds in the deck                 CG-3.3
        ("bg_area", "i8", (SIDE_N,)),  # [side] battlegrounds in the scoring area         CG-2.2
        ("bg_shuffle_n", "i8", (SIDE_N,)),  # [side] shuffles of the battleground deck
        ("bare", "i8"),  # set of active battlegrounds whose printed defense is ignored  CG-5.7
        ("path", "i2"),  # active path 0..31, or NONE
        ("last_path", "i2"),  # number of the path that was active last                 CG-5.9
        ("resolved_number", "i2"),  # number of the path resolved last in a combat step, or 0 CG-11.3
        ("path_deck", "i8"),  # set of paths that can still be activated                 CG-2.3
        ("path_area", "i8", (SIDE_N,)),  # [side] paths in the scoring area, face down for SHADOW
        ("place_attack", "i2", (PLACES,)),  # [place] attack tokens                     CG-2.5
        ("place_defense", "i2", (PLACES,)),  # [place] defense tokens
        ("corruption", "i2"),  # corruption counter                                     CG-9.20
        ("ring", "i2", (SEATS,)),  # [seat] 1 while the Ring token can be used           CG-8.5
        # Permissions until the end of the round
        ("grant_n", "i2"),
        ("grants", "i2", (GRANTS, len(GRANT))),  # [i, GRANT]
        # Combat being resolved: numbers are fixed when it starts                        CG-10.3
        ("support", "i2", (CARDS,)),  # [army] character it supports, or NONE            CG-10.20
        ("cancel", "i2", (CARDS,)),  # [card] icons it cancels when it is a casualty     CG-10.21
        ("attack", "i2"),  # A                                                          CG-10.6, 10.17
        ("shield", "i2"),  # L                                                          CG-10.7, 10.18
        ("defense", "i2"),  # D: L and all defensive icons at the start                  CG-10.12
        ("left", "i2"),  # remaining part of R
        ("lost", "i8", (SIDE_N,)),  # [side] cards of this combat that will be eliminated
        ("saved", "i8", (SIDE_N,)),  # [side] cards of this combat that will be cycled instead
        ("saved_items", "i2"),  # pile for the items of saved cards, PILE
        # Result
        ("winner", "i2"),  # side, or NONE
        ("end_reason", "i2"),  # ENDED
        # Records for the analysis
        ("turns", "i4"),
        ("lead_changes", "i2"),
        ("leader", "i2"),  # side that led after the last round, or NONE
        ("lead", "i2", (ROUNDS,)),  # [round - 1] FREE_PEOPLES minus SHADOW after its combats
        ("path_record", "i2", (ROUNDS,)),  # [round - 1] path active last, or NONE
        ("bg_record", "i2", (ROUNDS,)),  # [round - 1] battleground picked, or NONE
        ("ring_record", "i2", (SEATS,)),  # [seat] round of the first use of the token, or 0
        ("card_record", "u4", (CARDS,)),  # [card] bit fields, see records.py
        ("place_record", "u4", (PLACES,)),  # [place] bit fields, see records.py
        (
            "points",
            "f4",
            (MOST_FACTIONS, len(LOCATION_KIND), 2),
        ),  # [faction, location kind, lost/won] VP shares
        # Scratch
        ("keys", "i8", (SIDE_CARDS,)),  # sorting keys while a deck is shuffled
    ],
    align=True,
)
#: What does not start at 0.
START = dict.fromkeys(
    ("zone", "wielder", "activated", "support", "path", "winner", "leader", "path_record", "bg_record"), NONE
)

GRANTS_LIST = list_number(STATE, "grants")


def empty_state() -> np.record:
    """Return a zeroed state record, to be filled by `DRIVER.new_game`."""
    return empty_record(STATE)
