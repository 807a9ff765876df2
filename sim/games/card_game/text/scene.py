"""The table of this game as others show it: locations in the middle, then the cards of each seat."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from mazarbul.sim.engine.bits import members
from mazarbul.sim.games.card_game import ids
from mazarbul.sim.games.card_game.rules.rounds import score
from mazarbul.sim.games.card_game.text.names import Names
from mazarbul.sim.games.card_game.text.view import unseen
from mazarbul.sim.games.scene import Area, Counter, Form, Group, Piece, Scenery, Thing, Zone, counters, human

#: Factions in the colours of their cards.
HUES = {
    "dunedain": 225, "elf": 150, "dwarf": 60, "hobbit": 115, "rohan": 90, "wizard": 250,
    "mordor": 25, "isengard": 345, "monstrous": 310, "southron": 45,
}  # fmt: skip
LOCATIONS = (Group("free_peoples", "Free Peoples", 240), Group("shadow", "Shadow", 30), Group("path", "Path"))
#: Word of a seat's zone -> its title, zone and form; all but the first three are hidden while empty.
OWN: dict[str, tuple[str, int, Form]] = {
    "reserve": ("Reserve", ids.IN.RESERVE, "cards"),
    "hand": ("Hand", ids.IN.HAND, "cards"),
    "deck": ("Draw deck", ids.IN.DECK, "pile"),
    "resolving": ("Resolving", ids.IN.RESOLVING, "cards"),
    "limbo": ("Set aside", ids.IN.LIMBO, "cards"),
    "cycle_pile": ("Cycle pile", ids.IN.CYCLE_PILE, "pile"),
    "eliminated": ("Eliminated", ids.IN.ELIMINATED, "pile"),
}
KEPT = ("reserve", "hand", "deck", "cycle_pile", "eliminated")


def groups(names: Names) -> list[Group]:
    """Return the factions, and the sorts of locations."""
    factions = names.setup.catalogue["factions"]
    return [Group(row["id"], row["name"], HUES.get(row["id"], -1), row["side"]) for row in factions] + list(
        LOCATIONS
    )


def things(names: Names) -> list[Thing]:
    """Return the cards and the locations."""
    cards = [_card(names, card) for card in names.cards]
    return cards + [_location(names, place) for place in names.places]


def _card(names: Names, card: int) -> Thing:
    """Return a card as printed; each copy is a thing of its own."""
    entry = names.entries[card]
    icons = zip(ids.ICON, names.tables.icons[card], strict=True)
    facts = tuple(Counter(ICONS[kind], int(n)) for kind, n in icons if n)
    return Thing(names.card(card), entry["name"], entry["type"], entry["faction"], facts, entry["text"])


ICONS = {
    ids.ICON.PATH: "path",
    ids.ICON.BG_ATTACK: "attack",
    ids.ICON.BG_DEFENSE: "defense",
    ids.ICON.LEAD_ATTACK: "leads attack",
    ids.ICON.LEAD_DEFENSE: "leads defense",
}


def _location(names: Names, place: int) -> Thing:
    """Return a location as printed."""
    entry = names.place_entries[place]
    is_path = entry["kind"] == "path"
    kind = f"path {entry['number']}" if is_path else "battleground"
    facts = (Counter("defense", int(entry["defense"])), Counter("VP", int(entry["vp"])))
    return Thing(_place(names, place), entry["name"], kind, "path" if is_path else entry["side"], facts,
                 entry["text"])  # fmt: skip


def _place(names: Names, place: int) -> str:
    """Return the id of a location as a thing; a card may have the same id."""
    return f"place:{names.place(place)}"


# The table ----------------------------------------------------------------------------------------


def areas(names: Names) -> list[Area]:
    """Return the table: the round, the locations, what each side has won, and the zones of each seat."""
    bgs = [place for place in names.places if place < ids.BATTLEGROUNDS]
    fields = (
        Area("path", "Path", "place"),
        *(Area(f"battleground:{b}", "Battleground", "place") for b in bgs),
    )
    seats = names.setup.catalogue["seats"]
    return [
        Area("round", "Round", "counters", is_shown=True),
        Area("locations", "Active locations", "group", fields, is_shown=True),
        *(_seat_area(seat) for seat in seats),
        Area("won", "Locations", "group", tuple(_side_areas(names)), is_shown=True),
    ]


def _seat_area(seat: Mapping[str, str]) -> Area:
    """Return the area of a seat."""
    own = tuple(
        Area(f"{word}:{seat['id']}", title, form, seat=seat["id"], side=seat["side"], is_shown=word in KEPT)
        for word, (title, _, form) in OWN.items()
    )
    return Area(f"seat:{seat['id']}", seat["name"], "group", own, seat["id"], seat["side"], is_shown=True)


def _side_areas(names: Names) -> Iterable[Area]:
    """Yield the areas of each side's locations, and the path deck."""
    for side in names.setup.catalogue["sides"]:
        key, name = side["id"], side["name"]
        yield Area(f"scored:{key}", f"Won by {name}", "pile", side=key, is_shown=True)
        yield Area(f"battlegrounds:{key}", f"{name} battlegrounds", "pile", side=key, is_shown=True)
    yield Area("paths", "Path deck", "pile", is_shown=True)


def zones(names: Names, s: np.record) -> dict[str, Zone]:
    """Return what lies where."""
    found, now = {"round": Zone(counters=_round(names, s))}, _Cards(names, s)
    if s.path != ids.NONE:
        found["path"] = _fought(now, ids.BATTLEGROUNDS + int(s.path), ids.IN.PATH)
    for b in members(s.active):
        found[f"battleground:{b}"] = _fought(now, b, ids.IN.BATTLEGROUND + b)
    for seat, name in enumerate(names.seats):
        found[f"seat:{name}"] = Zone(counters=_seat_counters(names, s, seat))
        for word, (_, zone, _) in OWN.items():
            found[f"{word}:{name}"] = now.zone(_deck(s, seat) if word == "deck" else now.held(seat, zone))
    for side, name in enumerate(names.sides):
        won = [*members(s.bg_area[side]), *(ids.BATTLEGROUNDS + p for p in members(s.path_area[side]))]
        found[f"scored:{name}"] = _places(names, won)
        found[f"battlegrounds:{name}"] = _places(names, members(s.bg_deck[side]))
    found["paths"] = _places(names, [ids.BATTLEGROUNDS + p for p in members(s.path_deck)])
    return found


class _Cards:
    """All cards at one moment, read at once: a field of a record is slow to read."""

    def __init__(self, names: Names, s: np.record) -> None:
        self.names, self.s = names, s
        self._in = s.in_zone.tolist()  # [seat][zone] set of cards of the seat's side
        self._first = (names.tables.seat_side * ids.SIDE_CARDS).tolist()
        self._marks = self._tokens()
        self._items: dict[int, list[int]] = {}  # wielder -> its items
        for seat in range(len(names.seats)):
            for item in self.held(seat, ids.IN.WIELDER):
                self._items.setdefault(int(s.wielder[item]), []).append(item)

    def held(self, seat: int, zone: int) -> list[int]:
        """Return the cards a seat owns in a zone, as kernel numbers."""
        return [self._first[seat] + i for i in members(self._in[seat][zone])]

    def zone(self, cards: Iterable[int]) -> Zone:
        """Return cards that lie together."""
        return Zone(tuple(map(self.piece, cards)))

    def piece(self, card: int) -> Piece:
        """Return a card with its tokens and items."""
        on = tuple(map(self.piece, self._items.get(card, ())))
        return Piece(self.names.card(card), marks=self._marks.get(card, ()), on=on)

    def _tokens(self) -> dict[int, tuple[str, ...]]:
        """Return card -> its tokens in words; cards without any are left out."""
        s, found = self.s, dict[int, list[str]]()
        for word, tokens in (("attack", s.attack_tokens), ("defense", s.defense_tokens)):
            for card in np.flatnonzero(tokens).tolist():
                found.setdefault(card, []).append(f"+{tokens[card]} {word}")
        for card in [side * ids.SIDE_CARDS + i for side in range(ids.SIDE_N) for i in members(s.fresh[side])]:
            found.setdefault(card, []).append("new this round")
        return {card: tuple(words) for card, words in found.items()}


def clock(_names: Names, s: np.record) -> tuple[int, str]:
    """Return the number of the round, and the phase."""
    return int(s.round_number), human(ids.PHASE_NAMES[s.phase])


def _round(names: Names, s: np.record) -> tuple[Counter, ...]:
    """Return the numbers of the game as a whole."""
    seats = [seat["name"] for seat in names.setup.catalogue["seats"]]
    sides = [side["name"] for side in names.setup.catalogue["sides"]]
    points = [int(score(s, names.tables, side)) for side in range(ids.SIDE_N)]
    return (
        *(Counter(name, n) for name, n in zip(sides, points, strict=True)),
        *counters(corruption=int(s.corruption)),
        Counter("starts", seats[names.tables.slots[s.start_slot]]),
    )


def _seat_counters(names: Names, s: np.record, seat: int) -> tuple[Counter, ...]:
    """Return what is on a seat beside its cards."""
    has_ring = names.tables.ring_mode[seat] != ids.RING_MODE.NONE
    ring = ("ready" if s.ring[seat] else "used") if has_ring else None
    passed = any(names.tables.slots[slot] == seat for slot in members(s.passed))
    return counters(Ring=ring, passed="yes" if passed and s.phase == ids.PHASE.ACTION else None)


def _fought(now: _Cards, place: int, zone: int) -> Zone:
    """Return an active location with its tokens and the cards at it, each with its items."""
    names, s = now.names, now.s
    cards = [card for seat in range(len(names.seats)) for card in now.held(seat, zone)]
    is_bare = place < ids.BATTLEGROUNDS and bool(int(s.bare) >> place & 1)
    tokens = counters(
        attack_tokens=int(s.place_attack[place]) or None,
        defense_tokens=int(s.place_defense[place]) or None,
        printed_defense="ignored" if is_bare else None,
    )
    return Zone(now.zone(cards).pieces, tokens, _place(names, place))


def _deck(s: np.record, seat: int) -> list[int]:
    """Return the cards of a draw deck, the top one first."""
    return [int(card) for card in s.order[seat, : s.deck_n[seat]][::-1]]


def _places(names: Names, places: Iterable[int]) -> Zone:
    return Zone(tuple(Piece(_place(names, place)) for place in places))


SCENERY = Scenery(groups, things, areas, zones, clock, unseen)
