"""The heuristic bot: scores each legal action by its expected gain in victory points.

It reads only the parts of the state that its seat may know (CG-2.6): own cards, cards in play, sizes of
hands and decks, and what both sides have seen.
"""
