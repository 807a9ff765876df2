"""The options at the end of every command that plays long, and what all of these commands do with them."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from functools import cached_property, partial
from pathlib import Path
from typing import Any, get_type_hints

from mazarbul.sim.cli import options as opt
from mazarbul.sim.cli.pages import people_of, tell, tell_forecast, write_report

#: Groups of them: what is played, how long work is done, where else than on this machine, the report.
PLAYED = ("seed", "bot", "switch", "overlay", "deck")
DONE = ("jobs", "out", "dry_run", "resume", "quiet", "as_json")
SPREAD = ("backend", "scheduler")
REPORTED = ("to", "markdown")
#: All of them, in the order in which a command has them.
TAIL = {
    "seed": opt.Seed,
    "jobs": opt.Jobs,
    "out": opt.Out,
    "to": opt.To,
    "markdown": opt.Markdown,
    "plays": opt.Plays,
    "bot": opt.Bots,
    "switch": opt.Switches,
    "overlay": opt.Overlay,
    "deck": opt.Decks,
    "keep": opt.Keep,
    "dry_run": opt.DryRun,
    "resume": opt.GoOn,
    "quiet": opt.QuietFlag,
    "chunk": opt.Chunk,
    "backend": opt.Backend,
    "scheduler": opt.Scheduler,
    "trust_code": opt.TrustCode,
    "as_json": opt.Json,
}


@dataclass(frozen=True, kw_only=True)
class Work:
    """The values of these options; those that a command does not have are as if they were not given."""

    seed: int | None = None
    jobs: int | None = None
    out: Path | None = None
    to: Path | None = None
    markdown: bool = False
    plays: Path | None = None
    bot: list[str] | None = None
    switch: list[str] | None = None
    overlay: list[str] | None = None
    deck: list[str] | None = None
    keep: str | None = None
    dry_run: bool = False
    resume: bool = False
    quiet: bool = False
    chunk: int | None = None
    backend: str | None = None
    scheduler: str | None = None
    trust_code: bool = False
    as_json: bool = False

    @property
    def how(self) -> dict[str, object]:
        """How it is played, as fields of an Execution."""
        return opt.how(self.out, self.jobs, self.chunk, self.backend, self.scheduler, self.keep)

    @cached_property
    def display(self) -> Any:
        """What shows the progress."""
        from mazarbul.sim.runner.progress import display

        return display(quiet=self.quiet)

    def what(self, games: int | None = None) -> dict[str, object]:
        """Return what is played, as fields of an Experiment."""
        return opt.what(games, self.seed, self.bot, self.switch, self.overlay, self.deck)

    def check_plays(self) -> None:
        """Raise DataError, before anything is played, if there are no games of people in their folder."""
        if self.plays is not None:
            from mazarbul.workbench.counted import plays

            plays(self.plays)

    def chosen(self, target: str, games: int | None, default_games: int) -> tuple[Any, Any]:
        """Return the experiment and the execution. Raises DataError."""
        from mazarbul.sim.runner import options

        return options.choose(target, self.what(games), self.how, default_games=default_games)

    def tables(self, targets: Sequence[str], games: int | None, default_games: int) -> tuple[Any, Any]:
        """Return an experiment for each target, and the execution. Raises DataError."""
        from mazarbul.sim.runner import options

        return options.choose_tables(targets, self.what(games), self.how, default_games=default_games)

    def foretells(self, title: str, execution: Any, parts: Callable[[Any], Sequence[Any]]) -> bool:
        """Print what would be played, if that alone is asked for, and return whether it is.

        parts: makes them, as `mazarbul.studies.forecast.Planned`, with the module `mazarbul.studies.planned`.
        """
        if self.dry_run:
            from mazarbul.studies import planned

            tell_forecast(title, parts(planned), execution, quiet=self.quiet, as_json=self.as_json)
        return self.dry_run

    def report(
        self, folder: Path, band: tuple[float, float] | None = None, *, said: Sequence[str] = (), **more: Any
    ) -> None:
        """Print a summary of what was played, write its report and print where it is.

        said: further lines. more: as for `mazarbul.pages.write`.
        """
        people = people_of(self.plays, folder, quiet=self.quiet) if self.plays else None
        write = partial(
            write_report,
            folder,
            self.to,
            quiet=self.quiet,
            markdown=self.markdown,
            band=band,
            people=people,
            **more,
        )
        tell(folder, write, band, as_json=self.as_json, said=said, people=people)


def tail(*groups: Sequence[str], **own: object) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return a decorator that gives a command options of the tail, in place of its parameter `work`.

    groups: names of the options. own: name -> the type of one that is declared otherwise in this command.
    """
    wanted = {name for group in groups for name in group} | own.keys()
    chosen = {name: own.get(name, TAIL[name]) for name in TAIL if name in wanted}
    defaults = {field.name: field.default for field in fields(Work)}

    def decorated(command: Callable[..., None]) -> Callable[..., None]:
        def called(**given: Any) -> None:
            work = Work(**{name: given.pop(name) for name in chosen})
            command(**given, work=work)

        hints = get_type_hints(command, include_extras=True)
        hints.pop("return", None)
        del hints["work"]
        parameters = inspect.signature(command).parameters
        heads = [parameters[name].replace(annotation=hint) for name, hint in hints.items()]
        tails = [
            inspect.Parameter(
                name, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=defaults[name], annotation=hint
            )
            for name, hint in chosen.items()
        ]
        called.__signature__ = inspect.Signature([*heads, *tails])  # type: ignore[attr-defined]
        called.__annotations__ = hints | chosen
        called.__name__, called.__doc__ = command.__name__, command.__doc__
        called.__module__ = command.__module__
        return called

    return decorated
