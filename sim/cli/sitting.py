"""The command for people who play: workbench."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from mazarbul.sim.cli.app import app

MOST_PORT = 65_535


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
