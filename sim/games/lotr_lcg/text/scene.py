"""The table of this game as others show it: the quest and its encounter cards, then those of each player."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from mazarbul.sim.engine.bits import has, members
from mazarbul.sim.games.lotr_lcg import ids
from mazarbul.sim.games.lotr_lcg.content.layout import COST_X
from mazarbul.sim.games.lotr_lcg.text.names import Names
from mazarbul.sim.games.lotr_lcg.text.places import (
    attachments_of,
    cards_in,
    deck_of,
    discard_of,
    encounter_cards,
    shadows_of,
)
from mazarbul.sim.games.lotr_lcg.text.view import unseen
from mazarbul.sim.games.scene import Area, Counter, Form, Group, Piece, Scenery, Thing, Zone, counters, human

#: Spheres in the colours of their cards, and the kinds of encounter cards.
GROUPS = (
    Group("leadership", "Leadership", 285, "players"),
    Group("tactics", "Tactics", 5, "players"),
    Group("spirit", "Spirit", 205, "players"),
    Group("lore", "Lore", 130, "players"),
    Group("neutral", "Neutral", -1, "players"),
    Group("enemy", "Enemy", 25, "encounter"),
    Group("location", "Location", 85, "encounter"),
    Group("treachery", "Treachery", 320, "encounter"),
    Group("objective", "Objective", 50, "encounter"),
    Group("stage", "Quest", 40, "encounter"),
)
STATS = ("willpower", "attack", "defense", "hit points", "threat")  # in the order of STAT
#: Word of a player's area -> its title and form; all but the first of each row are hidden while empty.
OWN: dict[str, tuple[str, Form]] = {
    "engaged": ("Engaged enemies", "cards"),
    "cards": ("In play", "cards"),
    "hand": ("Hand", "cards"),
    "deck": ("Deck", "pile"),
    "discard": ("Discard pile", "pile"),
    "on_deck": ("On the deck", "cards"),
    "resolving": ("Resolving", "cards"),
    "aside": ("Set aside", "cards"),
}
KEPT = ("cards", "hand", "deck", "discard")
#: The same for the encounter cards.
ENCOUNTER: dict[str, tuple[str, Form]] = {
    "staging": ("Staging area", "cards"),
    "revealed": ("Revealed", "cards"),
    "loose_shadows": ("Shadow cards", "cards"),
    "elsewhere": ("Elsewhere in play", "cards"),
    "encounter_deck": ("Encounter deck", "pile"),
    "encounter_discard": ("Encounter discard pile", "pile"),
    "encounter_aside": ("Set aside", "pile"),
    "victory": ("Victory display", "pile"),
}
PILES = ("encounter_deck", "encounter_discard")


def groups(_names: Names) -> tuple[Group, ...]:
    """Return the spheres, and the kinds of encounter cards."""
    return GROUPS


def things(names: Names) -> list[Thing]:
    """Return the cards, and the quest cards of this quest."""
    return [_card(names, card) for card in names.cards] + [_stage(entry) for entry in names.stage_entries]


def _card(names: Names, card: int) -> Thing:
    """Return a card as printed; each copy is a thing of its own."""
    entry, t = names.entries[card], names.tables
    group = entry["type"] if card >= ids.ENCOUNTER * ids.BLOCK else entry["faction"]
    numbers: dict[str, int | str] = {label: int(n) for label, n in zip(STATS, t.stats[card], strict=True)}
    kind = entry["type"]
    if kind in ("ally", "attachment", "event"):
        cost = int(t.cost[card])
        numbers = {"cost": "X" if cost == COST_X else cost} | numbers
    numbers |= {"engagement": int(t.engagement[card]) if kind == "enemy" else 0}
    numbers |= {"quest points": int(t.quest_points[card]), "victory points": int(t.victory[card])}
    facts = tuple(Counter(label, n) for label, n in numbers.items() if n or label == "cost")
    return Thing(names.card(card), entry["name"], kind, group, facts, entry["text"])


def _stage(entry: Mapping) -> Thing:
    """Return a quest card as printed."""
    facts = (Counter("quest points", int(entry["quest_points"])),)
    return Thing(
        f"stage:{entry['id']}", entry["name"], f"stage {entry['depth']}", "stage", facts, entry["text"]
    )


# The table ----------------------------------------------------------------------------------------


def areas(names: Names) -> list[Area]:
    """Return the table: the round, the quest, the encounter cards, and the area of each player."""
    quest = (Area("stage", "Quest", "place"), Area("active", "Active location", "place"))
    piles = tuple(
        Area(word, title, form, is_shown=word in PILES) for word, (title, form) in list(ENCOUNTER.items())[1:]
    )
    title, form = ENCOUNTER["staging"]
    staging = Area("staging", title, form, is_shown=True)
    return [
        Area("round", "Round", "counters", is_shown=True),
        Area("quest", "Quest", "group", (*quest, staging, *piles), is_shown=True),
        *(_player(seat) for seat in names.setup.catalogue["seats"]),
    ]


def _player(seat: Mapping) -> Area:
    """Return the area of a player."""
    own = tuple(
        Area(f"{word}:{seat['id']}", title, form, seat=seat["id"], side=seat["side"], is_shown=word in KEPT)
        for word, (title, form) in OWN.items()
    )
    return Area(f"seat:{seat['id']}", seat["name"], "group", own, seat["id"], seat["side"], is_shown=True)


def zones(names: Names, s: np.record) -> dict[str, Zone]:
    """Return what lies where."""
    found = {"round": Zone(counters=_round(names, s)), "stage": _quest(names, s)}
    for word, cards in _encounter(names, s).items():
        found[word] = Zone(_pieces(names, s, cards))
    if s.active != ids.NONE:
        (location,) = _pieces(names, s, [int(s.active)])
        marks = tuple(Counter(mark, "") for mark in location.marks)
        found["active"] = Zone(location.on, marks, location.thing)
    for seat, name in enumerate(names.seats):
        found[f"seat:{name}"] = Zone(counters=_player_counters(s, seat))
        for word, cards in _own(names, s, seat).items():
            found[f"{word}:{name}"] = Zone(_pieces(names, s, cards))
    return found


def clock(_names: Names, s: np.record) -> tuple[int, str]:
    """Return the number of the round, and the phase."""
    return int(s.round_number), human(ids.PHASE_NAMES[int(s.phase)])


def _round(names: Names, s: np.record) -> tuple[Counter, ...]:
    """Return the numbers of the game as a whole."""
    seats = [seat["name"] for seat in names.setup.catalogue["seats"]]
    first = seats[s.first_player] if len(seats) > 1 else None
    return counters(phase=human(ids.PHASE_NAMES[int(s.phase)]), first_player=first)


def _quest(names: Names, s: np.record) -> Zone:
    """Return the current quest card with its progress."""
    needed = int(names.tables.stage_points[s.stage])
    progress = f"{s.quest_progress} of {needed}" if needed else int(s.quest_progress)
    return Zone(counters=counters(progress=progress), place=f"stage:{names.stages[s.stage]}")


def _player_counters(s: np.record, seat: int) -> tuple[Counter, ...]:
    """Return what is said of a player beside the cards."""
    out = ids.ELIMINATIONS[s.eliminated[seat]] if s.eliminated[seat] else None
    return counters(threat=int(s.threat[seat]), eliminated=out and f"by {out}")


def _encounter(names: Names, s: np.record) -> dict[str, list[int]]:
    """Return the encounter cards of each area, but those in front of a player and the active location."""
    cards = [card for card in names.cards if card >= ids.ENCOUNTER * ids.BLOCK]
    dealt = {
        shadow
        for enemy in names.cards
        if s.first_shadow[enemy] != ids.NONE
        for shadow in shadows_of(s, enemy)
    }
    taken = set(cards_in(_union(s.engaged))) | set(cards_in(_union(s.controlled))) | {int(s.active)}
    free = [card for card in cards if s.host[card] == ids.NONE and card not in taken]
    staged = set(encounter_cards(s.staging))
    return {
        "staging": [card for card in free if card in staged],
        "revealed": [card for card in cards if s.zone[card] == ids.ZONE.RESOLVING],
        "loose_shadows": [card for card in cards if s.zone[card] == ids.ZONE.SHADOW and card not in dealt],
        "elsewhere": [card for card in free if s.zone[card] == ids.ZONE.PLAY and card not in staged],
        "encounter_deck": deck_of(s, ids.ENCOUNTER),
        "encounter_discard": discard_of(s, ids.ENCOUNTER),
        "encounter_aside": encounter_cards(s.aside),
        "victory": encounter_cards(s.victory),
    }


def _union(masks: np.ndarray) -> list[int]:
    """Return the masks of all players together, one a block. masks: [player, block]."""
    return [int(sum(int(mask) for mask in column)) for column in masks.T]


def _own(names: Names, s: np.record, seat: int) -> dict[str, list[int]]:
    """Return the cards in the areas of a player, those attached to others left out."""
    own = [card for card in names.cards if card // ids.BLOCK == seat]
    engaged = sorted(cards_in(s.engaged[seat]), key=lambda card: int(s.order[card]))
    return {
        "engaged": engaged,
        "cards": [card for card in cards_in(s.controlled[seat]) if s.host[card] == ids.NONE],
        "hand": [seat * ids.BLOCK + i for i in members(s.hand[seat])],
        "deck": deck_of(s, seat),
        "discard": discard_of(s, seat),
        "on_deck": encounter_cards(s.on_deck[seat]),
        "resolving": [card for card in own if s.zone[card] == ids.ZONE.RESOLVING],
        "aside": [card for card in own if s.zone[card] == ids.ZONE.ASIDE],
    }


def _pieces(names: Names, s: np.record, cards: Iterable[int]) -> tuple[Piece, ...]:
    return tuple(_piece(names, s, card) for card in cards)


def _piece(names: Names, s: np.record, card: int) -> Piece:
    """Return a card with its tokens, its attachments and its shadow cards."""
    block, i = divmod(card, ids.BLOCK)
    shadows = tuple(Piece(names.card(shadow), marks=("shadow card",)) for shadow in shadows_of(s, card))
    return Piece(
        names.card(card),
        marks=tuple(_marks(s, card)),
        on=_pieces(names, s, attachments_of(s, card)) + shadows,
        is_exhausted=has(s.exhausted[block], i),
        is_face_down=has(s.face_down[block], i),
    )


def _marks(s: np.record, card: int) -> Iterable[str]:
    """Yield the tokens on a card and its states, in words."""
    block, i = divmod(card, ids.BLOCK)
    for word, numbers in (("damage", s.damage), ("resource", s.tokens), ("progress", s.progress)):
        n = int(numbers[card])
        if n:
            yield f"{n} {word}{'s' if word == 'resource' and n > 1 else ''}"
    if has(s.committed[block], i):
        yield "on the quest"
    if s.captive == card:
        yield "prisoner"
    if block == ids.ENCOUNTER and has(s.guarded, i):
        yield "guarded"


SCENERY = Scenery(groups, things, areas, zones, clock, unseen)
