"""Reads saved runs and turns them into tables; knows no game, imports nothing that plays one.

    from analysis import load_run
    run = load_run("runs/trilogy")
    scenarios.win_rates(run)          # a pandas table

What is asked of every game: `scenarios` and `outcome` (who wins, how games end), `lead` and `course` (when
they are decided). What a game asks of the things that it declares: `held` with `regression` and `pairs` (what
each is worth, and two together), `lost`, `picked`, `dealt`, `shared`. `estimates` holds the arithmetic of
all of them, and `counting` what is counted of the games.
"""

from analysis.declared import Field
from analysis.run import Run, RunError, load_run

__all__ = ["Field", "Run", "RunError", "load_run"]
