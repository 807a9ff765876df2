"""The cards of a page: what names in tables and sentences lead to, and the data that a card is drawn from.

A card's address is `#card-` and its key. A page of several scenarios has a card once for each, and its keys
begin with the scenario; an address with the id alone leads to the first of them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from markupsafe import Markup, escape

from mazarbul.analysis import Run, words
from mazarbul.analysis.cards import PARTS, Card, Measure, cards
from mazarbul.reports.embedded import in_script

#: Numbers in the data of a page are whole: hundredths of a percent, and thousandths.
SCALE = {"share": 100, "points": 100, "mean": 1_000}
MEAN_DIGITS = 2
ADDRESS = "card-"
SHORTEST = 4  # letters of a name that leads to its card from a sentence: tiles are called "1" and "Eye"


@dataclass(frozen=True)
class Scope:
    """The cards of one scenario. id: of the scenario on the page, "" if there is only one."""

    id: str
    title: str
    cards: Sequence[Card]
    common: frozenset[str] = frozenset()  # names of sides, seats, scenarios and kinds

    def key(self, card: Card) -> str:
        """Return a card's key on the page."""
        return self.own(card.key)

    @cached_property
    def keys(self) -> frozenset[str]:
        """The keys of all cards in their run."""
        return frozenset(card.key for card in self.cards)

    def own(self, key: str) -> str:
        """Return the key on the page of a card with a key of its run."""
        return f"{self.id}.{key}" if self.id else key


@dataclass(frozen=True)
class Book:
    """The cards of a page."""

    scopes: tuple[Scope, ...] = ()

    def __bool__(self) -> bool:
        return any(scope.cards for scope in self.scopes)

    def of(self, scopes: Collection[str]) -> Book:
        """Return the cards of some scenarios, by their ids."""
        return Book(tuple(scope for scope in self.scopes if scope.id in scopes))

    @cached_property
    def _keys(self) -> dict[tuple[str, str, str], str]:
        """(scenario's id or title, seat, id) -> key; "" for a scenario or a seat stands for the first one."""
        found: dict[tuple[str, str, str], str] = {}
        for scope in self.scopes:
            for card in scope.cards:
                for place in {scope.id, scope.title, ""}:
                    for seat in {card.seat, ""}:
                        found.setdefault((place, seat, card.id), scope.key(card))
        return found

    def address(self, scope: str, thing: tuple[str, str, str] | None) -> str:
        """Return the address of a card; "" if the page does not have it.

        scope: id of the scenario, "" if not known. thing: (scenario's title, seat, id), as in `page.Cell`.
        """
        if thing is None:
            return ""
        title, seat, identifier = thing
        tries = ((title or scope, seat), (title or scope, ""), ("", seat), ("", ""))
        key = next((key for place, own in tries if (key := self._keys.get((place, own, identifier)))), "")
        return f"#{ADDRESS}{key}" if key else ""

    @cached_property
    def _named(self) -> Mapping[str, Mapping[str, str]]:
        """Scenario's id -> name as it stands in HTML -> key of its card; under "" the first card with it."""
        found: dict[str, dict[str, str]] = {"": {}}
        for scope in self.scopes:
            own = found.setdefault(scope.id, {})
            for card in scope.cards:
                if card.name not in scope.common and len(card.name) >= SHORTEST:
                    name = str(escape(card.name))
                    for names in (own, found[""]):
                        names.setdefault(name, scope.key(card))
        return found

    @cached_property
    def _titles(self) -> Mapping[str, str]:
        """Title as it stands in HTML -> id, of the scenarios of a page of several."""
        return {str(escape(scope.title)): scope.id for scope in self.scopes if scope.id and scope.title}

    @cached_property
    def _names(self) -> re.Pattern[str]:
        longest = sorted({*self._named[""], *self._titles}, key=len, reverse=True)
        return re.compile(rf"(?<![\w'])(?:{'|'.join(map(re.escape, longest))})(?!\w)")

    def linked(
        self, text: str, scope: str = "", about: tuple[str, tuple[str, str, str]] | None = None
    ) -> Markup:
        """Return a sentence as HTML in which every name of a card leads to it, once in each scenario.

        A name that is also that of a side, a seat, a scenario or a kind of card stays as it is. scope: id of
        the scenario that the sentence is about; a scenario's title in it decides for the names that follow,
        and what that scenario does not have stays as it is, too. about: a name in it that is surely that of a
        card, and the card, as in `page.Line`.
        """
        if about and about[0] in text and (address := self.address(scope, about[1])):
            before, name, after = text.partition(about[0])
            lead = Markup('<a class="card" href="{}">{}</a>').format(address, name)
            return self.linked(before, scope) + lead + self.linked(after, scope)
        plain, seen, current = str(escape(text)), set(), scope
        if not self._named[""]:
            return Markup(plain)

        def link(found: re.Match) -> str:
            nonlocal current
            name = found[0]
            if name in self._titles:
                current = self._titles[name]
                return name
            key = self._named.get(current, self._named[""]).get(name)
            if key is None or key in seen:
                return name
            seen.add(key)
            return f'<a class="card" href="#{ADDRESS}{escape(key)}">{name}</a>'

        return Markup(self._names.sub(link, plain))

    def data(self, watched: Mapping[tuple[str, int], str]) -> Markup:
        """Return what the page's script draws cards from, as JSON; `cards.js` describes it.

        watched: as `mazarbul.reports.page.Page.watched`; a game without a page has its command.
        """
        labels: dict[tuple[int, str, str], int] = {}
        rows = [
            _row(scope, number, card, labels, watched)
            for number, scope in enumerate(self.scopes)
            for card in scope.cards
        ]
        data = {
            "scopes": [scope.title for scope in self.scopes],
            "parts": list(PARTS.values()),
            "measures": list(labels),
            "cards": rows,
        }
        return in_script(data)


def scope_of(run: Run, tables: Mapping, scope: str = "", title: str = "") -> Scope:
    """Return the cards of a run. tables: name -> frame of its report, and of what it was compared with.

    scope, title: of the scenario on a page of several.
    """
    common = {
        *(
            each["name"]
            for key in ("sides", "seats")
            for each in run.catalogue.get(key) or ()
            if "name" in each
        ),
        run.catalogue["title"],
    }
    common |= {words.capital(name) for each in run.declared.families for name in (each.one, each.many)}
    return Scope(scope, title or run.catalogue["title"], cards(run, found=tables), frozenset(common))


def frames_of(sections: Iterable) -> dict:
    """Return name -> frame of all tables of sections."""
    return {table.name: table.frame for section in sections for table in section.tables()}


def _row(scope: Scope, number: int, card: Card, labels: dict, watched: Mapping[tuple[str, int], str]) -> list:
    """Return a card as a list: key, id, scope, name, kind, heading, text, notes, game, measures."""
    notes = [*([card.rank.text] if card.rank else []), *card.notes]
    found, last = [], None
    for each in card.measures:
        found.append(_numbers(scope, each, labels, last))
        last = each.n
    names = [scope.key(card), card.id, number, card.name, card.side_name, card.heading, card.text]
    page = "" if card.game is None else watched.get((scope.id, card.game), card.example)
    return [*names, notes, page, found]


def _numbers(scope: Scope, each: Measure, labels: dict, last: int | None) -> list:
    """Return a measure as a list: number of its label, value, low, high, n (0: as before), clear, n0, other.

    low, high: null where one observation has no interval. clear: 1, 0, or -1 if it is no comparison. What is
    missing at the end has its usual value.
    """
    label = (list(PARTS).index(each.part), each.label, each.unit)
    ends = [whole(each.unit, end) for end in (each.value, each.low, each.high)]
    clear = -1 if each.clear is None else int(each.clear)
    other = scope.own(each.other) if each.other in scope.keys else ""
    n = 0 if each.n == last else each.n
    found = [labels.setdefault(label, len(labels)), *ends, n, clear, each.n0, other]
    for usual in ("", None, -1, 0):
        if found[-1] != usual:
            break
        found.pop()
    return found


def whole(unit: str, value: float) -> int | None:
    """Return a number in the data of a page, rounded as tables print it; None for a missing one."""
    if words.missing(value):
        return None
    if unit == "mean":
        return round(SCALE[unit] * round(value, MEAN_DIGITS))
    digits = words.percent_digits(value) if unit == "share" else 1
    return round(SCALE[unit] * round(100 * value, digits))
