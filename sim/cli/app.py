"""The root of the command `mazarbul` and the error handling of all commands.

Exit codes: 0 done; 1 failure (disk, failed game); 2 a mistake in the request, such as a run that is damaged
or cannot be compared; 130 stopped by Ctrl-C.
"""

from __future__ import annotations

import os
import re
import sys
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from mazarbul.formats.errors import REFUSALS, in_words
from mazarbul.formats.signs import shown
from mazarbul.sim.cli import completing
from mazarbul.sim.cli.terminal import make_safe
from mazarbul.sim.toml import nearest, user_word
from mazarbul.sim.version import VERSION

FAILURE, MISTAKE, INTERRUPTED = 1, 2, 130

#: Heading in the help -> its commands, in the order in which a user meets them.
SECTIONS = {
    "Play": ("list", "balance", "run", "trace", "play", "workbench", "report", "compare"),
    "Ask": ("cards", "whatif", "ablate", "swap", "tune", "skill", "audit", "review", "study"),
    "Train bots": ("train", "practise"),
    "Look up and build": ("deck", "rule", "docs", "play-script", "new", "bench"),
}

#: The error for words that a command does not know; typer brings its own.
UsageError: Any = typer.BadParameter.__mro__[1]


class Commands(TyperGroup):
    """The commands. Every expected error becomes one message on stderr and an exit code.

    With MAZARBUL_TRACEBACK=1 in the environment, errors are raised instead, to show where they come from.
    """

    def main(self, *args: Any, **options: Any) -> Any:
        """Run the command line; every terminal can show what it prints."""
        make_safe()
        given = args[0] if args else options.pop("args", None)
        words = [user_word(word) for word in (sys.argv[1:] if given is None else given)]
        with completing.whole_words():
            return super().main(words, *args[1:], **options)

    def make_context(self, *args: Any, **options: Any) -> Any:
        """Read the words before the command's name. Mistakes in them become one message, too."""
        try:
            return super().make_context(*args, **options)
        except UsageError as error:
            raise typer.Exit(_tell_usage(error)) from None

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of the commands, as in SECTIONS."""
        order = [name for names in SECTIONS.values() for name in names]
        return sorted(super().list_commands(ctx), key=order.index)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the commands into the help, section by section."""
        for title, names in SECTIONS.items():
            with formatter.section(title):
                found = [(name, self.get_command(ctx, name)) for name in names]
                formatter.write_dl([(name, each.get_short_help_str(80)) for name, each in found if each])

    def invoke(self, ctx: Any) -> Any:
        """Run the command that the user named."""
        with _no_more_readers():
            return self._told(ctx)

    def _told(self, ctx: Any) -> Any:
        """Run a command and tell its expected errors."""
        if os.environ.get("MAZARBUL_TRACEBACK") == "1":
            return super().invoke(ctx)
        try:
            with _notes():
                return super().invoke(ctx)
        except KeyboardInterrupt:
            raise typer.Exit(_tell("stopped", INTERRUPTED)) from None
        except (typer.Exit, BrokenPipeError):
            raise
        except UsageError as error:
            raise typer.Exit(_tell_usage(error)) from None
        except Exception as error:
            code = _exit_code(error)
            if code is None:
                raise
            for line in getattr(error, "before", ()):
                typer.echo(line)
            raise typer.Exit(_tell(in_words(error), code)) from None


@contextmanager
def _no_more_readers() -> Iterator[None]:
    """End with success when nobody reads on, as after `| head`: whoever reads has seen enough."""
    try:
        try:
            yield
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        with suppress(OSError, ValueError):  # what is still to be written goes nowhere
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise typer.Exit(0) from None


@contextmanager
def _notes() -> Iterator[None]:
    """Show each warning about what the user wrote once, in a line on stderr."""
    said: set[str] = set()  # python's own filter forgets whenever a library changes it
    with warnings.catch_warnings():
        others = warnings.showwarning

        def show(message: Any, category: Any, *rest: Any, **more: Any) -> None:
            if category.__name__ == "DataWarning":
                if str(message) not in said:
                    typer.echo(f"mazarbul: note: {shown(str(message))}", err=True)
                said.add(str(message))
            else:
                others(message, category, *rest, **more)

        warnings.showwarning = show
        yield


def _tell_usage(error: Any) -> int:
    """Print what is wrong with the words of a command line, where, and what would be right; return 2."""
    context = getattr(error, "ctx", None)
    where = " ".join(context.command_path.split()[1:]) if context else ""
    if type(error).__name__ == "NoArgsIsHelpError":
        typer.echo(context.get_help() if context else error.format_message(), err=True)
        return MISTAKE
    message = error.format_message().rstrip(".").replace(". Did you mean", "; did you mean")
    message = re.sub(r" \(Possible options: ([^,)]+).*\)", r"; did you mean '\1'?", message)
    message = message[:1].lower() + message[1:]
    command = getattr(context, "command", None)
    known = list(command.commands) if isinstance(command, Commands) else []
    guess = nearest(message.partition("'")[2].partition("'")[0], known)
    if guess and "did you mean" not in message.lower():
        message += f"; did you mean '{guess}'?"
    see = f"mazarbul {where} --help" if where else "mazarbul --help"
    return _tell(f"{where}: {message}; see {see}" if where else f"{message}; see {see}", MISTAKE)


def _exit_code(error: Exception) -> int | None:
    """Return the exit code for an expected error, None for one that is a bug."""
    from mazarbul.sim.runner.errors import Interrupted, RunFailure
    from mazarbul.sim.toml import DataError

    if isinstance(error, DataError):
        return MISTAKE
    if isinstance(error, Interrupted):
        return INTERRUPTED
    others = (
        *_errors("mazarbul.sim.engine.faults", "GameFault"),
        *_errors("mazarbul.sim.bots.python", "BotFailure"),
    )
    is_failure = isinstance(error, (RunFailure, *REFUSALS, *others))
    return FAILURE if is_failure else None


def _errors(module: str, name: str) -> Sequence[type[Exception]]:
    """Return an error of a module in a list, empty if nothing has imported that module."""
    found = sys.modules.get(module)
    return [getattr(found, name)] if found else []


def _tell(message: str, code: int) -> int:
    """Print a message, a line for each mistake; return the code."""
    for line in message.splitlines():
        typer.echo(f"mazarbul: {shown(line)}", err=True)
    return code


app = typer.Typer(
    cls=Commands,
    name="mazarbul",
    no_args_is_help=True,
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
