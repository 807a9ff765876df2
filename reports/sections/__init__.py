"""The parts of a balance report. Each module has `build(context) -> Section | None`; None = not recorded."""

from reports.sections import cards, decks, lead, method, places, result

ORDER = (result, lead, decks, places, cards, method)

__all__ = ["ORDER"]
