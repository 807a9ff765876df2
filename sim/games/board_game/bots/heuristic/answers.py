"""The scores of answers in battles, about the Fellowship and the Hunt, and with cards and their texts."""

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.bits import has
from mazarbul.sim.engine.stack import top_kind
from mazarbul.sim.games.board_game import actions
from mazarbul.sim.games.board_game.bots.heuristic.battle import score_battle_answer
from mazarbul.sim.games.board_game.bots.heuristic.cards import score_card
from mazarbul.sim.games.board_game.bots.heuristic.choices import score_choice
from mazarbul.sim.games.board_game.bots.heuristic.fellowship import score_fellowship
from mazarbul.sim.games.board_game.bots.heuristic.hunt import score_allocate
from mazarbul.sim.games.board_game.bots.heuristic.losses import score_lose, score_trim
from mazarbul.sim.games.board_game.frames import Separate


def _kinds(*names: str) -> int:
    """Return the set of these kinds of actions."""
    return sum(1 << actions.KINDS.names.index(name) for name in names)


IN_BATTLE = _kinds("withdraw", "scout", "continue", "retreat", "press", "advance")
ABOUT_FELLOWSHIP = _kinds("declare", "enter", "guide", "casualty", "reveal")
WITH_CARDS = _kinds("discard", "draw-from", "tactic")
OF_TEXTS = _kinds(
    "number", "region", "army", "nation", "figure", "option", "may", "use-guide", "face", "card"
)
OF_LOSSES = _kinds("lose", "trim")
#: All answers that `score_reply` knows, besides those of Companions who leave the Fellowship.
KNOWN = IN_BATTLE | ABOUT_FELLOWSHIP | WITH_CARDS | OF_TEXTS | OF_LOSSES | _kinds("allocate")


@kernel
def score_reply(s, t, m, seat, kind, a, b):
    """Return the score of an answer of one of the kinds above; a is NONE where it is declined."""
    if has(IN_BATTLE, kind):
        return score_battle_answer(s, t, m, seat, kind, a, b)
    if has(ABOUT_FELLOWSHIP, kind) or kind == actions.JOIN or kind == actions.GO:
        return score_fellowship(s, t, m, seat, kind, a, b)
    if has(WITH_CARDS, kind):
        return score_card(s, t, m, seat, kind, a, b)
    if kind == actions.ALLOCATE:
        return score_allocate(s, t, m, b)
    if kind == actions.LOSE:
        return score_lose(s, m, a, b)
    if kind == actions.TRIM:
        return score_trim(s, t, m, seat, a)
    return score_choice(s, t, m, seat, kind, a, b)


@kernel
def is_reply(s, kind):
    """Return whether `score_reply` knows about an answer to the pending decision."""
    if kind == actions.JOIN or kind == actions.GO:
        return top_kind(s) == Separate.kind
    return has(KNOWN, kind)
