"""How a run's games are cut into chunks, the unit of work, of writing and of resuming.

A run of N games in chunks of C is the grid

    chunk 0: games 0 .. C-1 | chunk 1: games C .. 2C-1 | ... | last chunk: what is left

so a chunk's number determines its games. No table depends on C.
"""

from __future__ import annotations

LARGEST = 10_000
SMALLEST = 250
MOST_PARTS = 1_000
LARGEST_EVER = 100_000

#: The same for parts with counts, whose size hardly depends on the number of games.
LARGEST_COUNTED = 50_000
LARGEST_COUNTED_EVER = 1_000_000

#: The same for games that take about a second, because a bot is asked for each decision.
LARGEST_SLOW = 100
SMALLEST_SLOW = 10


def default_chunk(games: int, jobs: int, *, is_counted: bool = False, is_slow: bool = False) -> int:
    """Return a chunk size for a run of `games` games on `jobs` workers, both at least 1.

    At most 10,000, so that little is lost when a run is killed, or 50,000 if parts hold counts. A run with
    more than a thousand such parts gets larger ones, so that it has about a thousand. In a small run it is a
    quarter of a worker's share, so that no worker idles long, but at least 250: below that the cost of a part
    outweighs its games. Slow games, which take about a second, are played in chunks of 10 to 100.
    """
    share = -(-games // jobs)
    usual, ever = (LARGEST_COUNTED, LARGEST_COUNTED_EVER) if is_counted else (LARGEST, LARGEST_EVER)
    largest = LARGEST_SLOW if is_slow else min(max(usual, games // MOST_PARTS), ever)
    smallest = SMALLEST_SLOW if is_slow else SMALLEST
    return min(largest, max(-(-share // 4), min(smallest, share)))
