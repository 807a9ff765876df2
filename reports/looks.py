"""How figures distinguish the scenarios of a study."""

SHADES = ("#222222", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#5f6368")
MARKS = ("o", "s", "D", "^", "v", "P")
MIN_GAMES = 100  # least number of games behind a point in a chart; the tables show all
