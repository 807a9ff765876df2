"""How to read a card's measures: its rank, what to know first, and which measure answers which question."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from mazarbul.analysis import words
from mazarbul.analysis.cards.record import Card, Measure, Rank


class Order(NamedTuple):
    """A measure to rank cards by. by: its name in words, {first} the first side. sign: -1: low ones first."""

    part: str
    name: str
    by: str
    sign: int


#: The first of them that is at hand ranks the cards: what is causal and of the card alone comes first.
ORDERS = (
    Order("blanked", "blank", "what blanking it costs its side", -1),
    Order("worth", "opening", "what it adds in the opening hand", 1),
    Order("worth", "early", "what it adds when drawn early", 1),
    Order("worth", "opening_effect", "what it adds in the opening hand", 1),
    Order("picked", "effect", "what it adds for {first} when chance picks it", 1),
)
COSTS = (
    Order("blanked", "blank", "what it costs the players, blanked", 1),
    Order("dealt", "", "what it costs each time it comes up", -1),
)
LENGTH = "games in which it comes up are longer than others"


def ranked(cards: Sequence[Card], sides: Sequence[str], first: str) -> list[Card]:
    """Return the cards with their ranks, each among those of its kind and side.

    sides: those with seats. first: the name of the first of them.
    """
    groups: dict[tuple[str, str, str], list[int]] = {}
    for i, card in enumerate(cards):
        groups.setdefault((card.items, card.kind, card.side), []).append(i)
    found = list(cards)
    for (_, _, side), places in groups.items():
        orders = ORDERS + COSTS[1:] if side in sides or not side else COSTS
        for i, rank in _ranks([cards[i] for i in places], orders, first):
            found[places[i]] = replace(found[places[i]], rank=rank)
    return found


def _ranks(cards: Sequence[Card], orders: Sequence[Order], first: str) -> Iterable[tuple[int, Rank]]:
    """Yield (number, rank) of cards by the first order that at least two of them have."""
    for order in orders:
        known = [(i, each) for i, card in enumerate(cards) if (each := _of(card, order)) is not None]
        if len(known) > 1:
            break
    else:
        return
    known.sort(key=lambda pair: -order.sign * pair[1].value)
    whose = words.several(cards[0].called)
    for place, (i, own) in enumerate(known, 1):
        meet = sum(own.low <= each.high and each.low <= own.high for _, each in known) - 1
        yield i, Rank(place, len(known), order.by.format(first=first), whose, meet)


def _of(card: Card, order: Order) -> Measure | None:
    """Return the measure to rank a card by. An order without a name takes the first effect of its part."""
    if order.name:
        return card.measure(order.part, order.name)
    return next((each for each in card.part(order.part) if each.name.endswith("_effect")), None)


def worth(card: Card) -> tuple[Measure | None, str]:
    """Return what having a card adds, by the first order of ORDERS and COSTS, and what that is; else "".

    What blanking it changes is another question.
    """
    for order in (*ORDERS[1:], *COSTS[1:]):
        if (measure := _of(card, order)) is not None:
            return measure, measure.label
    return None, ""


def reading(card: Card) -> tuple[str, ...]:
    """Say which question each measure answers where two seem to contradict each other; nothing if none do."""
    blank = card.measure("blanked", "blank")
    dealt = card.measure("worth", "opening") or card.measure("worth", "opening_effect")
    drawn = card.measure("results", "improvement")
    if blank is not None and (said := _against_blanking(blank, dealt, drawn)):
        return (said,)
    if dealt is not None and drawn is not None and drawn.sign not in (0, dealt.sign):
        said = (
            f"Its side wins {_more(drawn)} when it is drawn ({_brief(drawn)}), but {_dealt(dealt)} "
            f"({_brief(dealt)}). The first is not causal: {LENGTH}. The second is: chance deals the hand."
        )
        return (said,)
    return ()


def _against_blanking(blank: Measure, dealt: Measure | None, drawn: Measure | None) -> str:
    """Compare what is measured in one run with what the same games without the text show."""
    worth = 0 if blank.clear is False else -blank.sign
    if dealt is not None and _contradicts(dealt, worth):
        seen, what = dealt, "in the opening hand"
        why = "compares it with what its side would have held instead"
    elif drawn is not None and _contradicts(drawn, worth):
        seen, what, why = drawn, "drawn", f"is not causal: {LENGTH}"
    else:
        return ""
    effect = {0: "changes nothing clear", 1: "costs its side", -1: "helps its side"}[worth]
    return (
        f"Its side wins {_more(seen)} with it {what} ({_brief(seen)}), but blanking it {effect} "
        f"({_brief(blank)}). The first {why}. The second is causal: the same games, in which it does "
        "nothing."
    )


def _contradicts(measure: Measure | None, worth: int) -> bool:
    """Return whether a measure is clear and of another sign than the worth of the text (1, 0 or -1)."""
    return measure is not None and measure.clear is not False and measure.sign not in (0, worth)


def _more(measure: Measure) -> str:
    return "more" if measure.value > 0 else "less"


def _dealt(measure: Measure) -> str:
    if not measure.sign:
        return "in the opening hand it makes no clear difference"
    return f"it {'helps' if measure.value > 0 else 'costs'} its side in the opening hand"


def _brief(measure: Measure) -> str:
    """Return the value alone: intervals are in the table."""
    return measure.text.split(" (")[0]
