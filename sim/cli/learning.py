"""The command that learns from games of bots: learn (what positions are worth)."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sim.cli import options as opt
from sim.cli.app import app


@app.command(short_help="Learn what positions are worth, for bots that search.")
def learn(
    targets: opt.Targets,
    games: Annotated[
        int | None,
        typer.Option(
            "--games",
            "-n",
            metavar="N",
            min=1,
            help="Games to learn from, at all targets together; 20,000 if not given.",
            show_default=False,
        ),
    ] = None,
    seed: opt.Seed = None,
    jobs: opt.Jobs = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", "-o", metavar="FILE.csv", help="The file to write; a new one in runs/ if not given."
        ),
    ] = None,
    bot: opt.Bots = None,
    switch: opt.Switches = None,
    overlay: opt.Overlay = None,
    deck: opt.Decks = None,
    quiet: opt.QuietFlag = False,
) -> None:
    """Learn from games of bots what positions at the beginning of a round are worth.

    A bot that searches then plays its simulated games only a few rounds on, which is much faster than to the
    end. Scenarios that come with the game have such values already; this is for scenarios, decks and
    overlays of your own. It prints how well the values foretell games that they were not learnt from.

    Several targets are tables whose games are learnt from together, in equal parts, for values that hold at
    all of them. Their scenarios, decks and players may differ, not their sides. Options hold for all of them.

    The same seed gives the same file, whatever --jobs is.

    \b
    Examples:
      mazarbul learn card_game/duel
      mazarbul learn my_scenario.toml --games 50000 --out my_scenario.csv
      mazarbul learn "lotr_lcg/passage_through_mirkwood player1=spirit" \\
          "lotr_lcg/passage_through_mirkwood player1=tactics player2=lore" --games 50000
    """
    from sim.runner import options
    from sim.runner.progress import display
    from studies.learning import GAMES
    from studies.learning import learn as work

    what = opt.what(games, seed, bot, switch, overlay, deck)
    experiments, execution = options.choose_tables(targets, what, opt.how(out, jobs), default_games=GAMES)
    for line in work(experiments, execution, display(quiet=quiet)).lines():
        typer.echo(line)
