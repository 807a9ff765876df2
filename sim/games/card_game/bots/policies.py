"""The bots of this game: the option that a policy picks."""

from mazarbul.sim.bots.choosing import adding_learnt, choosing
from mazarbul.sim.compile.jit import kernel, shared
from mazarbul.sim.games.card_game.actions import TURN
from mazarbul.sim.games.card_game.bots.bound import is_avoided
from mazarbul.sim.games.card_game.bots.heuristic.answers import score_answer
from mazarbul.sim.games.card_game.bots.heuristic.texts import prepare_texts
from mazarbul.sim.games.card_game.bots.heuristic.turn import score_turn
from mazarbul.sim.games.card_game.bots.heuristic.worth import prepare_worths
from mazarbul.sim.games.card_game.bots.inputs import UNIT
from mazarbul.sim.games.card_game.bots.noting import note_options, note_state
from mazarbul.sim.games.card_game.ids import STREAM

add_learnt = adding_learnt(note_state, note_options, UNIT)


@kernel
def prepare(t, m):
    """Fill the part of a mind (`bots.features.MIND`) that is the same for all games of these tables."""
    prepare_texts(t, m)
    prepare_worths(t, m)


@shared
def score(s, t, m, seat):
    """Fill the scores of the options of a seat's pending decision (`score` of the mind)."""
    m.w[:] = m.weights[seat]
    m.life = m.lives[seat, s.last_path]
    if s.decision == TURN:
        score_turn(s, t, seat, m)
    else:
        score_answer(s, t, seat, m)
    add_learnt(s, t, m, seat)


choose = choosing(score, STREAM.BOT, STREAM.BLUNDER, __name__, is_avoided)
