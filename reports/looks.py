"""How charts distinguish the scenarios of a study."""

SHADES = ("ink", "side3", "side4", "sky", "amber", "quiet")
MARKS = ("o", "s", "D", "^", "v", "P")
MIN_GAMES = 100  # least number of games behind a point in a chart; the tables show all
