"""What the numbers in effect texts of the Card Game count, for readers of reports."""

from __future__ import annotations

#: word.parameter -> what the number counts: "cards drawn 2 \N{RIGHTWARDS ARROW} 3".
PHRASES = {
    "draw.n": "cards drawn",
    "cycle.n": "cards cycled",
    "forsake.n": "cards forsaken",
    "eliminate.n": "cards eliminated",
    "take.most": "cards taken at most",
    "take.least": "cards taken at least",
    "dig.n": "cards drawn aside",
    "dig.eliminate": "cards of those aside eliminated",
    "dig.play": "cards of those aside played",
    "dig.cycle": "cards of those aside cycled",
    "token.n": "tokens put",
    "corruption.n": "corruption added",
    "icons.n": "icons more",
    "carryover.n": "carryover limit raised by",
    "draw_bonus.n": "cards more in the draw step",
}
