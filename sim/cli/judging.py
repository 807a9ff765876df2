"""Commands that ask how much depends on the bots: skill, audit, review."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from mazarbul.sim.cli import options as opt
from mazarbul.sim.cli.app import app
from mazarbul.sim.cli.pages import echo_json, tell, tell_forecast, tell_found, write_report


@app.command(short_help="Measure whether skill matters, and what the bots can do without.")
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
    seed: opt.Seed = None,
    jobs: opt.Jobs = None,
    out: opt.Out = None,
    to: opt.To = None,
    markdown: opt.Markdown = False,
    switch: opt.Switches = None,
    overlay: opt.Overlay = None,
    deck: opt.Decks = None,
    dry_run: opt.DryRun = False,
    resume: opt.GoOn = False,
    quiet: opt.QuietFlag = False,
    backend: opt.Backend = None,
    scheduler: opt.Scheduler = None,
    as_json: opt.Json = False,
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
    from mazarbul.sim.runner import options, texts
    from mazarbul.sim.runner.progress import display
    from mazarbul.studies.skill import LADDER_GAMES, both

    what = opt.what(games, seed, None, switch, overlay, deck)
    how = opt.how(out, jobs, None, backend, scheduler)
    experiment, execution = options.choose(target, what, how, default_games=LADDER_GAMES)
    from mazarbul.reports.figures import figures
    from mazarbul.sim.runner.experiment import located_bot

    wanted, allowed = texts.names(kinds), texts.names(only)
    bots = [located_bot(text, Path.cwd()) for text in bot or ()]
    if dry_run:
        from mazarbul.studies import planned

        both_parts = [*planned.ladder(experiment, bots), *planned.restrictions(experiment, wanted, allowed)]
        tell_forecast("skill", both_parts, execution, quiet=quiet, as_json=as_json)
        return
    parts: dict[str, object] = {}
    shown = display(quiet=quiet)
    for folder in both(experiment, execution, shown, wanted, bots, only=allowed, resume=resume):
        page = write_report(folder, to and to / folder.name, quiet=quiet, markdown=markdown)
        if as_json:
            parts[folder.name] = figures(folder) | {"report": str(page)}
        else:
            tell(folder, page)
    if as_json:
        echo_json({"kind": "skill", "parts": parts})


@app.command(short_help="Measure how far a scenario's figures depend on the bots.")
def audit(
    target: opt.Target,
    bot: Annotated[
        list[str] | None,
        typer.Option("--bot", metavar="BOT", help="A further bot of the ladder. Repeatable."),
    ] = None,
    search: Annotated[
        str, typer.Option(metavar="N,N", help="Rollouts a decision of the bots that search; 0 for none.")
    ] = "50,200",
    search_games: Annotated[
        str, typer.Option(metavar="N,N", help="Games of each of them; the last number holds for the rest.")
    ] = "200,100",
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
    seed: opt.Seed = None,
    jobs: opt.Jobs = None,
    out: opt.Out = None,
    to: opt.To = None,
    markdown: opt.Markdown = False,
    switch: opt.Switches = None,
    overlay: opt.Overlay = None,
    deck: opt.Decks = None,
    dry_run: opt.DryRun = False,
    resume: opt.GoOn = False,
    quiet: opt.QuietFlag = False,
    backend: opt.Backend = None,
    scheduler: opt.Scheduler = None,
    as_json: opt.Json = False,
) -> None:
    """Play the scenario with bots of several kinds and say how far its figures depend on them.

    The ladder has one bot at every seat: the usual one with 10% random moves, the usual one, those of --bot,
    the trained one, and bots that search. Each plays 10,000 games (or --games). Bots that search are slow:
    search:50 plays 200 games and search:200 plays 100 (or --search-games).
    Then a bot that searches, and the trained one, play one side against the usual bot in the same deals,
    and a search looks for better moves in 20 games of the usual bot (or --review-games).
    Finally, every card is blanked under two bots, to see whether the order and the signs of the values hold.

    \b
    Examples:
      mazarbul audit card_game/duel
      mazarbul audit card_game/duel --train 10 --search 50 --search-games 400
      mazarbul audit card_game/trilogy --bot my_bot.toml --value-games 0 --out runs/audit
      mazarbul audit card_game/trilogy --bot my_bot.toml --value-games 0 --out runs/audit --resume
    """
    from mazarbul.sim.runner import options, texts
    from mazarbul.sim.runner.experiment import located_bot
    from mazarbul.sim.runner.progress import display
    from mazarbul.studies.audit import GAMES, Scope
    from mazarbul.studies.audit import audit as play

    edges = opt.edges(band)
    what = opt.what(games, seed, None, switch, overlay, deck)
    how = opt.how(out, jobs, None, backend, scheduler)
    experiment, execution = options.choose(target, what, how, default_games=GAMES)
    bots = [located_bot(text, Path.cwd()) for text in bot or ()]
    searches = texts.counts("--search", search), texts.counts("--search-games", search_games)
    scope = Scope(bots, *searches, review_games, value_games, minutes=minutes)
    if dry_run:
        from mazarbul.studies import planned

        parts = planned.audited(experiment, scope)
        tell_forecast("audit", parts, execution, quiet=quiet, as_json=as_json)
        return
    folder = play(experiment, scope, execution, display(quiet=quiet), resume=resume)
    tell(folder, write_report(folder, to, quiet=quiet, markdown=markdown, band=edges), edges, as_json=as_json)


@app.command(short_help="Find the moves of a bot that lose games, and better ones.")
def review(
    target: opt.Target,
    games: Annotated[
        int | None,
        typer.Option(
            "--games",
            "-n",
            metavar="N",
            parser=opt.positive,
            help="Games to review; 20 if not given.",
            show_default=False,
        ),
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
    seed: opt.Seed = None,
    jobs: opt.Jobs = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            metavar="FILE.csv",
            help="Write all decisions with a better move to this file.",
            callback=opt.file_to_write,
            show_default=False,
        ),
    ] = None,
    bot: opt.Bots = None,
    switch: opt.Switches = None,
    overlay: opt.Overlay = None,
    deck: opt.Decks = None,
    dry_run: opt.DryRun = False,
    quiet: opt.QuietFlag = False,
    as_json: opt.Json = False,
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
    from mazarbul.sim.runner.progress import display
    from mazarbul.studies.review import GAMES
    from mazarbul.studies.review import review as work

    what = opt.what(games, seed, bot, switch, overlay, deck)
    experiment, execution = options.choose(target, what, opt.how(None, jobs), default_games=GAMES)
    if dry_run:
        from mazarbul.studies import planned

        parts = planned.reviewed(experiment, rollouts, worlds)
        tell_forecast("review", parts, execution, quiet=quiet, as_json=as_json)
        return
    found = work(experiment, execution, display(quiet=quiet), rollouts=rollouts, worlds=worlds)
    if out:
        found.write(out)
    tell_found(found, as_json=as_json)
    if not as_json:
        typer.echo("\nto watch a game: mazarbul trace with the same options, --game GAME and --html FILE")
