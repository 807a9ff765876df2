"""Fields of the mind for battles, cards and texts: filled once for all games, or scratch of a decision."""

from sim.games.board_game.bots.heuristic.odds import ODDS_FIELDS
from sim.games.board_game.ids import CARDS, SIDE_N

CARD_FIELDS: list[tuple] = [
    *ODDS_FIELDS,
]
