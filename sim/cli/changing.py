"""Commands that play the same games with a change: cards, ablate, whatif."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from mazarbul.sim.cli import completing
from mazarbul.sim.cli import options as opt
from mazarbul.sim.cli.app import app
from mazarbul.sim.cli.tail import DONE, PLAYED, REPORTED, SPREAD, Work, tail

Cards = Annotated[
    str | None,
    typer.Option(
        metavar="ID,ID",
        help="Only these cards or locations.",
        show_default=False,
        autocompletion=completing.cards,
    ),
]


Subjects = Annotated[
    str | None,
    typer.Option(
        metavar="KIND,KIND", help="What to change, such as card,place; the usual kinds if not given."
    ),
]


@app.command("cards", short_help="Find the cards that are too strong.")
@tail(PLAYED, DONE, SPREAD, REPORTED)
def cards_command(
    target: opt.Target,
    cards: Cards = None,
    subjects: Subjects = None,
    games: Annotated[
        int | None,
        opt.games("Games of each card at first; 100 if not given. The strongest play many times as many."),
    ] = None,
    second_bot: opt.SecondBot = None,
    second_games: opt.SecondGames = None,
    *,
    work: Work,
) -> None:
    """Find the cards that are worth most: play the same games without each of them.

    Every card is blanked in 100 games (or --games) with the same luck as the unchanged game. Those that
    change the win rate most then play more and more, until the ten largest changes are clear. Of the three
    strongest, each part is then taken away alone, to see what makes them strong. At last another bot that
    plays to win, or that of --second-bot, plays without each of the ten, too.

    Without --bot, the experts play where the game has them. `ablate` instead gives all cards the same number
    of games, and can change their numbers.

    \b
    Examples:
      mazarbul cards card_game/trilogy
      mazarbul cards lotr_lcg/passage_through_mirkwood --deck player1=spirit --subjects encounter
    """
    from mazarbul.sim.runner import texts
    from mazarbul.studies import cards as studies

    experiment, execution = work.chosen(target, games, studies.GAMES)
    chosen: dict[str, Any] = {
        "subjects": texts.names(subjects),
        "only": texts.names(cards),
        "second": studies.seconded(experiment, second_bot, second_games),
    }
    if work.foretells("cards", execution, lambda _: studies.foretold(experiment, **chosen)):
        return
    work.report(studies.cards(experiment, execution, work.display, **chosen, resume=work.resume))


@app.command(short_help="Measure what each card does: play the same games without it.")
@tail(PLAYED, DONE, SPREAD, REPORTED, ["trust_code"])
def ablate(
    target: Annotated[
        str,
        typer.Argument(
            metavar="TARGET",
            help="GAME/SCENARIO, an experiment file, or the folder of a run.",
            autocompletion=completing.targets,
        ),
    ],
    cards: Cards = None,
    change: Annotated[
        str,
        typer.Option(
            metavar="KIND,KIND",
            help="Changes to make: blank, plus, minus.",
            autocompletion=completing.changes,
        ),
    ] = "blank,plus,minus",
    subjects: Subjects = None,
    games: opt.Games = None,
    *,
    work: Work,
) -> None:
    """Play the same games again with a card blanked, and with each of its numbers one higher and one lower.

    Every variant plays 4,000 games (or --games) with the same luck as the unchanged game, and is compared
    with it game by game. The target may be a run on disk; its first games are then the unchanged ones. A
    bot in Python is executed for it only if you have run this bot's file before, or with --trust-code.

    \b
    Examples:
      mazarbul ablate card_game/trilogy --change blank
      mazarbul ablate runs/t7 --cards gandalf_the_white,rivendell --games 10000
    """
    from mazarbul.sim.runner import options, texts
    from mazarbul.studies.ablation import GAMES, KINDS, ablate, experiment_of

    base_run = options.run_folder(target)
    if base_run:
        why = f"the target {target} is a run, which already says what is played"
        options.nothing_but(work.what(games), ("games",), why)
        experiment = experiment_of(base_run, games, trust_code=work.trust_code)
        execution = options.execution(work.how)
    else:
        experiment, execution = work.chosen(target, games, GAMES)
    only, which = texts.names(cards), texts.names(subjects)
    made = texts.chosen("--change", change, KINDS)
    if work.foretells(
        "ablation",
        execution,
        lambda planned: planned.ablate(experiment, made, which, only, has_base=base_run is not None),
    ):
        return
    folder = ablate(
        experiment, execution, work.display, base_run=base_run, only=only, kinds=made, subjects=which,
        resume=work.resume,
    )  # fmt: skip
    work.report(folder)


@app.command(short_help="Measure what a change to the game would do.")
@tail(["seed", "chunk"], DONE, SPREAD, REPORTED)
def whatif(
    target: opt.Target,
    overlay: opt.Overlay = None,
    switch: opt.Switches = None,
    deck: opt.Decks = None,
    bot: opt.Bots = None,
    against: opt.Against = None,
    games: opt.Games = None,
    precision: opt.Precision = None,
    clear_of: opt.ClearOf = None,
    band: opt.Band = None,
    second_bot: opt.SecondBot = None,
    second_games: opt.SecondGames = None,
    *,
    work: Work,
) -> None:
    """Play 20,000 games (or --games) as they are and with a change, with the same luck, and compare.

    --overlay, --switch, --deck and --bot make the change; an experiment file applies to both. With
    --against, the change is compared with another one, not with the game as it is.
    With --second-bot, both are played again under another bot, to see whether it says the same.
    With --precision, play stops as soon as the change of the win rate is known precisely enough; with
    --clear-of 0, as soon as it is clear that there is one.

    \b
    Examples:
      mazarbul whatif card_game/trilogy --overlay my_change.toml
      mazarbul whatif card_game/trilogy --switch joint=enemy --precision 0.5%
      mazarbul whatif card_game/trilogy --switch joint=enemy --clear-of 0 --precision 0.5%
      mazarbul whatif card_game/trilogy --overlay my_change.toml --second-bot search:50
      mazarbul whatif card_game/trilogy --overlay my_change.toml --against another.toml
    """
    from mazarbul.sim.runner import texts
    from mazarbul.studies import whatif as studies
    from mazarbul.studies.precision import MOST_GAMES, Aim

    edges = opt.edges(band)
    aim = None
    if precision or clear_of:
        aim = Aim(
            texts.share("--precision", precision) if precision else None,
            texts.change("--clear-of", clear_of) if clear_of else None,
        )
    experiment, execution = work.chosen(target, games, MOST_GAMES if aim else studies.GAMES)
    change = studies.asked(experiment, opt.what(None, None, bot, switch, overlay, deck))
    if against:
        other = opt.what(None, None, None, None, against, None)
        experiment, change = studies.against(experiment, change, other)
    second = studies.Second.of(second_bot, second_games)
    if work.foretells("whatif", execution, lambda planned: planned.whatif(experiment, [change], second)):
        return
    folder = studies.whatif(
        experiment, [change], execution, work.display, aim=aim, second=second, resume=work.resume
    )
    work.report(folder, edges)
