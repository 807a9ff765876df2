"""Tables records for tests: made once, and read by the names of cards."""

from __future__ import annotations

from functools import cache

from mazarbul.sim.games.lotr_lcg import ids
from mazarbul.sim.games.lotr_lcg.content.layout import DEFINITION_BITS
from mazarbul.sim.games.lotr_lcg.content.loading import load_data
from mazarbul.sim.games.lotr_lcg.content.tables import make_tables

QUESTS = ("passage_through_mirkwood", "journey_down_the_anduin", "escape_from_dol_guldur")
STARTERS = ("leadership", "tactics", "spirit", "lore")
ALL = {f"player{i}": deck for i, deck in enumerate(STARTERS, 1)}


@cache
def printed(quest=QUESTS[0]):
    """Return the tables of a quest for all four starter decks."""
    return make_tables(load_data(quest, decks=ALL))


def tables(overlay=None, quest=QUESTS[0], **decks):
    """Return the tables of a changed game."""
    return make_tables(load_data(quest, overlay=overlay, decks=decks or ALL))


def changed(card, *effects, table="card", **keys):
    """Return the overlay that gives a card other effects, and other values for keys."""
    return {table: {card: {"effects": list(effects), **keys}}}


def numbers(ct, name, quest=0):
    """Return the numbers of the copies of a card."""
    return [card.index for card in ct.cards[quest] if card.id == name]


def effects_of(ct, source):
    """Return the rows of `effects` of a source."""
    t = ct.record[0]
    return [t.effects[i] for i in range(t.effect_first[source], t.effect_first[source] + t.effect_n[source])]


def modifiers_of(ct, source):
    """Return the rows of `modifiers` of a source as (code, condition, what, n)."""
    t = ct.record[0]
    first = t.modifier_first[source]
    return [t.modifiers[i].tolist() for i in range(first, first + t.modifier_n[source])]


def rows_from(ct, row):
    """Return the operation rows from one to the end of its list."""
    rows, found = ct.record[0].rows, []
    while rows[row, 0] != 0:
        found.append(rows[row].tolist())
        row += 1
    return found


def holds(ct, cards, card, form=0):
    """Tell whether a card in a form belongs to a set, whatever changes in the game."""
    t = ct.record[0]
    definition = int(t.form_definition[card, form])
    return bool(
        int(t.set_definitions[cards, definition // DEFINITION_BITS]) >> definition % DEFINITION_BITS & 1
    )


def in_masks(masks, card):
    """Tell whether a card is in masks by block."""
    return bool(int(masks[card // ids.BLOCK]) >> card % ids.BLOCK & 1)
