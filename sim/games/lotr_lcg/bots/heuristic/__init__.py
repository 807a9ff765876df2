"""The heuristic bot: weighs every option by what it is expected to gain, in points (threat, progress, cards).

It judges cards by their numbers and compiled texts alone, never by name, and reads of the state only
what its player may know (LCG-30.4): what lies open, its own hand, how many cards the others hold, and of
the encounter cards unseen only which they are, not where.
"""
