"""The options that commands share, and their meaning together."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from mazarbul.sim.cli import completing

Target = Annotated[
    str,
    typer.Argument(
        metavar="TARGET",
        help="GAME/SCENARIO, the GAME alone if it has one scenario, or an experiment file (.toml).",
        autocompletion=completing.targets,
    ),
]
MaybeTarget = Annotated[
    str | None,
    typer.Argument(
        show_default=False,
        metavar="TARGET",
        help="GAME/SCENARIO, the GAME alone if it has one scenario, or an experiment file (.toml).",
        autocompletion=completing.targets,
    ),
]
Targets = Annotated[
    list[str],
    typer.Argument(
        metavar="TARGET",
        help="GAME/SCENARIO, or an experiment file (.toml); 'SEAT=DECK' may follow, in the same quotes.",
        autocompletion=completing.targets,
    ),
]
Played = Annotated[
    str,
    typer.Argument(
        metavar="TARGET",
        help="GAME/SCENARIO, an experiment file (.toml), or the folder of a run.",
        autocompletion=completing.targets,
    ),
]


def positive(text: object) -> int:
    """Return a whole number above 0 as people write it. Raises BadParameter."""
    found = _number(text)
    if found < 1:
        raise typer.BadParameter(f"{text} is not above 0")
    return found


def _number(text: object) -> int:
    """Return a whole number as people write it. Raises BadParameter."""
    from mazarbul.sim.runner import texts
    from mazarbul.sim.toml import DataError

    try:
        return texts.number(str(text))
    except DataError as error:
        raise typer.BadParameter(str(error)) from None


Games = Annotated[
    int | None,
    typer.Option(
        "--games",
        "-n",
        metavar="N",
        help="Number of games, such as 5000, 100k or 1e6.",
        show_default=False,
        parser=_number,
    ),
]


def games(help: str) -> Any:  # noqa: A002  (typer's word)
    """Return the option --games of a command that counts them in its own way, which its help says."""
    return typer.Option("--games", "-n", metavar="N", parser=positive, help=help, show_default=False)


Seed = Annotated[int | None, typer.Option("--seed", "-s", metavar="S", help="Random seed; 1 if not given.")]
Jobs = Annotated[
    int | None, typer.Option("--jobs", "-j", metavar="J", help="Workers; one per core if not given.")
]
Chunk = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        help="Games per part; chosen to suit the run if not given. A resumed run keeps its own.",
    ),
]
Out = Annotated[
    Path | None,
    typer.Option("--out", "-o", metavar="DIR", help="Folder to write to; a new one in runs/ if not given."),
]


def _report_folder(folder: Path | None) -> Path | None:
    """Return the folder of a report. Raises ReportError, before anything is played, if it cannot be one."""
    if folder is None:
        return None
    from mazarbul.reports.write import check_folder

    return check_folder(folder)


To = Annotated[
    Path | None,
    typer.Option(
        "--to", metavar="DIR", help="Folder of the report; OUT/report if not given.", callback=_report_folder
    ),
]


def _with_pictures(wanted: bool) -> bool:
    """Return whether Markdown is wanted. Raises DataError before play if it cannot be made."""
    if wanted:
        from mazarbul.sim.runner.extras import need

        need("matplotlib")
    return wanted


def file_to_write(file: Path | None) -> Path | None:
    """Return a file to write. Raises DataError, before anything is played, if it is a folder."""
    if file is not None and file.is_dir():
        from mazarbul.sim.toml import DataError

        raise DataError(f"{file} is a folder: name a file in it")
    return file


OutNetwork = Annotated[
    Path | None,
    typer.Option(
        "--out",
        "-o",
        metavar="FILE.npz",
        help="The file to write; a new one in runs/ if not given.",
        callback=file_to_write,
    ),
]
HtmlFile = Annotated[
    Path | None,
    typer.Option(
        "--html",
        metavar="FILE",
        help="Write a page that replays the game, instead of printing it.",
        callback=file_to_write,
        show_default=False,
    ),
]
JsonFile = Annotated[
    Path | None,
    typer.Option(
        "--json",
        metavar="FILE",
        help="Write the same data as JSON (see docs/watching.md), instead of printing the game.",
        callback=file_to_write,
        show_default=False,
    ),
]


Plays = Annotated[
    Path | None,
    typer.Option(
        "--plays",
        metavar="DIR",
        help="Show games that people played beside the bots: the folder of 'mazarbul play' or the workbench "
        "(docs/people.md).",
        show_default=False,
    ),
]
Markdown = Annotated[
    bool,
    typer.Option(
        "--markdown",
        help="Also write the report as Markdown, with its charts as pictures; takes longer.",
        callback=_with_pictures,
    ),
]
Bots = Annotated[
    list[str] | None,
    typer.Option(
        "--bot",
        metavar="[SEAT=]BOT",
        help="A bot's name or .toml file, for every seat or for one; 'avoid=WORD' or 'blunder=SHARE' may "
        "follow (see docs/bots.md). A bot in Python, FILE.py:NAME, is hundreds of times slower (see "
        "docs/python.md). Repeatable.",
        autocompletion=completing.bots,
    ),
]
Switches = Annotated[
    list[str] | None,
    typer.Option(
        "--switch",
        metavar="NAME=VALUE",
        help="A rule switch. Repeatable.",
        autocompletion=completing.switches,
    ),
]
Overlay = Annotated[
    list[str] | None,
    typer.Option(
        metavar="FILE",
        help="TOML file that changes cards, locations, decks or the scenario, or such a change itself: "
        "'{ card.gimli.icons.path = 2 }'. Repeatable.",
    ),
]
Against = Annotated[
    list[str] | None,
    typer.Option(
        metavar="FILE",
        help="Another change, as for --overlay, to compare with, not with the game as it is. Repeatable.",
    ),
]
Decks = Annotated[
    list[str] | None,
    typer.Option(
        "--deck",
        metavar="SEAT=DECK",
        help="A deck's id or file. Repeatable.",
        autocompletion=completing.decks,
    ),
]
OneFile = Annotated[
    bool, typer.Option("--one-file", help="Write all pages of the report as tabs of one file.")
]
Backend = Annotated[
    str | None, typer.Option(metavar="NAME", help="threading (if not given), loky (processes) or dask.")
]
Scheduler = Annotated[
    str | None, typer.Option(metavar="URL", help="Address of a Dask scheduler, for --backend dask.")
]
Keep = Annotated[
    str | None,
    typer.Option(
        metavar="WHAT",
        help="What to write: 'all' records (if not given), the table of 'games' alone, or 'aggregates': only "
        "the counts that a report needs, for very many games.",
    ),
]
Resume = Annotated[bool, typer.Option("--resume", help="Resume the run in --out; TARGET may be left out.")]
TrustCode = Annotated[
    bool,
    typer.Option(
        "--trust-code",
        help="Execute the bots in Python that a run's folder names, even if you have never run them.",
    ),
]
GoOn = Annotated[bool, typer.Option("--resume", help="Resume the work in --out.")]
SecondBot = Annotated[
    str | None,
    typer.Option(
        "--second-bot",
        metavar="BOT",
        help="Ask another bot at every seat, too, such as search:50.",
        autocompletion=completing.bots,
        show_default=False,
    ),
]
SecondGames = Annotated[
    int | None,
    typer.Option(
        metavar="N", min=1, help="Games of the second bot; 200 if only the bot is given.", show_default=False
    ),
]
DryRun = Annotated[
    bool,
    typer.Option(
        "--dry-run",
        help="Print how many games it plays, about how long they take here and the memory; play nothing.",
    ),
]
QuietFlag = Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress.")]
Json = Annotated[bool, typer.Option("--json", help="Print the figures as one JSON object instead of text.")]
Band = Annotated[
    str | None,
    typer.Option(
        metavar="LOW-HIGH",
        help="Target range of the win rate. If not given: that of the experiment, the study or the scenario; "
        "else 45-55%, or 40-60% for players together against a quest.",
        show_default=False,
    ),
]
Precision = Annotated[
    str | None,
    typer.Option(
        metavar="SHARE",
        help="Play until the win rate, or its change, is known to within this, such as 0.5%; --games is the "
        "maximum.",
        show_default=False,
    ),
]
ClearOf = Annotated[
    str | None,
    typer.Option(
        metavar="SHARE",
        help="Play until the interval is clear of this value, such as 50% for a win rate or 0 for its "
        "change; with --precision, or until it is that narrow; --games is the maximum.",
        show_default=False,
    ),
]


def what(
    games: int | None,
    seed: int | None,
    bots: list[str] | None,
    switches: list[str] | None,
    overlay: list[str] | None,
    decks: list[str] | None,
) -> dict[str, object]:
    """Return the options for what is played, as fields of an Experiment."""
    from mazarbul.sim.runner import options

    return {
        "games": games,
        "seed": seed,
        "bots": options.bots(bots or ()),
        "switches": options.switches(switches or ()),
        "overlay": options.overlays(overlay or ()) or None,
        "decks": options.pairs("--deck", decks or ()),
    }


def edges(band: str | None) -> tuple[float, float] | None:
    """Return the band of an option, None if it is not given. Raises DataError."""
    from mazarbul.sim.runner import texts

    return texts.band("--band", band) if band else None


def how(
    out: Path | None,
    jobs: int | None,
    chunk: int | None = None,
    backend: str | None = None,
    scheduler: str | None = None,
    keep: str | None = None,
) -> dict[str, object]:
    """Return the options for how it is played, as fields of an Execution."""
    return {
        "out": out,
        "jobs": jobs,
        "chunk": chunk,
        "backend": backend,
        "scheduler": scheduler,
        "keep": keep,
    }
