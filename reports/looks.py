"""How the scenarios of a study are told apart in figures."""

SHADES = ("#222222", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#5f6368")
MARKS = ("o", "s", "D", "^", "v", "P")
MIN_GAMES = 100  # a point of a chart rests on at least so many games; the tables show all
