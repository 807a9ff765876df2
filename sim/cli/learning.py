"""The commands that learn from games of bots: learn (what positions are worth), practise (what to prefer)."""

from __future__ import annotations

from typing import Annotated

import typer

from sim.cli import options as opt
from sim.cli.app import app
from sim.cli.pages import tell_found


@app.command(short_help="Learn what positions are worth, for bots that search.")
def learn(
    targets: opt.Targets,
    games: Annotated[
        int | None,
        typer.Option(
            "--games",
            "-n",
            metavar="N",
            parser=opt.positive,
            help="Games to learn from, at all targets together; 20,000 if not given.",
            show_default=False,
        ),
    ] = None,
    seed: opt.Seed = None,
    jobs: opt.Jobs = None,
    out: opt.OutTable = None,
    bot: opt.Bots = None,
    switch: opt.Switches = None,
    overlay: opt.Overlay = None,
    deck: opt.Decks = None,
    quiet: opt.QuietFlag = False,
    as_json: opt.Json = False,
) -> None:
    """Learn from games of bots what positions at the beginning of a round are worth.

    A bot that searches then plays its simulated games only a few rounds on, which is much faster than to the
    end. Scenarios that come with the game have such values already; this is for scenarios, decks and
    overlays of your own. It prints how well the values predict games that they were not learnt from.

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
    tell_found(work(experiments, execution, display(quiet=quiet)), as_json=as_json)


@app.command(short_help="Let bots practise: preferences for cards, places and situations.")
def practise(
    targets: opt.Targets,
    generations: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            help="How often they learn from what they played; 30 if not given.",
            show_default=False,
        ),
    ] = None,
    side: Annotated[
        str | None, typer.Option(metavar="SIDE", help="The side that practises; all if not given.")
    ] = None,
    temperature: Annotated[
        float | None,
        typer.Option(
            metavar="T",
            help="How freely they try moves that look worse, in units of the score; 0.5 if not given.",
            show_default=False,
        ),
    ] = None,
    confirm: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            help="Pairs of games that measure the gain; 10,000 if not given.",
            show_default=False,
        ),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(
            "--games",
            "-n",
            metavar="N",
            parser=opt.positive,
            help="Games of a generation; 40,000 if not given.",
            show_default=False,
        ),
    ] = None,
    seed: opt.Seed = None,
    jobs: opt.Jobs = None,
    out: opt.OutTable = None,
    bot: opt.Bots = None,
    switch: opt.Switches = None,
    overlay: opt.Overlay = None,
    deck: opt.Decks = None,
    quiet: opt.QuietFlag = False,
    as_json: opt.Json = False,
) -> None:
    """Let bots play against themselves and learn what to prefer: of cards, places and situations.

    A bot adds its preferences to the scores of its moves. It starts from those that it has: to go on, name
    a bot whose file has the last result. In the end the bots that practised and those from the start play
    the same games, which no one has learnt from; the difference is the gain.

    Several targets are tables at which they practise together, in equal parts, for preferences that hold at
    all of them. Their scenarios, decks and players may differ, not their sides.

    The same seed gives the same file, whatever --jobs is. Ctrl-C keeps what was learnt so far.

    \b
    Examples:
      mazarbul practise card_game/duel --out duel.csv
      mazarbul practise my_scenario.toml --generations 60
      mazarbul practise card_game/trilogy --side shadow --overlay change.toml
      mazarbul practise "lotr_lcg/passage_through_mirkwood player1=spirit" \\
          "lotr_lcg/passage_through_mirkwood player1=tactics player2=lore"
    """
    from sim.runner import options
    from sim.runner.progress import display
    from studies import practice

    what = opt.what(games, seed, bot, switch, overlay, deck)
    experiments, execution = options.choose_tables(
        targets, what, opt.how(out, jobs), default_games=practice.GAMES
    )
    done = practice.practise(
        experiments,
        execution,
        display(quiet=quiet),
        generations=generations or practice.GENERATIONS,
        side=side,
        confirm=confirm or practice.CONFIRM_GAMES,
        temperature=practice.TEMPERATURE if temperature is None else temperature,
    )
    tell_found(done, as_json=as_json)
