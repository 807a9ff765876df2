"""The words for numbers and conditions. They are pure: nothing changes when they are evaluated.

Marks of words are the names of the triggers whose texts know them; a word without a mark is known everywhere.
`battle` stands for the texts of a battle: those of tactics, and on `battle_start` and `first_round`.
Registers that a text reads must be filled by an earlier statement of the same text (see vocabulary.py).
"""

from __future__ import annotations

from mazarbul.sim.effects import NUMBER, Condition, Quantity, Word, optional
from mazarbul.sim.games.board_game.content.arguments import (
    ANY_NATION,
    ARMIES,
    FIGURES,
    NATIONS,
    PART,
    PIECES,
    REGIONS,
    SIDE,
)

BATTLE = "battle"

VALUE_WORDS: tuple[Word, ...] = (
    Quantity("regions", "how many regions are in the set (BG-20.1)", regions=REGIONS),
    Quantity("armies", "how many Armies are in the set (BG-20.1)", armies=ARMIES),
    Quantity(
        "figures",
        "how many figures are in the set; Leaders or plain Nazgûl count as one (BG-20.1)",
        figures=FIGURES,
    ),
    Quantity("nations", "how many Nations are in the set (BG-20.1)", nations=NATIONS),
    Quantity(
        "units",
        "units of a Nation, or of `any`, in these Armies (BG-1.8)",
        armies=ARMIES,
        nation=optional(ANY_NATION, "any"),
    ),
    Quantity(
        "standing",
        "figures of the set in these Armies, each plain Nazgûl and Leader counted (BG-1.8)",
        figures=FIGURES,
        armies=ARMIES,
    ),
    Quantity("level", "the highest Level among these Characters; 0 without any (BG-8.1)", figures=FIGURES),
    Quantity("corruption", "Corruption now (BG-1.15)"),
    Quantity("progress", "Progress now (BG-1.15)"),
    Quantity("x", "the number chosen (BD-47)"),
    Quantity("rolled", "the result of the last `roll`, or the number of the tile drawn last for it (BG-7.2)"),
    Quantity("min", "the smaller of two numbers (BG-20.1)", a=NUMBER, b=NUMBER),
    Condition("hidden", "the Fellowship is hidden (BG-15.5)"),
    Condition("on_mordor_track", "the Fellowship is on the Mordor Track (BG-16)"),
    Condition("drawn", "the tile of the last `draw_tile` was drawn, and not void (BG-14.7)"),
    Condition(
        "revealing",
        "the tile being resolved shows Reveal, which no rule or text ignores (BG-14.14, BG-14.17)",
        "tile_drawn damage",
    ),
    Quantity(
        "present",
        "figures of the set that take part on a side, each Leader and plain Nazgûl, muted ones too (BG-11.2)",
        BATTLE,
        figures=FIGURES,
        who=optional(SIDE, "own"),
    ),
    Quantity(
        "fighting",
        "units of a side that take part: of these sorts, and of a Nation or `any` (BG-11.2)",
        BATTLE,
        pieces=PIECES,
        who=optional(SIDE, "own"),
        nation=optional(ANY_NATION, "any"),
    ),
    Quantity(
        "hit_points",
        "hits that the participating units of a side can take: 1 a Regular, 2 an Elite (BG-12.7)",
        BATTLE,
        who=optional(SIDE, "own"),
    ),
    Quantity(
        "leadership",
        "Leadership of a side now, without what is forfeited, muted or cancelled (BG-11.9, BG-12.5)",
        BATTLE,
        who=optional(SIDE, "own"),
    ),
    Quantity(
        "nazgul_leadership",
        "Leadership of Nazgûl now, without what is forfeited or cancelled (BG-11.11, BG-12.5)",
        BATTLE,
    ),
    Quantity(
        "hits",
        "hits that a side has scored in this round, in that part of it (BG-11.6)",
        BATTLE,
        who=SIDE,
        part=PART,
    ),
    Condition("attacking", "the own side attacks (BG-11.1)", BATTLE),
    Condition("in_siege", "the defender is in a box: an assault (BG-13.7)", BATTLE),
    Condition("played_card", "that side uses a Combat card in this round (BG-12.1)", BATTLE, who=SIDE),
)
