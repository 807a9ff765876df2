"""What the seats see, for learning agents (BG-19.3)."""

import numpy as np

from mazarbul.sim.bots.sight import Sight, cards, choice, code, members, number, of_card, own
from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.bits import popcount
from mazarbul.sim.games.board_game.actions import KINDS
from mazarbul.sim.games.board_game.ids import (
    BATTLE,
    CARDS,
    DECK_N,
    FIGURE_N,
    NATION_N,
    PHASE,
    REGIONS,
    SEATS,
    SIDE_N,
    STANDS,
    STRONGHOLDS,
    TILES,
    ZONE,
)
from mazarbul.sim.games.board_game.state import STATE

SEEN = np.dtype(
    [
        ("hidden", "i8", (SIDE_N,)),  # [side] set of cards
        ("hand_n", "i2", (SEATS, DECK_N)),  # [seat, deck] a card's back tells its deck
        ("aside_n", "i2", (SEATS, DECK_N)),  # of what it has discarded face down
        ("away", "i2", (FIGURE_N,)),  # -1 less the figure's AWAY: 0 unused, 1 in the Fellowship, 2 dead
    ],
    align=True,
)


@kernel
def see(s, t, seat, v):
    """Fill `v` with the cards that a seat does not see, and what else it knows."""
    for owner in range(SEATS):
        side = np.int64(t.seat_side[owner]) if owner < t.seat_n else np.int64(0)
        for deck in range(DECK_N):
            every = np.int64(t.cards_of[side * DECK_N + deck])
            v.hand_n[owner, deck] = popcount(s.hand[owner] & every)
            v.aside_n[owner, deck] = popcount(s.face_down[owner] & every)
        if owner < t.seat_n and owner != seat:
            v.hidden[side] |= s.hand[owner] | s.face_down[owner]
    for pile in range(s.in_deck.size):
        v.hidden[pile // DECK_N] |= s.in_deck[pile]
    for figure in range(FIGURE_N):
        v.away[figure] = -1 - np.int64(s.stand[figure])


SIGHT = Sight(
    STATE,
    SEEN,
    see,
    SEATS,
    KINDS,
    cards=("card",),
    declared=(
        number("turn", "number of the turn"),
        choice("phase", len(PHASE), "phase of the turn"),
        choice("on_turn", SIDE_N, "side that acts"),
        choice("next_seat", SEATS, "seat of each side that takes its next action"),
        choice("leading", SEATS, "seat of each side with the leading marker"),
        number("done", "things done once a turn, see `ONCE` of the game"),
        number("units", "Regulars and Elites of each nation at each stand"),
        number("leaders", "Leaders of each Free Peoples nation at each stand"),
        number("nazgul", "plain Nazgûl at each stand"),
        members("who", FIGURE_N, "Characters at each stand"),
        choice("away", 3, "where each Character is that is at no stand: unused, in the Fellowship, dead"),
        number("pool", "reinforcements of each nation: Regulars, Elites, Leaders, Nazgûl"),
        number("dead", "casualties of each Free Peoples nation"),
        choice("control", SIDE_N, "side that controls the Settlement of each region"),
        number("points", "victory points of each side"),
        members("sieges", STRONGHOLDS, "Strongholds under siege"),
        number("steps", "steps of each nation to war"),
        members("active", NATION_N, "active nations"),
        members("at_war", NATION_N, "nations at war"),
        choice("bearers", REGIONS, "region of the Ring-bearers' figure"),
        number("progress", "Progress of the Fellowship"),
        number("is_hidden", "1 while the Fellowship is hidden"),
        number("mordor", "step on the Mordor Track, -1 before"),
        number("corruption", "Corruption"),
        choice("guide", FIGURE_N, "the Guide"),
        members("members", FIGURE_N, "Companions in the Fellowship"),
        number("box", "dice of each side in the Hunt Box"),
        members("tiles", TILES, "Hunt tiles in the pool"),
        members("drawn", TILES, "Hunt tiles drawn"),
        members("specials", TILES, "special tiles in play that are not in the pool"),
        members("removed", TILES, "Hunt tiles that have left the game"),
        number("dice", "unused dice of each side by their faces"),
        number("pool_dice", "Action dice of each side this turn"),
        number("rings", "Elven Rings of each side"),
        choice("zone", len(ZONE), "zone of each card that the seat sees, see `ZONE`", **of_card()),
        cards("discard", "cards in the discard pile of each side"),
        number("hand_n", "cards of each deck in each hand"),
        number("aside_n", "cards of each deck that each seat has discarded face down"),
        number("deck_n", "cards in each deck"),
        code("swap", CARDS, "card offered in an exchange", **own()),
        choice("battle", len(BATTLE), "sort of the battle"),
        choice("battle_side", SIDE_N, "side that attacks"),
        choice("battle_stand", STANDS, "stands of attacker and defender"),
        number("battle_round", "round of the battle"),
        number("rounds_left", "rounds of an assault after this one"),
        code("combat_card", CARDS, "Combat cards of attacker and defender", names=True),
        number("roll_hits", "hits of attacker and defender in this round or the last"),
        number("again_hits", "hits of their Leader re-rolls"),
        number("more_hits", "hits added by cards"),
        number("less_hits", "hits cancelled by cards"),
    ),
    unseen="""
        step
        cursor used used_at barred barred_at stand unit_n elite_n leader_n nations side_of armies
        dirty is_dirty moved_at flown taker guided path path_n hunt_n tile_n random_n dice_n hand
        table face_down in_deck deck battle_region battles_at rear_from is_cancelled card_locked
        roll_n ones backfired again_n extra_hits roll_bonus again_bonus fewer_dice most_dice
        always_fewer no_again forfeits forfeit_points muted no_nazgul rider is_spared set_stack
        found reach keys card_record region_record figure_record nation_record face_record
        tile_record taken_by tally course winner end_reason
    """,
)
