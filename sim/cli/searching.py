"""Commands that search for a change: swap (a card in a deck), tune (numbers of the game), train (a bot)."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from mazarbul.sim.cli import completing
from mazarbul.sim.cli import options as opt
from mazarbul.sim.cli.app import app
from mazarbul.sim.cli.pages import tell_found
from mazarbul.sim.cli.tail import DONE, PLAYED, REPORTED, SPREAD, Work, tail


@app.command(short_help="Find the best exchange of one card in a deck.")
@tail(PLAYED, DONE, SPREAD, REPORTED)
def swap(
    target: opt.Target,
    seat: Annotated[
        str | None,
        typer.Option(
            metavar="SEAT", help="Whose deck to change; the first seat's if not given.", show_default=False
        ),
    ] = None,
    take_out: Annotated[
        str | None,
        typer.Option(
            "--remove",
            metavar="ID,ID",
            help="Only these cards may leave the deck.",
            show_default=False,
            autocompletion=completing.cards,
        ),
    ] = None,
    put_in: Annotated[
        str | None,
        typer.Option(
            "--add",
            metavar="ID,ID",
            help="Only these cards may enter the deck.",
            show_default=False,
            autocompletion=completing.cards,
        ),
    ] = None,
    best: Annotated[int, typer.Option(metavar="N", min=1, help="Exchanges to confirm.")] = 5,
    games: opt.Games = None,
    confirm: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="Games per confirmation; 40 times --games if not given."),
    ] = None,
    *,
    work: Work,
) -> None:
    """Try every exchange of one card in a seat's deck for another, and print the best.

    Every exchange plays 250 games at first (or --games), with the same luck as the unchanged deck. The better
    half then plays twice as many, and so on. The best are played again with fresh luck; only those figures
    count.

    \b
    Examples:
      mazarbul swap card_game/fellowship --seat gandalf
      mazarbul swap lotr_lcg/journey_down_the_anduin --deck player1=spirit --add gandalf,unexpected_courage
    """
    from mazarbul.sim.runner import texts
    from mazarbul.studies.collection import confirmations
    from mazarbul.studies.swap import CONFIRM_TIMES, FIRST_GAMES
    from mazarbul.studies.swap import swap as search

    experiment, execution = work.chosen(target, games, FIRST_GAMES)
    cards = {"out": texts.names(take_out), "put": texts.names(put_in)}
    times = confirmations(experiment, confirm, CONFIRM_TIMES)
    if work.foretells(
        "swaps", execution, lambda planned: planned.swaps(experiment, seat, best, times, **cards)
    ):
        return
    folder = search(
        experiment, seat, execution, work.display, **cards, keep=best, confirm_games=times, resume=work.resume
    )
    work.report(folder)


@app.command(short_help="Find the cheapest changes that reach balance.")
@tail(PLAYED, DONE, SPREAD, REPORTED)
def tune(
    target: opt.Target,
    knobs: Annotated[
        Path,
        typer.Option(
            metavar="FILE",
            help="What may change (docs/studies.md): a file, or the name of one that comes with mazarbul.",
            autocompletion=completing.knobs,
        ),
    ],
    side: Annotated[
        str | None,
        typer.Option(metavar="SIDE", help="The side to balance; the first if not given."),
    ] = None,
    aim: Annotated[str, typer.Option("--target", metavar="SHARE", help="Win rate to reach.")] = "50%",
    band: Annotated[
        str | None,
        typer.Option(
            metavar="LOW-HIGH",
            help="Win rates that count as reached; --target plus or minus five points if not given.",
        ),
    ] = None,
    trials: Annotated[
        int, typer.Option(metavar="N", min=1, help="Maximum number of combinations to try.")
    ] = 60,
    best: Annotated[int, typer.Option(metavar="N", min=1, help="Changes to confirm.")] = 5,
    games: opt.Games = None,
    confirm: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="Games per confirmation; ten times --games if not given."),
    ] = None,
    second_bot: opt.SecondBot = None,
    second_games: opt.SecondGames = None,
    *,
    work: Work,
) -> None:
    """Find the cheapest changes of the knobs in a file that bring a side's win rate into a band.

    Each trial plays 2,000 games (or --games). The cheapest changes that reach the band are played again
    with a fresh seed; only those figures count. With --second-bot, the proposal is then played under another
    bot.

    \b
    Examples:
      mazarbul tune card_game/trilogy --knobs trilogy --target 50%
      mazarbul tune card_game/duel --knobs my_knobs.toml --side shadow --band 48-52% --trials 100
    """
    from mazarbul.sim.runner import texts
    from mazarbul.sim.runner.experiment import KNOBS, find
    from mazarbul.sim.runner.extras import need
    from mazarbul.studies.collection import confirmations
    from mazarbul.studies.knobs import load_knobs
    from mazarbul.studies.tuning import CONFIRM_TIMES, GAMES, goal, tune
    from mazarbul.studies.whatif import Second

    need("optuna")
    experiment, execution = work.chosen(target, games, GAMES)
    settings = load_knobs(find(knobs, KNOBS), experiment)
    wished = goal(experiment, side, texts.share("--target", aim), opt.edges(band))
    second = Second.of(second_bot, second_games)
    times = confirmations(experiment, confirm, CONFIRM_TIMES)
    if work.foretells(
        "tuning", execution, lambda planned: planned.tune(experiment, trials, best, times, second)
    ):
        return
    folder = tune(
        experiment, settings, wished, execution, work.display, trials=trials, keep=best,
        confirm_games=confirm, second=second, resume=work.resume,
    )  # fmt: skip
    work.report(folder)


@app.command(short_help="Find better weights for a bot.")
@tail(PLAYED, DONE)
def train(
    targets: opt.Targets,
    side: Annotated[
        str | None,
        typer.Option(metavar="SIDE", help="The side to train; all in turn if not given.", show_default=False),
    ] = None,
    minutes: Annotated[
        float | None,
        typer.Option(metavar="M", help="Minutes to search; 5 if not given.", show_default=False),
    ] = None,
    generations: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=1, help="Generations to search, instead of --minutes.", show_default=False
        ),
    ] = None,
    games: Annotated[
        int | None,
        opt.games("Games of a candidate in a generation, over all targets; 400 if not given."),
    ] = None,
    population: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=4,
            help="Candidates of a generation; if not given, more the more weights there are.",
            show_default=False,
        ),
    ] = None,
    sigma: Annotated[
        float, typer.Option(metavar="S", min=0.001, max=2, help="First step size, in factors of e.")
    ] = 0.3,
    weights: Annotated[
        str | None,
        typer.Option(metavar="NAME,NAME", help="Change only these weights.", show_default=False),
    ] = None,
    confirm: Annotated[
        int, typer.Option(metavar="N", min=2, help="Pairs of games of the confirmation, at each target.")
    ] = 10_000,
    against: Annotated[
        list[str] | None,
        typer.Option(
            metavar="BOT",
            help="A further opponent, in all seats of the other sides: a bot's name or .toml file. "
            "Repeatable.",
            autocompletion=completing.bots,
            show_default=False,
        ),
    ] = None,
    for_scenario: Annotated[
        bool,
        typer.Option(
            "--for-scenario",
            help="Write the weights for the scenario alone; in others the bot plays as before.",
        ),
    ] = False,
    *,
    work: Work,
) -> None:
    """Search for better weights for the bot of a side, and write them to OUT/trained.toml, a file for --bot.

    All candidates of a generation play the same games, against the bots of the other sides, other bots and
    the best that the other sides have found so far. If two sides are trained, their last selves all meet in
    the end, and the one of each side is taken that does best: the last need not be. It is then confirmed: it
    plays fresh games, paired with those of the bot that the search began with; only those figures count. The
    file says what they are.

    Several targets are tables at which every candidate plays, for weights that are good at all of them. Their
    scenarios, decks and players may differ, not their sides. Options hold for all of them.

    The same seed and number of generations give the same file, whatever --jobs is. Ctrl-C keeps all finished
    generations; --resume continues, also with more --minutes or --generations.

    \b
    Examples:
      mazarbul train card_game/duel --side free_peoples --minutes 10
      mazarbul train card_game/trilogy --minutes 60 --out runs/trained
      mazarbul train card_game/trilogy --minutes 120 --out runs/trained --resume
      mazarbul train lotr_lcg/passage_through_mirkwood --weights threat,progress,hero --generations 50
      mazarbul train card_game/duel card_game/trilogy card_game/fellowship --minutes 60
      mazarbul train "lotr_lcg/passage_through_mirkwood player1=tactics player2=lore" \\
          "lotr_lcg/journey_down_the_anduin player1=spirit" --minutes 60
      mazarbul train card_game/duel --for-scenario --minutes 10
      mazarbul train card_game/duel --side shadow --against runs/rush/trained.toml
      mazarbul balance card_game/duel --bot gandalf=runs/training-duel-1/trained.toml
    """
    from mazarbul.sim.runner import texts, workers
    from mazarbul.sim.runner.extras import need
    from mazarbul.sim.toml import DataError
    from mazarbul.studies.aim import aim
    from mazarbul.studies.generations import MINUTES, Effort
    from mazarbul.studies.training import GAMES
    from mazarbul.studies.training import train as search

    need("cma")
    if minutes is not None and generations is not None:
        raise DataError("--minutes and --generations both say how long to search: give one of them")
    experiments, execution = work.tables(targets, games, GAMES)
    effort = Effort(MINUTES if minutes is None else minutes, generations, population, sigma, confirm)
    goal = aim(experiments, side, texts.names(weights), against=against or (), for_scenario=for_scenario)
    jobs = workers.count(execution)
    if work.foretells("training", execution, lambda planned: planned.trained(goal, effort, jobs)):
        return
    tell_found(search(goal, effort, execution, work.display, resume=work.resume), as_json=work.as_json)
