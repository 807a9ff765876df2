"""The heuristic bot: scores each legal action as a good player would judge it (chapter 22 of the rules).

A score of 25 is about one victory point. It reads only what its seat may know (BG-19.3): its own hand, what
lies open, and sizes of hands and decks.
"""
