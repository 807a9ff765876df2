"""The parts of a balance report. Each module has `build(context) -> Section | None`; None = not recorded."""

from reports.sections import cards, course, decks, difficulty, encounter, lead, method, places, result

ORDER = (result, difficulty, lead, course, decks, places, cards, encounter, method)

__all__ = ["ORDER"]
