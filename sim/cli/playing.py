"""Commands that play: run, balance, trace, play-script, bench; and two that look things up: list, rule."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from mazarbul.sim.cli import completing
from mazarbul.sim.cli import options as opt
from mazarbul.sim.cli.app import app
from mazarbul.sim.cli.pages import counting, echo_json, write_replay
from mazarbul.sim.cli.tail import DONE, PLAYED, REPORTED, SPREAD, Work, tail

BALANCE_GAMES = 100_000


@app.command("run", short_help="Play games and keep their records.")
@tail(PLAYED, DONE, SPREAD, ["keep", "chunk", "trust_code"], resume=opt.Resume)
def run_command(
    target: opt.MaybeTarget = None,
    games: opt.Games = None,
    *,
    work: Work,
) -> None:
    """Play 10,000 games (or --games), keep their records in a folder and print the folder's path.

    The same seed gives the same table, whatever --jobs, --chunk and --backend are and however often the run
    is stopped and resumed. Ctrl-C keeps the finished games. --resume continues the run; with a larger
    --games it also extends a finished run. A folder is resumed with a bot in Python only if you have run this
    bot's file before, or with --trust-code.

    \b
    Examples:
      mazarbul run card_game/trilogy --games 20000 --seed 7 --out runs/t7
      mazarbul run --resume --out runs/t7
      mazarbul run card_game/trilogy --bot random --bot frodo=heuristic
      mazarbul run card_game/duel --switch auto_support=true --overlay my_change.toml
      mazarbul run card_game/duel --games 1000000000 --keep aggregates --out runs/large
      mazarbul run configs/experiments/trilogy.toml --games 1000
    """
    from mazarbul.sim.runner import manifest, options
    from mazarbul.sim.runner.run import run

    experiment, execution = options.choose(
        target, work.what(games), work.how, resume=work.resume, trust_code=work.trust_code
    )
    if work.foretells("run", execution, lambda planned: planned.run(experiment)):
        return
    folder = run(experiment, execution, work.display, resume=work.resume, summarize=counting)
    played = manifest.load(folder)
    if played.unprinted:
        work.display.say(f"not as printed: {played.unprinted}")
    if work.as_json:
        names = ("game", "scenario", "seed", "bots", "switches", "games_done", "games_planned", "keep")
        facts = {name: getattr(played, name) for name in names}
        echo_json({"kind": "run", "folder": str(folder)} | facts)
    else:
        typer.echo(folder)


@app.command(short_help="Play 100,000 games and report on the balance.")
@tail(PLAYED, DONE, SPREAD, REPORTED, ["plays", "keep", "chunk", "trust_code"], resume=opt.Resume)
def balance(
    target: opt.MaybeTarget = None,
    games: opt.Games = None,
    precision: opt.Precision = None,
    clear_of: opt.ClearOf = None,
    band: opt.Band = None,
    *,
    work: Work,
) -> None:
    """Play 100,000 games (or --games), print the win rates and write the report.

    For sides that play against each other, the report is on their balance. For players together against a
    quest, it is on how hard the quest is.

    With --precision, play stops as soon as the first side's win rate is known precisely enough. With
    --clear-of, it stops as soon as the win rate is clear of a value, by a 95% confidence sequence: an
    interval that is valid whenever play stops.

    \b
    Examples:
      mazarbul balance card_game/trilogy
      mazarbul balance card_game/duel --precision 0.5% --band 48-52%
      mazarbul balance card_game/duel --clear-of 50% --precision 0.5%
      mazarbul balance card_game/fellowship --games 20000 --out runs/f --to pages/f
      mazarbul balance card_game/duel --plays .
      mazarbul balance --resume --out runs/f
    """
    from mazarbul.sim.runner import options, texts
    from mazarbul.studies.precision import MOST_GAMES, Aim

    edges = opt.edges(band)
    work.check_plays()
    said: list[str] = []
    is_aimed = bool(precision or clear_of)
    experiment, execution = options.choose(
        target, work.what(games), work.how, resume=work.resume, is_maximum=is_aimed,
        default_games=MOST_GAMES if is_aimed else BALANCE_GAMES, trust_code=work.trust_code,
    )  # fmt: skip
    if work.foretells("run", execution, lambda planned: planned.run(experiment)):
        return
    if is_aimed:
        from mazarbul.studies.whatif import play_to_aim

        aim = Aim(
            texts.share("--precision", precision) if precision else None,
            texts.share("--clear-of", clear_of) if clear_of else None,
        )
        folder, stopped = play_to_aim(experiment, execution, work.display, aim, resume=work.resume)
        said = [stopped.line()]
    else:
        from mazarbul.sim.runner.run import run

        folder = run(experiment, execution, work.display, resume=work.resume, summarize=counting)
    work.report(folder, edges, said=said)


@app.command(short_help="Print one game move by move, or make a page that replays it.")
def trace(
    target: opt.Played,
    seed: opt.Seed = None,
    game: Annotated[
        int,
        typer.Option("--game", "-g", metavar="G", min=0, max=2**62, help="Number of the game in the run."),
    ] = 0,
    bot: opt.Bots = None,
    switch: opt.Switches = None,
    overlay: opt.Overlay = None,
    deck: opt.Decks = None,
    html: opt.HtmlFile = None,
    json: opt.JsonFile = None,
    review: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE.csv",
            help="Mark the better moves that 'mazarbul review' with the same options wrote to this file.",
            show_default=False,
        ),
    ] = None,
    trust_code: opt.TrustCode = False,
) -> None:
    """Print one game move by move: game number --game of a run with the same seed and options.

    If the target is the folder of a run, it is that run's game, with its bots, decks, switches and overlay. A
    bot in Python is executed only if you have run its file before, or with --trust-code.

    With --html, write a page instead, on which you can watch the game: the table at each decision, what the
    bot could do, how it scored that, and what it chose. With --json, write the same data for other programs.
    With --review, both say which moves lose games, and which are better.

    \b
    Examples:
      mazarbul trace card_game/trilogy --seed 7
      mazarbul trace card_game/trilogy --seed 7 --game 4711 --bot random
      mazarbul trace runs/t7 --game 123
      mazarbul trace card_game/trilogy --seed 7 --html game.html
      mazarbul trace runs/t7 --game 4711 --html game.html --json game.json
      mazarbul trace card_game/duel --game 3 --html game.html --review review.csv
    """
    from mazarbul.formats.changes import line
    from mazarbul.sim.games.contract import HasTrace, able
    from mazarbul.sim.runner import options
    from mazarbul.sim.runner.experiment import changes, prepare
    from mazarbul.sim.runner.progress import display
    from mazarbul.sim.runner.reviewed import better_moves
    from mazarbul.sim.runner.warming import announced
    from mazarbul.sim.toml import DataError, user_path

    what = opt.what(None, seed, bot, switch, overlay, deck)
    experiment = options.choose_played(target, what, game, trust_code=trust_code)
    player, setup, bots = prepare(experiment)
    unprinted = changes(experiment, player, setup) or []
    if review and not (html or json):
        raise DataError("--review marks moves in a replay: give --html or --json too")
    better = better_moves(user_path(review), game) if review else None
    with announced(display(quiet=False)):
        if html or json:
            from mazarbul.sim.games.replay import replay, text_of

            shown = replay(player, setup, bots, experiment.seed, game, unprinted, better=better)
            text = text_of(shown)
            for path in write_replay(text, html, json):
                typer.echo(f"replay: {path}")
        else:
            told = able(player, HasTrace).trace(setup, bots, experiment.seed, game)
            if unprinted:
                typer.echo(f"not as printed: {line(unprinted)}")
            for each in told:
                typer.echo(each)


@app.command("list", short_help="List games, scenarios, decks, bots, switches, cards ...")
def list_command(
    what: Annotated[
        str | None,
        typer.Argument(
            metavar="WHAT",
            help="A kind of things, the key of one, or a game; all games if not given.",
            show_default=False,
            autocompletion=completing.list_words,
        ),
    ] = None,
    target: Annotated[
        str | None,
        typer.Argument(
            metavar="TARGET",
            help="GAME or GAME/SCENARIO; all if not given.",
            show_default=False,
            autocompletion=completing.list_targets,
        ),
    ] = None,
    as_json: opt.Json = False,
) -> None:
    """List games with their scenarios, decks, bots and rule switches; or all things of one kind.

    Kinds are scenarios, decks, bots, switches, weights, keys (all that an overlay can change, dice, tiles and
    regions too, as it is written), seats, cards, locations, and what else a game has,
    such as quests or nations. Their ids are what options and overlays are written with. A key, such as
    card.gimli, prints what stands there, ready to be changed in a file for --overlay.

    \b
    Examples:
      mazarbul list
      mazarbul list card_game
      mazarbul list cards card_game/trilogy
      mazarbul list keys card_game/trilogy
      mazarbul list card.saruman card_game/trilogy
      mazarbul list decks lotr_lcg --json
    """
    from mazarbul.sim.runner import listing

    word, chosen = listing.chosen(what, target)
    if word is not None:
        rows = listing.things(word, chosen)
        if as_json:
            echo_json(rows)
        else:
            for line in listing.thing_lines(word, rows):
                typer.echo(line)
    elif as_json:
        echo_json(listing.overview(chosen))
    else:
        for line in listing.lines(chosen):
            typer.echo(line)


@app.command(short_help="Print a rule of a game.")
def rule(
    ids: Annotated[
        list[str],
        typer.Argument(
            metavar="ID...",
            help="Ids of rules; CG-9 is a chapter, AM is all rulings.",
            autocompletion=completing.rules,
        ),
    ],
) -> None:
    """Print rules by the ids that messages, data and tests cite; for a chapter, print its contents.

    \b
    Examples:
      mazarbul rule AM-25
      mazarbul rule CG-9.5 CG-9.7
      mazarbul rule CG-9
    """
    from mazarbul.sim.notation import rulebook

    texts = [list(rulebook.report(word)) for word in ids]
    for number, lines in enumerate(texts):
        typer.echo("\n".join([""] * bool(number) + lines))


@app.command("play-script", short_help="Replay a script and check what it expects.")
def play_script(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A script: a position, moves and expectations.")
    ],
) -> None:
    """Replay the moves of a script from its position, and check what it expects.

    The first line of the file names its game, such as 'game card_game'.

    \b
    Example:
      mazarbul play-script my_situation.txt
    """
    from mazarbul.sim.games.scripts import run_script
    from mazarbul.sim.runner.progress import display
    from mazarbul.sim.runner.warming import announced

    with announced(display(quiet=False)):
        report = run_script(file)
    for line in report:
        typer.echo(line)


@app.command(short_help="Measure the speed of play.")
def bench(
    target: opt.Target,
    seed: opt.Seed = None,
    jobs: opt.Jobs = None,
    seconds: Annotated[
        float, typer.Option(metavar="SECONDS", min=0.1, help="How long to play with each number of workers.")
    ] = 5.0,
    bot: opt.Bots = None,
    switch: opt.Switches = None,
    overlay: opt.Overlay = None,
    deck: opt.Decks = None,
    as_json: opt.Json = False,
) -> None:
    """Measure games per second and time per decision on this machine, with one worker and with all.

    \b
    Example:
      mazarbul bench card_game/trilogy --seconds 10
    """
    from mazarbul.sim.runner import bench as benchmark
    from mazarbul.sim.runner import options, workers
    from mazarbul.sim.runner.progress import display

    what = opt.what(None, seed, bot, switch, overlay, deck)
    experiment, execution = options.choose(target, what, {"jobs": jobs})
    jobs, shown = workers.count(execution), display(quiet=False)
    if as_json:
        facts = {"kind": "bench"}
        for _, values in benchmark.results(experiment, jobs, seconds, shown):
            facts |= values
        echo_json(facts)
        return
    for line in benchmark.lines(experiment, jobs, seconds, shown):
        typer.echo(line)
