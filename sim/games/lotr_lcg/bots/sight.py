"""What the players see, for learning agents (LCG-30.4)."""

import numpy as np

from mazarbul.sim.bots.sight import Sight, cards, choice, code, members, number, of_card
from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.bits import popcount
from mazarbul.sim.games.lotr_lcg.actions import KINDS
from mazarbul.sim.games.lotr_lcg.bots.worlds import offered
from mazarbul.sim.games.lotr_lcg.frames import Attack
from mazarbul.sim.games.lotr_lcg.ids import (
    BLOCKS,
    CARDS,
    ELIMINATED_BY,
    ENCOUNTER,
    NONE,
    PHASE,
    SEATS,
    STAGES,
    STAT_N,
    ZONE,
)
from mazarbul.sim.games.lotr_lcg.rules.zones import card_bit
from mazarbul.sim.games.lotr_lcg.state import STATE

SEEN = np.dtype(
    [
        ("hidden", "i8", (BLOCKS,)),  # [block] set of cards
        ("hand_n", "i2", (SEATS,)),
        ("engaged_n", "i2", (SEATS,)),  # enemies engaged with each player, face-down ones too
        ("shadow_n", "i2", (CARDS,)),  # [enemy] its shadow cards
        ("shadow_of", "i2", (CARDS,)),  # [shadow card] its enemy, else NONE
        ("top", "i2", (BLOCKS,)),  # top card of each deck, if the player has seen it, else NONE
        ("attacker", "i2"),  # enemy that attacks, or NONE
        ("attacked", "i2"),  # player that it attacks, or NONE
        ("foe", "i2"),  # enemy that players attack, or NONE
    ],
    align=True,
)


@kernel
def see(s, t, player, v):
    """Fill `v` with the cards that a player does not see, and what else it knows."""
    for block in range(BLOCKS):
        if block < t.player_n or block == ENCOUNTER:
            hide(s, player, block, v)
        known = s.known[player, block] > 0 and s.deck_n[block] > 0
        v.top[block] = s.deck[block, s.deck_n[block] - 1] if known else NONE
    for seat in range(SEATS):
        v.hand_n[seat] = popcount(s.hand[seat])
        v.engaged_n[seat] = 0
        for block in range(BLOCKS):
            v.engaged_n[seat] += popcount(s.engaged[seat, block])
    note_shadows(s, v)
    note_attacks(s, v)


@kernel
def hide(s, player, block, v):
    """Hide the cards of a block that a player does not see (see `worlds.rename`)."""
    hidden = np.int64(s.face_down[block])
    for i in range(np.int64(s.deck_n[block]) - s.known[player, block]):
        hidden |= card_bit(np.int64(s.deck[block, i]))
    if block == ENCOUNTER:
        hidden |= s.shadows & ~s.shadow_known[player]
        if s.actor == player:
            hidden &= ~offered(s, block)
    elif block != player:
        hidden |= s.hand[block]
    v.hidden[block] = hidden


@kernel
def note_shadows(s, v):
    """Note which enemies have shadow cards."""
    v.shadow_n[:] = 0
    v.shadow_of[:] = NONE
    for enemy in range(CARDS):
        card = np.int64(s.first_shadow[enemy])
        while card != NONE:
            v.shadow_n[enemy] += 1
            v.shadow_of[card] = enemy
            card = np.int64(s.next_shadow[card])


@kernel
def note_attacks(s, v):
    """Note the attacks that are being resolved."""
    v.attacker = NONE
    v.attacked = NONE
    v.foe = NONE
    if s.attack_frame != NONE:
        v.attacker = s.frames[s.attack_frame, Attack.enemy]
        v.attacked = s.frames[s.attack_frame, Attack.player]
    if s.strike_frame != NONE:
        v.foe = s.frames[s.strike_frame, Attack.enemy]


SIGHT = Sight(
    STATE,
    SEEN,
    see,
    SEATS,
    KINDS,
    cards=("card", "source"),
    declared=(
        number("quest", "number of the quest in a campaign"),
        choice("phase", len(PHASE), "phase of the round"),
        number("step", "step within the phase"),
        number("round_number", "number of the round"),
        choice("first_player", SEATS, "first player"),
        members("in_game", SEATS, "players still in the game"),
        number("threat", "threat of each player"),
        choice("eliminated", len(ELIMINATED_BY), "how each player was eliminated"),
        number("hand_n", "cards in each hand"),
        number("deck_n", "cards in each deck; the last one is the encounter deck"),
        number("discard_n", "cards in each discard pile"),
        code("top", CARDS, "top card of each deck, if the player has seen it"),
        cards("on_deck", "encounter cards attached to the deck of each player", first=ENCOUNTER, step=0),
        choice("zone", len(ZONE), "zone of each card that the player sees, see `ZONE`", **of_card()),
        cards("exhausted", "exhausted cards"),
        cards("committed", "characters committed to the quest"),
        cards("controlled", "characters and attachments that each player controls"),
        cards("engaged", "enemies engaged with each player"),
        number("engaged_n", "number of enemies engaged with each player, face-down ones too"),
        cards("staging", "cards in the staging area", first=ENCOUNTER),
        code("active", CARDS, "active location", names=True),
        cards("guarded", "guarded objectives", first=ENCOUNTER),
        code("captive", CARDS, "the prisoner", names=True),
        code("host", CARDS + SEATS, "host of each attachment: a card, or a deck", names=True, **of_card()),
        number("damage", "damage on each card", **of_card()),
        number("tokens", "resources on each card", **of_card()),
        number("progress", "progress on each location", **of_card()),
        number("bonus", "granted changes of each card's numbers", **of_card(STAT_N)),
        number("shadow_n", "shadow cards dealt to each enemy", **of_card()),
        code("shadow_of", CARDS, "enemy of each shadow card that the player sees", names=True, **of_card()),
        cards("has_attacked", "enemies that have attacked in this phase"),
        code("attacker", CARDS, "enemy whose attack is being resolved", names=True),
        choice("attacked", SEATS, "player whom it attacks"),
        code("foe", CARDS, "enemy that players attack", names=True),
        choice("stage", STAGES, "current stage of the quest"),
        number("quest_progress", "progress on the quest card"),
        number("past_points", "quest points of the stages completed"),
        number("allies_played", "allies played this round"),
    ),
    unseen="""
        cursor
        turn_of random_n hand in_deck deck shuffle_n in_discard discard known shadow_known looked
        in_play face_down aside victory shadows form varied first_on next_on first_shadow
        next_shadow damaged blame guard order order_n struck blank entered is_advancing was_true
        grant_n grants granted later_n later use_n uses is_dirty pending_n pending_base pending
        attack_frame strike_frame reveal_frame winner end_reason threat_record progress_record
        card_record harm_record keys found
    """,
)
