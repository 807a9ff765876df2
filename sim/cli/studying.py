"""The command that asks everything of several scenarios: study."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from mazarbul.sim.cli import completing
from mazarbul.sim.cli import options as opt
from mazarbul.sim.cli.app import app
from mazarbul.sim.cli.tail import DONE, REPORTED, SPREAD, Work, tail


@app.command(short_help="Study several scenarios and write one design report.")
@tail(DONE, SPREAD, REPORTED, ["plays"])
def study(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="STUDY",
            help="A study's file, or the name of one that comes with mazarbul, such as lotr_lcg.",
            autocompletion=completing.studies,
        ),
    ],
    games: Annotated[
        int | None,
        opt.games("Games per scenario, and the maximum for any part."),
    ] = None,
    one_file: opt.OneFile = False,
    *,
    work: Work,
) -> None:
    """Play all scenarios of a study, answer its questions and write one design report.

    It takes hours; --games 2000 gives a first look. The report has a start page with the findings, and pages
    for every scenario.

    --dry-run measures the speed of the bots for a moment and prints what would be played, how many games each
    part has and about how long it takes here.

    \b
    Examples:
      mazarbul study card_game --dry-run
      mazarbul study card_game
      mazarbul study card_game --games 5000 --out runs/quick
      mazarbul study card_game --resume --out runs/quick
    """
    from mazarbul.sim.runner import options
    from mazarbul.sim.runner.experiment import STUDIES, find
    from mazarbul.studies import study as studies

    work.check_plays()
    wanted, folder = studies.load_study(find(file, STUDIES))
    execution = options.execution(work.how)
    if work.foretells(
        wanted.title, execution, lambda _planned: studies.planned(studies.scenes(wanted, folder, games))
    ):
        return
    path = studies.play(wanted, folder, execution, work.display, games=games, resume=work.resume)
    work.report(path, one_file=one_file)
