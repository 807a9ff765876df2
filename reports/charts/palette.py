"""The colours of pages and charts by name, on light and on dark paper, and the marks of sides.

Charts name colours; a page has each of them as a CSS variable, so that it can be light or dark. Text has a
contrast of at least 4.5 to the paper and marks at least 3 (WCAG AA), here and behind a target band.
"""

from __future__ import annotations

INK, QUIET, PALE, PAPER = "ink", "quiet", "pale", "paper"
SIDE_COLOURS = ("side1", "side2", "side3", "side4")  # after Okabe and Ito
SIDE_MARKERS = ("o", "s", "D", "^")
#: Looks of a series beside one that has the looks of the sides.
BESIDE = {"colours": PALE, "markers": "v"}
HIGH, LOW = "high", "low"  # ends of a matrix: values far above and far below the middle
LAND = ("land1", "land2", "land3", "land4")  # of a map, from nothing to the highest value

LIGHT = {
    "paper": "#ffffff",
    "ink": "#222222",
    "quiet": "#5f6368",
    "pale": "#80868d",
    "rule": "#d9dcdf",
    "wash": "#f5f6f5",
    "band": "#eef1ee",
    "accent": "#1f4e79",
    "side1": "#0072b2",
    "side2": "#d55e00",
    "side3": "#00906a",
    "side4": "#c4669a",
    "sky": "#3288be",
    "amber": "#b57d00",
    "early": "#748a98",
    "middle": "#4f6b7d",
    "late": "#12293a",
    "high": "#4a9bcc",
    "low": "#e38b47",
    "land1": "#f7f5ef",
    "land2": "#e9b872",
    "land3": "#d55e00",
    "land4": "#7a2f00",
}
DARK = {
    "paper": "#17191b",
    "ink": "#e6e7e8",
    "quiet": "#a4a9af",
    "pale": "#858c93",
    "rule": "#3a3f44",
    "wash": "#202326",
    "band": "#25302b",
    "accent": "#64a2dc",
    "side1": "#5aaee6",
    "side2": "#f0883e",
    "side3": "#2fbf94",
    "side4": "#e08fbe",
    "sky": "#a5dbfa",
    "amber": "#f2c14e",
    "early": "#7d98a9",
    "middle": "#9db7c7",
    "late": "#dcebf5",
    "high": "#14608f",
    "low": "#944509",
    "land1": "#2a2d2f",
    "land2": "#6b4a1e",
    "land3": "#d97a2b",
    "land4": "#ffd9a0",
}
