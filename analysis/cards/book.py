"""All cards of a run as records: what the catalogue says of them, with everything that was measured."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches

import pandas as pd

from mazarbul.analysis import examples, words
from mazarbul.analysis.cards import compared, example, measured
from mazarbul.analysis.cards.measured import Frames
from mazarbul.analysis.cards.reading import ranked, reading
from mazarbul.analysis.cards.record import Card, Cards, Measure
from mazarbul.analysis.collection import Collection
from mazarbul.analysis.layout import Layout
from mazarbul.analysis.opened import of_opened
from mazarbul.analysis.run import Run
from mazarbul.formats.declared import Asked, Fact

Key = tuple[str, str, str]  # list of the catalogue, seat, id
#: Keys of a catalogue's items that are not printed on a card, or have a place of their own in a record.
OWN = frozenset({
    "index", "column", "id", "name", "seat", "side", "deck", "pile", "copy", "copies", "text", "printed",
    "at", "near",
})  # fmt: skip
SHORT = 40  # letters of a word that is printed on a card
UNPLAYED = (
    "These bots held it in {held:,} games and played it in {played:,}: nothing was measured of its play."
)


class UnknownCard(KeyError):
    """A card that a run does not have, or a name that several have. str() says what would be right."""

    def __str__(self) -> str:
        return self.args[0]


@of_opened
def cards(run: Run, more: Iterable[Collection] = (), found: Frames | None = None) -> Cards:
    """Return all cards of a run with what is known of each (see `Card`), in the order of the catalogue.

    more: collections of the same scenario: ablations (what blanking a card and changing its numbers does) and
    audits (the same under another bot). found: the tables of the run and the collections by name, if they are
    at hand, as in `measured.frames` and `compared.frames`.
    """
    if found is None:
        found = measured.frames(run)
        for each in more:
            found |= compared.frames(each)
    known = _identities(run)
    _add(known, measured.measures(run, found), compared.measures(found))
    shown = example.games(run)
    unplayed = _unplayed(found)
    made = [
        replace(
            card,
            game=shown.get(key),
            example=examples.command(run, shown[key]) if key in shown else "",
            notes=_notes(card, unplayed),
            is_unplayed=bool(_notes(card, unplayed)),
        )
        for key, card in known.items()
    ]
    if not made:  # a game without cards may name no sides either
        return Cards(())
    linked = _linked(ranked([each for each in made if each.measures], run.sides, run.side_name(run.sides[0])))
    return Cards(replace(card, notes=(*card.notes, *reading(card))) for card in linked)


def find(known: Cards, name: str, seat: str | None = None) -> Card:
    """Return a card by its name, id or key. seat: whose, if several seats have one by that name.

    Raises UnknownCard if there is none, or if there are several.
    """
    found = [each for each in known.named(name) if seat in (None, each.seat)]
    exact = [each for each in found if each.key == name]
    if len(found) == 1 or exact:
        return (exact or found)[0]
    if found:
        raise UnknownCard(f"several are called {name!r}: give one of {', '.join(each.key for each in found)}")
    near = get_close_matches(
        name.casefold(), {word.casefold() for each in known for word in (each.name, each.id)}, 3
    )
    hint = f"; did you mean {' or '.join(near)}?" if near else ""
    raise UnknownCard(f"this run has no card {name!r}{f' of seat {seat!r}' if seat else ''}{hint}")


def _identities(layout: Layout) -> dict[Key, Card]:
    """Return the things that have records, without measures."""
    names = {
        family.items: Asked(family, family.questions[0])
        for family in reversed(layout.declared.families)
        if family.questions
    }
    found: dict[Key, Card] = {}
    for items in measured.families(layout.declared):
        for row in layout.catalogue.get(items) or ():
            key = (items, row.get("seat") or "", row["id"])
            if key in found:
                found[key] = replace(found[key], copies=found[key].copies + 1)
            else:
                found[key] = _identity(layout, items, row, _kind(layout, items, row, names[items]))
    return _keyed(found)


def _kind(layout: Layout, items: str, row: Mapping, asked: Asked) -> str:
    """Return what the game calls a thing: by the family of its side's own if several have the same list."""
    families = [each for each in layout.declared.families if each.items == items]
    if len(families) > 1 and row.get("side") in layout.opponents:
        return next(
            (each.one for each in families if any(q.kind == "dealt" for q in each.questions)), asked.one
        )
    return families[0].one


def _identity(layout: Layout, items: str, row: Mapping, kind: str) -> Card:
    """Return a thing of the catalogue as a card without measures."""
    side, seat = row.get("side") or "", row.get("seat") or ""
    return Card(
        key="",
        id=row["id"],
        name=row["name"],
        items=items,
        kind=kind,
        called=_called(layout, side, kind),
        side=side,
        seat=seat,
        side_name=layout.side_name(side) if side else "",
        decks=_decks(layout, row),
        copies=int(row.get("copies") or 1),
        text=row.get("text") or "",
        printed=_printed(layout, items, row),
    )


def _called(layout: Layout, side: str, kind: str) -> str:
    """Return the words for a thing of a side: "Free Peoples card", "player card", "Hunt tile"."""
    return kind if not side or side in layout.opponents else layout.thing_of(side, kind)


def _decks(layout: Layout, row: Mapping) -> tuple[str, ...]:
    """Return the deck of a thing: by the name of its seat's, if it is that, else by its own."""
    own, seat = row.get("deck") or "", row.get("seat") or ""
    if not own or (row.get("side") in layout.opponents):
        return ()
    named = {each["id"]: each.get("deck_name") or each.get("name") for each in layout.catalogue["seats"]}
    decks = {each["id"]: each.get("deck") for each in layout.catalogue["seats"]}
    return (named[seat] if decks.get(seat) == own and named.get(seat) else words.human(own),)


def _printed(layout: Layout, items: str, row: Mapping) -> dict[str, str]:
    """Return the facts and numbers of a thing in words."""
    facts = {
        fact.id: fact for family in layout.declared.families if family.items == items for fact in family.facts
    }
    found = {}
    for key, value in row.items():
        if key in OWN or value in (None, "", 0) or not isinstance(value, str | int | float):
            continue
        if len(str(value)) <= SHORT:
            label = facts[key].label if key in facts else words.capital(words.human(key))
            found[label] = _named(layout, facts.get(key), value)
    return found | dict(row.get("printed") or {})


def _named(layout: Layout, fact: Fact | None, value: object) -> str:
    """Return the value of a fact in words."""
    listed = layout.catalogue.get(fact.names) if fact is not None and fact.names else None
    return words.human({each["id"]: each["name"] for each in listed or ()}.get(value, value))


def _keyed(found: dict[Key, Card]) -> dict[Key, Card]:
    """Give every card its address: its id, with the seat or the list where several things share it."""
    ids = Counter(identifier for _, _, identifier in found)
    seats = Counter((seat, identifier) for _, seat, identifier in found)
    keyed = {}
    for key, card in found.items():
        items, seat, identifier = key
        own = identifier if ids[identifier] == 1 else f"{identifier}.{seat or items}"
        keyed[key] = replace(card, key=own if seats[seat, identifier] == 1 else f"{identifier}.{items}")
    return keyed


def _add(
    known: dict[Key, Card], own: Mapping[Key, Sequence[Measure]], others: Iterator[measured.Found]
) -> None:
    """Add measures to the cards.

    others: of changes, which name a seat only where a deck has the thing; their ids may be those of variants,
    words with dots between them.
    """
    places = defaultdict(list)
    for key in known:
        places[key[2]].append(key)
    added: dict[Key, list[Measure]] = defaultdict(list)
    for key, measures in own.items():
        added[key] += measures
    for seat, identifier, measure in others:
        word = next((word for word in identifier.split(".") if word in places), identifier)
        for key in places.get(word, ()):
            if not seat or key[1] in ("", seat):
                added[key].append(measure)
    for key, measures in added.items():
        if key in known:
            known[key] = known[key].with_measures(measures)


def _linked(cards: Sequence[Card]) -> list[Card]:
    """Return the cards with the keys of the others in their pairs, which are "seat/id" until then."""
    keys = {f"{card.seat}/{card.id}": card.key for card in cards}

    def linked(measure: Measure) -> Measure:
        return replace(measure, other=keys.get(measure.other, "")) if measure.other else measure

    return [replace(card, measures=tuple(map(linked, card.measures))) for card in cards]


def _unplayed(found: Frames) -> dict[tuple[str, str], dict]:
    """Return (seat, id) -> row of the cards that are held and not played."""
    tables = [frame for name, frame in found.items() if name.endswith("_unplayed") and len(frame)]
    rows = pd.concat(tables).to_dict("records") if tables else []
    return {(row.get("seat") or "", row["id"]): row for row in rows}


def _notes(card: Card, unplayed: Mapping[tuple[str, str], dict]) -> tuple[str, ...]:
    """Return what to know before reading the measures: whether the bots play the card at all."""
    row = unplayed.get((card.seat, card.id)) if card.part("use") else None
    return (UNPLAYED.format(held=int(row["games_held"]), played=int(row["games_played"])),) if row else ()
