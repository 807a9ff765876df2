"""Counting games: statistics whose totals add up, so that games can be counted anywhere and in any pieces.

Every statistic counts a batch of rows into whole numbers. `analysis.run` sums them over the rows of a run,
or adds up what was counted where the games were played; the tables are arithmetic on the totals.
"""
