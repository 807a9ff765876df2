"""Rebuilds the gallery: python -m mazarbul.reports.gallery [--to FOLDER].

Each study is played (or resumed) and reported below FOLDER, with all charts and tables. Only pages are kept
here: the Markdown with pictures of the findings, and start page, findings and method to open in a browser.
What these have in common is in the folder `shared` once. What their audits found is kept with the data of the
games, so that a run of the same data and bots is judged with it.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
from pathlib import Path

from mazarbul.analysis import ladders
from mazarbul.formats.ladders import Ladders
from mazarbul.reports.gallery.sharing import share
from mazarbul.reports.study import load_study

HERE = Path(__file__).resolve().parent
LADDERS = "sim/games/{game}/data/ladders.json"  # below the root of a checkout
GAMES = ("card_game", "lotr_lcg", "board_game")

PAGES = ("index.html", "findings.html", "method.html")  # of a report, those that are kept

CHART = re.compile(r'<figure id="chart_(\w+)">')
FIGURE = re.compile(r"\n\n[^\n]+\n\n!\[[^\n]*\]\(figures/(\w+)\.png\)")
MARKDOWN_LINKS = re.compile(r" *(?:, )?\[(?:CSV|Parquet)\]\(tables/[^)]*\)")
GAMES_LINKS = re.compile(
    r"\[([^\]]*)\]\(games/[^)]*\)|The pages of games are in the folder games beside this one\. "
)
PAGE_LINKS = re.compile(r"\s*Table:(?:[\s,]*<a href=\"tables/[^<]*</a>)+")
DETAILS = re.compile(r'\s*<a class="more" href="([^"#]+)[^"]*".*?</a>')
LINE = re.compile(r'^ *<(?:li|p class="more")[ >].*?href="([^"#]+)[^"]*".*\n', re.MULTILINE)
LINK = re.compile(r'<a href="([^"#]+)[^"]*">(.*?)</a>')


def small(report: Path, out: Path) -> None:
    """Copy from a study's report what the gallery shows: `report.md`, its first pages, the findings' figures.

    report: folder of a whole report, with Markdown. out: made if need be; files of an earlier report there
    are removed.
    """
    text = (report / "report.md").read_text(encoding="utf-8")
    pages = {name: _page((report / name).read_text(encoding="utf-8")) for name in PAGES}
    kept = set(CHART.findall("".join(pages.values())))
    pictures = {name: (report / "figures" / f"{name}.png").read_bytes() for name in kept}
    for folder in ("tables", "figures"):
        shutil.rmtree(out / folder, ignore_errors=True)
    (out / "figures").mkdir(parents=True)
    for name, picture in pictures.items():
        (out / "figures" / f"{name}.png").write_bytes(picture)
    text = FIGURE.sub(lambda found: found[0] if found[1] in kept else "", text)
    text = GAMES_LINKS.sub(r"\1", MARKDOWN_LINKS.sub("", text))
    text = re.sub(r"\n{3,}", "\n\n", text)
    (out / "report.md").write_text(text, encoding="utf-8")
    for name, page in pages.items():
        (out / name).write_text(page, encoding="utf-8")


def audited(study: Path) -> Ladders:
    """Return what the audits of a study found above the usual bots."""
    audits = (parts["audit"] for _, _, parts in load_study(study).scenarios if "audit" in parts)
    return Ladders(ladder=tuple(filter(None, map(ladders.of_audit, audits))))


def _page(page: str) -> str:
    """Return a page without links to tables and to pages that are not kept."""
    page = PAGE_LINKS.sub("", page)
    page = DETAILS.sub(lambda found: found[0] if found[1] in PAGES else "", page)
    page = LINE.sub(lambda found: found[0] if found[1] in PAGES else "", page)
    return LINK.sub(lambda found: found[0] if found[1] in PAGES else found[2], page)


def main() -> None:
    """Play and report all studies, and keep the pages."""
    parser = argparse.ArgumentParser(
        prog="python -m mazarbul.reports.gallery", description=__doc__.split("\n")[0]
    )
    parser.add_argument("--to", type=Path, default=Path("runs/gallery"), help="folder of studies and reports")
    place = parser.parse_args().to
    for game in GAMES:
        played, report = place / game / "study", place / game / "report"
        resume = ["--resume"] if played.exists() else []
        _mazarbul("study", HERE / f"{game}.toml", "--out", played, "--to", report, "--markdown", *resume)
        small(report, HERE / game)
        if (found := audited(played)).ladder:
            kept = HERE.parents[1] / LADDERS.format(game=game)
            kept.write_text(found.model_dump_json(indent=1, exclude_defaults=True) + "\n")
    share(HERE, GAMES)


def _mazarbul(*arguments: object) -> None:
    """Run the command line and let it print."""
    start = "from mazarbul.sim.cli import main; main()"
    subprocess.run([sys.executable, "-c", start, *map(str, arguments)], check=True)


if __name__ == "__main__":
    main()
