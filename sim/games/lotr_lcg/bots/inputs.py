"""The inputs of the network of this game's bots; `bots.noting` finds those that are 1.

Cards are known by what is printed on them and by where they are from the deciding player's point of view, so
that one network plays all decks, seats and numbers of players.
"""

from __future__ import annotations

from functools import cache

from mazarbul.sim.bots.inputs import GAPS, Inputs, Rows
from mazarbul.sim.games.lotr_lcg.bots.deeds import WAYS
from mazarbul.sim.games.lotr_lcg.ids import PHASE_NAMES

CARD, STAGE = "card", "stage"
CARD_N, STAGE_N = 136, 16  # numbers of printed cards and stages, and some to spare
THINGS = {CARD: CARD_N, STAGE: STAGE_N}
KINDS = 48
WHERES = 14  # ways a card lies; see `noting.note_cards`
LEFT = 6  # hit points that are told apart
STRENGTHS = 25  # of willpower and threat
MARGINS, LEAST_MARGIN = 30, -14
WINDOWS = 20

STATE = Rows(THINGS)
AT_DECISION = STATE.add("decision", KINDS)
AT_PHASE = STATE.add("phase", len(PHASE_NAMES))
AT_ROUND = STATE.add("round", 16)
AT_STAGE = STATE.add("stage", STAGE)
AT_NEED = STATE.add("progress needed", 26)
AT_THREAT = STATE.add("threat", 26)
AT_OTHER_THREAT = STATE.add("highest threat of others", 26)
AT_IN_GAME = STATE.add("players in the game", 5)
AT_PLAYERS = STATE.add("players", 5)
AT_FIRST = STATE.add("first player", 1)
AT_HERO = STATE.add("hero", 2, CARD)
AT_STAGING = STATE.add("threat in staging", STRENGTHS)
AT_MARGIN = STATE.add("margin", MARGINS)
AT_WILLPOWER = STATE.add("willpower", 2, STRENGTHS)
AT_ATTACK = STATE.add("attack", 16)
AT_FOES = STATE.add("enemies engaged", 2, 8)
AT_FOE_ATTACK = STATE.add("their attack", 16)
AT_HAND = STATE.add("hand", 12)
AT_RESOURCES = STATE.add("resources", 16)
AT_DECK = STATE.add("encounter deck", 12)
AT_WINDOW = STATE.add("window", WINDOWS)
AT_CLAIMED = STATE.add("objectives claimed", 4)
AT_FREE = STATE.add("objectives free", 4)
AT_CAPTIVE = STATE.add("prisoner", 3)
AT_ACTIVE = STATE.add("quest points of the location", 9)
AT_ABOUT = STATE.add("about", 3, CARD)
AT_CARD = STATE.add("card", CARD, WHERES)
AT_LEFT = STATE.add("hit points left", CARD, LEFT)

OPTION = Rows(THINGS)
TO_KIND = OPTION.add("kind", KINDS)
TO_GAP = OPTION.add("gap", GAPS)
TO_CARD = OPTION.add("card", CARD, len(WAYS))
TO_NOTHING = OPTION.add("nothing to", KINDS)
TO_WHOSE = OPTION.add("whose", 5, 2)
TO_LEFT = OPTION.add("hit points left", 2, 8)
TO_NUMBER = OPTION.add("number", KINDS, 4)
TO_SWING = OPTION.add("worth of committing", 24)


@cache
def known() -> dict[str, list[str]]:
    """Return the ids of the printed cards and stages that have numbers."""
    from mazarbul.sim.games.lotr_lcg.content.loading import printed

    rows = printed().rows
    found = {CARD: [*sorted(rows["card"]), *sorted(rows["encounter"])], STAGE: sorted(rows["stage"])}
    return {sort: (ids + [""] * THINGS[sort])[: THINGS[sort] - 1] for sort, ids in found.items()}


UNIT = 0.25  # points of the heuristic's scores
INPUTS = Inputs(STATE, OPTION, known, most=640, each=7, unit=UNIT)
