"""Commands that report on runs on disk: report, compare."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from mazarbul.sim.cli import options as opt
from mazarbul.sim.cli.app import app
from mazarbul.sim.cli.pages import echo_json, people_of, tell, write_report


@app.command(short_help="Write the report of a run, a comparison or a study on disk.")
def report(
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="Folder of a run, a comparison or a study, finished or not.")
    ],
    to: opt.To = None,
    markdown: opt.Markdown = False,
    one_file: opt.OneFile = False,
    band: opt.Band = None,
    tables: Annotated[
        str, typer.Option(metavar="FORMAT,FORMAT", help="Formats of the tables: csv, parquet.")
    ] = "csv,parquet",
    separator: Annotated[
        str,
        typer.Option(
            "--csv-separator",
            metavar="SIGN",
            help="Between the values of tables as CSV: ',', ';' or 'tab'; ';' with decimals after a comma.",
            show_default=False,
        ),
    ] = "",
    decimal: Annotated[
        str,
        typer.Option(
            "--csv-decimal", metavar="SIGN", help="Before the decimals of numbers in CSV: a point or a comma."
        ),
    ] = ".",
    people: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="What you know of games that people played, to be shown beside the bots (docs/people.md).",
            show_default=False,
        ),
    ] = None,
    plays: opt.Plays = None,
    quiet: opt.QuietFlag = False,
    as_json: opt.Json = False,
) -> None:
    """Write the report of a folder on disk and print the report's path.

    It is a page with charts to hover over and tables to sort, search and filter, and the tables as files. The
    report of a study is several pages, with index.html as the first; --one-file makes tabs of them, in one
    file to send. With --markdown it is also written as report.md, for places that show no pages.

    \b
    Examples:
      mazarbul report runs/t7 --to pages/t7
      mazarbul report runs/t7 --band 48-52%
      mazarbul report runs/t7 --markdown
      mazarbul report runs/t7 --tables csv --csv-decimal ,
      mazarbul report runs/card_game --one-file
    """
    from mazarbul.reports.blocks import FORMATS
    from mazarbul.sim.data.people import load_people
    from mazarbul.sim.runner import texts

    chosen = opt.edges(band)
    formats = _formats(texts.chosen("--tables", tables, FORMATS), separator, decimal)
    known = None if people is None else load_people(people)
    if plays is not None:
        played = people_of(plays, folder, quiet=quiet)
        known = played if known is None else known.and_also([played])
    write = partial(
        write_report,
        folder,
        to,
        quiet=quiet,
        markdown=markdown,
        one_file=one_file,
        band=chosen,
        formats=formats,
        people=known,
    )
    if as_json:
        tell(folder, write, chosen, as_json=True, people=known)
    else:
        typer.echo(write())


def _formats(names: Sequence[str], separator: str, decimal: str) -> Sequence[str]:
    """Return the formats of tables, and how they are written as CSV. Raises DataError for other signs."""
    from mazarbul.reports.blocks import DECIMALS, SEPARATORS, Formats
    from mazarbul.sim.toml import DataError

    separator = {"tab": "\t"}.get(separator, separator)
    if decimal not in DECIMALS:
        raise DataError(f"--csv-decimal {decimal!r}: write '.' or ','")
    if separator not in ("", *SEPARATORS):
        raise DataError(f"--csv-separator {separator!r}: write ',' or ';' or 'tab'")
    if separator == decimal:
        raise DataError("--csv-separator and --csv-decimal are the same sign: nobody could read the numbers")
    return Formats.of(names, separator, decimal)


@app.command(short_help="Compare two runs on disk.")
def compare(
    run_a: Annotated[Path, typer.Argument(metavar="RUN_A", help="Folder of a run.")],
    run_b: Annotated[Path, typer.Argument(metavar="RUN_B", help="Folder of another run.")],
    unpaired: Annotated[
        bool,
        typer.Option("--unpaired", help="Treat them as independent samples, such as runs with two seeds."),
    ] = False,
    to: Annotated[
        Path | None,
        typer.Option("--to", metavar="DIR", help="Also write a report, to this folder.", show_default=False),
    ] = None,
    markdown: opt.Markdown = False,
    band: opt.Band = None,
    plays: opt.Plays = None,
    quiet: opt.QuietFlag = False,
    as_json: opt.Json = False,
) -> None:
    """Compare two runs of one scenario: how the win rate changed from A to B, with its interval.

    Runs with the same seed share their luck and are compared game by game. With --plays, people's games of
    RUN_A stand beside it.

    \b
    Examples:
      mazarbul compare runs/printed runs/changed
      mazarbul compare runs/seed1 runs/seed2 --unpaired
    """
    from mazarbul import pages
    from mazarbul.analysis import load_run
    from mazarbul.reports.build import build_comparison
    from mazarbul.reports.summary import comparison_lines
    from mazarbul.sim.runner.progress import display

    edges = opt.edges(band)
    base, other = load_run(run_a), load_run(run_b)
    known = None if plays is None else people_of(plays, run_a, quiet=quiet)
    if as_json:
        from mazarbul.reports.figures import of_comparison

        facts = of_comparison(base, other, paired=not unpaired, known=known)
    else:
        for line in comparison_lines(base, other, band=edges, paired=not unpaired, known=known):
            typer.echo(line)
    if to:
        shown = display(quiet=quiet)
        page = build_comparison(
            base,
            other,
            to,
            paired=not unpaired,
            band=edges,
            progress=shown.say,
            markdown=markdown,
            people=known,
            watch=pages.watch(shown),
        )
        if not as_json:
            typer.echo(f"report: {page}")
    if as_json:
        echo_json(facts | ({"report": str(page)} if to else {}))
