"""The tables record: everything about a game that does not change while it is played.

A what-if is another tables record, not another compile. Regions, Strongholds, tiles and cards are numbered as
the data list them; nations, figures, faces and sides as `ids` does.
"""

import numpy as np

from mazarbul.sim.compile.read_only import read_only
from mazarbul.sim.effects.codes import ROW_WIDTH, SET_WIDTH, VALUE_WIDTH
from mazarbul.sim.engine.declared import numbered
from mazarbul.sim.games.board_game.ids import (
    CARDS,
    FIGURE_N,
    FREE_NATIONS,
    NATION_N,
    NEIGHBOURS,
    PIECE_N,
    PILES,
    REGIONS,
    SEATS,
    SIDE_N,
    STANDS,
    STRONGHOLDS,
    TACTICS,
    TILE_KINDS,
    TILES,
    UNIT_N,
    WORDS,
)

ROWS = 2048
EXPRESSIONS = 1536
SETS = 320
SET_ROWS = 768
RELATIONS = 8
EFFECTS = 320
DIE_FACES = 6

# Sources of texts: cards, then figures, then tactics (the combat halves of cards)
FIGURE_SOURCE = CARDS
TACTIC_SOURCE = FIGURE_SOURCE + FIGURE_N
SOURCES = TACTIC_SOURCE + TACTICS

#: Rules that switches decide (chapter 21): fields of the tables that are 1 or 0. The word that means 1 is the
#: one named in the comment; for switches that are true or false, true.
SWITCHES = (
    "mordor_by_declaration",  # mordor_entry: declare
    "defender_first",  # combat_card_order: defender_first
    "retreat_into_enemy_nation",
    "siege_advance_automatic",  # siege_advance: automatic
    "stop_at_shadow_nation",  # companion_stop: shadow_nation
    "event_recruit_partial",
    "mordor_idle_hide_counts",
    "mordor_idle_late",  # mordor_idle_timing: phase7
    "reveal_tile_stationary",
    "mouth_stop",
    "mixed_except_gondor_rohan",  # three_player_mixed: except_gondor_rohan
    "attacked_advances_shadow_nations",
    "will_is_any",  # will_of_the_west_scope: any_result
    "companion_activates_passing",  # companion_activation: enter
    "hunt_min_one_after_move",
    "pass_keeps_initiative",
    "allow_null_plays",
    "overstack_forbidden",  # overstack_move: forbid
    "second_move_same_origin",
    "extra_attack_at_five",  # extra_attack_target: five
    "saruman_dies_alone",  # saruman_orthanc: saruman_only
    "mordor_skip_advances",
    "new_guide_same_tile",
    "forfeit_is_price",
    "hide_needs_revealed",
)
#: card_attack_spares_characters
SPARES = numbered("Spares", ("NONE", "DIRECT_DAMAGE", "ALL_CARD_ATTACKS"))

#: A text of a card, a figure or a tactic.
EFFECT = np.dtype(
    [
        ("on", "i2"),  # ON; NONE of a tactic
        ("part", "i2"),  # of a figure's text: TEXT_PART; otherwise NONE
        ("condition", "i4"),  # value, 1 if none; of a tactic: in `tactic_condition`
        ("lasts", "i4"),  # value: its card leaves the table when it fails, 1 if none   BG-7.5
        ("places", "i2"),  # set of regions of a path, NONE if none
        ("die", "i2"),  # DIE that pays for it, NONE if none
        ("ring", "i2"),  # 1: an own Elven Ring pays too
        ("cost", "i4"),  # first row, NONE if none
        ("do", "i4"),  # first row, NONE if none or if `modifiers` has it
        ("may", "i2"),  # 1: it is optional
        ("spends", "i2"),  # 1: its card leaves the table when it is used
        ("step", "i2"),  # of a tactic: its initiative                                   BG-12.3
    ],
    align=True,
)

#: A standing change of the rules by a card on the table or a figure.
MODIFIER = np.dtype(
    [
        ("rule", "i2"),  # RULE
        ("source", "i2"),
        ("is_guide", "i2"),  # 1: only of the Guide
        ("n", "i2"),
        ("side", "i2"),  # or NONE
        ("nations", "i2"),  # set
        ("regions", "i8", (WORDS,)),  # set
        ("tiles", "i8"),  # set
    ],
    align=True,
)
MODIFIERS = 48

TABLES = np.dtype(
    [
        # Players                                                                       BG-18
        ("seat_n", "i2"),
        ("seat_side", "i2", (SEATS,)),
        ("seats_of", "i2", (SIDE_N,)),  # [side] its number of seats
        ("seat_nations", "i2", (SEATS,)),  # [seat] set of the nations it controls
        ("seat_figures", "i2", (SEATS,)),  # [seat] set of the Minions it controls, of all Companions for FP
        ("first_leading", "i2", (SIDE_N,)),  # [side] seat that leads in turn 1
        # Numbers of the rules
        ("hand_limit", "i2", (SEATS,)),  #                                              BG-3.2, BG-18.3
        ("draws_one", "i2", (SEATS,)),  # 1: one card a turn after turn 1, of a deck of its choice
        ("no_repeat", "i2", (SEATS,)),  #                                                BG-18.9
        ("dice_n", "i2", (SIDE_N,)),  # Action dice without those of figures             BG-2.5
        ("most_dice", "i2", (SIDE_N,)),  #                                              BG-1.16
        ("rings", "i2", (SIDE_N,)),
        ("field_limit", "i2"),  #                                                       BG-1.11
        ("box_limit", "i2"),
        ("most_corruption", "i2"),  #                                                   BG-17.1
        ("most_progress", "i2"),  #                                                     BG-14.1
        ("crack", "i2"),  # step of the Crack of Doom                                   BG-1.15
        ("points_to_win", "i2", (SIDE_N,)),  #                                          BG-17.3, BG-17.4
        ("turn_cap", "i2"),  #                                                          BG-3.9
        ("most_hunt_dice", "i2"),  #                                                    BG-14.3
        ("most_combat_dice", "i2"),  #                                                  BG-11.7
        ("hits_on", "i2", (2,)),  # [0] in the field, [1] against protected defenders     BG-11.8
        ("hunts_on", "i2"),  #                                                          BG-14.4
        # Switches (chapter 21 of the rules)
        *((name, "i2") for name in SWITCHES),
        ("spares", "i2"),  # SPARES
        # Regions                                                                       BG-1.2
        ("region_n", "i2"),
        ("region_nation", "i2", (REGIONS,)),  # or NONE
        ("settlement", "i2", (REGIONS,)),  # SETTLEMENT
        ("owner", "i2", (REGIONS,)),  # original side of the Settlement, or NONE
        ("value", "i2", (REGIONS,)),  # points for the enemy who holds it
        ("is_fortified", "i2", (REGIONS,)),  # a City or Fortification                   BG-13.1
        ("near_n", "i2", (REGIONS,)),
        ("near", "i2", (REGIONS, NEIGHBOURS)),  # [region, 0..near_n)
        ("distance", "i1", (REGIONS, REGIONS)),
        ("stronghold", "i2", (REGIONS,)),  # number of its Stronghold, or NONE
        ("stronghold_n", "i2"),
        ("stronghold_at", "i2", (STRONGHOLDS,)),  # region
        ("region_of", "i2", (STANDS,)),  # [stand] region; NONE of the working stands
        ("region_key", "i8", (REGIONS,)),  # luck
        ("coastal", "i8", (WORDS,)),
        ("east_edge", "i8", (WORDS,)),
        ("gates", "i8", (WORDS,)),  # regions from which the Fellowship enters Mordor   BG-16.1
        ("balrog", "i2"),  # region of Moria                                            BG-14.16
        ("orthanc", "i2"),
        # Nations                                                                       BG-1.8
        ("nation_side", "i2", (NATION_N,)),
        ("nation_seat", "i2", (NATION_N,)),
        ("nations_of", "i2", (SIDE_N,)),  # [side] set of its nations
        ("start_steps", "i2", (NATION_N,)),
        ("start_active", "i2"),  # set of nations
        ("start_units", "i1", (REGIONS, NATION_N, UNIT_N)),  #                           BG-2.1
        ("start_leaders", "i1", (REGIONS, FREE_NATIONS)),
        ("start_nazgul", "i1", (REGIONS,)),
        ("start_pool", "i1", (NATION_N, PIECE_N)),
        # Figures                                                                       BG-8.1
        ("level", "i2", (FIGURE_N,)),
        ("leadership", "i2", (FIGURE_N,)),
        ("rouses", "i2", (FIGURE_N,)),  # set of nations that he can activate
        ("figure_dice", "i2", (FIGURE_N,)),
        ("figure_side", "i2", (FIGURE_N,)),
        ("figure_seat", "i2", (FIGURE_N,)),  # of Minions; NONE: any seat of the side
        ("companions", "i2"),  # set
        ("hobbits", "i2"),  # set
        ("minions", "i2"),  # set
        ("flyers", "i2"),  # set of the figures that move as Nazgûl do
        ("movers", "i2"),  # set of the figures that move at all: not of Level 0
        ("start_members", "i2"),  # set
        ("start_guide", "i2"),
        ("start_bearers", "i2"),  # region
        ("figure_key", "i8", (FIGURE_N,)),  # luck
        # Dice                                                                          BG-4.1
        ("faces", "i2", (SIDE_N, DIE_FACES)),
        ("face_set", "i2", (SIDE_N,)),  # [side] set of the results that its dice have
        # Tiles                                                                         BG-1.16
        ("tile_n", "i2"),
        ("tile_kind", "i2", (TILES,)),  # [tile] kind
        ("tile_key", "i8", (TILES,)),  # luck
        ("standard_tiles", "i8"),  # set
        ("eye_tiles", "i8"),  # set
        ("kind_n", "i2"),
        ("tile_sort", "i2", (TILE_KINDS,)),  # [kind] TILE
        ("tile_number", "i2", (TILE_KINDS,)),
        ("tile_value", "i2", (TILE_KINDS,)),  # TILE_VALUE
        ("tile_reveals", "i2", (TILE_KINDS,)),
        ("tile_stops", "i2", (TILE_KINDS,)),
        ("tiles_of_kind", "i8", (TILE_KINDS,)),  # set
        # Cards                                                                         BG-7
        ("card_n", "i2", (SIDE_N,)),
        ("cards_of", "i8", (PILES,)),  # [pile] set of its cards
        ("card_key", "i8", (CARDS,)),  # luck
        ("card_pile", "i2", (CARDS,)),
        ("icon", "i2", (CARDS,)),  # ICON
        ("stays", "i2", (CARDS,)),  # 1: it goes on the table
        ("until", "i2", (CARDS,)),  # UNTIL flags of what ends its time on the table    BG-7.5
        ("card_seats", "i2", (CARDS,)),  # set of the seats that may play its event      BG-18.7
        ("tactic", "i2", (CARDS,)),  # number of its combat half
        ("tactic_step", "i2", (TACTICS,)),  # initiative, of several the first          BG-12.3
        ("tactic_condition", "i4", (TACTICS,)),  # value, 1 if none                      BG-12.2
        # Compiled texts
        ("effect_first", "i2", (SOURCES,)),  # [source] its first effect
        ("effect_n", "i2", (SOURCES,)),
        ("effects", EFFECT, (EFFECTS,)),
        ("modifier_n", "i2"),
        ("modifiers", MODIFIER, (MODIFIERS,)),
        ("rows", "i4", (ROWS, ROW_WIDTH)),
        ("expressions", "i4", (EXPRESSIONS, VALUE_WIDTH)),
        # Sets of all sorts in one numbering
        ("set_sort", "i2", (SETS,)),  # SORT
        ("set_words", "i8", (SETS, WORDS)),  # [set] its members as long as nothing changes
        ("set_required", "i8", (SETS,)),  # bits a member must have
        ("set_forbidden", "i8", (SETS,)),  # bits a member must not have
        ("set_start", "i2", (SETS,)),  # first of the rows that join other sets, 0 if there are none
        ("set_rows", "i4", (SET_ROWS, SET_WIDTH)),
        ("set_near", "i8", (RELATIONS, STANDS, WORDS)),  # [relation, thing] things so related to it
    ],
    align=True,
)
read_only(TABLES)
