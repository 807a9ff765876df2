"""The command that writes files to begin with: new."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import typer

from mazarbul.sim.cli.app import app

GAME = "game"


@app.command(short_help="Write a small package to make a game of your own from.")
def new(
    what: Annotated[str, typer.Argument(metavar="WHAT", help="What to write: game.")],
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="Its name: small letters, digits and underscores.")
    ],
    to: Annotated[
        Path | None,
        typer.Option(
            "--to", metavar="DIR", help="A new or empty folder; NAME if not given.", show_default=False
        ),
    ] = None,
) -> None:
    """Write a small card game as a package of its own: rules, data, bots, texts and tests, to be changed.

    Once the package is installed, all commands know the game by its name. docs/adding-a-game.md goes through
    its files.

    \b
    Example:
      mazarbul new game moria_dice --to games/moria_dice
    """
    from mazarbul.sim.games.new import write
    from mazarbul.sim.runner.errors import unknown

    if what != GAME:
        raise unknown("thing to write,", what, [GAME])
    folder = to or Path(name)
    n = len(write(name, folder))
    typer.echo(f"{what}: {folder} ({n} files; README.md describes them)")
    typer.echo("next:")
    for line in (
        f"cd {shlex.quote(str(folder))}",
        'pip install -e ".[test]"',
        f"mazarbul balance {name}",
        f"mazarbul trace {name}",
        "python -m pytest",
    ):
        typer.echo(f"  {line}")
