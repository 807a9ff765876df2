"""The command `mazarbul`: parses, calls, prints.

What it calls is imported inside the commands, so that `mazarbul --help` answers at once.

Exit codes: 0 done; 1 failure (disk, damaged run, failed game); 2 a mistake in what was asked for;
130 stopped by Ctrl-C.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer
from typer.core import TyperGroup

from sim.version import VERSION

FAILURE, MISTAKE, INTERRUPTED = 1, 2, 130
BALANCE_GAMES = 100_000


class Commands(TyperGroup):
    """The commands, with every expected error turned into one message on stderr and an exit code.

    With MAZARBUL_TRACEBACK=1 in the environment errors are raised instead, to see where they are from.
    """

    def invoke(self, ctx: typer.Context) -> object:
        """Run the command that was named."""
        if os.environ.get("MAZARBUL_TRACEBACK") == "1":
            return super().invoke(ctx)
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise typer.Exit(_tell("stopped", INTERRUPTED)) from None
        except (typer.Exit, BrokenPipeError):
            raise
        except Exception as error:
            code = _exit_code(error)
            if code is None:
                raise
            raise typer.Exit(_tell(str(error), code)) from None


def _exit_code(error: Exception) -> int | None:
    """Return the exit code for an expected error, None for one that is a bug."""
    from sim.engine.toml import DataError
    from sim.runner.errors import Interrupted, RunFailure

    analysis = sys.modules.get("analysis.run")
    damaged = (RunFailure, OSError, *([analysis.RunError] if analysis else []))
    for kinds, code in ((DataError, MISTAKE), (Interrupted, INTERRUPTED), (damaged, FAILURE)):
        if isinstance(error, kinds):
            return code
    return None


def _tell(message: str, code: int) -> int:
    typer.echo(f"mazarbul: {message}", err=True)
    return code


app = typer.Typer(
    cls=Commands,
    name="mazarbul",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
)

Target = Annotated[
    str, typer.Argument(metavar="TARGET", help="GAME/SCENARIO, or an experiment file (.toml).")
]
MaybeTarget = Annotated[
    str | None,
    typer.Argument(
        show_default=False, metavar="TARGET", help="GAME/SCENARIO, or an experiment file (.toml)."
    ),
]
Games = Annotated[
    int | None, typer.Option("--games", "-n", metavar="N", help="Number of games.", show_default=False)
]
Seed = Annotated[
    int | None, typer.Option("--seed", "-s", metavar="S", help="Seed of all chance; 1 if not given.")
]
Jobs = Annotated[
    int | None, typer.Option("--jobs", "-j", metavar="J", help="Workers; one per core if not given.")
]
Chunk = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        help="Games of a part; a size that suits the run if not given; a resumed run keeps its own.",
    ),
]
Out = Annotated[
    Path | None,
    typer.Option("--out", "-o", metavar="DIR", help="Folder of the run; a new one in runs/ if not given."),
]
Bots = Annotated[
    list[str] | None,
    typer.Option(
        "--bot", metavar="[SEAT=]BOT", help="A bot's name or .toml file, for every seat or one. Repeatable."
    ),
]
Switches = Annotated[
    list[str] | None, typer.Option("--switch", metavar="NAME=VALUE", help="A rule switch. Repeatable.")
]
Overlay = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="TOML file of changes to cards, locations, decks or scenario."),
]
Decks = Annotated[
    list[str] | None,
    typer.Option("--deck", metavar="SEAT=DECK", help="A deck's id or .toml file. Repeatable."),
]
Backend = Annotated[
    str | None, typer.Option(metavar="NAME", help="threading (if not given), loky (processes) or dask.")
]
Scheduler = Annotated[
    str | None, typer.Option(metavar="URL", help="Address of a Dask scheduler, for --backend dask.")
]
Resume = Annotated[
    bool, typer.Option("--resume", help="Go on with the run in --out; TARGET may be left out.")
]
QuietFlag = Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress.")]


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"mazarbul {VERSION}")
        raise typer.Exit()


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Play tabletop games by the million and see whether they are balanced.

    \b
    Examples:
      mazarbul list                                   what there is to play
      mazarbul balance card_game/trilogy              100,000 games and a report
      mazarbul run card_game/duel --games 5000 --seed 7 --out runs/duel
      mazarbul report runs/duel --to pages/duel
    """


def _what(
    games: int | None,
    seed: int | None,
    bots: list[str] | None,
    switches: list[str] | None,
    overlay: Path | None,
    decks: list[str] | None,
) -> dict[str, object]:
    """Return the options that say what is played, as fields of an Experiment."""
    from sim.runner import options

    return {
        "games": games,
        "seed": seed,
        "bots": options.bots(bots or ()),
        "switches": options.switches(switches or ()),
        "overlay": overlay,
        "decks": options.pairs("--deck", decks or ()),
    }


def _play(
    target: str | None, what: dict, how: dict, *, resume: bool, quiet: bool, games: int | None = None
) -> Path:
    """Play and return the run's folder. games: their number if nothing says it."""
    from sim.runner import options
    from sim.runner.progress import display
    from sim.runner.run import run

    experiment, execution = options.choose(target, what, how, resume=resume, default_games=games)
    return run(experiment, execution, display(quiet=quiet), resume=resume)


@app.command("run", short_help="Play games and keep their records.")
def run_command(
    target: MaybeTarget = None,
    games: Games = None,
    seed: Seed = None,
    jobs: Jobs = None,
    out: Out = None,
    bot: Bots = None,
    switch: Switches = None,
    overlay: Overlay = None,
    deck: Decks = None,
    resume: Resume = False,
    quiet: QuietFlag = False,
    chunk: Chunk = None,
    backend: Backend = None,
    scheduler: Scheduler = None,
) -> None:
    """Play games and keep their records in a folder, whose path is printed.

    The same seed gives the same table whatever --jobs, --chunk, --backend, or how often it was
    stopped and resumed. Ctrl-C keeps what is finished; --resume goes on, and with a larger --games
    it makes a finished run longer.

    \b
    Examples:
      mazarbul run card_game/trilogy --games 20000 --seed 7 --out runs/t7
      mazarbul run --resume --out runs/t7
      mazarbul run card_game/trilogy --bot random --bot frodo=heuristic
      mazarbul run card_game/duel --switch auto_support=true --overlay my_change.toml
      mazarbul run configs/experiments/trilogy.toml --games 1000
    """
    how = {"out": out, "jobs": jobs, "chunk": chunk, "backend": backend, "scheduler": scheduler}
    what = _what(games, seed, bot, switch, overlay, deck)
    typer.echo(_play(target, what, how, resume=resume, quiet=quiet))


@app.command(short_help="Play 100,000 games and report on the balance.")
def balance(
    target: MaybeTarget = None,
    games: Games = None,
    seed: Seed = None,
    jobs: Jobs = None,
    out: Out = None,
    to: Annotated[
        Path | None,
        typer.Option("--to", metavar="DIR", help="Folder of the report; OUT/report if not given."),
    ] = None,
    bot: Bots = None,
    switch: Switches = None,
    overlay: Overlay = None,
    deck: Decks = None,
    resume: Resume = False,
    quiet: QuietFlag = False,
    chunk: Chunk = None,
    backend: Backend = None,
    scheduler: Scheduler = None,
) -> None:
    """Play 100,000 games, or --games, print who wins how often, and write the balance report.

    \b
    Examples:
      mazarbul balance card_game/trilogy
      mazarbul balance card_game/fellowship --games 20000 --out runs/f --to pages/f
      mazarbul balance --resume --out runs/f
    """
    how = {"out": out, "jobs": jobs, "chunk": chunk, "backend": backend, "scheduler": scheduler}
    what = _what(games, seed, bot, switch, overlay, deck)
    folder = _play(target, what, how, resume=resume, quiet=quiet, games=BALANCE_GAMES)
    page = _report(folder, to, quiet=quiet)
    from reports.summary import lines

    for line in lines(folder):
        typer.echo(line)
    typer.echo(f"report: {page}")


@app.command(short_help="Report on a run that is on disk.")
def report(
    run: Annotated[Path, typer.Argument(metavar="DIR", help="Folder of a run, finished or not.")],
    to: Annotated[
        Path | None,
        typer.Option("--to", metavar="DIR", help="Folder of the report; DIR/report if not given."),
    ] = None,
    quiet: QuietFlag = False,
) -> None:
    """Write the balance report of a run that is on disk; its path is printed.

    \b
    Example:
      mazarbul report runs/t7 --to pages/t7
    """
    typer.echo(_report(run, to, quiet=quiet))


def _report(folder: Path, to: Path | None, *, quiet: bool) -> Path:
    """Build a run's report and return its path."""
    from sim.runner.manifest import load
    from sim.runner.progress import display

    load(folder)
    from reports.build import build_report

    return build_report(folder, to or folder / "report", progress=display(quiet=quiet).say)


@app.command(short_help="Tell one game move by move.")
def trace(
    target: Target,
    seed: Seed = None,
    game: Annotated[
        int, typer.Option("--game", "-g", metavar="G", min=0, help="Number of the game within the run.")
    ] = 0,
    bot: Bots = None,
    switch: Switches = None,
    overlay: Overlay = None,
    deck: Decks = None,
) -> None:
    """Tell one game move by move: the game of that number in a run with the same seed and options.

    \b
    Examples:
      mazarbul trace card_game/trilogy --seed 7
      mazarbul trace card_game/trilogy --seed 7 --game 4711 --bot random
    """
    from sim.runner import options
    from sim.runner.experiment import prepare

    experiment, _ = options.choose(target, _what(None, seed, bot, switch, overlay, deck), {})
    player, setup, bots = prepare(experiment)
    for line in player.trace(setup, bots, experiment.seed, game):
        typer.echo(line)


@app.command("list", short_help="List games, scenarios, decks, bots and switches.")
def list_command(
    game: Annotated[str | None, typer.Argument(help="Only this game.", show_default=False)] = None,
) -> None:
    """List games with their scenarios, decks, bots and rule switches.

    \b
    Examples:
      mazarbul list
      mazarbul list card_game
    """
    from sim.runner.listing import lines

    for line in lines(game):
        typer.echo(line)


@app.command("play-script", short_help="Replay a script and check what it expects.")
def play_script(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A script: a position, moves, what must hold.")
    ],
    game: Annotated[
        str, typer.Option("--game", metavar="GAME", help="The game the script is of.")
    ] = "card_game",
) -> None:
    """Replay a script of a position and moves, and check what it expects.

    \b
    Example:
      mazarbul play-script my_situation.txt
    """
    from sim import games

    for line in games.get(game).run_script(file):
        typer.echo(line)


@app.command(short_help="Measure the speed of play.")
def bench(
    target: Target,
    seed: Seed = None,
    jobs: Jobs = None,
    seconds: Annotated[
        float, typer.Option(metavar="SECONDS", min=0.1, help="How long to play, for each number of workers.")
    ] = 5.0,
    bot: Bots = None,
    switch: Switches = None,
    overlay: Overlay = None,
    deck: Decks = None,
) -> None:
    """Measure games per second and time per decision here, with one worker and with all.

    \b
    Example:
      mazarbul bench card_game/trilogy --seconds 10
    """
    from sim.runner import bench as benchmark
    from sim.runner import options, workers

    what = _what(None, seed, bot, switch, overlay, deck)
    experiment, execution = options.choose(target, what, {"jobs": jobs})
    for line in benchmark.lines(experiment, workers.count(execution), seconds):
        typer.echo(line)


def main() -> None:
    """Run the command line."""
    app()
