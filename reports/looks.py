"""How charts distinguish the scenarios of a study, and what they mark."""

SHADES = ("ink", "side3", "side4", "sky", "amber", "quiet")
MARKS = ("o", "s", "D", "^", "v", "P")
DECIDED = 0.75  # of games: the findings say when the side ahead first wins this often
ENOUGH = 30  # least number of games behind a sentence on one thing; with fewer, nothing is said of it
MIN_GAMES = 100  # least number of games behind a point in a chart; the tables show all
#: Stands once on every page.
RELATIVE = (
    "Every figure is relative to the bots that played. Its 95% interval stands in brackets, its number of "
    "games is n. What is named or drawn as the largest of many is drawn in, and its interval widened, to "
    "allow for that choice; tables have it as measured."
)
