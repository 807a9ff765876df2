"""My Game as text: moves and why they are illegal, stories, positions, and what a seat may know."""

from mazarbul.sim.notation import story
from mazarbul.sim.notation.fields import Positions, card, number, seat, seat_cards, seat_number
from mazarbul.sim.notation.moves import CARD, Moves
from my_game.ids import END, ENDS, EVENT, HAND, KINDS, PHASE, PLAY
from my_game.rules import clear
from my_game.state import FRAME_KINDS, STATE


def _why_no_card(names, _s, seat: int, card: int, _b: int) -> str:
    return f"{names.card(card)} is not in {names.seats[seat]}'s hand (R2)"


MOVES = Moves(KINDS, {"card": CARD}, {PLAY: _why_no_card})


REASONS = {END.AHEAD: "more points", END.LEVEL: "as many points", END.CAPPED: "too many decisions"}
HEADINGS = {EVENT.ROUND: "Round {a}", EVENT.END: "The game ends ({b.end}); winner: {a.side}"}
SENTENCES = {
    EVENT.DEAL: "{a.seat} is dealt {b.card}",
    EVENT.TAKE: "{a.seat} takes the round; points: {b}",
    EVENT.TIE: "the cards are equally strong",
}


class Story(story.Story):
    """Describes events and actions of one game."""

    moves, forced, listed = MOVES, EVENT.FORCED, (EVENT.DEAL,)
    headings, sentences, ends = HEADINGS, SENTENCES, REASONS


#: A seat may know all of it but the hand of the other, of which it knows the size (R4).
STATEMENTS = (
    number("round", "round_number", 1, HAND),
    seat("leader", "leader"),
    card("led", "led"),
    seat_number("score", "score", HAND),
    seat_cards("hand", "hand"),
)
POSITIONS = Positions(STATE, clear, FRAME_KINDS, MOVES, PHASE, STATEMENTS)
Script = POSITIONS.script(ENDS)
