"""The tables record: everything about a scenario that does not change during its games.

A what-if needs another tables record, not another compilation. Sets of cards are `[side]` masks over the
local indices of that side's physical cards; sets of places are masks over the 48 place indices.
"""

import numpy as np

from mazarbul.sim.compile.read_only import read_only
from mazarbul.sim.effects.codes import ROW_WIDTH, VALUE_WIDTH
from mazarbul.sim.games.card_game.ids import (
    BATTLEGROUNDS,
    CARDS,
    ICON_KINDS,
    MOST_FACTIONS,
    PATHS,
    PLACES,
    ROUNDS,
    SEATS,
    SIDE_N,
)

ROWS = 1024
EXPRESSIONS = 1024
SETS = 256
PLACE_SETS = 128
EFFECTS = 320
MODIFIERS = 192
SLOTS = 8
SCHEDULED = 4
SOURCES = CARDS + PLACES

# Columns of `effects`
EFFECT = np.dtype(
    [
        ("on", "i2"),  # ON
        ("at", "i2"),  # flags of AT
        ("condition", "i4"),  # value, 1 if none
        ("may", "i2"),  # player code, NONE if mandatory
        ("cost", "i2"),  # first operation row, NONE if none
        ("do", "i2"),  # first operation row, NONE if none
        ("by", "i2"),  # player code, NONE for the owner
        ("per_round", "i2"),  # 1: once a round
        ("who", "i2"),  # replace: 0 self, 1 wielder, 2 self_and_one
        ("when", "i2"),  # replace: flags of BY
        ("items", "i2"),  # replace: PILE.CYCLE or PILE.ELIMINATE
        ("filter", "i2"),  # replace: card set, NONE if none
    ],
    align=True,
)

# Columns of `modifiers`
MODIFIER = np.dtype(
    [
        ("code", "i2"),  # MODIFIER
        ("row", "i2"),  # its row in `rows`
        ("source", "i2"),  # card with the text, NONE for a granted one
        ("at", "i2"),  # flags of AT
        ("condition", "i4"),  # value, 1 if none
    ],
    align=True,
)

TABLES = np.dtype(
    [
        # The scenario, see CG-3.1
        ("seat_n", "i2"),
        ("seat_side", "i2", (SEATS,)),  # [seat] side
        ("first_seat", "i2", (SIDE_N,)),  # [side] lowest seat of the side
        ("second_seat", "i2", (SIDE_N,)),  # [side] other seat of the side; the same seat if alone
        ("slot_n", "i2"),  # length of the turn order
        ("slots", "i2", (SLOTS,)),  # [slot] seat
        ("opening_draw", "i2", (SEATS,)),
        ("opening_cycle", "i2", (SEATS,)),
        ("draw", "i2", (SEATS,)),  # [seat] cards of the draw step
        ("carryover", "i2"),  # carryover limit without bonuses                     CG-3.7
        ("winning_lead", "i2"),  # lead in points that ends the game                   CG-11.2
        ("ring_mode", "i2", (SEATS,)),  # [seat] RING_MODE
        ("ring_points", "i2", (SEATS,)),  # [seat] VP of an unspent token                CG-11.3
        ("doubles", "i2", (SEATS,)),  # [seat] 1: carries out `each` twice             CG-3.17
        ("is_strict", "i2"),  # 1: strict path scoring                                  CG-10.14
        ("last_number", "i2"),  # number of the last path                               CG-11.3
        ("schedule_n", "i2"),  # rounds with scheduled battlegrounds, 0: random picks
        ("schedule", "i2", (ROUNDS, SCHEDULED)),  # [round - 1, i] battleground or NONE   CG-3.21
        ("faction_seat", "i2", (MOST_FACTIONS,)),  # [faction] its named player                CG-1.12
        # Switches (section 16)
        ("zero_icon_lost", "i2"),
        ("each_from_active", "i2"),
        ("enemy_decides_joint", "i2"),
        ("trim", "i2"),
        ("all_slots_must_pass", "i2"),
        ("plays_before_rest", "i2"),
        ("empty_actions", "i2"),
        ("optional_forsake", "i2"),
        ("ignored_tokens", "i2"),
        ("recycles_at_once", "i2"),
        ("replaced_counts", "i2"),
        ("path_choice_last", "i2"),
        ("min_rounds", "i2"),
        ("team_info", "i2"),
        ("auto_support", "i2"),
        # Cards (a card: side * 64 + local)
        ("card_n", "i2", (SIDE_N,)),
        ("owner", "i2", (CARDS,)),  # [card] seat, NONE if no such card
        ("definition", "i2", (CARDS,)),  # [card] index of its card among the definitions
        ("type", "i2", (CARDS,)),  # [card] ARMY, CHARACTER, ITEM or EVENT
        ("faction", "i2", (CARDS,)),
        ("icons", "i2", (CARDS, ICON_KINDS)),  # printed                                  CG-1.8
        ("paths", "i8", (CARDS,)),  # [card] paths a character may be on                 CG-7.7
        ("battlegrounds", "i8", (CARDS,)),  # [card] battlegrounds it may be on           CG-7.6
        ("wielders", "i8", (CARDS,)),  # [item] own-side characters that may wield it     CG-7.11
        ("not_with", "i8", (CARDS,)),  # [item] items its wielder may not also wield      CG-7.16
        ("supports", "i8", (CARDS,)),  # [army] characters it may support                CG-10.20
        ("twins", "i8", (CARDS,)),  # [card] lower-numbered copies of the same card of that seat
        ("card_key", "i8", (CARDS,)),  # [card] what its shuffling key is hashed from
        ("deck", "i8", (SEATS,)),  # [seat] all its cards
        ("of_type", "i8", (SIDE_N, 4)),  # [side, type] cards
        ("of_faction", "i8", (SIDE_N, MOST_FACTIONS)),  # [side, faction] cards
        ("actors", "i8", (SEATS,)),  # [seat] own-side cards with an action it may use    CG-8.4
        ("place_special", "i8", (SIDE_N,)),  # [side] cards some modifier places otherwise   CG-7.9
        ("icon_special", "i8", (SIDE_N,)),  # [side] cards with an `icons(self, ...)` text
        ("hand_size", "i8", (SEATS,)),  # [seat] own cards that change the carryover limit
        ("draw_more", "i8", (SEATS,)),  # [seat] own cards with a draw bonus
        ("draw_texts", "i8", (SEATS,)),  # [seat] own cards with a draw-step text
        ("replacers", "i8", (SIDE_N,)),  # [side] cards with a `replace` text
        ("savers", "i8", (SIDE_N,)),  # [side] cards with `replace` for self_and_one
        ("peekers", "i8", (SEATS,)),  # [seat] own cards that show the top of the deck
        ("play_texts", "i8", (SIDE_N,)),  # [side] cards with a `play` text
        ("enter_texts", "i8", (SIDE_N,)),  # [side] cards with an `enter` text
        # Locations
        ("battlegrounds_all", "i8"),
        ("bg_side", "i2", (BATTLEGROUNDS,)),
        ("paths_all", "i8"),
        ("path_number", "i2", (PATHS,)),
        ("numbered", "i8", (ROUNDS,)),  # [number] paths of that number
        ("place_defense", "i2", (PLACES,)),  # printed
        ("place_points", "i2", (PLACES,)),  # victory points
        ("place_key", "i8", (PLACES,)),
        ("bg_factions", "i8", (SIDE_N, BATTLEGROUNDS)),  # [side, bg] factions of that side listed there
        # Compiled texts
        ("effect_first", "i2", (SOURCES,)),  # [source] its first effect
        ("effect_n", "i2", (SOURCES,)),  # [source] number of effects
        ("effects", EFFECT, (EFFECTS,)),
        ("modifiers", MODIFIER, (MODIFIERS,)),
        ("modifier_first", "i2", (CARDS,)),  # [card] its own modifiers are consecutive
        ("modifier_n", "i2", (CARDS,)),
        ("aura_kinds", "i8", (SIDE_N,)),  # [side] kinds of icons that its auras add to other cards
        ("aura_cards", "i8", (SIDE_N,)),  # [side] cards with `icons` texts for other cards or locations
        ("shields", "i2"),  # 1: some text adds to the defense of a location
        ("acting", "i8", (SIDE_N,)),  # [side] cards with an `action` text
        ("aura_n", "i2"),
        ("auras", "i2", (MODIFIERS,)),  # [0..aura_n) `icons` modifiers that target other cards
        ("placer_n", "i2"),
        ("placers", "i2", (MODIFIERS,)),  # [0..placer_n) conditional placement modifiers
        ("supporter_n", "i2"),
        ("supporters", "i2", (MODIFIERS,)),  # [0..supporter_n) conditional allow_support modifiers
        ("grant_row", "i2", (ROWS,)),  # [row of a modifier in a grant] its index in `modifiers`
        ("rows", "i4", (ROWS, ROW_WIDTH)),
        ("expressions", "i4", (EXPRESSIONS, VALUE_WIDTH)),
        ("card_sets", "i8", (SETS, SIDE_N)),
        ("place_sets", "i8", (PLACE_SETS,)),
    ],
    align=True,
)
read_only(TABLES)
