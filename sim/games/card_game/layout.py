"""The tables record: everything about a scenario that does not change during its games.

A what-if is another tables record, not another compile. Sets of cards are `[side]` masks over the
local indices of that side's physical cards; sets of places are masks over the 48 place indices.
"""

import numpy as np

from sim.games.card_game.ids import (
    BATTLEGROUNDS, CARDS, FACTIONS, ICON_KINDS, PATHS, PLACES, ROUNDS, SEATS, SIDES,
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
        ("on", "i8"),  # ON_*
        ("at", "i8"),  # AT_* flags
        ("condition", "i8"),  # value, 1 if none
        ("may", "i8"),  # player code, NONE if mandatory
        ("cost", "i8"),  # first operation row, NONE if none
        ("do", "i8"),  # first operation row, NONE if none
        ("by", "i8"),  # player code, NONE for the owner
        ("per_round", "i8"),  # 1: once a round
        ("who", "i8"),  # replace: 0 self, 1 wielder, 2 self_and_one
        ("when", "i8"),  # replace: BY_* flags
        ("items", "i8"),  # replace: TO_CYCLE or TO_ELIMINATE
        ("filter", "i8"),  # replace: card set, NONE if none
    ],
    align=True,
)

# Columns of `modifiers`
MODIFIER = np.dtype(
    [
        ("code", "i8"),  # vocabulary code
        ("source", "i8"),  # card with the text, NONE for a granted one
        ("at", "i8"),  # AT_* flags
        ("condition", "i8"),  # value, 1 if none
        ("a", "i8"),  # first argument
        ("b", "i8"),  # second argument
        ("c", "i8"),  # third argument
    ],
    align=True,
)

TABLES = np.dtype(
    [
        # Scenario (CG-3.1)
        ("seat_n", "i8"),
        ("seat_side", "i8", (SEATS,)),  # [seat] side
        ("first_seat", "i8", (SIDES,)),  # [side] lowest seat of the side
        ("second_seat", "i8", (SIDES,)),  # [side] other seat of the side, the same one if alone
        ("slot_n", "i8"),  # length of the turn order
        ("slots", "i8", (SLOTS,)),  # [slot] seat
        ("opening_draw", "i8", (SEATS,)),
        ("opening_cycle", "i8", (SEATS,)),
        ("draw", "i8", (SEATS,)),  # [seat] cards of the draw step
        ("carryover", "i8"),  # carryover limit without bonuses                     CG-3.7
        ("ring_mode", "i8", (SEATS,)),  # [seat] RING_*
        ("ring_points", "i8", (SEATS,)),  # [seat] VP of an unspent token                CG-11.3
        ("doubles", "i8", (SEATS,)),  # [seat] 1: carries out `each` twice             CG-3.17
        ("is_strict", "i8"),  # 1: strict path scoring                                  CG-10.14
        ("last_number", "i8"),  # number of the last path                               CG-11.3
        ("schedule_n", "i8"),  # rounds with scheduled battlegrounds, 0: random picks
        ("schedule", "i8", (ROUNDS, SCHEDULED)),  # [round - 1, i] battleground or NONE   CG-3.21
        ("faction_seat", "i8", (FACTIONS,)),  # [faction] its named player                CG-1.12
        # Switches (section 16)
        ("zero_icon_lost", "i8"),
        ("each_from_active", "i8"),
        ("enemy_decides_joint", "i8"),
        ("trim", "i8"),
        ("all_slots_must_pass", "i8"),
        ("plays_before_rest", "i8"),
        ("empty_actions", "i8"),
        ("optional_forsake", "i8"),
        ("ignored_tokens", "i8"),
        ("recycles_at_once", "i8"),
        ("replaced_counts", "i8"),
        ("path_choice_last", "i8"),
        ("min_rounds", "i8"),
        ("team_info", "i8"),
        ("auto_support", "i8"),
        # Cards (a card: side * 64 + local)
        ("card_n", "i8", (SIDES,)),
        ("owner", "i8", (CARDS,)),  # [card] seat, NONE if no such card
        ("definition", "i8", (CARDS,)),  # [card] index of its card among the definitions
        ("type", "i8", (CARDS,)),  # [card] ARMY, CHARACTER, ITEM or EVENT
        ("faction", "i8", (CARDS,)),
        ("icons", "i8", (CARDS, ICON_KINDS)),  # printed                                  CG-1.8
        ("paths", "i8", (CARDS,)),  # [card] paths a character may be on                 CG-7.7
        ("battlegrounds", "i8", (CARDS,)),  # [card] battlegrounds it may be on           CG-7.6
        ("wielders", "i8", (CARDS,)),  # [item] own-side characters that may wield it     CG-7.11
        ("not_with", "i8", (CARDS,)),  # [item] items its wielder may not also wield      CG-7.16
        ("supports", "i8", (CARDS,)),  # [army] characters it may support                CG-10.20
        ("twins", "i8", (CARDS,)),  # [card] lower-numbered copies of the same card of that seat
        ("card_key", "i8", (CARDS,)),  # [card] what its shuffling key is hashed from
        ("deck", "i8", (SEATS,)),  # [seat] all its cards
        ("of_type", "i8", (SIDES, 4)),  # [side, type] cards
        ("of_faction", "i8", (SIDES, FACTIONS)),  # [side, faction] cards
        ("actors", "i8", (SEATS,)),  # [seat] own-side cards with an action it may use    CG-8.4
        ("place_special", "i8", (SIDES,)),  # [side] cards some modifier places otherwise   CG-7.9
        ("icon_special", "i8", (SIDES,)),  # [side] cards with an `icons(self, ...)` text
        ("hand_size", "i8", (SEATS,)),  # [seat] own cards that change the carryover limit
        ("draw_more", "i8", (SEATS,)),  # [seat] own cards with a draw bonus
        ("draw_texts", "i8", (SEATS,)),  # [seat] own cards with a draw-step text
        ("replacers", "i8", (SIDES,)),  # [side] cards with a `replace` text
        ("savers", "i8", (SIDES,)),  # [side] cards with `replace` for self_and_one
        ("peekers", "i8", (SEATS,)),  # [seat] own cards that show the top of the deck
        # Locations
        ("battlegrounds_all", "i8"),
        ("bg_side", "i8", (BATTLEGROUNDS,)),
        ("paths_all", "i8"),
        ("path_number", "i8", (PATHS,)),
        ("numbered", "i8", (ROUNDS,)),  # [number] paths of that number
        ("place_defense", "i8", (PLACES,)),  # printed
        ("place_points", "i8", (PLACES,)),  # victory points
        ("place_key", "i8", (PLACES,)),
        ("bg_factions", "i8", (SIDES, BATTLEGROUNDS)),  # [side, bg] factions of that side listed there
        # Compiled texts
        ("effect_first", "i8", (SOURCES,)),  # [source] its first effect
        ("effect_n", "i8", (SOURCES,)),  # [source] number of effects
        ("effects", EFFECT, (EFFECTS,)),
        ("modifiers", MODIFIER, (MODIFIERS,)),
        ("modifier_first", "i8", (CARDS,)),  # [card] its own modifiers are consecutive
        ("modifier_n", "i8", (CARDS,)),
        ("aura_n", "i8"),
        ("auras", "i8", (MODIFIERS,)),  # [0..aura_n) `icons` modifiers that target other cards
        ("placer_n", "i8"),
        ("placers", "i8", (MODIFIERS,)),  # [0..placer_n) conditional placement modifiers
        ("supporter_n", "i8"),
        ("supporters", "i8", (MODIFIERS,)),  # [0..supporter_n) conditional allow_support modifiers
        ("grant_row", "i8", (ROWS,)),  # [row of a modifier in a grant] its index in `modifiers`
        ("rows", "i8", (ROWS, 10)),
        ("expressions", "i8", (EXPRESSIONS, 6)),
        ("card_sets", "i8", (SETS, SIDES)),
        ("place_sets", "i8", (PLACE_SETS,)),
    ],
    align=True,
)
