"""What the seats see, for learning agents (CG-2.6, CG-2.7)."""

import numpy as np

from mazarbul.sim.bots.sight import Sight, cards, choice, code, members, number, of_card
from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.bits import popcount
from mazarbul.sim.games.card_game.actions import KINDS
from mazarbul.sim.games.card_game.bots.worlds import hidden_in, is_hidden, peeks
from mazarbul.sim.games.card_game.ids import (
    BATTLEGROUNDS,
    CARDS,
    IN,
    NONE,
    PATHS,
    PHASE,
    SEATS,
    SIDE_N,
    ZONES,
)
from mazarbul.sim.games.card_game.state import STATE

OWN_ZONES = IN.RESERVE  # zones of which others may see no more than how many cards there are
SEEN = np.dtype(
    [
        ("hidden", "i8", (SIDE_N,)),  # [side] set of cards
        ("held", "i2", (SEATS, OWN_ZONES)),
        ("top", "i2"),  # card on the own draw deck, if the seat may look at it, else NONE
    ],
    align=True,
)


@kernel
def see(s, t, seat, v):
    """Fill `v` with the cards that a seat does not see, and what else it knows."""
    for owner in range(SEATS):
        for zone in range(OWN_ZONES):
            v.held[owner, zone] = popcount(s.in_zone[owner, zone])
            if owner < t.seat_n and owner != seat and is_hidden(t, seat, owner, zone):
                v.hidden[t.seat_side[owner]] |= hidden_in(s, t, owner, zone)
    v.top = s.order[seat, s.deck_n[seat] - 1] if peeks(s, t, seat) else NONE


SIGHT = Sight(
    STATE,
    SEEN,
    see,
    SEATS,
    KINDS,
    cards=("card",),
    declared=(
        number("round_number", "number of the round"),
        choice("phase", len(PHASE), "phase of the round"),
        number("start_slot", "slot of the turn order that holds the starting token"),
        number("slot", "slot of the turn order that is on turn"),
        members("passed", 8, "slots or seats that have passed since the last action"),
        choice("zone", ZONES, "zone of each card that the seat sees, see `IN`", **of_card()),
        number("held", "cards of each seat in its draw deck, hand, limbo, cycle pile and eliminated"),
        code("top", CARDS, "card on the own draw deck, if the seat may look at it"),
        code("wielder", CARDS, "wielder of each item in play", **of_card()),
        number("attack_tokens", "attack tokens on each card", **of_card()),
        number("defense_tokens", "defense tokens on each card", **of_card()),
        cards("fresh", "cards that entered reserve this round"),
        cards("played", "characters and items played this round"),
        cards("used", "cards whose once-a-round text was used"),
        cards("gone", "cards that both sides saw eliminated"),
        number("remembered", "number chosen for each card's text", **of_card()),
        code("activated", BATTLEGROUNDS, "battleground that each card activated last", **of_card()),
        members("active", BATTLEGROUNDS, "active battlegrounds"),
        members("bg_deck", BATTLEGROUNDS, "battlegrounds in the deck of each side"),
        members("bg_area", BATTLEGROUNDS, "battlegrounds in the scoring area of each side"),
        members("bare", BATTLEGROUNDS, "active battlegrounds without their printed defense"),
        choice("path", PATHS, "active path"),
        number("last_path", "number of the path that was active last"),
        number("resolved_number", "number of the path resolved last in a combat step"),
        members("path_deck", PATHS, "paths that can still be activated"),
        members("path_area", PATHS, "paths in the scoring area of each side"),
        number("place_attack", "attack tokens on each location"),
        number("place_defense", "defense tokens on each location"),
        number("corruption", "corruption"),
        number("ring", "1 for each seat whose Ring token can be used"),
        code("support", CARDS, "character that each army supports in this combat or the last", **of_card()),
        number(
            "cancel", "icons that each card cancels as a casualty, in this combat or the last", **of_card()
        ),
        number("attack", "strength of the attack in this combat or the last"),
        number("shield", "defense of the location in this combat or the last"),
        number("defense", "strength of the defense in this combat or the last"),
        number("left", "what is left to lose in this combat or the last"),
        cards("lost", "cards of this combat or the last that will be eliminated"),
        cards("saved", "cards of this combat or the last that will be cycled instead"),
    ),
    unseen="""
        cursor
        in_zone in_play order deck_n shuffle_n bearers with_tokens bg_shuffle_n grant_n grants
        saved_items winner end_reason turns lead_changes leader lead path_record bg_record
        ring_record card_record place_record points keys
    """,
)
