"""The state of one game: a fixed-size structured record.

Copying a game is one assignment. Sets of figures, nations, cards, tiles and Strongholds are bit masks
(`mazarbul.sim.engine.bits`), those of regions and stands are in the form of `mazarbul.sim.engine.sets`. Room
for four seats is there from the start (BG-18); with fewer some stay empty.
"""

import numpy as np

from mazarbul.sim.effects.codes import SET_STACK
from mazarbul.sim.engine.records import empty_record
from mazarbul.sim.engine.state import play_fields
from mazarbul.sim.games.board_game.frames import WIDTH
from mazarbul.sim.games.board_game.ids import (
    AWAY,
    BLOCK,
    CARDS,
    COURSE_TURNS,
    EVENTS,
    FACE_N,
    FIGURE_N,
    FRAMES,
    FREE_NATIONS,
    MEASURE,
    MOVES,
    NATION_N,
    NONE,
    OPTIONS,
    PATH,
    PHASE,
    PIECE_N,
    PILES,
    REGIONS,
    SEATS,
    SIDE,
    SIDE_N,
    STANDS,
    STEP,
    TALLY,
    TILE_KINDS,
    UNIT_N,
    WORDS,
)

STATE = np.dtype(
    [
        *play_fields("board_game", options=OPTIONS, frames=FRAMES, width=WIDTH, events=EVENTS),
        # Clock
        ("turn", "i2"),  # 1 ..
        ("phase", "i2"),  # PHASE                                                       BG-3.1
        ("step", "i2"),  # STEP within the phase
        ("cursor", "i2"),  # seat or side of the step
        ("on_turn", "i2"),  # side that acts
        ("next_seat", "i2", (SIDE_N,)),  # [side] seat that takes its next action        BG-18.5
        ("leading", "i2", (SIDE_N,)),  # [side] seat with the leading marker            BG-18.1
        ("done", "i2"),  # ONCE flags
        # What the last action of a side used, and what the next one may not             BG-18.9
        ("used", "i2", (SIDE_N,)),  # [side] set of nations
        ("used_at", "i2", (SIDE_N,)),  # stand of its Army, or NONE
        ("barred", "i2", (SIDE_N,)),
        ("barred_at", "i2", (SIDE_N,)),
        # Figures; only `rules/stands.py` writes them                                   BG-1.9
        ("units", "i1", (STANDS, NATION_N, UNIT_N)),  # [stand, nation, PIECE]
        ("leaders", "i1", (STANDS, FREE_NATIONS)),
        ("nazgul", "i1", (STANDS,)),  # plain ones
        ("who", "i2", (STANDS,)),  # set of the figures there
        ("stand", "i2", (FIGURE_N,)),  # [figure] stand, or AWAY
        ("pool", "i1", (NATION_N, PIECE_N)),  # reinforcements
        ("dead", "i1", (FREE_NATIONS, PIECE_N)),  # casualties
        # Kept with them
        ("unit_n", "i2", (STANDS,)),
        ("elite_n", "i2", (STANDS,)),
        ("leader_n", "i2", (STANDS,)),
        ("nations", "i2", (STANDS,)),  # set of nations with a unit there
        ("side_of", "i2", (STANDS,)),  # side of the Army there, or NONE                BG-1.10
        ("armies", "i8", (SIDE_N, WORDS)),  # [side] stands on the map with its Army
        ("dirty", "i8", (WORDS,)),  # stands whose figures have changed since the last check   BG-3.9
        ("is_dirty", "i2"),  # 1: such checks are due
        # What has moved in this action                                                 BG-9.1
        ("moved_at", "i2", (MOVES,)),  # [move] stand where the figures listed at MOVED + move are
        ("flown", "i1", (STANDS,)),  # plain Nazgûl that have flown here
        # Control                                                                       BG-1.7
        ("control", "i1", (REGIONS,)),  # side that controls the Settlement, NONE without one
        ("taker", "i1", (REGIONS,)),  # seat whose Army captured it, NONE if it is not captured  BG-18.11
        ("points", "i2", (SIDE_N,)),  # [side] of enemy Settlements it controls         BG-17.6
        ("sieges", "i4"),  # set of Strongholds under siege                             BG-13
        # Politics                                                                      BG-10
        ("steps", "i1", (NATION_N,)),  # to war
        ("active", "i2"),  # set of nations
        ("at_war", "i2"),  # set of nations
        # The Fellowship                                                                BG-15
        ("bearers", "i2"),  # region of the Ring-bearers' figure, NONE on the Mordor Track
        ("progress", "i2"),
        ("is_hidden", "i2"),
        ("mordor", "i2"),  # step 0..5, NONE before                                     BG-16
        ("corruption", "i2"),
        ("guide", "i2"),  # figure
        ("members", "i2"),  # set of Companions in it; Gollum is no member
        ("guided", "i2"),  # members when the Guide was chosen last                      BG-15.6
        ("path", "i2", (PATH,)),  # [0..path_n) regions of the last way of the figure
        ("path_n", "i2"),
        # The Hunt                                                                      BG-14
        ("box", "i2", (SIDE_N,)),  # [side] its dice in the Hunt Box
        ("tiles", "i8"),  # set of tiles in the pool
        ("drawn", "i8"),  # set of tiles drawn
        ("specials", "i8"),  # set of special tiles in play that are not in the pool
        ("removed", "i8"),  # set of tiles that have left the game
        ("hunt_n", "i2"),  # Hunts of this turn: luck
        ("tile_n", "i2"),  # tiles drawn this turn: luck
        ("random_n", "i2"),  # random picks of this turn: luck
        # Dice and Rings                                                                BG-4, BG-5
        ("dice", "i2", (SIDE_N, FACE_N)),  # [side, FACE] unused
        ("dice_n", "i2", (SIDE_N,)),  # unused ones of all faces
        ("pool_dice", "i2", (SIDE_N,)),  # of this turn
        ("rings", "i2", (SIDE_N,)),
        # Cards                                                                         BG-7
        ("zone", "i1", (CARDS,)),  # ZONE
        ("hand", "i8", (SEATS,)),
        ("table", "i8", (SIDE_N,)),
        ("discard", "i8", (SIDE_N,)),
        ("face_down", "i8", (SEATS,)),  # of them, those that a seat discarded for its hand limit   BG-19.3
        ("in_deck", "i8", (PILES,)),
        ("deck", "i2", (PILES, BLOCK)),  # [pile, 0..deck_n) cards, the top one last
        ("deck_n", "i2", (PILES,)),
        ("swap", "i2", (SEATS,)),  # card offered in an exchange, or NONE               BG-18.3
        # The battle; ROLE is the axis of two                                           BG-11
        ("battle", "i2"),  # BATTLE, or NONE
        ("battle_side", "i2"),  # side that attacks
        ("battle_region", "i2"),  # region of the defender
        ("battle_stand", "i2", (2,)),  # [ROLE]
        ("battle_round", "i2"),  # 1 ..
        ("rounds_left", "i2"),  # of an assault, after this one                         BG-13.8
        ("battles_at", "i1", (REGIONS,)),  # battles of this turn: luck
        ("rear_from", "i2"),  # stand that the rearguard belongs to, or NONE
        ("combat_card", "i2", (2,)),  # [ROLE] or NONE
        ("is_cancelled", "i2", (2,)),  # [ROLE] 1: its card does nothing                 BG-12.4
        ("card_locked", "i2", (2,)),  # [ROLE] 1: uses no card in this round
        ("roll_n", "i2", (2,)),  # [ROLE] dice of the Combat roll
        ("roll_hits", "i2", (2,)),
        ("ones", "i2", (2,)),  # natural 1s of the Combat roll
        ("backfired", "i2", (2,)),  # of them, those that have hit their own side
        ("again_n", "i2", (2,)),  # dice of the Leader re-roll
        ("again_hits", "i2", (2,)),
        ("more_hits", "i2", (2,)),  # added by cards, extra attacks are taken at once
        ("less_hits", "i2", (2,)),  # of this role's hits, cancelled by cards
        ("extra_hits", "i2", (2,)),  # of extra attacks in this round
        ("roll_bonus", "i2", (2,)),
        ("again_bonus", "i2", (2,)),
        ("fewer_dice", "i2", (2,)),
        ("most_dice", "i2", (2,)),
        ("always_fewer", "i2", (2,)),  # in every round of the battle
        ("no_again", "i2", (2,)),
        ("forfeits", "i2", (2,)),  # [ROLE] set of figures without Leadership in this round
        ("forfeit_points", "i2", (2,)),  # of Leaders and Nazgûl in this round
        ("muted", "i2"),  # set of figures without Leadership and abilities in this round
        ("no_nazgul", "i2"),  # 1: no Nazgûl Leadership in this battle                   BG-11.11
        ("rider", "i2"),  # set of figures without Leadership in this battle
        ("is_spared", "i2"),  # 1: Characters survive the battle
        # Work
        ("set_stack", "i8", (SET_STACK, WORDS)),
        ("found", "i8", (WORDS,)),  # the set computed last
        ("reach", "i1", (PATH, REGIONS)),  # [steps, region] while ways are measured
        ("keys", "i8", (BLOCK,)),  # sorting keys while a deck is shuffled
        # Records, see `records.py`; no rule reads them
        ("card_record", "u4", (CARDS,)),
        ("region_record", "u4", (REGIONS,)),
        ("figure_record", "u4", (FIGURE_N,)),
        ("nation_record", "u4", (NATION_N,)),
        ("face_record", "u4", (SIDE_N, FACE_N)),
        ("tile_record", "u4", (TILE_KINDS,)),
        ("taken_by", "i1", (REGIONS,)),  # seat that captured its Settlement last, or NONE   BG-18.11
        ("tally", "i4", (len(TALLY),)),
        ("course", "i1", (COURSE_TURNS, len(MEASURE))),  # [turn - 1, MEASURE]
        # Result
        ("winner", "i2"),  # SIDE or NONE
        ("end_reason", "i2"),  # ENDED
    ],
    align=True,
)
#: What does not start at 0.
START = {
    **dict.fromkeys(
        (
            "next_seat",
            "used_at",
            "barred_at",
            "side_of",
            "moved_at",
            "control",
            "taker",
            "bearers",
            "mordor",
            "guide",
            "path",
            "swap",
            "battle",
            "battle_side",
            "battle_region",
            "battle_stand",
            "rear_from",
            "combat_card",
            "taken_by",
            "winner",
        ),
        NONE,
    ),
    "stand": AWAY.UNUSED,
    "is_dirty": 1,
    "is_hidden": 1,
    "phase": PHASE.SETUP,
    "step": STEP.BEGIN,
    "on_turn": SIDE.FREE_PEOPLES,
}


def empty_state() -> np.record:
    """Return a zeroed state record, to be filled by `DRIVER.new_game`."""
    return empty_record(STATE)
