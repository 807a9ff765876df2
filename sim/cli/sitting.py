"""The commands for people who play: play, workbench."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from mazarbul.sim.cli import completing
from mazarbul.sim.cli import options as opt
from mazarbul.sim.cli.app import app
from mazarbul.sim.cli.terminal import exact

MOST_PORT = 65_535


@app.command(short_help="Play a game yourself, in the terminal.")
def play(
    target: opt.MaybeTarget = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(
            "--seat",
            metavar="SEAT",
            help="A seat that you play; those of the first side if not given. Repeatable.",
            autocompletion=completing.seats,
        ),
    ] = None,
    name: Annotated[str, typer.Option(metavar="NAME", help="Who you are, to be kept with the game.")] = "",
    seed: opt.Seed = None,
    bot: opt.Bots = None,
    switch: opt.Switches = None,
    overlay: opt.Overlay = None,
    deck: opt.Decks = None,
    load: Annotated[
        Path | None,
        typer.Option("--load", metavar="FILE", help="Go on with a game that was saved.", show_default=False),
    ] = None,
    folder: Annotated[
        Path,
        typer.Option("--folder", metavar="DIR", help="Folder of the workbench, where games are kept."),
    ] = Path(),
    trust_code: Annotated[
        bool,
        typer.Option(
            "--trust-code",
            help="Execute the bots in Python that a saved game names, even if you have never run them.",
        ),
    ] = False,
) -> None:
    """Play a game in the terminal against bots: you see what your seat may see, and choose among options.

    Type the number of an option, or letters that only it has. '?' lists what else you can type: a hint of a
    bot, a rule, the whole table, the text of a card, undo, save. Moves without a choice are made at once.

    The game is kept at every decision: stop with 'quit' or Ctrl-C, and go on with --load. Games that were
    played to their end are kept for 'mazarbul balance --plays DIR', beside those of the workbench
    (docs/workbench.md).

    \b
    Examples:
      mazarbul play card_game/duel
      mazarbul play card_game/duel --seat witch_king --bot gandalf=heuristic --seed 7 --name Ada
      mazarbul play lotr_lcg/passage_through_mirkwood --deck player1=spirit
      mazarbul play --load my_game.txt
    """
    from mazarbul.sim.runner import options
    from mazarbul.sim.runner.progress import display
    from mazarbul.sim.runner.warming import announced
    from mazarbul.sim.toml import DataError, user_path
    from mazarbul.workbench import seated
    from mazarbul.workbench.drawn import Drawn
    from mazarbul.workbench.terminal import Sitting

    if (home := user_path(folder)).exists() and not home.is_dir():
        raise DataError(f"--folder {folder} is no folder")
    what = opt.what(None, seed, bot, switch, overlay, deck)
    with announced(display(quiet=False)):
        if load is None:
            experiment, _ = options.choose(target, what, {})
            game = seated.begun(experiment, seat or (), name, home)
        else:
            given = what | {"target": target, "seat": seat or None, "name": name or None}
            options.nothing_but(given, (), f"the saved game {load} already says what is played")
            game = seated.resumed(load, home, trust_code=trust_code)
    sitting = Sitting(game, _line, Drawn(exact))
    try:
        sitting.run()
    finally:
        for line in sitting.farewell():
            typer.echo(line)


def _line(prompt: str) -> str:
    """Return the line that is typed at a prompt; one that is piped in is printed, as a terminal would.

    Raises EOFError if none comes.
    """
    line = input(prompt)
    if not sys.stdin.isatty():
        typer.echo(line)
    return line


@app.command(short_help="Open a page on which you play, change the game and find all runs.")
def workbench(
    folder: Annotated[
        Path,
        typer.Option(
            "--folder",
            metavar="DIR",
            help="Where games, changes and runs are kept, and overlays and decks are looked for.",
        ),
    ] = Path(),
    bot: Annotated[
        list[str] | None,
        typer.Option(
            "--bot",
            "-b",
            metavar="BOT",
            help="A bot in Python, or of a file elsewhere, that may be chosen on the page; repeatable.",
            show_default=False,
        ),
    ] = None,
    port: Annotated[
        int | None,
        typer.Option(
            "--port",
            metavar="N",
            min=0,
            max=MOST_PORT,
            help="0 for any free one.",
            show_default="8642 or next",
        ),
    ] = None,
    no_open: Annotated[
        bool, typer.Option("--no-open", help="Open no browser, only print the address.")
    ] = False,
) -> None:
    """Open a page on this machine: play any scenario against bots, change the game, find all runs.

    You play at a table that shows what you may do, can ask a bot what it would do, take decisions back and
    save the game. You change cards in forms and watch what a change does. Long work goes through a queue and
    goes on when the page is closed. The server answers this machine alone, and only pages that were opened
    with the address it prints. It stops with Ctrl-C.

    \b
    Examples:
      mazarbul workbench
      mazarbul workbench --folder games --port 9000 --no-open
      mazarbul workbench --bot my_bot.py:mine
    """
    from mazarbul.sim.runner.extras import need

    for library in ("starlette", "uvicorn"):
        need(library)
    from mazarbul.workbench.server import serve

    serve(folder, tuple(bot or ()), port, typer.echo, opens=not no_open)
