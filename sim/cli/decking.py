"""The command that looks at a deck of one's own: deck."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from mazarbul.sim.cli import options as opt
from mazarbul.sim.cli.app import app
from mazarbul.sim.cli.pages import tell_found


@app.command(short_help="Check, count and convert a deck.")
def deck(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A deck's file, or the id of a deck.")],
    to: Annotated[
        str | None,
        typer.Option(
            "--to",
            metavar="FORM",
            help="Print the deck as text, o8d or markdown instead.",
            show_default=False,
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            metavar="FILE",
            help="Write that to a file.",
            callback=opt.file_to_write,
            show_default=False,
        ),
    ] = None,
    game: Annotated[str, typer.Option(metavar="GAME", help="The game that the deck is for.")] = "lotr_lcg",
    as_json: opt.Json = False,
) -> None:
    """Read a deck of any kind that a scenario takes, check it, and print what is in it.

    With --to, print it in another form: as a plain list, as a deck file of OCTGN (which DragnCards reads,
    too) or as Markdown. docs/decks.md says which files are read.

    \b
    Examples:
      mazarbul deck riders.txt
      mazarbul deck riders.txt --to o8d --out riders.o8d
      mazarbul deck leadership --to text
    """
    from mazarbul.sim import games
    from mazarbul.sim.games.contract import HasDeckLists, able
    from mazarbul.sim.runner.errors import unknown
    from mazarbul.sim.toml import DataError

    player = able(games.get(game), HasDeckLists)
    if out is not None and to is None:
        raise DataError("--out needs --to: the form to write the deck in")
    if to is not None and to not in player.deck_forms():
        raise unknown("form of a deck,", to, player.deck_forms())
    found = player.deck_in(file)
    if to is None:
        tell_found(found, as_json=as_json)
    elif out is None:
        typer.echo(found.written(to), nl=False)
    else:
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_text(found.written(to), encoding="utf-8")
        typer.echo(out)
