"""The rules of My Game as kernels: deal, rounds and the end (R1 to R3)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.actions import a_of, ask, offer_each
from mazarbul.sim.engine.bits import bit
from mazarbul.sim.engine.driver import Driver
from mazarbul.sim.engine.fields import with_field
from mazarbul.sim.engine.log import note
from mazarbul.sim.engine.piles import shuffle_keys, shuffled
from mazarbul.sim.engine.playing import Moving, playing
from mazarbul.sim.engine.rng import game_seed, stream
from mazarbul.sim.engine.state import clearing
from my_game.ids import DECISION_CAP, END, EVENT, NONE, PHASE, PLAY, SEATS, STREAM_SHUFFLE, WHERE
from my_game.state import DEALT, LEFT, OPENING, PLAYED, STATE

clear = clearing(STATE, __name__, dict.fromkeys(("led", "winner"), NONE))


@kernel
def deal(s, t, seed, index):
    """Deal each seat its hand from its shuffled cards, and begin the first round (R1.1, R1.2).

    seed, index: int64, of the run and of the game in it.
    """
    clear(s)
    s.seed = game_seed(seed, index)
    s.game = index
    for seat in range(SEATS):
        shuffle_keys(s, t, stream(s.seed, STREAM_SHUFFLE + seat, 0), 0, t.deck[seat])
        for i in range(t.hand):
            card = shuffled(s, i)
            s.hand[seat] |= bit(card)
            s.card_record[card] = with_field(s.card_record[card], DEALT, OPENING.YES)
            s.card_record[card] = with_field(s.card_record[card], LEFT, WHERE.HAND)
            note(s, EVENT.DEAL, seat, card, 0)
    s.leader = t.leader
    begin_round(s)


@kernel
def begin_round(s):
    """Begin a round, or end the game if the hands are empty (R2, R3)."""
    s.led = NONE
    if s.hand[s.leader] != 0:
        s.phase = PHASE.LEAD
        s.round_number += 1
        note(s, EVENT.ROUND, s.round_number, 0, 0)
    elif s.score[0] == s.score[1]:
        end_game(s, NONE, END.LEVEL)
    else:
        end_game(s, np.int64(s.score[1] > s.score[0]), END.AHEAD)


@kernel
def on_turn(s):
    """Return the seat that plays the next card (R2)."""
    return np.int64(s.leader if s.phase == PHASE.LEAD else 1 - s.leader)


@kernel
def ask_card(s, t, before):  # noqa: ARG001  (the signature of `Moving.proceed`)
    """Ask the seat on turn for a card of its hand (R2), unless the phase `before` begins."""
    if s.phase == before:
        return True
    seat = on_turn(s)
    ask(s, seat, PLAY)
    offer_each(s, PLAY, 0, s.hand[seat])
    return False


@kernel
def play(s, t, action):
    """Play a card of the seat on turn; the second one decides the round (R2)."""
    s.option_n = 0
    card = a_of(action)
    s.hand[on_turn(s)] &= ~bit(card)
    s.card_record[card] = with_field(s.card_record[card], PLAYED, s.round_number)
    s.card_record[card] = with_field(s.card_record[card], LEFT, WHERE.PLAYED)
    if s.phase == PHASE.LEAD:
        s.led = card
        s.phase = PHASE.FOLLOW
    else:
        decide_round(s, t, card)


@kernel
def decide_round(s, t, card):
    """Give the round to the stronger card (R2.1, R2.2). card: of the seat that followed."""
    more = t.strength[card] - t.strength[s.led]
    if more > 0 or (more == 0 and t.ties_follow != 0):
        take_round(s, 1 - s.leader)
    elif more == 0:
        note(s, EVENT.TIE, 0, 0, 0)
    else:
        take_round(s, s.leader)
    s.lead[s.round_number - 1] = s.score[0] - s.score[1]
    begin_round(s)


@kernel
def take_round(s, seat):
    """Give a seat the point of the round; it leads next (R2.1)."""
    s.score[seat] += 1
    s.leader = seat
    note(s, EVENT.TAKE, seat, s.score[seat], 0)


@kernel
def end_game(s, winner, reason):
    """End the game. winner: side, or NONE."""
    s.phase = PHASE.OVER
    s.actor = NONE
    s.option_n = 0
    s.winner = winner
    s.end_reason = reason
    note(s, EVENT.END, winner, reason, 0)


@kernel
def give_up(s):
    """End a game that does not end by itself."""
    end_game(s, NONE, END.CAPPED)


MOVING = Moving(deal, ask_card, play, PHASE.OVER, EVENT.FORCED, DECISION_CAP, give_up)
PLAYING = playing(MOVING, __name__)
DRIVER = Driver("my_game", PLAYING.drive)
