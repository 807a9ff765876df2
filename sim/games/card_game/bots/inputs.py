"""The inputs of the network of this game's bots; `bots.noting` finds those that are 1."""

from __future__ import annotations

from functools import cache

from mazarbul.sim.bots.inputs import GAPS, Inputs, Rows
from mazarbul.sim.games.card_game.bots import deeds as at
from mazarbul.sim.games.card_game.ids import PHASE_NAMES, ROUNDS, SEATS

CARD, PLACE = "card", "place"
CARD_N, PLACE_N = 128, 48  # numbers of printed cards and places, and some to spare
THINGS = {CARD: CARD_N, PLACE: PLACE_N}
KINDS = 64
WAYS = len(at.WAYS)
LEADS, LEAST_LEAD = 21, -10
MARGINS, LEAST_MARGIN = 12, -6
SORTS = 3  # of active places: a path, one that the seat attacks, one that it defends
OWN_STATES = 11  # of a card: five zones out of play, then as in `placed`
ENEMY_STATES = 7  # as in `placed`, or eliminated
ICONS = at.ICONS
SENT = len(at.SENT)

STATE = Rows(THINGS)
AT_STAGE = STATE.add("stage", ROUNDS + 1)
AT_DECISION = STATE.add("decision", KINDS)
AT_PHASE = STATE.add("phase", len(PHASE_NAMES))
AT_LEAD = STATE.add("lead", LEADS)
AT_CORRUPTION = STATE.add("corruption", 16)
AT_HAND = STATE.add("hand", SEATS, 12)
AT_DECK = STATE.add("deck", SEATS, 8)
AT_PILE = STATE.add("cycle pile", SEATS, 8)
AT_RING = STATE.add("ring", SEATS)
AT_SEAT = STATE.add("seat", SEATS)
AT_PASSED = STATE.add("passed", SEATS + 1)
AT_SURPLUS = STATE.add("surplus", 8)
AT_MOVABLE = STATE.add("movable", 8)
AT_AREA = STATE.add("scored", 2, PLACE)
AT_ACTIVE = STATE.add("active", PLACE)
AT_MARGIN = STATE.add("margin", SORTS, MARGINS)
AT_BOARD = STATE.add("board", SORTS, MARGINS)
AT_PLACE_BOARD = STATE.add("board at", PLACE, MARGINS)
AT_OWN = STATE.add("own card", CARD, OWN_STATES)
AT_ENEMY = STATE.add("enemy card", CARD, ENEMY_STATES)
AT_USED = STATE.add("used", CARD)
AT_SOURCE = STATE.add("text of", CARD)
AT_FOUGHT = STATE.add("combat at", PLACE)
AT_LEFT = STATE.add("icons left", 10)

OPTION = Rows(THINGS)
TO_KIND = OPTION.add("kind", KINDS)
TO_GAP = OPTION.add("gap", GAPS)
TO_CARD = OPTION.add("card", CARD, WAYS)
TO_PLACE = OPTION.add("place", len(at.CHOICES), PLACE)
TO_PLAIN = OPTION.add("plain", len(at.PLAIN))
TO_MARGIN = OPTION.add("margin", at.MARGINS, ICONS, SENT)
TO_BOARD = OPTION.add("board", at.BOARDS, ICONS, SENT)
TO_TARGET = OPTION.add("target", CARD)
TO_DEED = OPTION.add("deed", 8)


@cache
def known() -> dict[str, list[str]]:
    """Return the ids of the printed cards and places that have numbers."""
    from mazarbul.sim.games.card_game.content.loading import printed

    rows = printed().rows
    found = {CARD: sorted(rows["card"]), PLACE: sorted([*rows["battleground"], *rows["path"]])}
    return {sort: (ids + [""] * THINGS[sort])[: THINGS[sort] - 1] for sort, ids in found.items()}


UNIT = 0.25  # victory points
INPUTS = Inputs(STATE, OPTION, known, numbered=("card_number", "place_number"), most=320, each=7, unit=UNIT)
