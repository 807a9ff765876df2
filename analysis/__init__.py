"""Reads saved runs and turns them into tables; depends on no game and imports nothing that plays one.

    from mazarbul.analysis import load_run
    run = load_run("runs/trilogy")
    scenarios.win_rates(run)          # a pandas table

For every game: `scenarios` and `outcome` (who wins, how games end), `lead` and `course` (when games are
decided). For the things that a game declares: `held` with `regression` and `pairs` (what each is worth, and
two together), `lost`, `picked`, `dealt`, `shared`. `estimates` has the arithmetic of all of them, and
`counting` the statistics that are counted.
"""

if __name__ == "analysis":  # found by its folder, in a checkout: the right module takes its place
    __import__("mazarbul")

from mazarbul.analysis.run import Run, load_run
from mazarbul.analysis.sealed import RunError
from mazarbul.formats.declared import Field

__all__ = ["Field", "Run", "RunError", "load_run"]
