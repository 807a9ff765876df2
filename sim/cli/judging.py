"""Commands that ask how much depends on the bots: skill, audit, review."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from mazarbul.sim.cli import options as opt
from mazarbul.sim.cli.app import app
from mazarbul.sim.cli.pages import echo_json, tell, tell_found, write_report
from mazarbul.sim.cli.tail import DONE, PLAYED, REPORTED, SPREAD, Work, tail

Decisions = Annotated[
    Path | None,
    typer.Option(
        "--out",
        "-o",
        metavar="FILE.csv",
        help="Write all decisions with a better move to this file.",
        callback=opt.file_to_write,
        show_default=False,
    ),
]


@app.command(short_help="Measure whether skill matters, and what the bots can do without.")
@tail(["seed", "switch", "overlay", "deck"], DONE, SPREAD, REPORTED)
def skill(
    target: opt.Target,
    kinds: Annotated[
        str | None,
        typer.Option(
            metavar="KIND,KIND", help="What to forbid, such as bot,action,card; the usual kinds if not given."
        ),
    ] = None,
    only: Annotated[
        str | None,
        typer.Option(
            metavar="WORD,WORD",
            help="Forbid only these, such as card:gandalf_the_white.",
            show_default=False,
        ),
    ] = None,
    games: opt.Games = None,
    bot: Annotated[
        list[str] | None,
        typer.Option("--bot", metavar="BOT", help="A bot of the ladder, weakest first. Repeatable."),
    ] = None,
    *,
    work: Work,
) -> None:
    """Play bots of rising skill against each other, and bots that must do without something.

    Each plays 2,000 games, or --games. Players together against a quest all have the same skill: the ladder
    shows how hard the quest is for each level. The ladder is rated; without --bot it is the usual bot with
    fewer and fewer random moves.
    Restricted play (Jaffe et al. 2012) shows what a kind of action, a faction or a location is worth to a
    side.

    \b
    Examples:
      mazarbul skill card_game/trilogy
      mazarbul skill card_game/duel --kinds action --bot random --bot heuristic --bot my_bot.toml
    """
    from mazarbul.sim.runner import texts
    from mazarbul.studies.skill import LADDER_GAMES, both

    experiment, execution = work.chosen(target, games, LADDER_GAMES)
    from mazarbul.reports.figures import figures
    from mazarbul.sim.runner.experiment import located_bot

    wanted, allowed = texts.names(kinds), texts.names(only)
    bots = [located_bot(text, Path.cwd()) for text in bot or ()]
    if work.foretells(
        "skill",
        execution,
        lambda planned: [
            *planned.ladder(experiment, bots),
            *planned.restrictions(experiment, wanted, allowed),
        ],
    ):
        return
    parts: dict[str, object] = {}
    for folder in both(experiment, execution, work.display, wanted, bots, only=allowed, resume=work.resume):
        to = work.to and work.to / folder.name
        write = partial(write_report, folder, to, quiet=work.quiet, markdown=work.markdown)
        if work.as_json:
            parts[folder.name] = figures(folder) | {"report": str(write())}
        else:
            tell(folder, write)
    if work.as_json:
        echo_json({"kind": "skill", "parts": parts})


@app.command(short_help="Measure how far a scenario's figures depend on the bots.")
@tail(["seed", "switch", "overlay", "deck", "plays"], DONE, SPREAD, REPORTED)
def audit(
    target: opt.Target,
    bot: Annotated[
        list[str] | None,
        typer.Option("--bot", metavar="BOT", help="A further bot of the ladder. Repeatable."),
    ] = None,
    search: Annotated[
        str, typer.Option(metavar="N,N", help="Rollouts a decision of the bots that search; 0 for none.")
    ] = "16,50",
    search_games: Annotated[
        str, typer.Option(metavar="N,N", help="Games of each of them; the last number holds for the rest.")
    ] = "200",
    review_games: Annotated[
        int, typer.Option(metavar="N", min=0, help="Games whose moves a search judges; 0 for none.")
    ] = 20,
    value_games: Annotated[
        int, typer.Option(metavar="N", min=0, help="Games with each thing blanked; 0 for none.")
    ] = 4_000,
    minutes: Annotated[
        float,
        typer.Option("--train", metavar="MINUTES", min=0, help="Train a bot for each side, so long each."),
    ] = 0.0,
    games: opt.Games = None,
    band: opt.Band = None,
    *,
    work: Work,
) -> None:
    """Play the scenario with bots of several kinds and say how far its figures depend on them.

    The ladder has one bot at every seat: the usual one with 10% random moves, the usual one, those of --bot,
    the trained one, and bots that search. Each plays 10,000 games (or --games). Bots that search are slow:
    search:16 and search:50 play 200 games each (or --search-games).
    Then the quicker of these, and the trained bot, play one side against the usual bot in the same deals,
    and the deeper one looks for better moves in 20 games of the usual bot (or --review-games).
    Finally, every card is blanked under two bots, to see whether the order and the signs of the values hold.

    \b
    Examples:
      mazarbul audit card_game/duel
      mazarbul audit card_game/duel --train 10 --search 50 --search-games 400
      mazarbul audit card_game/trilogy --bot my_bot.toml --value-games 0 --out runs/audit
      mazarbul audit card_game/trilogy --bot my_bot.toml --value-games 0 --out runs/audit --resume
    """
    from mazarbul.sim.runner import texts
    from mazarbul.sim.runner.experiment import located_bot
    from mazarbul.studies.audit import GAMES, Scope
    from mazarbul.studies.audit import audit as play

    edges = opt.edges(band)
    work.check_plays()
    experiment, execution = work.chosen(target, games, GAMES)
    bots = [located_bot(text, Path.cwd()) for text in bot or ()]
    searches = texts.counts("--search", search), texts.counts("--search-games", search_games)
    scope = Scope(bots, *searches, review_games, value_games, minutes=minutes)
    if work.foretells("audit", execution, lambda planned: planned.audited(experiment, scope)):
        return
    work.report(play(experiment, scope, execution, work.display, resume=work.resume), edges)


@app.command(short_help="Find the moves of a bot that lose games, and better ones.")
@tail(PLAYED, ["jobs", "dry_run", "quiet", "as_json"], out=Decisions)
def review(
    target: opt.Target,
    games: Annotated[
        int | None,
        opt.games("Games to review; 20 if not given."),
    ] = None,
    rollouts: Annotated[
        int,
        typer.Option(
            metavar="N", min=2, max=4096, help="Simulated games of a decision, to find a better move."
        ),
    ] = 50,
    worlds: Annotated[
        int,
        typer.Option(
            metavar="N", min=2, max=4096, help="Deals in which a better move is weighed against the bot's."
        ),
    ] = 200,
    *,
    work: Work,
) -> None:
    """Play games of the bots, and search for a better move at every decision.

    A better move is then weighed against the bot's own in other deals of what is hidden, each played to its
    end, so that the gain is not inflated by choosing the best of many moves. It prints how many wins a game
    each side's bots lose by each kind of decision, which moves lose most, which are missed most, and the
    single worst decisions, with the number of their game.

    Use it to see which cards the bots misplay before you believe what a report says of them, and to find
    what to mend in a bot of your own. A card game takes some ten seconds, the board game minutes.

    \b
    Examples:
      mazarbul review card_game/duel
      mazarbul review card_game/trilogy --bot saruman=my_bot.toml --games 100 --out review.csv
      mazarbul review lotr_lcg/passage_through_mirkwood --deck player1=spirit --rollouts 200
    """
    from mazarbul.sim.runner import options
    from mazarbul.studies.review import GAMES, Review, ReviewStopped
    from mazarbul.studies.review import review as play

    def tell(found: Review) -> None:
        if work.out:
            found.write(work.out)
        tell_found(found, as_json=work.as_json)
        if not work.as_json:
            typer.echo("\nto watch a game: mazarbul trace with the same options, --game GAME and --html FILE")

    how = {"jobs": work.jobs}  # --out is no folder
    experiment, execution = options.choose(target, work.what(games), how, default_games=GAMES)
    if work.foretells("review", execution, lambda planned: planned.reviewed(experiment, rollouts, worlds)):
        return
    try:
        tell(play(experiment, execution, work.display, rollouts=rollouts, worlds=worlds))
    except ReviewStopped as stopped:
        tell(stopped.found)
        raise
