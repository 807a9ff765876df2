"""Counting games: statistics whose totals add up, so that games can be counted anywhere, in any batches.

Every statistic turns a batch of rows into whole numbers. `mazarbul.analysis.run` sums them over the rows of a
run, or adds up the counts made where the games were played; the tables are arithmetic on the totals.
"""
