"""Fields of the mind for battles, cards and texts: filled once for all games, or scratch of a decision."""

from mazarbul.sim.games.board_game.bots.heuristic.odds import ODDS_FIELDS
from mazarbul.sim.games.board_game.ids import CARDS, SIDE_N, WORDS

#: Numbers of a round of battle that is judged, see `tactics.FIGHTS`.
FIGHTS_N = 14

CARD_FIELDS: list[tuple] = [
    *ODDS_FIELDS,
    # A battle that is judged
    ("units_in", "f8", (2,)),  # [ROLE]
    ("elites_in", "f8", (2,)),
    ("lead_in", "f8", (2,)),  # Leadership
    # A Combat text that is judged
    ("fight", "f8", (FIGHTS_N,)),  # FIGHTS of the round
    ("kept_fight", "f8", (FIGHTS_N,)),  # the same before a bargain was tried
    ("fight_gain", "f8"),  # what a hit is worth beyond the unit
    # A text that is judged
    ("luck", "f8"),  # what a number that a roll decides is on average, as a share of the one in the scope
    ("is_shifted", "i8"),  # 1: a statement of the list moves figures, so that conditions after it may hold
    ("tried", "i8", (WORDS,)),  # set of things that a pick tries
    # Cards, in this decision
    ("judged", "i8", (SIDE_N,)),  # [side] set of those whose worth is known
    ("card_worth", "f8", (CARDS,)),  # [card] worth of its event now
]
