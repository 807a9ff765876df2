"""The layout of preferences (see `mazarbul.sim.bots.preferences`): what distinguishes moves.

A move has a preference for what it does and the die that pays, for its card, region, Character or Nation, and
more of them for the situation: how corrupted the Ring-bearers are, how many dice hunt, how near both sides
are to winning the war, and how strong both are where Armies meet.
"""

from __future__ import annotations

from itertools import accumulate

from mazarbul.sim.bots.preferences import Layout
from mazarbul.sim.games.board_game import actions
from mazarbul.sim.games.board_game.ids import CARDS, FACES, FIGURE_N, NATION_N, NONE, REGIONS

STAGES = 8  # of two turns each; later turns are as the last ones

#: Kind -> the number of its choices that are distinguished, if more than one: values of b, or else of a.
BY_B = {
    "allocate": 8,
    "lose": 3,
    "enter": 2,
    "withdraw": 2,
    "continue": 2,
    "use-guide": 2,
    "may": 2,
    "consent": 2,
}
BY_A = {"send": 4, "advance": 4, "package": 6, "casualty": 3, "voice": 2}
NAMES = actions.KINDS.names
COUNTS = [BY_B.get(name, BY_A.get(name, 1)) for name in NAMES]
#: [kind] number of its first deed, how many it has, and whether b distinguishes them.
FIRST = tuple(accumulate(COUNTS, initial=0))[:-1]
DEED_N = tuple(COUNTS)
IS_BY_B = tuple(int(name in BY_B) for name in NAMES)
#: What a seat does, whatever with.
DEEDS = tuple(
    f"{name} {i}" if count > 1 else name or "nothing"
    for name, count in zip(NAMES, COUNTS, strict=True)
    for i in range(count)
)
DICE = (*(f"{face} die" for face in FACES), "no die")

CARD_WAYS = ("play", "force", "discard", "tactic", "card", "text")
REGION_WAYS = ("march to", "strike", "place", "go", "declare", "retreat", "reveal", "region", "army")
FIGURE_WAYS = ("minion", "crown", "rouse", "guide", "join", "rider", "figure", "take")
NATION_WAYS = ("politics", "place", "lose", "nation", "press")
MEETINGS = ("march to", "strike", "place", "retreat", "withdraw", "continue", "tactic", "press")


def way_by_kind(ways: tuple[str, ...]) -> tuple[int, ...]:
    """Return the place of each kind of action among some ways, which begin with its name, or NONE."""
    known = {way.split()[0]: i for i, way in enumerate(ways)}
    return tuple(known.get(name, NONE) for name in NAMES)


# Situations
CORRUPTIONS = ("corruption 0", "corruption 1 to 3", "corruption 4 to 6", "corruption 7 to 9", "corruption 10")
HUNTS = ("no hunters", "1 hunter", "2 hunters", "3 hunters", "4 hunters")
WAYS_LEFT = ("far", "halfway", "near Mordor", "in Mordor")
LACKINGS = ("6 points lacking", "4 points lacking", "3 points lacking", "2 points lacking", "1 point lacking")
ODDS = tuple(f"odds {n}" for n in range(8))

LAYOUT = Layout(STAGES)
AT_DEEDS = LAYOUT.staged(DICE, DEEDS)
AT_CARDS = LAYOUT.staged(CARDS, CARD_WAYS)
AT_FIGURES = LAYOUT.staged(FIGURE_N, FIGURE_WAYS)
AT_NATIONS = LAYOUT.staged(NATION_N, NATION_WAYS)
STAGED = LAYOUT.each
AT_RING = LAYOUT.lasting(CORRUPTIONS, HUNTS, WAYS_LEFT, DEEDS)
AT_WAR = LAYOUT.lasting(LACKINGS, WAYS_LEFT, DEEDS)
AT_REGIONS = LAYOUT.lasting(REGIONS, REGION_WAYS)
AT_MEETING = LAYOUT.lasting(ODDS, MEETINGS)
ROWS = LAYOUT.size
NO_ROW = ROWS
EACH = 6  # most rows of an action
