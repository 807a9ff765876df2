"""Practice of this game's bots (see `sim.bots.preferences`)."""

import numpy as np

from sim.bots.preferences import Practice, practice_fields, practising
from sim.engine.jit import kernel
from sim.games.card_game.batch import DECISION_CAP
from sim.games.card_game.bots.looks import FEATURES, look, round_of
from sim.games.card_game.bots.policies import score
from sim.games.card_game.bots.preferences import ROWS, first_row, second_row
from sim.games.card_game.bots.search import value
from sim.games.card_game.ids import NONE, OPTIONS, ROUNDS, SIDE, STREAM
from sim.games.card_game.kernel import advance, decide, is_over, new_game

PRACTICE = np.dtype(practice_fields(ROWS, OPTIONS, ROUNDS + 1, FEATURES), align=True)

WON = 0.5  # share of a result that is the victory; the rest is the value of the lead as a search sees it


@kernel
def is_first(t, seat):
    """Return whether a seat is of the first side."""
    return t.seat_side[seat] == SIDE.FREE_PEOPLES


@kernel
def result(s, t):
    """Return what the end of a game is worth to the first side, 0 to 1."""
    seat = np.int64(0)
    while not is_first(t, seat):
        seat += 1
    won = 0.5 if s.winner == NONE else np.float64(s.winner == SIDE.FREE_PEOPLES)
    return WON * won + (1.0 - WON) * value(s, t, seat)


@kernel
def stage(s):
    """Return the number of the last path."""
    return np.int64(s.last_path)


_practised = practising(
    Practice(
        new_game=new_game,
        decide=decide,
        advance=advance,
        is_over=is_over,
        cap=DECISION_CAP,
        score=score,
        rows=ROWS,
        first_row=first_row,
        second_row=second_row,
        stage=stage,
        purpose=STREAM.PRACTICE,
        round_of=round_of,
        look=look,
        result=result,
        is_first=is_first,
    )
)


@kernel
def practise(s, t, m, w, seed, first, slopes, weights, ends):
    """Play games and add up what they say (see `sim.bots.preferences.practising`)."""
    _practised(s, t, m, w, seed, first, slopes, weights, ends)
