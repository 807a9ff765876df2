"""The heuristic bot: weighs every option by its expected gain, in points (threat, progress, cards).

It judges cards only by their numbers and compiled texts, never by name, and only reads those parts of
the state that its player may know (LCG-30.4): face-up cards, its own hand, the number of cards others hold,
and which encounter cards are unseen, but not where they are.
"""
