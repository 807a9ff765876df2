"""Commands that compare: report, compare, ablate, whatif, skill, audit, review, study."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from sim.cli import completing
from sim.cli import options as opt
from sim.cli.app import app
from sim.cli.pages import echo_json, tell, tell_found, write_report

Cards = Annotated[
    str | None,
    typer.Option(
        metavar="ID,ID",
        help="Only these cards or locations.",
        show_default=False,
        autocompletion=completing.cards,
    ),
]


@app.command(short_help="Write the report of a run, a comparison or a study on disk.")
def report(
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="Folder of a run, a comparison or a study, finished or not.")
    ],
    to: opt.To = None,
    markdown: opt.Markdown = False,
    one_file: opt.OneFile = False,
    band: opt.Band = None,
    tables: Annotated[
        str, typer.Option(metavar="FORMAT,FORMAT", help="Formats of the tables: csv, parquet.")
    ] = "csv,parquet",
    quiet: opt.QuietFlag = False,
    as_json: opt.Json = False,
) -> None:
    """Write the report of a folder on disk and print the report's path.

    It is a page with charts to hover over and tables to sort, search and filter, and the tables as files. The
    report of a study is several pages, with index.html as the first; --one-file makes tabs of them, in one
    file to send. With --markdown it is also written as report.md, for places that show no pages.

    \b
    Examples:
      mazarbul report runs/t7 --to pages/t7
      mazarbul report runs/t7 --band 48-52%
      mazarbul report runs/t7 --markdown
      mazarbul report runs/card_game --one-file
    """
    from reports.page import FORMATS
    from sim.runner import texts

    chosen = opt.edges(band)
    formats = texts.chosen("--tables", tables, FORMATS)
    page = write_report(
        folder, to, quiet=quiet, markdown=markdown, one_file=one_file, band=chosen, formats=formats
    )
    if as_json:
        tell(folder, page, chosen, as_json=True)
    else:
        typer.echo(page)


@app.command(short_help="Compare two runs on disk.")
def compare(
    run_a: Annotated[Path, typer.Argument(metavar="RUN_A", help="Folder of a run.")],
    run_b: Annotated[Path, typer.Argument(metavar="RUN_B", help="Folder of another run.")],
    unpaired: Annotated[
        bool,
        typer.Option("--unpaired", help="Treat them as independent samples, such as runs with two seeds."),
    ] = False,
    to: Annotated[
        Path | None,
        typer.Option("--to", metavar="DIR", help="Also write a report, to this folder.", show_default=False),
    ] = None,
    markdown: opt.Markdown = False,
    band: opt.Band = None,
    quiet: opt.QuietFlag = False,
    as_json: opt.Json = False,
) -> None:
    """Compare two runs of one scenario: how the win rate changed from A to B, with its interval.

    Runs with the same seed share their luck and are compared game by game.

    \b
    Examples:
      mazarbul compare runs/printed runs/changed
      mazarbul compare runs/seed1 runs/seed2 --unpaired
    """
    from analysis import load_run
    from reports.build import build_comparison
    from reports.summary import comparison_lines
    from sim.runner.progress import display

    edges = opt.edges(band)
    base, other = load_run(run_a), load_run(run_b)
    if as_json:
        from reports.figures import of_comparison

        facts = of_comparison(base, other, paired=not unpaired)
    else:
        for line in comparison_lines(base, other, band=edges, paired=not unpaired):
            typer.echo(line)
    if to:
        say = display(quiet=quiet).say
        page = build_comparison(
            base, other, to, paired=not unpaired, band=edges, progress=say, markdown=markdown
        )
        if not as_json:
            typer.echo(f"report: {page}")
    if as_json:
        echo_json(facts | ({"report": str(page)} if to else {}))


@app.command(short_help="Measure what each card does: play the same games without it.")
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
    subjects: Annotated[
        str | None,
        typer.Option(
            metavar="KIND,KIND", help="What to change, such as card,place; the usual kinds if not given."
        ),
    ] = None,
    games: opt.Games = None,
    seed: opt.Seed = None,
    jobs: opt.Jobs = None,
    out: opt.Out = None,
    to: opt.To = None,
    markdown: opt.Markdown = False,
    bot: opt.Bots = None,
    switch: opt.Switches = None,
    overlay: opt.Overlay = None,
    deck: opt.Decks = None,
    resume: opt.GoOn = False,
    quiet: opt.QuietFlag = False,
    backend: opt.Backend = None,
    scheduler: opt.Scheduler = None,
    as_json: opt.Json = False,
) -> None:
    """Play the same games again with a card blanked, and with each of its numbers one higher and one lower.

    Every variant plays 4,000 games (or --games) with the same luck as the unchanged game, and is compared
    with it game by game. The target may be a run on disk; its first games are then the unchanged ones.

    \b
    Examples:
      mazarbul ablate card_game/trilogy --change blank
      mazarbul ablate runs/t7 --cards gandalf_the_white,rivendell --games 10000
    """
    from sim.runner import options, texts
    from sim.runner.progress import display
    from studies.ablation import GAMES, KINDS, ablate, experiment_of

    base_run = options.run_folder(target)
    what = opt.what(games, seed, bot, switch, overlay, deck)
    how = opt.how(out, jobs, None, backend, scheduler)
    if base_run:
        options.nothing_but(
            what, ("games",), f"the target {target} is a run, which already says what is played"
        )
        experiment, execution = experiment_of(base_run, games), options.execution(how)
    else:
        experiment, execution = options.choose(target, what, how, default_games=GAMES)
    folder = ablate(
        experiment,
        execution,
        display(quiet=quiet),
        base_run=base_run,
        only=texts.names(cards),
        kinds=texts.chosen("--change", change, KINDS),
        subjects=texts.names(subjects),
        resume=resume,
    )
    tell(folder, write_report(folder, to, quiet=quiet, markdown=markdown), as_json=as_json)


@app.command(short_help="Measure what a change to the game would do.")
def whatif(
    target: opt.Target,
    overlay: opt.Overlay = None,
    switch: opt.Switches = None,
    deck: opt.Decks = None,
    bot: opt.Bots = None,
    games: opt.Games = None,
    precision: opt.Precision = None,
    clear_of: opt.ClearOf = None,
    band: opt.Band = None,
    seed: opt.Seed = None,
    jobs: opt.Jobs = None,
    out: opt.Out = None,
    to: opt.To = None,
    markdown: opt.Markdown = False,
    resume: opt.GoOn = False,
    quiet: opt.QuietFlag = False,
    chunk: opt.Chunk = None,
    backend: opt.Backend = None,
    scheduler: opt.Scheduler = None,
    as_json: opt.Json = False,
) -> None:
    """Play 20,000 games (or --games) as they are and with a change, with the same luck, and compare.

    --overlay, --switch, --deck and --bot make the change; an experiment file applies to both.
    With --precision, play stops as soon as the change of the win rate is known precisely enough; with
    --clear-of 0, as soon as it is clear that there is one.

    \b
    Examples:
      mazarbul whatif card_game/trilogy --overlay my_change.toml
      mazarbul whatif card_game/trilogy --switch joint=enemy --precision 0.5%
      mazarbul whatif card_game/trilogy --switch joint=enemy --clear-of 0 --precision 0.5%
    """
    from sim.runner import options, texts
    from sim.runner.progress import display
    from studies.precision import MOST_GAMES, Aim
    from studies.whatif import GAMES, Change, changed_by, label, whatif

    edges = opt.edges(band)
    aim = None
    if precision or clear_of:
        aim = Aim(
            texts.share("--precision", precision) if precision else None,
            texts.change("--clear-of", clear_of) if clear_of else None,
        )
    how = opt.how(out, jobs, chunk, backend, scheduler)
    both = opt.what(games, seed, None, None, None, None)
    experiment, execution = options.choose(target, both, how, default_games=MOST_GAMES if aim else GAMES)
    change = opt.what(None, None, bot, switch, overlay, deck)
    folder = whatif(
        experiment,
        [Change("changed", label(change), changed_by(experiment, change))],
        execution,
        display(quiet=quiet),
        aim=aim,
        resume=resume,
    )
    tell(folder, write_report(folder, to, quiet=quiet, markdown=markdown, band=edges), edges, as_json=as_json)


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
    from sim.runner import options, texts
    from sim.runner.progress import display
    from studies.skill import LADDER_GAMES, both

    what = opt.what(games, seed, None, switch, overlay, deck)
    how = opt.how(out, jobs, None, backend, scheduler)
    experiment, execution = options.choose(target, what, how, default_games=LADDER_GAMES)
    from reports.figures import figures
    from sim.runner.experiment import located_bot

    wanted = texts.names(kinds)
    parts: dict[str, object] = {}
    for folder in both(
        experiment,
        execution,
        display(quiet=quiet),
        wanted,
        [located_bot(text, Path.cwd()) for text in bot or ()],
        only=texts.names(only),
        resume=resume,
    ):
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
    from sim.runner import options, texts
    from sim.runner.experiment import located_bot
    from sim.runner.progress import display
    from studies.audit import GAMES, Scope
    from studies.audit import audit as play

    edges = opt.edges(band)
    what = opt.what(games, seed, None, switch, overlay, deck)
    how = opt.how(out, jobs, None, backend, scheduler)
    experiment, execution = options.choose(target, what, how, default_games=GAMES)
    bots = [located_bot(text, Path.cwd()) for text in bot or ()]
    searches = texts.counts("--search", search), texts.counts("--search-games", search_games)
    scope = Scope(bots, *searches, review_games, value_games, minutes=minutes)
    folder = play(experiment, scope, execution, display(quiet=quiet), resume=resume)
    tell(folder, write_report(folder, to, quiet=quiet, markdown=markdown, band=edges), edges, as_json=as_json)


@app.command(short_help="Find the moves of a bot that lose games, and better ones.")
def review(
    target: opt.Target,
    games: Annotated[
        int | None,
        typer.Option(
            "--games", "-n", metavar="N", min=1, help="Games to review; 20 if not given.", show_default=False
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
    from sim.runner import options
    from sim.runner.progress import display
    from studies.review import GAMES
    from studies.review import review as work

    what = opt.what(games, seed, bot, switch, overlay, deck)
    experiment, execution = options.choose(target, what, opt.how(None, jobs), default_games=GAMES)
    found = work(experiment, execution, display(quiet=quiet), rollouts=rollouts, worlds=worlds)
    if out:
        found.write(out)
    tell_found(found, as_json=as_json)
    if not as_json:
        typer.echo("\nto watch a game: mazarbul trace with the same options, --game GAME and --html FILE")


@app.command(short_help="Study several scenarios and write one design report.")
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
        typer.Option(
            "--games", "-n", metavar="N", min=1, help="Games per scenario, and the maximum for any part."
        ),
    ] = None,
    jobs: opt.Jobs = None,
    out: opt.Out = None,
    to: opt.To = None,
    markdown: opt.Markdown = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Print the parts with their games and times; play nothing.")
    ] = False,
    one_file: opt.OneFile = False,
    resume: opt.GoOn = False,
    quiet: opt.QuietFlag = False,
    backend: opt.Backend = None,
    scheduler: opt.Scheduler = None,
    as_json: opt.Json = False,
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
    from sim.runner import options, workers
    from sim.runner.experiment import STUDIES, find
    from sim.runner.progress import display
    from studies import study as studies

    wanted, folder = studies.load_study(find(file, STUDIES))
    execution = options.execution(opt.how(out, jobs, None, backend, scheduler))
    shown = display(quiet=quiet)
    if dry_run:
        from studies.forecast import lines

        parts = studies.expected(studies.scenes(wanted, folder, games), execution, shown)
        if as_json:
            echo_json({"kind": "forecast", "title": wanted.title, "parts": [asdict(part) for part in parts]})
            return
        for line in lines(parts, workers.count(execution)):
            typer.echo(line)
        return
    path = studies.play(wanted, folder, execution, shown, games=games, resume=resume)
    tell(path, write_report(path, to, quiet=quiet, markdown=markdown, one_file=one_file), as_json=as_json)
