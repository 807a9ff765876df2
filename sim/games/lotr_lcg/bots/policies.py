"""The bots of this game: the option that a policy picks."""

from mazarbul.sim.bots.choosing import adding_learnt, choosing
from mazarbul.sim.compile.jit import kernel, shared
from mazarbul.sim.games.lotr_lcg.bots.bound import is_avoided
from mazarbul.sim.games.lotr_lcg.bots.heuristic.answers import score_option
from mazarbul.sim.games.lotr_lcg.bots.heuristic.cards import judge_as, prepare_cards
from mazarbul.sim.games.lotr_lcg.bots.heuristic.texts import prepare_texts
from mazarbul.sim.games.lotr_lcg.bots.inputs import UNIT
from mazarbul.sim.games.lotr_lcg.bots.noting import note_options, note_state
from mazarbul.sim.games.lotr_lcg.ids import STREAM

add_learnt = adding_learnt(note_state, note_options, UNIT)


@kernel
def prepare(t, m):
    """Fill the part of a mind (`bots.features.MIND`) that does not change in all games of these tables."""
    prepare_texts(t, m)
    prepare_cards(t, m)


@shared
def score(s, t, m, seat):
    """Fill the scores of the options of a seat's pending decision (`score` of the mind)."""
    if s.option_n == 1:  # the only one that is left of what a seat does not avoid
        return
    judge_as(m, seat)
    score_option(s, t, seat, m)
    add_learnt(s, t, m, seat)


choose = choosing(score, STREAM.BOT, STREAM.BLUNDER, __name__, is_avoided)
