"""The rules of My Game: deal, rounds and the end (R1 to R3)."""

import numpy as np

from mazarbul.sim.engine.actions import ask, offer
from mazarbul.sim.engine.bits import bit, lowest_bit
from mazarbul.sim.engine.jit import kernel
from mazarbul.sim.engine.log import note
from mazarbul.sim.engine.piles import shuffle_keys, shuffled
from mazarbul.sim.engine.rng import stream
from my_game import actions, records
from my_game.ids import END, EVENT, NONE, PHASE, SEATS, STREAM_SHUFFLE


@kernel
def deal(s, t):
    """Deal each seat its hand from its shuffled cards, and begin the first round (R1.1, R1.2)."""
    for seat in range(SEATS):
        shuffle_keys(s, t, stream(s.seed, STREAM_SHUFFLE + seat, 0), 0, t.deck[seat])
        for i in range(t.hand):
            card = shuffled(s, i)
            s.hand[seat] |= bit(card)
            records.dealt(s, card)
            note(s, EVENT.DEAL, seat, card, 0)
    s.leader = t.leader
    begin_round(s)


@kernel
def begin_round(s):
    """Begin a round, or end the game if the hands are empty (R2, R3)."""
    s.led = NONE
    if s.hand[s.leader] == 0:
        count_points(s)
        return
    s.phase = PHASE.LEAD
    s.round_number += 1
    note(s, EVENT.ROUND, s.round_number, 0, 0)


@kernel
def on_turn(s):
    """Return the seat that plays the next card (R2)."""
    return np.int64(s.leader if s.phase == PHASE.LEAD else 1 - s.leader)


@kernel
def ask_card(s):
    """Ask the seat on turn for a card of its hand (R2)."""
    seat = on_turn(s)
    ask(s, seat, actions.PLAY)
    rest = s.hand[seat]
    while rest != 0:
        offer(s, actions.PLAY, lowest_bit(rest), 0)
        rest &= rest - 1


@kernel
def play(s, t, card):
    """Play a card of the seat on turn; the second one decides the round (R2)."""
    s.hand[on_turn(s)] &= ~bit(card)
    records.played(s, card)
    if s.phase == PHASE.LEAD:
        s.led = card
        s.phase = PHASE.FOLLOW
    else:
        decide_round(s, t, card)


@kernel
def decide_round(s, t, card):
    """Give the round to the stronger card (R2.1, R2.2). card: of the seat that followed."""
    if t.strength[card] > t.strength[s.led] or (is_tie(s, t, card) and t.ties_follow != 0):
        take_round(s, 1 - s.leader)
    elif is_tie(s, t, card):
        note(s, EVENT.TIE, 0, 0, 0)
    else:
        take_round(s, s.leader)
    s.lead[s.round_number - 1] = s.score[0] - s.score[1]
    begin_round(s)


@kernel
def is_tie(s, t, card):
    """Return whether a card is as strong as the one led."""
    return t.strength[card] == t.strength[s.led]


@kernel
def take_round(s, seat):
    """Give a seat the point of the round; it leads next (R2.1)."""
    s.score[seat] += 1
    s.leader = seat
    note(s, EVENT.TAKE, seat, s.score[seat], 0)


@kernel
def count_points(s):
    """End the game: the seat with more points wins (R3)."""
    if s.score[0] == s.score[1]:
        end_game(s, NONE, END.LEVEL)
    else:
        end_game(s, np.int64(s.score[1] > s.score[0]), END.AHEAD)


@kernel
def end_game(s, winner, reason):
    """End the game. winner: side, or NONE."""
    s.phase = PHASE.OVER
    s.actor = NONE
    s.option_n = 0
    s.winner = winner
    s.end_reason = reason
    note(s, EVENT.END, winner, reason, 0)
