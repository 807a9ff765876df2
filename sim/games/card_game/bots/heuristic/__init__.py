"""The heuristic bot: scores each legal action by what it is expected to gain, in victory points.

It reads of the state only what its seat may know (CG-2.6): own cards, cards in play, sizes of
hands and decks, and what both sides saw.
"""
