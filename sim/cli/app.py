"""The root of the command `mazarbul` and the error handling of all commands.

Exit codes: 0 done; 1 failure (disk, failed game); 2 a mistake in the request, such as a run that is damaged
or cannot be compared; 130 stopped by Ctrl-C.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from sim.cli.terminal import make_safe
from sim.version import VERSION

FAILURE, MISTAKE, INTERRUPTED = 1, 2, 130


class Commands(TyperGroup):
    """The commands. Every expected error becomes one message on stderr and an exit code.

    With MAZARBUL_TRACEBACK=1 in the environment, errors are raised instead, to show where they come from.
    """

    def main(self, *args: object, **options: object) -> object:
        """Run the command line; every terminal can show what it prints."""
        make_safe()
        return super().main(*args, **options)

    def invoke(self, ctx: typer.Context) -> object:
        """Run the command that the user named."""
        if os.environ.get("MAZARBUL_TRACEBACK") == "1":
            return super().invoke(ctx)
        try:
            with _notes():
                return super().invoke(ctx)
        except KeyboardInterrupt:
            raise typer.Exit(_tell("stopped", INTERRUPTED)) from None
        except (typer.Exit, BrokenPipeError):
            raise
        except Exception as error:
            code = _exit_code(error)
            if code is None:
                raise
            for line in getattr(error, "before", ()):
                typer.echo(line)
            raise typer.Exit(_tell(str(error), code)) from None


@contextmanager
def _notes() -> Iterator[None]:
    """Show each warning about what the user wrote once, in a line on stderr."""
    with warnings.catch_warnings():
        others = warnings.showwarning

        def show(message: Warning | str, kind: type[Warning], *rest: Any) -> None:
            if kind.__name__ == "DataWarning":
                typer.echo(f"mazarbul: note: {message}", err=True)
            else:
                others(message, kind, *rest)

        warnings.showwarning = show
        yield


def _exit_code(error: Exception) -> int | None:
    """Return the exit code for an expected error, None for one that is a bug."""
    from sim.runner.errors import Interrupted, RunFailure
    from sim.toml import DataError

    analysis = sys.modules.get("analysis.run")
    mistakes = (DataError, *([analysis.RunError] if analysis else []))
    for kinds, code in ((mistakes, MISTAKE), (Interrupted, INTERRUPTED), ((RunFailure, OSError), FAILURE)):
        if isinstance(error, kinds):
            return code
    return None


def _tell(message: str, code: int) -> int:
    """Print a message, a line for each mistake; return the code."""
    for line in message.splitlines():
        typer.echo(f"mazarbul: {line}", err=True)
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
