"""Reads saved runs and turns them into tables; knows no game, imports nothing that plays one.

    from analysis import load_run
    run = load_run("runs/trilogy")
    scenarios.win_rates(run)          # a pandas table

One module per question: `scenarios` (who wins, how games end), `lead` (when games are decided), `decks`,
`places`, `cards` (what went together with them), `regression` (what each is worth), `pairs` (what two are
worth together); `estimates` holds the arithmetic of rates, means and differences that all of them share, and
`counting` what is counted of the games.
"""

from analysis.layout import Field
from analysis.run import Run, RunError, load_run

__all__ = ["Field", "Run", "RunError", "load_run"]
