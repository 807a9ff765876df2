"""The bots of this game: the option that a policy picks."""

from mazarbul.sim.bots.choosing import RANDOM, adding_learnt, choosing
from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.games.board_game.bots.bound import is_avoided
from mazarbul.sim.games.board_game.bots.heuristic.cards import prepare_cards
from mazarbul.sim.games.board_game.bots.heuristic.scores import score_options
from mazarbul.sim.games.board_game.bots.heuristic.situation import prepare_situation
from mazarbul.sim.games.board_game.bots.inputs import UNIT
from mazarbul.sim.games.board_game.bots.noting import note_options, note_state
from mazarbul.sim.games.board_game.ids import STREAM

add_learnt = adding_learnt(note_state, note_options, UNIT)


@kernel
def prepare(t, m):
    """Fill the part of a mind (`bots.features.MIND`) that is the same for all games of these tables."""
    m.option_n = 0
    m.has_seen = 0
    needed = False
    for seat in range(t.seat_n):
        needed |= m.policy[seat] != RANDOM
    if needed:
        prepare_cards(t, m)
        prepare_situation(t, m)


# not `shared`: linked into its callers, games are some 4% faster
@kernel
def score(s, t, m, seat):
    """Fill the scores of the options of a seat's pending decision (`score` of the mind)."""
    m.w[:] = m.weights[seat]
    score_options(s, t, m, seat)
    add_learnt(s, t, m, seat)


choose = choosing(score, STREAM.BOT, STREAM.BLUNDER, __name__, is_avoided)
