"""The command that shows documentation: docs."""

from __future__ import annotations

from typing import Annotated

import typer

from mazarbul.sim.cli import completing
from mazarbul.sim.cli.app import app


@app.command(short_help="Print a page of the documentation.")
def docs(
    page: Annotated[
        str | None,
        typer.Argument(
            metavar="PAGE",
            help="Name of a page, such as bots or docs/bots.md.",
            show_default=False,
            autocompletion=completing.pages,
        ),
    ] = None,
) -> None:
    """Print a page that help texts and messages name, as Markdown; without PAGE, list the pages.

    \b
    Examples:
      mazarbul docs
      mazarbul docs bots
      mazarbul docs docs/play-script.md
    """
    from mazarbul.sim.notation import handbook

    if page is not None:
        typer.echo(handbook.page(page))
        return
    for name, title in handbook.titles().items():
        typer.echo(f"{name:14}  {title}")
