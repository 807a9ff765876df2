"""A run in a few lines of text, for the terminal."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from analysis import load_run, scenarios
from reports import words
from reports.sections.common import Context
from reports.sections.result import verdict


def lines(run_dir: Path | str) -> Iterator[str]:
    """Yield what was played, each side's win rate with its 95% interval, and how the games ended.

    Raises RunError if the run cannot be read.
    """
    run = load_run(run_dir)
    context = Context(run)
    bots = ", ".join(dict.fromkeys(run.manifest["bots"].values()))
    seed = run.manifest["seed"]
    yield f"{run.catalogue['title']}: {words.count(run.games)} games, seed {seed}, bots: {bots}"
    for row in scenarios.win_rates(run).itertuples():
        judged = verdict(row.win, row.win_low, row.win_high)
        place = {"inside": "inside", "above": "above", "below": "below", "open": "on the edge of"}[
            judged.code
        ]
        yield (
            f"  {context.side(row.side):<12} {row.win:6.1%}  ({row.win_low:.1%} to {row.win_high:.1%}),"
            f" {place} the 45-55% band"
        )
    for row in scenarios.endings(run).itertuples():
        yield f"  {words.human(row.reason):<12} {row.share:6.1%}"
