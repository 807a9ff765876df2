"""Builds a balance report from a saved run: index.html, tables/*.csv and figures/*.png."""

from __future__ import annotations

import base64
from collections.abc import Callable
from pathlib import Path

import pandas as pd
from jinja2 import Environment, PackageLoader, StrictUndefined

from analysis import RunError, load_run
from reports import charts, words
from reports.page import Section
from reports.sections import ORDER
from reports.sections.common import Context
from reports.sections.method import bots

Progress = Callable[[str], None]
SHAPES = "\u25cf\u25a0\u25c6\u25b2"  # circle, square, diamond, triangle: as charts.SIDE_MARKERS


class ReportError(RunError):
    """A report that cannot be written where it was asked for."""


def build_report(run_dir: Path | str, out_dir: Path | str, *, progress: Progress | None = None) -> Path:
    """Analyse a run and write its report. Returns the path of index.html.

    run_dir: a run folder, finished or not; its parts are checked against their checksums.
    out_dir: made if need be; earlier reports there are overwritten. progress: called with one line per stage.
    Raises RunError if the run cannot be read, ReportError if the report cannot be written.
    """
    tell = progress or (lambda _line: None)
    out_dir = Path(out_dir)
    if out_dir.exists() and not out_dir.is_dir():
        raise ReportError(out_dir, "is a file", "give a folder for the report")
    tell("checking the run")
    context = Context(load_run(run_dir, verify=True))
    sections = []
    for module in ORDER:
        tell(f"analysing {words.human(module.__name__.rsplit('.', 1)[-1])}")
        if (section := module.build(context)) is not None:
            sections.append(section)
    tell("writing the report")
    try:
        return _write(context, sections, out_dir)
    except OSError as error:
        raise ReportError(
            out_dir, f"cannot be written ({error})", "give a folder you may write to"
        ) from error


def _write(context: Context, sections: list[Section], out_dir: Path) -> Path:
    """Write tables, figures and, last, the page."""
    for folder in ("tables", "figures"):
        (out_dir / folder).mkdir(parents=True, exist_ok=True)
    pictures = {}
    for section in sections:
        for table in section.tables():
            _write_csv(table.frame, out_dir / "tables" / f"{table.name}.csv")
        for chart in section.charts():
            image = charts.png(chart.drawing)
            (out_dir / "figures" / f"{chart.name}.png").write_bytes(image)
            pictures[chart.name] = "data:image/png;base64," + base64.b64encode(image).decode()
    page = out_dir / "index.html"
    page.write_text(render(context, sections, pictures), encoding="utf-8")
    return page


def _write_csv(frame: pd.DataFrame, path: Path) -> None:
    frame.to_csv(path, index=False, float_format="%.6g", lineterminator="\n", encoding="utf-8")


def render(context: Context, sections: list[Section], pictures: dict[str, str]) -> str:
    """Return the page as HTML. pictures: chart name -> data URI."""
    environment = Environment(
        loader=PackageLoader("reports"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    run = context.run
    findings = [(section.id, sentence) for section in sections for sentence in section.findings]
    summary = [
        ("Scenario", run.catalogue["title"]),
        ("Games", words.count(run.games)),
        ("Bots", bots(context)),
        ("Seed", str(run.manifest["seed"])),
        ("Data", str(run.catalogue.get("data_version", "not recorded"))),
    ]
    return environment.get_template("report.html").render(
        title=f"{run.catalogue['title']}: balance report",
        game=words.title(run.manifest["game"]),
        summary=summary,
        unfinished=run.manifest.get("finished") is None,
        findings=findings,
        sections=sections,
        pictures=pictures,
        key=[
            (context.side(side), context.colour(side), SHAPES[run.sides.index(side) % 4])
            for side in run.sides
        ],
        is_chart=lambda block: hasattr(block, "drawing"),
    )
